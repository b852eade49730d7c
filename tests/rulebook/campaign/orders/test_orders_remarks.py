"""What a receipt says of orders that were taken."""

from __future__ import annotations

from dataclasses import replace

from pbem.campaign.model.orders import FLEET
from pbem.campaign.model.state import State
from pbem.campaign.orders.parse import ORDERS
from pbem.core.texts.envelope import OrderSheet
from tests.rulebook.campaign.made_up import BLUE, FILE, campaign, lost
from tests.rulebook.campaign.orders.mails import mailed

NOBODY_FAR = "battle 6 (FAR): nobody can be sent, and 1 unit must go: so it is refused (CMP-2.4)"


def test_the_sum_of_points() -> None:
    """CMP-5.7: what orders cost, and what is left."""
    assert mailed("REPAIR SR1 2; REPLACE SR1; SCOUT 1").notes[0] == "these orders cost 8 of 10 points, and leave 2"
    assert mailed("REPLACE SR1", lost(campaign(), "SR1")).notes[0] == "these orders cost 3 of 10 points, and leave 7"


def test_points_that_do_not_reach() -> None:
    """CMP-5.7: orders are taken all the same, and carried out as far as the points reach."""
    parsed = mailed("REPLACE SR1; REPAIR DN1; REPLACE DN1; SCOUT 1")
    assert parsed.problems == []
    assert parsed.notes[:4] == [
        "these orders cost 10 of 10 points, and leave 0",
        "REPLACE DN1: the points reach for 1 of 2",
        "SCOUT HARROW: scouts cost 2 points, and there are 0",
        "battle 1 (HARROW): nothing is assigned, so SR2, DN2 are sent (CMP-5.10)",
    ]


def test_who_goes_where() -> None:
    """CMP-2.4, CMP-5.5, CMP-5.6, CMP-5.10: of every battle of the side."""
    assert mailed("ASSIGN SR1 TO 1; REFUSE 3; ASSIGN DN1 TO 2").notes[1:] == [
        "battle 1 (HARROW): SR1 is sent",
        "battle 2 (GATE): DN1 can be sent, and 2 units must go: so it is refused (CMP-2.4)",
        "battle 3 (PORT): refused (CMP-5.6)",
        "battle 4 (YARD): nothing is assigned, so DN2 is sent (CMP-5.10)",
        NOBODY_FAR,
    ]


def test_a_mail_that_changes_nothing_has_no_remarks() -> None:
    assert mailed("REPAIR SR9").notes == []


def test_the_trial_changes_nothing() -> None:
    """The state of whoever is told stays as it was."""
    state = campaign()
    before = repr(state)
    mailed("REPAIR SR1; TRANSFER COMMANDER SR1 TO SR2; TRANSFER SR2 TO 2ND; ASSIGN SR1 TO 1", state)
    assert repr(state) == before


def staff() -> State:
    """A campaign in which two seats play Blue."""
    state = campaign(replace(FILE, sides=[replace(BLUE, seats=2), *FILE.sides[1:]]))
    state.seats = {"blue1": "blue", "blue2": "blue", "red": "red"}
    state.reader = "blue2"
    return state


def remarks(*sheets: list[str]) -> list[str]:
    given = {seat: OrderSheet({FLEET: lines}) for seat, lines in zip(("blue1", "blue2"), sheets, strict=True)}
    return ORDERS.remarks(staff(), given, "blue2")


def test_two_seats_of_a_side() -> None:
    """CMP-5.8: the orders of the first seat count, and both spend the points of the side."""
    assert remarks(
        ["REPAIR SR1 1", "ASSIGN SR1 TO HARROW", "ASSIGN SR2 TO PORT"],
        ["REPAIR SR1 3", "REPAIR DN1 2", "ASSIGN SR1 TO PORT", "ASSIGN SR2 TO PORT", "ASSIGN DN1 TO GATE"],
    ) == [
        "with the orders of blue1 your side spends 3 of 10 points",
        "REPAIR SR1 3: another seat of your side has ordered this unit, and its orders count (CMP-5.8)",
        "SR1 goes to HARROW and not to PORT, as another seat of your side has ordered (CMP-5.8)",
    ]
    assert remarks([], ["REPAIR SR1 3"]) == []
