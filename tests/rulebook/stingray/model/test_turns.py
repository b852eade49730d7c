"""The count of moves: the same words wherever one is named."""

from __future__ import annotations

import pytest

from pbem.core.game.report_parts import GameTurns
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.report.pictures.draw import draw
from tests.kit.playing import no_orders, open_play, play_turn
from tests.rulebook.stingray.builders.known import known


def asked(state: State) -> set[str]:
    return {ask.what for ask in STINGRAY.rules.due(state).values()}


def titles(state: State) -> list[str]:
    """Of the map as both sides and spectators see it."""
    return [next(draw(known(state, seat))).title for seat in (*state.seats, None)]


@pytest.mark.parametrize("key", OPENINGS)
def test_the_count(key: str) -> None:
    """STG-SEQ.1, STG-SPY.1: set-up is no move and has no number; then moves count up to the limit."""
    played = open_play(STINGRAY, key, {}, "turns")
    limit = OPENINGS[key].limit
    number = 1
    if OPENINGS[key].grants_spies:
        assert STINGRAY.rules.turns(played.state) == GameTurns("", "set-up") and asked(played.state) == {"set-up orders"}
        play_turn(played, no_orders, "turns", number)
        number += 1
        assert STINGRAY.rules.turns(played.state) == GameTurns("", f"move 1 of {limit}")
    else:
        assert STINGRAY.rules.turns(played.state) == GameTurns("", f"move 1 of {limit}")
    assert asked(played.state) == {f"orders for move 1 of {limit}"}
    assert all(title.endswith(f"before move 1 of {limit}") for title in titles(played.state))
    play_turn(played, no_orders, "turns", number)
    assert STINGRAY.rules.turns(played.state) == GameTurns(f"move 1 of {limit}", f"move 2 of {limit}")
    assert asked(played.state) == {f"orders for move 2 of {limit}"}
    assert all(title.endswith(f"after move 1 of {limit}") for title in titles(played.state))


def test_nothing_is_next_after_the_end() -> None:
    """STG-VIC.1."""
    played = open_play(STINGRAY, "stand-by-for-action", {}, "turns")
    for number in range(1, 11):
        play_turn(played, no_orders, "turns", number)
    assert STINGRAY.rules.turns(played.state) == GameTurns("move 10 of 10", "")
    verdict = STINGRAY.rules.verdict(played.state)
    assert verdict and verdict.text.startswith("The limit of 10 moves was reached: ") and verdict.text.endswith(".")
