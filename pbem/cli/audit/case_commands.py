"""`adjudicate` and `check`: try orders without filing any."""

from __future__ import annotations

import json
import sys

import click

from pbem.cli.common import app, as_json, read_text, show_json
from pbem.games import GAMES
from pbem.service.audit import adjudicate as adjudicator
from pbem.service.current_orders import check_seat
from pbem.service.orders.read import read_mail
from pbem.service.orders.requests import MailOrigin
from pbem.service.repository import load


@click.command()
@click.argument("case", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def adjudicate(case: str) -> None:
    """Resolve one CASE file (or `-`): scenario or state, orders and dice in; events and state out.

    \b
    Example:
      echo '{"game":"star_navy","scenario":"first-blood","orders":{"blue":"BIS: TURN L"},"seed":"x"}' \\
        | ./wardroom adjudicate -

    A case with "expect" is held against it: exit 1 and one line for each difference.
    """
    try:
        data = json.loads(read_text(case))
        result = adjudicator.adjudicate(GAMES, data)
    except json.JSONDecodeError as e:
        raise adjudicator.BadCase(f"the case is no JSON: line {e.lineno}, column {e.colno}: {e.msg}") from e
    except RecursionError as e:
        raise adjudicator.BadCase("the case is nested too deep: no state or order has so many levels") from e
    show_json(result)
    wrong = adjudicator.mismatches(data.get("expect", {}), result)
    for line in wrong:
        click.echo(f"error: {line}", err=True)
    sys.exit(1 if wrong else 0)


@click.command()
@click.argument("stream", metavar="GAME")
@click.argument("seat")
@as_json
def check(stream: str, seat: str, as_json: bool) -> None:
    """Read orders for SEAT of GAME from standard input and say how they are understood. Files nothing.

    \b
    Example:
      echo "BIS: FIRE F AT SR1" | ./wardroom check g1 blue

    Exit 1 when there are problems.
    """
    context = app().context
    record = load(context, stream)
    check_seat(record, seat)
    mail = read_mail(record, seat, read_text("-"), MailOrigin(""), context.now())
    parsed, pieces = mail.parsed, {"read as": mail.envelope.read_as, "left out": mail.envelope.left_out}
    if as_json:
        units = {unit: list(lines) for unit, lines in parsed.sheet.units.items()}
        show_json({"sheet": units, "problems": [vars(p) for p in parsed.problems], "notes": parsed.notes})
    else:
        click.echo(parsed.sheet.text() or "(no orders)")
        for note in [*parsed.notes, *(f"{what}: {piece}" for what, found in pieces.items() for piece in found)]:
            click.echo(note, err=True)
        for problem in parsed.problems:
            click.echo(f"problem: {problem}", err=True)
    sys.exit(1 if parsed.problems else 0)
