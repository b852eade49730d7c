"""Thousands of games due in the same second, resolved by worker processes. Adjudication costs nothing here.

One resolution: read and fold the game's 400 events, append 200 ready-made ones, close the turn, open the next, set its
deadline; all durable, and refused when another worker was first. raw: bare `sqlite3` with a table of deadlines. wardroom:
`Store.due`, `Store.fold` into a `Record` (chain checked), `Store.append`. The last run kills one of two workers midway.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import sqlite3
import time
from argparse import Namespace
from collections.abc import Callable
from fcntl import LOCK_EX, LOCK_UN, flock
from hashlib import sha256
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Barrier
from pathlib import Path
from zlib import crc32

import campaign as syn
import common as c

from events.base import Draft
from events.platform import DeadlineSet, TurnClosed, TurnOpened
from events.store import EMPTY, Conflict, Store, open_store
from pbem.core.state.record import Record

SPAWN = multiprocessing.get_context("spawn")
HISTORY = 400
DUE, NEXT = "2026-01-01T18:00:00Z", "2026-01-02T18:00:00Z"
RAW_GAMES = """CREATE TABLE games(id INTEGER PRIMARY KEY, turn INTEGER NOT NULL, ver INTEGER NOT NULL, head BLOB NOT NULL,
    due INTEGER NOT NULL) STRICT"""


def turns(seed: int, n: int) -> list[list[syn.Fact]]:
    return [syn.facts(seed, kind, n) for kind in range(20)]


# ---------------------------------------------------------------- raw


def build_raw(path: Path, games: int) -> None:
    con = syn.raw_connect(path, "OFF")
    con.execute(RAW_GAMES)
    con.execute("CREATE INDEX games_due ON games(due)")
    con.execute("BEGIN")
    rows = [[(k, syn.dumps(d)) for k, d in batch] for batch in turns(7, HISTORY)]
    for game in range(games):
        con.execute("INSERT INTO games VALUES(?,1,?,?,1000)", (game, HISTORY, bytes(32)))
        con.executemany(syn.RAW_INSERT, [(game, i, 1, k, syn.AT, s, None) for i, (k, s) in enumerate(rows[game % 20], 1)])
    con.execute("COMMIT")
    c.checkpoint(con)
    con.close()


def drain_raw(path: Path, me: int, workers: int, start: Barrier) -> None:
    con, lock = syn.raw_connect(path), path.with_suffix(".lock").open("w")
    batches = turns(9, syn.BATCH)
    start.wait(120)
    due = [game for (game,) in con.execute("SELECT id FROM games WHERE due<=1000 ORDER BY due")]
    for game in due[me::workers]:
        turn, ver, head, rows = resolve_raw(con, game, batches[game % 20])
        flock(lock, LOCK_EX)
        con.execute("BEGIN IMMEDIATE")
        moved = con.execute(
            "UPDATE games SET turn=turn+1, ver=?, head=?, due=due+86400 WHERE id=? AND turn=?", (ver, head, game, turn)
        )
        if moved.rowcount != 1:
            raise SystemExit("resolved by another")
        con.executemany(syn.RAW_INSERT, rows)
        con.execute("COMMIT")
        flock(lock, LOCK_UN)


def resolve_raw(con: sqlite3.Connection, game: int, batch: list[syn.Fact]) -> tuple[int, int, bytes, list[tuple[object, ...]]]:
    turn, ver, head = con.execute("SELECT turn, ver, head FROM games WHERE id=?", (game,)).fetchone()
    state = syn.new_state()
    rows: list[tuple[object, ...]] = []
    for kind, data in con.execute("SELECT type, data FROM events WHERE game=? AND ver>? ORDER BY ver", (game, ver - HISTORY)):
        syn.RAW_APPLY[kind](state, json.loads(data))
    for kind, d in batch:
        ver += 1
        text = syn.dumps(d)
        head = sha256(b"%b|%d|%d|%d|%b|%b" % (head, game, ver, turn, kind.encode(), text.encode())).digest()
        rows.append((game, ver, turn, kind, syn.AT, text, head))
    return turn, ver, head, rows


# ---------------------------------------------------------------- the log


def build_log(path: Path, games: int) -> None:
    store = open_store(path)
    store._db.con.execute("PRAGMA synchronous=OFF")
    opening = [Draft(syn.opened()), Draft(TurnOpened(1, "", ["*"]), 1), Draft(DeadlineSet(1, DUE, "rhythm"), 1)]
    histories = [opening[:1] + syn.drafts(batch, 0) + opening[1:] for batch in turns(7, HISTORY - len(opening))]
    for game in range(games):
        store.append(f"g{game}", histories[game % 20], EMPTY, syn.AT)
    c.checkpoint(store._db.sqlite_file())
    store.close()


def drain_log(path: Path, me: int, workers: int, start: Barrier) -> None:
    """First the games of this worker's share, then whatever is still due, as when another worker has died."""
    store, batches = open_store(path), [syn.drafts(batch, 1) for batch in turns(9, syn.BATCH)]
    start.wait(120)
    while due := store.due(DUE):
        mine = [each for each in due if crc32(each[0].encode()) % workers == me]
        for stream, turn in mine or due:
            resolve(store, stream, turn, batches)


def resolve(store: Store, stream: str, turn: int, batches: list[list[Draft]]) -> None:
    record = Record(syn.GAMES, stream, lambda record: ())
    head = store.fold(stream, EMPTY, record.read)
    if record.ledger.closed >= turn:
        return
    after = turn + 1
    closing = [Draft(TurnClosed(turn), turn), Draft(TurnOpened(after, "", ["*"]), after)]
    drafts = [*batches[int(stream[1:]) % 20], *closing, Draft(DeadlineSet(after, NEXT, "rhythm"), after)]
    try:
        store.append(stream, drafts, head, DUE)
    except Conflict:
        return  # another worker resolved it


def wrong_streams(path: Path, games: int) -> tuple[int, int]:
    """How many games were missed, and how many turns were resolved more than once."""
    store = open_store(path)
    missed = sum(row.closed != 1 or row.due != NEXT for row in store.games())
    closed = store._db.con.execute("SELECT count(*) FROM events WHERE type='game.turn_closed'").fetchone()[0]
    for game in range(0, games, max(1, games // 50)):
        store.verify(f"g{game}")
    store.close()
    return missed, max(0, closed - (games - missed))


# ---------------------------------------------------------------- runs

CASES: dict[str, tuple[Callable[[Path, int], None], Callable[[Path, int, int, Barrier], None], int]] = {
    "raw, 2 workers": (build_raw, drain_raw, 2),
    "wardroom, 2 workers": (build_log, drain_log, 2),
    "wardroom, 1 worker": (build_log, drain_log, 1),
}


def launch(path: Path, drain: Callable[[Path, int, int, Barrier], None], workers: int) -> tuple[list[BaseProcess], Barrier]:
    start = SPAWN.Barrier(workers + 1)
    made = [SPAWN.Process(target=drain, args=(path, me, workers, start), daemon=True) for me in range(workers)]
    for p in made:
        p.start()
    return list(made), start


def run(case: str, templates: dict[str, Path], folder: Path) -> float:
    """Seconds to drain a fresh copy of the case's database."""
    _, drain, workers = CASES[case]
    path = folder / "run.db"
    shutil.copyfile(templates[case], path)
    os.sync()
    made, start = launch(path, drain, workers)
    start.wait(120)
    began = time.perf_counter()
    for p in made:
        p.join()
    took = time.perf_counter() - began
    if any(p.exitcode for p in made):
        raise SystemExit(f"{case}: a worker failed")
    for left in folder.glob("run.db*"):
        left.unlink()
    return took


def killed(template: Path, folder: Path, games: int) -> tuple[int, int, int]:
    """One of two workers is killed when a third of the games is done: (done by then, missed, resolved twice)."""
    path = folder / "killed.db"
    shutil.copyfile(template, path)
    made, start = launch(path, drain_log, 2)
    con = sqlite3.connect(path, timeout=30)
    start.wait(120)
    done = 0
    while done < games // 3:
        time.sleep(0.02)
        done = con.execute("SELECT count(*) FROM games WHERE closed=1").fetchone()[0]
    made[0].kill()
    for p in made:
        p.join()
    con.close()
    return done, *wrong_streams(path, games)


def build(given: Namespace, folder: Path) -> dict[str, Path]:
    """Each case's database, made once and copied for every run."""
    made: dict[str, Path] = {}
    for case, (make, _, _) in CASES.items():
        made[case] = folder / f"{make.__name__}.db"
        if not made[case].exists():
            make(made[case], given.games)
    return made


def main() -> None:
    given = c.options(__doc__ or "", games=(2000, 200), rounds=(5, 3))
    folder = c.scratch("drain")
    templates = build(given, folder)
    seconds: dict[str, list[float]] = {case: [] for case in CASES}
    for no in range(given.rounds):
        for case in c.shuffled(CASES, no):
            seconds[case].append(run(case, templates, folder))
    raw, two, one = seconds.values()
    done, missed, twice = killed(templates["wardroom, 2 workers"], folder, given.games)
    rate = {case: given.games / c.median(times) for case, times in seconds.items()}
    note = f"{rate['wardroom, 2 workers']:.0f} games/s, raw {rate['raw, 2 workers']:.0f}; {given.games} games"
    death = f"killed after {done} of {given.games} games"
    figures = [
        c.Figure("drain by two workers, to the raw drain", c.ratio(raw, two), 0.8, at_most=False, note=note),
        c.Figure("two workers, to one", c.ratio(one, two), 1.75, at_most=False),
        c.Figure("a worker killed midway: turns missed", missed, 0, unit="", note=death),
        c.Figure("a worker killed midway: turns resolved twice", twice, 0, unit=""),
    ]
    c.report("drain", given, figures, {"seconds": seconds, "games_a_second": rate})


if __name__ == "__main__":
    main()
