"""The hash chain: each event's SHA-256 covers the previous event's hash and its own canonical bytes."""

from __future__ import annotations

from hashlib import sha256

GENESIS = bytes(32)


def link(
    prev: bytes,
    stream: str,
    version: int,
    name: str,
    schema: int,
    turn: int,
    phase: str,
    rule: str,
    audience: str,
    at: str,
    data: str,
) -> bytes:
    """The hash of one stored event. Every field is one line; only `data`, the last, is free text, so lines can't shift."""
    text = f"{stream}\n{version}\n{name}\n{schema}\n{turn}\n{phase}\n{rule}\n{audience}\n{at}\n{data}"
    return sha256(prev + text.encode()).digest()
