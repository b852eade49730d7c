"""The real programs: what there must be, how one is started, waited for and ended."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from tests.web.builders.serving import ROOT

T = TypeVar("T")

NEEDED = ("postfix", "dovecot", "swaks", "mutt", "s-nail")
MAILMAN = ROOT / ".venv" / "mailman" / "bin" / "mailman"
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
"""Where Debian puts servers; a user's own PATH may lack it."""
PATIENCE = 180.0
"""Seconds: a dozen programs work together here, on a machine that may be busy."""


def until(look: Callable[[], T], what: str) -> T:
    """The first true answer of `look`, waited for but not forever."""
    end = time.monotonic() + PATIENCE
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < end, f"{what}: not within {PATIENCE} seconds"
        time.sleep(0.02)


def lacking() -> str:
    """Why the tests of this folder cannot run here; "" when they can."""
    missing = [name for name in NEEDED if shutil.which(name, path=PATH) is None]
    if not MAILMAN.exists():
        missing.append("Mailman 3 (.venv/mailman)")
    if missing:
        return f"not installed: {', '.join(missing)}; as root, `make test-all` installs what is missing"
    return "" if os.geteuid() == 0 else "only root can start postfix and dovecot; as root, `make test-all` runs these tests too"


def require() -> None:
    """Skip the test with the reason when a program is missing; where CI=true, fail."""
    reason = lacking()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def answers(port: int) -> bool:
    """Does somebody listen at this port of the loopback?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Daemon:
    """A server in the foreground of a process group of its own; all it says goes to a file."""

    def __init__(self, command: list[str], log: Path, env: dict[str, str] | None = None) -> None:
        self.log = log
        self.name = Path(command[0]).name
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=env, start_new_session=True
            )

    def wait_for(self, *ports: int) -> None:
        """Until it answers at all these ports."""
        until(lambda: self._alive() and all(answers(port) for port in ports), f"{self.name} answers")

    def _alive(self) -> bool:
        assert self.process.poll() is None, f"{self.name} ended: {self.log.read_text()}"
        return True

    def end(self) -> None:
        """End it and whatever it started."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it the hard way, with all processes of its group."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
