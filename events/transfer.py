"""A stream as JSON Lines: one event a line, bit for bit, to take away, to check offline and to bring back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from events import codec, projections
from events.base import Draft, Head
from events.chain import link
from events.codec import Unreadable
from events.store import EMPTY, INSERT, STREAM, Conflict, Corrupt, Store

FIELDS = ("stream", "version", "type", "schema", "turn", "phase", "rule", "audience", "at")
TYPES = (str, int, str, int, int, str, str, str, str)


def export_stream(store: Store, stream: str) -> Iterator[str]:
    """The stream's lines, without newlines: the columns by name, `data` as an object, `hash` as hex."""
    for *columns, data, digest in store.rows(stream):
        yield _line((stream, *columns), data, digest)


def _line(fixed: tuple[Any, ...], data: str, digest: bytes) -> str:
    head = codec.encode_json(dict(zip(FIELDS, fixed, strict=True)))
    return f'{head[:-1]},"data":{data},"hash":"{digest.hex()}"}}'


def import_stream(store: Store, lines: Iterable[str]) -> tuple[str, Head]:
    """Write an exported stream into a store that does not have it. Returns its name and head.

    Raises:
        Corrupt: a line that does not fit its schema or the hash chain, with its number; nothing is written.
        Conflict: the store has this stream already.
    """
    rows, drafts, stream, seen = [], [], "", EMPTY
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row, draft = _row(number, line, stream, seen)
        stream, seen = row[0], Head(row[1], row[-1])
        rows.append(row)
        drafts.append(draft)
    if not rows:
        raise Corrupt("the file holds no events")
    with store.db.write() as con:
        if store.head(stream) != EMPTY:
            raise Conflict(f"{stream} is here already")
        con.executemany(INSERT, rows)
        projections.project(con, stream, drafts)
    return stream, seen


def _row(number: int, line: str, stream: str, seen: Head) -> tuple[tuple[Any, ...], Draft]:
    """One line as a database row and a draft, proved against the chain so far."""
    try:
        record = json.loads(line)
        fixed = tuple(record[name] for name in FIELDS)
        data, digest = codec.encode_json(record["data"]), bytes.fromhex(record["hash"])
        _, version, name, schema, turn, phase, rule, audience, _at = fixed
        event = codec.check(name, schema, record["data"])
    except (ValueError, KeyError, TypeError, Unreadable) as e:
        raise Corrupt(f"line {number}: {e if isinstance(e, Unreadable) else 'this is no exported event'}") from e
    if line.strip() != _line(fixed, data, digest) or tuple(map(type, fixed)) != TYPES:
        raise Corrupt(f"line {number}: not as an export writes it (an unknown field, or another spelling)")
    if not STREAM.fullmatch(fixed[0]):
        raise Corrupt(f"line {number}: {fixed[0]!r} is no stream name")
    if stream not in ("", fixed[0]):
        raise Corrupt(f"line {number}: belongs to stream {fixed[0]}, not {stream}")
    if version != seen.version + 1 or link(seen.hash, *(*fixed, data)) != digest:
        raise Corrupt(f"line {number} (version {version}): the hash chain is broken")
    return (*fixed, data, digest), Draft(event, turn, phase, rule, audience)
