"""Many games due at once hold up no deadline that comes after theirs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.service.context import ServiceContext
from pbem.service.games.game_master import set_deadline
from pbem.service.games.opening import open_game
from pbem.service.reports.publish import publish
from pbem.service.turns import tick as tick_module
from pbem.service.turns.fair_order import apart, from_both_ends
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.handing_out import mark_published

PEOPLE = {"blue": "p1", "red": "p2"}


def duel(context: ServiceContext, **players: str) -> str:
    return open_game(context, "star_navy", "first-blood", players=PEOPLE | players)


def closed(context: ServiceContext) -> list[str]:
    """The games whose first turn is over."""
    return [row.stream for row in context.store.games() if row.closed == 1]


def test_the_first_and_the_last_come_in_turn() -> None:
    """Each once: so the last to become due is resolved second."""
    assert list(from_both_ends([1, 2, 3, 4, 5])) == [1, 5, 2, 4, 3]
    assert list(from_both_ends([1, 2])) == [1, 2]
    assert list(from_both_ends([])) == []


def test_those_who_share_work_go_apart() -> None:
    """Everything once, and what is one owner's in its order; two who ask hardly ever have the same order."""
    waiting = [(owner, number) for number in range(3) for owner in range(40)]
    orders = [apart(waiting, lambda each: each[0]) for _ in range(2)]
    for order in orders:
        assert sorted(order) == sorted(waiting)
        for owner in range(40):
            assert [each for each in order if each[0] == owner] == [(owner, number) for number in range(3)]
    assert orders[0] != orders[1]


def test_bots_of_many_games_hold_up_no_deadline_of_people(
    context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each round some bots order; a game whose bots have not is not resolved before they have."""
    with_bots = [duel(context, red="bot:aggressive") for _ in range(3)]
    alone = duel(context)
    monkeypatch.setattr(tick_module, "BOTS", -1.0)  # one bot a round
    after_rounds: list[list[str]] = []
    clock.advance(24)
    tick(context, publish=lambda: after_rounds.append(closed(context)))
    assert after_rounds[0] == [with_bots[0], alone]
    assert closed(context) == [*with_bots, alone]
    for stream in with_bots:
        assert not [seat for seat in context.store.seats(stream) if seat.seat == "red" and seat.filed < 1]


def test_reports_wait_in_the_order_of_the_deadlines_that_their_turns_had(context: ServiceContext, clock: HandClock) -> None:
    """So that those of another deadline are told from a crowd's, however the games are called."""
    first, lone, last = (duel(context) for _ in range(3))
    for stream in (first, lone, last):
        mark_published(context, publish(context, stream, 0))
    set_deadline(context, lone, clock() + timedelta(hours=25), "on its own")
    clock.advance(26)
    tick(context)
    assert context.store.unsent_reports() == [(first, 1), (last, 1), (lone, 1)]
