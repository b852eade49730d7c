"""Section 8: who plays, and the opening position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from events.base import EVERYONE
from events.wet_thrust.opening import DamageCarried, OrderBooksOpened, SeaSet, SheetOpened, SquadronFormed, VesselEntered
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.games.wet_thrust.model.control_sheet import kind_of
from pbem.games.wet_thrust.model.scenario import Before, Entry, Opening, find, mils
from pbem.games.wet_thrust.model.ship_class import AIRCRAFT, ShipClass, exact
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import BRITISH, GERMAN, NATIVE, Options
from pbem.games.wet_thrust.model.units import ON_SURFACE

SENIOR = {GERMAN: "de", BRITISH: "gb"}


# ---------------------------------------------------------------- who plays


def seats(scenario: str, options: Options) -> list[Seat]:
    """Ruling W1: one admiral a side, or (option `admirals`) two where the scenario has ships for both; the senior first."""
    opening = find(scenario)
    found = []
    for side in opening.sides:
        found.append(Seat(SENIOR[side], side, f"{NATIVE[side]} admiral"))
        if options["admirals"] == "two" and opening.shared(side):
            found.append(Seat(f"{SENIOR[side]}2", side, f"{NATIVE[side]} second admiral"))
    return found


def _seat_of(side: str, squadron: int, options: Options) -> str:
    """Ruling W1: whose unit it is."""
    return SENIOR[side] + ("2" if squadron == 2 and options["admirals"] == "two" else "")


# ---------------------------------------------------------------- the opening position


@dataclass(frozen=True)
class Begins(Before):
    """How a vessel begins: what happened to her before, boxes `marked`, loads `used` by launcher, `aircraft` by symbol.

    Symbols and launchers that are not named have all that the sheet prints.
    """

    marked: int = 0
    used: Mapping[str, int] = field(default_factory=dict)
    aircraft: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Starter:
    """A vessel in the place of an entry of the scenario: her id, class and name there, and how she begins."""

    id: str
    printed: ShipClass
    name: str
    begins: Begins


def as_listed(entry: Entry) -> Starter:
    """Section 8: the vessel that the scenario lists, as it lists her."""
    before = entry.before
    return Starter(entry.id, entry.printed, entry.printed.units[entry.id], Begins(before.lost, before.beyond, before.empty))


def set_up(turn: Turn[State], scenario: str, options: Mapping[str, Any]) -> None:
    """Section 8: undamaged ships with full fuel, aircraft ready, in unit order."""
    place(turn, scenario, options, {entry.id: as_listed(entry) for entry in find(scenario).units})


def place(turn: Turn[State], scenario: str, options: Mapping[str, Any], starters: Mapping[str, Starter]) -> None:
    """The opening with these vessels, by the id of their entry; other places stay empty. WT-23.4: boats below are hidden."""
    opening = find(scenario)
    turn.phase("Set-up")
    sea = SeaSet(
        scenario=opening.key,
        options=dict(options),
        sides=list(opening.sides),
        seats={seat.id: seat.side for seat in seats(scenario, options)},
        limit=opening.limit,
        weather=str(options["weather"]),
    )
    turn.emit(sea, "WT-22.2", EVERYONE)
    for side in opening.sides:
        _place_side(turn, opening, side, starters)


def _place_side(turn: Turn[State], opening: Opening, side: str, starters: Mapping[str, Starter]) -> None:
    """WT-11.15: aircraft come directly after their ship, land-based ones after the ships."""
    index = 0
    for entry in opening.roster(side):
        index += 1
        if starter := starters.get(entry.id):
            index = _enter(turn, entry, starter, index)
    for squadron in (each for each in opening.land if each.side == side):
        index += 1
        seat = _seat_of(side, squadron.squadron, turn.state.options)
        land = SquadronFormed(
            squadron.id, index, "", squadron.kind, squadron.aircraft, side, seat, squadron.enters, [*mils(squadron.at)]
        )
        turn.emit(land, "WT-13.7", side)
    turn.emit(OrderBooksOpened(side), "WT-23.3", side)


def _enter(turn: Turn[State], entry: Entry, starter: Starter, index: int) -> int:
    """WT-23.1, WT-23.4: on the surface for all to see, below it for her own side. Returns the last place in unit order."""
    side, begins = entry.plays_for, starter.begins
    seat = _seat_of(side, entry.squadron, turn.state.options)
    entered = _entered(entry, starter, seat, index)
    turn.emit(entered, "WT-23.1", EVERYONE if entered.mode in ON_SURFACE else side)
    sheet = turn.state.sheet_of(turn.state.ships[starter.id])
    turn.emit(SheetOpened(starter.id, list(begins.lost), list(begins.beyond), begins.empty), "WT-23.3", sheet)
    if begins.marked or begins.used:
        turn.emit(DamageCarried(starter.id, begins.marked, dict(begins.used)), "WT-24.4", sheet)
    for event in formed(starter.id, starter.printed, side, seat, index):
        symbol = event.squadron.removeprefix(f"{starter.id}-")
        if symbol not in begins.lost:
            left = begins.aircraft.get(symbol, event.aircraft)
            turn.emit(replace(event, aircraft=left), "WT-11.1", sheet)
        index = event.index
    return index


def _entered(entry: Entry, starter: Starter, seat: str, index: int) -> VesselEntered:
    """WT-24.3: where, on which course and as fast as the entry says, but no faster than the class as printed."""
    printed = starter.printed
    mode = entry.depth_of(printed)
    top = printed.printed_top(below=mode not in ON_SURFACE)
    return VesselEntered(
        ship=starter.id,
        index=index,
        name=starter.name,
        ship_class=printed.key,
        side=entry.plays_for,
        seat=seat,
        at=[*mils(entry.at)],
        course=entry.course,
        speed=str(min(exact(entry.speed), top)),
        mode=mode,
    )


def formed(carrier: str, printed: ShipClass, side: str, seat: str, index: int) -> Iterator[SquadronFormed]:
    """WT-6.2, WT-11.1: the planes and squadrons of a sheet in sheet order, their places in unit order following `index`."""
    strength = {wing.id: wing.aircraft for wing in printed.squadrons}
    aircraft = [system for system in printed.all_systems if kind_of(system) in AIRCRAFT]
    for place, system in enumerate(aircraft, index + 1):
        kind = AIRCRAFT[kind_of(system)]
        yield SquadronFormed(f"{carrier}-{system}", place, carrier, kind, strength.get(system, 1), side, seat, 0, [0, 0])
