"""Some of many orders that are offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


def best_of_each(
    offers: Mapping[str, Iterable[tuple[str, str, str]]], legal: Callable[[str, str], bool], most: int
) -> list[tuple[str, str, str, str]]:
    """Of the offers of each unit (heading, words, hint; the best first) those that are legal: as many as there is room for of
    one, the best one or two of each of several. Each with its unit before it; the same words for a unit once."""
    each_has = most if len(offers) == 1 else 2 if 2 * len(offers) <= most else 1
    found: dict[tuple[str, str], tuple[str, str, str, str]] = {}
    for unit, its in offers.items():
        for group, text, hint in islice((offer for offer in its if legal(unit, offer[1])), each_has):
            found.setdefault((unit, text), (unit, group, text, hint))
    return list(found.values())[:most]


def each_once(found: Iterable[Offer]) -> Iterator[Offer]:
    """The same text for the same unit only where it comes first."""
    seen: set[tuple[str, str]] = set()
    for each in found:
        if (each.unit, each.text) not in seen:
            seen.add((each.unit, each.text))
            yield each
