"""docs/orders/campaign.md: its mails can be sent, and what it says of receipts is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from events.campaign.refit import BattleSet, RefitBegun
from pbem.campaign.model.apply import apply
from pbem.campaign.model.state import State
from pbem.campaign.orders.parse import ORDERS
from pbem.core.texts.envelope import Parsed
from pbem.core.texts.units import Units
from tests.kit.pages import chapter, page
from tests.rulebook.campaign.samples import PICKETS, known, mails

RECEIPT = chapter(page("orders/campaign"), "What the receipt may say")
PROBLEMS, NOTES = (re.findall(r"`([^`]+)`(?=[:,\n])", part) for part in f"{RECEIPT}\n".split("And of orders"))


def read(text: str, state: State) -> Parsed:
    units = Units(["FLEET"], dict.fromkeys(state.units, ""))
    return ORDERS.parse(state, "blue", ORDERS.open(text, units), ORDERS.sheet(state, "blue"))


@pytest.mark.parametrize("number", [0, 1])
def test_sample_mails(number: int) -> None:
    """None has a problem, and every order of it is taken."""
    mail = list(mails())[number]
    parsed = read(mail.text, mail.state)
    assert [str(problem) for problem in parsed.problems] == []
    assert parsed.accepted == (6, 7)[number]


def lost(state: State) -> None:
    state.units["STL"].where = "lost"


def away(state: State) -> None:
    state.units["STL"].where = "battle"


def no_mines_lacking(state: State) -> None:
    del state.units["CHI"].lacks["mines"]


def no_commander(state: State) -> None:
    state.units["CHI"].commander = ""


def third_round(state: State) -> None:
    apply(state, RefitBegun(3))
    apply(state, BattleSet(3, "BELT", {"blue": "BLUE", "red": "RED"}))


def no_scouts(state: State) -> None:
    assert state.file.refits is not None
    state.file_if_known = replace(state.file, refits=replace(state.file.refits, scouts=0))


def two_must_go(state: State) -> None:
    belt = state.file.node("BELT")
    sides = {"blue": replace(belt.sides["blue"], least=2), "red": belt.sides["red"]}
    state.file_if_known = replace(state.file, nodes=[PICKETS, replace(belt, sides=sides)])


def poor(state: State) -> None:
    state.purses["blue"] = 4


def pursuit(state: State) -> None:
    state.file_if_known = replace(state.file, nodes=[*state.file.nodes, replace(PICKETS, id="PURSUIT")])


def as_it_is(state: State) -> None:
    """Nothing is changed."""


Change = Callable[[State], None]
TOLD: dict[str, tuple[str, Change]] = {
    "there is no unit CHJ": ("REPAIR CHJ", as_it_is),
    "CLE is not yours": ("REPAIR CLE", as_it_is),
    "STL is lost": ("REPAIR STL", lost),
    "STL is in a battle": ("REPAIR STL", away),
    "CHI has no boilers": ("REPAIR CHI boilers", as_it_is),
    "CHI lacks no mines": ("REPLACE CHI mines", no_mines_lacking),
    "mines are stores, which are not repaired (CMP-5.1)": ("REPAIR CHI mines", as_it_is),
    "engines is repaired, not replaced": ("REPLACE CHI engines", as_it_is),
    "there is no fleet 9TH of your side": ("TRANSFER CHI TO 9TH", as_it_is),
    "CHI has no commander": ("TRANSFER COMMANDER CHI TO BIS", no_commander),
    "battle 9 is not set next": ("ASSIGN CHI TO 9", as_it_is),
    "nothing is fought at PURSUIT next": ("ASSIGN CHI TO PURSUIT", pursuit),
    "CHI may not go to battle 1 (PICKETS): she is of class DN, and these may go: FF": ("ASSIGN CHI TO 1", as_it_is),
    "battle 1 (PICKETS) takes at most 1 unit of yours, not BIS, STL": ("ASSIGN BIS, STL TO 1", as_it_is),
    "battle 1 (PICKETS) is refused above": ("REFUSE 1; ASSIGN BIS TO 1", as_it_is),
    "there are no scouts in this campaign (CMP-6.1)": ("SCOUT 1", no_scouts),
    "battle 3 must be fought first: orders are taken in the next refit turn (CMP-1.4)": ("REPAIR CHI", third_round),
    "these orders cost 9 of 12 points, and leave 3": ("REPLACE CHI ALL", as_it_is),
    "REPAIR CHI 6: the points reach for 4 of 6": ("REPAIR CHI 6", poor),
    "battle 2 (BELT): CHI, STL are sent": ("ASSIGN 1ST TO 2", as_it_is),
    "battle 1 (PICKETS): nothing is assigned, so BIS is sent (CMP-5.10)": ("ASSIGN 1ST TO 2", as_it_is),
    "battle 2 (BELT): STL can be sent, and 2 units must go: so it is refused (CMP-2.4)": ("ASSIGN STL TO 2", two_must_go),
}


@pytest.mark.parametrize("words", TOLD)
def test_what_the_receipt_may_say(words: str) -> None:
    """Each sentence of the page is told of the mail that it is about."""
    mail, change = TOLD[words]
    state = known()
    change(state)
    parsed = read(mail, state)
    assert words in [*(problem.reason for problem in parsed.problems), *parsed.notes]


def test_the_page_says_no_more() -> None:
    assert [said for said in (*PROBLEMS, *NOTES) if not said.startswith(("REPLACE CHI mines", "REPAIR CHI engines"))] == list(
        TOLD
    )
