"""The map as a picture: a window of the sheet around what matters, with the turn's moves, volleys and explosions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.core.chart import HEX, SIDE, Box, clip, corners, edge_line, paper
from pbem.core.hexes import DIRECTIONS, STEPS, Hex, at, centre, column_row, distance, label
from pbem.core.scene import Circle, Line, Point, Polygon, Scene, Shape, Text
from pbem.games.star_navy.state import READY
from pbem.games.star_navy.tables import MAX_RANGE, SECTIONS
from pbem.games.star_navy.view import ShipView, View

MARGIN = 3
LEAST = (13, 11)
"""A window is never smaller than so many columns and rows."""
LABELLED = 1200
"""Windows with more hexes show the grid only near something, and only every fifth label."""
HEAD = 46.0
"""Height of the title above the map."""


@dataclass(frozen=True)
class Window:
    """Columns and rows shown, inclusive."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def crowded(self) -> bool:
        """Too many hexes for a label in each?"""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1) > LABELLED

    def __contains__(self, hex: Hex) -> bool:
        column, row = column_row(hex)
        return self.left <= column <= self.right and self.top <= row <= self.bottom

    def hexes(self) -> Iterator[Hex]:
        """By column and then row."""
        for column in range(self.left, self.right + 1):
            for row in range(self.top, self.bottom + 1):
                yield at(column, row)

    def box(self) -> Box:
        """Left, top, right, bottom of the map on paper."""
        ends = [
            paper(at(c, r)) for c in (self.left, self.left + 1, self.right - 1, self.right) for r in (self.top, self.bottom)
        ]
        tops, bottoms = [y for _, y in ends[::2]], [y for _, y in ends[1::2]]
        return ends[0][0] - SIDE, min(tops) - HEX / 2, ends[-1][0] + SIDE, max(bottoms) + HEX / 2


def draw_map(view: View) -> Scene:
    """Section 9: the map as a reader sees it."""
    window, own = _window(view), view.mine()
    left, top, right, bottom = window.box()
    shapes: list[Shape] = [
        *_terrain(view, window),
        *_grid(view, window),
        *_edge(view, window),
        *(shape for place, ship in enumerate(own) for shape in _sweeps(ship, window, place, len(own) > 1)),
        *(shape for ship in view.ships.values() for shape in _trail(view, ship)),
        *_mines(view, window),
        *_volleys(view),
        *(_explosion(hex) for hex in view.explosions),
        *_ships(view),
        *_title(view, left, top),
    ]
    pad = 12.0
    box = (left - pad, top - HEAD - pad, right - left + 2 * pad, bottom - top + HEAD + 2 * pad)
    return Scene("map", f"Star Navy, {_when(view)}", describe(view), box, shapes)


def describe(view: View) -> str:
    """The map in words."""
    said = [f"Star Navy, {_when(view)}."]
    for side in view.sides:
        here = [f"{s.id} at {label(s.hex)} heading {DIRECTIONS[s.heading]}" for s in view.living() if s.side == side]
        said.append(f"{side}: {', '.join(here) or 'no ship on the map'}.")
    said += [f"Mine {mine.id} at {label(mine.hex)}, laid by {mine.ship}." for mine in view.mines]
    said += [f"{v.ship} fired at {v.target} for {v.points} points." for v in view.volleys]
    said += [f"Explosion at {label(hex)}." for hex in view.explosions]
    for name, hexes in (("Planets", view.planets), ("Asteroids", view.asteroids)):
        if hexes:
            said.append(f"{name}: {', '.join(label(hex) for hex in hexes)}.")
    return " ".join(said)


def _when(view: View) -> str:
    if not view.cycle:
        return "before turn 1"
    return f"cycle {view.cycle} turn {view.turn} (turn {view.absolute_turn})"


def _title(view: View, left: float, top: float) -> Iterator[Shape]:
    yield Text((left, top - 30), f"Star Navy, {_when(view)}", "title", 18, "start")
    x = left
    for side in view.sides:
        role = _side_role(view, side)
        yield Polygon([(x, top - 19), (x + 12, top - 19), (x + 12, top - 7), (x, top - 7)], role, side)
        yield Text((x + 17, top - 8), side, "label", 13, "start")
        x += 32 + 9 * len(side)


def _side_role(view: View, side: str) -> str:
    return f"side-{view.sides.index(side) + 1}"


# ---------------------------------------------------------------- the window


def _matters(view: View) -> list[Hex]:
    """Hexes that must be in the picture."""
    found = [hex for ship in view.living() for hex in (ship.hex, *ship.trail)]
    found += [mine.hex for mine in view.mines]
    found += list(view.explosions)
    found += [hex for volley in view.volleys for hex in (volley.origin, volley.aim)]
    return found or [ship.hex for ship in view.ships.values()] or [at(1, 1)]


def _window(view: View) -> Window:
    places = [column_row(hex) for hex in _matters(view)]
    columns, rows = [c for c, _ in places], [r for _, r in places]
    left, right = _stretch(min(columns), max(columns), LEAST[0], view.columns)
    top, bottom = _stretch(min(rows), max(rows), LEAST[1], view.rows)
    return Window(left, right, top, bottom)


def _stretch(low: int, high: int, least: int, size: int) -> tuple[int, int]:
    """The margin on both sides, at least `least` wide, within 1 .. `size`."""
    low, high = low - MARGIN, high + MARGIN
    short = max(0, least - (high - low + 1))
    low, high = low - short // 2, high + (short + 1) // 2
    return max(1, low), min(size, high)


# ---------------------------------------------------------------- the sheet


def _terrain(view: View, window: Window) -> Iterator[Shape]:
    for role, hexes in (("planet", view.planets), ("asteroid", view.asteroids)):
        for hex in hexes:
            if hex in window:
                yield Polygon(corners(hex), role, f"{role} {label(hex)}")


def _grid(view: View, window: Window) -> Iterator[Shape]:
    near = _matters(view)
    for hex in window.hexes():
        column, row = column_row(hex)
        if not window.crowded or any(distance(hex, other) <= MARGIN for other in near):
            yield Polygon(corners(hex), "grid")
        elif column % 5 or row % 5:
            continue
        if not window.crowded or not (column % 5 or row % 5):
            x, y = paper(hex)
            yield Text((x, y - HEX * 0.3), label(hex), "grid-label", 8)


def _edge(view: View, window: Window) -> Iterator[Shape]:
    """SN-13.8: the map's edge, dashed (floating sheet), grey (sticky) or red (solid), where the window reaches it.

    Each line runs to the right or down.
    """
    columns, rows = range(window.left, window.right + 1), range(window.top, window.bottom + 1)
    ends = {"N": window.top == 1, "S": window.bottom == view.rows, "W": window.left == 1, "E": window.right == view.columns}
    for edge in (edge for edge, reached in ends.items() if reached):
        line = edge_line(edge, columns, rows)
        yield Line(line if edge in "NE" else line[::-1], f"edge-{view.edge}", f"{view.edge} edge")


# ---------------------------------------------------------------- what is on it


def _unit(direction: int) -> Point:
    return centre(STEPS[direction % 6])


def _ships(view: View) -> Iterator[Shape]:
    stacks: dict[Hex, list[ShipView]] = {}
    for ship in view.living():
        stacks.setdefault(ship.hex, []).append(ship)
    for hex, stack in stacks.items():
        x, y = paper(hex)
        for place, ship in enumerate(stack):
            aside = (place - (len(stack) - 1) / 2) * HEX * 0.42
            yield from _ship(view, ship, (x + aside, y), HEX * (0.4 if len(stack) == 1 else 0.27))
            yield Text((x, y + HEX * 0.5 + 11 * place), ship.id, "unit-label", 11)


def _ship(view: View, ship: ShipView, middle: Point, size: float) -> Iterator[Shape]:
    """A dart that points where the ship is heading."""
    (x, y), (dx, dy) = middle, _unit(ship.heading)
    dart = [
        (x + size * (along * dx - across * dy), y + size * (along * dy + across * dx))
        for along, across in ((1.0, 0.0), (-0.75, 0.62), (-0.4, 0.0), (-0.75, -0.62))
    ]
    heading = DIRECTIONS[ship.heading]
    yield Polygon(
        dart,
        _side_role(view, ship.side),
        f"{ship.id} {ship.printed.name}, {ship.side}, hex {label(ship.hex)} heading {heading}",
    )


def _trail(view: View, ship: ShipView) -> Iterator[Shape]:
    """The hexes entered this turn; numbered when a report covers a cycle."""
    if len(ship.trail) < 2:
        return
    yield Line([paper(hex) for hex in ship.trail], "trail", f"way of {ship.id}")
    for number, hex in enumerate(ship.trail[1:], 1):
        x, y = paper(hex)
        yield Circle((x, y), 2.5, "trail")
        if view.by_cycle:
            yield Text((x + HEX * 0.3, y + 3), str(number), "trail", 9)


def _mines(view: View, window: Window) -> Iterator[Shape]:
    for mine in view.mines:
        if mine.hex in window:
            x, y = paper(mine.hex)
            title = f"mine {mine.id} of {mine.side}, hex {label(mine.hex)}"
            yield Circle((x, y), HEX * 1.5, "mine-ring")
            yield Circle((x, y), HEX * 0.11, "mine", title)
            yield Text((x, y + HEX * 0.38), mine.id, "unit-label", 10)


def _explosion(hex: Hex) -> Shape:
    x, y = paper(hex)
    star = []
    for k in range(16):
        reach = HEX * (0.5 if k % 2 == 0 else 0.26)
        star.append((x + reach * math.cos(math.pi / 8 * k), y + reach * math.sin(math.pi / 8 * k)))
    return Polygon(star, "explosion", f"explosion in {label(hex)}")


def _volleys(view: View) -> Iterator[Shape]:
    """Arrows from shooter to target, a little to the right of the line so that an answer does not hide them."""
    for number, volley in enumerate(view.volleys):
        (x0, y0), (x1, y1) = paper(volley.origin), paper(volley.aim)
        length = math.hypot(x1 - x0, y1 - y0)
        if not length:
            continue
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        aside, short = HEX * 0.13, HEX * 0.3
        start = (x0 + dx * short - dy * aside, y0 + dy * short + dx * aside)
        end = (x1 - dx * short - dy * aside, y1 - dy * short + dx * aside)
        yield Line([start, end], "fire", f"{volley.ship} at {volley.target}: {volley.points} points", arrow=True)
        along = 0.3 + 0.13 * (number % 4)
        x, y = start[0] + (end[0] - start[0]) * along, start[1] + (end[1] - start[1]) * along
        yield Text((x - dy * 11, y + dx * 11 + 4), str(volley.points), "fire", 12)


# ---------------------------------------------------------------- sweeps


def _sweeps(ship: ShipView, window: Window, place: int, several: bool) -> Iterator[Shape]:
    """SN-5.10: the boundary lines of the sweeps of READY sections, out to 15 hexes, with section and weapon (or ship)."""
    if ship.console is None:
        return
    drawn: set[int] = set()
    for k, name in enumerate(SECTIONS):
        section = ship.console.sections[name]
        if section.status != READY or not section.weapons:
            continue
        direction = ship.heading + k
        for boundary in ((direction - 1) % 6, direction % 6):
            if boundary not in drawn:
                drawn.add(boundary)
                yield from _boundary(ship, boundary, window)
        (x, y), (dx, dy), away = paper(ship.hex), _unit(direction), HEX * (1.9 + 0.8 * place)
        words = f"{ship.id} {name}" if several else f"{name} {section.weapon}"
        yield Text((x + dx * away, y + dy * away + 4), words, "sweep", 10)


def _boundary(ship: ShipView, direction: int, window: Window) -> Iterator[Shape]:
    """The line half way between two directions; at 15 hexes it has gone 7.5 steps in each."""
    (x, y), (ax, ay), (bx, by) = paper(ship.hex), _unit(direction), _unit(direction + 1)
    reach = HEX * MAX_RANGE / 2
    clipped = clip((x, y), (x + (ax + bx) * reach, y + (ay + by) * reach), window.box())
    if clipped:
        yield Line(list(clipped), "sweep")
