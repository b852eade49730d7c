"""A line of orders as words: any case, any spacing, the quotes and dashes of word processors. A game adds its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import ClassVar

from pbem.core.texts.envelope import UnreadableOrder

QUOTES = str.maketrans(dict.fromkeys("\"'`“”„‟‘’‚‛«»‹›", " "))
NOT_SHOWN = re.compile(r', not "?\{\}"?$')
MAX_DIGITS = 4


class Words:
    """The words of one order in `clean` text, read from left to right. Each game says in `TOKEN` what a word is.

    `peek` and `take` give upper case, `shown` the writer's spelling.
    """

    TOKEN: ClassVar[re.Pattern[str]] = re.compile(r"<=|>=|=<|=>|==|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\S")

    def __init__(self, text: str) -> None:
        self._text = text
        self._unquoted = text.translate(QUOTES)
        self._written: list[str] = self.TOKEN.findall(self._unquoted.strip().rstrip(".! "))
        self._words = [*map(str.upper, self._written), ""]
        self._put = 0
        self.at = 0
        """How many words have been read; may be set back."""

    def peek(self, ahead: int = 0) -> str:
        """The next word, or one further on; "" after the end."""
        try:
            return self._words[self.at + ahead]
        except IndexError:
            return ""

    def shown(self) -> str:
        """The next word as it was written."""
        return self._written[self.at] if self.at < len(self._written) else ""

    def take(self, count: int = 1) -> str:
        """Step over the next word or words; returns the first."""
        word = self.peek()
        self.at += count
        return word

    def accept(self, *words: str) -> str:
        """Take the next word if it is one of these; else ""."""
        word = self.peek()
        if not word or word not in words:
            return ""
        self.at += 1
        return word

    def phrase(self, count: int) -> str:
        """The next words, with a blank between them."""
        return " ".join(self._words[self.at : self.at + count])

    def put(self, phrase: Sequence[str]) -> None:
        """Let these words come next, as if they had been written."""
        self._put += len(phrase)
        self._words[self.at : self.at] = phrase
        self._written[self.at : self.at] = phrase

    def next_number(self) -> int | None:
        """The number of at most four digits that comes next, if one does."""
        word = self.peek()
        return int(word) if word.isdigit() and word.isascii() and len(word) <= MAX_DIGITS else None

    def maybe_number(self) -> int | None:
        """Take a number of at most four digits, if one comes next."""
        number = self.next_number()
        if number is not None:
            self.at += 1
        return number

    def rest(self) -> str:
        """Take all that is left, in the writer's own signs."""
        end = 0
        for found in islice(self.TOKEN.finditer(self._unquoted), self.at - self._put):
            end = found.end()
        self.at = len(self._written)
        return self._text[end:].strip()

    def count(self, word: str) -> int:
        """How often a word occurs from here on."""
        return self._words[self.at :].count(word)

    def refusal(self, why: str = "", legal: str = "", expected: str = "") -> UnreadableOrder:
        """The error at the next word. In what is said `{}` is that word, or `, not {}` is left out; `{before}` is the last.

        Where nothing is said, a game may have words of its own for what is `expected`.
        """
        before = self._written[self.at - 1] if self.at else ""
        reason = (why if self.peek() else NOT_SHOWN.sub("", why)).replace("{before}", before)
        return UnreadableOrder(reason.replace("{}", self.shown()), legal.replace("{before}", before))

    def finish(self, usage: str = "") -> None:
        """Raise `UnreadableOrder` unless everything has been read."""
        if self.peek():
            rest, read = " ".join(self._written[self.at :]), " ".join(self._written[: self.at])
            raise UnreadableOrder(f'"{rest}" was not understood after "{read}"', usage)
