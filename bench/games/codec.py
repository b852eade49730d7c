"""What a position costs as JSON: written, read, checked and copied by the one codec that goes by the declaration of the state.

The position is the largest, as JSON, that the bots come to in the first turns of any scenario of a game. Beside the codec stand
`pickle` and `copy.deepcopy`, which go by the same objects without a declaration, and marshmallow, which checks every field.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import common as c
import orjson

from events.codec import encode_json
from events.schema import load
from pbem.core.state import codec
from pbem.games import GAMES
from tests.kit.playing import by_bot, mixed_bots, open_play, turns_of

SECONDS = 0.01
"""A case runs so long in a round, at least once."""
LIMITS = {"dump": 1.25, "read": 0.1, "copy": 0.25}
"""At most so many times its peer's time."""
PEERS = {"dump": "pickle.dumps", "read": "marshmallow", "copy": "copy.deepcopy"}


def positions(key: str, turns: int) -> Iterator[Any]:
    """Those of all scenarios of a game, turn by turn; each changes when the next is asked for."""
    game = GAMES[key]
    for scenario in game.scenarios:
        played = open_play(game, scenario, game.scenarios.options(scenario, {}), "codec")
        yield played.state
        for _ in turns_of(played, by_bot(mixed_bots(game, scenario)), "codec", turns):
            yield played.state


def largest(key: str, turns: int) -> Any:
    """The position that is longest as JSON."""
    found = max(((len(text(state)), pickle.dumps(state)) for state in positions(key, turns)), key=lambda each: each[0])
    return pickle.loads(found[1])


def text(state: Any) -> str:
    return encode_json(codec.dump(state))


def cases(state: Any) -> dict[str, Callable[[], Any]]:
    """What is timed, by name; all that give a state must give this one."""
    cls, data, pickled = type(state), orjson.loads(text(state)), pickle.dumps(state)
    back: dict[str, Callable[[], Any]] = {
        "read": partial(codec.read, cls, data),
        "copy": partial(codec.copy, state),
        "marshmallow": partial(load, cls, data),
        "copy.deepcopy": partial(copy.deepcopy, state),
        "pickle.loads": partial(pickle.loads, pickled),
    }
    for name, case in back.items():
        assert case() == state, f"{name} gives another state"
    return {"dump": partial(codec.dump, state), "pickle.dumps": partial(pickle.dumps, state), **back}


def timed(case: Callable[[], Any]) -> float:
    """Milliseconds of one run."""
    total, runs = 0.0, 0
    while total < SECONDS:
        total += c.seconds(case)
        runs += 1
    return 1e3 * total / runs


def compared(key: str, rounds: int, turns: int) -> tuple[list[c.Figure], dict[str, list[float]]]:
    """A game's figures, and the times behind them."""
    state = largest(key, turns)
    work = cases(state)
    times: dict[str, list[float]] = {name: [] for name in work}
    for number in range(rounds):
        for name in c.shuffled(work, number):
            times[name].append(timed(work[name]))
    size = f"{len(text(state)) / 1024:.0f} KiB of JSON"
    return [figure(key, name, times, size) for name in LIMITS], times


def figure(key: str, name: str, times: dict[str, list[float]], size: str) -> c.Figure:
    peer = PEERS[name]
    note = f"{c.median(times[name]):.3f} ms, theirs {c.median(times[peer]):.3f}; {size}"
    if name == "read":
        note += f"; pickle.loads {c.median(times['pickle.loads']):.3f} ms"
    return c.Figure(f"{GAMES[key].title}: {name}, to {peer}", c.ratio(times[name], times[peer]), LIMITS[name], note=note)


def main() -> None:
    given = c.options(__doc__ or "", rounds=(51, 5), turns=(6, 2))
    found = {key: compared(key, given.rounds, given.turns) for key in GAMES}
    figures = [each for figures, _ in found.values() for each in figures]
    c.report("codec", given, figures, {key: times for key, (_, times) in found.items()}, "marshmallow")


if __name__ == "__main__":
    main()
