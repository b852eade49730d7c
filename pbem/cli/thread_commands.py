"""`game hide`: what nobody should read in a game's thread."""

from __future__ import annotations

import click

from events.platform import PostHidden
from pbem.cli.common import app
from pbem.service.history import OPERATOR
from pbem.service.thread.hiding import hide_post


@click.command()
@click.argument("stream", metavar="GAME")
@click.argument("post")
@click.option("--why", required=True, help="The reason that the log keeps and all players read.")
@click.option("--undo", is_flag=True, help="Show it again.")
def hide(stream: str, post: str, why: str, undo: bool) -> None:
    """Hide POST (an id like c12) of GAME's thread from everybody; its place and the reason stay."""
    hide_post(app().context, stream, PostHidden(post, not undo, why, OPERATOR))
