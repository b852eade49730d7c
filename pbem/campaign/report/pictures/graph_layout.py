"""Where the nodes of the graph and the ways between them are: layers from left to right, and ways that cross no node.

A way to the next layer is a straight line through the space between two layers, one to the same node a loop above it. Any other
goes down in this space, back below all nodes and up again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pbem.campaign.model.campaign_file import CampaignFile
from pbem.campaign.model.graph import distances
from pbem.core.drawing.scene import Point

MARK = 30.0
"""Radius of a node."""
STEP, DOWN = 225.0, 160.0
"""Between the middles of nodes beside each other, and below each other."""
LANE, PORT = 14.0, 11.0
"""Between two ways beside each other, and between two that end at one node."""
GAP = 8.0
"""Between a node and the end of a way."""
LOOP = 17.0
"""Radius of a way that leads back to its own node."""


@dataclass(frozen=True)
class Way:
    """All edges from one node to another: what each depends on, and its line on paper."""

    node: str
    to: str
    whens: tuple[str, ...]
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


def placed(file: CampaignFile) -> dict[str, Point]:
    """The middles of the nodes, each layer in the middle of the height."""
    columns = layers(file)
    step = STEP + 2 * LANE * len(_backward(file))
    most = max(map(len, columns))
    return {
        id: (number * step, DOWN * ((most - len(column)) / 2 + place))
        for number, column in enumerate(columns)
        for place, id in enumerate(column)
    }


def pairs(file: CampaignFile) -> dict[tuple[str, str], tuple[str, ...]]:
    """From which node one comes to which, and what on."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for node in file.nodes:
        for edge in node.edges:
            found[node.id, edge.to] = (*found.get((node.id, edge.to), ()), edge.when)
    return found


def _backward(file: CampaignFile) -> list[tuple[str, str]]:
    """Ways that lead neither to the next layer nor to their own node."""
    near = distances(file)
    return [(one, to) for one, to in pairs(file) if one != to and (one not in near or near.get(to) != near[one] + 1)]


def ways(file: CampaignFile, places: dict[str, Point]) -> list[Way]:
    """All of them, from node to node."""
    backward = _backward(file)
    below = max(y for _, y in places.values()) + MARK + 3 * LANE
    found = []
    for (one, to), whens in pairs(file).items():
        if one == to:
            points = _loop(places[one])
        elif (one, to) in backward:
            points = _around(places[one], places[to], backward.index((one, to)) + 1, below)
        else:
            points = _straight(places[one], places[to])
        found.append(Way(one, to, whens, points))
    return found


def _straight(start: Point, end: Point) -> list[Point]:
    long = math.dist(start, end)
    across, down = ((b - a) / long for a, b in zip(start, end, strict=True))
    out, back = MARK + GAP, long - MARK - GAP
    return [(start[0] + across * share, start[1] + down * share) for share in (out, back)]


def _loop(place: Point) -> list[Point]:
    """Most of a circle above a node."""
    x, y = place[0], place[1] - MARK - GAP - LOOP * 0.8
    angles = [math.radians(125 + 290 * k / 16) for k in range(17)]
    return [(x + LOOP * math.cos(angle), y + LOOP * math.sin(angle)) for angle in angles]


def _around(start: Point, end: Point, number: int, below: float) -> list[Point]:
    """Down, back below the nodes, and up to the end; each such way has a lane of its own."""
    near = MARK + GAP
    port = min(PORT * number, MARK - 4)
    out, back, lane = start[0] + near + LANE * number, end[0] - near - LANE * (number + 1), below + LANE * number
    y, to_y = start[1] + port, end[1] + port
    return [(start[0] + near, y), (out, y), (out, lane), (back, lane), (back, to_y), (end[0] - near, to_y)]
