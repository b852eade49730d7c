"""A process that serves allocates from one heap, however many threads it has, and seldom searches for garbage."""

from __future__ import annotations

import subprocess
import sys

import pytest

COUNT = """
import ctypes, os, sys, tempfile, threading
from pbem.operation.memory import share_one_heap

libc = ctypes.CDLL(None)
if "shared" in sys.argv:
    share_one_heap()
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
together = threading.Barrier(8)

def work():
    together.wait()
    libc.malloc(2000)
    together.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
name = tempfile.mktemp().encode()
out = ctypes.c_void_p(libc.fopen(name, b"w"))
libc.malloc_info(0, out)
libc.fclose(out)
print(open(name).read().count("<heap "))
os.remove(name)
"""


SEARCHES = """
import gc, sys
from pbem.operation.memory import collect_rarely

if "rarely" in sys.argv:
    collect_rarely()
searches = []
gc.callbacks.append(lambda phase, info: searches.append(len(gc.get_objects())))
kept = [[] for _ in range(4000)]
print(len(searches))
gc.collect()
print(searches[-1])
"""


def numbers(program: str, *words: str) -> list[int]:
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


def heaps(*words: str) -> int:
    """How many heaps the C library has made for eight threads."""
    return numbers(COUNT, *words)[0]


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's heaps")
def test_threads_share_one_heap() -> None:
    """Eight threads have more than one without being told, and one when they are."""
    assert heaps() > 1
    assert heaps("shared") == 1


def test_garbage_is_searched_for_rarely_and_not_among_the_program() -> None:
    """Objects of several turns cause no search, and a full one passes over what was there when the service started."""
    often, everything = numbers(SEARCHES)
    rarely, made_since = numbers(SEARCHES, "rarely")
    assert often > 5 and not rarely
    assert 4000 <= made_since < everything - 4000
