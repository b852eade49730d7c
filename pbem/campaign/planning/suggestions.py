"""Orders to choose from in a refit turn: each alone is legal, and the points of the side reach for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pbem.campaign.language.lines import order_text
from pbem.campaign.language.names import fleets
from pbem.campaign.language.places import can_be_scouted, place_words, upcoming
from pbem.campaign.model.classes import class_of
from pbem.campaign.model.orders import FLEET, Assign, Order, Refuse, Repair, Replace, Scout, Transfer, TransferCommander
from pbem.campaign.model.state import CampaignUnit, State, rounded
from pbem.campaign.report.phrases import called, lacking, points
from pbem.campaign.rules import forces, repairs
from pbem.campaign.rules.repairs import Work
from pbem.core.game.report_parts import SuggestedOrder

MOST = 48
"""As many as a reader can look through: battles come first, then refits, then fleets and commanders."""
MOST_NAMED = 8
"""Units that are offered for a battle one by one."""
MOST_ITEMS = 4
"""Items of a unit, the worst first."""
Offer = tuple[str, Order, str]
"""Heading, order, hint."""


def suggest(known: State) -> list[SuggestedOrder]:
    """None for whoever owes no orders now."""
    if known.over or known.fighting or not known.refitted or not known.side:
        return []
    offers = [*_battles(known), *_refits(known), *_moves(known)]
    return [SuggestedOrder(FLEET, group, order_text(order), hint) for group, order, hint in islice(offers, MOST)]


# ---------------------------------------------------------------- battles


def _battles(known: State) -> Iterator[Offer]:
    for id in upcoming(known).values():
        if known.side in known.file.node(id).sides:
            yield from _battle(known, id)


def _battle(known: State, id: str) -> Iterator[Offer]:
    """CMP-5.5, CMP-5.6, CMP-6.1: fleets that may go whole, units one by one, nobody; scouts that can be paid."""
    node, group = known.file.node(id), f"{place_words(known, id)}: {known.file.node(id).title}"
    at_hand = forces.at_hand(known, known.side, ())
    able = [unit for unit in at_hand if unit in forces.sent(node, known.side, [unit], at_hand)]
    for fleet in fleets(known, known.side):
        units = [unit for unit in at_hand if unit.fleet == fleet]
        if units and all(unit in forces.sent(node, known.side, units, at_hand) for unit in units):
            yield group, Assign((fleet,), id), f"sends {', '.join(unit.id for unit in units)}"
    for unit in able[:MOST_NAMED]:
        yield group, Assign((unit.id,), id), f"{called(known, unit.id)}, {class_of(unit).title}: {lacking(unit)}"
    yield group, Refuse(id), "sends nothing: the other side wins it"
    refits = known.file.refits
    if refits and 0 < refits.scouts <= _purse(known) and can_be_scouted(node, known.side):
        yield group, Scout(id), f"{points(refits.scouts)}; finds the enemy's force with {refits.found} or more on a die"


def _purse(known: State) -> float:
    return known.purses.get(known.side, 0)


# ---------------------------------------------------------------- refits


def _refits(known: State) -> Iterator[Offer]:
    for unit in repairs.by_need(known, known.side):
        yield from _refit(known, unit)
    for unit in known.units.values():
        if (
            unit.side == known.side
            and unit.where == "lost"
            and 0 < (price := repairs.price_of_new(known, unit)) <= _purse(known)
        ):
            yield "Lost units", Replace(unit.id), f"a new {class_of(unit).title} for {points(price)}"


def _refit(known: State, unit: CampaignUnit) -> Iterator[Offer]:
    """CMP-5.1, CMP-5.2: all of it, all repairs, and the worst items one by one, as far as the points reach."""
    of, group = class_of(unit), f"{called(known, unit.id)}: refit"
    whole, repaired = repairs.work_on(known, unit, list(of.items)), repairs.work_on(known, unit, repairs.repairable(of))
    if len(unit.lacks) > 1 and sum(each.boxes for each in whole) == sum(unit.lacks.values()):
        yield group, Replace(unit.id, everything=True), f"everything for {_price(whole)}"
    if len(repaired) > 1:
        boxes = sum(each.boxes for each in repaired)
        yield group, Repair(unit.id, boxes), f"the worst first, for {_price(repaired)}"
    for item in sorted(unit.lacks, key=lambda item: -unit.lacks[item] / of.items[item].most)[:MOST_ITEMS]:
        for work in repairs.work_on(known, unit, [item]):
            number = work.boxes if work.left else None
            order = Replace(unit.id, item, number) if of.items[item].store else Repair(unit.id, number, item)
            yield group, order, f"{work.boxes} of the {unit.lacks[item]} that she lacks, for {points(work.points)}"


def _price(work: list[Work]) -> str:
    return points(rounded(sum(each.points for each in work)))


# ---------------------------------------------------------------- fleets and commanders


def _moves(known: State) -> Iterator[Offer]:
    """CMP-5.4."""
    units = forces.at_hand(known, known.side, ())
    for unit in units:
        for fleet in fleets(known, known.side):
            if fleet != unit.fleet:
                yield "Fleets", Transfer((unit.id,), fleet), f"from {unit.fleet}"
    for unit in units:
        for other in units:
            if unit.commander and other.id != unit.id:
                yield "Commanders", TransferCommander(unit.id, other.id), f"{unit.commander} takes {called(known, other.id)}"
