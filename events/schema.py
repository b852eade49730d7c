"""Marshmallow schemas made from dataclasses: one list of fields, checked wherever data comes from outside."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping
from inspect import cleandoc
from typing import Any, TypeVar

from marshmallow import RAISE, Schema, ValidationError, post_load, validate
from marshmallow import fields as f

from events.shapes import (
    Anything,
    Converted,
    Either,
    Hint,
    Many,
    Map,
    Maybe,
    Object,
    OneOf,
    Range,
    Row,
    Scalar,
    Shape,
    Written,
    key_of,
    members,
    shape_of,
)

T = TypeVar("T")


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


class _Many(f.List[Any]):
    """Values alike, in the container that their type names."""

    def __init__(self, inner: f.Field[Any], make: Callable[..., Any], **kw: Any) -> None:
        super().__init__(inner, **kw)
        self.make = make

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        found: list[Any] = super()._deserialize(value, attr, data, **kwargs)
        return self.make(found)


class _Map(f.Dict):
    """Values by key. An object that has its key as a field gets it from here."""

    def __init__(self, key: str | None, **kw: Any) -> None:
        super().__init__(**kw)
        self.key = key

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if self.key and isinstance(value, Mapping):
            value = {key: {**each, KEY: key} if isinstance(each, Mapping) else each for key, each in value.items()}
        return super().deserialize(value, *args, **kwargs)


class _Converted(f.Field[Any]):
    """A value that JSON writes as another one, which `json` checks first."""

    def __init__(self, written: Written, json: f.Field[Any], **kw: Any) -> None:
        super().__init__(**kw)
        self.written, self.json = written, json

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = self.written.json is str and isinstance(value, str)  # mostly it is, and hexes are many
        found = value if text else self.json.deserialize(value, attr, data, **kwargs)
        try:
            return self.written.read(found)
        except ValueError as e:
            raise ValidationError(str(e)) from e


class _InRange(validate.Validator):
    """A whole number between its bounds, refused in the words of `range_faults`."""

    def __init__(self, range: Range) -> None:
        self.range = range

    def __call__(self, value: int) -> int:
        if value not in self.range:
            raise ValidationError(f"{value} is not {self.range.words}")
        return value


KEY = "(its key in the map)"
"""Under this name a map hands an object its key. No document can: there the map's own counts."""
SCALARS: dict[type, type[f.Field[Any]]] = {int: f.Integer, str: f.String, float: _Number, bool: _Truth}


def field_for(hint: Hint, **kw: Any) -> f.Field[Any]:
    """The marshmallow field of a type. Raises TypeError for one that has no form in JSON."""
    return _field(shape_of(hint), **kw)


def _field(shape: Shape, **kw: Any) -> f.Field[Any]:
    made: f.Field[Any]
    match shape:
        case Anything() | Scalar() | OneOf() | Converted():
            made = _single(shape, **kw)
        case Object(cls):
            made = f.Nested(schema_for(cls), unknown=RAISE, **kw)
        case Maybe(of):
            made = _field(of, **{**kw, "allow_none": True})
        case Either(parts, none):
            made = OneOfTypes([_field(each) for each in parts], allow_none=none, **kw)
        case Many(make, of):
            made = f.List(_field(of), **kw) if make is list else _Many(_field(of), make, **kw)
        case Row(parts):
            made = f.Tuple([_field(each) for each in parts], **kw)
        case Map(key, of):
            made = _Map(key_of(of), keys=_key_field(key), values=_field(of), **kw)
    return made


def _single(shape: Anything | Scalar | OneOf | Converted, **kw: Any) -> f.Field[Any]:
    match shape:
        case OneOf(values):
            return f.Raw(validate=validate.OneOf(values), **kw)
        case Converted(written, json):
            return _Converted(written, _field(json), **kw)
        case Scalar(kind, range):
            if kind is int:
                kw["strict"] = True
            return SCALARS[kind](**kw, validate=_InRange(range) if range else None)
    return f.Raw(**{"allow_none": True, **kw})


def _key_field(shape: Shape) -> f.Field[Any]:
    """Keys are texts in JSON, also those that are numbers to us."""
    return f.Integer() if shape == Scalar(int) else _field(shape)


_schemas: dict[Any, Schema] = {}


def schema_for(cls: Any) -> Schema:
    """The schema of a dataclass: `load` gives an instance of it; unknown fields are refused."""
    if cls not in _schemas:
        _schemas[cls] = _build(cls)
    return _schemas[cls]


def _build(cls: Any) -> Schema:
    made: dict[str, Any] = {}
    for x in members(cls):
        if x.is_key:
            made[x.name] = f.String(required=True, data_key=KEY)
        elif x.json is not None:
            made[x.name] = _field(x.shape, required=x.default is None, data_key=x.json)
    later = [x.name for x in members(cls) if not x.in_init and x.name in made]

    def build(self: Schema, data: dict[str, Any], **_: Any) -> Any:
        rest = {name: data.pop(name) for name in later if name in data}
        try:
            built = cls(**data)
        except ValueError as e:  # of its `__post_init__`, which may check what types do not say
            raise ValidationError(str(e)) from e
        vars(built).update(rest)
        return built

    made["build"] = post_load(build)
    made["Meta"] = type("Meta", (), {"unknown": RAISE, "description": cleandoc(cls.__doc__ or "")})
    return typing.cast(Schema, type(f"{cls.__name__}Schema", (Schema,), made)())


def _lines(messages: Any, path: str = "") -> Iterator[str]:
    if isinstance(messages, dict):
        for key, value in messages.items():
            step = "" if key in ("_schema", "value") else f".{key}" if path else str(key)
            yield from _lines(value, path + step)
    else:
        texts = [str(text).rstrip(".") for text in (messages if isinstance(messages, list) else [messages])]
        yield from (f"{path or 'document'}: {text[:1].lower()}{text[1:]}" for text in texts)


def load(cls: type[T], data: Any) -> T:
    """`data` as an instance of the dataclass `cls`.

    Raises:
        InvalidData: naming every path that does not fit, and why.
    """
    try:
        return typing.cast(T, schema_for(cls).load(data))
    except ValidationError as e:
        raise InvalidData("; ".join(_lines(e.messages))) from e
