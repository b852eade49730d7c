"""The order in which many are served: a crowd holds up nobody who comes after it, and processes share what all of them find."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def from_both_ends(waiting: Sequence[T]) -> Iterator[T]:
    """The first, the last, the second and so on, each once: so the last to come is served second."""
    for number in range(len(waiting)):
        yield waiting[number // 2] if number % 2 == 0 else waiting[-1 - number // 2]


def apart(waiting: Iterable[T], whose: Callable[[T], object]) -> list[T]:
    """An order that no other process has. Whoever finds that another is at the same work asks anew and goes on in it.

    So the work is shared by all that are there, and nothing has to be taken back from one that died. Of each owner, in the
    order in which they were.
    """
    owners: dict[object, list[T]] = {}
    for each in waiting:
        owners.setdefault(whose(each), []).append(each)
    groups = list(owners.values())
    random.shuffle(groups)
    return [each for group in groups for each in group]
