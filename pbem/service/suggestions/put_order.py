"""Put an order into a text where its unit's orders are, in place of the line that it contradicts, as the parser says."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from pbem.core.texts.envelope import END, Problem
from pbem.core.texts.units import Units

HEAD = re.compile(r"\s*([A-Za-z][A-Za-z0-9_-]{0,11}|[^:#;]{1,40}?) ?:(?!/)\s*")
"""The head of a block, as it is mostly written: an id or a name, and a colon."""
BESIDE = re.compile(r"\s*(?:luck|press)\b.*:", re.I)
"""How a line begins that belongs to no unit, and ends a block."""
MANY = 1000
"""More words than an order has."""
MOST_TRIED = 6
"""So many lines are tried as the one that the order contradicts, the likest first."""

Complaints = Callable[[str], Collection[Problem]]
"""What is wrong with a text, as the parser says."""


class Placed(NamedTuple):
    """A text with an order in it, and the number of its line, from 1."""

    text: str
    line: int


class _Part(NamedTuple):
    """An order that is in the text: the index of its line, where it begins and ends there."""

    at: int
    start: int
    end: int


def put_order(text: str, unit: str, order: str, units: Units, complaints: Complaints) -> Placed:
    """The text with the order in the block of the unit ("": above all blocks). What is there already is left as it is.

    What semicolons separate are orders of their own, each of which may take the place of another; the line is that of the last.
    """
    placed = Placed(text, 1)
    for each in filter(None, (part.strip() for part in order.split(";"))):
        placed = _put_one(placed.text, unit, each, units, complaints)
    return placed


def _put_one(text: str, unit: str, order: str, units: Units, complaints: Complaints) -> Placed:
    lines = text.split("\n")
    block = _block(lines, unit, units)
    parts = _parts(lines, block) if block else []
    for part in parts:
        if _words(lines[part.at][part.start : part.end]) == _words(order):
            return Placed(text, part.at + 1)
    added = _added(lines, block, unit, order)
    rivals = _rivals(lines, parts, order)
    if not rivals or not _wrong(added, complaints):
        return added
    swapped = (_swapped(lines, part, order) for part in rivals)
    return next((each for each in swapped if not _wrong(each, complaints)), added)


def _wrong(placed: Placed, complaints: Complaints) -> bool:
    return any(problem.line == placed.line for problem in complaints(placed.text))


# ---------------------------------------------------------------- blocks


def _opens(line: str, units: Units) -> str | None:
    """The unit whose block a line opens, "" for what belongs to no unit; None for a line within a block."""
    if BESIDE.match(line):
        return ""
    found = HEAD.match(line)
    if found is None:
        return None
    word = found[1].strip()
    return units.named(word) or (None if " " in word else word.upper())


def _block(lines: Sequence[str], unit: str, units: Units) -> range | None:
    """The lines of the unit's block, from its head to its last line with words; None if it has none."""
    last = _end(lines)
    head = next((at for at in range(last) if unit and _opens(lines[at], units) == unit.upper()), None)
    if head is None:
        return None
    after = next((at for at in range(head + 1, last) if _opens(lines[at], units) is not None), last)
    while after > head + 1 and not lines[after - 1].strip():
        after -= 1
    return range(head, after)


def _end(lines: Sequence[str]) -> int:
    """The index of the line from which nothing is read."""
    return next((at for at, line in enumerate(lines) if END.fullmatch(line)), len(lines))


def _added(lines: Sequence[str], block: range | None, unit: str, order: str) -> Placed:
    at = block.stop if block else _end(lines) if unit else 0
    if block or not unit:
        more = [f"  {order}" if unit else order]
    else:
        gap = [""] if at and lines[at - 1].strip() else []
        more = [*gap, f"{unit}:", f"  {order}"]
    return Placed("\n".join([*lines[:at], *more, *lines[at:]]), at + len(more))


# ---------------------------------------------------------------- what it may contradict


def _parts(lines: Sequence[str], block: range) -> list[_Part]:
    """The orders of a block: what semicolons separate on its lines, without heads and comments."""
    found = []
    for at in block:
        line = lines[at].split("#", 1)[0]
        head = HEAD.match(line) if at == block.start else None
        start = head.end() if head else 0
        for part in line[start:].split(";"):
            blank = len(part) - len(part.lstrip())
            if part.strip():
                found.append(_Part(at, start + blank, start + len(part.rstrip())))
            start += len(part) + 1
    return found


def _rivals(lines: Sequence[str], parts: Sequence[_Part], order: str) -> list[_Part]:
    """Orders for one of which it may be meant: those that begin with the same words first, the last of them first."""

    def like(part: _Part) -> int:
        pairs = zip(_words(lines[part.at][part.start : part.end]), _words(order), strict=False)
        return next((same for same, (a, b) in enumerate(pairs) if a != b), MANY)

    return sorted(reversed(parts), key=like, reverse=True)[:MOST_TRIED]


def _words(text: str) -> list[str]:
    return text.upper().replace(",", " ").split()


def _swapped(lines: Sequence[str], part: _Part, order: str) -> Placed:
    """The order in place of another; a comment on a line with one order was said of that one."""
    line = lines[part.at]
    code = line.split("#", 1)[0]
    behind = code[part.end :].rstrip() if ";" not in code else line[part.end :]
    new = [*lines[: part.at], line[: part.start] + order + behind, *lines[part.at + 1 :]]
    return Placed("\n".join(new), part.at + 1)
