"""One JSON writer per event type, made from its fields: it checks the type of every value that it writes.

A writer is compiled, as `dataclasses` compiles `__init__`: first to check a turn's payloads and then to hand them to the
JSON encoder takes so much longer that the append of a turn shows it (`bench/append.py`).
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields
from json.encoder import c_make_encoder, encode_basestring_ascii  # type: ignore[attr-defined]
from typing import Any, NoReturn

Shape = Any  # a type annotation
Check = Callable[[Any], bool]
Write = Callable[[Mapping[str, Any]], str]

PLAIN: dict[Shape, frozenset[type]] = {
    str: frozenset({str}),
    int: frozenset({int}),
    bool: frozenset({bool}),
    float: frozenset({float, int}),
    type(None): frozenset({type(None)}),
}


def _no_json(value: object) -> NoReturn:
    raise TypeError(f"{type(value).__name__} is not JSON")


# The C encoder kept between calls; `json.dumps` makes one for every event.
_chunks: Any = c_make_encoder(None, _no_json, encode_basestring_ascii, None, ":", ",", False, False, False)
_join = "".join


def encode_json(value: object) -> str:
    """Canonical JSON text: no spaces, ASCII, no NaN. Raises TypeError or ValueError for what JSON cannot say."""
    return _join(_chunks(value, 0))


def _misfit() -> NoReturn:
    raise TypeError("a value of the wrong type")


# What a compiled writer calls; and how it puts lists of the frequent types.
GLOBALS: dict[str, Any] = {
    "chunks": _chunks,
    "join": _join,
    "comma": ",".join,
    "text": encode_basestring_ascii,
    "number": int.__repr__,
    "texts": PLAIN[str].issuperset,
    "misfit": _misfit,
}
LISTS: dict[Shape, str] = {
    str: '"[" + comma(map(text, x)) + "]"',
    int: '"[" + comma(map(number, x)) + "]"',
}


def writer(cls: Any) -> Write:
    """The function that writes a payload of the event type `cls` as canonical JSON, its fields in declared order.

    It raises TypeError when a value is not of its field's type; `blame` says which.
    """
    hints = typing.get_type_hints(cls)
    names: dict[str, Any] = dict(GLOBALS)
    parts = []
    for x in fields(cls):
        shape = hints[x.name]
        names[f"each_{x.name}"] = PLAIN.get((typing.get_args(shape) or (None,))[-1], frozenset()).issuperset
        names[f"fits_{x.name}"] = check(shape)
        parts.append(f'"{x.name}":{{{_expression(x.name, shape)}}}')
    exec(f"def write(d): return f'''{{{{{','.join(parts)}}}}}'''", names)  # noqa: S102 - made of nothing but field names
    return typing.cast(Write, names["write"])


def _expression(name: str, shape: Shape) -> str:
    """Python that checks a field's value and gives its JSON; the frequent types without a call to a Python function."""
    origin: Any = typing.get_origin(shape)
    args = typing.get_args(shape)
    value = f'(x := d["{name}"])'
    if shape is str:
        return f'text(d["{name}"])'
    if shape is int:
        return f"x if type({value}) is int else misfit()"
    if origin is list and args[0] in PLAIN:
        text = LISTS.get(args[0], "join(chunks(x, 0))")
        return f"{text} if type({value}) is list and each_{name}(map(type, x)) else misfit()"
    if origin is dict and args[0] is str and args[1] in PLAIN:
        keyed = f"type({value}) is dict and texts(map(type, x)) and each_{name}(map(type, x.values()))"
        return f"join(chunks(x, 0)) if {keyed} else misfit()"
    return f"join(chunks(x, 0)) if fits_{name}({value}) else misfit()"


def blame(cls: Any, payload: Mapping[str, Any]) -> str:
    """The first field of a payload that does not fit its type, and what it should be; "" if all do."""
    for name, shape in typing.get_type_hints(cls).items():
        if name in payload and not check(shape)(payload[name]):
            wanted = shape.__name__ if shape in PLAIN else str(shape)
            return f"{cls.type}: {name} must be {wanted}, not {payload[name]!r}"
    return ""


def check(shape: Shape) -> Check:
    """Whether a value is of this type, to the letter: True is no int, a tuple is no list. A whole number may be a float."""
    origin: Any = typing.get_origin(shape)
    args = typing.get_args(shape)
    if shape in (Any, object):
        return lambda value: True
    if shape in PLAIN:
        return lambda value: type(value) in PLAIN[shape]
    if origin in (typing.Union, types.UnionType):
        either = [check(x) for x in args]
        return lambda value: any(fits(value) for fits in either)
    if origin is typing.Literal:
        return lambda value: type(value) is str and value in args
    if origin is list:
        each = _all(args[0])
        return lambda value: type(value) is list and each(value)
    if origin is dict and args[0] is str:
        keys, values = _all(str), _all(args[1])
        return lambda value: type(value) is dict and keys(value) and values(value.values())
    raise TypeError(f"{shape!r} is no type of JSON")


def _all(shape: Shape) -> Check:
    """Whether all of some values are of this type."""
    if shape in PLAIN:
        kinds = PLAIN[shape]
        return lambda values: kinds.issuperset(map(type, values))
    fits = check(shape)
    return lambda values: all(map(fits, values))
