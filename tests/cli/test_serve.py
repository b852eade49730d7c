"""`serve`, `deliver` and `tick` as an operator runs them: real processes, real SMTP, mailboxes in a folder, and kills."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import pytest

from events.base import Event
from events.platform import OrdersFiled, ReadyChanged, TurnClosed
from events.store import open_store
from pbem.app_context import open_app_context
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config
from tests.web.builders.serving import Serving, answer_to, until

E = TypeVar("E", bound=Event)

BLUE, RED = "blue@example.org", "red@example.org"
PLAYERS = {"blue": BLUE, "red": RED}
KILLS = (0, 0.002, 0.005, 0.012, 0.027, 0.08)
"""Seconds from the last 250 to the kill. Taking a mail and handing out its receipt are a few milliseconds each."""
BURST = 3
TURN_KILLS = (0.02, 0.06, 0.12)
"""The same for turns: to resolve one and render its reports takes longer."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Serving]:
    made = Serving(tmp_path / "data")
    yield made
    made.end(signal.SIGKILL)


def duel(service: Serving) -> str:
    """A game of two players without a deadline."""
    seats = [f"--seat={seat}={address}" for seat, address in PLAYERS.items()]
    opened = service.run("game", "open", "star_navy", "first-blood", *seats, "--every", "0")
    assert opened.returncode == 0, opened.stderr
    return opened.stdout.decode().strip()


def facts(service: Serving, stream: str, kind: type[E]) -> list[E]:
    """The events of one kind, in order, from the log itself."""
    store = open_store(service.data / "wardroom.db")
    found = [entry.event for entry in store.read(stream) if isinstance(entry.event, kind)]
    store.close()
    return found


def ask(service: Serving, question: str) -> list[tuple[str, ...]]:
    """Rows of the database, read while the service runs."""
    con = sqlite3.connect(service.data / "wardroom.db", timeout=30)
    try:
        return con.execute(question).fetchall()
    finally:
        con.close()


def is_idle(service: Serving) -> bool:
    """Nothing came in that is not taken; nothing is to go out that was not tried."""
    taken = ask(service, "SELECT count(*) FROM inbound WHERE status <> 'processed'")
    tried = ask(service, "SELECT count(*) FROM outbound WHERE status = 'queued' AND attempts = 0")
    return taken == tried == [(0,)]


def a_minute_later(service: Serving) -> None:
    """A kill in the midst of handing out leaves a mail to the second attempt, a minute on; this is that minute."""
    con = sqlite3.connect(service.data / "wardroom.db", timeout=30)
    with con:
        con.execute("UPDATE outbound SET next_at = at WHERE status = 'queued'")
    con.close()


def contents(service: Serving, address: str) -> dict[str, set[str]]:
    """Message-ID -> hashes of the mails that have it."""
    found = defaultdict(set)
    for raw in service.raw_mails(address):
        mail = BytesParser(policy=policy.default).parsebytes(raw, headersonly=True)
        found[str(mail["Message-ID"])].add(sha256(raw).hexdigest())
    return found


def post(service: Serving, report: EmailMessage, address: str, text: str, name: str) -> None:
    """Answer a report by SMTP."""
    mail, to = answer_to(report, address, text, name)
    service.send(mail, address, to)


def test_a_turn_by_mail(service: Serving) -> None:
    """Reports arrive, orders go to their Reply-To, receipts come back, and when both are ready the next reports arrive."""
    stream = duel(service)
    service.start()
    for seat, address in PLAYERS.items():
        report = service.await_mail(address, f"[{stream} T0]")
        post(service, report, address, f"luck: of {seat}\nready", f"m-{seat}")
        service.await_mail(address, "Re: ")
    for address in PLAYERS.values():
        assert str(service.await_mail(address, f"[{stream} T1]")["Reply-To"]).startswith(f"orders+{stream}-")
    assert [(f.seat, f.luck) for f in facts(service, stream, OrdersFiled)] == [("blue", "of blue"), ("red", "of red")]
    assert f"/g/{stream}/t/1/" in service.get(f"/g/{stream}").text
    assert service.get("/mail/").status == 404
    assert service.end() == 0, service.log.read_text()


def test_whatever_was_told_250_is_filed_once_however_often_the_server_is_killed(service: Serving) -> None:
    """Kills at many moments after the 250: each mail is filed exactly once and answered; reports too; the log is sound."""
    service.env["WARDROOM_MAILS_AN_HOUR"] = "1000"
    stream = duel(service)
    service.start()
    report = service.await_mail(BLUE, f"[{stream} T0]")
    for number, delay in enumerate(KILLS):
        for word in range(BURST):
            post(service, report, BLUE, f"luck: {number}.{word}", f"m{number}.{word}")
        time.sleep(delay)
        service.end(signal.SIGKILL)
        service.start()
        until(lambda: is_idle(service), "all mail is taken")
    for turn, delay in enumerate(TURN_KILLS, 1):
        for seat, address in PLAYERS.items():
            report = service.await_mail(address, f"[{stream} T{turn - 1}]")
            post(service, report, address, "ready", f"ready-{seat}-{turn}")
        time.sleep(delay)
        service.end(signal.SIGKILL)
        a_minute_later(service)
        service.start()
        until(lambda turn=turn: len(facts(service, stream, TurnClosed)) == turn, "the turn is resolved")
    until(lambda: is_idle(service), "all mail is taken")
    assert service.end() == 0
    a_minute_later(service)
    assert service.run("tick").returncode == 0
    _each_mail_counted_once(service, stream)
    _each_answer_and_report_is_one(service, stream)
    assert json.loads(service.run("verify", stream, "--json").stdout)[0]["broken"] == []


def _each_mail_counted_once(service: Serving, stream: str) -> None:
    filed = facts(service, stream, OrdersFiled)
    assert [each.luck for each in filed] == [f"{number}.{word}" for number in range(len(KILLS)) for word in range(BURST)]
    assert len({each.source for each in filed}) == len(filed)
    ready = [(each.turn, each.seat) for each in facts(service, stream, ReadyChanged)]
    assert sorted(ready) == [(turn, seat) for turn in (1, 2, 3) for seat in PLAYERS]
    assert [each.turn for each in facts(service, stream, TurnClosed)] == [1, 2, 3]


def _each_answer_and_report_is_one(service: Serving, stream: str) -> None:
    assert ask(service, "SELECT count(*) FROM outbound WHERE status <> 'sent'") == [(0,)]
    answered = {each.source for kind in (OrdersFiled, ReadyChanged) for each in facts(service, stream, kind)}
    found: dict[str, set[str]] = {}
    for address in PLAYERS.values():
        mails = contents(service, address)
        reports = [name for name in mails if name.startswith(f"<{stream}.t")]
        assert sorted(name.split(".")[1] for name in reports) == ["t0", "t1", "t2", "t3"]
        found |= mails
    assert len([name for name in found if name.startswith("<receipt.")]) == len(answered)
    assert [name for name, bodies in found.items() if len(bodies) != 1] == []


def test_sigterm_in_the_first_heartbeat_stops_the_service(service: Serving) -> None:
    """After a long outage the first heartbeat has much to do. Told to stop, it ends after that game and loses nothing."""
    many = 12
    _open_many(service, many)
    service.start()
    until(lambda: ask(service, "SELECT 1 FROM publications"), "the first heartbeat is under way")
    assert service.end() == 0, service.log.read_text()
    ((given,),) = ask(service, "SELECT count(*) FROM publications")
    assert 0 < int(given) < many
    assert "Traceback" not in service.log.read_text()
    service.start()
    until(lambda: len(service.mails(BLUE)) == many, "the rest is done")
    assert service.end() == 0


def _open_many(service: Serving, many: int) -> None:
    """Games whose opening reports are all still to be made."""
    at = open_app_context(read_config(service.env))
    try:
        blue = at.person(BLUE).id
        for _ in range(many):
            open_game(at.context, "wet_thrust", "two-carriers", rhythm_hours=24, players={"de": "bot:steady", "gb": blue})
    finally:
        at.context.database.close()


def test_deliver_files_and_answers_a_mail_from_a_pipe(service: Serving) -> None:
    """A raw mail on standard input: filed, answered, exit 0; the same mail once more changes nothing."""
    stream = duel(service)
    assert service.run("tick").returncode == 0
    report = service.mails(BLUE, f"[{stream} T0]")[0]
    mail, to = answer_to(report, BLUE, "BIS: TURN L", "m1")
    for _ in range(2):
        done = service.run("deliver", "--to", to, "--from", BLUE, stdin=mail)
        assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert [each.sheet for each in facts(service, stream, OrdersFiled)] == [{"BIS": ["T1 TURN L"]}]
    (receipt,) = service.mails(BLUE, "Re: ")
    body = receipt.get_body(("plain",))
    assert body is not None and body.get_content().startswith("ACCEPTED")


def test_deliver_refuses_what_is_too_big_and_asks_again_for_what_it_cannot_store(service: Serving, tmp_path: Path) -> None:
    """11 MB: exit 65, so that the sender is told. No folder to store in, or bad settings: exit 75, so that the MTA keeps it."""
    too_big = service.run("deliver", "--to", "g1-blue-1-aaaaaaaaaaaaaaaa@wardroom.localhost", stdin=b"x" * 11_000_000)
    assert too_big.returncode == 65 and b"error: " in too_big.stderr and b"Traceback" not in too_big.stderr
    assert ask(service, "SELECT count(*) FROM inbound") == [(0,)]
    (tmp_path / "file").write_text("in the way")
    for name, value in (("WARDROOM_DATA", str(tmp_path / "file")), ("WARDROOM_HEARTBEAT", "never")):
        service.env[name] = value
        later = service.run("deliver", "--to", "x@wardroom.localhost", stdin=b"Subject: x\n\ny")
        assert later.returncode == 75 and b"try again later" in later.stderr and b"Traceback" not in later.stderr


@pytest.mark.parametrize("name", ["web", "smtp"])
def test_a_taken_port_is_one_clear_sentence(service: Serving, name: str) -> None:
    """Exit 1; the setting and the address are named, with the reason."""
    with socket.create_server(("127.0.0.1", getattr(service, name))):
        failed = service.run("serve")
    setting = {"web": "WEB", "smtp": "SMTP_LISTEN"}[name]
    said = failed.stderr.decode()
    assert failed.returncode == 1 and len(said.splitlines()) == 1
    assert said.startswith(f"error: WARDROOM_{setting}=127.0.0.1:{getattr(service, name)} ") and "in use" in said


def test_an_address_that_is_not_here_is_one_clear_sentence(service: Serving) -> None:
    """A host name that nobody knows is named, too."""
    service.env["WARDROOM_WEB"] = "no-such-host.invalid:8025"
    failed = service.run("serve")
    assert failed.returncode == 1 and failed.stderr.startswith(b"error: WARDROOM_WEB=no-such-host.invalid:8025 ")


def test_tick_does_the_work_of_a_heartbeat_without_a_server(service: Serving) -> None:
    """Stored mail is taken, the turn resolved, reports and receipts handed out; the next tick has nothing to do."""
    stream = duel(service)
    service.run("tick")
    for seat, address in PLAYERS.items():
        mail, to = answer_to(service.mails(address, f"[{stream} T0]")[0], address, "ready", f"m-{seat}")
        assert service.run("deliver", "--to", to, "--from", address, stdin=mail).returncode == 0
    assert service.run("tick").stdout.decode() == f"{stream} turn 1 resolved\n"
    for address in PLAYERS.values():
        assert [len(service.mails(address, word)) for word in ("Re: ", f"[{stream} T1]")] == [1, 1]
    again = service.run("tick")
    assert (again.returncode, again.stdout) == (0, b"")
