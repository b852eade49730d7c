"""`campaign open/list/show`; the acts on a campaign are in the module beside it. All else `game …` does for campaigns, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from events.platform import PolicySet
from pbem.campaign.model.state import Battle, State
from pbem.campaign.played import KEY
from pbem.cli.campaigns import act_commands
from pbem.cli.campaigns.tournament_command import tournament
from pbem.cli.common import app, as_json, columns, pairs, player, policy_options, read_text, show_json
from pbem.core.game.options import NoScenario
from pbem.core.state.codec import dump
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.campaigns.go_on import troubles
from pbem.service.context import minute
from pbem.service.games import opening
from pbem.service.policy.parse_policy import policy_from
from pbem.service.repository import load

OWN = "own"
"""The key of campaigns that are played after a file of one's own."""


@click.group()
def campaign() -> None:
    """Open, list, show and run campaigns: battles that follow from each other.

    \b
    Examples:
      ./wardroom campaign open harrow --seat blue=blue@example.org --seat red=red@example.org --every 72
      ./wardroom campaign report c1 3 end.txt --why "fought at the club"
    The clock, seats, roll-backs: `game …` with the campaign's name.
    """


@campaign.command("open")
@click.argument("file", metavar="KEY|FILE.json")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="battle_days, unplayed or fog; may be repeated.")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=ADDRESS", help="Who plays: a mail address or bot:NAME.")
@click.option("--every", default=72.0, show_default=True, metavar="HOURS", help="Time for a turn; 0: when all are ready.")
@click.option("--title", default="", help="What the campaign is called.")
@click.option("--master", "gm", default="", metavar="ADDRESS", help="Who runs it on the web; else only the operator does.")
@policy_options
def open_(  # noqa: PLR0913 - a parameter for each option of the command
    file: str,
    options: tuple[str, ...],
    seats: tuple[str, ...],
    every: float,
    title: str,
    gm: str,
    policy: dict[str, Any],
) -> None:
    """Open a campaign from a campaign file: the KEY of one that comes with Wardroom, or a FILE.json of your own.

    Prints its name. Its first battles are opened when all seats are taken, with the players, the game master and the pace of
    the campaign.
    """
    at = app()
    own = file.endswith(".json")
    if own and not Path(file).is_file():
        raise NoScenario(f"there is no file {file}")
    text = {"file": read_text(file)} if own else {}
    players = {seat: player(at, name) for seat, name in pairs(seats, "seat").items()}
    told = policy_from(policy, PolicySet(why=opening.OPENED), at.context.now().date()) if policy else None
    given = {**text, **pairs(options, "option")}
    setup = opening.GameSetup(players, {}, player(at, gm) if gm else "", told, title, given)
    stream = opening.open_game(at.context, KEY, OWN if own else file, every, setup=setup)
    click.echo(stream)
    free = [row.seat for row in at.context.store.seats(stream) if row.player is None]
    if free:
        click.echo(f"free seats: {', '.join(free)}; fill them with: game seat {stream} SEAT ADDRESS", err=True)


@campaign.command("list")
@as_json
def list_(as_json: bool) -> None:
    """All campaigns."""
    rows = [row for row in app().context.store.games() if row.game == KEY]
    if as_json:
        show_json([row._asdict() for row in rows])
        return
    columns(
        [(r.stream, r.scenario, r.title, r.status, r.turn, minute(r.due or "")) for r in rows],
        ("CAMPAIGN", "FILE", "TITLE", "STATUS", "TURN", "DUE"),
    )


@campaign.command()
@click.argument("stream", metavar="CAMPAIGN")
@as_json
def show(stream: str, as_json: bool) -> None:
    """One campaign: its sides, battles and units, and what keeps a battle from going on. Shows what is hidden, too."""
    at = app()
    record = load(at.context, stream)
    state, ledger = campaign_state(record), record.ledger
    wrong = troubles(at.context, stream)
    if as_json:
        shown = {"stream": stream, "title": ledger.title, "turn": ledger.turn, "due": ledger.due, "ended": ledger.ended}
        whole = dump(state)
        show_json({**shown, "troubles": wrong, **{name: whole[name] for name in SHOWN}})
        return
    click.echo(f"{stream}  {ledger.title}  turn {ledger.turn}, due {minute(ledger.due) or 'none'}  {ledger.verdict}".rstrip())
    click.echo(f"open nodes: {', '.join(state.open_nodes) or 'none'}")
    columns(_sides(state), ("SIDE", "POINTS OF VICTORY", "POINTS FOR REFITS", "UNITS"))
    columns((_battle(state, battle) for battle in state.battles.values()), ("BATTLE", "NODE", "SIDES", "GAME", "OUTCOME"))
    columns(_units(state), ("UNIT", "SIDE", "FLEET", "CLASS", "WHERE", "LACKS"))
    for words in wrong:
        click.echo(words, err=True)


SHOWN = ("round", "scores", "purses", "open_nodes", "battles", "units", "winners", "verdict")
"""What is shown of the state as JSON."""


def _sides(state: State) -> Iterator[tuple[object, ...]]:
    for side in state.sides:
        yield side, f"{state.scores.get(side, 0):g}", f"{state.purses.get(side, 0):g}", len(state.of_side(side))


def _battle(state: State, battle: Battle) -> tuple[object, ...]:
    winners = ", ".join(battle.winners)
    outcome = f"{battle.outcome}{f' by {winners}' if winners else ''}"
    return battle.number, battle.node, " - ".join(battle.sides), battle.stream or "none yet", outcome or "being fought"


def _units(state: State) -> Iterator[tuple[object, ...]]:
    for unit in state.units.values():
        lacks = ", ".join(f"{item} {number}" for item, number in unit.lacks.items())
        yield unit.id, unit.side, unit.fleet, unit.unit_class, unit.where, lacks or "nothing"


for command in (tournament, *act_commands.COMMANDS):
    campaign.add_command(command)
