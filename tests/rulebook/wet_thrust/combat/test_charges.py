"""WT-19.5 to 19.8: depth charges."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from events.base import Draft
from events.wet_thrust.damage import BoxesMarked, FuelLost
from events.wet_thrust.firing import DepthCharged
from pbem.games.wet_thrust.model.orders import ANY, ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.rules.combat import charges
from pbem.games.wet_thrust.rules.combat.charges import whole_inches
from tests.rulebook.wet_thrust.builders.ships import (
    Placement,
    envelope,
    held,
    only,
    rolled,
    scratch,
    spent_dice,
    state_with,
    told,
)


def hunt(boats: dict[str, tuple[float, float]], *contacts: str) -> State:
    """Antelope at the origin, course north, and deep submarines, the first of them detected as SUB1, SUB2 ..."""
    ships: dict[str, Placement] = {"ANT": ((0, 0), 12, 8), **{boat: (at, 12, 1) for boat, at in boats.items()}}
    state = state_with(ships, 3, modes=dict.fromkeys(boats, "deep"))
    for boat, contact in zip(boats, contacts, strict=False):
        held(state, boat, contact)
    return state


def attack(state: State, dice: Sequence[int] = (), asw: str = ANY) -> list[Draft]:
    """Antelope's attack run with exactly these dice."""
    acting = scratch(state, {"ANT": ShipOrders(asw=asw)}, dice)
    charges.fire(acting, state.ships["ANT"])
    spent_dice(acting)
    return acting.turn.drafts


def attacked(state: State, asw: str = ANY) -> list[str]:
    """Whom she attacks when nothing hits."""
    acting = scratch(state, {"ANT": ShipOrders(asw=asw)}, [6] * 5)
    charges.fire(acting, state.ships["ANT"])
    return [event.target for event in told(acting.turn.drafts, DepthCharged)]


def test_attack_run() -> None:
    """Example 27, WT-19.5, WT-19.7: three mounts bear astern, one or less hits a silent boat; range 1 lessens each hit."""
    state = hunt({"U47": (0, -1.4)}, "SUB1")
    boat = state.ships["U47"]
    boat.sheet.silent = True
    drafts = attack(state, [1, 2, 1, 5, 1])
    assert only(drafts, DepthCharged) == DepthCharged(
        ship="ANT",
        target="SUB1",
        mounts=["AS3", "AS4", "AS5"],
        number=3,
        inches=1,
        silent=True,
        needed=1,
        hits=2,
        points=4,
        origin=[0, 0],
        aim=[0, -1400],
    )
    assert rolled(drafts) == ["as_hit ANT at SUB1", "as_damage ANT at SUB1"]
    assert only(drafts, BoxesMarked) == BoxesMarked("U47", 4, 4, [5], "depth charges")
    assert [envelope(drafts, kind)[2] for kind in (DepthCharged, BoxesMarked)] == ["*", "german"]
    assert boat.sheet.doomed
    assert boat.afloat


def test_no_fuel_and_no_d20() -> None:
    """WT-19.7, WT-3.10: depth charges cost no fuel and roll on no table."""
    drafts = attack(hunt({"U47": (0, -0.4)}, "SUB1"), [1, 1, 1, 1, 1, 6, 6, 6, 6, 6])
    assert only(drafts, DepthCharged).points == 30
    assert told(drafts, FuelLost) == []


@pytest.mark.parametrize(
    ("at", "inches"), [((0, -0.499), 0), ((0, -0.5), 1), ((0, -1.499), 1), ((0, -1.5), 2), ((0, -2.5), 3), ((1.8, -2.4), 3)]
)
def test_range_in_whole_inches(at: tuple[float, float], inches: int) -> None:
    """WT-19.6: to the nearest inch, a half counts up."""
    state = hunt({"U47": at})
    assert whole_inches(state.ships["ANT"], state.ships["U47"]) == inches


@pytest.mark.parametrize(
    ("at", "mounts"),
    [((-2, 0), ["AS1"]), ((2, 0), ["AS2"]), ((0, -2), ["AS3", "AS4", "AS5"]), ((0, 0.4), ["AS1", "AS2", "AS3", "AS4", "AS5"])],
    ids=["port", "starboard", "astern", "underneath"],
)
def test_mounts_that_bear(at: tuple[float, float], mounts: list[str]) -> None:
    """WT-19.5, WT-19.6: a salvo of all that bear; at 0 inches that is all of them."""
    state = hunt({"U47": at}, "SUB1")
    assert charges.bearing_mounts(state.ships["ANT"], state.ships["U47"]) == mounts
    assert only(attack(state, [6] * len(mounts)), DepthCharged).number == len(mounts)


def test_working_mounts_only() -> None:
    """WT-19.5: a mount that is lost does not fire."""
    state = hunt({"U47": (0, -2)}, "SUB1")
    state.ships["ANT"].sheet.lost = ["AS4"]
    assert only(attack(state, [6, 6]), DepthCharged).mounts == ["AS3", "AS5"]


def test_a_single_mount_against_a_silent_boat() -> None:
    """WT-19.7, WT-1.8: the number needed is below 1: the die is rolled and cannot hit."""
    state = hunt({"U47": (2, 0)}, "SUB1")
    state.ships["U47"].sheet.silent = True
    assert (only(attack(state, [1]), DepthCharged).needed, state.ships["U47"].sheet.marked) == (-1, 0)


def test_charges_never_run_out() -> None:
    """WT-19.8: turn after turn."""
    state = hunt({"U47": (0, -2)}, "SUB1")
    for _ in range(12):
        assert only(attack(state, [6, 6, 6]), DepthCharged).number == 3


@pytest.mark.parametrize(("y", "reached"), [(-3, True), (-3.001, False)])
def test_reach(y: float, reached: bool) -> None:
    """WT-19.5, WT-1.3: exactly 3 inches is within."""
    assert bool(attacked(hunt({"U47": (0, y)}, "SUB1"))) is reached


def test_detected_this_turn_only() -> None:
    """WT-19.5: not one that was never detected, nor one of last turn."""
    state = hunt({"U47": (0, -2)})
    assert attacked(state) == []
    held(state, "U47")
    state.turn += 1
    assert attacked(state) == []


def test_not_on_the_surface() -> None:
    """WT-19.4: a surfaced boat is fought with guns."""
    state = hunt({"U47": (0, -2)}, "SUB1")
    state.ships["U47"].mode = "periscope"
    assert attacked(state) == ["SUB1"]
    state.ships["U47"].mode = "surfaced"
    assert attacked(state) == []


def test_fire_control() -> None:
    """WT-19.5, WT-7.2: none without a working fire control."""
    state = hunt({"U47": (0, -2)}, "SUB1")
    state.ships["ANT"].sheet.lost = ["FC1"]
    assert attacked(state) == []


def test_one_submarine_a_turn() -> None:
    """WT-19.5: ANY is the nearest on which a mount bears; a contact named is attacked alone; HOLD is silence."""
    boats: dict[str, tuple[float, float]] = {"U47": (0, -2), "U99": (1.5, 0)}
    for asw, target in ((ANY, ["SUB2"]), ("SUB1", ["SUB1"]), ("SUB3", []), ("HOLD", [])):
        assert attacked(hunt(boats, "SUB1", "SUB2"), asw) == target
    assert attacked(hunt({"U47": (0, -2), "U99": (0, 1)}, "SUB1", "SUB2")) == ["SUB1"]


def test_a_boat_that_is_done_for() -> None:
    """WT-7.5, WT-19.5: with all boxes marked she is left alone."""
    state = hunt({"U47": (0, -1), "U99": (0, -2)}, "SUB1", "SUB2")
    state.ships["U47"].sheet.marked = 4
    assert attacked(state) == ["SUB2"]
