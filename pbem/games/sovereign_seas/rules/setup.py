"""Chapter E and section 8: who plays, the opening position, and the set-up deadlines before turn 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from events.base import EVERYONE
from events.sovereign_seas.opening import (
    DamageCarried,
    EntryChosen,
    FleetTaken,
    LogOpened,
    OrdersStood,
    PlacingVoid,
    SeaSet,
    ShipEntered,
    ShipNamed,
    ShipPlaced,
    StageClosed,
)
from pbem.core.fleets.fleet_units import Unit
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas.language.lines import read_lines
from pbem.games.sovereign_seas.model.condition import log_of
from pbem.games.sovereign_seas.model.formation import berth_of, faults
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.orders import FLEET, Enter, Line, PlaceShip, Take
from pbem.games.sovereign_seas.model.scenario import (
    OPENINGS,
    Berth,
    berths,
    buyable,
    closed_up,
    cost,
    default_fleet,
    find,
    line_up,
    printed_units,
)
from pbem.games.sovereign_seas.model.state import Log, Ship, State
from pbem.games.sovereign_seas.model.tables import BRITISH, CLASSES, FRENCH, SIDES, Options, class_of

SENIOR = {BRITISH: "gb", FRENCH: "fr"}
CLAUSES = {"fleet": "SSL-O1.1", "blockade": "SSL-O2.1", "convoy": "SSL-O3.1", "duel": "SSL-E.1"}
"""The clause of each sort of set-up."""


# ---------------------------------------------------------------- who plays


def seats(scenario: str, options: Mapping[str, Any]) -> list[Seat]:
    """SSL-A.1: one admiral a side, or (option `admirals`) two who share its ships; the senior of a side first."""
    found = []
    for side in SIDES:
        found.append(Seat(SENIOR[side], side, f"{side.title()} admiral"))
        if options["admirals"] == "two":
            found.append(Seat(f"{SENIOR[side]}2", side, f"{side.title()} second admiral"))
    return found


def _seat_of(side: str, squadron: int, options: Options) -> str:
    """SSL-X.16: whose ship she is."""
    return SENIOR[side] + ("2" if squadron == 2 and options["admirals"] == "two" else "")


# ---------------------------------------------------------------- the opening position


def set_up(turn: Turn[State], scenario: str, options: Mapping[str, Any]) -> None:
    """SSL-E.1: map, logs and starting speeds of the printed ships."""
    open_sea(turn, scenario, options, {unit.id: unit for unit in printed_units(find(scenario), options)})


def open_sea(turn: Turn[State], scenario: str, options: Mapping[str, Any], units: Mapping[str, Unit]) -> None:
    """SSL-E.1, SSL-CAM.1: the sea, and these units, each in the place of a printed ship's id.

    SSL-E.2: the map of section 8. SSL-A.2: play starts when set-up is complete.
    """
    opening = find(scenario)
    turn.phase("Set-up")
    sea = SeaSet(
        scenario=opening.key,
        options=dict(options),
        seats={seat.id: seat.side for seat in seats(scenario, options)},
        columns=opening.columns,
        rows=opening.rows,
        limit=opening.limit,
        stages=[dict(stage) for stage in opening.stages],
    )
    turn.emit(sea, "SSL-E.1", EVERYONE)
    for side in SIDES:
        for entry, berth in closed_up(opening, options, side, units):
            _enter(turn, _arrival(units[entry.id], _seat_of(side, entry.squadron, options), berth))


def _arrival(unit: Unit, seat: str, berth: Berth) -> Ship:
    """SSL-CAM.1, SSL-D.1: a unit of a seat, as she lies before the first turn, with the log of her class."""
    log = CLASSES[unit.unit_class]
    return Ship(
        id=unit.id,
        ship_class=log.key,
        side=log.side,
        seat=seat,
        hex=berth.hex,
        heading=berth.heading,
        speed=berth.speed,
        count=log.turn_hexes,
        name=unit.name,
        log_if_known=log_of(log, unit.lacks),
    )


def _enter(turn: Turn[State], ship: Ship) -> None:
    """SSL-E.4: she lies there, for all who may see her, with a log of her own (SSL-D.1). SSL-Z.3: nothing is ordered yet.

    SSL-CAM.5: what an earlier battle has left marked off, for those who may see her log.
    """
    state, log = turn.state, ship.log
    entered = ShipEntered(ship.id, ship.ship_class, ship.side, ship.seat, label_of(ship.hex), ship.heading, ship.speed)
    turn.emit(entered, _clause(state), state.sight_of(ship.side))
    if ship.name:
        turn.emit(ShipNamed(ship.id, ship.name), "SSL-CAM.1", state.sight_of(ship.side))
    turn.emit(LogOpened(ship.id), "SSL-D.1", state.log_of(ship.side))
    if log != Log():
        carried = DamageCarried(ship.id, log.marked, log.lost, log.engine, list(log.gone), log.tower_lost)
        turn.emit(carried, "SSL-CAM.5", state.log_of(ship.side))
    turn.emit(OrdersStood(ship.id, ship.seat, []), "SSL-X.2", ship.side)


def _clause(state: State) -> str:
    opening = OPENINGS[state.scenario]
    return "SSL-O6.1" if opening.bought else CLAUSES[opening.victory]


# ---------------------------------------------------------------- the set-up deadlines


def carry_out(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """One set-up deadline. Silence keeps the positions of section 8 (SSL-Z.2); who places later sees it all (SSL-Y.4)."""
    state = turn.state
    turn.phase("Set-up")
    stage = dict(state.stage)
    for side in SIDES:
        match stage.get(side):
            case "ENTER":
                _choose_edge(turn, side, sheets)
            case "PLACE":
                _place(turn, side, sheets)
            case "TAKE":
                _take(turn, side, sheets)
    turn.emit(StageClosed(len(state.stages) - 1), "SSL-A.2", EVERYONE)
    if not state.stages:
        _reveal(turn)


def _orders(state: State, side: str, sheets: Mapping[str, OrderSheet], unit: str) -> Iterator[Line]:
    """What those who command a unit say of it: the senior admiral of FLEET, a ship's own admiral of her."""
    seat = state.senior(side) if unit == FLEET else state.ships[unit].seat
    if seat in sheets:
        yield from read_lines(sheets[seat].units.get(unit, ()))


def _choose_edge(turn: Turn[State], side: str, sheets: Mapping[str, OrderSheet]) -> None:
    """SSL-O3.1: recorded in secret (SSL-Y.3): the British alone learn of it and see their ships there."""
    chosen = [order.edge for order in _orders(turn.state, side, sheets, FLEET) if isinstance(order, Enter)]
    state = turn.state
    opening = OPENINGS[state.scenario]
    edge = chosen[-1] if chosen else opening.entry
    before, after = (berths(opening, state.options, side, each) for each in (opening.entry, edge))
    moved = {berth.hex: after[id] for id, berth in before.items()}
    turn.emit(EntryChosen(edge), "SSL-O3.1", side)
    for ship in [ship for ship in state.ships.values() if ship.side == side and ship.hex in moved]:
        berth = moved[ship.hex]
        _enter(turn, replace(ship, hex=berth.hex, heading=berth.heading, speed=berth.speed))


def _reveal(turn: Turn[State]) -> None:
    """SSL-Y.3: when set-up is over the French see from where the British come, and each ship of theirs."""
    if not OPENINGS[turn.state.scenario].entry:
        return
    british = [ship for ship in turn.state.ships.values() if ship.side == BRITISH]
    if british:
        turn.emit(EntryChosen(turn.state.entry), "SSL-Y.3", EVERYONE)
    for ship in british:
        _enter(turn, ship)


# ---------------------------------------------------------------- placing


def _place(turn: Turn[State], side: str, sheets: Mapping[str, OrderSheet]) -> None:
    """What the admirals of a side placed, if it keeps to the limits taken together; else the printed positions stay."""
    state = turn.state
    own = [ship for ship in state.ships.values() if ship.side == side]
    places = {ship.id: _place_ordered(state, ship, sheets) for ship in own}
    wrong = faults(state, side, places)
    if wrong:
        turn.emit(PlacingVoid(side, wrong[0].reason), _clause(state), side)
        return
    for ship in own:
        place = places[ship.id]
        if place != berth_of(ship):
            placed = ShipPlaced(ship.id, label_of(place.hex), place.heading, place.speed)
            turn.emit(placed, _clause(state), state.sight_of(side))


def _place_ordered(state: State, ship: Ship, sheets: Mapping[str, OrderSheet]) -> Berth:
    """Her admiral's PLACE, the last one; without it, and without its SPEED, as she lies."""
    placed = [order for order in _orders(state, ship.side, sheets, ship.id) if isinstance(order, PlaceShip)]
    return berth_of(ship, placed[-1] if placed else None)


# ---------------------------------------------------------------- fleets of one's own


def _take(turn: Turn[State], side: str, sheets: Mapping[str, OrderSheet]) -> None:
    """SSL-O6.1: the fleet that a side bought, in the positions of section 8.7 until it is placed."""
    state = turn.state
    ships = _bought(state, side, sheets) or default_fleet(side, state.options)
    logs = buyable(side, state.options)
    names = {logs[letters].name: number for letters, number in ships.items()}
    turn.emit(FleetTaken(side, names, cost(ships, side, state.options)), "SSL-O6.1", EVERYONE)
    for id, berth in line_up(side, ships, state.options).items():
        _enter(turn, _arrival(Unit(id, class_of(id, state.options).key), state.senior(side), berth))


def _bought(state: State, side: str, sheets: Mapping[str, OrderSheet]) -> dict[str, int]:
    """The last TAKE, which the check of the mail has found legal; none: empty."""
    taken = [order.ships for order in _orders(state, side, sheets, FLEET) if isinstance(order, Take)]
    return {letters: number for letters, number in taken[-1] if number} if taken else {}
