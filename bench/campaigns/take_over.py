"""What it costs to take the end of a battle over: a campaign by bots, and each report of a battle timed.

The Harrow Passage is played by bots from its opening to its end, battle after battle. Timed is what the heartbeat does when it
finds a battle that has ended: muster and deeds from the battle's log, the report, and the one durable append that closes the
campaign's turn with it. In the heartbeat the records of both are at hand (warm); after a restart they are folded from their
logs (cold).
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import common as c

from pbem.campaign.played import KEY, PLAYED
from pbem.database import open_database
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.campaigns.go_on import go_on
from pbem.service.campaigns.take_over import take_over
from pbem.service.context import RecordCache, ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.repository import reading
from pbem.service.turns.tick import tick

CAMPAIGN = "harrow"
LIMIT = 20.0
"""Milliseconds: nobody who waits for a page that was asked for in the same moment notices them."""


class Clock:
    """Time that goes on a little whenever somebody looks."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time


def played(number: int) -> dict[str, list[float]]:
    """The milliseconds of each battle of a campaign that was taken over, every second one cold."""
    drawn = iter(range(1_000_000))
    database = open_database(c.scratch(f"take-over-{number}") / "wardroom.db")
    context = ServiceContext(
        database, PLAYED, Clock(), lambda n: sha256(f"{number} {next(drawn)}".encode()).digest()[:n], b"secret"
    )
    bots = {seat: f"bot:{next(iter(PLAYED[KEY].planning.bots))}" for seat in ("blue", "red")}
    campaign, times = open_game(context, KEY, CAMPAIGN, 0.0, bots), dict[str, list[float]](warm=[], cold=[])
    while campaign in context.store.live_campaigns():
        tick(context)
        with reading(context, campaign) as record:
            fought = [battle.number for battle in campaign_state(record).waiting if battle.stream]
        for battle in fought:
            cold = (battle + number) % 2 == 0
            context.records = RecordCache() if cold else context.records
            start = time.perf_counter()
            if take_over(context, campaign, battle):
                times["cold" if cold else "warm"].append(1e3 * (time.perf_counter() - start))
        go_on(context)
    database.close()
    return times


def main() -> None:
    given = c.options(__doc__ or "", campaigns=(12, 3))
    times = [played(number) for number in range(given.campaigns)]
    warm, cold = ([ms for each in times for ms in each[how]] for how in ("warm", "cold"))
    note = f"{len(warm) + len(cold)} battles; 95 of 100 in {c.percentile(warm, 0.95):.1f} ms"
    figures = [
        c.Figure("a battle's end taken over by the heartbeat", c.median(warm), LIMIT, unit="ms", note=note),
        c.Figure("the same after a restart, both logs folded", c.median(cold), 5 * LIMIT, unit="ms"),
    ]
    c.report("take_over", given, figures, times)


if __name__ == "__main__":
    main()
