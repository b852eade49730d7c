"""How the C library allocates for a process of many threads: from one heap, which a small host has room for."""

from __future__ import annotations

import ctypes
import sys

M_ARENA_MAX = -8
"""The option of glibc's `mallopt` for how many heaps there may be at most."""


def share_one_heap() -> None:
    """Let all threads to come allocate from one heap. Else each gets its own, and little of what it frees goes back.

    Python runs one thread at a time, so they hardly wait for each other. A C library without the option is left as it is.
    """
    if sys.platform == "linux":
        set_option = getattr(ctypes.CDLL(None), "mallopt", None)
        if set_option:
            set_option(M_ARENA_MAX, 1)
