"""A line of orders as words, and what is wrong with an order."""

from __future__ import annotations

import re

from pbem.core.geometry.hexes import DIRECTIONS, Hex, parse_label
from pbem.core.orders import order_words
from pbem.core.orders.order_words import IllegalOrder, UnreadableOrder
from pbem.games.sovereign_seas.model.orders import Order
from pbem.games.sovereign_seas.model.tables import BRITISH, COUNTERS, FRENCH

COUNTER = re.compile(r"(BSIC|CBIC|SF|COV|LM|SM)[- ]?([0-9]+)")
LABEL = re.compile(r"[0-9]{4}")
NAME = re.compile(r"[A-Z]+[0-9]*")
SIDES = {"L": "L", "LEFT": "L", "P": "L", "PORT": "L", "R": "R", "RIGHT": "R", "S": "R", "STARBOARD": "R", "STBD": "R"}


class ReplacedOrder(IllegalOrder):
    """An order that cannot be taken as it was written; `instead` is taken in its place."""

    def __init__(self, reason: str, legal: str, instead: Order) -> None:
        super().__init__(reason, legal)
        self.instead = instead


def counter_id(word: str, side: str) -> str:
    """2.1: the unit id of a printed counter name (BSIC-1) of a side; any other word as it is."""
    found = COUNTER.fullmatch(word)
    if found is None or not side:
        return word
    nation = "B" if side == BRITISH else "F"
    letters = nation + COUNTERS[found[1]] if found[1] in COUNTERS else found[1]
    return letters + found[2]


class Words(order_words.Words):
    """The words of one order of a side ("": of no matter which, in canonical words). A printed counter name is one word."""

    TOKEN = re.compile(
        r"<=|>=|=<|=>|(?ai:BSIC|CBIC|COV|SF|LM|SM)[- ][0-9]+"
        r"|(?ai:SPEED|RANGE|IMP|BEAR|GAP|KEEP|HULL|MAXSPEED)(?=[0-9])|[A-Za-z]+[0-9]*|[0-9]+|\S"
    )

    def __init__(self, text: str, side: str = "") -> None:
        super().__init__(text)
        self._side = side

    def number(self) -> int:
        """Take a number of at most four digits, which must come next."""
        number = self.maybe_number()
        if number is None:
            raise UnreadableOrder
        return number

    def _name(self) -> str:
        if not NAME.fullmatch(self.peek()) and not COUNTER.fullmatch(self.peek()):
            raise UnreadableOrder
        return self.take()

    def battery(self) -> str:
        """Take what may be a battery's id."""
        if not NAME.fullmatch(self.peek()):
            raise UnreadableOrder
        return self.take()

    def own(self) -> str:
        """Take an own ship's id; a counter name means the own one."""
        return counter_id(self._name(), self._side)

    def foe(self) -> str:
        """Take an enemy's id; a counter name means the enemy's."""
        other = {"": "", BRITISH: FRENCH}.get(self._side, BRITISH)
        return counter_id(self._name(), other)

    def hex(self) -> Hex:
        """Take a hex label."""
        if not LABEL.fullmatch(self.peek()):
            raise UnreadableOrder("", "a hex is four digits, column and row, like 1508")
        return parse_label(self.take())

    def direction(self) -> int:
        """Take one of the six directions, as 0-5 from N clockwise."""
        if self.peek() not in DIRECTIONS:
            raise UnreadableOrder(f"no course {self.shown() or 'named'}; use N, NE, SE, S, SW or NW")
        return DIRECTIONS.index(self.take())

    def side(self) -> str:
        """Take `L`, `PORT` …: L or R."""
        if self.peek() not in SIDES:
            raise UnreadableOrder
        return SIDES[self.take()]
