"""`why`: what is behind a line of a report, back to the mails whose orders led to it. For the operator."""

from __future__ import annotations

import re

import click

from events.base import EVERYONE
from pbem.cli.common import app, as_json, show_json
from pbem.core.state.codec import dump
from pbem.service.orders.questions import explained_orders, explained_rule
from pbem.service.reports.why import Explanation, explain
from pbem.service.repository import load

LINE = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})")


@click.command()
@click.argument("stream", metavar="GAME")
@click.argument("line", metavar="TURN.LINE")
@click.option("--seat", help="Whose report the line is of; `everything` when the game is over. Default: a spectator's.")
@as_json
def why(stream: str, line: str, seat: str | None, as_json: bool) -> None:
    """Why line TURN.LINE of a report happened: clause, dice with their proof, orders, and how these came in.

    With `--seat` it is what the seat's present player is told, with what is known of their own mails.

    \b
    Example:
      ./wardroom why g1 3.12 --seat blue
    """
    found = LINE.fullmatch(line)
    if found is None:
        raise click.UsageError(f"{line!r} is no line: write turn and line as in 3.12")
    context = app().context
    ledger = load(context, stream).ledger
    reader = EVERYONE if seat == "everything" else seat
    told = explain(context, stream, int(found[1]), int(found[2]), reader, ledger.players.get(seat or "", ""))
    if as_json:
        show_json(dump(told))
    else:
        click.echo("\n".join(_lines(told)))


def _lines(told: Explanation) -> list[str]:
    lines = explained_rule(told)
    for orders in told.orders:
        lines += ["", f"Orders of {orders.seat} for {orders.unit}, as they stood", *explained_orders(told, orders)]
    return [*lines, "", f"log head {told.link.head}"]
