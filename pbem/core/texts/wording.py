"""What whoever reads a text must know of a game's language: how an order begins, and what goes on with one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

NEVER = re.compile(r"(?!)")


@dataclass(frozen=True)
class Wording:
    """Without `heads` every line is taken for an order.

    `heads` are the first words of orders, `words` all words (upper case: none opens a block). `goes_on` is how a line begins
    that continues the order above and cannot be one, `order_shape` a whole order without a first word. `reads` says whether
    a text is one order of any unit; `spelled` gives an order, or the head of a block, as the game reads it.
    """

    heads: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    goes_on: re.Pattern[str] = NEVER
    order_shape: re.Pattern[str] = NEVER
    reads: Callable[[str], bool] = bool
    spelled: Callable[[str], str] = str

    def begins(self, text: str) -> bool:
        """Does a text begin as an order begins?"""
        return not self.heads or first_word(text) in self.heads or bool(self.order_shape.fullmatch(text))


def first_word(text: str) -> str:
    """In upper case, without the signs around it."""
    return text.partition(" ")[0].strip(".,:;!?()[]").upper()


PLAIN = Wording()
