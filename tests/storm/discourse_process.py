"""The stub of a Discourse as a process of its own, which goes on while whoever posts there is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.gateway.forums.stubs.discourse import KEY


@dataclass(frozen=True)
class DiscourseProcess:
    """Where it listens, and our key there; games are posted in `category`."""

    url: str
    key: str = KEY
    category: str = "games"

    def texts(self) -> list[str]:
        """All posts that are there, as people read them, oldest first."""
        with urllib.request.urlopen(f"{self.url}/stub/seen", timeout=60) as answer:
            return [post["text"] for post in json.load(answer)]


@contextmanager
def discourse_process() -> Iterator[DiscourseProcess]:
    """A stub, until the block ends."""
    command = [sys.executable, "-m", "tests.gateway.forums.stubs.discourse", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield DiscourseProcess(f"http://127.0.0.1:{process.stdout.readline().strip()}")
        finally:
            process.kill()
