"""The command line: `./wardroom VERB`. Thin over the use cases; results on stdout, talk on stderr."""

from __future__ import annotations

import logging
import sys

import click

from events.store import Conflict, Corrupt
from pbem import VERSION
from pbem.accounts.people import BadPerson
from pbem.cli import (
    audit_commands,
    backup_commands,
    case_commands,
    doctor,
    game_commands,
    mail_commands,
    person_commands,
    serve_commands,
    webhook_commands,
)
from pbem.core.game.options import NoScenario
from pbem.core.orders.text_limits import TooLong
from pbem.gateway.outbound.dkim import BadKey
from pbem.service.audit.adjudicate import BadCase
from pbem.service.context import ActRefused, NoSuchGame, NoSuchSeat
from pbem.settings.settings import BadConfig

EXPECTED = (BadConfig, BadCase, NoScenario, NoSuchGame, NoSuchSeat, BadPerson, BadKey, ActRefused, TooLong, Corrupt, Conflict)
"""Failures that a user can understand and mend: one sentence, exit 1. Anything else is our bug and keeps its traceback."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, prog_name="Wardroom")
def cli() -> None:
    """Wardroom: wargames by mail, with a log of everything and dice anyone can check.

    \b
    Examples:
      ./wardroom demo                                  play at once, bots on the other seats
      ./wardroom game open star_navy first-blood       open a game
      ./wardroom adjudicate case.json                  try out the rules
    """


GROUPS = (game_commands.game, mail_commands.mail, person_commands.person)
for command in (
    *serve_commands.COMMANDS,
    *GROUPS,
    *case_commands.COMMANDS,
    *audit_commands.COMMANDS,
    *backup_commands.COMMANDS,
    doctor.doctor,
):
    cli.add_command(command)
game_commands.game.add_command(webhook_commands.webhook)


def main() -> None:
    """Run the command line; expected failures are one sentence on stderr and exit 1, wrong use is exit 2."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a beat that takes longer than the rhythm is no fault
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    try:
        cli(prog_name="./wardroom", standalone_mode=True)
    except EXPECTED as e:
        click.echo(f"error: {e}", err=True)
        sys.exit(1)
