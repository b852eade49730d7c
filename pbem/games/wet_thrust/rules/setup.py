"""Section 8: who plays, and the opening position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.base import EVERYONE
from events.wet_thrust.opening import OrderBooksOpened, SeaSet, SheetOpened, SquadronFormed, VesselEntered
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.games.wet_thrust.model.control_sheet import kind_of
from pbem.games.wet_thrust.model.scenario import Entry, Opening, find, mils
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


def set_up(turn: Turn[State], scenario: str, options: Mapping[str, Any]) -> None:
    """Section 8: undamaged ships with full fuel, aircraft ready, in unit order. WT-23.4: boats below the surface are hidden."""
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
        _enter_side(turn, opening, side)


def _enter_side(turn: Turn[State], opening: Opening, side: str) -> None:
    """WT-11.15: aircraft come directly after their ship, land-based ones after the ships."""
    index = 0
    for entry in opening.roster(side):
        index += 1
        _enter(turn, entry, index)
        for event in formed(entry.id, entry.printed, side, _seat_of(side, entry.squadron, turn.state.options), index):
            if event.squadron.removeprefix(f"{entry.id}-") not in entry.before.lost:
                turn.emit(event, "WT-11.1", turn.state.sheet_of(turn.state.ships[entry.id]))
            index = event.index
    for squadron in (each for each in opening.land if each.side == side):
        index += 1
        seat = _seat_of(side, squadron.squadron, turn.state.options)
        land = SquadronFormed(
            squadron.id, index, "", squadron.kind, squadron.aircraft, side, seat, squadron.enters, [*mils(squadron.at)]
        )
        turn.emit(land, "WT-13.7", side)
    turn.emit(OrderBooksOpened(side), "WT-23.3", side)


def _enter(turn: Turn[State], entry: Entry, index: int) -> None:
    """WT-23.1, WT-23.4: on the surface for all to see, below it for her own side."""
    ship, side = entry.printed, entry.plays_for
    seat = _seat_of(side, entry.squadron, turn.state.options)
    entered = VesselEntered(
        ship=entry.id,
        index=index,
        name=ship.units[entry.id],
        ship_class=ship.key,
        side=side,
        seat=seat,
        at=[*mils(entry.at)],
        course=entry.course,
        speed=str(exact(entry.speed)),
        mode=entry.depth,
    )
    turn.emit(entered, "WT-23.1", EVERYONE if entry.depth in ON_SURFACE else side)
    before = entry.before
    opened = SheetOpened(entry.id, list(before.lost), list(before.beyond), before.empty)
    turn.emit(opened, "WT-23.3", turn.state.sheet_of(turn.state.ships[entry.id]))


def formed(carrier: str, printed: ShipClass, side: str, seat: str, index: int) -> Iterator[SquadronFormed]:
    """WT-6.2, WT-11.1: the planes and squadrons of a sheet in sheet order, their places in unit order following `index`."""
    strength = {wing.id: wing.aircraft for wing in printed.squadrons}
    aircraft = [system for system in printed.all_systems if kind_of(system) in AIRCRAFT]
    for place, system in enumerate(aircraft, index + 1):
        kind = AIRCRAFT[kind_of(system)]
        yield SquadronFormed(f"{carrier}-{system}", place, carrier, kind, strength.get(system, 1), side, seat, 0, [0, 0])
