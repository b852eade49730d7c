"""What of taking a battle over is the muster, what the deeds, and what the append: for the largest battle of each rule book.

A campaign of one battle, at the scenario with the most places, all of them taken. Bots play it to its end, which is then taken
over again and again, each time in a copy of the database, by a process that has both records at hand (as the heartbeat has).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Any

import common as c

from campaigns.take_over import LIMIT, Clock
from pbem.campaign.played import KEY, PLAYED
from pbem.core.fleets.berths import Berth
from pbem.core.game.protocol import Fleets, Game
from pbem.database import open_database
from pbem.games import GAMES
from pbem.service.campaigns.battle_ends import deeds_of
from pbem.service.campaigns.go_on import go_on
from pbem.service.campaigns.take_over import take_over
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.repository import reading
from pbem.service.turns.tick import tick

CAMPAIGN, BATTLE = "c1", "g1"
MOST_BEATS = 2000


def largest(game: Game[Any]) -> tuple[str, list[Berth]]:
    """The scenario of a rule book with the most places, and these."""
    found = {}
    for scenario in game.scenarios.values():
        found[scenario.key] = list(fleets_of(game).berths(scenario.key, game.scenarios.options(scenario.key, {})))
    return max(found.items(), key=lambda each: len(each[1]))


def fleets_of(game: Game[Any]) -> Fleets[Any]:
    assert game.fleets is not None, game.key
    return game.fleets


def campaign_file(game: Game[Any]) -> dict[str, Any]:
    """A campaign of one battle, with a unit for every place."""
    scenario, places = largest(game)
    sides = list(dict.fromkeys(place.side for place in places))
    units = {
        side: [{"id": each.id, "unit_class": each.printed.unit_class} for each in places if each.side == side] for side in sides
    }
    node = {
        **{"id": "SEA", "title": "At sea", "book": game.key, "scenario": scenario},
        "sides": {side.lower(): {"plays": side} for side in sides},
    }
    return {
        **{
            "key": "largest",
            "code": "LGST",
            "title": "The largest battle",
            "summary": "One battle.",
            "start": ["SEA"],
            "rounds": 1,
        },
        "sides": [{"id": side.lower(), "title": side.title(), "units": units[side]} for side in sides],
        "nodes": [node],
    }


def opened(path: Path) -> ServiceContext:
    drawn = count()
    return ServiceContext(
        open_database(path), PLAYED, Clock(), lambda n: sha256(f"largest {next(drawn)}".encode()).digest()[:n], b"secret"
    )


def fought(game: Game[Any], path: Path) -> int:
    """Bots play the battle to its end; nobody has told the campaign. Returns the length of its log."""
    file, context = campaign_file(game), opened(path)
    with closing(context.database):
        bots = {side["id"]: f"bot:{next(iter(PLAYED[KEY].planning.bots))}" for side in file["sides"]}
        open_game(context, KEY, "own", 0.0, setup=GameSetup(bots, options={"file": json.dumps(file)}))
        go_on(context)
        for _ in range(MOST_BEATS):
            row = context.store.game(BATTLE)
            if row and row.status == "ended":
                break
            tick(context)
        c.checkpoint(context.database.sqlite_file())
        return context.store.head(BATTLE).version


def timed(times: dict[str, float], name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """The same, with its milliseconds noted."""

    def measured(*args: Any, **kwargs: Any) -> Any:
        start = time.perf_counter()
        try:
            return work(*args, **kwargs)
        finally:
            times[name] = times.get(name, 0.0) + 1e3 * (time.perf_counter() - start)

    return measured


def parts(game: Game[Any], path: Path) -> dict[str, float]:
    """The milliseconds of taking the battle over, and of its parts: each of these is done once more by itself before."""
    context, times = opened(path), dict[str, float]()
    with closing(context.database):
        open_game(context, "star_navy", "first-blood")  # the first that is written to a copy takes longer than all that follow
        with reading(context, CAMPAIGN), reading(context, BATTLE) as record:
            timed(times, "muster", fleets_of(game).muster)(record.state)
            timed(times, "deeds", deeds_of)(context, record, fleets_of(game))
        append = context.store.append
        object.__setattr__(context.store, "append", timed(times, "append", append))
        began = time.process_time()
        assert timed(times, "all", take_over)(context, CAMPAIGN, 1)
        times["processor"] = 1e3 * (time.process_time() - began)
    return times


def rounds(game: Game[Any], number: int) -> tuple[int, list[dict[str, float]]]:
    """The length of the battle's log, and what each round took."""
    folder = c.scratch(f"take-over-parts-{game.key}")
    events = fought(game, folder / "wardroom.db")

    def each() -> Iterator[dict[str, float]]:
        for turn in range(number):
            copyfile(folder / "wardroom.db", folder / f"{turn}.db")
            yield parts(game, folder / f"{turn}.db")

    return events, list(each())


def main() -> None:
    given = c.options(__doc__ or "", rounds=(15, 3))
    measured = {game.key: rounds(game, given.rounds) for game in GAMES.values()}
    figures = []
    for key, (events, times) in measured.items():
        each = {part: c.median(time[part] for time in times) for part in ("muster", "deeds", "append", "processor", "all")}
        scenario, places = largest(GAMES[key])
        note = f"{events} events; muster {each['muster']:.1f}, deeds {each['deeds']:.1f}, append {each['append']:.1f} ms"
        note += f"; {each['processor']:.1f} ms of the processor"
        what = f"{PLAYED[key].title}: {scenario}, {len(places)} units"
        figures.append(c.Figure(what, each["all"], LIMIT, unit="ms", note=note))
    c.report("take_over_parts", given, figures, {key: times for key, (_, times) in measured.items()})


if __name__ == "__main__":
    main()
