"""`export`, `import`, `backup`, `restore`, `migrate`: taking a game or the whole service away, and bringing it back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

import click

from events.base import Head
from events.database import database_name, is_url
from events.platform import BattleBegun
from events.postgresql.whole_copy import Differs, NotEmpty, copy_all
from events.store import Corrupt, Store
from events.transfer import Export, export_campaign, import_stream
from pbem.campaign.played import PLAYED
from pbem.cli.common import app, columns, progress
from pbem.cli.operating.copies import copy_database, proved
from pbem.cli.operating.keep_backup import keep_backup
from pbem.database import open_database
from pbem.service.context import ActRefused
from pbem.service.games.check_import import check_export
from pbem.service.repository import no_game
from pbem.settings.settings import database_path, database_url

existing = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
new_file = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("stream", metavar="GAME")
@click.option("--out", type=click.File("w", encoding="utf-8"), default="-", help="A file. Default: standard output.")
def export(stream: str, out: IO[str]) -> None:
    """The log of GAME as JSON Lines, bit for bit; of a campaign with those of its battles.

    Holds everything hidden: hand it out only when the game is over.
    """
    context = app().context
    streams = [stream, *(row.stream for row in context.store.battles(stream))]
    events = sum(context.store.head(each).version for each in streams)
    if not context.store.head(stream).version:
        raise no_game(context, stream)
    with progress(f"{stream}:", 0 if out.isatty() else events) as seen:
        for line in export_campaign(context.store, stream):
            click.echo(line, file=out)
            seen(1)


@click.command("import")
@click.argument("file", type=existing)
def import_(file: Path) -> None:
    """Bring an exported game in, or a campaign with its battles, under their own names.

    The whole file is checked first: every line, the chain, and that these rules can play it.
    """
    store = app().context.store
    for stream, head in read_in(store, file, check_not_alone):
        click.echo(f"{stream}  {head.version} events  head {head.hash.hex()}")


def read_in(store: Store, path: Path, also: Callable[[Export], None] | None = None) -> list[tuple[str, Head]]:
    """Import an exported file, wholly checked (`also` by this) before the first row is written: the names and heads in it.

    Raises `Corrupt`, `Conflict`.
    """
    found: list[tuple[str, Head]] = []

    def check(export: Export) -> None:
        with progress("folding:", len(export.drafts)) as seen:
            check_export(PLAYED, export, seen)
        if also and not found:
            also(export)
        found.append((export.stream, export.head))

    # What is no UTF-8 becomes letters that no export holds, so that the error names its line.
    with path.open(encoding="utf-8", errors="replace") as lines:
        import_stream(store, _counted(lines, path.stat().st_size), check)
    return found


def check_not_alone(first: Export) -> None:
    """A battle is nothing without its campaign, which may be another here. Raises `ActRefused`."""
    begun = next((draft.event for draft in first.drafts if isinstance(draft.event, BattleBegun)), None)
    if begun is not None:
        raise ActRefused(f"{first.stream} is a battle of campaign {begun.campaign}: import the export of that, which holds it")


def _counted(lines: IO[str], size: int) -> Iterator[str]:
    """An export is ASCII, so that a line's letters are its bytes."""
    with progress("reading:", size) as seen:
        for number, line in enumerate(lines, 1):
            if not line.isascii():
                raise Corrupt(f"line {number}: an export is plain ASCII; this line is not, so it was changed, or is no export")
            seen(len(line))
            yield line


@click.command()
@click.argument("file", type=new_file, required=False)
@click.option("--keep", metavar="hourly=24,daily=7", help="Into the folder WARDROOM_BACKUPS, and delete older backups there.")
def backup(file: Path | None, keep: str | None) -> None:
    """A consistent copy of the whole service (games, people, mail) in FILE, while it runs.

    With --keep, for cron: the copy is proved, then backups go that no period keeps. Of so many hours, days, weeks and months
    the last backup of each is kept.
    """
    if (file is None) == (keep is None):
        raise click.UsageError("name a new FILE, or say what to --keep in the folder WARDROOM_BACKUPS")
    if file is not None:
        _backup_to(file)
    elif keep is not None:
        keep_backup(app(), keep)


def _backup_to(file: Path) -> None:
    if file.exists():
        raise click.UsageError(f"{file} exists; name a new file")
    if not file.parent.is_dir():
        raise click.UsageError(f"there is no folder {file.parent}; make it first, or name another file")
    database = app().context.database
    if is_url(database.address):
        raise ActRefused("this service is in PostgreSQL: save it with its own pg_dump, or copy it with `migrate`")
    try:
        copy_database(database.sqlite_file(), file)
    except (OSError, sqlite3.Error) as e:
        raise ActRefused(f"no backup was written to {file}: {e}") from e
    click.echo(f"saved to {file}", err=True)


@click.command()
@click.argument("file", type=existing)
def restore(file: Path) -> None:
    """Bring a backup back into an empty data folder. Every game's chain is checked first."""
    if database_url():
        raise ActRefused("this service is in PostgreSQL: bring a backup into it with `migrate`")
    database = database_path()
    if database.exists():
        raise click.UsageError(f"{database} exists; restore into an empty WARDROOM_DATA folder")
    try:
        with closing(sqlite3.connect(file)) as source:
            heads = proved(source, file)
            database.parent.mkdir(parents=True, exist_ok=True)
            copy_database(source, database)
    except (OSError, sqlite3.Error) as e:
        raise ActRefused(f"nothing was restored from {file}: {e}") from e
    columns(heads, ("GAME", "EVENTS"))


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def migrate(source: str, target: str) -> None:
    """Copy everything (games, people, mail) from one database into another that is empty: an SQLite file or postgresql://…

    Stop the service first: what is written meanwhile is not copied. Every game's chain is checked before the copy counts.
    """
    if not is_url(source) and not Path(source).is_file():
        raise click.UsageError(f"there is no file {database_name(source)}; name the SQLite file, or a postgresql:// address")
    try:
        with closing(open_database(source)) as old, closing(open_database(target)) as new:
            heads = copy_all(old, new, lambda table, rows: click.echo(f"{table}: {rows}", err=True))
    except (OSError, sqlite3.Error, NotEmpty, Differs) as e:
        raise ActRefused(f"nothing was copied to {database_name(target)}: {e}") from e
    columns([(stream, head.version, head.hash.hex()) for stream, head in heads.items()], ("GAME", "EVENTS", "HEAD"))
