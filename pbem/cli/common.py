"""What several commands share: the application, JSON output, reading a file or standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from events.platform import VOTES
from pbem.accounts.people import Person
from pbem.app_context import AppContext, open_app_context
from pbem.core.state.players import bot_name
from pbem.operation.log_lines import configure
from pbem.present.wrapping import display_width
from pbem.service.context import ActRefused
from pbem.service.policy.fields import FIELDS
from pbem.service.policy.parse_policy import HOLIDAYS, PRESET, VOTE
from pbem.service.policy.presets import PRESETS
from pbem.settings.settings import Config, read_config

F = TypeVar("F", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def app() -> AppContext:
    """The service as configured, closed when the command ends."""
    at = opened(read_config())
    click.get_current_context().call_on_close(at.context.database.close)
    return at


def opened(config: Config) -> AppContext:
    """The service that `config` describes, for a command that ends."""
    configure(config.operation, brief=True)
    return open_app_context(config)


def player(at: AppContext, name: str) -> str:
    """A player's id from an address (a new person is added) or `bot:NAME`."""
    return name if bot_name(name) else at.person(name).id


def known_person(at: AppContext, who: str) -> Person:
    """Who has this id or mail address. Raises ActRefused."""
    found = at.people.by_id(who) or at.people.by_address(who)
    if found is None:
        raise ActRefused(f"nobody is known as {who!r}; `person list` shows everyone")
    return found


def policy_options(command: F) -> F:
    """An option for each field of a policy; the command gets those that are given as `policy`, by the names of the fields."""

    @wraps(command)
    def gathered(*args: Any, **values: Any) -> Any:
        given = {name: values.pop(name) for name in POLICY_NAMES}
        votes = {f"{VOTE}{on}": part for on, part in pairs(values.pop("votes"), "vote").items()}
        return command(*args, policy={name: value for name, value in given.items() if value is not None} | votes, **values)

    shown: Any = gathered
    for option in reversed([*_policy_options()]):
        shown = option(shown)
    return cast(F, shown)


def _policy_options() -> Iterator[Callable[[Any], Any]]:
    presets = ", ".join(PRESETS)
    yield click.option("--preset", metavar="NAME", help=f"Start from a ready-made policy: {presets}.")
    for field in FIELDS.values():
        words = f"{field.label}. {field.hint}".rstrip()
        flag = f"--{field.name.replace('_', '-')}"
        if field.kind == "votes":
            yield click.option("--vote", "votes", multiple=True, metavar="ON=%", help=f"{words} On: {', '.join(VOTES)}.")
        elif field.kind == "yes":
            yield click.option(f"{flag}/{NOT.get(field.name, f'--no-{flag[2:]}')}", field.name, default=None, help=words)
        else:
            flags = [flag, *SHORT.get(field.name, [])]
            metavar = field.unit.upper() if field.unit.isalpha() else field.unit or field.kind.upper()
            yield click.option(*flags, field.name, metavar=metavar, help=words)
    yield click.option("--holidays", metavar="PLACE", help="Those of DE, or DE-BE, in the coming three years are days off.")


SHORT = {"grace_hours": ["--grace"]}
NOT = {"open_seats": "--closed-seats"}
POLICY_NAMES = [name for name in (PRESET, *FIELDS, HOLIDAYS) if name != "votes"]


def pairs(given: tuple[str, ...], what: str) -> dict[str, str]:
    """The values of an option that is written `--what name=value`, once or more often."""
    found = {}
    for each in given:
        name, sign, value = each.partition("=")
        if not sign or not name:
            raise click.UsageError(f"--{what} {each!r}: write --{what} name=value")
        found[name] = value
    return found


def show_json(value: Any) -> None:
    """Print JSON for programs."""
    click.echo(json.dumps(value, indent=1))


def read_text(path: str) -> str:
    """A file's text, or standard input for `-`. Undecodable bytes are replaced: the reader of the text will say so."""
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    return data.decode("utf-8", errors="replace")


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], object]]:
    """A bar on a terminal, moved by what is handed the number of steps done; elsewhere, and for nothing to do, none."""
    if not sys.stderr.isatty() or length <= 0:
        yield lambda _steps: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield bar.update


def columns(rows: Iterable[Iterable[object]], head: Iterable[str]) -> None:
    """Print rows under a head, in aligned columns."""
    table = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(display_width(row[i]) for row in table) for i in range(len(table[0]))]
    for row in table:
        padded = (cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(padded).rstrip())
