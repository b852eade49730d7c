"""`replay` and `verify`: audit and replay of any turn."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import click

from events.base import EVERYONE
from events.database import Connections
from events.store import MIGRATIONS, Corrupt
from pbem.app_context import utc_now
from pbem.cli.backup_commands import read_in
from pbem.cli.common import app, as_json, columns, progress, show_json
from pbem.core.game.nearest_names import known_names
from pbem.core.game.phrases import count
from pbem.core.state.codec import dump
from pbem.games import GAMES
from pbem.present.report import to_html, to_text
from pbem.present.svg import to_svg
from pbem.service.audit.verify import Audit, audit
from pbem.service.context import NoSuchGame, ServiceContext
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


@click.command()
@click.argument("target", metavar="GAME|FILE", required=False)
@as_json
def verify(target: str | None, as_json: bool) -> None:
    """Check chain, dice roots and payloads, and re-run every turn, of a game, an exported file, or (without) all games.

    Exit 1 when anything is not as it should be.
    """
    audits = _verify(target)
    if as_json:
        show_json([asdict(found) for found in audits])
    else:
        columns(
            [(a.stream, a.events, a.rolls, a.turns, a.head or "-") for a in audits],
            ("GAME", "EVENTS", "ROLLS", "TURNS", "HEAD"),
        )
        for found in audits:
            for line in (*found.broken, *found.different, *(f"note: {odd}" for odd in found.odd)):
                click.echo(f"{found.stream}: {line}", err=True)
        click.echo(_in_words(audits), err=True)
    sys.exit(0 if all(found.sound for found in audits) else 1)


def _verify(target: str | None) -> list[Audit]:
    """A game goes before a file of the same name; a file needs no service."""
    if target and Path(target).is_file() and not (database_path().exists() and app().context.store.head(target).version):
        return [_verify_file(Path(target))]
    return list(_verify_games(target))


def _verify_games(target: str | None) -> Iterator[Audit]:
    context = app().context
    names = streams(context)
    if target and target not in names:
        raise NoSuchGame(f"there is no game and no file {target!r}; {known_names(target, names)}")
    for stream in [target] if target else names:
        with progress(f"{stream}:", context.store.head(stream).version) as seen:
            yield audit(context, stream, seen)


def _in_words(audits: list[Audit]) -> str:
    """What it comes to."""
    wrong = [found.stream for found in audits if not found.sound]
    if wrong:
        return f"Not all is well: {', '.join(wrong)}. Each line above says what."
    if not audits:
        return "There is no game to check."
    events, rolls, turns = (sum(getattr(found, name) for found in audits) for name in ("events", "rolls", "turns"))
    return (
        f"All is well with {count(len(audits), 'game')}. As written: {count(events, 'event')}. Fair: {count(rolls, 'roll')}."
        f" Played again with the same outcome: {count(turns, 'turn')}."
    )


def _verify_file(path: Path) -> Audit:
    """Import an exported log into a throw-away store and audit it there."""
    with tempfile.TemporaryDirectory() as folder:
        context = ServiceContext(Connections(Path(folder) / "check.db", MIGRATIONS), GAMES, utc_now, bytes, b"")
        with closing(context.database):
            try:
                stream, head = read_in(context.store, path)
            except Corrupt as e:
                return Audit(path.name, 0, 0, 0, "", [str(e)], [])
            with progress("playing it again:", head.version) as seen:
                return audit(context, stream, seen)
