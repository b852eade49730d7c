"""What is wrong with a node of a campaign file: its scenario, the sides that meet there, and what they may bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.campaign.model.campaign_file import Brings, CampaignFile, Node
from pbem.campaign.model.classes import classes
from pbem.campaign.model.faults.unit_faults import book_of, campaign_unit
from pbem.core.fleets.berths import Berth, Force, Forces, manned, misfits
from pbem.core.fleets.fleet_units import Unit
from pbem.core.game.options import NoScenario
from pbem.core.game.phrases import count
from pbem.core.game.validation import Fault, name_faults, range_faults
from pbem.games import GAMES


def node_faults(file: CampaignFile, where: str, node: Node, with_units: bool) -> Iterator[Fault]:
    """CMP-2.2, CMP-2.3: there is such a battle, and the sides can fill its places. `with_units`: those of the file fit."""
    game = GAMES[node.book]
    try:
        options = game.scenarios.options(node.scenario, node.options)
    except NoScenario as e:
        yield f"{where}.{_blamed(node)}", str(e)
        return
    scenario = game.scenarios.find(node.scenario).key
    if scenario != node.scenario:
        yield f"{where}.scenario", f"write its key, {scenario!r}"
        return
    sides = list(dict.fromkeys(seat.side for seat in game.rules.seats(scenario, options)))
    found = [*_side_faults(file, where, node, sides)]
    if not game.fleets:
        found += [
            (f"{where}.sides.{side}.printed", f"must be true: {game.title} takes no units from one battle into the next")
            for side, brings in node.sides.items()
            if not brings.printed
        ]
    yield from found
    if game.fleets and not found:
        berths = game.fleets.berths(scenario, options)
        for side, brings in node.sides.items():
            own = [berth for berth in berths if berth.side == brings.plays]
            found += _brings_faults(file, node, side, own)
        yield from ((f"{where}.{path}", why) for path, why in found)
        if with_units and not found:
            yield from ((where, why) for why in misfits(berths, _forces(file, node, berths), classes(node.book)))


def _blamed(node: Node) -> str:
    """Is it the scenario or an option that is not there?"""
    try:
        GAMES[node.book].scenarios.find(node.scenario)
    except NoScenario:
        return "scenario"
    return "options"


def _side_faults(file: CampaignFile, where: str, node: Node, sides: Sequence[str]) -> Iterator[Fault]:
    """Every side of the scenario is played by one side of the campaign."""
    own = [side.id for side in file.sides]
    for side, brings in node.sides.items():
        yield from name_faults(f"{where}.sides.{side}", side, ("first", "second") if file.pairing else own)
        yield from name_faults(f"{where}.sides.{side}.plays", brings.plays, sides)
    played = [brings.plays for brings in node.sides.values()]
    for side in sides:
        if played.count(side) != 1:
            yield f"{where}.sides", f"{side} of the scenario is played by {count(played.count(side), 'side')}; it must be one"


# ---------------------------------------------------------------- what a side brings


def _brings_faults(file: CampaignFile, node: Node, side: str, own: Sequence[Berth]) -> Iterator[Fault]:
    """`own` are the places of the scenario's side. Paths are within the node."""
    brings, where = node.sides[side], f"sides.{side}"
    if brings.printed:
        return
    known = classes(node.book)
    for n, name in enumerate(brings.classes):
        yield from name_faults(f"{where}.classes.{n}", name, known)
    for n, name in enumerate(brings.fleets):
        yield from name_faults(f"{where}.fleets.{n}", name, dict.fromkeys(unit.fleet for unit in file.side(side).units))
    for n, name in enumerate(brings.keeps):
        yield from name_faults(f"{where}.keeps.{n}", name, [berth.id for berth in own])
    yield from _number_faults(where, brings, len(own) - len(brings.keeps))
    yield from _unit_faults(file, node, side, own)


def _number_faults(where: str, brings: Brings, places: int) -> Iterator[Fault]:
    if not places:
        yield where, "the scenario has no place for a unit; it must be played with printed ones"
        return
    yield from range_faults(f"{where}.least", brings.least, places, 1, ", the places of the scenario")
    yield from range_faults(f"{where}.most", brings.most, places, 0, ", the places of the scenario")
    if brings.most and brings.most < brings.least:
        yield f"{where}.most", f"{brings.most} is less than {brings.least}, the least"


def _unit_faults(file: CampaignFile, node: Node, side: str, own: Sequence[Berth]) -> Iterator[Fault]:
    """Has the side, as the file lists it, enough units that may go there, and those that must be there?"""
    brings, where = node.sides[side], f"sides.{side}"
    aboard = _taken(file, node, side, own)
    sent = [id for id in aboard if id not in brings.keeps]
    if len(sent) < brings.least:
        yield f"{where}.least", f"{brings.least} must go there, but {side} has {count(len(sent), 'unit')} that may"
    for berth in own:
        if berth.needed and berth.id not in aboard:
            yield where, f"{berth.id} must be there, and no unit of {side} may take this place; keep the printed one"


def _taken(file: CampaignFile, node: Node, side: str, own: Sequence[Berth]) -> Mapping[str, Unit]:
    """Which unit of the side could be in which place, if it sent all that may go."""
    brings = node.sides[side]
    return manned(own, {brings.plays: Force(may_go(file, node, side), brings.keeps)})


def may_go(file: CampaignFile, node: Node, side: str) -> list[Unit]:
    """CMP-2.2: the units of a side, as the file lists them, that may be sent to a node."""
    brings = node.sides[side]
    return [
        campaign_unit(unit)
        for unit in file.side(side).units
        if book_of(file, unit) == node.book
        and (not brings.classes or unit.unit_class in brings.classes)
        and (not brings.fleets or unit.fleet in brings.fleets)
    ]


def _forces(file: CampaignFile, node: Node, berths: Sequence[Berth]) -> Forces:
    """The most that each side may send there, first units first."""
    found: dict[str, Force] = {}
    for side, brings in node.sides.items():
        if not brings.printed:
            own = [berth for berth in berths if berth.side == brings.plays]
            sent = [unit for id, unit in _taken(file, node, side, own).items() if id not in brings.keeps]
            first = [berth.id for berth in own if berth.needed]
            sent.sort(key=lambda unit: unit.id not in first)
            found[brings.plays] = Force(sent[: brings.most or len(sent)], brings.keeps)
    return found
