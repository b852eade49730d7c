"""Memory of a process that serves: from one heap, and seldom searched for garbage."""

from __future__ import annotations

import ctypes
import gc
import sys

M_ARENA_MAX = -8
"""The option of glibc's `mallopt` for how many heaps there may be at most."""
RARELY = 5_000
"""New objects before the next search for garbage. Turns, pages and reports leave little, and by Python's own 700 a search comes
in the midst of every turn."""


def share_one_heap() -> None:
    """Let all threads to come allocate from one heap. Else each gets its own, and little of what it frees goes back.

    Python runs one thread at a time, so they hardly wait for each other. A C library without the option is left as it is.
    """
    if sys.platform == "linux":
        set_option = getattr(ctypes.CDLL(None), "mallopt", None)
        if set_option:
            set_option(M_ARENA_MAX, 1)


def collect_rarely() -> None:
    """Search for garbage seldom, and never among what is there now: the program itself, which stays."""
    gc.freeze()
    gc.set_threshold(RARELY)
