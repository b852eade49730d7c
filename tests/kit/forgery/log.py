"""A stream's events taken apart, changed, chained anew and written into a database of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from sqlite3 import IntegrityError
from typing import Any, NamedTuple

from events import codec
from events.base import NOBODY, Draft, Event
from events.chain import GENESIS, link
from events.database import Connections
from events.store import Store
from pbem.service.context import ServiceContext
from tests.stores import copied_database, new_database


class Fact(NamedTuple):
    """An event without its place in the chain: all columns but stream, version and hash; `data` is its payload."""

    type: str
    schema: int
    turn: int
    phase: str
    rule: str
    audience: str
    at: str
    data: dict[str, Any]

    @property
    def event(self) -> Event:
        return codec.decode(self.type, self.schema, codec.encode_json(self.data))

    def saying(self, **changes: Any) -> Fact:
        """The same with other values in its payload."""
        return self._replace(data=self.data | changes)


Log = tuple[Fact, ...]
Logs = Mapping[str, Log]
"""By stream."""


class Act(NamedTuple):
    """What one use case wrote: the facts from index `begin` up to, not including, `end`."""

    begin: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.begin


def read_log(store: Store, stream: str) -> Log:
    """The whole stream."""
    return tuple(Fact(*row[2:9], json.loads(row[9])) for row in store.rows(stream))


def fact(draft: Draft, at: str) -> Fact:
    """An event of the service's own making, as it would be stored at this time."""
    event, envelope = draft.event, (draft.turn, draft.phase, draft.rule, draft.audience)
    return Fact(event.type, event.schema, *envelope, at, codec.payload(codec.encode(event)))


def draft(each: Fact) -> Draft:
    return Draft(each.event, each.turn, each.phase, each.rule, each.audience)


def acts(log: Sequence[Fact]) -> list[Act]:
    """The acts of a log. The clock of these games moves whenever it is looked at, so an act is what has one time."""
    begins = [place for place in range(len(log)) if not place or log[place].at != log[place - 1].at]
    return [Act(begin, end) for begin, end in zip(begins, [*begins[1:], len(log)], strict=True)]


def act_of(log: Sequence[Fact], place: int) -> Act:
    """The act that has the fact at this index; behind the end, the last one."""
    return next((act for act in acts(log) if act.begin <= place < act.end), acts(log)[-1])


def places(log: Sequence[Fact], kind: str) -> list[int]:
    """The indexes of the facts of this type."""
    return [place for place, each in enumerate(log) if each.type == kind]


def put(log: Log, place: int, *facts: Fact, instead_of: int = 0) -> Log:
    """The log with these facts at an index, in place of so many that were there."""
    return (*log[:place], *facts, *log[place + instead_of :])


def rows(stream: str, log: Iterable[Fact]) -> list[tuple[Any, ...]]:
    """The facts as the database holds them: versions without a gap, and a chain that is right."""
    made, prev = [], GENESIS
    for version, (*fixed, data) in enumerate(log, 1):
        stored: Any = (stream, version, *fixed, codec.encode_json(data))
        prev = link(prev, stored)
        made.append((*stored, prev))
    return made


def written(true: ServiceContext, stream: str, log: Log, path: Path, others: Logs | None = None) -> ServiceContext:
    """A service over a new database that holds this log, with the lists that follow from it, and the words of press.

    Where no list can follow from it (a game that is opened twice), the lists are those of the true log. Battles of a campaign
    are there as they are, but for the `others`: those have these logs, or (empty ones) none.
    """
    database = _with_battles(true, stream, path, others or {})
    made = ServiceContext(database, true.games, true.now, true.entropy, true.secret)
    _write(made.store, true.store, stream, log)
    words = true.database.con.execute("SELECT digest, player, text, at FROM press").fetchall()
    with made.database.write() as con:
        con.executemany("INSERT INTO press VALUES(?,?,?,?)", words)
    return made


_TRUE_BATTLES: dict[tuple[Path, str], bytes] = {}
"""Files of databases, by that of the true one and the stream that is left out."""


def _with_battles(true: ServiceContext, stream: str, path: Path, others: Logs) -> Connections:
    """A new database with all streams but this one."""
    key = true.database.path, stream
    if not others and key in _TRUE_BATTLES:
        return copied_database(path, _TRUE_BATTLES[key])
    database = new_database(path)
    store = Store(database)
    for name in true.store.streams():
        if name != stream:
            _write(store, true.store, name, others.get(name))
    if not others:
        database.con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _TRUE_BATTLES[key] = path.read_bytes()
    return database


def _write(store: Store, true: Store, stream: str, log: Log | None) -> None:
    """A stream as it is in the true store, or (if given) with this log."""
    if log is None:
        store.append_rows(stream, list(true.rows(stream)), _true_drafts(true, stream))
        return
    for each in log:
        _check(each.type, each.schema, codec.encode_json(each.data))
    try:
        store.append_rows(stream, rows(stream, log), [draft(each) for each in log])
    except IntegrityError:
        store.append_rows(stream, rows(stream, log), _true_drafts(true, stream))


@cache
def _check(kind: str, schema: int, data: str) -> None:
    """Each payload fits its schema; most are those of the true log, every time."""
    codec.check(kind, schema, json.loads(data))


def _true_drafts(true: Store, stream: str) -> list[Draft]:
    return [draft(each) for each in read_log(true, stream)]


def nobody(event: Event, turn: int, at: str, rule: str = "") -> Fact:
    """An event that no reader is shown."""
    return fact(Draft(event, turn, "", rule, NOBODY), at)
