"""Ruling S20: a ship without EXIT keeps sea room; S21: a wall lets her turn in the end."""

from __future__ import annotations

import pytest

from pbem.games.sovereign_seas.model.geometry import hex_of
from pbem.games.sovereign_seas.rules.sailing.sea_room import MapSize, has_room
from tests.rulebook.sovereign_seas.builders.fleet import play, pool, state_with


@pytest.mark.parametrize(
    ("hex", "heading", "count", "turn_hexes", "room"),
    [
        ("2003", 0, 1, 1, True),
        ("2001", 0, 1, 1, True),
        ("2101", 0, 0, 1, False),
        ("2003", 0, 0, 3, False),
        ("2004", 0, 0, 3, False),
        ("2005", 0, 0, 3, True),
        ("2030", 0, 0, 3, True),
    ],
)
def test_has_room(hex: str, heading: int, count: int, turn_hexes: int, room: bool) -> None:
    """SSL-Z.1: heading north near the northern edge, with so many hexes since the last turn."""
    assert has_room(hex_of(hex), heading, count, turn_hexes, MapSize(60, 50)) == room


@pytest.mark.parametrize("ship", ["BB1", "BF1", "BV1", "BC1"])
@pytest.mark.parametrize("edge", ["leave", "wall"])
def test_a_silent_ship_stays_on_the_map(ship: str, edge: str) -> None:
    """SSL-Z.1, SSL-X.4: whatever her turn rate, a ship that nobody steers sails on for twelve turns and never off the map."""
    state = state_with({ship: ("3008", "N", 10), "FB1": ("5848", "N", 0)}, edge=edge, nmr_limit=0, functional="afloat")
    for each in state.ships.values():
        each.log.gone = list(each.printed.guns)
    for _ in range(12):
        drafts = play(state, {}, pool(5, 2) + pool(5, 1))
        assert sum(type(draft.event).__name__ == "Stepped" for draft in drafts) == 10
    assert state.ships[ship].fate == "afloat"


def test_exit_on_sails_off() -> None:
    """SSL-X.4: with EXIT ON the edge is no obstacle."""
    state = state_with({"BC1": ("3003", "N", 8), "FB1": ("5848", "N", 0)})
    play(state, {"gb": "BC1: EXIT ON; STRAIGHT"}, pool(5, 2) + pool(5, 1))
    assert state.ships["BC1"].fate == "left"


def test_a_wall_lets_go() -> None:
    """SSL-I4.1, ruling S21: with her bow to the wall she swings when as many points are lost as her turn rate asks."""
    state = state_with({"BV1": ("3101", "N", 4), "FB1": ("5848", "N", 0)}, edge="wall")
    state.ships["BV1"].count = 0
    drafts = play(state, {"gb": "BV1: SPEED HOLD; STRAIGHT"}, pool(5, 2) + pool(5, 1))
    held = [draft.event for draft in drafts if type(draft.event).__name__ == "Held"]
    assert [(event.heading, event.count) for event in held] == [(0, 1), (1, 0), (1, 1)]
    assert (state.ships["BV1"].hex, state.ships["BV1"].heading) == (hex_of("3201"), 2)
