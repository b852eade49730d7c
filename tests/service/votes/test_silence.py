"""A game master who falls silent: when it is noted, who decides then, and how it ends."""

from __future__ import annotations

import pytest

from events.platform import ComasterNamed, MasterSilent, PolicySet
from pbem.service.context import ActRefused, ServiceContext, parse_stamp, stamp
from pbem.service.decide import change, public
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import history
from pbem.service.repository import load
from pbem.service.votes.silence import LastSign, fell_silent, note_silence, silence
from tests.conftest import HandClock
from tests.service.builders.corners import check_sound, corners, resolved, said

DAYS = 24.0


def never(person: str) -> str:
    """Nobody was seen, and nobody wrote."""
    return ""


def seen_at(at: str) -> LastSign:
    return lambda person: at if person == "p9" else ""


def test_who_is_needed_and_not_heard_of_is_silent(context: ServiceContext, clock: HandClock) -> None:
    """Since the last that they did; it is said once, and the history tells it."""
    stream = corners(context)
    game_master.announce(context, stream, "Welcome")
    said(context, stream, "a", "vote pause: where is everybody")
    clock.advance(14 * DAYS - 1)
    assert not note_silence(context, stream, never)
    clock.advance(1)
    assert note_silence(context, stream, never) and note_silence(context, stream, never)
    (entry,) = context.store.select(stream, [MasterSilent])
    assert entry.event == MasterSilent("2026-01-01T12:00:00.000000Z", "players")
    told = [act.what for act in history(context, stream)]
    assert "Nothing was heard of the game master since 2026-01-01 12:00 UTC: the players decide" in told
    check_sound(context, stream)


def test_a_sign_of_theirs_puts_it_off(context: ServiceContext, clock: HandClock) -> None:
    """A page that they opened, a mail, an act; that of a co-master, too."""
    stream = corners(context)
    said(context, stream, "a", "vote pause")
    clock.advance(10 * DAYS)
    seen = stamp(clock())
    change(context, stream, lambda record, now: public(record, ComasterNamed("p8", True, "help", "operator")))
    clock.advance(10 * DAYS)
    assert not note_silence(context, stream, seen_at(seen))
    assert not note_silence(context, stream, lambda person: seen if person == "p8" else "")
    game_master.announce(context, stream, "Still here")
    clock.advance(10 * DAYS)
    assert not note_silence(context, stream, never)
    clock.advance(4 * DAYS)
    assert note_silence(context, stream, seen_at(seen))
    told = silence(context, stream)
    assert told is not None and told.since == "2026-01-21T12:00:00.000000Z" and told.standing == ["vote pause"]
    assert told.masters == ["p9", "p8"]


def test_nobody_waits_for_who_is_not_needed(context: ServiceContext, clock: HandClock) -> None:
    """A game that goes on by itself needs nobody, until twice the time has gone by; a free seat, a pause or a wish do."""
    quiet, free, paused, wish = (corners(context) for _ in range(4))
    seating.vacate(context, free, "a", "no answer")
    game_master.pause(context, paused, "holidays")
    said(context, wish, "a", "extend 14d")
    clock.advance(14 * DAYS)
    assert [note_silence(context, stream, never) for stream in (quiet, free, paused, wish)] == [False, True, True, True]
    clock.advance(14 * DAYS)
    assert note_silence(context, quiet, never)
    check_sound(context, free)


def test_where_it_is_never_said(context: ServiceContext, clock: HandClock) -> None:
    """Without a game master, when the policy has no silence, and in a game that is over."""
    nobody = open_game(context, "star_navy", "first-blood", players={"blue": "p1"})
    never_silent = corners(context, PolicySet(silent_days=0))
    over = corners(context)
    game_master.end(context, over, "enough")
    clock.advance(40 * DAYS)
    assert not any(note_silence(context, stream, never) for stream in (nobody, never_silent, over))


def test_then_a_majority_is_enough(context: ServiceContext, clock: HandClock) -> None:
    """For everything, also for what the policy leaves to the game master alone; their next act ends it."""
    stream = corners(context, PolicySet(votes={"draw": 100, "roll back": 0}))
    resolved(context, stream)
    said(context, stream, "a", "vote draw")
    clock.advance(14 * DAYS)
    assert "do not vote on a roll-back" in said(context, stream, "a", "vote roll back to 0").problems[0]
    assert note_silence(context, stream, never)
    for seat in "bcd":
        receipt = said(context, stream, seat, "vote roll back to 0: from the beginning")
    assert load(context, stream).ledger.undone and "that is enough" in receipt.notes[0]
    assert "2 of 4 players want it, and 3 are needed" in said(context, stream, "b", "vote draw").notes[0]
    game_master.announce(context, stream, "I am back")
    assert "3 of 4 players want it, and 4 are needed" in said(context, stream, "c", "vote draw").notes[0]
    check_sound(context, stream)


def test_who_wanted_it_before_says_so_again(context: ServiceContext, clock: HandClock) -> None:
    """Three of four wanted a draw that all must want: now they are enough."""
    stream = corners(context)
    for seat in "abc":
        said(context, stream, seat, "vote draw")
    clock.advance(14 * DAYS)
    assert note_silence(context, stream, never) and not load(context, stream).ledger.ended
    said(context, stream, "a", "vote draw", "again")
    assert load(context, stream).ledger.ended
    check_sound(context, stream)


def test_more_time_by_a_majority(context: ServiceContext, clock: HandClock) -> None:
    stream = corners(context)
    game_master.extend(context, stream, 20 * DAYS, "a long turn")
    said(context, stream, "a", "extend 24h")
    clock.advance(15 * DAYS)
    assert note_silence(context, stream, never)
    said(context, stream, "b", "extend 24h")
    assert said(context, stream, "c", "extend 24h").notes[0].startswith("3 of 4 players asked for more time")
    check_sound(context, stream)


def test_another_game_master_ends_it(context: ServiceContext, clock: HandClock) -> None:
    """Of the new one nothing is known yet; when they do nothing, it is said again."""
    stream = corners(context)
    clock.advance(28 * DAYS)
    assert note_silence(context, stream, never)
    for seat in "bcd":
        said(context, stream, seat, "vote master b")
    assert load(context, stream).ledger.silent == "" and silence(context, stream) is None
    said(context, stream, "a", "vote pause")
    clock.advance(14 * DAYS)
    assert note_silence(context, stream, never)
    assert len(list(context.store.select(stream, [MasterSilent]))) == 2
    check_sound(context, stream)


def test_with_the_operator_votes_stay_as_they_are(context: ServiceContext, clock: HandClock) -> None:
    stream = corners(context, PolicySet(silent_then="operator"))
    for seat in "abc":
        said(context, stream, seat, "vote draw")
    clock.advance(14 * DAYS)
    assert note_silence(context, stream, never) and load(context, stream).ledger.silent == "operator"
    said(context, stream, "a", "vote draw", "again")
    assert not load(context, stream).ledger.ended
    assert any("the operator decides" in act.what for act in history(context, stream))
    check_sound(context, stream)


def test_it_cannot_be_said_too_early(context: ServiceContext, clock: HandClock) -> None:
    """The pure act refuses what no clock could have noted."""
    stream = corners(context)
    clock.advance(13 * DAYS)
    record = load(context, stream)
    with pytest.raises(ActRefused, match="within 14 days"):
        fell_silent(record, "2026-01-01T12:00:00.000000Z", clock())
    assert parse_stamp(stamp(clock())) == clock()
    bots = open_game(context, "star_navy", "first-blood", setup=GameSetup({"blue": "p1"}))
    with pytest.raises(ActRefused, match="no game master"):
        fell_silent(load(context, bots), "2025-01-01T12:00:00.000000Z", clock())
