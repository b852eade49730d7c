"""A unit between two battles, the sheet of its class, and what a battle has made of it: in words and numbers of its rule book.

What a unit lacks is counted item by item against the sheet of its class: boxes of hull, weapons, crew, ammunition, fuel,
planes. So every rule book's damage is carried, repaired, shown and compared in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from events.shapes import Range

Lacks = dict[str, Annotated[int, Range(1)]]
"""How many of an item a unit lacks, by item in the order of its sheet; what is complete is left out."""
Fate = Literal["present", "left", "captured", "lost"]
"""At the end of a battle: on the map or table, gone from it alive, in the enemy's hands, or lost for good."""


@dataclass(frozen=True)
class Item:
    """An item of a sheet: a unit as new has `most` of it. A `store` (ammunition, fuel, planes, marines) is replaced by
    `REPLACE`, anything else is repaired by `REPAIR`."""

    most: int
    store: bool = False


def any_id(id: str) -> str:
    """Orders can call a unit by any id."""
    return ""


def numbered(letters: str, of: str) -> Callable[[str], str]:
    """Orders call a unit `of` this class by these letters and a number from 1 to 99."""
    pattern = re.compile(rf"{re.escape(letters)}[1-9][0-9]?")
    return lambda id: "" if pattern.fullmatch(id) else f"{id!r} is no id of a {of}; write {letters}1 to {letters}99"


@dataclass(frozen=True)
class UnitClass:
    """A class of a rule book: what lists call it, what a new unit of it is worth in the rule book's points, and its sheet."""

    title: str
    points: float
    items: Mapping[str, Item]
    id_fault: Callable[[str], str] = any_id
    """Why the orders of the rule book cannot call a unit so; "" if they can."""


@dataclass(frozen=True)
class Unit:
    """A unit as it goes into a battle. `id` is what orders call it there; `unit_class` is a key of the rule book's classes."""

    id: str
    unit_class: str
    name: str = ""
    lacks: Lacks = field(default_factory=dict)


@dataclass(frozen=True)
class UnitEnd:
    """What a battle has made of a unit: the scenario's `side` that has it now, and `how` it fared in the rule book's words."""

    unit_class: str
    side: str
    fate: Fate
    how: str
    lacks: Lacks = field(default_factory=dict)


@dataclass(frozen=True)
class Muster:
    """The end of a battle: every unit that took part, by id, each once, and the points of each side by the rule book."""

    units: Mapping[str, UnitEnd]
    points: Mapping[str, float]


@dataclass(frozen=True)
class Deed:
    """For the roll of honour: this unit has hit the target, or destroyed it (sunk, shot down, captured)."""

    unit: str
    what: Literal["hit", "kill"]
    target: str


def counted(lacks: Mapping[str, int], of: UnitClass) -> Lacks:
    """What a unit lacks as it is stored: in the order of the sheet, without what is complete."""
    return {item: lacks[item] for item in of.items if lacks.get(item, 0) > 0}


def faults(unit: Unit, classes: Mapping[str, UnitClass]) -> list[str]:
    """What is wrong with a unit that somebody wrote down, in words."""
    if unit.unit_class not in classes:
        return [f"there is no class {unit.unit_class!r}; classes are {', '.join(classes)}"]
    of = classes[unit.unit_class]
    items, found = of.items, list(filter(None, [of.id_fault(unit.id)]))
    found += [f"{unit.unit_class} has no {item!r}; she has {', '.join(items)}" for item in unit.lacks if item not in items]
    for item, lacks in unit.lacks.items():
        if item in items and not 0 <= lacks <= items[item].most:
            found.append(f"she cannot lack {lacks} of {items[item].most} {item}")
    return found


def worth(unit: Unit, of: UnitClass) -> float:
    """What a unit is worth as it is: the points of its class less the share of its items that it lacks."""
    total = sum(item.most for item in of.items.values())
    return of.points * (1 - sum(unit.lacks.values()) / total) if total else of.points
