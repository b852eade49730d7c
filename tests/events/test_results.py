"""The table of results: when games ended, and since when everybody sees that."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from events.base import Draft
from events.platform import GameEnded, GameForked, PolicySet
from events.projections.projectors import later
from events.store import EMPTY
from pbem.campaign.played import PLAYED
from pbem.database import APPLIED, open_database
from pbem.service.context import ServiceContext, stamp
from pbem.service.games.opening import GameSetup, open_game
from tests.conftest import START, HandClock
from tests.service.builders.ended import end, ended_game

PLAYERS = {"blue": "p1", "red": "p2"}
BEFORE = (
    "DROP INDEX results_shown",
    "ALTER TABLE results DROP COLUMN ended",
    "ALTER TABLE results DROP COLUMN shown",
    f"DELETE FROM {APPLIED} WHERE name='results_in_order'",
)
"""What makes the table again what it was when it had no times."""


def test_results_of_before_get_their_times(tmp_path: Path, clock: HandClock) -> None:
    """When the service is updated: those that an audit finds right, for a game with a delay, one that went on, and another."""
    path = tmp_path / "wardroom.db"
    with closing(open_database(path)) as database:
        context = ServiceContext(database, PLAYED, clock, bytes, b"x")
        slow = GameSetup(policy=PolicySet(delay_hours=36))
        end(context, open_game(context, "star_navy", "first-blood", players=PLAYERS, setup=slow), ["BLUE"])
        clock.advance(1)
        ended_game(context, PLAYERS, ["RED"])
        there = context.store.results()
        with database.write() as con:
            for statement in BEFORE:
                con.execute(statement)
    with closing(open_database(path)) as database:
        context.database, store = database, type(context.store)(database)
        assert store.results() == there
        assert [store.stale_rows(stream) for stream in ("g1", "g2")] == [[], []]
    assert [each.stream for each in there] == ["g2", "g2", "g1", "g1"]
    assert there[-1].shown == later(there[-1].at, 36) > there[0].shown == there[0].at > there[-1].at


def test_the_end_of_a_sandbox_is_no_result(context: ServiceContext) -> None:
    head = context.store.append("s1", [Draft(GameForked("g1", 0, 0, "", "p1"))], EMPTY, stamp(START))
    context.store.append("s1", [Draft(GameEnded(["BLUE"], "It is over."))], head, stamp(START))
    assert not context.store.results()


def test_a_time_so_much_later_is_written_as_the_log_writes_times() -> None:
    assert later("2026-11-21T18:00:00.250000Z", 1.5) == "2026-11-21T19:30:00.250000Z"
