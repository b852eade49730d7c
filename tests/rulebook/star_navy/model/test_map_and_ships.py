"""SN-1 and SN-7.2 to 7.8: the map, the consoles, sweeps and orientation."""

from __future__ import annotations

import pytest

from events.star_navy.battle import Commanded, Damaged, Fired
from pbem.core.geometry.hexes import DIRECTIONS, distance, label, parse_label, step
from pbem.games.star_navy.model.geometry import (
    bearing_sections,
    facing,
    left_of,
    orientation,
    right_of,
    section_by_die,
    section_hit,
)
from pbem.games.star_navy.model.tables import CLASSES, FRONT_HALF, MOVE_CHART, REAR_HALF, SECTIONS
from tests.rulebook.star_navy.builders.battle import Battle, fit, lapsed, only, shields_down, told

HOME = parse_label("1010")


def test_sides_share_one_map(battle: Battle) -> None:
    """SN-1.1, SN-1.2: two sides on one map; a side with two ships gives each its own command."""
    battle.add("ABC", "DD", "BLUE", "2525")
    drafts = battle.play(AAA="T1 TURN L", ABC="T1 TURN R")
    assert [(e.ship, e.detail) for e in told(drafts, Commanded)] == [("AAA", "TURN L"), ("ABC", "TURN R")]


def test_ships_and_mines_share_a_hex(battle: Battle) -> None:
    """SN-1.3: a ship faces one of six hexes; friend, foe and mine may lie in one hex."""
    battle.put(battle.b, "2020", "SW")
    battle.mine("2020")
    battle.play()
    assert battle.hex("AAA") == battle.hex("BBB") == label(battle.state.mines[0].hex)


@pytest.mark.parametrize(
    ("start", "neighbours"),
    [("1010", "1009 1110 1111 1011 0911 0910"), ("1111", "1110 1210 1211 1112 1011 1010")],
)
def test_labels_and_directions(start: str, neighbours: str) -> None:
    """SN-1.4: flat-top hexes, even columns half a hex lower: the neighbours of 1010 and 1111 (example X1)."""
    assert [label(step(parse_label(start), d)) for d in range(6)] == neighbours.split()
    assert distance(parse_label("1010"), parse_label("1410")) == 4


def test_sections_face_directions() -> None:
    """SN-1.5: section k faces (heading + k) mod 6; the halves are LF F RF and LR R RR."""
    assert [DIRECTIONS[facing(2, s)] for s in SECTIONS] == ["SE", "S", "SW", "NW", "N", "NE"]
    assert set(FRONT_HALF) == {"LF", "F", "RF"} and set(REAR_HALF) == {"LR", "R", "RR"}


@pytest.mark.parametrize(
    ("code", "totals"),
    [
        ("DN", (21, 27, 21, 10, 12)),
        ("BB", (19, 24, 18, 9, 11)),
        ("CA", (17, 21, 15, 8, 10)),
        ("FF", (13, 18, 12, 7, 9)),
        ("DD", (11, 15, 9, 6, 8)),
        ("CO", (7, 12, 7, 5, 7)),
    ],
)
def test_consoles(code: str, totals: tuple[int, ...]) -> None:
    """SN-1.6: capacitors in the front half, thrusters in the rear: the totals of section 2.2."""
    assert tuple(CLASSES[code].total(x) for x in ("hulls", "shields", "weapons", "capacitors", "thrusters")) == totals


def test_losses_are_for_good(battle: Battle) -> None:
    """SN-1.6, SN-1.7: what is crossed off stays so through an Engine phase, and no hit touches the mines aboard."""
    shields_down(battle.a)
    battle.put(battle.b, "2016", "S")
    battle.next(6).play("3 1", BBB="T6 FIRE F AT AAA")
    section = battle.a.console.sections["F"]
    assert (section.hulls, section.shields, battle.a.console.engines, battle.a.console.integrity) == (0, 0, 10, 3)
    assert battle.a.console.mines == 3


def test_energy_holds(battle: Battle) -> None:
    """SN-1.8, SN-2.4: energy is one counter for the engines and one for the capacitors, full at first."""
    assert (battle.a.console.engine_energy, battle.a.console.capacitor_energy, battle.a.console.energy) == (12, 8, 20)


def test_capacitors_pay_first(battle: Battle) -> None:
    """SN-1.9: a dreadnought with 1 in capacitors and 5 in engines pays 3 for a turn: 0 and 3 are left (example X13)."""
    ship = battle.add("CCC", "DN", "BLUE", "3030", speed=3, capacitor_energy=1, engine_energy=5)
    battle.play(CCC="T1 TURN R")
    assert (ship.console.capacitor_energy, ship.console.engine_energy, ship.console.thrusters_used) == (0, 3, 3)


def test_payment_in_full_or_not_at_all(battle: Battle) -> None:
    """SN-1.9: what cannot be paid in full is not paid in part."""
    battle.put(battle.a, "2020", "N", speed=4, capacitor_energy=1, engine_energy=1)
    drafts = battle.play(AAA="T1 TURN R")
    assert battle.a.console.energy == 2
    assert lapsed(drafts) == ["turn costs 3 energy and thrusters at speed 4; you have 2 energy and 10 free thrusters"]


def test_fewer_weapons_than_there_are(battle: Battle) -> None:
    """SN-1.10, SN-5.7: two of three lasers fire, and the third is lost for the cycle too."""
    battle.put(battle.b, "2016", "S")
    drafts = battle.play("3 1", AAA="T1 FIRE F 2 AT BBB")
    assert only(drafts, Fired).number == 2
    assert lapsed(battle.play(AAA="T2 FIRE F 1 AT BBB")) == ["F fired this cycle; ready in cycle 3"]


def test_statuses(battle: Battle) -> None:
    """SN-1.11: a section, the ISDs and the marines are READY, ACTIVE(n) or RECOVER."""
    battle.put(battle.b, "2018", "S")
    battle.play("3 1 1", AAA="T1 FIRE F AT BBB", BBB="T1 BOARD AAA")
    section = battle.a.console.sections["F"]
    assert (section.status, section.used) == ("ACTIVE", 3)
    assert (battle.b.console.marine_status, battle.b.console.marines_used) == ("ACTIVE", 4)
    assert battle.a.console.isd_status == "READY"


def test_active_shields_and_used_thrusters(battle: Battle) -> None:
    """SN-1.12: active shields count per section, used thrusters for the ship; free ones are the rest."""
    battle.put(battle.a, "2020", "N", speed=5)
    battle.play(AAA="T1 TURN L")
    assert (battle.a.console.thrusters_used, battle.a.console.free_thrusters) == (4, 6)
    assert [battle.a.console.sections[s].active for s in SECTIONS] == [4, 4, 3, 3, 3, 4]


def test_markers_are_lowered_only_as_needed(battle: Battle) -> None:
    """SN-1.13: two capacitors and two engines are lost: full counters sink to 6 and 10, used thrusters stay."""
    shields_down(battle.put(battle.a, "2020", "N", thrusters_used=7))
    battle.put(battle.b, "2016", "S")
    lost = only(battle.play("3 1", BBB="T1 FIRE F 3 AT AAA"), Damaged).lost
    assert lost.count("capacitor:F") == 2 and lost.count("engine") == 2
    assert (battle.a.console.capacitor_energy, battle.a.console.engine_energy, battle.a.console.thrusters_used) == (6, 10, 7)


def test_lost_thrusters_are_free_ones_first(battle: Battle) -> None:
    """SN-1.13: of ten thrusters nine are used and two are lost: eight are left, all used."""
    shields_down(battle.put(battle.a, "2020", "S", thrusters_used=9))
    battle.put(battle.b, "2016", "S")
    battle.play("3 1", BBB="T1 FIRE F 3 AT AAA")
    assert (battle.a.console.thrusters, battle.a.console.thrusters_used, battle.a.console.free_thrusters) == (8, 8, 0)


def test_an_active_section_without_weapons_stays_active(battle: Battle) -> None:
    """SN-1.13: ACTIVE(3) becomes ACTIVE(n), n the weapons left, even 0."""
    ship = fit(battle.put(battle.a, "2020", "N"), F="L")
    ship.console.sections["F"].active = ship.console.sections["F"].shields = ship.console.sections["F"].hulls = 0
    battle.put(battle.b, "2016", "S")
    battle.play("3 3 2 1", AAA="T1 FIRE F AT BBB", BBB="T1 FIRE F AT AAA")
    section = ship.console.sections["F"]
    assert (section.status, section.used, section.weapons) == ("ACTIVE", 0, 0)


def test_nothing_blocks_sight(battle: Battle) -> None:
    """SN-1.14: planet, asteroids, ship and mine on the line of fire do not hinder the volley."""
    battle.put(battle.b, "2015", "S")
    battle.state.planets, battle.state.asteroids = [parse_label("2018")], [parse_label("2017")]
    battle.add("CCC", "DD", "RED", "2016")
    battle.mine("2019")
    fired = only(battle.play("3 1", AAA="T1 FIRE F AT BBB"), Fired)
    assert (fired.target, fired.effective, fired.range) == ("BBB", 3, 5)


# ---------------------------------------------------------------- bearing and orientation


@pytest.mark.parametrize(
    ("target", "sections"),
    [
        ("1007", "F"),
        ("1108", "F"),
        ("1109", "F RF"),
        ("1207", "F RF"),
        ("1208", "RF"),
        ("1310", "RF"),
        ("1410", "RF RR"),
        ("0810", "LR LF"),
        ("1010", ""),
    ],
)
def test_sweeps(target: str, sections: str) -> None:
    """SN-7.2, SN-7.3, SN-7.4: the sections of a ship at 1010 heading N that bear on a hex (example X2)."""
    assert " ".join(bearing_sections(HOME, 0, parse_label(target))) == sections


def test_sweep_follows_heading() -> None:
    """SN-7.4: section k sweeps direction (heading + k): heading SE, the hex to the north bears LR."""
    assert bearing_sections(HOME, 2, parse_label("1007")) == ("LR",)


@pytest.mark.parametrize(
    ("source", "heading", "seen", "by_die"),
    [
        ("1006", 0, "ONE F", "LF F F F F RF"),
        ("1014", 0, "ONE R", "RR R R R R LR"),
        ("1207", 0, "TWO F RF", "F F F RF RF RF"),
        ("1410", 0, "TWO RF RR", "RF RF RF RR RR RR"),
        ("1108", 0, "ASKEW F RF", "RF F F F F RF"),
        ("1208", 0, "ASKEW RF F", "F RF RF RF RF F"),
        ("1108", 1, "ASKEW LF F", "F LF LF LF LF F"),
    ],
)
def test_orientation_and_section_die(source: str, heading: int, seen: str, by_die: str) -> None:
    """SN-7.6, SN-7.7, SN-7.8: how a target at 1010 presents itself, and the Section Hit table (examples X3 to X5)."""
    found = orientation(HOME, heading, parse_label(source))
    assert found.text == seen
    assert " ".join(section_hit(found, die) for die in range(1, 7)) == by_die


def test_neighbours() -> None:
    """SN-7.7: LF is left of F, RR is left of R, F is right of LF."""
    assert (left_of("F"), left_of("R"), right_of("LF"), right_of("F")) == ("LF", "RR", "F", "RF")


def test_section_by_die() -> None:
    """SN-4.7, SN-11.5: table 2.8: 1 F, 2 RF, 3 RR, 4 R, 5 LR, 6 LF."""
    assert [section_by_die(n) for n in range(1, 7)] == ["F", "RF", "RR", "R", "LR", "LF"]


def test_move_chart() -> None:
    """SN-4.1: speed n moves n times a cycle, always on turn 6 unless it is 0 (table 2.6)."""
    assert [len(MOVE_CHART[n]) for n in range(7)] == [0, 1, 2, 3, 4, 5, 6]
    assert all(6 in MOVE_CHART[n] for n in range(1, 7))
    assert MOVE_CHART[4] == {2, 3, 5, 6}
