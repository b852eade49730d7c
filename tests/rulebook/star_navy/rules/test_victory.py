"""SN-14: victory, and the end of First Blood."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import Draft
from events.star_navy.ending import GameOver, VpAwarded
from events.star_navy.engine import EnergyMoved
from events.star_navy.movement import ShipDestroyed
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.ships import LastDamage, Ship
from tests.rulebook.star_navy.builders.battle import Battle, change, envelope, fit, only, shields_down, told


def awards(drafts: list[Draft]) -> list[tuple[str, int, str, str]]:
    """Side, points, why, ship."""
    return [(e.side, e.points, e.why, e.ship) for e in told(drafts, VpAwarded)]


def doomed(battle: Battle, ship: Ship) -> Ship:
    """The next unabsorbed integrity hit destroys it."""
    shields_down(ship).console.integrity = 1
    return ship


def ended(battle: Battle, **changes: Any) -> list[Draft]:
    """The turn limit ends the game now, after these changes to AAA."""
    change(battle.a, **changes)
    battle.state.limit = battle.state.absolute_turn + 1
    return battle.play()


def test_last_side_on_the_map(battle: Battle) -> None:
    """SN-14.1, SN-14.2, SN-14.4: BLUE destroys RED's last ship: over at once; 3 for the region and V 4 for the cruiser."""
    doomed(battle, battle.put(battle.b, "2016", "S"))
    drafts = battle.play("3 1", AAA="T1 FIRE F AT BBB")
    assert awards(drafts) == [("BLUE", 3, "region", ""), ("BLUE", 4, "destroyed", "BBB")]
    assert only(drafts, GameOver) == GameOver(
        ["BLUE"], {"BLUE": 7, "RED": 0}, "Only BLUE has ships left in the region: BLUE wins by 7 points to 0."
    )
    assert STAR_NAVY.rules.due(battle.state) == {}
    verdict = STAR_NAVY.rules.verdict(battle.state)
    assert verdict is not None and verdict.winners == ["BLUE"]
    assert envelope(drafts, GameOver) == ("Victory", "SN-14.8", "*")


def test_no_engine_phase_follows(battle: Battle) -> None:
    """SN-14.1: on turn 6 the game ends before the Engine phase."""
    doomed(battle, battle.put(battle.b, "2016", "S"))
    drafts = battle.next(6).play("3 1", AAA="T6 FIRE F AT BBB")
    assert told(drafts, EnergyMoved) == [] and len(told(drafts, GameOver)) == 1


def test_nobody_remains(battle: Battle) -> None:
    """SN-14.2, SN-14.8: both last ships are destroyed: nobody gets the region; 4 points each: a draw."""
    doomed(battle, battle.put(battle.a, "2020", "N"))
    doomed(battle, battle.put(battle.b, "2016", "S"))
    drafts = battle.play("3 3 1 1", AAA="T1 FIRE F AT BBB", BBB="T1 FIRE F AT AAA")
    words = (
        "No side has a ship left in the region: a draw between BLUE and RED at 4 points each, with equal value left on the map."
    )
    assert only(drafts, GameOver) == GameOver([], {"BLUE": 4, "RED": 4}, words)


def test_turn_limit_with_several_sides(battle: Battle) -> None:
    """SN-14.2: at the limit nobody gets the region."""
    drafts = ended(battle)
    assert awards(drafts) == [] and only(drafts, GameOver).winners == []


def test_turn_limit_counts_after_the_engine_phase(battle: Battle) -> None:
    """Section 3: on turn 6 the limit is looked at after the Engine phase, not before."""
    battle.state.limit = 6
    battle.a.console.capacitor_energy = 0
    drafts = battle.next(6).play()
    kinds = [type(d.event) for d in drafts]
    assert kinds.index(EnergyMoved) < kinds.index(GameOver)


def test_awards_by_fate(battle: Battle) -> None:
    """SN-14.3, SN-14.7: each ship counts once: a captured cruiser that is crippled too is captured, and no more."""
    drafts = ended(battle, side="RED", seat="red", integrity=1, damage_by={"RED": 30})
    assert awards(drafts) == [("RED", 3, "region", ""), ("RED", 8, "captured", "AAA")]


def test_undamaged_disengagement_costs_nothing(battle: Battle) -> None:
    """SN-14.7: AAA left whole: RED has the region and nothing for the ship."""
    battle.add("ACE", "DD", "BLUE", "3030")
    assert awards(ended(battle, fate="disengaged", damage_by={"RED": 9})) == []


def test_tie_for_a_destroyed_ship(battle: Battle) -> None:
    """SN-14.4: two sides with equal points in the last step share V 4: 2 each; at least 1 each for a corvette."""
    battle.add("CCC", "DD", "GREEN", "4040")
    drafts = ended(battle, fate="destroyed", step_damage={"RED": 5, "GREEN": 5}, damage_by={"RED": 50})
    assert awards(drafts) == [("RED", 2, "destroyed", "AAA"), ("GREEN", 2, "destroyed", "AAA")]
    small = Battle("CO")
    small.add("CCC", "DD", "GREEN", "4040")
    drafts = ended(small, fate="destroyed", step_damage={"RED": 5, "GREEN": 5})
    assert [points for _, points, _, _ in awards(drafts)] == [1, 1]


def test_destroyed_by_terrain_after_enemy_damage() -> None:
    """SN-14.4: over the solid edge: to the side that damaged it last, GREEN, though RED did more before."""
    battle = Battle(edge="solid")
    battle.put(
        battle.a,
        "2001",
        "N",
        speed=6,
        damage_by={"RED": 20, "GREEN": 3},
        last_damage={"RED": LastDamage(1, 20), "GREEN": LastDamage(2, 3)},
        step_damage={"GREEN": 3},
    )
    battle.add("CCC", "DD", "GREEN", "4040")
    battle.state.limit = 1
    drafts = battle.play()
    assert only(drafts, ShipDestroyed).cause == "edge"
    assert awards(drafts) == [("GREEN", 4, "destroyed", "AAA")]


def test_destroyed_without_any_enemy_damage() -> None:
    """SN-14.4: in a two-side game the other side gets V; with three sides nobody."""
    for third in (False, True):
        battle = Battle(edge="solid")
        battle.put(battle.a, "2001", "N", speed=6)
        battle.add("ACE", "DD", "BLUE", "3030")
        if third:
            battle.add("CCC", "DD", "GREEN", "4040")
        battle.state.limit = 1
        assert awards(battle.play()) == ([] if third else [("RED", 4, "destroyed", "AAA")])


def test_own_mine(battle: Battle) -> None:
    """SN-14.4: destroyed by its own mine, never hit by others: the other side gets V."""
    doomed(battle, battle.put(battle.a, "2020", "N", speed=6))
    battle.mine("2018", "BLUE")
    drafts = battle.play("3 1")
    assert awards(drafts) == [("RED", 3, "region", ""), ("RED", 4, "destroyed", "AAA")]


def test_captured_ship(battle: Battle) -> None:
    """SN-14.5: twice V for the captor, also when the prize has disengaged; a recaptured ship counts for nobody."""
    shields_down(battle.put(battle.b, "2018", "S")).console.marines = 0
    drafts = battle.play("1", AAA="T1 BOARD BBB")
    assert awards(drafts) == [("BLUE", 3, "region", ""), ("BLUE", 8, "captured", "BBB")]
    other = Battle()
    other.add("ACE", "DD", "BLUE", "3030")
    assert awards(ended(other, side="RED", seat="red", fate="disengaged")) == [("RED", 8, "captured", "AAA")]


@pytest.mark.parametrize(("integrity", "points"), [(3, None), (2, 2), (1, 2)])
def test_crippled_ship(battle: Battle, integrity: int, points: int | None) -> None:
    """SN-14.6: half the integrity lost: half of V 4 to the enemy with most points over the game."""
    drafts = ended(battle, integrity=integrity, damage_by={"RED": 10, "BLUE": 40})
    assert awards(drafts) == ([] if points is None else [("RED", points, "crippled", "AAA")])


def test_crippled_frigate_rounds_up() -> None:
    """SN-14.6: half of V 3, rounded up, is 2; shared in a tie, 1 each."""
    battle = Battle("FF")
    assert awards(ended(battle, integrity=2, damage_by={"RED": 10})) == [("RED", 2, "crippled", "AAA")]
    battle = Battle("FF")
    battle.add("CCC", "DD", "GREEN", "4040")
    drafts = ended(battle, integrity=2, damage_by={"RED": 10, "GREEN": 10})
    assert [points for _, points, _, _ in awards(drafts)] == [1, 1]


def test_factors() -> None:
    """Table 2.10: vp_destroy, vp_capture, vp_cripple and region_value."""
    battle = Battle(vp_destroy=3, region_value=5)
    doomed(battle, battle.put(battle.b, "2016", "S"))
    drafts = battle.play("3 1", AAA="T1 FIRE F AT BBB")
    assert only(drafts, GameOver).scores == {"BLUE": 17, "RED": 0}


def test_equal_points_by_surviving_value(battle: Battle) -> None:
    """SN-14.8: no points for anybody: RED has a destroyer more on the map and wins."""
    battle.add("CCC", "DD", "RED", "4040")
    assert only(ended(battle), GameOver).winners == ["RED"]


# ---------------------------------------------------------------- First Blood


def duel() -> Battle:
    """BIS at 5053 heading N, SR1 at 5047 heading S, both with lasers ahead, standing still."""
    battle = Battle(scenario="first-blood")
    for ship in battle.state.living():
        fit(battle.put(ship, "5053" if ship.id == "BIS" else "5047", "N" if ship.id == "BIS" else "S", speed=0), F="L")
    return battle


def test_first_blood() -> None:
    """SN-S2, SN-14.1: the first turn in which integrity losses differ ends it; no points are awarded."""
    battle = duel()
    shields_down(battle.state.ships["SR1"])
    drafts = battle.play("3 1", BIS="T1 FIRE F AT SR1")
    assert told(drafts, VpAwarded) == []
    words = "The first blood was drawn: BLUE wins, for it has lost less integrity (BLUE 0, RED 1)."
    assert only(drafts, GameOver) == GameOver(["BLUE"], {"BLUE": 0, "RED": 0}, words)


def test_first_blood_goes_on_while_losses_are_equal() -> None:
    """SN-S2: both lose one integrity in the same turn: it goes on."""
    battle = duel()
    for ship in battle.state.living():
        shields_down(ship)
    drafts = battle.play("3 3 1 1", BIS="T1 FIRE F AT SR1", SR1="T1 FIRE F AT BIS")
    assert [s.console.integrity for s in battle.state.living()] == [3, 3]
    assert told(drafts, GameOver) == []


def test_first_blood_disengaged() -> None:
    """SN-S2: a disengaged ship counts as having lost all."""
    battle = duel()
    drafts = battle.next(6).play("1", SR1="JUMP LEAVE", BIS="E1 NOTHING")
    assert only(drafts, GameOver).winners == ["BLUE"]


def test_first_blood_limit() -> None:
    """SN-S2: after turn 10 fewer crossed-off components win; equal is a draw."""
    battle = duel().next(4, cycle=2)
    battle.state.ships["BIS"].console.sections["F"].hulls -= 1
    battle.state.ships["SR1"].console.mines = 0
    assert only(battle.play(), GameOver).winners == ["RED"]
    assert only(duel().next(4, cycle=2).play(), GameOver).winners == []
    assert told(duel().next(3, cycle=2).play(), GameOver) == []


def test_due(battle: Battle) -> None:
    """SN-15.1: every seat with a living ship owes orders, for a turn or for a cycle."""
    asks = STAR_NAVY.rules.due(battle.state)
    assert {seat: (ask.what, ask.units) for seat, ask in asks.items()} == {
        "blue": ("orders for game turn 1 of 48 (cycle 1, turn 1) and for set-up", ["AAA"]),
        "red": ("orders for game turn 1 of 48 (cycle 1, turn 1) and for set-up", ["BBB"]),
    }
    assert (
        STAR_NAVY.rules.due(battle.next(6).state)["blue"].what
        == "orders for game turn 6 of 48 (cycle 1, turn 6) and its Engine phase"
    )
    assert (
        STAR_NAVY.rules.due(Battle(pace="cycle").next(1, cycle=2).state)["red"].what
        == "orders for cycle 2 of 8 (game turns 7 to 12 of 48)"
    )
    battle.b.fate = "destroyed"
    assert list(STAR_NAVY.rules.due(battle.state)) == ["blue"]
