"""The course of a seat's luck over the turns, as a picture: how much better than expected, and what 95 of 100 stay within."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Scene, Shape, Text

WIDTH, HEIGHT = 480.0, 210.0
LEFT, RIGHT, TOP, BOTTOM = 50.0, 14.0, 12.0, 38.0
LETTERS = 15.0
MOST_TICKS = 8
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""What the lines across may be apart."""


class Course(NamedTuple):
    """By the end of a turn: how much better than expected, and half the width of the band."""

    turn: int
    better: float
    band: float


class _Frame:
    """Where a turn and a value lie in the picture."""

    def __init__(self, course: Sequence[Course]) -> None:
        self.last = max(1, course[-1].turn)
        reach = max(max(abs(point.better), point.band) for point in course)
        self.step = next((step for step in STEPS if reach / step <= 3), STEPS[-1])
        self.reach = max(reach * 1.08, self.step)

    def at(self, turn: float, value: float) -> Point:
        """The place of a value at the end of a turn."""
        x = LEFT + (WIDTH - LEFT - RIGHT) * turn / self.last
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / self.reach) / 2


def luck_scene(key: str, title: str, unit: str, points: Sequence[Course]) -> Scene:
    """The picture of at least one point. `unit` says what is counted; `key` is different for each picture of a page."""
    course = [Course(min(0, points[0].turn), 0.0, 0.0), *points]
    frame = _Frame(course)
    steps = _stairs(course)
    band = [frame.at(turn, band) for turn, _, band in steps] + [frame.at(turn, -band) for turn, _, band in reversed(steps)]
    shapes: list[Shape] = [
        Polygon(band, "area"),
        *_lines_across(frame),
        *_turns(frame),
        Line([frame.at(turn, better) for turn, better, _ in steps], "track-1"),
        *(Circle(frame.at(turn, better), 2.5, "trail-missile-dot") for turn, better, _ in points),
    ]
    return Scene(key, title, _in_words(unit, points), (0, 0, WIDTH, HEIGHT), shapes)


def _stairs(course: Sequence[Course]) -> list[Course]:
    """Level until the turn in which dice fell: nothing happens in between."""
    found = [course[0]]
    for before, point in pairwise(course):
        if point.turn > before.turn + 1:
            found.append(before._replace(turn=point.turn - 1))
        found.append(point)
    return found


def _lines_across(frame: _Frame) -> list[Shape]:
    """A line and its number at each step up and down from what is to be expected."""
    shapes: list[Shape] = []
    for n in range(-int(frame.reach / frame.step), int(frame.reach / frame.step) + 1):
        value = n * frame.step
        (x, y), end = frame.at(0, value), frame.at(frame.last, value)
        shapes.append(Line([(x, y), end], "map-edge" if n == 0 else "grid"))
        shapes.append(Text((x - 6, y + LETTERS / 3), f"{value:+g}" if n else "0", "note", LETTERS, "end"))
    return shapes


def _turns(frame: _Frame) -> list[Shape]:
    """The numbers of some turns below."""
    every = -(-frame.last // MOST_TICKS)
    shapes: list[Shape] = []
    for turn in range(every, frame.last + 1, every):
        x, y = frame.at(turn, -frame.reach)
        shapes.append(Text((x, y + LETTERS + 4), str(turn), "note", LETTERS))
    shapes.append(Text((LEFT, HEIGHT - BOTTOM + LETTERS + 4), "turn", "note", LETTERS, "start"))
    return shapes


def _in_words(unit: str, points: Sequence[Course]) -> str:
    """The same for whoever does not see it."""
    each = "; ".join(f"turn {turn}: {better:+.1f} (95 of 100: {band:.1f})" for turn, better, band in points)
    return f"{unit}, by the end of each turn in which it mattered, and in brackets how far 95 of 100 stay off. {each}."
