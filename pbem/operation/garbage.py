"""How often Python searches for garbage: rarely, in every process of the program."""

from __future__ import annotations

import gc

RARELY = 5_000
"""New objects before the next search. What a turn, a page or an audit makes is gone when it is done; by Python's own 700 a
search came in the midst of each, and took up to a seventh of its time."""


def collect_rarely() -> None:
    """To be said once in a process, when it begins."""
    gc.set_threshold(RARELY)
