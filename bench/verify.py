"""What an audit costs: the log of a whole game checked event by event, beside the resolution of its turns alone.

A game of each rule book is played by persons whose orders a bot has written, so that an audit asks no bot again. Then its log
is audited as it lies in the database, and each of its turns is resolved from the position before it. Per turn an audit should
cost no more than a few resolutions, or nobody would audit a campaign of years.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import common as c

from events.platform import TurnLocked
from pbem.core.state.codec import dump
from pbem.core.state.record import Record
from pbem.database import open_database
from pbem.games import GAMES
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns.close import resolve
from pbem.service.turns.tick import tick

SCENARIOS: dict[str, tuple[str, dict[str, Any]]] = {
    "star_navy": ("harrow-belt", {"pace": "cycle"}),
    "stingray": ("tanker-run", {}),
    "sovereign_seas": ("fleet-engagement", {}),
    "wet_thrust": ("denmark-strait", {}),
}
"""Game -> scenario and options. Star Navy is timed by whole cycles: in one of its six turns there is little to resolve, 0.4 ms,
and an audit takes 7 times that."""
LIMIT = 3.0
"""An audit of a turn, to its resolution: it is resolved once, and all else is to cost no more than twice as much again."""


class Clock:
    """Time that goes on a little whenever somebody looks."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time


@dataclass(frozen=True)
class Played:
    """A game in its database; the record as it was before each lock."""

    title: str
    context: ServiceContext
    stream: str
    before: list[Record]
    events: int


def play(key: str, turns: int, folder: Path) -> Played:
    """So many turns of a game, or all that there are."""
    context = ServiceContext(
        open_database(folder / f"{key}.db"), GAMES, Clock(), lambda n: sha256(key.encode()).digest()[:n], b"x"
    )
    game, (scenario, options) = GAMES[key], SCENARIOS[key]
    seats = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, options))]
    setup = GameSetup(players={seat: f"p{seat}" for seat in seats}, options=options)
    stream = open_game(context, key, scenario, setup=setup)
    bot = next(iter(game.planning.bots.values()))
    for turn in range(1, turns + 1):
        record = load(context, stream)
        texts = {seat: bot(record.known(seat), turn.__mod__) for seat in game.rules.due(record.state)}
        for seat, text in texts.items():
            file_orders(context, stream, seat, f"{text}\nready", f"{seat} {turn}")
        tick(context)
    return Played(game.title, context, stream, records_before(context, stream), context.store.head(stream).version)


def records_before(context: ServiceContext, stream: str) -> list[Record]:
    """The record before each lock."""
    record, found = Record(context.games, stream), []
    for entry in context.store.read(stream):
        if isinstance(entry.event, TurnLocked):
            found.append(copied(record))
        record.apply(entry.event, entry.audience)
    return found


def copied(record: Record) -> Record:
    made = Record(record.games, record.stream)
    made.restore(record.head, {"ledger": dump(record.ledger), "state": dump(record.state)})
    return made


def audited(played: Played) -> float:
    """Seconds of an audit of the whole log."""
    begun = time.perf_counter()
    found = audit(played.context, played.stream)
    taken = time.perf_counter() - begun
    if not found.sound or found.turns != len(played.before):
        raise SystemExit(f"the audit is not that of {len(played.before)} sound turns: {found}")
    return taken


def resolved(played: Played) -> float:
    """Seconds of all its resolutions; the copies that they are made on are not timed."""
    taken = 0.0
    for record in map(copied, played.before):
        begun = time.perf_counter()
        resolve(record)
        taken += time.perf_counter() - begun
    return taken


def main() -> None:
    given = c.options(__doc__ or "", rounds=(15, 3), turns=(8, 4))
    folder = c.scratch("verify")
    games = {key: play(key, given.turns, folder) for key in SCENARIOS}
    taken: dict[str, dict[str, list[float]]] = {key: {"audit": [], "resolve": []} for key in games}
    for played in games.values():
        audited(played), resolved(played)
    for no in range(1, given.rounds + 1):
        for key in c.shuffled(games, no):
            work: dict[str, Callable[[], float]] = {
                "audit": partial(audited, games[key]),
                "resolve": partial(resolved, games[key]),
            }
            for case in c.shuffled(work, no):
                gc.collect()  # no case pays for what another has left behind
                taken[key][case].append(work[case]())
    c.report("verify", given, [figure(games[key], taken[key]) for key in games], taken)


def figure(played: Played, taken: dict[str, list[float]]) -> c.Figure:
    ours, theirs = taken["audit"], taken["resolve"]
    turns = len(played.before)
    note = f"{1e3 * c.median(ours) / turns:.1f} ms a turn, its resolution {1e3 * c.median(theirs) / turns:.1f}; "
    made = c.Figure(f"{played.title}: an audit, to the resolution of its turns", c.ratio(ours, theirs), LIMIT)
    made.note = f"{note}{turns} turns, {played.events} events"
    return made


if __name__ == "__main__":
    main()
