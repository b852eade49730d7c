"""Who plays a seat: offers, whoever comes, leaving, being replaced."""

from __future__ import annotations

import pytest

from events import projections
from events.base import Draft
from events.platform import PolicySet
from pbem.core.game.options import NoScenario
from pbem.service.context import NoSuchSeat, Refused, Room
from pbem.service.games import game_master, seating
from pbem.service.games.opening import Table, open_game
from pbem.service.orders.file import file_orders
from pbem.service.reports import publish
from pbem.service.repository import load
from pbem.service.turns import absence
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.duels import duel


def half_full(room: Room, open_seats: bool = False) -> str:
    """Blue is p1, red is free."""
    policy = PolicySet(0.0, "standing", open_seats, "house rules")
    return open_game(room, "star_navy", "first-blood", table=Table({"blue": "p1"}, master="gm", policy=policy))


def players(room: Room, stream: str) -> dict[str, str | None]:
    """As the log and the lists both say."""
    listed = {row.seat: row.player for row in projections.seats(room.store.db.con, stream)}
    folded = load(room, stream).ledger.players
    assert folded == {seat: player for seat, player in listed.items() if player}
    return listed


def test_an_offer_is_accepted_once(room: Room) -> None:
    """The invited takes the seat and the clock starts; who was not invited cannot; nobody can a second time."""
    stream = half_full(room)
    seating.offer(room, stream, "red", "p2", "come and play")
    with pytest.raises(Refused, match="does not hold"):
        seating.accept(room, stream, "red", "p3")
    seating.accept(room, stream, "red", "p2")
    assert players(room, stream) == {"blue": "p1", "red": "p2"} and load(room, stream).ledger.due
    with pytest.raises(Refused, match="yours already"):
        seating.accept(room, stream, "red", "p2")
    with pytest.raises(Refused, match="taken"):
        seating.offer(room, stream, "red", "p3", "x")


def test_the_latest_offer_counts(room: Room) -> None:
    """A seat is offered to one person at a time."""
    stream = half_full(room, open_seats=True)
    seating.offer(room, stream, "red", "p2", "x")
    seating.offer(room, stream, "red", "p3", "x")
    with pytest.raises(Refused, match="does not hold"):
        seating.accept(room, stream, "red", "p2")
    with pytest.raises(Refused, match="kept for somebody"):
        seating.join(room, stream, "red", "p4")
    seating.join(room, stream, "red", "p3")
    assert players(room, stream)["red"] == "p3"


def test_whoever_comes_takes_a_free_seat_when_he_may(room: Room) -> None:
    """By the game's policy; not both sides; not a seat that is taken or not there."""
    with pytest.raises(Refused, match="by invitation"):
        seating.join(room, half_full(room), "red", "p2")
    stream = half_full(room, open_seats=True)
    with pytest.raises(Refused, match="the other side"):
        seating.join(room, stream, "red", "p1")
    with pytest.raises(Refused, match="taken"):
        seating.join(room, stream, "blue", "p2")
    with pytest.raises(NoSuchSeat):
        seating.join(room, stream, "green", "p2")
    seating.join(room, stream, "red", "p2")
    assert players(room, stream)["red"] == "p2"


def test_who_resigns_leaves_orders_and_a_free_seat(room: Room, clock: HandClock) -> None:
    """What he filed stands; then the seat goes by standing orders; the game goes on."""
    stream = duel(room)
    file_orders(room, stream, "red", "SR1: TURN L", "m1")
    with pytest.raises(Refused, match="not yours"):
        seating.resign(room, stream, "red", "p1", "x")
    seating.resign(room, stream, "red", "p2", "no time")
    assert players(room, stream)["red"] is None
    clock.advance(24)
    assert tick(room) == [(stream, 1)]
    clock.advance(24)
    assert tick(room) == [(stream, 2)]
    with pytest.raises(Refused, match="nobody plays red"):
        seating.vacate(room, stream, "red", "again")


def test_nobody_waits_for_an_empty_seat(room: Room) -> None:
    """When the others are ready, leaving resolves the turn; and readiness of the rest is enough from then on."""
    stream = duel(room)
    file_orders(room, stream, "blue", "BIS: TURN L\nready", "m1")
    seating.vacate(room, stream, "red", "no answer for a week")
    assert tick(room) == [(stream, 1)]
    file_orders(room, stream, "blue", "ready", "m2")
    assert tick(room) == [(stream, 2)]


def test_a_seat_that_was_never_taken_is_waited_for(room: Room) -> None:
    """Readiness of who is there does not start a game that lacks a player."""
    stream = half_full(room)
    file_orders(room, stream, "blue", "ready", "m1")
    assert tick(room) == []


def test_the_new_player_gets_the_present_report(room: Room, clock: HandClock) -> None:
    """Replaced by invitation: nothing is sent to the empty seat; the new one is given the latest turn."""
    stream = duel(room)
    publish.mark_published(room, publish.publish(room, stream, 0))
    seating.replace_player(room, stream, "red", "p3", "p2 has vanished")
    clock.advance(24)
    tick(room)
    assert [made.seat for made in publish.publish(room, stream, 1)] == ["blue"]
    seating.accept(room, stream, "red", "p3")
    assert [made.player for made in publish.publish(room, stream, 1)] == ["p1", "p3"]


def test_a_seat_is_given_at_once(room: Room) -> None:
    """To a bot or, by the operator, to a person; the absence of the one before does not stick to the seat."""
    stream = duel(room)
    seating.seat_player(room, stream, "red", "bot:cautious", "p2 has vanished")
    assert players(room, stream)["red"] == "bot:cautious"
    with pytest.raises(Refused, match="already"):
        seating.seat_player(room, stream, "red", "bot:cautious", "x")
    with pytest.raises(NoScenario, match="no bot"):
        seating.seat_player(room, stream, "red", "bot:genius", "x")


def test_an_absence_goes_with_its_player(room: Room, clock: HandClock) -> None:
    """Whoever comes next is not away."""
    stream = duel(room)
    clock.advance(1)
    absence.set_absence(room, stream, "red", clock().replace(year=2026, month=6), "at sea")
    seating.replace_player(room, stream, "red", "p3", "x")
    seating.accept(room, stream, "red", "p3")
    assert load(room, stream).ledger.absent == {}


def test_who_has_looked_may_not_play(room: Room, clock: HandClock) -> None:
    """The game master who looked through a seat's eyes gets no seat, in whatever turn."""
    stream = half_full(room, open_seats=True)
    game_master.watch(room, stream, "blue", "a question")
    seating.join(room, stream, "red", "p2")
    clock.advance(24)
    tick(room)
    seating.vacate(room, stream, "red", "x")
    for act in (seating.join, lambda *a: seating.offer(*a, "x"), lambda *a: seating.seat_player(*a, "x")):
        with pytest.raises(Refused, match="looked"):
            act(room, stream, "red", "gm")


def test_a_game_that_is_over_has_no_seats_to_take(room: Room) -> None:
    """Refused, whatever it is."""
    stream = half_full(room, open_seats=True)
    seating.offer(room, stream, "red", "p2", "x")
    game_master.end(room, stream, "enough")
    for act in (seating.join, seating.accept):
        with pytest.raises(Refused, match="over"):
            act(room, stream, "red", "p2")


def test_the_lists_can_be_made_anew(room: Room) -> None:
    """Projections rebuilt from the log are the same, free seats and master included."""
    stream = half_full(room, open_seats=True)
    seating.join(room, stream, "red", "p2")
    seating.vacate(room, stream, "red", "x")
    con = room.store.db.con
    before = projections.game(con, stream), projections.seats(con, stream)
    with room.store.db.write() as writing:
        projections.clear(writing, stream)
        projections.project(writing, stream, [Draft(*entry[2:7]) for entry in room.store.read(stream)])
    assert (projections.game(con, stream), projections.seats(con, stream)) == before
