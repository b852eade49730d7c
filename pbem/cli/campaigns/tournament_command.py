"""`campaign tournament`: the campaign file of a tournament, to be opened like any other."""

from __future__ import annotations

import json
from typing import cast

import click

from pbem.campaign.model.campaign_file import Pairing
from pbem.campaign.model.tournament import tournament as tournament_file
from pbem.cli.common import pairs
from pbem.core.state.codec import dump

PAIRINGS: tuple[Pairing, ...] = ("swiss", "round robin", "ladder")


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("scenario")
@click.option("--players", type=int, required=True, help="How many.")
@click.option("--pairing", type=click.Choice(PAIRINGS), default="swiss", show_default=True, help="Who meets whom.")
@click.option("--rounds", type=int, default=3, show_default=True, help="How many; a round robin has as many as it needs.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule option; may be repeated.")
def tournament(game: str, scenario: str, players: int, pairing: str, rounds: int, options: tuple[str, ...]) -> None:
    """Print the campaign file of a tournament: so many players meet in one scenario, and points alone count.

    \b
    Example:
      ./wardroom campaign tournament star_navy open-space --players 6 > cup.json
      ./wardroom campaign open cup.json --seat p1=blue@example.org --seat p2=red@example.org
    """
    file = tournament_file(game, scenario, players, cast(Pairing, pairing), rounds, **pairs(options, "option"))
    click.echo(json.dumps(dump(file), indent=2))
