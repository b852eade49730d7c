"""A thousand real games due at once: from the deadline to the last report queued, and what everybody else waits meanwhile.

Star Navy duels and fleet turns of Sovereign Seas, four to one, each played by bots for persons up to a turn with fire in it.
The real service (`serve`, in a process of its own) starts a few seconds before they are due. raw: the same service, whose maps
are not drawn. While it works, games that belong to nobody's burst are due one after another, and a player mails orders by SMTP:
a deadline is late by the time from when it was due to the turn's end in the log, a receipt from when its mail was stored to
when it was queued.

The games that were built are kept in the scratch folder, for the next run.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import smtplib
import sqlite3
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import common as c

from crowds.burst_service import BARE, opened
from events.lists.report_list import SentReport
from pbem.app_context import AppContext, utc_now
from pbem.campaign.simulate import chance_from
from pbem.core.game.protocol import Game
from pbem.present.pixels.png import to_png
from pbem.service.context import parse_stamp, stamp
from pbem.service.games.game_master import set_deadline
from pbem.service.games.opening import open_game
from pbem.service.orders.file import file_orders
from pbem.service.reports import publish
from pbem.service.reports.turn_report import report_of, resolved_turn
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now

DUEL, FLEET = ("star_navy", "open-space", 4), ("sovereign_seas", "fleet-engagement", 3)
"""Game, scenario, and the first turn that is due."""
SPREAD = 3
"""So many different turns are due: played by different bots, too, so that few maps are the same."""
LONE, MAILED = 12, "mailed"
"""So many other deadlines, two seconds apart; the file that names the game whose player mails."""
EVERY, MOST = 2.0, 3600.0
"""Seconds between two mails and two lone deadlines; and at most until the end."""
TARGET, LATE, MAP = 8.0, 2.0, 40.0
BEFORE = 1.3
"""Games a second, as measured on 20 such games, when an SVG renderer drew all maps within the heartbeat."""


# ---------------------------------------------------------------- games


def play(at: AppContext, kind: tuple[str, str, int], number: int) -> str:
    """A game up to its last turn, for which everybody has filed; what was told so far is marked as handed out."""
    key, scenario, first = kind
    turns = first + number // 5 % SPREAD
    game: Game[Any] = at.context.games[key]
    bots = list(game.planning.bots.values())
    seats = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
    people = {seat: at.person(f"p{number % 40}-{at_seat}@players{number % 7}.example").id for at_seat, seat in enumerate(seats)}
    stream = open_game(at.context, key, scenario, 24.0, people)
    for turn in range(1, turns + 1):
        record = load(at.context, stream)
        for place, seat in enumerate(game.rules.due(record.state)):
            bot = bots[(number // 5 + place * (number // 15)) % len(bots)]
            text = bot(record.known(seat), chance_from(f"{number} {turn} {seat}"))
            file_orders(at.context, stream, seat, text, f"{stream} {seat} {turn}", turn)
        if turn < turns:
            resolve_now(at.context, stream, "the next turn is the one that counts")
    at.context.store.mark_sent([SentReport(stream, seat, person, turns - 1, False) for seat, person in people.items()])
    return stream


def build(folder: Path, games: int) -> None:
    """All games, in one database; all deadlines are a day away."""
    at = opened(folder)
    begun = utc_now()
    for number in range(games):
        play(at, FLEET if number % 5 == 4 else DUEL, number)
        if number % 50 == 49:
            print(f"built {number + 1} of {games} games", file=sys.stderr)
    due = utc_now() + timedelta(hours=1)
    streams = list(at.context.store.streams())
    for stream in streams:
        set_deadline(at.context, stream, due, "all at once")
    lone = [play(at, DUEL, games + number) for number in range(LONE)]
    for number, stream in enumerate(lone, 1):
        set_deadline(at.context, stream, due + timedelta(seconds=EVERY * number), "on its own")
    mailed = play(at, DUEL, games + LONE)
    set_deadline(at.context, mailed, due + timedelta(days=1), "much later")
    (folder / "burst.txt").write_text("\n".join([stamp(due), mailed, *lone]))
    print(f"built in {(utc_now() - begun).total_seconds():.0f} s", file=sys.stderr)
    at.context.database.close()


# ---------------------------------------------------------------- the service


@dataclass
class Served:
    """One burst: seconds to the last report, the processor time of all processes meanwhile, and what others waited."""

    took: float
    cpu: float
    resolved: float
    receipts: list[float]
    unanswered: int
    late: list[float]
    told: list[float]
    peak: float


def burst(template: Path, folder: Path, games: int, bare: bool) -> Served:
    """Serve a fresh copy until the last report is queued."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(template, folder)
    os.sync()
    ports = c.free_port(), c.free_port()
    command = [sys.executable, str(c.HERE / "crowds" / "burst_service.py"), str(folder), *map(str, ports)]
    log = (folder / "service.log").open("w")
    service = subprocess.Popen(command, env={**os.environ, **({BARE: "1"} if bare else {})}, stderr=log, stdout=log)
    done = threading.Event()
    mailing = threading.Thread(target=_mail, args=(folder, ports[0], done), daemon=True)
    mailing.start()
    peak, idle = _wait(folder, games, service)
    done.set()
    cpu = _cpu(service.pid) - idle
    service.send_signal(signal.SIGTERM)
    service.wait(60)
    mailing.join()
    return _measured(folder, cpu, peak)


def _wait(folder: Path, games: int, service: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Until all reports are queued: the most memory of its processes, in MiB; their processor time before the first turn."""
    con, peak, idle, began = sqlite3.connect(folder / "wardroom.db", timeout=30), 0.0, 0.0, time.monotonic()
    (before,) = con.execute("SELECT sum(closed) FROM games").fetchone()
    while con.execute("SELECT count(*) FROM outbound WHERE kind='report'").fetchone()[0] < 2 * (games + LONE):
        if service.poll() is not None or time.monotonic() - began > MOST:
            raise SystemExit(f"the service ended or took too long: {(folder / 'service.log').read_text()[-2000:]}")
        if con.execute("SELECT sum(closed) FROM games").fetchone() == (before,):
            idle = _cpu(service.pid)
        peak = max(peak, sum(_memory(pid) for pid in _family(service.pid)))
        time.sleep(0.25)
    con.close()
    return peak, idle


def _family(pid: int) -> list[int]:
    """The process and all that it started."""
    found = [pid]
    for parent in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def _memory(pid: int) -> float:
    """MiB; what processes share is divided among them; 0 for one that has ended."""
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return 0.0


def _cpu(pid: int) -> float:
    """Seconds of processor time so far, of the process and of those it started, ended or not."""
    ticks = 0
    for each in _family(pid):
        with contextlib.suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _mail(folder: Path, port: int, done: threading.Event) -> None:
    """A player who sends other orders every two seconds."""
    at = opened(folder)
    stream = (folder / "burst.txt").read_text().split()[1]
    row = at.context.store.game(stream)
    seat = at.context.store.seats(stream)[0]
    person = at.people.by_id(at.context.store.player(stream, seat.seat) or "")
    if row is None or person is None:
        raise SystemExit("nobody can mail orders")
    to = at.gateway.signer.seat_address(stream, seat.seat, row.turn, person.key)
    number = 0
    while not done.wait(EVERY):
        mail, number = EmailMessage(), number + 1
        mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = person.address, to, "orders", f"<{number}@bench>"
        mail.set_content(f"MIL: TURN {'LR'[number % 2]}\n")
        with contextlib.suppress(ConnectionRefusedError), smtplib.SMTP("127.0.0.1", port, timeout=60) as session:
            session.send_message(mail)
    at.context.database.close()


def _measured(folder: Path, cpu: float, peak: float) -> Served:
    """All of it from the stamps in the database."""
    due, mailed, *lone = (folder / "burst.txt").read_text().split()
    con = sqlite3.connect(folder / "wardroom.db")
    ends = dict(
        con.execute("SELECT stream, max(at) FROM events WHERE type='game.turn_closed' AND stream<>? GROUP BY 1", (mailed,))
    )
    reports = dict(con.execute("SELECT stream, max(at) FROM outbound WHERE kind='report' GROUP BY stream"))
    crowd, when = [stream for stream in reports if stream not in lone], parse_stamp(due)
    dues = {stream: when + timedelta(seconds=EVERY * number) for number, stream in enumerate(lone, 1)}
    busy = max(parse_stamp(reports[stream]) for stream in crowd)
    query = "SELECT raw, at FROM outbound JOIN outbound_raw USING (message_id) WHERE stream=? AND kind<>'report'"
    answers = con.execute(query, (mailed,)).fetchall()
    written = {_header(raw, b"Message-ID"): at for raw, at in con.execute("SELECT raw, at FROM inbound")}
    waits = {written[_header(raw, b"In-Reply-To")]: at for raw, at in answers}
    con.close()
    return Served(
        took=(busy - when).total_seconds(),
        cpu=cpu,
        resolved=max(_after(when, ends[stream]) for stream in crowd),
        receipts=[_after(parse_stamp(at), answered) for at, answered in waits.items() if when <= parse_stamp(at) <= busy],
        unanswered=sum(at not in waits and when <= parse_stamp(at) <= busy for at in written.values()),
        late=[_after(at, ends[stream]) for stream, at in dues.items() if at <= busy],
        told=[_after(at, reports[stream]) for stream, at in dues.items() if at <= busy],
        peak=peak,
    )


def _after(begin: datetime, end: str) -> float:
    return (parse_stamp(end) - begin).total_seconds()


def _header(raw: bytes, name: bytes) -> bytes:
    return next((line.partition(b":")[2].strip() for line in raw.splitlines() if line.startswith(name + b":")), b"")


# ---------------------------------------------------------------- one map


def maps(template: Path, games: int) -> list[float]:
    """Milliseconds of processor time for each map of some of the games, as their last report has it."""
    at, took = opened(template), []
    for stream in list(at.context.store.streams())[:games]:
        row = at.context.store.game(stream)
        resolved = resolved_turn(at.context, stream, row.closed if row else 0)
        for seat in resolved.record.ledger.seats:
            scene = report_of(resolved, seat).scenes[0]
            begun = time.process_time()
            to_png(scene, publish.MAP_WIDTH)
            took.append((time.process_time() - begun) * 1000)
    at.context.database.close()
    return took


# ---------------------------------------------------------------- runs


def main() -> None:
    given = c.options(__doc__ or "", games=(1000, 40))
    template = c.SCRATCH / f"burst-{given.games}"
    if not (template / "burst.txt").exists():
        shutil.rmtree(template, ignore_errors=True)
        build(template, given.games)
    runs = {case: burst(template, c.scratch("burst"), given.games, case == "raw") for case in ("raw", "wardroom")}
    drawn = maps(c.SCRATCH / "burst", 60)
    c.report("burst", given, _figures(given, runs, drawn), {case: asdict(served) for case, served in runs.items()})


def _figures(given: Namespace, runs: Mapping[str, Served], drawn: list[float]) -> list[c.Figure]:
    raw, ours = runs["raw"], runs["wardroom"]
    rate, bare = given.games / ours.took, given.games / raw.took
    each, plain = (1000 * run.cpu / (given.games + LONE) for run in (ours, raw))
    load = (
        f"{rate:.1f} games/s, without pictures {bare:.1f}; processor {each:.0f} and {plain:.0f} ms a game; {ours.peak:.0f} MiB"
    )
    lone = f"resolved; told {max(ours.told):.1f} s; without pictures {max(raw.late):.1f} s" if ours.late else "none was due"
    return [
        c.Figure(
            "games a second, to those before maps had processes of their own", rate / BEFORE, TARGET, at_most=False, note=load
        ),
        c.Figure("share of pictures in the processor time", 1 - raw.cpu / ours.cpu, 0.5, unit=""),
        c.Figure("one map, median", c.median(drawn), MAP, unit="ms", note=f"95 of 100: {c.percentile(drawn, 0.95):.0f} ms"),
        c.Figure("the latest receipt meanwhile", max(ours.receipts), LATE, unit="s", note=f"{len(ours.receipts)} mails"),
        c.Figure("mails without a receipt", ours.unanswered, 1, unit=""),
        c.Figure("the latest other deadline meanwhile", max(ours.late, default=0), LATE, unit="s", note=lone),
    ]


if __name__ == "__main__":
    main()
