"""Side by side: the first event that differs, and units by what they lost."""

from __future__ import annotations

import pytest

from pbem.core.game.protocol import nothing_lost
from pbem.games import GAMES
from pbem.service.context import ActRefused, NoSuchSeat, ServiceContext
from pbem.service.repository import load
from pbem.service.sandboxes.compare import compare, in_words
from pbem.service.sandboxes.fork import Origin, fork
from pbem.service.sandboxes.play import open_turn_of, play
from tests.kit.playing import by_bot, mixed_bots
from tests.kit.playing import play as play_in_process
from tests.service.builders.bot_game import bot_game
from tests.service.builders.duel import duel, play_turn
from tests.service.sandboxes.test_fork import FIRST, games, play_by_bots


def ordered(context: ServiceContext, name: str, **texts: str) -> None:
    now = open_turn_of(context, name)
    assert not play(context, name, now.turn, texts, {}).problems


def test_two_sandboxes(context: ServiceContext) -> None:
    """The same orders give the same events; then one turns the other way, and that is the first that differs."""
    stream = duel(context)
    one, other = (fork(context, Origin(stream, 0)) for _ in range(2))
    assert in_words(compare(context, one, other)) == ["No turn is played in both yet."]
    for name in (one, other):
        ordered(context, name, blue="BIS: TURN L", red="SR1: TURN L")
    assert in_words(compare(context, one, other)) == ["No event differs up to turn 1."]
    ordered(context, one, blue="BIS: TURN L", red="")
    assert in_words(compare(context, one, other)) == [f"No event differs up to turn 1. {one} goes on to turn 2."]
    ordered(context, other, blue="BIS: TURN R", red="")
    found = compare(context, one, other)
    assert found.difference is not None and (found.difference.turn, found.turn, found.first) == (2, 2, 1)
    first, second = found.difference.sentences
    assert first != second and "BIS" in first and "BIS" in second
    assert in_words(found)[0] == "The first event that differs is in turn 2."


def test_a_sandbox_and_its_game(context: ServiceContext) -> None:
    """From the turn after the fork; as a seat knows both, or with nothing left out."""
    stream = duel(context)
    play_turn(context, stream)
    name, other = (fork(context, Origin(stream, 1, "blue"), "p1") for _ in range(2))
    play_turn(context, stream, blue="BIS: TURN R")
    ordered(context, name, blue="BIS: TURN R", red="SR1: TURN L")
    found = compare(context, name, stream, "blue")
    assert (found.first, found.turn, found.reader) == (2, 2, "blue") and found.difference is None
    ordered(context, other, blue="BIS: TURN L", red="SR1: TURN L")
    changed = compare(context, other, stream, "blue").difference
    assert changed is not None and "BIS" in changed.sentences[0]


def test_what_cannot_be_compared(context: ServiceContext) -> None:
    """Another game, no common turn, a seat that is not there."""
    stream = duel(context)
    name = fork(context, Origin(stream, 0))
    with pytest.raises(NoSuchSeat):
        compare(context, name, stream, "green")
    play_turn(context, stream)
    late = fork(context, Origin(stream, 1))
    with pytest.raises(ActRefused, match="no turn in common"):
        compare(context, late, name)
    strange = bot_game(context, "star_navy", "open-space", 0)
    with pytest.raises(ActRefused, match="are not of one game"):
        compare(context, name, strange)


@games
def test_every_game_tells_what_units_lost(context: ServiceContext, key: str) -> None:
    """At the end of a game of bots somebody has lost something, in words; other readers are told as far as they know."""
    scenario = FIRST[key]
    at = play_in_process(GAMES[key], scenario, {}, by_bot(mixed_bots(GAMES[key], scenario)), "lost", 400)
    lost = GAMES[key].report.lost(at.state)
    told = GAMES[key].report.lost is not nothing_lost
    assert any(each.points for each in lost.values()) is told and all(each.words for each in lost.values())
    stream = bot_game(context, key, scenario, 2)
    seat = next(iter(load(context, stream).ledger.seats))
    name = fork(context, Origin(stream, 1, seat))
    play_by_bots(context, name, 1)
    for reader in ("", seat):
        assert compare(context, name, stream, reader).turn == 2
