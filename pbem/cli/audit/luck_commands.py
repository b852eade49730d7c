"""`luck`: was it luck?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

import click

from events.base import EVERYONE
from pbem.app_context import AppContext
from pbem.cli.common import app, as_json, columns, known_person, show_json
from pbem.core.state.players import bot_name
from pbem.present.svg import to_svg
from pbem.service.audit.luck import luck, luck_of_all, luck_of_person
from pbem.service.audit.luck_picture import picture
from pbem.service.audit.luck_table import LuckRow, LuckTable, SeatLuck
from pbem.service.audit.luck_words import amount, difference, owner, p_words, share, told, told_of_rows
from pbem.service.context import ActRefused


@click.command("luck")
@click.argument("stream", metavar="GAME", required=False)
@click.option("--person", help="All that a person (id or mail address) or a bot (bot:NAME) rolled, in all games.")
@click.option("--all", "everything", is_flag=True, help="What it came to by seat of every game, and by person.")
@click.option("--plot", metavar="SEAT", help="With GAME: the course of a seat's luck over the turns (SVG).")
@as_json
def luck_(stream: str | None, person: str | None, everything: bool, plot: str | None, as_json: bool) -> None:
    """Was it luck: what the dice of GAME, of a person or of all games came to, and what was to be expected.

    All rolls are counted, hidden ones too: in a game that goes on this is for the operator alone. P-values are two-sided and
    exact; CORRECTED is for all questions of the table together (Holm).

    \b
    Examples:
      ./wardroom luck g12
      ./wardroom luck g12 --plot blue > blue.svg
      ./wardroom luck --person blue@example.org
    """
    if sum((stream is not None, person is not None, everything)) != 1:
        raise click.UsageError("give one of GAME, --person and --all")
    if plot is not None and stream is None:
        raise click.UsageError("--plot goes with GAME")
    at = app()
    if stream is not None and plot is not None:
        click.echo(_plotted(at, stream, plot))
    elif stream is not None:
        _show_table({"game": stream}, luck(at.context, stream, EVERYONE).table, as_json)
    elif person is not None:
        id = person if bot_name(person) else known_person(at, person).id
        _show_table({"person": id}, luck_of_person(at.context, id), as_json)
    else:
        _show_all(at, as_json)


def _plotted(at: AppContext, stream: str, seat: str) -> str:
    found = next((each for each in luck(at.context, stream, EVERYONE).table.seats if each.seat == seat), None)
    if found is None:
        raise ActRefused(f"nothing to plot: no roll of {seat!r} in {stream} has mattered so far")
    return to_svg(picture(found))


# ---------------------------------------------------------------- tables


def _show_table(of: dict[str, str], table: LuckTable, as_json: bool) -> None:
    if as_json:
        seats = [{**asdict(seat), "line": [point._asdict() for point in seat.line]} for seat in table.seats]
        show_json({**of, "questions": table.questions, "rows": [asdict(row) for row in table.rows], "seats": seats})
        return
    head = ("SEAT", "PURPOSE", "DIE", "ROLLS", "FACES", "P", "CORRECTED", "RESULT", "EXPECTED", "P", "CORRECTED")
    columns([_cells(row) for row in table.rows], head)
    click.echo()
    for line in (*(f"{seat.seat}: {told(seat, table.questions)}" for seat in table.seats), *told_of_rows(table)):
        click.echo(line)


def _cells(row: LuckRow) -> Iterable[object]:
    faces = " ".join(map(str, row.faces)), p_words(row.faces_p), p_words(row.faces_corrected)
    expected = f"{row.expected:.1f}" if row.judged else ""
    chances = p_words(row.p), p_words(row.p_corrected)
    return owner(row), row.purpose, f"d{row.sides}", row.rolls, *faces, amount(row), expected, *chances


def _show_all(at: AppContext, as_json: bool) -> None:
    games, persons = luck_of_all(at.context)
    if as_json:
        show_json({"games": {stream: _plain(found) for stream, found in games.items()}, "persons": _plain(persons)})
        return
    rows = [(stream, each.seat, *_sums(each)) for stream, found in games.items() for each in found]
    rows += [("all games", _name(at, each.seat), *_sums(each)) for each in persons]
    columns(rows, ("GAME", "WHO", "ROLLS", "THAT IS", "HOW OFTEN", "P", "CORRECTED"))


def _plain(found: Iterable[SeatLuck]) -> list[dict[str, object]]:
    return [{name: value for name, value in asdict(each).items() if name != "line"} for each in found]


def _sums(seat: SeatLuck) -> tuple[object, ...]:
    often = share(min(seat.unluckier, seat.luckier)).rpartition(" ")[0]
    return seat.rolls, difference(seat), often, p_words(seat.p), p_words(seat.p_corrected)


def _name(at: AppContext, player: str) -> str:
    """A person's name from the accounts: the log knows nobody's."""
    person = at.people.by_id(player)
    return f"{person.name} ({player})" if person else player
