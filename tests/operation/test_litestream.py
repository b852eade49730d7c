"""Continuous copies: writes under load, a kill of the service and of litestream, and a restore that lost nothing."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from events.store import open_store
from tests.web.builders.serving import Serving, until

ROOT = Path(__file__).resolve().parents[2]
LITESTREAM = Path(sys.executable).with_name("litestream")
CONFIG = ROOT / "deploy" / "litestream.yml"
MAILS = 8


def write(service: Serving, first: int) -> None:
    """So many mails, each told 250: acknowledged."""
    for number in range(first, first + MAILS):
        mail = f"From: blue@example.org\nTo: orders@wardroom.localhost\nMessage-ID: <m{number}@example.org>\n\nwords {number}\n"
        done = service.run("deliver", "--to", "orders@wardroom.localhost", "--from", "blue@example.org", stdin=mail.encode())
        assert done.returncode == 0, done.stderr


def kept(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as con:
        return {sha for (sha,) in con.execute("SELECT sha FROM inbound")}


def copied(service: Serving, env: dict[str, str], to: Path) -> set[str]:
    """What is kept in the copy, as a restore finds it."""
    words = ["-config", CONFIG, "-integrity-check", "full", "-o", to, service.data / "wardroom.db"]
    done = subprocess.run([LITESTREAM, "restore", *words], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return kept(to)


@pytest.mark.deep
def test_what_was_copied_comes_back_after_a_kill(tmp_path: Path) -> None:
    """All that was acknowledged before the last sync is in the restored database, which is whole and whose chains hold."""
    service = Serving(tmp_path / "data")
    opened = service.run(
        "game", "open", "star_navy", "first-blood", "--seat", "blue=bot:cautious", "--seat", "red=bot:cautious"
    )
    assert opened.returncode == 0, opened.stderr
    env = {**os.environ, "WARDROOM_DATA": str(service.data), "REPLICA_FOLDER": str(tmp_path / "replica")}
    copying = subprocess.Popen(
        [LITESTREAM, "replicate", "-config", CONFIG], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        service.start()
        until((tmp_path / "replica").is_dir, "the first copy")
        write(service, 0)
        synced = kept(service.data / "wardroom.db")
        assert len(synced) >= MAILS
        looks = count()
        until(lambda: synced <= copied(service, env, tmp_path / f"look{next(looks)}.db"), "all of it is in the copy")
    finally:
        service.end(signal.SIGKILL)
        copying.kill()
        copying.wait()
    restored = tmp_path / "restored" / "wardroom.db"
    assert synced <= copied(service, env, restored)
    with closing(open_store(restored)) as store:
        assert [store.verify(stream).version > 0 for stream in store.streams()] == [True]
