"""The plot (WT-2.2): `2A2S1P`, `p2`, `port 2, slow 1`, `MAXA 1P SPEED 6`, `-`, `E`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Literal, cast

from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.wet_thrust.language.lexer import NUMBER, number_of
from pbem.games.wet_thrust.model.orders import Plot, Turn

SPELLED = (
    (re.compile(r"\bSPEED UP\b"), "A"),
    (re.compile(r"\bSLOW(?: DOWN)?\b"), "D"),
    (re.compile(r"\b(?:STARBOARD|STBD)(?![A-Z])"), "S"),
    (re.compile(r"\bPORT(?![A-Z])"), "P"),
    (re.compile(r"\b(?:EVADE|EVASIVE)\b"), "E"),
    (re.compile(r"\bMAX (?=[AD])"), "MAX"),
)
CHECK = re.compile(rf"[, ]*\bSPEED ?=? ?({NUMBER})$")
TOKEN = re.compile(rf"{NUMBER}|MAX[AD]|\bE\b|[ADPS]|[,+]")
BLANK = "-"
"""WT-2.3: same course, same speed."""
MOST_POINTS = 99


def read_plot(text: str) -> Plot | None:
    """The plot that a line is; None if it is none. Raises `UnreadableOrder` for a plot that nobody can mean."""
    spelled = text.upper()
    for pattern, letter in SPELLED:
        spelled = pattern.sub(letter, spelled)
    spelled = " ".join(spelled.rstrip(".! ").split())
    check = CHECK.search(spelled)
    speed = number_of(check[1]) if check else None
    body = spelled[: check.start()].strip(" ,") if check else spelled
    if body == BLANK:
        return Plot(speed=speed)
    if TOKEN.sub("", body).strip():
        return None
    elements = [element for chunk in _chunks(TOKEN.findall(body)) for element in _elements(chunk)]
    return _plot(elements, speed) if elements and all(letter for letter, _ in elements) else None


def _chunks(marks: list[str]) -> Iterator[list[str]]:
    """Commas, pluses and MAXA part the marks: in each part numbers come either first or last."""
    chunk: list[str] = []
    for mark in marks:
        if mark in ",+" or mark.startswith("MAX"):
            yield chunk
            chunk = []
        if mark.startswith("MAX"):
            yield [mark]
        elif mark not in ",+":
            chunk.append(mark)
    yield chunk


def _elements(chunk: list[str]) -> Iterator[tuple[str, Fraction]]:
    """Letters with their numbers. The letter is "" where a number has none."""
    if chunk and chunk[0][-1].isdigit():
        chunk = _letters_first(chunk)
    letter = ""
    for token, after in pairwise([*chunk, ""]):
        if not token[-1].isdigit():
            letter = token
            yield letter, number_of(after) if after and after[-1].isdigit() else Fraction(1)
        elif not letter:
            yield "", Fraction(0)
        else:
            letter = ""


def _letters_first(chunk: list[str]) -> list[str]:
    """`2 P A` as `P 2 A`: each number behind the letter that follows it."""
    found: list[str] = []
    waiting: list[str] = []
    for token in chunk:
        if token[-1].isdigit():
            waiting.append(token)
        else:
            found += [token, *waiting]
            waiting = []
    return [*waiting, *found]


def _plot(elements: list[tuple[str, Fraction]], speed: Fraction | None) -> Plot:
    """WT-2.2: repeated letters add up, a missing number is 1. WT-2.8: the side written first is turned first."""
    sums: dict[str, Fraction] = {}
    for letter, number in elements:
        sums[letter] = sums.get(letter, Fraction(0)) + number
    most = [letter[-1] for letter in sums if letter.startswith("MAX")]
    if len(most) > 1 or (most and ("A" in sums or "D" in sums)):
        raise UnreadableOrder(f"MAX{most[0]} with other A or D", "Give one.", "not allowed")
    sides = [letter for letter in sums if letter in ("P", "S") and sums[letter]]
    return Plot(
        accelerate=sums.get("A", Fraction(0)),
        decelerate=sums.get("D", Fraction(0)),
        most=cast(Literal["", "A", "D"], most[0] if most else ""),
        port=_points(sums, "P"),
        starboard=_points(sums, "S"),
        first=cast(Turn, sides[0] if sides else ""),
        speed=speed,
        evasive="E" in sums,
    )


def _points(sums: dict[str, Fraction], side: str) -> int:
    points = sums.get(side, Fraction(0))
    if points.denominator != 1 or points > MOST_POINTS:
        raise UnreadableOrder("points of turn are small whole numbers", f"Write 1{side} or 2{side}.", "not allowed")
    return int(points)
