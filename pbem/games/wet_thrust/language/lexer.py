"""A line of orders as words: unit ids with their hyphens, numbers with their fractions; and what is wrong with an order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from pbem.core.orders import order_words
from pbem.core.orders.order_words import IllegalOrder, UnreadableOrder
from pbem.games.wet_thrust.model.orders import Order

FRACTIONS = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⁄": "/"})
NUMBER = r"(?:[0-9]{1,3} )?(?:1/2|1/4|3/4)(?![0-9])|[0-9]*\.[0-9]+|[0-9]+"
SIZE = re.compile(r"([0-9]{0,3})(?:\.[0-9]{1,3})?")
"""Ruling W9: at most three digits before the point, three behind it."""
SQUADRON = re.compile(r"(?:[A-Z]+[0-9]*-)?(?:F|DB|D|T|R|LB)[0-9]+")
UNIT = re.compile(r"[A-Z]+[0-9]*(?:-[A-Z]+[0-9]+)?")
WING = re.compile(r"(F|DB|D|T|R)([0-9]+)")
CONTACT = re.compile(r"SUB[- ]?([0-9]+)")
MOST_NAMES = 40
"""In one order."""
NO_UNIT = ("AT", "ON", "ELSE", "OR", "WITH", "WITHIN", "RANGE", "FROM", "INTO", "PRIORITY")


class ReplacedOrder(IllegalOrder):
    """An order that cannot be taken as it was written; `instead` is taken in its place."""

    def __init__(self, reason: str, legal: str, instead: Order) -> None:
        super().__init__(reason, legal)
        self.instead = instead


def number_of(text: str) -> Fraction:
    """`2`, `.5`, `1 1/2` as an exact number. Raises `UnreadableOrder`."""
    whole, _, part = text.rpartition(" ")
    if "/" in part:
        return Fraction(whole or 0) + Fraction(part)
    if not SIZE.fullmatch(part):
        raise UnreadableOrder(
            f"{part} has too many digits", "Numbers have up to three digits before the point and three behind it."
        )
    return Fraction(part)


def few(names: Sequence[str]) -> tuple[str, ...]:
    """Each name once. Raises `UnreadableOrder` when there are too many."""
    if len(names) > MOST_NAMES:
        raise UnreadableOrder(f"an order names at most {MOST_NAMES} of them")
    return tuple(dict.fromkeys(names))


def squadron_id(word: str, carrier: str) -> str:
    """Ruling W3: in a carrier's block `T1` is `ARK-T1`, and D is read as DB. Any other word as it is."""
    ship, _, wing = word.rpartition("-")
    found = WING.fullmatch(wing)
    if found is None:
        return word
    home = ship or carrier
    return f"{home}-{'DB' if found[1] == 'D' else found[1]}{found[2]}" if home else word


class Words(order_words.Words):
    """The words of one order of a unit ("": of no matter which, in canonical words)."""

    TOKEN = re.compile(rf"(?ai:SUB)[- ]?[0-9]+|[A-Za-z]+[0-9]*-[A-Za-z]+[0-9]+|[A-Za-z]+[0-9]*|{NUMBER}|\S")

    def __init__(self, text: str, unit: str = "") -> None:
        super().__init__(text)
        self._carrier = unit.partition("-")[0]

    def need(self, word: str) -> None:
        """Take this word, which must come next."""
        if not self.accept(word):
            raise UnreadableOrder

    def list_of(self, take: Callable[[], str], *between: str) -> tuple[str, ...]:
        """Take names with one of these words (a comma, if none is given) between them, each name once."""
        found = [take()]
        while self.accept(*(between or (",",))):
            found.append(take())
        return few(found)

    def choices(self, take: Callable[[], str]) -> tuple[str, ...]:
        """Take names of which the first that will do is meant: `x ELSE y`."""
        return self.list_of(take, "ELSE", ">", "OR")

    def maybe_amount(self) -> Fraction | None:
        """Take a number, if one comes next."""
        word = self.peek()
        return number_of(self.take()) if word and re.fullmatch(NUMBER, word) else None

    def amount(self) -> Fraction:
        """Take a number, which must come next."""
        found = self.maybe_amount()
        if found is None:
            raise UnreadableOrder
        return found

    def foe(self) -> str:
        """Take the id of a ship, a squadron or a contact."""
        if contact := CONTACT.fullmatch(self.peek()):
            self.take()
            return f"SUB{contact[1]}"
        if not UNIT.fullmatch(self.peek()) or self.peek() in NO_UNIT:
            raise UnreadableOrder
        return self.take()

    def squadron(self) -> str:
        """Take a squadron's id; the short symbol means one of the unit's own carrier."""
        word = squadron_id(self.foe(), self._carrier)
        if not SQUADRON.fullmatch(word):
            raise UnreadableOrder(f"{word} is no squadron", "Squadrons are named like ARK-T1, or T1 in ARK's block.")
        return word

    def enemy_squadron(self) -> str:
        """Take the id of somebody else's squadron."""
        return squadron_id(self.foe(), "")

    def system(self) -> str:
        """Take what may be the id of a system."""
        if not re.fullmatch(r"[A-Z]+[0-9]*", self.peek()) or self.peek() in NO_UNIT:
            raise UnreadableOrder
        return self.take()
