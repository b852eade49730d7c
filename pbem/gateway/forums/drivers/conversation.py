"""What is new in a conversation of a chat program that tells of no edits and deletions: its last messages are compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pbem.gateway.forums.port import Reply

WATCHED = 40
"""How many of people's last messages in a conversation are watched for edits and deletions."""

AT_ONCE = 30
"""How many conversations are read at one time: places limit how often they are asked."""


@dataclass(frozen=True)
class Conversation:
    """What a cursor knows of a conversation: the id of the last message that was read, and versions of people's last, by id."""

    last: str = ""
    known: Mapping[str, str] = field(default_factory=dict)
    private: bool = False

    @property
    def start(self) -> str:
        """The id from which on it is read again ("": from its beginning)."""
        return min(self.known, key=order, default=self.last)


@dataclass(frozen=True)
class Page:
    """What was read: people's messages, oldest first; the id of the last message of all; `whole`: there are none after it."""

    found: Sequence[Reply]
    last: str
    whole: bool = True


def order(id: str) -> tuple[int, str]:
    """Sorts ids that are numbers of any length."""
    return len(id), id


def turn(before: Mapping[str, object], wanted: Iterable[str]) -> tuple[list[str], list[str]]:
    """Whose turn it is to be read, and who waits: new conversations first, then those that were not read for longest.

    Cursors keep conversations in the order in which they were read.
    """
    there = set(wanted)
    known = [id for id in before if id in there]
    in_order = [*(there - set(known)), *known]
    return in_order[:AT_ONCE], [id for id in in_order[AT_ONCE:] if id in before]


def news(before: Conversation, page: Page, gone: Reply) -> tuple[list[Reply], Conversation]:
    """What is new, changed or gone since, oldest first, and what to compare with the next time.

    `page` was read from `before.start` on. `gone` is what a message that is not there any more looks like, but for its id.
    """
    there = {reply.id: reply for reply in page.found}
    last = max(page.last, before.last, key=order)
    told = [
        reply
        for reply in page.found
        if order(reply.id) > order(before.last) or before.known.get(reply.id, reply.version) != reply.version
    ]
    told += [
        replace(gone, id=id, version="deleted", text="", deleted=True)
        for id in before.known
        if id not in there and (page.whole or order(id) <= order(page.last))
    ]
    versions = {reply.id: reply.version for reply in page.found[-WATCHED:]}
    return sorted(told, key=lambda reply: order(reply.id)), Conversation(last, versions, before.private)


def seen(page: Page, private: bool) -> Conversation:
    """A conversation of which nothing is told that was there already."""
    return Conversation(page.last, {reply.id: reply.version for reply in page.found[-WATCHED:]}, private)


def stored(conversations: Mapping[str, Conversation]) -> str:
    """Conversations as the text of a cursor."""
    return json.dumps({id: [each.last, dict(each.known), each.private] for id, each in conversations.items()})


def read(since: str) -> dict[str, Conversation]:
    """The conversations of a cursor."""
    return {id: Conversation(last, known, private) for id, (last, known, private) in json.loads(since or "{}").items()}
