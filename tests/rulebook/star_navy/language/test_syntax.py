"""The forms of the order language are those of its parser."""

from __future__ import annotations

from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.language.syntax import FORMS, HEADS
from pbem.games.star_navy.model.reserved_words import RESERVED
from tests.rulebook.star_navy.builders.orders import mailed, position


def test_forms_are_what_the_parser_reads() -> None:
    """SN-15.1: of all words of the language, those that begin an order are those of the forms and their synonyms."""
    state = position()
    read = {word for word in RESERVED if not any("unknown order" in p.reason for p in mailed(state, f"BIS:\n{word}").problems)}
    assert read == set(HEADS)
    assert {form.word for form in FORMS} <= set(HEADS)


def test_a_misspelt_order_is_led_to_a_form() -> None:
    """SN-15.1: the hint comes from the same words."""
    assert [p.legal for p in mailed(position(), "BIS: STANDIN FIRE ANY").problems] == ["Did you mean STANDING?"]
    assert STAR_NAVY.orders.forms() is FORMS
