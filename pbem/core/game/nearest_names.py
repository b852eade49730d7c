"""Names that somebody may have meant: for messages about one that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

FEW = 8
"""So many names are listed whole; of more only the nearest are told."""
SUGGESTED = 3


def nearest(wanted: str, names: Iterable[str]) -> list[str]:
    """The three names that look most like `wanted`, the likest first; among equals the order given."""

    def likeness(name: str) -> float:
        return SequenceMatcher(None, wanted.lower(), name.lower()).ratio()

    return sorted(names, key=likeness, reverse=True)[:SUGGESTED]


def known_names(wanted: str, names: Iterable[str]) -> str:
    """`there are g1, g2`, all of them when they are few; `the nearest of 38 are g9, g19, g29`; `there are none yet`."""
    known = list(names)
    if not known:
        return "there are none yet"
    if len(known) <= FEW:
        return f"there are {', '.join(known)}"
    return f"the nearest of {len(known)} are {', '.join(nearest(wanted, known))}"
