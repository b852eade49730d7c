"""`deliver` and `tick`: one step of the service, for a mail server's pipe and for cron."""

from __future__ import annotations

import os
import sqlite3
import sys

import click

from pbem.app_context import AppContext
from pbem.cli.common import app
from pbem.gateway.inbound.inbox import MailTooBig
from pbem.service.outages.doors import teller
from pbem.settings.settings import BadConfig


@click.command()
@click.option("--to", "recipient", required=True, metavar="ADDRESS", help="The envelope's recipient.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="The envelope's sender; empty for bounces.")
def deliver(recipient: str, sender: str) -> None:
    """Take one raw mail from standard input (an MTA's pipe).

    Exit 0 once it is stored, 65 when it is too big to keep, 75 to ask the MTA to try again.
    """
    raw = sys.stdin.buffer.read()
    try:
        at = app()
        store_piped(at, raw, sender, recipient)
    except MailTooBig as e:
        click.echo(f"error: {e}", err=True)
        sys.exit(os.EX_DATAERR)
    except (BadConfig, OSError, sqlite3.Error) as e:
        click.echo(f"not stored, try again later: {e}", err=True)
        sys.exit(os.EX_TEMPFAIL)
    try:
        at.gateway.process_pending()
        at.gateway.flush()
    except Exception as e:  # whatever it is: the MTA must not send back what is stored
        click.echo(f"stored; it is processed at the next beat: {e}", err=True)


def store_piped(at: AppContext, raw: bytes, sender: str, recipient: str) -> None:
    """Store the mail; whether that could be done is noted, so that no player pays for it. Raises what `receive` does."""
    tell = teller(at.context, "pipe")
    try:
        at.gateway.receive(raw, sender, recipient, "pipe")
    except (OSError, sqlite3.Error) as e:
        tell(str(e))
        raise
    tell("")


@click.command()
@click.option(
    "--every",
    type=click.FloatRange(1, 1440),
    default=15,
    show_default=True,
    metavar="MINUTES",
    help="How often cron runs it: when five runs in a row are missing, that was an outage.",
)
def tick(every: float) -> None:
    """Take in stored mail, resolve what is due, send what is queued, and exit (for cron instead of `serve`)."""
    for stream, turn in app().heartbeat(every * 60):
        click.echo(f"{stream} turn {turn} resolved")
