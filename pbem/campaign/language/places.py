"""The battles that are set next, and which units may be sent there. Also in a reader's state."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.campaign.model.campaign_file import Brings, Node
from pbem.campaign.model.classes import berths
from pbem.campaign.model.state import CampaignUnit, State
from pbem.core.fleets.berths import Berth, Force, manned
from pbem.games import GAMES


def upcoming(state: State) -> dict[int, str]:
    """CMP-2.1: the battles that the next refit turn sets, by number: the open nodes in the order of the file."""
    first = max(state.battles, default=0) + 1
    return dict(enumerate((node.id for node in state.file.nodes if node.id in state.open_nodes), first))


def node_called(state: State, name: str) -> str:
    """CMP-5.5: the open node that a battle's number or a node's id, in any case, stands for; "" if none is open so called.

    With fog (CMP-9.2) nobody can count the battles of others, so a battle is called by its node alone. Sheets have nodes.
    """
    if name.isdigit() and not state.fogged and (found := upcoming(state).get(int(name))):
        return found
    return next((node for node in state.open_nodes if node.casefold() == name.casefold()), "")


def place_words(state: State, node: str) -> str:
    """What an open node's battle is called: `battle 3 (HARROW)`; with fog by its node alone."""
    numbers = {each: number for number, each in upcoming(state).items()}
    return node if state.fogged else f"battle {numbers[node]} ({node})"


def barred(unit: CampaignUnit, node: Node, brings: Brings) -> str:
    """CMP-2.2: why a unit may not go to a battle, whoever else does; "" if it may."""
    if unit.book != node.book:
        return f"it is fought by the rules of {GAMES[node.book].title}, she is of {GAMES[unit.book].title}"
    if brings.classes and unit.unit_class not in brings.classes:
        return f"she is of class {unit.unit_class}, and these may go: {', '.join(brings.classes)}"
    if brings.fleets and unit.fleet not in brings.fleets:
        return f"she is in {unit.fleet}, and these fleets may go: {', '.join(brings.fleets)}"
    return ""


def admitted(node: Node, brings: Brings, units: Sequence[CampaignUnit]) -> list[CampaignUnit]:
    """CMP-2.2, CMP-2.3: as many of the units as may go together, the first first."""
    own = [berth for berth in berths(node) if berth.side == brings.plays]
    most = min(brings.most or len(own), len(own) - len(brings.keeps))
    found: list[CampaignUnit] = []
    for unit in units:
        if len(found) < most and not barred(unit, node, brings) and _all_have_places(own, brings, [*found, unit]):
            found.append(unit)
    return found


def _all_have_places(own: Sequence[Berth], brings: Brings, units: Sequence[CampaignUnit]) -> bool:
    force = Force([unit.unit for unit in units], brings.keeps)
    placed = {unit.id for unit in manned(own, {brings.plays: force}).values()}
    return all(unit.id in placed for unit in units)


def can_be_scouted(node: Node, side: str) -> bool:
    """CMP-6.1: is there a force that somebody sends against a side? Printed units are in the scenario, for all to see."""
    return side in node.sides and any(not brings.printed for other, brings in node.sides.items() if other != side)
