"""Nobody comes upon a sandbox: no list, clock, mail or check of games knows of one."""

from __future__ import annotations

import json

import pytest

from events.store import Corrupt
from events.transfer import export_stream, import_stream
from pbem.games import GAMES
from pbem.service.context import NoSuchGame, ServiceContext
from pbem.service.games.check_import import check_export
from pbem.service.games.lobby import Asks, lobby
from pbem.service.games.opening import open_game
from pbem.service.reports.replay import turn_steps
from pbem.service.repository import load, streams
from pbem.service.sandboxes.fork import Origin, fork
from pbem.service.turns.clock_jumps import ahead
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel, play_turn
from tests.service.sandboxes.test_fork import play_by_bots


@pytest.fixture
def played(context: ServiceContext) -> tuple[str, str]:
    """A game, and a sandbox of it in which a turn was played."""
    stream = duel(context)
    play_turn(context, stream)
    name = fork(context, Origin(stream, 1), "p1")
    play_by_bots(context, name, 1)
    return stream, name


def test_lists(context: ServiceContext, played: tuple[str, str]) -> None:
    """All questions about games and seats, and the names of streams that `verify` goes through."""
    stream, name = played
    store = context.store
    rows = [*store.games(), *store.newest_games(99), *store.games_with_status(("open", "paused", "ended"), 99)]
    assert {row.stream for row in rows} == set(streams(context)) == {stream}
    assert [held.game.stream for held in store.played_by("p1")] == [stream]
    assert store.joinable_games(9) == store.games_run_by("p1") == []
    assert "What if" not in repr(lobby(context, Asks(), "p1")) and name not in repr(lobby(context, Asks(), "p1"))
    with pytest.raises(NoSuchGame, match=f"there is no game '{name}'"):
        turn_steps(context, name, 2, None)


def test_the_clock_and_the_mail(context: ServiceContext, clock: HandClock, played: tuple[str, str]) -> None:
    """Nothing of it is ever due, waits for a bot or is to be mailed."""
    stream, name = played
    clock.advance(24 * 29)
    before = list(context.store.rows(name))
    assert tick(context) == [(stream, 2)]
    assert context.store.due("9999") == [(stream, 3)] and context.store.waiting_for_bots() == []
    assert {unsent for unsent, _ in context.store.unsent_reports()} == {stream}
    assert context.store.seats_without_report(name, 2) == []
    clock.advance(-24 * 100)
    assert {found.stream for found in ahead(context)} == {stream}
    assert list(context.store.rows(name)) == before


def test_the_next_game_has_the_next_name(context: ServiceContext, played: tuple[str, str]) -> None:
    """Sandboxes count apart."""
    assert open_game(context, "star_navy", "duel") == "g2"


def test_it_is_not_imported(context: ServiceContext, played: tuple[str, str]) -> None:
    """Neither as what it is, nor hidden within a game."""
    stream, name = played
    lines = [line.replace(f'"stream":"{name}"', '"stream":"other"') for line in export_stream(context.store, name)]
    with pytest.raises(Corrupt):
        import_stream(context.store, lines, lambda export: check_export(GAMES, export))
    exported = list(export_stream(context.store, name))
    context.store.discard(name)
    with pytest.raises(Corrupt, match=r"line 1: a game begins with game.opened, not with game.forked"):
        import_stream(context.store, exported, lambda export: check_export(GAMES, export))
    assert json.loads(exported[0])["type"] == "game.forked" and load(context, stream)
