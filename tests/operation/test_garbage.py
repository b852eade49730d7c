"""Every process of the program seldom searches for garbage."""

from __future__ import annotations

import subprocess
import sys

SEARCHES = """
import contextlib, gc, sys
from pbem.cli import main

if "--version" in sys.argv:
    with contextlib.suppress(SystemExit):
        main()
searches = []
gc.callbacks.append(lambda phase, info: searches.append(phase))
kept = [[] for _ in range(20_000)]
print(len(searches))
"""


def searches(*words: str) -> int:
    """How many times Python began or ended a search while 20,000 objects were made, as many as some dozens of turns have."""
    done = subprocess.run([sys.executable, "-c", SEARCHES, *words], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def test_after_a_command_has_begun_garbage_is_searched_for_rarely() -> None:
    assert 0 < 2 * searches("--version") < searches()
