"""Where two values part, and where one is kept: paths such as `state.boats.B1.plot.square`, for messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from events.base import Event

MISSING = "nothing"
MOST = 200
"""Characters of a value in a message."""


def parts(value: Any) -> dict[str, Any] | None:
    """The fields or items of a value by their names; None of one that has none."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, dict):
        return {str(name): item for name, item in value.items()}
    if isinstance(value, list | tuple):
        return {str(number): item for number, item in enumerate(value)}
    return None


def difference(one: Any, other: Any, path: str = "") -> tuple[str, str, str]:
    """The path of the first part that differs, and both values there."""
    ours, theirs = parts(one), parts(other)
    if type(one) is type(other) and ours is not None and theirs is not None:
        for name in {**ours, **theirs}:
            if name not in ours or name not in theirs or repr(ours[name]) != repr(theirs[name]):
                inner = f"{path}.{name}".lstrip(".")
                return difference(ours.get(name, MISSING), theirs.get(name, MISSING), inner)
    return path or "itself", shown(one), shown(other)


def shown(value: Any) -> str:
    """A value as a message quotes it."""
    words = value if value is MISSING else repr(value)
    return words if len(words) <= MOST else f"{words[:MOST]}…"


def holding(whole: Any, sought: Any) -> str:
    """The path at which this very object is kept, "" if it is not."""
    return next((path for path, part in _all(whole, "") if part is sought), "")


def _all(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    yield path, value
    for name, part in (parts(value) or {}).items():
        yield from _all(part, f"{path}.{name}".lstrip("."))


def falsehoods(known: Any, whole: Any, path: str = "") -> Iterator[str]:
    """The paths at which something is known that is not so. Of lists and maps parts may be left out, in order; what is None,
    false, zero or empty says nothing."""
    if isinstance(known, dict) and isinstance(whole, dict):
        for name, part in known.items():
            yield from falsehoods(part, whole.get(name), f"{path}.{name}".lstrip("."))
    elif isinstance(known, list) and isinstance(whole, list):
        rest = iter(whole)
        for number, part in enumerate(known):
            if not any(not any(falsehoods(part, other)) for other in rest):
                yield f"{path}.{number}".lstrip(".")
    elif known and known != whole:
        yield path or "itself"


def kept(event: Event, written: dict[str, Any], state: Any) -> str:
    """Which list or dict of an event was changed after it had been applied, and where the state after it has it."""
    name = next(name for name, value in vars(event).items() if value != written[name])
    value = getattr(event, name)
    kind, where = type(value).__name__, holding(state, value)
    return (
        f"{event.type}: {name} was {written[name]} and became {value}: apply keeps a {kind} of the event"
        f"{f', as {where}' if where else ''}; copy it, as in `{kind}(event.{name})`"
    )
