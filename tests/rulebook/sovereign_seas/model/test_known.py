"""Section 7: what a reader knows."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import EVERYONE
from events.sovereign_seas import battle, sailing
from events.sovereign_seas.battle import GameDecided
from pbem.core.game.turn import Turn
from pbem.core.state.game_state import Unknown
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.panels import panels
from tests.kit.playing import by_bot, open_play, turns_of
from tests.rulebook.sovereign_seas.builders.fleet import state_with, told_state, turn_of
from tests.rulebook.sovereign_seas.builders.known import known

SHIPS = {"BC1": ("1010", "N", 6), "FB1": ("1310", "N", 6)}


def damaged(hidden_logs: str) -> Turn[State]:
    """BC1 hits FB1: circles, a battery, the conning tower, a jam; all told to whom it concerns."""
    turn = turn_of(State())
    SOVEREIGN_SEAS.rules.setup(turn, "defense-magenta", scenario.options("defense-magenta", {"hidden_logs": hidden_logs}))
    log = turn.state.log_of("french")
    turn.emit(sailing.TurnBegan(1), "SSL-F.1", EVERYONE)
    for letter in ("H", "B", "H"):
        turn.emit(battle.Located("FB1", 0, letter), "SSL-K.1", EVERYONE)
    turn.emit(battle.HullMarked("FB1", 3, 1, 10), "SSL-L3.1", log)
    turn.emit(battle.GunLost("FB1", "P1", False), "SSL-L2.2", log)
    turn.emit(battle.OutOfCommand("FB1", 4), "SSL-L5.3", log)
    turn.emit(battle.RudderJammed("FB1", "L", 3), "SSL-L5.6", log)
    return turn


def test_the_table_is_open() -> None:
    """SSL-Y.1: both sides and spectators see places, speeds, and every log with its damage and conditions."""
    state = damaged("off").state
    for reader in ("gb", "fr", None):
        ship = known(state, reader).ships["FB1"]
        assert (ship.speed, ship.heading, ship.hits) == (5, 5, {"H": 2, "B": 1})
        assert (ship.log.marked, ship.log.gone, ship.log.command_until, ship.log.jam) == (3, ["P1"], 4, "L")
        assert (ship.maximum, ship.circles_left) == (10, 10)


def test_hidden_logs() -> None:
    """SSL-Y.5: the enemy sees place, speed, fate and the letters of the hits, not the log; the owner sees it all."""
    state = damaged("on").state
    for reader in ("gb", None):
        ship = known(state, reader).ships["FB1"]
        assert (ship.log_if_known, ship.hits, ship.fate, ship.speed) == (None, {"H": 2, "B": 1}, "afloat", 5)
        assert (ship.maximum, ship.circles_left, len(ship.living())) == (11, 10, 16)
    own = known(state, "fr").ships["FB1"]
    assert own.log.marked == 3
    assert len(own.living()) == 15


@pytest.mark.parametrize("hidden_logs", ["on", "off"])
def test_a_reader_knows_what_they_were_told(hidden_logs: str) -> None:
    """SSL-Y.1, SSL-Y.5: a reader's own events fold into the whole state without what is hidden from them."""
    turn = damaged(hidden_logs)
    for reader, ids in (("gb", ("gb", "british")), ("fr", ("fr", "french")), (None, ())):
        assert told_state(turn.drafts, reader, *ids) == known(turn.state, reader)


def test_standing_orders_are_the_own_sides() -> None:
    """SSL-Y.2: also the second admiral's; nobody else's."""
    state = state_with(SHIPS, admirals="two")
    state.ships["BC1"].standing_if_known, state.fleet["gb"] = ["EXIT ON"], ["AVOID NONE"]
    assert known(state, "gb2").ships["BC1"].standing == ["EXIT ON"]
    assert known(state, "gb2").fleet == {"gb": ["AVOID NONE"]}
    for reader in ("fr", "fr2", None):
        assert known(state, reader).ships["BC1"].standing_if_known is None
        assert known(state, reader).fleet == {}


def test_after_the_end_all_standing_orders_are_open() -> None:
    """SSL-Y.6: the FLEET blocks of both sides, for both and for spectators, in the last report too."""
    state = state_with(SHIPS)
    state.fleet["gb"], state.fleet["fr"], state.over = ["AVOID NONE"], ["OPEN ANY"], True
    for reader in ("gb", "fr", None):
        seen = known(state, reader)
        lines = next(panel.lines for panel in panels(seen) if panel.title == "FLEET ORDERS")
        assert lines == ["British: AVOID NONE", "French: OPEN ANY"]


def test_hidden_ships_are_not_there() -> None:
    """SSL-Y.3: neither the ships nor their number, for the enemy and for spectators."""
    state = state_with(SHIPS, key="convoy-attack")
    state.stages, state.entry = [{"british": "PLACE"}], "W"
    assert list(known(state, "gb").ships) == ["BC1", "FB1"]
    for reader in ("fr", None):
        seen = known(state, reader)
        assert (list(seen.ships), seen.entry, seen.strength) == (["FB1"], "", {"french": 1})


def test_after_the_game_all_is_shown() -> None:
    """SSL-Y.6: logs and standing orders of both sides, to everybody."""
    state = damaged("on").state
    state.ships["FB1"].standing_if_known = ["CLOSE NEAREST"]
    apply(state, GameDecided(["british"], "", "The British win: the French give up."))
    for reader in ("gb", "fr", None):
        ship = known(state, reader).ships["FB1"]
        assert ship.log.marked == 3
        assert ship.standing == ["CLOSE NEAREST"]


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("convoy-attack", {"hidden_logs": "on", "ram_miss": "back"}),
        ("fleet-engagement", {"admirals": "two"}),
        ("blockade-breakout", {"admirals": "two", "hidden_logs": "on"}),
        ("design-your-own", {"hidden_logs": "on", "points": 150}),
    ],
)
def test_what_readers_are_told_is_all_but_what_is_hidden(key: str, given: dict[str, Any]) -> None:
    """Section 7 over whole games: at each deadline each reader's events fold into the position without what is hidden."""
    played = open_play(SOVEREIGN_SEAS, key, given, "known")
    for _ in turns_of(played, by_bot(dict.fromkeys(("gb", "gb2", "fr", "fr2"), "random")), "known", 12):
        for seat in played.readers:
            assert played.known(seat) == known(played.state, seat), seat


def test_nothing_is_unknown_in_the_whole_state() -> None:
    """SSL-Y.5: who was never shown a log may ask whether it is known, not what is in it."""
    state = damaged("on").state
    assert all(ship.log.marked >= 0 and ship.standing == [] for ship in state.ships.values())
    hers = known(state, "gb").ships["FB1"]
    for hidden in ("log", "standing"):
        with pytest.raises(Unknown, match="of FB1 was never shown"):
            getattr(hers, hidden)
