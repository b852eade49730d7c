"""CMP-2.2, CMP-2.3, CMP-2.4, CMP-5.10: which units of a side go to a node. Pure: the rules and bots share it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.campaign.language.places import admitted
from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.classes import berths
from pbem.campaign.model.state import CampaignUnit, State
from pbem.campaign.rules.repairs import part_lacking


def sent(node: Node, side: str, assigned: Collection[CampaignUnit], others: Collection[CampaignUnit]) -> list[CampaignUnit]:
    """Who goes of the units that a side has `assigned` to a node, and of the `others` that it has at hand for no other.

    CMP-2.3: a unit that the scenario cannot do without goes, too, before all others. CMP-5.10: if nothing is assigned, those
    go that lack least. A unit whose id a printed one has there stays behind.
    """
    must, taken = needed(node, side), _printed(node)
    wanted = list(assigned) or sorted(others, key=part_lacking)
    first = [unit for unit in [*wanted, *others] if unit.id in must]
    once = {unit.id: unit for unit in [*first, *wanted] if unit.id not in taken}
    brings = node.sides[side]
    return [] if brings.printed else admitted(node, brings, list(once.values()))


def needed(node: Node, side: str) -> list[str]:
    """CMP-2.3: the ids of the units that a side's part of the scenario cannot do without."""
    brings = node.sides[side]
    if brings.printed:
        return []
    own = [berth for berth in berths(node) if berth.side == brings.plays]
    return [berth.id for berth in own if berth.needed and berth.id not in brings.keeps]


def _printed(node: Node) -> set[str]:
    """The ids that are taken there whoever is sent: those of printed units that are in the battle."""
    fielding = {brings.plays for brings in node.sides.values() if not brings.printed}
    kept = {id for brings in node.sides.values() for id in brings.keeps}
    return kept | {berth.id for berth in berths(node) if berth.side not in fielding}


def can_fight(node: Node, side: str, going: Iterable[CampaignUnit]) -> bool:
    """CMP-2.4: are they as many as the file asks for, with those that the scenario needs?"""
    brings, ids = node.sides[side], {unit.id for unit in going}
    if brings.printed:
        return True
    return len(ids) >= brings.least and bool(ids or brings.keeps) and ids >= set(needed(node, side))


def at_hand(state: State, side: str, elsewhere: Collection[str]) -> list[CampaignUnit]:
    """The units of a side that can be sent, without those that are ordered `elsewhere`."""
    return [unit for unit in state.of_side(side) if unit.at_hand and unit.id not in elsewhere]
