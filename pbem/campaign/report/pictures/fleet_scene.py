"""The record sheets of a fleet: of each unit what she has and what she lacks, a bar for each item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.campaign.model.state import CampaignUnit, State
from pbem.campaign.report.phrases import at, called, lacking, record_words, sheet_of
from pbem.campaign.report.pictures.shapes import HEAD, LABEL, LINE, NOTE, fitted, rectangle, side_role
from pbem.core.drawing.scene import Circle, Point, Scene, Shape, Text
from pbem.core.fleets.fleet_units import Item

COLUMN, INSET, SPACE, MARGIN = 246.0, 12.0, 14.0, 20.0
"""Width of a column of items; from the edge of a panel to its words, between panels, and around the picture."""
NAME, BAR, HIGH = 104.0, 84.0, 11.0
"""Room for an item's name; width and height of its bar."""
DEEP, ACROSS = 16, 3
"""Items below each other at most, and columns of items beside each other in the picture."""
LEAST = 2 * COLUMN
"""Width of the narrowest picture."""
TOP = 66.0
"""Where the items of a panel begin."""


def draw_fleet(known: State, side: str, fleet: str, units: Sequence[CampaignUnit]) -> Scene:
    """One fleet."""
    title = f"Fleet {fleet} of {known.title_of(side)}"
    shapes: list[Shape] = [
        Circle((8, 20), 8, side_role(known, side), known.title_of(side)),
        Text((24, 27), fitted(title, 20, LEAST - 24, 1)[0], "title", 20, "start"),
    ]
    x, y, high, right = 0.0, 46.0, 0.0, LEAST
    for unit in units:
        wide, deep = _size(unit)
        if x and x + wide > ACROSS * COLUMN + (ACROSS - 1) * SPACE:
            x, y, high = 0.0, y + high + SPACE, 0.0
        shapes += _panel(known, unit, (x, y), (wide, deep))
        x, high, right = x + wide + SPACE, max(high, deep), max(right, x + wide)
    box = (-MARGIN, -MARGIN, right + 2 * MARGIN, y + high + 2 * MARGIN)
    return Scene(f"fleet-{side}-{fleet}", title, describe(known, units), box, shapes)


def describe(known: State, units: Sequence[CampaignUnit]) -> str:
    """The sheets in words."""
    said = [f"{called(known, unit.id)}, {sheet_of(unit).title}: {lacking(unit)}; {record_words(unit)}." for unit in units]
    return " ".join(said)


def _size(unit: CampaignUnit) -> tuple[float, float]:
    """Width and height of a panel."""
    items = len(sheet_of(unit).items)
    columns = min(ACROSS, max(1, -(-items // DEEP)))
    return columns * COLUMN, TOP + LINE * -(-items // columns) + INSET


def _panel(known: State, unit: CampaignUnit, corner: Point, size: tuple[float, float]) -> Iterator[Shape]:
    x, y = corner[0] + INSET, corner[1]
    room = size[0] - 2 * INSET
    yield rectangle(corner, *size, "panel")
    yield Text((x, y + 22), fitted(called(known, unit.id), HEAD, room, 1)[0], "title", HEAD, "start")
    what = ", ".join(words for words in (sheet_of(unit).title, unit.commander) if words)
    yield Text((x, y + 39), fitted(what, NOTE, room, 1)[0], "note", NOTE, "start")
    yield Text((x, y + 54), fitted(f"{at(unit)}, {record_words(unit)}", NOTE, room, 1)[0], "note", NOTE, "start")
    items = sheet_of(unit).items
    columns = max(1, round(size[0] / COLUMN))
    deep = -(-len(items) // columns)
    for number, (name, item) in enumerate(items.items()):
        column, row = divmod(number, deep)
        yield from _bar((x + column * COLUMN, y + TOP + LINE * row), name, item, unit.lacks.get(name, 0))


def _bar(corner: Point, name: str, item: Item, lacks: int) -> Iterator[Shape]:
    """What she has of it, and struck out what she lacks."""
    x, y = corner
    has, title = item.most - lacks, f"{name}: {item.most - lacks} of {item.most}"
    full = BAR * has / item.most if item.most else 0.0
    yield Text((x, y + 10), fitted(name, LABEL, NAME, 1)[0], "label", LABEL, "start")
    if has:
        yield rectangle((x + NAME, y), full, HIGH, "box-full", title)
    if lacks:
        yield rectangle((x + NAME + full, y), BAR - full, HIGH, "box-lost", title)
    yield Text((x + NAME + BAR + 6, y + 10), f"{has}/{item.most}", "note", NOTE, "start")
