"""What became of filed orders: did they count, or what took their place; and which lines of the turn's report are about them.

Nothing here says that an order caused a line. Below an order are the lines that quote it; without such a line those that begin
with its unit and name another that the order names. Any other line about the unit is below the unit. All are lines of the
seat's own report, so that nothing shows which that report does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from events.base import Entry
from events.platform import OrdersFiled, RolledBack, TurnLocked
from pbem.core.texts.envelope import OrderSheet
from pbem.service.context import NoSuchGame, ServiceContext
from pbem.service.current_orders import check_seat
from pbem.service.reports.replay import Step, record_at, turn_steps, undone
from pbem.service.repository import no_game, reading
from pbem.service.way_in import SHOWN, WayIn, filings_of, way_in

ID = re.compile(r"[\w-]+")

TurnState = Literal["open", "resolved", "left"]
"""Open; resolved; or left without being resolved: the game was rolled back or ended."""


@dataclass(frozen=True)
class OrderOutcome:
    """An order, and the lines that quote it, else those of its unit and another that it names."""

    text: str
    lines: list[Step] = field(default_factory=list)


@dataclass(frozen=True)
class UnitOutcome:
    """The orders of a unit, its name ("" if it has only an id), and the other lines about it."""

    unit: str
    name: str
    orders: list[OrderOutcome]
    others: list[Step] = field(default_factory=list)


@dataclass(frozen=True)
class FilingOutcome:
    """What became of a filing.

    `ways` is how it came in: several times, if the same was filed again later. `replaced` is the filing that took its place
    (None: none did). `undone` is why the turn was rolled back after it was resolved, or "". `again` are the filings that
    repeated it when the turn was played again.
    """

    stream: str
    turn: int
    seat: str
    ways: list[WayIn]
    luck: str
    state: TurnState
    replaced: WayIn | None
    undone: str
    again: list[WayIn]
    units: list[UnitOutcome]

    @property
    def counted(self) -> bool:
        """Was the turn resolved with it?"""
        return self.state == "resolved" and self.replaced is None


def filing_outcome(context: ServiceContext, stream: str, turn: int, seat: str, filing: str, person: str = "") -> FilingOutcome:
    """What became of the seat's filing whose seal begins with `filing` (16 hex digits), as the seat's player may know.

    `person` (by id; "": nobody we know) reads it: of their own mails they are told more than anybody else.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, seat or filing.
    """
    filed = _filings(context, stream, turn, seat)
    same = [entry for entry in filed if _event(entry).commitment[:SHOWN] == filing]
    if not same:
        raise NoSuchGame(f"for turn {turn} of {stream} {seat} has filed nothing with this seal")
    event, state = _event(same[-1]), _state(context, stream, turn)
    later = filed[filed.index(same[-1]) + 1 :]
    counted = state == "resolved" and not later
    return FilingOutcome(
        stream=stream,
        turn=turn,
        seat=seat,
        ways=[way_in(context, entry, person) for entry in same],
        luck=event.luck,
        state=state,
        replaced=way_in(context, later[0], person) if later else None,
        undone=undone(context, stream).get(turn, "") if state == "resolved" else "",
        again=_again(context, stream, turn, seat, person) if counted else [],
        units=_units(context, stream, turn, seat, OrderSheet(event.sheet), counted),
    )


def _filings(context: ServiceContext, stream: str, turn: int, seat: str) -> list[Entry]:
    if context.store.game(stream) is None:
        raise no_game(context, stream)
    with reading(context, stream) as record:
        check_seat(record, seat)
    return filings_of(context, stream, seat, turn)


def _event(entry: Entry) -> OrdersFiled:
    assert isinstance(entry.event, OrdersFiled)  # noqa: S101 (what `filings_of` gives)
    return entry.event


def _state(context: ServiceContext, stream: str, turn: int) -> TurnState:
    row = context.store.game(stream)
    if row is None or turn > row.closed:
        return "open"
    first = context.store.before_turn(stream, turn)
    locked = next(context.store.select(stream, [TurnLocked], first), None)
    return "resolved" if locked and locked.turn == turn else "left"


def _again(context: ServiceContext, stream: str, turn: int, seat: str, person: str) -> list[WayIn]:
    """The filings that repeated the seat's orders of a turn when it was played again, each in a turn of its own."""
    backs = (e.event for e in context.store.select(stream, [RolledBack], context.store.before_turn(stream, turn)))
    turns = [back.turn + 1 for back in backs if isinstance(back, RolledBack) and back.again == turn]
    return [way_in(context, entry, person) for again in turns for entry in filings_of(context, stream, seat, again)]


# ---------------------------------------------------------------- lines of the report


def _units(context: ServiceContext, stream: str, turn: int, seat: str, sheet: OrderSheet, counted: bool) -> list[UnitOutcome]:
    """The orders unit by unit, with the lines of the report if they counted in the turn."""
    if not counted:
        with reading(context, stream) as record:
            names = record.game.report.names(record.known(seat))
        return [UnitOutcome(unit, names.get(unit, ""), [OrderOutcome(text) for text in lines]) for unit, lines in _given(sheet)]
    record, viewer = record_at(context, stream, turn, seat)
    names = record.game.report.names(record.known(viewer))
    steps = turn_steps(context, stream, turn, seat).steps[1:]
    return [unit_outcome(unit, names.get(unit, ""), lines, steps) for unit, lines in _given(sheet)]


def _given(sheet: OrderSheet) -> list[tuple[str, Sequence[str]]]:
    """The units that have orders."""
    return [(unit, lines) for unit, lines in sheet.units.items() if lines]


def unit_outcome(unit: str, name: str, lines: Sequence[str], steps: Sequence[Step]) -> UnitOutcome:
    """The orders of a unit, each with the lines that belong to it as the head of this module says."""
    about = [step for step in steps if unit in step.units or unit in ID.findall(step.text)]
    quotes = {step.number: _quoted(step.text, lines) for step in about}
    acts = [step for step in about if step.units[:1] == [unit] and not quotes[step.number]]
    orders = []
    for text in lines:
        named = {*ID.findall(text)} - {unit}
        quoting = [step for step in about if text in quotes[step.number]]
        orders.append(OrderOutcome(text, quoting or [step for step in acts if named & {*step.units}]))
    placed = {step.number for order in orders for step in order.lines}
    return UnitOutcome(unit, name, orders, [step for step in about if step.number not in placed])


def _quoted(text: str, lines: Collection[str]) -> set[str]:
    """Which of these orders a line of the report quotes; an order within a longer one that is quoted is not meant by it."""
    rest, found = f" {' '.join(text.split())} ".casefold(), set()
    for order in sorted(set(lines), key=len, reverse=True):
        words = re.compile(rf"(?<![\w-]){re.escape(' '.join(order.split()).casefold())}(?![\w-])")
        if words.search(rest):
            found.add(order)
            rest = words.sub(" ", rest)
    return found
