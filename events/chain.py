"""The hash chain: each event's SHA-256 covers the previous event's hash and its own canonical bytes."""

from __future__ import annotations

from hashlib import sha256

GENESIS = bytes(32)

StoredEvent = tuple[str, int, str, int, int, str, str, str, str, str]
"""All that an event's hash covers: stream, version, type, schema, turn, phase, rule, audience, at, data, as the table has them.

A plain tuple, as the database gives it: a long replay makes a million of them.
"""


def link(prev: bytes, stored: StoredEvent) -> bytes:
    """The hash of one event. Every column is one line; only `data`, the last, is free text, so lines cannot shift."""
    stream, version, name, schema, turn, phase, rule, audience, at, data = stored
    text = f"{stream}\n{version}\n{name}\n{schema}\n{turn}\n{phase}\n{rule}\n{audience}\n{at}\n{data}"
    return sha256(prev + text.encode()).digest()
