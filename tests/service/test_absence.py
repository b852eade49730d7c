"""Missing orders: grace, waiting for who is away, a bot that stands in; each once, whoever beats the clock how often."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events import projections
from events.platform import DeadlineSet, OrdersFiled, PolicySet, StoodIn, TurnLocked
from pbem.core.game.options import NoScenario
from pbem.service.audit.verify import audit
from pbem.service.context import NoSuchSeat, Refused, Room, stamp
from pbem.service.games import game_master, seating
from pbem.service.games.history import PLAYER
from pbem.service.games.opening import Table, open_game
from pbem.service.orders.file import file_orders
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns import absence
from pbem.service.turns.close import close_turn
from pbem.service.turns.tick import tick
from tests.conftest import START, HandClock
from tests.service.duels import duel


def under(room: Room, grace: float = 0, absent: str = "standing", **more: str) -> str:
    """A duel under this policy."""
    players = {"blue": "p1", "red": "p2", **more}
    policy = PolicySet(grace, absent, False, "house rules")
    return open_game(room, "star_navy", "first-blood", table=Table(players, policy=policy))


def due_in(room: Room, stream: str) -> float:
    """Hours from the start to the deadline."""
    row = projections.game(room.store.db.con, stream)
    assert row is not None and row.due == load(room, stream).ledger.due
    when = [hours for hours in range(2000) if stamp(START + timedelta(hours=hours)) == row.due]
    return when[0] if when else -1


def causes(room: Room, stream: str) -> list[str]:
    return [e.event.why for e in room.store.read(stream) if isinstance(e.event, DeadlineSet)]


def missed(room: Room, stream: str) -> list[list[str]]:
    return [e.event.missed for e in room.store.read(stream) if isinstance(e.event, TurnLocked)]


def test_without_a_policy_a_missed_deadline_is_missed(room: Room, clock: HandClock) -> None:
    """As ever: standing orders are used."""
    stream = duel(room)
    clock.advance(24)
    assert tick(room) == [(stream, 1)] and missed(room, stream) == [["blue", "red"]]


def test_grace_is_given_once_a_turn(room: Room, clock: HandClock) -> None:
    """The first time nobody is cut off; the second time the turn is resolved; the next turn has its own grace."""
    stream = under(room, grace=6)
    file_orders(room, stream, "blue", "BIS: TURN L", "m1")
    clock.advance(24)
    assert [tick(room), tick(room)] == [[], []]
    assert due_in(room, stream) == 30 and causes(room, stream)[-1] == "grace: no orders from red"
    clock.advance(6)
    assert tick(room) == [(stream, 1)] and missed(room, stream) == [["red"]]
    clock.advance(24)
    assert tick(room) == [] and causes(room, stream)[-1] == "grace: no orders from blue, red"


def test_no_grace_when_all_have_filed_or_are_ready(room: Room, clock: HandClock) -> None:
    """Orders that stand are orders; who is content with his standing orders has said so."""
    stream = under(room, grace=6)
    file_orders(room, stream, "blue", "BIS: TURN L", "m1")
    file_orders(room, stream, "red", "ready", "m2")
    clock.advance(24)
    assert tick(room) == [(stream, 1)] and missed(room, stream) == [[]]


def test_orders_in_the_grace_count(room: Room, clock: HandClock) -> None:
    """And when all are ready in it, the turn is resolved at once."""
    stream = under(room, grace=6)
    clock.advance(24)
    tick(room)
    file_orders(room, stream, "blue", "BIS: TURN L\nready", "m1")
    file_orders(room, stream, "red", "SR1: TURN L\nready", "m2")
    assert tick(room) == [(stream, 1)] and missed(room, stream) == [[]]


def test_two_beats_at_once_give_one_grace(room: Room, clock: HandClock) -> None:
    """A beat that found the game due before another gave grace neither gives more nor closes the turn."""
    stream = under(room, grace=6)
    clock.advance(24)
    found = room.store.due(stamp(clock()))
    assert [close_turn(room, *due, patient=True) for due in found * 3] == [False] * 3
    assert causes(room, stream)[1:] == ["grace: no orders from blue, red"] and missed(room, stream) == []


def test_a_deadline_moved_meanwhile_is_kept(room: Room, clock: HandClock) -> None:
    """The game master extends between the beat's question and its act: the turn stays open."""
    stream = duel(room)
    clock.advance(24)
    found = room.store.due(stamp(clock()))
    game_master.extend(room, stream, 24, "asked for")
    assert not close_turn(room, *found[0], patient=True)


def test_an_outage_does_not_eat_the_grace(room: Room, clock: HandClock) -> None:
    """Grace counts from now when the deadline passed while nothing ran."""
    stream = under(room, grace=6)
    clock.advance(100)
    tick(room)
    assert due_in(room, stream) == 106


def test_nobody_waits_for_bots_and_empty_seats(room: Room, clock: HandClock) -> None:
    """Grace is for persons."""
    stream = under(room, grace=6)
    seating.vacate(room, stream, "red", "no answer")
    file_orders(room, stream, "blue", "BIS: TURN L", "m1")
    clock.advance(24)
    assert tick(room) == [(stream, 1)] and missed(room, stream) == [["red"]]


def test_the_deadline_waits_for_who_is_away(room: Room, clock: HandClock) -> None:
    """Until he is back, and not longer than 14 days; once."""
    for days, waits in ((3, 72), (40, 24 + 14 * 24)):
        stream = under(room, absent="wait")
        start = (clock() - START) / timedelta(hours=1)
        absence.set_absence(room, stream, "red", clock() + timedelta(days=days), "at sea", PLAYER)
        file_orders(room, stream, "blue", "BIS: TURN L", f"m{days}")
        clock.advance(24)
        assert tick(room) == []
        assert due_in(room, stream) == start + waits and causes(room, stream)[-1] == "away: red"
        clock.advance(waits - 24)
        assert tick(room) == [(stream, 1)]
        game_master.end(room, stream, "done with it")


def test_who_is_back_early_or_files_is_not_waited_for(room: Room, clock: HandClock) -> None:
    """`back` ends the absence; orders from afar are orders."""
    stream = under(room, absent="wait")
    absence.set_absence(room, stream, "red", clock() + timedelta(days=9), "at sea", PLAYER)
    file_orders(room, stream, "red", "SR1: TURN L", "m1")
    clock.advance(24)
    assert tick(room) == [(stream, 1)]
    absence.set_absence(room, stream, "red", None, "home", PLAYER)
    clock.advance(24)
    assert tick(room) == [(stream, 2)]


def test_a_bot_stands_in(room: Room, clock: HandClock) -> None:
    """For who is away and sent nothing, at the deadline; all are told; its orders are sealed and the audit holds."""
    stream = under(room, absent="bot:aggressive")
    absence.set_absence(room, stream, "red", clock() + timedelta(days=9), "at sea", PLAYER)
    clock.advance(24)
    assert tick(room) == [(stream, 1)] and missed(room, stream) == [["blue"]]
    filed = [e for e in room.store.read(stream) if isinstance(e.event, OrdersFiled)]
    assert [(e.event.seat, e.audience, e.event.source) for e in filed] == [("red", "red", "bot aggressive for red 1")]
    told = turn_report(room, stream, 1, "blue").report.standing
    assert "The bot aggressive ordered for red, whose player is away." in told
    assert audit(room, stream).sound


def test_a_bot_does_not_stand_in_for_who_is_here(room: Room, clock: HandClock) -> None:
    """Who forgot is not replaced; nor is who is away but has filed."""
    stream = under(room, absent="bot:aggressive")
    absence.set_absence(room, stream, "red", clock() + timedelta(days=9), "at sea", PLAYER)
    file_orders(room, stream, "red", "SR1: TURN L", "m1")
    clock.advance(24)
    tick(room)
    assert not [e for e in room.store.read(stream) if isinstance(e.event, StoodIn)]


def test_slips_are_refused(room: Room, clock: HandClock) -> None:
    """Past times, seats that are not there or free, who is not away, a policy that makes no sense."""
    stream = duel(room)
    with pytest.raises(Refused, match="past"):
        absence.set_absence(room, stream, "red", clock(), "x")
    with pytest.raises(Refused, match="365 days"):
        absence.set_absence(room, stream, "red", clock() + timedelta(days=366), "x")
    with pytest.raises(NoSuchSeat):
        absence.set_absence(room, stream, "green", clock() + timedelta(days=1), "x")
    with pytest.raises(Refused, match="not away"):
        absence.set_absence(room, stream, "red", None, "x")
    seating.vacate(room, stream, "red", "x")
    with pytest.raises(Refused, match="nobody plays red"):
        absence.set_absence(room, stream, "red", clock() + timedelta(days=1), "x")
    for grace, kind in ((-1.0, "wait"), (1000.0, "wait"), (float("nan"), "wait"), (1.0, "shrug"), (1.0, "standing:x")):
        with pytest.raises(Refused):
            absence.set_policy(room, stream, PolicySet(grace, kind, False, "x"))
    with pytest.raises(NoScenario, match="no bot 'genius'"):
        absence.set_policy(room, stream, PolicySet(1.0, "bot:genius", False, "x"))


def test_a_policy_is_changed_with_a_reason(room: Room, clock: HandClock) -> None:
    """It holds from the open turn on."""
    stream = duel(room)
    absence.set_policy(room, stream, PolicySet(6.0, "wait", True, "as agreed"))
    clock.advance(24)
    assert tick(room) == []
    policy = load(room, stream).ledger.policy
    assert (policy.grace_hours, policy.absent, policy.open_seats, policy.why) == (6.0, "wait", True, "as agreed")
