"""The ship control sheets of the game: one file per class in `data/ships`, checked when loaded."""

from __future__ import annotations

from pathlib import Path

from pbem.core.game.data_file import BrokenData, read_json
from pbem.games.wet_thrust.model.ship_class import GUN_CLASSES, ORDER, Kind, ShipClass, exact
from pbem.games.wet_thrust.model.ship_faults import faults

__all__ = ["CLASSES", "CLASS_OF", "GUN_CLASSES", "ORDER", "SHIPS", "Kind", "ShipClass", "exact", "read_ship", "read_ships"]

SHIPS = Path(__file__).parents[1] / "data" / "ships"


def read_ship(path: Path) -> ShipClass:
    """A checked sheet. Raises `BrokenData` naming the file and every mistake in it."""
    ship = read_json(path, ShipClass)
    wrong = list(faults(ship))
    if wrong:
        raise BrokenData(f"{path.name}: " + "; ".join(f"{where}: {why}" for where, why in wrong))
    return ship


def read_ships(folder: Path) -> dict[str, ShipClass]:
    """All sheets of a folder by key. Raises `BrokenData`, also when two files claim a key or a unit."""
    found: dict[str, ShipClass] = {}
    owners: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        ship = read_ship(path)
        if ship.key in found:
            raise BrokenData(f"{path.name}: key: {ship.key!r} is another file's already")
        for unit in ship.units:
            if unit in owners:
                raise BrokenData(f"{path.name}: units.{unit}: {owners[unit]!r} has this unit already")
            owners[unit] = ship.key
        found[ship.key] = ship
    return found


CLASSES: dict[str, ShipClass] = read_ships(SHIPS)
CLASS_OF: dict[str, ShipClass] = {unit: ship for ship in CLASSES.values() for unit in ship.units}
"""By unit id."""
