"""STG-CAM.1, STG-CAM.2, STG-CAM.5, STG-CAM.6: sheets of classes, and what a battle has made of every vessel."""

from __future__ import annotations

import re

import pytest

from events.stingray.damage import Damaged
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import Lacks, Unit, UnitEnd, counted, faults
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.fleets.sheets import SHEETS
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.report.score import score_panel
from pbem.games.stingray.rules.victory import for_vessel
from tests.kit.pages import chapter, page
from tests.rulebook.stingray.builders.fleets import (
    ONE_OF_EACH,
    SCENARIOS,
    berths,
    deployed,
    each_item,
    fleets,
    forces_of,
    units_of,
    worn,
)
from tests.rulebook.stingray.builders.one_step import state_with, vessel

RULES = page("rules/stingray")

# ---------------------------------------------------------------- sheets


def test_the_sheets_are_those_of_the_rule_book() -> None:
    """STG-CAM.1: the table below it, item by item."""
    rows = re.findall(r"^\| [^|]+ `(SR|SS|TF|MF)` \| (\d+) \| ([^|]+) \| ([^|]+) \|$", chapter(RULES, "4. The clauses"), re.M)
    assert [row[0] for row in rows] == list(fleets().classes())
    for key, points, repaired, stores in rows:
        sheet = fleets().classes()[key]
        printed = {
            item: (int(most), store) for store, cell in ((False, repaired), (True, stores)) for item, most in items(cell)
        }
        assert printed == {item: (kind.most, kind.store) for item, kind in sheet.items.items()}
        assert sheet.points == float(points)


def items(cell: str) -> list[tuple[str, str]]:
    """`` `hull` 14 `` and so on."""
    return re.findall(r"`([a-z0-9-]+)` (\d+)", cell)


def test_an_item_is_one_word_in_an_order() -> None:
    """STG-CAM.1: of small letters, digits and hyphens."""
    words = {item for sheet in SHEETS.values() for item in sheet.items}
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) for word in words)


def test_points_are_what_the_enemy_gets_for_all_of_it() -> None:
    """STG-CAM.1, section 8: for the damage points, and for destroying it."""
    for key, sheet in SHEETS.items():
        lost = vessel(f"{key}1", "1010", fate="sunk", damage=99)
        assert sum(award.points for award in for_vessel(lost, OPENINGS["stand-by-for-action"])) == sheet.points


# ---------------------------------------------------------------- deployed and not touched


def mustered(unit: Unit) -> UnitEnd:
    """What is told of one unit right after it was deployed, among others."""
    scenario = ONE_OF_EACH[unit.unit_class]
    forces = forces_of(scenario, {unit.id: unit.lacks})
    return fleets().muster(deployed(scenario, forces).state).units[unit.id]


def test_each_item_comes_back_as_it_went() -> None:
    """STG-CAM.6: a vessel that nothing happens to lacks what it lacked."""
    for unit_class, item, lacks in each_item():
        end = mustered(Unit(f"{unit_class}1", unit_class, lacks={item: lacks}))
        side = "aquaphibians" if unit_class in ("TF", "MF") else "terrainians"
        assert end == UnitEnd(unit_class, side, "present", "in play", {item: lacks})


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("number", range(5))
def test_forces_come_back_as_they_went(scenario: str, number: int) -> None:
    """STG-CAM.6: whatever they lack, by whatever names."""
    lacks = {b.id: worn(b.printed.unit_class, f"{scenario} {number} {b.id}") for b in berths(scenario)}
    forces = forces_of(scenario, lacks, strangers=bool(number % 2))
    muster = fleets().muster(deployed(scenario, forces).state)
    sent = units_of(forces)
    assert {id: end.lacks for id, end in muster.units.items()} == {id: unit.lacks for id, unit in sent.items()}
    assert {end.fate for end in muster.units.values()} == {"present"}
    assert muster.points == {"terrainians": 0, "aquaphibians": 0}


# ---------------------------------------------------------------- what a battle makes of a vessel


EAST = {"fate": "exited", "exit_edge": "E"}


def told_of(*vessels: Vessel, **changes: object) -> UnitEnd:
    """Of the first."""
    return fleets().muster(state_with(*vessels, **changes)).units[vessels[0].id]


@pytest.mark.parametrize(
    ("ship", "fate", "how", "lacks"),
    [
        (vessel("SR1", "1010", damage=5, injuries=1), "present", "in play", {"hull": 5, "crew": 1}),
        (vessel("SR1", "1010", fate="exited", exit_edge="W", damage=2), "left", "left by the W edge", {"hull": 2}),
        (vessel("SR1", "1010", fate="sunk", damage=19), "lost", "sunk", {"hull": 14}),
        (vessel("SR1", "1010", injuries=4), "lost", "its crew is dead", {"crew": 3}),
        (vessel("SR1", "1010", fate="exited", exit_edge="W", injuries=4), "lost", "its crew is dead", {"crew": 3}),
        (vessel("TF1", "1010", fate="exploded", fuel=60), "lost", "exploded", {"hull": 5}),
        (vessel("TF1", "1010", fuel=0, broken_off=True), "present", "broken off, out of fuel", {"fuel": 6}),
        (
            vessel("TF1", "1010", fuel=0, broken_off=True, fate="exited", exit_edge="E"),
            "left",
            "left by the E edge",
            {"fuel": 6},
        ),
        (vessel("TF1", "1010", fuel=31), "present", "in play", {"fuel": 2}),
        (vessel("TF1", "1010", fuel=30), "present", "in play", {"fuel": 3}),
        (
            vessel("MF1", "1010", fuel=120, specials={"PORT": 1, "FUEL": 1}),
            "present",
            "in play",
            {"port-nostril": 1, "fuel-line": 1},
        ),
        (vessel("SR1", "1010", specials={"REACTOR": 5, "ENGINES": 2}), "present", "in play", {"reactor": 3, "engines": 2}),
        (
            vessel("SS1", "1010", specials={"DECOY": 1}, stores={"DECOY": 1}),
            "present",
            "in play",
            {"decoy-launcher": 1, "decoys": 7},
        ),
    ],
)
def test_what_has_become_of_a_vessel(ship: Vessel, fate: str, how: str, lacks: Lacks) -> None:
    """STG-CAM.6, STG-CRW.3, STG-FUE.3: present, left or lost, with what its record sheet shows."""
    assert told_of(ship) == UnitEnd(ship.vessel_class, ship.side, fate, how, lacks)  # type: ignore[arg-type]


def test_a_robbed_supersub_stays_with_its_side() -> None:
    """STG-CAM.6: nothing is captured."""
    end = told_of(vessel("SS1", "1010"), vessel("TF1", "1010", fuel=60), robbed="TF1")
    assert (end.side, end.fate, end.how) == ("terrainians", "present", "robbed")


def test_a_destroyed_tube_lacks_more_than_a_damaged_one() -> None:
    """STG-CAM.1, STG-SPH.5: it went with its Mk61."""
    ship = vessel("SR1", "1010", specials={"TUBE1": 1}, stores={"MK61": 3, "MK7": 8, "MINE": 4, "DECOY": 4})
    ship.launchers["2"].destroyed = True
    assert told_of(ship).lacks == {"tube1": 1, "tube2": 2, "mk61": 1}


def test_what_passes_is_not_carried() -> None:
    """STG-CAM.2: charge, suits, loads, arming distance, speed and what was found."""
    ship = vessel("SR1", "1010", "N", 6, battery=0, suited=True, arming=9, tubes={"1": "MK61"})
    assert told_of(ship, vessel("TF1", "1210", fuel=60)).lacks == {}


def test_points_are_those_of_the_score() -> None:
    """STG-CAM.6, STG-VIC.1."""
    state = state_with(vessel("SR1", "1010"), scores={"terrainians": 7, "aquaphibians": 3})
    assert fleets().muster(state).points == {"terrainians": 7.0, "aquaphibians": 3.0}


# ---------------------------------------------------------------- old damage


def test_damage_of_earlier_battles_counts_for_nobody() -> None:
    """STG-CAM.5: neither at once nor at the end; what comes to it does."""
    state = deployed("new-toy", forces_of("new-toy", {"SR1": {"hull": 5}, "TF1": {"hull": 3}})).state
    opening = OPENINGS["new-toy"]
    assert [award for each in state.vessels.values() for award in for_vessel(each, opening)] == []
    STINGRAY.rules.apply(state, Damaged("SR1", 4, "ram", 9))
    state.vessels["TF1"].fate = "exploded"
    assert [(a.side, a.points, a.why) for each in state.vessels.values() for a in for_vessel(each, opening)] == [
        ("aquaphibians", 4, "damage"),
        ("terrainians", 3, "damage"),
        ("terrainians", 6, "destroyed"),
    ]


def test_a_vessel_that_is_to_stay_intact_may_come_damaged() -> None:
    """STG-CAM.5: the panel SCORE says so, too."""
    known = deployed("new-toy", forces_of("new-toy", {"MF1": {"hull": 7}})).known("aquaphibian")
    text = " ".join(score_panel(known).lines)
    assert "MF1 has 0 damage of this battle, less than 5 is wanted: as it is, it is worth 10 points" in " ".join(text.split())


def test_faults_of_a_unit_are_told_by_its_sheet() -> None:
    """STG-CAM.1: a vessel cannot lack more than there is."""
    assert faults(Unit("SR1", "SR", lacks={"hull": 15}), SHEETS) == ["she cannot lack 15 of 14 hull"]
    assert counted({"decoys": 1, "hull": 2, "crew": 0}, SHEETS["SR"]) == {"hull": 2, "decoys": 1}
    assert Force([]).keeps == []
