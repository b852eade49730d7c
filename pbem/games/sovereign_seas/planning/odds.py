"""The chances of salvos and rams, counted out exactly: every die is a strike as often as not (SSL-C.1)."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from pbem.games.sovereign_seas.model.tables import RAM_NEEDED, ceil_div


@lru_cache(maxsize=4096)
def at_least(pool: int, needed: int) -> float:
    """The chance of so many strikes or more with `pool` dice. SSL-C.3: without dice there is none."""
    return sum(comb(pool, n) for n in range(needed, pool + 1)) / (1 << pool)


@lru_cache(maxsize=4096)
def mean_hits(pool: int, needed: int, halves: int) -> float:
    """SSL-J2.9, SSL-J2.10: effective hits that a salvo makes on average; `halves` is the firepower in halves."""
    hits = (comb(pool, n) * ceil_div((n - needed + 1) * halves, 2) for n in range(needed, pool + 1))
    return sum(hits) / (1 << pool)


def ram_chance(pool: int) -> float:
    """SSL-J1.4: the chance that a ram hits."""
    return at_least(pool, RAM_NEEDED)
