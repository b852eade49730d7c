"""Requests in a mail: away and back, more time, leaving; each an event with its reason, taken once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from events.platform import AbsenceSet, DeadlineSet, ExtensionAsked, SeatVacated
from pbem.core.texts.commands import read_request
from pbem.service.context import ServiceContext
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import history
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.orders.order_desk import check_orders
from pbem.service.receipt import Receipt
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel
from tests.service.builders.policies import policy_of


def said(context: ServiceContext, stream: str, seat: str, text: str, source: str = "") -> Receipt:
    """The receipt of a mail with this text."""
    return file_orders(context, stream, seat, text, source or f"{seat} {text}")


def due(context: ServiceContext, stream: str) -> datetime:
    return datetime.fromisoformat(load(context, stream).ledger.due)


def told(context: ServiceContext, stream: str) -> list[str]:
    return [f"{act.what}: {act.why}" for act in history(context, stream)]


@pytest.mark.parametrize(
    ("line", "name", "about", "why"),
    [
        ("extend 24h", "extend", "24h", ""),
        ("EXTEND by 2 days: my exams!", "extend", "by 2 days", "my exams!"),
        ("absent until 2026-12-24 18:00: at sea", "absent", "until 2026-12-24 18:00", "at sea"),
        ("Absent until 2026-12-24.", "absent", "until 2026-12-24", ""),
        ("not absent", "not absent", "", ""),
        ("absent everywhere until 2026-12-24: at sea", "absent", "everywhere until 2026-12-24", "at sea"),
        ("not absent anywhere", "not absent", "anywhere", ""),
        ("resign Red: no time: none at all", "resign", "red", "no time: none at all"),
    ],
)
def test_a_request_is_known_by_its_word(line: str, name: str, about: str, why: str) -> None:
    """In capitals or not; a colon within a time of day does not begin the reason."""
    found = read_request(3, line)
    assert found is not None and (found.line, found.name, found.about, found.why) == (3, name, about, why)


@pytest.mark.parametrize("line", ["extended range", "resign-ed", "absentee", "not ready", "A1: extend 24h", "I resign"])
def test_what_only_looks_like_a_request_is_none(line: str) -> None:
    assert read_request(1, line) is None


# ---------------------------------------------------------------- away and back


def test_away_until_the_day_is_over_everywhere(context: ServiceContext) -> None:
    """A day without a time ends where clocks are last; the receipt says when in UTC, and what the policy does meanwhile."""
    stream = duel(context)
    receipt = said(context, stream, "blue", "absent until 2026-01-09: at sea")
    (note,) = receipt.notes
    assert receipt.outcome == "accepted" and "2026-01-10 12:00 UTC" in note and "standing orders" in note
    assert load(context, stream).ledger.absent["blue"].startswith("2026-01-10T12:00")
    assert "The player of Blue is away until 2026-01-10 12:00 UTC: at sea" in told(context, stream)
    said(context, stream, "blue", "absent until 2026-01-09 18:30 UTC")
    assert load(context, stream).ledger.absent["blue"].startswith("2026-01-09T18:30")


def test_back_again(context: ServiceContext) -> None:
    """Said twice it is no mistake, and only once an event; nor is the same absence twice."""
    stream = duel(context)
    for number in range(2):
        said(context, stream, "blue", "absent until 2026-01-09", f"a{number}")
    for number in range(2):
        assert said(context, stream, "blue", "not absent", f"b{number}").outcome == "accepted"
    events = [e.event for e in context.store.select(stream, [AbsenceSet])]
    assert [bool(e.until) for e in events if isinstance(e, AbsenceSet)] == [True, False]
    assert not load(context, stream).ledger.absent


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("absent", "until when"),
        ("absent until Christmas", "until when"),
        ("absent until 2026-13-01", "until when"),
        ("absent until 2026-01-09 25:00", "until when"),
        ("absent until 2025-12-24", "is past"),
        ("absent until 2029-12-24", "365 days"),
        ("not absent until 2026-01-09", "stands by itself"),
        ("extend", "by how much"),
        ("extend tomorrow", "by how much"),
        ("extend 0h", "1 to 336 hours"),
        ("extend 15 days", "1 to 336 hours"),
        ("resign", "does not name your seat"),
        ("resign red", "does not name your seat"),
        (f"absent until 2026-01-09: {'x' * 301}", "300 is the most"),
    ],
)
def test_what_cannot_be_granted_is_a_problem(context: ServiceContext, line: str, reason: str) -> None:
    """With its line and why; the rest of the mail counts, but nobody is ready by it; the log has nothing of it."""
    stream = duel(context)
    receipt = said(context, stream, "blue", f"BIS: TURN L\n\n{line}\nready")
    assert receipt.outcome == "partly" and not receipt.ready
    (problem,) = receipt.problems
    assert problem.startswith("line 3: ") and reason in problem
    assert not list(context.store.select(stream, [AbsenceSet, ExtensionAsked, SeatVacated]))


# ---------------------------------------------------------------- more time


def test_the_deadline_moves_when_all_want_it(context: ServiceContext, clock: HandClock) -> None:
    """By the least that one of them asks for; a player who asks alone is told for whom they wait."""
    stream = duel(context)
    before = due(context, stream)
    first = said(context, stream, "blue", "extend 2d: my exams")
    assert first.asked is not None and (first.asked.hours, first.asked.why, first.asked.moved) == (48, "my exams", False)
    assert "the deadline moves when red asks for it, too" in first.notes[0] and due(context, stream) == before
    second = said(context, stream, "red", "extend 24h")
    assert second.asked is not None and second.asked.moved and "are due 2026-01-03 12:00 UTC" in second.notes[0]
    assert (due(context, stream) - before).total_seconds() == 24 * 3600
    assert [line for line in told(context, stream) if "asks" in line or "more time" in line] == [
        "Blue asks for 48 hours more before turn 1 is resolved: my exams",
        "Red asks for 24 hours more before turn 1 is resolved: no reason given",
        "Orders for turn 1 are due 2026-01-03 12:00 UTC: all players asked for more time",
    ]
    clock.advance(47)
    assert tick(context) == []
    clock.advance(1)
    assert tick(context) == [(stream, 1)]


def test_a_wish_taken_again_asks_for_nothing_new(context: ServiceContext) -> None:
    """The same mail after a crash: neither a second wish for the deadline that has moved by then, nor other news of it."""
    stream = duel(context)
    said(context, stream, "blue", "extend 24h", "m1")
    again = said(context, stream, "blue", "extend 24h", "m1")
    assert again.duplicate and again.asked is not None and not again.asked.moved
    said(context, stream, "red", "extend 24h", "m2")
    after = due(context, stream)
    again = said(context, stream, "red", "extend 24h", "m2")
    assert again.asked is not None and again.asked.moved and due(context, stream) == after
    assert len(list(context.store.select(stream, [ExtensionAsked]))) == 2 and not load(context, stream).ledger.extensions


def test_player_who_changes_their_mind_asks_again(context: ServiceContext) -> None:
    """The same wish twice is one; another takes its place; of a deadline that was moved since, nothing is asked yet."""
    stream = duel(context)
    for number, hours in enumerate((24, 24, 12)):
        said(context, stream, "blue", f"extend {hours}h", f"m{number}")
    assert load(context, stream).ledger.extensions == {"blue": 12.0}
    assert len(list(context.store.select(stream, [ExtensionAsked]))) == 2
    game_master.extend(context, stream, 6, "the master's word")
    assert not load(context, stream).ledger.extensions


def test_nobody_waits_for_the_word_of_bots_and_of_the_absent(context: ServiceContext) -> None:
    """Against a bot the deadline moves at once, and so it does when the only other player is away."""
    alone = open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "bot:cautious"})
    receipt = said(context, alone, "blue", "extend 24h")
    assert receipt.asked is not None and receipt.asked.moved
    stream = duel(context)
    said(context, stream, "red", "absent until 2026-01-09")
    receipt = said(context, stream, "blue", "extend 24h", "another")
    assert receipt.asked is not None and receipt.asked.moved


def test_a_voice_that_is_gone_is_not_waited_for(context: ServiceContext) -> None:
    """Red leaves after blue has asked: blue's wish, repeated, is granted, and told like any other."""
    stream = duel(context)
    said(context, stream, "blue", "extend 24h", "m1")
    said(context, stream, "red", "resign red")
    receipt = said(context, stream, "blue", "extend 24h", "m2")
    assert receipt.asked is not None and receipt.asked.moved


def test_player_who_was_away_finds_the_game_under_way(context: ServiceContext) -> None:
    """However often the others ask, the deadline stays within sixty days."""
    stream = duel(context)
    said(context, stream, "red", "absent until 2026-12-01")
    answers = [said(context, stream, "blue", "extend 14d", f"m{number}") for number in range(6)]
    assert [answer.asked is not None for answer in answers] == [True] * 4 + [False] * 2
    assert "ask the game master" in answers[-1].problems[0]


def test_without_a_running_clock_there_is_no_more_time(context: ServiceContext) -> None:
    """Paused, or before all seats are taken."""
    stream = duel(context)
    game_master.pause(context, stream, "holidays")
    assert "no deadline that could move" in said(context, stream, "blue", "extend 24h").problems[0]
    waiting = open_game(context, "star_navy", "first-blood", players={"blue": "p1"})
    assert "no deadline that could move" in said(context, waiting, "blue", "extend 24h").problems[0]


def test_a_turn_that_all_are_ready_for_is_not_put_off(context: ServiceContext) -> None:
    """Neither by a wish after the last `ready`, nor by one in the same mail."""
    one, two = duel(context), duel(context)
    for stream in (one, two):
        said(context, stream, "red", "extend 24h\nready")
    said(context, one, "blue", "ready")
    assert "all are ready" in said(context, one, "blue", "extend 24h").problems[0]
    said(context, two, "blue", "ready\nextend 24h")
    assert tick(context) == [(one, 1), (two, 1)]


def test_a_new_turn_has_its_own_wishes(context: ServiceContext, clock: HandClock) -> None:
    """Blue's wish of turn 1 does not count for turn 2; and news of turn 1's deadline is told no more."""
    stream = duel(context)
    said(context, stream, "blue", "extend 24h", "m1")
    clock.advance(24)
    assert tick(context) == [(stream, 1)] and not load(context, stream).ledger.extensions
    assert said(context, stream, "blue", "extend 24h", "m1").asked is None
    receipt = said(context, stream, "red", "extend 24h", "m2")
    assert receipt.asked is not None and not receipt.asked.moved


# ---------------------------------------------------------------- leaving


def test_leaving_by_name(context: ServiceContext) -> None:
    """The orders of the same mail count; then the seat is free, as a page would have left it; the reason is told."""
    stream = duel(context)
    receipt = said(context, stream, "red", "resign RED: no time any more\nSR1: TURN L")
    assert receipt.outcome == "accepted" and receipt.left and "you have left red" in receipt.notes[-1]
    ledger = load(context, stream).ledger
    assert "red" not in ledger.players and ledger.vacant == ["red"] and "red" in ledger.filed
    assert "Seat Red is free: no time any more" in told(context, stream)
    assert not said(context, stream, "blue", "status").left


def test_leaving_twice(context: ServiceContext) -> None:
    """Whoever has left is told so again; the log has it once."""
    stream = duel(context)
    notes = [said(context, stream, "red", "resign red: no time", source).notes[-1] for source in ("m1", "m2")]
    assert notes[0] == notes[1] and notes[0].startswith("you have left red")
    assert len(list(context.store.select(stream, [SeatVacated]))) == 1


def test_the_last_one_who_was_not_ready_leaves(context: ServiceContext) -> None:
    """Nobody waits for them."""
    stream = duel(context)
    said(context, stream, "blue", "ready")
    said(context, stream, "red", "resign red")
    assert tick(context) == [(stream, 1)]


# ---------------------------------------------------------------- beside other things


def test_a_preview_and_a_check_change_nothing(context: ServiceContext) -> None:
    """They say what would be."""
    stream = duel(context)
    head = context.store.head(stream)
    receipt = said(context, stream, "blue", "preview\nabsent until 2026-01-09\nextend 24h\nresign blue")
    assert receipt.outcome == "preview" and len(receipt.notes) == 3 and not receipt.asked and not receipt.left
    checked = check_orders(context, stream, "blue", "extend 24h\nresign")
    assert checked.outcome == "partly" and "you ask for 24 hours" in checked.notes[0]
    assert context.store.head(stream) == head


def test_in_answer_to_an_old_report(context: ServiceContext, clock: HandClock) -> None:
    """Requests are never too late, the orders beside them are; of a game that is over nothing is taken."""
    stream = duel(context)
    clock.advance(24)
    tick(context)
    assert file_orders(context, stream, "blue", "absent until 2026-01-09", "m1", 1).outcome == "accepted"
    late = file_orders(context, stream, "blue", "not absent\nBIS: TURN L", "m2", 1)
    assert late.outcome == "late" and "you are back" in late.notes and not load(context, stream).ledger.absent
    game_master.end(context, stream, "enough")
    over = file_orders(context, stream, "blue", "resign blue", "m3")
    assert over.outcome == "over" and load(context, stream).ledger.players["blue"] == "p1"


def test_lines_within_press_are_press(context: ServiceContext) -> None:
    """They are not obeyed, and the receipt says so."""
    stream = duel(context)
    receipt = said(context, stream, "blue", "press to red: I am off.\nabsent until 2026-01-09")
    assert any("it was not obeyed" in note for note in receipt.notes) and not load(context, stream).ledger.absent


def test_a_line_that_is_nearly_a_request_is_told_what_was_meant(context: ServiceContext) -> None:
    stream = duel(context)
    (problem,) = said(context, stream, "blue", "extand 24h").problems
    assert "Did you mean `extend 24h: why`?" in problem


def test_the_same_as_by_the_pages(context: ServiceContext) -> None:
    """Line and page write the same events."""
    one, two = duel(context), duel(context)
    said(context, one, "blue", "absent until 2026-01-09 18:00: at sea")
    absence.set_absence(context, two, "blue", datetime(2026, 1, 9, 18, tzinfo=UTC), "at sea", "player")
    said(context, one, "red", "resign red: enough")
    seating.resign(context, two, "red", "p2", "enough")
    wanted = [AbsenceSet, SeatVacated]
    first, second = ([(e.event, e.phase, e.turn) for e in context.store.select(stream, wanted)] for stream in (one, two))
    assert first == second and len(first) == 2


def test_what_the_policy_does_is_told(context: ServiceContext) -> None:
    """Each of the three policies in its own words."""
    for policy, words in (("wait", "waits for you"), ("bot:cautious", "The bot cautious orders for you")):
        setup = GameSetup({"blue": "p1", "red": "p2"}, policy=policy_of(0.0, policy, False, "house rules"))
        stream = open_game(context, "star_navy", "first-blood", setup=setup)
        assert words in said(context, stream, "blue", "absent until 2026-01-09").notes[0]
    assert [e for e in context.store.select(stream, [DeadlineSet]) if isinstance(e.event, DeadlineSet)]


def test_a_master_who_says_the_same_words_does_not_grant_it(context: ServiceContext) -> None:
    """The deadline moved for another cause, whatever its reason says: the mail taken again tells of a wish, not of a move."""
    stream = duel(context)
    said(context, stream, "blue", "extend 24h", "m1")
    game_master.extend(context, stream, 1, "all players asked for more time")
    again = said(context, stream, "blue", "extend 24h", "m1")
    assert again.duplicate and again.asked is not None and not again.asked.moved
