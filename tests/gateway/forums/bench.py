"""What the conformance suite asks of a place: a driver in front of it, and its other people and failures behind it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

from pbem.gateway.forums.port import Forum, Posted

Failure = Literal["lost answer", "out of order", "limited", "away", "moderated", "wrong key", "too similar"]
"""What a place does while it fails.

lost answer: it does what it is asked, and its answer never comes. out of order: 503, and nothing is done. limited: it says to
wait 7 seconds (or the nearest that it can say), and nothing is done. away: nobody listens. moderated: what is posted waits for
a moderator. wrong key: our key is not valid any more. too similar: it refuses a text as said before.
"""


@dataclass(frozen=True)
class Seen:
    """A post as a person reads it there: text as rendered (without our marker), `author` a user name."""

    id: str
    author: str
    text: str
    pictures: int = 0


class Bench(Protocol):
    """A place of one kind: a stub or a real server. `ours` is our user name there, `part` where we may post.

    `failures` are those that it can bring about. Persons are `blue` and `red`; they need not be known beforehand.
    """

    name: str
    real: bool
    forum: Forum
    ours: str
    part: str
    failures: frozenset[Failure]

    def seen(self, topic: str) -> list[Seen]:
        """The posts of a topic, oldest first, as everybody reads them; hidden, deleted and held posts are not among them."""

    def say(self, user: str, topic: str, text: str) -> str:
        """A person answers in a public topic; the id of the post."""

    def tell(self, user: str, text: str, topic: str = "") -> str:
        """A person writes to us alone ("": a new conversation); the id of the post. Only with the ability `private`."""

    def inbox(self, user: str) -> list[Seen]:
        """All that we have sent this person privately, oldest first. Only with the ability `private`."""

    def change(self, post: str, text: str) -> None:
        """Its author edits a post (of `say` or `tell`)."""

    def delete(self, post: str) -> None:
        """Its author deletes a post (of `say` or `tell`)."""

    def approve(self, posted: Posted) -> None:
        """A moderator lets through whatever is held. Only with the failure `moderated`."""

    def fails(self, how: Failure) -> AbstractContextManager[None]:
        """Within the block the place fails like that, each time it is asked."""

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        """What the place sends to our address about a post of a person: headers (lower case) and body. Only with `hooks`."""

    def close(self) -> None:
        """Stop whatever runs."""
