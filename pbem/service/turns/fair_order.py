"""The order in which many are served, so that a crowd holds up nobody who comes after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def from_both_ends(waiting: Sequence[T]) -> Iterator[T]:
    """The first, the last, the second and so on, each once: so the last to come is served second."""
    for number in range(len(waiting)):
        yield waiting[number // 2] if number % 2 == 0 else waiting[-1 - number // 2]
