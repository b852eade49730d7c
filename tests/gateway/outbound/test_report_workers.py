"""Reports made by processes of their own: the same bytes, each once, and none is lost with a process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.app_context import AppContext, open_app_context
from pbem.gateway.outbound import report_workers
from pbem.service.games.opening import open_game
from pbem.settings.settings import read_config


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two turns are many, and this machine is large enough."""
    monkeypatch.setattr(report_workers, "MANY", 2)
    monkeypatch.setattr(report_workers, "number_of_workers", lambda: 1)


@pytest.fixture
def app(tmp_path: Path, crowd: None) -> Iterator[AppContext]:
    """A real service with three duels, of which nobody has been told yet."""
    opened = open_app_context(read_config({"WARDROOM_DATA": str(tmp_path)}, tmp_path / "none"))
    players = {seat: opened.person(f"{seat}@example.org").id for seat in ("blue", "red")}
    for _ in range(3):
        open_game(opened.context, "star_navy", "first-blood", 24.0, players)
    yield opened
    opened.gateway.workers.end()
    opened.context.database.close()


def queued(app: AppContext) -> dict[str, bytes]:
    """All reports, sent or not."""
    return dict(app.context.database.con.execute("SELECT message_id, raw FROM outbound WHERE kind='report'").fetchall())


@pytest.mark.deep
def test_another_process_makes_the_same_mails(app: AppContext) -> None:
    """Byte for byte; and it has ended when no turn waits."""
    turns = app.context.store.unsent_reports()
    here = [report_workers.make(app.gateway.mail_context, *turn) for turn in turns]
    gateway = app.gateway
    assert gateway.publish_pending() == 6
    assert {mail.message_id: mail.raw for made in here for mail in made.mails} == queued(app)
    assert gateway.workers._pool is not None
    assert gateway.publish_pending() == 0
    assert gateway.workers._pool is None


@pytest.mark.deep
def test_a_process_that_dies_takes_no_report_with_it(app: AppContext, caplog: pytest.LogCaptureFixture) -> None:
    """What it was at is made here; every report is queued once."""
    gateway = app.gateway
    real = gateway.workers.reports

    def killed(*given: object) -> object:
        for number, each in enumerate(real(*given)):  # type: ignore[arg-type]
            if number == 0:
                pool = gateway.workers._pool
                assert pool is not None
                for pid in list(pool._processes):
                    os.kill(pid, signal.SIGKILL)
            yield each

    gateway.workers.reports = killed  # type: ignore[assignment, method-assign]
    assert gateway.publish_pending() == 6
    assert gateway.publish_pending() == 0
    assert len(queued(app)) == 6
    assert "has died" in caplog.text


def test_where_memory_is_short_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host of 256 MB makes its reports in the one process that it has."""
    assert 0 <= report_workers.number_of_workers() <= (os.cpu_count() or 1)
    monkeypatch.setattr(report_workers, "LEAST_MEMORY", 1 << 60)
    assert report_workers.number_of_workers() == 0
