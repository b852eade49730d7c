"""Press that was written to everybody, watchers too: it is read in the game's thread."""

from __future__ import annotations

from events.base import EVERYONE
from events.platform import PressSent
from pbem.service.context import ServiceContext
from pbem.service.thread.items import ThreadItem


def public_press(context: ServiceContext, stream: str) -> list[ThreadItem]:
    """The public press of a game as this view of the service sees it, the oldest first."""
    return [
        ThreadItem(f"p{entry.event.digest[:16]}", "press", entry.event.seat, _words(context, entry.event.digest), entry.at)
        for entry in context.store.select(stream, [PressSent])
        if isinstance(entry.event, PressSent) and entry.audience == EVERYONE
    ]


def _words(context: ServiceContext, digest: str) -> str | None:
    row = context.database.con.execute("SELECT text FROM press WHERE digest=?", (digest,)).fetchone()
    return row[0] if row else None
