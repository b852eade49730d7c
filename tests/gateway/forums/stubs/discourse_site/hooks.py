"""The webhooks of a Discourse: signed, numbered, and tried again when nobody takes them.

Each attempt has an id of its own; four more attempts follow after 1, 5, 25 and 125 minutes, unless the answer is 404 or 410.
Source: discourse/discourse app/jobs/regular/emit_web_hook_event.rb.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import urllib.error
import urllib.request
from typing import Any

from tests.gateway.forums.stubs.discourse_site.records import Event, Post, Site
from tests.gateway.forums.stubs.discourse_site.shapes import hook_json

MINUTES = (1, 5, 25, 125)


class Hooks:
    """What the forum tells to the address `url` ("": it keeps what it would tell)."""

    def __init__(self, site: Site, secret: str) -> None:
        self._site, self._secret, self._url = site, secret, ""
        self._waiting: list[Event] = []

    def to(self, url: str) -> None:
        """Tell what happens from now on to this address, beginning with a ping."""
        self._url = url
        self._send(self._event("ping", "ping", {"ping": "OK"}, 0))

    def tell(self, name: str, post: Post) -> None:
        """Something happened to a post."""
        event = self._event("post", name, {"post": hook_json(self._site, post)}, post.id)
        if self._url:
            self._send(event)

    def retry(self) -> list[int]:
        """All that was not taken is told again, as if the time had come; the minutes that it would have waited."""
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            again = self._event(event.headers["X-Discourse-Event-Type"], event.headers["X-Discourse-Event"], None, event.post)
            again.body, again.attempts = event.body, event.attempts
            again.headers["X-Discourse-Event-Signature"] = event.headers["X-Discourse-Event-Signature"]
            self._send(again)
        return [MINUTES[min(len(event.attempts), len(MINUTES)) - 1] for event in waiting]

    def last(self, post: str) -> dict[str, Any]:
        """The last that was told about a post: headers and body."""
        event = next(each for each in reversed(self._site.events) if each.post == int(post))
        return {"headers": {name.lower(): value for name, value in event.headers.items()}, "body": event.body.decode()}

    def _event(self, kind: str, name: str, content: Any, post: int) -> Event:
        body = json.dumps(content).encode()
        number = len(self._site.events) + 1
        headers = {
            "Accept": "*/*",
            "Content-Type": "application/json",
            "User-Agent": "Discourse/2026.10.0",
            "X-Discourse-Instance": "http://127.0.0.1",
            "X-Discourse-Event-Id": str(number),
            "X-Discourse-Event-Type": kind,
            "X-Discourse-Event": name,
            "X-Discourse-Event-Signature": f"sha256={hmac.new(self._secret.encode(), body, hashlib.sha256).hexdigest()}",
        }
        event = Event(number, post, headers, body)
        self._site.events.append(event)
        return event

    def _send(self, event: Event) -> None:
        """Tell it beside what goes on: who is told may ask back."""
        threading.Thread(target=self._deliver, args=(event,), daemon=True).start()

    def _deliver(self, event: Event) -> None:
        question = urllib.request.Request(self._url, event.body, event.headers, method="POST")
        try:
            with urllib.request.urlopen(question, timeout=30) as answer:
                event.attempts.append(answer.status)
        except urllib.error.HTTPError as e:
            event.attempts.append(e.code)
        except OSError:
            event.attempts.append(-1)
        failed = not 200 <= event.attempts[-1] < 300 and event.attempts[-1] not in {404, 410}
        if failed and len(event.attempts) <= len(MINUTES):
            self._waiting.append(event)
