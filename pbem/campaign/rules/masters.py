"""CMP-8.1: what a game master may do to a campaign, as the event that does it. All players read the reason."""

from __future__ import annotations

import math
import re

from events.campaign.masters import ScoreSet, UnitTaken
from events.campaign.opening import PointsSet, UnitJoined
from events.platform.causes import Actor
from pbem.campaign.model.campaign_file import FileUnit
from pbem.campaign.model.classes import classes
from pbem.campaign.model.state import State, rounded
from pbem.core.fleets.fleet_units import Unit, counted, faults

ID = re.compile(r"[A-Z][A-Z0-9_-]{0,11}")


class NotPossible(ValueError):
    """The act does not fit the campaign; the message says why, and what would be right."""


def add_unit(state: State, side: str, unit: FileUnit, why: str, by: Actor) -> UnitJoined:
    """CMP-8.1: a unit joins a side. Raises `NotPossible`."""
    _check_side(state, side)
    if not ID.fullmatch(unit.id):
        raise NotPossible(f"{unit.id!r} is no id: write a capital letter, then capitals, digits, _ and -, at most 12 in all")
    there = state.units.get(unit.id)
    if there is not None and there.where in ("port", "battle"):
        raise NotPossible(f"{unit.id} is there already: it is a unit of {there.side}")
    book = unit.book or state.file.nodes[0].book
    books = list(dict.fromkeys(node.book for node in state.file.nodes))
    if book not in books:
        raise NotPossible(f"no battle of this campaign is played by {book!r}; its rule books are {', '.join(books)}")
    for reason in faults(Unit(unit.id, unit.unit_class, unit.name, dict(unit.lacks)), classes(book)):
        raise NotPossible(f"{unit.id}: {reason}")
    lacks = counted(unit.lacks, classes(book)[unit.unit_class])
    return UnitJoined(
        unit.id, side, unit.fleet, book, unit.unit_class, unit.name, unit.commander, lacks, cause="master", why=why, by=by
    )


def take_unit(state: State, unit: str, why: str, by: Actor) -> UnitTaken:
    """CMP-8.1: a unit is taken out, between battles. Raises `NotPossible`."""
    found = state.units.get(unit)
    if found is None or found.where == "taken":
        raise NotPossible(f"there is no unit {unit!r}; there are {', '.join(state.units) or 'none'}")
    if found.where == "lost":
        raise NotPossible(f"{unit} is lost")
    if found.where == "battle":
        raise NotPossible(f"{unit} is in a battle: it can be taken out when that is over")
    return UnitTaken(unit, why, by)


def set_points(state: State, side: str, points: float, why: str, by: Actor) -> PointsSet:
    """CMP-8.1: a side has so many points for refits. Raises `NotPossible`."""
    _check_side(state, side)
    if not state.refitted:
        raise NotPossible("this campaign has no refits, and so no points for them")
    return PointsSet(side, _number(points), why, by)


def set_score(state: State, side: str, score: float, why: str, by: Actor) -> ScoreSet:
    """CMP-8.1: a side has so many points of victory. Raises `NotPossible`."""
    _check_side(state, side)
    return ScoreSet(side, _number(score), why, by)


def _check_side(state: State, side: str) -> None:
    if side not in state.sides:
        raise NotPossible(f"there is no side {side!r}; sides are {', '.join(state.sides)}")


def _number(points: float) -> float:
    if not math.isfinite(points) or points < 0:
        raise NotPossible(f"{points:g} points: write 0 or more")
    return rounded(points)
