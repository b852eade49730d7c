"""The Co-Pilot's orders of power, sensors and repair as words (STG-POW, STG-SCN, STG-REP)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.stingray.language.launch_grammar import NOSTRILS
from pbem.games.stingray.language.lexer import Words
from pbem.games.stingray.model.orders import Order, Priority, Repair, Scan, Setting, Switch
from pbem.games.stingray.model.tables import BATTERY

ALL_ZONES = (1, 2, 6, 3, 5, 4)
"""Section 6: the order in which zones matter."""


def _power(words: Words) -> Order:
    return Setting("POWER", words.number())


def _engines(words: Words) -> Order:
    return Setting("ENGINES", words.number())


def _battery(words: Words) -> Order:
    return Setting("BATTERY", words.number())


def _store(words: Words) -> Order:
    """STG-POW.4: STORE n, ALL, NONE."""
    word = words.accept("ALL", "NONE")
    return Setting("STORE", {"ALL": BATTERY, "NONE": 0}[word] if word else words.number())


def _on(words: Words) -> bool:
    return words.need("ON", "OFF") == "ON"


def _life(words: Words) -> Order:
    return Switch("LIFE", _on(words))


def _comms(words: Words) -> Order:
    return Switch("COMMS", _on(words))


def _nav(words: Words) -> Order:
    return Switch("NAV", _on(words))


def _suits(words: Words) -> Order:
    """STG-POW.8: SUIT UP, SUITS ON, SUITS OFF."""
    return Switch("SUITS", words.need("UP", "ON", "OFF") != "OFF")


def _scan(words: Words) -> Order:
    """STG-SCN.1: SCAN OFF, SCAN 1, HALF 2 6. Zones in the order written; FULL unless a list begins with HALF."""
    if words.accept("OFF"):
        return Scan()
    zones: list[tuple[int, bool]] = []
    while not zones or words.accept(","):
        half = words.accept("FULL", "HALF") == "HALF"
        zones += [(zone, half) for zone in _zones(words)]
    return Scan(tuple(dict.fromkeys(zones)))


def _zones(words: Words) -> tuple[int, ...]:
    if words.accept("ALL"):
        return ALL_ZONES
    found: list[int] = []
    while words.accept("ZONE", "ZONES") or not found or words.peek().isdigit():
        found.append(words.number(1, 6))
    return tuple(found)


# ---------------------------------------------------------------- repair and priority


def system(words: Words) -> str:
    """A system's name: TUBE1 and TUBE 1 are one, STBD is STARBOARD."""
    word = words.name()
    if word == "TUBE" and words.peek() in ("1", "2"):
        return word + words.take()
    return NOSTRILS.get(word, word)


def _names(words: Words) -> tuple[str, ...]:
    found: list[str] = []
    while words.peek():
        found.append(system(words))
        words.accept(",")
    if not found:
        raise UnreadableOrder("A name must follow")
    return tuple(dict.fromkeys(found))


def _repair(words: Words) -> Order:
    """STG-REP.1: REPAIR systems, REPAIR OFF."""
    return Repair() if words.accept("OFF") else Repair(_names(words))


def _priority(words: Words) -> Order:
    """STG-POW.6: PRIORITY items."""
    return Priority(_names(words))


READERS: dict[str, Callable[[Words], Order]] = {
    "POWER": _power,
    "ENGINES": _engines,
    "BATTERY": _battery,
    "STORE": _store,
    "LIFE": _life,
    "COMMS": _comms,
    "NAV": _nav,
    "SUITS": _suits,
    "SCAN": _scan,
    "REPAIR": _repair,
    "PRIORITY": _priority,
}
