"""Where a game is posted, and what was posted there: acts on its log."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from events.base import Draft
from events.platform import ForumPosted, ForumSet, Kind
from pbem.core.game.phrases import one_line
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.decide import Decision, change, decide, public, reason
from pbem.service.thread.post_ids import known_post

KINDS: tuple[Kind, ...] = get_args(Kind)


def set_forum(context: ServiceContext, stream: str, wanted: ForumSet) -> None:
    """Post the game at a place, change what is posted there, or end it (nothing of `what`). Raises ActRefused, NoSuchGame."""
    change(context, stream, lambda record, now: forum_set(record, wanted), over=True)


def forum_set(record: Record, wanted: ForumSet) -> list[Draft]:
    """The event that says what is posted where. Raises ActRefused."""
    before = record.ledger.forums.get(wanted.place)
    what = [kind for kind in KINDS if kind in wanted.what]
    if not wanted.place or len(what) != len(wanted.what):
        raise ActRefused(f"say at which place, and what of it: {', '.join(KINDS)}")
    if not what and before is None:
        raise ActRefused(f"{record.stream} is not posted at {wanted.place}")
    clean = replace(wanted, part=one_line(wanted.part), what=what, why=reason(wanted.why))
    if before and (before.part, before.what) == (clean.part, clean.what):
        raise ActRefused(f"{record.stream} is posted like that at {wanted.place} already")
    return public(record, clean)


def note_posted(context: ServiceContext, stream: str, event: ForumPosted) -> None:
    """Note that a place has taken a post; noted twice it is noted once."""

    def act(record: Record, now: object) -> Decision[None]:
        known = event.post in record.ledger.posted.get(event.place, [])
        return Decision([] if known else posted(record, event), lambda: None)

    decide(context, stream, act)


def posted(record: Record, event: ForumPosted) -> list[Draft]:
    """The event of a post that a place has taken. Raises ActRefused."""
    if event.post in record.ledger.posted.get(event.place, []):
        raise ActRefused(f"{event.post} was posted at {event.place} before")
    if not known_post(record, event.post):
        raise ActRefused(f"the game's thread has no post {event.post} yet")
    return public(record, event)
