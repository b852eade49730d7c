"""What others write at a Discourse: asked for topic by topic, and told by its webhooks."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from pbem.gateway.forums.drivers.discourse import Discourse, replies
from pbem.gateway.forums.port import BadSignature, RateLimited, Received, Refused, Reply, Target, Unreachable
from tests.gateway.forums.benches.discourse import DiscourseBench
from tests.gateway.forums.drivers.test_discourse import PUBLIC, asked, post, refused
from tests.gateway.forums.stubs import discourse as discourse_stub
from tests.web.builders.serving import until


@pytest.fixture
def bench() -> Iterator[DiscourseBench]:
    made = DiscourseBench()
    yield made
    made.close()


# ---------------------------------------------------------------- what others write


def fresh(bench: DiscourseBench, since: str, *topics: str) -> tuple[list[Reply], str]:
    told = bench.forum.replies([Target("5", topic=topic) for topic in topics], since)
    return list(told.found), told.since


def test_a_message_that_a_third_reads_is_not_private(bench: DiscourseBench) -> None:
    since = bench.forum.replies([], "").since
    bench.act("tell", user="blue", text="SR1: ahead full", others=["red"])
    topic = bench.forum.post(Target(user="red"), post("a1")).topic
    bench.tell("red", "LB2: hard to port", topic)
    found, since = fresh(bench, since)
    assert [(each.author, each.private) for each in found] == [("blue", False), ("red", True)]
    bench.act("invite", topic=topic, user="blue")
    bench.tell("red", "LB2: hard to port, and fire", topic)
    found, _ = fresh(bench, since)
    assert [each.private for each in found] == [False]


def test_the_system_and_small_actions_are_no_answers(bench: DiscourseBench) -> None:
    topic = bench.forum.post(PUBLIC, post("a1")).topic
    since = bench.forum.replies([], "").since
    bench.say("system", topic, "This topic was automatically closed.")
    bench.act("say", user="red", topic=topic, text="pinned", type=3)
    bench.act("say", user="red", topic=topic, text="a whisper among the staff", type=4)
    bench.act("say", user="red", topic=topic, text="said as a moderator", type=2)
    found, _ = fresh(bench, since, topic)
    assert [each.text for each in found] == ["said as a moderator"]


def test_what_moderators_delete_or_the_community_hides_is_told_as_deleted(bench: DiscourseBench) -> None:
    topic = bench.forum.post(PUBLIC, post("a1")).topic
    since = bench.forum.replies([], "").since
    ids = [bench.say("red", topic, text) for text in ("the first", "the second", "the third")]
    _, since = fresh(bench, since, topic)
    bench.act("delete", post=ids[0], by="system")
    bench.act("flag", post=ids[1])
    found, since = fresh(bench, since, topic)
    assert [(each.id, each.author, each.deleted, each.text) for each in found] == [(id, "red", True, "") for id in ids[:2]]
    first = next(each["id"] for each in bench.posts() if each["topic"] == topic)
    bench.act("delete", post=first, by="system")
    found, since = fresh(bench, since, topic)
    assert [each.id for each in found] == [ids[2]] and found[0].deleted, "with its topic a post is gone too"
    assert fresh(bench, since, topic)[0] == []


def test_an_edit_within_the_first_minutes_has_another_version(bench: DiscourseBench) -> None:
    """Discourse itself counts it as none."""
    since = bench.forum.replies([], "").since
    id = bench.tell("blue", "SR1: ahead full")
    (first,), since = fresh(bench, since)
    bench.change(id, "SR1: hold")
    (second,), since = fresh(bench, since)
    bench.change(id, "SR1: ahead full")
    (third,), _ = fresh(bench, since)
    assert len({first.version, second.version, third.version}) == 3 and third.text == first.text


def test_more_topics_than_one_call_looks_at_are_looked_at_in_turn(
    bench: DiscourseBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "LOOKS", 2)
    topics = [bench.forum.post(PUBLIC, post(f"a{number}")).topic for number in range(5)]
    since = bench.forum.replies([], "").since
    said = {bench.say("red", topic, "A remark on the turn.") for topic in topics}
    found = []
    for _ in range(3):
        before = len(asked(bench, "GET"))
        some, since = fresh(bench, since, *topics)
        found += some
        assert len(asked(bench, "GET")) - before <= 3, "the list of messages, and two topics"
    assert {each.id for each in found} == said


def test_conversations_on_later_pages_are_not_lost(bench: DiscourseBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discourse_stub, "LISTED", 2)
    monkeypatch.setattr(replies, "LOOKS", 3)
    since = bench.forum.replies([], "").since
    for turn in range(2):
        told = {bench.tell(f"player{number}", f"SR1: ahead {turn}") for number in range(8)}
        found = []
        for _ in range(4):
            some, since = fresh(bench, since)
            found += some
        assert {each.id for each in found} == told and all(each.private for each in found)
        assert fresh(bench, since)[0] == []


def test_a_long_conversation_is_told_in_pieces_before_the_next(bench: DiscourseBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "LOOKS", 1)
    monkeypatch.setattr(replies, "CATCH_UP", 2)
    since = bench.forum.replies([], "").since
    bench.tell("red", "LB2: hold")
    _, since = fresh(bench, since)
    first = bench.tell("blue", "SR1: ahead full")
    topic = next(each["topic"] for each in bench.posts() if each["id"] == first)
    for number in range(24):
        bench.tell("blue", f"SR1: and {number} more", topic)
    counts = []
    for _ in range(3):
        found, since = fresh(bench, since)
        counts.append(len(found))
    assert counts == [2, 2, 21]


def test_what_we_may_not_see_any_more_is_not_taken_back(bench: DiscourseBench) -> None:
    """Neither by a key that is not valid for a while, nor by a topic that we were taken out of."""
    bench.act("set", detailed_404=1)
    since = bench.forum.replies([], "").since
    bench.tell("blue", "SR1: ahead full")
    (reply,), since = fresh(bench, since)
    bench.act("fail", how="wrong key")
    with pytest.raises(Refused):
        fresh(bench, since)
    bench.act("fail", how="")
    bench.act("leave", topic=reply.topic, user="wardroom")
    assert fresh(bench, since, reply.topic)[0] == []


def test_a_place_to_go_on_from_is_one_that_was_told(bench: DiscourseBench) -> None:
    for since in ("yesterday", "[]", '{"last": 1}', '{"topics": {"7": {}}}'):
        assert "no place to go on from" in str(refused(lambda since=since: fresh(bench, since)))


# ---------------------------------------------------------------- webhooks


def test_a_message_to_us_is_told_with_who_reads_it_and_those_of_strangers_are_not(bench: DiscourseBench) -> None:
    """The webhooks of a Discourse tell of everybody's messages."""
    assert bench.stub
    ours = bench.tell("blue", "SR1: ahead full")
    (reply,) = bench.forum.receive(*bench.hook(ours)).found
    assert (reply.author, reply.private, reply.text) == ("blue", True, "SR1: ahead full")
    (polled,) = [each for each in fresh(bench, json.dumps({"topics": {}}))[0] if each.id == ours]
    assert polled == reply, "told or asked for, it is the same"
    site = bench.stub.site
    strange = site.begin(site.user("red"), "Between us", "Shall we attack blue?", None, [site.user("red"), site.user("green")])
    bench.stub.hooks.tell("post_created", strange)
    assert bench.forum.receive(*bench.hook(str(strange.id))).found == []
    bench.act("member", user="wardroom", admin=True)
    assert bench.forum.receive(*bench.hook(str(strange.id))).found == [], "an administrator may read them, and it is not to us"


def test_events_say_what_happened(bench: DiscourseBench) -> None:
    topic = bench.forum.post(PUBLIC, post("a1")).topic
    id = bench.say("red", topic, "We shall win this.")
    bench.change(id, "We shall lose this.")
    assert [each.text for each in bench.forum.receive(*bench.hook(id)).found] == ["We shall lose this."]
    bench.delete(id)
    assert [each.deleted for each in bench.forum.receive(*bench.hook(id)).found] == [True]
    told = bench.tell("blue", "SR1: ahead full")
    bench.act("delete", post=told, by="system")
    assert [(each.deleted, each.private) for each in bench.forum.receive(*bench.hook(told)).found] == [(True, True)]
    bench.act("recover", post=id)
    assert bench.forum.receive(*bench.hook(id)).event
    own = bench.forum.post(replace(PUBLIC, topic=topic), post("b2"))
    assert bench.forum.receive(*bench.hook(own.id)).found == []


def test_without_a_secret_nothing_is_believed(bench: DiscourseBench) -> None:
    told = bench.hook(bench.tell("blue", "SR1: ahead full"))
    with pytest.raises(BadSignature):
        Discourse(replace(bench.account, hook_key="")).receive(*told)
    with pytest.raises(BadSignature):
        bench.forum.receive({**told[0], "x-discourse-event-signature": "sha256=é"}, told[1])


@contextmanager
def listener(forum: Any, taken: list[Received], statuses: list[int], said: str = '{"said": "I am none"}') -> Iterator[str]:
    """A web server that reads webhooks, and answers with these statuses first; `said` is its answer to questions."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken.append(forum.receive({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(statuses.pop(0) if statuses else 200)
            self.end_headers()

        def do_GET(self) -> None:
            self.send_response(statuses.pop(0) if statuses else 200)
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *_: object) -> None:
            """Nothing on the screen."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_what_nobody_took_is_told_again_under_another_number(bench: DiscourseBench) -> None:
    taken: list[Received] = []
    with listener(bench.forum, taken, [200, 500]) as url:
        bench.act("webhook", url=url)
        _wait(taken, 1)
        assert taken[0] == Received("")
        bench.tell("blue", "SR1: ahead full")
        _wait(taken, 2)
        waited: list[int] = []
        for _ in range(100):
            waited = waited or bench.act("retry")
        _wait(taken, 3)
    assert waited == [1] and taken[1].event != taken[2].event
    assert taken[1].found == taken[2].found and taken[1].found[0].private, "it is known by its version"


def _wait(taken: list[Received], number: int) -> None:
    until(lambda: len(taken) >= number, f"{number} webhooks come")


def test_something_else_that_answers_is_no_discourse() -> None:
    bench = DiscourseBench()
    with listener(bench.forum, [], []) as url:
        other = Discourse(replace(bench.account, url=url))
        for act in (lambda: other.probe("5"), lambda: other.replies([], ""), lambda: other.find(PUBLIC, "a1")):
            with pytest.raises(Unreachable, match="answered nothing that a Discourse answers"):
                act()
    bench.close()


def test_the_seconds_to_wait_are_read_where_a_proxy_took_the_header_away(bench: DiscourseBench) -> None:
    said = '{"errors": ["Slow down"], "extras": {"wait_seconds": 4}}'
    with listener(bench.forum, [], [429], said) as url, pytest.raises(RateLimited) as limited:
        Discourse(replace(bench.account, url=url)).probe("5")
    assert limited.value.seconds == 4
