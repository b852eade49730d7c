"""Why something happened: the clause, the dice with their proof, the orders that led to it, and its place in the log.

The mail's answer to `why 3.12` and the page behind a line of the report are made from the same `Why`. It holds what its reader
may know: while the game goes on nobody's orders but their own, and of the log no hash but the one that their report prints. An
event's own hash together with the one before it would let a reader try out version numbers, which count hidden events.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from events.base import EVERYONE, Entry, Event
from events.platform import OrdersFiled, Rolled, TurnLocked
from pbem.core.state.proof_file import proof_file
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service import help_pages
from pbem.service.context import NoSuchGame, ServiceContext
from pbem.service.reports.replay import Step, record_at, turn_steps
from pbem.service.reports.turn_report import NarratedEvent, dice_words, entries_of, narrated
from pbem.service.repository import load
from pbem.service.way_in import WayIn, last_filing, way_in

ID = re.compile(r"[A-Z]+-[A-Z0-9]+\.[0-9]+")
WORD = re.compile(r"[^\s,;]+")


@dataclass(frozen=True)
class Clause:
    """A clause of the rule book; `words` is "" for one that the book does not have."""

    id: str
    words: str


@dataclass(frozen=True)
class RollDetail:
    """A roll of dice. `place` counts, from 1, the rolls of the reader's proof file.

    `whom` says who may see it. `key`, `index` and `path` are its proof (hex); without a proof (the set-up's rolls have none
    before the end) they are "", -1 and [].
    """

    text: str
    purpose: str
    sides: int
    faces: list[int]
    audience: str
    whom: str
    number: int
    place: int
    key: str = ""
    index: int = -1
    path: Sequence[str] = ()

    def proof_words(self, turn: int) -> str:
        """Where it can be checked. The set-up has no proof file: its seed is revealed at the end."""
        if not turn:
            return "A roll of the set-up: it can be checked when the game is over."
        return f"Roll {self.place} of the proof file of turn {turn} (audience {self.whom}, number {self.number})."


@dataclass(frozen=True)
class OrdersThen:
    """The orders of a seat for a unit, as they were when the turn was resolved, and how they came in.

    Where all units of a side are ordered in one block, `unit` is that block, and `lines` are those that name the unit.

    Without a filing for that turn they are advance and standing orders, and `way_in` is of the seat's last filing before it
    (None: it had never filed).
    """

    seat: str
    unit: str
    lines: list[str]
    way_in: WayIn | None = None


@dataclass(frozen=True)
class LogPlace:
    """Where it is in the log. `head` is the one printed in the report of its turn.

    When the game is over also the version of its (last) event, that event's hash and the one before it; until then 0 and "".
    """

    head: str
    version: int = 0
    before: str = ""
    own: str = ""


@dataclass(frozen=True)
class Explanation:
    """What is behind line `step` of a turn. `root` and `digest` are those that its dice follow from, "" in the set-up.

    `previous` and `following` are the lines beside it; None at either end.
    """

    stream: str
    turn: int
    seat: str | None
    step: Step
    clauses: list[Clause]
    rolls: list[RollDetail]
    orders: list[OrdersThen]
    root: str
    digest: str
    link: LogPlace
    previous: Step | None
    following: Step | None


def explain(context: ServiceContext, stream: str, turn: int, number: int, seat: str | None, person: str = "") -> Explanation:
    """Why line `number` of the turn's report happened, as far as this reader may know.

    `person` (by id; "": nobody we know) reads it: of their own mails they are told more than anybody else.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, turn, line or seat.
        ActRefused: everything is asked for while the game goes on.
    """
    steps = turn_steps(context, stream, turn, seat).steps
    if not 0 < number < len(steps):
        raise NoSuchGame(no_line(turn, len(steps) - 1))
    record, viewer = record_at(context, stream, turn, seat)
    entries = entries_of(context, record, turn)
    asked = narrated(record, entries, viewer)[number - 1]
    ended = _ended(context, stream)
    seats = list(record.ledger.seats) if ended else [seat] if seat else []
    return Explanation(
        stream=stream,
        turn=turn,
        seat=seat,
        step=steps[number],
        clauses=clauses_of(record.game.key, asked.line.rule),
        rolls=_throws(record, entries, viewer, asked),
        orders=[each for one in seats for each in _orders(context, record, one, person, entries, asked)],
        root=record.ledger.root if turn else "",
        digest=next((e.event.digest for e in entries if isinstance(e.event, TurnLocked)), ""),
        link=_link(context, record, asked, ended),
        previous=steps[number - 1] if number > 1 else None,
        following=steps[number + 1] if number + 1 < len(steps) else None,
    )


def no_line(turn: int, count: int) -> str:
    """The answer when the line asked for is not there."""
    there_are = f"The lines of turn {turn} are numbered 1 to {count}." if count else f"Turn {turn} has none for you."
    return f"Write `why` and the number of a line of the report, as in `why {turn}.1`. {there_are}"


def clauses_of(game: str, rule: str) -> list[Clause]:
    """The clauses that a rule of an event names, with their words."""
    clauses = help_pages.clauses(game)
    return [Clause(id, clauses.get(id, "")) for id in ID.findall(rule)]


def _ended(context: ServiceContext, stream: str) -> bool:
    row = context.store.game(stream)
    return row is not None and row.status == "ended"


# ---------------------------------------------------------------- dice


def _throws(record: Record, entries: Sequence[Entry], viewer: str | None, asked: NarratedEvent) -> list[RollDetail]:
    """The rolls behind the line, each with its place in the reader's proof file."""
    if not asked.rolls:
        return []
    locked = any(isinstance(e.event, TurnLocked) for e in entries)
    proofs: list[dict[str, Any]] = proof_file(record.ledger, record.stream, viewer, entries)["rolls"] if locked else []
    return [_throw(place, roll, proofs) for place, roll in asked.rolls]


def _throw(place: int, roll: Entry, proofs: Sequence[dict[str, Any]]) -> RollDetail:
    assert isinstance(roll.event, Rolled)  # noqa: S101 (what `told` gives)
    fallen = roll.event
    made = RollDetail(
        text=dice_words(fallen),
        purpose=fallen.purpose,
        sides=fallen.sides,
        faces=fallen.faces,
        audience=roll.audience,
        whom={EVERYONE: "everyone", "": "nobody before the end"}.get(roll.audience, roll.audience),
        number=fallen.number,
        place=place,
    )
    if not proofs:
        return made
    proof = proofs[place - 1]
    return RollDetail(**(vars(made) | {"key": proof["k"], "index": proof["index"], "path": proof["path"]}))


# ---------------------------------------------------------------- orders


def _orders(
    context: ServiceContext, record: Record, seat: str, person: str, entries: Sequence[Entry], asked: NarratedEvent
) -> list[OrdersThen]:
    """What the seat had ordered for the units that the event names."""
    filed = [e for e in entries if isinstance(e.event, OrdersFiled) and e.event.seat == seat]
    sheet = _stood(context, record, seat, filed)
    named = _named(asked.entry.event if asked.entry else None)
    found = _lines_about(sheet, named, set(record.game.report.names(record.known(seat))))
    last = filed[-1:] or (last_filing(context, record, seat) if found else [])
    way = way_in(context, last[0], person) if last else None
    return [OrdersThen(seat, unit, lines, way) for unit, lines in found.items()]


def _stood(context: ServiceContext, record: Record, seat: str, filed: Sequence[Entry]) -> OrderSheet:
    """What counted for the seat in the turn: the last that it filed, else its advance and standing orders."""
    if filed and isinstance(filed[-1].event, OrdersFiled):
        return OrderSheet(filed[-1].event.sheet)
    if not record.ledger.closed:
        return OrderSheet()
    before = load(context, record.stream, record.ledger.closed - 1)
    return before.game.orders.sheet(before.state, seat)


def _named(event: Event | None) -> set[str]:
    """The words of an event among which are the units that it names; of a unit that is written out, its id."""
    named: set[str] = set()
    for value in vars(event).values() if event else ():
        several = value if isinstance(value, list | dict) else [value]
        ids = [each.get("id") if isinstance(each, dict) else each for each in several]
        named.update(each for each in ids if isinstance(each, str))
    return named


def _lines_about(sheet: OrderSheet, named: set[str], units: set[str]) -> dict[str, list[str]]:
    """The orders for what the event names, by block; of a block that is of no one unit, the lines that name one of these."""
    found = {}
    for block, lines in sheet.units.items():
        if block in named:
            about = list(lines)
        else:
            about = [line for line in lines if block not in units and units & named & set(WORD.findall(line))]
        if about:
            found[block] = about
    return found


# ---------------------------------------------------------------- the log


def _link(context: ServiceContext, record: Record, asked: NarratedEvent, ended: bool) -> LogPlace:
    head = record.head.hash.hex()
    if not ended:
        return LogPlace(head)
    entry = asked.entry or asked.rolls[-1][1]
    (before,) = context.store.read(record.stream, entry.version - 2, entry.version - 1)
    return LogPlace(head, entry.version, before.hash.hex(), entry.hash.hex())
