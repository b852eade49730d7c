"""A place in memory where people write to us, which tells of it when it is asked, and by itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from pbem.gateway.forums.port import Ability, BadSignature, ForumError, Received, Refused, Replies, Reply, Target
from tests.gateway.forums.memory_forum import MemoryForum


@dataclass
class TalkingForum(MemoryForum):
    """`said` is what people wrote; `away` is raised when it is asked. `moderator`: it hides what we ask it to hide."""

    abilities: ClassVar[frozenset[Ability]] = frozenset({"search", "private", "replies", "hooks", "hide"})

    said: list[Reply] = field(default_factory=list)
    asked_for: list[Sequence[Target]] = field(default_factory=list)
    away: ForumError | None = None
    moderator: bool = True
    hidden: list[str] = field(default_factory=list)

    def tell(self, user: str, text: str, topic: str = "", id: str = "", version: str = "1", private: bool = True) -> Reply:
        """A person writes, privately if nothing else is said, or changes what they wrote (`id`)."""
        number = len(self.said) + 1
        reply = Reply(id or f"m{number}", topic or f"talk with {user}", user, text, version, private)
        self.said.append(reply)
        return reply

    def delete(self, reply: Reply) -> None:
        self.said.append(replace(reply, text="", deleted=True))

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        self.asked_for.append(targets)
        if self.away:
            raise self.away
        return Replies(self.said[int(since or 0) :], str(len(self.said)))

    def hide(self, reply: Reply, why: str) -> None:
        if not self.moderator:
            raise Refused("we are no moderator")
        self.hidden.append(reply.id)

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        if headers.get("x-signature") != "right":
            raise BadSignature("no")
        told = json.loads(body)
        return Received(told["event"], [Reply(**each) for each in told["found"]], '{"ok": true}')

    def told(self, user: str) -> list[str]:
        """What we wrote to a person."""
        return [post.text.replace("\\", "").replace("\u200b", "") for _, target, post in self.posts if target.user == user]
