"""What lies on the map: counters, tracks, salvos, rams, wrecks and arcs, and the legend that explains them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import corners, point_of, star, tenths, unit
from pbem.core.drawing.labels import LabelPlaces, wide_as
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import DIRECTIONS, Hex, label, within
from pbem.games.sovereign_seas.model.geometry import bears
from pbem.games.sovereign_seas.model.state import Ram, Ship, State
from pbem.games.sovereign_seas.model.tables import FRENCH, SIDES
from pbem.games.sovereign_seas.report.phrases import name_of
from pbem.games.sovereign_seas.report.pictures.window import Window

HULL = (
    *((1.05, 0.0), (0.4, 0.33), (-0.25, 0.38), (-0.75, 0.33), (-1.0, 0.14)),
    *((-1.0, -0.14), (-0.75, -0.33), (-0.25, -0.38), (0.4, -0.33)),
)
"""A ship from above (along, across): the British with a round stern."""
FORKED = (*HULL[:4], (-1.12, 0.3), (-0.6, 0.0), (-1.12, -0.3), *HULL[6:])
"""The French with a stern like a swallow's tail: colour is not all that tells the sides apart."""
BEAM = {"BSIC": 1.15, "CBIC": 1.25, "SF": 0.85, "COV": 0.85, "LM": 1.3, "SM": 1.2}
LENGTH = {"BSIC": 1.0, "CBIC": 1.0, "SF": 1.0, "COV": 0.78, "LM": 0.95, "SM": 0.78}
ARC_RANGE = 3
"""Hexes to which arcs are shaded: the range at which ships open fire unless ordered otherwise (SSL-X.12)."""
ALONG = (0.45, 0.55, 0.35, 0.65, 0.25, 0.75)
"""Parts of an arrow's length at which words may be written."""
CROWDED = 0.1
"""Words of which a greater part would lie on something else are left out; the arrow's title has them."""
NOTCH = 0.55
"""Of the star of a ram."""


def side_number(side: str) -> int:
    """1 for the British, 2 for the French: their colours."""
    return SIDES.index(side) + 1


# ---------------------------------------------------------------- arcs


def arcs(ships: Sequence[Ship], window: Window) -> Iterator[Shape]:
    """SSL-D3.1: the hexes on which a ship's guns bear; darker where at least half as many do as anywhere."""
    for ship in ships:
        bearing = {hex: _guns_on(ship, hex) for hex in within(ship.hex, ARC_RANGE) if hex != ship.hex and hex in window}
        most = max(map(len, bearing.values()), default=0)
        for hex, guns in bearing.items():
            if guns:
                role = "arc-full" if 2 * len(guns) >= most else "arc"
                yield Polygon(corners(hex), role, f"{label(hex)}: {' '.join(guns)} of {ship.id} bear", ship.id)


def _guns_on(ship: Ship, hex: Hex) -> list[str]:
    return [battery.id for battery in ship.living() if bears(battery.arc, ship.hex, ship.heading, hex)]


# ---------------------------------------------------------------- ships


@dataclass(frozen=True)
class Counter:
    """A ship's counter: where it is, and how large."""

    ship: Ship
    place: Point
    size: float


def counters(known: State, scale: float) -> list[Counter]:
    """Every ship in play; those that share a hex side by side."""
    stacks: dict[Hex, list[Ship]] = {}
    for ship in known.active():
        stacks.setdefault(ship.hex, []).append(ship)
    size = HEX * 0.5 * min(scale, 1.35)
    found = []
    for hex, stack in stacks.items():
        x, y = point_of(hex)
        for place, ship in enumerate(stack):
            aside = (place - (len(stack) - 1) / 2) * HEX * 0.55
            found.append(Counter(ship, (x + aside, y), size if len(stack) == 1 else size * 0.7))
    return found


def ship_title(ship: Ship) -> str:
    """What a counter says when it is pointed at."""
    course = f"hex {label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {ship.speed}"
    return f"{ship.id}, {ship.printed.type}, {name_of(ship)}, {course}"


def hull(printed_type: str, heading: float, place: Point, size: float, role: str, forked: bool) -> Polygon:
    """A ship from above; her bow points where she is heading."""
    (x, y), (dx, dy) = place, unit(heading)
    beam, length = BEAM[printed_type] * size, LENGTH[printed_type] * size
    outline = FORKED if forked else HULL
    points = [(x + length * a * dx - beam * c * dy, y + length * a * dy + beam * c * dx) for a, c in outline]
    return Polygon([(round(px, 1), round(py, 1)) for px, py in points], role)


def hull_of(ship: Ship, place: Point, size: float, role: str, title: str) -> Polygon:
    """This ship from above."""
    drawn = hull(ship.printed.type, ship.heading, place, size, role, ship.side == FRENCH)
    return replace(drawn, title=title, unit=ship.id)


def draw_counter(counter: Counter) -> Shape:
    """SSL section 9: the counter with its heading as a pointed end."""
    ship = counter.ship
    return hull_of(ship, counter.place, counter.size, f"side-{side_number(ship.side)}", ship_title(ship))


def counter_words(counters: Sequence[Counter], room: LabelPlaces, scale: float) -> Iterator[Shape]:
    """Id, and below it type code and speed, beside each counter where there is room."""
    large, small = round(19 * scale, 1), round(13.5 * scale, 1)
    for counter in counters:
        ship = counter.ship
        words = f"{ship.printed.type} {ship.speed}"
        wide = max(wide_as(ship.id, large), wide_as(words, small))
        x, y = room.beside(counter.place, counter.size * 0.55, wide, large + small)
        yield Text(tenths((x, y + large * 0.1)), ship.id, "unit-label", large, unit=ship.id)
        yield Text(tenths((x, y + large * 0.1 + small)), words, "unit-label", small, unit=ship.id)


def take_marks(known: State, counters: Sequence[Counter], room: LabelPlaces) -> None:
    """Words keep clear of counters, and of this turn's ways and fire."""
    for counter in counters:
        room.take(counter.place, counter.size * 0.6)
    for ship in known.ships.values():
        for before, after in pairwise(ship.track):
            room.take_line(point_of(before.hex), point_of(after.hex))
    for volley in volleys(known):
        room.take_line(point_of(volley.origin), point_of(volley.aim))


def wrecks(known: State, window: Window) -> Iterator[Shape]:
    """SSL-M.1: where ships went down."""
    for ship in known.ships.values():
        if ship.fate == "sunk" and ship.hex in window:
            (x, y), arm = point_of(ship.hex), HEX * 0.3
            yield hull_of(ship, (x, y), HEX * 0.42, "wreck-hull", f"{ship.id}, {name_of(ship)}, sunk in {label(ship.hex)}")
            yield Line([(x - arm, y - arm), (x + arm, y + arm)], "wreck", unit=ship.id)
            yield Line([(x - arm, y + arm), (x + arm, y - arm)], "wreck", unit=ship.id)


def wreck_names(known: State, window: Window, room: LabelPlaces, scale: float) -> Iterator[Shape]:
    """Ids of the wrecks."""
    size = round(15 * scale, 1)
    for ship in known.ships.values():
        if ship.fate == "sunk" and ship.hex in window:
            x, y = room.beside(point_of(ship.hex), HEX * 0.35, wide_as(ship.id, size), size)
            yield Text(tenths((x, y + size * 0.36)), ship.id, "wreck-hull", size, unit=ship.id)


# ---------------------------------------------------------------- ways, salvos, rams


def tracks(known: State, scale: float, planned: Collection[str] = ()) -> Iterator[Shape]:
    """The way of this turn, numbered where each impulse ended; `planned` ways are only ordered."""
    sailed = [ship for ship in known.ships.values() if len({place.hex for place in ship.track}) > 1]
    for ship in sailed:
        role, words = ("plan", "as ordered") if ship.id in planned else ("trail", "this turn")
        yield Line([point_of(place.hex) for place in ship.track], role, f"way of {ship.id} {words}", unit=ship.id)
    ends = [(ship, {place.impulse: place.hex for place in ship.track}) for ship in sailed]
    for ship, hexes in ends:
        yield from (Circle(point_of(hex), round(3.2 * scale, 1), "trail-dot", unit=ship.id) for hex in hexes.values())
    for ship, hexes in ends:
        for impulse, hex in hexes.items():
            if impulse and hex != ship.hex:
                x, y = point_of(hex)
                at = (round(x + 10 * scale, 1), round(y + 13 * scale, 1))
                yield Text(at, str(impulse), "phase", round(13 * scale, 1), unit=ship.id)


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


def volleys(known: State) -> list[Volley]:
    """SSL-J2.5: a ship's salvos at one target are one line on the map."""
    found: dict[tuple[str, str], Volley] = {}
    for shot in known.shots:
        guns = f"{shot.guns} [{shot.code}]"
        before = found.get((shot.ship, shot.target))
        hits, said = (before.hits + shot.hits, f"{before.guns} and {guns}") if before else (shot.hits, guns)
        found[shot.ship, shot.target] = Volley(
            shot.impulse, shot.ship, shot.target, shot.range, hits, shot.origin, shot.aim, said
        )
    return list(found.values())


def draw_volleys(known: State, scale: float) -> Iterator[Shape]:
    """Arrows from the shooter's hex to the target's."""
    for volley in volleys(known):
        role = f"salvo-{side_number(known.ships[volley.ship].side)}{'' if volley.hits else '-miss'}"
        if shaft := shaft_of(volley.origin, volley.aim, scale):
            yield Line(shaft, role, volley.words, arrow=True, unit=volley.ship)


class Arrow(NamedTuple):
    """From a ship that fires to where it aims."""

    origin: Hex
    aim: Hex
    role: str
    ship: str


def shaft_of(origin: Hex, aim: Hex, scale: float) -> list[Point]:
    """An arrow's line, a little to the right so that an answer does not hide it; none within a hex."""
    (x0, y0), (x1, y1) = point_of(origin), point_of(aim)
    length = math.hypot(x1 - x0, y1 - y0)
    if not length:
        return []
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    aside, short = HEX * 0.12 * scale, HEX * 0.42
    start = (round(x0 + dx * short - dy * aside, 1), round(y0 + dy * short + dx * aside, 1))
    end = (round(x1 - dx * short - dy * aside, 1), round(y1 - dy * short + dx * aside, 1))
    return [start, end]


def volley_words(known: State, room: LabelPlaces, scale: float) -> Iterator[Shape]:
    """Range and hits beside each arrow, where there is room for both, or for the range; a dashed arrow has no hit."""
    for volley in volleys(known):
        role = f"salvo-{side_number(known.ships[volley.ship].side)}"
        range_ = f"r{volley.range}"
        words = [f"{range_}: {hits_words(volley.hits)}", range_] if volley.hits else [range_]
        yield from arrow_words(Arrow(volley.origin, volley.aim, role, volley.ship), words, room, scale)


def arrow_words(arrow: Arrow, choices: Sequence[str], room: LabelPlaces, scale: float) -> Iterator[Text]:
    """The first of these words for which there is room beside an arrow; none if there is room for none."""
    origin, aim, role, ship = arrow
    size = round(13 * scale, 1)
    for words in choices:
        wide = wide_as(words, size)
        spots = list(_beside_arrow(origin, aim, wide, size, scale))
        spot = room.free(spots, wide, size, CROWDED) if origin != aim else room.beside(point_of(aim), HEX * 0.5, wide, size)
        if spot:
            yield Text(tenths((spot[0], spot[1] + size * 0.35)), words, role, size, unit=ship)
            return


def _beside_arrow(origin: Hex, aim: Hex, wide: float, size: float, scale: float) -> Iterator[Point]:
    """Middles of words that touch an arrow on its right or left, nearest to its middle first."""
    (x0, y0), (x1, y1) = point_of(origin), point_of(aim)
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    shift, aside = HEX * 0.12 * scale, (abs(dy) * wide + abs(dx) * size) / 2 + 2
    for along in ALONG:
        for hand in (shift + aside, shift - aside):
            yield x0 + (x1 - x0) * along - dy * hand, y0 + (y1 - y0) * along + dx * hand


def ram_words(ram: Ram) -> str:
    """`BC1 rams FF1 in 1010, impulse 2: hit`."""
    return f"{ram.attacker} rams {ram.target} in {label(ram.hex)}, impulse {ram.impulse}: {'hit' if ram.hit else 'miss'}"


def rams(known: State) -> Iterator[Shape]:
    """A star behind the ships where one ran into another."""
    for ram in known.rams:
        yield Polygon(
            star(point_of(ram.hex), HEX * 0.72, NOTCH), "ram" if ram.hit else "ram-miss", ram_words(ram), ram.attacker
        )
