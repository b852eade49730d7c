"""The storm itself: games are opened, mail is sent, and the service is killed and started again."""

from __future__ import annotations

import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pbem.app_context import open_app_context
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config
from tests.storm.deliveries import Deliveries
from tests.storm.mails import Seat
from tests.storm.players import Budget, GamePlayers, MailSources, Sender, SentMails
from tests.web.builders.serving import ROOT, Serving, free_port

GAMES = (
    *(("wet_thrust", "first-salvo"), ("stingray", "overwhelming-numbers")),
    *(("star_navy", "first-blood"), ("wet_thrust", "acasta")),
)
"""Every seat owes orders for every turn of these, so that nobody's are late."""
MAILS_A_GAME = 100
SENDERS = 3
IN_STARTING = 0.15
"""The share of kills while the service is starting."""
UPTIME, WINDOW = 15.0, 0.4
"""Seconds from the open port to the last mail that is waited for; from there to the latest moment of the kill."""
PATIENCE = 180.0
UNDONE = {
    "with mail stored, not yet taken": "SELECT count(*) FROM inbound WHERE status NOT IN ('processed', 'settled')",
    "with a turn resolved, reports not yet made": """
        SELECT count(*) FROM seats s JOIN games g USING (stream) LEFT JOIN publications p USING (stream, seat, player)
        WHERE s.player IS NOT NULL AND coalesce(p.turn, -1) < g.closed""",
    "with mail queued, not yet noted as sent": "SELECT count(*) FROM outbound WHERE status = 'queued'",
}
"""What a kill can leave behind."""


@dataclass
class LoadPlan:
    """How many kills and mails. `maildirs`: mail goes out into folders, else by SMTP to the sink."""

    kills: int
    mails: int
    maildirs: bool = False
    seed: int = 1


class Service(Serving):
    """The service, with all mail sources open and no limits to the number of mails."""

    def __init__(self, data: Path, send_to: str) -> None:
        super().__init__(data)
        if self.env.pop("PYTHONDONTWRITEBYTECODE", ""):
            self.env["PYTHONPYCACHEPREFIX"] = str(data.parent / "compiled")  # an installed service starts quickly, too
        self.lmtp = free_port()
        self.incoming = data / "incoming"
        self.env |= {
            "WARDROOM_HEARTBEAT": "0.25",
            "WARDROOM_LMTP_LISTEN": f"127.0.0.1:{self.lmtp}",
            "WARDROOM_MAILDIR": str(self.incoming),
            "WARDROOM_SMTP_SEND": send_to,
            "WARDROOM_MAILS_AN_HOUR": "100000",
            "WARDROOM_PACE": "100000",
        }

    def spawn(self) -> None:
        """Start it, without waiting."""
        with self.log.open("ab") as log:
            command = [sys.executable, str(ROOT / "app.py"), "serve"]
            self.process = subprocess.Popen(command, env=self.env, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=log, stdout=log)

    def is_up(self) -> bool:
        """Does it take mail by SMTP?"""
        assert self.process is not None and self.process.poll() is None, f"it ended by itself: {self.log.read_text()[-3000:]}"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.smtp)) == 0

    def await_up(self) -> None:
        """Wait until it does, for at most `PATIENCE` seconds."""
        end = time.monotonic() + PATIENCE
        while not self.is_up():
            assert time.monotonic() < end, "the service does not start"
            time.sleep(0.01)

    def ask(self, question: str) -> list[tuple[object, ...]]:
        """Rows of its database."""
        con = sqlite3.connect(self.data / "wardroom.db", timeout=30)
        try:
            return con.execute(question).fetchall()
        finally:
            con.close()

    def make_due(self) -> None:
        """Make mails due that were put off after a failed attempt."""
        con = sqlite3.connect(self.data / "wardroom.db", timeout=30)
        with con:
            con.execute("UPDATE outbound SET next_at = at WHERE status = 'queued'")
        con.close()

    def is_idle(self) -> bool:
        """Is everything taken, and everything sent?"""
        undone = [name for name, question in UNDONE.items() if self.ask(question) != [(0,)]]
        return not undone and not (self.incoming.exists() and any((self.incoming / "new").glob("*")))


@dataclass
class StormRun:
    """One run: its plan, and what it leaves to be audited."""

    plan: LoadPlan
    service: Service
    deliveries: Deliveries
    sent: SentMails
    seats: list[Seat]
    seconds: float = 0.0
    exit_code: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    idle: bool = True
    before_last_kill: int = 0
    """Mails that were answered by then."""


def run_storm(plan: LoadPlan, folder: Path) -> StormRun:
    """A whole storm in a folder; at the end the service has stopped."""
    began = time.monotonic()
    with _sink(folder) as sink:
        service = Service(folder / "data", f"maildir:{folder / 'mail'}" if plan.maildirs else f"127.0.0.1:{sink}")
        deliveries = Deliveries(folder / ("mail" if plan.maildirs else "sink"), plan.maildirs)
        seats = _open_games(service, max(2, plan.mails // MAILS_A_GAME))
        run = StormRun(plan, service, deliveries, SentMails(), [seat for game in seats for seat in game])
        try:
            _kill_again_and_again(run, seats)
        finally:
            service.end(signal.SIGKILL)
    deliveries.read()
    run.seconds = time.monotonic() - began
    return run


@contextmanager
def _sink(folder: Path) -> Iterator[int]:
    """The sink; its port."""
    port = free_port()
    (folder / "sink").mkdir(parents=True)
    process = subprocess.Popen([sys.executable, "-m", "tests.storm.sink", str(port), str(folder / "sink")], cwd=ROOT)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _open_games(service: Service, number: int) -> list[list[Seat]]:
    """So many games without deadlines, a person on every seat."""
    app = open_app_context(read_config(service.env))
    seats = []
    for count in range(number):
        key, scenario = GAMES[count % len(GAMES)]
        game = app.context.games[key]
        names = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
        addresses = {name: f"{name}.{count}@example.org" for name in names}
        players = {name: app.person(address).id for name, address in addresses.items()}
        stream = open_game(app.context, key, scenario, rhythm_hours=0.0, players=players)
        seats.append([Seat(stream, name, address) for name, address in addresses.items()])
    app.context.database.close()
    return seats


def _kill_again_and_again(run: StormRun, seats: list[list[Seat]]) -> None:
    plan, service = run.plan, run.service
    sources = MailSources(service.smtp, service.lmtp, service.incoming)
    budget = Budget()
    games = [GamePlayers(each, run.deliveries, sources.ways, f"{plan.seed} {count}") for count, each in enumerate(seats)]
    senders = [Sender(games[number::SENDERS], sources, budget, run.sent) for number in range(SENDERS)]
    for sender in senders:
        sender.start()
    chance = random.Random(plan.seed)
    _send_openings(run)
    for start in range(plan.kills):
        budget.allowed = plan.mails * (start + 1) // (plan.kills + 1)
        _start_and_kill(run, chance)
    run.before_last_kill = len(run.sent.answered)
    budget.allowed = plan.mails
    service.spawn()
    service.await_up()
    run.idle = _settle(run, budget)
    for sender in senders:
        sender.stopping.set()
        sender.join(30)
    run.exit_code = service.end()


def _send_openings(run: StormRun) -> None:
    """Before the first kill the opening reports are handed out, so that everybody has something to answer."""
    run.service.spawn()
    run.service.await_up()
    end = time.monotonic() + PATIENCE
    while len(run.deliveries.received) < len(run.seats) and time.monotonic() < end:
        run.deliveries.read()
        time.sleep(0.05)
    run.service.end(signal.SIGKILL)


def _start_and_kill(run: StormRun, chance: random.Random) -> None:
    """From the start to the kill: while it starts, or a moment after some of its mails."""
    service, when = run.service, "while it starts"
    if chance.random() < 0.9:
        service.make_due()
    service.spawn()
    if chance.random() < IN_STARTING:
        time.sleep(chance.uniform(0, 4 * WINDOW))
    else:
        service.await_up()
        when = "while it serves"
        enough = len(run.sent.answered) + chance.randint(0, run.plan.mails // run.plan.kills)
        _watch(run, UPTIME, enough)
        _watch(run, chance.uniform(0, WINDOW))
    service.end(signal.SIGKILL)
    run.killed[when] += 1
    run.killed.update(name for name, question in UNDONE.items() if service.ask(question) != [(0,)])


def _watch(run: StormRun, seconds: float, enough: int = sys.maxsize) -> None:
    """Hand the players what has come, for so long, or until so many mails are answered."""
    end = time.monotonic() + seconds
    look = 0.0
    while time.monotonic() < end and len(run.sent.answered) < enough:
        if time.monotonic() > look:
            run.deliveries.read()
            look = time.monotonic() + 0.15
        time.sleep(0.005)


def _settle(run: StormRun, budget: Budget) -> bool:
    """After the last kill: until everything is sent, taken and handed out. False when that takes too long."""
    end, quiet = time.monotonic() + PATIENCE, 0
    while time.monotonic() < end and quiet < 5:
        run.service.make_due()
        run.deliveries.read()
        done = len(run.sent.answered) >= budget.allowed and run.service.is_idle()
        quiet = quiet + 1 if done else 0
        time.sleep(0.3)
    return quiet >= 5
