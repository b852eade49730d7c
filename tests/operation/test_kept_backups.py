"""Backups that are kept: which go, that a bad copy makes none go, and that what is not ours stays."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.cli.operating import keep_backup
from pbem.operation.kept_backups import BadKeep, KeptBackup, kept_backups, name_at, parse_keep, superfluous
from tests.cli.shell import Shell

NOW = datetime(2026, 11, 28, 12, 30, tzinfo=UTC)
KEEP = "hourly=3,daily=2,weekly=2"


def backups(*ages: float) -> list[KeptBackup]:
    """Made so many hours before now."""
    times = [NOW - timedelta(hours=age) for age in ages]
    return [KeptBackup(at, Path(name_at(at))) for at in times]


def ages(found: list[KeptBackup]) -> list[float]:
    return [(NOW - each.at) / timedelta(hours=1) for each in found]


def test_the_last_of_each_period_is_kept() -> None:
    """Three hours, two days, two weeks: of each the last one; the oldest goes first."""
    found = superfluous(backups(0, 0.25, 1, 2, 3, 5, 13, 20, 36, 168, 400), parse_keep(KEEP))
    assert ages(found) == [400, 36, 20, 5, 3, 0.25]


def test_an_hourly_year_keeps_what_was_asked_for() -> None:
    """As cron does it: after each backup those go that no period keeps; a week and a month back something is left."""
    kept: list[KeptBackup] = []
    keep = parse_keep("hourly=24,daily=7,weekly=4,monthly=6")
    for hour in range(365 * 24, -1, -1):
        kept += backups(hour)
        for gone in superfluous(kept, keep):
            kept.remove(gone)
    found = sorted(ages(kept))
    assert found[:24] == list(range(24)) and len(found) <= 24 + 7 + 4 + 6
    assert any(24 * 5 <= age <= 24 * 7 for age in found) and any(24 * 18 <= age <= 24 * 28 for age in found)
    assert found[-1] > 24 * 120


def test_the_newest_is_kept_whatever_is_asked() -> None:
    """Even a clock that was set back leaves one."""
    assert superfluous(backups(5), {}) == []
    assert ages(superfluous(backups(5, 6), {})) == [6]


@pytest.mark.parametrize(
    "text", ["", "hourly", "hourly=0", "yearly=1", "hourly=1,hourly=2", "daily=-1", "daily=1,", "daily=99999999"]
)
def test_what_cannot_be_kept_is_refused(text: str) -> None:
    with pytest.raises(BadKeep):
        parse_keep(text)


@pytest.fixture
def folder(shell: Shell, tmp_path: Path) -> Path:
    """A folder of backups with two that are old and three files that only look like it."""
    shell.env["WARDROOM_BACKUPS"] = str(tmp_path / "backups")
    found = tmp_path / "backups"
    found.mkdir()
    for name in (
        "wardroom-20250101T000000Z.db",
        "wardroom-20250101T010000Z.db",
        "wardroom.db",
        "notes.txt",
        "wardroom-20259999T000000Z.db",
    ):
        (found / name).write_bytes(b"")
    return found


OTHERS = {"wardroom.db", "notes.txt", "wardroom-20259999T000000Z.db"}


def test_a_backup_is_proved_then_older_ones_go(shell: Shell, folder: Path, tmp_path: Path) -> None:
    """It can be restored, is for its owner alone, and files that are not ours stay."""
    shell("game", "open", "star_navy", "first-blood", "--seat", "blue=bot:cautious")
    said = shell.run("backup", "--keep", "hourly=1")
    assert said.returncode == 0 and "1 games, every chain checked; 2 older deleted, 1 kept" in said.stderr
    (made,) = kept_backups(folder)
    assert {path.name for path in folder.iterdir()} == OTHERS | {made.path.name}
    assert made.path.stat().st_mode & 0o777 == 0o600
    shell.env["WARDROOM_DATA"] = str(tmp_path / "second")
    assert re.search(r"g1 +\d+", shell("restore", str(made.path)))


def test_a_copy_that_is_not_whole_makes_no_other_go(shell: Shell, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain that does not hold in the copy: no backup, a sentence, all older ones are there."""
    shell("game", "open", "star_navy", "first-blood", "--seat", "blue=bot:cautious")
    before = sorted(folder.iterdir())
    copy = keep_backup.copy_database

    def broken(source: sqlite3.Connection, path: Path) -> None:
        copy(source, path)
        with closing(sqlite3.connect(path)) as con:
            con.execute("DROP TRIGGER events_no_update")
            con.execute("UPDATE events SET data='{}' WHERE version=2")
            con.commit()

    monkeypatch.setattr(keep_backup, "copy_database", broken)
    assert "no backup was made" in shell.fails("backup", "--keep", "hourly=1")
    assert sorted(folder.iterdir()) == before


def test_what_is_missing_is_said(shell: Shell) -> None:
    """Neither a file nor --keep, both, a folder that is not set, a period that there is not: wrong use."""
    for words, says in (
        (["backup"], "FILE"),
        (["backup", "--keep", "hourly=1"], "WARDROOM_BACKUPS"),
        (["backup", "x", "--keep", "daily=1"], "FILE"),
    ):
        assert says in shell.fails(*words, code=2)
    shell.env["WARDROOM_BACKUPS"] = "backups"
    assert "hourly=24" in shell.fails("backup", "--keep", "often", code=2)
