"""Many pictures that are much alike, as few pieces: what several of them share is written down once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Frame:
    """A picture: its title and words, its `viewBox`, and the pieces that it is painted of, in order."""

    title: str
    words: str
    box: str
    pieces: list[int]


@dataclass(frozen=True)
class Sprites:
    """`pieces` are SVG markup, `frames` the pictures in the order they were given."""

    pieces: list[str]
    frames: list[Frame]


def sprites(pictures: Sequence[str]) -> Sprites:
    """The pictures (SVG text) cut into pieces: runs of neighbours that are in the same pictures."""
    parsed = [_Parts(ET.fromstring(picture)) for picture in pictures]  # noqa: S314 (SVG of our own making)
    where: dict[str, set[int]] = {}
    for number, parts in enumerate(parsed):
        for part in parts.inside:
            where.setdefault(part, set()).add(number)
    among = {part: frozenset(numbers) for part, numbers in where.items()}
    found: dict[str, int] = {}
    frames = []
    for parts in parsed:
        runs = ("".join(run) for _, run in groupby(parts.inside, key=among.__getitem__))
        frames.append(Frame(parts.title, parts.words, parts.box, [found.setdefault(run, len(found)) for run in runs]))
    return Sprites(list(found), frames)


class _Parts:
    """What a picture is made of."""

    def __init__(self, root: ET.Element) -> None:
        for part in root.iter():
            part.tag = part.tag.removeprefix(f"{{{SVG}}}")
        self.box = root.get("viewBox", "")
        self.title = root.findtext("title", "")
        self.words = root.findtext("desc", "")
        self.inside = [ET.tostring(part, encoding="unicode") for part in root if part.tag not in ("title", "desc")]
