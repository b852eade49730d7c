"""What the heartbeat spends on campaigns in which nothing happens: a thousand of them, and a thousand games beside them.

Each campaign waits for two battles, which are games of their own and wait for their players' orders.
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from hashlib import sha256
from itertools import count
from typing import Any

import common as c

from campaigns.take_over import Clock
from campaigns.take_over_parts import fleets_of
from pbem.campaign.played import KEY, PLAYED
from pbem.database import open_database
from pbem.games import GAMES
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game

BEATS = 15
LIMIT = 50.0
"""Milliseconds for all of them: a fraction of the second between two heartbeats."""


def campaign_file() -> dict[str, Any]:
    """Two duels at once, without refits: they are set when the campaign is opened."""
    game = GAMES["star_navy"]
    places = fleets_of(game).berths("first-blood", game.scenarios.options("first-blood", {}))
    sides = list(dict.fromkeys(place.side for place in places))
    brings = {side.lower(): {"plays": side, "printed": True} for side in sides}
    nodes = [{"id": id, "title": id, "book": game.key, "scenario": "first-blood", "sides": brings} for id in ("EAST", "WEST")]
    return {
        **{"key": "idle", "code": "IDLE", "title": "Idle", "summary": "Two duels.", "start": ["EAST", "WEST"], "rounds": 1},
        "sides": [{"id": side.lower(), "title": side.title()} for side in sides],
        "nodes": nodes,
    }


def heartbeats(number: int) -> tuple[float, list[float]]:
    """The milliseconds of the first look at so many campaigns, and of each of those after it."""
    drawn, file = count(), json.dumps(campaign_file())
    database = open_database(c.scratch("idle-campaigns") / "wardroom.db")
    context = ServiceContext(
        database, PLAYED, Clock(), lambda n: sha256(f"idle {next(drawn)}".encode()).digest()[:n], b"secret"
    )
    with closing(database):
        for place in range(number):
            open_game(context, KEY, "own", 24.0, setup=GameSetup({"blue": f"p{place}", "red": "p"}, options={"file": file}))
            open_game(context, "star_navy", "first-blood", 24.0, {"blue": f"p{place}", "red": "p"})
        go_on(context)
        context.idle.clear()
        first, *later = [1e3 * c.seconds(lambda: go_on(context)) for _ in range(BEATS + 1)]
        assert len(context.store.live_campaigns()) == number
        return first, later


def main() -> None:
    given = c.options(__doc__ or "", campaigns=(1000, 100))
    start = time.perf_counter()
    first, later = heartbeats(given.campaigns)
    note = f"{given.campaigns} campaigns, {3 * given.campaigns} games; the first look after a start took {first / 1e3:.1f} s"
    figures = [c.Figure("a heartbeat's look at idle campaigns", c.median(later), LIMIT, unit="ms", note=note)]
    c.report("idle_campaigns", given, figures, {"later": later, "set_up": time.perf_counter() - start})


if __name__ == "__main__":
    main()
