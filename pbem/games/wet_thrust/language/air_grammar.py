"""Aims of aircraft as words (5.1: air)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal, cast

from pbem.core.geometry.tabletop import MIL
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.wet_thrust.language.lexer import Words
from pbem.games.wet_thrust.model.orders import Aim, Cap, Escort, Go, Intercept, Orbit, Recover, Return, Spotting, Strike

FROM = {"PORT": "PORT", "STARBOARD": "STARBOARD", "STBD": "STARBOARD", "BOW": "BOW", "STERN": "STERN", "BEAM": ""}
"""BEAM is the default: the nearer beam."""
ATTACKERS = {"T": "T", "DB": "DB", "D": "DB", "B": "B"}


def _attack(words: Words) -> Aim:
    """ATTACK x [ELSE y] [RANGE n] [FROM side]."""
    words.accept("AT")
    targets = words.choices(words.foe)
    range_: Fraction | None = None
    side = ""
    while word := words.accept("RANGE", "FROM"):
        if word == "RANGE":
            range_ = words.amount()
        elif words.peek() in FROM:
            side = FROM[words.take()]
        else:
            raise UnreadableOrder("", "Sides are PORT, STARBOARD, BOW, STERN and BEAM.")
    return Strike(targets, range_, cast(Literal["", "PORT", "STARBOARD", "BOW", "STERN"], side))


def _cap(words: Words) -> Aim:
    """CAP [PRIORITY types]."""
    found: list[str] = []
    while words.accept(",", ">") if found else words.accept("PRIORITY"):
        if words.peek() not in ATTACKERS:
            raise UnreadableOrder(f'"{words.shown()}" is no attacker', "Attackers: T, DB, B.", "not allowed")
        found.append(ATTACKERS[words.take()])
    return Cap(tuple(dict.fromkeys(found)))


def _escort(words: Words) -> Aim:
    return Escort(words.squadron())


def _intercept(words: Words) -> Aim:
    """INTERCEPT s [ELSE t]: the enemy's, so a short symbol is not completed."""
    return Intercept(words.choices(words.enemy_squadron))


def _spot(words: Words) -> Aim:
    return Spotting(words.foe())


def _recover(words: Words) -> Aim:
    return Recover()


def _return(words: Words) -> Aim:
    return Return()


def _go(words: Words) -> Aim:
    """Ruling W9: GO x,y in inches, to a thousandth."""
    x = _coordinate(words)
    words.accept(",")
    return Go((x, _coordinate(words)))


def _coordinate(words: Words) -> int:
    sign = -1 if words.accept("-") else 1
    words.accept("+")
    return sign * round(words.amount() * MIL)


def _orbit(words: Words) -> Aim:
    return Orbit()


AIMS: dict[str, Callable[[Words], Aim]] = {
    "ATTACK": _attack,
    "CAP": _cap,
    "ESCORT": _escort,
    "INTERCEPT": _intercept,
    "SPOT": _spot,
    "RECOVER": _recover,
    "RETURN": _return,
    "LAND": _return,
    "GO": _go,
    "ORBIT": _orbit,
}
