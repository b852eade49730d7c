"""Shapes that are worked out once: those of a unit that did not move are on the map after the next step, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Made = TypeVar("Made")
MOST = 4096
"""Results that are kept of each function."""


class Kept(tuple[Made, ...]):
    """Found again by its hash, which is worked out once."""

    _hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash


def kept(make: Callable[Given, Iterable[Made]]) -> Callable[Given, tuple[Made, ...]]:
    """What a function of values makes of the same values, kept as a tuple."""

    @lru_cache(MOST)
    def made(*given: Given.args, **named: Given.kwargs) -> Kept[Made]:
        return Kept(make(*given, **named))

    made.__doc__ = make.__doc__
    return cast("Callable[Given, tuple[Made, ...]]", made)
