"""Outages as the whole service lives through them: heartbeats that are missing, doors that are shut, clocks that jump."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from events.platform import DeadlineSet
from pbem.app_context import AppContext
from pbem.cli.intake_commands import store_piped
from pbem.games import GAMES
from pbem.gateway.gateway import Gateway
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext, parse_stamp
from pbem.service.games import game_master, opening
from pbem.service.orders.file import file_orders
from pbem.service.outages.doors import shut
from pbem.service.outages.tables import kept_outages
from pbem.service.repository import load
from pbem.settings.settings import read_config
from tests.cli.shell import Shell
from tests.conftest import START, HandClock, repeated_entropy
from tests.gateway.conftest import opened, text_of
from tests.stores import new_file

EVERY = 600.0
"""Seconds between two heartbeats here: a gap of 50 minutes is an outage."""
NOTICE = 12


class Service:
    """The whole service, its time moved by hand; it may be started again at any time, as after a crash."""

    def __init__(self, folder: Path, clock: HandClock) -> None:
        self.clock = clock
        self.config = read_config({"WARDROOM_DATA": str(folder), "WARDROOM_HEARTBEAT": str(EVERY)}, folder / ".env")
        self.database = new_file(folder / "wardroom.db")
        self.context = ServiceContext(
            self.database, GAMES, clock, repeated_entropy(), self.config.secret, monotonic=clock.monotonic
        )
        self.restart()
        self.blue, self.red = self.at.person("blue@example.org"), self.at.person("red@example.org")

    def restart(self) -> None:
        """Another process: all that it knows is in the database."""
        self.at = AppContext(self.config, self.context, Gateway(self.context, self.config.mail))

    def open(self) -> str:
        """A duel of blue and red, due in a day."""
        players = {"blue": self.blue.id, "red": self.red.id}
        return opening.open_game(self.context, "star_navy", "first-blood", players=players)

    def beat(self, hours: float) -> list[tuple[str, int]]:
        """So many hours with a heartbeat every ten minutes. Returns what was resolved."""
        resolved = []
        for _ in range(round(hours * 3600 / EVERY)):
            self.clock.advance(EVERY / 3600)
            resolved += self.at.heartbeat()
        return resolved

    def due(self, stream: str) -> float:
        """The deadline in hours from the start."""
        return (parse_stamp(load(self.context, stream).ledger.due) - START) / timedelta(hours=1)

    def mails(self, person: str) -> list[EmailMessage]:
        """What was queued for them about outages."""
        query = "SELECT raw FROM outbound JOIN outbound_raw USING (message_id) WHERE recipient=? AND kind='notice'"
        rows = self.context.database.con.execute(f"{query} ORDER BY outbound.rowid", (person,))
        return [mail for mail in (opened(raw) for (raw,) in rows) if mail["Subject"] == "about deadlines in your games"]


@pytest.fixture
def service(tmp_path: Path, clock: HandClock) -> Iterator[Service]:
    made = Service(tmp_path / "data", clock)
    made.at.heartbeat()
    yield made
    made.database.close()


def test_six_hours_across_a_deadline(service: Service, clock: HandClock) -> None:
    """No heartbeat: nothing is resolved, the deadline moves, each player gets one mail over all games; then all goes on."""
    games = [service.open() for _ in range(3)]
    service.beat(20)
    clock.advance(6)
    assert service.at.heartbeat() == [] and service.beat(1) == []
    assert [service.due(stream) for stream in games] == [24 + 6 + NOTICE] * 3
    for person in (service.blue, service.red):
        (mail,) = service.mails(person.id)
        assert all(stream in text_of(mail) for stream in games)
    assert sorted(service.beat(24 + 6 + NOTICE - 27)) == [(stream, 1) for stream in games]
    assert all(audit(service.context, stream).sound for stream in games)


def test_what_the_mail_says(service: Service, clock: HandClock) -> None:
    """Why, and each deadline by the player's own clock and in UTC."""
    service.at.people.set_zone(service.blue.id, "Europe/Berlin")
    stream = service.open()
    service.beat(20)
    clock.advance(6)
    service.at.heartbeat()
    (mail,) = service.mails(service.blue.id)
    text = text_of(mail)
    assert "could not be taken: the service did not run, or" in text
    assert f"({stream}), turn 1" in text
    assert "due Saturday 2026-01-03, 07:00 in Europe/Berlin (2026-01-03 06:00 UTC)" in text
    assert "was Friday 2026-01-02, 13:00 in Europe/Berlin (2026-01-02 12:00 UTC)" in text
    assert "2026" not in mail["Subject"] and stream not in mail["Subject"]


def test_three_days_and_a_restart(service: Service, clock: HandClock) -> None:
    """The process that comes back is another one; its first heartbeat heals before it closes anything."""
    stream = service.open()
    service.beat(20)
    clock.advance(72)
    clock.passed = 0.0
    service.restart()
    assert service.at.heartbeat() == [] and service.due(stream) == 24 + 72 + NOTICE
    service.restart()
    assert service.at.heartbeat() == [] and service.due(stream) == 24 + 72 + NOTICE
    assert len(service.mails(service.red.id)) == 1
    assert audit(service.context, stream).sound


def test_a_crash_after_the_heartbeat_is_noted_loses_nothing(
    service: Service, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outage is kept, no deadline has moved yet: the next process moves it, once, and tells it, once."""
    stream = service.open()
    service.beat(20)
    clock.advance(6)
    for place in ("pbem.service.outages.heal.decide", "pbem.gateway.scheduled.outage_mail.told"):

        def killed(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(place, killed)
        with pytest.raises(KeyboardInterrupt):
            service.at.heartbeat()
        monkeypatch.undo()
        service.restart()
    assert service.at.heartbeat() == [] and service.due(stream) == 24 + 6 + NOTICE
    assert len(service.mails(service.blue.id)) == len(service.mails(service.red.id)) == 1
    assert len(kept_outages(service.context)) == 1 and audit(service.context, stream).sound


def test_mail_cannot_be_fetched_while_the_pages_work(service: Service, clock: HandClock) -> None:
    """Orders by web count; the game waits until mail comes in again, and what came late counts."""
    stream = service.open()
    trouble = [""]
    service.at.checks["imap"] = lambda: trouble[0]
    service.beat(20)
    trouble[0] = "the password is refused"
    assert service.beat(10) == [] and service.due(stream) == 24
    assert file_orders(service.context, stream, "red", "SR1: TURN L", "web 1", 1).outcome == "accepted"
    trouble[0] = ""
    sha = service.at.gateway.receive(_orders("BIS: TURN L"), service.blue.address, _address(service, stream), "imap")
    assert service.beat(1) == []
    assert service.due(stream) == 24 + 10 + NOTICE  # from the heartbeat that found it shut to the one that found it open
    kept = service.at.gateway.tables.inbound(sha)
    assert kept is not None and kept.outcome == "orders accepted"
    assert audit(service.context, stream).sound


def test_a_full_disk_does_not_stop_the_clock(service: Service) -> None:
    """Every heartbeat fails, the process goes on, and the first one that can be written finds the gap."""
    stream = service.open()
    service.beat(20)
    service.context.database.con.execute("PRAGMA query_only=ON")
    for _ in range(36):
        service.clock.advance(EVERY / 3600)
        with pytest.raises(sqlite3.OperationalError):
            service.at.heartbeat()
    service.context.database.con.execute("PRAGMA query_only=OFF")
    assert service.beat(1 / 6) == []
    assert service.due(stream) == pytest.approx(24 + 6 + 1 / 6 + NOTICE)
    assert audit(service.context, stream).sound


def test_the_clock_jumps_ahead_and_back(service: Service, clock: HandClock) -> None:
    """Three days ahead: nothing is closed. Set right again: what was left is left; each move is an event and a mail."""
    stream = service.open()
    service.beat(20)
    clock.jump(72)
    assert service.at.heartbeat() == [] and service.due(stream) == 24 + 72 + NOTICE
    service.beat(1)
    clock.jump(-72)
    assert service.at.heartbeat() == [] and service.due(stream) == 21 + (24 + 72 + NOTICE - 92)
    assert kept_outages(service.context) == []
    causes = [e.event.cause for e in service.context.store.select(stream, [DeadlineSet]) if isinstance(e.event, DeadlineSet)]
    assert causes == ["all_seated", "outage", "clock"]
    first, second = service.mails(service.blue.id)
    assert "The service's clock had been ahead." in text_of(second) and "clock jumped" in text_of(first)
    assert service.beat(16) == [(stream, 1)]
    found = audit(service.context, stream)
    assert found.sound and "the clock was set back" in found.odd[0]


def test_an_outage_after_the_clock_was_set_back_is_healed(service: Service, clock: HandClock) -> None:
    """What was given back while the clock was wrong was for nothing; this is real."""
    stream = service.open()
    service.beat(20)
    clock.jump(72)
    service.at.heartbeat()
    clock.jump(-72)
    service.at.heartbeat()
    before = service.due(stream)
    clock.advance(before - 20 + 2)
    assert service.at.heartbeat() == [] and service.due(stream) == before + (before - 20 + 2) + NOTICE
    assert audit(service.context, stream).sound


def test_mail_that_nobody_processes_shuts_a_door(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours stops a player's mail: games wait, until it is processed or tried so often that it stops but itself."""
    stream = service.open()
    service.beat(23)
    settle = "pbem.gateway.inbound.inbox.settle"

    def faulty(*_: object) -> str:
        raise RuntimeError("a fault")

    monkeypatch.setattr(settle, faulty)
    service.at.gateway.receive(_orders("BIS: TURN L"), service.blue.address, _address(service, stream), "smtp")
    assert service.beat(1.5) == [] and service.due(stream) == 24
    monkeypatch.undo()
    service.beat(2)
    assert [span.door for span in kept_outages(service.context)] == ["queue"]
    assert load(service.context, stream).ledger.filed and audit(service.context, stream).sound


def test_a_pipe_that_cannot_store_its_mail_notes_it(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """So far as anything can be written; the mail server tries again, and then it works."""
    to, at = _address(service, service.open()), service.at

    def full(*_: object, **more: object) -> str:
        raise OSError("no space left on device")

    monkeypatch.setattr(at.gateway.inbox, "receive", full)
    with pytest.raises(OSError, match="no space"):
        store_piped(at, _orders("BIS: TURN L"), "blue@example.org", to)
    monkeypatch.undo()
    service.clock.advance(0.5)
    assert [(span.door, span.why) for span in shut(service.context)] == [("pipe", "no space left on device")]
    store_piped(at, _orders("BIS: TURN L"), "blue@example.org", to)
    assert [span.door for span in kept_outages(service.context)] == ["pipe"] and shut(service.context) == []


def test_games_that_are_not_due_are_left_and_nobody_is_told(service: Service, clock: HandClock) -> None:
    """Twenty hours after the end of an outage nothing moves; so it is with a game that is paused."""
    later, paused = service.open(), service.open()
    game_master.pause(service.context, paused, "a holiday")
    service.beat(1)
    clock.advance(3)
    service.at.heartbeat()
    assert service.due(later) == service.due(paused) == 24
    assert service.mails(service.blue.id) == []


def _address(service: Service, stream: str) -> str:
    return service.at.gateway.order_address(stream, "blue", 1, service.blue)


def _orders(text: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Message-ID"] = "blue@example.org", "orders", "<late@example.org>"
    mail.set_content(text)
    return mail.as_bytes()


# ---------------------------------------------------------------- on the command line


def test_the_operator_names_lists_and_forgets_an_outage(shell: Shell) -> None:
    """With a reason; as a table and as JSON; one that moved nothing can be forgotten."""
    said = shell("outage", "2026-01-02T18:00", "2026-01-03T06:00", "--why", "the provider moved our server")
    assert "operator" in said and "2026-01-02 18:00 UTC  2026-01-03 06:00 UTC  the provider moved our server" in said
    (found,) = json.loads(shell("outage", "--json"))
    assert (found["door"], found["began"], found["settled"]) == ("operator", "2026-01-02T18:00:00.000000Z", False)
    shell("outage", "--drop", str(found["id"]))
    assert json.loads(shell("outage", "--json")) == []


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("2026-01-02T18:00",), "say all three: FROM, TO and --why", 2),
        (("2026-01-02T18:00", "2026-01-03T06:00"), "say all three: FROM, TO and --why", 2),
        (("tomorrow", "2026-01-03T06:00", "--why", "x"), "'tomorrow' is no time", 2),
        (("2026-01-03T06:00", "2026-01-02T18:00", "--why", "x"), "an outage ends after it begins", 1),
        (("--drop", "7"), "there is no outage 7 of yours", 2),
    ],
)
def test_a_slip_of_the_operator(shell: Shell, words: tuple[str, ...], said: str, code: int) -> None:
    """Told in a sentence; nothing is kept."""
    assert said in shell.fails("outage", *words, code=code)
    assert json.loads(shell("outage", "--json")) == []


def test_doctor_tells_of_outages(shell: Shell) -> None:
    """What was not long ago."""
    checks = json.loads(shell.run("doctor", "--json").stdout)["checks"]
    assert checks["outages"] == {"ok": True, "says": "all doors are open, and no outage was in the last 30 days"}
