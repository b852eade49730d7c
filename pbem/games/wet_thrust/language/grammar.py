"""Orders of ships and of the fleet as words (5.1): what one line says, before anything is known of the unit it is for."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.wet_thrust.language.air_grammar import AIMS
from pbem.games.wet_thrust.language.gun_grammar import ARMS, read_fire_order, read_lose
from pbem.games.wet_thrust.language.lexer import Words, few
from pbem.games.wet_thrust.language.plot_grammar import read_plot
from pbem.games.wet_thrust.model.orders import (
    NONE,
    Challenge,
    Cover,
    Depth,
    Disengage,
    Flak,
    Launch,
    LayScreen,
    MakeSmoke,
    Merge,
    Order,
    RamHer,
    Repair,
)

HEAD = re.compile(r"([A-Za-z]+) ?:?(.*)", re.S)
PLOTS = ("PLOT", "MOVE", "E", "EVADE", "EVASIVE")
ITEMS = {
    "BRIDGE": "BRIDGE",
    "RUDDER": "RUDDER",
    "BOILER": "BOILER",
    "PROP": "PROP",
    "PROPELLER": "PROP",
    "RADAR": "RADAR",
    "SONAR": "SONAR",
    "FC": "FC",
    "HOLE": "HOLE",
    "MAIN": "MAIN",
    "GUN": "GUNS",
    "TORP": "TORP",
    "ASW": "ASW",
    "PDF": "PDF",
    "ADF": "ADF",
}
"""Words of a DC list (5.2), without the s of their plurals."""


def read(text: str, unit: str = "") -> Order:
    """One line of a ship, a squadron or the fleet; `unit` tells whose short symbols (`T1`) are meant.

    Raises `UnreadableOrder`: with a reason, or without one and perhaps with a hint in `legal`.
    """
    head, rest = split(text)
    if head in READERS:
        words = Words(rest, unit)
        order = READERS[head](words)
        if words.peek():
            raise UnreadableOrder("", f'"{words.shown()}" was not understood.')
        return order
    plot = read_plot(rest if head in ("PLOT", "MOVE") else text)
    if plot is None:
        raise UnreadableOrder
    return plot


def split(text: str) -> tuple[str, str]:
    """The first word of a line, in upper case, and what follows it; "" if it begins with none."""
    found = HEAD.fullmatch(text.strip())
    return (found[1].upper(), found[2].strip()) if found else ("", text)


@lru_cache(maxsize=4096)
def _read_lines(lines: tuple[str, ...]) -> tuple[Order, ...]:
    return tuple(read(line) for line in lines)


def read_lines(lines: tuple[str, ...]) -> list[Order]:
    """The canonical lines of one unit of a sheet. Raises `UnreadableOrder` for lines that are not canonical."""
    return list(_read_lines(lines))


# ---------------------------------------------------------------- damage control, smoke, ships under way


def _repair(words: Words) -> Order:
    """DC item, item, or NONE."""
    if words.accept(NONE):
        return Repair(())
    found: list[str] = []
    while not found or words.accept(","):
        item = words.system()
        found.append(ITEMS.get(item.rstrip("S"), item))
    return Repair(few(found))


def _make(words: Words) -> Order:
    """MAKE SMOKE."""
    words.need("SMOKE")
    return MakeSmoke()


def _smoke(words: Words) -> Order:
    """SMOKE; SMOKE SCREEN is a screen."""
    return LayScreen() if words.accept("SCREEN") else MakeSmoke()


def _screen(words: Words) -> Order:
    return LayScreen()


def _disengage(words: Words) -> Order:
    return Disengage()


def _break(words: Words) -> Order:
    """BREAK OFF."""
    words.need("OFF")
    return Disengage()


def _challenge(words: Words) -> Order:
    """CHALLENGE YES or NO."""
    word = words.accept("YES", "NO")
    if not word:
        raise UnreadableOrder
    return Challenge(word == "YES")


def _ram(words: Words) -> Order:
    return RamHer(words.foe())


def _cover(words: Words) -> Order:
    """COVER x, or NONE."""
    return Cover("" if words.accept(NONE) else words.foe())


def _launch(words: Words) -> Order:
    """LAUNCH sq, sq."""
    return Launch(words.list_of(words.squadron))


def _merge(words: Words) -> Order:
    """MERGE sq INTO sq."""
    squadron = words.squadron()
    words.need("INTO")
    return Merge(squadron, words.squadron())


def _flak(words: Words) -> Order:
    """AA x, y, or NONE."""
    return Flak(() if words.accept(NONE) else words.list_of(words.enemy_squadron))


def _depth(what: Literal["DIVE", "PERISCOPE", "SURFACE", "SILENT"]) -> Callable[[Words], Order]:
    return lambda words: Depth(what)


def _crash(words: Words) -> Order:
    """CRASH [DIVE] [SILENT]."""
    words.accept("DIVE")
    return Depth("CRASH", bool(words.accept("SILENT")))


def _run_silent(words: Words) -> Order:
    """RUN SILENT."""
    words.need("SILENT")
    return Depth("SILENT")


SHIP_READERS: dict[str, Callable[[Words], Order]] = {
    **ARMS,
    "DC": _repair,
    "REPAIR": _repair,
    "MAKE": _make,
    "SMOKE": _smoke,
    "SCREEN": _screen,
    "DISENGAGE": _disengage,
    "BREAK": _break,
    "CHALLENGE": _challenge,
    "RAM": _ram,
    "LAUNCH": _launch,
    "MERGE": _merge,
    "LOSE": read_lose,
    "AA": _flak,
    "COVER": _cover,
    "DIVE": _depth("DIVE"),
    "CRASH": _crash,
    "PERISCOPE": _depth("PERISCOPE"),
    "SURFACE": _depth("SURFACE"),
    "SILENT": _depth("SILENT"),
    "RUN": _run_silent,
}
READERS: dict[str, Callable[[Words], Order]] = {**SHIP_READERS, "FIREORDER": read_fire_order, **AIMS}
RESERVED = frozenset((*READERS, *PLOTS, "SPEED", "ELSE", "AT", "ON", "WITH", "WITHIN"))
"""Words of the order language: none of them opens a block."""
