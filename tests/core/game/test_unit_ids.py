"""Ids that are letters and a number."""

from __future__ import annotations

import pytest

from pbem.core.game.unit_ids import ids_words, natural


def test_natural_order() -> None:
    """By letters, then by number; an id without a number comes first of its letters."""
    assert sorted(["BB10", "BB2", "A11", "BB", "A9"], key=natural) == ["A9", "A11", "BB", "BB2", "BB10"]


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        ([], ""),
        (["A1"], "A1"),
        (["A1", "A2", "A3", "C1"], "A1-A3, C1"),
        (["A9", "A10", "A12"], "A9-A10, A12"),
        (["A2", "A1"], "A2, A1"),
        (["A1", "B2", "BR"], "A1, B2, BR"),
    ],
)
def test_neighbours_are_drawn_together(ids: list[str], words: str) -> None:
    """Only those of the same letters that follow one another; the order given is kept."""
    assert ids_words(ids) == words
