"""Orders as words (5.1): what one line of a block says, before anything is known of the vessel it is for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.stingray.language import crew_grammar
from pbem.games.stingray.language.crew_grammar import system
from pbem.games.stingray.language.launch_grammar import MOST_WAYPOINTS, NOSTRILS, aim_target, decoy, launch, phase
from pbem.games.stingray.language.lexer import Words
from pbem.games.stingray.language.syntax import SYNONYMS
from pbem.games.stingray.model.orders import (
    Aim,
    Arming,
    Code,
    Item,
    Leap,
    Load,
    Loadout,
    Message,
    Order,
    Over,
    Pass,
    Plan,
    Prep,
    Ram,
    Reload,
    Spy,
    Standing,
    Steer,
)
from pbem.games.stingray.model.tables import MINE, MK7, MK61

HEAD = re.compile(r"([A-Za-z]+)(.*)", re.S)
MESSAGE = re.compile(r"\s*(?:TARGET\s)?\s*([A-Z]+[0-9]*) ?:(.*)", re.I | re.S)
ITEM = re.compile(r"[0-9]+|[SRPL]")
SEPARATORS = " ,.-\t"
MOST_ITEMS = 20


@dataclass(frozen=True)
class Cancel:
    """`CANCEL STANDING n`; 0: all. It changes the list of standing orders and is not kept itself."""

    number: int


Line = Order | Standing | Cancel


def read(text: str, vessel_class: str = "") -> list[Line]:
    """One line: mostly one order; `6 OVER` is two. `vessel_class` tells what `LAUNCH 1` means. Raises `UnreadableOrder`."""
    if (found := _move(text)) is not None:
        return found
    head, rest = _head(text)
    if head == "STANDING":
        return [Standing(_plain(order)) for order in read(rest, vessel_class)]
    if head == "MSG":
        return [_message(rest)]
    words = Words(rest)
    if head == "LAUNCH":
        order: Line = launch(words, vessel_class)
    elif head in _READERS:
        order = _READERS[head](words)
    else:
        raise UnreadableOrder
    words.finish()
    return [order]


def _head(text: str) -> tuple[str, str]:
    """The first word, its synonyms replaced, and what follows."""
    found = HEAD.fullmatch(text.strip())
    if found is None:
        raise UnreadableOrder
    head = found[1].upper()
    return SYNONYMS.get(head, head), found[2]


def head_of(text: str) -> str:
    """The first word of a line, its synonyms replaced; "" if it begins with none."""
    try:
        return _head(text)[0]
    except UnreadableOrder:
        return ""


def _plain(order: Line) -> Order:
    if isinstance(order, Standing | Cancel):
        raise UnreadableOrder("An order must follow STANDING")
    return order


@lru_cache(maxsize=4096)
def _read_lines(lines: tuple[str, ...]) -> tuple[Order | Standing, ...]:
    found = [order for line in lines for order in read(line)]
    return tuple(order for order in found if not isinstance(order, Cancel))


def read_lines(lines: tuple[str, ...]) -> list[Order | Standing]:
    """The canonical lines of one unit of a sheet. Raises `UnreadableOrder` for lines that are not canonical."""
    return list(_read_lines(lines))


# ---------------------------------------------------------------- movement


def _move(text: str) -> list[Line] | None:
    """STG-MOV.1: MOVE 2 S 2, 2..S..2 OVER, HALT; None where the line is no plan."""
    body = text.upper().strip(SEPARATORS[:3] + "!")
    named = body.startswith("MOVE")
    body = body.removeprefix("MOVE")
    over = body.endswith("OVER")
    body = body.removesuffix("OVER").strip(SEPARATORS) if over else body
    after: list[Line] = [Over()] if over else []
    if body.strip() in ("HALT", "STOP"):
        return [Plan(), *after]
    items = body.strip() if named or over else body
    if not items or set(items) - set("0123456789SRPL" + SEPARATORS) or items[0] in SEPARATORS:
        return None
    return [_plan(ITEM.findall(items)), *after]


def _plan(written: list[str]) -> Plan:
    if len(written) > MOST_ITEMS or any(len(item) > 4 for item in written):
        raise UnreadableOrder("A plan is short: hexes forward and turns, as in 2 S 2")
    items: list[Item] = []
    for item in written:
        if item.isdigit():
            if items and isinstance(items[-1], int):
                items[-1] += int(item)
            elif int(item):
                items.append(int(item))
        else:
            items.append("S" if item in "SR" else "P")
    return Plan(tuple(items))


def _over(words: Words) -> Order:
    return Over()


def _leap(words: Words) -> Order:
    """STG-LEP.7: LEAP EVADE, LEAP IN PHASE n."""
    if words.need("EVADE", "IN") == "EVADE":
        return Leap()
    return Leap(phase(words))


def _ram(words: Words) -> Order:
    """STG-RAM.3: RAM x, RAM ANY."""
    return Ram(words.unit())


# ---------------------------------------------------------------- missiles, tubes, mines


def _aim(words: Words) -> Order:
    """STG-M61.2: AIM [STING n] AT x."""
    tube = words.tube() if words.peek() in ("STING", "TUBE", "1", "2") else ""
    return Aim(tube, aim_target(words))


def _steer(words: Words) -> Order:
    """STG-M61.5: STEER M1 VIA hexes, STEER M1 DIRECT."""
    missile = words.name()
    if words.need("VIA", "DIRECT") == "DIRECT":
        return Steer(missile)
    via = words.hexes()
    if len(via) > MOST_WAYPOINTS:
        raise UnreadableOrder(f"A missile takes {MOST_WAYPOINTS} waypoints at most")
    return Steer(missile, via)


def _prep(words: Words) -> Order:
    """STG-LAU.6: PREP, PREP STING 1."""
    return Prep(words.tube() if words.peek() in ("STING", "TUBE", "1", "2") else "")


def _load(words: Words) -> Order:
    """STG-LAU.6: LOAD 1 WITH MK61."""
    tube = words.tube()
    words.accept("WITH")
    return Load(tube, words.need(MK61, MK7, MINE))


def _reload(words: Words) -> Order:
    """STG-LAU.2: RELOAD PORT, RELOAD OFF."""
    nostril = words.need(*NOSTRILS, "OFF")
    return Reload(NOSTRILS.get(nostril, nostril))


def _code(words: Words) -> Order:
    """STG-MIN.5: MINE MN1 ON [IN PHASE n]."""
    mine, on = words.name(), words.need("ON", "OFF") == "ON"
    words.accept(",")
    return Code(mine, on, phase(words) if words.accept("IN") else 0)


# ---------------------------------------------------------------- words, set-up, spies


def _message(text: str) -> Order:
    """MSG x: text, in the writer's own letters."""
    found = MESSAGE.fullmatch(text)
    if found is None or not found[2].strip():
        raise UnreadableOrder("Write who it is for, a colon, and the words")
    return Message(found[1].upper(), " ".join(found[2].split()))


def _cancel(words: Words) -> Line:
    """CANCEL STANDING ALL, CANCEL STANDING n."""
    words.need("STANDING")
    return Cancel(0 if words.accept("ALL") else words.number(1))


def _pass(words: Words) -> Order:
    return Pass()


def _arming(words: Words) -> Order:
    """STG-MK7.2: ARMING n."""
    return Arming(words.number())


def _loadout(words: Words) -> Order:
    """STG-LAU.9: LOADOUT TUBE 1 MK61, TUBE 2 MK7; EMPTY leaves a tube empty."""
    tubes: dict[str, str] = {}
    while not tubes or words.accept(","):
        tube = words.tube()
        words.accept("WITH")
        weapon = words.need(MK61, MK7, MINE, "EMPTY")
        tubes[tube] = "" if weapon == "EMPTY" else weapon
    return Loadout(tuple(sorted(tubes.items())))


def _spy(words: Words) -> Order:
    """STG-SPY.1 to 3: TRAP, AGENT, PLANS, SABOTAGE."""
    match words.need("TRAP", "AGENT", "PLANS", "SABOTAGE"):
        case "TRAP":
            vessel, what = words.unit(), system(words)
            words.need("MOVE")
            return Spy("TRAP", vessel, what, words.number(1, 99))
        case "AGENT":
            return Spy("AGENT", words.unit())
        case "PLANS":
            return Spy("PLANS")
        case _:
            return Spy("SABOTAGE", system=system(words))


_READERS: dict[str, Callable[[Words], Line]] = {
    **crew_grammar.READERS,
    "OVER": _over,
    "LEAP": _leap,
    "RAM": _ram,
    "AIM": _aim,
    "STEER": _steer,
    "PREP": _prep,
    "LOAD": _load,
    "RELOAD": _reload,
    "DECOY": decoy,
    "MINE": _code,
    "CANCEL": _cancel,
    "PASS": _pass,
    "ARMING": _arming,
    "LOADOUT": _loadout,
    "SPY": _spy,
}
