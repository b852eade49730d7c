"""The forms of the order language are those of its parser."""

from __future__ import annotations

import pytest

from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.stingray.language.grammar import Cancel, read
from pbem.games.stingray.language.syntax import EXAMPLES, FORMS, HEADS, RESERVED, SYNONYMS, forms
from pbem.games.stingray.language.words import head
from pbem.games.stingray.model.orders import Plan


def test_forms_are_what_the_parser_and_its_hints_know() -> None:
    """5.1: one form for each first word of any class's orders, and nothing else."""
    assert [form.word for form in forms()] == list(EXAMPLES)
    assert set(EXAMPLES) | set(SYNONYMS) == HEADS
    assert set(SYNONYMS.values()) <= set(EXAMPLES)


@pytest.mark.parametrize("word", EXAMPLES)
def test_the_parser_reads_each_example(word: str) -> None:
    """5.1: as an order of that word, for a class that has it."""
    classes = [key for key, known in FORMS.items() if word in known]
    readable = [key for key in classes if _word(EXAMPLES[word][0], key) == word]
    assert readable, EXAMPLES[word]


def _word(text: str, vessel_class: str) -> str:
    """The word of the order that a line is read as; "" if it is none."""
    try:
        order = read(text, vessel_class)[0]
    except UnreadableOrder:
        return ""
    if order == Plan():
        return "HALT"
    return "CANCEL" if isinstance(order, Cancel) else head(order)


def test_other_words_begin_no_order() -> None:
    """5.1: the other words of the language are read only inside an order."""
    for word in RESERVED - HEADS - {"S", "P", "L", "R"}:
        with pytest.raises(UnreadableOrder):
            read(word, "SR")
