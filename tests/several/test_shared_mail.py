"""Three processes take in mail, make reports and send at one PostgreSQL: they share the work; one that dies costs nothing."""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from math import log
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from events.platform import OrdersFiled
from pbem.app_context import AppContext, open_app_context
from pbem.gateway.outbound import report_workers
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config
from tests.postgresql_server import new_url
from tests.several.parts import SECRET
from tests.web.builders.serving import free_port

pytestmark = pytest.mark.deep

SPAWN = mp.get_context("spawn")
GAMES, SEATS, EACH = 20, ("blue", "red"), 6
MAILS = GAMES * len(SEATS) * EACH
PROCESSES = 3


class Setting(NamedTuple):
    """Where the processes find the service, and settings of it that are not as always."""

    url: str
    folder: Path
    settings: tuple[tuple[str, str], ...] = ()


class Work(NamedTuple):
    """What one process has done: how often it did a piece of work, and the seconds that its processor took for it."""

    pieces: int
    seconds: float


@contextmanager
def service(at: Setting) -> Iterator[AppContext]:
    """The service, opened by one process."""
    names = {"DATABASE": at.url, "SECRET": SECRET, "DATA": str(at.folder), "SMTP_SEND": f"maildir:{at.folder / 'mail'}"}
    given = {f"WARDROOM_{name}": value for name, value in (*names.items(), *at.settings)}
    opened = open_app_context(read_config(given, at.folder / "none"))
    try:
        yield opened
    finally:
        opened.context.database.close()


def counting(app: AppContext, task: str) -> tuple[Callable[[], object], Counter[str]]:
    """A task of the gateway, with the pieces of work counted that it is made of."""
    gateway, done = app.gateway, Counter[str]()
    gateway.send = int  # each task by itself
    places: dict[str, tuple[Callable[[], object], Any, str]] = {
        "take in": (gateway.process_pending, gateway.inbox, "_handle"),
        "report": (gateway.publish_pending, report_workers, "publish"),
        "send": (gateway.flush, gateway.outbox, "_attempt"),
    }
    act, owner, name = places[task]
    work = getattr(owner, name)

    def counted(*args: object) -> object:
        made = work(*args)
        done[task] += made != []  # no reports: another process had told this turn
        return made

    setattr(owner, name, counted)
    return act, done


def worker(at: Setting, task: str, barrier: Barrier, results: Queue[Work]) -> None:
    """Do what there is to do, once the others are there."""
    report_workers.number_of_workers = lambda: 0
    with service(at) as app:
        act, done = counting(app, task)
        barrier.wait(300)
        start = time.process_time()
        act()
        results.put(Work(done[task], time.process_time() - start))


def dying(at: Setting, task: str, barrier: Barrier, results: Queue[Work]) -> None:
    """The same, killed in its tenth mail, when the orders are filed and nothing else is done, while the others begin."""
    del results
    with service(at) as app:
        context, number = app.context, 0
        append = context.store.append

        def killed(*args: Any) -> Any:
            nonlocal number
            number += 1
            head = append(*args)
            if number == 10:
                barrier.wait(300)
                os.kill(os.getpid(), signal.SIGKILL)
            return head

        context.store.append = killed  # type: ignore[method-assign, assignment]
        act, _ = counting(app, task)
        act()


def run(at: Setting, task: str, *targets: Callable[..., None]) -> list[Work]:
    """What those of the processes have done that lived."""
    barrier, results = SPAWN.Barrier(len(targets)), SPAWN.Queue()
    started = [SPAWN.Process(target=target, args=(at, task, barrier, results), daemon=True) for target in targets]
    for each in started:
        each.start()
    done = [results.get(timeout=300) for target in targets if target is worker]
    for each in started:
        each.join(300)
    assert [each.exitcode for each in started] == [0 if target is worker else -signal.SIGKILL for target in targets]
    return done


@pytest.fixture
def at(tmp_path: Path) -> Setting:
    """A service with games of which nobody has been told."""
    made = Setting(new_url(), tmp_path)
    with service(made) as app:
        for number in range(GAMES):
            players = {seat: app.person(f"{seat}{number}@example.org").id for seat in SEATS}
            open_game(app.context, "star_navy", "first-blood", 24.0, players)
    return made


def store_mails(at: Setting) -> None:
    """Some mails of every player, none of them processed."""
    with service(at) as app:
        for number in range(EACH):
            for game in app.context.store.games():
                for seat, ship in zip(SEATS, ("BIS", "SR1"), strict=True):
                    store_mail(app, game.stream, seat, f"{ship}: T{number + 1} TURN L")


def store_mail(app: AppContext, stream: str, seat: str, text: str) -> None:
    person = app.people.by_id(app.context.store.player(stream, seat) or "")
    assert person is not None
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Message-ID"] = (
        person.address,
        f"Re: {stream}",
        f"<{seat}.{stream}.{text[5:7]}@example.org>",
    )
    mail.set_content(text)
    app.gateway.receive(mail.as_bytes(), person.address, app.gateway.order_address(stream, seat, 1, person))


def check_taken_in(at: Setting) -> None:
    """Every mail is processed and answered; every one is in the log once, those of a seat in the order in which they came."""
    with service(at) as app:
        con = app.context.database.con
        assert con.execute("SELECT status, count(*) FROM inbound GROUP BY status").fetchall() == [("processed", MAILS)]
        assert con.execute("SELECT count(*) FROM outbound WHERE kind='receipt'").fetchone() == (MAILS,)
        for game in app.context.store.games():
            filed = [e.event for e in app.context.store.read(game.stream) if isinstance(e.event, OrdersFiled)]
            for seat in SEATS:
                mine = [each.source for each in filed if each.seat == seat]
                assert mine == [mail.source for mail in app.gateway.tables.mails_of(game.stream, seat, 1)]
                assert len(set(mine)) == len(mine) == EACH


def check_shared(done: list[Work], pieces: int) -> None:
    """Nobody does nearly all of it, and little is done twice: they meet by chance, and most of all at the end.

    How often is chance, too: 240 mails were read 8 to 24 times too often, the reports of 20 turns made 2 to 12 times too often.
    The bounds are about twice as far, 44 and 29; processes that share nothing do all of it each, 480 and 40 times too often.
    """
    met = 2 * PROCESSES * (2 + log(pieces))
    assert pieces <= sum(each.pieces for each in done) <= pieces + met, done
    assert max(each.pieces for each in done) < pieces * 0.9, done


def test_mail_is_taken_in_by_all(at: Setting) -> None:
    """Each mail is filed once, and each process reads a part of them."""
    store_mails(at)
    done = run(at, "take in", *[worker] * PROCESSES)
    check_taken_in(at)
    check_shared(done, MAILS)


def test_a_killed_process_loses_nothing(at: Setting) -> None:
    """What it was at is done by the others in the same round, without waiting for anything."""
    store_mails(at)
    done = run(at, "take in", worker, dying, worker)
    check_taken_in(at)
    assert sum(each.pieces for each in done) >= MAILS - 10


def test_all_keep_one_pace(at: Setting) -> None:
    """A domain gets as many mails in a minute as are allowed, however many processes send; the others wait."""
    run(at, "report", *[worker] * PROCESSES)
    taken: list[str] = []

    class Server:
        """A mail server that counts what it gets."""

        async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
            taken.extend(envelope.rcpt_tos)
            return "250 OK"

    controller = Controller(Server(), hostname="127.0.0.1", port=free_port())
    controller.start()
    paced = at._replace(settings=(("SMTP_SEND", f"127.0.0.1:{controller.port}"), ("PACE", "25")))
    done = run(paced, "send", *[worker] * PROCESSES)
    controller.stop()
    assert sum(each.pieces for each in done) == len(taken) == 25
    with service(at) as app:
        rows = app.context.database.con.execute("SELECT status, count(*) FROM outbound GROUP BY status ORDER BY status")
        assert rows.fetchall() == [("queued", 15), ("sent", 25)]


def test_reports_are_made_and_sent_by_all(at: Setting) -> None:
    """Each report is queued once and sent once; each process makes a part of them."""
    check_shared(run(at, "report", *[worker] * PROCESSES), GAMES)
    reports = GAMES * len(SEATS)
    sent = run(at, "send", *[worker] * PROCESSES)
    assert sum(each.pieces for each in sent) == reports
    with service(at) as app:
        con = app.context.database.con
        assert con.execute("SELECT kind, status, count(*) FROM outbound GROUP BY 1, 2").fetchall() == [
            ("report", "sent", reports)
        ]
    assert sum(1 for path in (at.folder / "mail").rglob("*") if path.is_file()) == reports
