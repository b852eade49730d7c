"""The orders of a refit turn that concern what is pointed at: a node of the map, or a unit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.campaign.model.state import State
from pbem.campaign.planning.suggestions import suggest
from pbem.campaign.report.pictures.draw import draw
from pbem.core.drawing.scene import Point, Polygon
from pbem.core.game.protocol import MOST_TOWARD
from pbem.core.game.report_parts import SuggestedOrder, Target


def toward(known: State, unit: str, target: Target) -> list[SuggestedOrder]:
    """Of the orders to choose from those that name it; all are of the fleet's block."""
    names = {target.unit} if target.unit in known.units else set(_nodes_at(known, target.place))
    found = [each for each in suggest(known) if unit in ("", each.unit) and names.intersection(_words(each.text))]
    return [each for each in found if each.hint][:MOST_TOWARD]


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _nodes_at(known: State, place: Point) -> Iterator[str]:
    """The nodes whose box is there: a panel, and after it the strip that is called by the node's title."""
    titles = {node.title: node.id for node in known.file.nodes}
    for panel, strip in pairwise(next(draw(known)).shapes):
        if isinstance(panel, Polygon) and isinstance(strip, Polygon) and panel.role == "panel" and _holds(panel, place):
            yield from (id for title, id in titles.items() if strip.title.startswith(f"{title}: "))


def _holds(panel: Polygon, place: Point) -> bool:
    xs, ys = zip(*panel.points, strict=True)
    return bool(min(xs) <= place[0] <= max(xs) and min(ys) <= place[1] <= max(ys))
