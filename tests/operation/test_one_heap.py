"""A process that serves allocates from one heap, however many threads it has."""

from __future__ import annotations

import subprocess
import sys

import pytest

COUNT = """
import ctypes, os, sys, tempfile, threading
from pbem.operation.one_heap import share_one_heap

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


def heaps(*words: str) -> int:
    """How many heaps the C library has made for eight threads."""
    done = subprocess.run([sys.executable, "-c", COUNT, *words], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's heaps")
def test_threads_share_one_heap() -> None:
    """Eight threads have more than one without being told, and one when they are."""
    assert heaps() > 1
    assert heaps("shared") == 1
