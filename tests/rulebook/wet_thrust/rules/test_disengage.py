"""WT-21: breaking contact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from events.wet_thrust.sailing import DisengageBarred, Disengaged, DisengageTried
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import Depth, ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.rules import disengage, move
from pbem.games.wet_thrust.rules.combat import smoke
from tests.rulebook.wet_thrust.builders.ships import airborne, envelope, only, rolled, scratch, spent_dice, state_with, told

RUN = ShipOrders(disengage=True, plot=Plot(accelerate=Fraction(1)))


def chase(**options: Any) -> State:
    """Scenario S2, as worked example 16 has it: Bismarck at 5, top 6, Suffolk nearer than King George V, both without radar."""
    ships = {"BIS": ((0, 0), 6, 5), "SUF": ((4, 12), 6, 6), "KGV": ((-8, 24), 6, 6)}
    state = state_with(ships, turn=1, weather=options.pop("weather", "squalls"), **options)
    state.ships["BIS"].sheet.lost = ["BO1", "RA1"]
    state.ships["BIS"].sheet.empty = 3
    state.ships["SUF"].sheet.lost = ["RA1"]
    return state


def played(state: State, orders: Mapping[str, ShipOrders], *dice: int) -> TurnScratch:
    """Steps 1, 2 and 8.3."""
    acting = scratch(state, orders, dice)
    smoke.begin(acting)
    move.step(acting)
    disengage.step(acting)
    spent_dice(acting)
    return acting


def why_not(state: State, orders: ShipOrders = RUN) -> str:
    """The reason for which Bismarck may not try."""
    acting = played(state, {"BIS": orders})
    assert envelope(acting.turn.drafts, DisengageBarred) == ("", "WT-21.2", "german")
    return only(acting.turn.drafts, DisengageBarred).why


# ---------------------------------------------------------------- the attempt


@pytest.mark.parametrize("die, escapes", [(1, True), (2, False)])
def test_worked_example_16(die: int, escapes: bool) -> None:
    """WT-21.5, WT-21.6, WT-21.7 (worked example 16): (6 - 7) + 1 smoke + 1 weather = 1."""
    state = chase()
    acting = played(state, {"BIS": RUN}, die)
    tried = DisengageTried("BIS", "SUF", "1", die, escapes)
    assert only(acting.turn.drafts, DisengageTried) == tried
    assert envelope(acting.turn.drafts, DisengageTried) == ("", "WT-21.7", "*")
    assert rolled(acting.turn.drafts) == ["disengage BIS"]
    assert told(acting.turn.drafts, Disengaged) == [Disengaged("BIS", "SUF")] * escapes
    assert state.ships["BIS"].fate == ("away" if escapes else "afloat")


def test_fuel_and_radar_tell() -> None:
    """WT-21.6, WT-3.11: half the full fuel boxes lost, rounded down; empties lost do not count; a challenger's radar."""
    state = chase()
    state.ships["BIS"].sheet.fuel_lost, state.ships["BIS"].sheet.fuel_holed = 3, 2
    state.ships["SUF"].sheet.lost = []
    assert disengage.modifiers(state, state.ships["BIS"], state.ships["SUF"]) == {
        "speed": -1,
        "fuel": -1,
        "radar": -1,
        "smoke": 0,
        "weather": 1,
    }


def test_differences_may_be_fractions() -> None:
    """WT-21.5, WT-1.6: exact; a total below 1 cannot be rolled, but is."""
    state = chase(weather="calm")
    state.ships["BIS"].sheet.lost = ["BO1", "BO2", "BO3"]
    state.ships["SUF"].sheet.lost += ["BO1"]
    acting = played(state, {"BIS": RUN}, 1)
    assert only(acting.turn.drafts, DisengageTried).total == "-1/2"
    assert not only(acting.turn.drafts, DisengageTried).escapes


def test_smoke_waived_by_the_weather() -> None:
    """WT-21.2, WT-20.1: in a storm no smoke is needed, and none counts."""
    acting = played(chase(weather="storm"), {"BIS": RUN}, 2)
    assert only(acting.turn.drafts, DisengageTried).total == "2"
    assert only(acting.turn.drafts, DisengageTried).escapes


def test_capital_smoke_counts_here() -> None:
    """WT-20.3: option `capital_smoke_hides` off leaves WT-21.6 as it is."""
    acting = played(chase(capital_smoke_hides="off"), {"BIS": RUN}, 1)
    assert only(acting.turn.drafts, DisengageTried).escapes


# ---------------------------------------------------------------- conditions


def test_full_attainable_speed() -> None:
    """WT-21.2 (a): all that she can reach this turn, which need not be her top."""
    assert why_not(chase(), ShipOrders(disengage=True)) == "she ran 5, not the 6 that she could make"
    slow = chase()
    slow.ships["BIS"].speed = Fraction(2)
    played(slow, {"BIS": RUN}, 6)


def test_damage_after_the_move_does_not_bar() -> None:
    """WT-21.2 (a): what counts is what she could make when she moved; WT-3.12: repairs of the same turn are too late."""
    for lost in (["BO1", "BO2", "RA1"], ["RA1"]):
        state = chase()
        acting = scratch(state, {"BIS": RUN}, [6])
        move.step(acting)
        state.ships["BIS"].sheet.lost = lost
        disengage.step(acting)
        assert len(told(acting.turn.drafts, DisengageTried)) == 1


def test_no_escape_lying_stopped() -> None:
    """WT-21.2 (a): speed above 0."""
    state = chase()
    state.ships["BIS"].sheet.lost = ["BO1", "BO2", "BO3", "BO4"]
    assert why_not(state) == "she lies stopped"


@pytest.mark.parametrize("at, barred", [((-10, -6), False), ((-10, -6.1), True), ((0, -20), True), ((0, -6), False)])
def test_the_nearest_enemy_must_be_abaft(at: tuple[float, float], barred: bool) -> None:
    """WT-21.2 (b): from abeam to astern, the beam included; at one and the same place she counts as abeam."""
    state = state_with({"BIS": ((0, 0), 6, 5), "KGV": (at, 3, 0), "SUF": ((0, 60), 6, 0)}, turn=1)
    state.ships["BIS"].sheet.lost = ["BO1"]
    if barred:
        assert why_not(state) == "KGV, the nearest enemy, is not abaft her beam"
    else:
        state.options["collision_radius"] = "0"
        assert told(played(state, {"BIS": RUN}).turn.drafts, DisengageBarred) == []


def test_boats_below_the_surface_bar_nobody() -> None:
    """WT-21.2 (b), WT-21.3: surface vessels only."""
    state = state_with({"KGV": ((0, 0), 6, 7), "U47": ((0, -12), 12, 2)}, turn=1, modes={"U47": "periscope"})
    assert only(played(state, {"KGV": ShipOrders(disengage=True)}).turn.drafts, Disengaged).challenger == ""
    state = state_with({"KGV": ((0, 0), 6, 7), "U47": ((0, -12), 12, 2)}, turn=1)
    assert told(played(state, {"KGV": ShipOrders(disengage=True)}).turn.drafts, Disengaged) == []


@pytest.mark.parametrize(
    "bar, alongside, air, ever",
    [("recovering", True, False, False), ("aloft", True, True, False), ("game", True, False, True)],
)
def test_recovering_a_plane_bars(bar: str, alongside: bool, air: bool, ever: bool) -> None:
    """WT-6.8, WT-21.2 (d): option `recon_bar`: alongside or taken aboard this turn; in the air; ever after."""
    state = chase(recon_bar=bar)
    bismarck, plane = state.ships["BIS"], state.squadrons["BIS-R1"]
    assert not disengage.recovers(state, bismarck)
    plane.place, plane.moored = "alongside", 1
    assert disengage.recovers(state, bismarck) == alongside
    plane.place = "aboard"
    assert disengage.recovers(state, bismarck) == ever
    plane.moored = 0
    airborne(state, "BIS-R1", (0, 0))
    assert disengage.recovers(state, bismarck) == air
    plane.place, plane.moored, state.turn = "aboard", 1, 3
    assert disengage.recovers(state, bismarck) == ever


def test_no_escape_below_the_surface() -> None:
    """WT-21.1, WT-18.2: a boat that has crash-dived stays, and nothing is told of her."""
    state = state_with({"U47": ((0, 0), 6, 4), "SUF": ((0, 30), 6, 6)}, turn=1)
    acting = played(state, {"U47": ShipOrders(disengage=True, depth=Depth("CRASH"))}, 6)
    assert only(acting.turn.drafts, DisengageBarred) == DisengageBarred("U47", "she is below the surface")
    assert state.ships["U47"].afloat


def test_a_barred_attempt_says_so() -> None:
    """WT-6.8, WT-21.2 (d): with a plane alongside."""
    state = chase()
    state.squadrons["BIS-R1"].place = "alongside"
    assert why_not(state) == "she recovers an aircraft"


# ---------------------------------------------------------------- challengers


def challenger(state: State, **orders: ShipOrders) -> str:
    """Who challenges Bismarck."""
    acting = scratch(state, {"BIS": RUN, **orders})
    found = disengage.challenger(acting, state.ships["BIS"])
    return found.id if found else ""


def test_the_nearest_that_keeps_up() -> None:
    """WT-21.3: courses at most a point apart, or toward her; nearest first, equals in unit order."""
    state = chase()
    assert challenger(state) == "SUF"
    state.ships["SUF"].course = 7
    assert challenger(state) == "SUF"
    state.ships["SUF"].course = 3
    assert challenger(state) == "KGV"
    state.ships["KGV"].course = 4
    assert challenger(state) == "KGV"
    state.ships["KGV"].course = 12
    assert challenger(state) == ""
    same = state_with({"BIS": ((0, 0), 6, 6), "SUF": ((3, 4), 6, 6), "KGV": ((-3, 4), 6, 6)}, turn=1)
    assert challenger(same) == "SUF"


@pytest.mark.parametrize("course, found", [(12, "SUF"), (1, "SUF"), (11, "SUF"), (2, ""), (10, "")])
def test_ship_that_keeps_up_steers_within_a_point(course: int, found: str) -> None:
    """WT-21.3: a ship ahead of her, who cannot be closing, challenges if their courses differ by at most a point."""
    state = state_with({"BIS": ((0, 0), 12, 6), "SUF": ((0, 9), course, 6)}, turn=1)
    assert challenger(state) == found


def test_toward_is_the_bow_arc() -> None:
    """WT-21.3, WT-1.4: 45 degrees to either side, the line included."""
    state = state_with({"BIS": ((0, 0), 12, 6), "SUF": ((-9, -9), 3, 6)}, turn=1)
    assert challenger(state) == "SUF"
    state.ships["SUF"].at = (-9000, -9001)
    assert challenger(state) == ""


def test_ships_that_cannot_or_will_not_challenge() -> None:
    """WT-21.3, WT-6.8: stopped, disengaging herself, recovering a plane, CHALLENGE NO."""
    state = chase()
    assert challenger(state, SUF=ShipOrders(challenge=False)) == "KGV"
    assert challenger(state, SUF=ShipOrders(disengage=True)) == "KGV"
    state.squadrons["SUF-R1"].place = "alongside"
    assert challenger(state) == "KGV"
    state.ships["KGV"].speed = Fraction(0)
    assert challenger(state) == ""


def test_unchallenged_she_escapes() -> None:
    """WT-21.4: without a roll."""
    no = ShipOrders(challenge=False)
    acting = played(chase(), {"BIS": RUN, "SUF": no, "KGV": no})
    assert told(acting.turn.drafts, Disengaged) == [Disengaged("BIS", "")]
    assert envelope(acting.turn.drafts, Disengaged) == ("", "WT-21.4", "*")


def test_all_attempts_at_once() -> None:
    """WT-21.7: judged before any ship is gone, dice in unit order; a failed one may try again."""
    state = state_with({"BIS": ((0, 0), 6, 8), "PEU": ((4, 0), 6, 8), "SUF": ((0, 12), 6, 7)}, turn=1)
    orders = {"BIS": ShipOrders(disengage=True), "PEU": ShipOrders(disengage=True)}
    acting = played(state, orders, 1, 6)
    assert rolled(acting.turn.drafts) == ["disengage BIS", "disengage PEU"]
    assert [state.ships[id].fate for id in ("BIS", "PEU")] == ["away", "afloat"]
    kinds = [type(draft.event) for draft in acting.turn.drafts]
    assert kinds.index(Disengaged) > max(at for at, kind in enumerate(kinds) if kind is DisengageTried)


def test_nobody_tries_unordered() -> None:
    """WT-21.1: without DISENGAGE nothing happens."""
    assert told(played(chase(), {}).turn.drafts, Disengaged) == []
