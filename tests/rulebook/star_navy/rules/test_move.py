"""SN-3, SN-4 and SN-13: the sequence, the Move phase, mines, asteroids, planets and the edge."""

from __future__ import annotations

import pytest

from events.star_navy.battle import Commanded, Damaged, PointsArrived
from events.star_navy.engine import EnergyMoved
from events.star_navy.movement import AsteroidHit, HeldAtEdge, MapShifted, MineExploded, MineHit, Moved, ShipDestroyed
from events.star_navy.orders import TurnBegan, TurnEnded
from pbem.core.geometry.hexes import label, parse_label
from tests.rulebook.star_navy.builders.battle import Battle, envelope, lapsed, only, rolled, told


def hexes(*labels: str) -> list[tuple[int, int]]:
    """Hexes by label."""
    return [parse_label(x) for x in labels]


# ---------------------------------------------------------------- sequence


def test_cycle(battle: Battle) -> None:
    """SN-3.1: six turns make a cycle, then comes turn 1 of the next."""
    seen = [only(battle.play(), TurnBegan) for _ in range(7)]
    assert [(e.cycle, e.turn) for e in seen] == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 1)]


def test_engine_phase_closes_turn_six(battle: Battle) -> None:
    """SN-3.2, SN-10.1: Move, Command, Resolve each turn, and the Engine phase at the end of turn 6 only."""
    battle.put(battle.a, "2020", "N", speed=6, capacitor_energy=0)
    assert told(battle.next(5).play(), EnergyMoved) == []
    drafts = battle.play(AAA="T6 TURN L")
    phases = list(dict.fromkeys(d.phase for d in drafts))
    assert phases == ["Lock", "Move", "Command", "Turn", "Engine", "Status", "Victory"]


def test_resolve_steps(battle: Battle) -> None:
    """SN-3.3: Turn, Fire, Damage, Board."""
    battle.put(battle.b, "2018", "S")
    battle.add("CCC", "CA", "BLUE", "2121")
    drafts = battle.play("3 1 1", AAA="T1 FIRE F 3 AT BBB", BBB="T1 BOARD AAA", CCC="T1 TURN L")
    phases = list(dict.fromkeys(d.phase for d in drafts))
    assert phases[2:] == ["Command", "Turn", "Fire", "Damage", "Board", "Victory"]


def test_dice_in_roster_order(battle: Battle) -> None:
    """SN-3.4, SN-7.14: all ships do a step together; dice fall in roster order: AAA, ACE, BBB."""
    battle.put(battle.b, "2016", "S")
    battle.add("ACE", "CA", "BLUE", "2017")
    drafts = battle.play("3 3 3 1", BBB="T1 FIRE F 1 AT AAA", ACE="T1 FIRE F 1 AT BBB", AAA="T1 FIRE F 1 AT BBB")
    assert rolled(drafts)[:3] == ["laser_section AAA F at BBB", "laser_section ACE F at BBB", "laser_section BBB F at AAA"]


def test_slots_are_used_up(battle: Battle) -> None:
    """SN-15.2: after its turn a slot is gone, after turn 6 so are E1, E2 and JUMP; the rest stays stored."""
    battle.next(5).play(AAA="T5 NOTHING\nT6 NOTHING\nT1 MINE\nE1 NOTHING\nJUMP LEAVE IF ENERGY < 1")
    assert set(battle.a.stored.slots) == {"T6", "T1", "E1", "JUMP"}
    drafts = battle.play()
    assert set(battle.a.stored.slots) == {"T1"}
    assert only(drafts, TurnEnded) == TurnEnded(1, 6)


# ---------------------------------------------------------------- moving


def test_drift() -> None:
    """SN-4.1, SN-4.2: speed 4, heading SE from 1010, over a cycle: example X1."""
    battle = Battle()
    battle.put(battle.a, "1010", "SE", speed=4)
    found = []
    for _ in range(6):
        battle.play()
        found.append(battle.hex("AAA"))
    assert found == ["1010", "1111", "1211", "1211", "1312", "1412"]


def test_all_at_once_without_collision(battle: Battle) -> None:
    """SN-4.2, SN-4.3: two ships swap hexes, and a third joins one of them; nothing happens to any."""
    battle.put(battle.a, "2020", "N", speed=6)
    battle.put(battle.b, "2019", "S", speed=6)
    battle.add("CCC", "DD", "RED", "2018", "S", speed=6)
    drafts = battle.play()
    assert (battle.hex("AAA"), battle.hex("BBB"), battle.hex("CCC")) == ("2019", "2020", "2019")
    assert len(told(drafts, Moved)) == 3 and rolled(drafts) == []


# ---------------------------------------------------------------- mines


def test_mine_goes_off_under_a_moving_ship(battle: Battle) -> None:
    """SN-4.4, SN-4.6: mine at 1010, a ship moves from 1012 to 1011, facing one (F), die 1: 12 on LF (example X18)."""
    battle.mine("1010")
    battle.put(battle.a, "1012", "N", speed=1)
    drafts = battle.next(6).play("1 1", AAA="E1 NOTHING\nE2 NOTHING")
    assert only(drafts, MineHit) == MineHit("M1", "AAA", 1, "LF", 12)
    assert rolled(drafts) == ["mine_section M1 at AAA", "damage_column AAA LF"]
    assert battle.state.mines == []


def test_standing_or_turning_ships_set_off_nothing(battle: Battle) -> None:
    """SN-4.4: a ship that is beside a mine, or only turns, does not set it off."""
    battle.mine("2021")
    assert told(battle.play(AAA="T1 TURN L"), MineExploded) == []


def test_ship_held_at_the_edge_sets_off_nothing() -> None:
    """SN-4.4, SN-13.9: a ship held at a sticky edge did not change hex."""
    battle = Battle(edge="sticky")
    battle.put(battle.a, "2001", "N", speed=6)
    battle.mine("2002")
    drafts = battle.play()
    assert told(drafts, MineExploded) == [] and only(drafts, HeldAtEdge).hex == "2001"


def test_mine_hits_all_within_one_hex(battle: Battle) -> None:
    """SN-4.4, SN-4.5: its own side's move sets it off; friend and foe, moved or not, get 12 each; ships two away none."""
    battle.mine("2020", "BLUE")
    battle.put(battle.a, "2022", "N", speed=6)
    battle.put(battle.b, "2019", "S")
    battle.add("CCC", "DD", "RED", "2018")
    drafts = battle.play("3 3 1 1")
    assert [(e.ship, e.section, e.points) for e in told(drafts, MineHit)] == [("AAA", "F", 12), ("BBB", "F", 12)]
    assert [e.sources for e in told(drafts, PointsArrived)] == [{"BLUE": 12}, {"BLUE": 12}]


def test_mines_do_not_set_off_mines(battle: Battle) -> None:
    """SN-4.5: the mine beside an exploding mine stays, unless a moved ship is near it too."""
    battle.mine("2019")
    battle.mine("2018")
    battle.put(battle.a, "2021", "N", speed=6)
    drafts = battle.play("3 1")
    assert only(drafts, MineExploded).mine == "M1"
    assert [m.id for m in battle.state.mines] == ["M2"]


def test_mines_by_ascending_number(battle: Battle) -> None:
    """SN-4.6: dice mine by mine, M1 first, ships in roster order; each mine is added to the same batch (SN-4.9)."""
    battle.mine("2018")
    battle.mine("2119")
    battle.put(battle.a, "2020", "N", speed=6)
    drafts = battle.play("3 1 1")
    assert rolled(drafts) == ["mine_section M1 at AAA", "mine_section M2 at AAA", "damage_column AAA F"]
    assert only(drafts, PointsArrived).points == 24


def test_mine_in_the_ships_own_hex(battle: Battle) -> None:
    """SN-4.7: the die itself names the section: 4 is R."""
    battle.mine("2020")
    battle.put(battle.b, "2022", "N", speed=6)
    drafts = battle.play("4 3 1 1")
    assert [(e.ship, e.section) for e in told(drafts, MineHit)] == [("AAA", "R"), ("BBB", "F")]
    assert envelope(drafts, MineHit)[1] == "SN-4.7"


def test_asteroid_dice_after_mine_dice(battle: Battle) -> None:
    """SN-4.8, SN-4.9: mine 12 and asteroids 3 on the same section are one sum before commands are given."""
    battle.state.asteroids = hexes("2019")
    battle.mine("2018")
    battle.put(battle.a, "2020", "N", speed=6)
    drafts = battle.play("3 3 2", AAA="T1 TURN L")
    assert rolled(drafts) == ["mine_section M1 at AAA", "asteroid_section AAA", "damage_column AAA F"]
    assert only(drafts, PointsArrived) == PointsArrived("AAA", "F", 15, {"RED": 12}, True)
    order = [type(d.event) for d in drafts]
    assert order.index(Damaged) < order.index(Commanded)


# ---------------------------------------------------------------- terrain


def test_planet_destroys(battle: Battle) -> None:
    """SN-13.1, SN-13.2: moving into a planet destroys at once; the mine beside it stays unexploded."""
    battle.state.planets = hexes("2019", "2018")
    battle.mine("2018")
    battle.put(battle.a, "2020", "N", speed=6)
    battle.add("CCC", "CA", "BLUE", "4040")
    drafts = battle.play()
    assert only(drafts, ShipDestroyed) == ShipDestroyed("AAA", "2019", "planet")
    assert envelope(drafts, ShipDestroyed) == ("Move", "SN-13.2", "*")
    assert len(battle.state.mines) == 1


@pytest.mark.parametrize(
    ("speed", "die", "points", "section"),
    [(5, 6, 3, "RF"), (6, 1, 3, "LF"), (2, 2, 1, "F"), (3, 5, 2, "F")],
)
def test_asteroids(battle: Battle, speed: int, die: int, points: int, section: str) -> None:
    """SN-13.3, SN-13.4: half the speed, rounded up, from ahead; 1 LF, 2-5 F, 6 RF. The die is the owner's own."""
    battle.state.asteroids = hexes("2019")
    battle.put(battle.a, "2020", "N", speed=speed)
    drafts = battle.next(6).play(str(die), AAA="E1 NOTHING\nE2 NOTHING")
    assert only(drafts, AsteroidHit) == AsteroidHit("AAA", section, points)
    assert {d.audience for d in drafts if "asteroid_section" in repr(d.event)} == {"BLUE"}


def test_asteroids_strike_only_ships_that_change_hex(battle: Battle) -> None:
    """SN-13.4: from one asteroid hex into another counts; standing in one does not."""
    battle.state.asteroids = hexes("2020", "2019", "8080")
    battle.put(battle.a, "2020", "N", speed=6)
    drafts = battle.play("3")
    assert [e.ship for e in told(drafts, AsteroidHit)] == ["AAA"]


def test_mines_in_asteroids(battle: Battle) -> None:
    """SN-13.6: 12 points and one hex, as everywhere."""
    battle.state.asteroids = hexes("2018")
    battle.mine("2018")
    battle.put(battle.a, "2020", "N", speed=6)
    assert only(battle.play("3 1"), MineHit).points == 12


def test_asteroids_hinder_nothing_else(battle: Battle) -> None:
    """SN-13.7: turning, boarding, shields and speed change go on as usual in asteroids."""
    battle.state.asteroids = hexes("2020")
    battle.a.console.sections["F"].active = 2
    drafts = battle.next(6).play(AAA="T6 TURN L\nE1 SHIELDS F 2; SPEED 1")
    assert (battle.a.heading, battle.a.console.speed, battle.a.console.sections["F"].active) == (5, 1, 4)
    assert lapsed(drafts) == []


# ---------------------------------------------------------------- the edge


def test_sticky_edge() -> None:
    """SN-13.8, SN-13.9: held on turns 2, 4 and 6, speed and heading kept; it goes on when it heads inwards (example X22)."""
    battle = Battle(edge="sticky")
    battle.put(battle.a, "1201", "N", speed=3)
    held = [len(told(battle.play(), HeldAtEdge)) for _ in range(5)]
    assert held == [0, 1, 0, 1, 0]
    battle.play(AAA="T6 TURN R")
    assert (battle.hex("AAA"), battle.a.console.speed, battle.a.heading) == ("1201", 3, 1)
    battle.play()
    battle.play()
    assert battle.hex("AAA") == "1301"


def test_solid_edge() -> None:
    """SN-13.11: the same ship at a solid edge is destroyed on turn 2."""
    battle = Battle(edge="solid")
    battle.put(battle.a, "1201", "N", speed=3)
    battle.add("CCC", "CA", "BLUE", "4040")
    battle.play()
    drafts = battle.play()
    assert only(drafts, ShipDestroyed) == ShipDestroyed("AAA", "1201", "edge")
    assert envelope(drafts, ShipDestroyed)[1] == "SN-13.11"


def test_floating_map_is_shifted(battle: Battle) -> None:
    """SN-13.10: a ship leaves the sheet at row 1: ships (rows 0 and 40), mine and terrain are moved by 30 rows."""
    battle.put(battle.a, "5001", "N", speed=6)
    battle.put(battle.b, "5440", "S")
    battle.mine("5220")
    battle.state.planets = hexes("9990")
    drafts = battle.play()
    assert only(drafts, MapShifted) == MapShifted(-2, 30)
    assert only(drafts, Moved) == Moved("AAA", "4831", "4830")
    assert (battle.hex("AAA"), battle.hex("BBB"), label(battle.state.mines[0].hex)) == ("4830", "5270", "5050")
    assert battle.state.planets == [(96, 120 - 1 - 48)]  # column 97, row 120: off the sheet, but kept


def test_floating_map_too_wide_to_shift(battle: Battle) -> None:
    """SN-13.10: ships 94 rows apart: no shift, the ship is held."""
    battle.put(battle.a, "5001", "N", speed=6)
    battle.put(battle.b, "5095", "S")
    drafts = battle.play()
    assert told(drafts, MapShifted) == []
    assert only(drafts, HeldAtEdge).ship == "AAA" and battle.hex("AAA") == "5001"
    assert envelope(drafts, HeldAtEdge)[1] == "SN-13.10"


def test_pace_cycle() -> None:
    """SN-15.1: with pace=cycle one deadline plays six turns and the Engine phase, by the same rules."""
    battle = Battle(pace="cycle")
    battle.put(battle.a, "1010", "SE", speed=4)
    drafts = battle.play(AAA="T2 TURN L\nT4 TURN R")
    assert [e.turn for e in told(drafts, TurnBegan)] == [1, 2, 3, 4, 5, 6]
    assert [(e.hex) for e in told(drafts, Moved)] == ["1111", "1210", "1311", "1411"]
    assert len(battle.a.trail) == 5
    assert battle.a.console.thrusters_used == 0
