"""WT-24.3: the places of a scenario, and a battle opened with the units that take them."""

from __future__ import annotations

from pbem.core.fleets.berths import Berth, Forces, manned
from pbem.core.fleets.fleet_units import Unit
from pbem.core.game.options import Options
from pbem.core.game.turn import Turn
from pbem.games.wet_thrust.fleets.sheets import begins, listed
from pbem.games.wet_thrust.model.scenario import Entry, Opening, find
from pbem.games.wet_thrust.model.scs import CLASSES, ShipClass
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.rules.setup import Starter, as_listed, place

SPARED = ("cripple",)
"""Kinds of victory in which one of the `others` may be missing."""


def berths(scenario: str, options: Options) -> list[Berth]:
    """WT-24.3: a place for each vessel of the scenario, in unit order; land-based bombers are the scenario's own."""
    opening = find(scenario)
    return [_berth(opening, entry) for side in opening.sides for entry in opening.roster(side)]


def _berth(opening: Opening, entry: Entry) -> Berth:
    """WT-24.3: the ships on which victory turns are there by their ids."""
    victory, starter = opening.victory, as_listed(entry)
    printed = Unit(entry.id, starter.printed.key, starter.name, listed(starter.printed, starter.begins))
    named = entry.id == victory.ship or entry.id in victory.others
    needed = entry.id == victory.ship or (named and victory.test not in SPARED)
    like = tuple(key for key, ship in CLASSES.items() if _trade(ship) == _trade(starter.printed))
    return Berth(entry.plays_for, printed, like, named, needed)


def _trade(printed: ShipClass) -> str:
    """WT-24.3: submarines, merchantmen and warships do not take each other's places."""
    return printed.type if printed.type in ("SS", "MM") else "warship"


def deploy(turn: Turn[State], scenario: str, options: Options, forces: Forces) -> None:
    """WT-24.3, WT-24.4: the scenario's opening with these units."""
    entries = {entry.id: entry for entry in find(scenario).units}
    units = manned(berths(scenario, options), forces)
    place(turn, scenario, options, {id: _starter(entries[id], unit) for id, unit in units.items()})


def _starter(entry: Entry, unit: Unit) -> Starter:
    """A unit that is just as the scenario lists it begins as it says."""
    as_is = as_listed(entry)
    if unit == Unit(as_is.id, as_is.printed.key, as_is.name, listed(as_is.printed, as_is.begins)):
        return as_is
    printed = CLASSES[unit.unit_class]
    return Starter(unit.id, printed, unit.name or printed.units.get(unit.id, unit.id), begins(printed, unit.lacks))
