"""The nodes of a campaign and the edges between them as a graph."""

from __future__ import annotations

from pbem.campaign.model.campaign_file import CampaignFile, Node

DRAWN, NOT_PLAYED, WHATEVER = "drawn", "not played", ""
"""What an edge may depend on, besides a side that has won."""


def distances(file: CampaignFile) -> dict[str, int]:
    """How many battles a node is from the start, by the shortest way; nodes that are never reached are left out."""
    nodes = {node.id: node for node in file.nodes}
    found: dict[str, int] = {}
    ahead = [id for id in file.start if id in nodes]
    while ahead:
        found |= dict.fromkeys(ahead, max(found.values(), default=-1) + 1)
        followed = dict.fromkeys(edge.to for id in ahead for edge in nodes[id].edges)
        ahead = [id for id in followed if id in nodes and id not in found]
    return found


def has_loop(file: CampaignFile) -> bool:
    """Can a node be fought for more than once?"""
    left = {node.id: {edge.to for edge in node.edges} for node in file.nodes}
    while ends := [id for id, followed in left.items() if not followed & left.keys()]:
        left = {id: followed for id, followed in left.items() if id not in ends}
    return bool(left)


def outcomes(node: Node) -> list[str]:
    """How a battle of this node may end: won by each of its sides, drawn, not played."""
    return [*node.sides, DRAWN, NOT_PLAYED]


def follows(node: Node, outcome: str) -> list[str]:
    """The nodes that can be fought for after it ended so (CMP-1.2)."""
    return list(dict.fromkeys(edge.to for edge in node.edges if edge.when in (WHATEVER, outcome)))
