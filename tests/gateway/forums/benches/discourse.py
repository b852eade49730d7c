"""The bench of the Discourse driver: the stub, in this process or in one of its own."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pbem.gateway.forums.drivers.discourse import Discourse
from pbem.gateway.forums.port import Account, Forum, Posted
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.stubs.discourse import HOOK_KEY, KEY, US, DiscourseStub


class DiscourseBench:
    """A stub in this process, or the one that listens at `url`: that one cannot be away."""

    name = "discourse"
    real = False
    ours = US
    part = "5"

    def __init__(self, url: str = "") -> None:
        self.stub = None if url else DiscourseStub()
        self.url = self.stub.url if self.stub else url
        self.account = Account(self.url, US, KEY, HOOK_KEY)
        self.forum: Forum = Discourse(self.account)
        failures: set[Failure] = {"lost answer", "out of order", "limited", "moderated", "wrong key", "too similar"}
        self.failures: frozenset[Failure] = frozenset(failures | ({"away"} if self.stub else set()))
        self.act("set", allow_duplicate_topic_titles=1)  # the suite begins all its topics with one title
        for user in ("blue", "red"):
            self.act("member", user=user)

    def act(self, what: str, **how: Any) -> Any:
        """Something that is done at the stub beside Discourse's own calls."""
        question = urllib.request.Request(
            f"{self.url}/stub/{what}", json.dumps(how).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        with urllib.request.urlopen(question, timeout=30) as answer:
            return json.load(answer)

    def posts(self) -> list[dict[str, Any]]:
        """All posts of the forum, also those that are gone."""
        with urllib.request.urlopen(f"{self.url}/stub/seen", timeout=30) as answer:
            return list(json.load(answer))

    def seen(self, topic: str) -> list[Seen]:
        return [_seen(each) for each in self.posts() if each["topic"] == topic and not each["gone"]]

    def say(self, user: str, topic: str, text: str) -> str:
        return str(self.act("say", user=user, topic=topic, text=text))

    def tell(self, user: str, text: str, topic: str = "") -> str:
        return str(self.act("tell", user=user, text=text, topic=topic))

    def inbox(self, user: str) -> list[Seen]:
        return [_seen(each) for each in self.posts() if user in each["readers"] and each["author"] == US]

    def change(self, post: str, text: str) -> None:
        self.act("change", post=post, text=text)

    def delete(self, post: str) -> None:
        self.act("delete", post=post)

    def approve(self, posted: Posted) -> None:
        self.act("approve")

    @contextmanager
    def fails(self, how: Failure) -> Iterator[None]:
        if how == "away":
            assert self.stub, "a stub in another process is never away"
            self.stub.away()
        else:
            self.act("fail", how=how)
        try:
            yield
        finally:
            if self.stub and how == "away":
                self.stub.back()
            else:
                self.act("fail", how="")

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        told = self.act("hook", post=post)
        return told["headers"], told["body"].encode()

    def close(self) -> None:
        if self.stub:
            self.stub.away()


def _seen(post: Mapping[str, Any]) -> Seen:
    return Seen(post["id"], post["author"], post["text"], post["pictures"])


def open_bench() -> DiscourseBench:
    """A stub in this process."""
    return DiscourseBench()
