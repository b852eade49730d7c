"""The map of a campaign: its graph, with what has become of each node.

A node is a mark whose colour and sign say what has become of it; its name and state are beside it, the rest is in its title.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.state import State
from pbem.campaign.report.graph_panel import battles_at, last_battle, node_state
from pbem.campaign.report.phrases import points, scenario_words, when_words
from pbem.campaign.report.pictures.graph_layout import LOOP, MARK, Way, placed, ways
from pbem.campaign.report.pictures.shapes import LABEL, NOTE, fitted, framed, side_role
from pbem.campaign.report.score_panel import score_line
from pbem.campaign.rules.sequence import turns
from pbem.core.drawing.labels import Label, LabelPlaces, Rectangle
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Scene, Shape, Text

NAME = 18.0
"""Height of the letters of a node's name."""
ROOM, ALONG = 190.0, 140.0
"""Width of the longest words beside a node, and of those beside a way."""
EDGE = (105.0, 75.0, 105.0, 105.0)
"""From the outermost nodes and ways to the edge of the map: left, top, right, bottom."""
RING = MARK + 7
SHARES = (0.35, 0.5, 0.65, 0.25, 0.75)
"""Where words may stand along a way."""


def draw_graph(known: State) -> Scene:
    """Nodes in layers by their distance from the start, and the ways between them."""
    places = placed(known.file)
    found = ways(known.file, places)
    lines = [_way(known, way) for way in found]
    inner = _inner([*places.values(), *(point for way in found for point in way.points)])
    room = _room(places, found, inner)
    shapes: list[Shape] = [*lines]
    for node in known.file.nodes:
        shapes += _mark(known, node, places[node.id])
    wanted = [label for node in known.file.nodes for label in _names(known, node, places[node.id])]
    shapes += room.place([*wanted, *(_condition(known, way) for way in found if way.whens != ("",))])
    title = f"{known.file.title}: {turns(known).played or 'the opening'}"
    return framed(known, title, describe(known), shapes, inner)


def describe(known: State) -> str:
    """The graph in words."""
    said = [f"{turns(known).played.capitalize()}."] if turns(known).played else []
    said += [f"{node.title}: {node_state(known, node)}." for node in known.file.nodes]
    return " ".join([*said, known.verdict if known.over else score_line(known)])


def _inner(points: Sequence[Point]) -> Rectangle:
    """The map's edges."""
    xs, ys = zip(*points, strict=True)
    left, top, right, bottom = EDGE
    return min(xs) - left, min(ys) - top, max(xs) + right, max(ys) + bottom


def _room(places: dict[str, Point], found: Sequence[Way], inner: Rectangle) -> LabelPlaces:
    """Where words may be: on no node, and off the ways where they can."""
    room = LabelPlaces(inner)
    for place in places.values():
        room.take(place, RING)
    for way in found:
        for start, end in pairwise(way.points):
            room.take_line(start, end)
    return room


# ---------------------------------------------------------------- nodes


def node_role(known: State, id: str) -> str:
    """What has become of a node, as a role."""
    if not known.over and any(not battle.over for battle in battles_at(known, id)):
        return "node-fought"
    if id in known.open_nodes and not known.over:
        return "node-open"
    last = last_battle(known, id)
    if last is None:
        return "node-ahead"
    if last.winners:
        return side_role(known, last.winners[0])
    return "node-drawn" if last.outcome == "drawn" else "node-missed"


def _mark(known: State, node: Node, place: Point) -> Iterator[Shape]:
    """The node; those of now have a ring around them."""
    role = node_role(known, node.id)
    if role in ("node-open", "node-fought"):
        yield Circle(place, RING, "node-ring")
    yield Circle(place, MARK, role, _told(known, node))
    yield from _sign(known, node, role, place)


def _sign(known: State, node: Node, role: str, place: Point) -> Iterator[Shape]:
    """What tells it apart without its colour: a pennant, crossed swords, the winner's initials, an equals sign; a node that was
    not played is struck out, one that is ahead is empty."""
    x, y = place
    if role == "node-open":
        yield Line([(x - 9, y + 15), (x - 9, y - 15)], "node-sign")
        yield Polygon([(x - 9, y - 15), (x + 14, y - 7), (x - 9, y + 1)], "node-sign")
    elif role == "node-fought":
        for across in (-1, 1):
            yield Line([(x - 13 * across, y + 13), (x + 13 * across, y - 13)], "node-sign")
            yield Line([(x - 12 * across, y + 4), (x - 4 * across, y + 12)], "node-sign")
    elif role == "node-drawn":
        for down in (-5, 5):
            yield Line([(x - 12, y + down), (x + 12, y + down)], "node-sign")
    elif (last := last_battle(known, node.id)) and last.winners:
        letters = "".join(word[0] for word in known.title_of(last.winners[0]).split())[:2].upper()
        yield Circle(place, MARK * 0.68, "emblem")
        yield Text((x, y + NAME * 0.36), letters, "title", NAME)


def _told(known: State, node: Node) -> str:
    """All about a node."""
    worth = f", {points(node.value)}" if node.value else ""
    between = "" if known.file.pairing else f", {' and '.join(known.title_of(side) for side in node.sides)}"
    return f"{node.title}: {node_state(known, node)}; {node.id}{worth}, {scenario_words(node)}{between}"


def _names(known: State, node: Node, place: Point) -> Iterator[Label]:
    """Its name, its state and what is fought there, below each other; the last one where there is room."""
    first, *more = fitted(node.title, NAME, ROOM)
    name = Label(place, first, "unit-label", NAME, gap=RING, priority=3, kept=True)
    name = replace(name, small=(more[0], "unit-label", NAME)) if more else name
    yield name
    worth = f"{points(node.value)}, " if node.value else ""
    down = place[1] + RING + name.high
    for words, size, priority in ((node_state(known, node), LABEL, 2), (f"{worth}{scenario_words(node)}", NOTE, 1)):
        at = place[0], down + size * 0.7
        yield Label(place, fitted(words, size, ROOM, 1)[0], "note", size, priority=priority, spots=[at])
        down += size * 1.2


# ---------------------------------------------------------------- ways


def _way(known: State, way: Way) -> Line:
    """An arrow; plain where the last battle was followed by it."""
    last = last_battle(known, way.node)
    happened = last is not None and any(when in ("", last.outcome, *last.winners) for when in way.whens)
    title = f"{way.node} to {way.to}, {', '.join(when_words(known, when) for when in way.whens)}"
    return Line(way.points, "way-taken" if happened else "way-ahead", title, arrow=True)


def _condition(known: State, way: Way) -> Label:
    """What a way depends on, beside it where there is room."""
    said = " or ".join(when_words(known, when).removeprefix("if ") for when in way.whens)
    first, *more = fitted(f"if {said}", NOTE, ALONG, 2)
    label = Label(way.points[0], first, "note", NOTE, priority=2, small=(more[0], "note", NOTE) if more else None)
    if way.node == way.to:
        x, y = way.points[len(way.points) // 2]
        spots = [
            (x, y - label.high / 2 - 5),
            (x + label.wide / 2 + LOOP + 6, y + LOOP),
            (x - label.wide / 2 - LOOP - 6, y + LOOP),
        ]
    else:
        spots = [spot for share in SHARES for spot in _beside(way.points, share, label)]
    return replace(label, spots=spots)


def _beside(line: Sequence[Point], share: float, label: Label) -> Iterator[Point]:
    """On both sides of a line, this share of it from its start."""
    left = share * sum(map(math.dist, line, line[1:]))
    for start, end in pairwise(line):
        long = math.dist(start, end)
        if left <= long:
            across, down = ((b - a) / (long or 1.0) for a, b in zip(start, end, strict=True))
            x, y = start[0] + across * left, start[1] + down * left
            off = abs(down) * label.wide / 2 + abs(across) * label.high / 2 + 6
            yield from ((x - down * off * side, y + across * off * side) for side in (1, -1))
            return
        left -= long
