"""A command imports only what it needs: starting the program is most of what a mail costs."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from pbem.cli import COMMANDS, cli
from pbem.cli.lazy_group import as_typed
from pbem.games import KEYS
from tests.cli.shell import ROOT, Shell

SERVERS = {"aiosmtpd", "apscheduler", "asyncio", "flask", "waitress", "werkzeug", "pbem.web", "pbem.clock", "pbem.demo"}
PICTURES = {"PIL", "aggdraw", "css_inline"}
MAIL_READERS = {"authheaders", "authres", "charset_normalizer", "dkim", "dns", "flufl", "httpx", "icalendar", "imaplib", "lxml"}
LATER = SERVERS | PICTURES | MAIL_READERS
"""What takes long to import and has a use of its own: serving, drawing, and mails of kinds that most mails are not of."""
OURS = {"events", "pbem.app_context", "pbem.core", "pbem.games", "pbem.gateway", "pbem.service", "pbem.settings"}
LIBRARIES = {"jinja2", "marshmallow", "sqlite3", "sqlite_utils"}
OTHER_GAMES = {f"pbem.games.{key}" for key in KEYS} - {"pbem.games.star_navy"}
ORDERS = "BIS: TURN L"


def imported(shell: Shell, *words: str, stdin: str = "") -> set[str]:
    """The modules that this command imports in a process of its own, and the packages that they are in."""
    command = [sys.executable, "-X", "importtime", str(ROOT / "app.py"), *words]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, env=shell.env, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    lines = (line for line in done.stderr.splitlines() if line.startswith("import time:"))
    parts = (line.rpartition("|")[2].strip().split(".") for line in lines)
    return {".".join(name[:length]) for name in parts for length in range(1, len(name) + 1)}


def test_help_imports_neither_games_nor_mail_nor_pages(shell: Shell) -> None:
    """The list of commands needs click and its own table."""
    assert not (LATER | OURS | LIBRARIES) & imported(shell, "--help")


def test_a_mail_imports_its_own_game_and_nothing_of_the_pages(shell: Shell) -> None:
    """Orders are read, filed and answered without a web page, a picture, or another game's rules."""
    shell.env["WARDROOM_SMTP_SEND"] = f"maildir:{shell.env['WARDROOM_DATA']}/mail"
    stream = shell("game", "open", "star_navy", "first-blood", "--seat", "blue=blue@example.org").strip()
    to = shell("game", "address", stream, "blue").strip()
    mail = f"From: blue@example.org\nTo: {to}\nSubject: orders\nMessage-ID: <m1@example.org>\n\n{ORDERS}\n"
    found = imported(shell, "deliver", "--to", to, "--from", "blue@example.org", stdin=mail)
    assert "orders accepted" in shell("mail", "list")
    assert "pbem.games.star_navy" in found and not (LATER | OTHER_GAMES) & found


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says_of_itself(name: str) -> None:
    """The table of commands holds the beginning of each command's own help, and so the list is as click would write it."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None and command.name == name
    stand_in = click.Command(name, help=COMMANDS[name].help)
    assert command.get_short_help_str(80) == stand_in.get_short_help_str(80)


def test_examples_name_the_program_that_was_started() -> None:
    """In a command's own help, and in that of all commands below it; a command without help stays without."""
    group = click.Group("game", commands=[click.Command("open", help="./wardroom game open g1"), click.Command("mute")])
    as_typed(group, "wardroom")
    assert group.commands["open"].help == "wardroom game open g1"
    assert group.commands["mute"].help is None and group.help is None
