"""The audit of an exported file, and what an audit comes to in words: for `verify` and for `tools/verify_log.py`."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from events.database import Connections
from events.store import MIGRATIONS, Corrupt
from pbem.app_context import utc_now
from pbem.campaign.played import PLAYED
from pbem.cli.audit.against import SavedClaims, compared
from pbem.cli.backup_commands import read_in
from pbem.cli.common import columns, progress
from pbem.core.game.phrases import count
from pbem.service.audit.verify import Audit, audit
from pbem.service.context import ServiceContext


def verify_file(path: Path, claims: SavedClaims) -> list[Audit]:
    """Import an exported log into a throw-away store and audit it there, against what was published of its game.

    Of a campaign that was exported with its battles each is audited.
    """
    with tempfile.TemporaryDirectory() as folder:
        context = ServiceContext(Connections(Path(folder) / "check.db", MIGRATIONS), PLAYED, utc_now, bytes, b"")
        with closing(context.database):
            try:
                found = read_in(context.store, path)
            except Corrupt as e:
                return [Audit(path.name, 0, 0, 0, "", [str(e)], [])]
            with progress("playing it again:", sum(head.version for _, head in found)) as seen:
                return [compared(context, audit(context, stream, seen), claims.of(stream)) for stream, _ in found]


def show_audits(audits: Sequence[Audit]) -> None:
    """A table on standard output, and a line on standard error for each finding."""
    columns(
        [(a.stream, a.events, a.rolls, a.turns, a.head or "-") for a in audits],
        ("GAME", "EVENTS", "ROLLS", "TURNS", "HEAD"),
    )
    for found in audits:
        for line in (*found.broken, *found.different, *(f"note: {odd}" for odd in found.odd)):
            click.echo(f"{found.stream}: {line}", err=True)


def in_words(audits: Sequence[Audit]) -> str:
    """What it comes to."""
    wrong = [found.stream for found in audits if not found.sound]
    if wrong:
        return f"Not all is well: {', '.join(wrong)}. Each line above says what."
    if not audits:
        return "There is no game to check."
    events, rolls, turns = (sum(getattr(found, name) for found in audits) for name in ("events", "rolls", "turns"))
    return (
        f"All is well with {count(len(audits), 'game')}. As written: {count(events, 'event')}. Fair: {count(rolls, 'roll')}."
        f" Played again with the same outcome: {count(turns, 'turn')}."
    )


def exit_code(audits: Sequence[Audit], claims: SavedClaims) -> int:
    """1 when something is wrong, 2 when nothing in the files that were given could be compared, else 0. Says what was."""
    names = [found.stream for found in audits]
    for remark in claims.remarks(names):
        click.echo(f"note: {remark}", err=True)
    lines = sum(len(claims.of(name)) for name in names)
    if lines:
        click.echo(f"Compared with {count(lines, 'line')} of the files given.", err=True)
    if not all(found.sound for found in audits):
        return 1
    return 2 if claims.by_file and not lines else 0
