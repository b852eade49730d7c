"""Any state as JSON and back, and copied, by its own type hints as `events.shapes` reads them.

`dump` writes; `read` trusts what `dump` wrote; what comes from outside is checked by `events.schema.load`. What a class needs
is worked out once: its fields are then copied in one go, and only those looked at that JSON has otherwise, or that can change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar, cast

from events import shapes
from events.codec import encode_json
from events.shapes import Member, Shape, members

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
        return {key if isinstance(key, str) else encode_json(dump(key)): dump(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [dump(each) for each in value]
    if isinstance(value, Set):
        return sorted([dump(each) for each in value], key=encode_json)
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{kind.__name__} has no form in JSON")


def read(cls: type[T], data: Any) -> T:
    """What `dump` wrote of a `cls`, unchecked. What is left out is as the class has it; KeyError where it says nothing."""
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
        case shapes.Anything():
            found = Ways(dump, dump, dump)
        case shapes.Converted(written):
            found = Ways(written.write, written.read)
        case shapes.Object(cls):
            found = _object(cls)
        case shapes.Maybe(of):
            found = Ways(*map(_maybe, _ways(of)))
        case shapes.Either(parts) if any(_ways(each) != Ways() for each in parts):
            raise TypeError("nothing in JSON tells its types apart")
        case shapes.Many(make, of):
            found = _many(make, of)
        case shapes.Row(parts):
            found = _row([_ways(each) for each in parts])
        case shapes.Map(key, of):
            found = _map(key, of)
    return found


def _maybe(way: Way | None) -> Way | None:
    return way and (lambda value: None if value is None else way(value))


def _many(make: Way, of: Shape) -> Ways:
    inner = _ways(of)
    order = None if isinstance(of, shapes.Scalar | shapes.Converted) else encode_json
    into: Way = list if make in (list, tuple) else lambda values: sorted(values, key=order)
    fixed = make in (tuple, frozenset) and not inner.copy
    return Ways(_each(into, inner.dump), _each(make, inner.read), None if fixed else _each(make, inner.copy))


def _each(make: Way, way: Way | None) -> Way:
    return (lambda values: make(map(way, values))) if way else make


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
    dumps, reads, copies = (_changed(cls, ways) for ways in zip(*map(_member, members(cls)), strict=True))
    frozen = not copies and cls.__dataclass_params__.frozen
    return Ways(_dump_object(cls, dumps), _read_object(cls, reads), None if frozen else _copy_object(cls, copies))


def _member(member: Member) -> Ways:
    """What has no form in JSON, like a printed table, is written as it is found, never read, and shared by copies."""
    try:
        found = _ways(member.shape)
    except TypeError:
        found = Ways(dump, lambda _: _ways(member.shape))  # which says again why not
    return found if member.json else Ways(copy=found.copy)


def _changed(cls: Any, ways: Iterable[Way | None]) -> list[tuple[str, Way]]:
    return [(each.name, way) for each, way in zip(members(cls), ways, strict=True) if way]


def _dump_object(cls: Any, changed: list[tuple[str, Way]]) -> Way:
    renamed = [(each.name, each.json) for each in members(cls) if each.json not in (None, each.name)]
    worked_out = [name for base in cls.__mro__ for name, each in vars(base).items() if isinstance(each, cached_property)]
    dropped = [*worked_out, *(each.name for each in members(cls) if not each.json)]
    if not (changed or dropped or renamed):
        return lambda value: value.__dict__.copy()

    def dump(value: Any) -> dict[str, Any]:
        made: dict[str, Any] = value.__dict__.copy()
        for name, way in changed:
            made[name] = way(made[name])
        for name in dropped:
            made.pop(name, None)
        for name, json in renamed:
            made[json] = made.pop(name)
        return made

    return dump


def _read_object(cls: Any, changed: list[tuple[str, Way]]) -> Way:
    renamed = [(each.name, each.json) for each in members(cls) if each.json not in (None, each.name)]
    others = [each for each in members(cls) if not each.is_key]

    def read(data: dict[str, Any]) -> Any:
        values = data.copy()
        for name, json in renamed:
            if json in values:
                values[name] = values.pop(json)
        for name, way in changed:
            if name in values:
                values[name] = way(values[name])
        if len(values) < len(others):
            values = {each.name: values[each.name] if each.name in values else each.left_out() for each in others}
        made: Any = _new(cls)  # without `__init__`: what that would check was checked before
        _set(made, "__dict__", values)
        return made

    return read


def _copy_object(cls: Any, changed: list[tuple[str, Way]]) -> Way:
    def copy(value: Any) -> Any:
        values = value.__dict__.copy()
        for name, way in changed:
            values[name] = way(values[name])
        made: Any = _new(cls)
        _set(made, "__dict__", values)
        return made

    return copy
