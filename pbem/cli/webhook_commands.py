"""`game webhook`: have a forum's robot, or any program, told of each resolved turn."""

from __future__ import annotations

import click

from pbem.cli.common import app, as_json, columns, show_json
from pbem.service.context import ActRefused
from pbem.service.repository import load


@click.command()
@click.argument("stream", metavar="GAME")
@click.argument("url", required=False)
@click.option("--drop", is_flag=True, help="Tell URL no more.")
@as_json
def webhook(stream: str, url: str | None, drop: bool, as_json: bool) -> None:
    """Tell URL of each turn of GAME from the next one on; without URL: list where it is told.

    What is sent is what everybody may know. Prints the key that the POSTs are signed with.
    """
    at = app()
    load(at.context, stream)
    hooks = at.gateway.webhooks
    if url is None:
        rows = hooks.of(stream)
        if as_json:
            show_json([hook._asdict() for hook in rows])
        else:
            columns([(hook.url, hook.told, hook.attempts, hook.error) for hook in rows], ("URL", "TOLD", "ATTEMPTS", "ERROR"))
    elif drop:
        if not hooks.drop(stream, url):
            raise ActRefused(f"{stream} has no webhook {url}")
    else:
        hooks.add(stream, url)
        click.echo(hooks.key(url))
