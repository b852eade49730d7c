"""The log: an append-only table of events, and the only code that writes it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlite_utils import Database, Migrations

from events import codec, projections
from events.base import Draft, Entry, Event, Head
from events.chain import GENESIS, link
from events.codec import UnreadableEvent
from events.database import Connection, open_connections, upsert
from events.lists.game_list import GameList
from events.lists.result_list import ResultList

EMPTY = Head(0, GENESIS)
STREAM = re.compile(r"[A-Za-z0-9._-]{1,64}")
COLUMNS = "stream,version,type,schema,turn,phase,rule,audience,at,data,hash"
LAST = 1 << 60
"""No version or turn comes after it."""
# FAIL, here and in the guard: the statement of one row has nothing to undo, and so SQLite need not save pages before each.
INSERT = f"INSERT OR FAIL INTO events({COLUMNS}) VALUES(?,?,?,?,?,?,?,?,?,?,?)"

migrations = Migrations("events")


@migrations()
def events_table(db: Database) -> None:
    """The log. Its only key is (stream, version); three triggers make it append-only, whoever writes."""
    for statement in (
        """CREATE TABLE events(
            stream TEXT NOT NULL, version INTEGER NOT NULL, type TEXT NOT NULL, schema INTEGER NOT NULL,
            turn INTEGER NOT NULL, phase TEXT NOT NULL, rule TEXT NOT NULL, audience TEXT NOT NULL,
            at TEXT NOT NULL, data TEXT NOT NULL, hash BLOB NOT NULL,
            PRIMARY KEY(stream, version)) STRICT, WITHOUT ROWID""",
        """CREATE TRIGGER events_no_update BEFORE UPDATE ON events
            BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
        """CREATE TRIGGER events_no_delete BEFORE DELETE ON events
            BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END""",
        """CREATE TRIGGER events_next_only BEFORE INSERT ON events
            WHEN NEW.version IS NOT 1 + coalesce(
                (SELECT version FROM events WHERE stream = NEW.stream ORDER BY version DESC LIMIT 1), 0)
            BEGIN SELECT RAISE(FAIL, 'not the next version of its stream'); END""",
    ):
        db.execute(statement)


@migrations()
def snapshots_table(db: Database) -> None:
    """What the log folds into at the end of some turns, and what each reader knew then. It may be thrown away at any time."""
    db.execute("DROP TABLE IF EXISTS snapshots")
    db.execute(
        """CREATE TABLE snapshots(
            stream TEXT NOT NULL, turn INTEGER NOT NULL, version INTEGER NOT NULL, folder TEXT NOT NULL,
            head BLOB NOT NULL, state BLOB NOT NULL, known BLOB NOT NULL, PRIMARY KEY(stream, turn)) STRICT, WITHOUT ROWID"""
    )


@migrations()
def sandboxes_can_be_deleted(db: Database) -> None:
    """A stream whose first event says that it is a sandbox can be deleted, its first event last; every other one stays."""
    db.execute("DROP TRIGGER events_no_delete")
    db.execute(
        """CREATE TRIGGER events_no_delete BEFORE DELETE ON events
            WHEN NOT EXISTS (SELECT 1 FROM events WHERE stream = OLD.stream AND version = 1 AND type = 'game.forked')
            BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END"""
    )


MIGRATIONS = (migrations, projections.migrations, projections.migrations_of_reports)
"""All tables of the log."""


class Conflict(Exception):
    """Another writer was first: the stream has moved on from the expected version. `decide` catches it and decides again."""


class Corrupt(Exception):
    """The log is not what was written: which stream and version, and what is wrong. Commands and pages tell it."""


class Snapshot(NamedTuple):
    """A folded state that may be thrown away: good for `head`, made by the folding code `folded_by`.

    `known` is what each reader knew. Few need it, so it is kept, and unpacked, by itself.
    """

    turn: int
    head: Head
    state: bytes
    known: bytes = b""


class Store(GameList, ResultList):
    """Streams of events in one database, and the list of games. Order is promised within a stream only."""

    def close(self) -> None:
        """Close this thread's connection."""
        self._db.close()

    # ------------------------------------------------------------ writing

    def append(self, stream: str, drafts: Sequence[Draft], expected: Head, at: str) -> Head:
        """Write `drafts` as the next events of `stream`, all or none, durably.

        `at` is UTC in ISO 8601. Encoding and hashing are done before the lock is taken.

        Raises:
            Conflict: the stream no longer ends at `expected`; nothing was written.
        """
        if not STREAM.fullmatch(stream):
            raise ValueError(f"{stream!r} is no stream name")
        version, prev = expected
        rows, encode = [], codec.encode
        for draft in drafts:
            version += 1
            event, turn, phase, rule, to = draft.event, draft.turn, draft.phase, draft.rule, draft.audience
            stored = (stream, version, event.type, event.schema, turn, phase, rule, to, at, encode(event))
            prev = link(prev, stored)
            # bytearray, because sqlite3 looks for an adapter of every bytes object that it is handed
            rows.append((*stored, bytearray(prev)))
        head = Head(version, prev)
        self._write_rows(stream, rows, drafts, expected, head)
        return head

    def _write_rows(
        self, stream: str, rows: Sequence[tuple[Any, ...]], drafts: Sequence[Draft], expected: Head, head: Head
    ) -> None:
        """Whoever is second finds another head, or, at the same moment, that the key of a row is taken."""

        def write(con: Connection) -> None:
            if self.head(stream) != expected:
                raise Conflict(f"{stream} has moved on from version {expected.version}")
            con.executemany(INSERT, rows)
            projections.project(con, stream, drafts)

        try:
            self._db.append(write, lambda: self.version_of(stream, head.hash) == head.version)
        except sqlite3.IntegrityError as e:
            if self.head(stream) == expected:
                raise
            raise Conflict(f"{stream} has moved on from version {expected.version}") from e

    def append_rows(self, stream: str, rows: Sequence[tuple[Any, ...]], drafts: Sequence[Draft]) -> None:
        """Write a whole stream whose rows were hashed elsewhere, and were proved. Raises Conflict when it is here already."""
        if not rows:
            return
        try:
            self._write_rows(stream, rows, drafts, EMPTY, Head(rows[-1][1], rows[-1][-1]))
        except Conflict as e:
            raise Conflict(f"{stream} is here already") from e

    def snapshot(self, stream: str, folded_by: str, snap: Snapshot, every: int = 1) -> None:
        """Keep a folded state; one of the same turn is replaced, and of those before only every so many turns' is kept."""
        with self._db.write() as con:
            con.execute(  # those farther back were looked at when these were kept
                "DELETE FROM snapshots WHERE stream=?1 AND turn%?2<>0 AND turn IN"
                " (SELECT turn FROM snapshots WHERE stream=?1 AND turn<?3 ORDER BY turn DESC LIMIT ?2)",
                (stream, every, snap.turn),
            )
            con.execute(
                upsert("snapshots", "stream, turn", "version, folder, head, state, known"),
                (stream, snap.turn, snap.head.version, folded_by, snap.head.hash, snap.state, snap.known),
            )

    def discard(self, stream: str) -> bool:
        """Delete a sandbox whole, with all that tables repeat of it. Was there one of this name? Nothing else is deleted."""
        with self._db.write() as con:
            if con.execute("SELECT 1 FROM sandboxes WHERE stream=?", (stream,)).fetchone() is None:
                return False
            for rest in ("AND version>1", ""):  # the first event is the permission to delete the others
                con.execute(f"DELETE FROM events WHERE stream=? {rest}", (stream,))  # noqa: S608
            con.execute("DELETE FROM snapshots WHERE stream=?", (stream,))
            projections.clear(con, stream)
            return True

    def drop_snapshots(self, stream: str | None = None) -> int:
        """Throw snapshots away (of one stream, or all): nothing but time is lost. Returns how many."""
        with self._db.write() as con:
            where, values = ("", ()) if stream is None else (" WHERE stream=?", (stream,))
            return con.execute(f"DELETE FROM snapshots{where}", values).rowcount  # noqa: S608

    # ------------------------------------------------------------ reading

    def head(self, stream: str) -> Head:
        """The stream's last version and hash; `EMPTY` when there is none."""
        row = self._db.con.execute(
            "SELECT version, hash FROM events WHERE stream = ? ORDER BY version DESC LIMIT 1", (stream,)
        ).fetchone()
        return Head(*row) if row else EMPTY

    def streams(self) -> list[str]:
        """All stream names but those of sandboxes, sorted. Leaps from name to name: SELECT DISTINCT would read every event."""
        rows = self._db.con.execute(
            """WITH RECURSIVE names(name) AS (
                SELECT min(stream) FROM events
                UNION ALL SELECT (SELECT min(stream) FROM events WHERE stream > name) FROM names WHERE name IS NOT NULL)
            SELECT name FROM names WHERE name IS NOT NULL AND name NOT IN (SELECT stream FROM sandboxes)"""
        )
        return [name for (name,) in rows]

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries with after < version <= upto, through a cursor. Raises `Corrupt` at one that cannot be read."""
        for row in self.rows(stream, after, upto):
            yield _entry(row)

    def fold(
        self,
        stream: str,
        after: Head,
        apply: Callable[[Event, str], object],
        turn: int | None = None,
        check: bool = True,
    ) -> Head:
        """Hand every event after `after` (up to the end of `turn`, if given), with its audience, to `apply`.

        Returns the new head. With `check` each link of the hash chain is proved on the way.

        Raises:
            Corrupt: at the first event that is not what was written; the events before it have been applied.
        """
        last = LAST if turn is None else turn
        if not check:
            return self._fold_unchecked(stream, after, apply, last)
        version, prev = after
        decode = codec.decode
        rows = self.rows(stream, version, columns="version,type,schema,turn,phase,rule,audience,at,data,hash")
        for number, name, schema, when, phase, rule, audience, at, data, digest in rows:
            if when > last:
                break
            version, prev = version + 1, link(prev, (stream, number, name, schema, when, phase, rule, audience, at, data))
            if number != version or prev != digest:
                raise _broken(stream, number)
            try:
                event = decode(name, schema, data)
            except UnreadableEvent as e:
                raise _unreadable(stream, number, e) from e
            apply(event, audience)
        return Head(version, prev)

    def _fold_unchecked(self, stream: str, after: Head, apply: Callable[[Event, str], object], last: int) -> Head:
        """The same without the chain: a third faster, for data that was just verified."""
        version, digest = after
        decode = codec.decode
        rows = self.rows(stream, version, columns="version,type,schema,turn,audience,data,hash")
        for number, name, schema, when, audience, data, proof in rows:
            if when > last:
                break
            version, digest = number, proof
            try:
                event = decode(name, schema, data)
            except UnreadableEvent as e:
                raise _unreadable(stream, number, e) from e
            apply(event, audience)
        return Head(version, digest)

    def rows(self, stream: str, after: int = 0, upto: int | None = None, columns: str = COLUMNS) -> Iterator[tuple[Any, ...]]:
        """The events with after < version <= upto as they are stored: the columns of `StoredEvent`, then the hash.

        Other `columns` are for long replays: each takes a tenth of a microsecond an event.
        """
        query = f"SELECT {columns} FROM events WHERE stream=? AND version>? AND version<=? ORDER BY version"  # noqa: S608
        return self._db.pages(query, stream, after, LAST if upto is None else upto)

    def select(self, stream: str, types: Sequence[type[Event]], after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """Those of these types with after < version <= upto. Raises `Corrupt` at one that cannot be read."""
        names = [cls.type for cls in types]
        for row in self._db.con.execute(
            f"SELECT {COLUMNS} FROM events WHERE stream=? AND version>? AND version<=?"  # noqa: S608
            f" AND type IN ({','.join('?' * len(names))}) ORDER BY version",
            (stream, after, LAST if upto is None else upto, *names),
        ):
            yield _entry(row)

    def before_turn(self, stream: str, turn: int) -> int:
        """The last version before `turn` began; 0 when there is none."""
        return self.head_before(stream, turn).version

    def head_before(self, stream: str, turn: int) -> Head:
        """The stream's head when `turn` began. Turns never fall along a stream, so a bisection finds it."""
        row = self._db.con.execute(
            """WITH RECURSIVE place(low, high) AS (
                SELECT CAST(0 AS BIGINT),
                    coalesce((SELECT version FROM events WHERE stream = :stream ORDER BY version DESC LIMIT 1), 0)
                UNION ALL SELECT
                    CASE WHEN turn < :turn THEN version ELSE low END, CASE WHEN turn < :turn THEN high ELSE version - 1 END
                    FROM place JOIN events ON stream = :stream AND version = (low + high + 1) / 2 WHERE low < high)
            SELECT version, hash FROM place JOIN events ON stream = :stream AND version = low WHERE low = high""",
            {"stream": stream, "turn": turn},
        ).fetchone()
        return Head(*row) if row else EMPTY

    def version_of(self, stream: str, digest: bytes) -> int:
        """The version whose hash this is; 0 when the stream has none such."""
        row = self._db.con.execute("SELECT version FROM events WHERE stream=? AND hash=?", (stream, digest)).fetchone()
        return int(row[0]) if row else 0

    def latest_snapshot(self, stream: str, folded_by: str, turn: int | None = None) -> Snapshot | None:
        """The newest snapshot made by this folding code, of `turn` or before."""
        row = self._db.con.execute(
            "SELECT turn, version, head, state, known FROM snapshots WHERE stream=? AND folder=? AND turn<=?"
            " ORDER BY turn DESC LIMIT 1",
            (stream, folded_by, LAST if turn is None else turn),
        ).fetchone()
        return Snapshot(row[0], Head(row[1], row[2]), *row[3:]) if row else None

    def proved_rows(self, stream: str) -> Iterator[tuple[Any, ...]]:
        """All events of the stream as they are stored. Raises `Corrupt` at the first that the chain does not lead to."""
        version, prev = EMPTY
        for row in self.rows(stream):
            version, prev = version + 1, link(prev, row[:-1])
            if row[1] != version or prev != row[-1]:
                raise _broken(stream, row[1])
            yield row

    def verify(self, stream: str) -> Head:
        """Check chain and payload of every event of the stream against its schema. Raises `Corrupt` at the first bad one."""
        head = EMPTY
        for row in self.proved_rows(stream):
            _, version, name, schema, *_, data, digest = row
            try:
                codec.check(name, schema, codec.payload(data))
            except UnreadableEvent as e:
                raise _unreadable(stream, version, e) from e
            head = Head(version, digest)
        return head

    def stale_rows(self, stream: str) -> list[str]:
        """What the tables that repeat the log say otherwise than it does; each a sentence."""
        return projections.stale_rows(self._db.con, stream, self.select(stream, list(projections.PROJECTORS)))

    def snapshots(self, stream: str, folded_by: str) -> list[Snapshot]:
        """All snapshots of the stream that were made by this folding code."""
        rows = self._db.con.execute(
            "SELECT turn, version, head, state, known FROM snapshots WHERE stream=? AND folder=?", (stream, folded_by)
        )
        return [Snapshot(turn, Head(version, head), *states) for turn, version, head, *states in rows]

    def written_until(self, stream: str, at: str) -> int:
        """The last version before the first event that was written later than `at`; the opening of a stream always counts."""
        row = self._db.con.execute(
            "SELECT min(version) FROM events WHERE stream=?1 AND at>?2"
            " AND at>(SELECT at FROM events WHERE stream=?1 AND version=1)",
            (stream, at),
        ).fetchone()
        return self.head(stream).version if row[0] is None else int(row[0]) - 1

    def written_at(self, stream: str) -> str:
        """When the stream's last event was written; "" for a stream without events."""
        row = self._db.con.execute("SELECT at FROM events WHERE stream=? ORDER BY version DESC LIMIT 1", (stream,)).fetchone()
        return str(row[0]) if row else ""

    def earliest_due(self, now: str) -> str | None:
        """The deadline of the open game that has been due for longest; None when none is due."""
        row = self._db.con.execute("SELECT min(due) FROM games WHERE status='open' AND due IS NOT NULL AND due<=?", (now,))
        found: str | None = row.fetchone()[0]
        return found

    def counted_games(self) -> list[tuple[str, int, int]]:
        """Of each status that any game has: how many games, and how many turns of them are closed."""
        return self._db.con.execute("SELECT status, count(*), sum(closed) FROM games GROUP BY status").fetchall()


def _entry(row: tuple[Any, ...]) -> Entry:
    """A row with its event. Raises `Corrupt` for one that this program cannot read."""
    stream, version, name, schema, turn, phase, rule, audience, at, data, digest = row
    try:
        event = codec.decode(name, schema, data)
    except UnreadableEvent as e:
        raise _unreadable(stream, version, e) from e
    return Entry(stream, version, event, turn, phase, rule, audience, at, digest)


def _unreadable(stream: str, version: int, why: UnreadableEvent) -> Corrupt:
    return Corrupt(f"{stream} version {version}: {why}")


def _broken(stream: str, version: int) -> Corrupt:
    return Corrupt(f"{stream} version {version}: the hash chain is broken")


def open_store(path: Path | str) -> Store:
    """The log alone, in a database of its own."""
    return Store(open_connections(path, MIGRATIONS))
