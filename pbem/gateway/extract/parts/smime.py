"""The mail inside an S/MIME signature that encloses it (RFC 8551, opaque signing)."""

from __future__ import annotations

SEQUENCE, SET, INTEGER, OBJECT, CONTEXT = 0x30, 0x31, 0x02, 0x06, 0xA0
OCTETS, OCTETS_IN_PIECES, END = 0x04, 0x24, 0x00
SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
DATA = bytes.fromhex("2a864886f70d010701")


class _Broken(ValueError):
    """Not what it should be: encrypted, compressed, cut off."""


def signed_content(payload: bytes) -> bytes | None:
    """What was signed, or None when the payload is no signature around a text."""
    try:
        return _content(payload)
    except _Broken:
        return None


def _content(der: bytes) -> bytes:
    """Walk down: content info, signed data, past its version and algorithms, to the text it encloses."""
    at = _object(der, _enter(der, 0, SEQUENCE), SIGNED_DATA)
    at = _enter(der, _enter(der, at, CONTEXT), SEQUENCE)
    at = _past(der, _past(der, at, INTEGER), SET)
    at = _object(der, _enter(der, at, SEQUENCE), DATA)
    at = _enter(der, at, CONTEXT)
    tag, start, length = _head(der, at)
    if tag == OCTETS and length is not None:
        return der[start : start + length]
    if tag != OCTETS_IN_PIECES:
        raise _Broken
    return _joined(der, start, None if length is None else start + length)


def _joined(der: bytes, at: int, stop: int | None) -> bytes:
    """The pieces of a text, up to its end or its end mark."""
    pieces: list[bytes] = []
    while stop is None or at < stop:
        tag, start, length = _head(der, at)
        if tag == END:
            break
        if tag != OCTETS or length is None:
            raise _Broken
        pieces.append(der[start : start + length])
        at = start + length
    return b"".join(pieces)


def _head(der: bytes, at: int) -> tuple[int, int, int | None]:
    """The tag at a place, where its content begins, and how long that is; None: up to an end mark."""
    if at + 2 > len(der):
        raise _Broken
    tag, first = der[at], der[at + 1]
    if first < 0x80:
        return tag, at + 2, first
    size = first & 0x7F
    start = at + 2 + size
    length = int.from_bytes(der[at + 2 : start]) if size else None
    if size > 4 or start + (length or 0) > len(der):
        raise _Broken
    return tag, start, length


def _enter(der: bytes, at: int, wanted: int) -> int:
    tag, start, _ = _head(der, at)
    if tag != wanted:
        raise _Broken
    return start


def _past(der: bytes, at: int, wanted: int) -> int:
    tag, start, length = _head(der, at)
    if tag != wanted or length is None:
        raise _Broken
    return start + length


def _object(der: bytes, at: int, wanted: bytes) -> int:
    """The place after an object identifier, which must be this one."""
    after = _past(der, at, OBJECT)
    if der[at + 2 : after] != wanted:
        raise _Broken
    return after
