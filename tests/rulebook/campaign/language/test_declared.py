"""Every declared order survives its words, in whatever way it was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.language.lines import order_text, read, read_lines
from pbem.campaign.model.orders import (
    LANGUAGE,
    Assign,
    Order,
    Refuse,
    Repair,
    Replace,
    Scout,
    Transfer,
    TransferCommander,
)
from pbem.core.orders.parts import Draw

NAMES = {
    "unit": ["SR1", "U-47"],
    "fleet": ["1ST", "GRAND_FLEET"],
    "force": ["1ST", "SR1"],
    "item": ["hull", "f.shields", "gun-a"],
    "place": ["3", "HARROW-GAP"],
}


@pytest.mark.parametrize("head", LANGUAGE.words)
@given(st.data())
def test_orders_survive_their_words(head: str, data: st.DataObject) -> None:
    """Any words of the language, read, written and read again, are the same order in the same words."""
    order = read(LANGUAGE.draw(Draw(lambda most: data.draw(st.integers(0, most - 1)), NAMES), head))
    text = order_text(order)
    assert read(text) == order
    assert order_text(read(text)) == text
    assert read_lines([text]) == [order]


@pytest.mark.parametrize(
    ("words", "order", "canonical"),
    [
        ("repair sr1", Repair("SR1"), "REPAIR SR1"),
        ("REPAIR SR1 all", Repair("SR1"), "REPAIR SR1"),
        ("REPAIR SR1 3", Repair("SR1", 3), "REPAIR SR1 3"),
        ("REPAIR SR1 3 Hull", Repair("SR1", 3, "hull"), "REPAIR SR1 3 hull"),
        ("REPAIR SR1 f.shields 2", Repair("SR1", 2, "f.shields"), "REPAIR SR1 2 f.shields"),
        ("REPLACE SR1", Replace("SR1"), "REPLACE SR1"),
        ("REPLACE SR1 ALL", Replace("SR1", everything=True), "REPLACE SR1 ALL"),
        ("REPLACE SR1 torpedoes", Replace("SR1", "torpedoes"), "REPLACE SR1 torpedoes"),
        ("replace sr1 4 torpedoes", Replace("SR1", "torpedoes", 4), "REPLACE SR1 torpedoes 4"),
        ("TRANSFER SR1 and SR2 TO 2nd", Transfer(("SR1", "SR2"), "2ND"), "TRANSFER SR1, SR2 TO 2ND"),
        ("TRANSFER COMMANDER SR1 TO SR2", TransferCommander("SR1", "SR2"), "TRANSFER COMMANDER SR1 TO SR2"),
        ("ASSIGN 1ST SR5 TO battle 3", Assign(("1ST", "SR5"), "3"), "ASSIGN 1ST, SR5 TO 3"),
        ("ASSIGN SR1 TO harrow-gap.", Assign(("SR1",), "HARROW-GAP"), "ASSIGN SR1 TO HARROW-GAP"),
        ("REFUSE 3", Refuse("3"), "REFUSE 3"),
        ("SCOUT BATTLE harrow", Scout("HARROW"), "SCOUT HARROW"),
    ],
)
def test_ways_to_write_an_order(words: str, order: Order, canonical: str) -> None:
    """CMP-5.1 to CMP-5.6, CMP-6.1: in any case, with or without the words that say nothing."""
    assert read(words) == order
    assert order_text(order) == canonical
