"""SN-8: damage."""

from __future__ import annotations

import pytest

from events.star_navy.battle import Damaged, PointsArrived
from events.star_navy.movement import ShipDestroyed
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.turn import Turn
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.ships import LastDamage
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.rules.damage import Batch, resolve_damage
from pbem.games.star_navy.rules.victory import destroyers
from tests.rulebook.star_navy.builders.battle import Battle, change, envelope, fit, only, rolled, shields_down, told


def strike(battle: Battle, dice: str, ship: str = "AAA", side: str = "RED", **points: int) -> Turn[State]:
    """Resolve one step's points on a ship's sections."""
    batch = Batch()
    for section, number in points.items():
        batch.add(ship, section, number, side)
    turn = Turn(STAR_NAVY.rules.apply, battle.state, ScriptedDice(int(x) for x in dice.split()), 1)
    resolve_damage(turn, batch)
    assert isinstance(turn.dice, ScriptedDice) and turn.dice.left == []
    return turn


def test_sources_are_added_first() -> None:
    """SN-8.1: 4 lasers (20) and a torpedo hit (6) on the same section of a BB: 26 points, one column die (example X24)."""
    battle = Battle("DN", "BB")
    fit(battle.put(battle.a, "2020", "N"), F="L")
    battle.put(battle.b, "2017", "S")
    fit(battle.add("ABC", "BB", "BLUE", "2018", "N"), F="T")
    drafts = battle.play("3 6 3 4", AAA="T1 FIRE F 4 AT BBB", ABC="T1 FIRE F 1 AT BBB")
    assert only(drafts, PointsArrived) == PointsArrived("BBB", "F", 26, {"BLUE": 26}, True)
    damaged = only(drafts, Damaged)
    assert (damaged.absorbed, damaged.column, len(damaged.lost)) == (5, 4, 21)


def test_absorption(battle: Battle) -> None:
    """SN-8.2: 3 points on 4 active shields: one stays active, no die, nothing is crossed off (example X10)."""
    drafts = strike(battle, "", RF=3).drafts
    section = battle.a.console.sections["RF"]
    assert (section.active, section.shields) == (1, 4)
    assert only(drafts, Damaged) == Damaged("AAA", "RF", 3, 0, [])
    assert envelope(drafts, Damaged)[1:] == ("SN-8.2", "BLUE")


def test_walk(battle: Battle) -> None:
    """SN-8.3, SN-8.7: 12 points on F, column 2 (example X11): what is lost in order, and no lost shield was active."""
    damaged = only(strike(battle, "2", F=12).drafts, Damaged)
    assert damaged.absorbed == 4
    assert damaged.lost == ["hull", "shield", "shield", "weapon", "weapon", "hull", "isd", "isd"]
    section = battle.a.console.sections["F"]
    assert (section.hulls, section.shields, section.active, section.weapons) == (1, 2, 0, 1)
    assert battle.a.console.isds == 2


def test_wrap() -> None:
    """SN-8.4: after column 6 comes column 1, missing components are skipped (example X12)."""
    battle = Battle("CO")
    section = battle.a.console.sections["RF"]
    section.hulls = section.shields = section.active = 0
    damaged = only(strike(battle, "6", RF=5).drafts, Damaged)
    assert damaged.lost == ["weapon", "marine", "marine", "integrity", "capacitor:RF"]
    ship = battle.a
    assert (section.weapons, ship.console.marines, ship.console.integrity, ship.console.capacitors) == (0, 0, 1, 4)


def test_cells_are_used_again(battle: Battle) -> None:
    """SN-8.4: a long walk comes back to the column it started from."""
    ship = shields_down(battle.a)
    change(ship, engines=0, engine_energy=0, isds=0, marines=0, integrity=20)
    for section in ship.console.sections.values():
        section.shields = section.weapons = section.capthr = 0
    damaged = only(strike(battle, "5", F=12).drafts, Damaged)
    assert damaged.lost == ["hull", "hull", "hull", *["integrity"] * 9]  # four a round of the six columns


def test_only_the_hit_section_and_the_inner_one(battle: Battle) -> None:
    """SN-8.5: hulls, shields and weapons of other sections stay whatever happens."""
    shields_down(battle.a)
    strike(battle, "1", LF=25)
    for name in ("F", "RF", "RR", "R", "LR"):
        section, printed = battle.a.console.sections[name], battle.a.printed.sections[name]
        assert (section.hulls, section.shields, section.weapons) == (printed.hulls, printed.shields, printed.weapons)
    assert battle.a.console.sections["LF"].hulls == 0


@pytest.mark.parametrize(
    ("section", "lost"),
    [
        ("LF", ["capacitor:LF"] * 3 + ["capacitor:F"] * 2 + ["capacitor:RF"] * 3),
        ("F", ["capacitor:F"] * 2 + ["capacitor:LF"] * 3 + ["capacitor:RF"] * 3),
        ("LR", ["thruster:LR"] * 3 + ["thruster:R"] * 4 + ["thruster:RR"] * 3),
        ("R", ["thruster:R"] * 4 + ["thruster:LR"] * 3 + ["thruster:RR"] * 3),
    ],
)
def test_capacitors_and_thrusters(battle: Battle, section: str, lost: list[str]) -> None:
    """SN-8.6: of the hit section first, then of its half in the order F LF RF or R LR RR."""
    ship = shields_down(battle.a)
    change(ship, integrity=99)
    damaged = only(strike(battle, "5", **{section: 60}).drafts, Damaged)
    assert [x for x in damaged.lost if ":" in x] == lost


def test_capacitors_of_the_section_only() -> None:
    """SN-8.6: with capthr=section no other section of the half is touched."""
    battle = Battle(capthr="section")
    shields_down(battle.a)
    strike(battle, "1", F=20)
    assert [battle.a.console.sections[s].capthr for s in ("F", "RF", "LF")] == [0, 3, 3]


def test_sections_in_order(battle: Battle) -> None:
    """SN-8.8: F, RF, RR, R, LR, LF on the same inner components; dice only where points pass (SN-8.3)."""
    drafts = strike(battle, "1 1", LF=9, F=9, R=2).drafts
    assert rolled(drafts) == ["damage_column AAA F", "damage_column AAA LF"]
    assert [e.section for e in told(drafts, Damaged)] == ["F", "R", "LF"]


def test_destruction_drops_the_rest(battle: Battle) -> None:
    """SN-8.9: integrity 0 destroys at once: no more dice; its mines stay on the map."""
    ship = shields_down(battle.a)
    ship.console.integrity = 1
    battle.mine("3030", "BLUE")
    drafts = strike(battle, "1", F=20, RF=20).drafts
    assert rolled(drafts) == ["damage_column AAA F"]
    assert len(only(drafts, Damaged).lost) == 9
    assert only(drafts, ShipDestroyed).cause == "integrity" and ship.fate == "destroyed"
    assert len(battle.state.mines) == 1


def test_last_damage_of_each_side(battle: Battle) -> None:
    """SN-14.4, SN-8.10: each side's last step is kept, its own side's too: who is an enemy is seen when the ship is lost."""
    strike(battle, "", F=1, side="GREEN")
    strike(battle, "", RF=1, side="BLUE")
    assert destroyers(battle.state, battle.a) == ["GREEN"]
    strike(battle, "", RR=1, side="RED")
    battle.a.step_damage = {}
    assert destroyers(battle.state, battle.a) == ["RED"]
    battle.a.side = "RED"
    assert destroyers(battle.state, battle.a) == ["BLUE"]
    battle.a.side = "BLUE"
    assert battle.a.last_damage == {"GREEN": LastDamage(1, 1), "BLUE": LastDamage(2, 1), "RED": LastDamage(3, 1)}


def test_damage_record(battle: Battle) -> None:
    """SN-8.10: points before absorption, by side, over the game and in the last step; asteroids count for nobody."""
    strike(battle, "", F=2)
    strike(battle, "", RF=1, side="")
    strike(battle, "", RF=1, RR=2)
    assert battle.a.damage_by == {"RED": 5}
    assert battle.a.step_damage == {"RED": 3}
    assert battle.a.last_damage == {"RED": LastDamage(2, 3)}
    strike(battle, "", LR=1, side="")
    assert battle.a.step_damage == {} and battle.a.last_damage == {"RED": LastDamage(2, 3)}


def test_energy_goes_with_what_held_it(battle: Battle) -> None:
    """SN-1.13, SN-8.3: full engines and capacitors lose a point with each that is crossed off; empty ones nothing."""
    shields_down(battle.a)
    for held, lost in ((True, 4), (False, 0)):
        battle.a.console.capacitor_energy = battle.a.console.capacitors if held else 0
        battle.a.console.engine_energy = battle.a.console.engines if held else 0
        before = battle.a.console.energy
        damaged = only(strike(battle, "1", F=8).drafts, Damaged)
        assert damaged.energy == before - battle.a.console.energy == lost, damaged
