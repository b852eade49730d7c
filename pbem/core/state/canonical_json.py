"""A view (or anything made of dataclasses) as canonical JSON, so that equal views give equal bytes, and their hash."""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any


def as_json(value: Any) -> Any:
    """The value in JSON's own types: sets sorted, fractions as `3/2`, dataclasses by field name or, if the field's metadata has
    one, by its name in `json`. TypeError for others.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if is_dataclass(value):
        return {each.metadata.get("json", each.name): as_json(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {_key(key): as_json(each) for key, each in value.items()}
    if isinstance(value, Set):
        return sorted((as_json(each) for each in value), key=canonical_json)
    if isinstance(value, list | tuple):
        return [as_json(each) for each in value]
    raise TypeError(f"{type(value).__name__} has no plain form")


def _key(key: Any) -> str:
    return key if isinstance(key, str) else canonical_json(as_json(key))


def canonical_json(value: Any) -> str:
    """A plain value as JSON text: keys sorted, no blanks, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def hash_of(value: Any) -> str:
    """SHA-256 (hex) of the value's canonical JSON."""
    return sha256(canonical_json(as_json(value)).encode()).hexdigest()
