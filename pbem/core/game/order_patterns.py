"""A language of plain orders as a table: each order is one pattern of words. Help, hints and the reader are the table.

A game whose orders have conditions, alternatives or lists needs a grammar of its own (`Words` of `order_words`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.core.orders.envelope import suggest
from pbem.core.orders.order_words import QUOTES, UnreadableOrder
from pbem.core.orders.usage import OrderSyntax


@dataclass(frozen=True)
class OrderPattern(OrderSyntax):
    """One order. `pattern` is what follows its word, in capitals, with a named group for each part; `words` writes it back.

    Where the pattern leaves a part out, `words` gets that of `defaults`. Without `words` the order is its word alone.
    """

    pattern: str = ""
    words: str = ""
    defaults: Mapping[str, str] = field(default_factory=dict)

    def parts(self, rest: str) -> dict[str, str] | None:
        """The parts of what follows the word; None if it does not fit."""
        found = re.fullmatch(self.pattern, rest)
        return None if found is None else {**self.defaults, **{k: v for k, v in found.groupdict().items() if v}}


@dataclass(frozen=True)
class ReadOrder:
    """An order that was understood: its first word, its parts by name, and itself in canonical words."""

    word: str
    parts: Mapping[str, str]
    text: str

    def __getitem__(self, part: str) -> str:
        return self.parts[part]


def read_order(text: str, patterns: Sequence[OrderPattern]) -> ReadOrder:
    """The order that a line of `clean` text is. Raises `UnreadableOrder`, with the right form or all the words there are."""
    head, _, rest = " ".join(text.upper().translate(QUOTES).split()).rstrip(".! ").partition(" ")
    form = next((each for each in patterns if each.word == head), None)
    if form is None:
        words = [each.word for each in patterns]
        near = suggest(head, words)
        raise UnreadableOrder(f'"{head}" is no order', near or f"Orders are {', '.join(each.example for each in patterns)}.")
    parts = form.parts(rest)
    if parts is None:
        raise UnreadableOrder(f"{head} is not written like that", f"Write it like {form.example}: {form.meaning}.")
    return ReadOrder(head, parts, f"{head} {form.words.format(**parts)}".rstrip())
