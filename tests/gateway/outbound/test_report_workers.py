"""Reports made by processes of their own: the same bytes, each once, and none is lost with a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.app_context import AppContext, open_app_context
from pbem.gateway import gateway as gateway_module
from pbem.gateway.outbound import report_workers
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config

GAMES, REPORTS = 6, 12
Turn = tuple[str, int]
"""A game and a turn of it that waits for its reports."""


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two turns are many, and this machine is large enough."""
    monkeypatch.setattr(report_workers, "MANY", 2)
    monkeypatch.setattr(report_workers, "number_of_workers", lambda: 1)


@pytest.fixture
def app(tmp_path: Path, crowd: None) -> Iterator[AppContext]:
    """A real service with duels, of which nobody has been told yet."""
    opened = open_app_context(read_config({"WARDROOM_DATA": str(tmp_path)}, tmp_path / "none"))
    players = {seat: opened.person(f"{seat}@example.org").id for seat in ("blue", "red")}
    for _ in range(GAMES):
        open_game(opened.context, "star_navy", "first-blood", 24.0, players)
    yield opened
    opened.gateway.workers.end()
    opened.context.database.close()


def queued(app: AppContext) -> dict[str, bytes]:
    """All reports, sent or not."""
    query = "SELECT message_id, raw FROM outbound JOIN outbound_raw USING (message_id) WHERE kind='report'"
    return dict(app.context.database.con.execute(query).fetchall())


def started(app: AppContext) -> None:
    """The processes are there."""
    app.gateway.workers.expect(GAMES)
    app.gateway.workers._ready.result(180)


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 180
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.deep
def test_another_process_makes_the_same_mails(app: AppContext) -> None:
    """Byte for byte; and it has ended when no turn waits."""
    turns = app.context.store.unsent_reports()
    here = [report_workers.make(app.gateway.mail_context, *turn) for turn in turns]
    gateway = app.gateway
    started(app)
    assert gateway.publish_pending() == REPORTS
    assert {mail.message_id: mail.raw for made in here for mail in made.mails} == queued(app)
    assert gateway.workers._pool is not None
    assert gateway.publish_pending() == 0
    assert gateway.workers._pool is None


@pytest.mark.deep
def test_a_process_that_dies_takes_no_report_with_it(app: AppContext, caplog: pytest.LogCaptureFixture) -> None:
    """What it was at is made here; every report is queued once, and the next crowd has processes again."""
    started(app)
    pool = app.gateway.workers._pool
    assert pool is not None
    for pid in list(pool._processes):
        os.kill(pid, signal.SIGKILL)
    assert app.gateway.publish_pending() == REPORTS
    assert app.gateway.publish_pending() == 0
    assert len(queued(app)) == REPORTS
    assert "has died" in caplog.text
    started(app)


SERVICE = """
import signal
import sys
from pathlib import Path
from pbem.app_context import open_app_context
from pbem.gateway.outbound import report_workers
from pbem.settings.settings import read_config
report_workers.MANY = 1
report_workers.number_of_workers = lambda: 2
folder = Path(sys.argv[1])
app = open_app_context(read_config({"WARDROOM_DATA": str(folder)}, folder / "none"))
app.gateway.workers.expect(1)
app.gateway.workers._ready.result(180)
publish, some = report_workers.publish, iter(range(3))

def until_killed(*turn):
    if next(some, None) is None:
        signal.pause()
    return publish(*turn)

report_workers.publish = until_killed
app.gateway.publish_pending()
"""


@pytest.mark.deep
def test_a_kill_in_the_middle_loses_nothing_and_repeats_nothing(app: AppContext, tmp_path: Path) -> None:
    """The service is killed with reports under way: its processes end by themselves, and each report is queued once."""
    service = subprocess.Popen([sys.executable, "-c", SERVICE, str(tmp_path)], cwd=Path(__file__).parents[3])
    wait_until(lambda: len(queued(app)) >= 2 or service.poll() is not None)
    others = [
        int(pid) for task in Path(f"/proc/{service.pid}/task").iterdir() for pid in (task / "children").read_text().split()
    ]
    service.kill()
    service.wait()
    before = queued(app)
    assert 2 <= len(before) < REPORTS and len(others) >= 2
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in others))
    app.gateway.publish_pending()
    assert len(queued(app)) == REPORTS and before.items() <= queued(app).items()
    told = app.context.database.con.execute("SELECT stream, recipient FROM outbound WHERE kind='report'").fetchall()
    assert len(set(told)) == REPORTS


@pytest.mark.parametrize("step", ["seats_without_report", "_queue_reports"])
def test_another_process_at_the_same_turn_is_noticed(app: AppContext, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Before we looked or after it: from then on the turns are made in an order of our own, and nothing is queued twice."""
    gateway, orders = app.gateway, list[list[str]]()
    owner = app.context.store if step == "seats_without_report" else gateway
    act, others = getattr(owner, step), iter([report_workers.make(gateway.mail_context, "g1", 0)])

    def after_the_other(*args: Any) -> Any:
        for made in others:
            gateway.tables.queue_together(made.mails, gateway.mail_context.now())
            app.context.store.mark_sent(made.told)
        return act(*args)

    def apart(turns: list[Turn], whose: Callable[[Turn], str]) -> list[Turn]:
        orders.append([whose(turn) for turn in turns])
        return turns

    monkeypatch.setattr(gateway.workers, "_number", 0)
    monkeypatch.setattr(owner, step, after_the_other)
    monkeypatch.setattr(gateway_module, "apart", apart)
    assert gateway.publish_pending() == REPORTS - 2
    assert orders == [[f"g{number}" for number in range(2, GAMES + 1)]]
    assert len(queued(app)) == REPORTS


def test_where_memory_is_short_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host of 256 MB makes its reports in the one process that it has."""
    assert 0 <= report_workers.number_of_workers() <= (os.cpu_count() or 1)
    monkeypatch.setattr(report_workers, "LEAST_MEMORY", 1 << 60)
    assert report_workers.number_of_workers() == 0
