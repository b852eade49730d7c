"""A place in memory: what the queue in front of it does is seen without any network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.gateway.forums.port import (
    Ability,
    Account,
    ForumError,
    Post,
    Posted,
    Received,
    Refused,
    Replies,
    Reply,
    Target,
    Unsure,
)
from pbem.present.markup import MARKDOWN, Markup


@dataclass
class MemoryForum:
    """`posts` are those that are there: (topic, post). `errors` are raised one by one before anything is done; with `loses` the
    post is made and its answer lost. `holds`: posts wait for a moderator until `held` is let through. `asked` counts.
    `parts` are those that there are (none named: any)."""

    kind: ClassVar[str] = "memory"
    markup: ClassVar[Markup] = MARKDOWN
    longest: ClassVar[int] = 5_000
    abilities: ClassVar[frozenset[Ability]] = frozenset({"search", "private", "pictures", "edit"})
    options: ClassVar[Mapping[str, str]] = {}

    posts: list[tuple[str, Target, Post]] = field(default_factory=list)
    held: list[tuple[str, Target, Post]] = field(default_factory=list)
    errors: list[ForumError] = field(default_factory=list)
    loses: int = 0
    holds: bool = False
    probed: str = ""
    asked: int = 0
    parts: set[str] = field(default_factory=set)

    def __call__(self, account: Account) -> MemoryForum:
        """The place is opened: it is always the same."""
        return self

    def probe(self, part: str) -> str:
        if self.probed:
            raise Refused(self.probed)
        if self.parts and part not in self.parts:
            raise Refused(f"there is no part {part!r}")
        return f"we may post in {part}"

    def post(self, target: Target, post: Post) -> Posted:
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        topic = target.topic or f"T{len({there for there, _, _ in self.posts}) + 1}"
        if self.holds:
            self.held.append((topic, target, post))
            return Posted("", "", held=True)
        self.posts.append((topic, target, post))
        if self.loses:
            self.loses -= 1
            raise Unsure("the answer was lost")
        return self._posted(len(self.posts) - 1)

    def _posted(self, number: int) -> Posted:
        topic = self.posts[number][0]
        return Posted(str(number + 1), topic, f"https://forum.example/{topic}/{number + 1}")

    def find(self, target: Target, marker: str) -> Posted | None:
        found = [number for number, (_, _, post) in enumerate(self.posts) if post.marker == marker]
        assert len(found) <= 1, "a post is there twice"
        return self._posted(found[0]) if found else None

    def let_through(self) -> None:
        """A moderator has read all that waits."""
        self.posts += self.held
        self.held = []

    def edit(self, posted: Posted, post: Post) -> None:
        number = int(posted.id) - 1
        topic, target, before = self.posts[number]
        assert before.marker == post.marker
        self.posts[number] = (topic, target, post)

    def replies(self, targets: Sequence[Target], since: str) -> Replies:
        raise NotImplementedError

    def hide(self, reply: Reply, why: str) -> None:
        raise NotImplementedError

    def receive(self, headers: Mapping[str, str], body: bytes) -> Received:
        raise NotImplementedError

    def texts(self) -> list[str]:
        """What is to be read there."""
        return [post.text for _, _, post in self.posts]
