"""Shapes that are worked out once: those of a unit that did not move are on the map after the next step, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Made = TypeVar("Made")
MOST = 4096
"""Results that are kept of each function."""


def kept(make: Callable[Given, Iterable[Made]]) -> Callable[Given, tuple[Made, ...]]:
    """What a function of values makes of the same values, kept as a tuple."""

    @lru_cache(MOST)
    def made(*given: Given.args, **named: Given.kwargs) -> tuple[Made, ...]:
        return tuple(make(*given, **named))

    made.__doc__ = make.__doc__
    return cast("Callable[Given, tuple[Made, ...]]", made)
