"""What a move of Stingray costs: eight vessels and six missiles in flight, beside `diplomacy`.

Two Stingrays, a SuperSub, a MegaFish and four Terror Fish within twenty hexes of each other, two of each kind of missile in the
water, every vessel ordered by the game's first bot. Timed is `resolve` alone, from merged orders to the last contact list; the
reading of the mails is shown apart. diplomacy: `process()` of movement phases with random possible orders, per order.
"""

from __future__ import annotations

import gc
import json
import time
from argparse import Namespace
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import common as c
from adjudicate import Cost, diplomacy, refused

from pbem.core.dice import FairDice
from pbem.core.game import Turn
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.state import State

LIMIT = 7.0
"""A move is six phases with missiles, encounters and a scan by eight vessels; a phase of diplomacy is one step."""
MOVES = 20
"""Moves timed in a round, each from the same position with other dice."""
PLACES = {
    "SS1": ("1020", "N", 3),
    "SR1": ("0818", "N", 3),
    "SR2": ("1218", "N", 4),
    "MF1": ("1010", "S", 3),
    "TF1": ("0708", "SE", 3),
    "TF2": ("1308", "SW", 2),
    "TF3": ("0512", "SE", 0),
    "TF4": ("1513", "SW", 3),
}
MISSILES = (
    ("SR1", "MK7", "0815", "N", 3, "TF1"),
    ("SR1", "MK61", "0914", "N", 4, "MF1"),
    ("SR2", "MK7", "1214", "N", 4, "TF2"),
    ("SR2", "MK61", "1113", "N", 6, "TF4"),
    ("TF1", "TERROR", "0811", "S", 3, "SR1"),
    ("MF1", "TERROR", "1013", "S", 3, "SS1"),
)
"""Launcher, kind, hex, heading, hexes run, target."""


def opening(scenario: str) -> dict[str, Any]:
    """A scenario's opening state as JSON."""
    turn = Turn(STINGRAY, STINGRAY.blank(), FairDice(bytes(32), 0, ""), 0)
    STINGRAY.setup(turn, scenario, STINGRAY.options(scenario, {"crews": "one"}))
    return STINGRAY.dump(turn.state)


def position() -> str:
    """The state that every move starts from, as JSON: the convoy of tanker-run with SR2 and MF1 beside it."""
    data, toy = opening("tanker-run"), opening("new-toy")
    data["obstacles"] = data["obstacles"][:6]
    vessels: dict[str, Any] = {id: data["vessels"].get(id) or toy["vessels"][id] for id in PLACES}
    for id, commander in (("SR2", "captain"), ("MF1", "fish1")):
        vessels[id] |= {"captain": commander, "copilot": "", "crew": commander}
    for id, (hex, facing, speed) in PLACES.items():
        vessels[id] |= {"hex": hex, "facing": facing, "speed": speed, "track": [hex], "contacts": {}, "fuel": 40}
    vessels["MF1"]["tail"] = "1009"
    data["vessels"] = dict(sorted(vessels.items(), key=lambda each: (each[0][0] != "S", each[0])))
    data["plants"] = {}
    data["missiles"] = {f"{each[0]}-M{number}": missile(*each) for number, each in enumerate(MISSILES, 1)}
    return json.dumps(data)


def missile(launcher: str, kind: str, hex: str, heading: str, run: int, target: str) -> dict[str, Any]:
    """A missile in the water as JSON."""
    side = "terrainians" if launcher[0] == "S" else "aquaphibians"
    lists: dict[str, list[str]] = {name: [] for name in ("via", "missed", "evaded", "passed", "tie")}
    return {
        "kind": kind,
        "launcher": launcher,
        "side": side,
        "hex": hex,
        "heading": heading,
        "arming": 3,
        "target": target,
        "penalty": 0,
        "run": run,
        "lock": kind == "MK61",
        "track": [hex],
        "track_phases": [0],
        **lists,
    }


def stingray(start: str, seed: int) -> Cost:
    """So many moves from the same position."""
    cost, key = Cost(), sha256(f"stingray {seed}".encode()).digest()
    bot = next(iter(STINGRAY.bots.values()))
    for number in range(1, MOVES + 1):
        state: State = STINGRAY.load(json.loads(start))
        seats = list(STINGRAY.due(state))
        texts = {seat: bot(STINGRAY.view(state, seat), lambda n: number % n) for seat in seats}  # noqa: B023
        begun = time.perf_counter()
        parsed = {seat: STINGRAY.parse(state, seat, text, STINGRAY.sheet(state, seat)) for seat, text in texts.items()}
        cost.reading.append(time.perf_counter() - begun)
        refused(problem for each in parsed.values() for problem in each.problems)
        cost.orders.append(sum(each.accepted for each in parsed.values()))
        cost.commands.append(len(state.afloat()))
        turn = Turn(STINGRAY, state, FairDice(key, number, ""), 1)
        sheets = {seat: each.sheet for seat, each in parsed.items()}
        begun = time.perf_counter()
        STINGRAY.resolve(turn, sheets)
        cost.seconds.append(time.perf_counter() - begun)
    return cost


def main() -> None:
    given = c.options(__doc__ or "", rounds=(15, 3))
    start = position()
    stingray(start, 0), diplomacy(0, 6)
    costs: dict[str, list[Cost]] = {"Stingray": [], "diplomacy": []}
    for no in range(1, given.rounds + 1):
        work: dict[str, Callable[[], object]] = {
            "Stingray": lambda: costs["Stingray"].append(stingray(start, no)),  # noqa: B023
            "diplomacy": lambda: costs["diplomacy"].append(diplomacy(no)),  # noqa: B023
        }
        for case in c.shuffled(work, no):
            gc.collect()  # no case pays for what another has left behind
            work[case]()
    report(given, costs)


def report(given: Namespace, costs: dict[str, list[Cost]]) -> None:
    ours, theirs = ([each.per_order for each in case] for case in costs.values())
    moves = [seconds for each in costs["Stingray"] for seconds in each.seconds]
    reading = c.median(each.reading_per_order for each in costs["Stingray"])
    orders = sum(costs["Stingray"][0].orders) / MOVES
    milliseconds = f"{1e3 * c.median(moves):.1f} ms a move (p95 {1e3 * c.percentile(moves, 0.95):.1f}), {orders:.0f} orders"
    per_order = f"{c.median(ours):.0f} µs, theirs {c.median(theirs):.0f}; read from mails {reading:.0f}"
    figure = c.Figure("a move of 8 vessels and 6 missiles, to diplomacy's, per order", c.ratio(ours, theirs), LIMIT)
    figure.note = f"{milliseconds}; {per_order}"
    cases = {"us_per_order": {"Stingray": ours, "diplomacy": theirs}, "ms_per_move": [1e3 * each for each in moves]}
    c.report("stingray", given, [figure], cases, "diplomacy")


if __name__ == "__main__":
    main()
