"""What is special to programs that take a POST: the body, its signature, sent at least once, to the operator's hosts only."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from pbem.gateway.forums import http
from pbem.gateway.forums.drivers.webhook import Webhook
from pbem.gateway.forums.port import Account, Picture, Post, Refused, Target, Unsure
from pbem.gateway.forums.writing import Writer
from pbem.service.context import RecordCache
from pbem.service.released import nobody_at_once, public_view
from pbem.service.reports.turn_report import turn_report
from tests.gateway.forums.benches.webhook import WebhookBench
from tests.gateway.forums.stub_server import Asked, Told
from tests.web.builders.sites import WebSite
from tests.web.conftest import site

__all__ = ["site"]

TURN = Post("m1", "First Blood (g1)", "### Turn 1\n\nA < B & C", (Picture("map.png", b"", "https://w.example/map.png", "map"),))


@pytest.fixture
def bench() -> Iterator[WebhookBench]:
    """A program."""
    made = WebhookBench()
    yield made
    made.close()


def test_the_body_is_read_by_chat_programs_too(bench: WebhookBench) -> None:
    """Discord reads `content` and is told to call nobody, Slack and Mattermost `text`."""
    bench.forum.post(Target(bench.part), TURN)
    assert bench.taken == [
        {
            "id": "m1",
            "topic": "m1",
            "title": "First Blood (g1)",
            "map": "https://w.example/map.png",
            "text": "### Turn 1\n\nA &lt; B &amp; C",
            "content": "### Turn 1\n\nA < B & C",
            "markdown": "### Turn 1\n\nA < B & C",
            "allowed_mentions": {"parse": []},
        }
    ]


def test_a_turn_comes_with_its_facts_and_nothing_hidden(bench: WebhookBench, site: WebSite) -> None:
    """Which game and turn, where to read it, when orders are due; no seat's own sheet."""
    stream = site.opened("stingray", "agent-x20", captain="bot:steady", copilot="bot:steady", aquaphibian="bot:steady")
    site.played(stream, 1)
    context = public_view(site.context, nobody_at_once, RecordCache())
    bench.forum.post(Target(bench.part), Writer(context, "https://w.example", "club", bench.forum).report(stream, 1))
    (told,) = bench.taken
    report = turn_report(context, stream, 1, None).report
    page = f"https://w.example/g/{stream}/t/1"
    facts = {"event": "turn", "game": stream, "turn": 1, "due": report.due, "url": page, "map": f"{page}/map.png"}
    assert {name: told[name] for name in facts} == facts and told["markdown"].startswith("### ")
    seat = turn_report(site.context, stream, 1, "captain").report
    hidden = {line.text for line in seat.lines} - {line.text for line in report.lines}
    assert hidden and not any(text in told["markdown"] for text in hidden)


def test_a_long_text_is_cut_for_chat_programs_and_calls_nobody(bench: WebhookBench) -> None:
    """The whole of it is in `markdown`."""
    bench.forum.post(Target(bench.part), Post("m2", "", "@everyone <!channel> @here " + "x" * 5000))
    (told,) = bench.taken
    assert told["content"].startswith("@\u200beveryone") and "@\u200bhere" in told["content"] and len(told["content"]) < 1950
    assert "&lt;!channel&gt;" in told["text"] and len(told["markdown"]) > 5000


def test_a_lost_answer_is_sent_again_with_the_same_id(bench: WebhookBench) -> None:
    """The program tells by it that it had the post already."""
    with bench.fails("lost answer"), pytest.raises(Unsure):
        bench.forum.post(Target(bench.part), TURN)
    posted = bench.forum.post(Target(bench.part), TURN)
    assert [each["id"] for each in bench.taken] == ["m1", "m1"] and len(bench.seen(posted.topic)) == 1


def test_what_is_not_taken_is_refused(bench: WebhookBench) -> None:
    """A wrong key, and an address that leads elsewhere: redirections are not followed."""
    with pytest.raises(Refused, match="it answered 403"):
        Webhook(Account(bench.http.url, key="wrong")).post(Target(bench.part), TURN)
    bench.http.route("POST", "/moved", lambda asked: Told(status=302, headers={"Location": bench.part}))
    with pytest.raises(Refused, match="it answered 302"):
        bench.forum.post(Target(f"{bench.http.url}/moved"), TURN)
    assert bench.taken == []


def test_without_a_key_nothing_is_signed(bench: WebhookBench) -> None:
    """As the incoming webhooks of chat programs need none."""
    headers: list[dict[str, str]] = []

    def take(asked: Asked) -> Told:
        headers.append(dict(asked.headers))
        return Told(b"ok")

    bench.http.route("POST", "/services/T1/B1", take)
    Webhook(Account(f"{bench.http.url}/services/T1/B1")).post(Target(), TURN)
    assert headers[0]["x-wardroom-id"] == "m1" and "x-wardroom-signature" not in headers[0]


@pytest.mark.parametrize("part", ["file:///etc/passwd", "ftp://example.org/", "https://", "gopher://x", "example.org/hook"])
def test_only_web_addresses_are_taken(bench: WebhookBench, part: str) -> None:
    """Anything else is refused with an example."""
    for act in (lambda: bench.forum.probe(part), lambda: bench.forum.post(Target(part), TURN)):
        with pytest.raises(Refused, match="write it like https://"):
            act()


def test_only_the_operators_host_is_reached(bench: WebhookBench) -> None:
    """Whoever runs a game names the part, and must not reach what is beside us."""
    for part in ("http://169.254.169.254/latest", "http://127.0.0.1:1/", bench.part.replace("http:", "https:")):
        with pytest.raises(Refused, match="as the operator has set it up"):
            bench.forum.post(Target(part), TURN)
    assert bench.forum.probe(bench.part) == f"Posts go to {bench.part}, signed."


def test_one_that_answers_without_end_is_cut_off(bench: WebhookBench, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it holds up no other; whether it was taken is not known."""
    enough = threading.Event()

    def wait(asked: Asked) -> Told:
        enough.wait(60)
        return Told()

    bench.http.route("POST", "/slow", wait)
    monkeypatch.setattr(http, "SECONDS", 0.3)
    with pytest.raises(Unsure, match="took too long"):
        bench.forum.post(Target(f"{bench.http.url}/slow"), TURN)
    enough.set()
