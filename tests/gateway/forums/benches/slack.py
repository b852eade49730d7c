"""Slack behind the conformance suite: a stub."""

from __future__ import annotations

import html
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from pbem.gateway.forums.drivers.slack import Slack
from pbem.gateway.forums.port import Account, Forum, Posted
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.stubs.slack import ADMIN, CHANNEL, KEY, SIGNING, SlackStub


class SlackBench:
    """See Bench."""

    name = "slack"
    real = False
    ours = "wardroom"
    part = CHANNEL
    failures: frozenset[Failure] = frozenset({"lost answer", "out of order", "limited", "away", "wrong key"})

    def __init__(self) -> None:
        self.stub = SlackStub()
        self.forum: Forum = Slack(Account(self.stub.http.url, self.ours, KEY, SIGNING, {"moderator": ADMIN}))

    def seen(self, topic: str) -> list[Seen]:
        """See Bench."""
        channel, _, thread = topic.partition("/")
        there = [each for each in self.stub.messages[channel] if thread in (each["ts"], each.get("thread_ts"))]
        return [self._seen(channel, each) for each in there if "subtype" not in each]

    def _seen(self, channel: str, message: Mapping[str, Any]) -> Seen:
        (author,) = [name for name, id in self.stub.people.items() if id == message["user"]]
        text = html.unescape(message["text"]).replace("\u200b", "")
        return Seen(f"{channel}/{message['ts']}", author, text, len(message.get("files", [])))

    def say(self, user: str, topic: str, text: str) -> str:
        """See Bench."""
        channel, _, thread = topic.partition("/")
        return f"{channel}/{self.stub.write(channel, user, text, thread)['ts']}"

    def tell(self, user: str, text: str, topic: str = "") -> str:
        """See Bench."""
        channel = self.stub.direct(user)
        return f"{channel}/{self.stub.write(channel, user, text)['ts']}"

    def inbox(self, user: str) -> list[Seen]:
        """See Bench."""
        channel = self.stub.direct(user)
        return [self._seen(channel, each) for each in self.stub.messages[channel] if "bot_id" in each]

    def message(self, post: str) -> tuple[str, dict[str, Any]]:
        """The channel and the message of an id."""
        channel, _, ts = post.partition("/")
        message = self.stub.find(channel, ts)
        assert message is not None
        return channel, message

    def change(self, post: str, text: str) -> None:
        """See Bench."""
        _, message = self.message(post)
        message |= {"text": text, "edited": {"user": message["user"], "ts": self.stub.ts()}}

    def delete(self, post: str) -> None:
        """See Bench."""
        self.stub.remove(*self.message(post))

    def approve(self, posted: Posted) -> None:
        """Nothing is held there."""
        raise NotImplementedError

    def fails(self, how: Failure) -> AbstractContextManager[None]:
        """See Bench."""
        return self.stub.http.fails(how)

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        """See Bench."""
        return self.stub.event(*self.message(post))

    def close(self) -> None:
        """See Bench."""
        self.stub.http.close()


def open_bench() -> SlackBench:
    """A new one."""
    return SlackBench()
