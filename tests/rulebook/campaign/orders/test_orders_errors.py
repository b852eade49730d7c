"""What a player is told of an order that cannot be taken: which, why, and what would be legal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.campaign.model.state import State
from tests.rulebook.campaign.made_up import FILE, REFITS, campaign, lost
from tests.rulebook.campaign.orders.mails import lines, problem, problems

YOURS = "Yours next: battle 1 (HARROW), battle 2 (GATE), battle 3 (PORT), battle 4 (YARD), battle 5 (HOME), battle 6 (FAR)."


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("REPAIR", "a unit is called by its id."),
        ("REPAIR SR1 0", 'boxes are a number from 1, or ALL, not "0".'),
        (
            "REPAIR SR1 3 4",
            '"4" was not understood after "REPAIR SR1 3". Write REPAIR unit, then as you like a number or ALL, and an item.',
        ),
        (
            "TRANSFER SR1",
            "TRANSFER is not written like that. Write it like TRANSFER SR1 TO 2ND: move units to another fleet of your side.",
        ),
        (
            "ASSIGN SR1",
            "ASSIGN is not written like that. Write it like ASSIGN 1ST, SR5 TO 3: send fleets and units to a battle.",
        ),
        ("REFUSE", "a battle is called by its number or its node."),
        ("SCUOT 3", '"SCUOT" is no order of a campaign. Did you mean SCOUT?'),
    ],
)
def test_words_that_are_no_order(order: str, told: str) -> None:
    assert problem(order) == f'line 1: "{order}": {told}'


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("REPAIR SR9", "there is no unit SR9. Did you mean SR2?"),
        ("REPAIR XYZ", "there is no unit XYZ. Yours are SR1, SR2, DN1, DN2, BY1."),
        ("REPAIR TF1", "TF1 is not yours. Yours are SR1, SR2, DN1, DN2, BY1."),
        ("REPAIR SR2", "SR2 lacks nothing that is repaired."),
        ("REPAIR SR1 boilers", "SR1 has no boilers. FF has hull, guns, torpedoes."),
        ("REPAIR SR1 2 gun", "SR1 has no gun. Did you mean guns?"),
        ("REPAIR SR1 guns", "SR1 lacks no guns. She lacks 3 hull, 4 torpedoes."),
        ("REPAIR SR2 guns", "SR2 lacks no guns. She lacks nothing."),
        ("REPAIR SR1 torpedoes", "torpedoes are stores, which are not repaired (CMP-5.1). Write REPLACE SR1 torpedoes."),
        ("REPLACE SR1 hull", "hull is repaired, not replaced. Write REPAIR SR1 hull."),
        ("REPLACE SR2", "SR2 lacks no stores."),
        ("REPLACE BY1", "BY1 lacks no stores. REPAIR BY1, or REPLACE BY1 ALL, repairs her."),
        ("REPLACE DN2 ALL", "DN2 lacks nothing."),
        ("REPLACE SR1 3", "it is not said of which stores. Name one of her stores: torpedoes."),
        ("REPLACE BY1 3", "it is not said of which stores. She has no stores."),
        ("TRANSFER SR1 TO 1ST", "SR1 is in 1ST already. Other fleets are 2ND, AUX."),
        ("TRANSFER SR1 TO 9TH", "there is no fleet 9TH of your side. Its fleets are 1ST, 2ND, AUX."),
        ("TRANSFER COMMANDER SR2 TO SR1", "SR2 has no commander. Write TRANSFER COMMANDER SR1 TO SR2."),
        ("TRANSFER COMMANDER SR1 TO SR1", "SR1 is named twice. Name two units."),
    ],
)
def test_orders_for_units(order: str, told: str) -> None:
    """CMP-5.1, CMP-5.2, CMP-5.4: of units of one's own, items of their sheets that are lacking, fleets of the side."""
    assert problem(order) == f'line 1: "{order}": {told}'


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("ASSIGN SR1 TO 9", f"battle 9 is not set next. {YOURS}"),
        ("ASSIGN SR1 TO BELT", f"nothing is fought at BELT next. {YOURS}"),
        ("ASSIGN SR1 TO HARROV", "there is no battle HARROV. Did you mean HARROW?"),
        ("ASSIGN 3RD TO GATE", "there is no unit or fleet 3RD. Yours are 1ST, 2ND, AUX, SR1, SR2, DN1, DN2, BY1."),
        ("ASSIGN TF1 TO GATE", "TF1 is not yours. Yours are SR1, SR2, DN1, DN2, BY1."),
        ("ASSIGN DN1 TO 3", "DN1 may not go to battle 3 (PORT): she is of class DN, and these may go: FF."),
        ("ASSIGN 1ST TO 4", "SR1 may not go to battle 4 (YARD): she is in 1ST, and these fleets may go: 2ND."),
        (
            "ASSIGN SR1 TO FAR",
            "SR1 may not go to battle 6 (FAR): it is fought by the rules of Star Navy, she is of Toy.",
        ),
        ("ASSIGN SR1 TO HOME", "your side plays battle 5 (HOME) with the units of the scenario (CMP-2.3)."),
        ("ASSIGN 1ST, DN1 TO 1", "battle 1 (HARROW) takes at most 2 units of yours, not SR1, SR2, DN1. Name fewer."),
        ("ASSIGN 2ND, BY1 TO 2", "battle 2 (GATE) has no place for BY1. Name fewer."),
        ("SCOUT GATE", "the enemy in battle 2 (GATE) has the units of the scenario, which everybody knows."),
        ("SCOUT BELT", f"nothing is fought at BELT next. {YOURS}"),
    ],
)
def test_orders_for_battles(order: str, told: str) -> None:
    """CMP-2.2, CMP-5.5, CMP-5.6, CMP-6.1: of battles that are set next, units that may go there, as many as have a place."""
    assert problem(order) == f'line 1: "{order}": {told}'


@pytest.mark.parametrize(
    ("mail", "told"),
    [
        (
            "ASSIGN 1ST TO 1; ASSIGN DN1 TO 1",
            "battle 1 (HARROW) takes at most 2 units of yours, not DN1 beside SR1, SR2. Name fewer.",
        ),
        ("REFUSE 1; ASSIGN SR1 TO 1", "battle 1 (HARROW) is refused above."),
        ("ASSIGN SR1 TO 1; REFUSE 1", "SR1 is sent to battle 1 (HARROW) above."),
        ("ASSIGN 1ST TO 1; REFUSE 1", "SR1, SR2 are sent to battle 1 (HARROW) above."),
        ("REFUSE 1; REFUSE HARROW", "battle 1 (HARROW) is refused already."),
        ("SCOUT 1; SCOUT HARROW", "battle 1 (HARROW) is scouted already."),
        ("TRANSFER COMMANDER SR1 TO SR2; TRANSFER COMMANDER SR1 TO DN2", "SR1 has no commander."),
        ("TRANSFER SR1 TO 2ND; TRANSFER SR1 TO 2ND", "SR1 is in 2ND already. Other fleets are 1ST, AUX."),
        ("TRANSFER DN1, DN2 TO 1ST; ASSIGN 2ND TO 4", "no unit of 2ND is at hand."),
    ],
)
def test_orders_that_do_not_go_together(mail: str, told: str) -> None:
    """An order is checked in the light of those above it."""
    order = mail.split("; ")[1]
    assert problem(mail) == f'line 1: "{order}": {told}'


def test_a_unit_that_is_sent_elsewhere_leaves_a_place() -> None:
    """CMP-5.5: the last order for a unit counts."""
    assert lines("ASSIGN 1ST TO 1; ASSIGN SR1 TO 3; ASSIGN DN1 TO 1")[-1] == "ASSIGN DN1 TO HARROW"


def test_a_transferred_unit_goes_with_its_new_fleet() -> None:
    """CMP-5.4: before assignments."""
    assert lines("TRANSFER SR1 TO 2ND; ASSIGN SR1 TO YARD") == ["TRANSFER SR1 TO 2ND", "ASSIGN SR1 TO YARD"]


def test_lost_units() -> None:
    """CMP-5.3: a new one may be bought, and be sent at once."""
    state = lost(campaign(), "SR1")
    anew = "REPLACE SR1 brings a new one (CMP-5.3); write it above."
    assert problem("ASSIGN SR1 TO PORT", state) == f'line 1: "ASSIGN SR1 TO PORT": SR1 is lost. {anew}'
    assert problem("REPAIR SR1", state) == f'line 1: "REPAIR SR1": SR1 is lost. {anew}'
    told = "SR1 is lost; a new one comes with all she has. Write REPLACE SR1."
    assert problem("REPLACE SR1 ALL", state) == f'line 1: "REPLACE SR1 ALL": {told}'
    assert lines("REPLACE SR1; ASSIGN SR1 TO PORT", state) == ["REPLACE SR1", "ASSIGN SR1 TO PORT"]


def test_no_new_units() -> None:
    """CMP-5.3: the file may not allow it."""
    state = lost(campaign(replace(FILE, refits=replace(REFITS, new=0))), "SR1")
    told = "SR1 is lost, and lost units are not replaced in this campaign (CMP-5.3)."
    assert problem("REPLACE SR1", state) == f'line 1: "REPLACE SR1": {told}'
    assert problem("REPAIR SR1", state) == 'line 1: "REPAIR SR1": SR1 is lost.'


@pytest.mark.parametrize(("where", "told"), [("battle", "SR1 is in a battle"), ("taken", "SR1 was taken out of the campaign")])
def test_units_that_are_not_at_hand(where: str, told: str) -> None:
    state = campaign()
    state.units["SR1"].where = where  # type: ignore[assignment]
    assert problem("REPAIR SR1", state) == f'line 1: "REPAIR SR1": {told}.'


def test_no_scouts() -> None:
    """CMP-6.1: the file may have none."""
    state = campaign(replace(FILE, refits=replace(REFITS, scouts=0)))
    assert problem("SCOUT 1", state) == 'line 1: "SCOUT 1": there are no scouts in this campaign (CMP-6.1).'


def test_no_refits() -> None:
    """CMP-1.5: nobody gives orders."""
    told = "this campaign has no refit turns: there is nothing to order (CMP-1.5)."
    assert problem("REFUSE 1", campaign(replace(FILE, refits=None))) == told


def fogged() -> State:
    return campaign(replace(FILE, fog=True))


def test_with_fog_battles_have_no_numbers() -> None:
    """CMP-9.2: nobody can count the battles of others."""
    assert lines("ASSIGN 1ST TO HARROW", fogged()) == ["ASSIGN 1ST TO HARROW"]
    told = "with fog a battle is called by its node, not by a number. Yours next: HARROW, GATE, PORT, YARD, HOME, FAR."
    assert problem("ASSIGN 1ST TO 1", fogged()) == f'line 1: "ASSIGN 1ST TO 1": {told}'


def test_checks_use_what_the_side_knows() -> None:
    """CMP-9.1: what an enemy's unit lacks now changes no answer."""
    state = campaign()
    before = problems("REPAIR TF1\nASSIGN TF1 TO 1\nREPAIR TF9", state)
    state.units["TF1"].lacks["hull"] = 2
    state.units["TF1"].where = "battle"
    assert problems("REPAIR TF1\nASSIGN TF1 TO 1\nREPAIR TF9", state) == before
