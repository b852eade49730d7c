"""What several commands share: the application, JSON output, reading a file or standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.app_context import AppContext, open_app_context
from pbem.core.state.players import bot_name
from pbem.present.wrapping import display_width
from pbem.settings.settings import read_config

F = TypeVar("F", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def app() -> AppContext:
    """The service as configured, closed when the command ends."""
    at = open_app_context(read_config())
    click.get_current_context().call_on_close(at.context.database.close)
    return at


def player(at: AppContext, name: str) -> str:
    """A player's id from an address (a new person is added) or `bot:NAME`."""
    return name if bot_name(name) else at.person(name).id


def policy_options(command: F) -> F:
    """What a missed deadline does: options that are None when they are not given."""
    for option in (
        click.option("--open-seats/--closed-seats", default=None, help="May whoever is signed in take a free seat?"),
        click.option(
            "--absent", metavar="WHAT", help="For players who are away: standing (orders), wait (the deadline does), bot:NAME."
        ),
        click.option("--grace", type=float, metavar="HOURS", help="Added to the deadline once a turn when orders are missing."),
    ):
        command = option(command)
    return command


def show_json(value: Any) -> None:
    """Print JSON for programs."""
    click.echo(json.dumps(value, indent=1))


def read_text(path: str) -> str:
    """A file's text, or standard input for `-`. Undecodable bytes are replaced: the reader of the text will say so."""
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    return data.decode("utf-8", errors="replace")


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], object]]:
    """A bar on a terminal, moved by what is handed the number of steps done; elsewhere, and for nothing to do, none."""
    if not sys.stderr.isatty() or length <= 0:
        yield lambda _steps: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield bar.update


def columns(rows: Iterable[Iterable[object]], head: Iterable[str]) -> None:
    """Print rows under a head, in aligned columns."""
    table = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(display_width(row[i]) for row in table) for i in range(len(table[0]))]
    for row in table:
        padded = (cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(padded).rstrip())
