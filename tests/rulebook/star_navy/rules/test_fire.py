"""SN-6 and SN-7: Turn and Fire."""

from __future__ import annotations

import pytest

from events.base import Draft
from events.platform import Rolled
from events.star_navy.battle import Fired, PointsArrived, SectionMarked, Turned
from pbem.core.geometry.hexes import parse_label
from pbem.games.star_navy.model.ships import ACTIVE, READY
from tests.rulebook.star_navy.builders.battle import Battle, envelope, fit, only, rolled, told


def volley(battle: Battle, dice: str, weapon: str, order: str = "FIRE F AT BBB", at: str = "2016") -> list[Draft]:
    """AAA at 2020 heading N fires its front section at BBB, which heads S and has all shields active."""
    fit(battle.a, F=weapon)
    battle.put(battle.b, at, "S", speed=battle.b.console.speed)
    return battle.play(dice, AAA=f"T1 {order}")


def test_turns_are_simultaneous(battle: Battle) -> None:
    """SN-6.1: left is one heading less, right one more, all at once and public."""
    battle.add("CCC", "CA", "RED", "6060", "NW")
    drafts = battle.play(AAA="T1 TURN L", BBB="T1 TURN R", CCC="T1 TURN R")
    assert [(e.ship, e.heading) for e in told(drafts, Turned)] == [("AAA", 5), ("BBB", 4), ("CCC", 0)]
    assert envelope(drafts, Turned) == ("Turn", "SN-6.1", "*")


def test_target_is_hit_as_it_lies_after_turning(battle: Battle) -> None:
    """SN-6.2, SN-7.1: target 1010 heading N turns right in R1; seen from 1108 it is now ASKEW LF F (example X5)."""
    battle.put(battle.b, "1010", "N")
    battle.put(battle.a, "1108", "S")
    fired = only(battle.play("1 1", AAA="T1 FIRE F 1 AT BBB", BBB="T1 TURN R"), Fired)
    assert fired.orientation == "ASKEW LF F" and fired.hits == {"F": 5}


def test_volleys_are_simultaneous(battle: Battle) -> None:
    """SN-7.1: two ships destroy each other; the second has still fired."""
    for ship in (battle.put(battle.a, "2020", "N"), battle.put(battle.b, "2016", "S")):
        ship.console.integrity = 1
        ship.console.sections["F"].active = 0
    drafts = battle.play("3 3 1 1", AAA="T1 FIRE F AT BBB", BBB="T1 FIRE F AT AAA")
    assert len(told(drafts, Fired)) == 2
    assert not battle.a.alive and not battle.b.alive


@pytest.mark.parametrize(("rocks", "effective"), [("", 3), ("2020", 2), ("2016", 2), ("2020 2016", 2), ("2018", 3)])
def test_fire_in_asteroids(battle: Battle, rocks: str, effective: int) -> None:
    """SN-7.5, SN-13.5: one weapon less, once, if shooter, target or both are in asteroids (example X19); energy is spent."""
    battle.state.asteroids = [parse_label(x) for x in rocks.split()]
    fired = only(volley(battle, "3 1", "L"), Fired)
    assert (fired.number, fired.effective, fired.hits) == (3, effective, {"F": 4 * effective})
    assert battle.a.console.energy == 17


def test_no_weapon_left_after_asteroids(battle: Battle) -> None:
    """SN-7.5, SN-7.17: with m = 0 no die is rolled and nothing is hit; energy, status and wear stay spent."""
    battle.state.asteroids = [parse_label("2020")]
    drafts = volley(battle, "", "C", "FIRE F 1 AT BBB")
    fired = only(drafts, Fired)
    assert (fired.effective, fired.dice, fired.section_dice, fired.hits) == (0, [], [], {})
    section = battle.a.console.sections["F"]
    assert (battle.a.console.energy, section.status, section.used, section.wear) == (19, ACTIVE, 1, 1)


def test_lasers(battle: Battle) -> None:
    """SN-7.9: 3 lasers at range 6, facing one (F), die 6: 12 on RF (example X6)."""
    drafts = volley(battle, "6 1", "L", at="2014")
    fired = only(drafts, Fired)
    assert (fired.range, fired.section_dice, fired.hits) == (6, [6], {"RF": 12})
    assert envelope(drafts, Fired) == ("Fire", "SN-7.9", "*")


@pytest.mark.parametrize(("at", "points"), [("2017", 5), ("2016", 4), ("2013", 3), ("2010", 2), ("2005", 1)])
def test_laser_range(battle: Battle, at: str, points: int) -> None:
    """SN-7.9: 5, 4, 3, 2 or 1 by range."""
    assert only(volley(battle, "3 1" if points > 4 else "3", "L", "FIRE F 1 AT BBB", at), Fired).hits == {"F": points}


def test_torpedoes(battle: Battle) -> None:
    """SN-7.10, SN-7.11: speed 3, dice 3 4 6: two hits; sections 5 and 1: F 6, LF 6 (example X7)."""
    battle.b.console.speed = 3
    drafts = volley(battle, "3 4 6 5 1 1 1", "T")
    fired = only(drafts, Fired)
    assert (fired.dice, fired.section_dice, fired.hits) == ([3, 4, 6], [5, 1], {"F": 6, "LF": 6})
    assert rolled(drafts)[:3] == ["torpedo_hit AAA F at BBB", "torpedo_section AAA F at BBB", "damage_column BBB F"]


@pytest.mark.parametrize(("speed", "hits"), [(0, 3), (6, 0)])
def test_torpedoes_and_extreme_speeds(battle: Battle, speed: int, hits: int) -> None:
    """SN-7.10: speed 6 cannot be hit, speed 0 always is."""
    battle.b.console.speed = speed
    at = "2015" if speed else "2016"  # speed 6 moves one hex nearer first
    fired = only(volley(battle, "1 1 1 3 3 3 1" if hits else "6 6 6", "T", at=at), Fired)
    assert sum(fired.hits.values()) == 6 * hits


def test_torpedoes_at_a_ship_held_at_the_edge() -> None:
    """SN-7.15: marked speed counts, though the ship does not move."""
    battle = Battle(edge="sticky")
    battle.put(battle.b, "2001", "N", speed=6)
    fit(battle.put(battle.a, "2005", "N"), F="T")
    fired = only(battle.play("6 6 6", AAA="T1 FIRE F AT BBB"), Fired)
    assert battle.hex("BBB") == "2001" and fired.hits == {}


def test_pulsers(battle: Battle) -> None:
    """SN-7.12: 3 pulsers, die 2: F LF RF 2 each, LR R RR 1 each (example X8)."""
    fired = only(volley(battle, "2", "P"), Fired)
    assert fired.hits == {"F": 2, "RF": 2, "LF": 2, "RR": 1, "R": 1, "LR": 1}


def test_one_pulser(battle: Battle) -> None:
    """SN-7.12: one pulser: 1 on the hit section and its neighbours, nothing on the others."""
    assert only(volley(battle, "2", "P", "FIRE F 1 AT BBB"), Fired).hits == {"F": 1, "RF": 1, "LF": 1}


@pytest.mark.parametrize(("wear", "points", "after"), [(0, 10, 1), (1, 7, 2), (2, 4, 2)])
def test_cannons(battle: Battle, wear: int, points: int, after: int) -> None:
    """SN-7.13, SN-7.16: dice 2 3 5 less wear for each: 10, 7, 4; wear after it 1, 2, 2 (example X9)."""
    battle.a.console.sections["F"].wear = wear
    drafts = volley(battle, "2 3 5 3 1" if points > 4 else "2 3 5 3", "C")
    fired = only(drafts, Fired)
    assert (fired.dice, fired.wear, fired.hits) == ([2, 3, 5], wear, {"F": points})
    assert battle.a.console.sections["F"].wear == after
    assert rolled(drafts)[:2] == ["cannon_damage AAA F at BBB", "cannon_section AAA F at BBB"]


def test_cannons_without_effect(battle: Battle) -> None:
    """SN-7.13: dice 1 2 1 with wear 2: below 0 is 0, and no section die is rolled."""
    battle.a.console.sections["F"].wear = 2
    fired = only(volley(battle, "1 2 1", "C"), Fired)
    assert (fired.hits, fired.section_dice) == ({}, [])


def test_wear_by_section(battle: Battle) -> None:
    """SN-7.17: only the section that fired wears."""
    fit(battle.a, R="C")
    volley(battle, "1 1 1 3", "C")
    assert (battle.a.console.sections["F"].wear, battle.a.console.sections["R"].wear) == (1, 0)


def test_wear_by_ship() -> None:
    """SN-7.17: with cannon_wear=ship all cannons aboard share one count, and other weapons none."""
    battle = Battle(cannon_wear="ship")
    fit(battle.a, R="C")
    drafts = volley(battle, "1 1 1 3", "C")
    assert {n: s.wear for n, s in battle.a.console.sections.items() if s.wear} == {"F": 1, "R": 1}
    assert battle.a.console.sections["R"].status == READY
    assert [e.section for e in told(drafts, SectionMarked)] == ["F", "F", "R"]


def test_volley_is_public_and_names_nothing_hidden(battle: Battle) -> None:
    """SN-16.3, SN-16.4: volley and dice are for all; column dice only for the owner of the damaged ship."""
    drafts = volley(battle, "3 1", "L")
    audiences = [(d.event.purpose, d.audience) for d in drafts if isinstance(d.event, Rolled)]
    assert audiences == [("laser_section AAA F at BBB", "*"), ("damage_column BBB F", "RED")]
    assert envelope(drafts, PointsArrived)[2] == "*"
    assert envelope(drafts, SectionMarked)[2] == "BLUE"


def test_mines_are_laid_after_the_volleys(battle: Battle) -> None:
    """SN-7.18: ids in order of placing; a mine does nothing before the next Move phase."""
    battle.add("ACE", "DD", "BLUE", "3030", "S")
    battle.put(battle.b, "2016", "S")
    drafts = battle.play("3", BBB="T1 FIRE F 1 AT AAA", ACE="T1 MINE", AAA="T1 MINE")
    kinds = [type(d.event).__name__ for d in drafts]
    assert kinds.index("Fired") < kinds.index("MineLaid")
    assert [(m.id, m.ship) for m in battle.state.mines] == [("M1", "AAA"), ("M2", "ACE")]
    assert "MineExploded" not in kinds
