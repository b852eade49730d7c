"""Whole mails: blocks, what a later mail replaces, standing orders, the fleet, receipts, templates."""

from __future__ import annotations

import pytest

from pbem.core.texts.envelope import OrderSheet
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.orders import Fire
from pbem.games.wet_thrust.orders.parse import sheet
from pbem.games.wet_thrust.report.template import template
from pbem.games.wet_thrust.rules.lock import merge
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.orders import (
    current_orders,
    mailed,
    noted,
    ocean,
    one,
    problems,
    refused,
    sent_back,
    strait,
)
from tests.rulebook.wet_thrust.builders.ships import airborne, held

BRITISH = """# British, turn 3, Denmark Strait
FLEET: FIREORDER HOO, POW, NOR, SUF
HOO: 1A1P
  FIRE A AT BIS ELSE PEU
  DC MAGAZINE, RUDDER          # magazine refused: not repairable
  LOSE A4, A3
POW: PLOT 1P SPEED 7
  FIRE MAIN AT BIS; FIRE C1,C3 AT PEU
  LAUNCH R1
POW-R1: SPOT BIS
NOR: 2A ; FIRE PEU ELSE BIS ; CHALLENGE YES
SUF: -
  HOLD FIRE
"""
GERMAN = """# German and carrier/submarine examples
U47: CRASH DIVE SILENT
U99: 1A1S ; TORP M02 ELSE M01 WITH TL1 WITHIN 4 ; DIVE
GRZ: MAXA ; LAUNCH F1, DB1
GRZ-F1: ESCORT GRZ-DB1
GRZ-DB1: ATTACK ARK ELSE SHE
GRZ-F2: CAP PRIORITY T, DB
LB1: ATTACK ARK
BIS: 1A 2S            # two points to starboard, disruptive above 4"
  FIRE C AT SHE
  DISENGAGE
  AA ARK-T1
"""


# ---------------------------------------------------------------- the samples


def test_the_british_sample_mail() -> None:
    """WT-2.2, WT-7.5, WT-6.3: 5.3, as it is afterwards; Prince of Wales makes 6, which the check tells."""
    parsed = mailed(BRITISH)
    assert problems(parsed) == ["HOO: magazines cannot be repaired."]
    assert parsed.sheet.units == {
        "HOO": ["PLOT 1A1P", "FIRE A AT BIS ELSE PEU", "DC RUDDER", "LOSE A4, A3"],
        "POW": ["PLOT 1P", "FIRE MAIN AT BIS", "FIRE C1, C3 AT PEU", "LAUNCH POW-R1"],
        "NOR": ["PLOT 2A", "FIRE AT PEU ELSE BIS", "CHALLENGE YES"],
        "SUF": ["PLOT -", "HOLD FIRE"],
        "POW-R1": ["SPOT BIS"],
        "NOR-R1": [],
        "SUF-R1": [],
        "FLEET": ["FIREORDER HOO, POW, NOR, SUF"],
    }
    assert parsed.accepted == 15
    assert parsed.notes == [
        "HOO: speed 8, course 9, ends at 18.5, -14.0; fires as ordered",
        "POW: speed 6, course 9, ends at 22.1, -15.5; fires as ordered",
        "POW: SPEED 7, but the plot gives 6. Nothing changed; correct one of them.",
        "POW: launches R1",
        "NOR: speed 7, course 7, ends at 14.5, 15.9; fires as ordered",
        "SUF: speed 7, course 7, ends at 6.5, 19.9; holds fire",
    ]


def test_the_german_sample_mail() -> None:
    """WT-18.8, WT-10.13, WT-11.5, WT-12.2, WT-21.1: 5.3; at 6 inches her main guns are silent for two points (WT-4.4)."""
    state = ocean(U99="periscope")
    airborne(state, "ARK-T1", (5, 50))
    parsed = mailed(GERMAN, state, "de")
    assert problems(parsed) == []
    assert {unit: lines for unit, lines in parsed.sheet.units.items() if lines} == {
        "GRZ": ["PLOT MAXA", "LAUNCH GRZ-F1, GRZ-DB1"],
        "BIS": ["PLOT 1A2S", "DISENGAGE", "FIRE C AT SHE", "AA ARK-T1"],
        "U47": ["CRASH DIVE SILENT"],
        "U99": ["PLOT 1A1S", "DIVE", "TORP M02 ELSE M01 WITH TL1 WITHIN 4"],
        "GRZ-F1": ["ESCORT GRZ-DB1"],
        "GRZ-F2": ["CAP PRIORITY T, DB"],
        "GRZ-DB1": ["ATTACK ARK ELSE SHE"],
        "LB1": ["ATTACK ARK"],
    }
    assert "BIS: a disruptive turn: A1, A2, A3, A4 may not fire this turn" in parsed.notes


# ---------------------------------------------------------------- mails as people write them


def test_mails_as_people_write_them() -> None:
    """WT-2.4: small letters, bullets, wrapped lines, word processors' signs, quotes, signatures."""
    text = """> HOO: 3P
hoo:
 \u2022 1a1p
 - fire a1\u2013a3
     at \u201cbis\u201d
     else peu
 * hold fire.
pow-r1: go \u22123, 4
SUF:
 \u2013
--
 HOO: DISENGAGE"""
    parsed = mailed(text)
    assert problems(parsed) == []
    assert parsed.sheet.units["HOO"] == ["PLOT 1A1P", "FIRE A1, A2, A3 AT BIS ELSE PEU", "HOLD FIRE"]
    assert parsed.sheet.units["POW-R1"] == ["GO -3, 4"]
    assert parsed.sheet.units["SUF"] == ["PLOT -"]


def test_an_admiral_of_one_ship_needs_no_block() -> None:
    """WT-2.14: and FIREORDER needs none either."""
    assert mailed("1A; FIRE HOO\nFIREORDER BIS", one("BIS"), "de").sheet.units == {
        "BIS": ["PLOT 1A", "FIRE AT HOO"],
        "BIS-R1": [],
        "BIS-R2": [],
        "FLEET": ["FIREORDER BIS"],
    }
    assert refused("1A; FIRE BIS") == [
        '"1A": no unit is named. Write the unit above it, as in HOO:',
        '"FIRE BIS": no unit is named. Write the unit above it, as in HOO:',
    ]


def test_a_mistake_refuses_only_its_own_order() -> None:
    """WT-2.14: the unit keeps its last accepted order of that kind for this turn, else the default."""
    state = strait()
    first = mailed("HOO: 1A; FIRE BIS; HOLD FIRE", state).sheet
    second = mailed("HOO: 5P; FIRE A AT PEU; DANCE", state, before=first)
    assert second.sheet.units["HOO"] == ["PLOT 1A", "FIRE A AT PEU"]
    assert (len(second.problems), second.accepted) == (2, 1)
    third = mailed("HOO: 5P; DANCE", state, before=second.sheet)
    assert third.sheet.units["HOO"] == ["PLOT 1A", "FIRE A AT PEU"]
    assert third.accepted == 0 and third.notes == []


def test_a_later_block_replaces_the_turns_orders_of_its_unit() -> None:
    """WT-2.14: ruling W7: also what an earlier mail of the turn changed of the standing orders; other units keep theirs."""
    state = strait()
    state.ships["HOO"].book.standing = ["HOLD FIRE", "DC RUDDER"]
    first = mailed("HOO: 1A; FIRE AT WILL; LOSE A4\nPOW: 1P", state)
    assert first.sheet.units["HOO"] == ["PLOT 1A", "FIRE AT WILL", "DC RUDDER", "LOSE A4"]
    second = mailed("HOO: 1P; DC BRIDGE", state, before=first.sheet)
    assert second.sheet.units["HOO"] == ["PLOT 1P", "HOLD FIRE", "DC BRIDGE"]
    assert second.sheet.units["POW"] == ["PLOT 1P"]
    assert "HOO: the orders of your earlier mail are replaced" in second.notes
    assert not any("replaced" in note for note in first.notes)


def test_torpedoes_on_hold() -> None:
    """WT-10.13: ruling W7: TORP HOLD ends a standing TORP; a TORP for this turn leaves it; a new one takes its place."""
    state = one("ANT")
    state.ships["ANT"].book.standing = ["TORP BIS WITH TL1 WITHIN 4"]
    assert current_orders("ANT: TORP HOLD", state) == ["TORP HOLD"]
    assert current_orders("ANT: TORP BIS WITH TL2", state) == ["TORP BIS WITH TL2", "TORP BIS WITH TL1 WITHIN 4"]
    assert current_orders("ANT: TORP BIS WITHIN 2", state) == ["TORP BIS WITHIN 2"]
    assert current_orders("ANT: TORP BIS; TORP HOLD; TORP BIS WITHIN 2", state) == ["TORP HOLD", "TORP BIS WITHIN 2"]


def test_fire_orders_go_before_the_standing_policy() -> None:
    """WT-7.5: ruling W7: the HOLD stands on for the turns after."""
    state = strait()
    state.ships["HOO"].book.standing = ["HOLD FIRE"]
    lines = current_orders("HOO: FIRE A AT BIS", state)
    assert lines == ["FIRE A AT BIS", "HOLD FIRE"]
    orders = merge(lines, [])
    assert orders.fire == (Fire(("A",), ("BIS",)),) and not orders.hold


def test_lists_in_two_orders_are_one_list() -> None:
    """WT-16.5, WT-13.9, WT-14.4: classes of LOSE are written out."""
    assert current_orders("HOO: DC RUDDER; DC FC, RUDDER; LOSE A4; LOSE D", strait()) == ["DC RUDDER, FC", "LOSE A4, D1, D2"]
    state = strait()
    state.ships["HOO"].book.standing = ["DC FC"]
    assert current_orders("HOO: DC RUDDER; DC FC", state) == ["DC RUDDER, FC"]


def test_none_ends_a_list_that_stands() -> None:
    """WT-16.5, WT-13.9, WT-14.4, WT-14.3: like TORP HOLD it is on the sheet for its turn; what follows it is a new list."""
    state = ocean()
    state.ships["ARK"].book.standing = ["DC RUDDER", "LOSE D1", "AA GRZ-T1", "COVER SHE"]
    none = ["DC NONE", "LOSE NONE", "AA NONE", "COVER NONE"]
    assert current_orders("ARK: dc none; lose none; aa none; cover none", state) == none
    assert current_orders("ARK: REPAIR NONE", state) == ["DC NONE", *state.ships["ARK"].standing[1:]]
    assert current_orders("ARK: DC NONE; DC FC", state)[0] == "DC FC"
    assert current_orders("ARK: DC FC; DC NONE", state)[0] == "DC NONE"
    assert refused("M01: AA NONE", state) == ["M01: no anti-aircraft systems."]


def test_a_unit_that_is_not_on_the_sheet_has_nothing_standing() -> None:
    """WT-2.14: so that a sheet's own text gives the same sheet again."""
    state = strait()
    state.ships["HOO"].book.standing = ["HOLD FIRE"]
    assert WET_THRUST.orders.read(state, "gb", "HOO: 1A", OrderSheet()).sheet.units["HOO"] == ["PLOT 1A"]
    assert WET_THRUST.orders.read(state, "gb", "HOO: 1A", sheet(state, "gb")).sheet.units["HOO"] == ["PLOT 1A", "HOLD FIRE"]


def test_what_stands_without_a_mail() -> None:
    """WT-11.4: section 6: ships, squadrons that are not gone, and the fleet for the senior admiral (ruling W1)."""
    state = strait()
    state.seats["gb2"], state.ships["SUF"].seat, state.squadrons["SUF-R1"].seat = "british", "gb2", "gb2"
    state.squadrons["NOR-R1"].place = "gone"
    state.ships["SUF"].book.standing, state.fleet["british"] = ["HOLD FIRE"], ["CHALLENGE NO"]
    assert sheet(state, "gb").units == {"HOO": [], "POW": [], "NOR": [], "POW-R1": [], "FLEET": ["CHALLENGE NO"]}
    assert sheet(state, "gb2").units == {"SUF": ["HOLD FIRE"], "SUF-R1": []}
    assert mailed("SUF: FIRE AT WILL", state, "gb2").sheet.units == {"SUF": ["FIRE AT WILL"], "SUF-R1": []}


def test_after_the_end() -> None:
    """WT-22.2."""
    state = strait()
    state.over = True
    assert [str(problem) for problem in WET_THRUST.orders.read(state, "gb", "HOO: 1A", sheet(state, "gb")).problems] == [
        "the game is over; no orders are taken."
    ]


# ---------------------------------------------------------------- receipts


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("HOO: -", "HOO: speed 7, course 10, ends at 19.9, -12.5; fires at will"),
        ("HOO: 1P1S", "HOO: speed 7, course 10, ends at 19.5, -14.2; fires at will"),
        ("HOO: E; HOLD FIRE", "HOO: evading, speed 7, course 10, ends at 19.9, -12.5; holds fire"),
        ("FLEET: HOLD FIRE", "HOO: no orders: speed 7, course 10, ends at 19.9, -12.5; holds fire"),
        ("FLEET: FIRE AT WILL BB > SS", "HOO: no orders: speed 7, course 10, ends at 19.9, -12.5; fires at will (BB > SS)"),
    ],
)  # fmt: skip
def test_resulting_speed_course_and_place(text: str, note: str) -> None:
    """WT-2.6, WT-2.7, WT-2.8: 5.2: of every ship, and the default of every unit without orders (6.2)."""
    assert note in noted(text)


def test_a_plot_that_will_be_cut() -> None:
    """WT-2.12, WT-3.2: stopped she cannot turn; above her top she falls to it."""
    assert "BIS: without way she cannot turn" in noted("BIS: 1P", one("BIS", speed=0), "de")
    notes = noted("BIS: -", one("BIS", speed=8, lost="BO1"), "de")
    assert notes[0].startswith("BIS: speed 6, ") and "BIS: her top speed is 6" in notes


def test_what_a_ship_out_of_command_repeats() -> None:
    """WT-15.2, WT-4.3: her last plot, or the turns of a jammed rudder."""
    state = one("BIS", turn=4, lost="BR SB", last=["PLOT 1A1P", "HOLD FIRE"])
    assert noted("FLEET: CHALLENGE NO", state, "de")[0] == (
        "BIS: bridge out, she repeats her last orders: speed 7, course 11, ends at -1.8, 6.5; holds fire"
    )
    state = one("BIS", lost="RU1 RU2", helm="1P")
    assert noted("BIS: 1D", state, "de")[0] == "BIS: speed 5, course 11, ends at -1.2, 4.7; fires at will"


def test_boats() -> None:
    """WT-18.6, WT-18.7, WT-18.8: how deep they go; dead silent they stop."""
    state = ocean()
    assert "U99: speed 0, course 12, ends at 14.0, -16.0; runs silent" in noted("U99: 1A; SILENT", state, "de")
    assert "U47: speed 1, course 9, ends at 25.0, 3.0; dives when she has moved" in noted("U47: DIVE", state, "de")
    state = ocean(U47="surfaced")
    crash = "crash-dives first; if that succeeds, at most speed 2"
    assert f"U47: speed 1, course 9, ends at 25.0, 3.0; fires at will; {crash}" in noted("U47: CRASH DIVE", state, "de")


def test_a_receipt_tells_nothing_of_hidden_boats() -> None:
    """WT-23.4: wherever they are and whatever they do, the enemy's receipt is the same."""
    text = "ANT: 1A; FIRE U47; ASW SUB1; ATTACK U99\nU47: 1A\nSHE: -"
    state, other = ocean(), ocean(U47="deep")
    other.ships["U47"].at, other.ships["U99"].fate = (-2000, 4000), "lost"
    one_, two = mailed(text, state), mailed(text, other)
    assert (problems(one_), one_.notes, one_.sheet) == (problems(two), two.notes, two.sheet)


# ---------------------------------------------------------------- templates


def test_the_template_parses_as_it_stands() -> None:
    """WT-2.14: every own vessel, every squadron in the air, and what stands."""
    state = ocean()
    state.ships["ANT"].book.standing = ["ASW HOLD", "AA GRZ-F1"]
    state.fleet["british"] = ["FIREORDER ARK, SHE"]
    airborne(state, "ARK-T1", (5, 50), standing=["ATTACK PEU"])
    parsed = sent_back(state, "gb")
    assert problems(parsed) == []
    assert {unit: lines for unit, lines in parsed.sheet.units.items() if lines} == {
        **{id: ["PLOT -"] for id in ("ARK", "SHE", "M01", "M02")},
        "ANT": ["PLOT -", "ASW HOLD", "AA GRZ-F1"],
        "ARK-T1": ["ATTACK PEU"],
        "FLEET": ["FIREORDER ARK, SHE"],
    }


def test_the_template_of_ships_in_trouble() -> None:
    """WT-15.1, WT-4.3, WT-3.6: what cannot be ordered is not in it."""
    state = one("BIS", turn=4, lost="BR SB RU1 RU2 PR1 PR2", helm="1P", standing=["HOLD FIRE"])
    text = template(known(state, "de"))
    assert "# bridge out: she repeats her last orders and takes none" in text and "PLOT" not in text
    assert problems(sent_back(state, "de")) == []
    state.ships["BIS"].sheet.lost.remove("BR")
    assert "PLOT -   # speed 6, no rudder, she repeats 1P" in template(known(state, "de"))
    assert problems(sent_back(state, "de")) == []


def test_the_template_of_boats_and_bombers() -> None:
    """WT-18.1, WT-11.4, WT-13.7: boats at all depths, deck and rearming, land-based bombers on their way, planes alongside."""
    state = ocean(U47="surfaced")
    state.squadrons["GRZ-DB1"].deck.ready = 9
    state.squadrons["BIS-R1"].place = "alongside"
    text = template(known(state, "de"))
    assert "U 99: at 14.0, -16.0, course 12, speed 1 of 2, deep" in text
    assert "DB1 (6, ready on game turn 9)" in text
    assert "6 bombers, here on game turn 5" in text
    assert "alongside BIS, being taken aboard" in text
    assert problems(sent_back(state, "de")) == []
    state.squadrons["GRZ-DB1"].deck.ready = 3
    assert "DB1 (6)" in template(known(state, "de")), "game turn 3 is the next one"


def test_who_gets_no_template() -> None:
    """WT-22.2: spectators, those whose ships are gone, and nobody after the end."""
    state = ocean()
    assert template(known(state, None)) == ""
    for ship in state.ships.values():
        ship.fate = "lost" if ship.side == "british" else "afloat"
    for squadron in state.squadrons.values():
        squadron.place = "gone"
    assert template(known(state, "gb")).startswith("# You have no unit in play")
    state.over = True
    assert template(known(state, "de")) == ""


def test_examples_in_the_template_are_orders() -> None:
    """WT-2.14: what it shows as comments can be uncommented."""
    state = ocean()
    held(state, "U47")
    text = template(known(state, "gb"))
    assert "\n  ".join(["# HOLD FIRE", "# TORP BIS WITHIN 4", "# ASW HOLD"]) in text
    assert "# LAUNCH T4" in text
