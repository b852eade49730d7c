"""The NodeBB driver before a stub of a board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from markdown_it import MarkdownIt

from pbem.gateway.forums.drivers.nodebb import NodeBB
from pbem.gateway.forums.port import Account, Forum, Posted
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.stubs.nodebb import NodeBBStub
from tests.gateway.forums.stubs.nodebb_answers import TOKEN, Written

RENDERER = MarkdownIt("js-default", {"html": False, "breaks": True, "linkify": False})
"""As NodeBB/nodebb-plugin-markdown 13.2.8 index.js sets markdown-it up, but for links that are none yet."""


class NodeBBBench:
    """See `Bench`."""

    name = "NodeBB"
    real = False
    ours = "wardroom"
    part = "2"
    failures: frozenset[Failure] = frozenset({"lost answer", "out of order", "limited", "away", "moderated", "wrong key"})

    def __init__(self) -> None:
        self.stub = NodeBBStub()
        self.forum: Forum = NodeBB(Account(f"{self.stub.url}/", "wardroom", TOKEN))

    def seen(self, topic: str) -> list[Seen]:
        """See `Bench`."""
        posts = [self.stub.posts[pid] for pid in self.stub.topics[int(topic)].posts]
        return [self._seen(str(post.number), post) for post in posts if not post.deleted]

    def say(self, user: str, topic: str, text: str) -> str:
        """See `Bench`."""
        return str(self.stub.write(self._uid(user), int(topic), text))

    def tell(self, user: str, text: str, topic: str = "") -> str:
        """See `Bench`. A new conversation is a new room, also beside an older one."""
        uid = self._uid(user)
        room = int(topic) if topic else self.stub.chats.open_room([uid, 1]).number
        return f"m{self.stub.chats.chat(uid, room, text)}"

    def inbox(self, user: str) -> list[Seen]:
        """See `Bench`."""
        rooms = [room for room in self.stub.chats.rooms.values() if self._uid(user) in room.uids]
        mids = sorted(mid for room in rooms for mid in room.mids)
        ours = [self.stub.chats.messages[mid] for mid in mids if self.stub.chats.messages[mid].uid == 1]
        return [self._seen(f"m{message.number}", message) for message in ours]

    def change(self, post: str, text: str) -> None:
        """See `Bench`."""
        written = self._written(post)
        written.content, written.edited = text, self.stub.now()

    def delete(self, post: str) -> None:
        """See `Bench`."""
        self._written(post).deleted = 1

    def approve(self, posted: Posted) -> None:
        """See `Bench`."""
        self.stub.let_through()

    @contextmanager
    def fails(self, how: Failure) -> Iterator[None]:
        """See `Bench`."""
        self.stub.losing = how == "lost answer"
        try:
            with self.stub.fails(how):
                yield
        finally:
            self.stub.losing = False

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        """NodeBB sends none."""
        raise NotImplementedError("NodeBB sends no webhooks")

    def close(self) -> None:
        """See `Bench`."""
        self.stub.close()

    def _uid(self, user: str) -> int:
        return next(uid for uid, person in self.stub.people.items() if person.username == user)

    def _written(self, post: str) -> Written:
        return self.stub.chats.messages[int(post[1:])] if post.startswith("m") else self.stub.posts[int(post)]

    def _seen(self, id: str, post: Written) -> Seen:
        shown = str(RENDERER.render(post.content))
        text = re.sub(r"<[^>]*>", "", shown)
        return Seen(id, self.stub.people[post.uid].username, text, shown.count("<img"))


def open_bench() -> NodeBBBench:
    """A board of its own."""
    return NodeBBBench()
