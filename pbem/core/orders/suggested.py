"""Fewer orders out of many that are offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.core.game.report_parts import SuggestedOrder


def from_each_group(found: Sequence[SuggestedOrder], most: int) -> list[SuggestedOrder]:
    """At most so many, in their order: the first of each group, then the second, and so on."""
    seen: dict[str, int] = {}
    ranked = []
    for number, each in enumerate(found):
        seen[each.group] = seen.get(each.group, 0) + 1
        ranked.append((seen[each.group], number, each))
    kept = sorted(ranked, key=lambda entry: entry[:2])[:most]
    return [each for _, _, each in sorted(kept, key=lambda entry: entry[1])]


def each_once(found: Iterable[SuggestedOrder]) -> Iterator[SuggestedOrder]:
    """The same text for the same unit only where it comes first."""
    seen: set[tuple[str, str]] = set()
    for each in found:
        if (each.unit, each.text) not in seen:
            seen.add((each.unit, each.text))
            yield each
