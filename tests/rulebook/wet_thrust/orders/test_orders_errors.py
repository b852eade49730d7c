"""What is said to each mistake in a ship's or the fleet's orders (5.2), and what counts in spite of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.games.wet_thrust.model.control_sheet import Hole
from tests.rulebook.wet_thrust.builders.orders import current_orders, mailed, noted, ocean, one, problems, refused, strait
from tests.rulebook.wet_thrust.builders.ships import airborne, held

# ---------------------------------------------------------------- plots


@pytest.mark.parametrize(
    ("id", "plot", "changes", "message"),
    [
        ("BIS", "3P", {}, "3P is 3 points; she can turn 2 (rudders 2 of 2). Legal: up to 2 points, e.g. 2P, 1P1S."),
        ("BIS", "2S1P", {}, "2S1P is 3 points; she can turn 2 (rudders 2 of 2). Legal: up to 2 points, e.g. 2P, 1P1S."),
        ("BIS", "2P", {"lost": "RU2"}, "2P is 2 points; she can turn 1 (rudders 1 of 2). Legal: up to 1 point, e.g. 1P."),
        ("ANT", "4P", {}, "4P is 4 points; she can turn 3 (rudders 3 of 3). Legal: up to 3 points, e.g. 3P, 2P1S."),
        ("BIS", "2A", {}, "2A is more than acceleration 1. Legal: up to 1A."),
        ("BIS", "1A", {"lost": "PR1"}, "1A is more than acceleration 0.5. Legal: up to 0.5A."),
        ("BIS", "1A", {"speed": 5.5, "lost": "BO1"}, "1A makes 6.5, top speed is 6. Legal: up to 0.5A."),
        ("BIS", "1A", {"speed": 8}, "1A makes 9, top speed is 8. Legal: no A."),
        ("BIS", "3D", {}, "3D is more than deceleration 2. Legal: up to 2D."),
        ("BIS", "3D", {"speed": 2}, "3D with speed 2. Legal: up to 2D."),
        ("BIS", "1A1D", {}, "A and D together. Give one."),
        ("BIS", "MAXA 1D", {}, "MAXA with other A or D. Give one."),
        ("BIS", "1S", {"lost": "RU1 RU2", "helm": "1P"}, "all rudders lost, she repeats 1P. Legal: A, D."),
        ("BIS", "E", {"lost": "RU1 RU2"}, "all rudders lost, she holds her course. Legal: A, D."),
        ("BIS", "1D", {"speed": 5, "lost": "PR1 PR2"}, "no propeller works, speed stays 5. Legal: P, S."),
        ("BIS", "MAXA", {"speed": 5, "lost": "PR1 PR2"}, "no propeller works, speed stays 5. Legal: P, S."),
        ("BIS", "0.5P", {}, "points of turn are small whole numbers. Write 1P or 2P."),
        ("M01", "E", {"speed": 3}, "no evasive note on her sheet. Legal: a normal plot."),
        ("ANT", "E", {"speed": 0}, "she lies stopped and cannot evade. Legal: a normal plot."),
        ("ANT", "E 1P", {}, "E goes alone, without 1P. Legal: E, or 1P."),
        ("ANT", "E; 1P", {}, "E goes alone, without 1P. Legal: E, or 1P."),
        ("ANT", "1P; E", {}, "E goes alone, without 1P. Legal: E, or 1P."),
        ("ANT", "1P; 2A", {}, "the plot is given twice; the first counts. What stands: 1P."),
        ("U47", "2A", {"speed": 1, "mode": "deep"}, "2A is more than acceleration 1. Legal: up to 1A."),
        ("U47", "1A", {"speed": 2, "mode": "deep"}, "1A makes 3, top speed is 2. Legal: no A."),
    ],
)
def test_plots_that_she_cannot_make(id: str, plot: str, changes: dict[str, Any], message: str) -> None:
    """WT-2.5, WT-2.11, WT-3.5, WT-3.6, WT-4.1, WT-4.2, WT-4.3, WT-18.1: what was wrong, what would be legal."""
    state = one(id, **changes)
    assert refused(f"{id}: {plot}", state, state.ships[id].seat) == [f"{id}: {message}"]


def test_plots_at_the_limit() -> None:
    """WT-2.5, WT-3.2, WT-4.3: example 34; what the messages call legal is legal."""
    assert current_orders("BIS: 1/2A", one("BIS", lost="PR1"), "de") == ["PLOT 0.5A"]
    assert current_orders("BIS: 1P", one("BIS", lost="RU1"), "de") == ["PLOT 1P"]
    assert current_orders("BIS: 1P1S", one("BIS"), "de") == ["PLOT 1P1S"]
    assert current_orders("BIS: 1D", one("BIS", lost="RU1 RU2"), "de") == ["PLOT 1D"]
    assert current_orders("BIS: 2P", one("BIS", lost="PR1 PR2"), "de") == ["PLOT 2P"]
    assert current_orders("BIS: 2D", one("BIS", speed=2), "de") == ["PLOT 2D"]


def test_a_speed_above_the_top_counts_as_the_top() -> None:
    """WT-3.2: at 8 with one of four boilers lost she makes 6; half an inch of top is left to one at 5.5."""
    assert refused("BIS: 1A", one("BIS", speed=8, lost="BO1"), "de") == ["BIS: 1A makes 7, top speed is 6. Legal: no A."]


def test_the_speed_check_is_a_warning() -> None:
    """WT-2.4: the plot stands, and nothing is changed."""
    state = one("BIS", speed=6)
    parsed = mailed("BIS: 1A SPEED 6", state, "de")
    assert parsed.sheet.units["BIS"] == ["PLOT 1A"]
    assert "BIS: SPEED 6, but the plot gives 7. Nothing changed; correct one of them." in parsed.notes
    assert not any("SPEED" in note for note in noted("BIS: 1A SPEED 7", state, "de"))


# ---------------------------------------------------------------- guns


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("FIRE B1 AT BIS", ["battery B1 does not exist. She has A1-A4, D1-D2."]),
        ("FIRE C AT BIS", ["battery C does not exist. She has A1-A4, D1-D2."]),
        ("FIRE XYZ", ["no enemy XYZ in sight. In sight: PEU, BIS."]),
        ("FIRE NOR", ["no enemy NOR in sight. In sight: PEU, BIS."]),
        ("FIRE A AT BIS ELSE U47", ["no enemy U47 in sight. In sight: PEU, BIS."]),
        ("FIRE A AT BIS; FIRE A2 AT PEU", ["A2 already fires at BIS."]),
        ("FIRE BIS; FIRE D AT PEU", ["D1 already fires at BIS."]),
        ("FIRE AT WILL XX", ['"XX" is no type. Types: BB BC CV CA CL DD SS MM, NEAREST, WEAKEST.']),
        ("FIRE AT WILL; HOLD FIRE", ["HOLD FIRE or FIRE AT WILL is ordered twice. What stands: FIRE AT WILL."]),
        ("LOSE A4, B1", ["battery B1 does not exist. She has A1-A4, D1-D2."]),
    ],
)
def test_gun_orders_that_cannot_be(text: str, messages: list[str]) -> None:
    """WT-7.2, WT-7.3, WT-7.4: Hood's batteries and what she sees."""
    assert refused(f"HOO: {text}") == [f"HOO: {message}" for message in messages]


def test_batteries_out_of_action() -> None:
    """WT-7.4: an id, a class, all of them."""
    state = one("BIS", lost="A2 C1 C2 C3 C4")
    assert refused("BIS: FIRE A2 AT HOO; FIRE C AT HOO", state, "de") == [
        "BIS: A2 is out of action.",
        "BIS: every battery C is out of action.",
    ]
    assert current_orders("BIS: FIRE A AT HOO", state, "de") == ["FIRE A AT HOO"]
    assert refused("BIS: FIRE HOO", one("BIS", lost="A1 A2 A3 A4 C1 C2 C3 C4"), "de") == [
        "BIS: every battery is out of action."
    ]


def test_no_more_targets_than_fire_controls() -> None:
    """WT-7.2: example 8: a fifth target for four, a third for two; the same target twice is one."""
    state = strait()
    state.ships["BIS"].sheet.lost = ["FC3", "FC4"]
    orders = "FIRE A1 AT HOO; FIRE A2 AT POW; FIRE A3 AT HOO; FIRE A4 AT NOR"
    assert refused(f"BIS: {orders}", state, "de") == ["BIS: third target, only 2 fire controls work. Legal: 2 targets."]
    state.ships["BIS"].sheet.lost = ["FC1", "FC2", "FC3"]
    assert refused(f"BIS: {orders}", state, "de") == [
        "BIS: second target, only 1 fire control works. Legal: 1 target.",
        "BIS: second target, only 1 fire control works. Legal: 1 target.",
    ]
    state.ships["BIS"].sheet.lost.append("FC4")
    assert refused("BIS: FIRE HOO", state, "de") == ["BIS: no fire control works, no guns. Legal: HOLD FIRE."]


def test_a_boat_below_the_surface_has_no_guns() -> None:
    """WT-18.3, WT-18.5."""
    assert refused("U47: FIRE SHE", ocean(), "de") == ["U47: submerged, no guns. Legal on the turn after SURFACE."]
    assert current_orders("U47: FIRE SHE", ocean(U47="surfaced"), "de") == ["FIRE AT SHE"]


def test_boats_are_targets_as_contacts_only() -> None:
    """WT-23.4, WT-7.4: ruling W4: nobody learns from the parser which boat is where."""
    state = ocean()
    assert refused("ANT: FIRE U47", state) == ["ANT: no enemy U47 in sight. In sight: GRZ, BIS."]
    held(state, "U47")
    assert refused("ANT: FIRE U47", state) == ["ANT: no enemy U47 in sight. In sight: GRZ, BIS, SUB1."]
    assert current_orders("ANT: FIRE SUB1 ELSE BIS; ASW SUB1; RAM SUB 1", state) == [
        "RAM SUB1",
        "FIRE AT SUB1 ELSE BIS",
        "ASW SUB1",
    ]
    state.turn += 1
    assert refused("ANT: ASW SUB1", state) == ["ANT: no contact SUB1 is held. Held: none; or ANY, HOLD."]


def test_guns_are_not_for_aircraft() -> None:
    """WT-7.4: AA is."""
    state = ocean()
    airborne(state, "ARK-T1", (5, 50))
    assert refused("BIS: FIRE ARK-T1", state, "de") == ["BIS: ARK-T1 is in the air; guns fire at ships. Legal: AA ARK-T1."]


# ---------------------------------------------------------------- torpedoes, depth charges, rams


def test_torpedo_orders_that_cannot_be() -> None:
    """WT-10.1, WT-10.4."""
    state = one("ANT", used={"TL1": 1}, ready={"TL2": 5})
    assert refused("ANT: TORP BIS WITH TL1; TORP BIS WITH TL2; TORP BIS WITH TL3", state) == [
        "ANT: TL1 has no torpedo left.",
        "ANT: TL2 reloads until game turn 4.",
        "ANT: launcher TL3 does not exist. She has TL1, TL2.",
    ]
    assert refused("ANT: TORP BIS WITHIN 12; TORP BIS WITHIN 0; TORP XYZ", one("ANT")) == [
        "ANT: WITHIN 12 is beyond 8. Legal: up to 8.",
        "ANT: WITHIN 0 is no range. Legal: up to 8.",
        "ANT: no enemy XYZ in sight. In sight: BIS.",
    ]
    assert refused("ANT: TORP BIS WITH TL1; TORP BIS WITH TL1, TL2", one("ANT")) == ["ANT: TL1 already fires at BIS."]
    assert refused("ANT: TORP BIS", one("ANT", used={"TL1": 1, "TL2": 1})) == ["ANT: TL1 has no torpedo left."]
    assert refused("ANT: TORP BIS WITH TL1", one("ANT", lost="TL1")) == ["ANT: TL1 is out of action."]
    assert refused("SUF: TORP BIS", one("SUF")) == ["SUF: no torpedo launchers."]


def test_torpedoes_wait_for_a_launcher_and_a_depth() -> None:
    """WT-10.4, WT-18.3: a standing TORP may wait for its launcher to be loaded; a deep boat has none."""
    assert current_orders("ANT: TORP BIS WITHIN 4", one("ANT", ready={"TL1": 5, "TL2": 5})) == ["TORP BIS WITHIN 4"]
    deep = "U99: submerged deep, no torpedoes. Legal from next turn after PERISCOPE."
    assert refused("U99: TORP M01", ocean(), "de") == [deep]
    state = ocean()
    held(state, "U47")
    assert refused("ANT: TORP SUB1", state) == ["ANT: SUB1 is below the surface; torpedoes run at ships. In sight: GRZ, BIS."]


def test_depth_charges_need_mounts() -> None:
    """WT-19.5."""
    assert refused("SUF: ASW ANY") == ["SUF: no anti-submarine mounts."]
    assert current_orders("ANT: ASW HOLD", one("ANT")) == ["ASW HOLD"]


def test_only_destroyers_ram() -> None:
    """WT-5.5: what can be hit by a bow."""
    assert refused("SUF: RAM BIS") == ["SUF: only destroyers ram."]
    assert refused("ANT: RAM XYZ", one("ANT")) == ["ANT: no enemy XYZ in sight. In sight: BIS."]
    state = ocean()
    held(state, "U99")
    assert refused("ANT: RAM SUB1", state) == ["ANT: SUB1 is deep; she cannot be rammed."]
    assert current_orders("ANT: RAM BIS", one("ANT")) == ["RAM BIS"]


# ---------------------------------------------------------------- damage control


def test_what_cannot_be_repaired_is_struck_off_the_list() -> None:
    """WT-16.5, WT-16.6, WT-16.7: the rest of the list stands."""
    state = one("HOO", lost="BO2 DC1", beyond=["BO2"], holes={"HO1": Hole(18, 2), "HO2": Hole(19, 0)})
    parsed = mailed("HOO: DC MAGAZINE, RUDDER, DC1, BO2, HO1, HO2, MG1, XX, SB", state)
    assert [problem.reason for problem in parsed.problems] == [
        "HOO: magazines cannot be repaired",
        "HOO: DC boxes cannot be repaired",
        "HOO: BO2 is beyond repair",
        "HOO: HO2 cannot be closed",
        "HOO: magazines cannot be repaired",
        "HOO: XX is no system of hers",
    ]
    assert parsed.sheet.units["HOO"] == ["DC RUDDER, HO1, SB"]
    assert refused("HOO: DC DC", state) == ["HOO: DC boxes cannot be repaired."]
    assert refused("SUF: DC R1; DC SONAR; DC HOLE, B2") == [
        "SUF: aircraft cannot be repaired.",
        "SUF: SONAR is no system of hers. Legal: BRIDGE, RUDDER, BOILER, PROP, RADAR, SONAR, FC, HOLE, MAIN, GUNS, TORP, ASW, "
        "PDF, ADF, or an id like RU1.",
    ]


# ---------------------------------------------------------------- smoke, breaking contact


def test_who_may_make_smoke() -> None:
    """WT-20.1, WT-20.2: small ships; capital ships to disengage; nobody in a gale."""
    assert refused("BIS: SMOKE", one("BIS"), "de") == ["BIS: a BB may make smoke only with DISENGAGE."]
    assert current_orders("BIS: SMOKE; DISENGAGE", one("BIS"), "de") == ["SMOKE", "DISENGAGE"]
    assert refused("NOR: SCREEN; DISENGAGE") == ["NOR: a CA may make smoke only with DISENGAGE. Screens are for CL, DD, MM."]
    assert current_orders("SHE: SMOKE; SCREEN", one("SHE")) == ["SMOKE", "SCREEN"]
    assert refused("U47: SMOKE", ocean(), "de") == ["U47: submarines make no smoke."]


@pytest.mark.parametrize(("weather", "words"), [("gale", "a gale"), ("storm", "a storm"), ("fog", "fog")])
def test_weather_that_smoke_cannot_be_made_in(weather: str, words: str) -> None:
    """WT-20.1."""
    state = one("ANT")
    state.weather_name = weather
    assert refused("ANT: SMOKE; SCREEN", state) == [f"ANT: no smoke in {words}."] * 2
    state.weather_name = "driving"
    assert current_orders("ANT: SMOKE", state) == ["SMOKE"]


def test_disengaging_below_full_speed_is_a_warning() -> None:
    """WT-21.2: accepted; the attempt will fail."""
    state = one("BIS", speed=5, lost="BO1")
    assert "BIS: to disengage plot full speed: needs 1A (speed 6). You gave 0A." in noted("BIS: DISENGAGE", state, "de")
    assert "BIS: to disengage plot full speed: needs 1A (speed 6). You gave 2D." in noted("BIS: 2D; DISENGAGE", state, "de")
    assert not any("full speed" in note for note in noted("BIS: 1A; BREAK OFF", state, "de"))


def test_who_may_not_disengage() -> None:
    """WT-21.1, WT-6.8: boats below, and ships that recover a plane; option `recon_bar`."""
    state = one("BIS")
    plane = state.squadrons["BIS-R1"]
    plane.place = "alongside"
    assert refused("BIS: DISENGAGE", state, "de") == ["BIS: recovering R1, may not disengage."]
    airborne(state, "BIS-R1", (1, 1))
    assert current_orders("BIS: DISENGAGE", state, "de") == ["DISENGAGE"]
    state.options["recon_bar"] = "aloft"
    assert refused("BIS: DISENGAGE", state, "de") == ["BIS: R1 is in the air, may not disengage."]
    plane.place, plane.moored, state.options["recon_bar"] = "aboard", 1, "game"
    assert refused("BIS: DISENGAGE", state, "de") == ["BIS: has recovered R1, may not disengage."]
    assert refused("U47: DISENGAGE", ocean(), "de") == ["U47: submarines below the surface do not disengage."]


# ---------------------------------------------------------------- submarines


@pytest.mark.parametrize(
    ("mode", "order", "message"),
    [
        ("deep", "DIVE", "already deep. Legal: PERISCOPE, SILENT."),
        ("deep", "CRASH DIVE", "already deep. Legal: PERISCOPE, SILENT."),
        ("deep", "SURFACE", "SURFACE from deep takes PERISCOPE first."),
        ("periscope", "PERISCOPE", "already at periscope depth. Legal: DIVE, CRASH DIVE, SURFACE."),
        ("periscope", "SILENT", "SILENT only when deep (or with CRASH DIVE)."),
        ("surfaced", "SURFACE", "already surfaced. Legal: DIVE, CRASH DIVE, PERISCOPE."),
        ("surfaced", "SILENT", "SILENT only when deep (or with CRASH DIVE)."),
    ],
)
def test_depths_out_of_reach(mode: str, order: str, message: str) -> None:
    """WT-18.6, WT-18.7, WT-18.8."""
    assert refused(f"U47: {order}", ocean(U47=mode), "de") == [f"U47: {message}"]


@pytest.mark.parametrize(
    ("mode", "order"),
    [("deep", "PERISCOPE"), ("deep", "SILENT"), ("periscope", "DIVE"), ("periscope", "CRASH DIVE SILENT"),
     ("periscope", "SURFACE"), ("surfaced", "DIVE"), ("surfaced", "CRASH DIVE"), ("surfaced", "PERISCOPE")],
)  # fmt: skip
def test_depths_within_reach(mode: str, order: str) -> None:
    """WT-18.7, WT-18.8."""
    assert current_orders(f"U47: {order}", ocean(U47=mode), "de") == [order]


def test_ships_do_not_dive() -> None:
    """WT-18.1."""
    assert refused("HOO: DIVE") == ["HOO: only submarines dive."]


# ---------------------------------------------------------------- air defence


def test_air_defence() -> None:
    """WT-14.3, WT-14.4: systems on her sheet, squadrons in the air, friends."""
    state = ocean()
    assert refused("M01: AA GRZ-F1; COVER ARK", state) == ["M01: no anti-aircraft systems."] * 2
    assert refused("ANT: AA GRZ-F1", state) == ["ANT: no enemy squadron GRZ-F1 in the air. In the air: none."]
    airborne(state, "GRZ-F1", (1, 1))
    assert current_orders("ANT: AA GRZ-F1; COVER ARK", state) == ["AA GRZ-F1", "COVER ARK"]
    assert refused("ANT: COVER BIS", state) == ["ANT: no friend BIS in play. Friends: ARK, SHE, ANT, M01, M02."]
    assert refused("HOO: COVER POW") == ["HOO: no area defence."]


# ---------------------------------------------------------------- command, the fleet, strangers


def test_a_ship_out_of_command() -> None:
    """WT-15.1, WT-15.4: example 32; one message however many orders, and one of its own for a launch."""
    state = one("ARK", turn=4, lost="BR", takes_over=6)
    state.ships["ARK"].book.standing = ["HOLD FIRE"]
    assert refused("ARK: 1A; SMOKE; LAUNCH T1; HOLD FIRE; FIRE AT WILL", state) == [
        "ARK: bridge out; she repeats her last orders until game turn 6.",
        "ARK: bridge out, no launch.",
    ]
    state.ships["ARK"].sheet.takes_over, state.ships["ARK"].sheet.bridge_out = 0, 4
    assert refused("ARK: 1A", state) == [
        "ARK: bridge out since game turn 4; she repeats her last orders until a bridge is repaired."
    ]
    state = one("ANT", turn=4, lost="BR", bridge_out=3)
    assert refused("ANT: 1A", state) == [
        "ANT: bridge out since game turn 3; she repeats her last orders until the bridge is repaired."
    ]
    assert current_orders("ARK: 1A", one("ARK", turn=5, lost="BR", takes_over=6)) == ["PLOT 1A"]
    assert current_orders("ARK: 1A", one("ARK", turn=4)) == ["PLOT 1A"]


def test_units_of_others() -> None:
    """WT-22.1, WT-21.7, WT-23.4: strangers, enemies, the sunk and gone; hidden boats are no more than strangers."""
    state = ocean()
    state.ships["SHE"].fate, state.ships["M01"].fate, state.ships["M02"].seat = "lost", "away", "gb2"
    state.ships["SHE"].gone, state.ships["M01"].gone = 2, 1
    state.squadrons["ARK-T1"].place, state.squadrons["ARK-T1"].lost = "gone", True
    text = "XYZ: 1A\nBIS: 1A\nU47: 1A\nGRZ-F1: CAP\nLB1: ORBIT\nSHE: 1A\nM01: 1A\nM02: 1A\nARK-T1: ORBIT"
    yours = "Yours: ARK, ANT."
    assert refused(text, state) == [
        f"XYZ: no such unit. {yours}",
        f"BIS: not yours. {yours}",
        f"U47: no such unit. {yours}",
        f"GRZ-F1: no such unit. {yours}",
        f"LB1: no such unit. {yours}",
        f"SHE: sunk on game turn 2. {yours}",
        f"M01: has broken contact on game turn 1. {yours}",
        f"M02: not yours; gb2 gives it orders. {yours}",
        f"ARK-T1: lost. {yours}",
    ]


def test_a_squadron_by_its_symbol_alone() -> None:
    """Ruling W3: a block of the short symbol is the squadron's if only one ship has it; else the answer asks which."""
    parsed = mailed("T1: ATTACK BIS", ocean())
    assert (problems(parsed), parsed.sheet.units["ARK-T1"]) == ([], ["ATTACK BIS"])
    assert refused("R1: ORBIT", ocean()) == ["R1: no such unit. Did you mean ARK-R1 or SHE-R1?"]


def test_fire_order_in_two_words() -> None:
    """5.1: as people write it."""
    assert current_orders("FLEET: fire order ant, she", ocean()) == ["FIREORDER ANT, SHE"]


def test_the_fleet() -> None:
    """WT-7.1, WT-21.3: FIREORDER of own ships; ruling W1: from the senior admiral."""
    assert refused("FLEET: FIREORDER HOO, BIS; DC FC; 1A") == [
        "FLEET: BIS is not yours. Yours: HOO, POW, NOR, SUF.",
        "FLEET: DC is no order for the fleet. Legal: FIREORDER, CHALLENGE, FIRE AT WILL, HOLD FIRE.",
        "FLEET: PLOT is no order for the fleet. Legal: FIREORDER, CHALLENGE, FIRE AT WILL, HOLD FIRE.",
    ]
    assert refused("FLEET: FIRE AT WILL XX") == ['FLEET: "XX" is no type. Types: BB BC CV CA CL DD SS MM, NEAREST, WEAKEST.']
    assert refused("HOO: FIREORDER HOO") == ["HOO: FIREORDER goes into the FLEET block. Write FLEET: FIREORDER HOO."]
    state = strait(admirals="two")
    state.seats["gb2"] = "british"
    assert refused("FLEET: CHALLENGE NO", state, "gb2") == ["FLEET: only gb orders the fleet."]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("POW: FYRE BIS", 'POW: "FYRE BIS" not understood. Did you mean FIRE BIS?'),
        ("POW: SMOK", 'POW: "SMOK" not understood. Did you mean SMOKE?'),
        ("POW: FIRE", 'POW: "FIRE" not understood. Write FIRE A AT BIS ELSE PEU, or FIRE AT WILL.'),
        ("POW: SPEED 6", 'POW: "SPEED 6" not understood. Write 1A SPEED 7, the speed behind the plot.'),
        ("POW-R1: SPIT BIS", 'POW-R1: "SPIT BIS" not understood. Did you mean SPOT BIS?'),
        ("FLEET: FIREODER HOO", 'FLEET: "FIREODER HOO" not understood. Did you mean FIREORDER HOO?'),
        ("POW: FIRE BIS NOW", 'POW: "NOW" was not understood after "FIRE BIS".'),
        ("FLEET: 3 2 1", 'FLEET: "3 2 1" not understood. Orders are FIREORDER, CHALLENGE, FIRE, HOLD.'),
    ],
)
def test_what_is_not_understood(text: str, message: str) -> None:
    """WT-2.14."""
    assert refused(text) == [message]


def test_too_long_an_order() -> None:
    """WT-2.14: nobody writes it by hand."""
    assert refused(f"HOO: FIRE {'X' * 300}") == ["HOO: an order may have 300 characters; this one has 305."]


def test_exact_speeds() -> None:
    """WT-1.6: what is called legal can be written: three decimals, cut, never more than she can."""
    state = one("KGV", speed=3, holes={"HO1": Hole(18, 2), "HO2": Hole(18, 2)}, lost="BO1")
    ship = state.ships["KGV"]
    assert ship.top == Fraction(7 * 27, 64)
    ship.speed = Fraction(5, 2)
    assert refused("KGV: 1A", state) == ["KGV: 1A makes 3.5, top speed is 2.95. Legal: up to 0.453A."]
    assert current_orders("KGV: 0.453A", state) == ["PLOT 0.453A"]


def test_reading_changes_nothing() -> None:
    """WT-2.1: orders are plans; the state waits for the deadline."""
    state = ocean()
    before = repr(state)
    mailed("ANT: 1A; FIRE BIS; SMOKE; XX\nARK: LAUNCH T1", state)
    assert repr(state) == before
