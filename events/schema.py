"""Marshmallow schemas made from dataclasses: one list of fields, checked wherever data comes from outside."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, TypeVar

from marshmallow import RAISE, Schema, ValidationError, post_load, validate
from marshmallow import fields as f

T = TypeVar("T")
Shape = Any  # a type annotation: marshmallow fields are made from these


class Misfit(ValueError):
    """Data that does not fit its shape. The message names the path of every misfit."""


class _Truth(f.Field[bool]):
    """JSON's true and false; marshmallow's own field would also take 1 and 0."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Not a valid boolean.")
        return value


class _Number(f.Float):
    """A JSON number; marshmallow's own field would also take "24"."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if not isinstance(value, int | float):
            raise ValidationError("Not a valid number.")
        return super()._deserialize(value, attr, data, **kwargs)


def _field(shape: Shape, **kw: Any) -> f.Field[Any]:
    origin: Any = typing.get_origin(shape)
    args = typing.get_args(shape)
    if origin in (typing.Union, types.UnionType):
        inner = [a for a in args if a is not type(None)]
        return _field(inner[0], allow_none=True, **kw) if len(inner) == 1 else f.Raw(allow_none=True, **kw)
    if origin is typing.Literal:
        return f.Raw(validate=validate.OneOf(args), **kw)
    if origin is list:
        return f.List(_field(args[0]), **kw)
    if origin is dict:
        return f.Dict(keys=f.String(), values=_field(args[1]), **kw)
    if is_dataclass(shape):
        return f.Nested(schema_for(shape), unknown=RAISE, **kw)
    plain: dict[Any, Any] = {int: f.Integer, str: f.String, float: _Number, bool: _Truth, Any: f.Raw, object: f.Raw}
    if shape is int:
        kw["strict"] = True
    if shape in (Any, object):
        kw.setdefault("allow_none", True)
    if shape not in plain:
        raise TypeError(f"no schema field for {shape!r}")
    return typing.cast("f.Field[Any]", plain[shape](**kw))


_schemas: dict[Any, Schema] = {}


def schema_for(cls: Any) -> Schema:
    """The schema of a dataclass: `load` gives an instance of it; unknown fields are refused."""
    if cls not in _schemas:
        _schemas[cls] = _build(cls)
    return _schemas[cls]


def _build(cls: Any) -> Schema:
    hints = typing.get_type_hints(cls)
    made: dict[str, Any] = {}
    for x in fields(cls):
        optional = x.default is not MISSING or x.default_factory is not MISSING
        made[x.name] = _field(hints[x.name], required=not optional)

    def build(self: Schema, data: dict[str, Any], **_: Any) -> Any:
        return cls(**data)

    made["build"] = post_load(build)
    made["Meta"] = type("Meta", (), {"unknown": RAISE})
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
        Misfit: naming every path that does not fit, and why.
    """
    try:
        return typing.cast(T, schema_for(cls).load(data))
    except ValidationError as e:
        raise Misfit("; ".join(_lines(e.messages))) from e
