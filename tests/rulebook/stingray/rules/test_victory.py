"""STG-VIC and section 8: when the game ends, who has won, and for what there are points."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import EVERYONE, NOBODY, Draft
from events.stingray.ending import Alongside, GameDecided, ObjectiveReached, Robbed, Scored
from pbem.core.dice.fair_dice import ScriptedDice, seeded
from pbem.core.game.report_parts import Losses
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label
from pbem.games import GAMES
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.victory import check
from pbem.service.audit.adjudicate import adjudicate
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import envelope, only, told


def opened(key: str, move: int = 1) -> State:
    """A scenario after this move."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded("victory"), 0)
    STINGRAY.rules.setup(turn, key, STINGRAY.scenarios.options(key, {}))
    turn.state.move, turn.state.setting_up = move, False
    return turn.state


def put(state: State, id: str, **changes: Any) -> None:
    """Change a vessel; `hex` is a label."""
    if "hex" in changes:
        changes["hex"] = parse_label(changes["hex"])
    vars(state.vessels[id]).update(changes)


def checked(state: State) -> list[Draft]:
    """Step 8."""
    turn = Turn(STINGRAY.rules.apply, state, ScriptedDice([]), 1)
    check(TurnScratch(turn))
    return turn.drafts


def points(state: State) -> list[tuple[str, int, str, str]]:
    """What is scored when the game ends now."""
    state.move = state.limit
    return [(e.side, e.points, e.why, e.vessel) for e in told(checked(state), Scored)]


# ---------------------------------------------------------------- the end


def test_the_game_goes_on_until_its_limit() -> None:
    """STG-VIC.1: ten moves in scenario 1, then points decide, and equal is a draw."""
    state = opened("stand-by-for-action", 9)
    assert checked(state) == []
    state.move = 10
    drafts = checked(state)
    assert told(drafts, GameDecided) == [
        GameDecided([], "The limit of 10 moves was reached: a draw at 0 points each.", {"terrainians": 0, "aquaphibians": 0})
    ]
    assert envelope(drafts, GameDecided) == ("STG-VIC.1", EVERYONE)
    verdict = STINGRAY.rules.verdict(state)
    assert verdict and verdict.winners == [] and not STINGRAY.rules.due(state)


@pytest.mark.parametrize(
    ("gone", "why"),
    [
        ({"fate": "sunk"}, "lost all their vessels"),
        ({"fate": "exploded"}, "lost all their vessels"),
        ({"fate": "exited"}, "no vessel left that fights"),
        ({"injuries": 4}, "lost all their vessels"),
        ({"broken_off": True}, "no vessel left that fights"),
    ],
)
def test_the_game_ends_with_the_last_vessel_that_fights(gone: dict[str, Any], why: str) -> None:
    """STG-VIC.1: in play, with a living crew, that has not broken off; one is enough to go on."""
    state = opened("stand-by-for-action")
    put(state, "TF1", **gone)
    assert checked(state) == []
    put(state, "TF2", **gone)
    assert only(checked(state), GameDecided).text.startswith(f"The Aquaphibians have {why}: the Terrainians win")


def test_more_points_win() -> None:
    """Section 8: all victory points of both sides are added up."""
    state = opened("stand-by-for-action", 10)
    put(state, "SR1", damage=5)
    put(state, "TF1", damage=4)
    decided = only(checked(state), GameDecided)
    assert decided.winners == ["aquaphibians"]
    assert decided.text == "The limit of 10 moves was reached: the Aquaphibians win by 5 points to 4."
    assert known(state, None).scores == {"terrainians": 4, "aquaphibians": 5}


def test_a_side_that_has_lost_all_loses_whatever_the_points() -> None:
    """Section 8: SR1 sunk late loses, though the fish have paid dearly."""
    state = opened("overwhelming-numbers")
    put(state, "SR1", damage=16, fate="sunk")
    for fish in ("TF1", "TF2"):
        put(state, fish, damage=6, fate="sunk")
    put(state, "TF3", damage=5, broken_off=True)
    decided = only(checked(state), GameDecided)
    assert decided.points == {"terrainians": 32, "aquaphibians": 30}
    assert decided.winners == ["aquaphibians"]
    assert decided.text == (
        "Neither side has a vessel left that fights: the Aquaphibians win, "
        "for a side that has lost all its vessels loses whatever the points (30 points to 32)."
    )


def test_both_sides_at_once() -> None:
    """STG-VIC.1: both at once: victory points decide."""
    state = opened("stand-by-for-action")
    put(state, "SR1", damage=15, fate="sunk")
    put(state, "TF1", damage=6, fate="sunk")
    put(state, "TF2", fate="exploded")
    decided = only(checked(state), GameDecided)
    assert decided.text == "Neither side has a vessel left that fights: the Aquaphibians win by 30 points to 24."


def test_a_dead_crew_is_a_lost_vessel() -> None:
    """STG-CRW.3: it counts as lost for victory; and so do the losses that balance is measured by."""
    state = opened("overwhelming-numbers")
    put(state, "SR1", injuries=4)
    put(state, "TF1", damage=6, fate="sunk")
    put(state, "TF2", fate="exited", exit_edge="N")
    assert only(checked(state), GameDecided).winners == ["aquaphibians"]
    assert STINGRAY.rules.losses(state) == {"terrainians": Losses(1, 1), "aquaphibians": Losses(1, 3)}


# ---------------------------------------------------------------- points


def test_points_are_told_when_the_game_is_over() -> None:
    """S6: they would tell of the enemy's damage; the last report gives them to all."""
    state = opened("stand-by-for-action", 5)
    put(state, "TF1", damage=3)
    assert checked(state) == []
    state.move = 10
    assert envelope(checked(state), Scored) == ("STG-VIC.1", EVERYONE)


def test_damage_counts_up_to_a_vessels_points() -> None:
    """Section 8: one for each point marked, however caused, never beyond its damage points."""
    state = opened("stand-by-for-action")
    put(state, "SR1", damage=4)
    put(state, "TF1", damage=9, fate="sunk")
    assert points(state) == [
        ("aquaphibians", 4, "damage", "SR1"),
        ("terrainians", 6, "damage", "TF1"),
        ("terrainians", 6, "destroyed", "TF1"),
    ]


def test_a_vessel_that_explodes_counts_all_its_points() -> None:
    """Section 8: destroyed outright."""
    state = opened("stand-by-for-action")
    put(state, "TF1", damage=1, fate="exploded")
    assert points(state)[:2] == [("terrainians", 6, "damage", "TF1"), ("terrainians", 6, "destroyed", "TF1")]


def test_fish_that_break_off_or_leave() -> None:
    """Section 8: +3 for the Terrainians, once for each fish."""
    state = opened("overwhelming-numbers")
    put(state, "TF1", broken_off=True)
    put(state, "TF2", fate="exited", exit_edge="W")
    put(state, "TF3", broken_off=True, fate="exited", exit_edge="N")
    assert points(state) == [
        ("terrainians", 3, "broken off", "TF1"),
        ("terrainians", 3, "left the map", "TF2"),
        ("terrainians", 3, "broken off", "TF3"),
    ]


def test_a_stingray_without_a_crew_counts_as_destroyed() -> None:
    """Section 8: SR or SS whose crew is dead, beside the damage marked; a fish's dead crew brings no points."""
    state = opened("tanker-run")
    put(state, "SR1", damage=2, injuries=4)
    put(state, "SS1", injuries=4)
    put(state, "TF1", injuries=4)
    assert points(state) == [
        ("aquaphibians", 2, "damage", "SR1"),
        ("aquaphibians", 15, "destroyed", "SR1"),
        ("aquaphibians", 20, "destroyed", "SS1"),
    ]


@pytest.mark.parametrize(
    ("edge", "fix", "scored"),
    [
        ("E", True, [("terrainians", 12, "left by the E edge", "SR1")]),
        ("E", False, [("terrainians", 4, "left by the E edge", "SR1")]),
        ("W", True, []),
    ],
)
def test_scenario_2_pays_for_the_way_out(edge: str, fix: bool, scored: list[Any]) -> None:
    """STG-NAV.2 and section 8: by the E edge 12 with a fix in that move, 4 without; by another none."""
    state = opened("overwhelming-numbers")
    put(state, "SR1", fate="exited", exit_edge=edge, fix=fix)
    assert points(state) == scored


def test_scenario_3_pays_for_the_supersub() -> None:
    """Section 8: 20 for it at the N edge; sunk, 20 and its damage points."""
    state = opened("tanker-run")
    put(state, "SS1", fate="exited", exit_edge="N")
    assert points(state) == [("terrainians", 20, "left by the N edge", "SS1")]
    state = opened("tanker-run")
    put(state, "SS1", damage=43, fate="sunk")
    assert points(state) == [("aquaphibians", 40, "damage", "SS1"), ("aquaphibians", 20, "destroyed", "SS1")]


@pytest.mark.parametrize(
    ("change", "scored"),
    [
        ({"damage": 4}, [("terrainians", 4, "damage", "MF1"), ("aquaphibians", 10, "intact", "MF1")]),
        ({"damage": 5}, [("terrainians", 5, "damage", "MF1")]),
        (
            {"fate": "exploded"},
            [("terrainians", 15, "damage", "MF1"), ("terrainians", 25, "destroyed", "MF1")],
        ),
    ],
)
def test_scenario_4_pays_for_the_megafish(change: dict[str, Any], scored: list[Any]) -> None:
    """Section 8: destroyed 10 beyond the list; with less than 5 damage at the end 10 for its side."""
    state = opened("new-toy")
    put(state, "MF1", **change)
    assert points(state) == scored


# ---------------------------------------------------------------- objectives


def test_objectives_need_a_fix_and_count_once() -> None:
    """STG-NAV.2 and scenario 5: 6 points for each hex in which SR1 ends a move with a fix."""
    state = opened("agent-x20")
    put(state, "SR1", hex="0906", fix=False)
    assert checked(state) == []
    put(state, "SR1", fix=True)
    drafts = checked(state)
    assert told(drafts, ObjectiveReached) == [ObjectiveReached("SR1", "0906")]
    assert envelope(drafts, ObjectiveReached) == ("STG-NAV.2", "sr1")
    assert checked(state) == []
    assert points(state) == [("terrainians", 6, "objective 0906", "SR1")]


def test_a_fish_reaches_no_objective() -> None:
    """Scenario 5: SR1 does."""
    state = opened("agent-x20")
    put(state, "TF1", hex="0906")
    assert checked(state) == []


def test_all_objectives_win() -> None:
    """STG-VIC.1 and scenario 5: a scenario objective ends the game, and the Terrainians win whatever the points."""
    state = opened("agent-x20")
    put(state, "SR1", damage=14, injuries=3)
    state.objectives = ["SR1 1412", "SR1 2008"]
    state.scores = {}
    put(state, "SR1", hex="0906")
    state.robbed = ""
    decided = only(checked(state), GameDecided)
    assert decided.winners == ["terrainians"]
    assert decided.text == "All 3 objectives were reached: the Terrainians win, whatever the points (18 points to 14)."


# ---------------------------------------------------------------- robbing


def lie_alongside(state: State, **changes: Any) -> None:
    """TF1 in the hex of SS1, on its course and at its speed, but for these changes."""
    prey = state.vessels["SS1"]
    put(state, "TF1", **{"hex": "1034", "facing": prey.facing, "speed": prey.speed, **changes})


def test_two_moves_alongside_rob_a_supersub() -> None:
    """STG-VIC.2: at the end of two moves running; nobody knows until it has happened, then both crews."""
    state = opened("tanker-run")
    lie_alongside(state)
    first = checked(state)
    assert told(first, Alongside) == [Alongside("TF1", "SS1", 1)]
    assert envelope(first, Alongside) == ("STG-VIC.2", NOBODY)
    second = checked(state)
    assert told(second, Robbed) == [Robbed("TF1", "SS1")]
    assert envelope(second, Robbed) == ("STG-VIC.2", "fish1,supersub")
    assert checked(state) == []
    assert ("aquaphibians", 15, "robbed", "SS1") in points(state)


@pytest.mark.parametrize("change", [{"hex": "1033"}, {"facing": 1}, {"speed": 2}, {"injuries": 4}])
def test_what_is_not_alongside(change: dict[str, Any]) -> None:
    """STG-VIC.2: hex, facing and speed must be the same, and somebody must be alive to rob."""
    state = opened("tanker-run")
    lie_alongside(state, **change)
    assert checked(state) == []


def test_alongside_is_counted_anew_after_a_move_apart() -> None:
    """STG-VIC.2: two moves running; lying still together counts as well."""
    state = opened("tanker-run")
    put(state, "SS1", speed=0)
    lie_alongside(state)
    checked(state)
    lie_alongside(state, speed=1)
    assert told(checked(state), Alongside) == [Alongside("TF1", "SS1", 0)]
    lie_alongside(state)
    assert told(checked(state), Robbed) == []
    assert len(told(checked(state), Robbed)) == 1


def test_a_supersub_is_robbed_once_in_a_game() -> None:
    """STG-VIC.2: of two fish alongside the first in vessel order robs it."""
    state = opened("tanker-run")
    lie_alongside(state)
    prey = state.vessels["SS1"]
    put(state, "TF2", hex="1034", facing=prey.facing, speed=prey.speed)
    checked(state)
    assert told(checked(state), Robbed) == [Robbed("TF1", "SS1")]


def test_a_fish_without_comms_does_not_tell_of_its_prey() -> None:
    """STG-VIC.2, STG-COM.4: it robs, and only the robbed know."""
    state = opened("tanker-run")
    lie_alongside(state, specials={"COMMS": 1})
    checked(state)
    drafts = checked(state)
    assert envelope(drafts, Robbed) == ("STG-VIC.2", "supersub") and state.robbed


def test_no_robbing_elsewhere() -> None:
    """STG-VIC.2: scenario 3 only."""
    state = opened("tanker-run")
    state.scenario = "overwhelming-numbers"
    lie_alongside(state)
    assert checked(state) == []


# ---------------------------------------------------------------- case files


MISSING = [(key, entry.id) for key, opening in OPENINGS.items() for entry in opening.vessels]


@pytest.mark.parametrize(("key", "missing"), MISSING)
def test_a_vessel_may_be_left_out(key: str, missing: str) -> None:
    """Section 8: a case file that leaves a vessel out is played to its end, points, reports and all."""
    patch = {"limit": 1, "vessels": {missing: None}, "umpire": {"plants": {"U1": None}}}
    case = {"game": "stingray", "scenario": key, "state": patch, "seed": "x", "turns": 2}
    played = adjudicate(GAMES, case)
    assert played["state"]["over"] and missing not in played["state"]["vessels"]
    state = STINGRAY.rules.load(played["state"])
    for seat in (*state.seats, None):
        seen = known(state, seat)
        assert STINGRAY.report.panels(seen) and list(STINGRAY.report.draw(seen)) and not STINGRAY.report.template(seen)
    assert missing not in {event["data"].get("vessel") for event in played["events"] if event["type"] == "stingray.scored"}


def test_a_robbed_supersub_may_be_left_out() -> None:
    """STG-VIC.2: the points stay, whoever is left."""
    state = opened("tanker-run")
    state.robbed = True
    del state.vessels["SS1"]
    assert ("aquaphibians", 15, "robbed", "") in points(state)
