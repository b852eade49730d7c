"""The machine that takes writes dies in the middle of the work: another takes over, nothing is lost, nothing is done twice."""

from __future__ import annotations

import os
import signal
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import psycopg
import pytest

from events.database import Unreachable
from events.platform import OrdersFiled, TurnClosed
from pbem.app_context import AppContext, open_app_context
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config
from tests.failover.cluster import Cluster, new_cluster
from tests.several.parts import Part
from tests.web.builders.serving import until

pytestmark = pytest.mark.deep

GAMES = 500
KILLED_AFTER = 100
"""Turns that are resolved when the leader is killed."""
MAILS_AFTER = 10
PATIENCE = 1800.0
"""Seconds for all turns on a busy machine."""
BETWEEN_MAILS, BETWEEN_ATTEMPTS = 2.0, 0.4
"""Seconds. Mails that came faster than a busy machine reads them would leave no time for turns."""
WITHIN, WITHIN_IF_BUSY = 30.0, PATIENCE
"""Seconds from the kill until something was written again, where cores were free meanwhile, and where others had them all."""
BUSY = 0.9
"""The share of that time from which on it counts as busy: in which its cores had work, or waited for the disk."""
PAUSE = 0.5
"""Seconds between two games when enough are there to be killed in the middle of, and nobody has been yet."""
PARTS = ("clock1", "clock2", "mail")
BLUE = "blue@example.org"


@dataclass
class Watch:
    """What somebody outside saw and was told, and when; seconds are those of `time.monotonic`."""

    url: str
    smtp: int
    to: str
    closed: dict[tuple[str, bytes], float] = field(default_factory=dict)
    stored: dict[str, float] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    stop: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Look for turns that are closed, and send mails, without a pause."""
        self._threads = [threading.Thread(target=each) for each in (self._look, self._send)]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Stop both."""
        self.stop.set()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()

    def first_after(self, moment: float) -> float | None:
        """When the first turn was seen, or the first mail stored, after a moment."""
        return min((at for at in [*self.closed.values(), *self.stored.values()] if at > moment), default=None)

    def _look(self) -> None:
        while not self.stop.is_set():
            with suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=2, autocommit=True) as con:
                while not self.stop.wait(0.1):
                    for row in con.execute("SELECT stream, hash FROM events WHERE type='game.turn_closed'"):
                        self.closed.setdefault((row[0], bytes(row[1])), time.monotonic())
            self.stop.wait(0.1)

    def _send(self) -> None:
        """Each mail again and again until it is told 250, as mail servers do."""
        number = 0
        while not self.stop.is_set():
            number += 1
            while not self._handed_in(f"m{number}") and not self.stop.wait(BETWEEN_ATTEMPTS):
                continue
            self.stop.wait(BETWEEN_MAILS)

    def _handed_in(self, name: str) -> bool:
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = BLUE, self.to, "Orders", f"<{name}@example.org>"
        mail.set_content(f"luck: {name}")
        try:
            with smtplib.SMTP("127.0.0.1", self.smtp, timeout=60) as server:
                server.sendmail(BLUE, [self.to], mail.as_bytes())
        except (OSError, smtplib.SMTPException) as e:
            self.refused[str(getattr(e, "smtp_code", None) or type(e).__name__)] += 1
            return False
        self.stored[name] = time.monotonic()
        return True


def idle_cores() -> float:
    """The seconds in which cores had nothing to do, of all cores together, since the machine was started."""
    return int(Path("/proc/stat").read_text().split()[4]) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    made = new_cluster()
    yield made
    made.stop()


@pytest.fixture
def parts(cluster: Cluster, tmp_path: Path) -> Iterator[dict[str, Part]]:
    made = {name: Part(tmp_path, name, cluster.url(), tmp_path / "mail") for name in PARTS}
    yield made
    for part in made.values():
        part.end(signal.SIGKILL)


def mailed(at: AppContext) -> str:
    """A game that is not due for long; the address to which its player's orders are sent."""
    blue = at.person(BLUE)
    stream = open_game(at.context, "star_navy", "first-blood", 240, players={"blue": blue.id, "red": "p2"})
    return at.gateway.signer.seat_address(stream, "blue", 1, blue.key)


def open_games(at: AppContext, opened: list[str], go_on: threading.Event) -> None:
    """Games that are due as soon as they are there. Whoever is told that the database is away tries again."""
    yesterday = datetime.now(UTC) - timedelta(hours=25)
    at.context.now = lambda: yesterday
    while len(opened) < GAMES:
        go_on.wait(PAUSE if len(opened) > 2 * KILLED_AFTER else 0)
        with suppress(Unreachable):
            opened.append(open_game(at.context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"}))
    at.context.database.close()


def check(at: AppContext, watch: Watch, opened: list[str]) -> None:
    """Everything that was seen and told is in the log, once, and the log is whole."""
    at.gateway.inbox.process_pending(failed=True)
    turns: Counter[str] = Counter()
    words: Counter[str] = Counter()
    hashes = set()
    for stream in at.context.store.streams():
        at.context.store.verify(stream)
        for entry in at.context.store.select(stream, [TurnClosed, OrdersFiled]):
            if isinstance(entry.event, TurnClosed):
                turns[stream] += 1
                hashes.add((stream, entry.hash))
            elif isinstance(entry.event, OrdersFiled):
                words[entry.event.luck] += 1
    assert set(watch.closed) - hashes == set(), "turns that were seen are gone"
    assert set(watch.stored) - set(words) == set(), "mails that were told 250 are gone"
    assert set(opened) - set(at.context.store.streams()) == set(), "games that were opened are gone"
    assert set(turns) >= set(opened) and set(turns.values()) == {1}
    assert set(words.values()) == {1}


def test_the_leader_dies_in_the_middle_of_the_work(cluster: Cluster, parts: dict[str, Part]) -> None:
    """500 turns fall due and mail comes in; the leader's PostgreSQL and Patroni are killed; lost 0, twice 0, work goes on.

    Then the old leader is started again, and follows the new one.
    """
    at = open_app_context(read_config(parts["mail"].env))
    watch = Watch(cluster.url(), parts["mail"].smtp, mailed(at))
    opened: list[str] = []
    for part in parts.values():
        part.start()
    go_on = threading.Event()
    opener = threading.Thread(target=open_games, args=(at, opened, go_on))
    opener.start()
    watch.start()
    try:
        until(lambda: len(watch.closed) >= KILLED_AFTER and len(watch.stored) > 5, "a part of the turns", PATIENCE)
        leader = until(cluster.leader, "a leader to kill")
        done = len(watch.closed)
        leader.kill()
        go_on.set()
        killed, idle = time.monotonic(), idle_cores()
        cluster.wait(cluster.leader, "another leader")
        promoted = time.monotonic()
        until(lambda: watch.first_after(promoted), "a write after the failover")
        busy = 1 - (idle_cores() - idle) / (time.monotonic() - killed) / (os.cpu_count() or 1)
        new = until(cluster.leader, "the other leader still leads")
        until(lambda: len(opened) == GAMES and len(watch.closed) >= GAMES, "all turns", PATIENCE)
        until(lambda: sum(at > killed for at in [*watch.stored.values()]) > MAILS_AFTER, "mail after the failover")
    finally:
        print(
            f"{len(opened)} opened, {len(watch.closed)} closed, {len(watch.stored)} mails stored, refused {dict(watch.refused)}"
        )
        go_on.set()
        watch.end()
        opener.join(PATIENCE)
    assert done < GAMES and not opener.is_alive()
    for part in parts.values():
        part.end(signal.SIGKILL)
    mail = min(at for at in watch.stored.values() if at > promoted) - killed
    turn = min(at for at in watch.closed.values() if at > promoted) - killed
    print(
        f"\n{leader.name} killed after {done} turns and {sum(at < killed for at in watch.stored.values())} mails;"
        f" {new.name} promoted after {promoted - killed:.1f} s, first mail stored after {mail:.1f} s, first turn seen after"
        f" {turn:.1f} s; cores were busy for {busy:.0%} of it; {len(watch.stored)} mails stored, refused meanwhile"
        f" {dict(watch.refused)}"
    )
    assert new is not leader and min(mail, turn) < (WITHIN if busy < BUSY else WITHIN_IF_BUSY)
    at = open_app_context(read_config(parts["mail"].env))
    check(at, watch, opened)
    at.context.database.close()
    cluster.start_node(leader)
    until(lambda: cluster.standbys() == 2, "the old leader follows the new one")
