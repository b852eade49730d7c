"""The game master's acts: each is an event with a reason, refused when it makes no sense."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events.platform import Announced, GamePaused
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext, stamp
from pbem.service.decide import MAX_WHY
from pbem.service.games import game_master, opening, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import OPERATOR
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel


def run(context: ServiceContext, **players: str) -> str:
    """A game with a game master."""
    seated = players or {"blue": "p1", "red": "p2"}
    return open_game(context, "star_navy", "first-blood", setup=GameSetup(seated, master="gm"))


def test_a_reason_is_cleaned_and_needed(context: ServiceContext) -> None:
    """One line, without control characters, of a length that a report can hold."""
    stream = run(context)
    game_master.pause(context, stream, " holidays\r\n\x00 until  May ")
    assert [e.event.why for e in context.store.read(stream) if isinstance(e.event, GamePaused)] == ["holidays until May"]
    for bad in ("", " \n\t", "x" * (MAX_WHY + 1)):
        with pytest.raises(ActRefused):
            game_master.resume(context, stream, bad)


def test_a_deadline_is_set_to_a_time(context: ServiceContext, clock: HandClock) -> None:
    """Not in the past, not in years; not before all seats are taken."""
    stream = run(context)
    at = clock() + timedelta(hours=5)
    assert game_master.set_deadline(context, stream, at, "before lunch") == stamp(at)
    for wrong in (clock() - timedelta(seconds=1), clock() + timedelta(days=400)):
        with pytest.raises(ActRefused):
            game_master.set_deadline(context, stream, wrong, "x")
    with pytest.raises(ActRefused, match="free are: Red"):
        game_master.set_deadline(context, run(context, blue="p1"), at, "x")
    clock.advance(5)
    assert tick(context) == [(stream, 1)]


def test_a_game_without_a_rhythm_may_have_a_deadline(context: ServiceContext, clock: HandClock) -> None:
    """Turns that end when all are ready can be given an end all the same."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"}, rhythm_hours=0)
    with pytest.raises(ActRefused, match="no deadline to move"):
        game_master.extend(context, stream, 24, "x")
    game_master.set_deadline(context, stream, clock() + timedelta(hours=5), "it drags on")
    clock.advance(5)
    assert tick(context) == [(stream, 1)] and not load(context, stream).ledger.due


def test_an_announcement_keeps_its_lines(context: ServiceContext) -> None:
    """Control characters go, lines stay; nothing and too much are refused."""
    stream = run(context)
    game_master.announce(context, stream, "\nDinner at eight.\r\nBring\x07 dice.  \n\n")
    assert [e.event.words for e in context.store.read(stream) if isinstance(e.event, Announced)] == [
        "Dinner at eight.\nBring dice."
    ]
    for bad in (" \n ", "x" * 2001):
        with pytest.raises(ActRefused):
            game_master.announce(context, stream, bad)


def test_the_game_is_handed_over(context: ServiceContext) -> None:
    """The lists know who runs it."""
    stream = run(context)
    game_master.name_master(context, stream, "p9", "on holiday")
    row = context.store.game(stream)
    assert row is not None and row.master == load(context, stream).ledger.master == "p9"
    with pytest.raises(ActRefused, match="already"):
        game_master.name_master(context, stream, "p9", "x")


def test_looking_is_for_people_who_do_not_play(context: ServiceContext, clock: HandClock) -> None:
    """A master who holds a seat is refused; nor do they become master while a seat of the open turn is looked through."""
    stream = run(context)
    game_master.watch(context, stream, "red", "a question about fuel")
    assert context.store.watched(stream, 1) == ["red"]
    with pytest.raises(ActRefused, match="already"):
        game_master.watch(context, stream, "red", "x")
    with pytest.raises(ActRefused, match="when the turn is resolved"):
        game_master.name_master(context, stream, "p1", "x")
    clock.advance(24)
    tick(context)
    game_master.name_master(context, stream, "p1", "now they may")
    with pytest.raises(ActRefused, match="a player of the game"):
        game_master.watch(context, stream, "red", "x")
    with pytest.raises(ActRefused, match="no game master"):
        game_master.watch(context, duel(context, setup=GameSetup()), "red", "x")
    with pytest.raises(NoSuchSeat):
        game_master.watch(context, run(context), "green", "x")


def test_an_act_is_decided_again_when_a_mail_was_faster(context: ServiceContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders that come between loading and writing are not lost, and the act is done all the same."""
    stream = run(context)
    true_reason = seating.reason
    append, raced = context.store.append, []

    def late(*given: object) -> object:
        if not raced:
            raced.append(True)
            file_orders(context, stream, "blue", "BIS: TURN L", "m1")
        return append(*given)

    monkeypatch.setattr(context.store, "append", late)
    game_master.pause(context, stream, true_reason("x"))
    ledger = load(context, stream).ledger
    assert ledger.paused and "blue" in ledger.filed


def test_the_end_says_who_ended_it(context: ServiceContext) -> None:
    """The game master, or the operator."""
    stream, other = run(context), run(context)
    game_master.end(context, stream, "both agreed")
    game_master.end(context, other, "both agreed", OPERATOR)
    assert load(context, stream).ledger.verdict == "Ended by the game master: both agreed"
    assert load(context, other).ledger.verdict == "Ended by the operator: both agreed"
