"""Does the service fit a small host: one core and 256 MB? 50 games, of every scenario in turn, are due in the same minute.

The service runs as `serve` does, held to one core; its figures are its own highest memory, and that of it with the processes
that it starts. Half of the games get their orders by mail, the others are resolved at their deadline; readers ask for pages and
pictures meanwhile. Then the demonstration, with its pages.

usage: python bench/small_host.py [--games N] [--quick]
"""

from __future__ import annotations

import os
import signal
import smtplib
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from itertools import cycle
from pathlib import Path

import common as c

from pbem.app_context import open_app_context
from pbem.campaign.played import rule_books
from pbem.core.state.players import BOT
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.practice import teacher
from pbem.settings.settings import read_config

LIMIT = 256
RHYTHM = 24
LEAD = 45.0
"""Seconds from the start of the service to the deadline of all games: the reports of the openings go out in them."""
PATIENCE = 900.0


class Host:
    """The service on one core; `peak` and `peak_of_all` are the most memory that it had, alone and with its children (MiB)."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.data, self.words = folder / "data", words
        self.web, self.smtp = c.free_port(), c.free_port()
        self.peak = self.peak_of_all = 0.0
        kept = {name: value for name, value in os.environ.items() if not name.startswith("WARDROOM_")}
        self.env = {
            **kept,
            "WARDROOM_DATA": str(self.data),
            "WARDROOM_WEB": f"127.0.0.1:{self.web}",
            "WARDROOM_SMTP_LISTEN": f"127.0.0.1:{self.smtp}",
            "WARDROOM_MAILS_AN_HOUR": "1000",
        }

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve within, and watch the memory."""
        command = [sys.executable, "app.py", *self.words]
        pinned = ["taskset", "-c", "0", *command]
        with (self.data.parent / "log").open("wb") as log:
            process = subprocess.Popen(pinned, env=self.env, cwd=c.HERE.parent, stdout=log, stderr=log)
        done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(process.pid, done))
        watcher.start()
        try:
            until(lambda: self.answers("/healthz"), "the service answers")
            yield
        finally:
            done.set()
            watcher.join()
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)

    def _watch(self, pid: int, done: threading.Event) -> None:
        while not done.wait(0.05):
            self.peak = max(self.peak, memory(pid, "VmHWM"))
            self.peak_of_all = max(self.peak_of_all, sum(memory(each, "VmRSS") for each in family(pid)))

    def answers(self, path: str) -> bool:
        try:
            return bool(self.get(path))
        except OSError:
            return False

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.web}{path}", timeout=PATIENCE) as answer:
            return bytes(answer.read())


def memory(pid: int, what: str) -> float:
    """MiB; 0 for a process that has ended meanwhile."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return int(status.split(f"{what}:")[1].split()[0]) / 1024 if what in status else 0.0


def family(pid: int) -> list[int]:
    """The process and all that come of it."""
    found = [pid]
    for each in found:
        try:
            children = Path(f"/proc/{each}/task/{each}/children").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        found += map(int, children)
    return found


def until(look: Callable[[], bool], what: str) -> float:
    """Wait for it; how many seconds that took."""
    began = time.monotonic()
    while not look():
        if time.monotonic() - began > PATIENCE:
            raise TimeoutError(what)
        time.sleep(0.05)
    return time.monotonic() - began


# ---------------------------------------------------------------- 50 games


def open_games(host: Host, number: int) -> list[str]:
    """So many games of every scenario in turn, a person and bots in each, due `LEAD` seconds from now."""
    at = open_app_context(read_config(host.env))
    real = at.context.now
    at.context.now = lambda: real() - timedelta(hours=RHYTHM) + timedelta(seconds=LEAD)
    kinds = cycle([(key, found.key) for key, game in rule_books(at.context.games).items() for found in game.scenarios.values()])
    streams = []
    for place, (key, scenario) in zip(range(number), kinds, strict=False):
        game = at.context.games[key]
        seats = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
        players = {seat: f"{BOT}{teacher(game)}" for seat in seats} | {seats[0]: at.person(f"player{place}@example.org").id}
        streams.append(open_game(at.context, key, scenario, rhythm_hours=RHYTHM, setup=GameSetup(players)))
    at.context.database.close()
    return streams


def turns(host: Host, streams: list[str]) -> int:
    """How many of the games have a resolved turn."""
    at = open_app_context(read_config(host.env))
    try:
        rows = (at.context.store.game(stream) for stream in streams)
        return sum(row is not None and row.closed >= 1 for row in rows)
    finally:
        at.context.database.close()


def waiting(host: Host) -> bool:
    """Is a mail still to be sent, or a report to be made?"""
    at = open_app_context(read_config(host.env))
    try:
        queued = at.context.database.con.execute("SELECT count(*) FROM outbound WHERE status='queued'").fetchone()[0]
        return bool(queued or at.context.store.unsent_reports())
    finally:
        at.context.database.close()


def reports(host: Host, place: int) -> list[EmailMessage]:
    folder = host.data / "mail" / f"player{place}@example.org" / "new"
    found = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns) if folder.is_dir() else []
    return [BytesParser(policy=policy.default).parsebytes(path.read_bytes()) for path in found]


def answer(host: Host, place: int) -> None:
    """The player answers the last report, and is ready."""
    report = reports(host, place)[-1]
    mail = EmailMessage()
    mail["From"], mail["To"] = f"player{place}@example.org", report["Reply-To"]
    mail["Subject"], mail["Message-ID"] = f"Re: {report['Subject']}", f"<{place}.{time.time_ns()}@example.org>"
    mail["In-Reply-To"] = report["Message-ID"]
    mail.set_content("ready\n")
    with smtplib.SMTP("127.0.0.1", host.smtp, timeout=PATIENCE) as server:
        server.send_message(mail)


def read_pages(host: Host, streams: list[str], done: threading.Event, times: list[float]) -> None:
    """Somebody looks at every game, one after the other: its page and the first step of its last turn."""
    for stream in cycle(streams):
        if done.wait(0.5):
            return
        began = time.perf_counter()
        host.get(f"/g/{stream}")
        times.append(time.perf_counter() - began)


def play(host: Host, number: int) -> tuple[float, float, list[float]]:
    """Seconds until the reports of the openings are out, and until those of the first turn are; the times of pages."""
    streams = open_games(host, number)
    times: list[float] = []
    done = threading.Event()
    with host.running():
        opened = until(lambda: not waiting(host), "the openings")
        reader = threading.Thread(target=read_pages, args=(host, streams, done, times))
        reader.start()
        began = time.monotonic()
        for place in range(0, number, 2):
            answer(host, place)
        until(lambda: turns(host, streams) == number, "all turns")
        until(lambda: not waiting(host), "all reports")
        resolved = time.monotonic() - began
        done.set()
        reader.join()
    return opened, resolved, times


def demonstration(folder: Path) -> Host:
    """The demonstration, each of its games looked at."""
    host = Host(folder, "demo", "--data", str(folder / "data"))
    with host.running():
        at = open_app_context(read_config(host.env))
        streams = at.context.store.streams()
        at.context.database.close()
        for stream in streams:
            for page in (f"/g/{stream}", f"/g/{stream}/map.svg", "/mail/"):
                host.answers(page)
    return host


def main() -> None:
    given = c.options(__doc__, games=(50, 8))
    host = Host(c.scratch("small_host"), "serve")
    opened, resolved, times = play(host, given.games)
    folder = c.scratch("small_host_demo")
    demo = demonstration(folder)
    p50, p95 = c.median(times), c.percentile(times, 0.95)
    took = f"{given.games} turns with their reports in {resolved:.0f} s, the openings before in {opened:.0f} s"
    note = f"{host.peak:.0f} MiB alone; {took}"
    figures = [
        c.Figure(f"peak memory of {given.games} games due at once", host.peak_of_all, LIMIT, unit="MiB", note=note),
        c.Figure("a game page meanwhile, p95", p95, 5.0, unit="s", note=f"p50 {p50:.2f} s, {len(times)} pages"),
        c.Figure("peak memory of the demonstration", demo.peak_of_all, LIMIT, unit="MiB", note=f"{demo.peak:.0f} MiB alone"),
    ]
    c.report("small_host", given, figures, {}, "flask", "waitress", "aggdraw", "pillow")


if __name__ == "__main__":
    main()
