"""What lies on the map: counters, wakes, tracks, wrecks and arcs. `map_fire.py` has the fire."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import corners, point_of, tenths, unit
from pbem.core.drawing.labels import Label, LabelPlaces
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape
from pbem.core.drawing.sea_marks import wake
from pbem.core.geometry.hexes import DIRECTIONS, Hex, label, within
from pbem.games.sovereign_seas.model.geometry import bears
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.report.phrases import name_of
from pbem.games.sovereign_seas.report.pictures.map_hulls import LENGTH, fittings_of, hull_of
from pbem.games.sovereign_seas.report.pictures.window import Window

ARC_RANGE = 3
"""Hexes to which arcs are shaded: the range at which ships open fire unless ordered otherwise (SSL-X.12)."""
LARGEST = 1.8
"""Counters grow with the map, so that ships can be told apart on a large one, up to so many times their size."""
WAKE, SLOW = 0.13, 0.35
"""Length of a wake per hex of speed, and of the slowest ship's, in half lengths of the ship."""


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
    """Every ship in play; those that share a hex side by side, none so large that she lies on another."""
    stacks: dict[Hex, list[Ship]] = {}
    for ship in known.active():
        stacks.setdefault(ship.hex, []).append(ship)
    found = []
    for hex, stack in stacks.items():
        crowded = any(other in stacks for other in within(hex, 1) if other != hex)
        size = HEX * 0.56 * min(scale, 1.0 if crowded else LARGEST)
        x, y = point_of(hex)
        for place, ship in enumerate(stack):
            aside = (place - (len(stack) - 1) / 2) * HEX * 0.55
            found.append(Counter(ship, tenths((x + aside, y)), size if len(stack) == 1 else size * 0.72))
    return found


def ship_title(ship: Ship) -> str:
    """What a counter says when it is pointed at."""
    course = f"hex {label(ship.hex)} heading {DIRECTIONS[ship.heading]}, speed {ship.speed}"
    return f"{ship.id}, {ship.printed.type}, {name_of(ship)}, {course}"


def draw_counters(counters: Sequence[Counter]) -> Iterator[Shape]:
    """SSL section 9: the counter with its heading as a pointed end, and what tells her type."""
    for counter in counters:
        ship = counter.ship
        yield hull_of(ship, counter.place, counter.size, f"side-{side_number(ship.side)}", ship_title(ship))
        yield from fittings_of(ship, counter.place, counter.size)


def wakes(counters: Sequence[Counter]) -> Iterator[Shape]:
    """White water behind ships that move, longer behind the fast ones."""
    for counter in counters:
        if speed := counter.ship.speed:
            ahead, size = unit(counter.ship.heading), counter.size
            back = size * LENGTH[counter.ship.printed.type] * 0.85
            stern = (counter.place[0] - ahead[0] * back, counter.place[1] - ahead[1] * back)
            yield wake(stern, ahead, size * 0.3, size * (SLOW + WAKE * speed), counter.ship.id)


def counter_labels(known: State, counters: Sequence[Counter], scale: float) -> Iterator[Label]:
    """Id, and below it type code and speed, beside each counter; own ships choose first."""
    large, small = round(18 * scale, 1), round(13.5 * scale, 1)
    for counter in counters:
        ship, role = counter.ship, f"side-{side_number(counter.ship.side)}"
        words, own = (f"{ship.printed.type} {ship.speed}", role, small), ship.side == known.side
        yield Label(counter.place, ship.id, role, large, counter.size * 0.5, 5 if own else 4, True, ship.id, words)


def take_marks(known: State, counters: Sequence[Counter], room: LabelPlaces) -> None:
    """Words keep clear of counters, and of this turn's ways."""
    for counter in counters:
        (x, y), (dx, dy), size = counter.place, unit(counter.ship.heading), counter.size
        for along in (-0.65, 0.0, 0.65):
            room.take((x + dx * size * along, y + dy * size * along), size * 0.42)
    for ship in known.ships.values():
        if ship.fate == "sunk":
            room.take(point_of(ship.hex), HEX * 0.32)
        for before, after in pairwise(ship.track):
            room.take_line(point_of(before.hex), point_of(after.hex))


def wrecks(known: State, window: Window) -> Iterator[Shape]:
    """SSL-M.1: where ships went down."""
    for ship in known.ships.values():
        if ship.fate == "sunk" and ship.hex in window:
            (x, y), arm = point_of(ship.hex), HEX * 0.3
            yield hull_of(ship, (x, y), HEX * 0.42, "wreck-hull", f"{ship.id}, {name_of(ship)}, sunk in {label(ship.hex)}")
            yield Line([(x - arm, y - arm), (x + arm, y + arm)], "wreck", unit=ship.id)
            yield Line([(x - arm, y + arm), (x + arm, y - arm)], "wreck", unit=ship.id)


def wreck_labels(known: State, window: Window, scale: float) -> Iterator[Label]:
    """Ids of the wrecks."""
    for ship in known.ships.values():
        if ship.fate == "sunk" and ship.hex in window:
            yield Label(point_of(ship.hex), ship.id, "wreck-hull", round(15 * scale, 1), HEX * 0.36, 3, unit=ship.id)


# ---------------------------------------------------------------- ways


def tracks(known: State, scale: float, planned: Collection[str] = ()) -> Iterator[Shape]:
    """The way of this turn, numbered where each impulse ended; `planned` ways are only ordered."""
    sailed = [ship for ship in known.ships.values() if len({place.hex for place in ship.track}) > 1]
    for ship in sailed:
        role, words = ("plan", "as ordered") if ship.id in planned else ("trail", "this turn")
        yield Line([point_of(place.hex) for place in ship.track], role, f"way of {ship.id} {words}", unit=ship.id)
    ends = [(ship, {place.impulse: place.hex for place in ship.track}) for ship in sailed]
    for ship, hexes in ends:
        yield from (Circle(point_of(hex), round(3.2 * scale, 1), "trail-dot", unit=ship.id) for hex in hexes.values())


def impulse_labels(known: State, scale: float) -> Iterator[Label]:
    """The number of the impulse that ended at a dot."""
    size = round(12.5 * scale, 1)
    for ship in known.ships.values():
        for impulse, hex in {place.impulse: place.hex for place in ship.track}.items():
            if impulse and hex != ship.hex:
                yield Label(point_of(hex), str(impulse), "phase", size, 4 * scale, unit=ship.id)
