"""What a type annotation says of a value and of its JSON: read once, here, for schemas, the codec and tables of fields.

A field of a dataclass may say more in its metadata: `{"json": "name"}` is its name in JSON, `{"json": None}` keeps it out.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any

Hint = Any
"""A type annotation."""

# ---------------------------------------------------------------- what an annotation may add to a type


@dataclass(frozen=True)
class Range:
    """Of a whole number: the least and the most it may be; None is no bound."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, value: int) -> bool:
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)

    @property
    def words(self) -> str:
        """As errors and tables say it: `0 to 6`, `at least 1`, `at most 9`."""
        if self.least is not None and self.most is not None:
            return f"{self.least} to {self.most}"
        return f"at least {self.least}" if self.most is None else f"at most {self.most}"


@dataclass(frozen=True)
class Written:
    """Of an immutable value that JSON writes as another one, of the type `json`.

    `write` gives that value; `read` gives ours back, or raises ValueError that says what would be right. `words` is for tables.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    words: str
    json: Hint = str


@dataclass(frozen=True)
class Key:
    """Of a text: the key under which its object stands in a map, and therefore not written in the object."""


Id = Annotated[str, Key()]
"""The id of what stands in a map by its id."""

# ---------------------------------------------------------------- what a type is


@dataclass(frozen=True)
class Anything:
    """Whatever JSON can say."""


@dataclass(frozen=True)
class Scalar:
    """A number, a text or a truth."""

    type: type
    range: Range | None = None


@dataclass(frozen=True)
class OneOf:
    """One of these values."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Converted:
    """A value that JSON writes as another one."""

    written: Written
    json: Shape


@dataclass(frozen=True)
class Object:
    """A dataclass."""

    cls: type


@dataclass(frozen=True)
class Many:
    """Any number of values alike; `make` gives their container."""

    make: Callable[..., Any]
    of: Shape


@dataclass(frozen=True)
class Row:
    """So many values, each with its own type."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True)
class Map:
    """Values alike by key."""

    key: Shape
    of: Shape


@dataclass(frozen=True)
class Maybe:
    """A value or None."""

    of: Shape


@dataclass(frozen=True)
class Either:
    """A value of one of several types, which nothing in JSON tells apart; `none`: or None."""

    parts: tuple[Shape, ...]
    none: bool


Shape = Anything | Scalar | OneOf | Converted | Object | Many | Row | Map | Maybe | Either

SCALARS = (int, str, float, bool)
_FRACTION = re.compile(r"-?\d{1,9}(/0*[1-9]\d{0,8})?")


def _read_fraction(text: str) -> Fraction:
    if not _FRACTION.fullmatch(text):
        raise ValueError(f"{text!r} is no number; write a whole one or a fraction, like 3/2")
    return Fraction(text)


FRACTION = Written(str, _read_fraction, "a fraction like `3/2`")
_MANY: dict[Any, Callable[..., Any]] = {list: list, Sequence: list, set: set, frozenset: frozenset}


def shape_of(hint: Hint) -> Shape:
    """What a type annotation is. Raises TypeError for one that has no form in JSON."""
    origin: Any = typing.get_origin(hint)
    if origin:
        return _generic(hint, origin, typing.get_args(hint))
    if hint in (Any, object):
        return Anything()
    if hint is Fraction:
        return Converted(FRACTION, Scalar(str))
    if is_dataclass(hint) and isinstance(hint, type):
        return Object(hint)
    if hint not in SCALARS:
        raise TypeError(f"{hint!r} has no form in JSON")
    return Scalar(hint)


def _generic(hint: Hint, origin: Any, args: tuple[Hint, ...]) -> Shape:
    if origin is Annotated:
        return _marked(shape_of(args[0]), hint.__metadata__)
    if origin in (typing.Union, types.UnionType):
        return _union(args)
    if origin is typing.Literal:
        return OneOf(args)
    return _container(hint, origin, args)


def _marked(shape: Shape, marks: tuple[Any, ...]) -> Shape:
    for mark in marks:
        if isinstance(mark, Written):
            return Converted(mark, shape_of(mark.json))
        if isinstance(mark, Range):
            if shape != Scalar(int):
                raise TypeError(f"{mark} is of whole numbers only")
            return Scalar(int, mark)
    return shape


def _union(args: tuple[Hint, ...]) -> Shape:
    parts = [shape_of(each) for each in args if each is not type(None)]
    none = len(parts) < len(args)
    return Maybe(parts[0]) if len(parts) == 1 else Either(tuple(parts), none)


def _container(hint: Hint, origin: Any, args: tuple[Hint, ...]) -> Shape:
    if origin in (dict, Mapping):
        return Map(shape_of(args[0]), shape_of(args[1]))
    if origin in _MANY:
        return Many(_MANY[origin], shape_of(args[0]))
    if origin is tuple and args[1:] == (...,):
        return Many(tuple, shape_of(args[0]))
    if origin is tuple:
        return Row(tuple(shape_of(each) for each in args))
    raise TypeError(f"{hint!r} has no form in JSON")


# ---------------------------------------------------------------- the fields of a dataclass


@dataclass(frozen=True)
class Member:
    """A field of a dataclass. `json` is its name in JSON, None: not written. `default` makes what it is when left out."""

    name: str
    json: str | None
    hint: Hint
    default: Callable[[], Any] | None
    is_key: bool
    in_init: bool

    @property
    def shape(self) -> Shape:
        """What its type is; asked of what is written only, so that anything may be kept out."""
        return shape_of(self.hint)

    def left_out(self) -> Any:
        """Its value where a document does not have it. Raises KeyError if it must."""
        if self.default is None:
            raise KeyError(f"{self.name} is left out and has no default")
        return self.default()


@cache
def members(cls: Any) -> tuple[Member, ...]:
    """The fields of a dataclass, in declared order."""
    hints = typing.get_type_hints(cls, include_extras=True)
    return tuple(_member(each, hints[each.name]) for each in fields(cls))


def _member(field: Any, hint: Hint) -> Member:
    is_key = Key() in getattr(hint, "__metadata__", ())
    json = None if is_key else field.metadata.get("json", field.name)
    default = field.default_factory
    if default is MISSING:
        default = None if field.default is MISSING else lambda: field.default
    return Member(field.name, json, hint, default, is_key, field.init)


def key_of(shape: Shape) -> str | None:
    """The name of the field of an object that is its key in a map; None when it has none."""
    found = members(shape.cls) if isinstance(shape, Object) else ()
    return next((each.name for each in found if each.is_key), None)
