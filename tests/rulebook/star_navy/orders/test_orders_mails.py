"""Whole mails: the printed samples, and how mails, lines, slots and ships go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.texts.envelope import OrderSheet
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.language.stored import stored
from pbem.games.star_navy.model.orders import Setup
from pbem.games.star_navy.model.ships import Stored
from pbem.games.star_navy.orders.parse import sheet
from tests.rulebook.star_navy.builders.orders import current_orders, mailed, position, reasons

DUEL = """\
BIS: POLICY TARGETS SR1
T5 FIRE F AT SR1 WITHIN 6 ELSE FIRE ANY AT SR1 ELSE TURN R
T6 TURN L IF RANGE SR1 > 3 AND ENERGY >= 4
   ELSE BOARD SR1 RETREAT BELOW 2 LEAVE 1
E1 SHIELDS F 2 RF 1          # from what is left in the capacitors
E2 SPEED +1; SHIELDS EVEN; KEEP 5
"""
SQUADRON = """\
CHI:
T1 NOTHING
T2 FIRE F 4 AT DET, MIL WITHIN 12
T3 FIRE RF ALL AT ANY ELSE FIRE LF ALL AT ANY
T4 TURN R
T5 MINE ELSE NOTHING
T6 BOARD DET RETREAT NEVER LEAVE HALF ELSE FIRE ANY AT DET WITHIN 3
STANDING FIRE ANY AT ANY WITHIN 6
E1 SHIELDS F RF LF
E2 SPEED 2; SHIELDS MIN 3; SHIELDS ALL; KEEP 6

STL:
T2 turn left; T3 turn left            # two turns on one line
T4 FIRE ANY
E1 ISD 2
E2 ISD ALL
JUMP 2012 SE 3 IF INTEGRITY <= 2
"""


def test_sample_mail_of_a_duel() -> None:
    """SN-15.1, SN-15.2, SN-15.4, SN-15.5, SN-15.12: the sample mail for pace=turn is taken as it is."""
    parsed = mailed(position(), DUEL)
    assert parsed.problems == []
    assert parsed.accepted == 7
    assert parsed.sheet.text() == (
        "BIS:\n"
        "  POLICY TARGETS SR1\n"
        "  T5 FIRE F AT SR1 WITHIN 6 ELSE FIRE ANY AT SR1 ELSE TURN R\n"
        "  T6 TURN L IF RANGE SR1 > 3 AND ENERGY >= 4 ELSE BOARD SR1 RETREAT BELOW 2 LEAVE 1\n"
        "  E1 SHIELDS F 2 RF 1\n"
        "  E2 SPEED +1\n"
        "  E2 SHIELDS EVEN\n"
        "  E2 KEEP 5"
    )


def test_sample_mail_of_a_squadron() -> None:
    """SN-1.2, SN-15.1, SN-15.6, SN-15.7, SN-15.10, SN-15.13: the sample mail for pace=cycle is taken as it is."""
    parsed = mailed(position("harrow-belt", "cycle", 0, 0), SQUADRON)
    assert parsed.problems == []
    assert parsed.sheet.text() == (
        "CHI:\n"
        "  STANDING FIRE ANY AT ANY WITHIN 6\n"
        "  T1 NOTHING\n"
        "  T2 FIRE F 4 AT DET, MIL WITHIN 12\n"
        "  T3 FIRE RF AT ANY ELSE FIRE LF AT ANY\n"
        "  T4 TURN R\n"
        "  T5 MINE ELSE NOTHING\n"
        "  T6 BOARD DET RETREAT NEVER LEAVE HALF ELSE FIRE ANY AT DET WITHIN 3\n"
        "  E1 SHIELDS F RF LF\n"
        "  E2 SPEED 2\n"
        "  E2 SHIELDS MIN 3\n"
        "  E2 SHIELDS ALL\n"
        "  E2 KEEP 6\n"
        "STL:\n"
        "  T2 TURN L\n"
        "  T3 TURN L\n"
        "  T4 FIRE ANY\n"
        "  E1 ISD 2\n"
        "  E2 ISD ALL\n"
        "  JUMP 2012 SE 3 IF INTEGRITY <= 2"
    )


@pytest.mark.parametrize(("mail", "scenario", "pace"), [(DUEL, "first-blood", "turn"), (SQUADRON, "harrow-belt", "cycle")])
def test_what_stands_reads_as_itself(mail: str, scenario: str, pace: str) -> None:
    """SN-15.2: the canonical text of a sheet, mailed over an empty sheet, gives the same sheet."""
    state = position(scenario, pace)
    first = mailed(state, mail).sheet
    assert mailed(state, first.text()).sheet == first


def test_samples_of_the_players_page() -> None:
    """SN-15.1: the page for players shows both sample mails, word for word."""
    page = (Path(__file__).parents[4] / "docs/orders/star_navy.md").read_text(encoding="utf-8")
    assert f"```\n{DUEL}```" in page
    assert f"```\n{SQUADRON}```" in page


def test_line_and_unit_of_a_problem() -> None:
    """A rejected order is quoted with its line and its ship; what is legal is beside it."""
    problem = mailed(position(), "BIS:\n\nT5 FYRE F AT SR1 # now!").problems[0]
    assert (problem.line, problem.unit, problem.text, problem.legal) == (3, "BIS", "T5 FYRE F AT SR1", "Did you mean FIRE?")


# ---------------------------------------------------------------- slots


@pytest.mark.parametrize("slot", ["T5", "t5", "T5.", "T5)", "T5 -", "T 5", "T5 –", " - T5", "* T5", "“T5”"])
def test_ways_to_write_a_slot(slot: str) -> None:
    """SN-15.2: the accepted variants of a turn's slot."""
    assert current_orders(f"BIS:\n{slot} TURN L") == ["T5 TURN L"]


@pytest.mark.parametrize(("cycle", "turn", "slot"), [(0, 0, "T1"), (1, 4, "T5"), (1, 6, "T1"), (2, 5, "T6")])
def test_command_without_slot(cycle: int, turn: int, slot: str) -> None:
    """SN-15.1: with pace=turn a command without slot is for the next turn to be resolved."""
    assert current_orders("BIS: TURN L", state=position(cycle=cycle, turn=turn)) == [f"{slot} TURN L"]


def test_command_without_slot_in_a_game_by_cycles() -> None:
    """SN-15.1: with pace=cycle a command needs a slot."""
    state = position(pace="cycle")
    assert reasons("BIS:\nTURN L\nT2 TURN L\nNOTHING", state) == ["give a turn T1 to T6 (this game is ordered by cycles)"] * 2


def test_engine_order_without_slot() -> None:
    """SN-15.1: an engine order belongs to the engine slot last named in the block, else to E2."""
    assert current_orders("BIS: KEEP 1") == ["E2 KEEP 1"]
    assert current_orders("BIS:\nE1\nKEEP 1\nT5 TURN L\nSHIELDS ALL\nE2 KEEP 2; SPEED MAX") == [
        "T5 TURN L",
        "E1 KEEP 1",
        "E1 SHIELDS ALL",
        "E2 KEEP 2",
        "E2 SPEED 6",
    ]


def test_nothing_without_slot_is_a_command() -> None:
    """SN-15.11: NOTHING alone is a command; in a slot of the Engine phase it switches the default off."""
    assert current_orders("BIS: NOTHING; E1 NOTHING") == ["T5 NOTHING", "E1 NOTHING"]


# ---------------------------------------------------------------- one mail after another


def test_later_mail_replaces_slots() -> None:
    """SN-15.2: a later mail replaces the stored order of the same ship and slot, and no other."""
    state = position()
    first = mailed(state, "BIS:\nT5 TURN L\nT6 MINE\nE1 SHIELDS F; KEEP 2\nE2 KEEP 3\nPOLICY LEAVE 1\nSTANDING MINE").sheet
    second = mailed(state, "BIS:\nT5 NOTHING\nE1 SHIELDS R\nPOLICY LEAVE ALL\nSTANDING TURN R", first)
    assert second.problems == []
    assert second.sheet.units["BIS"] == [
        "POLICY LEAVE ALL",
        "STANDING TURN R",
        "T5 NOTHING",
        "T6 MINE",
        "E1 SHIELDS R",
        "E2 KEEP 3",
    ]


def test_one_command_for_each_turn_of_a_mail() -> None:
    """SN-15.4: the same slot twice in one mail is an error; the first stays."""
    parsed = mailed(position(), "BIS:\nT5 TURN L\nTURN R\nT6 MINE")
    assert [p.reason for p in parsed.problems] == ["T5 already has a command in this mail; use ELSE for alternatives"]
    assert parsed.sheet.units["BIS"] == ["T5 TURN L", "T6 MINE"]


def test_rejected_command_leaves_its_slot_free() -> None:
    """SN-15.4: only a command that was taken fills the slot."""
    parsed = mailed(position(), "BIS:\nT5 TRUN L\nT5 TURN R")
    assert len(parsed.problems) == 1
    assert parsed.sheet.units["BIS"] == ["T5 TURN R"]


@pytest.mark.parametrize(
    ("twice", "key"),
    [
        ("JUMP LEAVE; JUMP 5050 N 1", "JUMP"),
        ("POLICY LEAVE 1; POLICY LEAVE 2", "POLICY LEAVE"),
        ("SETUP SPEED 1; SETUP SPEED 2", "SETUP SPEED"),
    ],
)
def test_other_orders_once_in_a_mail(twice: str, key: str) -> None:
    """SN-15.2: what one mail says twice is not decided for the captain."""
    assert reasons(f"BIS: {twice}", position(cycle=0, turn=0)) == [f"{key} is already given in this mail"]


def test_rejected_line_spoils_no_other() -> None:
    """SN-15.2: a rejected line of E1 neither empties the slot nor takes the others with it."""
    state = position()
    first = mailed(state, "BIS: E1 KEEP 4").sheet
    rejected = mailed(state, "BIS:\nE1 SHIELDS\nT5 TURN L", first)
    assert len(rejected.problems) == 1
    assert rejected.sheet.units["BIS"] == ["T5 TURN L", "E1 KEEP 4"]


def test_clear() -> None:
    """CLEAR deletes turn, engine and jump orders; standing orders and policies stay, and so does what follows it."""
    state = position()
    first = mailed(state, "BIS:\nT5 TURN L\nE1 ISD ALL\nJUMP LEAVE\nSTANDING MINE\nPOLICY RETREAT NEVER").sheet
    assert len(first.units["BIS"]) == 5
    assert current_orders("BIS:\nT6 MINE\nE2 KEEP 1\nCLEAR\nT6 TURN R", before=first) == [
        "POLICY RETREAT NEVER",
        "STANDING MINE",
        "T6 TURN R",
    ]


def test_standing_none() -> None:
    """SN-15.10: STANDING NONE ends a standing order; STANDING NOTHING is one."""
    first = mailed(position(), "BIS: STANDING FIRE ANY\nELSE TURN L").sheet
    assert first.units["BIS"] == ["STANDING FIRE ANY ELSE TURN L"]
    assert current_orders("BIS: STANDING NONE", before=first) == []
    assert current_orders("BIS: STANDING NOTHING", before=first) == ["STANDING NOTHING"]


def test_jump_of_an_earlier_mail_serves_a_new_isd() -> None:
    """SN-15.13: the JUMP that an ISD order needs may stand already, or follow later in the mail."""
    state = position()
    first = mailed(state, "BIS: JUMP LEAVE").sheet
    assert current_orders("BIS: E2 ISD 3", before=first) == ["E2 ISD 3", "JUMP LEAVE"]
    assert current_orders("BIS: E1 ISD 1; DISENGAGE IF INTEGRITY < 3") == ["E1 ISD 1", "JUMP LEAVE IF INTEGRITY < 3"]


def test_isd_without_jump_spares_the_rest_of_its_slot() -> None:
    """SN-15.13: ISD without JUMP is rejected, the other orders of that opportunity stand."""
    parsed = mailed(position(), "BIS: E2 SPEED 3; ISD ALL; KEEP 2\nJUMP 505 N 3")
    assert [p.text for p in parsed.problems] == ["ISD ALL", "JUMP 505 N 3"]
    assert parsed.sheet.units["BIS"] == ["E2 SPEED 3", "E2 KEEP 2"]
    assert parsed.accepted == 2


# ---------------------------------------------------------------- lines


def test_continuation_lines() -> None:
    """SN-15.4, SN-15.5: ELSE, IF and AND at the start of a line continue the order above."""
    mail = "BIS:\nT5 FIRE F AT SR1\nIF ENERGY > 3\nAND FACING N\n\n# a thought\nELSE MINE\nE1 SHIELDS ALL\nIF SHIELDS F < 2"
    assert current_orders(mail) == [
        "T5 FIRE F AT SR1 IF ENERGY > 3 AND FACING N ELSE MINE",
        "E1 SHIELDS ALL IF SHIELDS F < 2",
    ]


def test_problem_in_a_continuation_rejects_the_chain() -> None:
    """SN-15.4: a chain is taken whole or not at all, and quoted whole."""
    problem = mailed(position(), "BIS:\nT5 TURN L\nELSE FIRE Q").problems[0]
    assert (problem.line, problem.text) == (2, "T5 TURN L ELSE FIRE Q")


def test_else_with_nothing_above() -> None:
    """SN-15.4: ELSE has to continue something."""
    assert reasons("BIS: ELSE TURN L") == ['unknown order "ELSE"; commands are TURN, FIRE, MINE, BOARD, NOTHING']


def test_orders_without_block_for_a_lone_ship() -> None:
    """SN-1.2: a captain with one ship need not name it, and may."""
    assert current_orders("T5 TURN L\nBIS: T6 MINE") == ["T5 TURN L", "T6 MINE"]


def test_orders_without_block_for_a_squadron() -> None:
    """SN-1.2: with several ships the captain must say which."""
    parsed = mailed(position("harrow-belt"), "T5 TURN L\nSTL: T5 TURN R")
    assert [(p.line, p.text, p.reason, p.legal, p.kind) for p in parsed.problems] == [
        (1, "T5 TURN L", "no ship is named", "Write CHI: or STL: above it.", "ambiguous")
    ]
    assert parsed.sheet.units == {"CHI": [], "STL": ["T5 TURN R"]}


def test_slot_with_a_colon_keeps_the_block_open() -> None:
    """Section 5.1: a slot with a colon is an error, but the orders below it still belong to the ship above."""
    parsed = mailed(position("harrow-belt"), "STL:\nT5: TURN L\nT6 TURN R\nE1: SHIELDS ALL\nKEEP 1")
    assert [p.reason for p in parsed.problems] == [
        '"T5:" was read as a ship; write T5 without the colon',
        '"E1:" was read as a ship; write E1 without the colon',
    ]
    assert parsed.sheet.units["STL"] == ["T6 TURN R", "E1 KEEP 1"]


def test_strange_characters() -> None:
    """Quotes, dashes, blanks and signs of word processors do not matter; nor does case."""
    mail = "\ufeffbis\u00a0:\u2003t5\u00a0Fire “F” AT ‘sr1’ if energy ≥ 4.\nE2 speed \u22121\u200b; shields f+1, rf = 2 lr3"
    assert current_orders(mail) == ["T5 FIRE F AT SR1 IF ENERGY >= 4", "E2 SPEED -1", "E2 SHIELDS F 1 RF 2 LR 3"]


# ---------------------------------------------------------------- ships and seats


def test_captured_ship_obeys_its_new_seat() -> None:
    """SN-9.9: a prize is ordered by its new player, and no longer by the old one."""
    state = position("wolf-pack")
    state.ships["CIN"].side, state.ships["CIN"].seat = "BLUE", "blue"
    assert current_orders("CIN: T5 FIRE F AT PIT", "CIN", state) == ["T5 FIRE F AT PIT"]
    assert [p.reason for p in mailed(state, "CIN: T5 MINE", seat="red").problems] == ["CIN is not your ship; yours are PIT"]


def test_lost_ship_takes_no_orders() -> None:
    """SN-8.9: a ship that left the map cannot be ordered; the last one of a seat leaves nothing to order."""
    state = position("wolf-pack")
    state.ships["CIN"].fate = "destroyed"
    assert [p.reason for p in mailed(state, "CIN: T5 MINE", seat="red").problems] == ["CIN is not your ship; yours are PIT"]
    state.ships["MIL"].fate = "disengaged"
    parsed = mailed(state, "T5 MINE")
    assert [p.reason for p in parsed.problems] == ["you have no ship left on the map"]
    assert parsed.sheet == OrderSheet()


def test_game_over() -> None:
    """SN-14.1: after the end nothing is taken and nothing changes."""
    state = position()
    before = mailed(state, "BIS: T5 MINE").sheet
    state.over = True
    parsed = mailed(state, "BIS: T6 MINE", before)
    assert [p.reason for p in parsed.problems] == ["the game is over; no orders are taken"]
    assert parsed.sheet == before


def test_sheet_of_the_state() -> None:
    """SN-15.2, SN-15.3, SN-15.10: what the state holds for a seat's ships, and for nobody else's, in fixed order."""
    state = position()
    orders = mailed(state, DUEL + "STANDING MINE\nT1 TURN L\nJUMP LEAVE\nPOLICY RETREAT NEVER").sheet
    held = stored(orders.units["BIS"])
    state.ships["BIS"].stored_if_known = Stored(held.slots, held.standing, held.policies)
    assert sheet(state, "blue") == orders
    assert sheet(state, "red") == OrderSheet({"SR1": []})
    assert STAR_NAVY.orders.read(state, "blue", "", sheet(state, "blue")).sheet == orders


def test_stored_lines_as_data() -> None:
    """SN-15.2: a ship's canonical lines fall into set-up, policies, standing chain and slots."""
    found = stored(
        [
            "SETUP WEAPONS F=L RF=T RR=L R=C LR=L LF=T",
            "SETUP SPEED 3",
            "SETUP PLACE 5057 N",
            "POLICY TARGETS SR1, ANY",
            "STANDING FIRE ANY ELSE TURN R",
            "T5 MINE",
            "E2 SPEED +1",
            "E2 KEEP 5",
            "JUMP LEAVE IF INTEGRITY <= 1",
        ]
    )
    pairs = (("F", "L"), ("RF", "T"), ("RR", "L"), ("R", "C"), ("LR", "L"), ("LF", "T"))
    assert found.setup == Setup(pairs, 3, (49, 32), 0)
    assert found.policies == {"TARGETS": "SR1, ANY"}
    assert found.standing == "FIRE ANY ELSE TURN R"
    assert found.slots == {"T5": "MINE", "E2": "SPEED +1; KEEP 5", "JUMP": "LEAVE IF INTEGRITY <= 1"}


def test_stored_refuses_what_is_no_order() -> None:
    """Lines that no sheet can hold are a programmer's mistake."""
    with pytest.raises(ValueError, match="is no canonical order"):
        stored(["FIRE F"])


# ---------------------------------------------------------------- set-up and receipt


def test_setup() -> None:
    """SN-2.1, SN-2.2, SN-2.3, SN-2.5: weapons in either notation, speed and place before turn 1."""
    state = position("open-space", cycle=0, turn=0)
    assert current_orders("MIL: SETUP WEAPONS L T P C; SETUP SPEED 6; SETUP PLACE 5157 NE", "MIL", state) == [
        "SETUP WEAPONS F=L RF=T RR=P R=C LR=P LF=T",
        "SETUP SPEED 6",
        "SETUP PLACE 5157 NE",
    ]
    assert current_orders("MIL: SETUP WEAPONS LTPC", "MIL", state) == ["SETUP WEAPONS F=L RF=T RR=P R=C LR=P LF=T"]
    assert current_orders("MIL: setup weapons front lasers, right front = C, LR P", "MIL", state) == [
        "SETUP WEAPONS F=L RF=C RR=P R=P LR=P LF=C"
    ]


def test_setup_parts_replace_the_same_part() -> None:
    """SN-2.2, SN-15.2: a later mail replaces one part; sections not named keep what was chosen before."""
    state = position("open-space", cycle=0, turn=0)
    first = mailed(state, "MIL: SETUP WEAPONS P P P P; SETUP SPEED 2").sheet
    assert current_orders("MIL: SETUP WEAPONS R=T", "MIL", state, first) == [
        "SETUP WEAPONS F=P RF=P RR=P R=T LR=P LF=P",
        "SETUP SPEED 2",
    ]


def test_fixed_place_may_be_repeated() -> None:
    """SN-2.1: in a zone of no hexes only the scenario's own place is legal."""
    assert current_orders("BIS: SETUP PLACE 5053 N", state=position(cycle=0, turn=0)) == ["SETUP PLACE 5053 N"]


def test_costs_on_the_receipt() -> None:
    """SN-5.3, SN-5.4, SN-5.5: the receipt shows present costs for each ship that was given orders."""
    state = position("harrow-belt")
    chi, stl = state.ships["CHI"], state.ships["STL"]
    chi.console.speed, chi.console.capacitor_energy, chi.console.engine_energy, chi.console.thrusters_used = 2, 3, 6, 11
    stl.console.speed = 1
    assert mailed(state, "CHI: T5 MINE\nSTL: T5 MNIE").notes == [
        "CHI: a turn now costs 2 energy and 2 thrusters; you have 9 energy, 1 free thruster; volleys cost 1 per weapon"
    ]
    assert mailed(state, "STL: T5 MINE").notes == [
        "STL: a turn now costs nothing; you have 17 energy, 9 free thrusters; volleys cost 1 per weapon"
    ]
