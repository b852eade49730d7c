"""What is around the map: what its marks mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape, Text
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import SIDES
from pbem.games.stingray.report.pictures.map_marks import Kind, MapMark, shapes_of

LEGEND: dict[Kind, str] = {
    "vessel": "your vessel",
    "contact": "contact",
    "old": "last seen, -2: two moves ago",
    "plant": "plant noise",
    "mk61": "your Mk61",
    "missile": "foreign missile",
    "mine": "mine",
    "mine-off": "mine switched off",
    "mine-foreign": "foreign mine",
    "noise": "explosion or breaking up",
    "wreck": "where a vessel was lost",
}
PEOPLE = dict(zip(SIDES, ("Terrainian", "Aquaphibian"), strict=True))
SIZE = 20.0
LINE = 34.0


def legend(
    known: State, found: Sequence[MapMark], more: Sequence[tuple[str, str]], corner: Point, width: float
) -> Iterator[Shape]:
    """What the marks on this map mean, and the roles in `more`; only what is on it."""
    x, y = corner[0], corner[1] + 22
    explained: list[tuple[MapMark | str, str]] = [*_samples(known, found), *more]
    for sample, words in explained:
        wide = 36 + SIZE * 0.58 * len(words) + 20
        if x > corner[0] and x + wide > corner[0] + width:
            x, y = corner[0], y + LINE
        yield from _sample(sample, (x + 14, y - 6))
        yield Text((x + 36, y), words, "label", SIZE, "start")
        x += wide


def _samples(known: State, found: Sequence[MapMark]) -> Iterator[tuple[MapMark, str]]:
    for kind, side in dict.fromkeys((mark.kind, mark.side) for mark in found):
        words = LEGEND[kind]
        if kind in ("contact", "old") or (kind == "vessel" and known.whole):
            words = f"{PEOPLE[side]} {'vessel' if kind == 'vessel' else words}"
        yield MapMark(kind, (0, 0), "", side, -1 if kind in ("plant", "noise") else 1), words


def _sample(sample: MapMark | str, place: Point) -> Iterator[Shape]:
    x, y = place
    if isinstance(sample, MapMark):
        yield from shapes_of(sample, place, 15.0)
    elif sample == "plan-end":
        yield Circle(place, 9.0, sample)
    elif sample in ("sonar", "rock", "goal", "arc"):
        yield Polygon([(x - 13, y - 10), (x + 13, y - 10), (x + 13, y + 10), (x - 13, y + 10)], sample)
    else:
        yield Line([(x - 14, y), (x + 14, y)], sample)
