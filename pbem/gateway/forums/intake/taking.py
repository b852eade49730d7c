"""What places tell is stored first, then taken, one after another. Every step may be repeated without harm."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta

from pbem.gateway.forums.accounts import Accounts
from pbem.gateway.forums.intake.private_message import PrivateMessages
from pbem.gateway.forums.intake.public_reply import PublicReplies
from pbem.gateway.forums.intake.reply_table import KeptReply, ReplyTable
from pbem.gateway.forums.links import Links
from pbem.gateway.forums.places import Place, Places
from pbem.gateway.forums.port import ForumError, RateLimited, Refused, Reply
from pbem.gateway.forums.posts_table import PostTable
from pbem.gateway.reading.mail_context import MailContext
from pbem.service.context import ActRefused, stamp

WAITS = (1, 5, 15, 60, 240)
"""Minutes until a reply is tried again that a fault stopped; from there on the last of them."""
EVENTS_KEPT = timedelta(days=30)
WHY = "orders that everybody can read are not taken; their author was told how to send them"

log = logging.getLogger(__name__)


class Intake:
    """What others write at places, and what becomes of it."""

    def __init__(self, mail_context: MailContext, places: Places, posts: PostTable, accounts: Accounts, links: Links) -> None:
        self.context = mail_context.context
        self.places = places
        self.table = ReplyTable(self.context.database)
        self._private = PrivateMessages(mail_context, posts, accounts, self.table, links)
        self._public = PublicReplies(mail_context, places, posts, accounts)
        self._taking = threading.RLock()

    def take(self, place: Place, reply: Reply) -> None:
        """Take one reply; known by its place, id and version it is taken once."""
        self.store(place.name, [reply])
        self.take_stored()

    def store(self, place: str, replies: Sequence[Reply], event: str = "") -> bool:
        """Keep what a place told, so that it cannot be lost any more. False: it has told of this event before."""
        now = self.context.now()
        self.table.forget(stamp(now - EVENTS_KEPT))
        return self.table.store(place, replies, stamp(now), event)

    def take_stored(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Take what is stored, in the order in which it came; no place is asked anything. Returns how many replies."""
        done = 0
        with self._taking:
            for row in self.table.due("waiting", stamp(self.context.now())):
                if stop():
                    break
                self._guarded(row, self._taken)
                done += 1
        return done

    def hide(self) -> None:
        """Have places hide the orders that people wrote in public."""
        for row in self.table.due("hide", stamp(self.context.now())):
            self._guarded(row, self._hidden)

    def _taken(self, row: KeptReply) -> KeptReply:
        if any(each.number > row.number for each in self.table.versions(row.place, row.id)):
            return row._replace(status="taken", outcome="it was changed before it was read")
        reply, row = row.reply, row._replace(status="taken")
        was_private = any(each.seat and each.source for each in self.table.versions(row.place, row.id))
        take = self._private.take if reply.private or (reply.deleted and was_private) else self._public.take
        return take(row, reply)

    def _hidden(self, row: KeptReply) -> KeptReply:
        row = row._replace(status="taken")
        try:
            self.places.open(self.places.get(row.place)).hide(row.reply, WHY)
        except Refused as e:
            return row._replace(outcome=f"{row.outcome}; not hidden: {e}")
        except ActRefused:
            return row  # the place was dropped since
        return row._replace(outcome=f"{row.outcome}; hidden")

    def _guarded(self, row: KeptReply, act: Callable[[KeptReply], KeptReply]) -> None:
        """A fault stops this reply, for a while, and no other."""
        try:
            self.table.save(act(row))
        except Exception as e:
            known = isinstance(e, ForumError)
            log.log(
                logging.WARNING if known else logging.ERROR,
                "%s: reply %d is tried again",
                row.place,
                row.number,
                exc_info=not known,
            )
            wait = timedelta(minutes=WAITS[min(row.attempts, len(WAITS) - 1)])
            if isinstance(e, RateLimited):
                wait = timedelta(seconds=e.seconds)
            later, why = stamp(self.context.now() + wait), f"{row.outcome or type(e).__name__}"
            self.table.save(row._replace(attempts=row.attempts + 1, next_at=later, outcome=why))
