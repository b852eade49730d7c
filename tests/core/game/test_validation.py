"""What is wrong with a document, by path and reason."""

from __future__ import annotations

import pytest

from events.schema import InvalidData
from pbem.core.game.validation import hex_faults, name_faults, range_faults, refuse


@pytest.mark.parametrize("text", ["0101", "0504"])
def test_hexes_of_the_map_are_right(text: str) -> None:
    """The corners of a map of five columns and four rows are on it."""
    assert not list(hex_faults("hex", text, 5, 4))


@pytest.mark.parametrize(
    ("value", "wrong"), [(0, ["0 is not 1 to 3 (shields left)"]), (1, []), (3, []), (4, ["4 is not 1 to 3 (shields left)"])]
)
def test_bounds_are_legal_themselves(value: int, wrong: list[str]) -> None:
    """A number beyond them is told with the bounds, and where they come from."""
    assert [why for _, why in range_faults("active", value, 3, 1, " (shields left)")] == wrong


@pytest.mark.parametrize(
    ("value", "legal", "wrong"),
    [
        ("a", ["a", "b"], []),
        ("c", ["a", "b"], [("seat", "'c' is none of a, b")]),
        ("c", ["", "b"], [("seat", "'c' is none of '', b")]),
        ("c", [], [("seat", "'c' is none of (nothing)")]),
    ],
)
def test_names(value: str, legal: list[str], wrong: list[tuple[str, str]]) -> None:
    """A name that is not legal is told with those that are."""
    assert list(name_faults("seat", value, legal)) == wrong


def test_a_document_with_faults_is_refused() -> None:
    """All of them are named with their paths; one without any passes."""
    refuse([])
    with pytest.raises(InvalidData, match=r"^turn: 0 is not 1 to 9; side: 'x' is none of a, b$"):
        refuse([*range_faults("turn", 0, 9, 1), *name_faults("side", "x", ["a", "b"])])
