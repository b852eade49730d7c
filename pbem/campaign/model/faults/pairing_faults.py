"""What is wrong with a campaign file that pairs its sides."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.model.faults.node_faults import node_faults
from pbem.core.game.phrases import count
from pbem.core.game.validation import Fault

PAIRED = ("first", "second")


def pairing_faults(file: CampaignFile) -> Iterator[Fault]:
    """CMP-7.1: one node, printed units, each side one player; points alone are carried over."""
    found = [*_carried_over(file), *_node_faults(file)]
    yield from found if found else node_faults(file, "nodes.0", file.nodes[0], with_units=False)


def _carried_over(file: CampaignFile) -> Iterator[Fault]:
    for s, side in enumerate(file.sides):
        if side.units:
            yield f"sides.{s}.units", "with a pairing no units are carried over; leave them out"
        if side.seats != 1:
            yield f"sides.{s}.seats", f"with a pairing each side is one player, not {count(side.seats, 'seat')}"
    if file.refits:
        yield "refits", "with a pairing there is nothing to refit; leave it out"
    if file.won_by != "points":
        yield "won_by", f"a pairing is won by points, not by {file.won_by}"


def _node_faults(file: CampaignFile) -> Iterator[Fault]:
    if len(file.nodes) != 1:
        yield "nodes", f"a pairing has one, not {len(file.nodes)}"
    node = file.nodes[0]
    if node.edges:
        yield "nodes.0.edges", "a pairing has none: its rounds follow each other"
    if tuple(node.sides) != PAIRED:
        yield "nodes.0.sides", f"with a pairing they are called first and second, not {' and '.join(node.sides) or 'nothing'}"
    for name, brings in node.sides.items():
        if not brings.printed:
            yield f"nodes.0.sides.{name}.printed", "must be true: with a pairing all units are printed"
