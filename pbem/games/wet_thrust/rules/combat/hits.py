"""WT-8.6 and what follows from it: damage boxes, fuel, fires and systems crossed off a control sheet."""

from __future__ import annotations

from itertools import accumulate

from events.wet_thrust.damage import BoxesMarked, FireStarted, FuelLost, SystemLost
from pbem.games.wet_thrust.model.scs import ShipClass
from pbem.games.wet_thrust.model.tables import FUEL_POINTS
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel


def mark(scratch: TurnScratch, ship: Vessel, points: int, cause: str, rule: str) -> None:
    """WT-8.6: cross off the next boxes, never more than are left. WT-5.4: whatever the step, rows queue up for step 6."""
    before = ship.sheet.marked
    after = min(before + points, ship.printed.boxes)
    if after > before:
        numbers = completed(ship.printed, before, after)
        scratch.sheet(BoxesMarked(ship.id, after - before, after, numbers, cause), rule, ship)


def completed(printed: ShipClass, before: int, after: int) -> list[int]:
    """WT-8.6, WT-9.1, WT-9.3: numbers of the rows whose last box is among those just marked; the bottom row has none."""
    upper = printed.rows[:-1]
    ends = accumulate(boxes for boxes, _ in upper)
    return [number for (_, number), end in zip(upper, ends, strict=True) if before < end <= after]


def fuel(scratch: TurnScratch, ship: Vessel, points: int) -> None:
    """WT-3.10, WT-8.7: a box for every 5 points of a single salvo after armour, its d20 not counted."""
    lose_fuel(scratch, ship, points // FUEL_POINTS, "salvo", "WT-3.10")


def lose_fuel(scratch: TurnScratch, ship: Vessel, boxes: int, cause: str, rule: str) -> None:
    """WT-3.9: empty boxes first, then full ones; with none left nothing happens. WT-3.8: nothing else uses fuel up."""
    sheet = ship.sheet
    empty = min(boxes, sheet.empty)
    full = min(boxes - empty, sheet.full_fuel)
    if empty + full > 0:
        scratch.sheet(FuelLost(ship.id, empty + full, sheet.empty - empty, sheet.fuel_lost + full, cause), rule, ship)


def start_fire(scratch: TurnScratch, ship: Vessel, cause: str, rule: str) -> None:
    """WT-16.10: a fire takes one more fire box and does nothing else; the boxes are counted in step 7."""
    scratch.sheet(FireStarted(ship.id, ship.sheet.fires + 1, cause), rule, ship)


def lose_system(scratch: TurnScratch, ship: Vessel, system: str, cause: str, rule: str) -> None:
    """Cross a system off; one that the ship lacks or has lost cannot be lost again (WT-10.11)."""
    if ship.sheet.works(system):
        scratch.sheet(SystemLost(ship.id, system, cause), rule, ship)
