"""`game …`: the game master's box."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from events.platform import PolicySet
from pbem.app_context import AppContext
from pbem.cli import master_commands
from pbem.cli.common import app, as_json, columns, pairs, player, policy_options, show_json
from pbem.cli.forum_commands import game_forum
from pbem.cli.thread_commands import hide
from pbem.core.state.players import is_person
from pbem.games import KEYS
from pbem.service.context import ActRefused, minute
from pbem.service.games import opening
from pbem.service.games.overview import overview
from pbem.service.policy.parse_policy import policy_from
from pbem.service.repository import load

OPEN_HELP = f"""Open a game of RULES ({", ".join(KEYS)}) from a SCENARIO.

`game scenarios` lists what there is."""


@click.group()
def game() -> None:
    """Open, list, show and run games.

    \b
    Examples:
      ./wardroom game open star_navy first-blood --seat blue=blue@example.org --seat red=bot:aggressive --every 24
      ./wardroom game extend g1 --hours 24 --why "holidays"
    """


@game.command("open", help=OPEN_HELP)
@click.argument("rules")
@click.argument("scenario")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule option; may be repeated.")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=ADDRESS", help="Who plays: a mail address or bot:NAME.")
@click.option(
    "--every",
    default=24.0,
    show_default=True,
    metavar="HOURS",
    help="Time for a turn; 0: when all are ready. See --pace.",
)
@click.option("--title", default="", help="What the game is called.")
@click.option("--master", "gm", default="", metavar="ADDRESS", help="Who runs it on the web; else only the operator does.")
@policy_options
@as_json
def open_(  # noqa: PLR0913 - a parameter for each option of the command
    rules: str,
    scenario: str,
    options: tuple[str, ...],
    seats: tuple[str, ...],
    every: float,
    title: str,
    gm: str,
    policy: dict[str, Any],
    as_json: bool,
) -> None:
    if every < 0:
        raise click.UsageError("--every must be 0 or more hours")
    at = app()
    players = {seat: player(at, name) for seat, name in pairs(seats, "seat").items()}
    told = policy_from(policy, PolicySet(why=opening.OPENED), at.context.now().date()) if policy else None
    chosen = pairs(options, "option")
    setup = opening.GameSetup(players, {}, player(at, gm) if gm else "", told, title, chosen)
    stream = opening.open_game(at.context, rules, scenario, every, setup=setup)
    if as_json:
        show_json(_shown(at, stream))
    else:
        click.echo(stream)
        free = [row.seat for row in at.context.store.seats(stream) if row.player is None]
        if free:
            click.echo(f"free seats: {', '.join(free)}; fill them with: game seat {stream} SEAT ADDRESS", err=True)


@game.command()
@as_json
def scenarios(as_json: bool) -> None:
    """What can be opened."""
    rows = opening.scenarios(app().context)
    if as_json:
        show_json([{"game": g, "scenario": s, "title": t} for g, s, t in rows])
    else:
        columns(rows, ("GAME", "SCENARIO", "TITLE"))


@game.command("list")
@as_json
def list_(as_json: bool) -> None:
    """All games."""
    rows = app().context.store.games()
    if as_json:
        show_json([row._asdict() for row in rows])
        return
    columns(
        [(r.stream, r.game, r.scenario, r.title, r.status, r.turn, minute(r.due or "")) for r in rows],
        ("GAME", "RULES", "SCENARIO", "TITLE", "STATUS", "TURN", "DUE"),
    )


def _shown(at: AppContext, stream: str) -> dict[str, Any]:
    row = at.context.store.game(stream)
    if row is None:
        load(at.context, stream)
        return {}
    seats = at.context.store.seats(stream)
    now = overview(at.context, stream)
    away = {seat.seat: seat.away for seat in now.seats if seat.away}
    more = {"policy": asdict(now.policy), "rules": asdict(now.rules), "away": away, "undone": now.undone}
    head = at.context.store.head(stream).hash.hex()
    return {**row._asdict(), **more, "seats": [seat._asdict() for seat in seats], "head": head}


@game.command()
@click.argument("stream", metavar="GAME")
@as_json
def show(stream: str, as_json: bool) -> None:
    """One game: its seats, who has filed, what is due."""
    at = app()
    shown = _shown(at, stream)
    if as_json:
        show_json(shown)
        return
    due = minute(shown["due"] or "") or "none"
    click.echo(f"{stream}  {shown['title']}  ({shown['game']}, {shown['scenario']})  {shown['status']}")
    click.echo(f"turn {shown['turn']}, due {due}, log head {shown['head']}  {shown['verdict']}".rstrip())
    if shown["master"]:
        click.echo(f"game master: {_name(at, shown['master'])}")
    for turn, reason in shown["undone"].items():
        click.echo(f"turn {turn} is undone: {reason}")
    columns(
        [
            (s["seat"], s["side"], _name(at, s["player"]), s["filed"] == shown["turn"], s["ready"] == shown["turn"])
            for s in shown["seats"]
        ],
        ("SEAT", "SIDE", "PLAYER", "FILED", "READY"),
    )
    rules = shown["rules"]
    click.echo(f"\n{rules['clock']}\n")
    columns([(rung["step"], rung["what"], rung["when"]) for rung in rules["ladder"]], ("STEP", "WHAT HAPPENS", "WHEN"))
    click.echo(f"\n{rules['deciding']}\n{rules['watching']}")


def _name(at: AppContext, player: str | None) -> str:
    if not player or not is_person(player):
        return player or "-"
    person = at.people.by_id(player)
    return person.address if person else f"{player} (erased)"


@game.command()
@click.argument("stream", metavar="GAME")
@click.argument("seat")
def address(stream: str, seat: str) -> None:
    """Print an order address of SEAT that does not change with the turns, to make it a member of a mailing list."""
    at = app()
    person = at.gateway.mail_context.directory.player(stream, seat)
    if person is None:
        raise ActRefused(f"{stream} has no seat {seat!r} that a person plays")
    click.echo(at.gateway.signer.seat_address(stream, seat, 0, person.key))


for command in (*master_commands.COMMANDS, game_forum, hide):
    game.add_command(command)
