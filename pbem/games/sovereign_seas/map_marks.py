"""What lies on the map: counters, tracks, salvos, rams, wrecks and arcs, and the legend that explains them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.core.chart import HEX
from pbem.core.hexes import DIRECTIONS, Hex, label, within
from pbem.core.phrases import count
from pbem.core.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.core.sheet import corners, paper, star, unit
from pbem.games.sovereign_seas.geometry import bears
from pbem.games.sovereign_seas.phrases import name_of
from pbem.games.sovereign_seas.state import Ram
from pbem.games.sovereign_seas.tables import SIDES
from pbem.games.sovereign_seas.view import ShipView, View
from pbem.games.sovereign_seas.window import Window

HULL = (
    *((1.05, 0.0), (0.4, 0.33), (-0.25, 0.38), (-0.75, 0.33), (-1.0, 0.14)),
    *((-1.0, -0.14), (-0.75, -0.33), (-0.25, -0.38), (0.4, -0.33)),
)
"""A ship from above (along, across)."""
BEAM = {"BSIC": 1.15, "CBIC": 1.25, "SF": 0.85, "COV": 0.85, "LM": 1.3, "SM": 1.2}
LENGTH = {"BSIC": 1.0, "CBIC": 1.0, "SF": 1.0, "COV": 0.78, "LM": 0.95, "SM": 0.78}
ARC_RANGE = 3
"""Hexes to which arcs are shaded: the range at which ships open fire unless ordered otherwise (SSL-X.12)."""
NOTCH = 0.55
"""Of the star of a ram."""


def side_number(side: str) -> int:
    """1 for the British, 2 for the French: their colours."""
    return SIDES.index(side) + 1


# ---------------------------------------------------------------- arcs


def arcs(ships: Sequence[ShipView], window: Window) -> Iterator[Shape]:
    """SSL-D3.1: the hexes on which a ship's guns bear; darker where at least half as many do as anywhere."""
    for ship in ships:
        bearing = {hex: _guns_on(ship, hex) for hex in within(ship.hex, ARC_RANGE) if hex != ship.hex and hex in window}
        most = max(map(len, bearing.values()), default=0)
        for hex, guns in bearing.items():
            if guns:
                role = "arc-full" if 2 * len(guns) >= most else "arc"
                yield Polygon(corners(hex), role, f"{label(hex)}: {' '.join(guns)} of {ship.id} bear")


def _guns_on(ship: ShipView, hex: Hex) -> list[str]:
    return [battery.id for battery in ship.living() if bears(battery.arc, ship.hex, ship.heading, hex)]


# ---------------------------------------------------------------- ships


@dataclass(frozen=True)
class Counter:
    """A ship's counter: where it stands, and how large."""

    ship: ShipView
    place: Point
    size: float


def counters(view: View, scale: float) -> list[Counter]:
    """Every ship in play; those that share a hex side by side."""
    stacks: dict[Hex, list[ShipView]] = {}
    for ship in view.active():
        stacks.setdefault(ship.hex, []).append(ship)
    size = HEX * 0.5 * min(scale, 1.35)
    found = []
    for hex, stack in stacks.items():
        x, y = paper(hex)
        for place, ship in enumerate(stack):
            aside = (place - (len(stack) - 1) / 2) * HEX * 0.55
            found.append(Counter(ship, (x + aside, y), size if len(stack) == 1 else size * 0.7))
    return found


def ship_title(ship: ShipView) -> str:
    """What a counter says when it is pointed at."""
    course = f"hex {label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {ship.speed}"
    return f"{ship.id}, {ship.printed.type}, {name_of(ship)}, {course}"


def hull(printed_type: str, heading: float, place: Point, size: float, role: str, title: str = "") -> Polygon:
    """A ship from above; her bow points where she is heading."""
    (x, y), (dx, dy) = place, unit(heading)
    beam, length = BEAM[printed_type] * size, LENGTH[printed_type] * size
    points = [(x + length * a * dx - beam * c * dy, y + length * a * dy + beam * c * dx) for a, c in HULL]
    return Polygon([(round(px, 1), round(py, 1)) for px, py in points], role, title)


def draw_counter(counter: Counter) -> Shape:
    """SSL section 9: the counter with its heading as a pointed end."""
    ship = counter.ship
    role = f"side-{side_number(ship.side)}"
    return hull(ship.printed.type, ship.heading, counter.place, counter.size, role, ship_title(ship))


def counter_words(counter: Counter, scale: float) -> Iterator[Shape]:
    """Id, and below it type code and speed, where neither bow nor wake is: beside, above or below the counter."""
    ship, (x, y) = counter.ship, counter.place
    large, small = round(19 * scale, 1), round(13.5 * scale, 1)
    words = f"{ship.printed.type} {ship.speed}"
    if ship.heading in (0, 3):
        x, y = x + counter.size * 0.62, y + large * 0.1
    elif ship.heading in (1, 5):
        y -= counter.size * 0.72 + small
    else:
        y += counter.size * 0.6 + large
    for text, size, down in ((ship.id, large, 0.0), (words, small, small)):
        place = (round(x, 1), round(y + down, 1))
        yield Text(place, text, "unit-label", size, "start" if ship.heading in (0, 3) else "middle")


def wrecks(view: View, window: Window) -> Iterator[Shape]:
    """SSL-M.1: where ships went down."""
    for ship in view.ships.values():
        if ship.fate == "sunk" and ship.hex in window:
            (x, y), arm = paper(ship.hex), HEX * 0.3
            yield hull(ship.printed.type, ship.heading, (x, y), HEX * 0.42, "wreck-hull", f"{ship.id}, {name_of(ship)}, sunk")
            yield Line([(x - arm, y - arm), (x + arm, y + arm)], "wreck")
            yield Line([(x - arm, y + arm), (x + arm, y - arm)], "wreck")


def wreck_names(view: View, window: Window, scale: float) -> Iterator[Shape]:
    """Ids of the wrecks."""
    for ship in view.ships.values():
        if ship.fate == "sunk" and ship.hex in window:
            x, y = paper(ship.hex)
            yield Text((x, round(y + HEX * 0.72 + 12 * scale, 1)), ship.id, "wreck-hull", round(15 * scale, 1))


# ---------------------------------------------------------------- ways, salvos, rams


def tracks(view: View, scale: float) -> Iterator[Shape]:
    """The way of this turn, numbered where each impulse ended."""
    for ship in view.ships.values():
        if len({place.hex for place in ship.track}) > 1:
            yield Line([paper(place.hex) for place in ship.track], "trail", f"way of {ship.id} this turn")
            ends = {place.impulse: place.hex for place in ship.track}
            for impulse, hex in ends.items():
                yield Circle(paper(hex), round(3.2 * scale, 1), "trail-dot")
                if impulse and hex != ship.hex:
                    x, y = paper(hex)
                    at = (round(x + 10 * scale, 1), round(y + 13 * scale, 1))
                    yield Text(at, str(impulse), "phase", round(13 * scale, 1))


@dataclass(frozen=True)
class Volley:
    """All salvos of a ship at one target."""

    impulse: int
    ship: str
    target: str
    range: int
    hits: int
    origin: Hex
    aim: Hex
    guns: str

    @property
    def words(self) -> str:
        """`BC1 at FB1 in impulse 2: range 5, 5 [D], 4 hits`."""
        return (
            f"{self.ship} at {self.target} in impulse {self.impulse}: range {self.range}, {self.guns}, {hits_words(self.hits)}"
        )


def hits_words(hits: int) -> str:
    """`no hit`, `1 hit`, `4 hits`."""
    return count(hits, "hit") if hits else "no hit"


def volleys(view: View) -> list[Volley]:
    """SSL-J2.5: a ship's salvos at one target are one line on the map."""
    found: dict[tuple[str, str], Volley] = {}
    for shot in view.shots:
        guns = f"{shot.guns} [{shot.code}]"
        before = found.get((shot.ship, shot.target))
        hits, said = (before.hits + shot.hits, f"{before.guns} and {guns}") if before else (shot.hits, guns)
        found[shot.ship, shot.target] = Volley(
            shot.impulse, shot.ship, shot.target, shot.range, hits, shot.origin, shot.aim, said
        )
    return list(found.values())


def draw_volleys(view: View, scale: float) -> Iterator[Shape]:
    """Arrows from the shooter's hex to the target's, a little to the right so that an answer does not hide them."""
    for volley in volleys(view):
        side = view.ships[volley.ship].side
        role = f"salvo-{side_number(side)}{'' if volley.hits else '-miss'}"
        (x0, y0), (x1, y1) = paper(volley.origin), paper(volley.aim)
        length = math.hypot(x1 - x0, y1 - y0)
        if length:
            dx, dy = (x1 - x0) / length, (y1 - y0) / length
            aside, short = HEX * 0.12 * scale, HEX * 0.42
            start = (round(x0 + dx * short - dy * aside, 1), round(y0 + dy * short + dx * aside, 1))
            end = (round(x1 - dx * short - dy * aside, 1), round(y1 - dy * short + dx * aside, 1))
            yield Line([start, end], role, volley.words, arrow=True)


def volley_words(view: View, scale: float) -> Iterator[Shape]:
    """Range and hits beside each arrow; a dashed one has none."""
    size = round(13 * scale, 1)
    for number, volley in enumerate(volleys(view)):
        (x0, y0), (x1, y1) = paper(volley.origin), paper(volley.aim)
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        along = 0.43 + 0.07 * (number % 3)
        aside = HEX * 0.12 * scale + size * 0.5
        x = x0 + (x1 - x0) * along - (y1 - y0) / length * aside
        y = y0 + (y1 - y0) * along + (x1 - x0) / length * aside + size * 0.35
        role = f"salvo-{side_number(view.ships[volley.ship].side)}"
        words = f"r{volley.range}: {hits_words(volley.hits)}" if volley.hits else f"r{volley.range}"
        yield Text((round(x, 1), round(y, 1)), words, role, size)


def ram_words(ram: Ram) -> str:
    """`BC1 rams FF1 in 1010, impulse 2: hit`."""
    return f"{ram.attacker} rams {ram.target} in {label(ram.hex)}, impulse {ram.impulse}: {'hit' if ram.hit else 'miss'}"


def rams(view: View) -> Iterator[Shape]:
    """A star behind the ships where one ran into another."""
    for ram in view.rams:
        yield Polygon(star(paper(ram.hex), HEX * 0.72, NOTCH), "ram" if ram.hit else "ram-miss", ram_words(ram))
