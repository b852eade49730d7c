"""Reading a campaign back: one stream of 1,000,000 events folded into its state.

raw: a `sqlite3` cursor, `json.loads`, a dict of functions over plain dicts. wardroom: `Store.fold` into a `Record`, typed
events, with and without the hash chain checked. eventsourcing: `repository.get` of 50,000 events. Every run is a process of
its own; imports are not counted. Times are the processor's, because a fold waits for nothing.
"""

from __future__ import annotations

import json
import sqlite3
import time
import uuid
from argparse import Namespace
from pathlib import Path
from typing import Any

import campaign as syn
import common as c

from events.base import Draft
from events.store import EMPTY, open_store
from pbem.core.state.record import Record

CASES = ("raw", "wardroom", "wardroom, chain checked", "eventsourcing")


def build(folder: Path, events: int) -> None:
    """The same campaign in a raw table and in the log. How it is written is not measured."""
    raw, store = syn.raw_connect(folder / "raw.db", "OFF"), open_store(folder / "wardroom.db")
    store._db.con.execute("PRAGMA synchronous=OFF")
    head = store.append(syn.STREAM, [Draft(syn.opened())], EMPTY, syn.AT)
    for turn in range(1, events // syn.BATCH + 1):
        batch, first = syn.facts(1, turn), (turn - 1) * syn.BATCH + 1
        raw.execute("BEGIN")
        raw.executemany(
            syn.RAW_INSERT,
            [(1, first + i, turn, k, syn.AT, syn.dumps(d), None) for i, (k, d) in enumerate(batch)],
        )
        raw.execute("COMMIT")
        head = store.append(syn.STREAM, syn.drafts(batch, turn), head, syn.AT)
    for con in (raw, store._db.sqlite_file()):
        c.checkpoint(con)
        con.close()


def build_peer(folder: Path, events: int) -> None:
    from campaign import aggregate

    app = aggregate.application(folder / "es.db")
    campaign = aggregate.Campaign("campaign")
    app.save(campaign)
    for turn in range(1, events // syn.BATCH + 1):
        campaign.play(syn.facts(1, turn))
        app.save(campaign)
    app.close()
    (folder / "es.id").write_text(str(campaign.id))


def fold_raw(folder: Path) -> syn.Fold:
    state, apply, loads = syn.new_state(), syn.RAW_APPLY, json.loads
    con = sqlite3.connect(folder / "raw.db")
    for kind, data in con.execute("SELECT type, data FROM events WHERE game=1 ORDER BY ver"):
        apply[kind](state, loads(data))
    return state


def fold_wardroom(folder: Path, check: bool) -> syn.Fold:
    record = Record(syn.GAMES, syn.STREAM, lambda record: ())
    open_store(folder / "wardroom.db").fold(syn.STREAM, record.head, record.read, check=check)
    state: syn.Fold = record.state.fold
    return state


def run(case: str, folder: Path) -> dict[str, Any]:
    """One case in this process: processor seconds, peak memory added, and the state's JSON for comparison."""
    if case == "eventsourcing":
        from campaign import aggregate

        app = aggregate.application(folder / "es.db")
        key = uuid.UUID((folder / "es.id").read_text())
    before, start = c.peak_mib(), time.process_time()
    if case == "raw":
        state = fold_raw(folder)
    elif case == "eventsourcing":
        state = app.repository.get(key).state
    else:
        state = fold_wardroom(folder, check=case != "wardroom")
    took = time.process_time() - start
    return {"seconds": took, "bare_mib": before, "added_mib": c.peak_mib() - before, "state": syn.dumps(state)}


def measure(given: Namespace, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Every case once a round, each in a new process, in an order of its own each round."""
    runs: dict[str, list[dict[str, Any]]] = {case: [] for case in CASES}
    states: dict[str, str] = {}
    for no in range(given.rounds):
        for case in c.shuffled(CASES, no):
            result = c.child(__file__, case, str(folder))
            states[case] = result.pop("state")
            runs[case].append(result)
    if len({states[case] for case in CASES[:3]}) != 1:
        raise SystemExit("the folds do not end in the same state")
    return runs


def main() -> None:
    given = c.options(__doc__ or "", events=(1_000_000, 100_000), peer=(50_000, 10_000), rounds=(5, 3))
    if given.child:
        print(json.dumps(run(given.child[0], Path(given.child[1]))))
        return
    folder = c.scratch("rebuild")
    build(folder, given.events)
    build_peer(folder, given.peer)
    runs = measure(given, folder)
    each = {
        case: [1e6 * r["seconds"] / (given.peer if case == CASES[3] else given.events) for r in runs[case]] for case in CASES
    }
    us = {case: c.median(xs) for case, xs in each.items()}
    memory = max(r["added_mib"] for case in CASES[1:3] for r in runs[case])
    note = f"{us['wardroom']:.2f} µs an event, raw {us['raw']:.2f} µs, {given.events:,} events"
    checked, peer = CASES[2:]
    figures = [
        c.Figure("rebuild, to the raw fold", c.ratio(each["wardroom"], each["raw"]), 1.15, note=note),
        c.Figure("with the chain checked", c.ratio(each[checked], each["raw"]), 1.5, note=f"{us[checked]:.2f} µs an event"),
        c.Figure("to eventsourcing, an event", c.ratio(each["wardroom"], each[peer]), 0.25, note=f"its {us[peer]:.1f} µs"),
        c.Figure("memory over the bare process, state included", memory, 16, unit="MiB"),
    ]
    c.report("rebuild", given, figures, {"runs": runs, "us_an_event": us}, "eventsourcing")


if __name__ == "__main__":
    main()
