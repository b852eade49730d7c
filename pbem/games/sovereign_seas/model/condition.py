"""What a control log keeps from one battle to the next, item by item (SSL-CAM.2), and a log made of what a ship lacks."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.fleets.fleet_units import Item, Lacks
from pbem.games.sovereign_seas.model.state import Log
from pbem.games.sovereign_seas.model.tables import ShipClass

HULL, SPEED, TOWER = "hull", "speed", "tower"
"""SSL-CAM.2: hull circles, speed factors lost by funnels and boilers, the conning tower; each battery is an item by its id."""


def items(log: ShipClass) -> dict[str, Item]:
    """SSL-CAM.2: the sheet of a class. SSL-CAM.3: the last circle is not in it, for it sinks her."""
    guns = {battery.lower(): Item(1) for battery in log.guns}
    return {HULL: Item(log.circles - 1), SPEED: Item(len(log.speed_track)), TOWER: Item(1), **guns}


def lacking(log: ShipClass, marks: Log) -> Lacks:
    """What a ship lacks by her log: whole parts are left out, and what passes within a battle (SSL-CAM.4)."""
    counts = {HULL: marks.marked, SPEED: marks.engine, TOWER: int(marks.tower_lost)}
    counts |= {battery.lower(): 1 for battery in marks.gone}
    return {item: min(counts[item], sheet.most) for item, sheet in items(log).items() if counts.get(item)}


def log_of(log: ShipClass, lacks: Mapping[str, int]) -> Log:
    """SSL-CAM.2: the log of a ship that lacks so much; her hull circles cost speed factors, too."""
    marked, engine = lacks.get(HULL, 0), lacks.get(SPEED, 0)
    gone = [battery for battery in log.guns if lacks.get(battery.lower())]
    return Log(marked, factors_lost(log, marked, engine), engine, gone, bool(lacks.get(TOWER)))


def factors_lost(log: ShipClass, marked: int, engine: int) -> int:
    """SSL-L4.1, SSL-L5.13: speed factors gone with so many hull circles, and by funnels and boilers."""
    crossed = sum(circle <= marked for circle in log.crossings)
    return min(crossed + engine, len(log.speed_track))
