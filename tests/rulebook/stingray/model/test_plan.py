"""STG-MOV, STG-MEG, STG-SUP and STG-FUE.4: plans, their limits, their phases and where they lead."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.geometry.hexes import DIRECTIONS, label, parse_label
from pbem.games.stingray.model.order_parts import Item
from pbem.games.stingray.model.orders import Plan
from pbem.games.stingray.model.plan import (
    Clamped,
    Limits,
    clamp,
    crosses_obstacle,
    cut,
    cut_for_over,
    dead_plan,
    default_plan,
    plan_speed,
    plan_text,
    schedule,
    speed_limits,
    top_speed,
    track,
)
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES, PHASES_OF, ClassKey
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.running import running_plan

OPTIONS: dict[str, Any] = {"mega-accel": "table", "supersub-max": 4}
MOVE = 8


def hull(key: ClassKey, speed: int = 0, hex: str = "1010", facing: str = "N", **known: Any) -> Vessel:
    """A vessel of this class; an MF's tail lies behind it."""
    tail = parse_label(known.pop("tail")) if "tail" in known else None
    return Vessel(f"{key}1", key, "a", "", "a", parse_label(hex), tail, DIRECTIONS.index(facing), speed, 50, 5, {}, {}, **known)


def plan(text: str) -> Plan:
    """`2 S 2`; `HALT` is empty."""
    items: list[Item] = []
    for word in text.replace("HALT", "").split():
        items.append(int(word) if word.isdigit() else "S" if word == "S" else "P")
    return Plan(tuple(items))


def clamped(vessel: Vessel, text: str, move: int = MOVE) -> str:
    """The plan in force."""
    return plan_text(clamp(vessel, plan(text), move, OPTIONS).plan)


def faults(vessel: Vessel, text: str, move: int = MOVE) -> list[str]:
    """What the receipt says of it."""
    return clamp(vessel, plan(text), move, OPTIONS).faults


def chart(*rocks: str, columns: int = 30, rows: int = 22, edge: Any = "N") -> State:
    """A map with these obstacles."""
    return State(columns=columns, rows=rows, obstacles={parse_label(rock) for rock in rocks}, options=OPTIONS, home_edge=edge)


def hexes(vessel: Vessel, text: str) -> list[tuple[int, str, str]]:
    """Phase, hex and facing after each step of a plan."""
    return [(p.phase, label(p.hex), DIRECTIONS[p.facing]) for p in track(vessel, plan(text))]


# ---------------------------------------------------------------- notation and phases


def test_speed_is_the_sum_of_the_numbers() -> None:
    """STG-MOV.1: 2 S 2 is speed 4; STG-SUP.2: an SS's shift is one hex more."""
    assert plan_speed("SR", plan("2 S 2")) == 4
    assert plan_speed("SS", plan("2 S")) == 3
    assert (plan_text(plan("2 S 2")), plan_text(Plan())) == ("2 S 2", "HALT")


def test_hexes_fall_in_the_printed_phases() -> None:
    """STG-MOV.2, worked example W1: who moves a hex in which phase."""
    moving = {phase: {speed for speed in range(7) if phase in PHASES_OF[speed]} for phase in range(1, 7)}
    assert moving == {1: {5, 6}, 2: {6, 4, 3}, 3: {6, 5}, 4: {6, 5, 4, 3, 2, 1}, 5: {6, 5, 4, 2}, 6: {6, 5, 4, 3}}
    for speed in range(1, 7):
        assert tuple(step.phase for step in schedule("SR", Plan((speed,)))) == PHASES_OF[speed]


def test_turns_are_made_just_before_the_next_hex_or_after_the_last() -> None:
    """STG-MOV.5: speed 4 moves in 2, 4, 5, 6: the turn after two hexes falls in 5, that after the last in 6."""
    steps = [(step.phase, step.kind) for step in schedule("TF", plan("2 S 2 P"))]
    assert steps == [(2, "AHEAD"), (4, "AHEAD"), (5, "S"), (5, "AHEAD"), (6, "AHEAD"), (6, "P")]


def test_turns_on_the_spot() -> None:
    """STG-MOV.5: at speed 0 the first turn is made in phase 1, the second in 4."""
    assert [(step.phase, step.kind) for step in schedule("TF", plan("S P"))] == [(1, "S"), (4, "P")]


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("key", "speed", "limits"),
    [("SR", 3, (1, 6)), ("SR", 1, (0, 4)), ("TF", 3, (1, 4)), ("TF", 5, (3, 5)), ("MF", 4, (2, 5)), ("SS", 3, (2, 4))],
)
def test_speed_limits(key: ClassKey, speed: int, limits: tuple[int, int]) -> None:
    """STG-MOV.4: last speed less deceleration to last speed plus acceleration, 0 to the maximum."""
    assert speed_limits(hull(key, speed), MOVE, OPTIONS) == Limits(*limits)


def test_flat_out_speeds() -> None:
    """STG-MOV.10: cruising 3 and 4 for fish, none for a Stingray; flat out 6, 4, 5, 5, and options change it."""
    assert [top_speed(hull(key), OPTIONS) for key in ("SR", "SS", "TF", "MF")] == [6, 4, 5, 5]
    assert [CLASSES[key].cruise for key in ("SR", "TF", "MF")] == [0, 3, 4]
    assert top_speed(hull("SS"), {"supersub-max": 3}) == 3


def test_sheet_values_of_the_megafish() -> None:
    """STG-MOV.4, option mega-accel = sheet: 2 faster, 1 slower."""
    assert speed_limits(hull("MF", 2), MOVE, OPTIONS | {"mega-accel": "sheet"}) == Limits(1, 4)


def test_engine_damage_slows_at_the_normal_rate() -> None:
    """STG-MOV.9: ENGINES hit at speed 6: maximum 3, but not below 6 - 2 at once."""
    assert speed_limits(hull("SR", 6, specials={"ENGINES": 1}), MOVE, OPTIONS) == Limits(4, 4)
    assert speed_limits(hull("SR", 4, specials={"ENGINES": 1}), MOVE, OPTIONS) == Limits(2, 3)


def test_supersub_with_its_reactor_hit_slows_when_it_may() -> None:
    """STG-MOV.9, STG-SUP.1: maximum 1; from 4 down one, and only if it has not slowed in the last two moves."""
    damaged = {"REACTOR": 1}
    assert speed_limits(hull("SS", 4, specials=damaged), 5, OPTIONS) == Limits(3, 3)
    assert speed_limits(hull("SS", 3, specials=damaged, slowed=5), 6, OPTIONS) == Limits(3, 3)
    assert speed_limits(hull("SS", 3, specials=damaged, slowed=5), 8, OPTIONS) == Limits(2, 2)


def test_supersub_waits() -> None:
    """STG-SUP.1, worked example W23: faster in move 2, again in 7; slower in move 2, again in 5."""
    assert [speed_limits(hull("SS", 2, accelerated=2), move, OPTIONS).most for move in (3, 6, 7)] == [2, 2, 3]
    assert [speed_limits(hull("SS", 2, slowed=2), move, OPTIONS).least for move in (3, 4, 5)] == [2, 2, 1]


# ---------------------------------------------------------------- the clamp


def test_too_slow_and_too_fast() -> None:
    """STG-MOV.8, worked example W27: hexes are added or cut at the end."""
    assert clamped(hull("TF", 5), "1") == "3"
    assert clamped(hull("TF", 1), "4") == "2"
    assert faults(hull("SR", 1), "5") == ["Speed 5 refused: SR1 moved 1 last move, so 0 to 4 is legal."]


def test_what_is_cut_takes_the_turns_after_it_along() -> None:
    """STG-MOV.8: the turn before the first hex cut is left."""
    assert clamped(hull("TF", 2), "2 S 2 P") == "2 S 1"
    assert cut("TF", plan("2 S 2 P"), 2) == plan("2 S")
    assert cut("TF", plan("2 S 2"), 4) == plan("2 S 2")


def test_turns_over_the_allowance_are_ignored() -> None:
    """STG-MOV.6, worked example W27: SR one, TF two a move; the hexes around are one number then."""
    assert clamped(hull("TF", 3), "S 1 P S 2") == "S 1 P 2"
    assert clamped(hull("SR", 3), "2 S 2 P") == "2 S 2"
    assert faults(hull("SR", 3), "2 S 2 P") == ["Second turn refused: SR1 turns once a move."]
    assert faults(hull("TF", 3), "S 1 P 1 S 1") == ["Third turn refused: TF1 turns twice a move."]
    assert clamped(hull("TF", 3), "S 1 P 1 S 1") == "S 1 P 2"


def test_a_hex_between_turns() -> None:
    """STG-MOV.7: also since the last turn of the move before; not at speed 0."""
    fault = "Turn refused: one hex must be moved since the last turn."
    assert clamp(hull("TF", 2), plan("1 S P 1"), MOVE, OPTIONS) == Clamped(plan("1 S 1"), [fault])
    assert clamp(hull("TF", 2, since_turn=0), plan("S 1 P 1"), MOVE, OPTIONS) == Clamped(plan("1 P 1"), [fault])
    assert faults(hull("TF", 2, since_turn=0), "1 S 1") == []
    assert faults(hull("TF", 0, since_turn=0), "S S") == []


def test_no_turns_with_the_steering_out() -> None:
    """STG-SPH.4, STG-SPH.8: turns are ignored."""
    assert clamp(hull("TF", 2, specials={"STEERING": 1}), plan("1 S 1"), MOVE, OPTIONS) == Clamped(
        plan("2"), ["Turn refused: the steering of TF1 is damaged."]
    )


def test_megafish_moves_a_hex_after_its_turn() -> None:
    """STG-MEG.3, worked example W22: never last, never at speed 0, once a move."""
    megafish = hull("MF", 3, tail="1011")
    fault = "MF1 may not turn without moving a hex after it."
    assert clamp(megafish, plan("2 S"), MOVE, OPTIONS) == Clamped(plan("2"), [fault])
    assert faults(hull("MF", 0, tail="1011"), "S") == [fault]
    assert clamped(megafish, "S 1 P 2") == "S 3"


def test_supersub_never_turns() -> None:
    """STG-SUP.3, STG-MOV.6: one shift; a second one is a hex ahead."""
    fault = "Second shift refused: SS1 shifts once in 5 moves."
    assert clamp(hull("SS", 3), plan("1 S 1 P"), MOVE, OPTIONS) == Clamped(plan("1 S 2"), [fault])


def test_supersub_shift_waits_five_moves() -> None:
    """STG-SUP.1: shifted in move 4, next in 9; the refused shift is a hex ahead."""
    fault = "Shift refused: SS1 shifted in move 4, next shift in move 9."
    assert clamp(hull("SS", 3, shifted=4), plan("2 S"), 8, OPTIONS) == Clamped(plan("3"), [fault])
    assert faults(hull("SS", 3, shifted=4), "2 S", 9) == []
    assert clamped(hull("SS", 3, specials={"STEERING": 1}), "2 P") == "3"


# ---------------------------------------------------------------- tracks


def test_megafish_body() -> None:
    """STG-MEG.1, STG-MEG.2, worked example W22: the tail goes where the head was."""
    found = track(hull("MF", 3, "0806", tail="0807"), plan("1 S 2"))
    bodies = [(p.phase, label(p.hex), p.tail and label(p.tail), DIRECTIONS[p.facing]) for p in found]
    assert bodies == [
        (2, "0805", "0806", "N"),
        (4, "0805", "0806", "NE"),
        (4, "0905", "0805", "NE"),
        (6, "1004", "0905", "NE"),
    ]


def test_supersub_shift() -> None:
    """STG-SUP.2, worked example W23: one hex to the bow side, facing kept."""
    assert hexes(hull("SS", 3, "0810"), "2 S") == [(2, "0809", "N"), (4, "0808", "N"), (6, "0908", "N")]
    assert hexes(hull("SS", 3, "0810"), "2 P")[-1] == (6, "0708", "N")


def test_crossing_an_obstacle() -> None:
    """STG-OBS.1, STG-MEG.4: the head decides, and what lies beyond the edge does not count."""
    vessel = hull("TF", 3, "1003")
    assert crosses_obstacle(vessel, plan("3"), chart("1001"))
    assert not crosses_obstacle(vessel, plan("1 S 1"), chart("1001"))
    assert not crosses_obstacle(hull("MF", 3, "1003", tail="1004"), plan("2"), chart("1004"))


def test_going_over_costs_two_hexes() -> None:
    """STG-LEP.3: the last two hexes and everything after the remaining ones are dropped."""
    assert cut_for_over("SR", plan("6")) == plan("4")
    assert cut_for_over("TF", plan("1 S 2 P 2")) == plan("1 S 2")
    assert cut_for_over("TF", plan("S 1")) == Plan()


# ---------------------------------------------------------------- without orders


def test_no_orders() -> None:
    """Section 6, STG-MOV.4: straight on at the last speed; before a rock or the edge as fast as leads clear of it."""
    vessel = hull("TF", 3, "1010")
    assert default_plan(vessel, chart(), MOVE) == plan("3")
    assert default_plan(vessel, chart("1008"), MOVE) == plan("1")
    assert default_plan(hull("TF", 3, "1002"), chart(), MOVE) == plan("1")
    assert default_plan(vessel, chart("1009"), MOVE) == plan("1"), "none leads clear: the lowest legal"
    assert default_plan(hull("SR", 6, specials={"ENGINES": 1}), chart(), MOVE) == plan("4")


def test_dead_crew() -> None:
    """STG-CRW.3: straight on with full deceleration."""
    assert dead_plan(hull("TF", 5), MOVE, OPTIONS) == plan("3")
    assert dead_plan(hull("SS", 2, slowed=MOVE - 1), MOVE, OPTIONS) == plan("2")


@pytest.mark.parametrize(
    ("facing", "edge", "expected"),
    [("N", "N", "4"), ("N", "E", "S 4"), ("S", "E", "P 4"), ("NW", "E", "S 1 S 3")],
)
def test_running_home(facing: str, edge: str, expected: str) -> None:
    """STG-FUE.4: the plan that ends nearest the home edge, then faster, fewer turns, ASCII order."""
    vessel = hull("TF", 3, "1010", facing)
    assert plan_text(running_plan(vessel, chart(edge=edge), MOVE)) == expected


def test_running_round_rocks() -> None:
    """STG-FUE.4: no plan that enters a rock is taken; if all do, the slowest straight one."""
    vessel = hull("TF", 3, "1010", "N")
    found = running_plan(vessel, chart("1009"), MOVE)
    assert not crosses_obstacle(vessel, found, chart("1009")) and plan_speed("TF", found) == 4
    ring = ("1009", "1110", "0910", "1111", "0911", "1011")
    assert running_plan(vessel, chart(*ring), MOVE) == plan("1")


def test_running_off_the_map() -> None:
    """STG-FUE.4, STG-MOV.11: beyond the home edge there is nothing nearer, so the faster plan is taken."""
    assert running_plan(hull("TF", 3, "1001"), chart(), MOVE) == plan("4")
