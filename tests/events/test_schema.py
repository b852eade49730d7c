"""Fields that are made from types: what a value may be is what the type says."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from events.schema import InvalidData, load


@dataclass(frozen=True)
class Shaped:
    """A value of each kind that has no field of marshmallow's own."""

    box: tuple[int, str]
    either: int | str
    maybe: int | str | None = None


def test_a_tuple_has_its_parts_in_order() -> None:
    """As many as it says, each of its type."""
    assert load(Shaped, {"box": [1, "x"], "either": 2}) == Shaped((1, "x"), 2)
    for box in (["x", 1], [1], [1, "x", 2]):
        with pytest.raises(InvalidData, match="box"):
            load(Shaped, {"box": box, "either": 2})


def test_nothing_is_only_taken_where_the_type_has_it() -> None:
    """`int | str` is never null; with None it may be."""
    assert load(Shaped, {"box": [1, "x"], "either": "x", "maybe": None}).maybe is None
    with pytest.raises(InvalidData, match="either"):
        load(Shaped, {"box": [1, "x"], "either": None})


@dataclass(frozen=True)
class Even:
    """A value that checks what its type does not say."""

    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(f"{self.number} is odd")


@dataclass(frozen=True)
class Pair:
    one: Even


def test_a_dataclass_may_check_itself() -> None:
    """What its `__post_init__` refuses is told like any other misfit, with its path."""
    assert load(Pair, {"one": {"number": 2}}) == Pair(Even(2))
    with pytest.raises(InvalidData, match="one: 3 is odd"):
        load(Pair, {"one": {"number": 3}})
