"""The phrases that several orders share: sections, ships, hexes, crews, conditions."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.core.geometry import hexes
from pbem.core.geometry.hexes import Hex
from pbem.core.orders.envelope import suggest
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.star_navy.language.lexer import Words
from pbem.games.star_navy.model.orders import ANY, Condition
from pbem.games.star_navy.model.tables import SECTIONS

SIDES = {"LEFT": "L", "PORT": "L", "RIGHT": "R", "STARBOARD": "R", "STBD": "R"}
ENDS = {"FRONT": "F", "REAR": "R"}
JOINED = {side + end: SIDES[side] + ENDS[end] for side in ("LEFT", "RIGHT") for end in ENDS}
OPS = {"<=": "<=", "=<": "<=", ">=": ">=", "=>": ">=", "<": "<", ">": ">", "=": "=", "==": "="}
CONDITIONS = ("RANGE", "ARC", "ENERGY", "INTEGRITY", "SHIELDS", "HEX", "FACING")
CONDITION_HELP = "Write RANGE SR1 <= 3, ARC F SR1, ENERGY >= 4, INTEGRITY < 3, SHIELDS F > 1, HEX 1020 or FACING SE."
LABEL = re.compile(r"[0-9]{4}")


def maybe_section(words: Words) -> str:
    """Take a section, short or by its long name, if one comes next; else ""."""
    word = words.peek()
    if word in SECTIONS:
        return words.take()
    if word in JOINED or word in ENDS:
        return {**JOINED, **ENDS}[words.take()]
    hyphen = 1 if words.peek(1) == "-" else 0
    end = words.peek(1 + hyphen)
    if word in SIDES and end in ENDS:
        words.take(2 + hyphen)
        return SIDES[word] + ENDS[end]
    return ""


def section(words: Words) -> str:
    """Take a section."""
    shown = words.shown()
    if found := maybe_section(words):
        return found
    raise UnreadableOrder(f'"{shown}" is no section; use F, RF, RR, R, LR or LF', suggest(shown, SECTIONS))


def maybe_targets(words: Words) -> tuple[str, ...]:
    """SN-15.6: take a list of ships and ANY, if one comes next."""
    found: list[str] = []
    while not found or words.accept(","):
        target = words.accept(ANY) or words.name()
        if not target:
            if found:
                raise UnreadableOrder(f'a ship or ANY must follow the comma, not "{words.shown()}"')
            break
        found.append(target)
    return tuple(found)


def targets(words: Words, after: str) -> tuple[str, ...]:
    """Take a list of ships and ANY that must be there."""
    if found := maybe_targets(words):
        return found
    raise UnreadableOrder(f"{after} needs a ship or ANY", f"Write {after} SR1, ANY.")


def retreat(words: Words) -> str:
    """SN-15.12: take a retreat policy."""
    if words.accept("NEVER") or (words.peek() == "FIGHT" and words.peek(1) == "ON" and words.take(2)):
        return "NEVER"
    if words.accept("OUTNUMBERED"):
        return "OUTNUMBERED"
    if words.accept("BELOW"):
        number = words.maybe_number()
        if number is not None:
            return f"BELOW {number}"
    raise UnreadableOrder("RETREAT must be NEVER, OUTNUMBERED or BELOW n")


def leave(words: Words) -> str:
    """SN-9.10: take a prize crew: a number, HALF, ALL or NONE."""
    number = words.maybe_number()
    if number is not None:
        return str(number)
    if word := words.accept("HALF", "ALL", "NONE"):
        return word
    raise UnreadableOrder("LEAVE must be a number, HALF, ALL or NONE")


def maybe_hex(words: Words) -> Hex | None:
    """Take a hex label, if one comes next."""
    return hexes.parse_label(words.take()) if LABEL.fullmatch(words.peek()) else None


def maybe_facing(words: Words) -> int | None:
    """Take a direction, if one comes next."""
    return hexes.DIRECTIONS.index(words.take()) if words.peek() in hexes.DIRECTIONS else None


def conditions(words: Words) -> tuple[Condition, ...]:
    """SN-15.5: take `IF cond AND cond …`, if it comes next."""
    found: list[Condition] = []
    while words.accept("AND" if found else "IF"):
        found.append(_condition(words))
    return tuple(found)


def _condition(words: Words) -> Condition:
    kind, shown = words.peek(), words.shown()
    if kind not in _READERS:
        listed = ", ".join(CONDITIONS[:-1]) + f" or {CONDITIONS[-1]}"
        raise UnreadableOrder(f'unknown condition "{shown}"; use {listed}', suggest(shown, CONDITIONS))
    words.take()
    return _READERS[kind](words)


def _compared(words: Words) -> tuple[str, int]:
    shown = words.shown()
    op = OPS.get(words.peek())
    if op is None:
        raise UnreadableOrder(f'"{shown}" is no comparison; use <=, >=, <, > or =', CONDITION_HELP)
    words.take()
    shown, number = words.shown(), words.maybe_number()
    if number is None:
        raise UnreadableOrder(f'a number must follow {op}, not "{shown}"', CONDITION_HELP)
    return op, number


def _ship(words: Words) -> str:
    shown = words.shown()
    if found := words.name():
        return found
    raise UnreadableOrder(f'"{shown}" is no ship', CONDITION_HELP)


def _range(words: Words) -> Condition:
    unit = _ship(words)
    op, number = _compared(words)
    return Condition("RANGE", unit=unit, op=op, number=number)


def _arc(words: Words) -> Condition:
    where = section(words)
    return Condition("ARC", section=where, unit=_ship(words))


def _energy(words: Words) -> Condition:
    op, number = _compared(words)
    return Condition("ENERGY", op=op, number=number)


def _integrity(words: Words) -> Condition:
    op, number = _compared(words)
    return Condition("INTEGRITY", op=op, number=number)


def _shields(words: Words) -> Condition:
    where = section(words)
    op, number = _compared(words)
    return Condition("SHIELDS", section=where, op=op, number=number)


def _hex(words: Words) -> Condition:
    shown, hex = words.shown(), maybe_hex(words)
    if hex is None:
        raise UnreadableOrder(f'"{shown}" is no hex; write four digits, column and row', CONDITION_HELP)
    return Condition("HEX", hex=hex)


def _facing(words: Words) -> Condition:
    shown, facing = words.shown(), maybe_facing(words)
    if facing is None:
        raise UnreadableOrder(f'"{shown}" is no facing; use N, NE, SE, S, SW or NW', CONDITION_HELP)
    return Condition("FACING", facing=facing)


_READERS: dict[str, Callable[[Words], Condition]] = {
    "RANGE": _range,
    "ARC": _arc,
    "ENERGY": _energy,
    "INTEGRITY": _integrity,
    "SHIELDS": _shields,
    "HEX": _hex,
    "FACING": _facing,
}
