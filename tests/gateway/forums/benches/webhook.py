"""A program that takes signed POSTs, behind the conformance suite: this is how one is written."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from pbem.gateway.forums.drivers.webhook import Webhook
from pbem.gateway.forums.port import Account, Forum, Posted
from tests.gateway.forums.bench import Failure, Seen
from tests.gateway.forums.stub_server import Asked, StubServer, Told

KEY = "8f742231b10e8888abcd99yyyzzz85a5"


class WebhookBench:
    """Believes what is signed, and keeps each `id` once. `taken` are the bodies that came, also twice."""

    name = "webhook"
    real = False
    ours = "wardroom"
    failures: frozenset[Failure] = frozenset({"lost answer", "out of order", "limited", "away"})

    def __init__(self) -> None:
        self.http = StubServer()
        self.http.route("POST", "/hooks/17", self._take)
        self.part = f"{self.http.url}/hooks/17?room=war"
        self.forum: Forum = Webhook(Account(self.http.url, key=KEY))
        self.taken: list[dict[str, Any]] = []

    def _take(self, asked: Asked) -> Told:
        signature = hmac.digest(KEY.encode(), asked.body, "sha256").hex()
        if asked.headers.get("x-wardroom-signature") != f"sha256={signature}":
            return Told({"error": "wrong signature"}, 403)
        assert asked.headers["x-wardroom-id"] == asked.json["id"] and asked.query == {"room": "war"}
        self.taken.append(asked.json)
        return Told(status=204)

    def seen(self, topic: str) -> list[Seen]:
        """See Bench."""
        once = {each["id"]: each for each in self.taken if each["topic"] == topic}
        return [Seen(id, self.ours, _shown(each["markdown"]), int(bool(each["map"]))) for id, each in once.items()]

    def say(self, user: str, topic: str, text: str) -> str:
        """Nobody answers there."""
        raise NotImplementedError

    def tell(self, user: str, text: str, topic: str = "") -> str:
        """Nobody answers there."""
        raise NotImplementedError

    def inbox(self, user: str) -> list[Seen]:
        """Nobody is written to there."""
        raise NotImplementedError

    def change(self, post: str, text: str) -> None:
        """Nobody answers there."""
        raise NotImplementedError

    def delete(self, post: str) -> None:
        """Nobody answers there."""
        raise NotImplementedError

    def approve(self, posted: Posted) -> None:
        """Nothing is held there."""
        raise NotImplementedError

    def fails(self, how: Failure) -> AbstractContextManager[None]:
        """See Bench."""
        return self.http.fails(how)

    def hook(self, post: str) -> tuple[Mapping[str, str], bytes]:
        """It tells of nothing."""
        raise NotImplementedError

    def close(self) -> None:
        """See Bench."""
        self.http.close()


def open_bench() -> WebhookBench:
    """A new one."""
    return WebhookBench()


def _shown(text: str) -> str:
    return text.replace("\\", "").replace("\u200b", "")
