"""The order form on a page: heads and orders are left, and what its comments say is told by unit."""

from __future__ import annotations

from pbem.core.texts.plain_form import form_notes, plain_form

FORM = """# Sent back as it stands, this changes nothing.
# Lines such as # FIRE are examples.

FLEET:
  # FIREORDER ARK, SHE

ARK:
  # Ark Royal: at 6.0, 10.4
  PLOT -   # speed 3 to 7.5
  # T3 FIRE ANY

SHE: HOLD FIRE
"""


def test_the_plain_form_has_heads_and_orders_alone() -> None:
    """One empty line between blocks, none above them, and no comment."""
    assert plain_form(FORM) == "FLEET:\n\nARK:\n  PLOT -\n\nSHE: HOLD FIRE"


def test_a_form_without_blocks_stays_as_it_is() -> None:
    """Its comments say what its lines are about, or why there is nothing to order."""
    for form in ("# You have no ship; nothing is asked of you.", "REPAIR BIS 2  # 2 points\n# REFUSE BELT", ""):
        assert plain_form(form) == form and form_notes(form, ("REFUSE",)) == {}


def test_notes_are_told_by_unit_without_examples() -> None:
    """An order's comment stands behind the order; what begins like an order, whatever its turn, is an example of one."""
    assert form_notes(FORM, ("FIRE", "FIREORDER", "T1")) == {
        "": ["Filed as it stands, this changes nothing."],
        "ARK": ["Ark Royal: at 6.0, 10.4", "PLOT -: speed 3 to 7.5"],
    }
