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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from itertools import pairwise
from typing import Any, get_type_hints

from pbem.core.orders.order_words import Words
from pbem.core.orders.parts import Draw, OneOf, Part
from pbem.core.texts.envelope import UnreadableOrder, suggest

PIECE = re.compile(r"([\[(])([^])]+)[])]|([^\s\[(][^\[(]*)")
"""What may be left out, or all that must be there up to the next bracket."""
ITEM = re.compile(r"\{(\w+|\*)\}|(?:([a-z_]+)=)?(\S+)")


Item = tuple[str, Part[Any]]
"""A part, and the field that it reads and writes ("": none)."""


@dataclass(frozen=True)
class OrderSyntax:
    """One order of the language: its first word, an example that is written like it, what it does, and its clause."""

    word: str
    example: str
    meaning: str
    rule: str = ""
    form: str = ""
    """Its pattern for players, with the names of what may be chosen: `FIRE section [number] [AT targets]`."""
    also: tuple[str, ...] = ()
    """Other words that it may begin with."""


def first_words(forms: Iterable[OrderSyntax]) -> tuple[str, ...]:
    """Every word that an order may begin with."""
    return tuple(word for form in forms for word in (form.word, *form.also))


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


@dataclass(frozen=True)
class Declared:
    """A type of orders: how they are written, by which part as a whole (`{*}`), and what is said of mistakes.

    `why` and `legal` where a part does not fit that has nothing of its own to say; `rest`, what is legal, where words are left.
    `shape` reads and writes them: one of the game's own, where a pattern cannot say how.
    """

    shape: type[Shape]
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


class Group:
    """Parts that come together. They must: or may, and then are written unless the fields are as `without` them (None: always).

    What is found by its first word goes on `behind` it: that need not be read again, and what it says is `told`.
    """

    def __init__(self, items: Sequence[Item], must: bool, without: Mapping[str, Any] | None) -> None:
        self.items, self.must, self.without = items, must, without
        name, self.begin = items[0]
        self.heads = self.begin.words if isinstance(self.begin, Word) else ()
        self.told = {name: self.begin.value} if isinstance(self.begin, Word) else {}
        self.behind = items[len(self.told) :]
        self.written = [(part.words[0] if isinstance(part, Word) else "", name, part) for name, part in items]
        """Each part with the word that it always is, if it is one, and its field."""

    def form(self) -> str:
        """As it is shown to players; nothing of words that may be left out and say nothing."""
        form = " ".join(text or name.replace("*", "…") for text, name, _ in self.written)
        return form if self.must else f"[{form}]" if any(name for name, _ in self.items) else ""


class Stretch:
    """Parts that must come, and groups that may come after them, in any order, each once. A comma before those says nothing."""

    def __init__(self, items: Sequence[Item], options: Sequence[Group]) -> None:
        self._items = items
        self._of_word = {word: group for group in options for word in group.heads}
        self._others = [group for group in options if not group.heads]

    def read(self, words: Words, values: dict[str, Any]) -> None:
        """Take it. Raises `UnreadableOrder`."""
        for name, part in self._items:
            values[name] = part.read(words)
        taken: list[Group] = []
        while word := words.peek():
            found = self._next(words, taken)
            if not found and word == ",":
                words.at += 1
                found = self._next(words, taken)
                words.at -= not found
            if not found:
                return
            taken.append(found)
            values |= found.told
            words.at += len(found.told)
            for name, part in found.behind:
                values[name] = part.read(words)

    def _next(self, words: Words, taken: Sequence[Group]) -> Group | None:
        found = self._of_word.get(words.peek())
        if found and found not in taken:
            return found
        for group in self._others:
            if group not in taken and group.begin.fits(words):
                return group
        return None


class Shape:
    """A usage of a type of orders, ready to be read and written."""

    def __init__(self, order: type, declared: Declared, usage: Usage) -> None:
        self.order = order
        self.declared = declared
        self.usage = usage
        self._defaults = {each.name: _default(each) for each in fields(order)}
        self._groups = groups = list(self._read_pattern(_parts(order) | ({"*": declared.whole} if declared.whole else {})))
        items = [item for group in groups for item in group.items]
        self.heads = groups[0].heads
        begin = [at for at, group in enumerate(groups) if group.must]
        ranges = pairwise([*begin, len(groups)])
        self._stretches = [Stretch(groups[at].items if at else groups[at].behind, groups[at + 1 : end]) for at, end in ranges]
        self._written = [(group.without, group.written) for group in groups if group.without != {}]
        self.inner = [word for _, part in items[1:] for word in part.words if word[:1].isalpha()]
        self.going_on = {word for group in groups if not group.must for word in group.heads}
        self.going_on |= {word for _, part in items for word in part.going_on}
        """The words that go on with an order and say nothing by themselves."""
        must = [item for group in groups if group.must for item in group.items]
        self._says = {name: part.value for name, part in must if name and isinstance(part, Word)}
        if "*" not in (named := {name for name, _ in items}):
            self._says |= {name: self._defaults[name] for name in self._defaults.keys() - named}

    @property
    def syntax(self) -> OrderSyntax:
        """What is said of it to players."""
        usage, form = self.usage, " ".join(filter(None, (group.form() for group in self._groups)))
        word = (self.heads or usage.example.split())[0]
        return OrderSyntax(word, usage.example, usage.meaning, usage.rule, form, (*self.heads[1:], *usage.also))

    def _read_pattern(self, parts: Mapping[str, Part[Any]]) -> Iterator[Group]:
        for bracket, inner, item in PIECE.findall(self.usage.pattern):
            items = [self._item(parts, *found) for found in ITEM.findall(inner or item)]
            without = {name: self._defaults[name] for name, _ in items if name} if bracket == "[" else None
            yield Group(items, not bracket, without)

    def _item(self, parts: Mapping[str, Part[Any]], part: str, name: str, words: str) -> Item:
        if part:
            return part, parts[part]
        choices = words.split("|")
        return name, Word(choices, True if self._defaults.get(name) is False else choices[0])

    def fits(self, words: Words) -> bool:
        """May what follows the next word be the rest of it?"""
        items = self._groups[0].items
        if len(self._groups) > 1 or len(items) == 1:
            return True
        words.at += 1
        found = items[1][1].fits(words)
        words.at -= 1
        return found

    def read(self, words: Words) -> Any:
        """Take an order, which begins with one of its heads if it has any. Raises `UnreadableOrder`."""
        values = dict(self._groups[0].told)
        words.at += len(values)
        for stretch in self._stretches:
            stretch.read(words, values)
        values.pop("", None)
        return values["*"] if "*" in values else self.order(**values)

    def refusal(self, words: Words, why: UnreadableOrder, plainly: bool) -> UnreadableOrder:
        """What is said where a part has said nothing. `plainly`: in words of our own, if there are no others."""
        near = suggest(words.shown(), self.inner) if words.peek() not in self.inner else ""
        usage = next((usage for usage in self.declared.usages if usage.example), None)
        if self.declared.why or not plainly or not usage:
            return words.refusal(self.declared.why, why.legal or self.declared.legal or near)
        return words.refusal(f"{self.heads[0]} is not written like that", f"Write it like {usage.example}: {usage.meaning}.")

    def says(self, order: object) -> bool:
        """Can the order be written in this way?"""
        return all(getattr(order, name) == value for name, value in self._says.items())

    def write(self, order: object) -> str:
        """The order in canonical words."""
        # Field by field: of an order whose dictionary was once asked for, every attribute is read more slowly.
        values = {name: getattr(order, name) for name in self._defaults}
        said: list[str] = []
        for without, words in self._written:
            if without is None or not without.items() <= values.items():
                for text, name, part in words:
                    said.append(text or part.write(order if name == "*" else values[name]))
        return " ".join(filter(None, said))

    def draw(self, draw: Draw) -> str:
        """Some order that is written in this way. Raises `NothingToDraw`."""
        chosen = [group for group in self._groups if group.must or draw.chance(2)]
        return " ".join(filter(None, (part.draw(draw) for group in chosen for _, part in group.items)))


def _parts(order: type) -> dict[str, Part[Any]]:
    """The part that each field is annotated with."""
    hints = get_type_hints(order, include_extras=True)
    return {name: part for name, hint in hints.items() for part in getattr(hint, "__metadata__", ()) if isinstance(part, Part)}


def _default(each: Any) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()
