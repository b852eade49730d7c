"""What orders are made of beside words and numbers: tubes, plans, zones, loads, messages (section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

from pbem.core.orders.order_words import Words
from pbem.core.orders.parts import Draw, Either, Listed, Number, OneOf, Part, hex_label, name, one_of
from pbem.core.orders.usage import Shape
from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.stingray.model.tables import MINE, MK7, MK61, PHASES

Item = int | Literal["S", "P"]
"""Hexes forward, or a turn of 60 degrees (SS: a one-hex side shift)."""
Zone = tuple[int, bool]
"""A zone, and whether it is searched to half range only."""
LAST_WINDOW = PHASES[-1]
FARTHEST = 999
MOST_WAYPOINTS = 6
MOST_ITEMS = 20

NUMBER: Part[int] = Number()
ON = OneOf({"ON": True, "OFF": False})
PHASE = OneOf({f"PHASE {phase}": phase for phase in PHASES}, "Write PHASE and a number from 1 to 6")
WINDOWS = OneOf(
    {
        "AT START": (0, 0),
        **{f"IN PHASE {phase}": (phase, phase) for phase in PHASES},
        **{f"FROM PHASE {phase}": (phase, LAST_WINDOW) for phase in PHASES},
        **{f"UNTIL PHASE {phase}": (0, phase) for phase in PHASES},
    }
)
"""STG-LAU.3: the first and the last window of a launch."""
TARGET = name("target", why="A name must follow, not {}")
NOSTRILS = {"PORT": "PORT", "STARBOARD": "STARBOARD", "STBD": "STARBOARD"}
SYSTEM = Either(OneOf({"TUBE 1": "TUBE1", "TUBE 2": "TUBE2", "STBD": "STARBOARD"}), name("system", why=TARGET.why))
WEAPON = one_of(MK61, MK7, MINE)
VIA = Listed(
    hex_label(why="A hex is four digits, column and row, like 0507"),
    *("", ",", "VIA"),
    loose=True,
    once=False,
    most=(MOST_WAYPOINTS, f"A missile takes {MOST_WAYPOINTS} waypoints at most"),
)


def tubes(*words: str) -> dict[str, str]:
    """The tubes of a Stingray, after each of these words."""
    return {f"{word} {tube}".strip(): tube for word in words for tube in "12"}


WHICH_TUBE = "Say which tube: STING 1 or STING 2"
STING = OneOf(tubes("STING", "TUBE", ""), WHICH_TUBE)
PLAN = re.compile(r"(?:MOVE)?[ ,.]*([0-9SRPL](?:[0-9SRPL ,.-]*[0-9SRPL])?)[ ,.!-]*(OVER)?[ ,.!]*", re.I)
"""STG-MOV.1, STG-LEP.3: hexes forward and turns, and what may stand around them."""
ITEM = re.compile("[0-9]+|[SRPL]")


def items_of(plan: str) -> tuple[Item, ...]:
    """`2 S 2`, `2..S..2`, `2S2`: neighbouring numbers add up, 0 says nothing. Raises `UnreadableOrder`."""
    written = ITEM.findall(plan.upper())
    if len(written) > MOST_ITEMS or max(map(len, written)) > 4:
        raise UnreadableOrder("A plan is short: hexes forward and turns, as in 2 S 2")
    found: list[Item] = []
    for item in written:
        if item in "SRPL":
            found.append("S" if item in "SR" else "P")
        elif found and isinstance(found[-1], int):
            found[-1] += int(item)
        else:
            found.append(int(item))
    return tuple(filter(None, found))


class Items(Part[tuple[Item, ...]]):
    """STG-MOV.1: all that is left of a line."""

    words = ("S", "P", "R", "L")

    def read(self, words: Words) -> tuple[Item, ...]:
        found = PLAN.fullmatch(words.rest())
        if found is None or found[2]:
            raise UnreadableOrder
        return items_of(found[1])

    def write(self, value: tuple[Item, ...]) -> str:
        return " ".join(map(str, value))

    def draw(self, draw: Draw) -> str:
        return " ".join(draw.pick(("1", "2", "3", "S", "P")) for _ in range(1 + draw.chance(4)))


class Zones(Part[tuple[Zone, ...]]):
    """STG-SCN.1: `1, HALF 2 6`, `ALL`, `OFF`. Zones in the order written; to full range unless a list begins with HALF."""

    words = ("OFF", "ALL", "HALF", "FULL", "ZONE", "ZONES")
    ALL = (1, 2, 6, 3, 5, 4)
    """Section 6: the order in which zones matter."""
    zone: Part[int] = Number(1, 6, why="A zone is 1 to 6, not {}")

    def read(self, words: Words) -> tuple[Zone, ...]:
        if words.accept("OFF"):
            return ()
        found: dict[Zone, None] = {}
        while not found or words.accept(","):
            half = words.accept("FULL", "HALF") == "HALF"
            found |= {(zone, half): None for zone in (self.ALL if words.accept("ALL") else self._zones(words))}
        return tuple(found)

    def _zones(self, words: Words) -> Iterator[int]:
        words.accept("ZONE", "ZONES")
        yield self.zone.read(words)
        while words.accept("ZONE", "ZONES") or self.zone.fits(words):
            yield self.zone.read(words)

    def write(self, value: tuple[Zone, ...]) -> str:
        lists: list[str] = []
        for half, zones in groupby(value, itemgetter(1)):
            lists.append(" ".join(["HALF" if half else "FULL", *(str(zone) for zone, _ in zones)]))
        return ", ".join(lists).removeprefix("FULL ") or "OFF"

    def draw(self, draw: Draw) -> str:
        return draw.pick(
            ("OFF", "ALL", "HALF ALL", "1 2 6", f"{self.zone.draw(draw)}, HALF 1 4", f"ZONE {self.zone.draw(draw)}")
        )


class Loads(Part[tuple[tuple[str, str], ...]]):
    """STG-LAU.9: `TUBE 1 MK61, TUBE 2 EMPTY`; of a tube named twice the last counts."""

    tube = OneOf(tubes("TUBE", "STING", ""), WHICH_TUBE)
    load = OneOf({MK61: MK61, MK7: MK7, MINE: MINE, "EMPTY": ""})
    words = (*tube.words, *load.words)

    def read(self, words: Words) -> tuple[tuple[str, str], ...]:
        found: dict[str, str] = {}
        while not found or words.accept(","):
            tube = self.tube.read(words)
            words.accept("WITH")
            found[tube] = self.load.read(words)
        return tuple(sorted(found.items()))

    def write(self, value: tuple[tuple[str, str], ...]) -> str:
        return ", ".join(f"{self.tube.write(tube)} {self.load.write(load)}" for tube, load in value)

    def draw(self, draw: Draw) -> str:
        return ", ".join(f"TUBE {tube} {self.load.draw(draw)}" for tube in "12")


class Receiver(Part[str]):
    """`SR2:`."""

    unit = name("friend", why=TARGET.why)

    def read(self, words: Words) -> str:
        to = self.unit.read(words)
        if not words.accept(":"):
            raise words.refusal("Write who it is for, a colon, and the words")
        return to

    def write(self, value: str) -> str:
        return f"{value}:"

    def draw(self, draw: Draw) -> str:
        return f"{self.unit.draw(draw)}:"


class Said(Part[str]):
    """The words of a message, in the writer's own letters."""

    def read(self, words: Words) -> str:
        if text := " ".join(words.rest().split()):
            return text
        raise UnreadableOrder("Write who it is for, a colon, and the words")

    def draw(self, draw: Draw) -> str:
        return draw.pick(("all well here", "Two fish!", '"Stand by", HQ.'))


# ---------------------------------------------------------------- launches


@dataclass(frozen=True)
class Condition:
    """ARC, RANGE (low <= distance <= high), BEHIND, AHEAD, CLEAR."""

    kind: Literal["ARC", "RANGE", "BEHIND", "AHEAD", "CLEAR"]
    low: int = 0
    high: int = FARTHEST


class ConditionWords(Part[Condition]):
    """STG-LAU.3: `IN ARC`, `RANGE <= 5`, `RANGE 3-8`."""

    kind = OneOf({word: Condition(word) for word in ("ARC", "RANGE", "BEHIND", "AHEAD", "CLEAR")})
    words = kind.words

    def fits(self, words: Words) -> bool:
        return words.peek() == "IN" or self.kind.fits(words)

    def read(self, words: Words) -> Condition:
        words.accept("IN")
        found = self.kind.read(words)
        return self._range(words) if found.kind == "RANGE" else found

    def _range(self, words: Words) -> Condition:
        op = words.accept("<=", "=<", "<", ">=", "=>", ">", "=", "==")
        low = high = min(NUMBER.read(words), FARTHEST)
        if not op and not words.accept("-"):
            raise words.refusal("A RANGE is <= 5, >= 5, = 5 or 3-8")
        if not op:
            high = min(NUMBER.read(words), FARTHEST)
        elif "<" in op:
            low, high = 0, high - (op == "<")
        elif ">" in op:
            low, high = low + (op == ">"), FARTHEST
        if low > high:
            raise UnreadableOrder("No distance is in this RANGE")
        return Condition("RANGE", low, high)

    def write(self, value: Condition) -> str:
        if value.kind != "RANGE":
            return value.kind
        return f"RANGE >= {value.low}" if value.high == FARTHEST else f"RANGE {value.low}-{value.high}"

    def draw(self, draw: Draw) -> str:
        near = 1 + draw.chance(6)
        return draw.pick((f"RANGE <= {near + 4}", f"RANGE {near}-{near + 6}", "IN ARC", "BEHIND", "AHEAD", "CLEAR"))


CONDITIONS = Listed(ConditionWords(), "AND", once=False, most=(6, "A launch takes 6 conditions at most"))
LAUNCHERS = OneOf(tubes("STING", "TUBE", "") | NOSTRILS)


class LaunchShape(Shape):
    """STG-LAU.3: what follows the launcher may be in any order, conditions and windows also several times."""

    def read(self, words: Words) -> Any:
        words.take()
        mine = bool(words.accept("MINE"))
        launcher = LAUNCHERS.read(words) if LAUNCHERS.fits(words) else "" if mine else "LAUNCHER"
        words.accept("TERROR")
        found: dict[str, Any] = {"target": "", "via": (), "conditions": (), "first": 0, "last": LAST_WINDOW}
        while words.peek():
            words.accept(",")
            if not self._more(words, found):
                break
        return self.order(launcher, mine, **found)

    def _more(self, words: Words, found: dict[str, Any]) -> bool:
        """Take what comes next, if it belongs to a launch."""
        if WINDOWS.fits(words):
            first, last = WINDOWS.read(words)
            found["first"], found["last"] = max(found["first"], first), min(found["last"], last)
            if found["first"] > found["last"]:
                raise UnreadableOrder("The phases exclude each other")
        elif not found["target"] and words.accept("AT", "TARGET"):
            words.accept("TARGET")
            found["target"] = TARGET.read(words)
        elif not found["via"] and words.accept("VIA"):
            found["via"] = VIA.read(words)
        elif words.accept("WHEN", "IF", "AND"):
            found["conditions"] += CONDITIONS.read(words)
        else:
            return False
        return True

    def write(self, order: Any) -> str:
        said = ["LAUNCH", "MINE" * order.mine, LAUNCHERS.write(order.launcher) if order.launcher in LAUNCHERS.words else ""]
        said += [f"AT {order.target}"] if order.target else []
        said += [f"VIA {VIA.write(order.via)}"] if order.via else []
        said += [f"WHEN {CONDITIONS.write(order.conditions)}"] if order.conditions else []
        windows = self._windows(order.first, order.last)
        text = " ".join(filter(None, said))
        return f"{text}{',' * bool(order.conditions)} {windows}" if windows else text

    @staticmethod
    def _windows(first: int, last: int) -> str:
        """`IN PHASE 3`; `FROM PHASE 2, UNTIL PHASE 4`; of all windows nothing is said."""
        if (first, last) == (0, LAST_WINDOW):
            return ""
        whole = first in (0, last) or last == LAST_WINDOW
        return ", ".join(map(WINDOWS.write, [(first, last)] if whole else [(first, LAST_WINDOW), (0, last)]))

    def draw(self, draw: Draw) -> str:
        said = ["LAUNCH", draw.pick(draw.names.get("launcher", [*LAUNCHERS.words, "MINE", "MINE PORT", ""]))]
        said += [f"AT {TARGET.draw(draw)}"] if draw.chance(5) else []
        said += [f"VIA {VIA.draw(draw)}"] if draw.chance(5) == 0 else []
        said += [f"WHEN {CONDITIONS.draw(draw)}"] if draw.chance(2) else []
        return " ".join(filter(None, [*said, WINDOWS.draw(draw) if draw.chance(2) else ""]))
