"""SN-1 and SN-2: the field, the ships, and what their captains choose before turn 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from events.base import EVERYONE
from events.star_navy.opening import FieldSet, ShipDeployed, ShipEntered, ShipFitted, ShipPlaced
from events.star_navy.orders import OrdersStored
from pbem.core.fleets.fleet_units import counted
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import DIRECTIONS
from pbem.games.star_navy.model import scenario as scenarios
from pbem.games.star_navy.model.geometry import label_of
from pbem.games.star_navy.model.orders import Setup
from pbem.games.star_navy.model.scenario import SHEET, Entry
from pbem.games.star_navy.model.sheet import UNIT_CLASSES
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import CLASSES


def seats(scenario: str, options: Mapping[str, Any]) -> list[Seat]:
    """SN-1.1: one seat for each side."""
    ships = scenarios.roster(scenarios.find(scenario), options)
    return [Seat(side.seat, side.id, side.id.title()) for side in scenarios.sides(ships)]


def set_up(turn: Turn[State], scenario: str, options: Mapping[str, Any]) -> None:
    """The opening position of a scenario, with the ships that it has printed."""
    open_with(turn, scenario, options, scenarios.roster(scenarios.find(scenario), options))


def open_with(turn: Turn[State], scenario: str, options: Mapping[str, Any], ships: Sequence[Entry]) -> None:
    """These ships in a scenario; SN-2.6: field, edge rule and region value come before any set-up order."""
    opening = scenarios.find(scenario)
    floating = options["edge"] == "floating"
    turn.phase("Set-up")
    field = FieldSet(
        scenario=opening.key,
        options=dict(options),
        seats={side.seat: side.id for side in scenarios.sides(ships)},
        columns=SHEET if floating else opening.columns,
        rows=SHEET if floating else opening.rows,
        edge=options["edge"],
        planets=list(opening.planets),
        asteroids=list(opening.asteroids),
        region_value=options["region_value"],
        limit=opening.limit,
    )
    turn.emit(field, "SN-2.6", EVERYONE)
    for entry in ships:
        _enter(turn, entry)


def _enter(turn: Turn[State], entry: Entry) -> None:
    """SN-1.2, SN-1.3, SN-2.1: a ship in its hex; SN-2.4, SN-2.7: fresh, with the loadout of 2.9 and the scenario's speed.

    SN-17.4: without what it lacks, of which those hear who see its console. SN-15.2: nothing is stored for it yet.
    """
    heading = DIRECTIONS.index(entry.heading)
    seat = entry.side.lower()
    entered = ShipEntered(entry.id, entry.ship_class, entry.side, seat, entry.hex, heading, entry.zone, entry.name)
    turn.emit(entered, "SN-2.1", EVERYONE)
    ship = turn.state.ships[entry.id]
    fitted = ShipFitted(entry.id, dict(CLASSES[entry.ship_class].loadout), entry.speed)
    turn.emit(fitted, "SN-2.7", turn.state.console_audience(ship))
    lacks = counted(entry.lacks, UNIT_CLASSES[entry.ship_class])
    if lacks:
        turn.emit(ShipDeployed(entry.id, lacks), "SN-17.4", turn.state.console_audience(ship))
    turn.emit(OrdersStored(entry.id, {}, "", {}), "SN-15.2", ship.side)


def place(turn: Turn[State], ship: Ship, chosen: Setup) -> None:
    """SN-2.1: the captain's own hex and heading. All placements were sealed, so none can answer another."""
    if chosen.hex is not None:
        turn.emit(ShipPlaced(ship.id, label_of(chosen.hex), chosen.facing), "SN-2.1", EVERYONE)


def fit(turn: Turn[State], ship: Ship, chosen: Setup) -> None:
    """SN-2.2, SN-2.3: one weapon type for each section (the mail check keeps left equal to right); SN-2.5: starting speed."""
    if not chosen.weapons and chosen.speed is None:
        return
    weapons = {name: section.weapon for name, section in ship.console.sections.items()} | dict(chosen.weapons)
    speed = ship.console.speed if chosen.speed is None else chosen.speed
    turn.emit(ShipFitted(ship.id, weapons, speed), "SN-2.2" if chosen.weapons else "SN-2.5", turn.state.console_audience(ship))
