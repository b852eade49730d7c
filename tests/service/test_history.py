"""The chronicle: what was done to a game, in order, with reasons; nothing that is hidden."""

from __future__ import annotations

from datetime import timedelta

from events.platform import DeadlineSet
from pbem.service.context import ServiceContext
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import MASTER, OPERATOR, PLAYER, history, newest
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.reports.turn_report import turn_report
from pbem.service.turns import rollback
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn
from tests.service.builders.policies import policy_of


def test_acts_come_in_order_with_turn_reason_and_doer(context: ServiceContext, clock: HandClock) -> None:
    """A whole story, told in plain sentences."""
    policy = policy_of(6.0, "bot:aggressive", True, "house rules")
    stream = open_game(context, "star_navy", "first-blood", setup=GameSetup({"blue": "p1"}, {"red": "p2"}, "gm", policy))
    seating.accept(context, stream, "red", "p2")
    absence.set_absence(context, stream, "red", clock() + timedelta(days=2), "at sea", PLAYER)
    clock.advance(24)
    tick(context)
    clock.advance(6)
    tick(context)
    game_master.pause(context, stream, "a fault", OPERATOR)
    rollback.roll_back(context, stream, 0, "the fault")
    assert [(act.turn, act.what, act.why, act.by) for act in history(context, stream)] == [
        (0, "The game was opened: First Blood", "", ""),
        (0, "A game master was named", "the game was opened", ""),
        (
            0,
            "When orders are missing: 6 hours of grace once a turn; for a player who is away the bot aggressive stands in;"
            " whoever comes may take a free seat",
            "house rules",
            "",
        ),
        (0, "Seat Blue is played by a person", "", ""),
        (0, "Seat Red was offered to a person", "the game was opened", ""),
        (1, "Seat Red is played by a person", "", ""),
        (1, "The player of Red is away until 2026-01-03 12:00 UTC", "at sea", "Red"),
        (1, "Orders for turn 1 are due 2026-01-02 18:00 UTC", "grace: no orders from Blue", ""),
        (1, "The bot aggressive ordered for Blue, whose player missed the deadline", "", ""),
        (1, "The bot aggressive ordered for Red, whose player is away", "", ""),
        (1, "Turn 1 was resolved", "", ""),
        (2, "The game was paused", "a fault", "the operator"),
        (2, "Turn 1 was undone; the position is that of the opening", "the fault", "the game master"),
    ]
    assert newest(context, stream) == history(context, stream)[-1].what + " (by the game master): the fault."
    times = [act.at for act in history(context, stream)]
    assert times == sorted(times)


def test_a_part_of_it(context: ServiceContext, clock: HandClock) -> None:
    """From a turn on; and none of a game that is not there."""
    stream = duel(context)
    clock.advance(24)
    tick(context)
    game_master.extend(context, stream, 1, "traffic")
    assert [act.why for act in history(context, stream, since=2)] == ["traffic"]
    assert history(context, "g99") == []


def test_it_says_the_same_whatever_is_hidden(context: ServiceContext) -> None:
    """Orders, refusals, press and held mail move nothing in it."""
    one, two = duel(context), duel(context)
    file_orders(context, one, "blue", "BIS: TURN L\npress to red: hello", "m1")
    file_orders(context, one, "blue", "BIS: DANCE", "m2")
    assert history(context, one) == history(context, two)


def test_a_report_tells_the_acts_of_its_turn(context: ServiceContext, clock: HandClock) -> None:
    """A player who reads only mail finds there what was done since the report before, and why."""
    stream = duel(context)
    game_master.extend(context, stream, 24, "holidays")
    game_master.announce(context, stream, "Dinner at eight.")
    clock.advance(48)
    tick(context)
    told = turn_report(context, stream, 1, "blue").report.standing
    assert told[:2] == [
        "Orders for turn 1 are due 2026-01-03 12:00 UTC (by the game master): holidays.",
        "An announcement to all players (by the game master): Dinner at eight.",
    ]


def test_the_event_has_a_field_for_who_did_it(context: ServiceContext) -> None:
    """The phase says where in the turn, and nothing else; reasons in the clock's own words are still a person's."""
    stream = duel(context)
    after = context.store.head(stream).version
    game_master.extend(context, stream, 24, "the game's rhythm", OPERATOR)
    game_master.announce(context, stream, "The game is over", MASTER)
    seating.resign(context, stream, "red", "p2", "no time")
    entries = list(context.store.read(stream, after))
    assert [(entry.phase, vars(entry.event)["by"]) for entry in entries] == [("", OPERATOR), ("", MASTER), ("", PLAYER)]
    assert [(act.why, act.by) for act in history(context, stream)[-3:]] == [
        ("the game's rhythm", "the operator"),
        ("The game is over", "the game master"),
        ("no time", "Red"),
    ]


def test_what_the_clock_sets_is_not_told(context: ServiceContext) -> None:
    """Neither that of a game whose seats are all taken, nor one that comes because all are ready, nor the next turn's."""
    stream = duel(context)
    play_turn(context, stream)
    deadlines = [entry.event for entry in context.store.select(stream, [DeadlineSet])]
    assert [event.cause for event in deadlines if isinstance(event, DeadlineSet)] == ["all_seated", "all_ready", "rhythm"]
    assert not [act for act in history(context, stream) if "are due" in act.what]
