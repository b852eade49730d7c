"""What happened in a game, as a feed tells it: what everybody may know, and no outcome in a headline."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from events.base import Event
from events.platform import GameEnded, TurnClosed
from pbem.core.game.phrases import one_line
from pbem.service.context import ServiceContext
from pbem.service.history import HistoryEntry, history_with_events


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed. `id` is the same whenever it is made; `path` is the page to read on.

    `html` is the text with its form ("": it has none), `changed` when it was changed last ("": never).
    """

    id: str
    at: str
    title: str
    text: str
    path: str
    html: str = ""
    changed: str = ""

    @property
    def updated(self) -> str:
        """When it became what it is now."""
        return self.changed or self.at


def feed_entries(context: ServiceContext, stream: str, title: str) -> list[FeedEntry]:
    """All that a feed tells of a game, oldest first; `title` is what the game is called."""
    return [_feed_entry(stream, title, entry, event) for entry, event in history_with_events(context, stream)]


def _feed_entry(stream: str, title: str, entry: HistoryEntry, event: Event) -> FeedEntry:
    """How a game ended is read on its page: a feed is glanced at."""
    mark = hashlib.sha256(f"{entry.what}\n{entry.why}".encode()).hexdigest()[:12]
    resolved = isinstance(event, TurnClosed | GameEnded)
    said = "" if isinstance(event, GameEnded) else ": ".join(part for part in (entry.by, entry.why) if part)
    path = f"/g/{stream}/t/{entry.turn}" if resolved else f"/g/{stream}/history"
    headline = one_line(f"{title} ({stream}): {entry.what}")
    return FeedEntry(f"{stream}/{entry.at}/{mark}", entry.at, headline, one_line(said), path)
