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
from tests.storm.mails import Seat
from tests.storm.players import Budget, Entrances, Ledger, Sender, Table
from tests.storm.postboxes import Postboxes
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
LIFE, WINDOW = 15.0, 0.4
"""Seconds from the open door until the last mail that a life waits for; from there to the latest moment of the kill."""
PATIENCE = 180.0
UNDONE = {
    "with mail stored, not yet taken": "SELECT count(*) FROM inbound WHERE status NOT IN ('processed', 'settled')",
    "with a turn resolved, reports not yet made": """
        SELECT count(*) FROM seats s JOIN games g USING (stream) LEFT JOIN publications p USING (stream, seat)
        WHERE s.player IS NOT NULL AND coalesce(p.turn, -1) < g.closed""",
    "with mail queued, not yet noted as sent": "SELECT count(*) FROM outbound WHERE status = 'queued'",
}
"""What a kill can leave behind."""


@dataclass
class Weather:
    """How hard it blows. `maildirs`: mail goes out into folders, else by SMTP to the sink."""

    kills: int
    mails: int
    maildirs: bool = False
    seed: int = 1


class Service(Serving):
    """The service, with all doors open and no limits to the number of mails."""

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
        """Until it does, but not for ever."""
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

    def later(self) -> None:
        """What was put off after a failed attempt is due: the time until then has passed."""
        con = sqlite3.connect(self.data / "wardroom.db", timeout=30)
        with con:
            con.execute("UPDATE outbound SET next_at = at WHERE status = 'queued'")
        con.close()

    def is_idle(self) -> bool:
        """Is everything taken, and everything sent?"""
        undone = [name for name, question in UNDONE.items() if self.ask(question) != [(0,)]]
        return not undone and not (self.incoming.exists() and any((self.incoming / "new").glob("*")))


@dataclass
class Wreck:
    """What is left to be audited."""

    weather: Weather
    service: Service
    post: Postboxes
    ledger: Ledger
    seats: list[Seat]
    seconds: float = 0.0
    exit_code: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    idle: bool = True
    before_last_kill: int = 0
    """Mails that were answered by then."""


def blow(weather: Weather, folder: Path) -> Wreck:
    """A whole storm in a folder. What is left can be audited; the service has ended."""
    began = time.monotonic()
    with _sink(folder) as sink:
        service = Service(folder / "data", f"maildir:{folder / 'mail'}" if weather.maildirs else f"127.0.0.1:{sink}")
        post = Postboxes(folder / ("mail" if weather.maildirs else "sink"), weather.maildirs)
        seats = _open_games(service, max(2, weather.mails // MAILS_A_GAME))
        wreck = Wreck(weather, service, post, Ledger(), [seat for table in seats for seat in table])
        try:
            _blow(wreck, seats)
        finally:
            service.end(signal.SIGKILL)
    post.read()
    wreck.seconds = time.monotonic() - began
    return wreck


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
    tables = []
    for count in range(number):
        key, scenario = GAMES[count % len(GAMES)]
        game = app.context.games[key]
        names = [seat.id for seat in game.rules.seats(scenario, game.scenarios.options(scenario, {}))]
        addresses = {name: f"{name}.{count}@example.org" for name in names}
        players = {name: app.person(address).id for name, address in addresses.items()}
        stream = open_game(app.context, key, scenario, rhythm_hours=0.0, players=players)
        tables.append([Seat(stream, name, address) for name, address in addresses.items()])
    app.context.database.close()
    return tables


def _blow(wreck: Wreck, seats: list[list[Seat]]) -> None:
    weather, service = wreck.weather, wreck.service
    entrances = Entrances(service.smtp, service.lmtp, service.incoming)
    budget = Budget()
    tables = [Table(each, wreck.post, entrances.ways, f"{weather.seed} {count}") for count, each in enumerate(seats)]
    senders = [Sender(tables[number::SENDERS], entrances, budget, wreck.ledger) for number in range(SENDERS)]
    for sender in senders:
        sender.start()
    chance = random.Random(weather.seed)
    _calm(wreck)
    for life in range(weather.kills):
        budget.allowed = weather.mails * (life + 1) // (weather.kills + 1)
        _one_life(wreck, chance)
    wreck.before_last_kill = len(wreck.ledger.answered)
    budget.allowed = weather.mails
    service.spawn()
    service.await_up()
    wreck.idle = _settle(wreck, budget)
    for sender in senders:
        sender.stopping.set()
        sender.join(30)
    wreck.exit_code = service.end()


def _calm(wreck: Wreck) -> None:
    """Before the storm the opening reports are handed out, so that everybody has something to answer."""
    wreck.service.spawn()
    wreck.service.await_up()
    end = time.monotonic() + PATIENCE
    while len(wreck.post.got) < len(wreck.seats) and time.monotonic() < end:
        wreck.post.read()
        time.sleep(0.05)
    wreck.service.end(signal.SIGKILL)


def _one_life(wreck: Wreck, chance: random.Random) -> None:
    """From the start to the kill: while it starts, or a moment after some of its mails."""
    service, when = wreck.service, "while it starts"
    if chance.random() < 0.9:
        service.later()
    service.spawn()
    if chance.random() < IN_STARTING:
        time.sleep(chance.uniform(0, 4 * WINDOW))
    else:
        service.await_up()
        when = "while it serves"
        enough = len(wreck.ledger.answered) + chance.randint(0, wreck.weather.mails // wreck.weather.kills)
        _watch(wreck, LIFE, enough)
        _watch(wreck, chance.uniform(0, WINDOW))
    service.end(signal.SIGKILL)
    wreck.killed[when] += 1
    wreck.killed.update(name for name, question in UNDONE.items() if service.ask(question) != [(0,)])


def _watch(wreck: Wreck, seconds: float, enough: int = sys.maxsize) -> None:
    """Hand the players what has come, for so long, or until so many mails are answered."""
    end = time.monotonic() + seconds
    look = 0.0
    while time.monotonic() < end and len(wreck.ledger.answered) < enough:
        if time.monotonic() > look:
            wreck.post.read()
            look = time.monotonic() + 0.15
        time.sleep(0.005)


def _settle(wreck: Wreck, budget: Budget) -> bool:
    """The storm is over: until everything is sent, taken and handed out. False when that takes too long."""
    end, calm = time.monotonic() + PATIENCE, 0
    while time.monotonic() < end and calm < 5:
        wreck.service.later()
        wreck.post.read()
        done = len(wreck.ledger.answered) >= budget.allowed and wreck.service.is_idle()
        calm = calm + 1 if done else 0
        time.sleep(0.3)
    return calm >= 5
