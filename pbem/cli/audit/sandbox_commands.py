"""`fork`, `sandboxes`, `play` and `discard`: what if, from any turn of a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from pbem.cli.common import app, as_json, columns, read_text, show_json
from pbem.service.context import ServiceContext, minute
from pbem.service.repository import load
from pbem.service.sandboxes.fork import Origin, at_step, fork
from pbem.service.sandboxes.kept import discard, expires, sandbox_row
from pbem.service.sandboxes.play import open_turn_of, play
from pbem.service.sandboxes.view import lines_of


@click.command(name="fork")
@click.argument("stream", metavar="GAME")
@click.option("--turn", type=click.IntRange(min=0), help="Go on from its end; 0 is the opening. Default: the last.")
@click.option("--step", type=click.IntRange(min=0), help="A numbered line of the turn: that very turn is played again.")
@click.option("--seat", default="", help="Made from what this seat knew then. Default: the whole position.")
@click.option("--for", "address", metavar="ADDRESS", help="Whose sandbox it is, to see on the pages. Default: the operator's.")
def fork_(stream: str, turn: int | None, step: int | None, seat: str, address: str | None) -> None:
    """What if: a sandbox game that goes on from any turn of GAME; its name is printed.

    It has dice of its own, sends no mail, and is thrown away after 30 days. GAME may be a sandbox.

    \b
    Example:
      ./wardroom fork g1 --turn 4 --seat blue     prints s1
      ./wardroom play s1 --orders blue=my.txt --bots
    """
    at = app()
    context = at.context
    last = load(context, stream).ledger.closed if turn is None else turn
    origin = Origin(stream, last, seat) if step is None else at_step(context, stream, last, step, seat)
    click.echo(fork(context, origin, at.person(address).id if address else ""))


@click.command()
@as_json
def sandboxes(as_json: bool) -> None:
    """List the sandboxes: whose, from which position, until when they are kept."""
    at = app()
    rows = at.context.store.sandboxes()
    if as_json:
        show_json([{**row._asdict(), "until": expires(row)} for row in rows])
        return
    people = {row.owner: at.people.by_id(row.owner) for row in rows}
    owners = {id: person.address if person else "-" for id, person in people.items()}
    columns(
        [(row.stream, row.origin, row.turn, row.seat or "whole", owners[row.owner], minute(expires(row))) for row in rows],
        ("NAME", "FROM", "TURN", "SEAT", "OWNER", "KEPT UNTIL"),
    )


@click.command(name="play")
@click.argument("name")
@click.option("--orders", multiple=True, metavar="SEAT=FILE", help="The orders of a seat; `SEAT=-` reads standard input.")
@click.option("--bot", "bot", multiple=True, metavar="SEAT=NAME", help="Ask this bot for the orders of a seat.")
@click.option("--bots", is_flag=True, help="Ask the game's first bot for all other seats.")
@click.option("--anyway", is_flag=True, help="Leave out units whose orders have problems; else nothing is played then.")
@as_json
def play_(name: str, orders: Sequence[str], bot: Sequence[str], bots: bool, anyway: bool, as_json: bool) -> None:
    """Play the open turn of sandbox NAME: orders from files and from bots.

    A seat that is in none plays what is filed for it (after a fork the orders of that turn, as far as they are known), else its
    standing orders. Prints what happened; exit 1 when orders have problems and nothing was played.
    """
    context = app().context
    sandbox_row(context, name)
    now = open_turn_of(context, name)
    texts = {seat: _read(path) for seat, path in map(_pair, orders)}
    asked = dict(map(_pair, bot))
    if bots:
        asked |= {box.seat: now.bots[0] for box in now.boxes if box.seat not in {*texts, *asked}}
    played = play(context, name, now.turn, texts, asked, anyway)
    for seat, problems in played.problems.items():
        for problem in problems:
            click.echo(f"problem of {seat}: {problem}", err=True)
    if played.problems:
        sys.exit(1)
    _show(context, name, played.turn, as_json)


def _read(path: str) -> str:
    try:
        return read_text(path)
    except OSError as e:
        raise click.UsageError(f"{path} cannot be read: {e.strerror}") from e


def _pair(words: str) -> tuple[str, str]:
    """`SEAT=WHAT` as its two parts."""
    seat, sign, what = words.partition("=")
    if not (seat and sign and what):
        raise click.UsageError(f"{words!r} is not SEAT=..., like blue=orders.txt")
    return seat, what


def _show(context: ServiceContext, name: str, turn: int, as_json: bool) -> None:
    """What happened in a turn, and how it ended if it did."""
    lines, after = lines_of(context, name, turn), open_turn_of(context, name)
    if as_json:
        show_json({"sandbox": name, "turn": turn, "lines": [vars(line) for line in lines], "verdict": after.verdict})
        return
    click.echo(f"{name} turn {turn}")
    for line in lines:
        click.echo(f"  {line.number}. {line.text}" + (f" [{line.rule}]" if line.rule else ""))
    if after.verdict:
        click.echo(after.verdict)


@click.command(name="discard")
@click.argument("name")
def discard_(name: str) -> None:
    """Throw sandbox NAME away. Nothing of it is left; the game that it was made from stays as it is."""
    discard(app().context, name)
    click.echo(f"{name} is thrown away.", err=True)
