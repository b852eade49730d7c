"""The canonical plain form of views: what is equal has equal bytes, and what differs has not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from pbem.core.state.canonical_json import canonical_json, hash_of
from pbem.core.state.codec import dump


@dataclass(frozen=True)
class Ship:
    id: str
    at: tuple[int, int]
    speed: Fraction
    seen: frozenset[str]
    logs: dict[str, int]


def test_a_view_becomes_json() -> None:
    """Dataclasses are objects, tuples lists, sets sorted lists, fractions text."""
    ship = Ship("BC1", (3, -4), Fraction(7, 2), frozenset({"b", "a"}), {"z": 1, "a": 2})
    assert dump(ship) == {"id": "BC1", "at": [3, -4], "speed": "7/2", "seen": ["a", "b"], "logs": {"z": 1, "a": 2}}


def test_order_of_keys_and_sets_moves_nothing_else_does() -> None:
    """The hash is that of what the view says, whatever order its dictionaries were filled in."""
    one = Ship("BC1", (3, -4), Fraction(7, 2), frozenset({"b", "a"}), {"z": 1, "a": 2})
    two = Ship("BC1", (3, -4), Fraction(7, 2), frozenset({"a", "b"}), {"a": 2, "z": 1})
    assert hash_of(one) == hash_of(two) != hash_of(Ship("BC1", (3, -4), Fraction(4), frozenset({"a", "b"}), {"a": 2, "z": 1}))


def test_keys_that_are_no_text_stay_apart() -> None:
    """A hex as key is written as its own plain form."""
    assert canonical_json(dump({(1, 2): "a", (2, 1): "b"})) == '{"[1,2]":"a","[2,1]":"b"}'


def test_what_has_no_plain_form_is_refused() -> None:
    """Something that JSON cannot say must not be hashed by its address in memory."""
    with pytest.raises(TypeError, match="object has no form in JSON"):
        hash_of({"x": object()})
