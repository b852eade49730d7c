"""The fire of the turn on the map: salvos with their splashes and hits, and rams."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import point_of, star
from pbem.core.drawing.labels import Label, LabelPlaces, width_of
from pbem.core.drawing.scene import Line, Point, Polygon, Shape
from pbem.core.drawing.sea_marks import bursts, splashes
from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import Hex, label
from pbem.games.sovereign_seas.model.state import Ram, Shot, State
from pbem.games.sovereign_seas.report.pictures.map_marks import LARGEST, side_number

ALONG = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
"""Parts of an arrow's length at which words may be written."""
NOTCH = 0.55
"""Of the star of a ram."""
KEPT = 64
"""Turns so far whose volleys are kept: a map asks for them seven times."""
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


def volleys(known: State) -> tuple[Volley, ...]:
    """SSL-J2.5: a ship's salvos at one target are one line on the map."""
    return _volleys(tuple(known.shots))


@lru_cache(KEPT)
def _volleys(shots: tuple[Shot, ...]) -> tuple[Volley, ...]:
    found: dict[tuple[str, str], Volley] = {}
    for shot in shots:
        guns = f"{shot.guns} [{shot.code}]"
        before = found.get((shot.ship, shot.target))
        hits, fired, said = shot.hits, shot.guns, guns
        if before:
            hits, fired, said = hits + before.hits, fired + before.fired, f"{before.guns} and {guns}"
        found[shot.ship, shot.target] = Volley(
            shot.impulse, shot.ship, shot.target, shot.range, hits, shot.origin, shot.aim, said, fired
        )
    return tuple(found.values())


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


def volley_labels(known: State, scale: float) -> Iterator[Label]:
    """Range and hits beside each arrow; a dashed arrow has no hit."""
    for volley in volleys(known):
        role = f"salvo-{side_number(known.ships[volley.ship].side)}"
        words = f"r{volley.range}: {hits_words(volley.hits)}" if volley.hits else f"r{volley.range}"
        yield arrow_label(Arrow(volley.origin, volley.aim, role, volley.ship), words, scale, 2 if volley.hits else 1)


def arrow_label(arrow: Arrow, words: str, scale: float, priority: int) -> Label:
    """Words along an arrow, or about its target."""
    origin, aim, role, ship = arrow
    size = round(13 * scale, 1)
    spots = list(_beside_arrow(origin, aim, width_of(words, size), size, scale)) if origin != aim else []
    return Label(point_of(aim), words, role, size, HEX * 0.6, priority, unit=ship, spots=spots)


def _beside_arrow(origin: Hex, aim: Hex, wide: float, size: float, scale: float) -> Iterator[Point]:
    """Middles of words that touch an arrow on its right or left, nearest to its middle first."""
    (x0, y0), (x1, y1) = point_of(origin), point_of(aim)
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    shift, aside = HEX * 0.12 * scale, (abs(dy) * wide + abs(dx) * size) / 2 + 5
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
