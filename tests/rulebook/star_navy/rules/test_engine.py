"""SN-10, SN-11, SN-12: the Engine phase, interstellar travel, statuses."""

from __future__ import annotations

import pytest

from events.base import Draft
from events.star_navy.engine import (
    EnergyMoved,
    IsdActivated,
    JumpAttempt,
    JumpLeft,
    JumpPlaced,
    JumpSlid,
    JumpSpeed,
    ShieldsRaised,
    SpeedChanged,
    StatusAdvanced,
)
from events.star_navy.movement import AsteroidHit, MineHit, ShipDestroyed
from pbem.core.geometry.hexes import label, parse_label
from pbem.games.star_navy.model.ships import ACTIVE, READY, RECOVER
from pbem.games.star_navy.rules.engine import isd_cost
from tests.rulebook.star_navy.builders.battle import Battle, envelope, lapsed, only, rolled, shields_down, told

QUIET = "E1 NOTHING\nE2 NOTHING\n"


def engine(battle: Battle, *lines: str, dice: str = "", cycle: int = 1) -> list[Draft]:
    """Play turn 6 of a cycle with these engine orders for AAA; BBB does nothing."""
    return battle.next(6, cycle).play(dice, AAA="\n".join(lines), BBB=QUIET)


def test_seven_steps(battle: Battle) -> None:
    """SN-10.1: all ships do E1 before any energy moves, and all energy moves before E2."""
    for ship in (battle.a, battle.b):
        shields_down(ship, F=2, RF=4, LF=4, RR=3, LR=3, R=3)
    drafts = battle.next(6).play(AAA="E1 SHIELDS F 1\nE2 SHIELDS F 1", BBB="E1 SHIELDS F 1\nE2 SHIELDS F 1")
    found = [(type(d.event).__name__, d.event.ship) for d in drafts if isinstance(d.event, ShieldsRaised | EnergyMoved)]
    assert found[:2] == [("ShieldsRaised", "AAA"), ("ShieldsRaised", "BBB")]
    assert found[-2:] == [("ShieldsRaised", "AAA"), ("ShieldsRaised", "BBB")]


def test_engine_phase_of_a_cruiser(battle: Battle) -> None:
    """SN-10.2, SN-10.3, SN-10.5, SN-10.9: example X15, both opportunities."""
    shields_down(battle.a, F=3, RF=3, RR=2, R=2, LR=2, LF=3)
    battle.put(battle.a, "2020", "N", speed=3, capacitor_energy=2, engine_energy=5)
    drafts = engine(battle, "E1 SHIELDS F 1 RF 1 LF 1 R 1", "E2 SPEED +2", "E2 SHIELDS RR 1 LR 1")
    first, second = told(drafts, ShieldsRaised)
    assert (first.slot, first.energy, first.capacitor_energy, first.engine_energy) == ("E1", 2, 0, 5)
    moves = [(e.capacitor_energy, e.engine_energy) for e in told(drafts, EnergyMoved) if e.ship == "AAA"]
    assert moves == [(5, 0), (5, 12)]
    assert only(drafts, SpeedChanged) == SpeedChanged("AAA", "E2", 5, 2, 1, 4, 12, 1)
    assert (second.energy, battle.a.console.capacitor_energy, battle.a.console.engine_energy) == (1, 3, 12)
    assert envelope(drafts, ShieldsRaised)[2] == envelope(drafts, SpeedChanged)[2] == "BLUE"


def test_capacitors_hold_no_more_than_there_are(battle: Battle) -> None:
    """SN-10.2: 12 in the engines, 8 capacitors: 8 are kept, 4 lost, the engines filled."""
    battle.put(battle.a, "2020", "N", capacitor_energy=3)
    engine(battle, QUIET)
    assert (battle.a.console.capacitor_energy, battle.a.console.engine_energy) == (8, 12)


def test_orders_in_the_order_written(battle: Battle) -> None:
    """SN-10.4: with 2 energy the speed comes first and takes both; the shields get none."""
    shields_down(battle.a)
    battle.put(battle.a, "2020", "N", speed=3, capacitor_energy=2, engine_energy=0)
    drafts = engine(battle, "E1 SPEED 6; SHIELDS F 2", "E2 NOTHING")
    assert battle.a.console.speed == 6 and told(drafts, ShieldsRaised) == []
    assert lapsed(drafts) == ["only 0 of 2 shields: no energy"]


def test_what_keep_holds_back_is_said(battle: Battle) -> None:
    """SN-10.4, SN-15.9: it is KEEP that stops an order, not want of energy; and where there is too little, how much is left."""
    shields_down(battle.a)
    battle.put(battle.a, "2020", "N", speed=3, capacitor_energy=0, engine_energy=6)
    drafts = engine(battle, "E1 SPEED 6; SHIELDS F 2; KEEP 5", "E2 KEEP 17; SHIELDS F 2; ISD ALL", "JUMP LEAVE")
    assert lapsed(drafts) == [
        "reached 5 instead of 6: KEEP 5 holds back the 5 energy left",
        "only 0 of 2 shields: KEEP 5 holds back the 5 energy left",
        "only 0 of 2 shields: KEEP 17 holds back the 17 energy left",
        "only 0: KEEP 17 holds back the 17 energy left",
        "no ISD active",
    ]


def test_keep_holds_back_a_part(battle: Battle) -> None:
    """SN-10.6: one point may be spent, an ISD costs two."""
    battle.put(battle.a, "2020", "N", capacitor_energy=0, engine_energy=0)
    drafts = engine(battle, "E1 NOTHING", "E2 ISD 1; KEEP 11", "JUMP LEAVE")
    assert lapsed(drafts) == ["only 0: KEEP 11 holds back 11 of the 12 energy left", "no ISD active"]


def test_energy_is_told_where_it_goes(battle: Battle) -> None:
    """SN-10.2, SN-1.13: what is lost, what is moved, what is made; and what goes with a capacitor that held it."""
    battle.put(battle.a, "2020", "N", capacitor_energy=3, engine_energy=10)
    drafts = engine(battle, "E1 NOTHING", "E2 NOTHING")
    assert [(e.step, e.gained, e.lost) for e in told(drafts, EnergyMoved) if e.ship == "AAA"] == [
        ("P2", 0, 3),
        ("P3", 8, 2),
        ("P4", 12, 0),
    ]


@pytest.mark.parametrize(("number", "cost"), [(3, 2), (1, 1), (4, 2)])
def test_shields_cost_half_a_point(battle: Battle, number: int, cost: int) -> None:
    """SN-10.5: rounded up for the opportunity (example X16)."""
    shields_down(battle.a)
    drafts = engine(battle, f"E1 SHIELDS F {number}", "E2 NOTHING")
    event = only(drafts, ShieldsRaised)
    assert (event.energy, event.sections) == (cost, {"F": number})


def test_shields_are_counted_through_the_opportunity(battle: Battle) -> None:
    """SN-10.5: three orders of one shield each cost 1, 0, 1."""
    shields_down(battle.a)
    drafts = engine(battle, "E1 SHIELDS F 1; SHIELDS RF 1; SHIELDS LF 1", "E2 NOTHING")
    assert [e.energy for e in told(drafts, ShieldsRaised)] == [1, 0, 1]


def test_only_existing_inactive_shields(battle: Battle) -> None:
    """SN-10.5: two of four exist, one is active: one is raised, and the owner hears of it."""
    battle.a.console.sections["F"].shields, battle.a.console.sections["F"].active = 2, 1
    drafts = engine(battle, "E1 SHIELDS F 3", "E2 NOTHING")
    assert only(drafts, ShieldsRaised).sections == {"F": 1}
    assert lapsed(drafts) == ["only 1 of 3 shields: no more inactive ones"]


@pytest.mark.parametrize(
    ("order", "raised"),
    [
        ("SHIELDS ALL", {"F": 4, "RF": 2}),
        ("SHIELDS EVEN", {"F": 1, "RF": 1, "LF": 1, "RR": 1, "LR": 1, "R": 1}),
        ("SHIELDS EVEN 3", {"F": 1, "RF": 1, "LF": 1}),
        ("SHIELDS MIN 1", {"F": 1, "RF": 1, "LF": 1, "RR": 1, "LR": 1, "R": 1}),
        ("SHIELDS R LR 1", {"R": 3, "LR": 1}),
    ],
)
def test_ways_to_raise_shields(battle: Battle, order: str, raised: dict[str, int]) -> None:
    """SN-10.4, section 6: ALL by F RF LF RR LR R; EVEN one at a time to the weakest; MIN n; sections."""
    shields_down(battle.a)
    battle.put(battle.a, "2020", "N", capacitor_energy=3, engine_energy=0)
    assert only(engine(battle, f"E1 {order}", "E2 NOTHING"), ShieldsRaised).sections == raised


def test_keep(battle: Battle) -> None:
    """Section 5.3: KEEP in E1 guards the engines and leaves the capacitors; in E2 all energy; wherever it is written."""
    shields_down(battle.a)
    battle.put(battle.a, "2020", "N", capacitor_energy=1, engine_energy=6)
    drafts = engine(battle, "E1 SHIELDS ALL; KEEP 5", "E2 SHIELDS ALL; KEEP 15")
    first, second = told(drafts, ShieldsRaised)
    assert (first.capacitor_energy, first.engine_energy) == (0, 5)
    assert second.capacitor_energy + second.engine_energy == 15


def test_default_orders(battle: Battle) -> None:
    """SN-15.11: no E1: SHIELDS ALL from the capacitors alone; no E2: SHIELDS ALL. What they cannot do is no news."""
    shields_down(battle.a)
    battle.put(battle.a, "2020", "N", capacitor_energy=2, engine_energy=5)
    drafts = battle.next(6).play(BBB=QUIET)
    first, second = told(drafts, ShieldsRaised)
    assert (first.sections, first.engine_energy) == ({"F": 4}, 5)
    assert sum(second.sections.values()) == 17 and lapsed(drafts) == []
    assert envelope(drafts, ShieldsRaised)[1] == "SN-15.11"


def test_nothing_switches_defaults_off(battle: Battle) -> None:
    """SN-15.11: E1 NOTHING and E2 NOTHING."""
    shields_down(battle.a)
    assert told(engine(battle, QUIET), ShieldsRaised) == []


def test_condition_of_an_engine_order(battle: Battle) -> None:
    """SN-15.5: judged at the start of the opportunity, before its other orders are carried out."""
    shields_down(battle.a)
    drafts = engine(battle, "E1 SPEED 6; SHIELDS F 2 IF ENERGY >= 20; SHIELDS R 2 IF ENERGY < 20", "E2 NOTHING")
    assert only(drafts, ShieldsRaised).sections == {"F": 2}
    assert lapsed(drafts) == ["condition ENERGY < 20 was false (20)"]


# ---------------------------------------------------------------- ISDs and speed


def test_isd_costs() -> None:
    """SN-10.6: 2, 3, 5, 6, 8 for 1 to 5 (examples X15, X16)."""
    assert [isd_cost(n) for n in range(1, 6)] == [2, 3, 5, 6, 8]


def test_isds_in_both_opportunities(battle: Battle) -> None:
    """SN-10.6, SN-10.7, SN-10.11: one in E1 (2 points), continued with three in E2 (5 points); the numbers add."""
    drafts = engine(battle, "E1 ISD 1", "E2 ISD ALL", "JUMP LEAVE", dice="5")
    assert [(e.slot, e.number, e.energy) for e in told(drafts, IsdActivated)] == [("E1", 1, 2), ("E2", 3, 5)]
    assert only(drafts, JumpAttempt) == JumpAttempt("AAA", 5, False)


def test_isds_as_far_as_energy_goes(battle: Battle) -> None:
    """SN-10.6: with 4 energy two of four are activated."""
    battle.put(battle.a, "2020", "N", capacitor_energy=4, engine_energy=0, engines=0)
    drafts = engine(battle, "E1 ISD 4", "E2 NOTHING", "JUMP LEAVE", dice="3")
    assert only(drafts, IsdActivated).number == 2 and lapsed(drafts) == ["only 2: only 1 energy left"]


def test_isds_must_be_ready(battle: Battle) -> None:
    """SN-10.7, SN-12.1: activated in cycle 1, not in cycle 2, again in cycle 3 (example X21)."""
    orders = ("E1 ISD ALL", "E2 NOTHING", "JUMP LEAVE")
    assert len(told(engine(battle, *orders, dice="6"), IsdActivated)) == 1
    second = engine(battle, *orders, cycle=2)
    assert lapsed(second) == ["ISDs are RECOVER until cycle 3", "no ISD active"]
    assert len(told(engine(battle, *orders, dice="6", cycle=3), IsdActivated)) == 1


def test_isds_in_asteroids(battle: Battle) -> None:
    """SN-10.8, SN-13.7: neither activated nor used."""
    battle.state.asteroids = [battle.a.hex]
    drafts = engine(battle, "E1 ISD ALL", "E2 NOTHING", "JUMP LEAVE")
    assert lapsed(drafts) == ["ISDs do not work in asteroids", "ISDs do not work in asteroids"]
    assert told(drafts, JumpAttempt) == []


def test_discount_once_a_phase(battle: Battle) -> None:
    """SN-10.9: DD: two steps up in E1 free, two steps down in E2 cost 2: steps count through, up and down."""
    ship = battle.add("ACE", "DD", "BLUE", "3030", speed=3)
    drafts = battle.next(6).play(AAA=QUIET, BBB=QUIET, ACE="E1 SPEED +2\nE2 SPEED -2")
    assert [(e.speed, e.steps, e.energy) for e in told(drafts, SpeedChanged)] == [(5, 2, 0), (3, 4, 2)]
    assert ship.console.speed == 3 and ship.console.speed_steps == 0


def test_speed_needs_free_thrusters(battle: Battle) -> None:
    """SN-10.10: thrusters used for turning are missing: nine of ten used, one paid step and the free one are possible."""
    battle.put(battle.a, "2020", "N", speed=0, thrusters_used=9)
    drafts = engine(battle, "E1 SPEED 6", "E2 NOTHING")
    assert battle.a.console.speed == 2
    assert lapsed(drafts) == ["reached 2 instead of 6: no free thrusters"]


def test_speed_stays_within_limits(battle: Battle) -> None:
    """SN-10.10: +n and -n are cut to 0-6; the new speed moves the ship from the next turn on."""
    battle.put(battle.a, "2020", "N", speed=5)
    drafts = engine(battle, "E1 SPEED +4", "E2 NOTHING")
    assert battle.a.console.speed == 6 and lapsed(drafts) == []
    before = battle.hex("AAA")
    battle.play()
    assert battle.hex("AAA") != before


def test_continued_in_the_second_opportunity(battle: Battle) -> None:
    """SN-10.11: 1 energy in E1 brings speed 2, the rest follows in E2."""
    battle.put(battle.a, "2020", "N", capacitor_energy=1, engine_energy=0)
    drafts = engine(battle, "E1 SPEED 4", "E2 SPEED 4")
    assert [e.speed for e in told(drafts, SpeedChanged)] == [2, 4]
    assert lapsed(drafts) == ["reached 2 instead of 4: no energy"]


# ---------------------------------------------------------------- travel


def test_attempts_in_roster_order(battle: Battle) -> None:
    """SN-11.1, SN-11.2: one die each in roster order, success if not above the active ISDs (example X17)."""
    battle.add("CCC", "CA", "RED", "4040")
    drafts = battle.next(6).play("4 5", AAA="JUMP LEAVE", BBB=QUIET + "JUMP LEAVE IF INTEGRITY < 1", CCC="JUMP LEAVE")
    assert rolled(drafts) == ["jump_attempt AAA", "jump_attempt CCC"]
    assert [e.success for e in told(drafts, JumpAttempt)] == [True, False]
    assert battle.a.fate == "disengaged" and only(drafts, JumpLeft).ship == "AAA"
    assert envelope(drafts, JumpAttempt)[2] == "*"


def test_jump_leave(battle: Battle) -> None:
    """SN-11.3: removed for good: the ship neither moves nor fires again."""
    battle.add("ACE", "DD", "BLUE", "3030")
    engine(battle, "JUMP LEAVE", dice="1")
    assert battle.a not in battle.state.living()


def jump(battle: Battle, dice: str, where: str = "2010 SE 3") -> list[Draft]:
    """AAA jumps; all four ISDs are active."""
    return engine(battle, "E2 ISD ALL", f"JUMP {where}", dice=dice)


def test_jump_and_slides(battle: Battle) -> None:
    """SN-11.4, SN-11.5: to 2010 SE 3; slides 2,3 (RF is S: 2013) and 5,1 (LR is N: 2012); heading and speed stay (X17)."""
    drafts = jump(battle, "4 2 3 5 1")
    assert only(drafts, JumpPlaced) == JumpPlaced("AAA", "2010", 2)
    assert told(drafts, JumpSlid) == [JumpSlid("AAA", "RF", 3, "2013"), JumpSlid("AAA", "LR", 1, "2012")]
    assert (battle.hex("AAA"), battle.a.heading, battle.a.console.speed) == ("2012", 2, 3)
    assert only(drafts, JumpSpeed).speed == 3 and envelope(drafts, JumpSpeed)[2] == "BLUE"


def test_jump_to_an_impossible_hex() -> None:
    """SN-11.4: not off the map, not on a planet: the order lapses without a die."""
    battle = Battle(edge="sticky")
    battle.state.planets = [parse_label("2010")]
    assert lapsed(jump(battle, "")) == ["2010 is a planet"]
    battle.state.columns, battle.a.console.isd_status = 30, READY
    assert lapsed(jump(battle, "", "3110 N 0")) == ["3110 is not on the map"]


def test_all_placements_before_all_slides(battle: Battle) -> None:
    """SN-11.5: two ships jump: both are placed, then each slides twice in roster order."""
    drafts = battle.next(6).play("1 1 1 1 1 1 1 1 1 1", AAA="JUMP 2010 N 0", BBB="JUMP 4010 N 0")
    dice = ["jump_direction", "jump_distance"] * 2
    expected = ["jump_attempt AAA", "jump_attempt BBB", *(f"{d} {s}" for s in ("AAA", "BBB") for d in dice)]
    assert rolled(drafts) == expected


@pytest.mark.parametrize("edge", ["solid", "sticky", "floating"])
def test_slides_stop_at_the_edge(edge: str) -> None:
    """SN-11.6: at the last hex of the map, whatever the edge rule."""
    battle = Battle(edge=edge)
    drafts = jump(battle, "1 1 6 1 6", "2003 N 3")
    assert told(drafts, JumpSlid) == [JumpSlid("AAA", "F", 2, "2001"), JumpSlid("AAA", "F", 0, "2001")]
    assert battle.a.alive


def test_way_of_the_slides_is_ignored(battle: Battle) -> None:
    """SN-11.7: planet and mine on the way, and where the first slide ended, do nothing."""
    battle.state.planets = [parse_label(x) for x in ("2011", "2013")]
    battle.state.asteroids = [parse_label("2012")]
    drafts = jump(battle, "4 2 3 2 4")
    assert battle.hex("AAA") == "2017" and battle.a.alive
    assert told(drafts, AsteroidHit) == []


def test_isds_have_no_other_effect(battle: Battle) -> None:
    """SN-11.8: after the step the ISDs are inactive and recover."""
    engine(battle, "E1 ISD 2", "JUMP LEAVE", dice="6")
    assert (battle.a.console.isds_active, battle.a.console.isd_status) == (0, RECOVER)


def test_arrival_hazards(battle: Battle) -> None:
    """SN-11.9: mines first, then asteroids with the new speed, then damage; SN-4.7 in the mine's own hex."""
    battle.mine("2012")
    battle.state.asteroids = [parse_label("2012")]
    drafts = jump(battle, "4 2 3 5 1 3 6 1", "2010 SE 3")
    assert [(e.section, e.points) for e in told(drafts, MineHit)] == [("RR", 12)]
    assert [(e.section, e.points) for e in told(drafts, AsteroidHit)] == [("RF", 2)]
    assert rolled(drafts)[-3:] == ["mine_section M1 at AAA", "asteroid_section AAA", "damage_column AAA RR"]


def test_arrival_on_a_planet(battle: Battle) -> None:
    """SN-11.9: the final hex is a planet: destroyed."""
    battle.state.planets = [parse_label("2012")]
    drafts = jump(battle, "4 2 3 5 1")
    assert only(drafts, ShipDestroyed) == ShipDestroyed("AAA", "2012", "planet")
    assert envelope(drafts, ShipDestroyed)[:2] == ("Travel", "SN-11.9")


def test_arrival_without_hazards() -> None:
    """SN-11.9: jump_hazards=off: no mine, no rocks; back along the way past planets 2012 and 2013 to 2011."""
    battle = Battle(jump_hazards="off")
    battle.state.planets = [parse_label("2012"), parse_label("2013")]
    battle.mine("2011")
    drafts = jump(battle, "4 2 3 5 1")
    assert battle.hex("AAA") == "2011" and len(battle.state.mines) == 1
    assert told(drafts, MineHit) == [] and told(drafts, JumpSlid)[-1].hex == "2011"


def test_asteroids_need_no_die_at_speed_zero(battle: Battle) -> None:
    """SN-13.4, SN-11.9: arriving with speed 0."""
    battle.state.asteroids = [parse_label("2012")]
    assert told(jump(battle, "4 2 3 5 1", "2010 SE 0"), AsteroidHit) == []


def test_jump_without_isd_order(battle: Battle) -> None:
    """SN-15.13: as many ISDs as possible first thing in P5."""
    drafts = engine(battle, "E2 SHIELDS ALL", "JUMP LEAVE", dice="6")
    assert (only(drafts, IsdActivated).slot, only(drafts, IsdActivated).number) == ("E2", 4)


def test_false_jump_takes_the_isd_orders_with_it(battle: Battle) -> None:
    """SN-15.13: a JUMP whose condition is false at the start of P1."""
    drafts = engine(battle, "E1 ISD ALL", "E2 NOTHING", "JUMP LEAVE IF INTEGRITY <= 2")
    assert lapsed(drafts) == [
        "condition INTEGRITY <= 2 was false (4)",
        "the JUMP is given up: its condition was false",
    ]
    assert told(drafts, IsdActivated) == []


# ---------------------------------------------------------------- status


def test_statuses_advance(battle: Battle) -> None:
    """SN-12.1: fired in cycle 1: ACTIVE, RECOVER in cycle 2, READY from turn 1 of cycle 3 (example X21)."""
    section = battle.a.console.sections["F"]
    section.status, section.used, battle.a.console.marine_status = ACTIVE, 3, ACTIVE
    drafts = engine(battle, QUIET)
    assert (section.status, section.used, battle.a.console.marine_status) == (RECOVER, 0, RECOVER)
    assert envelope(drafts, StatusAdvanced) == ("Status", "SN-12.1", "BLUE")
    engine(battle, QUIET, cycle=2)
    assert (section.status, battle.a.console.marine_status) == (READY, READY)
    assert told(engine(battle, QUIET, cycle=3), StatusAdvanced) == []


def test_thrusters_are_free_again(battle: Battle) -> None:
    """SN-12.2: used thrusters become 0, active shields stay."""
    shields_down(battle.a, F=2)
    battle.put(battle.a, "2020", "N", thrusters_used=5)
    engine(battle, QUIET)
    assert battle.a.console.thrusters_used == 0
    assert [s.active for s in battle.a.console.sections.values()] == [2, 0, 0, 0, 0, 0]
    assert label(battle.a.hex) == "2020"
