"""SN-2, scenarios, options and the state's JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from events.schema import InvalidData
from events.star_navy.opening import FieldSet, ShipFitted, ShipPlaced
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.data_file import BrokenData
from pbem.core.game.options import NoScenario
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import distance, label, parse_label, step
from pbem.core.state import codec
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.scenario import OPENINGS, find, options, read_opening
from pbem.games.star_navy.model.state import State
from tests.rulebook.star_navy.builders.battle import Battle, envelope, told


def opened(scenario: str, **given: Any) -> Turn[State]:
    """A scenario's set-up."""
    turn = Turn(STAR_NAVY.rules.apply, STAR_NAVY.rules.blank(), ScriptedDice([]), 0)
    STAR_NAVY.rules.setup(turn, scenario, STAR_NAVY.scenarios.options(scenario, given))
    return turn


def test_placing(battle: Battle) -> None:
    """SN-2.1: both captains place their ships in their zones before turn 1, at once; the places are public."""
    battle = Battle(scenario="first-blood")
    drafts = battle.play(BIS="SETUP PLACE 5053 N", SR1="SETUP PLACE 5047 S")
    assert [(e.ship, e.hex) for e in told(drafts, ShipPlaced)] == [("BIS", "5053"), ("SR1", "5047")]
    assert envelope(drafts, ShipPlaced) == ("Set-up", "SN-2.1", "*")
    assert [type(d.event) for d in drafts[:2]] == [ShipPlaced, ShipPlaced]


def test_loadout() -> None:
    """SN-2.2, SN-2.3: a type for each section, left and right alike; only the owner is told."""
    battle = Battle(scenario="first-blood")
    drafts = battle.play(BIS="SETUP WEAPONS F=C RF=P RR=T R=L LR=T LF=P")
    assert {n: s.weapon for n, s in battle.state.ships["BIS"].console.sections.items()} == {
        "F": "C",
        "RF": "P",
        "RR": "T",
        "R": "L",
        "LR": "T",
        "LF": "P",
    }
    assert envelope(drafts, ShipFitted) == ("Set-up", "SN-2.2", "BLUE")


def test_starting_speed() -> None:
    """SN-2.5: the captain chooses 0-6 freely; without choice the scenario's speed counts."""
    battle = Battle(scenario="first-blood")
    drafts = battle.play(BIS="SETUP SPEED 6")
    assert (battle.state.ships["BIS"].console.speed, battle.state.ships["SR1"].console.speed) == (6, 2)
    assert battle.hex("BIS") == "5052"  # speed 6 moves on turn 1
    assert envelope(drafts, ShipFitted) == ("Set-up", "SN-2.5", "BLUE")


def test_fresh_ship() -> None:
    """SN-2.4: all full, all shields active, all READY, no wear."""
    for ship in opened("harrow-belt").state.living():
        printed = ship.printed
        assert (ship.console.engine_energy, ship.console.capacitor_energy) == (printed.engines, printed.total("capacitors"))
        assert all(s.active == s.shields and s.status == "READY" and s.wear == 0 for s in ship.console.sections.values())
        assert ship.console.thrusters_used == 0 and ship.console.isd_status == ship.console.marine_status == "READY"


def test_field_comes_first() -> None:
    """SN-2.6: terrain, edge and region value are before any ship, and are public."""
    turn = opened("harrow-belt")
    first = turn.drafts[0]
    assert isinstance(first.event, FieldSet) and first.audience == "*"
    assert (first.event.edge, first.event.region_value, len(first.event.planets)) == ("sticky", 4, 7)


def test_no_set_up_order() -> None:
    """SN-2.7: the loadout of 2.9 and the scenario's place and speed."""
    ship = opened("wolf-pack").state.ships["PIT"]
    assert (label(ship.hex), ship.heading, ship.console.speed) == ("4844", 2, 4)
    assert [ship.console.sections[s].weapon for s in ("F", "LF", "RF", "LR", "RR", "R")] == list("TLLCCC")


def test_set_up_is_hidden_from_others() -> None:
    """SN-2.2, SN-16.4: a loadout and a speed are told to their own side only; with screen=off to all."""
    assert {d.audience for d in opened("first-blood").drafts if isinstance(d.event, ShipFitted)} == {"BLUE", "RED"}
    off = opened("first-blood", screen="off")
    assert {d.audience for d in off.drafts if isinstance(d.event, ShipFitted)} == {"*"}


# ---------------------------------------------------------------- scenarios


def test_roster_order() -> None:
    """Section 3: sides in scenario order, within a side by id."""
    assert list(opened("wolf-pack").state.ships) == ["MIL", "CIN", "PIT"]
    assert list(opened("four-corners").state.seats) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("name", "key"),
    [("SN-S1", "open-space"), ("sn-s2", "first-blood"), ("duel", "first-blood"), ("harrow-belt", "harrow-belt")],
)
def test_scenario_names(name: str, key: str) -> None:
    """A scenario answers to its key, its code and its aliases."""
    assert find(name).key == key


def test_unknown_scenario() -> None:
    """An unknown scenario is refused with the names of the known."""
    with pytest.raises(
        NoScenario, match="open-space, first-blood, harrow-belt, harrow-belt-balanced, four-corners, wolf-pack, last-stand"
    ):
        find("trafalgar")


def test_open_space_for_six() -> None:
    """SN-S1: up to six equal ships of any class on a circle of radius 7 about 5050, facing its centre."""
    state = opened("SN-S1", players="6", ship_class="dd").state
    assert [s.ship_class for s in state.living()] == ["DD"] * 6
    assert sorted(label(s.hex) for s in state.living()) == ["4347", "4354", "5043", "5057", "5747", "5754"]
    assert all(distance(step(s.hex, s.heading, 7), parse_label("5050")) == 0 for s in state.living())
    assert list(state.seats) == ["blue", "red", "green", "gold", "white", "black"]


def test_even_squadrons() -> None:
    """SN-S3B: the field of SN-S3, and on both sides BLUE's classes in the same places, mirrored."""
    printed, even = find("SN-S3"), find("SN-S3B")
    for name in ("columns", "rows", "edge", "region_value", "limit", "symmetric_about", "planets", "asteroids"):
        assert getattr(even, name) == getattr(printed, name)
    for ship, model in zip(even.ships, printed.ships, strict=True):
        assert (ship.side, ship.hex, ship.heading, ship.speed) == (model.side, model.hex, model.heading, model.speed)
    assert [e.ship_class for e in even.ships] == ["DN", "FF", "DN", "FF"]


def test_options_merge() -> None:
    """Table 2.10: defaults, the scenario's own, and what is given, also as text."""
    found = options("SN-S3", {"pace": "CYCLE", "vp_cripple": "0.25", "region_value": "6"})
    assert (found["pace"], found["vp_cripple"], found["region_value"], found["edge"]) == ("cycle", 0.25, 6, "sticky")
    assert (found["screen"], found["vp_capture"], found["jump_hazards"]) == ("on", 2, "on")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"speed": 3}, "no option 'speed'; the nearest of 13 are screen, pace"),
        ({"pace": "daily"}, "'daily' is none of turn, cycle"),
        ({"region_value": -1}, "-1 is not a whole number, 0 or more"),
        ({"players": 7}, "7 is not a whole number, 2 to 6"),
        ({"ship_class": "XX"}, "'XX' is none of DN, BB, CA, FF, DD, CO"),
    ],
)
def test_bad_options(given: dict[str, Any], why: str) -> None:
    """An unknown option or value is refused, and the legal ones are named."""
    with pytest.raises(NoScenario, match=why.replace("(", "\\(")):
        options("open-space", given)


def broken(tmp_path: Path, **changes: Any) -> str:
    """Why a changed copy of the Harrow Belt is refused."""
    data = json.loads((Path(read_opening.__code__.co_filename).parents[1] / "scenarios" / "harrow-belt.json").read_text())
    file = tmp_path / "broken.json"
    file.write_text(json.dumps({**data, **changes}))
    with pytest.raises(BrokenData) as caught:
        read_opening(file)
    return str(caught.value)


SHIP = {"side": "BLUE", "id": "CHI", "ship_class": "DN", "hex": "1222", "heading": "NE"}
OTHER = {"side": "RED", "id": "DET", "ship_class": "BB", "hex": "2810", "heading": "SW"}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"ships": [{**SHIP, "ship_class": "XX"}, OTHER]}, "ships.0.ship_class: unknown class 'XX'; classes are DN"),
        ({"ships": [SHIP, {**OTHER, "hex": "4110"}]}, "ships.1.hex: 4110 is off the map of 40 columns and 30 rows"),
        ({"ships": [SHIP, {**OTHER, "id": "CHI"}]}, "ships.1.id: there are two ships CHI"),
        ({"ships": [SHIP]}, "ships: there must be two or more sides"),
        ({"ships": [{**SHIP, "id": "T1"}, OTHER]}, "ships.0.id: 'T1' is no name for a ship"),
        ({"ships": [{**SHIP, "heading": "E"}, OTHER]}, "ships.0.heading"),
        ({"ships": [{**SHIP, "speed": 7}, OTHER]}, "ships.0.speed: must be 0 to 6"),
        ({"ships": [{**SHIP, "hex": "2016"}, OTHER]}, "ships.0.hex: 2016 is a planet"),
        ({"asteroids": ["12"]}, "asteroids.0: '12' is no hex label"),
        ({"asteroids": ["1612"]}, "asteroids.0: 1612 has no mirror image about 2016"),
        ({"edge": "round"}, "edge"),
        ({"wind": 3}, "wind: unknown field"),
        ({"limit": 0}, "limit: must be 1 to"),
    ],
)
def test_broken_scenario(tmp_path: Path, changes: dict[str, Any], why: str) -> None:
    """A scenario file that cannot be used is refused with file, path and reason."""
    assert broken(tmp_path, **changes).startswith(f"broken.json: {why}")


# ---------------------------------------------------------------- the state as JSON


@pytest.mark.parametrize("key", list(OPENINGS))
def test_json_round_trip(key: str) -> None:
    """The state read back from its JSON is the same state."""
    turn = opened(key)
    assert STAR_NAVY.rules.load(json.loads(json.dumps(codec.dump(turn.state)))) == turn.state
    assert STAR_NAVY.rules.load(codec.dump(STAR_NAVY.rules.blank())) == STAR_NAVY.rules.blank()


def test_json_round_trip_after_a_fight(battle: Battle) -> None:
    """The same with volleys, mines, orders, damage records and terrain that was pushed off the sheet."""
    battle.put(battle.b, "2016", "S")
    battle.mine("3030")
    battle.state.planets = [(-7, 3), (120, 4)]
    battle.play("3 1", AAA="POLICY TARGETS BBB\nSTANDING TURN L\nT1 FIRE F AT BBB\nT2 MINE")
    data = json.loads(json.dumps(codec.dump(battle.state)))
    assert data["planets"][0].startswith("-6,")
    assert data["ships"]["AAA"]["stored"]["slots"] == {"T2": "MINE"} and data["volleys"][0]["target"] == "BBB"
    assert STAR_NAVY.rules.load(data) == battle.state


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("ships.BIS.console.speed", 9, "ships.BIS.console.speed: 9 is not 0 to 6"),
        ("ships.BIS.class", "XX", "ships.BIS.class: 'XX' is none of DN, BB, CA"),
        ("ships.BIS.heading", "E", "ships.BIS.heading"),
        ("ships.BIS.hex", "12", "ships.BIS.hex: '12' is no hex label"),
        ("ships.BIS.hex", "120,4", "ships.BIS.hex: 120,4 is off the map of"),
        ("ships.BIS.console.engines", 11, "ships.BIS.console.engines: 11 is not 0 to 10"),
        ("ships.BIS.console.engine_energy", 11, "ships.BIS.console.engine_energy: 11 is not 0 to 10 (engines left)"),
        ("ships.BIS.console.sections.F.active", 5, "ships.BIS.console.sections.F.active: 5 is not 0 to 4 (shields left)"),
        ("ships.BIS.console.sections.F.weapon", "X", "ships.BIS.console.sections.F.weapon"),
        ("ships.BIS.captain", "Ann", "ships.BIS.captain: unknown field"),
        ("ships.BIS.side", "GREEN", "ships.BIS.side: 'GREEN' is none of BLUE, RED"),
        ("ships.BIS.stored.slots", {"T9": "MINE"}, "ships.BIS.stored.slots.T9: 'T9' is none of T1, T2"),
        ("ships.BIS.console", None, "ships.BIS.console: must be given"),
        ("ships.BIS.console.sections", {}, "ships.BIS.console.sections: must be F, RF"),
        ("ships.BIS.seen_weapons", {"F": "P"}, "ships.BIS.seen_weapons.F: 'P' is none of L"),
        (
            "mines",
            [{"number": 1, "hex": "5050", "ship": "BIS", "side": "BLUE"}],
            "mines.0.number: 1 is not 1 to 0 (mines_laid)",
        ),
        ("wind", 1, "wind: unknown field"),
    ],
)
def test_strict_json(path: str, value: Any, why: str) -> None:
    """What does not fit is refused with its path and the reason."""
    data = codec.dump(opened("first-blood").state)
    at = data
    *steps, last = path.split(".")
    for name in steps:
        at = at[name]
    at[last] = value
    with pytest.raises(InvalidData) as caught:
        STAR_NAVY.rules.load(data)
    assert why in str(caught.value)
