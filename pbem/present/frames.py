"""Pictures that follow each other and are much alike, as the first of them and what each changes in the one before it.

What they are made of is written down once, as pieces with numbers. `static/frames.js` puts them together again: a page steps
through a turn without asking for anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pbem.present.svg import Painted

CLAUSES = re.compile(r"(?<=[;.]) ")
"""Words are compared by what stands between these."""
Change = tuple[int, int, list[int]]
"""At this place of the list so many numbers go, and these come. The places count in the list as the changes before made it."""


@dataclass(frozen=True)
class Frame:
    """What a picture changes in the one before it; the first one, in nothing. "" and {} are what is as it was."""

    parts: list[Change]
    words: list[Change]
    box: str = ""
    title: str = ""
    manners: dict[str, str] = field(default_factory=dict)


@dataclass
class Frames:
    """`pieces` are SVG elements, `clauses` parts of what the pictures say in words, by number."""

    pieces: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """As `static/frames.js` reads it."""
        return {
            "pieces": self.pieces,
            "clauses": self.clauses,
            "frames": [[each.parts, each.words, each.box, each.title, each.manners] for each in self.frames],
        }


class FrameMaker:
    """Takes pictures one by one."""

    def __init__(self) -> None:
        self.made = Frames()
        self._parts, self._clauses = _Numbers(self.made.pieces), _Numbers(self.made.clauses)
        self._last = Painted("", "", "", [], {})
        self._numbers: list[int] = []
        self._said: list[int] = []

    def take(self, picture: Painted) -> int:
        """The number of the picture's frame: the last one's, if it is the last one again."""
        if self.made.frames and picture == self._last:
            return len(self.made.frames) - 1
        numbers, said = self._parts.of(picture.parts), self._clauses.of(CLAUSES.split(picture.words))
        box, title = (picture.box, picture.title)
        self.made.frames.append(
            Frame(
                changes(self._numbers, numbers),
                changes(self._said, said),
                box if box != self._last.box else "",
                title if title != self._last.title else "",
                picture.manners if picture.manners != self._last.manners else {},
            )
        )
        self._last, self._numbers, self._said = picture, numbers, said
        return len(self.made.frames) - 1


def frames_of(pictures: Iterable[Painted]) -> Frames:
    """A frame for each picture that differs from the one before it."""
    maker = FrameMaker()
    for picture in pictures:
        maker.take(picture)
    return maker.made


def changes(before: Sequence[int], after: Sequence[int]) -> list[Change]:
    """How the one list becomes the other. In each list no number is twice.

    What both have stays where it is while it comes in the same order; from where the order differs, all is put in anew.
    """
    kept = _kept(before, after)
    made: list[Change] = []
    old = new = 0
    for number in (*kept, None):
        gone = before.index(number, old) - old if number is not None else len(before) - old
        end = after.index(number, new) if number is not None else len(after)
        if gone or end > new:
            made.append((new, gone, list(after[new:end])))
        old, new = old + gone + 1, end + 1
    return made


def patched(before: Sequence[int], made: Sequence[Change]) -> list[int]:
    """The list after these changes: what the script does."""
    after = list(before)
    for place, gone, come in made:
        after[place : place + gone] = come
    return after


def _kept(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """The numbers that stay: those of both lists, as long as they come in the same order from the front, and from the end."""
    old, new = set(before), set(after)
    left, right = [n for n in before if n in new], [n for n in after if n in old]
    front = next((at for at, (one, other) in enumerate(zip(left, right, strict=True)) if one != other), len(left))
    ends = zip(reversed(left[front:]), reversed(right[front:]), strict=True)
    back = next((at for at, (one, other) in enumerate(ends) if one != other), len(left) - front)
    return [*left[:front], *left[len(left) - back :]]


class _Numbers:
    """Texts by number, each written down once; a text that is twice in a list has a second number there."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts
        self._found: dict[tuple[str, int], int] = {}

    def of(self, parts: Sequence[str]) -> list[int]:
        """The numbers of these texts, no number twice."""
        count: dict[str, int] = {}
        return [self._number(part, count) for part in parts]

    def _number(self, part: str, count: dict[str, int]) -> int:
        nth = count[part] = count.get(part, -1) + 1
        number = self._found.setdefault((part, nth), len(self._texts))
        if number == len(self._texts):
            self._texts.append(part)
        return number
