"""The orders of the Engine phase: SHIELDS, ISD, SPEED, KEEP, NOTHING, and JUMP."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.core.orders.envelope import suggest
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.star_navy.language.lexer import Words
from pbem.games.star_navy.language.order_phrases import conditions, maybe_facing, maybe_hex, maybe_section
from pbem.games.star_navy.model.orders import EngineItem, EngineOrder, Isd, Jump, Keep, Nothing, Shields, Speed
from pbem.games.star_navy.model.reserved_words import NOTHINGS
from pbem.games.star_navy.model.tables import SECTIONS

TOP_SPEED = 6
GLUED = re.compile(rf"({'|'.join(SECTIONS)})([1-9])")
COUNT = re.compile(r"[1-9][0-9]{0,3}")
SHIELDS_HELP = "Write SHIELDS ALL, SHIELDS EVEN 4, SHIELDS MIN 2 or SHIELDS F 2 RF 1, with numbers from 1."
ENGINE_USAGE = "Engine orders are SHIELDS, ISD, SPEED, KEEP and NOTHING, with IF conditions; E1 or E2 stands before the first."


def _shields(words: Words) -> Shields:
    """SN-10.5, section 6: ALL, EVEN, MIN, or sections with how many more."""
    if words.accept("ALL"):
        return Shields("ALL")
    if words.accept("EVEN"):
        return Shields("EVEN", _count(words))
    if words.accept("MIN") and (number := _count(words)):
        return Shields("MIN", number)
    found: list[tuple[str, int]] = []
    while (more := _section_number(words)) is not None:
        found.append(more)
        words.accept(",")
    if not found or words.peek().isdigit():
        raise UnreadableOrder("SHIELDS needs ALL, EVEN, MIN n or sections", SHIELDS_HELP)
    return Shields("LIST", sections=tuple(found))


def _count(words: Words) -> int:
    """Take a number of shields, if one comes next; else 0."""
    return (words.maybe_number() or 0) if COUNT.fullmatch(words.peek()) else 0


def _section_number(words: Words) -> tuple[str, int] | None:
    """`F`, `F 2`, `F +2`, `F=2` or `F2`."""
    if glued := GLUED.fullmatch(words.peek()):
        words.take()
        return glued[1], int(glued[2])
    found = maybe_section(words)
    if not found:
        return None
    if COUNT.fullmatch(words.peek(1)):
        words.accept("+", "=")
    return found, _count(words)


def _isd(words: Words) -> Isd:
    if words.accept("ALL"):
        return Isd()
    number = words.maybe_number()
    if number is None:
        raise UnreadableOrder("ISD needs a number or ALL", "Write ISD 2 or ISD ALL.")
    return Isd(number)


def speed(words: Words) -> int:
    """Take a speed from 0 to 6."""
    shown, number = words.shown(), words.maybe_number()
    if number is None or number > TOP_SPEED:
        raise UnreadableOrder("speed must be 0 to 6" + (f", not {shown}" if shown else ""))
    return number


def _speed(words: Words) -> Speed:
    if words.accept("MAX"):
        return Speed(TOP_SPEED)
    if words.accept("STOP"):
        return Speed(0)
    words.accept("=")
    sign = words.accept("+", "-")
    if not sign:
        return Speed(speed(words))
    shown, number = words.shown(), words.maybe_number()
    if number is None:
        raise UnreadableOrder(f"speed must be 0 to 6, not {sign}{shown}", "Write SPEED +1 or SPEED -1 to change it by steps.")
    return Speed(-number if sign == "-" else number, relative=True)


def _keep(words: Words) -> Keep:
    number = words.maybe_number()
    if number is None:
        raise UnreadableOrder("KEEP needs a number")
    return Keep(number)


def _nothing(words: Words) -> Nothing:
    """SN-15.11: switches the default of the opportunity off."""
    return Nothing()


_READERS: dict[str, Callable[[Words], EngineOrder]] = {
    "SHIELDS": _shields,
    "SHIELD": _shields,
    "ISD": _isd,
    "ISDS": _isd,
    "SPEED": _speed,
    "KEEP": _keep,
}
ENGINE_HEADS = frozenset(_READERS)


def engine_item(words: Words) -> EngineItem:
    """Read one engine order with its conditions, to the end."""
    shown, head = words.shown(), words.take()
    reader = _nothing if head in NOTHINGS else _READERS.get(head)
    if reader is None:
        raise UnreadableOrder(
            f'unknown engine order "{shown}"; engine orders are SHIELDS, ISD, SPEED, KEEP, NOTHING', suggest(head, _READERS)
        )
    item = EngineItem(reader(words), conditions(words))
    words.finish(ENGINE_USAGE)
    return item


def jump(words: Words, alone: bool = False) -> Jump:
    """Read what follows JUMP, to the end. `alone`: the word was DISENGAGE, which needs nothing more."""
    if words.accept("LEAVE") or (alone and words.peek() in ("", "IF")):
        found = Jump(conditions=conditions(words))
    else:
        hex, facing = maybe_hex(words), maybe_facing(words)
        words.accept("SPEED")
        number = words.maybe_number()
        if hex is None or facing is None or number is None or number > TOP_SPEED:
            raise UnreadableOrder("JUMP needs LEAVE or hex, facing and speed 0-6", "Write JUMP LEAVE or JUMP 2012 SE 3.")
        found = Jump(hex, facing, number, conditions(words))
    words.finish("Write JUMP LEAVE or JUMP 2012 SE 3, with IF conditions after it.")
    return found
