"""Audit: is the log what was written, are the dice fair, and do today's rules play every turn the same again?"""

from __future__ import annotations

from dataclasses import dataclass, field

from events.base import Draft, Entry, Head
from events.codec import encode_json
from events.platform import OrdersFiled, Rolled, SeedDrawn, SeedRevealed, StateRestored, TurnLocked, TurnOpened
from events.store import EMPTY, Corrupt
from pbem.core.dice import fair_dice
from pbem.core.state.codec import dump
from pbem.core.state.record import OldPosition, Record, UnknownGame
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import Progress, ServiceContext, minute, unwatched
from pbem.service.turns.close import resolve


@dataclass(frozen=True)
class Audit:
    """What an audit found. `broken` is about the log; `different` lists turns that today's rules would play otherwise.

    `odd` is worth knowing and breaks nothing: where the times of the log run backwards, because the machine's clock was set.
    """

    stream: str
    events: int
    rolls: int
    turns: int
    head: str
    broken: list[str]
    different: list[str]
    odd: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Nothing was found that is wrong."""
        return not self.broken and not self.different


def audit(context: ServiceContext, stream: str, seen: Progress = unwatched) -> Audit:
    """Check chain and payloads, every root and every die, and re-run every turn. The stream must exist.

    `seen` is told of each event that is done with: for progress bars.
    """
    try:
        return _audited(context, stream, context.store.verify(stream), seen)
    except (Corrupt, UnknownGame, OldPosition) as e:
        return Audit(stream, 0, 0, 0, "", [str(e)], [])


def _audited(context: ServiceContext, stream: str, head: Head, seen: Progress) -> Audit:
    """The same for a log whose chain and payloads hold."""
    record, found, before = Record(context.games, stream), _Findings([], [], []), ""
    pending: list[Draft] = []
    rolls = turns = 0
    for entry in context.store.read(stream):
        rolls += isinstance(entry.event, Rolled)
        found.odd += _check_time(entry, before)
        before = entry.at
        if isinstance(entry.event, SeedDrawn | SeedRevealed):
            found.broken += _check_seed(record, entry.event)
        if isinstance(entry.event, TurnOpened):
            found.broken += _check_root(record, entry.event)
        if isinstance(entry.event, OrdersFiled):
            found.broken += _check_commitment(record, entry.event)
        if isinstance(entry.event, TurnLocked):
            turns += 1
            pending = resolve(_copy(record))
        if isinstance(entry.event, StateRestored):
            found.broken += _check_restored(context, record, entry.event)
        if pending:
            pending = _compare(entry, pending, found.different)
        record.apply(entry.event, entry.audience)
        seen(1)
    return Audit(stream, head.version, rolls, turns, head.hash.hex(), found.broken, found.different, found.odd)


@dataclass
class _Findings:
    broken: list[str]
    different: list[str]
    odd: list[str]


def _check_time(entry: Entry, before: str) -> list[str]:
    """The order of a log is that of its versions; its times are what the machine's clock said."""
    if entry.at >= before:
        return []
    return [f"version {entry.version} is of {minute(entry.at)}, the one before it of {minute(before)}: the clock was set back"]


def _copy(record: Record) -> Record:
    """A record of its own to run a turn on."""
    made = Record(record.games, record.stream)
    made.restore(record.head, {"ledger": dump(record.ledger), "state": dump(record.state)})
    return made


def _check_seed(record: Record, drawn: SeedDrawn | SeedRevealed) -> list[str]:
    """The hash of each seed is published before it is used: at the opening, and when a game that was over goes on."""
    kept = fair_dice.seed_hash(bytes.fromhex(drawn.seed)) == record.ledger.seed_hash
    return [] if kept else [f"turn {record.ledger.turn}: the seed is not the one whose hash was published"]


def _check_root(record: Record, opened: TurnOpened) -> list[str]:
    """The root must be the seed's: no key was changed after it was published."""
    root = fair_dice.merkle_root(bytes.fromhex(record.ledger.seed), opened.turn, opened.audiences)
    return [] if root == opened.root else [f"turn {opened.turn}: the published dice root is not that of the seed"]


def _check_commitment(record: Record, filed: OrdersFiled) -> list[str]:
    """The seal must be that of these orders, with the salt that follows from the seed."""
    salt = fair_dice.salt(bytes.fromhex(record.ledger.seed), filed.turn, filed.seat)
    sealed = fair_dice.commitment(salt, OrderSheet(filed.sheet).text(), filed.luck)
    kept = filed.salt == salt.hex() and filed.commitment == sealed
    return [] if kept else [f"turn {filed.turn}: the commitment of {filed.seat} is not that of its orders"]


def _check_restored(context: ServiceContext, record: Record, restored: StateRestored) -> list[str]:
    """What a roll-back took up must be the position that the log itself gives for the end of that turn."""
    then = Record(context.games, record.stream)
    context.store.fold(record.stream, EMPTY, then.apply, restored.turn)
    same = encode_json([dump(then.state), then.knowledge.dump()]) == encode_json([restored.state, restored.known])
    return [] if same else [f"turn {record.ledger.turn}: the restored position is not that of the end of turn {restored.turn}"]


def _compare(entry: Entry, pending: list[Draft], different: list[str]) -> list[Draft]:
    """Hold one stored event against the re-run; what is left of the re-run."""
    again, rest = pending[0], pending[1:]
    stored = Draft(entry.event, entry.turn, entry.phase, entry.rule, entry.audience)
    if stored != again:
        different.append(f"turn {entry.turn}, version {entry.version}: stored {_words(stored)}; now {_words(again)}")
        return []
    return rest


def _words(draft: Draft) -> str:
    fields = ", ".join(f"{key}={value}" for key, value in vars(draft.event).items())
    return f"{draft.event.type}({fields}) by {draft.rule or 'no clause'}"
