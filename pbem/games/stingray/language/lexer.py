"""A line of orders as words."""

from __future__ import annotations

import re

from pbem.core.geometry.hexes import DIRECTIONS, Hex, parse_label
from pbem.core.orders import order_words
from pbem.core.orders.order_words import UnreadableOrder

LABEL = re.compile(r"[0-9]{4}")
UNIT = re.compile(r"(?:SR|SS|TF|MF)[0-9]{1,3}")


class Words(order_words.Words):
    """The words of one order; `PHASE3` is `PHASE 3`."""

    TOKEN = re.compile(
        r"<=|>=|=<|=>|==|(?ai:PHASE|STING|TUBE|RANGE|WITHIN|ZONE)(?=[0-9])|[A-Za-z]+[0-9]*|[0-9]+|\S",
    )

    def accept_pair(self, first: str, second: str) -> bool:
        """Take two words if they come next."""
        found = self.peek() == first and self.peek(1) == second
        if found:
            self.take(2)
        return found

    def need(self, *words: str) -> str:
        """Take one of these words, which must come next."""
        if found := self.accept(*words):
            return found
        raise UnreadableOrder(f"{_listed(words)} is missing")

    def number(self, least: int = 0, most: int = 9999) -> int:
        """Take a number within bounds, which must come next."""
        number = self.maybe_number()
        if number is None:
            raise UnreadableOrder(f"A number must follow, not {self.peek() or 'nothing'}")
        if not least <= number <= most:
            raise UnreadableOrder(f"{number} must be {least} to {most}")
        return number

    def name(self) -> str:
        """Take a word of letters and digits, which must come next."""
        if self.peek()[:1].isalpha() and self.peek().isascii():
            return self.take()
        raise UnreadableOrder(f"A name must follow, not {self.peek() or 'nothing'}")

    def unit(self) -> str:
        """Take a vessel's id or what may be meant for one; `TARGET` before it may be left out."""
        self.accept("TARGET")
        return self.name()

    def tube(self) -> str:
        """Take `1`, `2`, `STING 1` or `TUBE 2`."""
        self.accept("STING", "TUBE")
        return self.need("1", "2")

    def hexes(self) -> tuple[Hex, ...]:
        """Take one or more hex labels."""
        found: list[Hex] = []
        while LABEL.fullmatch(self.peek()) or (found and self.peek() == "," and LABEL.fullmatch(self.peek(1))):
            self.accept(",")
            found.append(parse_label(self.take()))
        if found:
            return tuple(found)
        raise UnreadableOrder("A hex is four digits, column and row, like 0507")

    def direction(self) -> str:
        """Take a map direction or a zone 1-6, if one comes next; else ""."""
        self.accept("ZONE")
        return self.accept(*DIRECTIONS, *"123456")


def _listed(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
