"""A ship's record sheet as a picture: six outer sections around one inner section, as on the printed console."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.drawing.scene import Point, Polygon, Scene, Shape, Text
from pbem.core.geometry.hexes import DIRECTIONS, label
from pbem.games.star_navy.model.ships import Console, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import SECTION_NAMES, SECTIONS
from pbem.games.star_navy.report.record_sheet import (
    Boxes,
    inner_boxes,
    mine_boxes,
    moves_on,
    plural,
    section_boxes,
    status_words,
    turn_cost_words,
)

ROLES = {"#": "box-full", "o": "box", "x": "box-lost"}
MEANINGS = {"#": "", "o": ", empty or inactive", "x": ", crossed off"}
BOX, GAP, PER_ROW = 15.0, 4.0, 8
PANEL_WIDTH, PANEL_HEIGHT, SPACE = 236.0, 146.0, 14.0
TOP = 74.0
"""Where the panels begin, below the title."""

PLACES: dict[str, tuple[float, float]] = {
    "F": (1, 0),
    "LF": (0, 0.5),
    "RF": (2, 0.5),
    "INNER": (1, 1),
    "LR": (0, 1.5),
    "RR": (2, 1.5),
    "R": (1, 2),
}
"""Panel column and row of each section, seen from above with the bow up."""
LEGEND = (("#", "active or charged"), ("o", "inactive or empty"), ("x", "crossed off"))


def draw_sheet(known: State, ship: Ship) -> Scene:
    """Section 9: the record sheet of one ship."""
    width, height = 3 * PANEL_WIDTH + 2 * SPACE, TOP + 3 * (PANEL_HEIGHT + SPACE) + 80
    shapes = [*_head(ship)]
    for name in SECTIONS:
        section = ship.console.sections[name]
        title = f"{SECTION_NAMES[name]}: {plural(section.weapon)}"
        wear = f"  wear {section.wear}" if section.weapon == "C" else ""
        status = status_words(known, section.status, section.used) + wear
        shapes += _panel(_corner(name), title, status, section_boxes(ship, name))
    shapes += _panel(_corner("INNER"), "Inner section", _inner_status(known, ship.console), inner_boxes(ship))
    shapes += _foot(ship, height - 68)
    title, box = f"{ship.id} {ship.called}", (-20.0, 0.0, width + 40, height)
    return Scene(f"sheet-{ship.id}", title, describe(known, ship), box, shapes)


def describe(known: State, ship: Ship) -> str:
    """The sheet in words."""
    console = ship.console
    said = [
        f"{ship.id}, {ship.called}, hex {label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {console.speed}.",
        f"Energy {console.energy}, free thrusters {console.free_thrusters}, integrity {console.integrity}, "
        f"engines {console.engines}, ISDs {console.isds}, marines {console.marines}, mines {console.mines}.",
    ]
    for name in SECTIONS:
        s = console.sections[name]
        said.append(
            f"{SECTION_NAMES[name]}: {plural(s.weapon)}, {s.weapons} left, {status_words(known, s.status, s.used)}, "
            f"{s.active} of {s.shields} shields active, hulls {s.hulls}."
        )
    return " ".join(said)


def _inner_status(known: State, console: Console) -> str:
    isds = status_words(known, console.isd_status, console.isds_active)
    marines = status_words(known, console.marine_status, console.marines_used)
    return f"ISDs and marines {isds}" if isds == marines else f"ISDs {isds}; marines {marines}"


def _corner(name: str) -> Point:
    column, row = PLACES[name]
    return column * (PANEL_WIDTH + SPACE), TOP + row * (PANEL_HEIGHT + SPACE)


def _rectangle(x: float, y: float, width: float, height: float, role: str, title: str = "") -> Polygon:
    return Polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], role, title)


def _head(ship: Ship) -> Iterator[Shape]:
    speed = ship.console.speed
    where = f"hex {label(ship.hex)}, heading {DIRECTIONS[ship.heading]}" if ship.alive else ship.fate
    yield Text((0, 34), f"{ship.id}  {ship.called} ({ship.side})", "title", 22, "start")
    yield Text((0, 57), f"{where}, speed {speed} ({moves_on(speed)})", "label", 15, "start")


def _panel(corner: Point, title: str, status: str, boxes: Boxes) -> Iterator[Shape]:
    x, y = corner
    yield _rectangle(x, y, PANEL_WIDTH, PANEL_HEIGHT, "panel")
    yield Text((x + 10, y + 20), title, "label", 14, "start")
    yield Text((x + 10, y + 36), status, "note", 11, "start")
    line = y + 44
    for word, marks in boxes.items():
        if marks:
            yield Text((x + 10, line + BOX - 4), word, "label", 12, "start")
            yield from _row((x + 76, line), word, marks)
            line += (BOX + GAP) * (1 + (len(marks) - 1) // PER_ROW)


def _row(corner: Point, word: str, marks: str) -> Iterator[Shape]:
    for number, mark in enumerate(marks):
        row, column = divmod(number, PER_ROW)
        x, y = corner[0] + column * (BOX + GAP), corner[1] + row * (BOX + GAP)
        yield _rectangle(x, y, BOX, BOX, ROLES[mark], word + MEANINGS[mark])


def _foot(ship: Ship, top: float) -> Iterator[Shape]:
    console = ship.console
    yield Text(
        (0, top),
        f"Energy {console.energy}: capacitors {console.capacitor_energy}/{console.capacitors}, "
        f"engines {console.engine_energy}/{console.engines}.  Thrusters used {console.thrusters_used}/{console.thrusters}; "
        f"{turn_cost_words(ship)}.",
        "label",
        13,
        "start",
    )
    yield Text((0, top + 28), "Mines", "label", 13, "start")
    yield from _row((50, top + 16), "mine", mine_boxes(ship))
    x = 190.0
    for mark, meaning in LEGEND:
        yield _rectangle(x, top + 16, BOX, BOX, ROLES[mark])
        yield Text((x + BOX + 6, top + 28), meaning, "note", 12, "start")
        x += 40 + 8 * len(meaning)
