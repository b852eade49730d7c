"""What the roles of a picture mean, in words and with a sample; and the same facts as the picture, as a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pbem.core.drawing.scene import Circle, Line, Polygon, Scene, Shape, Text
from pbem.present.palette import LOOKS

COUNTERS = ("side-", "contact", "missile", "mine", "plant-", "wreck", "air-", "torpedo-", "plan-end", "unit")
"""Roles that begin like this are things that have a place of their own on the map."""
STRIKES = ("explosion", "hit", "burst", "ram", "ram-miss")
"""What an attack leaves on the map, each with a form of its own."""
NO_COUNTERS = ("mine-ring", "unit-label")
SIDE = re.compile(r"side-([0-9]+)(-old)?")

MEANINGS: dict[str, str] = {
    "edge-floating": "edge of a map that floats with the ships",
    "edge-sticky": "edge that holds ships back",
    "edge-solid": "edge that destroys ships",
    "planet": "planet",
    "asteroid": "asteroids",
    "mine": "mine",
    "mine-ring": "hexes that set the mine off",
    "trail": "way of this turn",
    "sweep": "edge of a field of fire",
    "fire": "fire, with its points",
    "fire-miss": "fire, no hit",
    "hit": "hit",
    "thrust": "thrust",
    "burst": "shells that hit",
    "splash": "shells that fell into the sea",
    "wake": "wake: the longer, the faster",
    "explosion": "explosion",
    "plant-1": "plant noise of the first side",
    "plant-2": "plant noise of the second side",
    "rock": "obstacle",
    "sonar": "zone searched",
    "sonar-range": "range of the search",
    "goal": "objective",
    "edge-home": "home edge",
    "edge-exit": "edge to leave by",
    "missile": "foreign missile",
    "mine-own": "mine",
    "mine-off": "mine switched off",
    "mine-foreign": "foreign mine",
    "wreck": "lost here",
    "wreck-hull": "wreck",
    "trail-missile": "way of a missile",
    "salvo-1": "fire of the first side, hits",
    "salvo-2": "fire of the second side, hits",
    "salvo-1-miss": "fire of the first side, no hit",
    "salvo-2-miss": "fire of the second side, no hit",
    "ram": "ram",
    "ram-miss": "ram that missed",
    "arc": "some guns bear",
    "arc-full": "most or all guns bear",
    "air-F": "fighters",
    "air-DB": "dive bombers",
    "air-T": "torpedo bombers",
    "air-R": "reconnaissance aircraft",
    "air-B": "bombers",
    "range-ring": "range",
    "smoke": "smoke screen",
    "puff": "makes smoke",
    "trail-air": "way of aircraft",
    "torpedo-1": "torpedoes of the first side, hits",
    "torpedo-2": "torpedoes of the second side, hits",
    "torpedo-1-miss": "torpedoes of the first side, no hit",
    "torpedo-2-miss": "torpedoes of the second side, no hit",
    "bomb": "bombs, hits",
    "bomb-miss": "bombs, no hit",
    "contact": "contact",
    "contact-old": "contact lost, where it was last",
    "plan": "way as ordered",
    "plan-end": "where it would end",
    "plan-fire": "fire as ordered",
    "unit": "unit of no side",
    "unit-old": "unit of no side, where it was last seen",
    "track-1": "way of the first side",
    "track-2": "way of the second side",
    "area": "area, as its title says",
    "land": "land",
    "marked": "marked: what the words beside the map are about",
    "box": "empty or inactive",
    "box-full": "in order, active or charged",
    "box-now": "now",
    "box-lost": "lost, crossed off",
    "symbol": "system in order",
    "symbol-open": "system in order",
    "symbol-lost": "system lost",
    "struck": "struck off",
    "slash": "box marked",
    "slash-crossed": "box crossed off",
    "fuel": "fuel left",
    "burning": "on fire",
    "ring-arc": "arc in which it bears",
    "node-open": "open",
    "node-fought": "being fought",
    "node-drawn": "drawn",
    "node-missed": "not played",
    "node-ahead": "not reached",
    "node-ring": "to be fought now",
    "way-taken": "what followed",
    "way-ahead": "what may follow",
}
"""Only roles that a reader may ask about: not the sea, the grid and words."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Entry:
    """A role, what it means, and a picture of it."""

    role: str
    words: str
    sample: Scene


@dataclass(frozen=True)
class Row:
    """One thing that the picture shows: its unit ("" for none), what it is, and all that its title says."""

    unit: str
    what: str
    words: str
    number: int = 1


def is_counter(role: str) -> bool:
    """Do shapes of this role stand for a thing with a place of its own?"""
    return role.startswith(COUNTERS) and not role.startswith(NO_COUNTERS) and not role.endswith(("-dot", "-miss"))


@cache
def meaning(role: str) -> str:
    """What shapes of the role are, "" for what needs no words."""
    side = SIDE.fullmatch(role)
    if side is None:
        return MEANINGS.get(role, "" if role in LOOKS else role.replace("-", " "))
    number = int(side[1])
    return f"{ORDINALS[number - 1] if number <= len(ORDINALS) else number} side{', where it was last seen' if side[2] else ''}"


def legend(scene: Scene, marked: bool = False) -> list[Entry]:
    """What the picture's roles mean, counters first; a side's entry names its units."""
    shapes: dict[str, Shape] = {}
    units: dict[str, dict[str, None]] = {}
    for shape in scene.shapes:
        if isinstance(shape, Text) or not meaning(shape.role):
            continue
        shapes[shape.role] = shape if shape.role not in shapes or shape.title else shapes[shape.role]
        if shape.unit and is_counter(shape.role):
            units.setdefault(shape.role, {})[shape.unit] = None
    if marked:
        shapes["marked"] = Circle((0, 0), 1, "marked")
    order = sorted(shapes, key=lambda role: (not SIDE.fullmatch(role), not is_counter(role), role))
    return [Entry(role, _words(role, list(units.get(role, ()))), _sample(role, shapes[role])) for role in order]


def _words(role: str, units: list[str]) -> str:
    named = f": {', '.join(units)}" if units and SIDE.fullmatch(role) else ""
    return f"{meaning(role)}{named}"


WIDE, HIGH, EDGE = 34.0, 20.0, 3.0


def _sample(role: str, shape: Shape) -> Scene:
    """The role's own shape in small; of an area or a line just a piece."""
    box = (0.0, 0.0, WIDE, HIGH)
    if isinstance(shape, Line):
        return Scene(f"sample-{role}", "", "", box, [Line([(2, HIGH / 2), (WIDE - 2, HIGH / 2)], role, arrow=shape.arrow)])
    if isinstance(shape, Circle):
        return Scene(f"sample-{role}", "", "", box, [Circle((WIDE / 2, HIGH / 2), HIGH / 2 - EDGE, role)])
    if isinstance(shape, Polygon) and (is_counter(role) or role in STRIKES):
        return Scene(f"sample-{role}", "", "", box, [Polygon(_fitted(shape.points), role)])
    frame = [(2.0, 3.0), (WIDE - 2, 3.0), (WIDE - 2, HIGH - 3), (2.0, HIGH - 3)]
    return Scene(f"sample-{role}", "", "", box, [Polygon(frame, role)])


def _fitted(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The shape in the middle of a sample, as large as fits."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width, height = (max(xs) - min(xs)) or 1.0, (max(ys) - min(ys)) or 1.0
    scale = min((WIDE - 2 * EDGE) / width, (HIGH - 2 * EDGE) / height)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [((x - middle[0]) * scale + WIDE / 2, (y - middle[1]) * scale + HIGH / 2) for x, y in points]


# ---------------------------------------------------------------- the table


def twin(scene: Scene) -> list[Row]:
    """Each thing that the picture lets be pointed at: counters first, then what belongs to a unit, then the rest."""
    counted = Counter((shape.unit, meaning(shape.role), shape.title) for shape in _titled(scene))
    counters = {(shape.unit, shape.title) for shape in _titled(scene) if is_counter(shape.role)}
    rows = [Row(unit, what, words, number) for (unit, what, words), number in counted.items()]
    return sorted(rows, key=lambda row: (not row.unit, row.unit, (row.unit, row.words) not in counters))


def _titled(scene: Scene) -> Iterator[Polygon | Line | Circle]:
    return (shape for shape in scene.shapes if isinstance(shape, Polygon | Line | Circle) and shape.title)
