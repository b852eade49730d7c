"""The data folder of every release is opened by this version: brought up to date, audited, and played on."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbem.app_context import AppContext, open_app_context
from pbem.database import check_migrated
from pbem.operation.backlog import backlog
from pbem.service.audit.verify import audit
from pbem.service.history import OPERATOR
from pbem.service.turns.close import resolve_now
from pbem.settings.settings import read_config
from tests.upgrades.make_release import SECRET, TURNS

HERE = Path(__file__).parent
QUEUED = "<queued@example.org>"
RELEASES = sorted(path.parent.name for path in HERE.glob("*/wardroom.db.xz"))
LARGEST = 300_000


def opened(release: str, folder: Path) -> AppContext:
    config = read_config({"WARDROOM_DATA": str(folder), "WARDROOM_SECRET": SECRET})
    config.database.parent.mkdir(exist_ok=True)
    config.database.write_bytes(lzma.decompress((HERE / release / "wardroom.db.xz").read_bytes()))
    if release == "0.1.0":
        _queue_mail(config.database)
    return open_app_context(config)


def _queue_mail(file: Path) -> None:
    """A mail that waits: the file of this release, whose table has the bytes beside what becomes of them, has none."""
    with closing(sqlite3.connect(file)) as con, con:
        con.execute(
            "INSERT INTO outbound(message_id, at, kind, recipient, raw, status, attempts, next_at, error)"
            " SELECT ?, at, 'notice', recipient, x'0d00ff', 'queued', 0, at, '' FROM outbound LIMIT 1",
            (QUEUED,),
        )


def test_there_is_one_of_a_release() -> None:
    """And it is small."""
    assert "0.1.0" in RELEASES
    assert all((HERE / release / "wardroom.db.xz").stat().st_size < LARGEST for release in RELEASES)


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_is_brought_up_to_date_audited_and_played_on(release: str, tmp_path: Path) -> None:
    """Tables as of today, every game as its log says, its mails and people there; another turn, and its reports."""
    at = opened(release, tmp_path)
    with closing(at.context.database):
        check_migrated(at.context.database)
        streams = at.context.store.streams()
        assert len(streams) >= 4
        before = backlog(at.context)
        assert release != "0.1.0" or at.gateway.tables.raw(QUEUED) == b"\r\0\xff"
        assert before.mails_in["processed"] == TURNS * len(streams)
        for stream in streams:
            assert not audit(at.context, stream).broken, stream
            row = at.context.store.game(stream)
            assert row is not None and at.people.by_address(f"{row.game}@example.org")
            assert resolve_now(at.context, stream, "the first turn of the new version", OPERATOR) > TURNS - 1
            assert not audit(at.context, stream).broken, stream
        assert at.gateway.publish_pending() >= len(streams)
