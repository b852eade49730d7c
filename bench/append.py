"""Durable append of one turn: 200 events of about 250 bytes of JSON, one transaction.

raw: `sqlite3`, rows ready-made, a rowid table, WAL, FULL. by hand: the same from plain dicts with JSON, a hash chain and two
guards. wardroom: typed events into `Store.append` (payload check, JSON, hash chain, version check, three guards, projections,
the writers' lock, FULL). eventsourcing: the aggregate's methods that make the events, and `app.save()`.
"""

from __future__ import annotations

import multiprocessing
import time
from hashlib import sha256
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path

import campaign as syn
import common as c

from events.store import EMPTY, open_store

SPAWN = multiprocessing.get_context("spawn")


class Raw:
    def __init__(self, folder: Path) -> None:
        self.con, self.version = syn.raw_connect(folder / "raw.db"), 0

    def turn(self, batch: list[syn.Fact], turn: int) -> list[float]:
        rows = [(1, self.version + i, turn, k, syn.AT, syn.dumps(d), None) for i, (k, d) in enumerate(batch, 1)]
        self.version += len(rows)
        start = time.perf_counter()
        self.con.execute("BEGIN IMMEDIATE")
        self.con.executemany(syn.RAW_INSERT, rows)
        self.con.execute("COMMIT")
        return [time.perf_counter() - start]


class Chained(Raw):
    """The least a log of dicts must do by hand: the kept JSON encoder, a hash chain, no UPDATE, no DELETE."""

    def __init__(self, folder: Path) -> None:
        self.con, self.version, self.prev = syn.raw_connect(folder / "chained.db"), 0, bytes(32)
        for act in ("UPDATE", "DELETE"):
            self.con.execute(
                f"CREATE TRIGGER no_{act} BEFORE {act} ON events BEGIN SELECT RAISE(ABORT, 'append-only'); END",
            )

    def turn(self, batch: list[syn.Fact], turn: int) -> list[float]:
        start = time.perf_counter()
        rows, prev, version = [], self.prev, self.version
        for kind, d in batch:
            version += 1
            text = syn.dumps(d)
            prev = sha256(b"%b|1|%d|%d|%b|%b" % (prev, version, turn, kind.encode(), text.encode())).digest()
            rows.append((1, version, turn, kind, syn.AT, text, prev))
        self.con.execute("BEGIN IMMEDIATE")
        self.con.executemany(syn.RAW_INSERT, rows)
        self.con.execute("COMMIT")
        self.prev, self.version = prev, version
        return [time.perf_counter() - start]


class Wardroom:
    def __init__(self, folder: Path, stream: str = syn.STREAM) -> None:
        self.store, self.head, self.stream = open_store(folder / "wardroom.db"), EMPTY, stream

    def turn(self, batch: list[syn.Fact], turn: int) -> list[float]:
        drafts = syn.drafts(batch, turn)
        start = time.perf_counter()
        self.head = self.store.append(self.stream, drafts, self.head, syn.AT)
        return [time.perf_counter() - start]


class EventSourcing:
    def __init__(self, folder: Path) -> None:
        from campaign import aggregate

        self.app = aggregate.application(folder / "es.db")
        self.campaign = aggregate.Campaign("campaign")
        self.app.save(self.campaign)

    def turn(self, batch: list[syn.Fact], turn: int) -> list[float]:
        start = time.perf_counter()
        self.campaign.play(batch)
        played = time.perf_counter()
        self.app.save(self.campaign)
        return [time.perf_counter() - played, played - start]


def one_writer(rounds: int, turns: int) -> dict[str, list[float]]:
    """Each case's mean ms a turn, round by round. The first round warms up."""
    folder = c.scratch("append")
    writers: dict[str, Raw | Wardroom | EventSourcing] = {
        "raw": Raw(folder),
        "chained": Chained(folder),
        "wardroom": Wardroom(folder),
        "eventsourcing": EventSourcing(folder),
    }
    means: dict[str, list[float]] = {name: [] for name in (*writers, "methods")}
    for no in range(rounds + 1):
        batches = [syn.facts(no, turn) for turn in range(turns)]
        for name in c.shuffled(writers, no):
            times = [writers[name].turn(batch, no * turns + i) for i, batch in enumerate(batches)]
            if no:
                means[name].append(1e3 * sum(t[0] for t in times) / turns)
            if no and name == "eventsourcing":
                means["methods"].append(1e3 * sum(t[1] for t in times) / turns)
    return means


def write_for(folder: str, stream: str, secs: float, start: Barrier, results: Queue[list[float]]) -> None:
    """One of many writer processes, with a stream of its own."""
    writer = Wardroom(Path(folder), stream)
    batches = [syn.facts(int(stream[1:]), turn) for turn in range(20)]
    start.wait(120)
    end = time.perf_counter() + secs
    times: list[float] = []
    while time.perf_counter() < end:
        times += writer.turn(batches[len(times) % 20], len(times))
    results.put(times)


def many_writers(writers: int, secs: float) -> dict[str, float]:
    """Turns written by each of several processes on one database. A writer that fails is missing from the results."""
    folder = c.scratch("append-many")
    open_store(folder / "wardroom.db").close()
    results, start = SPAWN.Queue(), SPAWN.Barrier(writers)
    crew = [
        SPAWN.Process(target=write_for, args=(str(folder), f"w{i}", secs, start, results), daemon=True) for i in range(writers)
    ]
    for p in crew:
        p.start()
    got = [results.get(timeout=120) for _ in crew]
    for p in crew:
        p.join()
    times, counts = [t for each in got for t in each], sorted(len(each) for each in got)
    store = open_store(folder / "wardroom.db")
    written = sum(store.head(f"w{i}").version for i in range(writers)) // syn.BATCH
    return {
        "turns_a_second": len(times) / secs,
        "p50_ms": 1e3 * c.median(times),
        "p99_ms": 1e3 * c.percentile(times, 0.99),
        "least": counts[0],
        "most": counts[-1],
        "fairness": counts[0] / counts[-1],
        "failed": sum(p.exitcode != 0 for p in crew) + abs(written - len(times)),
    }


def main() -> None:
    given = c.options(__doc__ or "", rounds=(25, 9), turns=(20, 20), many=(3, 1), writers=(8, 8))
    one = one_writer(given.rounds, given.turns)
    many = [many_writers(given.writers, 2.5) for _ in range(given.many)]
    crowd = {key: c.median(run[key] for run in many) for key in many[0]}
    crowd["failed"] = sum(run["failed"] for run in many)
    ms = {name: c.median(times) for name, times in one.items()}
    note = f"{ms['wardroom']:.2f} ms, raw {ms['raw']:.2f} ms"
    peer = f"eventsourcing: methods {ms['methods']:.2f} ms, save() {ms['eventsourcing']:.2f} ms"
    both = [a + b for a, b in zip(one["eventsourcing"], one["methods"], strict=True)]
    fair = f"{crowd['turns_a_second']:.0f} turns/s, p50 {crowd['p50_ms']:.0f} ms, p99 {crowd['p99_ms']:.0f} ms"
    figures = [
        c.Figure("append of a turn of 200 events, to raw sqlite3", c.ratio(one["wardroom"], one["raw"]), 2.7, note=note),
        c.Figure(
            "the same, to dicts with JSON, chain and two guards by hand",
            c.ratio(one["wardroom"], one["chained"]),
            1.3,
            note=f"{ms['chained']:.2f} ms",
        ),
        c.Figure("the same, to eventsourcing's methods and save()", c.ratio(one["wardroom"], both), 0.55, note=peer),
        c.Figure("8 writer processes: least to most turns by one", crowd["fairness"], 0.7, at_most=False, note=fair),
        c.Figure("8 writer processes: failures", crowd["failed"], 0, unit=""),
    ]
    c.report("append", given, figures, {"one_writer": one, "many_writers": many}, "eventsourcing")


if __name__ == "__main__":
    main()
