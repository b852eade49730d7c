"""How an order is written, as a pattern: `FIRE {section} [AT|ON {targets}] [WITHIN {within}]`.

| in the pattern | is |
|---|---|
| `AT|ON` | one of these words; the first is written |
| `{targets}` | the field of that name, read and written by the part that it is annotated with |
| `{*}` | all the fields: the whole order, read and written by a part of its own |
| `kind=MAX` | the word, which the field of that name then is; a field that is no without it is yes |
| `[…]` | may be left out, several in any order; written where one of its fields is not as without it |
| `(…)` | may be left out, and is always written |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, NamedTuple, get_type_hints

from pbem.core.orders.envelope import suggest
from pbem.core.orders.order_words import UnreadableOrder, Words
from pbem.core.orders.parts import Draw, OneOf, Part

PIECE = re.compile(r"([\[(])([^])]+)[])]|(\S+)")
ITEM = re.compile(r"\{(\w+|\*)\}|(?:([a-z_]+)=)?(\S+)")


@dataclass(frozen=True)
class OrderSyntax:
    """One order of the language: its first word, an example that is written like it, what it does, and its clause."""

    word: str
    example: str
    meaning: str
    rule: str = ""


@dataclass(frozen=True)
class Usage:
    """One way in which orders of a type are written, and what is said of it to players: nothing where it has no example.

    `also` are other words for those that it begins with.
    """

    pattern: str
    example: str = ""
    meaning: str = ""
    rule: str = ""
    also: Mapping[str, str] = field(default_factory=dict)

    @property
    def syntax(self) -> OrderSyntax:
        """What is said of it to players."""
        return OrderSyntax(self.example.partition(" ")[0], self.example, self.meaning, self.rule)


@dataclass(frozen=True)
class Declared:
    """A type of orders: how they are written, by which part as a whole (`{*}`), and what is said of mistakes.

    `why` and `legal` where a part does not fit that has nothing of its own to say; `rest`, what is legal, where words are left.
    """

    usages: Sequence[Usage]
    whole: Part[Any] | None = None
    why: str = ""
    legal: str = ""
    rest: str = ""


class Word(OneOf[object]):
    """A word that has to be there, or one of several; `value` is what it says."""

    def __init__(self, choices: Sequence[str], value: object) -> None:
        super().__init__(dict.fromkeys(choices, value))
        self.value = value

    def write(self, value: object) -> str:
        return self.words[0]


class Item(NamedTuple):
    """A part, and the field that it is of; "": of none."""

    field: str
    part: Part[Any]


class Option(NamedTuple):
    """What may be left out together, and whether it is written all the same."""

    items: Sequence[Item]
    always: bool


Step = Item | list[Option]
"""What must come, or what may come in any order."""


class Shape:
    """A usage of a type of orders, ready to be read and written."""

    def __init__(self, order: type, declared: Declared, usage: Usage) -> None:
        self.order = order
        self.declared = declared
        self.usage = usage
        self._parts = _parts(order) | ({"*": declared.whole} if declared.whole else {})
        self._defaults = {each.name: _default(each) for each in fields(order)}
        self._steps = self._read_pattern()
        items = [item for step in self._steps for item in _items(step)]
        self.heads = items[0].part.words if isinstance(items[0].part, Word) else ()
        self.inner = [word for _, part in items[1:] for word in part.words]
        named = {name for name, _ in items}
        self._says = {} if "*" in named else {name: each for name, each in self._defaults.items() if name not in named}
        self._says |= {
            s.field: s.part.value for s in self._steps if isinstance(s, Item) and s.field and isinstance(s.part, Word)
        }

    def _read_pattern(self) -> list[Step]:
        steps: list[Step] = []
        for bracket, inner, item in PIECE.findall(self.usage.pattern):
            items = [self._item(*found) for found in ITEM.findall(inner or item)]
            if not bracket:
                steps += items
            elif steps and isinstance(steps[-1], list):
                steps[-1].append(Option(items, bracket == "("))
            else:
                steps.append([Option(items, bracket == "(")])
        return steps

    def _item(self, part: str, name: str, words: str) -> Item:
        if part:
            return Item(part, self._parts[part])
        choices = words.split("|")
        return Item(name, Word(choices, True if self._defaults.get(name) is False else choices[0]))

    def read(self, words: Words) -> Any:
        """Take an order. Raises `UnreadableOrder`."""
        values: dict[str, Any] = {}
        for step in self._steps:
            if isinstance(step, Item):
                values[step.field] = step.part.read(words)
            else:
                _read_some(step, words, values)
        values.pop("", None)
        return values["*"] if "*" in values else self.order(**values)

    def refusal(self, words: Words, why: UnreadableOrder) -> UnreadableOrder:
        """What is said at the next word where a part has said nothing; what is legal, or the word that may be meant."""
        legal = why.legal or self.declared.legal or suggest(words.shown(), self.inner)
        return words.refusal(self.declared.why, legal)

    def says(self, order: object) -> bool:
        """Can the order be written in this way?"""
        return all(getattr(order, name) == value for name, value in self._says.items())

    def write(self, order: object) -> str:
        """The order in canonical words."""
        written: list[str] = []
        for step in self._steps:
            for name, part in [step] if isinstance(step, Item) else self._told(step, order):
                written.append(part.write(order if name == "*" else getattr(order, name) if name else None))
        return " ".join(filter(None, written))

    def _told(self, options: Sequence[Option], order: object) -> Iterator[Item]:
        """Those of the options that are written."""
        for items, always in options:
            if always or any(name and getattr(order, name) != self._defaults[name] for name, _ in items):
                yield from items

    def draw(self, draw: Draw) -> str:
        """Some order that is written in this way. Raises `NothingToDraw`."""
        some = [step if isinstance(step, Item) else [option for option in step if draw.chance(2)] for step in self._steps]
        return " ".join(filter(None, (part.draw(draw) for step in some for _, part in _items(step))))


def _items(step: Step) -> Sequence[Item]:
    return [step] if isinstance(step, Item) else [item for option in step for item in option.items]


def _read_some(options: Sequence[Option], words: Words, values: dict[str, Any]) -> None:
    """Take those of the options that come, each once. A comma before one of them says nothing."""
    left = list(options)
    while words.peek():
        at = words.at
        found = _next(left, words) or (words.accept(",") and _next(left, words))
        if not found:
            words.at = at
            return
        left.remove(found)
        for name, part in found.items:
            values[name] = part.read(words)


def _next(left: Sequence[Option], words: Words) -> Option | None:
    for option in left:
        if option.items[0].part.fits(words):
            return option
    return None


def _parts(order: type) -> dict[str, Part[Any]]:
    """The part that each field is annotated with."""
    hints = get_type_hints(order, include_extras=True)
    return {name: part for name, hint in hints.items() for part in getattr(hint, "__metadata__", ()) if isinstance(part, Part)}


def _default(each: Any) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()
