"""Help calls the program as it is typed where it runs."""

from __future__ import annotations

import click

from pbem.cli.lazy_group import as_typed


def test_examples_name_the_program_that_was_started() -> None:
    """In a command's own help, and in that of all commands below it; a command without help stays without."""
    group = click.Group("game", commands=[click.Command("open", help="./wardroom game open g1"), click.Command("mute")])
    as_typed(group, "wardroom")
    assert group.commands["open"].help == "wardroom game open g1"
    assert group.commands["mute"].help is None and group.help is None
