"""Some of many orders that are offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import Protocol, TypeVar


class Offered(Protocol):
    """What a suggested order has of its own."""

    @property
    def unit(self) -> str:
        """In whose block it is written."""

    @property
    def group(self) -> str:
        """The heading under which it is offered."""

    @property
    def text(self) -> str:
        """Its words."""


Offer = TypeVar("Offer", bound=Offered)


def some_of_each(found: Sequence[Offer], most: int) -> list[Offer]:
    """At most so many: the first of every heading before the second ones; in the order in which they are offered."""
    groups: dict[str, list[Offer]] = {}
    for each in found:
        groups.setdefault(each.group, []).append(each)
    kept = list(islice((each for each in chain.from_iterable(zip_longest(*groups.values())) if each), most))
    return [each for each in found if each in kept]


def each_once(found: Iterable[Offer]) -> Iterator[Offer]:
    """The same text for the same unit only where it comes first."""
    seen: set[tuple[str, str]] = set()
    for each in found:
        if (each.unit, each.text) not in seen:
            seen.add((each.unit, each.text))
            yield each
