"""SN-14 in words: how it is won, what the score means now, verdicts; SN-3.1: how turns are counted."""

from __future__ import annotations

import pytest

from pbem.core.game.report_parts import GameTurns
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.report.score import now, score_lines
from pbem.games.star_navy.rules.verdicts import by_losses, by_points, cause
from tests.rulebook.star_navy.builders.battle import Battle
from tests.rulebook.star_navy.builders.known import known


def lines(battle: Battle, seat: str | None = "blue") -> list[str]:
    return score_lines(known(battle.state, seat))


def test_how_a_battle_is_won(battle: Battle) -> None:
    """SN-14.1 to SN-14.8: with this scenario's numbers."""
    assert lines(battle) == [
        "Most points win when no more than one side has ships on the map, else after game turn 48 (SN-14.1, SN-14.8);"
        " between equals the value of the ships left there.",
        "Points for an enemy ship: destroyed: its value; captured: twice its value; left with half its integrity lost: half its"
        " value. And 3 points for the last side in the region (SN-14.2 to SN-14.6).",
        "If it ended now nobody would have points; by the value left on the map (BLUE 4, RED 4) it would be a draw.",
        "Whether BBB has lost half its integrity is hidden, so it is not counted yet.",
        "BLUE: AAA (value 4) on the map",
        "RED: BBB (value 4) on the map",
    ]


def test_other_factors() -> None:
    """Table 2.10: the options say what a ship is worth."""
    found = lines(Battle(vp_destroy=3, vp_capture=0, vp_cripple=0, region_value=0))
    assert found[1] == "Points for an enemy ship: destroyed: 3 times its value (SN-14.2 to SN-14.6)."
    assert not [line for line in found if "hidden" in line]


def test_the_score_as_it_stands(battle: Battle) -> None:
    """SN-14.3 to SN-14.6: what is open, and what the reader knows of their own ships; never what a screen hides."""
    battle.add("ACE", "DD", "BLUE", "3030", fate="destroyed", step_damage={"RED": 3})
    battle.a.console.integrity, battle.a.damage_by = 1, {"RED": 30}
    assert now(known(battle.state, "blue")) == "If it ended now: BLUE 0, RED 4. RED leads by 4."
    assert now(known(battle.state, "red")) == "If it ended now: BLUE 0, RED 2. RED leads by 2."
    battle.add("BCC", "DD", "RED", "3030", fate="destroyed", step_damage={"BLUE": 3})
    assert "BLUE and RED are equal; by the value left" in now(known(battle.state, "red"))


def test_a_duel_has_other_words() -> None:
    """SN-S2: integrity, then components; points count for nothing."""
    found = lines(Battle(scenario="first-blood"))
    assert found[0].startswith("The ship that has lost less integrity wins") and "After game turn 10" in found[0]
    assert found[1] == "Now: both have lost as much integrity; BIS has lost 0 components."


@pytest.mark.parametrize(
    ("won", "scores", "words"),
    [
        (["A"], {"A": 5, "B": 2}, "A wins by 5 points to 2."),
        (["A"], {"A": 5, "B": 2, "C": 1}, "A wins with 5 points; B 2, C 1."),
        (["A"], {"A": 1, "B": 1}, "A wins before B at 1 point each, with more value left on the map (A 4, B 3)."),
        ([], {"A": 2, "B": 2, "C": 0}, "a draw between A and B at 2 points each, with equal value left on the map."),
    ],
)
def test_verdicts_by_points(won: list[str], scores: dict[str, int], words: str) -> None:
    """SN-14.8: most points, else the value left, else nobody; and why it is over."""
    assert by_points(cause(["A", "B"], 36), won, scores, {"A": 4, "B": 3, "C": 2}) == (
        f"The limit of 36 game turns was reached: {words}"
    )


def test_causes() -> None:
    """SN-14.1."""
    assert cause(["RED"], 36) == "Only RED has ships left in the region"
    assert cause([], 36) == "No side has a ship left in the region"


def test_verdicts_by_losses() -> None:
    """SN-S2."""
    assert by_losses("End", ["A"], {"A": 2, "B": 5}, "components") == (
        "End: A wins, for it has lost fewer components (A 2, B 5)."
    )
    assert by_losses("End", [], {"A": 4, "B": 4}, "integrity") == (
        "End: a draw, for both sides have lost as much integrity (A 4, B 4)."
    )


@pytest.mark.parametrize(
    ("pace", "cycle", "turn", "played", "wanted"),
    [
        ("turn", 0, 0, "", "game turn 1 of 10 (cycle 1, turn 1)"),
        ("turn", 1, 6, "game turn 6 of 10 (cycle 1, turn 6)", "game turn 7 of 10 (cycle 2, turn 1)"),
        ("cycle", 0, 0, "", "cycle 1 of 2 (game turns 1 to 6 of 10)"),
        ("cycle", 1, 6, "cycle 1 of 2 (game turns 1 to 6 of 10)", "cycle 2 of 2 (game turns 7 to 10 of 10)"),
        ("cycle", 1, 3, "game turn 3 of 10 (cycle 1, turn 3)", "cycle 1 of 2 (game turns 4 to 6 of 10)"),
    ],
)
def test_turns_are_counted_in_the_same_words(pace: str, cycle: int, turn: int, played: str, wanted: str) -> None:
    """SN-3.1, SN-15.1: by turns of the whole game, with their place in the cycle; or by cycles."""
    battle = Battle(scenario="first-blood", pace=pace)
    battle.state.cycle, battle.state.turn = cycle, turn
    assert STAR_NAVY.rules.turns(battle.state) == GameTurns(played, wanted)
    assert all(wanted in ask.what for ask in STAR_NAVY.rules.due(battle.state).values())


def test_the_last_cycle_ends_at_the_limit() -> None:
    """SN-15.1, SN-14.2: ten turns are a cycle and four turns; after the end nothing is wanted."""
    battle = Battle(scenario="first-blood", pace="cycle")
    battle.state.cycle, battle.state.turn, battle.state.over = 2, 4, True
    assert STAR_NAVY.rules.turns(battle.state) == GameTurns("cycle 2 of 2 (game turns 7 to 10 of 10)", "")
