"""Press that was written to everybody, watchers too: it is read in the game's thread."""

from __future__ import annotations

from events.platform import PressSent
from pbem.service.context import ServiceContext
from pbem.service.press.messages import PUBLIC, words_of
from pbem.service.thread.items import ThreadItem


def public_press(context: ServiceContext, stream: str) -> list[ThreadItem]:
    """The public press of a game as this view of the service sees it, the oldest first. A post's id is from the words' seal."""
    return [
        _item(entry.at, entry.event, _words(context, entry.event.digest))
        for entry in context.store.select(stream, [PressSent])
        if isinstance(entry.event, PressSent) and PUBLIC in entry.event.to
    ]


def _item(at: str, event: PressSent, words: str | None) -> ThreadItem:
    return ThreadItem(f"p{event.digest[:16]}", "press", event.seat, words, at, seat=event.seat)


def _words(context: ServiceContext, digest: str) -> str | None:
    kept = words_of(context, digest)
    return kept[0] if kept else None
