"""The order template of a refit turn: what happens without orders, as orders, with hints as comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.campaign.language.lines import order_text
from pbem.campaign.language.places import can_be_scouted
from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.classes import class_of, cost_of
from pbem.campaign.model.orders import Assign, Order, Refuse, Repair, Replace, Scout
from pbem.campaign.model.state import CampaignUnit, State, rounded
from pbem.campaign.report.phrases import called, points, titles
from pbem.campaign.rules import forces
from pbem.campaign.rules.repairs import by_need, price_of_new, worst_first

UNCHANGED = "# As it stands, this is what happens without orders (CMP-5.9, CMP-5.10)."


def template(known: State) -> str:
    """Lines that parse without problems as they are; nothing for whoever owes no orders."""
    if known.over or known.fighting or not known.side or not known.refitted:
        return ""
    orders, ready = _refits(known)
    purse = f"# You have {points(known.purses.get(known.side, 0))}."
    return "\n".join([UNCHANGED, purse, *orders, *_hints(known), *_battles(known, ready)])


# ---------------------------------------------------------------- refits


def _refits(known: State) -> tuple[list[str], list[CampaignUnit]]:
    """CMP-5.9: the worst first, as far as the points reach; and the units at hand as they are then."""
    left, lines = known.purses.get(known.side, 0), []
    lacks = {unit.id: dict(unit.lacks) for unit in forces.at_hand(known, known.side, ())}
    for unit in by_need(known, known.side):
        of = class_of(unit)
        for work in worst_first(of, unit.lacks, list(of.items), None, left, lambda item: cost_of(known, item)):
            left = rounded(left - work.points)
            lacks[unit.id][work.item] = work.left
            store = of.items[work.item].store
            order = Replace(unit.id, work.item, work.boxes) if store else Repair(unit.id, work.boxes, work.item)
            lines.append(_line(order, points(work.points)))
    return lines, [replace(known.units[id], lacks=lacking) for id, lacking in lacks.items()]


def _hints(known: State) -> Iterator[str]:
    """CMP-5.3: what can be done besides."""
    gone = [unit for unit in known.units.values() if unit.side == known.side and unit.where == "lost"]
    for unit in gone:
        if price_of_new(known, unit):
            yield f"# {_line(Replace(unit.id), f'a new one for {points(price_of_new(known, unit))}')}"


def _line(order: Order, hint: str) -> str:
    return f"{order_text(order)}  # {hint}"


# ---------------------------------------------------------------- battles


def _battles(known: State, ready: list[CampaignUnit]) -> Iterator[str]:
    """CMP-5.10: in the order of battles, those that lack least first."""
    for node in known.file.nodes:
        if node.id not in known.open_nodes or known.side not in node.sides:
            continue
        others = titles(known, [side for side in node.sides if side != known.side])
        yield f"# {node.id}: {node.title}, against {others}"
        going = _going(known, node, ready)
        if going:
            ready = [unit for unit in ready if unit not in going]
            yield _line(Assign(tuple(unit.id for unit in going), node.id), ", ".join(called(known, unit.id) for unit in going))
        yield f"# {order_text(Refuse(node.id))}"
        if known.file.refits and known.file.refits.scouts and can_be_scouted(node, known.side):
            yield f"# {_line(Scout(node.id), points(known.file.refits.scouts))}"


def _going(known: State, node: Node, ready: list[CampaignUnit]) -> list[CampaignUnit]:
    """The units that would go without an order; none of a side with printed ones, or with too few."""
    going = [] if node.sides[known.side].printed else forces.sent(node, known.side, [], ready)
    return going if forces.can_fight(node, known.side, going) else []
