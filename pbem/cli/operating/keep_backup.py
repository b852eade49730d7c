"""`backup --keep`: a proved copy into the folder of backups, after which those go that no period keeps."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import click

from events.database import is_url
from events.store import Corrupt
from pbem.app_context import AppContext
from pbem.cli.operating.copies import copy_database, proved
from pbem.operation.kept_backups import BadKeep, kept_backups, name_at, parse_keep, superfluous
from pbem.service.context import ActRefused
from pbem.settings.settings import PREFIX

DRAFT = ".part"
FORGOTTEN = 86400
"""Seconds after which a draft is one that somebody was killed over."""


def keep_backup(at: AppContext, text: str) -> None:
    """Make a backup, prove it, and only then delete older ones. Raises `ActRefused` when none was made: all others stay."""
    if is_url(at.context.database.address):
        raise ActRefused("this service is in PostgreSQL: save it with its own pg_dump, or copy it with `migrate`")
    folder = at.config.operation.backups
    if folder is None:
        raise click.UsageError(f"set {PREFIX}BACKUPS to the folder that the backups are kept in")
    try:
        keep = parse_keep(text)
    except BadKeep as e:
        raise click.UsageError(f"--keep: {e}") from e
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _clear_drafts(folder)
        made, games = _made(at, folder)
    except (OSError, sqlite3.Error, Corrupt) as e:
        raise ActRefused(f"no backup was made in {folder}, and none was deleted: {e}") from e
    gone = superfluous(kept_backups(folder), keep)
    for old in gone:
        old.path.unlink(missing_ok=True)
    kept = len(kept_backups(folder))
    click.echo(f"saved to {made}: {games} games, every chain checked; {len(gone)} older deleted, {kept} kept", err=True)


def _made(at: AppContext, folder: Path) -> tuple[Path, int]:
    """The new backup has its name only once it is proved and on the disk."""
    final = folder / name_at(at.context.now())
    draft = final.with_name(final.name + DRAFT)
    try:
        draft.touch(mode=0o600, exist_ok=False)
        copy_database(at.context.database.sqlite_file(), draft)
        with closing(sqlite3.connect(draft)) as con:
            answer = con.execute("PRAGMA integrity_check").fetchone()[0]
            if answer != "ok":
                raise sqlite3.DatabaseError(f"the copy is not whole: {answer}")
            games = len(proved(con, draft, folder))
        _flush(draft)
        final.hardlink_to(draft)  # fails if somebody made one in the same second, whose backup is as good
    finally:
        draft.unlink(missing_ok=True)
    _flush(folder)
    return final, games


def _clear_drafts(folder: Path) -> None:
    for path in folder.glob(f"wardroom-*Z.db{DRAFT}"):
        if time.time() - path.stat().st_mtime > FORGOTTEN:
            path.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """Onto the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
