"""Ids of units and systems, which are letters and a number: A9 comes before A10, and A1 A2 A3 are A1-A3."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(2**12)
def natural(id: str) -> tuple[str, int]:
    """Natural id order: letters alphabetically, then the number ascending."""
    letters = id.rstrip("0123456789")
    return letters, int(id[len(letters) :] or 0)


def ids_words(ids: Iterable[str]) -> str:
    """`A1-A4, C1`: ids that follow one another are drawn together, in the order given."""
    runs: list[list[str]] = []
    for id in ids:
        if runs and natural(id) == (natural(runs[-1][-1])[0], natural(runs[-1][-1])[1] + 1):
            runs[-1].append(id)
        else:
            runs.append([id])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
