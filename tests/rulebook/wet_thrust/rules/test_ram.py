"""WT-5: collisions and rams."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from events.wet_thrust.damage import BoxesMarked, ContactDestroyed, Lost
from events.wet_thrust.sailing import Collided, NerveTested, RamRefused
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import Depth, ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Mode
from pbem.games.wet_thrust.rules import move, ram
from tests.rulebook.wet_thrust.builders.ships import (
    envelope,
    held,
    only,
    readers_state,
    rolled,
    scratch,
    spent_dice,
    state_with,
    told,
)


def sailed(state: State, orders: Mapping[str, ShipOrders], *dice: int) -> TurnScratch:
    """Step 2 is played with exactly these dice."""
    acting = scratch(state, orders, dice)
    move.step(acting)
    spent_dice(acting)
    return acting


def hunt(mode: Mode = "surfaced", marked: int = 6, **options: Any) -> State:
    """Acasta, battered, bears down on U 47, who lies stopped half an inch beside her way; turn 2, the boat held in turn 1."""
    state = state_with({"U47": ((0.5, 6), 3, 0), "ACA": ((0, 0), 12, 8)}, turn=1, modes={"U47": mode}, **options)
    state.sides = ["british", "german"]
    state.ships["ACA"].sheet.marked = marked
    if mode != "surfaced":
        held(state, "U47")
    state.turn = 2
    return state


# ---------------------------------------------------------------- accidents


def crossing(apart: float, **options: Any) -> State:
    """Two merchantmen that come as near as this to each other half-way."""
    return state_with({"M01": ((-1.5, 0), 3, 3), "M02": ((0, apart - 1.5), 12, 3)}, turn=1, **options)


@pytest.mark.parametrize("apart, hit", [(0.0, True), (0.35, True), (0.36, False)])
def test_accidental_collision(apart: float, hit: bool) -> None:
    """WT-5.1, WT-1.3: within a quarter of an inch during the move; friend or foe."""
    acting = sailed(crossing(apart), {}, *((2, 5) if hit else ()))
    assert bool(told(acting.turn.drafts, Collided)) == hit


def test_what_a_collision_does() -> None:
    """WT-5.2, WT-5.3: each deals a die and its own type's addition, without armour; neither is stopped."""
    state = state_with({"BIS": ((-4, 0), 3, 8), "ANT": ((0, -5), 12, 10)}, turn=1)
    acting = sailed(state, {}, 1, 6)
    assert rolled(acting.turn.drafts) == ["collision BIS at ANT", "collision ANT at BIS"]
    assert only(acting.turn.drafts, Collided) == Collided("BIS", "ANT", [0, 0], 9, 10, False)
    assert envelope(acting.turn.drafts, Collided) == ("", "WT-5.1", "*")
    assert [(each.ship, each.points) for each in told(acting.turn.drafts, BoxesMarked)] == [("BIS", 10), ("ANT", 8)]
    assert state.ships["BIS"].at == (4000, 0)
    assert (state.ships["BIS"].scored, state.ships["ANT"].scored) == (10, 9)
    assert only(acting.turn.drafts, Lost).ship == "ANT"


@pytest.mark.parametrize(
    "id, addition", [("SHE", 6), ("SUF", 6), ("BIS", 8), ("HOO", 8), ("ARK", 8), ("ANT", 4), ("M02", 6), ("U47", 2)]
)
def test_additions_by_type(id: str, addition: int) -> None:
    """WT-5.3: table 2.4."""
    state = state_with({"M01": ((-1.5, 0), 3, 3), id: ((0, -1.5), 12, 3)}, turn=1)
    crash = only(sailed(state, {}, *((1, 1))).turn.drafts, Collided)
    assert addition + 1 in (crash.first_deals, crash.second_deals)
    assert sorted([crash.first_deals, crash.second_deals]) == sorted([7, addition + 1])


def test_checks_wait_for_their_step() -> None:
    """WT-5.4: the row that it completes queues up."""
    state = state_with({"BIS": ((-4, 0), 3, 8), "PEU": ((0, -4), 12, 8)}, turn=1)
    sailed(state, {}, 6, 6)
    assert state.ships["BIS"].sheet.checks == [6] and state.ships["BIS"].sheet.marked == 12


def test_ships_that_began_together_do_not_collide() -> None:
    """WT-5.1: they must have been farther apart than that at the start."""
    state = state_with({"M01": ((0, 0), 3, 3), "M02": ((0, 0.25), 3, 3)}, turn=1)
    assert told(sailed(state, {}).turn.drafts, Collided) == []


def test_boats_below_the_surface_pass_under() -> None:
    """WT-5.1: submarines collide only surfaced."""
    state = state_with({"U47": ((-1.5, 0), 3, 2), "M02": ((0, -1.5), 12, 3)}, turn=1, modes={"U47": "periscope"})
    state.ships["U47"].at = (-1000, 0)
    assert told(sailed(state, {}).turn.drafts, Collided) == []


def test_the_radius_is_an_option() -> None:
    """WT-5.1: option `collision_radius`; 0 switches accidents off."""
    radii = {Fraction(1): 2, Fraction(0): 0}
    for radius, dice in radii.items():
        state = crossing(0.5)
        state.options["collision_radius"] = str(radius)
        sailed(state, {}, *[1] * dice)


def test_all_pairs_are_rolled_before_damage() -> None:
    """WT-5.2, section 3 step 2.4: pairs in unit order; a ship may collide with several."""
    state = state_with({"M01": ((-1.5, 0), 3, 3), "M02": ((0, -1.5), 12, 3), "M03": ((1.5, 0), 9, 3)}, turn=1)
    acting = sailed(state, {}, 1, 1, 1, 1, 1, 1)
    names = [(each.first, each.second) for each in told(acting.turn.drafts, Collided)]
    assert names == [("M01", "M02"), ("M01", "M03"), ("M02", "M03")]
    kinds = [type(draft.event) for draft in acting.turn.drafts]
    assert kinds.index(BoxesMarked) > max(at for at, kind in enumerate(kinds) if kind is Collided)


# ---------------------------------------------------------------- rams


def test_worked_example_29() -> None:
    """WT-5.3, WT-5.6, WT-5.8 (worked example 29): Acasta with 2 boxes rams a surfaced U 47; both are gone in step 2.7."""
    state = hunt()
    acting = sailed(state, {"ACA": ShipOrders(ram="U47")}, 6, 3, 2)
    test = only(acting.turn.drafts, NerveTested)
    assert test == NerveTested("ACA", "U47", {"unmarked boxes": -2, "a submarine": 2}, 6, True)
    assert envelope(acting.turn.drafts, NerveTested) == ("", "WT-5.6", "british")
    crash = only(acting.turn.drafts, Collided)
    assert (crash.first, crash.second, crash.first_deals, crash.second_deals, crash.ram) == ("ACA", "U47", 7, 4, True)
    assert envelope(acting.turn.drafts, Collided) == ("", "WT-5.8", "*")
    assert [lost.ship for lost in told(acting.turn.drafts, Lost)] == ["ACA", "U47"]


@pytest.mark.parametrize("apart, hit", [(1.0, True), (1.001, False)])
def test_a_ram_needs_an_inch(apart: float, hit: bool) -> None:
    """WT-5.8: she moves as plotted and rams what comes within an inch."""
    state = hunt()
    state.ships["U47"].at = (round(apart * 1000), 6000)
    acting = sailed(state, {"ACA": ShipOrders(ram="U47")}, 6, *((1, 1) if hit else ()))
    assert bool(told(acting.turn.drafts, Collided)) == hit


def test_a_pair_collides_once() -> None:
    """WT-5.2: what would be an accident too is one ram."""
    state = hunt()
    state.ships["U47"].at = (0, 6000)
    assert only(sailed(state, {"ACA": ShipOrders(ram="U47")}, 6, 1, 1).turn.drafts, Collided).ram


@pytest.mark.parametrize("beta, plan", [((3, 3), "3P"), ((-3, 3), "3S"), ((0, 9), "3P"), ((0, -3), "3P")])
def test_nerve_lost(beta: tuple[int, int], plan: str) -> None:
    """WT-5.7: no change of speed, all points away from the target's bearing at the start; of WT-2.7's timing."""
    state = hunt(marked=5)
    state.ships["U47"].at = (beta[0] * 1000, beta[1] * 1000)
    orders = ShipOrders(ram="U47", plot=Plot(accelerate=Fraction(2), port=1, first="P"))
    acting = sailed(state, {"ACA": orders}, 6)
    assert only(acting.turn.drafts, RamRefused) == RamRefused("ACA", plan)
    assert envelope(acting.turn.drafts, RamRefused) == ("", "WT-5.7", "british")
    assert state.ships["ACA"].speed == 8
    assert state.ships["ACA"].course == (9 if plan == "3P" else 3)


def test_nerve_lost_without_a_rudder() -> None:
    """WT-5.7, WT-4.3: she cannot choose a turn; she goes on as she must, at the same speed."""
    state = hunt(marked=0)
    state.ships["ACA"].sheet.lost = ["RU1", "RU2", "RU3"]
    plot = Plot(accelerate=Fraction(1), starboard=1, first="S")
    acting = sailed(state, {"ACA": ShipOrders(ram="U47", plot=plot)}, 1)
    assert only(acting.turn.drafts, RamRefused).plot == "1S"
    assert state.ships["ACA"].speed == 8


def test_a_refused_ram_may_still_be_an_accident() -> None:
    """WT-5.7: accidental collisions are still possible."""
    state = hunt(marked=0)
    state.ships["U47"].at = (0, 3000)
    assert not only(sailed(state, {"ACA": ShipOrders(ram="U47")}, 6, 1, 1).turn.drafts, Collided).ram


def test_raiders_give_courage() -> None:
    """WT-5.6: 2 more against a BB or BC that fired at a merchantman or carrier last turn; not against a cruiser."""
    state = state_with({"SCH": ((0, 9), 3, 0), "PEU": ((9, 9), 3, 0), "ACA": ((0, 0), 12, 8)}, turn=1)
    state.ships["ACA"].sheet.marked, state.raiders = 6, ["SCH", "PEU"]
    ships = state.ships
    assert sum(ram.nerve(state, ships["ACA"], ships["SCH"]).values()) == 0
    assert sum(ram.nerve(state, ships["ACA"], ships["PEU"]).values()) == -2
    state.raiders = []
    assert sum(ram.nerve(state, ships["ACA"], ships["SCH"]).values()) == -2


@pytest.mark.parametrize("marked, modifier", [(0, -2), (1, -1), (4, -1), (5, 0)])
def test_rows_without_a_mark(marked: int, modifier: int) -> None:
    """WT-5.6: option `ram_modifier_unit` = row."""
    state = hunt(marked=marked, ram_modifier_unit="row")
    found = ram.nerve(state, state.ships["ACA"], state.ships["U47"])
    assert found.get("rows without a mark", 0) == modifier


# ---------------------------------------------------------------- contacts


def test_ram_of_a_contact() -> None:
    """WT-5.5, WT-23.4: at periscope depth by the contact held last turn; her name and her sheet stay hidden."""
    state = hunt("periscope")
    acting = sailed(state, {"ACA": ShipOrders(ram="SUB1")}, 6, 6, 1)
    crash = only(acting.turn.drafts, Collided)
    assert (crash.first, crash.second) == ("ACA", "SUB1")
    assert "collision ACA at SUB1" in rolled(acting.turn.drafts)
    assert [draft.audience for draft in acting.turn.drafts if draft.event == Lost("U47", "boxes", [500, 6000])] == ["german"]
    assert only(acting.turn.drafts, ContactDestroyed).contact == "SUB1"
    assert "U47" not in readers_state(acting.turn.drafts, "british").ships


def test_a_boat_gone_deep_cannot_be_rammed() -> None:
    """WT-5.5, ruling W11: the nerve is tested all the same, and the destroyer moves as plotted."""
    state = hunt("periscope")
    orders = {"ACA": ShipOrders(ram="SUB1"), "U47": ShipOrders(depth=Depth("CRASH"))}
    acting = sailed(state, orders, 5, 6)
    assert only(acting.turn.drafts, NerveTested).rams and told(acting.turn.drafts, Collided) == []
    assert state.ships["ACA"].at == (0, 8000)


def test_a_flooded_boat_gives_nothing_away() -> None:
    """WT-18.9, ruling W11: a boat lost in her dive is tested against like any other."""
    state = hunt("periscope")
    orders = {"ACA": ShipOrders(ram="SUB1"), "U47": ShipOrders(depth=Depth("CRASH"))}
    acting = sailed(state, orders, 1, 6)
    assert only(acting.turn.drafts, NerveTested).rams and told(acting.turn.drafts, Collided) == []
    assert [draft.audience for draft in acting.turn.drafts if isinstance(draft.event, Lost)] == ["german"]
