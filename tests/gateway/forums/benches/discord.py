"""Discord behind the conformance suite: a stub."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from pbem.gateway.forums.drivers.discord import UNSEEN, Discord
from pbem.gateway.forums.port import Account, Forum, Posted
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.stubs.discord import CHANNEL, KEY, SERVER, DiscordStub


class DiscordBench:
    """See Bench. Persons can write to the bot first, but as there, it learns of those only that it is given as targets."""

    name = "discord"
    real = False
    ours = "wardroom"
    failures: frozenset[Failure] = frozenset({"lost answer", "out of order", "limited", "away", "wrong key"})

    def __init__(self, part: str = CHANNEL) -> None:
        self.stub = DiscordStub()
        self.part = part
        self.forum: Forum = self.opened()

    def opened(self) -> Discord:
        """The driver, as it is after a new start."""
        return Discord(Account(self.stub.http.url, self.ours, KEY, options={"server": SERVER}))

    def seen(self, topic: str) -> list[Seen]:
        """See Bench: the message that a thread stands on is shown on top of it."""
        first = [each for there in self.stub.messages.values() for each in there if each["id"] == topic]
        later = [each for each in self.stub.messages[topic] if each["type"] == 0 and each["id"] != topic]
        return [_seen(message) for message in [*first, *later]]

    def say(self, user: str, topic: str, text: str) -> str:
        """See Bench."""
        return str(self.stub.write(topic, user, text)["id"])

    def tell(self, user: str, text: str, topic: str = "") -> str:
        """See Bench."""
        channel = self.stub.direct(user)
        if not topic and not self.stub.messages[channel]:
            raise NotImplementedError("Discord tells a bot without the socket for events only of those it wrote to first")
        return str(self.stub.write(channel, user, text)["id"])

    def inbox(self, user: str) -> list[Seen]:
        """See Bench."""
        return [_seen(each) for each in self.stub.messages[self.stub.direct(user)] if each["author"].get("bot")]

    def change(self, post: str, text: str) -> None:
        """See Bench."""
        message = self._message(post)
        edits = 1 + int((message["edited_timestamp"] or "2026-11-24T10:00:00")[17:19])
        message |= {"content": text, "edited_timestamp": f"2026-11-24T10:30:{edits:02}.000000+00:00"}

    def delete(self, post: str) -> None:
        """See Bench."""
        self.stub.messages[self._message(post)["channel_id"]].remove(self._message(post))

    def _message(self, post: str) -> dict[str, Any]:
        return next(each for there in self.stub.messages.values() for each in there if each["id"] == post)

    def approve(self, posted: Posted) -> None:
        """Nothing is held there."""
        raise NotImplementedError

    def fails(self, how: Failure) -> AbstractContextManager[None]:
        """See Bench."""
        return self.stub.http.fails(how)

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        """It tells of nothing by itself."""
        raise NotImplementedError

    def close(self) -> None:
        """See Bench."""
        self.stub.http.close()


def open_bench() -> DiscordBench:
    """A new one."""
    return DiscordBench()


def _seen(message: Mapping[str, Any]) -> Seen:
    text = message["content"].translate(UNSEEN).replace("\\", "").replace("\u200b", "").strip()
    return Seen(message["id"], message["author"]["username"], text, len(message["attachments"]))
