"""What the marks on a map mean: only those that are on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.hex_layout import star
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.games.sovereign_seas.model.state import Ship, State
from pbem.games.sovereign_seas.model.tables import FRENCH, SIDES
from pbem.games.sovereign_seas.report.phrases import NATION
from pbem.games.sovereign_seas.report.pictures.map_fire import NOTCH, volleys
from pbem.games.sovereign_seas.report.pictures.map_hulls import hull
from pbem.games.sovereign_seas.report.pictures.map_marks import ARC_RANGE, side_number
from pbem.games.sovereign_seas.report.pictures.window import Window

SIZE = 17.0
LINE = 30.0
LETTER = 0.6
"""Average width of a letter, as a share of its height."""


def draw_legend(known: State, window: Window, armed: Sequence[Ship]) -> tuple[list[Shape], float]:
    """The legend below the map, and the height that it takes."""
    left, _, right, bottom = window.box
    scale = window.scale
    shapes: list[Shape] = []
    x, y = left, bottom + 55 * scale
    for sample, words in _entries(known, armed):
        wide = (40 + SIZE * LETTER * len(words) + 22) * scale
        if x > left and x + wide > right:
            x, y = left, y + LINE * scale
        shapes += _sample(sample, (x + 16 * scale, y - 6 * scale), scale)
        shapes.append(Text((round(x + 40 * scale, 1), round(y, 1)), words, "label", round(SIZE * scale, 1), "start"))
        x += wide
    return shapes, round(y - bottom - 20 * scale, 1) if shapes else 0.0


def _entries(known: State, armed: Sequence[Ship]) -> Iterator[tuple[str, str]]:
    """Role of a mark, and its meaning."""
    for side in SIDES:
        if any(known.active(side)):
            yield f"side-{side_number(side)}", f"{NATION[side]}: id, type, speed"
    if any(len(ship.track) > 1 for ship in known.ships.values()):
        yield "trail", "way of this turn, number: end of an impulse"
    yield from _fire(known)
    for hit, words in ((True, "ram"), (False, "ram that missed")):
        if any(ram.hit is hit for ram in known.rams):
            yield "ram" if hit else "ram-miss", words
    if any(ship.fate == "sunk" for ship in known.ships.values()):
        yield "wreck", "sunk"
    if armed:
        ids = ", ".join(ship.id for ship in armed)
        yield "arc-full", f"arcs of {ids} to {ARC_RANGE} hexes (darker: half her guns or more)"


def _fire(known: State) -> Iterator[tuple[str, str]]:
    """Each side's arrows, and what a dashed one means."""
    shooters = {side: [v for v in volleys(known) if known.ships[v.ship].side == side] for side in SIDES}
    for side, fired in shooters.items():
        if fired:
            yield f"salvo-{side_number(side)}", f"{NATION[side]} fire: range and hits"
    missed = [side for side, fired in shooters.items() if any(not volley.hits for volley in fired)]
    if missed:
        yield f"salvo-{side_number(missed[0])}-miss", "no hit"


def _sample(sample: str, place: Point, scale: float) -> Iterator[Shape]:
    (x, y), arm = place, 14 * scale
    if sample.startswith("side-"):
        yield hull("CBIC", 1.5, place, arm * 1.15, sample, forked=sample == f"side-{side_number(FRENCH)}")
    elif sample.startswith("ram"):
        yield Polygon(star(place, arm * 0.9, NOTCH), sample)
    elif sample == "arc-full":
        yield Polygon(
            [(x - arm, y - arm * 0.7), (x + arm, y - arm * 0.7), (x + arm, y + arm * 0.7), (x - arm, y + arm * 0.7)], sample
        )
    elif sample == "wreck":
        yield Line([(x - arm * 0.7, y - arm * 0.7), (x + arm * 0.7, y + arm * 0.7)], sample)
        yield Line([(x - arm * 0.7, y + arm * 0.7), (x + arm * 0.7, y - arm * 0.7)], sample)
    else:
        yield Line([(x - arm, y), (x + arm, y)], sample, arrow=sample.startswith("salvo"))
        if sample == "trail":
            yield Circle((x, y), 3.2 * scale, "trail-dot")
