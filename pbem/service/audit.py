"""Audit: is the log what was written, are the dice fair, and do today's rules play every turn the same again?"""

from __future__ import annotations

from dataclasses import dataclass

from events.base import Draft, Entry
from events.codec import encode_json
from events.platform import OrdersFiled, Rolled, StateRestored, TurnLocked, TurnOpened
from events.store import EMPTY, Corrupt
from pbem.core import dice
from pbem.core.orders import OrderSheet
from pbem.core.record import Record
from pbem.service.closing import resolve
from pbem.service.room import Room


@dataclass(frozen=True)
class Audit:
    """What an audit found. `broken` is about the log; `different` lists turns that today's rules would play otherwise."""

    stream: str
    events: int
    rolls: int
    turns: int
    head: str
    broken: list[str]
    different: list[str]

    @property
    def sound(self) -> bool:
        """Nothing at all was found."""
        return not self.broken and not self.different


def audit(room: Room, stream: str) -> Audit:
    """Check chain and payloads, every root and every die, and re-run every turn. The stream must exist."""
    try:
        head = room.store.verify(stream)
    except Corrupt as e:
        return Audit(stream, 0, 0, 0, "", [str(e)], [])
    record, found = Record(room.games, stream), _Findings([], [])
    pending: list[Draft] = []
    rolls = turns = 0
    for entry in room.store.read(stream):
        rolls += isinstance(entry.event, Rolled)
        if isinstance(entry.event, TurnOpened):
            found.broken += _check_root(record, entry.event)
        if isinstance(entry.event, OrdersFiled):
            found.broken += _check_commitment(record, entry.event)
        if isinstance(entry.event, TurnLocked):
            turns += 1
            pending = resolve(_copy(record))
        if isinstance(entry.event, StateRestored):
            found.broken += _check_restored(room, record, entry.event)
        if pending:
            pending = _compare(entry, pending, found.different)
        record.apply(entry.event)
    return Audit(stream, head.version, rolls, turns, head.hash.hex(), found.broken, found.different)


@dataclass
class _Findings:
    broken: list[str]
    different: list[str]


def _copy(record: Record) -> Record:
    """A record of its own to run a turn on."""
    made = Record(record.games, record.stream)
    made.restore(record.head, {"ledger": record.ledger.dump(), "state": record.game.dump(record.state)})
    return made


def _check_root(record: Record, opened: TurnOpened) -> list[str]:
    """The root must be the seed's: no key was changed after it was published."""
    root = dice.merkle_root(bytes.fromhex(record.ledger.seed), opened.turn, opened.audiences)
    return [] if root == opened.root else [f"turn {opened.turn}: the published dice root is not that of the seed"]


def _check_commitment(record: Record, filed: OrdersFiled) -> list[str]:
    """The seal must be that of these orders, with the salt that follows from the seed."""
    salt = dice.salt(bytes.fromhex(record.ledger.seed), filed.turn, filed.seat)
    sealed = dice.commitment(salt, OrderSheet(filed.sheet).text(), filed.luck)
    kept = filed.salt == salt.hex() and filed.commitment == sealed
    return [] if kept else [f"turn {filed.turn}: the commitment of {filed.seat} is not that of its orders"]


def _check_restored(room: Room, record: Record, restored: StateRestored) -> list[str]:
    """What a roll-back took up must be the position that the log itself gives for the end of that turn."""
    then = Record(room.games, record.stream)
    room.store.fold(record.stream, EMPTY, then.apply, restored.turn)
    same = encode_json(then.game.dump(then.state)) == encode_json(restored.state)
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
