"""Small pieces of sentences."""

from __future__ import annotations

import pytest

from pbem.core.game.phrases import count, join_words, sentence


def test_numbers_of_things() -> None:
    """One, many, and plurals that are not made with s."""
    assert [count(n, "hit") for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]
    assert [count(n, "hex", "hexes") for n in (1, 2)] == ["1 hex", "2 hexes"]


@pytest.mark.parametrize(("names", "text"), [(["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")])
def test_lists(names: list[str], text: str) -> None:
    """Commas, and one `and`."""
    assert join_words(names) == text


def test_a_sentence_begins_with_a_capital() -> None:
    """The other letters stay as they are; nothing stays nothing."""
    assert sentence("the SR1 turns") == "The SR1 turns" and sentence("") == ""
