"""The report of a turn for one reader: what they may know of it, and nothing else. A pure function of the log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from events.base import Entry, Event, Head, visible
from events.platform import (
    DeadlineSet,
    GameEnded,
    PolicySet,
    Rolled,
    RolledBack,
    TurnClosed,
    TurnLocked,
    TurnOpened,
)
from pbem.core.drawing.scene import Scene
from pbem.core.game.phrases import numbered, sentence
from pbem.core.game.protocol import Game
from pbem.core.game.report_parts import Ask, Panel
from pbem.core.state.ledger import Ledger
from pbem.core.state.ledger_handlers import HANDLERS
from pbem.core.state.proof_file import proof_file
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_titles
from pbem.present.report import Report, ReportLine
from pbem.service.context import ServiceContext, minute
from pbem.service.history import entry_words, history_of, position
from pbem.service.repository import load

SET_UP = "set-up"
"""A deadline before the first turn of the rule book's own count."""


@dataclass(frozen=True)
class NarratedEvent:
    """A line of the report with what is behind it: the entry of its event (None: dice fell without effect) and its rolls.

    A roll has its place, from 1, among those of the reader's proof file.
    """

    line: ReportLine
    entry: Entry | None
    rolls: list[tuple[int, Entry]]


class Pictures(NamedTuple):
    """Those of a reader that are drawn, and the others."""

    drawn: list[Scene]
    others: Iterator[Scene]


@dataclass(frozen=True)
class ResolvedTurn:
    """A turn as the log has it: the record at its end, its entries, and what follows them (the next turn, its deadline)."""

    turn: int
    record: Record
    entries: list[Entry]
    following: list[Entry]
    _pictures: dict[str | None, Pictures] = field(default_factory=dict)

    def scenes(self, seat: str | None) -> list[Scene]:
        """The pictures for this reader, the map first; each is drawn once."""
        pictures = self._pictures_of(seat)
        pictures.drawn.extend(pictures.others)
        return pictures.drawn

    def map(self, seat: str | None) -> Scene:
        """The first of them alone."""
        return self._pictures_of(seat).drawn[0]

    def _pictures_of(self, seat: str | None) -> Pictures:
        if seat not in self._pictures:
            drawing = self.record.game.report.draw(self.record.known(seat))
            self._pictures[seat] = Pictures([next(drawing)], drawing)
        return self._pictures[seat]


@dataclass(frozen=True)
class TurnReport:
    """A report; `due` is the deadline that was set with the end of the turn ("": none), `at` when the turn ended."""

    report: Report
    resolved: ResolvedTurn
    seat: str | None
    seen: list[Entry]

    @property
    def map(self) -> Scene:
        """The first of its pictures alone."""
        return self.resolved.map(self.seat)

    @property
    def scenes(self) -> Sequence[Scene]:
        """Its pictures, the map first, drawn when they are first taken."""
        return self.resolved.scenes(self.seat)

    @cached_property
    def proof(self) -> str:
        """Its proof file as JSON text; "" for a turn that was never locked."""
        record = self.resolved.record
        return (
            ""
            if self.report.rolls is None
            else json.dumps(proof_file(record.ledger, record.stream, self.seat, self.seen), indent=1)
        )

    @property
    def due(self) -> str:
        return _due(self.resolved.following)

    @property
    def at(self) -> str:
        return self.resolved.entries[-1].at


def turn_report(context: ServiceContext, stream: str, turn: int, seat: str | None) -> TurnReport:
    """What `seat` (None: a spectator) is told of `turn` (0: the opening). The same bytes whenever it is asked for.

    A turn in which the game master ended the game was never locked: it has no dice and no proof file.
    """
    return report_of(resolved_turn(context, stream, turn), seat)


class TurnEnd(NamedTuple):
    """The head of the log when a turn was over, and the hash of the last event that the reports of the turn are made of."""

    head: Head
    told: bytes


def turn_end(context: ServiceContext, stream: str, turn: int) -> TurnEnd:
    """Where a resolved turn ended in the log as it is now; kept for the next who asks."""
    head = context.store.head(stream)

    def look() -> TurnEnd:
        end = min(context.store.head_before(stream, turn + 1), head)
        *_, last = context.store.read(stream, end.version - 1, min(end.version + 2, head.version))
        return TurnEnd(end, last.hash)  # a report tells how the next turn was opened

    found: TurnEnd = context.rendered.get(("turn end", stream, turn, head.hash), look)
    return found


def resolved_turn(context: ServiceContext, stream: str, turn: int) -> ResolvedTurn:
    """A turn (0: the opening) from the log, for all its readers. Raises what `load` does."""
    record = load(context, stream, turn)
    following = list(context.store.read(stream, record.head.version, record.head.version + 2))
    return ResolvedTurn(turn, record, entries_of(context, record, turn), following)


def report_of(resolved: ResolvedTurn, seat: str | None) -> TurnReport:
    """What `seat` (None: a spectator) is told of the turn."""
    record, entries = resolved.record, resolved.entries
    known, seen = record.known(seat), _seen(record, entries, seat)
    return TurnReport(_report(resolved, seat, known, seen), resolved, seat, seen)


def entries_of(context: ServiceContext, record: Record, turn: int) -> list[Entry]:
    """What the log holds of the turn up to the record's head."""
    return list(context.store.read(record.stream, context.store.before_turn(record.stream, turn), record.head.version))


def _seen(record: Record, entries: list[Entry], seat: str | None) -> list[Entry]:
    """Those that the reader may see: all, when the game has ended."""
    if record.ledger.ended:
        return entries
    reader = record.ledger.reader(seat)
    return [e for e in entries if visible(e.audience, reader)]


def rolls_shown(record: Record, entries: list[Entry], seat: str | None) -> int | None:
    """How many rolls of a turn (its entries, the record at its end) the reader is shown; None if it was never locked."""
    if not any(isinstance(entry.event, TurnLocked) for entry in entries):
        return None
    return sum(isinstance(entry.event, Rolled) for entry in _seen(record, entries, seat))


def narrated(record: Record, entries: list[Entry], seat: str | None) -> list[NarratedEvent]:
    """The lines of the report that `seat` is given of these entries, with what is behind each."""
    return _narrated(record.game, record.known(seat), _seen(record, entries, seat))


def _report(resolved: ResolvedTurn, seat: str | None, known: Any, seen: list[Entry]) -> Report:
    turn, record, entries, following = resolved.turn, resolved.record, resolved.entries, resolved.following
    ledger, game = record.ledger, record.game
    opened = next((e.event for e in following if isinstance(e.event, TurnOpened)), None)
    back = next((e.event for e in seen if isinstance(e.event, RolledBack)), None)
    owes = {} if back and back.again else game.rules.due(record.state)
    panels: list[Panel] = list(game.report.panels(known))
    turns = game.rules.turns(record.state)
    counted = _counted(turn, turns.played, seen)
    titles = seat_titles(game, ledger.scenario, ledger.seats)
    happened = [entry.event for entry in seen if type(entry.event) not in HANDLERS]
    return Report(
        game=record.stream,
        title=f"{game.title}: {ledger.title}",
        scenario=ledger.scenario,
        turn=turn,
        counted=counted,
        heading=_heading(record, turn, counted, back),
        summary=game.report.summary(happened, known) if happened else [],
        seat=seat or "",
        seat_title=titles[seat] if seat else "",
        side=ledger.seats[seat] if seat else "",
        lines=[each.line for each in _narrated(game, known, seen)],
        panels=panels,
        standing=[
            *_battle(ledger),
            *_standing(titles, seen, _wanted(owes, seat, titles) or _nothing_wanted(ledger, owes, back)),
        ],
        due=minute(_due(following)),
        root=opened.root if opened else "",
        next_turn=opened.turn if opened else 0,
        next_words=numbered(opened.turn, turns.next) if opened else "",
        digest=next((e.event.digest for e in seen if isinstance(e.event, TurnLocked)), ""),
        rolls=rolls_shown(record, entries, seat),
        head=record.head.hash.hex(),
        template=game.report.template(known) if seat in owes else "",
        verdict=ledger.verdict,
        clause_note=f"{game.clauses}-x.y are clauses of the rule book docs/rules/{game.key}.md.",
    )


def _due(following: list[Entry]) -> str:
    """The deadline that was set with the end of the turn; "" if none was."""
    return next((e.event.due for e in following if isinstance(e.event, DeadlineSet)), "")


def _counted(turn: int, played: str, seen: list[Entry]) -> str:
    """What the rule book calls the turn; "" for one that was not played."""
    if not turn:
        return "the opening"
    return (played or SET_UP) if any(isinstance(entry.event, TurnLocked) for entry in seen) else ""


def _heading(record: Record, turn: int, counted: str, back: RolledBack | None) -> str:
    if back:
        return f"Turn {turn} was not resolved; {position(back.to)}"
    if not turn:
        return "The opening position"
    words = sentence(numbered(turn, counted))
    return f"{words}: the end" if record.ledger.ended else words


def _wanted(owes: Mapping[str, Ask], seat: str | None, titles: Mapping[str, str]) -> str:
    """What is wanted now, of this seat or only of others; "" for a spectator and after the end."""
    if seat is None or not owes:
        return ""
    if seat in owes:
        return f"Wanted now: {owes[seat].what}."
    return f"Nothing is wanted of you now; orders are wanted of {', '.join(titles[each] for each in owes)}."


def _nothing_wanted(ledger: Ledger, owes: Mapping[str, Ask], back: RolledBack | None) -> str:
    """Of a turn in which nobody owes orders; "" for any other, and after the end."""
    if owes or back or ledger.ended:
        return ""
    return "No orders are wanted now: the next turn ends by itself, and has no deadline."


def _battle(ledger: Ledger) -> list[str]:
    """Which battle of which campaign the game is; nothing for one that is none."""
    if not ledger.campaign:
        return []
    battle = f"battle {ledger.battle} of campaign {ledger.campaign}"
    return [f"This was {battle}, whose next report says what follows." if ledger.ended else f"This is {battle}."]


def _standing(titles: Mapping[str, str], seen: list[Entry], wanted: str) -> list[str]:
    """What the game master and others did, who sent nothing, and what is wanted now."""
    done = [entry_words(entry) for entry in history_of((e for e in seen if _of_this_turn(e)), titles)]
    missed = [titles[seat] for e in seen if isinstance(e.event, TurnLocked) for seat in e.event.missed]
    lines = [f"No orders came from: {', '.join(missed)}. Advance and standing orders were used."] if missed else []
    return [*done, *lines, wanted] if wanted else [*done, *lines]


def _of_this_turn(entry: Entry) -> bool:
    """Is it to be told apart from the turn itself? Of the opening only what all are to know beforehand.

    What is no event of the platform the game itself tells.
    """
    if entry.turn == 0:
        return isinstance(entry.event, PolicySet)
    return type(entry.event) in HANDLERS and not isinstance(entry.event, TurnClosed | GameEnded)


def _narrated(game: Game[Any], known: Any, seen: list[Entry]) -> list[NarratedEvent]:
    """What is worth a sentence; dice rolled since the last one go with the next one of their phase."""
    found: list[NarratedEvent] = []
    rolled: list[tuple[int, Entry]] = []
    count = 0
    for entry in seen:
        if rolled and entry.phase != rolled[0][1].phase:
            found.append(_alone(len(found) + 1, rolled))
            rolled = []
        if isinstance(entry.event, Rolled):
            count += 1
            rolled.append((count, entry))
        elif type(entry.event) not in HANDLERS:
            text = game.report.tell(entry.event, known)
            if text:
                dice = [dice_words(roll.event) for _, roll in rolled]
                line = ReportLine(entry.phase, text, entry.rule, dice, len(found) + 1)
                found.append(NarratedEvent(line, entry, rolled))
                rolled = []
    return [*found, _alone(len(found) + 1, rolled)] if rolled else found


def dice_words(event: Event) -> str:
    """`3d6 torpedoes to hit: 2 5 6`."""
    assert isinstance(event, Rolled)  # noqa: S101 (what `_narrated` collects)
    return f"{len(event.faces)}d{event.sides} {event.purpose}: {' '.join(map(str, event.faces))}"


def _alone(number: int, rolled: list[tuple[int, Entry]]) -> NarratedEvent:
    """Dice that nothing worth a sentence followed."""
    first = rolled[0][1]
    dice = [dice_words(roll.event) for _, roll in rolled]
    return NarratedEvent(ReportLine(first.phase, "Dice fell without effect.", first.rule, dice, number), None, rolled)
