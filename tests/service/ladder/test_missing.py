"""What a deadline does, step by step: each once a turn, in its order, and none beyond the longest time for a turn."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events.platform import SitterNamed
from pbem.service.context import ServiceContext, stamp
from pbem.service.decide import change, public
from pbem.service.games import game_master, seating
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from tests.conftest import START, HandClock
from tests.service.builders.ladder_game import assert_sound, beats, crew_under, duel_under, steps


def name_sitter(context: ServiceContext, stream: str, seat: str, person: str) -> None:
    change(context, stream, lambda record, now: public(record, SitterNamed(seat, person, "a holiday", "player")))


def due_in(context: ServiceContext, stream: str) -> float:
    """Hours from the start to the deadline."""
    due = load(context, stream).ledger.due
    return next(hours for hours in range(2000) if stamp(START + timedelta(hours=hours)) == due)


# ---------------------------------------------------------------- each step


def test_nobody_waits_for_a_seat_with_standing_orders(context: ServiceContext, clock: HandClock) -> None:
    """Neither grace nor a bot for it, if the policy says so; else both."""
    for use_standing, done in (
        (True, ["turn 2 without red"]),
        (False, ["grace", "aggressive for red: missed", "turn 2 without nobody"]),
    ):
        stream = duel_under(context, use_standing=use_standing, grace_hours=6.0, bot="aggressive")
        file_orders(context, stream, "blue", "BIS: TURN L\nready", "m1")
        file_orders(context, stream, "red", "SR1: STANDING TURN L\nready", "m2")
        beats(context, clock, 0)
        file_orders(context, stream, "blue", "BIS: TURN L", "m3")
        beats(context, clock, 24, 6)
        assert steps(context, stream)[1 : 1 + len(done)] == done
        assert_sound(context, stream)
        game_master.end(context, stream, "done with it")


def test_an_excuse_moves_the_deadline_once_a_turn(context: ServiceContext, clock: HandClock) -> None:
    """Until the budget is used up; the next deadline is missed."""
    stream = duel_under(context, excuses=2, excuse_hours=10.0)
    for turn in (1, 2, 3):
        file_orders(context, stream, "blue", "BIS: TURN L", f"m{turn}")
        closed = beats(context, clock, 24, 10) if turn < 3 else beats(context, clock, 24)
        assert closed == ([[], [turn]] if turn < 3 else [[3]])
    assert steps(context, stream) == ["excuse", "turn 1 without red", "excuse", "turn 2 without red", "turn 3 without red"]
    assert load(context, stream).ledger.excuses_used == {"red": 2}
    assert_sound(context, stream)


def test_no_excuse_is_used_up_in_vain(context: ServiceContext, clock: HandClock) -> None:
    """One of the two has none left: the deadline would not wait for them, so the other keeps theirs."""
    stream = duel_under(context, excuses=1)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    beats(context, clock, 24, 24)
    beats(context, clock, 24)
    assert steps(context, stream) == ["excuse", "turn 1 without red", "turn 2 without blue, red"]
    assert load(context, stream).ledger.excuses_used == {"red": 1}


def test_turns_on_time_win_an_excuse_back(context: ServiceContext, clock: HandClock) -> None:
    """Two of them, by this policy."""
    stream = duel_under(context, excuses=1, excuse_after=2)
    for turn in (1, 2, 3):
        file_orders(context, stream, "blue", "BIS: TURN L", f"blue {turn}")
        if turn > 1:
            file_orders(context, stream, "red", "SR1: TURN L", f"red {turn}")
        beats(context, clock, 24)
        if turn == 1:
            beats(context, clock, 24)
    assert load(context, stream).ledger.excuses_used == {"red": 0}
    assert_sound(context, stream)


def test_a_master_who_looked_through_a_seat_is_not_called(context: ServiceContext, clock: HandClock) -> None:
    """They were named before they looked."""
    stream = duel_under(context, sitters=True)
    name_sitter(context, stream, "red", "gm")
    game_master.watch(context, stream, "blue", "a question")
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    assert beats(context, clock, 24) == [[1]]
    assert steps(context, stream) == ["turn 1 without red"] and load(context, stream).ledger.sitting == {}
    assert_sound(context, stream)


def test_a_sitter_who_is_only_ready_wins_no_excuse_back(context: ServiceContext, clock: HandClock) -> None:
    """As with what a sitter files; the player's own `ready` counts, here and among their turns on time."""
    stream = duel_under(context, sitters=True, excuses=1, excuse_after=1)
    name_sitter(context, stream, "red", "p7")
    file_orders(context, stream, "blue", "BIS: TURN L\nready", "m1")
    beats(context, clock, 24, 24)
    assert steps(context, stream)[:2] == ["excuse", "sitter p7 for red: missed"]
    file_orders(context, stream, "red", "ready", "sitter m2")
    assert beats(context, clock, 0) == [[1]]
    assert load(context, stream).ledger.excuses_used == {"red": 1} and context.store.turns_kept("p2", 50) == (0, 0)
    file_orders(context, stream, "blue", "BIS: TURN L\nready", "m3")
    file_orders(context, stream, "red", "ready", "sitter m4")
    file_orders(context, stream, "red", "not ready", "m5")
    file_orders(context, stream, "red", "ready", "m6")
    assert beats(context, clock, 0) == [[2]]
    assert load(context, stream).ledger.excuses_used == {"red": 0} and context.store.turns_kept("p2", 50) == (1, 1)
    assert_sound(context, stream)


def test_leaving_and_retaking_a_seat_brings_no_new_excuse(context: ServiceContext, clock: HandClock) -> None:
    """The budget is the seat's, and what moved a turn's deadline moves it once, whoever has the seat."""
    stream = duel_under(context, excuses=1, excuse_hours=24.0, grace_hours=6.0, open_seats=True)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    assert beats(context, clock, 24) == [[]]
    for person in ("p2", "p3"):
        seating.vacate(context, stream, "red", "no time")
        seating.join(context, stream, "red", person)
        seating.vacate(context, stream, "red", "no time after all")
        seating.join(context, stream, "red", "p2")
    assert beats(context, clock, 24, 6) == [[], [1]]
    seating.resign(context, stream, "red", "p2", "no time")
    seating.join(context, stream, "red", "p2")
    file_orders(context, stream, "blue", "BIS: TURN L", "m2")
    assert beats(context, clock, 24, 6) == [[], [2]]
    moves = [step for step in steps(context, stream) if "red" not in step]
    assert moves == ["excuse", "grace", "grace"], "the one excuse went in turn 1, and came back for nobody"
    assert_sound(context, stream)


def test_a_sitter_is_called_and_given_time(context: ServiceContext, clock: HandClock) -> None:
    """The person whom the player has named; once; and the next turn is not waited for them again when they do not order."""
    stream = duel_under(context, sitters=True, sitter_hours=12.0)
    name_sitter(context, stream, "red", "p7")
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    assert beats(context, clock, 24, 12) == [[], [1]]
    assert beats(context, clock, 24) == [[2]]
    called = ["sitter p7 for red: missed", "sitter", "turn 1 without red", "turn 2 without blue, red"]
    assert steps(context, stream) == called and load(context, stream).ledger.sitting == {"red": "p7"}


def test_no_sitter_who_plays_the_other_side_or_is_not_allowed(context: ServiceContext, clock: HandClock) -> None:
    """Nor one that the policy does not provide for."""
    for sitters, person in ((True, "p1"), (False, "p7")):
        stream = duel_under(context, sitters=sitters)
        name_sitter(context, stream, "red", person)
        file_orders(context, stream, "blue", "BIS: TURN L", "m1")
        assert beats(context, clock, 24) == [[1]] and not load(context, stream).ledger.sitting
        game_master.end(context, stream, "done with it")


def test_an_officer_of_the_side_orders(context: ServiceContext, clock: HandClock) -> None:
    """Another person of the crew, if they are there; red has none, and is not waited for."""
    stream = crew_under(context, officers=True, sitter_hours=12.0)
    file_orders(context, stream, "copilot", "B1: move 1", "m1")
    assert beats(context, clock, 24, 12) == [[], [1]]
    assert steps(context, stream)[:2] == ["officer p2 for captain: missed", "sitter"]
    assert_sound(context, stream)


def test_no_officer_who_is_away_themselves(context: ServiceContext, clock: HandClock) -> None:
    """Unless they have filed."""
    stream = crew_under(context, officers=True)
    absence.set_absence(context, stream, "copilot", clock() + timedelta(days=9), "at sea")
    file_orders(context, stream, "red", "R1: move 1", "m1")
    beats(context, clock, 24)
    assert steps(context, stream)[0] == "officer p1 for copilot: absent", "who is here orders for who is not"


def test_a_bot_orders_for_who_missed_who_is_away_and_who_is_gone(context: ServiceContext, clock: HandClock) -> None:
    """And says why."""
    stream = crew_under(context, bot="mute")
    absence.set_absence(context, stream, "copilot", clock() + timedelta(days=9), "at sea")
    seating.vacate(context, stream, "red", "no answer")
    assert beats(context, clock, 24) == [[1]]
    assert steps(context, stream)[1:] == [
        "mute for captain: missed",
        "mute for copilot: absent",
        "mute for red: free",
        "turn 1 without nobody",
    ]
    assert load(context, stream).ledger.missed == {"captain": 1}, "a bot's orders are not the player's"
    assert_sound(context, stream)


def test_a_turn_resolved_early_is_missed_by_nobody(context: ServiceContext, clock: HandClock) -> None:
    """The bot orders for who is away, not for who still had time."""
    stream = duel_under(context, bot="aggressive")
    absence.set_absence(context, stream, "red", clock() + timedelta(days=9), "at sea")
    resolve_now(context, stream, "all agreed")
    assert steps(context, stream) == ["aggressive for red: absent", "turn 1 without blue"]
    assert load(context, stream).ledger.missed == {}
    assert_sound(context, stream)


# ---------------------------------------------------------------- all of it


def test_the_whole_ladder_in_its_order(context: ServiceContext, clock: HandClock) -> None:
    """Wait, excuse, grace, officer, bot; after two turns missed the seat is offered, and at last to anyone."""
    policy = {"wait_days": 2.0, "excuses": 1, "excuse_hours": 10.0, "grace_hours": 6.0, "officers": True, "bot": "mute"}
    stream = crew_under(context, **policy, offer_after=2, substitutes=True)
    absence.set_absence(context, stream, "captain", clock() + timedelta(hours=30), "at sea")
    others(context, stream, 1)
    assert beats(context, clock, 24, 6, 10, 6, 12) == [[], [], [], [], [1]]
    first = ["absent", "excuse", "grace", "officer p2 for captain: missed", "sitter"]
    assert steps(context, stream) == [*first, "mute for captain: missed", "turn 1 without nobody"]
    others(context, stream, 2)
    assert beats(context, clock, 24, 6) == [[], [2]]
    second = ["grace", "mute for captain: missed", "turn 2 without nobody", "captain is free", "captain for substitutes"]
    assert steps(context, stream)[7:] == second
    others(context, stream, 3)
    assert beats(context, clock, 24) == [[3]], "nobody waits for a free seat"
    assert steps(context, stream)[12:] == ["mute for captain: free", "turn 3 without nobody", "captain for anyone"]
    seating.take_over(context, stream, "captain", "p8")
    assert load(context, stream).ledger.players["captain"] == "p8"
    assert_sound(context, stream)


def others(context: ServiceContext, stream: str, turn: int) -> None:
    """All but the captain file."""
    file_orders(context, stream, "copilot", "B1: move 1", f"copilot {turn}")
    file_orders(context, stream, "red", "R1: move 1", f"red {turn}")


@pytest.mark.parametrize(("most", "hours"), [(0.0, 24 + 48 + 10 + 6 + 12), (20.0, 24 + 20), (60.0, 24 + 60)])
def test_no_step_moves_a_deadline_beyond_the_longest_time(
    context: ServiceContext, clock: HandClock, most: float, hours: int
) -> None:
    """Counted from the turn's first deadline; a step that is cut short is taken, those after it are left out."""
    policy = {"wait_days": 2.0, "excuses": 1, "excuse_hours": 10.0, "grace_hours": 6.0, "officers": True, "max_hours": most}
    stream = crew_under(context, **policy)
    absence.set_absence(context, stream, "captain", clock() + timedelta(hours=72), "at sea")
    others(context, stream, 1)
    due = 0.0
    while not any("turn 1" in step for step in steps(context, stream)):
        due = due_in(context, stream)
        assert due <= hours
        beats(context, clock, 1)
    assert due == hours
    assert ("sitter" in steps(context, stream)) == (not most), "but they are called, for the next turn"
    assert load(context, stream).ledger.sitting == {"captain": "p2"}
    assert_sound(context, stream)


def test_games_of_bots_and_free_seats_go_on(context: ServiceContext, clock: HandClock) -> None:
    """All seats are lost, and the turns are resolved all the same."""
    stream = duel_under(context, offer_after=1, substitutes=True, grace_hours=6.0)
    assert beats(context, clock, 24, 6) == [[], [1]]
    assert load(context, stream).ledger.players == {}
    assert beats(context, clock, 24, 24) == [[2], [3]]
    assert_sound(context, stream)
