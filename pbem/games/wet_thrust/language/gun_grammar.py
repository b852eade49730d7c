"""Orders for guns, torpedoes and depth charges as words (5.1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast, get_args

from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.wet_thrust.language.lexer import Words, few
from pbem.games.wet_thrust.model.orders import (
    ALL,
    ANY,
    MAIN,
    NONE,
    Asw,
    AtWill,
    Fire,
    FireOrder,
    HoldFire,
    Lose,
    Order,
    Priority,
    Torp,
    TorpHold,
)
from pbem.games.wet_thrust.model.ship_class import GUN_CLASSES

PRIORITIES: tuple[str, ...] = get_args(Priority)
RUN = re.compile(r"([A-D])([0-9]{1,2})-([A-D])?([0-9]{1,2})")
BATTERY = re.compile(r"[A-D][0-9]{0,2}")
NEXT = re.compile(rf"{BATTERY.pattern}(?:-[A-D]?[0-9]{{1,2}})?|{MAIN}|{ALL}")

# ---------------------------------------------------------------- guns


def _fire(words: Words) -> Order:
    """FIRE [batteries AT] x [ELSE y], or FIRE AT WILL; FIRE ORDER, if somebody writes it in two words."""
    if words.peek() == "AT" and words.peek(1) == "WILL":
        words.take(2)
        return AtWill(_priority(words))
    if words.accept("ORDER"):
        return read_fire_order(words)
    batteries: tuple[str, ...] = ()
    if not words.accept("AT", "ON", ":") and any(words.count(word) for word in ("AT", "ON", ":")):
        batteries = _batteries(words)
        if not words.accept("AT", "ON", ":"):
            raise UnreadableOrder
    return Fire(() if batteries == (ALL,) else batteries, _targets(words))


def read_fire_order(words: Words) -> Order:
    """FIREORDER (or FIRE ORDER) ships, with commas or without."""
    found = [words.foe()]
    while words.accept(",") or words.peek():
        found.append(words.foe())
    return FireOrder(few(found))


def _targets(words: Words) -> tuple[str, ...]:
    """[AT] x, ELSE y: in this order."""
    words.accept("AT")
    return words.choices(words.foe)


def _batteries(words: Words) -> tuple[str, ...]:
    """`A1, A2`, `A1-A3`, a class `A`, MAIN or ALL; commas and pluses between them, or nothing."""
    found: list[str] = []
    while not found or words.accept(",", "+") or NEXT.fullmatch(words.peek()):
        word = words.accept(MAIN, ALL)
        found += [word] if word else _run(words)
        few(found)
    return few(found)


def _run(words: Words) -> list[str]:
    word = words.take()
    if words.accept("-"):
        word += f"-{words.take()}"
    run = RUN.fullmatch(word)
    if run is None or run[3] not in (None, run[1]):
        if not BATTERY.fullmatch(word):
            raise UnreadableOrder("", f"Batteries are classes ({', '.join(GUN_CLASSES)}), ids like A1, A1-A3, MAIN or ALL.")
        return [word]
    return [f"{run[1]}{number}" for number in range(int(run[2]), int(run[4]) + 1)]


def _hold(words: Words) -> Order:
    """HOLD [FIRE]."""
    words.accept("FIRE")
    return HoldFire()


def _cease(words: Words) -> Order:
    """CEASE FIRE."""
    words.need("FIRE")
    return HoldFire()


def _priority(words: Words) -> tuple[Priority, ...]:
    """6.1: NEAREST > BB ..."""
    found: list[str] = []
    while words.peek():
        if words.peek() not in PRIORITIES:
            types = f"{' '.join(PRIORITIES[2:])}, {', '.join(PRIORITIES[:2])}"
            raise UnreadableOrder(f'"{words.shown()}" is no type', f"Types: {types}.", "not allowed")
        found.append(words.take())
        if not words.accept(">", ",") and words.peek():
            raise UnreadableOrder
    return cast("tuple[Priority, ...]", tuple(dict.fromkeys(found)))


def read_lose(words: Words) -> Order:
    """LOSE batteries, or NONE."""
    return Lose(() if words.accept(NONE) else _batteries(words))


# ---------------------------------------------------------------- torpedoes, depth charges


def _torp(words: Words) -> Order:
    """TORP x [ELSE y] [WITH launchers] [WITHIN n], or TORP HOLD."""
    if words.accept("HOLD"):
        return TorpHold()
    targets = _targets(words)
    launchers: list[str] = []
    within = None
    while word := words.accept("WITH", "WITHIN"):
        if word == "WITHIN":
            within = words.amount()
        else:
            launchers += words.list_of(words.system, ",", "+")
    return Torp(targets, few(launchers), within)


def _asw(words: Words) -> Order:
    """ASW x, ANY or HOLD."""
    return Asw(words.accept(ANY, "HOLD") or words.foe())


ARMS: dict[str, Callable[[Words], Order]] = {
    "FIRE": _fire,
    "HOLD": _hold,
    "CEASE": _cease,
    "TORP": _torp,
    "TORPEDO": _torp,
    "ASW": _asw,
    "DEPTH": _asw,
}
"""By the first word. LOSE is elsewhere among the orders of a ship."""
