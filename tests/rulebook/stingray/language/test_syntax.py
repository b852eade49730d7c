"""The forms of the order language are those of its parser."""

from __future__ import annotations

import pytest

from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.language.hints import EXAMPLES, RESERVED, SYNONYMS, WORDS
from pbem.games.stingray.language.lines import head, read
from pbem.games.stingray.model.orders import Cancel, Plan


def test_forms_are_what_the_parser_and_its_hints_know() -> None:
    """5.1: one form for each first word of any class's orders, and nothing else."""
    assert [form.word for form in STINGRAY.orders.forms()] == list(EXAMPLES)
    assert set(EXAMPLES) == {word for words in WORDS.values() for word in words} == set(SYNONYMS.values())


@pytest.mark.parametrize("word", EXAMPLES)
def test_the_parser_reads_each_example(word: str) -> None:
    """5.1: as an order of that word, for a class that has it."""
    classes = [kind for kind, known in WORDS.items() if word in known]
    readable = [kind for kind in classes if _word(EXAMPLES[word], kind) == word]
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
    for word in RESERVED - set(SYNONYMS) - {"S", "P", "L", "R"}:
        with pytest.raises(UnreadableOrder):
            read(word, "SR")
