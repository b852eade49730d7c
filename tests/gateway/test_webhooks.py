"""Webhooks: a real HTTP server is told of each resolved turn, signed, in order, until it takes it."""

from __future__ import annotations

import hmac
import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from pbem.gateway import webhooks
from pbem.service.context import ActRefused
from pbem.service.reports.turn_report import turn_report
from tests.web.builders.sites import WebSite
from tests.web.conftest import site

__all__ = ["site"]


@dataclass
class Forum:
    """What was sent there: (body, signature). `answers` is the status; with `drips` it comes byte by byte until that is set."""

    url: str = ""
    answers: int = 204
    drips: threading.Event | None = None
    taken: list[tuple[bytes, str]] = field(default_factory=list)

    def turns(self) -> list[int]:
        return [json.loads(body)["turn"] for body, _ in self.taken]


@pytest.fixture
def forum() -> Iterator[Forum]:
    """A forum's robot on loopback."""
    made = Forum()

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.taken.append((body, self.headers["X-Wardroom-Signature"]))
            if made.drips:
                return self.drip(made.drips)
            self.send_response(made.answers)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def drip(self, enough: threading.Event) -> None:
            while not enough.wait(0.05):
                try:
                    self.wfile.write(b"H")
                    self.wfile.flush()
                except OSError:
                    return

        def log_message(self, *_: object) -> None:
            """Nothing on the screen."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    made.url = f"http://127.0.0.1:{server.server_port}/hooks/17?room=war"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


def test_each_turn_is_told_once_and_signed(site: WebSite, forum: Forum) -> None:
    """From the next turn on: title, links and the public report; the signature is that of the key that was given out."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    site.played(stream, 1)
    hooks = site.gateway.webhooks
    hooks.add(stream, forum.url)
    assert hooks.flush() == 0 and not forum.taken
    site.played(stream, 2)
    assert [hooks.flush() for _ in range(3)] == [1, 1, 0]
    assert forum.turns() == [2, 3]
    body, signature = forum.taken[0]
    assert signature == f"sha256={hmac.digest(hooks.key(forum.url).encode(), body, 'sha256').hex()}"
    told = json.loads(body)
    assert told["url"].endswith(f"/g/{stream}/t/2") and told["text"] == told["content"] and "First Blood" in told["text"]
    assert told["markdown"].startswith("### ")


def test_nothing_hidden_is_told(site: WebSite, forum: Forum) -> None:
    """What goes out is what a spectator may read: no order template, no seat's own sheet."""
    stream = site.opened("stingray", "agent-x20", captain="bot:steady", copilot="bot:steady", aquaphibian="bot:steady")
    site.gateway.webhooks.add(stream, forum.url)
    site.played(stream, 1)
    assert site.gateway.webhooks.flush() == 1
    markdown = json.loads(forum.taken[0][0])["markdown"]
    seat = turn_report(site.context, stream, 1, "captain").report
    hidden = {told.text for told in seat.lines} - {
        told.text for told in turn_report(site.context, stream, 1, None).report.lines
    }
    assert hidden and not any(text in markdown for text in hidden)


def test_what_is_refused_is_tried_again(site: WebSite, forum: Forum) -> None:
    """An error of the forum is kept, waited for longer each time, and forgotten when the turn is taken."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    hooks = site.gateway.webhooks
    hooks.add(stream, forum.url)
    site.played(stream, 1)
    forum.answers = 503
    assert hooks.flush() == hooks.flush() == 0 and len(forum.taken) == 1
    (hook,) = hooks.of(stream)
    assert "503" in hook.error and hook.attempts == 1 and hook.told == 0
    forum.answers = 200
    site.clock.advance(1)
    assert hooks.flush() == 1
    (hook,) = hooks.of(stream)
    assert (hook.told, hook.attempts, hook.error) == (1, 0, "")


def test_a_server_that_is_away_holds_up_nothing(site: WebSite) -> None:
    """Nobody listens there: noted, and tried later."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    site.gateway.webhooks.add(stream, "http://127.0.0.1:1/")
    site.played(stream, 1)
    assert site.gateway.webhooks.flush() == 0
    assert site.gateway.webhooks.of(stream)[0].error


@pytest.mark.parametrize("url", ["", "file:///etc/passwd", "ftp://example.org/", "https://", "gopher://x", "example.org/hook"])
def test_only_web_addresses_are_taken(site: WebSite, url: str) -> None:
    """Anything else is refused with an example."""
    stream = site.opened()
    with pytest.raises(ActRefused, match="write it like https://"):
        site.gateway.webhooks.add(stream, url)
    assert site.gateway.webhooks.of(stream) == []


def test_a_hook_can_be_dropped(site: WebSite, forum: Forum) -> None:
    """No turn is told any more."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    site.gateway.webhooks.add(stream, forum.url)
    assert site.gateway.webhooks.drop(stream, forum.url) and not site.gateway.webhooks.drop(stream, forum.url)
    site.played(stream, 1)
    assert site.gateway.webhooks.flush() == 0


def test_one_that_drips_holds_up_no_other(site: WebSite, forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that never ends is cut off, noted, and tried again; it is no answer."""
    stream = site.opened(blue="bot:cautious", red="bot:cautious")
    hooks = site.gateway.webhooks
    hooks.add(stream, forum.url)
    forum.drips = threading.Event()
    site.played(stream, 1)
    with monkeypatch.context() as short:
        short.setattr(webhooks, "TIMEOUT", 0.3)
        assert hooks.flush() == 0
    forum.drips.set()
    forum.drips = None
    (hook,) = hooks.of(stream)
    assert hook.error and hook.attempts == 1 and hook.told == 0
    site.clock.advance(1)
    assert hooks.flush() == 1 and hooks.of(stream)[0].error == ""
