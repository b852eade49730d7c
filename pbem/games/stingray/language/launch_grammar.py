"""Launches and decoys as words: what, at whom, when (STG-LAU.3, STG-DEC.5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.core.geometry.hexes import DIRECTIONS, Hex
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.stingray.language.lexer import Words
from pbem.games.stingray.model.orders import ANY, Condition, Decoy, Launch

NOSTRILS = {"PORT": "PORT", "STARBOARD": "STARBOARD", "STBD": "STARBOARD"}
FARTHEST = 999
LAST_WINDOW = 6
MOST_CONDITIONS = 6
MOST_WAYPOINTS = 6


@dataclass
class _When:
    """What is read of a launch after its launcher."""

    target: str = ""
    via: tuple[Hex, ...] = ()
    conditions: list[Condition] = field(default_factory=list)
    first: int = 0
    last: int = LAST_WINDOW

    def windows(self, first: int, last: int) -> None:
        self.first, self.last = max(self.first, first), min(self.last, last)
        if self.first > self.last:
            raise UnreadableOrder("The phases exclude each other")


def launch(words: Words, vessel_class: str = "") -> Launch | Decoy:
    """STG-LAU.3, STG-LAU.8: LAUNCH what AT target VIA hexes WHEN conditions, FROM, UNTIL or IN PHASE n, AT START."""
    bare = vessel_class == "SS" and not words.peek()
    if bare or words.accept("DECOY") or _directed(words, vessel_class):
        return decoy(words)
    mine = bool(words.accept("MINE"))
    launcher = _launcher(words, mine)
    when = _When()
    while words.peek():
        _part(words, when)
    return Launch(launcher, mine, when.target, when.via, tuple(when.conditions), when.first, when.last)


def _directed(words: Words, vessel_class: str) -> bool:
    """`LAUNCH NE`: only a SuperSub's decoy is launched in a direction."""
    return words.peek() in DIRECTIONS or words.peek() == "ZONE" or (vessel_class == "SS" and words.peek().isdigit())


def _launcher(words: Words, mine: bool) -> str:
    if nostril := words.accept(*NOSTRILS):
        return NOSTRILS[nostril]
    if words.peek() in ("STING", "TUBE", "1", "2"):
        return words.tube()
    words.accept("TERROR")
    return "" if mine else "LAUNCHER"


def _part(words: Words, when: _When) -> None:
    """One of the parts that may be in any order."""
    words.accept(",")
    if words.accept_pair("AT", "START"):
        when.windows(0, 0)
    elif words.accept("AT", "TARGET"):
        _aim_at(words, when)
    elif words.accept("VIA"):
        when.via += words.hexes()
        if len(when.via) > MOST_WAYPOINTS:
            raise UnreadableOrder(f"A missile takes {MOST_WAYPOINTS} waypoints at most")
    elif words.accept("WHEN", "IF", "AND"):
        _conditions(words, when)
    elif word := words.accept("FROM", "UNTIL", "IN"):
        number = phase(words)
        when.windows(0 if word == "UNTIL" else number, LAST_WINDOW if word == "FROM" else number)
    else:
        words.finish()


def _aim_at(words: Words, when: _When) -> None:
    if when.target:
        raise UnreadableOrder("One target is enough")
    when.target = words.unit()


def phase(words: Words) -> int:
    """PHASE and its number."""
    words.need("PHASE")
    return words.number(1, LAST_WINDOW)


def _conditions(words: Words, when: _When) -> None:
    while True:
        when.conditions.append(_condition(words))
        if len(when.conditions) > MOST_CONDITIONS:
            raise UnreadableOrder(f"A launch takes {MOST_CONDITIONS} conditions at most")
        if not words.accept("AND"):
            return


def _condition(words: Words) -> Condition:
    words.accept("IN")
    match words.need("ARC", "RANGE", "BEHIND", "AHEAD", "CLEAR"):
        case "ARC":
            return Condition("ARC")
        case "BEHIND":
            return Condition("BEHIND")
        case "AHEAD":
            return Condition("AHEAD")
        case "CLEAR":
            return Condition("CLEAR")
        case _:
            low, high = _range(words)
            return Condition("RANGE", low, high)


def _range(words: Words) -> tuple[int, int]:
    """RANGE <= 5, RANGE 3-8."""
    op = words.accept("<=", "=<", "<", ">=", "=>", ">", "=", "==")
    number = min(words.number(), FARTHEST)
    if not op:
        words.need("-")
        low, high = number, min(words.number(), FARTHEST)
    elif "<" in op:
        low, high = 0, number - (op == "<")
    elif ">" in op:
        low, high = number + (op == ">"), FARTHEST
    else:
        low = high = number
    if low > high:
        raise UnreadableOrder("No distance is in this RANGE")
    return low, high


def decoy(words: Words) -> Decoy:
    """STG-DEC.4, STG-DEC.5: DECOY [where] [IN PHASE n | IF MISSILE WITHIN n]."""
    where = words.direction()
    words.accept(",")
    if words.accept("IN"):
        return Decoy(where, window=phase(words))
    if words.accept("IF", "WHEN"):
        words.need("MISSILE")
        words.need("WITHIN")
        return Decoy(where, within=words.number(1, 6))
    words.accept_pair("AT", "START")
    return Decoy(where)


def aim_target(words: Words) -> str:
    """AT and a vessel."""
    words.need("AT", "TARGET")
    target = words.unit()
    if target == ANY:
        raise UnreadableOrder("AIM needs one vessel")
    return target
