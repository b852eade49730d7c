"""The fire of the turn on the map: salvos with their splashes and hits, and rams."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import point_of, star, tenths
from pbem.core.drawing.labels import LabelPlaces, wide_as
from pbem.core.drawing.scene import Line, Point, Polygon, Shape, Text
from pbem.core.drawing.sea_marks import bursts, splashes
from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import Hex, label
from pbem.games.sovereign_seas.model.state import Ram, State
from pbem.games.sovereign_seas.report.pictures.map_marks import LARGEST, side_number

ALONG = (0.45, 0.55, 0.35, 0.65, 0.25, 0.75)
"""Parts of an arrow's length at which words may be written."""
CROWDED = 0.1
"""Words of which a greater part would lie on something else are left out; the arrow's title has them."""
NOTCH = 0.55
"""Of the star of a ram."""
SPLASH, BURST = 3.4, 6.0
"""Radius of a shell in the water, and of a hit."""


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
    fired: int

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
        hits, fired, said = shot.hits, shot.guns, guns
        if before:
            hits, fired, said = hits + before.hits, fired + before.fired, f"{before.guns} and {guns}"
        found[shot.ship, shot.target] = Volley(
            shot.impulse, shot.ship, shot.target, shot.range, hits, shot.origin, shot.aim, said, fired
        )
    return list(found.values())


def draw_volleys(known: State, scale: float) -> Iterator[Shape]:
    """Arrows from the shooter's hex to the target's."""
    for volley in volleys(known):
        role = f"salvo-{side_number(known.ships[volley.ship].side)}{'' if volley.hits else '-miss'}"
        if shaft := shaft_of(volley.origin, volley.aim, scale):
            yield Line(shaft, role, volley.words, arrow=True, unit=volley.ship)


def strikes(known: State, scale: float) -> Iterator[Shape]:
    """Where the shells of each volley came down: splashes around the target, bursts on it."""
    for number, volley in enumerate(volleys(known)):
        at, wider = point_of(volley.aim), min(scale, LARGEST)
        yield from splashes(at, volley.fired - volley.hits, HEX * 0.58 * wider, SPLASH * wider, volley.ship, number)
        yield from bursts(at, volley.hits, HEX * 0.2 * wider, BURST * wider, volley.ship, number)


def take_fire(known: State, room: LabelPlaces) -> None:
    """Words keep clear of this turn's fire."""
    for volley in volleys(known):
        room.take_line(point_of(volley.origin), point_of(volley.aim))


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
