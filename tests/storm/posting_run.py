"""`python -m tests.storm.posting_run DATABASE KILLS SEED`: post what is due at all places, and be killed while doing so.

Each life is a process of its own that posts until nothing is due. The one that started it kills it in the middle, at a time
that nobody can foresee, so often; the last one lives to the end. Prints how many were killed, and how many ended by themselves.

The clock of the lives runs an hour a second, so that whoever is told to wait does not make the test wait.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.database import open_database
from pbem.games import GAMES
from pbem.gateway.gateway import Gateway
from pbem.service.context import ServiceContext
from pbem.settings.mail_settings import read_mail_settings
from tests.conftest import repeated_entropy

AN_HOUR = 3600
"""Seconds of the lives' clock to a real one."""
LIVES = (0.02, 0.3)
"""The shortest and the longest time, in seconds, after which a life is ended."""


def fast_now() -> datetime:
    """A clock that goes on from life to life."""
    return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=(time.time() % 1e6) * AN_HOUR)


def gateway_on(path: Path) -> Gateway:
    """The service's gateway over this database."""
    context = ServiceContext(open_database(path), GAMES, fast_now, repeated_entropy(), b"a secret for tests")
    folder = path.parent
    settings = read_mail_settings(
        {"SMTP_SEND": f"maildir:{folder / 'mail'}", "DOMAIN": "wardroom.example", "BASE_URL": "http://127.0.0.1:8025"},
        folder,
        ("127.0.0.1", 8025),
    )
    return Gateway(context, settings)


def unfinished(gateway: Gateway) -> int:
    """How many posts are not to be read yet."""
    (number,) = gateway.context.database.con.execute(
        "SELECT count(*) FROM forum_posts WHERE status NOT IN ('posted', 'refused')"
    ).fetchone()
    return int(number)


def live(path: Path) -> None:
    """Post until nothing is due."""
    gateway = gateway_on(path)
    gateway.flush_forums()
    while unfinished(gateway):
        time.sleep(0.01)
        gateway.flush_forums()


def run(path: Path, kills: int, seed: int) -> tuple[int, int]:
    """So many lives are killed, then one lives to its end. Returns how many were killed, and how many ended before."""
    chance = random.Random(seed)
    killed = ended = 0
    while killed < kills and not ended:
        pid = os.fork()
        if pid == 0:
            live(path)
            os._exit(0)
        time.sleep(chance.uniform(*LIVES))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        killed += os.WIFSIGNALED(status)
        ended += os.WIFEXITED(status)
    live(path)
    return killed, ended


if __name__ == "__main__":
    print(*run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
