"""Every process of the program seldom searches for garbage."""

from __future__ import annotations

import subprocess
import sys

SEARCHES = """
import gc, sys
from pbem.operation.garbage import collect_rarely

if "rarely" in sys.argv:
    collect_rarely()
searches = []
gc.callbacks.append(lambda phase, info: searches.append(phase))
kept = [[] for _ in range(4000)]
print(len(searches))
"""


def searches(*words: str) -> int:
    """How many times Python began or ended a search while it made 4,000 objects, as many as several turns have."""
    done = subprocess.run([sys.executable, "-c", SEARCHES, *words], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_garbage_is_searched_for_rarely() -> None:
    assert searches() > 5
    assert searches("rarely") == 0
