"""What is done about a game's thread: where it is posted, what was posted, what is hidden."""

from __future__ import annotations

from events.platform import ForumPosted, ForumSet, PostHidden
from pbem.service.audit.acts.moment import Act, Moment, check_actor
from pbem.service.thread.forum_acts import forum_set, posted
from pbem.service.thread.hiding import hidden


def sets_forum(moment: Moment, first: ForumSet) -> Act:
    """A game master or the operator says what is posted where."""
    check_actor(moment.record, first.by)
    return Act(forum_set(moment.record, first))


def posts(moment: Moment, first: ForumPosted) -> Act:
    """A place has taken a post."""
    return Act(posted(moment.record, first))


def hides(moment: Moment, first: PostHidden) -> Act:
    """A game master or the operator hides a post, or shows it again."""
    check_actor(moment.record, first.by)
    return Act(hidden(moment.record, first))
