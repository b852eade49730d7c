"""What is due at a place is posted: again and again until it is to be read there, once, and in order within each topic."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from events.platform import ForumPosted
from events.store import Corrupt
from pbem.gateway.forums.places import Place, Places
from pbem.gateway.forums.port import Forum, ForumError, Post, Posted, RateLimited, Refused, Target, Unreachable, Unsure
from pbem.gateway.forums.posts_table import PostRow, PostStatus, PostTable
from pbem.service.context import ServiceContext, stamp
from pbem.service.thread.forum_acts import note_posted

HELD = "waits for a moderator"
HELD_AGAIN = timedelta(minutes=10)
LOOKED_AT = 1000
"""How often, and how many times, it is asked whether a moderator has let a post through: for a week."""
UNREADABLE_AGAIN = timedelta(hours=1)
REFUSED_AGAIN = (1, 6, 60)
"""Minutes after which a post that the place does not take is tried again, before it is given up."""

log = logging.getLogger(__name__)


class PostGone(Exception):
    """The words of a post are not there any more: it is posted no more."""


@dataclass(frozen=True)
class Poster:
    """Posts what is due. `write` makes the post of a row for a forum; it raises PostGone, Corrupt."""

    context: ServiceContext
    places: Places
    table: PostTable
    write: Callable[[PostRow, Place, Forum], Post]

    def flush(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Post what is due at all places. Returns how many posts are to be read there now that were not before.

        Nothing is done while another thread or process does it: two would post the same.
        """
        now = stamp(self.context.now())
        with self.context.database.only_one("posting") as alone:
            if not alone:
                return 0
            return sum(self._at(place, stop) for place in self.places.all() if place.next_at <= now)

    def _at(self, place: Place, stop: Callable[[], bool]) -> int:
        """One place's posts, until it fails: then all of them wait, and no other place does."""
        done, forum = 0, self.places.open(place)
        while rows := self.table.due(place.name, stamp(self.context.now())):
            for row in rows:
                if stop():
                    return done
                try:
                    done += self._try(place, forum, row)
                except RateLimited as e:
                    self.places.failed(place, str(e), self.context.now(), e.seconds)
                    return done
                except (Unreachable, Unsure) as e:
                    self._failed(place, row, e)
                    return done
        return done

    def _failed(self, place: Place, row: PostRow, why: ForumError) -> None:
        log.warning("%s: %s of %s was not posted: %s", place.name, row.post, row.stream, why)
        self.places.failed(place, str(why), self.context.now())

    def _try(self, place: Place, forum: Forum, row: PostRow) -> bool:
        """One attempt. True when the post is to be read there now."""
        target = Target("" if row.user else self._part(place, row), row.user, row.topic or self.table.topic(row))
        try:
            post = self.write(row, place, forum)
        except PostGone as e:
            self.table.save(row._replace(status="refused", error=str(e)))
            return False
        except Corrupt as e:  # one bad log must not stop the others' news
            self.table.save(row._replace(error=str(e), next_at=stamp(self.context.now() + UNREADABLE_AGAIN)))
            return False
        try:
            if row.status == "changed":
                return self._change(forum, post, row)
            posted = self._there(forum, target, post, row) or self._posted(forum, target, post, row)
        except Refused as e:
            self._refused(place, forum, row, e)
            return False
        self.places.worked(place.name)
        return self._noted(row, posted)

    def _change(self, forum: Forum, post: Post, row: PostRow) -> bool:
        """A post is there already, and to be changed; where nothing can be changed it stays as it is."""
        if "edit" in forum.abilities:
            forum.edit(Posted(row.id, row.topic, row.url), post)
        self.table.save(row._replace(status="posted", error="", next_at=""))
        return False

    def _part(self, place: Place, row: PostRow) -> str:
        """Where in the place the game is posted; of a message about a game that is not, where others are."""
        parts = {game.stream: game.part for game in self.context.store.posted_games(place.name)}
        return parts.get(row.stream) or place.part or next(filter(None, parts.values()), "")

    def _there(self, forum: Forum, target: Target, post: Post, row: PostRow) -> Posted | None:
        """The post, if an attempt that was cut short has made it, or a moderator let it through."""
        if row.status == "waiting" or "search" not in forum.abilities:
            return None
        found = forum.find(target, post.marker)
        if found is None and row.status == "held":
            return Posted(row.id, row.topic, row.url, held=True)
        return found

    def _posted(self, forum: Forum, target: Target, post: Post, row: PostRow) -> Posted:
        """It is noted first that the post is begun: whoever goes on after a crash asks whether it is there."""
        self.table.save(row._replace(status="tried"))
        try:
            return forum.post(target, post)
        except (Unreachable, RateLimited, Refused):
            self.table.save(row._replace(status="waiting"))
            raise

    def _noted(self, row: PostRow, posted: Posted) -> bool:
        """What the place says of the post; the log first, so that none is said to be posted that the log does not have."""
        if posted.held:
            self._held(row, posted)
            return False
        if not row.user:
            note_posted(self.context, row.stream, ForumPosted(row.place, row.post, posted.url))
        self.table.save(
            row._replace(status="posted", id=posted.id, topic=posted.topic, url=posted.url, error="", next_at="", refusals=0)
        )
        return True

    def _held(self, row: PostRow, posted: Posted) -> None:
        """It is asked again later, for some days: what nobody lets through must not hold up the topic for ever."""
        status: PostStatus = "held" if row.refusals < LOOKED_AT else "refused"
        later = stamp(self.context.now() + HELD_AGAIN)
        held = row._replace(status=status, refusals=row.refusals + 1, id=posted.id, url=posted.url, error=HELD, next_at=later)
        self.table.save(held)

    def _refused(self, place: Place, forum: Forum, row: PostRow, why: Refused) -> None:
        """Is it the post that the place does not take, or us? Then all wait until somebody has mended it."""
        try:
            forum.probe(self._part(place, row))
        except Refused as e:
            self.places.failed(place, str(e), self.context.now())
            self.table.save(row._replace(error=str(why)))
            raise Unreachable(str(e)) from e
        if row.refusals >= len(REFUSED_AGAIN):
            self.table.save(row._replace(status="refused", error=str(why), next_at=stamp(self.context.now())))
            log.error("%s: %s of %s is given up: %s", place.name, row.post, row.stream, why)
            return
        later = self.context.now() + timedelta(minutes=REFUSED_AGAIN[row.refusals])
        self.table.save(row._replace(refusals=row.refusals + 1, error=str(why), next_at=stamp(later)))
