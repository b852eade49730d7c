"""Whole mails: blocks, what a later mail replaces, standing orders, set-up, spies, receipts, templates."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.texts.envelope import OrderSheet, Parsed
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.language.hints import EXAMPLES, SPECIAL
from pbem.games.stingray.model.state import State, Trap
from pbem.games.stingray.orders.parse import sheet
from pbem.games.stingray.report.template import template
from tests.kit.playing import open_play
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import vessel
from tests.rulebook.stingray.builders.orders import current_orders, mailed, notes, over, position, reasons, stingray

NOT_YET = "Orders for move 1 come after set-up; now only ARMING, LOADOUT and SPY"


def problems(parsed: Parsed) -> list[str]:
    return [problem.reason for problem in parsed.problems]


# ---------------------------------------------------------------- blocks


def test_a_seat_with_one_vessel_needs_no_block() -> None:
    """STG-SEA.2: its orders are for the one."""
    parsed = STINGRAY.orders.read(known(position(), "captain-sr1"), "captain-sr1", "2 S 2\nSCAN 1", OrderSheet())
    assert parsed.problems == []
    assert parsed.sheet.units["SR1"] == ["MOVE 2 S 2", "SCAN 1"]


def test_a_seat_with_several_vessels_names_them() -> None:
    """STG-SEA.2: an order that is for none of them says so."""
    problem = STINGRAY.orders.read(known(position(), "fish"), "fish", "3\nTF1: 3", OrderSheet()).problems[0]
    assert str(problem) == 'line 1: "3": no vessel is named. Write MF1: or TF1: or TF2: above it.'


def test_a_vessel_of_somebody_else() -> None:
    """STG-SEA.2: with what may be meant."""
    parsed = STINGRAY.orders.read(known(position(), "fish"), "fish", "TF9: 3\nTF1: 3\nSR1: 3", OrderSheet())
    assert [str(p) for p in parsed.problems] == [
        'line 1: "TF9:": TF9 is not your vessel; yours: MF1, TF1, TF2. Did you mean TF2?',
        'line 3: "SR1:": SR1 is not your vessel; yours: MF1, TF1, TF2.',
    ]
    assert parsed.sheet.units["TF1"] == ["MOVE 3"]


def test_a_message_opens_no_block() -> None:
    """STG-COM.1: `MSG SR2:` is an order, whatever its text looks like."""
    assert current_orders("SR1: MSG SR2: TF1: 3 hexes north\nSCAN 1") == ["MSG SR2: TF1: 3 hexes north", "SCAN 1"]


def test_mails_as_people_write_them() -> None:
    """STG-SEA.2: small letters, bullets, word processors' dashes and signs, wrapped lines, quotes, signatures."""
    mail = """> SR1: HALT
sr1:
 \u2022 2 \u2013 s \u2013 2
 - launch tube 2 at tf1 when in arc
     and range\u22645,
     from phase 3
 * scan 1,
     half 2 6
END
 RAM TF1"""
    assert STINGRAY.orders.read(known(position(), "captain-sr1"), "captain-sr1", mail, OrderSheet()).sheet.units["SR1"] == [
        "MOVE 2 S 2",
        "LAUNCH STING 2 AT TF1 WHEN ARC AND RANGE 0-5, FROM PHASE 3",
        "SCAN 1, HALF 2 6",
    ]


def test_a_mistake_refuses_only_its_own_order() -> None:
    """STG-SEA.2: the rest of the mail stands; the two halves of `6 OVER` are one order."""
    parsed = mailed(position(), "SR1: 3; 6 OVER; DANCE; SCAN 9; NAV ON")
    assert parsed.sheet.units["SR1"] == ["MOVE 3", "NAV ON"]
    assert [p.text for p in parsed.problems] == ["6 OVER", "", ""]
    assert parsed.accepted == 2


def test_no_vessel_takes_orders_after_the_end() -> None:
    """STG-VIC.1: the game is over."""
    parsed = STINGRAY.orders.read(known(position(over=True), "captain-sr1"), "captain-sr1", "3", over({"SR1": ["MOVE 2"]}))
    assert problems(parsed) == ["the game is over; no orders are taken"]
    assert parsed.sheet.units["SR1"] == ["MOVE 2"]


# ---------------------------------------------------------------- what replaces what


def test_a_later_block_replaces_the_orders_of_this_move() -> None:
    """STG-SEA.2: the last valid mail counts, for the vessels it names; standing orders stay."""
    before = over({"TF1": ["MOVE 3", "LAUNCH AT SR1", "STANDING RAM ANY"], "TF2": ["MOVE 2"]})
    parsed = mailed(position(), "TF1: 2", before)
    assert parsed.sheet.units["TF1"] == ["MOVE 2", "STANDING RAM ANY"]
    assert parsed.sheet.units["TF2"] == ["MOVE 2"]
    assert "TF1: the orders of your earlier mail are replaced." in parsed.notes


def test_a_block_of_mistakes_replaces_nothing() -> None:
    """STG-SEA.2: only a valid mail counts."""
    assert mailed(position(), "TF1: DANCE", over({"TF1": ["MOVE 3"]})).sheet.units["TF1"] == ["MOVE 3"]


def test_pass_takes_everything_back() -> None:
    """STG-SEA.1: nothing beyond the defaults; beside other orders it says nothing."""
    assert current_orders("TF1: PASS", before=over({"TF1": ["MOVE 3"]})) == ["PASS"]
    assert current_orders("TF1: PASS; 2") == ["MOVE 2"]


def test_twice_the_same_is_once() -> None:
    """STG-SEA.1: but launches, decoys and messages add up."""
    assert current_orders("SR1: NAV ON; NAV ON; DECOY; DECOY") == ["NAV ON", "DECOY", "DECOY"]


def test_orders_of_different_things_of_a_kind() -> None:
    """STG-LAU.2, STG-MIN.5: one for each tube, nostril, missile and mine."""
    state = position(stingray(tubes={}))
    assert current_orders("SR1: LOAD 1 WITH MK61; LOAD 2 WITH MK7", state) == ["LOAD 1 WITH MK61", "LOAD 2 WITH MK7"]
    assert reasons("SR1: LOAD 1 WITH MK61; LOAD 1 WITH MK7", state) == ["LOAD is ordered twice; the first order stands"]


# ---------------------------------------------------------------- standing orders


def test_standing_orders_add_up_and_are_cancelled_by_number() -> None:
    """STG-SEA.1: the same again is not doubled; numbers are those from before the mail."""
    before = over({"TF1": ["STANDING RAM ANY", "STANDING LEAP EVADE"]})
    assert current_orders("TF1: STANDING RAM ANY; STANDING REPAIR FUEL", before=before) == [
        "STANDING RAM ANY",
        "STANDING LEAP EVADE",
        "STANDING REPAIR FUEL",
    ]
    assert current_orders("TF1: CANCEL STANDING 1; CANCEL STANDING 2; STANDING RAM SR1", before=before) == ["STANDING RAM SR1"]
    assert current_orders("TF1: CANCEL STANDING ALL; 3", before=before) == ["MOVE 3"]
    assert "TF1: standing orders: 1 RAM ANY; 2 LEAP EVADE." in mailed(position(), "TF1: 3", before).notes


def test_standing_orders_are_not_judged_by_the_moment() -> None:
    """STG-SEA.1: an empty tube, a stranger as target, lying still: the move will show."""
    state = position(stingray(tubes={}), held=False)
    mail = "SR1: HALT; STANDING LAUNCH STING 1 AT TF9; STANDING LEAP EVADE; STANDING POWER 6; STANDING AIM AT U1"
    assert len(mailed(state, mail).sheet.units["SR1"]) == 5


def test_there_is_an_end_to_standing_orders() -> None:
    """STG-SEA.1: twelve are the most."""
    mail = "SR1: " + "; ".join(f"STANDING STORE {n % 10}; STANDING BATTERY {n}" for n in range(7))
    assert reasons(mail) == ["12 standing orders are the most"] * 2


def test_the_sheet_without_a_mail_holds_the_standing_orders() -> None:
    """STG-SEA.1, STG-CRW.3: of this seat, for vessels whose crew lives."""
    state = position(vessel("TF1", "1030", standing={"fish": ["STANDING RAM ANY"]}), vessel("TF2", "0530", injuries=4))
    assert sheet(state, "fish").units == {"TF1": ["STANDING RAM ANY"], "MF1": [], "SIDE": []}


# ---------------------------------------------------------------- Captain and Co-Pilot


def crewed(**changes: Any) -> State:
    return position(stingray(copilot=True, **changes))


def test_orders_of_the_other_seat_are_noted() -> None:
    """STG-SEA.1, STG-SEA.2: they are in the sheet, for the case that their owner is silent."""
    mail = "SR1: 3; SCAN 1; NAV ON; MSG SR2: hello; STANDING PREP STING 1"
    assert "SR1: Noted, used only if your Co-Pilot orders none: NAV, SCAN, PREP." in notes(mail, crewed())
    assert "SCAN 1" in current_orders(mail, crewed())
    assert "SR1: Noted, used only if your Captain orders none: MOVE." in notes("SR1: 3; SCAN 1", crewed(), copilot=True)
    assert not any("Noted" in note for note in notes(mail))


def test_a_captain_may_leave_prep_and_target_to_the_copilot() -> None:
    """STG-LAU.6, STG-M61.2: only remarked on, since they cannot see the other's orders."""
    found = notes("SR1: LAUNCH STING 1", crewed())
    assert "SR1: Mk61 in tube 1 is not armed: it needs PREP STING 1 of your Co-Pilot; without any order it is added." in found
    assert "SR1: Mk61 needs a target: LAUNCH STING 1 AT <id>, or AIM AT <id>." in found


def test_a_copilot_aims_launches_they_cannot_see() -> None:
    """STG-M61.2: AIM stands if a tube holds a Mk61 at all."""
    assert current_orders("SR1: AIM AT TF1; PREP", crewed(), copilot=True) == ["AIM AT TF1", "PREP STING 1"]
    assert reasons("SR1: AIM AT TF1", crewed(tubes={"1": "MK7"}), copilot=True) == [
        "AIM refused: no Mk61 is launched in this move"
    ]


def test_a_copilot_knows_no_plan() -> None:
    """STG-SEA.3: no problem or note of theirs speaks of their Captain's helm."""
    assert current_orders("SR1: LEAP EVADE", crewed(speed=0), copilot=True) == ["LEAP EVADE"]
    assert current_orders("SR1: OVER", crewed(speed=0), copilot=True) == ["OVER"]
    assert notes("SR1: SCAN 1", crewed(), copilot=True) == ["SR1: your own orders demand 2 APU of 6 + battery 5."]


# ---------------------------------------------------------------- before move 1


def test_set_up_comes_with_the_orders_of_move_1() -> None:
    """STG-MK7.2, STG-LAU.9: and the launches of move 1 look at the LOADOUT of the same mail."""
    state = position(move=0)
    assert current_orders("SR1: LAUNCH STING 2; LOADOUT TUBE 2 MINE, TUBE 1 EMPTY; ARMING 0; 3", state) == [
        "LAUNCH STING 2",
        "LOADOUT TUBE 1 EMPTY, TUBE 2 MINE",
        "ARMING 0",
        "MOVE 3",
    ]
    assert reasons("SR1: LOADOUT TUBE 2 MK61; LAUNCH STING 2 AT TF1", state) == [
        "Mk61 in tube 2 is not armed: add PREP STING 2 (1 APU)"
    ]


def test_a_copilot_does_not_know_the_loadout_yet() -> None:
    """STG-SEA.3: they may prepare and aim what their Captain loads in the same deadline."""
    state = crewed(tubes={"1": "MK7", "2": "MK7"})
    state.move = 0
    assert current_orders("SR1: PREP STING 1; AIM AT TF1", state, copilot=True) == ["PREP STING 1", "AIM AT TF1"]


def spying() -> State:
    """Scenario 5 before its set-up deadline."""
    state: State = open_play(STINGRAY, "agent-x20", {}, "spies").state
    return state


def test_where_spies_are_granted_set_up_stands_alone() -> None:
    """STG-SPY.1: only ARMING, LOADOUT, SPY and standing orders are taken before it closes."""
    state = spying()
    parsed = STINGRAY.orders.read(
        known(state, "captain"), "captain", "SR1: ARMING 2; 3; STANDING LEAP EVADE; SCAN 1; PASS", sheet(state, "captain")
    )
    assert problems(parsed) == [NOT_YET, NOT_YET]
    assert parsed.sheet.units["SR1"] == ["ARMING 2", "STANDING LEAP EVADE"]
    state.setting_up = False
    fixed = "ARMING is fixed at the start of the game (yours is 3)"
    assert problems(STINGRAY.orders.read(known(state, "captain"), "captain", "ARMING 2", sheet(state, "captain"))) == [fixed]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SPY TRAP SR9 SONAR MOVE 3", "There is no Stingray SR9; there is SR1"),
        (
            "SPY TRAP SR1 WARP MOVE 3",
            "Unknown system WARP; use REACTOR BATTERY STEERING SONAR TUBE1 TUBE2 ENGINES CREW COMMS NAV",
        ),
        ("SPY TRAP SR1 NAV MOVE 3; SPY TRAP SR1 CREW MOVE 3", "The scenario grants 1 TRAP"),
        ("SPY AGENT SR1; SPY PLANS", "The scenario grants 1 AGENT or PLANS"),
        ("SPY SABOTAGE SONAR", "You have no agent aboard"),
        ("RAM ANY", "SIDE is for SPY orders"),
        ("6 OVER", "SIDE is for SPY orders"),
        ("SPY ON THEM", 'Not understood: "SPY ON THEM". Nearest order: SPY PLANS'),
    ],
)
def test_spy_cards_that_cannot_be_played(text: str, reason: str) -> None:
    """STG-SPY.1, STG-SPY.2, STG-SPY.3: what the scenario grants, once each."""
    state = spying()
    found = problems(
        STINGRAY.orders.read(known(state, "aquaphibian"), "aquaphibian", f"SIDE: {text}", sheet(state, "aquaphibian"))
    )
    assert found[0] == reason


def test_spy_cards() -> None:
    """STG-SPY.1, STG-SPY.4: in the block SIDE or anywhere; the later mail's replace the earlier's."""
    state = spying()
    first = STINGRAY.orders.read(
        known(state, "aquaphibian"), "aquaphibian", "SIDE: SPY TRAP SR1 TUBE 1 MOVE 3; SPY PLANS", sheet(state, "aquaphibian")
    )
    assert first.problems == [] and first.accepted == 2
    assert first.sheet.units["SIDE"] == ["SPY TRAP SR1 TUBE1 MOVE 3", "SPY PLANS"]
    second = STINGRAY.orders.read(known(state, "aquaphibian"), "aquaphibian", "TF1: ARMING 4\nSPY AGENT SR1", first.sheet)
    assert second.problems == []
    assert second.sheet.units == {"TF1": ["ARMING 4"], "TF2": [], "SIDE": ["SPY AGENT SR1"]}


def test_sabotage() -> None:
    """STG-SPY.3: once a move, by an agent who is aboard; the cards themselves were chosen at set-up."""
    state = spying()
    state.setting_up, state.move, state.spies.cards = False, 2, [Trap("AGENT", "SR1")]
    parsed = STINGRAY.orders.read(
        known(state, "aquaphibian"),
        "aquaphibian",
        "SPY SABOTAGE NAV; SPY SABOTAGE CREW; SPY PLANS",
        sheet(state, "aquaphibian"),
    )
    assert parsed.sheet.units["SIDE"] == ["SPY SABOTAGE NAV"]
    assert problems(parsed) == ["One sabotage a move", "Spies are chosen at set-up"]


def test_terrainians_have_no_spies() -> None:
    """STG-SPY.1: granted to the other side."""
    state = spying()
    assert problems(STINGRAY.orders.read(known(state, "captain"), "captain", "SPY PLANS", sheet(state, "captain"))) == [
        "No spies in this scenario"
    ]


# ---------------------------------------------------------------- receipts


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("SR1: 4; PREP; LAUNCH STING 1 AT TF1", "SR1: speed 4 of 1 to 6; demands 7 APU of 6 + battery 5."),
        ("SR1: SCAN 1, HALF 2 6", "SR1: speed 3 of 1 to 6 without a movement order; demands 6 APU of 6 + battery 5."),
        (
            "SR1: 3; POWER 2; BATTERY 1; NAV ON",
            "SR1: speed 3 of 1 to 6; demands 5 APU of 2 + battery 1, too little: what comes last by PRIORITY goes without.",
        ),
        ("SR1: 3; STANDING DECOY IF MISSILE WITHIN 2", "SR1: speed 3 of 1 to 6; demands 5 APU of 6 + battery 5."),
        ("SR1: 4; ENGINES 2", "SR1: ENGINES 2 pays for 2 of 4 hexes; the plan will be cut."),
        ("TF1: 3", "TF1: speed 3 of 1 to 4; 40 AKG of fuel."),
        ("SS1: 2 S", "SS1: speed 3 of 2 to 4."),
        ("TF1: RAM TF9", ""),
    ],
)
def test_what_orders_come_to(text: str, note: str) -> None:
    """STG-MOV.4, STG-POW.2, STG-POW.7, STG-SEA.4: speed and its limits, APU demanded and there, fuel."""
    found = mailed(position(), text).notes
    assert note in found if note else found == []


def test_warnings_of_where_a_plan_leads() -> None:
    """STG-OBS.1, STG-MOV.11, STG-RAM.1: rocks, the edge, one's own vessels; the plan stands."""
    assert "SR1: strikes obstacle 1008 in phase 5." in notes("SR1: 2", position(obstacles=["1008"]))
    edge = position(stingray(hex="1002"))
    assert "SR1: leaves the map by its N edge in phase 4 and does not return." in notes("SR1: 3", edge)
    assert notes("SR1: 3", position(obstacles=["1101"])) == ["SR1: speed 3 of 1 to 6; demands 4 APU of 6 + battery 5."]
    close = position(vessel("TF2", "1032", "N", 3))
    assert "TF1 and TF2 both end in 1029: they may collide." in notes("TF1: 1\nTF2: 3", close)


def test_remarks_on_targets() -> None:
    """STG-SCN.8, R42: a target that is not held yet, or a friend."""
    assert "SR1: SS1 is on your side." in notes("SR1: LAUNCH STING 2 AT SS1")
    far = "SR1: TF9 is on none of your contact lists; the launch waits until it is held."
    assert far in notes("SR1: LAUNCH STING 2 AT TF9")


def test_remarks_on_repair_and_hq() -> None:
    """STG-REP.1, STG-COM.2: what else it takes."""
    assert "TF1: REPAIR noted, but TF1 must lie still: order HALT." in notes("TF1: 3; REPAIR STEERING")
    slow = position(vessel("TF1", "1030", "N", 2))
    assert not any("REPAIR" in note for note in notes("TF1: HALT; REPAIR STEERING", slow))
    assert "SR1: MSG HQ needs COMMS ON." in notes("SR1: MSG HQ: hello")
    assert not any("HQ" in note for note in notes("SR1: MSG HQ: hello; COMMS ON"))


# ---------------------------------------------------------------- templates


def test_the_template_sent_back_is_the_movement_without_orders() -> None:
    """STG-SEA.2, section 6: it says so, and parses without problems."""
    state = position(vessel("TF1", "1030", "N", 3, standing={"fish": ["STANDING RAM ANY"]}))
    text = template(known(state, "fish"))
    assert "MOVE 3  # as it stands: straight on at speed 3; launches nothing; standing orders run" in text
    assert "# standing 1: RAM ANY" in text
    assert "# LAUNCH AT SS1 WHEN ARC AND RANGE <= 8" in text
    parsed = STINGRAY.orders.read(known(state, "fish"), "fish", text, sheet(state, "fish"))
    assert parsed.problems == []
    assert parsed.sheet.units["TF1"] == ["MOVE 3", "STANDING RAM ANY"]


@pytest.mark.parametrize("scenario", list(STINGRAY.scenarios))
def test_every_example_of_a_template_is_an_order(scenario: str) -> None:
    """STG-SEA.1: with the comment signs of its examples taken away a template still has no problems."""
    state = open_play(STINGRAY, scenario, {}, "template").state
    for seat in state.seats:
        text = template(known(state, seat))
        lines = [
            line.removeprefix("# ") if line.startswith("# ") and line.split()[1] in EXAMPLES else line
            for line in text.splitlines()
        ]
        found = STINGRAY.orders.read(known(state, seat), seat, "\n".join(lines), sheet(state, seat))
        refused = [problem for problem in problems(found) if "The scenario grants" not in problem]
        assert refused == [], text


def test_the_copilots_template() -> None:
    """STG-SEA.1: power and preparation, no helm; sent back as it is it orders nothing."""
    state = crewed(standing={"captain-sr1": ["STANDING LEAP EVADE"]})
    text = template(known(state, "copilot-sr1"))
    assert "MOVE" not in text and "LAUNCH" not in text
    assert "# PREP STING 1" in text
    assert "# standing, of the other seat: LEAP EVADE" in text
    assert STINGRAY.orders.read(known(state, "copilot-sr1"), "copilot-sr1", text, sheet(state, "copilot-sr1")).accepted == 0


def test_templates_of_seats_that_can_order_nothing() -> None:
    """STG-CRW.3, STG-FUE.3, STG-VIC.1: a comment says why; spectators and finished games have none."""
    state = position(vessel("TF1", "1030", injuries=4), vessel("TF2", "0530", broken_off=True))
    state.vessels["MF1"].fate = "sunk"
    text = template(known(state, "fish"))
    assert "# The crew of TF1 is dead; it takes no orders." in text
    assert "# it has broken off: it runs for its home edge and launches nothing" in text
    assert "MF1" not in text
    assert STINGRAY.orders.read(known(state, "fish"), "fish", text, sheet(state, "fish")).problems == []
    state.vessels["SS1"].fate = "exited"
    assert template(known(state, "captain-ss1")) == "# You have no vessel in play; nothing is asked of you."
    assert template(known(state, None)) == ""
    state.over = True
    assert template(known(state, "fish")) == ""


# ---------------------------------------------------------------- anything at all

WORDS = sorted(
    {word for form in (*EXAMPLES.values(), *SPECIAL.values()) for word in form.replace(",", " ,").split()}
    | {
        "SR1:",
        "TF1",
        "SS1",
        "TF1:",
        "SIDE:",
        ";",
        "\n",
        "STING 1",
        "STING 2",
        "99999",
        "OVER",
        "HALT",
        "1009",
        "CANCEL STANDING ALL",
    }
    | {
        "STANDING",
        "AND",
        "WHEN",
        "MK61",
        "-",
        "\u2212",
        "\u00bd",
        "\u0663",
        "\u00df",
        "SPY SABOTAGE NAV",
        "SR1",
        "6",
        "2",
        "S",
        "P",
    }
)


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from(["captain-sr1", "copilot-sr1", "captain-ss1", "fish"]))
def test_whatever_stands_can_be_sent_again(words: list[str], seat: str) -> None:
    """STG-SEA.2: any mail gives orders and problems, and its sheet is its own order text."""
    state = position(stingray(copilot=True), obstacles=["1008"])
    parsed = STINGRAY.orders.read(known(state, seat), seat, " ".join(words), sheet(state, seat))
    again = STINGRAY.orders.read(known(state, seat), seat, parsed.sheet.text(), OrderSheet())
    assert [str(problem) for problem in again.problems] == []
    assert again.sheet.text() == parsed.sheet.text()
