"""Chapter E and section 8: who plays, the opening position, and the set-up deadlines before turn 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.base import EVERYONE
from events.sovereign_seas.opening import (
    EntryChosen,
    FleetTaken,
    LogOpened,
    OrdersStood,
    PlacingVoid,
    SeaSet,
    ShipEntered,
    ShipPlaced,
    StageClosed,
)
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas.language.lines import read_lines
from pbem.games.sovereign_seas.model.formation import berth_of, faults
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.orders import FLEET, Enter, Line, PlaceShip, Take
from pbem.games.sovereign_seas.model.scenario import (
    OPENINGS,
    Berth,
    berths,
    buyable,
    cost,
    default_fleet,
    find,
    line_up,
    roster,
)
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import BRITISH, FRENCH, SIDES, Options, class_of

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
    """SSL-E.1: map, logs and starting speeds. SSL-E.2: the map of section 8. SSL-A.2: play starts when set-up is complete."""
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
        _enter_printed(turn, side)


def _enter_printed(turn: Turn[State], side: str) -> None:
    """Section 8: a side's ships in their printed hexes."""
    state = turn.state
    opening = OPENINGS[state.scenario]
    printed = berths(opening, state.options, side, state.entry)
    for ship in roster(opening, side):
        seat = _seat_of(side, ship.squadron, state.options)
        _enter(turn, ship.id, seat, printed[ship.id])


def _enter(turn: Turn[State], id: str, seat: str, berth: Berth) -> None:
    """SSL-E.4: a fresh ship, for all who may see her. SSL-D.1: her log is her own. SSL-Z.3: nothing is ordered yet."""
    state = turn.state
    log = class_of(id, state.options)
    entered = ShipEntered(id, log.key, log.side, seat, label_of(berth.hex), berth.heading, berth.speed)
    turn.emit(entered, _clause(state), state.sight_of(log.side))
    turn.emit(LogOpened(id), "SSL-D.1", state.log_of(log.side))
    turn.emit(OrdersStood(id, seat, []), "SSL-X.2", log.side)


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
    edge = chosen[-1] if chosen else OPENINGS[turn.state.scenario].entry
    turn.emit(EntryChosen(edge), "SSL-O3.1", side)
    _enter_printed(turn, side)


def _reveal(turn: Turn[State]) -> None:
    """SSL-Y.3: when set-up is over the French see from where the British come, and each ship of theirs."""
    if not OPENINGS[turn.state.scenario].entry:
        return
    british = [ship for ship in turn.state.ships.values() if ship.side == BRITISH]
    if british:
        turn.emit(EntryChosen(turn.state.entry), "SSL-Y.3", EVERYONE)
    for ship in british:
        _enter(turn, ship.id, ship.seat, berth_of(ship))


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
        _enter(turn, id, state.senior(side), berth)


def _bought(state: State, side: str, sheets: Mapping[str, OrderSheet]) -> dict[str, int]:
    """The last TAKE, which the check of the mail has found legal; none: empty."""
    taken = [order.ships for order in _orders(state, side, sheets, FLEET) if isinstance(order, Take)]
    return {letters: number for letters, number in taken[-1] if number} if taken else {}
