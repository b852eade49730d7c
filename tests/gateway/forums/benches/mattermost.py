"""Mattermost behind the conformance suite: a stub."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from pbem.gateway.forums.drivers.mattermost import Mattermost
from pbem.gateway.forums.port import Account, Forum, Posted
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.stubs.mattermost import HOOK, KEY, MattermostStub, as_json


class MattermostBench:
    """See Bench."""

    name = "mattermost"
    real = False
    ours = "wardroom"
    part = "wargames/war-room"
    failures: frozenset[Failure] = frozenset({"lost answer", "out of order", "limited", "away", "wrong key"})

    def __init__(self) -> None:
        self.stub = MattermostStub()
        self.forum: Forum = Mattermost(Account(self.stub.http.url, self.ours, KEY, HOOK))

    def seen(self, topic: str) -> list[Seen]:
        """See Bench."""
        there = [each for each in self.stub.posts.values() if topic in (each["id"], each["root_id"])]
        return [self._seen(each) for each in there if not each["delete_at"]]

    def _seen(self, post: Mapping[str, Any]) -> Seen:
        (author,) = [name for name, id in self.stub.people.items() if id == post["user_id"]]
        return Seen(post["id"], author, post["message"].replace("\\", "").replace("\u200b", ""), len(post["file_ids"]))

    def say(self, user: str, topic: str, text: str) -> str:
        """See Bench."""
        return str(self.stub.write(self.stub.channel, user, text, topic)["id"])

    def tell(self, user: str, text: str, topic: str = "") -> str:
        """See Bench."""
        return str(self.stub.write(self.stub.direct(user), user, text)["id"])

    def inbox(self, user: str) -> list[Seen]:
        """See Bench."""
        channel, ours = self.stub.direct(user), self.stub.people["wardroom"]
        there = [each for each in self.stub.posts.values() if (each["channel_id"], each["user_id"]) == (channel, ours)]
        return [self._seen(each) for each in there if not each["delete_at"]]

    def change(self, post: str, text: str) -> None:
        """See Bench."""
        self.stub.change(self.stub.posts[post], text)

    def delete(self, post: str) -> None:
        """See Bench."""
        self.stub.remove(self.stub.posts[post])

    def approve(self, posted: Posted) -> None:
        """Nothing is held there."""
        raise NotImplementedError

    def fails(self, how: Failure) -> AbstractContextManager[None]:
        """See Bench."""
        return self.stub.http.fails(how)

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        """See Bench."""
        return as_json(self.stub.outgoing(self.stub.posts[post]))

    def close(self) -> None:
        """See Bench."""
        self.stub.http.close()


def open_bench() -> MattermostBench:
    """A new one."""
    return MattermostBench()
