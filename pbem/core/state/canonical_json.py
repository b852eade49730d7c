"""Canonical JSON of anything made of dataclasses, so that what is equal has equal bytes, and its hash."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import orjson

from events.codec import ascii_json
from pbem.core.state.codec import dump


def canonical_json(value: Any) -> str:
    """A plain value as JSON text: keys sorted, no blanks, ASCII."""
    return ascii_json(orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode())


def hash_of(value: Any) -> str:
    """SHA-256 (hex) of the value's canonical JSON."""
    return sha256(canonical_json(dump(value)).encode()).hexdigest()
