"""`serve`, `demo`, `deliver`, `tick`: the service running, or one step of it."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
from pathlib import Path

import click
from waitress.server import create_server

from pbem.cli.common import house
from pbem.clock import Clock
from pbem.config import read_config
from pbem.demo import YOU, furnish
from pbem.gateway.inbound import MailTooBig
from pbem.gateway.listener import Listener
from pbem.house import House, open_house
from pbem.web import create_web


@click.command()
def serve() -> None:
    """Web pages, mail intake, clock and outgoing mail in one process."""
    run(open_house(read_config()), mailbox="")


@click.command()
@click.option("--data", type=click.Path(file_okay=False), default="data/demo", show_default=True, help="Where the demo lives.")
def demo(data: str) -> None:
    """`serve` with every scenario under way, bots on all seats but yours, and your mailbox in the browser."""
    os.environ["WARDROOM_DATA"] = data
    os.environ["WARDROOM_SMTP_SEND"] = f"maildir:{Path(data) / 'mail'}"
    at = open_house(read_config())
    furnish(at)
    run(at, mailbox=YOU)


def run(at: House, mailbox: str) -> None:
    """Serve until told to stop. The order of stopping loses nothing: first the doors, then the clock."""
    config = at.config
    at.gateway.process_pending(failed=True)
    listener = Listener(at.gateway.inbox, at.beat, *config.smtp_listen)
    listener.start()
    clock = Clock(at.beat, config.heartbeat)
    clock.start()
    web = create_web(at.room, mailbox, config.smtp_send, config.smtp_listen)
    server = create_server(web, host=config.web[0], port=config.web[1], threads=4)
    pages, intake = (":".join(map(str, address)) for address in (config.web, config.smtp_listen))
    click.echo(f"pages at http://{pages}/   mail taken at {intake}   Ctrl-C stops", err=True)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    threading.Thread(target=server.run, daemon=True, name="web").start()
    stop.wait()
    listener.stop()
    clock.stop()
    server.close()


@click.command()
@click.option("--to", "recipient", required=True, metavar="ADDRESS", help="The envelope's recipient.")
@click.option("--from", "sender", default="", metavar="ADDRESS", help="The envelope's sender; empty for bounces.")
def deliver(recipient: str, sender: str) -> None:
    """Take one raw mail from standard input (an MTA's pipe).

    Exit 0 once it is stored, 65 when it is too big to keep, 75 to ask the MTA to try again.
    """
    raw = sys.stdin.buffer.read()
    at = house()
    try:
        at.gateway.receive(raw, sender, recipient)
    except MailTooBig as e:
        click.echo(f"error: {e}", err=True)
        sys.exit(os.EX_DATAERR)
    except (OSError, sqlite3.Error) as e:
        click.echo(f"not stored, try again later: {e}", err=True)
        sys.exit(os.EX_TEMPFAIL)
    at.gateway.process_pending()
    at.gateway.flush()


@click.command()
def tick() -> None:
    """Take in stored mail, resolve what is due, send what is queued, and exit (for cron instead of `serve`)."""
    for stream, turn in house().beat():
        click.echo(f"{stream} turn {turn} resolved")


COMMANDS = (serve, demo, deliver, tick)
