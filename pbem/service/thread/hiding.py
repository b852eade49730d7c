"""Posts of the game's thread that nobody should read: hidden, and shown again, by a game master or the operator."""

from __future__ import annotations

from dataclasses import replace

from events.base import Draft
from events.platform import PostHidden
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import change, public, reason
from pbem.service.history import ACTORS, MASTER
from pbem.service.thread.abuse import settle
from pbem.service.thread.post_ids import known_post


def hide_post(context: ServiceContext, stream: str, wanted: PostHidden) -> None:
    """Hide a post, or show it again; the log keeps the reason. Raises ActRefused, NoSuchGame."""
    change(context, stream, lambda record, now: hidden(record, wanted), over=True)
    if wanted.hidden:
        settle(context, stream, wanted.post)


def hidden(record: Record, wanted: PostHidden) -> list[Draft]:
    """The event that hides a post or shows it again. Raises ActRefused."""
    if wanted.post.startswith("t") or not known_post(record, wanted.post):
        raise ActRefused(f"there is no post {wanted.post!r} that could be hidden")
    if (wanted.post in record.ledger.hidden) == wanted.hidden:
        raise ActRefused(f"{wanted.post} is {'hidden' if wanted.hidden else 'not hidden'}")
    return public(record, replace(wanted, why=reason(wanted.why)))


def hidden_posts(live: ServiceContext, stream: str) -> dict[str, str]:
    """The posts that are hidden now, and by whom and why ("by the game master: ...").

    What is hidden is so for everybody at once: `live` is the service as it is, also for readers who see the game with a delay.
    """
    found: dict[str, str] = {}
    for entry in live.store.select(stream, [PostHidden]):
        if isinstance(entry.event, PostHidden):
            found.pop(entry.event.post, None)
            if entry.event.hidden:
                found[entry.event.post] = f"by {ACTORS.get(entry.event.by, ACTORS[MASTER])}: {entry.event.why}"
    return found
