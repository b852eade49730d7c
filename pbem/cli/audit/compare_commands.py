"""`compare`: two sandboxes, or a sandbox and its game, side by side."""

from __future__ import annotations

from dataclasses import asdict

import click

from pbem.cli.common import app, as_json, columns, show_json
from pbem.service.sandboxes.compare import compare, in_words


@click.command(name="compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--seat", default="", help="As this seat knows both. Default: nothing is left out.")
@as_json
def compare_(first: str, second: str, seat: str, as_json: bool) -> None:
    """Lay two sandboxes, or a sandbox and its game, side by side.

    Prints the first event that differs (dice are not compared), then the units by what they have lost after the last turn that
    both have.
    """
    found = compare(app().context, first, second, seat)
    if as_json:
        show_json(asdict(found))
        return
    for line in in_words(found):
        click.echo(line)
    if found.units:
        click.echo(f"Lost by the end of turn {found.turn}:")
        columns([(each.unit, each.name, *each.words) for each in found.units], ("UNIT", "NAME", first, second))
