"""WT-22.2 and section 8: when the game ends and who has won, scenario by scenario."""

from __future__ import annotations

from typing import Any

import pytest

from events.wet_thrust.opening import GameDecided
from pbem.core.game.report_parts import Losses
from pbem.games.wet_thrust.model import scenario
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.rules.setup import set_up
from pbem.games.wet_thrust.rules.victory import check, judged, losses, score
from tests.rulebook.wet_thrust.builders.ships import envelope, mils, only, state_with, turn_of


def opened(key: str, turn: int = 3, **given: Any) -> State:
    """A scenario's opening, with so many turns played."""
    setting = turn_of(State())
    set_up(setting, key, scenario.options(key, given))
    setting.state.turn = turn
    return setting.state


def lost(state: State, *ids: str) -> None:
    """These vessels are gone for good."""
    for id in ids:
        state.ships[id].fate = "lost"


def winner(state: State) -> str | None:
    """The winning side, "" for a draw, None while the game goes on."""
    ending = judged(state)
    return ending.winner if ending else None


# ---------------------------------------------------------------- when it ends


@pytest.mark.parametrize("key", scenario.OPENINGS)
def test_a_game_goes_on_until_something_decides_it(key: str) -> None:
    """WT-22.2: neither at its opening nor before the turn limit; at the limit always."""
    state = opened(key)
    assert winner(state) is None
    state.turn = state.limit - 1
    assert winner(state) is None
    state.turn = state.limit
    assert winner(state) is not None


def test_a_side_without_vessels_ends_it() -> None:
    """WT-22.2: lost or away, all that counts is that none is in play."""
    state = opened("two-carriers")
    lost(state, "GRZ")
    assert winner(state) is None
    state.ships["SCH"].fate = "away"
    assert winner(state) == "british"


def test_the_end_is_told_to_all() -> None:
    """WT-22.2: winners, points and a sentence; nothing while the game goes on."""
    turn = turn_of(opened("denmark-strait"))
    check(TurnScratch(turn))
    assert turn.drafts == []
    turn.state.turn = 14
    lost(turn.state, "HOO")
    check(TurnScratch(turn))
    decided = only(turn.drafts, GameDecided)
    assert decided.winners == ["german"] and decided.points == {"german": 9, "british": 0}
    assert decided.verdict == "The limit of 14 turns was reached: the Germans win, by 9 points to 0."
    assert envelope(turn.drafts, GameDecided)[1:] == ("WT-22.2", "*")
    assert turn.state.over and turn.state.winners == ["german"]


def test_losses_are_counted_by_side() -> None:
    """Vessels lost of those that a side has had; breaking contact is no loss (WT-21.7)."""
    state = opened("denmark-strait")
    lost(state, "HOO", "SUF")
    state.ships["BIS"].fate = "away"
    assert losses(state) == {"german": Losses(0, 2), "british": Losses(2, 4)}


# ---------------------------------------------------------------- S1


@pytest.mark.parametrize(
    ("bismarck", "marked", "hood", "hoods", "turn", "expected"),
    [
        ("afloat", 19, "lost", 44, 3, "german"),
        ("afloat", 20, "afloat", 44, 3, "british"),
        ("lost", 48, "afloat", 40, 3, "british"),
        ("afloat", 20, "lost", 44, 3, "british"),
        ("lost", 10, "lost", 44, 3, ""),
        ("afloat", 19, "afloat", 22, 9, None),
        ("afloat", 19, "afloat", 22, 10, "british"),
        ("afloat", 19, "afloat", 23, 10, ""),
        ("away", 5, "afloat", 22, 3, "british"),
        ("away", 5, "afloat", 23, 3, ""),
        ("afloat", 5, "away", 3, 3, ""),
    ],
)
def test_first_salvo(bismarck: Any, marked: int, hood: Any, hoods: int, turn: int, expected: str | None) -> None:
    """S1: Hood sunk for fewer than 20 boxes; Bismarck sunk or with 20 marked, or Hood afloat at the end with 22 at most.

    Both conditions at once are a draw; what the end asks for is judged as it is when a side is gone.
    """
    state = opened("first-salvo", turn)
    for id, fate, boxes in (("BIS", bismarck, marked), ("HOO", hood, hoods)):
        state.ships[id].fate, state.ships[id].sheet.marked = fate, boxes
    assert winner(state) == expected


def test_a_verdict_says_how_the_ships_have_come_out_of_it() -> None:
    """In words."""
    state = opened("first-salvo")
    lost(state, "HOO")
    state.ships["HOO"].sheet.marked = 44
    ending = judged(state)
    assert ending and ending.facts == "Hood is lost with 44 of 44 boxes marked, Bismarck is afloat with 0 of 48 boxes marked"


# ---------------------------------------------------------------- S2, S3


def test_shaking_them_off() -> None:
    """S2: German if she disengages; British if she is sunk or at the end makes 3 at most; else a draw."""
    state = opened("shaking-them-off", 8)
    assert winner(state) == ""
    state.ships["BIS"].sheet.lost = ["BO1", "BO2"]
    assert winner(state) == ""
    state.ships["BIS"].sheet.lost = ["BO1", "BO2", "BO3"]
    assert winner(state) == "british"
    state.turn = 7
    assert winner(state) is None
    lost(state, "BIS")
    assert winner(state) == "british"
    state.ships["BIS"].fate = "away"
    assert winner(state) == "german"


def test_swordfish_sinks_or_cripples_her() -> None:
    """S3: sunk at any time; at the end of turn 14 without a rudder, or with a top speed of 4 or less."""
    state = opened("swordfish", 13)
    state.ships["BIS"].sheet.lost = ["RU1", "RU2"]
    assert winner(state) is None
    state.turn = 14
    assert winner(state) == "british"
    state.ships["BIS"].sheet.lost = ["RU1", "BO1", "BO2"]
    assert winner(state) == "british"
    state.ships["BIS"].sheet.lost = ["RU1", "BO1"]
    assert winner(state) == "german"
    lost(state, "BIS")
    state.turn = 2
    assert winner(state) == "british"


def test_swordfish_fails() -> None:
    """S3: otherwise German with 12 boxes marked at most, or for Sheffield or Ark Royal; else a draw."""
    state = opened("swordfish", 14)
    state.ships["BIS"].sheet.marked = 13
    assert winner(state) == ""
    lost(state, "SHE")
    ending = judged(state)
    assert ending and ending.winner == "german" and ending.facts.endswith("Sheffield is lost")
    state.ships["SHE"].fate, state.ships["BIS"].sheet.marked = "afloat", 12
    assert winner(state) == "german"


def test_a_ship_that_has_broken_contact_is_not_slow() -> None:
    """S3: what she still makes matters no more; her boxes do."""
    state = opened("swordfish", 6)
    bis = state.ships["BIS"]
    bis.fate, bis.sheet.lost, bis.sheet.marked = "away", ["RU1", "RU2"], 13
    assert winner(state) == ""
    bis.sheet.marked = 12
    assert winner(state) == "german"


# ---------------------------------------------------------------- points


def test_points_for_what_is_sunk() -> None:
    """Section 8: the value of each type."""
    ships = ("BIS", "HOO", "ARK", "PEU", "SHE", "ANT", "U47", "M01")
    state = state_with({id: ((n * 9, 0), 12, 1) for n, id in enumerate(ships)}, key="two-carriers")
    for id, value in zip(ships, (10, 9, 10, 5, 4, 2, 2, 3), strict=True):
        state.ships[id].fate = "lost"
        for squadron in state.squadrons.values():
            squadron.lost = False
        other = state.enemy(state.ships[id].side)
        assert score(state)[other] == value, id
        state.ships[id].fate = "afloat"


def test_points_for_damage_are_rounded_down() -> None:
    """Ruling W12: value times marked over all boxes, of ships afloat and of those that have broken contact."""
    state = opened("two-carriers")
    state.ships["ARK"].sheet.marked = 14
    assert score(state) == {"british": 0, "german": 5}
    state.ships["ARK"].sheet.marked = 13
    assert score(state)["german"] == 4
    state.ships["ARK"].fate = "away"
    assert score(state)["german"] == 4


def test_points_for_squadrons() -> None:
    """Ruling W12: 1 for each that is destroyed; planes of one, and squadrons merged or gone home, count for nothing."""
    state = opened("two-carriers")
    for id, destroyed in (("ARK-T1", True), ("ARK-F1", True), ("ARK-R1", True), ("ARK-T2", False), ("LB1", True)):
        state.squadrons[id].place, state.squadrons[id].lost = "gone", destroyed
    assert score(state) == {"british": 1, "german": 2}


@pytest.mark.parametrize(
    ("ark", "scharnhorst", "points", "expected"),
    [(6, 8, (2, 2), ""), (3, 8, (2, 1), ""), (0, 8, (2, 0), "british"), (14, 8, (2, 5), "german")],
)
def test_a_difference_of_one_is_a_draw(ark: int, scharnhorst: int, points: tuple[int, int], expected: str) -> None:
    """Section 8: two points more are a win."""
    state = opened("two-carriers", 16)
    state.ships["ARK"].sheet.marked, state.ships["SCH"].sheet.marked = ark, scharnhorst
    assert score(state) == dict(zip(("british", "german"), points, strict=True))
    assert winner(state) == expected


def test_tactics_bring_no_points() -> None:
    """WT-22.3: doctrine has no effect: neither crossing the enemy's T nor steaming in line counts for anything."""
    state = opened("denmark-strait", 14)
    for n, id in enumerate(("HOO", "POW", "NOR", "SUF")):
        state.ships[id].at, state.ships[id].course = mils(3 * n, 9), 3
    for n, id in enumerate(("BIS", "PEU")):
        state.ships[id].at, state.ships[id].course = mils(4, -3 * n), 12
    assert score(state) == {"german": 0, "british": 0}


def test_convoy_counts_merchantmen_that_come_through() -> None:
    """S4: 1 for each in play with x of 30 or more."""
    state = opened("convoy", 12)
    state.ships["M01"].at, state.ships["M02"].at, state.ships["M03"].at = mils(30, 0), mils(29.999, 4), mils(36, 0)
    lost(state, "M03")
    assert score(state) == {"british": 1, "german": 3}


def test_convoy_is_safe_when_no_enemy_is_left() -> None:
    """S4: the game is over, and nothing can stop the merchantmen that are left."""
    state = opened("convoy", 5)
    lost(state, "U47", "U99", "M04")
    assert score(state) == {"british": 7, "german": 3}
    assert winner(state) == "british"


def test_denmark_strait_rewards_a_breakout() -> None:
    """S5: German 4 if she gets away with 2 fuel boxes lost at most."""
    state = opened("denmark-strait")
    bis = state.ships["BIS"]
    bis.fate, bis.sheet.fuel_lost = "away", 2
    assert score(state) == {"german": 4, "british": 0}
    bis.sheet.fuel_lost = 3
    assert score(state) == {"german": 0, "british": 0}


def test_denmark_strait_rewards_a_hurt_bismarck() -> None:
    """S5: British 4, once, for 4 fuel boxes or a boiler room lost as the game ends."""
    state = opened("denmark-strait")
    sheet = state.ships["BIS"].sheet
    sheet.fuel_lost = 4
    assert score(state)["british"] == 4
    sheet.lost = ["BO1"]
    assert score(state)["british"] == 4
    sheet.fuel_lost = 0
    assert score(state)["british"] == 4
    sheet.lost, sheet.wounds = [], ["BO"]
    assert score(state)["british"] == 0


def test_acasta_has_points_of_its_own() -> None:
    """S7: German 3 and 2 for what is sunk; British for salvos, running gear, Scharnhorst and the merchantman."""
    state = opened("acasta")
    assert score(state) == {"german": 0, "british": 3}
    lost(state, "M01", "ANT")
    assert score(state) == {"german": 5, "british": 0}
    state.torpedo_salvos, state.ships["SCH"].sheet.wounds = {"british": 2, "german": 1}, ["FC", "RU", "BO"]
    assert score(state) == {"german": 5, "british": 8}
    lost(state, "SCH")
    assert score(state) == {"german": 5, "british": 18}


def test_acasta_counts_no_boxes() -> None:
    """S7: marked boxes bring nothing; ruling W12: a rudder that was repaired does."""
    state = opened("acasta")
    state.ships["SCH"].sheet.marked = 39
    assert score(state)["british"] == 3
    state.ships["SCH"].sheet.wounds = ["PR"]
    assert score(state)["british"] == 7


@pytest.mark.parametrize("key", ["first-salvo", "shaking-them-off", "swordfish", "denmark-strait", "acasta"])
def test_a_table_without_the_ship_that_decides(key: str) -> None:
    """A case may leave her out: then it is decided without her, by the limit at the latest."""
    state = opened(key)
    state.ships = {id: ship for id, ship in state.ships.items() if id not in ("BIS", "SCH")}
    state.ships |= {"M02": opened("convoy").ships["M02"]}
    state.turn = state.limit
    assert winner(state) is not None
