"""Parts of orders, which their fields are annotated with: how a value is read from words, written back, and drawn at random."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.core.geometry.hexes import DIRECTIONS, Hex, label, parse_label
from pbem.core.orders.order_words import Words
from pbem.core.texts.envelope import UnreadableOrder, suggest

T = TypeVar("T")
SPREAD = 12
"""Random numbers are at most so much more than the least."""


class NothingToDraw(Exception):
    """A random order needs a name, and there is none of its kind. Whoever draws it draws another."""


@dataclass(frozen=True)
class Draw:
    """What random orders are made of: `chance(n)` is 0 .. n - 1, and `names` what may be named, by kind."""

    chance: Callable[[int], int]
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def pick(self, among: Sequence[T]) -> T:
        """One of them. Raises `NothingToDraw`."""
        if not among:
            raise NothingToDraw
        return among[self.chance(len(among))]


class Part(Generic[T]):
    """One value of an order.

    `why` is what is said where it does not fit, with `{}` for the word as written, and `legal` what would be. Without `why`
    the game's `Words` say in their own way that `expected` should come. Random values are of `words` and of `drawn`: the kind
    of a name, or such values as they are written.
    """

    words: Sequence[str] = ()
    """The words of the language that it reads, of which one may be meant by a word that does not fit."""
    drawn: str | Sequence[str] = ()
    going_on: Collection[str] = ()
    """Those of the words that go on with a value and cannot begin one."""

    def __init__(self, why: str = "", legal: str = "", expected: str = "") -> None:
        self.why, self.legal, self.expected = why, legal, expected

    def fits(self, words: Words) -> bool:
        """May such a value begin here? A part that must come at its place need not know."""
        return True

    def read(self, words: Words) -> T:
        """Take the value. Raises `UnreadableOrder`."""
        raise NotImplementedError

    def write(self, value: T) -> str:
        """The value in canonical words."""
        return str(value)

    def draw(self, draw: Draw) -> str:
        """Some value, as a player might write it. Raises `NothingToDraw`."""
        named = draw.names.get(self.drawn, ()) if isinstance(self.drawn, str) else self.drawn
        return draw.pick([*self.words, *named])

    def refusal(self, words: Words) -> UnreadableOrder:
        """The error at the next word."""
        near = suggest(words.shown(), self.words) if self.why and self.words else ""
        return words.refusal(self.why, near or self.legal, self.expected)


class OneOf(Part[T]):
    """One of some words or phrases, each with its value; the first with a value is how it is written."""

    def __init__(self, values: Mapping[str, T], why: str = "", legal: str = "") -> None:
        self.words = list(values)
        super().__init__(why, legal, " or ".join(filter(None, (", ".join(self.words[:-1]), *self.words[-1:]))))
        self._values = values
        self._phrases: dict[str, list[str]] = {}
        for text in sorted(values, key=lambda text: -text.count(" ")):
            self._phrases.setdefault(text.partition(" ")[0], []).append(text)
        self._written = {values[text]: text for text in reversed(self.words)}

    def _found(self, words: Words) -> str:
        """The longest of its phrases that comes next; "" if none does."""
        word = words.peek()
        for phrase in self._phrases.get(word, ()):
            if phrase == word or phrase == words.phrase(phrase.count(" ") + 1):
                return phrase
        return ""

    def fits(self, words: Words) -> bool:
        return bool(self._found(words))

    def read(self, words: Words) -> T:
        if not (found := self._found(words)):
            raise self.refusal(words)
        words.at += found.count(" ") + 1
        return self._values[found]

    def write(self, value: T) -> str:
        return self._written[value]


def one_of(*choices: str, why: str = "", legal: str = "", also: Mapping[str, str] | None = None) -> OneOf[str]:
    """One of these words, which are their own values; `also` are other words, and which of them they mean."""
    return OneOf({**{word: word for word in choices}, **(also or {})}, why, legal)


def heading(why: str = "", legal: str = "") -> OneOf[int]:
    """One of the six directions, as 0-5 from N clockwise."""
    return OneOf({name: number for number, name in enumerate(DIRECTIONS)}, why, legal)


class OneWord(Part[T]):
    """A word of some `pattern`, and what it means; `but` are words that do not count."""

    def __init__(
        self,
        pattern: str,
        drawn: str | Sequence[str],
        meaning: Callable[[str], T],
        written: Callable[[T], str] = str,
        but: Collection[str] = (),
        **said: str,
    ) -> None:
        super().__init__(**said)
        self.drawn = drawn
        self._pattern = re.compile(pattern)
        self._but = frozenset(but)
        self._meaning = meaning
        self._written = written

    def fits(self, words: Words) -> bool:
        word = words.peek()
        return word not in self._but and self._pattern.fullmatch(word) is not None

    def read(self, words: Words) -> T:
        word = words.peek()
        if word in self._but or not self._pattern.fullmatch(word):
            raise self.refusal(words)
        words.at += 1
        return self._meaning(word)

    def write(self, value: T) -> str:
        return self._written(value)


def name(kind: str, but: Collection[str] = (), **said: str) -> OneWord[str]:
    """A name of the game's own, of a unit or a system; `but` are words that are none."""
    return OneWord("[A-Z][A-Z0-9_]*", kind, str, str, but, **said)


def hex_label(**said: str) -> OneWord[Hex]:
    """A hex: four digits, column and row."""
    return OneWord("[0-9]{4}", "hex", parse_label, label, **said)


class Number(Part[Any]):
    """A whole number of at most four digits, from `least` to `most`; `also` are words and the numbers (or None) they are."""

    def __init__(self, least: int = 0, most: int = 9999, also: Mapping[str, int | None] | None = None, **said: str) -> None:
        super().__init__(**{"expected": "a number", **said})
        self.words = list(also or {})
        self.drawn = [str(number) for number in range(least, most + 1)[: SPREAD + 1]]
        self._least, self._most = least, most
        self._also = also or {}
        self._written = {self._also[word]: word for word in reversed(self.words)}

    def fits(self, words: Words) -> bool:
        return words.peek() in self._also or words.next_number() is not None

    def read(self, words: Words) -> int | None:
        if words.peek() in self._also:
            return self._also[words.take()]
        found = words.next_number()
        if found is None or not self._least <= found <= self._most:
            raise self.refusal(words)
        words.at += 1
        return found

    def write(self, value: int | None) -> str:
        return self._written.get(value) or str(value)


class Signed(Part[int]):
    """A change by so much: `+2`, `-1`."""

    drawn = ("+1", "+2", "-1", "-2")

    def fits(self, words: Words) -> bool:
        return words.peek() in ("+", "-")

    def read(self, words: Words) -> int:
        error = self.refusal(words)
        sign, number = words.accept("+", "-"), words.maybe_number()
        if not sign or number is None:
            raise error
        return -number if sign == "-" else number

    def write(self, value: int) -> str:
        return f"{value:+d}"


class Either(Part[T]):
    """The first of some parts that fits; the last says what is wrong where none does, and writes the values of all."""

    def __init__(self, *parts: Part[T]) -> None:
        super().__init__()
        self.words = [word for part in parts for word in part.words]
        self._parts = parts
        *self._others, self._last = parts

    def fits(self, words: Words) -> bool:
        return any(part.fits(words) for part in self._parts)

    def read(self, words: Words) -> T:
        for part in self._others:
            if part.fits(words):
                return part.read(words)
        return self._last.read(words)

    def write(self, value: T) -> str:
        return self._last.write(value)

    def draw(self, draw: Draw) -> str:
        return draw.pick(self._parts).draw(draw)


class Listed(Part[tuple[T, ...]]):
    """Values with one of the words of `between` among them, of which the first is written.

    `loose`: that word may be left out. `once`: the same value again says nothing. `most` is how many there may be, and what is
    said of more.
    """

    def __init__(
        self,
        part: Part[T],
        *between: str,
        loose: bool = False,
        once: bool = True,
        most: tuple[int, str] = (99, ""),
        **said: str,
    ) -> None:
        super().__init__(**said)
        self._part = part
        self._between = between or (",",)
        self._loose = loose
        self._once = once
        self._joint = self._sign(self._between[0])
        self._most, self._too_many = most
        self.words = [*part.words, *self._between]
        self.going_on = {*part.going_on, *self._between} - {""}

    def fits(self, words: Words) -> bool:
        return self._part.fits(words)

    def read(self, words: Words) -> tuple[T, ...]:
        found = [self._first(words)]
        while self._goes_on(words) if self._loose else words.accept(*self._between):
            found.append(self._part.read(words))
        if len(found) > self._most:
            raise UnreadableOrder(self._too_many, kind="not allowed")
        return tuple(dict.fromkeys(found) if self._once else found)

    def _first(self, words: Words) -> T:
        at = words.at
        try:
            return self._part.read(words)
        except UnreadableOrder:
            if self.why and words.at == at and not self._part.fits(words):
                raise self.refusal(words) from None
            raise

    def _goes_on(self, words: Words) -> bool:
        """In a `loose` list, step over what may be between; a comma after it may be another part's, or nobody's."""
        at = words.at
        told = words.accept(*self._between)
        if self._part.fits(words):
            return True
        if words.peek() or told != ",":
            words.at = at
        return False

    def write(self, value: tuple[T, ...]) -> str:
        return self._joint.join(map(self._part.write, value))

    def draw(self, draw: Draw) -> str:
        found = (self._part.draw(draw) for _ in range(1 + draw.chance(3)))
        return self._sign(draw.pick(self._between)).join(dict.fromkeys(found))

    @staticmethod
    def _sign(word: str) -> str:
        return f"{word} " if word == "," else f" {word} " if word else " "
