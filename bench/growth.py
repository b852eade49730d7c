"""What grows: a database of 10 to 100,000 games; a game of 10 to 100,000 turns, each size ten times the last.

Many games: one real duel, and as many copies of its rows as are needed, with other players, under other names. A long game: a
duel that never ends, its two ships going round in circles, copied on its way. What is asked of each, in processor time, by a
process of its own: pages, a step, orders filed, a turn resolved, a heartbeat in which nothing is due; then an audit, and the
memory. Whoever waits for these must not wait longer because the service is old or large. All copies are there before the first
is measured, because a disk that still writes gigabytes slows down whatever is measured beside it.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

import common as c
from flask.testing import FlaskClient
from web import Clock, cookie, wardroom

from pbem.app_context import open_app_context
from pbem.games.star_navy.model import scenario as openings
from pbem.service.audit.verify import Audit, audit
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.orders.file import file_orders
from pbem.service.turns.tick import tick
from pbem.settings.settings import read_config

SCENARIO = "first-blood"
SHIPS = {"blue": "BIS", "red": "SR1"}
FOREVER = 10**9
ROUNDS = 15
TIMES_A_DECADE = 1.25
"""What is waited for may take so many times as long with ten times as much: as a search in a tree, far less than ten."""
IN_VAIN = 1.0
"""Milliseconds below which it matters to nobody how a figure grows."""
OWN = ("number",)
"""Columns that the database numbers by itself."""


# ---------------------------------------------------------------- what is measured


def opened(folder: Path, clock: Clock) -> ServiceContext:
    """The service over this folder, at a time that is moved by hand."""
    return replace(open_app_context(read_config({"WARDROOM_DATA": str(folder)})).context, now=clock)


def endless() -> None:
    """Let the duel go on for as many turns as are played."""
    openings.OPENINGS[SCENARIO] = replace(openings.OPENINGS[SCENARIO], limit=FOREVER)


def play(context: ServiceContext, clock: Clock, stream: str, turn: int) -> tuple[float, float]:
    """A turn in which both ships turn left: the seconds to file an order, and to resolve the turn."""
    filing = []
    for seat, ship in SHIPS.items():
        filing.append(
            c.processor_seconds(partial(file_orders, context, stream, seat, f"{ship}: TURN L", f"{seat}.{turn}", turn))
        )
    clock.time += timedelta(hours=1)
    return c.median(filing), c.processor_seconds(lambda: tick(context))


class Kept(NamedTuple):
    """A copy of a folder; `turn` of the game is open, at `time`."""

    folder: str
    stream: str
    turn: int
    time: str

    def after(self, played: int) -> Kept:
        """The same so many turns later."""
        return self._replace(turn=self.turn + played, time=str(datetime.fromisoformat(self.time) + timedelta(hours=played)))


def measured(kept: Kept, audited_too: bool) -> dict[str, float]:
    """Milliseconds of each thing that is waited for, and what the process took. Some turns are played by it."""
    endless()
    folder, stream, turn, time = kept
    client = wardroom(folder).test_client()
    client.set_cookie("wardroom", cookie(Path(folder)))
    dice = random.Random(turn)
    past = [dice.randint(1, turn - 1) for _ in range(ROUNDS)]
    pages = {
        "start page": ["/"] * ROUNDS,
        "game page": [f"/g/{stream}"] * ROUNDS,
        "page of any turn": [f"/g/{stream}/t/{each}" for each in past],
        "a step of any turn": [f"/g/{stream}/t/{each}/e/1" for each in past],
    }
    found = {name: milliseconds(client, paths) for name, paths in pages.items()}
    clock = Clock()
    clock.time = datetime.fromisoformat(time)
    context = opened(Path(folder), clock)
    idle = [1e3 * c.processor_seconds(lambda: tick(context)) for _ in range(ROUNDS)]
    played = [play(context, clock, stream, turn + n) for n in range(ROUNDS)]
    filed, resolved = (1e3 * c.median(times) for times in zip(*played, strict=True))
    found |= {"a heartbeat, nothing due": c.median(idle), "an order filed": filed, "a turn resolved": resolved}
    found["memory"] = c.peak_mib()
    return {**found, "audit": audited(context, stream)} if audited_too else found


def audited(context: ServiceContext, stream: str) -> float:
    """Milliseconds of an audit of the game, by the turn."""
    found: list[Audit] = []
    took = c.processor_seconds(lambda: found.append(audit(context, stream)))
    assert found[0].sound
    return 1e3 * took / found[0].turns


def milliseconds(client: FlaskClient, paths: Sequence[str]) -> float:
    """The median; the first look at a folder, for which a program warms up, is not counted."""
    assert client.get(paths[0]).status_code == 200, paths[0]
    return c.median(1e3 * c.processor_seconds(partial(client.get, path)) for path in paths)


def keep(folder: Path, size: int, stream: str, turn: int, clock: Clock) -> Kept:
    """A copy of the folder as it is now."""
    copy = c.scratch(f"{folder.name}-{size}")
    with sqlite3.connect(folder / "wardroom.db") as con:
        con.execute("VACUUM INTO ?", (str(copy / "wardroom.db"),))
    shutil.copy(folder / "secret", copy)
    return Kept(str(copy), stream, turn, clock.time.isoformat())


def in_rounds(made: Sequence[Kept], rounds: int) -> list[dict[str, float]]:
    """What is measured of each, in a process of its own: the medians of some rounds. Only the first has an audit."""
    os.sync()
    found: dict[str, list[dict[str, float]]] = {kept.folder: [] for kept in made}
    kept_in = {kept.folder: kept for kept in made}
    for no in range(rounds):
        for folder in c.shuffled(found, no):
            given = json.dumps([kept_in[folder].after(no * ROUNDS), no == 0])
            found[folder].append(c.child(__file__, given))
    for folder in found:
        shutil.rmtree(folder)
    return [{name: c.median(each[name] for each in times if name in each) for name in times[0]} for times in found.values()]


# ---------------------------------------------------------------- what it is measured on


def begun(folder: Path, clock: Clock) -> tuple[ServiceContext, str]:
    """A duel of two people."""
    endless()
    at = open_app_context(read_config({"WARDROOM_DATA": str(folder)}))
    players = {seat: at.person(f"{seat}@example.org").id for seat in SHIPS}
    at.context.database.close()
    context = opened(folder, clock)
    context.database.con.execute("PRAGMA synchronous=OFF")
    return context, open_game(context, "star_navy", SCENARIO, rhythm_hours=1, players=players)


def long_game(sizes: Sequence[int]) -> Iterator[Kept]:
    """The game whenever so many turns were played."""
    folder, clock = c.scratch("growth-turns"), Clock()
    context, stream = begun(folder, clock)
    for turn in range(1, max(sizes) + 1):
        play(context, clock, stream, turn)
        if turn in sizes:
            yield keep(folder, turn, stream, turn + 1, clock)


def many_games(sizes: Sequence[int]) -> Iterator[Kept]:
    """One game beside so many others, all of them of ten turns."""
    folder, clock = c.scratch("growth-games"), Clock()
    context, stream = begun(folder, clock)
    for turn in range(1, 11):
        play(context, clock, stream, turn)
    context.database.close()
    there = 1
    for size in sizes:
        copies(folder / "wardroom.db", stream, range(there, size))
        there = size
        yield keep(folder, size, stream, 11, clock)


def copies(path: Path, stream: str, numbers: range) -> None:
    """The rows of the game under other names, for other players; they are due later than all that is measured."""
    con = sqlite3.connect(path)
    con.execute("PRAGMA synchronous=OFF")
    for table, columns in tables_by_stream(con):
        given = [each for each in columns if each not in OWN]
        sql = f"INSERT INTO {table} ({','.join(given)}) SELECT {','.join(map(other, given))} FROM {table} WHERE stream=:stream"
        for number in numbers:
            con.execute(sql, {"stream": stream, "name": f"g{number + 1}", "who": f"p{number}"})
    con.execute("UPDATE games SET due='2999-01-01T00:00:00.000000Z' WHERE stream<>?", (stream,))
    con.commit()
    con.close()


def other(column: str) -> str:
    """The column's value in a copy."""
    whose = "CASE WHEN {0}='' THEN '' ELSE :who || {0} END"
    return {"stream": ":name"}.get(column, whose.format(column) if column in ("player", "person") else column)


def tables_by_stream(con: sqlite3.Connection) -> Iterator[tuple[str, list[str]]]:
    """Each table of the log's that has a column `stream`, and its columns."""
    for (table,) in con.execute("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'").fetchall():
        columns = [row[1] for row in con.execute(f"PRAGMA table_info({table})")]
        if "stream" in columns and not {"message_id", "sha", "code"} & {*columns}:
            yield table, columns


# ---------------------------------------------------------------- figures


def figures(of: str, sizes: Sequence[int], found: Sequence[dict[str, float]]) -> list[c.Figure]:
    """How much of each figure comes with ten times as much, from the middle size to the largest."""
    made = []
    decades = len(str(sizes[-1])) - len(str(sizes[-2]))
    for name in found[0]:
        first, last = found[-2][name], found[-1][name]
        grown = max(last, IN_VAIN) / max(first, IN_VAIN)
        unit = {"memory": "MiB", "audit": "ms a turn"}.get(name, "ms")
        note = ", ".join(f"{size:,}: {each[name]:.1f}" for size, each in zip(sizes, found, strict=True)) + f" {unit}"
        made.append(c.Figure(f"{of}: {name}, with ten times as many", grown ** (1 / decades), TIMES_A_DECADE, note=note))
    return made


def plotted(cases: Mapping[str, tuple[Sequence[int], Sequence[dict[str, float]]]]) -> None:
    """Both as one picture, sizes and times by powers of ten."""
    import matplotlib.pyplot as plt  # only here: nothing else needs it

    figure, both = plt.subplots(1, len(cases), figsize=(11, 4.5), sharey=True)
    for axes, (of, (sizes, found)) in zip(both, cases.items(), strict=True):
        for name in found[0]:
            axes.plot(sizes, [each[name] for each in found], marker="o", label=name)
        axes.set(xscale="log", yscale="log", xlabel=of, title=f"{of} in a database" if of == "games" else "turns of a game")
        axes.grid(alpha=0.3)
    both[0].set_ylabel("ms (memory: MiB, audit: ms a turn)")
    both[-1].legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(c.HERE / "growth.svg", bbox_inches="tight", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))


GROWN: dict[str, Callable[[Sequence[int]], Iterator[Kept]]] = {"games": many_games, "turns": long_game}


def main() -> None:
    given = c.options(__doc__ or "", games=(100_000, 1_000), turns=(100_000, 1_000), rounds=(3, 1))
    if given.child:
        kept, audited_too = json.loads(given.child[0])
        print(json.dumps(measured(Kept(*kept), audited_too)))
        return
    cases = {}
    for of, grown in GROWN.items():
        sizes = [size for size in (10, 100, 1_000, 10_000, 100_000) if size <= getattr(given, of)]
        cases[of] = (sizes, in_rounds(list(grown(sizes)), given.rounds))
    found = [figure for of, (sizes, each) in cases.items() for figure in figures(of, sizes, each)]
    if not given.quick:
        plotted(cases)
    c.report("growth", given, found, {of: each for of, (_, each) in cases.items()})


if __name__ == "__main__":
    main()
