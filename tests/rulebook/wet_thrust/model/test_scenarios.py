"""Section 8 and the options of 2.9: the scenario files, what is wrong with broken ones, and what an option may be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.game.data_file import BrokenData
from pbem.core.game.options import NoScenario
from pbem.games.wet_thrust.model import scenario
from pbem.games.wet_thrust.model.scenario import OPENINGS, find, options, read_opening

FILES = Path(scenario.__file__).parents[1] / "scenarios"
PRINTED = {
    "first-salvo": ("calm", 10, "german", "BIS 20 40 8 7, HOO 32 16 10 7"),
    "shaking-them-off": ("squalls", 8, "german", "BIS 0 0 6 5, SUF 4 12 6 6, KGV -8 24 6 6"),
    "swordfish": ("squalls", 14, "german", "BIS 0 0 4 6, ARK 0 44 4 6, SHE -12 20 4 6"),
    "convoy": (
        "calm",
        12,
        "british",
        "M01 0 0 3 3, M02 0 4 3 3, M03 -4 0 3 3, M04 -4 4 3 3, ANT 6 8 3 4, ACA 6 -4 3 4, U47 26 3 9 1, U99 14 -16 12 2",
    ),
    "denmark-strait": (
        "calm",
        14,
        "german",
        "PEU 0 0 7 7, BIS 1 1.732 7 7, HOO 26 -16 10 7, POW 27.732 -17 10 7, NOR 18 22 7 7, SUF 10 26 7 7",
    ),
    "two-carriers": ("calm", 16, "british", "ARK 0 0 1 6, SHE 2 -2 1 6, ANT -2 -2 1 6, GRZ 10 64 5 6, SCH 12 61 5 6"),
    "acasta": ("squalls", 8, "german", "SCH 0 0 3 6, ANT 14 12 7 8, ACA 16 10 7 8, M01 26 4 3 3"),
}


@pytest.mark.parametrize("key", PRINTED)
def test_openings_are_as_printed(key: str) -> None:
    """Section 8: weather, turns, the side that comes first, and every ship's place, course and speed."""
    opening = OPENINGS[key]
    weather, limit, first, units = PRINTED[key]
    listed = ", ".join(f"{e.id} {e.at[0]:g} {e.at[1]:g} {e.course} {e.speed:g}" for e in opening.units)
    assert (opening.weather, opening.limit, opening.sides[0], listed) == (weather, limit, first, units)


def test_what_had_happened_before() -> None:
    """Section 8, S1 to S3: lost boilers and radars, empty fuel boxes; Bismarck's radar in S1 is not repairable."""
    before = {
        (key, e.id): e.before for key, opening in OPENINGS.items() for e in opening.units if e.before != scenario.Before()
    }
    assert before == {
        ("first-salvo", "BIS"): scenario.Before(["RA1"], ["RA1"]),
        ("shaking-them-off", "BIS"): scenario.Before(["BO1", "RA1"], [], 3),
        ("shaking-them-off", "SUF"): scenario.Before(["RA1"]),
        ("swordfish", "BIS"): scenario.Before([], [], 4),
        ("shaking-them-off-balanced", "BIS"): scenario.Before(["BO1", "RA1"], [], 3),
        ("shaking-them-off-balanced", "SUF"): scenario.Before(["RA1"]),
        ("swordfish-balanced", "BIS"): scenario.Before(["BO1"], ["BO1"], 4),
    }


def test_depths_and_land_based_bombers() -> None:
    """Section 8, S4 and S6; section 2.3: six aircraft in LB1."""
    assert {e.id: e.mode for e in OPENINGS["convoy"].units if e.mode} == {"U47": "periscope", "U99": "deep"}
    (land,) = OPENINGS["two-carriers"].land
    assert (land.id, land.side, land.enters, land.at, land.aircraft) == ("LB1", "german", 3, [40, 40], 6)


EVEN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "shaking-them-off": ({"limit": 12}, {"POW": ([-2, 20], 6, 6, 2)}),
    "swordfish": ({}, {"BIS": ([0, 0], 4, 6, 1), "KGV": ([-10, 16], 4, 6, 2)}),
    "two-carriers": ({}, {"SHE": None, "KGV": ([2, -2], 1, 6, 2)}),
    "acasta": ({}, {"ANT": None, "ACA": ([30, 4], 9, 8, 1), "M01": ([22, 4], 3, 3, 1)}),
}
"""By scenario with a variant: fields and units that differ in it; None is a unit left out."""


@pytest.mark.parametrize("key", EVEN)
def test_variants_with_even_odds(key: str) -> None:
    """Section 8: codes, and that all but what the passage names is as in the printed scenario."""
    printed, even = OPENINGS[key], OPENINGS[f"{key}-balanced"]
    fields, units = EVEN[key]
    assert (even.code, even.aliases, even.title) == (f"{printed.code}B", [], f"{printed.title}, even odds")
    same = replace(printed, key=even.key, code=even.code, aliases=[], title=even.title, summary=even.summary, **fields)
    assert replace(even, units=[], land=[]) == replace(same, units=[], land=[])
    kept = [each for each in printed.units if each.id not in units]
    assert [each for each in even.units if each.id not in units] == kept
    changed = {each.id: (each.at, each.course, each.speed, each.squadron) for each in even.units if each.id in units}
    assert changed == {id: place for id, place in units.items() if place}
    later = 5 if key == "two-carriers" else 0
    assert even.land == [replace(each, enters=later) for each in printed.land]


def test_scenarios_without_hope_have_variants() -> None:
    """Section 15: four of the seven, each after its printed one."""
    assert [key for key in OPENINGS if key not in PRINTED] == [f"{key}-balanced" for key in EVEN]
    keys = list(OPENINGS)
    assert all(keys.index(f"{key}-balanced") == keys.index(key) + 1 for key in EVEN)


@pytest.mark.parametrize(("name", "key"), [("WT-S3", "swordfish"), ("3", "swordfish"), ("s7", "acasta"), ("Convoy", "convoy")])
def test_scenarios_go_by_several_names(name: str, key: str) -> None:
    """Key, code and aliases, in any case."""
    assert find(name).key == key


def test_an_unknown_scenario_is_refused() -> None:
    """The message names those that may have been meant."""
    with pytest.raises(NoScenario, match="the nearest of 11 are"):
        find("jutland")


# ---------------------------------------------------------------- files of one's own


def written(tmp_path: Path, **changes: Any) -> Path:
    """Scenario S2 with changes, as a file."""
    data = json.loads((FILES / "shaking-them-off.json").read_text()) | changes
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    return path


UNITS: list[dict[str, Any]] = json.loads((FILES / "shaking-them-off.json").read_text())["units"]


def unit(**changes: Any) -> list[dict[str, Any]]:
    """The units of S2, the first of them changed."""
    return [UNITS[0] | changes, *UNITS[1:]]


def test_a_new_file_is_a_new_scenario(tmp_path: Path) -> None:
    """A merchantman may sail for either side."""
    ships = [*UNITS, {"id": "M01", "at": [0.5, -0.25], "course": 1, "speed": 2.5, "side": "german", "squadron": 2}]
    opening = read_opening(written(tmp_path, units=ships))
    assert [entry.id for entry in opening.roster("german")] == ["BIS", "M01"]
    assert opening.shared("german")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"limit": 0}, "limit: 0 is not 1 to 1000"),
        ({"sides": ["german"]}, "sides: must be german and british, in either order"),
        ({"weather": "sunny"}, "weather: must be one of: calm, squalls"),
        ({"units": unit(id="YAM")}, "units.0.id: 'YAM' is none of"),
        ({"units": unit(mode="deep")}, "units.0.mode: only submarines have one"),
        ({"units": unit(at=[1])}, r"units.0.at: \[1.0\] is no place"),
        ({"units": unit(at=[1, 5000])}, r"units.0.at: \[1.0, 5000.0\] is no place; .* at most 1000"),
        ({"units": unit(course=13)}, "units.0.course: 13 is not 1 to 12"),
        ({"units": unit(speed=9)}, "units.0.speed: 9 is not 0 to her top speed of 8"),
        ({"units": unit(before={"lost": ["TL1"]})}, "units.0.before.lost.0: 'TL1' is none of"),
        ({"units": unit(before={"beyond": ["RA1"]})}, "units.0.before.beyond.0: 'RA1' is none of"),
        ({"units": unit(before={"empty": 9})}, "units.0.before.empty: 9 is not 0 to 8"),
        ({"units": unit(masts=3)}, "units.0.masts: unknown field"),
        ({"units": [*UNITS, UNITS[0]]}, "units.3.id: BIS is there twice"),
        ({"units": UNITS[:1]}, "units: side british has none"),
        ({"units": unit(squadron=2)}, "units: side german has none of squadron 1"),
        ({"land": [{"id": "XX1", "side": "german", "enters": 1, "at": [0, 0]}]}, "land.0.id: 'XX1' is no id of its own"),
        ({"land": [{"id": "LB1", "side": "german", "enters": 0, "at": [0, 0]}]}, "land.0.enters: 0 is not 1 to"),
        ({"land": [{"id": "LB1", "side": "german", "enters": 1, "at": [], "aircraft": 7}]}, "land.0.aircraft: 7 is not 1 to 6"),
        ({"victory": {"test": "escape", "ship": "HOO", "numbers": {"top": 3}}}, "victory.ship: 'HOO' is none of"),
        ({"victory": {"test": "points", "ship": "BIS"}}, "victory.ship: a victory by points turns on no ship"),
        ({"victory": {"test": "escape", "ship": "BIS", "others": ["SUF"]}}, "victory.others: must be left out for escape"),
        (
            {"victory": {"test": "duel", "ship": "BIS", "others": ["BIS"], "numbers": {"marked": 1, "spared": 1}}},
            "victory.others.0: 'BIS' is none of SUF, KGV",
        ),
        ({"victory": {"test": "escape", "ship": "BIS"}}, "victory.numbers: must be top"),
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    """Each by file, path and reason."""
    with pytest.raises(BrokenData, match=f"mine.json: {told}"):
        read_opening(written(tmp_path, **changes))


# ---------------------------------------------------------------- options


def test_defaults_are_those_of_the_rules() -> None:
    """Section 2.9; ruling W13: the weather is the scenario's."""
    assert options("swordfish", {}) == {
        "admirals": "one",
        "weather": "squalls",
        "hit_faces": 3,
        "fc_loss_penalty": "previous_turn",
        "ladder_resume": "decayed",
        "evasive_armour_scope": "gunfire",
        "ram_modifier_unit": "box",
        "collision_radius": 0.25,
        "dc_teams_shared": "off",
        "recon_bar": "recovering",
        "capital_smoke_hides": "on",
        "torpedo_reload_turns": 0,
        "open_sheets": "off",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [("hit_faces", 6), ("weather", "sunny"), ("collision_radius", -1), ("torpedo_reload_turns", 7), ("recon_bar", "never")],
)
def test_values_beyond_the_table_are_refused(name: str, value: Any) -> None:
    """Section 2.9: with the legal ones in the message."""
    with pytest.raises(NoScenario, match=f"option {name}"):
        options("convoy", {name: value})


def test_two_admirals_only_where_there_are_ships_for_both() -> None:
    """Ruling W1."""
    assert options("convoy", {"admirals": "two"})["admirals"] == "two"
    with pytest.raises(NoScenario, match="admirals"):
        options("first-salvo", {"admirals": "two"})
