"""Durable append of a turn of 200 events in PostgreSQL, beside bare psycopg with the same rows, and to a synchronous pair.

bare: the rows ready-made, by psycopg's `executemany` in a transaction, into a table of the same columns and key. copy: the same
rows by COPY, which is how the log writes them. wardroom: typed events into `Store.append`. pair: the same on a server whose
COMMIT waits for a standby on the same machine.
"""

from __future__ import annotations

import subprocess
import time
from typing import Any

import campaign as syn
import common as c
import psycopg

from events.postgresql.dialect import copying, query
from events.store import EMPTY, INSERT, open_store
from tests.postgresql_server import Server, new_server, owner

DURABLE = {"fsync": "on", "max_wal_size": "4GB"}


class Bare:
    """The rows that the log wrote, once more, and once more by COPY."""

    def __init__(self, url: str) -> None:
        self.con = psycopg.connect(url, autocommit=True)
        for table in ("bare", "copied"):
            self.con.execute(f"CREATE TABLE {table} (LIKE events INCLUDING DEFAULTS INCLUDING INDEXES)")
        self.insert = query(INSERT.replace("INTO events", "INTO bare"))
        self.copying = copying(INSERT.replace("INTO events", "INTO copied")) or ""

    def turn(self, rows: list[tuple[Any, ...]]) -> float:
        start = time.perf_counter()
        with self.con.transaction(), self.con.cursor() as cursor:
            cursor.executemany(self.insert, rows)
        return time.perf_counter() - start

    def copied(self, rows: list[tuple[Any, ...]]) -> float:
        start = time.perf_counter()
        with self.con.transaction(), self.con.cursor() as cursor, cursor.copy(self.copying) as copy:
            for row in rows:
                copy.write_row(row)
        return time.perf_counter() - start


class Wardroom:
    """The log."""

    def __init__(self, url: str) -> None:
        self.store, self.head = open_store(url), EMPTY

    def turn(self, batch: list[syn.Fact], turn: int) -> float:
        drafts = syn.drafts(batch, turn)
        start = time.perf_counter()
        self.head = self.store.append(syn.STREAM, drafts, self.head, syn.AT)
        return time.perf_counter() - start

    def last(self) -> list[tuple[Any, ...]]:
        """The rows of the last turn."""
        return list(self.store.rows(syn.STREAM, self.head.version - syn.BATCH))


def standby(server: Server) -> subprocess.Popen[bytes]:
    """A standby of this server, for which its COMMITs wait from now on."""
    data, sockets = server.folder / "standby", server.folder / "sockets"
    copy = [str(server.programs / "pg_basebackup"), "-D", str(data), "-h", str(server.folder), "-U", "wardroom", "-R"]
    subprocess.run(copy, check=True, capture_output=True, user=owner(), cwd="/")
    subprocess.run(["mkdir", str(sockets)], check=True, user=owner(), cwd="/")
    settings = [f"--{name.replace('_', '-')}={value}" for name, value in server.settings.items()]
    command = [str(server.programs / "postgres"), "-D", str(data), "-k", str(sockets), *settings]
    with (server.folder / "standby.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, user=owner(), cwd="/")
    server.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    server.execute("SELECT pg_reload_conf()")
    with psycopg.connect(server.url(), autocommit=True) as con:
        while con.execute("SELECT count(*) FROM pg_stat_replication WHERE sync_state='sync'").fetchone() != (1,):
            time.sleep(0.1)
    return process


def main() -> None:
    given = c.options(__doc__ or "", rounds=(25, 9), turns=(20, 10))
    alone, first = new_server(**DURABLE), new_server(**DURABLE)
    second = standby(first)
    log, pair = Wardroom(alone.create()), Wardroom(first.create())
    bare = Bare(log.store._db.address)
    times: dict[str, list[float]] = {name: [] for name in ("bare", "copy", "wardroom", "pair")}
    for no in range(given.rounds + 1):
        spent = dict.fromkeys(times, 0.0)
        for turn in range(given.turns):
            batch = syn.facts(no, turn)
            for name in c.shuffled(("wardroom", "pair"), no * given.turns + turn):
                spent[name] += {"wardroom": log, "pair": pair}[name].turn(batch, no * given.turns + turn)
            rows = log.last()
            spent["bare"] += bare.turn(rows)
            spent["copy"] += bare.copied(rows)
        for name, seconds in spent.items():
            if no:
                times[name].append(1e3 * seconds / given.turns)
    bare.con.close()
    for each in (log, pair):
        each.store.close()
    second.kill()
    second.wait()
    ms = {name: c.median(each) for name, each in times.items()}
    figures = [
        c.Figure(
            "PostgreSQL: append of a turn of 200 events, to bare psycopg with the rows ready-made",
            c.ratio(times["wardroom"], times["bare"]),
            1.2,
            note=f"{ms['wardroom']:.2f} ms, bare {ms['bare']:.2f} ms, by COPY {ms['copy']:.2f} ms",
        ),
        c.Figure(
            "the same to a synchronous pair, to one server",
            c.ratio(times["pair"], times["wardroom"]),
            1.35,
            note=f"{ms['pair']:.2f} ms",
        ),
    ]
    c.report("durable", given, figures, times, "psycopg")


if __name__ == "__main__":
    main()
