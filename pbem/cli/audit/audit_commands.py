"""`replay` and `verify`: audit and replay of any turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from events.base import EVERYONE
from pbem.cli.audit.against import ManyFiles, SavedClaims, against_option, compared, read_claims
from pbem.cli.audit.verified import exit_code, in_words, show_audits, verify_file
from pbem.cli.common import app, as_json, progress, show_json
from pbem.core.game.nearest_names import known_names
from pbem.core.state.codec import dump
from pbem.gateway.mailboxes.claims_table import mailed_claims_of, mailed_streams
from pbem.present.report import to_html, to_text
from pbem.present.svg import to_svg
from pbem.service.audit.verify import Audit, audit
from pbem.service.context import NoSuchGame
from pbem.service.current_orders import check_seat
from pbem.service.reports.publish import sheets
from pbem.service.reports.replay import ShownStep, step_at
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load, streams
from pbem.settings.settings import database_path


@click.command()
@click.argument("stream", metavar="GAME")
@click.option("--turn", type=click.IntRange(min=0), help="The turn's end to look at; 0 is the opening. Default: the last.")
@click.option(
    "--step", type=click.IntRange(min=0), help="A numbered line of the turn: the position right after it. 0: as it began."
)
@click.option("--seat", help="Whose knowledge to show; `everything` when the game is over. Default: a spectator's.")
@click.option(
    "--show", type=click.Choice(["report", "html", "map", "sheets", "state", "proof"]), default="report", show_default=True
)
@as_json
def replay(stream: str, turn: int | None, step: int | None, seat: str | None, show: str, as_json: bool) -> None:
    """State, report, map (SVG), record sheets (HTML) or proof file of GAME at the end of any turn, rebuilt from the log.

    `--show state` (and --json) is the umpire's whole state. With `--step` it is the line of that number, with the hash that the
    replay page shows; or its map.
    """
    context = app().context
    record = load(context, stream)
    last = record.ledger.closed
    at = last if turn is None else turn
    if at > last:
        raise NoSuchGame(f"{stream} has no turn {at} yet; the last resolved one is {last}")
    if step is not None:
        if show not in ("report", "map"):
            raise click.UsageError("--step goes with --show report or map")
        found = step_at(context, stream, at, step, EVERYONE if seat == "everything" else seat)
        _show_step(found, seat or "spectator", show == "map", as_json)
        return
    if seat is not None:
        check_seat(record, seat)
    if as_json or show == "state":
        then = load(context, stream, at)
        show_json(dump(then.state))
        return
    made = turn_report(context, stream, at, seat)
    shown = {
        "report": lambda: to_text(made.report),
        "html": lambda: to_html(made.report, None, ""),
        "map": lambda: to_svg(made.scenes[0]),
        "sheets": lambda: sheets(made),
        "proof": lambda: made.proof,
    }
    click.echo(shown[show]())


def _show_step(found: ShownStep, side: str, as_map: bool, as_json: bool) -> None:
    """One step: its line and hash, or its map."""
    step = found.step
    if as_map:
        click.echo(to_svg(found.scenes[0], step.units))
        return
    if as_json:
        said = {"game": found.stream, "turn": found.turn, "side": side, **asdict(step)}
        show_json({**said, "hashed": found.hashed, "digest": found.digest})
        return
    click.echo(f"{found.stream} turn {found.turn} step {step.number}{': ' + step.phase if step.phase else ''}")
    for line in (f"{step.text} [{step.rule}]" if step.rule else step.text, *step.dice):
        click.echo(f"  {line}")
    click.echo(f"SHA-256 of the {found.hashed}: {found.digest}")


@click.command(cls=ManyFiles)
@click.argument("target", metavar="GAME|FILE", required=False)
@against_option
@as_json
def verify(target: str | None, files: tuple[Path, ...], as_json: bool) -> None:
    """Check chain, dice roots and payloads, and re-run every turn, of a game, an exported file, or (without) all games.

    A campaign is checked with its battles, and that they ended as it was told. A game's log is also held against what its
    reports and receipts said when they were mailed. Exit 1 when anything is not as it should be, 2 when nothing in the files
    `--against` could be compared.
    """
    claims = read_claims(files)
    audits = _verify(target, claims)
    if as_json:
        show_json([asdict(found) for found in audits])
    else:
        show_audits(audits)
        click.echo(in_words(audits), err=True)
    sys.exit(exit_code(audits, claims))


def _verify(target: str | None, claims: SavedClaims) -> list[Audit]:
    """A game goes before a file of the same name; a file needs no service."""
    if target and Path(target).is_file() and not (database_path().exists() and app().context.store.head(target).version):
        return verify_file(Path(target), claims)
    return list(_verify_games(target, claims))


def _verify_games(target: str | None, claims: SavedClaims) -> Iterator[Audit]:
    context = app().context
    names, told = streams(context), mailed_streams(context.database)
    names += [stream for stream in told if stream not in names]
    if target and target not in names:
        raise NoSuchGame(f"there is no game and no file {target!r}; {known_names(target, names)}")
    battles = [row.stream for row in context.store.battles(target)] if target else []
    for stream in [target, *battles] if target else names:
        with progress(f"{stream}:", context.store.head(stream).version) as seen:
            found = audit(context, stream, seen)
        yield compared(context, found, [*claims.of(stream), *mailed_claims_of(context.database, stream)])
