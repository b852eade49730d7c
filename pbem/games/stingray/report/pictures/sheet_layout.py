"""A printed form being filled in: parts side by side, each written from top to bottom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pbem.core.drawing.scene import Circle, Point, Polygon, Shape, Text

BOX, SPACE, GAP = 20.0, 4.0, 12.0
"""A box, the room between two, and the margin of a part."""
LINE = 22.0
PER_ROW = 15
LABEL = 128.0
"""Room for the name of a row that is followed by boxes."""
FULL, EMPTY, LOST = "box-now", "box", "box-lost"


def rectangle(x: float, y: float, width: float, height: float, role: str, title: str = "") -> Polygon:
    """Its upper left corner, and its size."""
    return Polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], role, title)


@dataclass
class Part:
    """One sheet or one column of it. `y` is where the next line is written, from the part's own upper left corner."""

    width: float
    title: str
    note: str
    y: float = 60.0
    shapes: list[Shape] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = min(19.0, (self.width - 2 * GAP) / (0.6 * len(self.title)))
        self.shapes += [
            Text((GAP, 26), self.title, "title", size, "start"),
            Text((GAP, 44), self.note, "note", 13, "start"),
        ]

    @property
    def _per_row(self) -> int:
        return min(PER_ROW, int((self.width - 2 * GAP + SPACE) / (BOX + SPACE)))

    def _say(self, words: str, role: str = "label", size: float = 14, x: float = GAP) -> None:
        self.shapes.append(Text((x, self.y + 14), words, role, size, "start"))

    def line(self, words: str) -> None:
        """A line of words."""
        self._say(words)
        self.y += LINE

    def heading(self, words: str) -> None:
        """A heading with a little room above."""
        self.y += 6
        self._say(words, "title", 15)
        self.y += LINE

    def _cell(self, x: float, words: str, role: str, title: str) -> None:
        """A box with words in it."""
        self.shapes.append(rectangle(x, self.y, BOX, BOX, role, title))
        if words:
            self.shapes.append(Text((x + BOX / 2, self.y + 15), words, role, 11 if len(words) < 3 else 9))

    def _row(self, cells: Iterable[tuple[str, str, str]], x: float) -> None:
        for words, role, title in cells:
            self._cell(x, words, role, title)
            x += BOX + SPACE

    def boxes(self, name: str, printed: int, marked: int) -> None:
        """A track of numbered boxes, the first `marked` struck out."""
        self.heading(f"{name} {marked} of {printed}")
        numbers = range(1, printed + 1)
        for start in range(0, printed, self._per_row):
            cells = [
                (str(n), LOST if n <= marked else EMPTY, f"{name.lower()} {n}{', taken' if n <= marked else ''}")
                for n in numbers[start : start + self._per_row]
            ]
            self._row(cells, GAP)
            self.y += BOX + SPACE

    def scale(self, name: str, values: Iterable[int], now: int, most: int) -> None:
        """A scale with the present value filled in and those out of reach struck out."""
        self.heading(f"{name} {now}")
        cells = []
        for value in values:
            role = FULL if value == now else LOST if value > most else EMPTY
            said = f", now {now}" if value == now else ", out of reach" if value > most else ""
            cells.append((str(value), role, f"{name.lower()} {value}{said}"))
        self._row(cells, GAP)
        self.y += BOX + SPACE

    def counters(self, name: str, left: int, printed: int) -> None:
        """Round counters; those used up are struck out."""
        self._say(name, x=GAP)
        x = self._after_label() + BOX / 2
        for number in range(1, printed + 1):
            role = EMPTY if number <= left else LOST
            said = "" if number <= left else ", used"
            self.shapes.append(Circle((x, self.y + BOX / 2), BOX / 2 - 1, role, f"{name} {number}{said}"))
            self.shapes.append(Text((x, self.y + 14), str(number), role, 11))
            x += self._step(printed)
        self.y += BOX + SPACE

    def _after_label(self) -> float:
        return LABEL if self.width > 300 else 88.0

    def _step(self, printed: int) -> float:
        return min(BOX + SPACE, (self.width - GAP - self._after_label()) / printed)

    def named(self, name: str, words: Sequence[str], marked: int) -> None:
        """Wide boxes with words, the first `marked` struck out."""
        self.heading(name)
        wide = 44.0
        for number, word in enumerate(words):
            x, role = GAP + number * (wide + SPACE), LOST if number < marked else EMPTY
            said = f"{name.lower()} {word}{', taken' if number < marked else ''}"
            self.shapes.append(rectangle(x, self.y, wide, BOX, role, said))
            self.shapes.append(Text((x + wide / 2, self.y + 15), word, role, 12))
        self.y += BOX + SPACE + 2

    def used(self, name: str, used: int, printed: int) -> None:
        """A row of the power list: its printed boxes, filled as far as they were used; without boxes the number alone."""
        self._say(name, size=13)
        cells = [(str(n), FULL if n <= used else EMPTY, f"{name}: {used}") for n in range(1, printed + 1)]
        self._row(cells, LABEL)
        if not printed:
            self._say(str(used), x=LABEL + 6, size=13)
        self.y += BOX + SPACE

    def lamps(self, name: str, words: Sequence[str], lit: Sequence[bool], lost: bool, note: str) -> None:
        """A few states, each a box that is filled when it is so."""
        self._say(name)
        x = GAP + 58
        for word, on in zip(words, lit, strict=True):
            role = LOST if lost else FULL if on else EMPTY
            self.shapes.append(rectangle(x, self.y, BOX, BOX, role, f"{name} {word}: {'yes' if on else 'no'}"))
            self.shapes.append(Text((x + BOX + 5, self.y + 14), word, "note", 12, "start"))
            x += 84
        self.shapes.append(Text((x, self.y + 14), note or "empty", "label", 13, "start"))
        self.y += BOX + SPACE

    def bar(self, name: str, now: int, most: int, what: str) -> None:
        """A bar filled as far as there is still something."""
        self.heading(f"{name} {now} {what}")
        width = self.width - 2 * GAP
        self.shapes.append(rectangle(GAP, self.y, width, BOX * 0.7, EMPTY, f"{name.lower()} {now} {what}"))
        if now:
            self.shapes.append(rectangle(GAP, self.y, round(width * min(now, most) / most, 1), BOX * 0.7, FULL))
        self.y += BOX


@dataclass
class SheetForm:
    """Parts from left to right, each in a frame of the same height."""

    parts: list[Part] = field(default_factory=list)

    def add(self, part: Part) -> None:
        """One more to the right."""
        self.parts.append(part)

    @property
    def _height(self) -> float:
        return max(part.y for part in self.parts) + GAP

    def box(self) -> tuple[float, float, float, float]:
        """The picture's box."""
        return -GAP, -GAP, sum(part.width + GAP for part in self.parts) + GAP, self._height + 2 * GAP

    @property
    def shapes(self) -> list[Shape]:
        """All parts in their places."""
        found: list[Shape] = []
        left = 0.0
        for part in self.parts:
            found.append(rectangle(left, 0.0, part.width, self._height, "panel"))
            found += [shifted(shape, left) for shape in part.shapes]
            left += part.width + GAP
        return found


def shifted(shape: Shape, right: float) -> Shape:
    """The same shape further to the right."""

    def moved(point: Point) -> Point:
        return round(point[0] + right, 1), point[1]

    if isinstance(shape, Polygon):
        return Polygon([moved(point) for point in shape.points], shape.role, shape.title)
    if isinstance(shape, Circle):
        return Circle(moved(shape.centre), shape.radius, shape.role, shape.title)
    if isinstance(shape, Text):
        return Text(moved(shape.at), shape.text, shape.role, shape.size, shape.anchor)
    return shape
