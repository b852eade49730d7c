"""What happened in a game, as a feed tells it: what everybody may know, and no outcome in a headline."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from pbem.service.context import ServiceContext
from pbem.service.games.history import HistoryEntry, history

OVER = "The game is over"


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed. `id` is the same whenever it is made; `path` is the page to read on."""

    id: str
    at: str
    title: str
    text: str
    path: str


def news(context: ServiceContext, stream: str, title: str) -> list[FeedEntry]:
    """All that a feed tells of a game, oldest first; `title` is what the game is called."""
    return [_news(stream, title, deed) for deed in history(context, stream)]


def _news(stream: str, title: str, deed: HistoryEntry) -> FeedEntry:
    """How a game ended is read on its page: a feed is glanced at."""
    mark = hashlib.sha256(f"{deed.what}\n{deed.why}".encode()).hexdigest()[:12]
    resolved = deed.what in (f"Turn {deed.turn} was resolved", OVER)
    said = "" if deed.what == OVER else ": ".join(part for part in (deed.by, deed.why) if part)
    path = f"/g/{stream}/t/{deed.turn}" if resolved else f"/g/{stream}/history"
    headline = _one_line(f"{title} ({stream}): {deed.what}")
    return FeedEntry(f"{stream}/{deed.at}/{mark}", deed.at, headline, _one_line(said), path)


def _one_line(text: str) -> str:
    """XML has no place for control characters, and no escape for them."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
