"""Marshmallow schemas made from dataclasses: one list of fields, checked wherever data comes from outside."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from inspect import cleandoc
from typing import Any, TypeVar

from marshmallow import RAISE, Schema, ValidationError, post_load, validate
from marshmallow import fields as f

T = TypeVar("T")
Shape = Any  # a type annotation: marshmallow fields are made from these


class InvalidData(ValueError):
    """Data that does not fit its declared shape; the message names each path. The reader of the data catches it."""


class _Truth(f.Boolean):
    """JSON's true and false; marshmallow's own field would also take 1 and 0."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Not a valid boolean.")
        return value


class OneOfTypes(f.Raw):
    """A value of any of several types, which are told but not checked."""

    def __init__(self, inner: list[f.Field[Any]], **kw: Any) -> None:
        super().__init__(**kw)
        self.inner = inner


class _Number(f.Float):
    """A JSON number; marshmallow's own field would also take "24"."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if not isinstance(value, int | float):
            raise ValidationError("Not a valid number.")
        return super()._deserialize(value, attr, data, **kwargs)


PLAIN: dict[Any, type[f.Field[Any]]] = {
    int: f.Integer,
    str: f.String,
    float: _Number,
    bool: _Truth,
    Any: f.Raw,
    object: f.Raw,
}


def field_for(shape: Shape, **kw: Any) -> f.Field[Any]:
    """The marshmallow field of a type."""
    origin: Any = typing.get_origin(shape)
    if origin in (typing.Union, types.UnionType):
        return _union(typing.get_args(shape), **kw)
    if origin:
        return _generic(shape, **kw)
    if is_dataclass(shape):
        return f.Nested(schema_for(shape), unknown=RAISE, **kw)
    if shape not in PLAIN:
        raise TypeError(f"no schema field for {shape!r}")
    if shape is int:
        kw["strict"] = True
    if shape in (Any, object):
        kw.setdefault("allow_none", True)
    return PLAIN[shape](**kw)


def _union(args: tuple[Shape, ...], **kw: Any) -> f.Field[Any]:
    inner = [a for a in args if a is not type(None)]
    if len(inner) == 1:
        return field_for(inner[0], allow_none=True, **kw)
    return OneOfTypes([field_for(a) for a in inner], allow_none=len(inner) < len(args), **kw)


def _generic(shape: Shape, **kw: Any) -> f.Field[Any]:
    origin: Any = typing.get_origin(shape)
    args = typing.get_args(shape)
    if origin is typing.Literal:
        return f.Raw(validate=validate.OneOf(args), **kw)
    if origin is dict:
        return f.Dict(keys=f.String(), values=field_for(args[1]), **kw)
    if origin is tuple:
        return f.Tuple([field_for(a) for a in args], **kw)
    if origin in (list, Sequence):
        return f.List(field_for(args[0]), **kw)
    raise TypeError(f"no schema field for {shape!r}")


_schemas: dict[Any, Schema] = {}


def schema_for(cls: Any) -> Schema:
    """The schema of a dataclass: `load` gives an instance of it; unknown fields are refused.

    A field with another name in JSON says so in its metadata, as `json`.
    """
    if cls not in _schemas:
        _schemas[cls] = _build(cls)
    return _schemas[cls]


def _build(cls: Any) -> Schema:
    hints = typing.get_type_hints(cls)
    made: dict[str, Any] = {}
    for x in fields(cls):
        optional = x.default is not MISSING or x.default_factory is not MISSING
        made[x.name] = field_for(hints[x.name], required=not optional, data_key=x.metadata.get("json"))

    def build(self: Schema, data: dict[str, Any], **_: Any) -> Any:
        try:
            return cls(**data)
        except ValueError as e:  # of its `__post_init__`, which may check what types do not say
            raise ValidationError(str(e)) from e

    made["build"] = post_load(build)
    made["Meta"] = type("Meta", (), {"unknown": RAISE, "description": cleandoc(cls.__doc__ or "")})
    return typing.cast(Schema, type(f"{cls.__name__}Schema", (Schema,), made)())


def _lines(messages: Any, path: str = "") -> Iterator[str]:
    if isinstance(messages, dict):
        for key, value in messages.items():
            step = "" if key in ("_schema", "value") else f".{key}" if path else str(key)
            yield from _lines(value, path + step)
    else:
        texts = messages if isinstance(messages, list) else [messages]
        yield from (f"{path or 'document'}: {str(text).rstrip('.').lower()}" for text in texts)


def load(cls: type[T], data: Any) -> T:
    """`data` as an instance of the dataclass `cls`.

    Raises:
        InvalidData: naming every path that does not fit, and why.
    """
    try:
        return typing.cast(T, schema_for(cls).load(data))
    except ValidationError as e:
        raise InvalidData("; ".join(_lines(e.messages))) from e
