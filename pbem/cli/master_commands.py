"""`game …`: the acts of the game master's box, done by the operator. Each has a reason, and the players are told."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

import click

from pbem.app_context import AppContext
from pbem.cli.common import app, as_json, columns, player, policy_options, read_text, show_json
from pbem.service.context import minute, stamp
from pbem.service.games import game_master as box
from pbem.service.games import seating
from pbem.service.games.overview import overview
from pbem.service.history import OPERATOR, history, newest
from pbem.service.ladder import absence, sitters
from pbem.service.masters import co_masters
from pbem.service.orders.requests import NAMED
from pbem.service.policy.parse_policy import policy_from
from pbem.service.turns import clock_jumps, close, rollback

SEATED = "seated by the operator"

stream_name = click.argument("stream", metavar="GAME")
why_option = click.option("--why", required=True, help="The reason that the log keeps and all players read.")
sure_option = click.option("--yes", is_flag=True, help="Do not ask.")


def tell(at: AppContext, stream: str) -> None:
    """Mail what was done to the players, as the web does."""
    at.gateway.mail_announcement(stream, newest(at.context, stream), at.context.store.head(stream).version)


def parse_time(text: str) -> datetime:
    """A time that somebody typed; without an offset it is UTC. Raises click.UsageError."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"{text!r} is no time: write it like 2026-11-21T18:00, in UTC") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


@click.command()
@stream_name
@why_option
def pause(stream: str, why: str) -> None:
    """Stop the clock of GAME."""
    at = app()
    box.pause(at.context, stream, why, OPERATOR)
    tell(at, stream)


@click.command()
@stream_name
@why_option
def resume(stream: str, why: str) -> None:
    """Start the clock of GAME again. Prints the new deadline."""
    at = app()
    click.echo(minute(box.resume(at.context, stream, why, OPERATOR)))
    tell(at, stream)


@click.command()
@stream_name
@click.option("--hours", type=float, required=True, help="How far to move the deadline; negative: back.")
@why_option
def extend(stream: str, hours: float, why: str) -> None:
    """Move the deadline of GAME. Prints the new one."""
    at = app()
    click.echo(minute(box.extend(at.context, stream, hours, why, OPERATOR)))
    tell(at, stream)


@click.command()
@stream_name
@click.argument("due")
@why_option
def deadline(stream: str, due: str, why: str) -> None:
    """Set the deadline of GAME to DUE (2026-11-21T18:00, in UTC)."""
    at = app()
    click.echo(minute(box.set_deadline(at.context, stream, parse_time(due), why, OPERATOR)))
    tell(at, stream)


@click.command("mend-deadlines")
@sure_option
def mend_deadlines(yes: bool) -> None:
    """After the machine's clock was ahead: list the deadlines that were counted from times that are not yet, and mend them.

    As much time is left then as there was when they were set. Only when the clock is right again: look at it first.
    """
    at = app()
    found = clock_jumps.ahead(at.context)
    columns(
        [(x.stream, minute(x.at), minute(x.due) or "none", minute(x.mended) or "left as it is") for x in found],
        ("GAME", "WRITTEN AT", "DUE", "MENDED"),
    )
    if not any(x.mended for x in found):
        return
    if not yes:
        click.confirm(f"Is it {minute(stamp(at.context.now()))} now? Then the deadlines are mended", abort=True, err=True)
    for each in found:
        if each.mended:
            clock_jumps.mend(at.context, each.stream)
            tell(at, each.stream)


@click.command()
@stream_name
@why_option
@sure_option
def resolve(stream: str, why: str, yes: bool) -> None:
    """Resolve the open turn of GAME now, before its deadline, with what is filed. Prints its number."""
    if not yes:
        click.confirm(f"Resolve the open turn of {stream} now?", abort=True, err=True)
    click.echo(close.resolve_now(app().context, stream, why, OPERATOR))


@click.command()
@stream_name
@click.argument("words")
def announce(stream: str, words: str) -> None:
    """Say WORDS (- reads standard input) to all players of GAME, by mail and for good."""
    at = app()
    text = read_text("-") if words == "-" else words
    box.announce(at.context, stream, text, OPERATOR)
    tell(at, stream)


@click.command()
@stream_name
@click.argument("address")
@why_option
def master(stream: str, address: str, why: str) -> None:
    """Let the person with this mail ADDRESS run GAME on the web; `nobody`: its first co-master, or only the operator."""
    at = app()
    box.name_master(at.context, stream, "" if address == "nobody" else player(at, address), why, OPERATOR)
    tell(at, stream)


@click.command("co-master")
@stream_name
@click.argument("address")
@click.option("--remove", is_flag=True, help="They run it no more.")
@why_option
def co_master(stream: str, address: str, remove: bool, why: str) -> None:
    """Let the person with this mail ADDRESS run GAME on the web beside its game master."""
    at = app()
    if not remove:
        co_masters.name_co_master(at.context, stream, player(at, address), why, OPERATOR)
    else:
        found = at.people.by_address(address)
        if found is None:
            raise click.UsageError(f"nobody is registered under {address!r}: see `person list`")
        co_masters.remove_co_master(at.context, stream, found.id, why, OPERATOR)
    tell(at, stream)


@click.command()
@stream_name
@policy_options
@why_option
def policy(stream: str, policy: dict[str, Any], why: str) -> None:
    """Change the rules of GAME for the clock and for missing orders; what is not named stays."""
    at = app()
    now = overview(at.context, stream).policy
    new = policy_from(policy, replace(now, why=why), at.context.now().date())
    absence.set_policy(at.context, stream, new, OPERATOR)
    tell(at, stream)


@click.command()
@stream_name
@click.argument("seat")
@click.option("--until", default="", help="When they are back (2026-11-21T18:00, in UTC); without it they are back now.")
@why_option
def absent(stream: str, seat: str, until: str, why: str) -> None:
    """Note that the player of SEAT is away."""
    absence.set_absence(app().context, stream, seat, parse_time(until) if until else None, why, OPERATOR)


@click.command()
@stream_name
@click.argument("seat")
@click.argument("address")
@click.option("--why", default=SEATED, show_default=True, help="The reason, when somebody else had the seat.")
def seat(stream: str, seat: str, address: str, why: str) -> None:
    """Give SEAT of GAME to a person (by mail ADDRESS) or to bot:NAME, whoever has it now."""
    at = app()
    seating.seat_player(at.context, stream, seat, player(at, address), why, OPERATOR)
    click.echo(f"{seat} of {stream} is played by {address}", err=True)


@click.command()
@stream_name
@click.argument("seat")
@click.argument("address")
@click.option("--why", default=NAMED, show_default=True, help="The reason that the log keeps and all players read.")
def sitter(stream: str, seat: str, address: str, why: str) -> None:
    """Name the person with this mail ADDRESS to order for the player of SEAT when they cannot; `nobody`: nobody does.

    They are told by mail, and called when the player is away or misses a deadline. The game's policy must have sitters.
    """
    at = app()
    sitters.check_name(at.context, stream, seat)
    sitters.name_sitter(at.context, stream, seat, "" if address == "nobody" else player(at, address), why, OPERATOR)
    at.gateway.mail_sitter_named(stream, seat)


@click.command()
@stream_name
@click.argument("seat")
@why_option
def vacate(stream: str, seat: str, why: str) -> None:
    """Take SEAT from its player: it goes by its standing orders until somebody takes it."""
    at = app()
    seating.vacate(at.context, stream, seat, why, OPERATOR)
    tell(at, stream)


@click.command("rollback")
@stream_name
@click.option(
    "--to", type=int, required=True, metavar="TURN", help="The turn after which the position was right; 0: the opening."
)
@why_option
@sure_option
def roll_back(stream: str, to: int, why: str, yes: bool) -> None:
    """Go back to the position after an earlier turn. Nothing is deleted. Prints the turn that is open then.

    A game that is over goes on then, with dice of a new seed; what its end laid open cannot be made secret again.
    """
    context = app().context
    if not yes:
        over = "It is over; what was laid open stays known. " if overview(context, stream).ended else ""
        click.confirm(f"{over}Undo all turns of {stream} after turn {to}?", abort=True, err=True)
    click.echo(rollback.roll_back(context, stream, to, why, OPERATOR))


@click.command()
@stream_name
@click.option("--turn", type=int, required=True, help="Which turn.")
@why_option
@sure_option
def rerun(stream: str, turn: int, why: str, yes: bool) -> None:
    """Play a turn again: the same orders, new dice, today's rules. Prints its new number."""
    if not yes:
        click.confirm(f"Undo turn {turn} of {stream} and all after it, and play it again?", abort=True, err=True)
    click.echo(rollback.rerun(app().context, stream, turn, why, OPERATOR))


@click.command()
@stream_name
@why_option
@sure_option
def end(stream: str, why: str, yes: bool) -> None:
    """End GAME without a winner and lay everything open."""
    if not yes:
        click.confirm(f"End {stream} for good?", abort=True, err=True)
    box.end(app().context, stream, why, OPERATOR)


@click.command("history")
@stream_name
@as_json
def show_history(stream: str, as_json: bool) -> None:
    """What was done to GAME, when, by whom and why."""
    at = app()
    overview(at.context, stream)
    entries = history(at.context, stream)
    if as_json:
        show_json([asdict(entry) for entry in entries])
    else:
        columns(
            [(d.turn, minute(d.at), d.by, d.what, d.why.replace("\n", " ")) for d in entries],
            ("TURN", "AT", "BY", "WHAT", "WHY"),
        )


COMMANDS = (
    pause,
    resume,
    extend,
    deadline,
    mend_deadlines,
    resolve,
    announce,
    master,
    co_master,
    policy,
    absent,
    seat,
    sitter,
    vacate,
    roll_back,
    rerun,
    end,
    show_history,
)
