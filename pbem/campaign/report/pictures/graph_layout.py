"""Where the nodes of the graph and the edges between them are: layers from left to right, and ways that cross no box.

An edge to the next layer is a straight line through the space between two layers. Any other goes down in this space, back
below all boxes and up again. What an edge depends on is written within its node, beside the place where it leaves.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.campaign.model.campaign_file import CampaignFile, Edge
from pbem.campaign.model.graph import distances
from pbem.core.drawing.scene import Point

WIDE = 250.0
"""Of a box."""
BETWEEN, BELOW = 90.0, 34.0
"""Space between layers, and between the boxes of one."""
LANE, PORT = 12.0, 16.0
"""Between two ways beside each other, and between two arrowheads at one box."""
ROW = 18.0
"""Height of the words of an edge."""


@dataclass
class NodeBox:
    """A node on paper: its upper left corner, height, and where the words of its edges begin, by what they depend on."""

    x: float
    y: float
    high: float
    rows: dict[str, float] = field(default_factory=dict)

    def leaves(self, when: str) -> Point:
        """Where an edge begins."""
        return self.x + WIDE, self.y + self.rows[when] + ROW / 2

    def enters(self, place: int) -> Point:
        """Where an arrowhead is."""
        return self.x, self.y + min(22.0 + PORT * place, self.high - 8)


@dataclass(frozen=True)
class Way:
    """An edge on paper."""

    node: str
    edge: Edge
    points: list[Point]


def layers(file: CampaignFile) -> list[list[str]]:
    """The nodes by their distance from the start; what is never reached comes last."""
    near = distances(file)
    last = max(near.values(), default=0)
    found: list[list[str]] = [[] for _ in range(last + 1)]
    found += [[]] if len(near) < len(file.nodes) else []
    for node in file.nodes:
        found[near.get(node.id, last + 1)].append(node.id)
    return found


def placed(file: CampaignFile, heights: dict[str, float], rows: dict[str, dict[str, float]]) -> dict[str, NodeBox]:
    """The boxes, each layer in the middle of the height."""
    found: dict[str, NodeBox] = {}
    step = WIDE + BETWEEN + 2 * LANE * len(_backward(file))
    columns = layers(file)
    highs = [sum(heights[id] for id in column) + BELOW * (len(column) - 1) for column in columns]
    for number, (column, high) in enumerate(zip(columns, highs, strict=True)):
        y = (max(highs) - high) / 2
        for id in column:
            found[id] = NodeBox(number * step, y, heights[id], rows[id])
            y += heights[id] + BELOW
    return found


def _forward(file: CampaignFile, node: str, edge: Edge) -> bool:
    near = distances(file)
    return node in near and near.get(edge.to) == near[node] + 1


def _backward(file: CampaignFile) -> list[tuple[str, Edge]]:
    """Edges that do not lead to the next layer."""
    return [(node.id, edge) for node in file.nodes for edge in node.edges if not _forward(file, node.id, edge)]


def ways(file: CampaignFile, boxes: dict[str, NodeBox]) -> list[Way]:
    """All edges. Those that come to one box arrive in the order of the boxes that they come from."""
    arriving: dict[str, list[tuple[str, Edge]]] = {}
    for node in sorted(file.nodes, key=lambda node: (boxes[node.id].x, boxes[node.id].y)):
        for edge in node.edges:
            arriving.setdefault(edge.to, []).append((node.id, edge))
    backward = _backward(file)
    below = max(box.y + box.high for box in boxes.values()) + LANE
    found = []
    for node in file.nodes:
        for edge in node.edges:
            start = boxes[node.id].leaves(edge.when)
            end = boxes[edge.to].enters(arriving[edge.to].index((node.id, edge)))
            way = (node.id, edge)
            points = _around(start, end, backward.index(way) + 1, below) if way in backward else [start, end]
            found.append(Way(node.id, edge, points))
    return found


def _around(start: Point, end: Point, number: int, below: float) -> list[Point]:
    """Down, back below the boxes, and up to the end; each such way has a lane of its own."""
    out, back, lane = start[0] + LANE * number, end[0] - LANE * (number + 1), below + LANE * number
    return [start, (out, start[1]), (out, lane), (back, lane), (back, end[1]), end]
