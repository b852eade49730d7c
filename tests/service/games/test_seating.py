"""Who plays a seat: offers, visitors, leaving, being replaced."""

from __future__ import annotations

import pytest

from events import projections
from events.base import Draft
from pbem.core.game.options import NoScenario
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.reports import publish
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel
from tests.service.builders.policies import policy_of
from tests.service.handing_out import mark_published


def half_full(context: ServiceContext, open_seats: bool = False) -> str:
    """Blue is p1, red is free."""
    policy = policy_of(0.0, "standing", open_seats, "house rules")
    return open_game(context, "star_navy", "first-blood", setup=GameSetup({"blue": "p1"}, master="gm", policy=policy))


def players(context: ServiceContext, stream: str) -> dict[str, str | None]:
    """As the log and the lists both say."""
    listed = {row.seat: row.player for row in context.store.seats(stream)}
    folded = load(context, stream).ledger.players
    assert folded == {seat: player for seat, player in listed.items() if player}
    return listed


def test_an_offer_is_accepted_once(context: ServiceContext) -> None:
    """The invited person takes the seat and the clock starts; others cannot; nobody can a second time."""
    stream = half_full(context)
    seating.offer(context, stream, "red", "p2", "come and play")
    with pytest.raises(ActRefused, match="does not hold"):
        seating.accept(context, stream, "red", "p3")
    seating.accept(context, stream, "red", "p2")
    assert players(context, stream) == {"blue": "p1", "red": "p2"} and load(context, stream).ledger.due
    with pytest.raises(ActRefused, match="yours already"):
        seating.accept(context, stream, "red", "p2")
    with pytest.raises(ActRefused, match="taken"):
        seating.offer(context, stream, "red", "p3", "x")


def test_the_latest_offer_counts(context: ServiceContext) -> None:
    """A seat is offered to one person at a time."""
    stream = half_full(context, open_seats=True)
    seating.offer(context, stream, "red", "p2", "x")
    seating.offer(context, stream, "red", "p3", "x")
    with pytest.raises(ActRefused, match="does not hold"):
        seating.accept(context, stream, "red", "p2")
    with pytest.raises(ActRefused, match="kept for somebody"):
        seating.join(context, stream, "red", "p4")
    seating.join(context, stream, "red", "p3")
    assert players(context, stream)["red"] == "p3"


def test_a_visitor_takes_a_free_seat_when_they_may(context: ServiceContext) -> None:
    """By the game's policy; not both sides; not a seat that is taken or not there."""
    with pytest.raises(ActRefused, match="by invitation"):
        seating.join(context, half_full(context), "red", "p2")
    stream = half_full(context, open_seats=True)
    with pytest.raises(ActRefused, match="the other side"):
        seating.join(context, stream, "red", "p1")
    with pytest.raises(ActRefused, match="taken"):
        seating.join(context, stream, "blue", "p2")
    with pytest.raises(NoSuchSeat):
        seating.join(context, stream, "green", "p2")
    seating.join(context, stream, "red", "p2")
    assert players(context, stream)["red"] == "p2"


def test_player_who_resigns_leaves_orders_and_a_free_seat(context: ServiceContext, clock: HandClock) -> None:
    """What they filed counts; then the seat goes by standing orders; the game goes on."""
    stream = duel(context)
    file_orders(context, stream, "red", "SR1: TURN L", "m1")
    with pytest.raises(ActRefused, match="not yours"):
        seating.resign(context, stream, "red", "p1", "x")
    seating.resign(context, stream, "red", "p2", "no time")
    assert players(context, stream)["red"] is None
    clock.advance(24)
    assert tick(context) == [(stream, 1)]
    clock.advance(24)
    assert tick(context) == [(stream, 2)]
    with pytest.raises(ActRefused, match="nobody plays Red"):
        seating.vacate(context, stream, "red", "again")


def test_nobody_waits_for_an_empty_seat(context: ServiceContext) -> None:
    """When the others are ready, leaving resolves the turn; and readiness of the rest is enough from then on."""
    stream = duel(context)
    file_orders(context, stream, "blue", "BIS: TURN L\nready", "m1")
    seating.vacate(context, stream, "red", "no answer for a week")
    assert tick(context) == [(stream, 1)]
    file_orders(context, stream, "blue", "ready", "m2")
    assert tick(context) == [(stream, 2)]


def test_a_seat_that_was_never_taken_is_waited_for(context: ServiceContext) -> None:
    """Readiness of those who are there does not start a game that lacks a player."""
    stream = half_full(context)
    file_orders(context, stream, "blue", "ready", "m1")
    assert tick(context) == []


def test_the_new_player_gets_the_present_report(context: ServiceContext, clock: HandClock) -> None:
    """Replaced by invitation: nothing is sent to the empty seat; the new one is given the latest turn."""
    stream = duel(context)
    mark_published(context, publish.publish(context, stream, 0))
    seating.replace_player(context, stream, "red", "p3", "p2 has vanished")
    clock.advance(24)
    tick(context)
    assert [made.seat for made in publish.publish(context, stream, 1)] == ["blue"]
    seating.accept(context, stream, "red", "p3")
    assert [made.player for made in publish.publish(context, stream, 1)] == ["p1", "p3"]


def test_a_seat_is_given_at_once(context: ServiceContext) -> None:
    """To a bot or, by the operator, to a person; the absence of the one before does not stick to the seat."""
    stream = duel(context)
    seating.seat_player(context, stream, "red", "bot:cautious", "p2 has vanished")
    assert players(context, stream)["red"] == "bot:cautious"
    with pytest.raises(ActRefused, match="already"):
        seating.seat_player(context, stream, "red", "bot:cautious", "x")
    for unknown in ("bot:genius", "bot:"):
        with pytest.raises(NoScenario, match="no bot"):
            seating.seat_player(context, stream, "red", unknown, "x")


def test_an_absence_goes_with_its_player(context: ServiceContext, clock: HandClock) -> None:
    """Whoever comes next is not away."""
    stream = duel(context)
    clock.advance(1)
    absence.set_absence(context, stream, "red", clock().replace(year=2026, month=6), "at sea")
    seating.replace_player(context, stream, "red", "p3", "x")
    seating.accept(context, stream, "red", "p3")
    assert load(context, stream).ledger.absent == {}


def test_person_who_has_looked_may_not_play(context: ServiceContext, clock: HandClock) -> None:
    """The game master who looked through a seat's eyes gets no seat, in whatever turn."""
    stream = half_full(context, open_seats=True)
    game_master.watch(context, stream, "blue", "a question")
    seating.join(context, stream, "red", "p2")
    clock.advance(24)
    tick(context)
    seating.vacate(context, stream, "red", "x")
    for act in (seating.join, lambda *a: seating.offer(*a, "x"), lambda *a: seating.seat_player(*a, "x")):
        with pytest.raises(ActRefused, match="looked"):
            act(context, stream, "red", "gm")


def test_a_game_that_is_over_has_no_seats_to_take(context: ServiceContext) -> None:
    """Refused, whatever it is."""
    stream = half_full(context, open_seats=True)
    seating.offer(context, stream, "red", "p2", "x")
    game_master.end(context, stream, "enough")
    for act in (seating.join, seating.accept):
        with pytest.raises(ActRefused, match="over"):
            act(context, stream, "red", "p2")


def test_the_lists_can_be_rebuilt(context: ServiceContext) -> None:
    """Projections rebuilt from the log are the same, free seats and master included."""
    stream = half_full(context, open_seats=True)
    seating.join(context, stream, "red", "p2")
    seating.vacate(context, stream, "red", "x")
    before = context.store.game(stream), context.store.seats(stream)
    with context.database.write() as writing:
        projections.clear(writing, stream)
        projections.project(writing, stream, [Draft(*entry[2:7]) for entry in context.store.read(stream)])
    assert (context.store.game(stream), context.store.seats(stream)) == before
