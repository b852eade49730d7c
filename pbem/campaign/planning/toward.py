"""The orders of a refit turn that concern what is pointed at: a node of the map, or a unit."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pbem.campaign.model.state import State
from pbem.campaign.planning.suggestions import suggest
from pbem.campaign.report.pictures.graph_layout import MARK, placed
from pbem.core.drawing.scene import Point
from pbem.core.game.protocol import MOST_TOWARD
from pbem.core.game.report_parts import SuggestedOrder, Target

NEAR = 2 * MARK
"""How far from its middle a node is still meant."""


def toward(known: State, unit: str, target: Target) -> list[SuggestedOrder]:
    """Of the orders to choose from those that name it; all are of the fleet's block."""
    names = {target.unit} if target.unit in known.units else set(_nodes_at(known, target.place))
    found = [each for each in suggest(known) if unit in ("", each.unit) and names.intersection(_words(each.text))]
    return [each for each in found if each.hint][:MOST_TOWARD]


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _nodes_at(known: State, place: Point) -> Iterator[str]:
    """The nodes whose mark is there, or whose name is beside it."""
    return (id for id, middle in placed(known.file).items() if math.dist(middle, place) <= NEAR)
