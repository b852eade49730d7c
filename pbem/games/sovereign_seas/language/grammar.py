"""Orders as words (5.1): what one line of a block says, before anything is known of the ship it is for."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, cast

from pbem.core.game.unit_ids import natural
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.sovereign_seas.language import steer_grammar
from pbem.games.sovereign_seas.language.lexer import Words
from pbem.games.sovereign_seas.language.targets import POSITIONS, TYPES
from pbem.games.sovereign_seas.model.orders import (
    Avoid,
    CarryOn,
    Clear,
    Concede,
    Enter,
    Exit,
    Fire,
    FleetOrder,
    Hold,
    Lose,
    Open,
    OpenCondition,
    Order,
    PlaceShip,
    Seq,
    Take,
)
from pbem.games.sovereign_seas.model.tables import GUNS

HEAD = re.compile(r"([A-Za-z]+) ?:?(.*)", re.S)
SYNONYMS = {"STARBOARD": "STBD", "TURRET": "TURRETS", "ARMOR": "ARMOUR"}
TARGETS = ("NEAREST", "WEAKEST", "BIGGEST", "ANY", *TYPES)
RUN = re.compile(r"([A-Z]+)([0-9]{1,2})")
MOST_CONDITIONS, MOST_TARGETS, MOST_BATTERIES = 6, 12, 40
WHAT_AVOID = "AVOID what? use ALL, FRIENDS, ENEMIES or NONE"
WHAT_CLEAR = "CLEAR what? use WHEN, FIRE, OPEN, LOSE, STEER or ALL"
NO_GROUP = "FIRE needs a group: FIRE ALL AT NEAREST"

Line = Order | FleetOrder | Clear


def read(text: str, side: str = "") -> Line:
    """One line of a ship or of the fleet; `side` tells whose the printed counter names in it are.

    Raises `UnreadableOrder`: with a reason, or without one and perhaps with a hint in `legal`.
    """
    found = HEAD.fullmatch(text.strip())
    head = found[1].upper() if found else ""
    if found and head == "MOVE":
        return steer_grammar.move(found[2])
    if found is None or head not in _READERS:
        raise UnreadableOrder
    words = Words(found[2], side)
    order = _READERS[head](words)
    if words.peek():
        raise UnreadableOrder("", f'"{words.shown()}" was not understood')
    return order


def head_of(text: str) -> str:
    """The first word of a line; "" if it begins with none."""
    found = HEAD.fullmatch(text.strip())
    return found[1].upper() if found else ""


@lru_cache(maxsize=4096)
def _read_lines(lines: tuple[str, ...]) -> tuple[Order | FleetOrder, ...]:
    orders = [read(line) for line in lines]
    return tuple(order for order in orders if not isinstance(order, Clear))


def read_lines(lines: tuple[str, ...]) -> list[Order | FleetOrder]:
    """The canonical lines of one unit of a sheet. Raises `UnreadableOrder` for lines that are not canonical."""
    return list(_read_lines(lines))


# ---------------------------------------------------------------- policies


def _avoid(words: Words) -> Line:
    """SSL-X.4: AVOID."""
    who = words.accept("ALL", "FRIENDS", "ENEMIES", "NONE")
    if not who:
        raise UnreadableOrder(WHAT_AVOID)
    return Avoid(cast(Literal["ALL", "FRIENDS", "ENEMIES", "NONE"], who))


def _exit(words: Words) -> Line:
    """SSL-X.4: EXIT."""
    word = words.accept("ON", "OFF")
    if not word:
        raise UnreadableOrder("EXIT what? use ON or OFF")
    return Exit(word == "ON")


def _clear(words: Words) -> Line:
    """SSL-X.2: CLEAR."""
    what = words.accept("WHEN", "FIRE", "OPEN", "LOSE", "STEER", "ALL")
    if not what:
        raise UnreadableOrder(WHAT_CLEAR)
    return Clear(cast(Literal["WHEN", "FIRE", "OPEN", "LOSE", "STEER", "ALL"], what))


# ---------------------------------------------------------------- guns


def _open(words: Words) -> Line:
    """SSL-X.12: OPEN ANY or conditions, perhaps STRICT."""
    conditions: list[OpenCondition] = []
    if not words.accept("ANY"):
        while words.peek() in ("IMP", "RANGE", "PEN", "BEAR"):
            conditions.append(_open_condition(words))
            words.accept(",")
        if not conditions or len(conditions) > MOST_CONDITIONS:
            raise UnreadableOrder
    return Open(tuple(conditions), bool(words.accept("STRICT")))


def _open_condition(words: Words) -> OpenCondition:
    match words.take():
        case "IMP":
            first = words.number()
            return OpenCondition("IMP", first, words.number() if words.accept("-") else first)
        case "RANGE":
            words.accept("<=", "=<")
            return OpenCondition("RANGE", words.number())
        case "BEAR":
            return OpenCondition("BEAR", words.number())
        case _:
            return OpenCondition("PEN")


def _hold(words: Words) -> Line:
    """SSL-X.12: HOLD [FIRE]."""
    words.accept("FIRE")
    return Hold()


def _fire(words: Words) -> Line:
    """SSL-X.11: FIRE group AT targets [ONLY]."""
    group = _group(words)
    if not words.accept("AT"):
        raise UnreadableOrder
    targets = [_target(words)]
    while words.accept(","):
        targets.append(_target(words))
    if len(targets) > MOST_TARGETS:
        raise UnreadableOrder(f"a FIRE line has at most {MOST_TARGETS} targets")
    return Fire(group, tuple(dict.fromkeys(targets)), bool(words.accept("ONLY")))


def _target(words: Words) -> str:
    return words.accept(*TARGETS) or words.foe()


def _group(words: Words) -> tuple[str, ...]:
    word = SYNONYMS.get(words.peek(), words.peek())
    if word == "AT":
        raise UnreadableOrder("", NO_GROUP)
    if word == "ALL" or word in POSITIONS or word in GUNS:
        words.take()
        return (word,)
    if words.accept("["):
        code = words.accept(*GUNS)
        if not code or not words.accept("]"):
            raise UnreadableOrder("", f"guns are {', '.join(GUNS)}")
        return (code,)
    return _batteries(words)


def _batteries(words: Words) -> tuple[str, ...]:
    """Ids, with commas or without; `S1-S5` is five."""
    found: list[str] = []
    while not found or words.accept(",") or (words.peek() and words.peek() not in ("AT", "-")):
        first = words.battery()
        found += _run(first, words.battery()) if words.accept("-") else [first]
        if len(found) > MOST_BATTERIES:
            raise UnreadableOrder("", "no ship has so many batteries")
    return tuple(dict.fromkeys(found))


def _run(first: str, last: str) -> list[str]:
    one, two = RUN.fullmatch(first), RUN.fullmatch(last)
    if one is None or two is None or one[1] != two[1] or int(one[2]) > int(two[2]):
        raise UnreadableOrder
    return [f"{one[1]}{number}" for number in range(int(one[2]), int(two[2]) + 1)]


def _lose(words: Words) -> Line:
    """SSL-X.14: LOSE ids, LOSE ARMOUR, LOSE CHEAP."""
    word = SYNONYMS.get(words.peek(), words.peek())
    if word in ("ARMOUR", "CHEAP"):
        words.take()
        return Lose(policy=cast(Literal["ARMOUR", "CHEAP"], word))
    return Lose(_batteries(words))


# ---------------------------------------------------------------- set-up and the fleet


def _place(words: Words) -> Line:
    """PLACE hex dir [SPEED n]."""
    hex, heading = words.hex(), words.direction()
    return PlaceShip(hex, heading, words.number() if words.accept("SPEED") else None)


def _seq(words: Words) -> Line:
    """SSL-X.15: SEQ ships."""
    ships: list[str] = []
    while not ships or words.peek():
        ship = words.own()
        if ship in ships:
            raise UnreadableOrder(f"{ship} named twice", kind="not allowed")
        ships.append(ship)
        words.accept(",")
    return Seq(tuple(ships))


def _enter(words: Words) -> Line:
    """SSL-O3.1: ENTER edge."""
    edge = words.accept("N", "E", "S", "W")
    if not edge:
        raise UnreadableOrder("ENTER where? use N, E, S or W")
    return Enter(cast(Literal["N", "E", "S", "W"], edge))


def _take(words: Words) -> Line:
    """SSL-O6.1: TAKE 2 BC, 3 BB."""
    ships: dict[str, int] = {}
    while not ships or words.peek():
        number = words.number()
        words.accept("X")
        unit = words.battery()
        if unit in ships:
            raise UnreadableOrder(f"{unit} named twice", kind="not allowed")
        ships[unit] = number
        words.accept(",")
    return Take(tuple((unit, ships[unit]) for unit in sorted(ships, key=natural) if ships[unit]))


def _concede(words: Words) -> Line:
    return Concede()


def _carry_on(words: Words) -> Line:
    if not words.accept("ON"):
        raise UnreadableOrder
    return CarryOn()


_READERS: dict[str, Callable[[Words], Line]] = {
    "SPEED": steer_grammar.speed,
    "STOP": steer_grammar.stop,
    **steer_grammar.STEERS,
    "WHEN": steer_grammar.when,
    "AVOID": _avoid,
    "EXIT": _exit,
    "CLEAR": _clear,
    "OPEN": _open,
    "HOLD": _hold,
    "FIRE": _fire,
    "LOSE": _lose,
    "PLACE": _place,
    "SEQ": _seq,
    "ENTER": _enter,
    "TAKE": _take,
    "CONCEDE": _concede,
    "CARRY": _carry_on,
}
HEADS = frozenset(_READERS) | {"MOVE"}
"""First words of orders; `syntax.py` tells of each."""
