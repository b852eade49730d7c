"""The map of a campaign: its graph, with what has become of each node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.campaign.model.campaign_file import Node
from pbem.campaign.model.state import State
from pbem.campaign.report.graph_panel import battles_at, last_battle, node_state
from pbem.campaign.report.phrases import points, scenario_words, when_words
from pbem.campaign.report.pictures.graph_layout import ROW, WIDE, NodeBox, Way, placed, ways
from pbem.campaign.report.pictures.shapes import (
    HEAD,
    LABEL,
    LINE,
    NOTE,
    bottom,
    fitted,
    frame,
    heading,
    legend,
    rectangle,
    side_role,
)
from pbem.campaign.report.score_panel import score_line
from pbem.campaign.rules.sequence import turns
from pbem.core.drawing.scene import Circle, Line, Scene, Shape, Text

MARGIN, STRIP, INSET = 24.0, 10.0, 22.0
"""Around the picture; of the coloured strip of a box, and from the edge of a box to its words."""
ROOM = WIDE - INSET - 10
PRESENT = ("node-open", "node-fought")


@dataclass(frozen=True)
class Words:
    """A line in a box, with the mark of a side before it."""

    text: str
    role: str
    size: float
    side: str = ""


def draw_graph(known: State) -> Scene:
    """Nodes in layers by their distance from the start, and the edges between them."""
    nodes = {node.id: node for node in known.file.nodes}
    lines = {id: list(_lines(known, node)) for id, node in nodes.items()}
    rows = {id: _rows(node, 12 + LINE * len(lines[id])) for id, node in nodes.items()}
    heights = {id: 20 + LINE * len(lines[id]) + ROW * len(rows[id]) for id in nodes}
    boxes = placed(known.file, heights, rows)
    found = ways(known.file, boxes)
    shapes: list[Shape] = [_edge(known, way) for way in found]
    for id, box in boxes.items():
        shapes += _box(known, nodes[id], box, lines[id])
    return _scene(known, shapes, found)


def _scene(known: State, shapes: list[Shape], found: list[Way]) -> Scene:
    """With the title above and the legend below."""
    reach = [x for way in found for x, _ in way.points]
    left = min([0.0, *reach]) - MARGIN
    right = max(max(x for x, _ in shape.points) for shape in shapes if not isinstance(shape, Circle | Text)) + MARGIN
    wide = max(right - left - 2 * MARGIN, 2 * WIDE)
    title = f"{known.file.title}: {turns(known).played or 'the opening'}"
    head, down = heading(known, title, (left + MARGIN, 0), wide)
    foot, end = legend(shapes, (left + MARGIN, bottom(shapes) + MARGIN), wide)
    above = [_moved(shape, -down) for shape in head]
    box = (left, -down - MARGIN, wide + 2 * MARGIN, end + down + 2 * MARGIN)
    return Scene("map", title, describe(known), box, [*above, *shapes, *foot])


def _moved(shape: Shape, down: float) -> Shape:
    """The same, farther down."""
    if isinstance(shape, Circle):
        return Circle((shape.centre[0], shape.centre[1] + down), shape.radius, shape.role, shape.title)
    if isinstance(shape, Text):
        return Text((shape.at[0], shape.at[1] + down), shape.text, shape.role, shape.size, shape.anchor)
    return shape


def describe(known: State) -> str:
    """The graph in words."""
    said = [f"{turns(known).played.capitalize()}."] if turns(known).played else []
    said += [f"{node.title}: {node_state(known, node)}." for node in known.file.nodes]
    return " ".join([*said, known.verdict if known.over else score_line(known)])


# ---------------------------------------------------------------- boxes


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


def _lines(known: State, node: Node) -> Iterator[Words]:
    """The words of a box."""
    for line in fitted(node.title, HEAD, ROOM):
        yield Words(line, "title", HEAD)
    worth = f", {points(node.value)}" if node.value else ""
    for line in fitted(f"{node.id}{worth}: {scenario_words(node)}", NOTE, ROOM, 3):
        yield Words(line, "note", NOTE)
    for side in () if known.file.pairing else node.sides:
        yield Words(fitted(known.title_of(side), LABEL, ROOM - 20, 1)[0], "label", LABEL, side)
    for line in fitted(node_state(known, node), LABEL, ROOM, 3):
        yield Words(line, "unit-label", LABEL)


def _rows(node: Node, first: float) -> dict[str, float]:
    """Where the words of its edges are, by what they depend on."""
    whens = dict.fromkeys(edge.when for edge in node.edges)
    return {when: first + ROW * number for number, when in enumerate(whens)}


def _box(known: State, node: Node, box: NodeBox, lines: list[Words]) -> Iterator[Shape]:
    role, corner = node_role(known, node.id), (box.x, box.y)
    yield rectangle(corner, WIDE, box.high, "panel")
    yield rectangle(corner, STRIP, box.high, role, f"{node.title}: {node_state(known, node)}")
    yield frame(corner, WIDE, box.high, role)
    if role in PRESENT:
        yield frame((box.x - 5, box.y - 5), WIDE + 10, box.high + 10, role)
    for number, line in enumerate(lines):
        x, y = box.x + INSET, box.y + 8 + LINE * (number + 1)
        if line.side:
            yield Circle((x + 6, y - 4.5), 5.5, side_role(known, line.side), known.title_of(line.side))
            x += 20
        yield Text((x, y), line.text, line.role, line.size, "start")
    for when, down in box.rows.items():
        words, y = fitted(when_words(known, when), NOTE, ROOM - 14, 1)[0], box.y + down + ROW / 2
        yield Text((box.x + WIDE - 20, y + 4), words, "note", NOTE, "end")
        if when in known.sides:
            yield Circle((box.x + WIDE - 11, y), 4.5, side_role(known, when), known.title_of(when))


def _edge(known: State, way: Way) -> Line:
    """An arrow; plain where the last battle was followed by it."""
    last = last_battle(known, way.node)
    happened = last is not None and way.edge.when in ("", last.outcome, *last.winners)
    title = f"{way.node} to {way.edge.to}, {when_words(known, way.edge.when)}"
    return Line(way.points, "map-edge" if happened else "trail", title, arrow=True)
