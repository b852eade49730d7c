"""Rules timed from one position: so many turns a round, each with other dice, beside `diplomacy`.

Timed is `resolve` alone, from the orders as filed to the turn's last event; the reading of the mails is shown apart. Times are
the processor's, because neither side waits for anything.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

import common as c
from adjudicate import Cost, diplomacy, refused

from pbem.core.dice.fair_dice import FairDice
from pbem.core.game.protocol import Game
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump

TURNS = 20
"""Turns timed in a round."""


@dataclass(frozen=True)
class TimedTurn:
    """What is timed: a game, a position as JSON, the units it counts, and what its figure says and may be at most."""

    game: Game[Any]
    start: str
    units: int
    what: str
    unit: str
    limit: float


def opening(game: Game[Any], scenario: str, options: dict[str, str]) -> dict[str, Any]:
    """A scenario's opening state as JSON."""
    turn = Turn(game.rules.apply, game.rules.blank(), FairDice(bytes(32), 0, ""), 0)
    game.rules.setup(turn, scenario, game.scenarios.options(scenario, options))
    made: dict[str, Any] = dump(turn.state)
    return made


def play(timed: TimedTurn, seed: int) -> Cost:
    """A round: the same position again and again, ordered by the game's first bot, who is shown all of it."""
    game, cost, key = timed.game, Cost(), sha256(f"{timed.game.key} {seed}".encode()).digest()
    bot = next(iter(game.planning.bots.values()))
    for number in range(1, TURNS + 1):
        state = game.rules.load(json.loads(timed.start))
        known = {seat: replace(state, reader=seat) for seat in game.rules.due(state)}
        texts = {seat: bot(known[seat], number.__mod__) for seat in known}
        begun = time.process_time()
        parsed = {
            seat: game.orders.read(known[seat], seat, text, game.orders.sheet(state, seat)) for seat, text in texts.items()
        }
        cost.reading.append(time.process_time() - begun)
        refused(problem for each in parsed.values() for problem in each.problems)
        cost.orders.append(sum(each.accepted for each in parsed.values()))
        cost.commands.append(timed.units)
        turn = Turn(game.rules.apply, state, FairDice(key, number, ""), 1)
        sheets = {seat: each.sheet for seat, each in parsed.items()}
        begun = time.process_time()
        game.rules.resolve(turn, sheets)
        cost.seconds.append(time.process_time() - begun)
    return cost


def compare(timed: TimedTurn, about: str) -> None:
    """The command line of such a benchmark."""
    given = c.options(about, rounds=(15, 3))
    play(timed, 0), diplomacy(0, 6)
    costs: dict[str, list[Cost]] = {timed.game.title: [], "diplomacy": []}
    for no in range(1, given.rounds + 1):
        work: dict[str, Callable[[], Cost]] = {
            timed.game.title: partial(play, timed, no),
            "diplomacy": partial(diplomacy, no, clock=time.process_time),
        }
        for case in c.shuffled(work, no):
            gc.collect()  # no case pays for what another has left behind
            costs[case].append(work[case]())
    ours, theirs = ([each.per_order for each in case] for case in costs.values())
    turns = [1e3 * seconds for each in costs[timed.game.title] for seconds in each.seconds]
    figure = c.Figure(f"{timed.what}, to diplomacy's, per order", c.ratio(ours, theirs), timed.limit)
    figure.note = _note(timed, costs[timed.game.title], turns, c.median(ours), c.median(theirs))
    cases = {"us_per_order": {timed.game.title: ours, "diplomacy": theirs}, f"ms_per_{timed.unit}": turns}
    c.report(timed.game.key, given, [figure], cases, "diplomacy")


def _note(timed: TimedTurn, costs: list[Cost], turns: list[float], ours: float, theirs: float) -> str:
    reading = c.median(each.reading_per_order for each in costs)
    orders = sum(costs[0].orders) / TURNS
    spread = f"{c.median(turns):.1f} ms a {timed.unit} (p95 {c.percentile(turns, 0.95):.1f}), {orders:.0f} orders"
    return f"{spread}; {ours:.0f} µs, theirs {theirs:.0f}; read from mails {reading:.0f}"
