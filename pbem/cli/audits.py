"""`replay`, `verify`, `export`, `import`, `backup`, `restore`: audit and replay of any turn, and taking the log away."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import IO

import click

from events.base import EVERYONE
from events.store import Corrupt, Store
from events.transfer import export_stream, import_stream
from pbem.cli.common import as_json, columns, house, show_json
from pbem.config import read_config
from pbem.games import GAMES
from pbem.house import utc_now
from pbem.present.report import to_html, to_text
from pbem.present.svg import to_svg
from pbem.service.audit import Audit, audit
from pbem.service.loading import load
from pbem.service.publish import sheets
from pbem.service.replay import moment_at
from pbem.service.reports import turn_report
from pbem.service.room import NoSuchGame, Room
from pbem.service.standing import check_seat


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
    room = house().room
    record = load(room, stream)
    last = record.ledger.closed
    at = last if turn is None else turn
    if at > last:
        raise NoSuchGame(f"{stream} has no turn {at} yet; the last resolved one is {last}")
    if step is not None:
        _show_step(room, stream, at, step, seat, show, as_json)
        return
    if seat is not None:
        check_seat(record, seat)
    if as_json or show == "state":
        then = load(room, stream, at)
        show_json(then.game.dump(then.state))
        return
    made = turn_report(room, stream, at, seat)
    shown = {
        "report": lambda: to_text(made.report),
        "html": lambda: to_html(made.report, None, ""),
        "map": lambda: to_svg(made.scenes[0]),
        "sheets": lambda: sheets(made),
        "proof": lambda: made.proof,
    }
    click.echo(shown[show]())


def _show_step(room: Room, stream: str, turn: int, number: int, seat: str | None, show: str, as_json: bool) -> None:
    """One step: its line and hash, or its map."""
    if show not in ("report", "map"):
        raise click.UsageError("--step goes with --show report or map")
    moment = moment_at(room, stream, turn, number, EVERYONE if seat == "everything" else seat)
    if show == "map":
        click.echo(to_svg(moment.scenes[0], moment.step.units))
        return
    if as_json:
        said = {"game": stream, "turn": turn, "side": seat or "spectator", **asdict(moment.step)}
        show_json({**said, "hashed": moment.hashed, "digest": moment.digest})
        return
    step = moment.step
    click.echo(f"{stream} turn {turn} step {number}{': ' + step.phase if step.phase else ''}")
    for line in (f"{step.text} [{step.rule}]" if step.rule else step.text, *step.dice):
        click.echo(f"  {line}")
    click.echo(f"SHA-256 of the {moment.hashed}: {moment.digest}")


@click.command()
@click.argument("target", metavar="GAME|FILE", required=False)
@as_json
def verify(target: str | None, as_json: bool) -> None:
    """Check chain, dice roots and payloads, and re-run every turn, of a game, an exported file, or (without) all games.

    Exit 1 when anything is not as it should be.
    """
    if target and Path(target).is_file():
        audits = [_verify_file(Path(target))]
    else:
        room = house().room
        streams = [target] if target else room.store.streams()
        for stream in streams:
            if stream not in room.store.streams():
                raise NoSuchGame(f"there is no game and no file {stream!r}")
        audits = [audit(room, stream) for stream in streams]
    if as_json:
        show_json([asdict(found) for found in audits])
    else:
        columns(
            [(a.stream, a.events, a.rolls, a.turns, a.head or "-") for a in audits],
            ("GAME", "EVENTS", "ROLLS", "TURNS", "HEAD"),
        )
        for found in audits:
            for line in (*found.broken, *found.different):
                click.echo(f"{found.stream}: {line}", err=True)
    sys.exit(0 if all(found.sound for found in audits) else 1)


def _verify_file(path: Path) -> Audit:
    """Import an exported log into a throw-away store and audit it there."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "check.db")
        with closing(store.db):
            try:
                with path.open(encoding="utf-8") as lines:
                    stream, _ = import_stream(store, lines)
            except (Corrupt, UnicodeDecodeError) as e:
                return Audit(path.name, 0, 0, 0, "", [str(e)], [])
            return audit(Room(store, GAMES, utc_now, bytes, b""), stream)


@click.command()
@click.argument("stream", metavar="GAME")
@click.option("--out", type=click.File("w", encoding="utf-8"), default="-", help="A file. Default: standard output.")
def export(stream: str, out: IO[str]) -> None:
    """The log of GAME as JSON Lines, bit for bit. Holds everything hidden: hand it out only when the game is over."""
    store = house().room.store
    if stream not in store.streams():
        raise NoSuchGame(f"there is no game {stream!r}; there are: {', '.join(store.streams()) or 'none yet'}")
    for line in export_stream(store, stream):
        click.echo(line, file=out)


@click.command("import")
@click.argument("file", type=click.File("r", encoding="utf-8"))
def import_(file: IO[str]) -> None:
    """Bring an exported game in. Every payload and the whole chain are checked first."""
    stream, head = import_stream(house().room.store, file)
    click.echo(f"{stream}  {head.version} events  head {head.hash.hex()}")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
def backup(file: str) -> None:
    """A consistent copy of the whole service (games, people, mail) in FILE, while it runs."""
    if Path(file).exists():
        raise click.UsageError(f"{file} exists; name a new file")
    target = sqlite3.connect(file)
    house().room.store.db.con.backup(target)
    target.close()
    click.echo(f"saved to {file}", err=True)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
def restore(file: str) -> None:
    """Bring a backup back into an empty data folder. Every game's chain is checked first."""
    config = read_config()
    if config.database.exists():
        raise click.UsageError(f"{config.database} exists; restore into an empty WARDROOM_DATA folder")
    with closing(sqlite3.connect(file)) as source, tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.db"
        _copy(source, trial)
        store = Store(trial)
        with closing(store.db):
            heads = [(stream, store.verify(stream).version) for stream in store.streams()]
        _copy(source, config.database)
    columns(heads, ("GAME", "EVENTS"))


def _copy(source: sqlite3.Connection, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    target = sqlite3.connect(path)
    source.backup(target)
    target.close()


COMMANDS = (replay, verify, export, import_, backup, restore)
