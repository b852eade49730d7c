"""A control log as it is printed: rows of signs around the hull line (SSL-D1.4). Text and picture are both made from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from pbem.games.sovereign_seas.model.tables import Battery, ShipClass

Kind = Literal["circle", "slash", "gun", "barbette", "turret", "armour", "gap"]
BRACKETS: dict[str, tuple[str, str]] = {"gun": ("[", "]"), "barbette": ("]]", "[["), "turret": ("[[", "]]")}
"""SSL-D2.1: how the mounts are printed."""
AMIDSHIPS = "M"
"""First letter of the batteries on the hull line between the circles."""


@dataclass(frozen=True)
class Sign:
    """One sign of the log: `words` without brackets, what it stands for, and whether it is marked off."""

    kind: Kind
    words: str
    title: str = ""
    lost: bool = False
    amidships: bool = False

    @property
    def text(self) -> str:
        """As typed: `O`, `x`, `/`, `[D]`, `]]DD[[`, `(B)`."""
        if self.kind == "circle":
            return "x" if self.lost else "O"
        if self.kind == "armour":
            return f"({self.words})"
        if self.kind not in BRACKETS:
            return self.words
        before, after = BRACKETS[self.kind]
        return f"{before}{'x' * len(self.words) if self.lost else self.words}{after}"


@dataclass(frozen=True)
class Layout:
    """SSL-D1.4: the bow is on the left; starboard above the hull line, port below it."""

    starboard: list[Sign]
    hull: list[Sign]
    port: list[Sign]

    @property
    def centre(self) -> tuple[int, int]:
        """First and last sign of the hull line over which the rows are centred: her guns amidships, or all circles."""
        guns = [n for n, sign in enumerate(self.hull) if sign.amidships]
        circles = [n for n, sign in enumerate(self.hull) if sign.kind == "circle"]
        found = guns or circles
        return found[0], found[-1]


def layout(printed: ShipClass, marked: int, gone: Collection[str]) -> Layout:
    """The log of a class with the first `marked` hull circles and the batteries `gone` marked off."""
    return Layout(_broadside(printed, "S", gone), list(_hull(printed, marked, gone)), _broadside(printed, "P", gone))


def _hull(printed: ShipClass, marked: int, gone: Collection[str]) -> Iterator[Sign]:
    """SSL-D2.1, SSL-D3.1: bow guns, hull armour, circles and slashes with the guns between them, stern guns."""
    yield from _guns(printed, "F", gone)
    if printed.hull_armour:
        yield Sign("armour", printed.hull_armour, f"hull armour {printed.hull_armour}")
    circle = 0
    for sign in printed.hull_line:
        if sign == "|":
            yield from _guns(printed, AMIDSHIPS, gone)
        elif sign == "/":
            crossed = circle < marked
            yield Sign("slash", "/", "speed factor lost" if crossed else "", crossed)
        else:
            circle += 1
            lost = circle <= marked
            yield Sign("circle", "O", f"hull circle {circle}{', marked off' if lost else ''}", lost)
    yield from _guns(printed, "A", gone)


def _broadside(printed: ShipClass, side: str, gone: Collection[str]) -> list[Sign]:
    """Casemates between the forward and the aft turrets or barbettes of a side."""
    parts = [list(_guns(printed, group, gone)) for group in (f"T{side}F", side, f"T{side}A")]
    row: list[Sign] = []
    for part in parts:
        if row and part:
            row.append(Sign("gap", "  "))
        row += part
    return row


def _guns(printed: ShipClass, group: str, gone: Collection[str]) -> Iterator[Sign]:
    """Batteries whose ids are `group` and a number; each run of equal armour has its letter before it."""
    row = [battery for id, battery in printed.guns.items() if id.rstrip("0123456789") == group]
    for armour, guns in groupby(row, key=lambda battery: battery.armour):
        if armour or printed.hull_armour:
            words = f"armour {armour}" if armour else "unarmoured"
            yield Sign("armour", armour, words, amidships=group == AMIDSHIPS)
        for battery in guns:
            yield _gun(battery, battery.id in gone, group == AMIDSHIPS)


def _gun(battery: Battery, lost: bool, amidships: bool) -> Sign:
    kind: Kind = "gun" if battery.mount == "casemate" else battery.mount
    armour = f"armour {battery.armour}" if battery.armour else "unarmoured"
    words = f"{battery.id} [{battery.code}], {battery.mount}, {armour}{', destroyed' if lost else ''}"
    return Sign(kind, battery.code, words, lost, amidships)


def typed(row: Sequence[Sign]) -> str:
    """A row as text."""
    return "".join(sign.text for sign in row)
