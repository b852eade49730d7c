"""SN-5, and SN-15.5 to 15.10: commands, their costs and their lapses."""

from __future__ import annotations

import pytest

from events.star_navy.battle import Commanded, Fired, MarinesSent, MineLaid, MineSpent, SectionMarked, Turned
from events.star_navy.orders import OrderLapsed, OrdersStored
from pbem.core.geometry.hexes import parse_label
from tests.rulebook.star_navy.builders.battle import Battle, envelope, fit, lapsed, only, shields_down, told


def test_one_command_a_turn(battle: Battle) -> None:
    """SN-5.1: of a chain of legal commands only the first is carried out."""
    drafts = battle.play(AAA="T1 TURN L ELSE TURN R ELSE MINE")
    assert only(drafts, Commanded).detail == "TURN L"
    assert only(drafts, Turned).heading == 5


def test_nothing(battle: Battle) -> None:
    """SN-5.1: NOTHING is a command too: it keeps the standing command from acting."""
    drafts = battle.play(AAA="STANDING TURN L\nT1 NOTHING")
    assert only(drafts, Commanded) == Commanded("AAA", "nothing", "NOTHING", 0, 8, 12, 0)


def test_after_movement(battle: Battle) -> None:
    """SN-5.2: range is judged after the Move phase: 7 becomes 6, and the volley is fired; energy is spent at once."""
    battle.put(battle.a, "2023", "N", speed=6)
    battle.put(battle.b, "2016", "S")
    drafts = battle.play("3", AAA="T1 FIRE F 1 AT BBB WITHIN 6")
    assert only(drafts, Fired).range == 6
    assert only(drafts, Commanded).energy == 1 and battle.a.console.energy == 19


@pytest.mark.parametrize(
    ("ship_class", "speed", "cost"),
    [("DN", 3, 3), ("CA", 3, 2), ("DD", 2, 0), ("CO", 6, 4), ("DD", 1, 0), ("BB", 6, 6)],
)
def test_cost_of_turning(battle: Battle, ship_class: str, speed: int, cost: int) -> None:
    """SN-5.3, SN-5.4: speed less discount, never below 0, in energy and in thrusters (example X13)."""
    ship = battle.add("CCC", ship_class, "BLUE", "3030", speed=speed)
    before = ship.console.energy
    event = only(battle.play(CCC="T1 TURN R"), Commanded)
    assert (event.energy, event.thrusters_used, before - ship.console.energy) == (cost, cost, cost)


def test_turn_without_thrusters(battle: Battle) -> None:
    """SN-5.4: a cruiser at speed 5 with 2 free thrusters may not turn; nothing is spent (example X13)."""
    battle.put(battle.a, "2020", "N", speed=5, thrusters_used=8, capacitor_energy=0, engine_energy=9)
    drafts = battle.play(AAA="T1 TURN R")
    assert lapsed(drafts) == ["turn costs 4 energy and thrusters at speed 5; you have 9 energy and 2 free thrusters"]
    assert (battle.a.console.energy, battle.a.console.thrusters_used, battle.a.heading) == (9, 8, 0)


def test_cost_of_firing() -> None:
    """SN-5.5, SN-1.9: a frigate with 1 in capacitors and 10 in engines fires 3: 0 and 8 are left (example X14)."""
    battle = Battle("FF")
    battle.put(battle.a, "2020", "N", capacitor_energy=1)
    battle.put(battle.b, "2010", "S")
    drafts = battle.play("3 1", AAA="T1 FIRE F 3 AT BBB")
    assert (battle.a.console.capacitor_energy, battle.a.console.engine_energy) == (0, 8)
    assert only(drafts, SectionMarked) == SectionMarked("AAA", "F", "ACTIVE", 3, 0)


def test_one_section_a_command(battle: Battle) -> None:
    """SN-5.6: the target bears F and RF, and only the named section fires."""
    battle.put(battle.b, "2217", "S")
    drafts = battle.play("6 6 6 1 1 1 1", AAA="T1 FIRE RF AT BBB")
    assert only(drafts, Fired).section == "RF"
    assert battle.a.console.sections["F"].status == "READY"


def test_section_must_be_ready(battle: Battle) -> None:
    """SN-5.7: not while ACTIVE or RECOVER, not without weapons; the lapse says why and until when."""
    battle.put(battle.b, "2016", "S")
    battle.a.console.sections["F"].status = "RECOVER"
    battle.a.console.sections["RF"].weapons = 0
    battle.a.console.sections["LF"].status = "ACTIVE"
    drafts = battle.next(2, cycle=3).play(AAA="T2 FIRE F AT BBB ELSE FIRE RF AT BBB ELSE FIRE LF AT BBB")
    assert lapsed(drafts) == [
        "F is RECOVER until cycle 4",
        "RF has no weapons left",
        "LF fired this cycle; ready in cycle 5",
    ]


def test_as_many_as_can_be_paid() -> None:
    """SN-5.8: with 2 energy in all, FIRE F ALL fires 2 (example X14); with none it is illegal."""
    battle = Battle("FF")
    battle.put(battle.a, "2020", "N", capacitor_energy=0, engine_energy=2)
    battle.put(battle.b, "2008", "S")
    drafts = battle.play("3", AAA="T1 FIRE F AT BBB")
    assert only(drafts, Fired).number == 2 and battle.a.console.sections["F"].used == 2
    assert lapsed(battle.play(AAA="T2 FIRE LF AT BBB")) == ["no energy"]


@pytest.mark.parametrize(
    ("hex", "why"),
    [
        ("2020", "no listed target in the sweep of F within 15 hexes: BBB is at range 0, bearing no section"),
        ("2004", "no listed target in the sweep of F within 15 hexes: BBB is at range 16, bearing F"),
        ("2023", "no listed target in the sweep of F within 15 hexes: BBB is at range 3, bearing R"),
        ("1822", "no listed target in the sweep of F within 15 hexes: BBB is at range 3, bearing LR"),
    ],
)
def test_out_of_range_or_sweep(battle: Battle, hex: str, why: str) -> None:
    """SN-5.9, SN-5.10: range 1-15, and inside the section's sweep."""
    battle.put(battle.b, hex, "S")
    assert lapsed(battle.play(AAA="T1 FIRE F AT BBB")) == [why]


def test_enemies_only(battle: Battle) -> None:
    """SN-5.9: a listed ship that has become one's own, or is lost, is no target."""
    battle.add("ABC", "DD", "BLUE", "2018")
    battle.add("CCC", "DD", "RED", "2017").fate = "destroyed"
    drafts = battle.play(AAA="T1 FIRE F AT ABC, CCC")
    why = "no listed target in the sweep of F within 15 hexes: ABC is your own ship; CCC is not on the map"
    assert lapsed(drafts) == [why]


def test_boundary_of_the_sweep(battle: Battle) -> None:
    """SN-5.10: a target exactly between two sweeps may be fired at by both sections."""
    battle.put(battle.b, "2217", "S")
    battle.put(battle.a, "2020", "N")
    assert only(battle.play("3 1", AAA="T1 FIRE F AT BBB"), Fired).range == 4


def test_one_target(battle: Battle) -> None:
    """SN-5.11: all weapons of a volley are fired at the first legal target of the list."""
    battle.put(battle.b, "2016", "S")
    battle.add("CCC", "DD", "RED", "2018")
    drafts = battle.play("3 1", AAA="T1 FIRE F AT BBB, CCC")
    assert [(e.target, e.number) for e in told(drafts, Fired)] == [("BBB", 3)]


def test_laying_mines(battle: Battle) -> None:
    """SN-5.12, SN-7.18: free, every turn while mines last, two hexes astern: heading NE at 1010 it is 0811 (example X18)."""
    battle.put(battle.a, "1010", "NE", mines=2)
    drafts = battle.play(AAA="T1 MINE\nT2 MINE\nT3 MINE")
    assert only(drafts, MineLaid) == MineLaid("M1", "AAA", "BLUE", "0811")
    assert only(drafts, MineSpent).left == 1 and battle.a.console.energy == 20
    assert only(battle.play(), MineLaid).mine == "M2"
    assert lapsed(battle.play()) == ["no mines left aboard (0 of 3)"]


@pytest.mark.parametrize(
    ("place", "heading", "other", "why"),
    [
        ("2020", "N", "2023", "BBB is within one hex of 2022"),
        ("2020", "N", "2122", "BBB is within one hex of 2022"),
        ("5098", "N", "2023", "50,100 is off the map"),
        ("3030", "N", "2023", "3032 is a planet"),
    ],
)
def test_where_no_mine_may_lie(battle: Battle, place: str, heading: str, other: str, why: str) -> None:
    """SN-5.13: not within one hex of a ship, off the sheet, or on a planet."""
    battle.put(battle.a, place, heading)
    battle.put(battle.b, other)
    battle.state.planets = [parse_label("3032")]
    assert lapsed(battle.play(AAA="T1 MINE")) == [why]


def test_mine_on_asteroids_and_mines(battle: Battle) -> None:
    """SN-5.13: asteroids and other mines do not matter."""
    battle.state.asteroids = [parse_label("2022")]
    battle.mine("2022")
    assert only(battle.play(AAA="T1 MINE"), MineLaid).hex == "2022"


def test_boarding_command(battle: Battle) -> None:
    """SN-5.14: free, all marines, at most 3 hexes, marines READY."""
    battle.put(battle.b, "2017", "S")
    drafts = battle.play("1", AAA="T1 BOARD BBB\nT2 BOARD BBB")
    assert only(drafts, MarinesSent).used == 4 and battle.a.console.energy == 20
    assert lapsed(battle.play()) == ["marines went out this cycle; ready in cycle 3"]


@pytest.mark.parametrize(
    ("changes", "hex", "why"),
    [
        ({"marine_status": "RECOVER"}, "2018", "marines are RECOVER until cycle 2"),
        ({"marines": 0}, "2018", "no marines left"),
        ({}, "2016", "no listed target within 3 hexes: BBB is at range 4"),
    ],
)
def test_boarding_refused(battle: Battle, changes: dict[str, object], hex: str, why: str) -> None:
    """SN-5.14: RECOVER, nobody left, or too far."""
    battle.put(battle.a, "2020", "N", **changes)
    battle.put(battle.b, hex, "S")
    assert lapsed(battle.play(AAA="T1 BOARD BBB")) == [why]


def test_targets_are_settled_in_the_command_phase(battle: Battle) -> None:
    """SN-5.15: a target that turns in the same turn is fired at as chosen; no dice decide who chooses first."""
    battle.put(battle.b, "2016", "S")
    drafts = battle.play("3", AAA="T1 FIRE F 1 AT BBB", BBB="T1 TURN L")
    assert only(drafts, Fired).target == "BBB"


# ---------------------------------------------------------------- chains, conditions, targets


def test_chain(battle: Battle) -> None:
    """SN-15.8, SN-15.9: at range 7 the volley lapses and the ship turns; the owner alone is told (example X23)."""
    battle.put(battle.b, "2013", "S")
    drafts = battle.play(AAA="T1 FIRE F AT BBB WITHIN 6 ELSE TURN R")
    why = "no listed target in the sweep of F within 6 hexes: BBB is at range 7, bearing F"
    assert only(drafts, OrderLapsed) == OrderLapsed("AAA", "T1", "FIRE F AT BBB WITHIN 6", why)
    assert envelope(drafts, OrderLapsed) == ("Command", "SN-15.9", "BLUE")
    assert battle.a.heading == 1


def test_chain_without_a_legal_alternative(battle: Battle) -> None:
    """SN-15.8: nothing is done and nothing is spent (example X23)."""
    battle.put(battle.a, "2020", "N", speed=3, engine_energy=0, capacitor_energy=1)
    battle.a.console.sections["F"].status = "RECOVER"
    drafts = battle.play(AAA="T1 FIRE F AT BBB ELSE TURN R")
    assert len(lapsed(drafts)) == 2 and told(drafts, Commanded) == []
    assert battle.a.console.energy == 1


def test_standing_command(battle: Battle) -> None:
    """SN-15.10: the standing command acts on turns without a command of their own, and only then."""
    battle.play(AAA="STANDING TURN L\nT2 TURN R")
    assert battle.a.heading == 5
    battle.play()
    assert battle.a.heading == 0
    battle.play()
    assert battle.a.heading == 5


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("RANGE BBB < 4", "4"),
        ("RANGE CCC < 4", "CCC is not on the map"),
        ("ARC RF BBB", "bearing F"),
        ("ENERGY > 20", "20"),
        ("INTEGRITY <= 3", "4"),
        ("SHIELDS F = 3", "4"),
        ("HEX 2021", "2020"),
        ("FACING S", "N"),
    ],
)
def test_false_conditions(battle: Battle, condition: str, value: str) -> None:
    """SN-15.5: a false condition lapses with its value."""
    battle.put(battle.b, "2016", "S")
    battle.add("CCC", "DD", "RED", "2017").fate = "destroyed"
    drafts = battle.play(AAA=f"T1 TURN L IF {condition}")
    assert lapsed(drafts) == [f"condition {condition} was false ({value})"]


@pytest.mark.parametrize(
    "condition", ["RANGE BBB >= 4", "ARC F BBB", "ENERGY = 20", "INTEGRITY > 3", "SHIELDS F >= 4", "HEX 2020", "FACING N"]
)
def test_true_conditions(battle: Battle, condition: str) -> None:
    """SN-15.5: a condition that holds lets the command pass."""
    battle.put(battle.b, "2016", "S")
    battle.play(AAA=f"T1 TURN L IF {condition}")
    assert battle.a.heading == 5


def test_any_is_nearest_first(battle: Battle) -> None:
    """SN-15.6: ANY: by distance, then roster order; named ships before it keep their place."""
    battle.put(battle.b, "2016", "S")
    battle.add("CCC", "DD", "RED", "2017")
    battle.add("DDD", "DD", "RED", "2017")
    assert only(battle.play("3 1", AAA="T1 FIRE F AT ANY"), Fired).target == "CCC"
    battle.a.console.sections["F"].status = "READY"
    assert only(battle.play("3 1", AAA="T2 FIRE F AT BBB, ANY"), Fired).target == "BBB"


def test_policy_targets(battle: Battle) -> None:
    """SN-15.6, section 6: without a list POLICY TARGETS counts, else ANY."""
    battle.put(battle.b, "2016", "S")
    battle.add("CCC", "DD", "RED", "2017")
    drafts = battle.play("3 1", AAA="POLICY TARGETS BBB, ANY\nT1 FIRE F")
    assert only(drafts, Fired).target == "BBB"


def test_fire_any(battle: Battle) -> None:
    """SN-15.7: the bearing section with most weapons; on a tie F before RF; not one that is not READY."""
    battle.put(battle.b, "2217", "S")
    shields_down(fit(battle.a, F="L", RF="L"))
    assert only(battle.play("3 1", AAA="T1 FIRE ANY AT BBB"), Fired).section == "F"
    assert only(battle.play("3 1", AAA="T2 FIRE ANY 2 AT BBB"), Fired).section == "RF"
    assert lapsed(battle.play(AAA="T3 FIRE ANY AT BBB, ANY")) == [
        "no ready section (RR, R, LR, LF) bears within 15 hexes: BBB is at range 4, bearing F and RF"
    ]


def test_fire_any_prefers_more_weapons(battle: Battle) -> None:
    """SN-15.7: F has lost a weapon, so RF fires."""
    battle.put(battle.b, "2217", "S")
    fit(battle.a, RF="L").console.sections["F"].weapons = 2
    assert only(battle.play("3 1", AAA="T1 FIRE ANY AT BBB"), Fired).section == "RF"


# ---------------------------------------------------------------- what is stored


def test_orders_are_sealed(battle: Battle) -> None:
    """SN-15.2, SN-15.3: stored orders are told to their side alone; a later mail replaces a slot; the same again is no news."""
    first = battle.play(AAA="T3 TURN L\nPOLICY RETREAT NEVER")
    assert only(first, OrdersStored) == OrdersStored("AAA", {"T3": "TURN L"}, "", {"RETREAT": "NEVER"})
    assert envelope(first, OrdersStored)[2] == "BLUE"
    assert told(battle.play(), OrdersStored) == []
    battle.play(AAA="T3 TURN R\nPOLICY RETREAT NEVER")
    assert battle.a.heading == 1


def test_consoles_with_screen_off() -> None:
    """SN-16.1: with screen=off the console is public, orders and lapses are not."""
    battle = Battle(screen="off")
    drafts = battle.play(AAA="T1 FIRE F AT BBB ELSE TURN L")
    assert envelope(drafts, Commanded)[2] == "*"
    assert envelope(drafts, OrderLapsed)[2] == "BLUE" and envelope(drafts, OrdersStored)[2] == "BLUE"
    assert envelope(Battle().play(AAA="T1 TURN L"), Commanded)[2] == "BLUE"
