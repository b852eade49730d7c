"""Many games due at once hold up no deadline that comes after theirs."""

from __future__ import annotations

from pbem.service.turns.fair_order import from_both_ends


def test_the_first_and_the_last_come_in_turn() -> None:
    """Each once: so the last to become due is resolved second."""
    assert list(from_both_ends([1, 2, 3, 4, 5])) == [1, 5, 2, 4, 3]
    assert list(from_both_ends([1, 2])) == [1, 2]
    assert list(from_both_ends([])) == []
