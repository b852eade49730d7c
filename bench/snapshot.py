"""The state at a random turn of a campaign of 1,000,000 events, cold: new connection, the file's pages dropped from the cache.

full replay: `Store.fold` of the whole stream. with snapshots: what the service does, the nearest snapshot (one every ten turns,
zlib level 1 of the record's JSON) and the events after it, their chain checked. Both must give the same bytes.
"""

from __future__ import annotations

import random
import time
import zlib
from pathlib import Path

import campaign as syn
import common as c
import orjson

from events.base import Draft, Head
from events.store import EMPTY, Snapshot, Store, open_store
from pbem.core.state.record import Record

EVERY = 10
FOLDER = "bench.1"


def build(path: Path, events: int) -> dict[str, float]:
    """The campaign with its snapshots; returns what they weigh."""
    store, record = open_store(path), Record(syn.GAMES, syn.STREAM, lambda record: ())
    store._db.con.execute("PRAGMA synchronous=OFF")
    head = append(store, record, [Draft(syn.opened())], EMPTY)
    sizes = []
    for turn in range(1, events // syn.BATCH + 1):
        head = append(store, record, syn.drafts(syn.facts(1, turn), turn), head)
        if turn % EVERY == 0:
            state = zlib.compress(record.dump().encode(), 1)
            store.snapshot(syn.STREAM, FOLDER, Snapshot(turn, head, state))
            sizes.append(len(state))
    payload = store._db.con.execute("SELECT sum(length(data)) FROM events").fetchone()[0]
    c.checkpoint(store._db.sqlite_file())
    store.close()
    plain = len(record.dump())
    return {"state_bytes": plain, "snapshot_bytes": c.median(sizes), "of_the_payloads": sum(sizes) / payload}


def append(store: Store, record: Record, drafts: list[Draft], head: Head) -> Head:
    for draft in drafts:
        record.apply(draft.event, draft.audience)
    return store.append(syn.STREAM, drafts, head, syn.AT)


def cold_state(path: Path, turn: int) -> Record:
    """From the nearest snapshot."""
    store, record = open_store(path), Record(syn.GAMES, syn.STREAM, lambda record: ())
    found = store.latest_snapshot(syn.STREAM, FOLDER, turn)
    if found is not None:
        record.restore(found.head, orjson.loads(zlib.decompress(found.state)))
    record.head = store.fold(syn.STREAM, record.head, record.read, turn)
    store.close()
    return record


def replay(path: Path, turns: list[int]) -> dict[int, str]:
    """One full replay; the record's bytes at the end of each of these turns."""
    store, record = open_store(path), Record(syn.GAMES, syn.STREAM, lambda record: ())
    seen: dict[int, str] = {}
    for turn in sorted(turns):
        record.head = store.fold(syn.STREAM, record.head, record.read, turn)
        seen[turn] = record.dump()
    store.close()
    return seen


def full(path: Path) -> Record:
    store, record = open_store(path), Record(syn.GAMES, syn.STREAM, lambda record: ())
    store.fold(syn.STREAM, record.head, record.read, check=False)
    store.close()
    return record


def main() -> None:
    given = c.options(__doc__ or "", events=(1_000_000, 100_000), rounds=(40, 15), replays=(3, 3))
    path = c.scratch("snapshot") / "wardroom.db"
    about, last = build(path, given.events), given.events // syn.BATCH
    rnd = random.Random(2)
    turns = [rnd.randrange(last // 2, last) for _ in range(given.rounds)]
    proof = replay(path, turns)
    cold, whole = [], []
    for no, turn in enumerate(turns):
        if no < given.replays:
            c.flush(path)
            whole.append(c.seconds(lambda: full(path)))
        c.flush(path)
        start = time.perf_counter()
        found = cold_state(path, turn)
        cold.append(time.perf_counter() - start)
        if found.dump() != proof[turn]:
            raise SystemExit(f"turn {turn}: the snapshot's state is not the replay's")
    share, p95 = 100 * c.median(cold) / c.median(whole), 1e3 * c.percentile(cold, 0.95)
    note = (
        f"{1e3 * c.median(cold):.1f} ms (p95 {p95:.0f} ms) of {c.median(whole):.1f} s, {len(turns)} turns equal to the replay"
    )
    # A shorter campaign replays faster and its snapshots do not: the target is for a million events.
    limit = 0.4 * 1_000_000 / given.events
    figures = [
        c.Figure("cold state at a random turn, of a full replay", share, limit, unit="%", note=note),
        c.Figure("bytes of the snapshots, of the payloads", 100 * about["of_the_payloads"], 5, unit="%"),
    ]
    c.report("snapshot", given, figures, {"about": about, "cold_s": cold, "full_s": whole})


if __name__ == "__main__":
    main()
