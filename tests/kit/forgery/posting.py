"""What is done at other places about the games that are falsified: posts and hidden posts, and orders by message."""

from __future__ import annotations

from hashlib import sha256

from events.platform import ForumPosted, ForumSet, PostHidden
from pbem.service.current_orders import DELETED, EDITED, WRITTEN, message_source
from pbem.service.history import MASTER
from pbem.service.orders.file import file_orders
from pbem.service.orders.withdraw import withdraw_orders
from pbem.service.thread.forum_acts import note_posted, set_forum
from pbem.service.thread.hiding import hide_post
from tests.kit.forgery.tables import Table

MESSAGE = sha256(b"a private message").hexdigest()


def posted(table: Table) -> None:
    """A place where the game is posted for a while, and a comment that is hidden for a while."""
    context, stream = table.context, table.stream
    club = ForumSet("club", "games", ["reports", "comments"], "we meet there", MASTER)
    table.do("forum set", lambda: set_forum(context, stream, club))
    table.do("forum posted", lambda: note_posted(context, stream, ForumPosted("club", "t1", "https://club.example/7")), True)
    table.do("forum left", lambda: set_forum(context, stream, ForumSet("club", "", [], "it is too noisy", MASTER)), True)
    table.do("post hidden", lambda: hide_post(context, stream, PostHidden("c1", True, "no insults", MASTER)))
    table.do("post shown", lambda: hide_post(context, stream, PostHidden("c1", False, "it was a quotation", MASTER)), True)


def messages(table: Table) -> None:
    """Orders by message; other ones when it is edited; none of them when it is deleted."""
    context, stream, seat = table.context, table.stream, table.first
    first, second, third = (message_source(MESSAGE, n, way) for n, way in enumerate((WRITTEN, EDITED, DELETED), 1))
    table.do("message", lambda: file_orders(context, stream, seat, f"{table.orders(seat)}\nready", first))
    table.do("message edited", lambda: file_orders(context, stream, seat, table.orders(seat, "again"), second))
    table.do("message deleted", lambda: withdraw_orders(context, stream, seat, third, table.turn), True)
