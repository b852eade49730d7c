"""A language of orders, made of the types of orders that it has: its reader, its canonical words, its forms, random orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

from pbem.core.orders.order_words import Words
from pbem.core.orders.parts import Draw, OneOf, Part
from pbem.core.orders.usage import Declared, OrderSyntax, Shape, Usage
from pbem.core.texts.envelope import UnreadableOrder
from pbem.core.texts.wording import Wording, wording

T = TypeVar("T")
Failure = tuple[int, Shape, UnreadableOrder]
"""How many words were read before the error, and by which usage."""
DECLARED: dict[type, Declared] = {}
WORDS = "_words"
"""The attribute in which an order that was written keeps its words; it is no field."""


@dataclass_transform(frozen_default=True)
def order(
    *usages: Usage, shape: type[Shape] = Shape, whole: Part[Any] | None = None, **said: str
) -> Callable[[type[T]], type[T]]:
    """Declare a type of orders: a frozen dataclass whose fields are annotated with the parts that read and write them.

    Where it has several usages, it is written by the first that can say it. `said` is `why`, `legal` and `rest` of `Declared`.
    """

    def declare(cls: type[T]) -> type[T]:
        made = dataclass(frozen=True)(cls)
        DECLARED[made] = Declared(shape, usages, whole, **said)
        return made

    return declare


class Language(Part[T]):
    """Orders of some types; as a part, one of them within another order. `why` is said of a first word that none has."""

    def __init__(self, *types: type[Any], words: type[Words] = Words, **said: str) -> None:
        super().__init__(**{"expected": "an order", **said})
        self._words = words
        declared = [(each, DECLARED[each]) for each in types]
        self.shapes = [found.shape(each, found, usage) for each, found in declared for usage in found.usages]
        self._of_type: dict[type, list[Shape]] = {}
        self._of_head: dict[str, list[Shape]] = {}
        for shape in self.shapes:
            self._of_type.setdefault(shape.order, []).append(shape)
            for head in shape.heads or [""]:
                self._of_head.setdefault(head, []).append(shape)
        also = {other: tuple(meant.split()) for shape in self.shapes for other, meant in shape.usage.also.items()}
        self._also = OneOf(also)
        self._replaced = {other.split()[0] for other in also}
        self.words = [*filter(None, self._of_head), *sorted(self._replaced - self._of_head.keys())]
        """Every word that an order may begin with."""
        self.inner = {word for shape in self.shapes for word in shape.inner}
        """The words that come after it."""
        self.going_on = {word for shape in self.shapes for word in shape.going_on}

    def fits(self, words: Words) -> bool:
        return words.peek() in self.words or "" in self._of_head

    def read(self, words: Words) -> T:
        return self._read(words)[1]

    def _read(self, words: Words) -> tuple[Shape, T, list[Failure]]:
        """Take an order: how it was written, and where the usages tried before did not fit.

        Raises the error farthest on, with the words read up to there: so whoever has this as a part tells of the same word.
        """
        head = words.peek()
        if head in self._replaced and self._also.fits(words):
            words.put(self._also.read(words))
            head = words.peek()
        shapes = self._of_head.get(head) or self._of_head.get("")
        if not shapes:
            raise self.refusal(words)
        at = words.at
        failed: list[Failure] = []
        if len(shapes) > 1:
            shapes = [shape for shape in shapes if shape.fits(words)] or shapes
        for shape in shapes:
            try:
                return shape, shape.read(words), failed
            except UnreadableOrder as why:
                failed.append((words.at, shape, why))
                words.at = at
        raise self._farthest(failed, words)

    def _farthest(self, failed: Sequence[Failure], words: Words) -> UnreadableOrder:
        """What is said of words that no usage fits, by the last of those that understood most."""
        words.at, shape, why = max(reversed(failed), key=lambda failure: failure[0])
        return why if why.reason else shape.refusal(words, why, bool(self.why))

    def shape(self, value: T) -> Shape:
        """How an order is written."""
        shapes = self._of_type[type(value)]
        for shape in shapes[:-1]:
            if shape.says(value):
                return shape
        return shapes[-1]

    def write(self, value: T) -> str:
        """Its words, which are kept with the order: it is written when it is filed, and again when it lapses."""
        words: str | None = getattr(value, WORDS, None)
        if words is None:
            words = self.shape(value).write(value)
            object.__setattr__(value, WORDS, words)  # orders are frozen
        return words

    def draw(self, draw: Draw, *heads: str) -> str:
        """Some order; one that begins with one of the `heads`, if any are named."""
        shapes = [shape for head in heads for shape in self._of_head[head]]
        return draw.pick(shapes or self.shapes).draw(draw)

    def whole(self, words: Words) -> T:
        """The order that all the words are. Raises `UnreadableOrder`."""
        shape, found, failed = self._read(words)
        if words.peek() and any(at > words.at for at, _, _ in failed):
            raise self._farthest(failed, words)
        words.finish(shape.declared.rest)
        return found

    def line(self, text: str) -> T:
        """The order that a line of `clean` text is. Raises `UnreadableOrder`."""
        return self.whole(self._words(text))

    def forms(self) -> Sequence[OrderSyntax]:
        """What there is to order, for players."""
        return [shape.syntax for shape in self.shapes if shape.usage.example]

    def wording(self) -> Wording:
        """What the envelope must know of it."""
        return wording(self.line, self)
