"""Every declared order survives its words, in whatever way it was written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders.parts import Draw
from pbem.core.orders.usage import Shape
from pbem.games.wet_thrust.language.words import read
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import LANGUAGE, Order

NAMES = {
    "foe": ["BIS", "PEU"],
    "target": ["BIS", "SUB1", "SUB-2", "sub 3"],
    "contact": ["SUB1"],
    "battery": ["A", "C1", "A1-A3", "b2-4", "MAIN"],
    "friend": ["HOO", "POW"],
    "squadron": ["ARK-T1", "T2", "D1", "LB1"],
    "enemy squadron": ["GRZ-F1", "GRZ-D2", "LB2"],
}


@pytest.mark.parametrize("shape", LANGUAGE.shapes, ids=lambda shape: shape.usage.pattern)
@given(st.data())
def test_orders_survive_their_words(shape: Shape, data: st.DataObject) -> None:
    """Section 5: any words of the language, read, written and read again, are the same order; WT-2.4: but for SPEED."""
    text = shape.draw(Draw(lambda most: data.draw(st.integers(0, most - 1)), NAMES))
    order: Order = read(text, "ARK")
    order = replace(order, speed=None) if isinstance(order, Plot) else order
    words = LANGUAGE.write(order)
    assert LANGUAGE.line(words) == order
    assert LANGUAGE.write(LANGUAGE.line(words)) == words
