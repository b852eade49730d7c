"""Seats whose players do not answer: lost to the clock, offered to substitutes, then to anyone; and who may take them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from events.platform import SitterNamed
from pbem.accounts.substitutes import ANY, SeatOffer, Substitutes
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import change, public
from pbem.service.games import seating
from pbem.service.games.lobby import Asks, lobby
from pbem.service.history import PLAYER
from pbem.service.ladder import absence
from pbem.service.ladder.applicants import candidates
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from tests.conftest import HandClock
from tests.service.builders.ladder_game import assert_sound, beats, duel_under, steps
from tests.service.ladder.test_reliability import turns_of


def miss(context: ServiceContext, clock: HandClock, stream: str, turns: int, seat: str = "red") -> None:
    """So many turns without orders of a seat; the other one files."""
    other, unit = ("blue", "BIS") if seat == "red" else ("red", "SR1")
    for _ in range(turns):
        turn = load(context, stream).ledger.turn
        file_orders(context, stream, other, f"{unit}: TURN L", f"{other} {turn}")
        assert beats(context, clock, 24) == [[turn]]


def opened(context: ServiceContext, stream: str) -> dict[str, str]:
    """As the log and the tables both say."""
    listed = {row.seat: row.opened for row in context.store.seats(stream) if row.opened}
    assert listed == load(context, stream).ledger.opened
    return listed


def substitutes(context: ServiceContext, *people: str, games: Sequence[str] = (ANY,)) -> None:
    for person in people:
        Substitutes(context.database).set_games(person, games)


# ---------------------------------------------------------------- how a seat comes free


def test_a_seat_is_lost_after_so_many_turns_in_a_row(context: ServiceContext, clock: HandClock) -> None:
    """A turn on time begins the count anew; the reason is told; the lists say who lost it, and when."""
    stream = duel_under(context, offer_after=2)
    miss(context, clock, stream, 1)
    miss(context, clock, stream, 1, seat="blue")
    miss(context, clock, stream, 1)
    assert set(load(context, stream).ledger.players) == {"blue", "red"}
    miss(context, clock, stream, 1)
    assert steps(context, stream)[-2:] == ["turn 4 without red", "red is free"] and opened(context, stream) == {}
    free = context.store.seats_to_take_over()
    assert [(each.seat, each.lost, each.lost_turn, each.opened) for each in free] == [("red", "p2", 4, "")]
    assert_sound(context, stream)


def test_nobody_loses_a_seat_while_they_are_away(context: ServiceContext, clock: HandClock) -> None:
    """They have said so; and the turns that they missed meanwhile are not counted when they are back."""
    stream = duel_under(context, offer_after=2)
    absence.set_absence(context, stream, "red", clock() + timedelta(hours=80), "at sea", PLAYER)
    miss(context, clock, stream, 4)
    assert load(context, stream).ledger.players["red"] == "p2" and load(context, stream).ledger.missed == {"red": 1}
    miss(context, clock, stream, 1)
    assert "red" not in load(context, stream).ledger.players


@pytest.mark.parametrize(
    ("policy", "to"), [({"substitutes": True, "open_seats": True}, "substitutes"), ({"open_seats": True}, "anyone"), ({}, "")]
)
def test_a_lost_seat_is_opened_as_the_policy_says(
    context: ServiceContext, clock: HandClock, policy: dict[str, bool], to: str
) -> None:
    """To substitutes; else to anyone, if the seats are open; else the game master invites somebody."""
    stream = duel_under(context, offer_after=1, **policy)
    miss(context, clock, stream, 1)
    assert opened(context, stream) == ({"red": to} if to else {})
    assert_sound(context, stream)


def test_a_seat_that_is_left_is_opened_in_the_same_act(context: ServiceContext, clock: HandClock) -> None:
    """On the page, by mail, by the game master's hand; but not one that somebody was invited to, or given."""
    stream = duel_under(context, substitutes=True)
    seating.resign(context, stream, "red", "p2", "no time")
    assert opened(context, stream) == {"red": "substitutes"}
    seating.seat_player(context, stream, "red", "p3", "welcome")
    file_orders(context, stream, "red", "resign red: no time", "m1")
    assert opened(context, stream) == {"red": "substitutes"}
    seating.seat_player(context, stream, "red", "p4", "welcome")
    seating.vacate(context, stream, "red", "no answer")
    assert opened(context, stream) == {"red": "substitutes"}
    seating.seat_player(context, stream, "red", "p5", "welcome")
    seating.replace_player(context, stream, "red", "p6", "no answer")
    assert opened(context, stream) == {}
    assert_sound(context, stream)


def test_it_is_opened_to_anyone_when_no_substitute_came(context: ServiceContext, clock: HandClock) -> None:
    """With the next turn that is resolved; and the start page lists it all the time."""
    stream = duel_under(context, offer_after=1, substitutes=True)
    assert not lobby(context, Asks(), "p7").to_join
    miss(context, clock, stream, 1)
    for to in ("substitutes", "anyone"):
        assert opened(context, stream) == {"red": to}
        assert [game.stream for game in lobby(context, Asks(), "p7").to_join] == [stream]
        miss(context, clock, stream, 1)
    seating.join(context, stream, "red", "p7")
    assert opened(context, stream) == {} and not context.store.seats_to_take_over()
    assert_sound(context, stream)


# ---------------------------------------------------------------- who takes it


def test_the_first_substitute_who_answers_takes_it(context: ServiceContext, clock: HandClock) -> None:
    """Later ones are told kindly; who is not on the list must wait until the turn is over, whichever way they come."""
    stream = duel_under(context, offer_after=1, substitutes=True, open_seats=True)
    substitutes(context, "p7", "p8", games=["star_navy"])
    miss(context, clock, stream, 1)
    for take in (seating.take_over, seating.join):
        with pytest.raises(ActRefused, match="kept for substitutes"):
            take(context, stream, "red", "p9")
    seating.take_over(context, stream, "red", "p7")
    with pytest.raises(ActRefused, match="yours already"):
        seating.take_over(context, stream, "red", "p7")
    with pytest.raises(ActRefused, match=r"somebody answered before you\. Thank you all the same"):
        seating.take_over(context, stream, "red", "p8")
    assert load(context, stream).ledger.players["red"] == "p7"
    assert_sound(context, stream)


def test_a_seat_that_was_not_opened_is_not_taken_over(context: ServiceContext, clock: HandClock) -> None:
    """Nor one of the other side, nor by a bot."""
    stream = duel_under(context, offer_after=1, substitutes=True)
    substitutes(context, "p1", "p7", "bot:aggressive")
    miss(context, clock, stream, 1)
    with pytest.raises(ActRefused, match="the other side"):
        seating.take_over(context, stream, "red", "p1")
    with pytest.raises(ActRefused, match="only a person"):
        seating.take_over(context, stream, "red", "bot:aggressive")
    other = duel_under(context)
    seating.vacate(context, other, "red", "no answer")
    with pytest.raises(ActRefused, match="by invitation"):
        seating.take_over(context, other, "red", "p7")


def test_who_lost_a_seat_takes_it_back_while_it_is_free(context: ServiceContext, clock: HandClock) -> None:
    """However unreliable they are; their turns missed are counted anew. Whom the game master took it from does not."""
    stream = duel_under(context, offer_after=1, reliability=90)
    turns_of(context, "p2", kept=0, missed=20)
    miss(context, clock, stream, 1)
    seating.take_over(context, stream, "red", "p2")
    assert load(context, stream).ledger.missed == {}
    seating.vacate(context, stream, "red", "no answer")
    with pytest.raises(ActRefused, match="by invitation"):
        seating.take_over(context, stream, "red", "p2")
    assert_sound(context, stream)


def test_who_is_offered_a_seat(context: ServiceContext, clock: HandClock) -> None:
    """Substitutes of this rule book who know no other side, from the game or from a mail, and whose turns come in time."""
    stream = duel_under(context, offer_after=1, substitutes=True, reliability=80)
    substitutes(context, "p1", "p2", "p4", "p5", "p6", "p7")
    named = SitterNamed("blue", "p4", "a holiday", "player")  # called, they would know what blue knows
    change(context, stream, lambda record, now: public(record, named))
    substitutes(context, "p8", games=["stingray"])
    substitutes(context, "p9", games=["star_navy"])
    turns_of(context, "p5", kept=1, missed=9)
    turns_of(context, "p9", kept=9, missed=1)
    Substitutes(context.database).note_offer(SeatOffer("c", stream, "blue", 1, "p6", 1, "2026"))
    miss(context, clock, stream, 1)
    assert candidates(context, load(context, stream), "red") == ["p7", "p9"]


def test_who_was_mailed_a_position_plays_no_other_side(context: ServiceContext, clock: HandClock) -> None:
    """However they come to the seat; their own side is open to them."""
    stream = duel_under(context, open_seats=True)
    Substitutes(context.database).note_offer(SeatOffer("c", stream, "blue", 1, "p6", 1, "2026"))
    seating.vacate(context, stream, "red", "no answer")
    told = "who was mailed what blue of g1 knows, as a substitute, cannot play"
    with pytest.raises(ActRefused, match=told):
        seating.join(context, stream, "red", "p6")
    with pytest.raises(ActRefused, match=told):
        seating.seat_player(context, stream, "red", "p6", "welcome")
    seating.offer(context, stream, "red", "p6", "come")
    with pytest.raises(ActRefused, match=told):
        seating.accept(context, stream, "red", "p6")
    seating.vacate(context, stream, "blue", "no answer")
    seating.join(context, stream, "blue", "p6")
    assert load(context, stream).ledger.players == {"blue": "p6"}
