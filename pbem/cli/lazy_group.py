"""A group whose commands are imported when they are called, so that each command costs only its own imports."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

import click

from pbem.files import PROGRAM


def as_typed(command: click.Command, program: str = PROGRAM) -> click.Command:
    """The command, whose help and that of all below it calls the program as it is typed here."""
    command.help = (command.help or "").replace("./wardroom", program) or None
    for each in command.commands.values() if isinstance(command, click.Group) else ():
        as_typed(each, program)
    return command


class Entry(NamedTuple):
    """Where a command is defined, as `module.attribute` of this package, and its help's first sentences for the list."""

    place: str
    help: str


class LazyGroup(click.Group):
    """A click group over a table of entries."""

    def __init__(self, *args: object, entries: Mapping[str, Entry], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in order."""
        return sorted(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself; its module is imported now."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.place.rpartition(".")
        found: click.Command = getattr(import_module(f"{__package__}.{module}"), attribute)
        return as_typed(found)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list as click writes it, from the table alone."""
        click.Group(commands=[click.Command(name, help=entry.help) for name, entry in self.entries.items()]).format_commands(
            ctx, formatter
        )
