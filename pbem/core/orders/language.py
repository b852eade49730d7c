"""A language of orders, made of the types of orders that it has: its reader, its canonical words, its forms, random orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

from pbem.core.orders.order_words import UnreadableOrder, Words
from pbem.core.orders.parts import Draw, Part
from pbem.core.orders.usage import Declared, OrderSyntax, Shape, Usage

T = TypeVar("T")
Failure = tuple[int, UnreadableOrder]
"""How many words were read before the error."""
DECLARED: dict[type, Declared] = {}


@dataclass_transform(frozen_default=True)
def order(
    *usages: Usage, whole: Part[Any] | None = None, why: str = "", legal: str = "", rest: str = ""
) -> Callable[[type[T]], type[T]]:
    """Declare a type of orders: a frozen dataclass whose fields are annotated with the parts that read and write them.

    Where it has several usages, it is written by the first that can say it. For the others see `Declared`.
    """

    def declare(cls: type[T]) -> type[T]:
        made = dataclass(frozen=True)(cls)
        DECLARED[made] = Declared(usages, whole, why, legal, rest)
        return made

    return declare


class Language(Part[T]):
    """Orders of some types; as a part, one of them within another order. `why` is said of a first word that none has."""

    def __init__(self, *types: type[Any], words: type[Words] = Words, **said: str) -> None:
        super().__init__(**{"expected": "an order", **said})
        self._words = words
        self.shapes = [Shape(each, DECLARED[each], usage) for each in types for usage in DECLARED[each].usages]
        self._of_type: dict[type, list[Shape]] = {}
        self._of_head: dict[str, list[Shape]] = {}
        self._also: dict[str, list[tuple[list[str], list[str]]]] = {}
        for shape in self.shapes:
            self._of_type.setdefault(shape.order, []).append(shape)
            for head in shape.heads or [""]:
                self._of_head.setdefault(head, []).append(shape)
            for other in sorted(shape.usage.also, key=len, reverse=True):
                self._also.setdefault(other.split()[0], []).append((other.split(), shape.usage.also[other].split()))
        self.words = [word for word in dict.fromkeys([*self._of_head, *self._also]) if word]
        """Every word that an order may begin with."""
        self.inner = {word for shape in self.shapes for word in shape.inner}
        """The words that come after it."""

    def fits(self, words: Words) -> bool:
        return words.peek() in self.words or "" in self._of_head

    def read(self, words: Words) -> T:
        return self._read(words)[1]

    def _read(self, words: Words) -> tuple[Shape, T, list[Failure]]:
        """Take an order: how it was written, and where the usages tried before did not fit. Raises the error farthest on."""
        for phrase, meant in self._also.get(words.peek(), ()):
            if words.begins(phrase):
                words.take(len(phrase))
                words.put(meant)
                break
        shapes = self._of_head.get(words.peek()) or self._of_head.get("")
        if not shapes:
            raise self.refusal(words)
        at = words.at
        failed: list[Failure] = []
        for shape in [shape for shape in shapes if shape.fits(words)] or shapes if len(shapes) > 1 else shapes:
            try:
                return shape, shape.read(words), failed
            except UnreadableOrder as why:
                failed.append((words.at, why if why.reason else shape.refusal(words, why)))
                words.at = at
        raise _farthest(failed)[1]

    def shape(self, value: T) -> Shape:
        """How an order is written."""
        shapes = self._of_type[type(value)]
        return shapes[0] if len(shapes) == 1 else next(shape for shape in shapes if shape.says(value))

    def write(self, value: T) -> str:
        return self.shape(value).write(value)

    def draw(self, draw: Draw, *heads: str) -> str:
        """Some order; one that begins with one of the `heads`, if any are named."""
        shapes = [shape for head in heads for shape in self._of_head[head]]
        return draw.pick(shapes or self.shapes).draw(draw)

    def whole(self, words: Words) -> T:
        """The order that all the words are. Raises `UnreadableOrder`."""
        shape, found, failed = self._read(words)
        if words.peek() and failed and _farthest(failed)[0] > words.at:
            raise _farthest(failed)[1]
        words.finish(shape.declared.rest)
        return found

    def line(self, text: str) -> T:
        """The order that a line of `clean` text is. Raises `UnreadableOrder`."""
        return self.whole(self._words(text))

    def forms(self) -> Sequence[OrderSyntax]:
        """What there is to order, for players."""
        return [shape.usage.syntax for shape in self.shapes if shape.usage.example]


def _farthest(failed: Sequence[Failure]) -> Failure:
    """The last of those that understood most."""
    return max(reversed(failed), key=lambda failure: failure[0])
