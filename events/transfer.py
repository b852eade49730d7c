"""Streams as JSON Lines: one event a line, bit for bit, to take away, to check offline and to bring back.

A file holds one game, or a campaign and after it the games that are its battles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import orjson

from events import codec
from events.base import Draft, Head
from events.chain import link
from events.codec import UnreadableEvent
from events.platform import BattleBegun
from events.store import EMPTY, STREAM, Conflict, Corrupt, Store

FIELDS = ("stream", "version", "type", "schema", "turn", "phase", "rule", "audience", "at")
TYPES = (str, int, str, int, int, str, str, str, str)
AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", re.ASCII)

MAX_LINE = 16_000_000
"""Characters of a line. The longest that a game writes, a position after a roll-back, is far below a million."""
MAX_DEPTH = 40
MAX_NUMBER = 2**53
"""Above it JSON readers elsewhere lose digits, and above 2^63 the database refuses."""
MAX_TURN = 1_000_000

WANTED = f"each line is one JSON object with {', '.join(FIELDS)}, data and hash, as `export` writes it"

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Export:
    """An exported stream, proved line by line: rows as the database holds them, events, and the lines they are in."""

    stream: str
    head: Head
    rows: list[Row]
    drafts: list[Draft]
    lines: list[int]


def export_stream(store: Store, stream: str) -> Iterator[str]:
    """The stream's lines, without newlines: the columns by name, `data` as an object, `hash` as hex."""
    for *fixed, data, digest in store.rows(stream):
        yield _line(tuple(fixed), data, digest)


def _line(fixed: tuple[Any, ...], data: str, digest: bytes) -> str:
    head = codec.encode_json(dict(zip(FIELDS, fixed, strict=True)))
    return f'{head[:-1]},"data":{data},"hash":"{digest.hex()}"}}'


def export_campaign(store: Store, campaign: str) -> Iterator[str]:
    """The same of a campaign, and after it of all games that were opened as its battles; of any other game of it alone."""
    for stream in (campaign, *(row.stream for row in store.battles(campaign))):
        yield from export_stream(store, stream)


def import_stream(store: Store, lines: Iterable[str], check: Callable[[Export], object] | None = None) -> tuple[str, Head]:
    """Write an exported stream into a store that does not have it. Returns its name and head.

    Of a campaign with its battles all are written, and the campaign's name is returned. All lines are read, and `check` is
    asked about each stream, before the first row is written.

    Raises:
        Corrupt: a line that does not fit its schema or the hash chain, with its number; nothing is written.
        Conflict: the store has one of the streams already.
        Whatever `check` raises: nothing is written.
    """
    first, *others = exports = read_exports(lines)
    if check is not None:
        for export in exports:
            check(export)
    for export in exports:
        if store.head(export.stream) not in (EMPTY, export.head if export in others else EMPTY):
            raise Conflict(f"{export.stream} is here already")
    for export in (*others, first):  # the campaign last: an import that was killed before is simply done again
        if store.head(export.stream) == EMPTY:
            store.append_rows(export.stream, export.rows, export.drafts)
    return first.stream, first.head


def read_exports(lines: Iterable[str]) -> list[Export]:
    """The streams that these lines hold: one, or a campaign and its battles.

    Raises `Corrupt` naming the first line that is wrong, and what would be right.
    """
    found: list[Export] = []
    seen, turn = EMPTY, 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        stream = found[-1].stream if found else ""
        if stream and _begins_another(line, stream):
            stream, seen, turn = "", EMPTY, 0
        row, draft = _row(number, line, stream, seen)
        if draft.turn < turn:
            raise Corrupt(f"line {number}: turn {draft.turn} after turn {turn}; turns never fall along a game")
        if not stream:
            _check_new(number, row[0], found)
            found.append(Export(row[0], EMPTY, [], [], []))
        seen, turn = Head(row[1], row[-1]), draft.turn
        last = found[-1] = replace(found[-1], head=seen)
        last.rows.append(row)
        last.drafts.append(draft)
        last.lines.append(number)
    if not found:
        raise Corrupt(f"the file holds no events; {WANTED}")
    _check_battles(found)
    return found


def _begins_another(line: str, stream: str) -> bool:
    """Is it the first line of another stream? Whatever else is wrong with a line is told when it is read."""
    begins = re.match(r'\{"stream":"([^"]*)","version":1,', line)
    return begins is not None and begins[1] != stream


def _check_new(number: int, stream: str, found: list[Export]) -> None:
    if stream in (export.stream for export in found):
        raise Corrupt(f"line {number}: {stream} begins a second time")


def _check_battles(found: list[Export]) -> None:
    """All but the first are battles of it."""
    for export in found[1:]:
        begun = next((draft.event for draft in export.drafts if isinstance(draft.event, BattleBegun)), None)
        if begun is None or begun.campaign != found[0].stream:
            raise Corrupt(
                f"line {export.lines[0]}: {export.stream} is no battle of {found[0].stream}; a file holds one game,"
                " or a campaign and its battles"
            )


def _row(number: int, line: str, stream: str, seen: Head) -> tuple[Row, Draft]:
    """One line as a database row and a draft, proved against the chain so far."""
    if len(line) > MAX_LINE:
        raise Corrupt(f"line {number}: {len(line)} characters; {MAX_LINE} is the most")
    try:
        record = orjson.loads(line)
        fixed = tuple(record[name] for name in FIELDS)
        _check_values(record["data"])
        data, digest = codec.encode_json(record["data"]), bytes.fromhex(record["hash"])
        _, version, name, schema, turn, phase, rule, audience, _at = fixed
        event, written = codec.check(name, schema, record["data"]), _line(fixed, data, digest)
    except RecursionError as e:
        raise Corrupt(f"line {number}: nested deeper than {MAX_DEPTH} levels; {WANTED}") from e
    except (ValueError, KeyError, TypeError) as e:
        why = str(e) if isinstance(e, UnreadableEvent) else "this is no exported event"
        raise Corrupt(f"line {number}: {why if isinstance(e, UnreadableEvent) else f'{why}; {WANTED}'}") from e
    if line.strip() != written or tuple(map(type, fixed)) != TYPES:
        raise Corrupt(f"line {number}: not as an export writes it (an unknown field, or another spelling); {WANTED}")
    _check_envelope(number, fixed)
    if stream not in ("", fixed[0]):
        raise Corrupt(f"line {number}: belongs to stream {fixed[0]}, not {stream}; a file holds one game")
    if version != seen.version + 1:
        raise Corrupt(f"line {number}: the hash chain is broken: this is version {version}, and {seen.version + 1} should come")
    if link(seen.hash, (*fixed, data)) != digest:
        raise Corrupt(f"line {number} (version {version}): the hash chain is broken: something was changed here")
    return (*fixed, data, digest), Draft(event, turn, phase, rule, audience)


def _check_values(value: Any, depth: int = 1) -> None:
    """Raises `UnreadableEvent` for what a payload cannot hold, RecursionError for one that is nested too deep."""
    if isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise RecursionError
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_values(each, depth + 1)
    elif isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise UnreadableEvent(f"the number {value} is too large; {MAX_NUMBER} is the most")


def _check_envelope(number: int, fixed: tuple[Any, ...]) -> None:
    """Where, when and for whom: each is one line of text, the turn a small number and the time a time."""
    stream, _, _, _, turn, phase, rule, audience, at = fixed
    if not STREAM.fullmatch(stream):
        raise Corrupt(f"line {number}: {stream!r} is no stream name; it has 1 to 64 letters, digits, dots, dashes")
    if not 0 <= turn <= MAX_TURN:
        raise Corrupt(f"line {number}: turn {turn} is not 0 to {MAX_TURN}")
    for name, text in (("phase", phase), ("rule", rule), ("audience", audience)):
        if not text.isprintable():
            raise Corrupt(f"line {number}: {name} {text!r} is not one line of readable text")
    if not is_time(at):
        raise Corrupt(f"line {number}: at {at[:40]!r} is no time; write it like 2026-11-21T18:00:00.000000Z")


def is_time(text: str) -> bool:
    """Is it UTC as the log writes it, of a day that there is?"""
    if not AT.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return False
    return True
