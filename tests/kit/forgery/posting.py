"""What is done about the threads of the games that are falsified: posted at a place, hidden, shown again."""

from __future__ import annotations

from events.platform import ForumPosted, ForumSet, PostHidden
from pbem.service.history import MASTER
from pbem.service.thread.forum_acts import note_posted, set_forum
from pbem.service.thread.hiding import hide_post
from tests.kit.forgery.tables import Table


def posted(table: Table) -> None:
    """A place where the game is posted for a while, and a comment that is hidden for a while."""
    context, stream = table.context, table.stream
    club = ForumSet("club", "games", ["reports", "comments"], "we meet there", MASTER)
    table.do("forum set", lambda: set_forum(context, stream, club))
    table.do("forum posted", lambda: note_posted(context, stream, ForumPosted("club", "t1", "https://club.example/7")), True)
    table.do("forum left", lambda: set_forum(context, stream, ForumSet("club", "", [], "it is too noisy", MASTER)), True)
    table.do("post hidden", lambda: hide_post(context, stream, PostHidden("c1", True, "no insults", MASTER)))
    table.do("post shown", lambda: hide_post(context, stream, PostHidden("c1", False, "it was a quotation", MASTER)), True)
