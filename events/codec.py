"""Event <-> JSON text. The one encoder and the one decoder; marshmallow at the border, not on every replayed event."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import orjson

from events.base import REGISTRY, Event
from events.field_types import FieldType, field_types, type_words
from events.schema import InvalidData, load
from events.upcast import NoUpcast, upcast
from events.vocabulary import event_type

NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_new = object.__new__


class _FieldTypes(dict[type[Event], list[FieldType]]):
    """The fields of each event type, looked up when it is first written."""

    def __missing__(self, cls: type[Event]) -> list[FieldType]:
        self[cls] = found = field_types(cls)
        return found


_fields = _FieldTypes()


class UnreadableEvent(ValueError):
    """A stored event that this program cannot read, and why. The store makes `Corrupt` of it; an import refuses the log."""


def encode_json(value: object) -> str:
    """Canonical JSON text: no spaces, ASCII. Raises TypeError for what JSON cannot say."""
    return ascii_json(orjson.dumps(value).decode())


def ascii_json(text: str) -> str:
    """JSON text in ASCII, as `json.dumps` writes it: so that nobody needs more than that to hash what the log holds."""
    return text if text.isascii() else NOT_ASCII.sub(lambda letter: json.dumps(letter[0])[1:-1], text)


def encode(event: Event) -> str:
    """The event's payload as canonical JSON: no spaces, ASCII, fields in declared order, in which its constructor set them.

    Raises:
        TypeError: a field's value is not of its declared type; names both.
    """
    values = event.__dict__
    for name, plain, check in _fields[type(event)]:
        if type(values[name]) is not plain and not check(values[name]):
            raise TypeError(f"{event.type}: {name} must be {type_words(type(event), name)}, not {values[name]!r}")
    return encode_json(values)


def decode(name: str, schema: int, data: str) -> Event:
    """The stored event, upcast to the newest schema. Trusts the payload: it was checked when it was written.

    Raises:
        UnreadableEvent: an unknown type or schema, or text that is no JSON object.
    """
    cls = REGISTRY.get(name) or event_type(name)
    if cls is None:
        raise UnreadableEvent(f"unknown event type {name!r}")
    try:
        payload = orjson.loads(data)
        if schema != cls.schema:
            payload = upcast(name, schema, cls.schema, payload)
        made = _new(cls)  # without `__init__`: this runs a million times in a long replay
        made.__dict__ = payload
        return made
    except NoUpcast as e:
        raise UnreadableEvent(str(e)) from e
    except (ValueError, KeyError, TypeError) as e:
        raise UnreadableEvent(f"{name}: the payload is no JSON object of schema {schema}") from e


def payload(data: str) -> dict[str, Any]:
    """Stored payload text as a dict, at whatever schema it was written. Raises `UnreadableEvent`."""
    try:
        found = orjson.loads(data)
    except ValueError as e:
        raise UnreadableEvent("the payload is no JSON") from e
    if not isinstance(found, dict):
        raise UnreadableEvent("the payload is no JSON object")
    return found


def check(name: str, schema: int, payload: Mapping[str, Any]) -> Event:
    """A payload from outside as an event: every field checked by its marshmallow schema, unknown fields refused.

    Raises:
        UnreadableEvent: naming the field and the reason.
    """
    cls = event_type(name)
    if cls is None:
        raise UnreadableEvent(f"unknown event type {name!r}")
    try:
        return load(cls, upcast(name, schema, cls.schema, dict(payload)))
    except (InvalidData, NoUpcast, KeyError) as e:
        raise UnreadableEvent(f"{name}: {e}") from e
