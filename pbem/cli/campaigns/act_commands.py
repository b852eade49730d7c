"""`campaign …`: what the operator does to a campaign. Each act has a reason, and the players are told."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pbem.campaign.model.campaign_file import FileUnit
from pbem.campaign.model.state import State
from pbem.campaign.report.unit_record import ItemChange, UnitInBattle, in_battle
from pbem.cli.common import app, pairs, read_text
from pbem.cli.master_commands import sure_option, tell, why_option
from pbem.service.campaigns import by_hand
from pbem.service.campaigns.table_results import after_report, read_end
from pbem.service.context import ActRefused
from pbem.service.history import OPERATOR
from pbem.service.repository import load

campaign_name = click.argument("stream", metavar="CAMPAIGN")


@click.command()
@campaign_name
@click.argument("battle", type=int)
@click.argument("path", metavar="FILE|-", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--check", is_flag=True, help="Only show what it would make of the units.")
@why_option
def report(stream: str, battle: int, path: str, check: bool, why: str) -> None:
    """Report the end of BATTLE, fought at a table, from a text in the order language. Prints what becomes of every unit.

    \b
    The text, one line for each unit (an item that is not named is as it was):
      WINNER blue            or DRAW, NOT PLAYED, REFUSED BY red
      SR1: hull 3, torpedoes 2
      TF2: LOST              or CAPTURED, LEFT, FIT, UNTOUCHED
      POINTS blue 20, red 5
      KILL SR1 TF2
    """
    at = app()
    text = read_text(path)
    record = load(at.context, stream)
    end = read_end(record, battle, text, why, OPERATOR)
    for line in _changes(after_report(record, battle, end, at.context.now()), battle):
        click.echo(line)
    if not check:
        by_hand.report_by_hand(at.context, stream, end, battle)
        tell(at, stream)


def _changes(after: State, battle: int) -> Iterator[str]:
    """How it ended, and every unit before and after it."""
    found = after.battles[battle]
    winners = ", ".join(found.winners)
    yield f"battle {battle}: {found.outcome}{f' by {winners}' if winners else ''}"
    for unit in found.units:
        yield _unit_words(in_battle(after, found, unit))


def _unit_words(was: UnitInBattle) -> str:
    """`SR1  present: hull 6 -> 3, torpedoes 4 -> 2`."""
    changed = ", ".join(_item_words(item) for item in was.items if item.changed)
    return f"{was.unit.id}  {was.fate}: {changed or 'unchanged'}"


def _item_words(item: ItemChange) -> str:
    return f"{item.item} {item.before} -> {item.after}"


@click.group()
def unit() -> None:
    """Add a unit to a campaign, or take one out."""


@unit.command("add")
@campaign_name
@click.argument("side")
@click.argument("id")
@click.argument("unit_class", metavar="CLASS")
@click.option("--book", default="", metavar="RULES", help="Its rule book; else that of the campaign's first battle.")
@click.option("--name", default="", help="What it is called.")
@click.option("--fleet", default="1ST", show_default=True, help="Which fleet of its side it joins.")
@click.option("--commander", default="", help="Who commands it.")
@click.option("--lacks", "lacks", multiple=True, metavar="ITEM=NUMBER", help="What it lacks from the start; may be repeated.")
@why_option
def add_unit(  # noqa: PLR0913 - a parameter for each option of the command
    stream: str,
    side: str,
    id: str,
    unit_class: str,
    book: str,
    name: str,
    fleet: str,
    commander: str,
    lacks: tuple[str, ...],
    why: str,
) -> None:
    """A new unit with this ID, of this CLASS of its rule book, joins SIDE."""
    at = app()
    made = FileUnit(id.upper(), unit_class, book, name, fleet.upper(), commander, _counts(lacks))
    by_hand.add_unit(at.context, stream, side, made, why, OPERATOR)
    tell(at, stream)


def _counts(lacks: tuple[str, ...]) -> dict[str, int]:
    """Numbers by item. Raises ActRefused."""
    given = pairs(lacks, "lacks")
    if wrong := [item for item, number in given.items() if not number.isdecimal() or not int(number)]:
        raise ActRefused(f"--lacks {wrong[0]}={given[wrong[0]]}: write how many she lacks, 1 or more")
    return {item: int(number) for item, number in given.items()}


@unit.command("take")
@campaign_name
@click.argument("id")
@why_option
def take_unit(stream: str, id: str, why: str) -> None:
    """Take the unit with this ID out of the campaign. One in a battle can be taken when that is over."""
    at = app()
    by_hand.take_unit(at.context, stream, id.upper(), why, OPERATOR)
    tell(at, stream)


@click.command()
@campaign_name
@click.argument("side")
@click.argument("number", type=float)
@why_option
def points(stream: str, side: str, number: float, why: str) -> None:
    """SIDE has this NUMBER of points for refits from now on. The side alone is told how many."""
    at = app()
    by_hand.set_points(at.context, stream, side, number, why, OPERATOR)
    tell(at, stream)


@click.command()
@campaign_name
@click.argument("side")
@click.argument("number", type=float)
@why_option
def score(stream: str, side: str, number: float, why: str) -> None:
    """SIDE has this NUMBER of points of victory from now on."""
    at = app()
    by_hand.set_score(at.context, stream, side, number, why, OPERATOR)
    tell(at, stream)


@click.command("replay")
@campaign_name
@click.argument("battle", type=int)
@why_option
@sure_option
def replay_battle(stream: str, battle: int, why: str, yes: bool) -> None:
    """Have BATTLE played again.

    If it is over the campaign goes back to the turn in which it was set, and it gets a new game; battles that were set later
    are void. If it is being fought its game goes back to its opening.
    """
    if not yes:
        click.confirm(f"Have battle {battle} of {stream} played again?", abort=True, err=True)
    at = app()
    by_hand.replay_battle(at.context, stream, battle, why, OPERATOR)
    tell(at, stream)


COMMANDS = (report, unit, points, score, replay_battle)
