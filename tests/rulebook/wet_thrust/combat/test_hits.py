"""WT-8.6, WT-3: boxes, fuel, fires, and what lost boiler rooms leave."""

from __future__ import annotations

from fractions import Fraction

import pytest

from events.wet_thrust.damage import BoxesMarked, FireStarted, FuelLost, SystemLost
from pbem.games.wet_thrust.model.control_sheet import Hole
from pbem.games.wet_thrust.rules.combat import hits
from tests.rulebook.wet_thrust.builders.damages import DamageStep

# ---------------------------------------------------------------- boxes


@pytest.mark.parametrize(
    ("before", "points", "numbers"),
    [(0, 10, []), (0, 11, [6]), (10, 3, [6]), (11, 10, []), (11, 11, [5]), (5, 20, [6, 5]), (0, 43, [6, 5, 4]), (33, 11, [])],
)
def test_rows_fill_from_the_top(before: int, points: int, numbers: list[int]) -> None:
    """WT-8.6, WT-9.3: Hood has rows of 11 (6), 11 (5), 11 (4), 11: a completed row queues its number, the bottom one none."""
    played = DamageStep("HOO")
    played["HOO"].sheet.marked = before
    hits.mark(played.scratch, played["HOO"], points, "gunfire", "WT-8.6")
    assert played.told(BoxesMarked) == [BoxesMarked("HOO", points, before + points, numbers, "gunfire")]
    assert played["HOO"].sheet.checks == numbers


def test_surplus_is_lost() -> None:
    """WT-8.6: no more boxes are marked than are left; a ship without any takes no further mark."""
    played = DamageStep("M01")
    hits.mark(played.scratch, played["M01"], 11, "gunfire", "WT-8.6")
    hits.mark(played.scratch, played["M01"], 2, "gunfire", "WT-8.6")
    assert played.told(BoxesMarked) == [BoxesMarked("M01", 8, 8, [5], "gunfire")]
    assert played["M01"].sheet.doomed
    assert played["M01"].afloat


def test_nothing_to_mark() -> None:
    """WT-8.6: no points, no mark."""
    played = DamageStep("M01")
    hits.mark(played.scratch, played["M01"], 0, "gunfire", "WT-8.6")
    assert played.drafts == []


def test_who_sees_a_control_sheet() -> None:
    """WT-23.3: her own side; with option open_sheets everybody, but never a submarine's."""
    for options, audiences in (({}, ["german", "german"]), ({"open_sheets": "on"}, ["*", "german"])):
        played = DamageStep("BIS U47", **options)
        for ship in ("BIS", "U47"):
            hits.mark(played.scratch, played[ship], 1, "gunfire", "WT-8.6")
        assert [audience for _, audience in played.why(BoxesMarked)] == audiences


# ---------------------------------------------------------------- fuel


@pytest.mark.parametrize(("points", "boxes"), [(4, 0), (5, 1), (7, 1), (9, 1), (10, 2)])
def test_large_salvos_cost_fuel(points: int, boxes: int) -> None:
    """E9, WT-3.10, WT-8.7: one fuel box for every five points of a single salvo."""
    played = DamageStep("HOO")
    hits.fuel(played.scratch, played["HOO"], points)
    assert [event.boxes for event in played.told(FuelLost)] == [boxes] * (boxes > 0)
    assert played["HOO"].sheet.full_fuel == 6 - boxes


def test_empty_fuel_boxes_go_first() -> None:
    """WT-3.8, WT-3.9: Bismarck with 3 of 8 boxes empty loses those before full ones; only full ones count as lost."""
    played = DamageStep("BIS")
    sheet = played["BIS"].sheet
    sheet.empty = 3
    hits.lose_fuel(played.scratch, played["BIS"], 2, "torpedo", "WT-3.10")
    hits.lose_fuel(played.scratch, played["BIS"], 2, "torpedo", "WT-3.10")
    assert played.told(FuelLost) == [FuelLost("BIS", 2, 1, 0, "torpedo"), FuelLost("BIS", 2, 0, 1, "torpedo")]
    assert (sheet.empty, sheet.fuel_holed, sheet.fuel_lost, sheet.full_fuel) == (0, 3, 1, 4)


def test_no_fuel_left_to_lose() -> None:
    """WT-3.9: with no undamaged box left there is no effect."""
    played = DamageStep("M01")
    hits.lose_fuel(played.scratch, played["M01"], 4, "check", "WT-9.2")
    hits.lose_fuel(played.scratch, played["M01"], 1, "check", "WT-9.2")
    assert played.told(FuelLost) == [FuelLost("M01", 3, 0, 3, "check")]


# ---------------------------------------------------------------- systems, fires


def test_a_system_is_lost_once() -> None:
    """WT-10.11: one that the ship lacks or has lost is not lost again."""
    played = DamageStep("BIS")
    for system in ("RU2", "RU2", "RU3"):
        hits.lose_system(played.scratch, played["BIS"], system, "torpedo", "WT-10.11")
    assert played.told(SystemLost) == [SystemLost("BIS", "RU2", "torpedo")]
    assert played["BIS"].sheet.wounds == ["RU"]


def test_fires_add_up() -> None:
    """WT-16.10: each is one more fire box; nothing else happens to her."""
    played = DamageStep("BIS")
    hits.start_fire(played.scratch, played["BIS"], "bomb", "WT-13.9")
    hits.start_fire(played.scratch, played["BIS"], "boiler", "WT-3.4")
    assert played.told(FireStarted) == [FireStarted("BIS", 1, "bomb"), FireStarted("BIS", 2, "boiler")]
    assert played["BIS"].sheet.lost == []


# ---------------------------------------------------------------- what is left of her speed


@pytest.mark.parametrize(
    ("lost", "kinds", "top"),
    [
        ([], [], Fraction(8)),
        (["BO1"], [], Fraction(6)),
        ([], [17], Fraction(8)),
        ([], [18], Fraction(6)),
        ([], [18, 18], Fraction(9, 2)),
        (["BO2"], [18, 19], Fraction(9, 4)),
        (["BO1", "BO2", "BO3", "BO4"], [], Fraction(0)),
    ],
)
def test_top_speed(lost: list[str], kinds: list[int], top: Fraction) -> None:
    """E1, WT-3.1, WT-3.2, WT-3.3: the share of boilers that work, three quarters for a type-18 hole, half for a type-19."""
    played = DamageStep("BIS")
    sheet = played["BIS"].sheet
    sheet.lost = lost
    sheet.holes = {f"HO{n}": Hole(kind, 1) for n, kind in enumerate(kinds, 1)}
    assert played["BIS"].top == top


def test_a_closed_hole_slows_nobody() -> None:
    """WT-3.2, WT-16.9: closing a type-18 hole gives its quarter back."""
    played = DamageStep("BIS")
    played["BIS"].sheet.holes = {"HO1": Hole(18, 0, open=False)}
    assert played["BIS"].top == 8
