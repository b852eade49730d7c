"""CMP-5.1, CMP-5.2: which boxes are made good first, and for how many points. Pure: orders, NMR and bots share it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from pbem.campaign.model.classes import class_of, cost_of
from pbem.campaign.model.state import CampaignUnit, State, rounded
from pbem.core.fleets.fleet_units import UnitClass

Cost = Callable[[str], float]
"""The points for one box of an item."""


@dataclass(frozen=True)
class Work:
    """So many boxes of an item, for so many points; `left` is what lacks then."""

    item: str
    boxes: int
    points: float
    left: int


def worst_first(
    of: UnitClass, lacks: Mapping[str, int], items: Collection[str], boxes: int | None, points: float, cost: Cost
) -> list[Work]:
    """CMP-5.1: one box after the other, always of that one of these items of which the greatest part is lacking.

    At most so many `boxes` (None: all). CMP-5.7: an item that the points left do not reach for is passed over.
    """
    left = {item: lacks[item] for item in of.items if item in items and lacks.get(item, 0) > 0}
    made: dict[str, int] = {}
    while boxes is None or sum(made.values()) < boxes:
        open_items = [item for item, number in left.items() if number and cost(item) <= points]
        if not open_items:
            break
        worst = max(open_items, key=lambda item: left[item] / of.items[item].most)
        left[worst] -= 1
        made[worst] = made.get(worst, 0) + 1
        points = rounded(points - cost(worst))
    return [Work(item, number, rounded(number * cost(item)), left[item]) for item, number in made.items()]


def repairable(of: UnitClass) -> list[str]:
    """CMP-5.1: the items that REPAIR makes good."""
    return [item for item, printed in of.items.items() if not printed.store]


def stores(of: UnitClass) -> list[str]:
    """CMP-5.2: the items that REPLACE takes aboard."""
    return [item for item, printed in of.items.items() if printed.store]


def part_lacking(unit: CampaignUnit) -> float:
    """How much of a unit is lacking, from 0 (as new) to 1."""
    total = sum(item.most for item in class_of(unit).items.values())
    return sum(unit.lacks.values()) / total if total else 0.0


def by_need(state: State, side: str) -> list[CampaignUnit]:
    """CMP-5.9: the units of a side at hand that lack something, first the one that lacks the greatest part."""
    found = [unit for unit in state.of_side(side) if unit.at_hand and unit.lacks]
    return sorted(found, key=part_lacking, reverse=True)


def work_on(state: State, unit: CampaignUnit, items: Collection[str], boxes: int | None = None) -> list[Work]:
    """What its side's points reach for."""
    points = state.purses.get(unit.side, 0)
    return worst_first(class_of(unit), unit.lacks, items, boxes, points, lambda item: cost_of(state, item))


def price_of_new(state: State, unit: CampaignUnit) -> float:
    """CMP-5.3: the points for a new unit in the place of a lost one; 0: the file does not allow it."""
    refits = state.file.refits
    return rounded(refits.new * class_of(unit).points) if refits else 0.0
