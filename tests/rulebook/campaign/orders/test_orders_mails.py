"""Whole mails: the one block of a side, blocks of units, what a later mail replaces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.model.orders import FLEET
from pbem.campaign.orders.parse import ORDERS
from pbem.core.texts.envelope import Parsed
from tests.rulebook.campaign.made_up import campaign, in_battle
from tests.rulebook.campaign.orders.mails import lines, mailed, problem, problems

WHOLE = """
REPAIR SR1 2
REPLACE DN1 ALL
TRANSFER SR2 TO 2ND
TRANSFER COMMANDER SR1 TO DN2
SCOUT 1
ASSIGN 1ST TO 1
ASSIGN DN1, DN2 TO GATE
REFUSE 4
"""


def test_a_mail_needs_no_block() -> None:
    """CMP-5: orders name their units, and battles are written by their nodes."""
    assert lines(WHOLE) == [
        "REPAIR SR1 2",
        "REPLACE DN1 ALL",
        "TRANSFER SR2 TO 2ND",
        "TRANSFER COMMANDER SR1 TO DN2",
        "SCOUT HARROW",
        "ASSIGN 1ST TO HARROW",
        "ASSIGN DN1, DN2 TO GATE",
        "REFUSE YARD",
    ]


def test_the_sheet_reads_as_itself() -> None:
    """Its text is what a player sees, and may send again."""
    sheet = mailed(WHOLE).sheet
    again = mailed(sheet.text())
    assert again.problems == []
    assert again.sheet == sheet


def test_blocks_of_units() -> None:
    """In the block of a unit its orders need not name it; those that name others are as they are."""
    text = "SR1: REPAIR 2; REPLACE torpedoes 1; TRANSFER TO 2ND\nSR2\nASSIGN TO HARROW\nTRANSFER COMMANDER DN1 TO SR2\nREFUSE 4"
    assert lines(text) == [
        "REPAIR SR1 2",
        "REPLACE SR1 torpedoes 1",
        "TRANSFER SR1 TO 2ND",
        "ASSIGN SR2 TO HARROW",
        "TRANSFER COMMANDER DN1 TO SR2",
        "REFUSE YARD",
    ]


def test_a_later_mail_replaces_an_earlier_one() -> None:
    """What `replacing` says on receipts; a mail of which nothing is taken changes nothing."""
    before = ["REPAIR SR1 2", "REFUSE YARD"]
    assert mailed("REPAIR SR1 1", before=before).sheet.units[FLEET] == ["REPAIR SR1 1"]
    assert mailed("REPAIR SR7 1", before=before).sheet.units[FLEET] == before
    assert mailed("press to red: hello", before=before).sheet.units[FLEET] == before


def test_one_problem_spoils_no_other_order() -> None:
    parsed = mailed("REPAIR SR1 2\nREPAIR SR7\nSCOUT 1")
    assert parsed.sheet.units[FLEET] == ["REPAIR SR1 2", "SCOUT HARROW"]
    assert [(problem.line, problem.text) for problem in parsed.problems] == [(2, "REPAIR SR7")]


def test_a_block_of_nobody() -> None:
    """Orders below it are not taken, for whom they are is not known."""
    assert problem("SR7: REPAIR 3") == 'line 1: "SR7:": there is no unit SR7. Did you mean SR2?'


def test_prose_is_no_order() -> None:
    assert lines("Dear umpire,\nhere are my orders for this turn.\nREPAIR SR1 2\n\nRegards,\nBlue") == ["REPAIR SR1 2"]


def test_a_list_over_two_lines() -> None:
    assert lines("ASSIGN SR1,\n  SR2 TO HARROW") == ["ASSIGN SR1, SR2 TO HARROW"]


def test_nothing_is_ordered_while_battles_are_fought() -> None:
    """CMP-1.4: nobody owes orders in a battle turn; press is sent all the same."""
    state = in_battle(campaign())
    assert problem("REPAIR SR1 2", state) == (
        "battle 1 must be fought first: orders are taken in the next refit turn (CMP-1.4)."
    )
    assert problems("press to red: hello", state) == []


def test_nothing_is_ordered_when_it_is_over() -> None:
    state = campaign()
    state.over = True
    assert problem("REPAIR SR1 2", state) == "the game is over; no orders are taken."


def test_nothing_stands_from_turn_to_turn() -> None:
    """CMP-5.9: a side that has sent nothing has ordered nothing."""
    assert ORDERS.sheet(campaign(), "blue").units == {FLEET: []}


@given(st.text() | st.lists(st.sampled_from([*WHOLE.split(), "SR1:", ":", ",", ";", "TF1", "9", "\n"])).map(" ".join))
def test_any_text_is_read(text: str) -> None:
    """No text raises; what is taken is a sheet that reads as itself."""
    parsed = mailed(text)
    assert isinstance(parsed, Parsed)
    if parsed.accepted:
        assert mailed(parsed.sheet.text()).sheet == parsed.sheet
