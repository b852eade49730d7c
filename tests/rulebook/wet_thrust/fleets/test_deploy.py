"""WT-24.3 to WT-24.5: the places of the scenarios, and the opening with other units."""

from __future__ import annotations

import json
import random
import re

import pytest

from events.base import Draft
from events.wet_thrust.opening import DamageCarried, SheetOpened, SquadronFormed
from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.berths import Force, misfits
from pbem.core.fleets.fleet_units import Unit
from pbem.core.game.turn import Turn
from pbem.core.state import codec
from pbem.core.state.codec import dump
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.planning.guess import guess
from tests.rulebook.wet_thrust.builders.ships import only
from tests.rulebook.wet_thrust.fleets.battles import CLASSES, FLEETS, battle, berths_of, random_lacks, with_unit, worn

SCENARIOS = pytest.mark.parametrize("scenario", WET_THRUST.scenarios)
HOME = {"type-vii": "convoy", "merchantman": "convoy"}
"""Where a class may begin that takes no warship's place."""


def set_up(scenario: str) -> Turn:  # type: ignore[type-arg]
    """As a game that is no campaign's."""
    turn = Turn(WET_THRUST.rules.apply, WET_THRUST.rules.blank(), seeded("battle"), 0)
    WET_THRUST.rules.setup(turn, scenario, WET_THRUST.scenarios.options(scenario, {}))
    return turn


# ---------------------------------------------------------------- places


@SCENARIOS
def test_places_are_what_the_scenario_lists(scenario: str) -> None:
    """WT-24.3: ids, classes, names, sides, and what they lack from before; and with nobody sent it is the same opening."""
    turn = set_up(scenario)
    ends = FLEETS.muster(turn.state).units
    assert {each.id: (each.printed.unit_class, each.side, each.printed.lacks) for each in berths_of(scenario)} == {
        id: (end.unit_class, end.side, end.lacks) for id, end in ends.items()
    }
    assert {each.id: each.printed.name for each in berths_of(scenario)} == {s.id: s.name for s in turn.state.ships.values()}
    assert battle(scenario, {}).drafts == turn.drafts
    as_printed = {side: Force([b.printed for b in berths_of(scenario) if b.side == side]) for side in turn.state.sides}
    assert battle(scenario, as_printed).drafts == turn.drafts


def test_ships_on_which_victory_turns_are_named() -> None:
    """WT-24.3: but the targets of 8.3 may be missing."""
    named = {
        scenario: [(each.id, each.needed) for each in berths_of(scenario) if each.named] for scenario in WET_THRUST.scenarios
    }
    assert named["first-salvo"] == [("BIS", True), ("HOO", True)]
    assert named["swordfish"] == [("BIS", True), ("ARK", False), ("SHE", False)]
    assert named["acasta"] == [("SCH", True), ("M01", True)]
    assert named["denmark-strait"] == [("BIS", True)] and named["convoy"] == named["two-carriers"] == []


def test_places_are_for_vessels_of_their_kind() -> None:
    """WT-24.3: submarines, merchantmen, warships."""
    kinds = {each.id: each.classes for each in berths_of("convoy")}
    assert kinds["U47"] == ("type-vii",) and kinds["M01"] == ("merchantman",)
    assert set(kinds["ANT"]) == CLASSES.keys() - {"type-vii", "merchantman"}


# ---------------------------------------------------------------- units in them


def test_another_unit_in_a_place() -> None:
    """WT-24.3: her own id, class and name; place and course of the scenario; no faster than her class as printed."""
    state = battle("denmark-strait", {"german": Force([Unit("BIS", "bismarck"), Unit("RDR", "scharnhorst", "Raider")])}).state
    raider, listed = state.ships["RDR"], set_up("denmark-strait").state.ships["PEU"]
    assert (raider.name, raider.ship_class, raider.seat, raider.index) == ("Raider", "scharnhorst", "de", listed.index)
    assert (raider.at, raider.course, raider.speed) == (listed.at, listed.course, listed.speed)
    assert "PEU" not in state.ships and "RDR-R1" in state.squadrons and state.ships["BIS"].name == "Bismarck"
    slow = battle("acasta", with_unit("acasta", Unit("KG5", "king-george-v"))).state.ships["KG5"]
    assert (slow.speed, slow.top, slow.name) == (7, 7, "KG5")


def test_places_that_nobody_takes_stay_empty() -> None:
    """WT-24.3."""
    state = battle("convoy", {"german": Force([Unit("U99", "type-vii")])}).state
    assert "U47" not in state.ships and state.ships["U99"].mode == "deep"
    boat = battle("convoy", {"german": Force([Unit("U30", "type-vii", "U 30")])}).state.ships["U30"]
    assert (boat.mode, boat.name) == ("periscope", "U 30")


@pytest.mark.parametrize("id", ["2ND", "SR1-B", "BATTLES", "SUB1", "FIRE", "LB1"])
def test_an_id_that_no_order_can_name_is_refused(id: str) -> None:
    """WT-24.3: before anything is opened."""
    (why,) = misfits(berths_of("denmark-strait"), with_unit("denmark-strait", Unit(id, "hood")), CLASSES)
    assert re.match(f"{id}: '{id}' (is no unit id; write 3 to 6|means something else in orders)", why)


# ---------------------------------------------------------------- what they lack


@pytest.mark.parametrize("key", CLASSES)
def test_what_a_unit_lacks_comes_back(key: str) -> None:
    """WT-24.4, WT-24.6: item by item, one and all of it, and at random; and the state is one that can be read from outside."""
    items, chance = CLASSES[key].items, random.Random(key)
    each = [{item: number} for item in items for number in {1, items[item].most}]
    for lacks in [*each, *(random_lacks(CLASSES[key], chance) for _ in range(10)), {i: of.most for i, of in items.items()}]:
        scenario = HOME.get(key, "acasta")
        state = battle(scenario, with_unit(scenario, Unit("XYZ", key, "", lacks))).state
        end = FLEETS.muster(state).units["XYZ"]
        assert (end.unit_class, end.fate, end.how, end.lacks) == (key, "present", "afloat", lacks)
        assert list(end.lacks) == list(lacks)
        assert WET_THRUST.rules.load(json.loads(json.dumps(dump(state)))) == state


@SCENARIOS
def test_forces_come_back_as_they_went(scenario: str) -> None:
    """WT-24.4, WT-24.6: with random lacks on all units of both sides."""
    forces = worn(scenario, random.Random(scenario), 1)
    sent = {unit.id: (unit.unit_class, side, unit.lacks) for side, force in forces.items() for unit in force.units}
    ends = FLEETS.muster(battle(scenario, forces).state).units
    assert {id: (end.unit_class, end.side, end.lacks) for id, end in ends.items()} == sent
    assert set(FLEETS.muster(battle(scenario, forces).state).points.values()) <= {0.0, 3.0}


def carried(drafts: list[Draft]) -> list[tuple[str, str]]:
    """Who is told of boxes and loads, and of which ship."""
    return [(draft.audience, draft.event.ship) for draft in drafts if isinstance(draft.event, DamageCarried)]


def test_her_own_side_is_told() -> None:
    """WT-24.4, WT-23.3: those who may see her sheet, and in words."""
    lacks = {"hull": 5, "boilers": 1, "tl1.loads": 1, "fuel": 2}
    played = battle("acasta", {"german": Force([Unit("SCH", "scharnhorst", "Scharnhorst", lacks)])})
    assert carried(played.drafts) == [("german", "SCH")]
    said = [WET_THRUST.report.tell(draft.event, played.state) for draft in played.drafts]
    assert "SCH has 5 boxes marked and 1 load of TL1 used from earlier battles" in said
    assert "SCH begins with BO4 lost (BO4 for good) and 2 fuel boxes empty" in said
    sheet = played.known("de").ships["SCH"].sheet
    assert (sheet.marked, sheet.loads("TL1"), sheet.full_fuel, sheet.checks) == (5, 0, 4, [])
    assert played.known("gb").ships["SCH"].sheet_if_known is None


def test_open_sheets_are_open_to_all() -> None:
    """WT-24.4, WT-23.3: but never a submarine's."""
    shown = battle("acasta", {"german": Force([Unit("SCH", "scharnhorst", "", {"hull": 5})])}, open_sheets="on")
    assert carried(shown.drafts) == [("*", "SCH")]
    boats = {"german": Force([Unit("U99", "type-vii", "", {"tl1.loads": 1})])}
    assert carried(battle("convoy", boats, open_sheets="on").drafts) == [("german", "U99")]


@SCENARIOS
def test_the_enemy_learns_nothing(scenario: str) -> None:
    """WT-24.3, WT-24.4: their knowledge, map, panels and guess are the same bytes whatever the other side's units lack."""
    fresh = {side: Force([Unit(u.id, u.unit_class, u.name) for u in force.units]) for side, force in damaged(scenario).items()}
    for side, seat in (("german", "gb"), ("british", "de")):
        seen = []
        for force in (fresh[side], damaged(scenario)[side]):
            known = battle(scenario, {side: force}).known(seat)
            report = WET_THRUST.report
            parts = [dump(known), report.panels(known), list(report.draw(known)), report.summary([], known), dump(guess(known))]
            seen.append(repr(parts))
        assert seen[0] == seen[1]


def damaged(scenario: str) -> dict[str, Force]:
    """All units of the scenario with hull, boiler rooms, aircraft and everything else in part gone."""
    return worn(scenario, random.Random(f"enemy {scenario}"), 1)


# ---------------------------------------------------------------- what follows from it


def test_the_secondary_bridge_is_in_control() -> None:
    """WT-24.5: from turn 1; without one she is not in command, and her parties try the bridge."""
    for key, lacks, commanded in (
        ("hood", {"bridge": 1}, True),
        ("hood", {"bridge": 1, "secondary-bridge": 1}, False),
        ("norfolk", {"bridge": 1}, False),
    ):
        sheet = battle("denmark-strait", with_unit("denmark-strait", Unit("XYZ", key, "", lacks))).state.ships["XYZ"].sheet
        assert sheet.commanded(1) is commanded and "BR" in sheet.lost and "BR" not in sheet.beyond


def test_squadrons_that_are_short_of_aircraft() -> None:
    """WT-24.4: known to those who see the deck; none is formed where none is left."""
    played = battle("two-carriers", with_unit("two-carriers", Unit("ARK", "ark-royal", "", {"f1": 6, "t1": 4, "planes": 1})))
    state = played.state
    assert state.squadrons["ARK-T1"].aircraft == 2 and not {"ARK-F1", "ARK-R1"} & state.squadrons.keys()
    assert {"F1", "R1"} <= set(state.ships["ARK"].sheet.lost)
    told = [draft for draft in played.drafts if isinstance(draft.event, SquadronFormed) and draft.event.carrier == "ARK"]
    assert {draft.audience for draft in told} == {"british"}


def test_a_boat_of_another_id_is_guessed_once() -> None:
    """WT-24.3: once she was seen she is taken to be in the place of one that the scenario lists; both are still two."""
    played = battle("convoy", {"german": Force([Unit("U30", "type-vii"), Unit("U31", "type-vii")])})
    known = played.known("gb")
    assert {"U47", "U99"} == {id for id, ship in guess(known).ships.items() if ship.printed.boat}
    known.ships["U30"] = codec.copy(played.state.ships["U30"])
    known.ships["U30"].mode, known.ships["U30"].sheet_if_known, known.ships["U30"].book_if_known = "below", None, None
    assert {"U30", "U99"} == {id for id, ship in guess(known).ships.items() if ship.printed.boat}


def test_a_printed_unit_is_as_printed() -> None:
    """WT-24.3: what the scenario says of before the game holds for a unit that is just as it lists her."""
    printed = next(each.printed for each in berths_of("shaking-them-off") if each.id == "BIS")
    kept = only(battle("shaking-them-off", {"german": Force([printed])}).drafts[:4], SheetOpened)
    other = Unit("BIS", "bismarck", "Bismarck", {**printed.lacks, "fuel": 4})
    sent = only(battle("shaking-them-off", {"german": Force([other])}).drafts[:4], SheetOpened)
    assert (kept.lost, kept.beyond, sent.lost, sent.beyond) == (["BO1", "RA1"], [], ["BO4", "RA1"], ["BO4", "RA1"])
