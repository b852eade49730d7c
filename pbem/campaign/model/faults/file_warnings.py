"""What may not be meant in a campaign file that can be played."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.campaign_file import CampaignFile, Node
from pbem.campaign.model.classes import classes
from pbem.campaign.model.faults.node_faults import may_go
from pbem.campaign.model.faults.unit_faults import book_of
from pbem.campaign.model.graph import DRAWN, NOT_PLAYED, follows, has_loop, outcomes
from pbem.core.game.phrases import count
from pbem.core.game.validation import Fault


def warnings(file: CampaignFile) -> Iterator[Fault]:
    """Of a file without faults."""
    if file.pairing:
        yield from _pairing_warnings(file)
        return
    for n, node in enumerate(file.nodes):
        yield from ((f"nodes.{n}.edges", why) for outcome in outcomes(node) if (why := _dead_end(file, node, outcome)))
    if has_loop(file) and not file.level:
        yield "rounds", f"battles can follow each other in a loop, which only the last round ends ({file.rounds})"
    yield from _idle_units(file)
    yield from _without_cost(file)


def _pairing_warnings(file: CampaignFile) -> Iterator[Fault]:
    """CMP-7.2, CMP-7.3: does each side meet others, each once?"""
    meetings = len(file.sides) - 1 + len(file.sides) % 2
    if file.pairing == "round robin" and file.rounds != meetings:
        yield "rounds", f"each meets each in {count(meetings, 'round')}, not in {file.rounds}"
    if file.pairing == "swiss" and file.rounds > meetings:
        yield "rounds", f"after {count(meetings, 'round')} every side has met every other; {file.rounds} are too many"


def _dead_end(file: CampaignFile, node: Node, outcome: str) -> str:
    """Why nothing follows such an end, though it may decide nothing; "" if that is all right.

    A node that leads nowhere at all is meant to be the last. There a battle that nobody wins decides nothing only if the last
    battle is to decide.
    """
    nobody = outcome in (DRAWN, NOT_PLAYED)
    decided = not nobody and file.won_by == "last battle"
    if decided or follows(node, outcome) or not (node.edges or (nobody and file.won_by == "last battle")):
        return ""
    ended = {DRAWN: "it is drawn", NOT_PLAYED: "it is not played"}.get(outcome, f"{outcome} wins")
    return f"nothing follows if {ended}: unless another node is open the campaign is over there"


def _idle_units(file: CampaignFile) -> Iterator[Fault]:
    """Units that no node lets in."""
    sent = [(node, side) for node in file.nodes for side, brings in node.sides.items() if not brings.printed]
    used = {unit.id for node, side in sent for unit in may_go(file, node, side)}
    for s, side in enumerate(file.sides):
        for n, unit in enumerate(side.units):
            if unit.id not in used:
                yield f"sides.{s}.units.{n}", f"{unit.id} may be sent nowhere"


def _without_cost(file: CampaignFile) -> Iterator[Fault]:
    """CMP-5.1: items that have no cost are repaired for nothing."""
    if file.refits is None or "*" in file.refits.costs:
        return
    units = [(book_of(file, unit), unit.unit_class) for side in file.sides for unit in side.units]
    items = dict.fromkeys(item for book, unit_class in units for item in classes(book)[unit_class].items)
    free = [item for item in items if item not in file.refits.costs]
    if free:
        yield "refits.costs", f"{', '.join(free)} cost nothing; `*` is the cost of any other item"
