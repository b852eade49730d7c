"""What orders are made of: the words of a line, units, systems, batteries, amounts, places, and the plot (section 5)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, TypeVar, cast

from pbem.core.geometry.tabletop import MIL, Spot, number_text
from pbem.core.orders import order_words
from pbem.core.orders.language import order
from pbem.core.orders.parts import Draw, Listed, OneWord, Part
from pbem.core.orders.usage import Usage
from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.wet_thrust.model.scs import GUN_CLASSES

T = TypeVar("T")
Turn = Literal["", "P", "S"]
ALL, MAIN, NONE = "ALL", "MAIN", "NONE"
MOST = (40, "an order names at most 40 of them")
FRACTIONS = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⁄": "/"})
NUMBER = r"(?:[0-9]{1,3} )?(?:1/2|1/4|3/4)(?![0-9])|[0-9]*\.[0-9]+|[0-9]+"
SIZE = re.compile(r"([0-9]{0,3})(?:\.[0-9]{1,3})?")
"""Ruling W9: at most three digits before the point, three behind it."""
HEAD = re.compile(r"\A\s*([A-Za-z]+) ?:")
SQUADRON = re.compile(r"(?:[A-Z]+[0-9]*-)?(?:F|DB|D|T|R|LB)[0-9]+")
WING = re.compile(r"(F|DB|D|T|R)([0-9]+)")
CONTACT = re.compile(r"SUB[- ]([0-9]+)")
RUN = re.compile(r"([A-D])([0-9]{1,2})-\1?([0-9]{1,2})")
NO_UNIT = ("AT", "ON", "ELSE", "OR", "WITH", "WITHIN", "RANGE", "FROM", "INTO", "PRIORITY", "HOLD", "WILL")
NAME = rf"(?!(?:{'|'.join(NO_UNIT)})$)[A-Z]+[0-9]*"
UNIT = rf"{NAME}(?:-[A-Z]+[0-9]+)?"


class Words(order_words.Words):
    """The words of one order in the block of a unit ("": of no matter which, in canonical words).

    A colon behind the first word says nothing: that word opens no block.
    """

    TOKEN = re.compile(rf"(?ai:SUB)[- ]?[0-9]+|[A-Za-z]+[0-9]*-[A-Za-z]+[0-9]+|[A-Za-z]+[0-9]*|{NUMBER}|\S")

    def __init__(self, text: str, unit: str = "") -> None:
        super().__init__(HEAD.sub(r"\1 ", text, count=1) if ":" in text else text)
        self.carrier = unit.partition("-")[0]


class OrNone(Part[T]):
    """A part, or NONE, which says `nothing`."""

    def __init__(self, part: Part[T], nothing: T) -> None:
        super().__init__()
        self.words = [*part.words, NONE]
        self._part = part
        self._nothing = nothing

    def fits(self, words: order_words.Words) -> bool:
        return words.peek() == NONE or self._part.fits(words)

    def read(self, words: order_words.Words) -> T:
        return self._nothing if words.accept(NONE) else self._part.read(words)

    def write(self, value: T) -> str:
        return NONE if value == self._nothing else self._part.write(value)

    def draw(self, draw: Draw) -> str:
        return self._part.draw(draw) if draw.chance(4) else NONE


class AllThatFollow(Listed[T]):
    """Whatever comes has to be one of them."""

    def fits(self, words: order_words.Words) -> bool:
        return bool(words.peek())


# ---------------------------------------------------------------- units, systems, batteries


def unit(kind: str) -> OneWord[str]:
    """A ship, a squadron or a contact."""
    return OneWord(f"{UNIT}|{CONTACT.pattern}", kind, lambda word: CONTACT.sub(r"SUB\1", word))


def squadron_id(word: str, carrier: str) -> str:
    """Ruling W3: in a carrier's block `T1` is `ARK-T1`, and D is read as DB. Any other word as it is."""
    ship, _, wing = word.rpartition("-")
    found = WING.fullmatch(wing)
    home = ship or carrier
    return f"{home}-{'DB' if found[1] == 'D' else found[1]}{found[2]}" if found and home else word


class Squadron(OneWord[str]):
    """A squadron of the own side: a short symbol is that of one of the block's own carrier."""

    def __init__(self) -> None:
        super().__init__(UNIT, "squadron", str)

    def read(self, words: order_words.Words) -> str:
        found = squadron_id(super().read(words), words.carrier if isinstance(words, Words) else "")
        if not SQUADRON.fullmatch(found):
            raise UnreadableOrder(f"{found} is no squadron", "Squadrons are named like ARK-T1, or T1 in ARK's block.")
        return found


class Battery(OneWord[str]):
    """A class `A`, an id `A1`, MAIN or ALL. `A1-A3` is read as if each of them had been written."""

    def __init__(self) -> None:
        legal = f"Batteries are classes ({', '.join(GUN_CLASSES)}), ids like A1, A1-A3, MAIN or ALL."
        super().__init__(f"[A-D][0-9]{{0,2}}|{RUN.pattern}|{MAIN}|{ALL}", "battery", str, legal=legal)

    def read(self, words: order_words.Words) -> str:
        many = 3 if words.peek(1) == "-" else 1
        if run := RUN.fullmatch("".join(map(words.peek, range(many)))):
            words.take(many)
            words.put([f"{run[1]}{number}" for number in range(int(run[2]), int(run[3]) + 1)])
        return super().read(words)


SQUADRONS = Listed(Squadron(), ",", most=MOST)
ENEMY_SQUADRON = OneWord(UNIT, "enemy squadron", lambda word: squadron_id(word, ""))
"""A short symbol is not completed: it would be one of their own."""
BATTERIES = Listed(Battery(), ",", "+", loose=True, most=MOST)


def in_turn(part: Part[str]) -> Listed[str]:
    """`x ELSE y`: the first that will do is meant."""
    return Listed(part, "ELSE", ">", "OR", most=MOST)


# ---------------------------------------------------------------- amounts, places


def number_of(text: str) -> Fraction:
    """`2`, `.5`, `1 1/2` as an exact number. Raises `UnreadableOrder`."""
    whole, _, part = text.rpartition(" ")
    if "/" in part:
        return Fraction(whole or 0) + Fraction(part)
    if not SIZE.fullmatch(part):
        legal = "Numbers have up to three digits before the point and three behind it."
        raise UnreadableOrder(f"{part} has too many digits", legal)
    return Fraction(part)


AMOUNT = OneWord(NUMBER, ("4", "2.5", "1/2"), number_of, number_text)


class Place(Part[Spot]):
    """Ruling W9: `x,y` in inches, to a thousandth."""

    def fits(self, words: order_words.Words) -> bool:
        return words.peek() in ("+", "-") or AMOUNT.fits(words)

    def read(self, words: order_words.Words) -> Spot:
        x = self._mils(words)
        words.accept(",")
        return x, self._mils(words)

    def write(self, value: Spot) -> str:
        return ", ".join(f"{mils / MIL:.3f}".rstrip("0").rstrip(".") for mils in value)

    def draw(self, draw: Draw) -> str:
        return f"{draw.chance(81) - 40}, {draw.chance(81) - 40}{draw.pick(('', '.5'))}"

    @staticmethod
    def _mils(words: order_words.Words) -> int:
        sign = -1 if words.accept("+", "-") == "-" else 1
        return sign * round(AMOUNT.read(words) * MIL)


# ---------------------------------------------------------------- the plot

SPELLED = {"SPEED UP": "A", "SLOW DOWN": "D", "SLOW": "D", "STARBOARD": "S", "STBD": "S", "PORT": "P"}
SPELLED |= {"EVADE": "E", "EVASIVE": "E", "MAX A": "MAXA", "MAX D": "MAXD"}
SPELLING = re.compile(rf"\b(?:{'|'.join(SPELLED)})(?![A-Z])")
CHECK = re.compile(rf"[, ]*\bSPEED ?=? ?({NUMBER})$")
PARTED = re.compile(r"[,+]|(MAX[AD])")
"""In each part numbers are either all before their letters or all behind them."""
MOST_POINTS = 99
NO_CHANGE = Fraction(0)
BLANK = "-"
BEFORE = re.compile(rf"(?P<number>{NUMBER})? ?(?P<letter>[ADPS]|\bE\b)")
BEHIND = re.compile(rf"(?P<letter>[ADPS]|\bE\b) ?(?P<number>{NUMBER})?")


def plot_marks(text: str) -> tuple[list[tuple[str, Fraction]], Fraction | None]:
    """WT-2.2: letters (A, D, P, S, E, MAXA, MAXD) with their numbers, 1 where there is none, and the speed that is expected.

    No marks: a blank plot (`-`). Raises `UnreadableOrder`.
    """
    spelled = SPELLING.sub(lambda found: SPELLED[found[0]], " ".join(text.upper().rstrip(".! ").split()))
    check = CHECK.search(spelled)
    speed = number_of(check[1]) if check else None
    body = spelled[: check.start()].strip(" ,") if check else spelled
    if body == BLANK:
        return [], speed
    marks = [mark for part in PARTED.split(body) if part and not part.isspace() for mark in _marks(part)]
    if not marks:
        raise UnreadableOrder
    return marks, speed


def _marks(part: str) -> list[tuple[str, Fraction]]:
    """Letters with their numbers. Raises `UnreadableOrder` for what is neither."""
    if part.startswith("MAX"):
        return [(part, Fraction(1))]
    pattern = BEHIND if part.lstrip()[0].isalpha() else BEFORE
    if pattern.sub("", part).strip():
        raise UnreadableOrder
    return [(found["letter"], number_of(found["number"] or "1")) for found in pattern.finditer(part)]


class PlotMarks(Part["Plot"]):
    """The rest of a line as a plot: `2A2S1P`, `p2`, `port 2, slow 1`, `MAXA 1P SPEED 6`, `-`, `E`."""

    def fits(self, words: order_words.Words) -> bool:
        return True

    def read(self, words: order_words.Words) -> Plot:
        return _plot(*plot_marks(words.rest()))

    def write(self, value: Plot) -> str:
        return plot_text(value)

    def draw(self, draw: Draw) -> str:
        speed = draw.pick(("", "MAXA", "MAXD", "1A", "1/2A", "D2", "slow 1", "speed up 1/2"))
        turns = draw.pick(("", "1P", "S", "2S", "P2", "port 1", "1S1P", "P1 S1", "3P"))
        plot = ", ".join(filter(None, (speed, turns))) or BLANK
        return draw.pick((plot, plot, f"{plot} SPEED 6", "E"))


def _plot(marks: list[tuple[str, Fraction]], speed: Fraction | None) -> Plot:
    """WT-2.2: repeated letters add up. WT-2.8: the side written first is turned first."""
    sums: dict[str, Fraction] = {}
    for letter, number in marks:
        sums[letter] = sums[letter] + number if letter in sums else number
    most = [letter for letter in sums if letter.startswith("MAX")]
    if len(most) > 1 or (most and ("A" in sums or "D" in sums)):
        raise UnreadableOrder(f"{most[0]} with other A or D", "Give one.", "not allowed")
    points = {side: number for side, number in sums.items() if side in ("P", "S") and number}
    for side, number in points.items():
        if number.denominator != 1 or number > MOST_POINTS:
            raise UnreadableOrder("points of turn are small whole numbers", f"Write 1{side} or 2{side}.", "not allowed")
    return Plot(
        accelerate=sums.get("A", NO_CHANGE),
        decelerate=sums.get("D", NO_CHANGE),
        most="A" if "MAXA" in sums else "D" if "MAXD" in sums else "",
        port=int(points.get("P", 0)),
        starboard=int(points.get("S", 0)),
        first=cast(Turn, next(iter(points), "")),
        speed=speed,
        evasive="E" in sums,
    )


def plot_text(plot: Plot) -> str:
    """WT-2.2: a plot as orders write it: `1A2S1P`, `E`; `-` is blank."""
    if plot.evasive:
        return "E"
    speed = f"MAX{plot.most}" if plot.most else ""
    for amount, letter in ((plot.accelerate, "A"), (plot.decelerate, "D")):
        speed += f"{number_text(amount)}{letter}" if amount else ""
    return speed + mark_points(plot) or BLANK


def mark_points(plot: Plot) -> str:
    """The turn part of a plot: `1P`, `2S1P`, ``."""
    turns = [f"{plot.port}P"] * bool(plot.port) + [f"{plot.starboard}S"] * bool(plot.starboard)
    return "".join(reversed(turns) if plot.first == "S" else turns)


@order(
    Usage(
        "PLOT|MOVE {*}",
        *("PLOT 1A2P", "The plot, which needs no word before it: A faster, D slower, P and S points of turn.", "WT-2.2"),
    ),
    Usage("{*}", "E", "Steam evasively: straight on at the present speed, alone.", "WT-2.11"),
    whole=PlotMarks(),
)
class Plot:
    """`2A2S1P` (WT-2.2). At most one of `accelerate`, `decelerate`; `most` is MAXA or MAXD. Points P and S, and which is first.

    A blank plot is `Plot()`, `evasive` one without anything else. `speed` is what the writer expects (SPEED 6), or None.
    """

    accelerate: Fraction = NO_CHANGE
    decelerate: Fraction = NO_CHANGE
    most: Literal["", "A", "D"] = ""
    port: int = 0
    starboard: int = 0
    first: Turn = ""
    speed: Fraction | None = None
    evasive: bool = False

    @property
    def points(self) -> int:
        """All points plotted."""
        return self.port + self.starboard
