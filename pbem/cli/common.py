"""What several commands share: the house, JSON output, reading a file or standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from pbem.config import read_config
from pbem.house import House, open_house

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def house() -> House:
    """The service as configured."""
    return open_house(read_config())


def show_json(value: Any) -> None:
    """Print JSON for programs."""
    click.echo(json.dumps(value, indent=1))


def read_text(path: str) -> str:
    """A file's text, or standard input for `-`. Undecodable bytes are replaced: the reader of the text will say so."""
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    return data.decode("utf-8", errors="replace")


def columns(rows: Iterable[Iterable[object]], head: Iterable[str]) -> None:
    """Print rows under a head, in aligned columns."""
    table = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    for row in table:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
