"""What whoever reads a text must know of a game's language: how an order begins, and what goes on with one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol

from pbem.core.texts.envelope import OrderError

NEVER = re.compile(r"(?!)")
MAX_LENGTH = 1000
"""Characters of an order, at most."""


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

    def begins_plainly(self, text: str) -> bool:
        """Is its first word that of an order, and no head of a block can be in it?"""
        return ":" not in text and first_word(text) in self.heads


def first_word(text: str) -> str:
    """In upper case, without the signs around it."""
    return text.partition(" ")[0].strip(".,:;!?()[]").upper()


PLAIN = Wording()


class LanguageWords(Protocol):
    """The words of a language: those that begin an order, those that follow, and of them those that only go on with one."""

    @property
    def words(self) -> Collection[str]: ...

    @property
    def inner(self) -> Collection[str]: ...

    @property
    def going_on(self) -> Collection[str]: ...


def wording(
    read: Callable[[str], object],
    *languages: LanguageWords,
    heads: Collection[str] = (),
    going_on: Collection[str] = (),
    words: Collection[str] = (),
    **more: Any,
) -> Wording:
    """That of some languages: `read` takes one order, or raises `OrderError`.

    `heads`, `going_on` and `words` are there besides theirs; `more` are `order_shape` and `spelled`.
    """
    first = frozenset((*heads, *(word for each in languages for word in each.words)))
    inner = {word for each in languages for phrase in each.inner for word in phrase.split()} | {*words, *going_on}
    goes_on = {*going_on, *(word for each in languages for word in each.going_on)} - first

    def reads(text: str) -> bool:
        try:
            return len(text) <= MAX_LENGTH and bool(read(text))
        except OrderError:
            return False

    said = "|".join(sorted(word for word in goes_on if word.isalpha()))
    signs = "".join(sorted(word for word in goes_on if len(word) == 1 and not word.isalnum()))
    pattern = re.compile(rf"(?:{said})\b|[{re.escape(signs)},]", re.I)
    return Wording(first, first | inner, pattern, reads=reads, **more)
