"""How often Python searches for garbage: rarely, in every process of the program."""

from __future__ import annotations

import gc

RARELY = 2_000
"""New objects before the next search. What a turn makes is gone when it is done, and by Python's own 700 a search came in the
midst of each; by more than this a small host would need more memory, for little."""


def collect_rarely() -> None:
    """To be said once in a process, when it begins."""
    gc.set_threshold(RARELY)
