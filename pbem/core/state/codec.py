"""Any state as JSON and back, and copied, by its own type hints: one declaration, no code of a game's own.

`dump` writes; `read` trusts what `dump` wrote (snapshots); what comes from outside is checked by `events.schema.load`. All go
by `events.shapes`. What a class needs is worked out once: an object's fields are then copied in one go, and only those that
JSON writes otherwise, or that can change, are touched one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar, cast

from events import shapes
from events.shapes import Member, Shape, members
from pbem.core.state.canonical_json import canonical_json

T = TypeVar("T")
Way = Callable[[Any], Any]

_new = object.__new__
_set = object.__setattr__


class Ways(NamedTuple):
    """How a value is written, read and copied; None: as it is."""

    dump: Way | None = None
    read: Way | None = None
    copy: Way | None = None


def dump(value: object) -> Any:
    """The value in JSON's own types, sharing nothing that can change with it. Sets come sorted.

    Raises:
        TypeError: something in it has no form in JSON.
    """
    kind = type(value)
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(kind):
        return _go(_object(kind).dump, value)
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else canonical_json(dump(key)): dump(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [dump(each) for each in value]
    if isinstance(value, Set):
        return sorted([dump(each) for each in value], key=canonical_json)
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{kind.__name__} has no form in JSON")


def read(cls: type[T], data: Any) -> T:
    """What `dump` wrote of a `cls`, unchecked. What is left out is as the class has it.

    Raises:
        KeyError: a field without a default is left out.
    """
    return cast(T, _go(_object(cast(Any, cls)).read, data))


def copy(value: T) -> T:
    """An equal state that shares nothing that can change with it."""
    return cast(T, _go(_object(cast(Any, type(value))).copy, value))


def _go(way: Way | None, value: Any) -> Any:
    return way(value) if way else value


# ---------------------------------------------------------------- by type


def _ways(shape: Shape) -> Ways:
    found = Ways()
    match shape:
        case shapes.Anything() | shapes.Either():
            found = Ways(dump, _free, _free)
        case shapes.Converted(written):
            found = Ways(written.write, written.read)
        case shapes.Object(cls):
            found = _object(cls)
        case shapes.Maybe(of):
            found = Ways(*map(_maybe, _ways(of)))
        case shapes.Many(make, of):
            found = _many(make, of)
        case shapes.Row(parts):
            found = _row([_ways(each) for each in parts])
        case shapes.Map(key, of):
            found = _map(key, of)
    return found


def _free(value: Any) -> Any:
    """A copy of a value of any of JSON's own types."""
    if isinstance(value, dict):
        return {key: _free(each) for key, each in value.items()}
    return [_free(each) for each in value] if isinstance(value, list) else value


def _maybe(way: Way | None) -> Way | None:
    return way and (lambda value: None if value is None else way(value))


def _many(make: Way, of: Shape) -> Ways:
    inner = _ways(of)
    order = None if isinstance(of, shapes.Scalar | shapes.Converted) else canonical_json
    into: Way = list if make in (list, tuple) else lambda values: sorted(values, key=order)
    fixed = make in (tuple, frozenset) and not inner.copy
    return Ways(_each(into, inner.dump), _each(make, inner.read), None if fixed else _each(make, inner.copy))


def _each(make: Way, way: Way | None) -> Way:
    if way is None:
        return make
    return (lambda values: [way(x) for x in values]) if make is list else (lambda values: make([way(x) for x in values]))


def _row(parts: list[Ways]) -> Ways:
    dumps, reads, copies = zip(*parts, strict=True)
    return Ways(_in_turn(list, dumps), _in_turn(tuple, reads), _in_turn(tuple, copies) if any(copies) else None)


def _in_turn(make: Way, ways: tuple[Way | None, ...]) -> Way:
    return (lambda values: make(map(_go, ways, values))) if any(ways) else make


def _map(key: Shape, of: Shape) -> Ways:
    inner, keys = _ways(of), Ways(str, int) if key == shapes.Scalar(int) else _ways(key)
    return Ways(_by_key(keys.dump, inner.dump), _by_key(keys.read, inner.read, shapes.key_of(of)), _by_key(None, inner.copy))


def _by_key(key: Way | None, way: Way | None, name: str | None = None) -> Way:
    """`name`: the field in which each object has its key."""
    if way and name:
        return lambda values: {id: _named(way(x), name, id) for id, x in values.items()}
    if key:
        return lambda values: {key(id): _go(way, x) for id, x in values.items()}
    return (lambda values: {id: way(x) for id, x in values.items()}) if way else dict


def _named(made: Any, name: str, id: str) -> Any:
    made.__dict__[name] = id
    return made


# ---------------------------------------------------------------- dataclasses


@cache
def _object(cls: Any) -> Ways:
    written = {each.name: _ways(each.shape) for each in members(cls) if each.json is not None}
    copies = {each.name: written[each.name].copy if each.name in written else _unwritten(each) for each in members(cls)}
    return Ways(
        _dump_object(cls, _changed({name: each.dump for name, each in written.items()})),
        _read_object(cls, _changed({name: each.read for name, each in written.items()})),
        _copy_object(cls, _changed(copies)),
    )


def _changed(ways: Mapping[str, Way | None]) -> list[tuple[str, Way]]:
    return [(name, way) for name, way in ways.items() if way]


def _unwritten(member: Member) -> Way | None:
    """What has no form in JSON, like a printed table, is shared by copies."""
    try:
        return _ways(member.shape).copy
    except TypeError:
        return None


def _dump_object(cls: Any, changed: list[tuple[str, Way]]) -> Way:
    names = [(each.json, each.name) for each in members(cls) if each.json is not None]
    dropped = [each.name for each in members(cls) if each.json is None]

    def dump(value: Any) -> dict[str, Any]:
        made: dict[str, Any] = value.__dict__.copy()
        for name, way in changed:
            made[name] = way(made[name])
        for name in dropped:
            del made[name]
        return made

    def dump_by_name(value: Any) -> dict[str, Any]:
        made = dump(value)
        return {json: made[name] for json, name in names}

    return dump if _only_fields(cls) and all(json == name for json, name in names) else dump_by_name


def _read_object(cls: Any, changed: list[tuple[str, Way]]) -> Way:
    names = {each.json: each.name for each in members(cls) if each.json is not None}
    same = all(json == name for json, name in names.items())
    others = [each for each in members(cls) if not each.is_key]

    def read(data: dict[str, Any]) -> Any:
        values = data.copy() if same else {names[json]: x for json, x in data.items()}
        for name, way in changed:
            if name in values:
                values[name] = way(values[name])
        if len(values) < len(others):
            values |= {each.name: _left_out(cls, each) for each in others if each.name not in values}
        return _made(cls, values)

    return read


def _left_out(cls: Any, member: Member) -> Any:
    if member.default is None:
        raise KeyError(f"{cls.__name__}.{member.name} is left out and has no default")
    return member.default()


def _copy_object(cls: Any, changed: list[tuple[str, Way]]) -> Way | None:
    """Frozen objects all of whose values are shared are shared themselves."""
    if not changed and cls.__dataclass_params__.frozen:
        return None
    names = [each.name for each in members(cls)]
    only_fields = _only_fields(cls)

    def copy(value: Any) -> Any:
        values = value.__dict__.copy() if only_fields else {name: value.__dict__[name] for name in names}
        for name, way in changed:
            values[name] = way(values[name])
        return _made(cls, values)

    return copy


def _only_fields(cls: Any) -> bool:
    """Has it in its `__dict__` the values of its fields, and nothing that it has worked out?"""
    return not any(isinstance(each, cached_property) for base in cls.__mro__ for each in vars(base).values())


def _made(cls: Any, values: dict[str, Any]) -> Any:
    """An object without its `__init__`: what that would check was checked before."""
    made: Any = _new(cls)
    _set(made, "__dict__", values)
    return made
