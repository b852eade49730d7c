"""Whether a value is of its field's declared type, to the letter, so that JSON gives it back as it was."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from dataclasses import fields
from math import isfinite
from typing import Any

Shape = Any  # a type annotation
Check = Callable[[Any], bool]

PLAIN = frozenset({str, int, bool, type(None)})
"""Types of which nothing but the type need be looked at."""
TEXT = frozenset({str})

LEGAL = "str, int, float, bool, None, Literal of texts, list[...], dict[str, ...], or several of these with |"
"""The types that a field may have, for the message about another."""

FieldType = tuple[str, type | None, Check]
"""A field's name; a type whose every value fits, if there is one; and the check that any other value must pass."""


def field_types(cls: Any) -> list[FieldType]:
    """The fields of an event type, in declared order. Raises `TypeError` for one that is declared as no type of JSON."""
    hints = typing.get_type_hints(cls)
    found: list[FieldType] = []
    for x in fields(cls):
        try:
            shape = hints[x.name]
            found.append((x.name, shape if shape in PLAIN else None, check(shape)))
        except TypeError as why:
            raise TypeError(f"{cls.type}: {x.name} cannot be stored, because {why}; a field may be {LEGAL}") from why
    return found


def type_words(cls: Any, name: str) -> str:
    """The type of a field as an error names it."""
    shape = typing.get_type_hints(cls)[name]
    return str(shape.__name__ if isinstance(shape, type) else shape)


def check(shape: Shape) -> Check:
    """Whether a value is of this type, to the letter: True is no int, a tuple is no list. An int may be a float, NaN is none.

    Few calls of functions, because every event that is written is checked.
    """
    origin: Any = typing.get_origin(shape)
    args = typing.get_args(shape)
    if shape in CHECKS:
        return CHECKS[shape]
    if shape in PLAIN:
        return lambda value: type(value) is shape
    if origin in (typing.Union, types.UnionType):
        either = [check(x) for x in args]
        return lambda value: any(fits(value) for fits in either)
    if origin is typing.Literal:
        return lambda value: type(value) is str and value in args
    if origin is list:
        return _list_of(args[0])
    if origin is dict and args[0] is str:
        return _dict_of(args[1])
    raise TypeError(f"{shape!r} is no type of JSON")


def _is_number(value: Any) -> bool:
    return type(value) is int or (type(value) is float and isfinite(value))


def _is_json(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return TEXT.issuperset(map(type, value)) and all(map(_is_json, value.values()))
    if kind is list:
        return all(map(_is_json, value))
    return kind in PLAIN or _is_number(value)


CHECKS: dict[Shape, Check] = {float: _is_number, Any: _is_json, object: _is_json}


def _list_of(shape: Shape) -> Check:
    if shape in PLAIN:
        only = frozenset({shape})
        return lambda value: type(value) is list and only.issuperset(map(type, value))
    fits = check(shape)
    return lambda value: type(value) is list and all(map(fits, value))


def _dict_of(shape: Shape) -> Check:
    fits = _list_of(shape)
    return lambda value: type(value) is dict and TEXT.issuperset(map(type, value)) and fits([*value.values()])
