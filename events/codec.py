"""Event <-> JSON text. The one encoder and the one decoder; marshmallow at the border, not on every replayed event."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from events import writer
from events.base import REGISTRY, Event
from events.schema import Misfit, load
from events.upcast import NoUpcast, upcast
from events.vocabulary import event_type

encode_json = writer.encode_json
# The C scanner without the wrapper of `json.loads`: a fifth of the time of a long replay.
_scan: Any = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
_new = object.__new__


class _Writers(dict[type[Event], writer.Write]):
    """The JSON writer of each event type, made when it is first needed."""

    def __missing__(self, cls: type[Event]) -> writer.Write:
        self[cls] = made = writer.writer(cls)
        return made


_writers = _Writers()


class Unreadable(ValueError):
    """A stored event that this program cannot read, and why."""


def encode(event: Event) -> str:
    """The event's payload as canonical JSON: fields in declared order, no spaces, ASCII.

    Raises:
        TypeError: a field's value is not of its declared type; names both.
    """
    try:
        return _writers[type(event)](event.__dict__)
    except TypeError as e:
        raise TypeError(writer.blame(type(event), event.__dict__) or str(e)) from e


def decode(name: str, schema: int, data: str) -> Event:
    """The stored event, upcast to the newest schema. Trusts the payload: it was checked when it was written.

    Raises:
        Unreadable: an unknown type or schema, or text that is no JSON object.
    """
    cls = REGISTRY.get(name) or event_type(name)
    if cls is None:
        raise Unreadable(f"unknown event type {name!r}")
    try:
        payload = _scan(data, 0)[0]
        if schema != cls.schema:
            payload = upcast(name, schema, cls.schema, payload)
        made = _new(cls)  # without `__init__`: this runs a million times in a long replay
        made.__dict__ = payload
        return made
    except NoUpcast as e:
        raise Unreadable(str(e)) from e
    except (ValueError, StopIteration, KeyError, TypeError) as e:
        raise Unreadable(f"{name}: the payload is no JSON object of schema {schema}") from e


def payload(data: str) -> dict[str, Any]:
    """Stored payload text as a dict, at whatever schema it was written. Raises `Unreadable`."""
    try:
        found = _scan(data, 0)[0]
    except (ValueError, StopIteration) as e:
        raise Unreadable("the payload is no JSON") from e
    if not isinstance(found, dict):
        raise Unreadable("the payload is no JSON object")
    return found


def check(name: str, schema: int, payload: Mapping[str, Any]) -> Event:
    """A payload from outside as an event: every field checked by its marshmallow schema, unknown fields refused.

    Raises:
        Unreadable: naming the field and the reason.
    """
    cls = event_type(name)
    if cls is None:
        raise Unreadable(f"unknown event type {name!r}")
    try:
        return load(cls, upcast(name, schema, cls.schema, dict(payload)))
    except (Misfit, NoUpcast, KeyError) as e:
        raise Unreadable(f"{name}: {e}") from e
