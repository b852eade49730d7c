"""What single values of the state are: numbers with their bounds, places, speeds, and texts of which not every one will do."""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Annotated

from events.shapes import Range, Written
from pbem.games.wet_thrust.model.scs import CLASSES
from pbem.games.wet_thrust.model.tables import SIDES, WEATHER

MOST = 10**6
FARTHEST = 10**8
"""Mils: far more than ships can sail in a game."""
MOST_SPEED = 100


def _read_speed(text: str) -> Fraction:
    try:
        if 0 <= (speed := Fraction(text)) <= MOST_SPEED:
            return speed
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"{text!r} is no speed; write inches a turn as text, like '7', '5/2' or '2.5'")


def _one_of(names: Collection[str]) -> Written:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError(f"{text!r} is none of {', '.join(filter(None, names))}")
        return text

    return Written(str, read, " or ".join(f"`{name}`" if name else "empty" for name in names))


def _numbered(head: str, what: str) -> Written:
    form = re.compile(rf"(?:{head}[1-9]\d{{0,3}})?")

    def read(text: str) -> str:
        if not form.fullmatch(text):
            raise ValueError(f"{text!r} is no {what}; write {head}1, {head}2 and so on")
        return text

    return Written(str, read, f"`{head}1`, `{head}2` and so on")


Count = Annotated[int, Range(0, MOST)]
"""A number of things or turns, as no game is so long."""
Mils = Annotated[int, Range(-FARTHEST, FARTHEST)]
Where = Annotated[tuple[int, int], Written(list, tuple, "`[x, y]` in mils", tuple[Mils, Mils])]
"""A `Spot` that is not too far."""
Speed = Annotated[Fraction, Written(str, _read_speed, "inches a turn, exact, like `7` or `5/2`")]
Side = Annotated[str, _one_of(SIDES)]
SideOrAll = Annotated[str, _one_of(("", *SIDES))]
ClassKey = Annotated[str, _one_of(CLASSES)]
Sky = Annotated[str, _one_of(WEATHER)]
ContactName = Annotated[str, _numbered("SUB", "contact")]
HoleName = Annotated[str, _numbered("HO", "hole")]
