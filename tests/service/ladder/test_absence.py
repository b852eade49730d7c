"""Missing orders: grace, waiting for players away, a bot that stands in; each once, however often the clock beats."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events.platform import DeadlineSet, OrdersFiled, StoodIn, TurnLocked
from pbem.core.game.options import NoScenario
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext, stamp
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import PLAYER
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.close import close_turn
from pbem.service.turns.tick import tick
from tests.conftest import START, HandClock
from tests.service.builders.duel import duel
from tests.service.builders.policies import policy_of


def under(context: ServiceContext, grace: float = 0, absent: str = "standing", **more: str) -> str:
    """A duel under this policy."""
    players = {"blue": "p1", "red": "p2", **more}
    policy = policy_of(grace, absent, False, "house rules")
    return open_game(context, "star_navy", "first-blood", setup=GameSetup(players, policy=policy))


def due_in(context: ServiceContext, stream: str) -> float:
    """Hours from the start to the deadline."""
    row = context.store.game(stream)
    assert row is not None and row.due == load(context, stream).ledger.due
    when = [hours for hours in range(2000) if stamp(START + timedelta(hours=hours)) == row.due]
    return when[0] if when else -1


def causes(context: ServiceContext, stream: str) -> list[str]:
    return [e.event.why for e in context.store.read(stream) if isinstance(e.event, DeadlineSet)]


def missed(context: ServiceContext, stream: str) -> list[list[str]]:
    return [e.event.missed for e in context.store.read(stream) if isinstance(e.event, TurnLocked)]


def test_without_a_policy_a_missed_deadline_is_missed(context: ServiceContext, clock: HandClock) -> None:
    """As ever: standing orders are used."""
    stream = duel(context)
    clock.advance(24)
    assert tick(context) == [(stream, 1)] and missed(context, stream) == [["blue", "red"]]


def test_grace_is_given_once_a_turn(context: ServiceContext, clock: HandClock) -> None:
    """The first time nobody is cut off; the second time the turn is resolved; the next turn has its own grace."""
    stream = under(context, grace=6)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    clock.advance(24)
    assert [tick(context), tick(context)] == [[], []]
    assert due_in(context, stream) == 30 and causes(context, stream)[-1] == "grace: no orders from Red"
    clock.advance(6)
    assert tick(context) == [(stream, 1)] and missed(context, stream) == [["red"]]
    clock.advance(24)
    assert tick(context) == [] and causes(context, stream)[-1] == "grace: no orders from Blue, Red"


def test_no_grace_when_all_have_filed_or_are_ready(context: ServiceContext, clock: HandClock) -> None:
    """Orders in force are orders; a player who is content with their standing orders has said so."""
    stream = under(context, grace=6)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    file_orders(context, stream, "red", "ready", "m2")
    clock.advance(24)
    assert tick(context) == [(stream, 1)] and missed(context, stream) == [[]]


def test_orders_in_the_grace_count(context: ServiceContext, clock: HandClock) -> None:
    """And when all are ready in it, the turn is resolved at once."""
    stream = under(context, grace=6)
    clock.advance(24)
    tick(context)
    file_orders(context, stream, "blue", "BIS: TURN L\nready", "m1")
    file_orders(context, stream, "red", "SR1: TURN L\nready", "m2")
    assert tick(context) == [(stream, 1)] and missed(context, stream) == [[]]


def test_two_beats_at_once_give_one_grace(context: ServiceContext, clock: HandClock) -> None:
    """A beat that found the game due before another gave grace neither gives more nor closes the turn."""
    stream = under(context, grace=6)
    clock.advance(24)
    found = context.store.due(stamp(clock()))
    assert [close_turn(context, *due) for due in found * 3] == [False] * 3
    assert causes(context, stream)[1:] == ["grace: no orders from Blue, Red"] and missed(context, stream) == []


def test_a_deadline_moved_meanwhile_is_kept(context: ServiceContext, clock: HandClock) -> None:
    """The game master extends between the beat's question and its act: the turn stays open."""
    stream = duel(context)
    clock.advance(24)
    found = context.store.due(stamp(clock()))
    game_master.extend(context, stream, 24, "asked for")
    assert not close_turn(context, *found[0])


def test_an_outage_does_not_eat_the_grace(context: ServiceContext, clock: HandClock) -> None:
    """Grace counts from now when the deadline passed while nothing ran."""
    stream = under(context, grace=6)
    clock.advance(100)
    tick(context)
    assert due_in(context, stream) == 106


def test_nobody_waits_for_bots_and_empty_seats(context: ServiceContext, clock: HandClock) -> None:
    """Grace is for persons."""
    stream = under(context, grace=6)
    seating.vacate(context, stream, "red", "no answer")
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    clock.advance(24)
    assert tick(context) == [(stream, 1)] and missed(context, stream) == [["red"]]


def test_an_absence_ends_within_a_year(context: ServiceContext, clock: HandClock) -> None:
    """Exactly a year is taken, a second more is not: a player who is away for longer leaves the seat."""
    stream = duel(context)
    with pytest.raises(ActRefused, match="within 365 days; after that, leave the seat"):
        absence.set_absence(context, stream, "red", clock() + timedelta(days=365, seconds=1), "at sea", PLAYER)
    absence.set_absence(context, stream, "red", clock() + timedelta(days=365), "at sea", PLAYER)
    assert load(context, stream).ledger.absent["red"] == stamp(clock() + timedelta(days=365))


def test_the_deadline_waits_for_a_player_who_is_away(context: ServiceContext, clock: HandClock) -> None:
    """Until they are back, and not longer than 14 days; once."""
    for days, waits in ((3, 72), (40, 24 + 14 * 24)):
        stream = under(context, absent="wait")
        start = (clock() - START) / timedelta(hours=1)
        absence.set_absence(context, stream, "red", clock() + timedelta(days=days), "at sea", PLAYER)
        file_orders(context, stream, "blue", "BIS: TURN L", f"m{days}")
        clock.advance(24)
        assert tick(context) == []
        assert due_in(context, stream) == start + waits and causes(context, stream)[-1] == "away: Red"
        clock.advance(waits - 24)
        assert tick(context) == [(stream, 1)]
        game_master.end(context, stream, "done with it")


def test_player_who_is_back_early_or_files_is_not_waited_for(context: ServiceContext, clock: HandClock) -> None:
    """`back` ends the absence; orders from afar are orders."""
    stream = under(context, absent="wait")
    absence.set_absence(context, stream, "red", clock() + timedelta(days=9), "at sea", PLAYER)
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    clock.advance(24)
    assert tick(context) == [(stream, 1)]
    absence.set_absence(context, stream, "red", None, "home", PLAYER)
    clock.advance(24)
    assert tick(context) == [(stream, 2)]


def test_a_bot_stands_in(context: ServiceContext, clock: HandClock) -> None:
    """For who is away and sent nothing, at the deadline; all are told; its orders are sealed and the audit holds."""
    stream = under(context, absent="bot:aggressive")
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    absence.set_absence(context, stream, "red", clock() + timedelta(days=9), "at sea", PLAYER)
    clock.advance(24)
    assert tick(context) == [(stream, 1)] and missed(context, stream) == [[]]
    filed = [e for e in context.store.read(stream) if isinstance(e.event, OrdersFiled) and e.event.seat == "red"]
    assert [(e.event.seat, e.audience, e.event.source) for e in filed] == [("red", "red", "bot aggressive for red 1")]
    told = turn_report(context, stream, 1, "blue").report.standing
    assert "The bot aggressive ordered for Red, whose player is away." in told
    assert audit(context, stream).sound


def test_a_bot_does_not_stand_in_for_a_player_who_has_filed(context: ServiceContext, clock: HandClock) -> None:
    """Orders from afar are orders."""
    stream = under(context, absent="bot:aggressive")
    file_orders(context, stream, "blue", "BIS: TURN L", "m0")
    absence.set_absence(context, stream, "red", clock() + timedelta(days=9), "at sea", PLAYER)
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    clock.advance(24)
    tick(context)
    assert not [e for e in context.store.read(stream) if isinstance(e.event, StoodIn)]
    clock.advance(24)
    tick(context)
    assert [e for e in context.store.read(stream) if isinstance(e.event, StoodIn)], "away, and this time without orders"


def test_slips_are_refused(context: ServiceContext, clock: HandClock) -> None:
    """Past times, seats that are not there or free, a player who is not away, a policy that makes no sense."""
    stream = duel(context)
    with pytest.raises(ActRefused, match="past"):
        absence.set_absence(context, stream, "red", clock(), "x")
    with pytest.raises(ActRefused, match="365 days"):
        absence.set_absence(context, stream, "red", clock() + timedelta(days=366), "x")
    with pytest.raises(NoSuchSeat):
        absence.set_absence(context, stream, "green", clock() + timedelta(days=1), "x")
    with pytest.raises(ActRefused, match="not away"):
        absence.set_absence(context, stream, "red", None, "x")
    seating.vacate(context, stream, "red", "x")
    with pytest.raises(ActRefused, match="nobody plays Red"):
        absence.set_absence(context, stream, "red", clock() + timedelta(days=1), "x")
    for grace, kind in ((-1.0, "wait"), (1000.0, "wait"), (float("nan"), "wait")):
        with pytest.raises(ActRefused):
            absence.set_policy(context, stream, policy_of(grace, kind, False, "x"))
    with pytest.raises(NoScenario, match="no bot 'genius'"):
        absence.set_policy(context, stream, policy_of(1.0, "bot:genius", False, "x"))


def test_a_policy_is_changed_with_a_reason(context: ServiceContext, clock: HandClock) -> None:
    """It counts from the open turn on."""
    stream = duel(context)
    absence.set_policy(context, stream, policy_of(6.0, "wait", True, "as agreed"))
    clock.advance(24)
    assert tick(context) == []
    policy = load(context, stream).ledger.policy
    assert (policy.grace_hours, policy.wait_days, policy.open_seats, policy.why) == (6.0, 14.0, True, "as agreed")
