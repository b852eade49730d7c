"""Away from all games at once: each is told by its own event, also those that are joined meanwhile; and back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events.platform import AbsenceSet
from pbem.service import vacation
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import OPERATOR, PLAYER
from pbem.service.ladder.absence import set_absence
from pbem.service.ladder.sitters import sitter_source
from pbem.service.orders.file import file_orders
from pbem.service.orders.order_desk import check_orders
from pbem.service.repository import load
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn
from tests.service.builders.policies import policy_of
from tests.service.builders.sitters import go_away, with_sitter

WHY = "skiing"


def away(context: ServiceContext, stream: str) -> dict[str, str]:
    return load(context, stream).ledger.absent


def said(context: ServiceContext, stream: str) -> list[AbsenceSet]:
    return [entry.event for entry in context.store.read(stream) if isinstance(entry.event, AbsenceSet)]


def open_to_all(context: ServiceContext) -> str:
    """A game of p2 whose other seat is free."""
    setup = GameSetup({"red": "p2"}, policy=policy_of(0, "standing", True, "house rules"))
    return open_game(context, "star_navy", "first-blood", setup=setup)


def test_all_games_are_told_and_one_that_is_joined_meanwhile(context: ServiceContext, clock: HandClock) -> None:
    """By the player's own act in each, with the reason; once, however often the clock beats; the audit holds."""
    first, second, third = duel(context), duel(context), open_to_all(context)
    until = clock() + timedelta(days=9)
    told = vacation.leave(context, "p1", until, WHY)
    assert [(game.stream, game.seat, game.refused) for game in told] == [(first, "blue", ""), (second, "blue", "")]
    assert away(context, first) == away(context, second) == {"blue": stamp(until)}
    assert vacation.note_new_seats(context) == []
    seating.join(context, third, "blue", "p1")
    assert [game.stream for game in vacation.note_new_seats(context)] == [third]
    assert vacation.note_new_seats(context) == []
    for stream in (first, second, third):
        assert said(context, stream) == [AbsenceSet("blue", stamp(until), WHY, PLAYER)]
        assert audit(context, stream).sound


def test_back_everywhere(context: ServiceContext, clock: HandClock) -> None:
    """Also from a game of which it was said alone; who was not away there is not told to be back."""
    first, second, third = duel(context), duel(context), duel(context)
    vacation.leave(context, "p1", clock() + timedelta(days=9), WHY)
    set_absence(context, first, "blue", None, "back here", PLAYER)
    set_absence(context, third, "red", clock() + timedelta(days=9), "their own", PLAYER)
    assert vacation.note_new_seats(context) == [], "back in one game, it stays so"
    told = vacation.come_back(context, "p1")
    assert [game.stream for game in told] == [second, third] and vacation.vacation_of(context, "p1") is None
    assert [away(context, stream) for stream in (first, second)] == [{}, {}] and list(away(context, third)) == ["red"]
    assert len(said(context, first)) == 2 and vacation.come_back(context, "p1") == []
    assert all(audit(context, stream).sound for stream in (first, second, third))


def test_it_ends_with_its_day(context: ServiceContext, clock: HandClock) -> None:
    """A game that is joined after that is not told."""
    stream, until = open_to_all(context), clock() + timedelta(days=2)
    assert vacation.leave(context, "p1", until, WHY) == []
    assert vacation.vacation_of(context, "p1") is not None
    clock.advance(48)
    seating.join(context, stream, "blue", "p1")
    assert vacation.note_new_seats(context) == [] and vacation.vacation_of(context, "p1") is None


def test_said_again_it_changes_nothing_and_longer_it_does(context: ServiceContext, clock: HandClock) -> None:
    stream, until = duel(context), clock() + timedelta(days=2)
    for _ in range(2):
        assert [game.refused for game in vacation.leave(context, "p1", until, WHY)] == [""]
    assert len(said(context, stream)) == 1
    vacation.leave(context, "p1", until + timedelta(days=2), WHY)
    assert away(context, stream) == {"blue": stamp(until + timedelta(days=2))}


def test_games_that_are_over_are_left_out_and_a_refusal_is_named(
    context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, refuses, takes = duel(context), duel(context), duel(context)
    game_master.end(context, over, "enough")
    real = vacation.absence

    def picky(record: object, *more: object) -> object:
        if record.stream == refuses:  # type: ignore[attr-defined]
            raise ActRefused("not in this game")
        return real(record, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(vacation, "absence", picky)
    told = vacation.leave(context, "p1", clock() + timedelta(days=9), WHY)
    assert [(game.stream, game.refused) for game in told] == [(refuses, "not in this game"), (takes, "")]
    assert vacation.note_new_seats(context) == [], "what was refused is not tried at every beat"


def test_trouble_in_one_game_stops_no_other(context: ServiceContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a beat of the clock; it is tried again."""
    broken, sound = open_to_all(context), open_to_all(context)
    vacation.leave(context, "p1", clock() + timedelta(days=9), WHY)
    for stream in (broken, sound):
        seating.join(context, stream, "blue", "p1")
    real = vacation.absence

    def faulty(record: object, *more: object) -> object:
        if record.stream == broken:  # type: ignore[attr-defined]
            raise RuntimeError("a fault")
        return real(record, *more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(vacation, "absence", faulty)
        assert [told.stream for told in vacation.note_new_seats(context)] == [sound]
    assert [told.stream for told in vacation.note_new_seats(context)] == [broken]


def test_slips_are_refused(context: ServiceContext, clock: HandClock) -> None:
    """A time that is past or too far away, no reason: nothing is told to any game."""
    stream = duel(context)
    for until, why, words in (
        (clock(), WHY, "past"),
        (clock() + timedelta(days=366), WHY, "within 365 days"),
        (clock() + timedelta(days=1), " ", "say why"),
    ):
        with pytest.raises(ActRefused, match=words):
            vacation.leave(context, "p1", until, why)
    assert said(context, stream) == [] and vacation.vacation_of(context, "p1") is None


def test_the_operator_may_say_it_for_them(context: ServiceContext, clock: HandClock) -> None:
    stream = duel(context)
    vacation.leave(context, "p1", clock() + timedelta(days=9), WHY, OPERATOR)
    assert [event.by for event in said(context, stream)] == [OPERATOR] and audit(context, stream).sound


# ---------------------------------------------------------------- by a line of mail


def test_a_line_in_one_game_tells_all(context: ServiceContext, clock: HandClock) -> None:
    """The receipt says which; orders beside it count; read again the mail changes nothing."""
    first, second = duel(context), duel(context)
    text = "BIS: TURN L\nabsent everywhere until 2026-01-09: skiing"
    for _ in range(2):
        receipt = file_orders(context, first, "blue", text, "m1")
    notes = " ".join(receipt.notes)
    assert receipt.outcome == "accepted" and "you are away until 2026-01-10 12:00 UTC" in notes
    assert f"your other games, too, that you are away: {second} (blue)" in notes
    assert [event.why for event in said(context, first) + said(context, second)] == ["skiing", "skiing"]
    assert "blue" in load(context, first).ledger.filed
    receipt = file_orders(context, second, "blue", "not absent anywhere", "m2")
    assert f"that you are back: {first} (blue)" in " ".join(receipt.notes)
    assert not away(context, first) and not away(context, second) and not vacation.vacation_of(context, "p1")
    play_turn(context, first)
    assert audit(context, first).sound and audit(context, second).sound


def test_with_one_game_it_says_that_there_is_no_other(context: ServiceContext, clock: HandClock) -> None:
    stream = duel(context)
    receipt = file_orders(context, stream, "blue", "absent everywhere until 2026-01-09", "m1")
    assert "that you are away: there is none" in " ".join(receipt.notes) and vacation.vacation_of(context, "p1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("absent everywhere", "until when"),
        ("absent everywhere until tomorrow: x", "until when"),
        ("absent everywhere until 2025-12-24: x", "past"),
        ("not absent anywhere now", "stands by itself"),
    ],
)
def test_what_is_unclear_is_told_nowhere(context: ServiceContext, clock: HandClock, text: str, words: str) -> None:
    first, second = duel(context), duel(context)
    receipt = file_orders(context, first, "blue", text, "m1")
    assert receipt.outcome == "refused" and words in " ".join(receipt.problems)
    assert said(context, first) == said(context, second) == [] and not vacation.vacation_of(context, "p1")


def test_a_preview_tells_nobody(context: ServiceContext, clock: HandClock) -> None:
    first, second = duel(context), duel(context)
    file_orders(context, first, "blue", "preview\nabsent everywhere until 2026-01-09: x", "m1")
    check_orders(context, first, "blue", "absent everywhere until 2026-01-09: x")
    assert said(context, first) == said(context, second) == [] and not vacation.vacation_of(context, "p1")


def test_a_sitter_does_not_send_the_player_away(context: ServiceContext, clock: HandClock) -> None:
    first, second = with_sitter(context), duel(context)
    go_away(context, first)
    told = said(context, first)
    receipt = file_orders(context, first, "red", "absent everywhere until 2026-01-09: x", sitter_source("m1"))
    assert "only the player themselves" in " ".join(receipt.problems)
    assert said(context, first) == told and said(context, second) == []
