"""Every declared order survives its words, in whatever way it was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders.parts import Draw
from pbem.games.sovereign_seas.language.lines import read
from pbem.games.sovereign_seas.model.orders import LANGUAGE

NAMES = {"own": ["BC1", "CBIC-1"], "foe": ["FB1", "SF 2"], "hex": ["1508", "0101"], "battery": ["S1", "TSF", "M1-M3"]}


@pytest.mark.parametrize("head", LANGUAGE.words)
@given(st.data())
def test_orders_survive_their_words(head: str, data: st.DataObject) -> None:
    """5.1: any words of the language, read, written and read again, are the same order in the same words."""
    order = read(LANGUAGE.draw(Draw(lambda most: data.draw(st.integers(0, most - 1)), NAMES), head), "british")
    text = LANGUAGE.write(order)
    assert read(text) == order
    assert LANGUAGE.write(read(text)) == text
