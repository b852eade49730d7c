"""A commander of a side: refits what goes to battle, worst first, sends the best units, and scouts now and then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.campaign.language.lines import order_text
from pbem.campaign.language.places import can_be_scouted, upcoming
from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.classes import class_of, cost_of
from pbem.campaign.model.orders import Assign, Order, Replace, Scout
from pbem.campaign.model.state import CampaignUnit, State, rounded
from pbem.campaign.rules import forces, repairs
from pbem.campaign.rules.repairs import Work
from pbem.core.fleets.fleet_units import worth
from pbem.core.game.protocol import Chance

WRECK = 0.6
"""A unit of which a greater part is lacking stays in port, if the battle can do without it."""
SCOUT_IN = 3
"""Scouts are sent once in so many times, where points are left for them."""


def steady(known: State, chance: Chance) -> str:
    """A bot that keeps its ships in repair and sends as many of them as it may."""
    if known.over or known.fighting or not known.refitted or not known.side:
        return ""
    return "\n".join(order_text(order) for order in _Commander(known, chance).orders())


@dataclass(frozen=True)
class _Commander:
    known: State
    chance: Chance

    def orders(self) -> Iterator[Order]:
        """In the order in which points are spent: what goes to battle, what stays, new units, scouts."""
        sent = self._sent()
        going = [unit.id for units in sent.values() for unit in units]
        needy = sorted(repairs.by_need(self.known, self.known.side), key=lambda unit: unit.id not in going)
        left = self.known.purses.get(self.known.side, 0)
        for unit in needy:
            if work := self._work(unit, left):
                left = rounded(left - sum(each.points for each in work))
                yield Replace(unit.id, everything=True)
        for unit in self._lost():
            price = repairs.price_of_new(self.known, unit)
            if 0 < price <= left:
                left = rounded(left - price)
                yield Replace(unit.id)
        yield from self._scouts(sent, left)
        for node, units in sent.items():
            if units:
                yield Assign(tuple(unit.id for unit in units), node)

    def _work(self, unit: CampaignUnit, left: float) -> list[Work]:
        """What can be made good of a unit with the points that are left."""
        of = class_of(unit)
        return repairs.worst_first(of, unit.lacks, list(of.items), None, left, lambda item: cost_of(self.known, item))

    def _lost(self) -> list[CampaignUnit]:
        """Those that are worth most first."""
        lost = [unit for unit in self.known.units.values() if unit.side == self.known.side and unit.where == "lost"]
        return sorted(lost, key=lambda unit: -class_of(unit).points)

    def _scouts(self, sent: dict[str, list[CampaignUnit]], left: float) -> Iterator[Order]:
        refits = self.known.file.refits
        price = refits.scouts if refits else 0
        for node in sent:
            if 0 < price <= left and can_be_scouted(self.known.file.node(node), self.known.side) and self.chance(SCOUT_IN) == 0:
                left = rounded(left - price)
                yield Scout(node)

    # ------------------------------------------------------------ who goes

    def _sent(self) -> dict[str, list[CampaignUnit]]:
        """By node: first the least of each battle, then, of the battles that are worth most, as many as may go."""
        nodes = [self.known.file.node(id) for id in upcoming(self.known).values()]
        own = [node for node in nodes if self.known.side in node.sides and not node.sides[self.known.side].printed]
        needed = {id: node.id for node in own for id in forces.needed(node, self.known.side)}
        sent: dict[str, list[CampaignUnit]] = {node.id: [] for node in own}
        for first in (True, False):
            for node in sorted(own, key=lambda node: -node.value):
                taken = {unit.id for units in sent.values() for unit in units}
                taken |= {id for id, where in needed.items() if where != node.id}
                sent[node.id] = self._best(node, sent[node.id], taken, first)
        return sent

    def _best(self, node: Node, there: list[CampaignUnit], taken: set[str], first: bool) -> list[CampaignUnit]:
        """Those that are `there` and the best that are not `taken`: `first` as few as the file asks for, be they wrecks."""
        ranked = sorted(forces.at_hand(self.known, self.known.side, taken), key=_rank, reverse=True)
        if not first:
            ranked = [unit for unit in ranked if not _is_wreck(unit)]
        going = forces.sent(node, self.known.side, [*there, *ranked], [])
        return going[: max(1, node.sides[self.known.side].least)] if first else going


def _is_wreck(unit: CampaignUnit) -> bool:
    return repairs.part_lacking(unit) > WRECK


def _rank(unit: CampaignUnit) -> tuple[bool, float]:
    return not _is_wreck(unit), worth(unit.unit, class_of(unit))
