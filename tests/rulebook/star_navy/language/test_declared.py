"""Every declared order survives its words, in whatever way it was written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders.language import Language
from pbem.core.orders.parts import Draw
from pbem.games.star_navy.model.orders import ALTERNATIVE, ENGINE_ITEM, JUMPS, POLICIES, SETUPS

NAMES = {"foe": ["SR1", "DET", "MKE"], "hex": ["5053", "0101"]}


@pytest.mark.parametrize("language", [ALTERNATIVE, ENGINE_ITEM, JUMPS, POLICIES, SETUPS])
@given(st.data())
def test_orders_survive_their_words(language: Language[Any], data: st.DataObject) -> None:
    """SN-15.4, SN-15.5: any words of the language, read, written and read again, are the same order in the same words."""
    text = language.draw(Draw(lambda most: data.draw(st.integers(0, most - 1)), NAMES))
    order = language.line(text)
    assert language.line(language.write(order)) == order
    assert language.write(language.line(language.write(order))) == language.write(order)
