"""Audit: is every event of a log one that the rules or the service had to write there, and is none missing?

Each act on a game is a function of its record and the time. The audit finds with what an act was done in the events that it
left, and does it again with the same functions: what it does not give cannot be, and what it gives must be there. So turns are
resolved again, too, the set-up from its seed, and a roll-back from the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from events.base import Draft, Event
from events.platform import GameOpened, GameReopened, Rolled, StateRestored, TurnClosed, TurnLocked
from events.store import EMPTY, Corrupt
from pbem.core.dice import fair_dice
from pbem.core.game.options import NoScenario
from pbem.core.state.record import OldPosition, Record, UnknownGame
from pbem.core.texts.envelope import shortened
from pbem.service.audit.acts.moment import Act, Ahead, Moment, Reader, Stored
from pbem.service.audit.acts.table import READERS
from pbem.service.audit.snapshot_checks import Copies
from pbem.service.campaigns.battle_logs import BattleLogs
from pbem.service.context import ActRefused, NoSuchSeat, Progress, ServiceContext, minute, unwatched
from pbem.service.turns.close import follow

REFUSED = (ActRefused, NoSuchSeat, NoScenario)
"""How an act says that it cannot be done."""


@dataclass(frozen=True)
class Audit:
    """What an audit found. `broken` is what no rule and no act had to write, and what is missing; `different` are turns that
    were played by older rules, and that today's would play otherwise.

    `odd` is worth knowing and breaks nothing: older rules, battles of a campaign whose logs are not here, and where the times
    of the log run backwards, because the machine's clock was set.
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
    """Do again all that a log says was done, and compare what repeats the log with it. The stream must exist.

    `seen` is told of each event that is done with: for progress bars.
    """
    walk = _Walk(context, stream, seen)
    try:
        walk.go()
        walk.broken += [*walk.copies.left(walk.record.head), *context.store.stale_rows(stream)]
    except (Corrupt, UnknownGame, OldPosition) as e:
        walk.broken.append(str(e))
    except Exception as e:  # a log that somebody else wrote may lead anywhere; the rules only know their own
        after, words = walk.record.head.version, f"{type(e).__name__}: {e}"
        walk.broken.append(f"version {after + 1}: it cannot follow what comes before it ({words}), so no more was looked at")
    head = walk.record.head
    return Audit(stream, head.version, walk.rolls, walk.turns, head.hash.hex(), walk.broken, walk.different, walk.odd)


class _Walk:
    """From act to act through a log. The record has folded all that was looked at, right or wrong."""

    def __init__(self, context: ServiceContext, stream: str, seen: Progress) -> None:
        self.context, self.stream, self.seen = context, stream, seen
        self.record = Record(context.games, stream)
        self.copies = Copies(context, stream)
        self.ahead = Ahead(context.store.proved_rows(stream))
        self.battles = BattleLogs(context)
        self.rolls = self.turns = 0
        self.at = ""
        self.broken: list[str] = []
        self.different: list[str] = []
        self.odd: list[str] = []

    def go(self) -> None:
        """To the end of the log. Raises `Corrupt`, `UnknownGame` or `OldPosition` where nothing more can be read."""
        while (first := self.ahead[0]) is not None:
            before = self.record.head
            self._judge(first)
            if self.record.head == before:  # nothing of what is there belongs to the act
                self._fold_next()
        if self._rules_are_older():
            begun, today = self.record.ledger.rules_version, self.record.game.rules_version
            self.odd.append(f"begun under version {begun} of the rules; today's are version {today}")
        self.odd += self.battles.missing.values()

    def _moment(self) -> Moment:
        return Moment(self.record, self.ahead, self._past, self.battles)

    def _judge(self, first: Stored) -> None:
        """Hold the events from here on against the act that begins with them, or against the one that comes nearest."""
        moment, near, most = self._moment(), Act([]), -1
        refusals: list[str] = []
        for reader in READERS.get(type(first.event), ()):
            act = self._done_again(reader, moment, first.event)
            if isinstance(act, str):
                refusals.append(act)
                continue
            if (same := self._same(act.drafts)) > most or same == len(act.drafts):
                most, near = same, act
            if same == len(act.drafts):
                break
        if most < 0:
            self._cannot_be(first, "; ".join(dict.fromkeys(refusals)))
        else:
            self._compared(first, near, most)

    def _done_again(self, reader: Reader, moment: Moment, event: Event) -> Act | str:
        """What the act gives; or why it could not be done."""
        if self.record.ledger.ended and not isinstance(event, GameReopened):
            return "the game was over"
        try:
            act = reader(moment, event)
        except Corrupt:
            raise
        except Exception as e:  # a log that somebody else wrote may lead anywhere; rules and acts only know their own
            return str(e) if isinstance(e, REFUSED) else f"{type(e).__name__}: {e}"
        return act if act.drafts else "it changes nothing"

    def _same(self, drafts: Sequence[Draft]) -> int:
        """How many of them come next in the log, all at once."""
        count = 0
        for stored, draft in zip(self.ahead.at_once(), drafts, strict=False):
            if not stored.is_of(draft):
                break
            count += 1
        return count

    def _cannot_be(self, stored: Stored, why: str) -> None:
        stored.check()
        self.broken.append(f"{_place(stored)} cannot be: {why or 'no rule wrote it here'}")
        self._fold_next()

    def _compared(self, first: Stored, act: Act, same: int) -> None:
        """Fold what is there of an act, and say where it is not what it had to be."""
        if act.refused:
            self.broken.append(f"{_place(first)} cannot be: {act.refused}")
        if same == len(act.drafts):
            self._fold(act)
            return
        for _ in range(same):
            self._fold_next()
        due = act.drafts[same:]
        resolves = any(isinstance(draft.event, TurnClosed) for draft in due)
        by_older_rules = self._rules_are_older() and (resolves or isinstance(first.event, GameOpened))
        (self.different if by_older_rules else self.broken).append(self._differs(first, due[0]))
        if resolves:
            self._fold_turn(first)
        elif self.ahead[0] is not None:
            rest = self._beyond(self.ahead[0], due)
            self._compared(first, Act(rest), self._same(rest))

    def _beyond(self, there: Stored, due: Sequence[Draft]) -> Sequence[Draft]:
        """What is left of an act after the first place where it is not as it had to be."""
        if there.type == due[0].event.type:  # changed
            self._fold_next()
            return due[1:]
        if len(due) > 1 and there.is_of(due[1]):  # left out
            return due[1:]
        if (after := self.ahead[1]) is not None and after.is_of(due[0]):  # put in
            self._fold_next()
            return due
        return []

    def _differs(self, first: Stored, due: Draft) -> str:
        """What is there instead of the event that was due."""
        there = self.ahead[0]
        if there is None:
            last = self.record.head.version
            return f"turn {first.turn}, version {last}: the log ends before {due.event.type}, which had to follow"
        there.check()
        if there.type != due.event.type:
            return f"{_place(there)} cannot be: {due.event.type} had to come here"
        if there.at != first.at:
            return f"{_place(there)} is of {there.at}, and what it belongs to of {first.at}"
        return f"{_place(there)} is not as it had to be: {_difference(there.draft, due)}"

    def _rules_are_older(self) -> bool:
        """Was the game begun under other rules than today's? These may play otherwise, and that breaks nothing."""
        ledger = self.record.ledger
        return bool(ledger.game) and ledger.rules_version != self.record.game.rules_version

    # ------------------------------------------------------------ folding

    def _fold(self, act: Act) -> None:
        """A whole act that is as it had to be. What was played out is taken as it is, unless somebody looks at its middle."""
        last = self.record.head.version + len(act.drafts)
        restored = any(isinstance(draft.event, StateRestored) for draft in act.drafts)
        if act.after is None or restored or self.copies.upto(last):
            for _ in act.drafts:
                self._fold_next()
            return
        self.record.take_over(act.after, act.drafts)
        for _ in act.drafts:
            self._pass(self.ahead.take())

    def _fold_turn(self, first: Stored) -> None:
        """The rest of a turn that was resolved otherwise: its dice are those of its seed all the same, and it is followed."""
        turn, due = first.turn, self.record.ledger.due
        while (stored := self.ahead[0]) is not None and stored.turn <= max(turn, self.record.ledger.turn):
            stored.check()
            if isinstance(stored.event, Rolled) and not _is_fair(self.record, stored):
                self.broken.append(f"{_place(stored)} cannot be: its dice are not those of the seed")
            self._fold_next()
            if stored.type == TurnClosed.type:
                following = follow(self.record, self._moment().now, due) if self.ahead[0] else []
                if following:
                    self._compared(first, Act(following), self._same(following))
                return

    def _fold_next(self) -> None:
        """The next event, right or wrong."""
        stored = self.ahead.take()
        self.record.apply(stored.event, stored.audience)
        self._pass(stored)
        self.broken += self.copies.at(self.record, stored.turn)

    def _pass(self, stored: Stored) -> None:
        """An event is done with."""
        if stored.at < self.at:
            self.odd.append(
                f"version {stored.version} is of {minute(stored.at)}, the one before it of {minute(self.at)}:"
                " the clock was set back"
            )
        self.at = stored.at
        self.record.head = stored.head
        self.rolls += stored.type == Rolled.type
        self.turns += stored.type == TurnLocked.type
        self.seen(1)

    def _past(self, turn: int) -> Record:
        """The record at the end of an earlier turn, from the log."""
        then = Record(self.context.games, self.stream)
        then.head = self.context.store.fold(self.stream, EMPTY, then.apply, turn, check=False)
        return then


def _place(stored: Stored) -> str:
    return f"turn {stored.turn}, version {stored.version}: {stored.type}"


def _is_fair(record: Record, stored: Stored) -> bool:
    """Are these the faces that follow from the seed, the orders and the place of the roll?"""
    roll, ledger = stored.event, record.ledger
    assert isinstance(roll, Rolled)  # noqa: S101 (the caller has looked)
    dice = fair_dice.FairDice(bytes.fromhex(ledger.seed), stored.turn, ledger.digest)
    return dice.throw(stored.audience, roll.number, roll.purpose, len(roll.faces), roll.sides) == roll.faces


def _difference(there: Draft, due: Draft) -> str:
    """The first fields that are not as they had to be."""
    pairs = [(name, getattr(there, name), getattr(due, name)) for name in ("turn", "phase", "rule", "audience")]
    pairs += [(name, vars(there.event).get(name), value) for name, value in vars(due.event).items()]
    found = [f"{name} is {shortened(repr(a), 80)}, not {shortened(repr(b), 80)}" for name, a, b in pairs if a != b]
    return "; ".join(found[:3]) or "it is written in another way"
