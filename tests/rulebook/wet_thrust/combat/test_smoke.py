"""WT-20: smoke and smoke screens."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from events.wet_thrust.opening import TurnBegan
from events.wet_thrust.sailing import OrderLapsed, ScreenLaid, SmokeMade
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import ShipOrders
from pbem.games.wet_thrust.model.scs import CLASS_OF
from pbem.games.wet_thrust.model.state import Screen, State
from pbem.games.wet_thrust.model.tables import WEATHER
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.rules import move
from pbem.games.wet_thrust.rules.combat import smoke
from tests.rulebook.wet_thrust.builders.ships import envelope, only, scratch, spent_dice, state_with, told


def played(state: State, orders: Mapping[str, ShipOrders]) -> TurnScratch:
    """Steps 1 and 2."""
    acting = scratch(state, orders)
    smoke.begin(acting)
    move.step(acting)
    spent_dice(acting)
    return acting


@pytest.mark.parametrize(
    "name, may", [("calm", True), ("squalls", True), ("driving", True), ("fog", False), ("storm", False), ("gale", False)]
)
def test_weather_forbids_smoke(name: str, may: bool) -> None:
    """WT-20.1: none in fog, storm and gale, not even to disengage."""
    assert smoke.able(CLASS_OF["ANT"], WEATHER[name]) == may
    assert smoke.able(CLASS_OF["BIS"], WEATHER[name], disengaging=True) == may


@pytest.mark.parametrize(
    "id, alone, disengaging",
    [
        ("SHE", True, True),
        ("ANT", True, True),
        ("M01", True, True),
        ("SUF", False, True),
        ("BIS", False, True),
        ("ARK", False, True),
        ("U47", False, False),
    ],
)
def test_who_makes_smoke(id: str, alone: bool, disengaging: bool) -> None:
    """WT-20.1, WT-20.2: CL, DD and MM; others only with DISENGAGE; submarines never."""
    assert smoke.able(CLASS_OF[id], WEATHER["calm"]) == alone
    assert smoke.able(CLASS_OF[id], WEATHER["calm"], disengaging=True) == disengaging


def test_smoke_is_seen_by_all() -> None:
    """WT-20.3, WT-23.1: made by SMOKE, or by DISENGAGE (WT-21.1); a screen alone is none (WT-20.4)."""
    state = state_with({"BIS": ((0, 40), 3, 8), "ANT": ((0, 0), 3, 4), "ACA": ((0, 9), 3, 4), "SUF": ((0, 19), 3, 4)}, turn=1)
    orders = {
        "BIS": ShipOrders(disengage=True),
        "ANT": ShipOrders(smoke=True, screen=True),
        "ACA": ShipOrders(screen=True),
        "SUF": ShipOrders(smoke=True),
    }
    acting = played(state, orders)
    assert [each.ship for each in told(acting.turn.drafts, SmokeMade)] == ["BIS", "ANT"]
    assert [each.ship for each in told(acting.turn.drafts, ScreenLaid)] == ["ANT", "ACA"]
    assert envelope(acting.turn.drafts, SmokeMade) == ("", "WT-20.3", "*")
    assert [ship.id for ship in state.afloat() if ship.smoking] == ["BIS", "ANT"]


@pytest.mark.parametrize(
    "option, id, hidden", [("on", "BIS", True), ("off", "BIS", False), ("off", "SUF", False), ("off", "SHE", True)]
)
def test_whom_smoke_hides(option: str, id: str, hidden: bool) -> None:
    """WT-20.3: option `capital_smoke_hides`; without smoke nobody is hidden."""
    state = state_with({id: ((0, 0), 3, 4)}, turn=1, capital_smoke_hides=option)
    assert not smoke.hides(state, state.ships[id])
    state.ships[id].smoking = True
    assert smoke.hides(state, state.ships[id]) == hidden


# ---------------------------------------------------------------- screens


def test_worked_example_17() -> None:
    """WT-20.5, WT-20.6 (worked example 17): Sheffield lays 4 inches in calm on turn 2: there on turns 2, 3, 4 and 5."""
    state = state_with({"SHE": ((0, 0), 12, 4)}, turn=2)
    acting = played(state, {"SHE": ShipOrders(screen=True, plot=Plot(port=1, first="P"))})
    assert only(acting.turn.drafts, ScreenLaid) == ScreenLaid("SHE", [[0, 0], [0, 2000], [-1000, 3732]], 5)
    assert envelope(acting.turn.drafts, ScreenLaid) == ("", "WT-20.5", "*")
    there = []
    for turn in range(3, 7):
        apply(state, TurnBegan(turn))
        there.append(len(state.screens))
    assert there == [1, 1, 1, 0]


@pytest.mark.parametrize("weather, until", [("calm", 4), ("squalls", 3), ("driving", 2)])
def test_how_long_a_screen_lasts(weather: str, until: int) -> None:
    """WT-20.6: by the weather of the turn in which it was laid."""
    state = state_with({"ANT": ((0, 0), 12, 4)}, turn=1, weather=weather)
    assert only(played(state, {"ANT": ShipOrders(screen=True)}).turn.drafts, ScreenLaid).until == until


def test_no_screen_without_way() -> None:
    """WT-20.5: none at speed 0; her own side is told."""
    state = state_with({"ANT": ((0, 0), 12, 0)}, turn=1)
    acting = played(state, {"ANT": ShipOrders(screen=True)})
    assert only(acting.turn.drafts, OrderLapsed) == OrderLapsed("ANT", "SCREEN", "without way she lays none")
    assert envelope(acting.turn.drafts, OrderLapsed) == ("", "WT-20.5", "british")
    assert told(acting.turn.drafts, ScreenLaid) == []


def test_no_screen_in_a_storm() -> None:
    """WT-20.1, WT-20.2: nor by a ship whose type lays none."""
    state = state_with({"ANT": ((0, 0), 12, 4)}, turn=1, weather="storm")
    assert told(played(state, {"ANT": ShipOrders(screen=True, smoke=True)}).turn.drafts, ScreenLaid) == []
    state = state_with({"SUF": ((0, 0), 12, 4)}, turn=1)
    orders = ShipOrders(screen=True, disengage=True)
    assert told(played(state, {"SUF": orders}).turn.drafts, ScreenLaid) == []


def test_what_lies_between() -> None:
    """WT-20.7: the line meets the screen, its own ends apart: who lays it is not behind its end."""
    state = state_with({"ANT": ((0, 0), 3, 4)}, turn=1)
    state.screens = [Screen(((0, 0), (2000, 0), (2000, 4000)), 3, "ANT")]
    assert smoke.between(state, (1000, -5000), (1000, 5000))
    assert smoke.between(state, (5000, 2000), (-5000, 2000))
    assert not smoke.between(state, (2000, 4000), (9000, 9000))
    assert not smoke.between(state, (9000, -5000), (9000, 5000))
    assert smoke.between(state, (2000, 4000), (1000, -5000))


@pytest.mark.parametrize("x, hidden", [(9, False), (10, False), (11, True), (4989, True), (4990, False)])
def test_a_screen_at_either_end_of_the_line(x: int, hidden: bool) -> None:
    """WT-20.7: a meeting within a hundredth of an inch of either end does not count, even exactly so far from it."""
    state = state_with({"ANT": ((0, 0), 3, 4)}, turn=1)
    state.screens = [Screen(((x, -2000), (x, 0), (x, 2000)), 3, "ANT")]
    assert smoke.between(state, (0, 0), (5000, 0)) == hidden
