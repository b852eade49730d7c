"""Which unit takes which place of a scenario, and why a scenario cannot hold the units that were sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.core.fleets.fleet_units import Unit, UnitClass, faults


@dataclass(frozen=True)
class Berth:
    """A place for one unit in a scenario, called by the id of the `printed` unit.

    Units of these `classes` may take it (none named: of any). One that is `named` takes only the unit of its id, because the
    scenario or its victory turns on it; of these the `needed` ones must be there.
    """

    side: str
    printed: Unit
    classes: tuple[str, ...] = ()
    named: bool = False
    needed: bool = False

    @property
    def id(self) -> str:
        """That of the printed unit."""
        return self.printed.id

    def takes(self, unit: Unit) -> bool:
        """May this unit begin the battle here?"""
        return unit.id == self.id if self.named else not self.classes or unit.unit_class in self.classes


@dataclass(frozen=True)
class Force:
    """What one side brings to a battle: its units, and printed ones of the scenario that stay in it (`keeps`).

    A side of which no force is given plays with all its printed units.
    """

    units: Sequence[Unit]
    keeps: Sequence[str] = field(default_factory=list)


Forces = Mapping[str, Force]
"""By side of the scenario."""


def manned(berths: Sequence[Berth], forces: Forces) -> dict[str, Unit]:
    """Which unit is in which berth, by the berth's id in the scenario's order; empty berths are left out.

    A unit takes the berth of its own id, if there is one for it; the others take those that are left, in order.
    Call it with forces of which `misfits` finds nothing.
    """
    found: dict[str, Unit] = {}
    for side in dict.fromkeys(berth.side for berth in berths):
        own = [berth for berth in berths if berth.side == side]
        found |= _manned(own, forces[side]) if side in forces else {berth.id: berth.printed for berth in own}
    return {berth.id: found[berth.id] for berth in berths if berth.id in found}


def _manned(berths: Sequence[Berth], force: Force) -> dict[str, Unit]:
    found = {berth.id: berth.printed for berth in berths if berth.id in force.keeps}
    free = [berth for berth in berths if berth.id not in found]
    waiting = []
    for unit in force.units:
        own = next((berth for berth in free if berth.id == unit.id and berth.takes(unit)), None)
        if own is None:
            waiting.append(unit)
        else:
            found[own.id] = unit
            free.remove(own)
    for unit in waiting:
        berth = next((berth for berth in free if berth.takes(unit)), None)
        if berth is not None:
            found[berth.id] = unit
            free.remove(berth)
    return found


def misfits(berths: Sequence[Berth], forces: Forces, classes: Mapping[str, UnitClass]) -> list[str]:
    """Why a scenario cannot hold these forces, in words; none if it can."""
    sides = dict.fromkeys(berth.side for berth in berths)
    found = [f"the scenario has no side {side!r}; its sides are {', '.join(sides)}" for side in forces if side not in sides]
    printed = {berth.id for berth in berths}
    for side, force in forces.items():
        found += [f"{side} keeps {id!r}, which the scenario does not have" for id in force.keeps if id not in printed]
        found += [f"{unit.id}: {why}" for unit in force.units for why in faults(unit, classes)]
    if found:
        return found
    taken = manned(berths, forces)
    found += _doubles(taken)
    for side, force in forces.items():
        found += _without_berth(side, force, [berth for berth in berths if berth.side == side], taken)
    found += [f"{berth.id} must be there" for berth in berths if berth.needed and berth.id not in taken]
    present = {berth.side for berth in berths if berth.id in taken}
    return found + [f"{side} has no unit" for side in sides if side not in present]


def _doubles(taken: Mapping[str, Unit]) -> list[str]:
    ids = [unit.id for unit in taken.values()]
    return [f"there are two units {id}" for id in dict.fromkeys(ids) if ids.count(id) > 1]


def _without_berth(side: str, force: Force, berths: Sequence[Berth], taken: Mapping[str, Unit]) -> list[str]:
    aboard = [taken[berth.id] for berth in berths if berth.id in taken]
    left = [unit.id for unit in force.units if unit not in aboard]
    if not left:
        return []
    places = len(berths) - len(force.keeps)
    return [f"{side}: there is no place for {', '.join(left)}: the scenario has {places} for {len(force.units)} units"]
