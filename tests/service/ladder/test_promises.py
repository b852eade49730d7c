"""What players are told beforehand of deadlines that they may miss."""

from __future__ import annotations

from datetime import timedelta

from events.platform import PolicySet
from pbem.service.context import ServiceContext
from pbem.service.games import seating
from pbem.service.games.turn_status import turn_status
from pbem.service.ladder import absence
from pbem.service.ladder.promises import promise
from pbem.service.orders.file import file_orders
from tests.conftest import HandClock
from tests.service.builders.ladder_game import beats, crew_under, duel_under

RULE = "your units act by the game's rule for missing orders"


def test_what_a_promise_says() -> None:
    """To a player who is going away, in the order in which it is done."""
    assert promise(PolicySet()) == "Your advance and standing orders are used at the deadlines you miss."
    assert promise(PolicySet(wait_days=14.0, bot="cautious", sitters=True)) == (
        "The deadline waits for you, 14 days at most."
        " After that, the sitter whom you have named orders for you, if there is one."
        " After that, the bot cautious orders for you at the deadlines you miss."
    )


def test_what_will_happen_is_told_step_by_step(context: ServiceContext, clock: HandClock) -> None:
    """What was used up already is told no more."""
    stream = duel_under(context, excuses=2, excuse_hours=10.0, grace_hours=6.0, bot="aggressive", offer_after=3)
    loses = "Whoever misses 3 turns in a row loses the seat."
    excuse = "the deadline moves by 10 hours for one of your 2 excuses"
    rest = "the bot aggressive orders for you"
    grace = "the deadline waits 6 hours more, once"
    assert turn_status(context, stream, "red").otherwise == f"If you file nothing, {excuse}, then {grace}, then {rest}. {loses}"
    beats(context, clock, 24)
    assert turn_status(context, stream, "red").otherwise == f"If you file nothing, {grace}, then {rest}. {loses}"
    beats(context, clock, 10)
    assert turn_status(context, stream, "red").otherwise == f"If you file nothing, {rest}. {loses}"


def test_who_would_be_called_is_told(context: ServiceContext, clock: HandClock) -> None:
    """Only to a seat that has somebody."""
    stream = crew_under(context, officers=True, sitter_hours=12.0)
    called = "another player of your side is called and has 12 hours for it"
    assert turn_status(context, stream, "captain").otherwise == f"If you file nothing, {called}, then {RULE}."
    assert turn_status(context, stream, "red").otherwise == f"If you file nothing, {RULE}."


def test_standing_orders_that_nobody_waits_for(context: ServiceContext, clock: HandClock) -> None:
    """If the policy says so."""
    stream = duel_under(context, use_standing=True, grace_hours=6.0)
    file_orders(context, stream, "blue", "BIS: TURN L\nready", "m1")
    file_orders(context, stream, "red", "SR1: STANDING TURN L\nready", "m2")
    beats(context, clock, 0)
    words = "If you file nothing, your advance and standing orders are used, and nobody waits for you."
    assert turn_status(context, stream, "red").otherwise == words


def test_bots_alone_do_not_play_to_the_end_while_a_seat_is_free(context: ServiceContext, clock: HandClock) -> None:
    """Their turns keep their time, so that somebody can still take the seat; without a free seat they run on."""
    stream = duel_under(context, offer_after=1, substitutes=True)
    absence.set_absence(context, stream, "blue", clock() + timedelta(days=1), "at sea")
    seating.seat_player(context, stream, "blue", "bot:aggressive", "practice")
    assert beats(context, clock, 24) == [[1]]
    assert beats(context, clock, 1, 1) == [[], []]
    assert beats(context, clock, 22) == [[2]]
    seating.seat_player(context, stream, "red", "bot:aggressive", "nobody came")
    assert beats(context, clock, 0, 0, 0)[1:] == [[4], [5]]
