"""Every declared order survives its words, in whatever way it was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders.parts import Draw
from pbem.games.stingray.language.hints import SYNONYMS
from pbem.games.stingray.language.lines import LINES

NAMES = {
    "foe": ["TF1", "U1"],
    "target": ["TF1", "ANY"],
    "friend": ["SR2", "HQ"],
    "stingray": ["SR1"],
    "hex": ["0507", "1206"],
    "missile": ["M1"],
    "mine": ["MN1", "AM4"],
    "system": ["SONAR", "NAV"],
    "item": ["LIFE", "MOVE"],
}


@pytest.mark.parametrize("head", [*SYNONYMS, ""])
@given(st.data())
def test_orders_survive_their_words(head: str, data: st.DataObject) -> None:
    """5.1: any words of the language, read, written and read again, are the same order in the same words."""
    text = LINES.draw(Draw(lambda most: data.draw(st.integers(0, most - 1)), NAMES), head)
    order = LINES.line(text)
    assert LINES.line(LINES.write(order)) == order
    assert LINES.write(LINES.line(LINES.write(order))) == LINES.write(order)
