"""What is special to a Discourse: lengths and titles, its review queue, uploads, who reads a message, webhooks."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from pbem.gateway.forums.drivers.discourse import Discourse, replies
from pbem.gateway.forums.port import (
    BadSignature,
    Picture,
    Post,
    RateLimited,
    Received,
    Refused,
    Reply,
    Target,
    Unreachable,
    Unsure,
)
from tests.gateway.forums.drivers import discourse_stub
from tests.gateway.forums.drivers.discourse_bench import DiscourseBench

PUBLIC = Target("5")
TEXT = "The turn is resolved, and all may read it."
PNG = Picture("map.png", b"\x89PNG not looked into", "https://example.org/g/g1/t/1/map.png", "the map")


@pytest.fixture
def bench() -> Iterator[DiscourseBench]:
    made = DiscourseBench()
    yield made
    made.close()


def post(marker: str, text: str = TEXT, title: str = "First Blood (g1)", pictures: tuple[Picture, ...] = ()) -> Post:
    return Post(marker, title, text, pictures)


def asked(bench: DiscourseBench, method: str) -> list[str]:
    assert bench.stub
    return [each for each in bench.stub.asked if each.startswith(method)]


def forget(bench: DiscourseBench) -> None:
    """Two minutes pass: the forum would not answer the same call from memory any more."""
    assert bench.stub
    bench.stub.posting._memo.clear()


def refused(act: Any) -> Refused:
    with pytest.raises(Refused) as told:
        act()
    return told.value


# ---------------------------------------------------------------- where, how long, under which title


@pytest.mark.parametrize("part", ["battles", "games/battles", "6"])
def test_a_category_is_named_by_slug_path_or_id(bench: DiscourseBench, part: str) -> None:
    assert "Battles" in bench.forum.probe(part)
    posted = bench.forum.post(Target(part), post("a1"))
    assert bench.stub and bench.stub.site.topics[int(posted.topic)].category == 6


def test_the_probe_says_what_is_to_be_mended(bench: DiscourseBench) -> None:
    assert "games, battles, staff" in str(refused(lambda: bench.forum.probe("wargames")))
    assert "may not begin topics in the category Staff" in str(refused(lambda: bench.forum.probe("staff")))
    wrong = Discourse(replace(bench.account, key="0000"))
    assert "not valid, or not for the user wardroom" in str(refused(lambda: wrong.probe("5")))
    assert "moderator" not in bench.forum.probe("")
    assert "least is a number" in str(refused(lambda: Discourse(replace(bench.account, options={"least": "many"}))))


def test_a_forum_that_wants_longer_posts_says_which_option_to_set(bench: DiscourseBench) -> None:
    bench.act("set", min_post_length=120)
    assert "set the option least to 120" in str(refused(lambda: bench.forum.probe("5")))
    told = Discourse(replace(bench.account, options={"least": "120"}))
    told.probe("5")
    assert told.post(PUBLIC, post("a1", "ok")).id


@pytest.mark.parametrize(
    "text", ["ok", "HOLD ALL FIRE, AND CLOSE THE RANGE AT ONCE", "a" * 60, "...................... ,,,,,,,"]
)
def test_what_discourse_calls_unclear_is_lengthened(bench: DiscourseBench, text: str) -> None:
    posted = bench.forum.post(PUBLIC, post("a1", text, title="G1"))
    (seen,) = bench.seen(posted.topic)
    assert text.split(maxsplit=1)[0] in seen.text
    assert bench.stub and bench.stub.site.topics[int(posted.topic)].title.startswith("G1 (")


def test_a_title_that_was_used_is_told_apart(bench: DiscourseBench) -> None:
    bench.act("set", allow_duplicate_topic_titles=0)
    first, second = bench.forum.post(PUBLIC, post("a1")), bench.forum.post(PUBLIC, post("b2"))
    assert bench.stub and first.topic != second.topic
    assert [topic.title for topic in bench.stub.site.topics.values()] == ["First Blood (g1)", "First Blood (g1) [b2]"]


def test_words_are_no_smileys(bench: DiscourseBench) -> None:
    """Discourse makes pictures of them; an address and a time stay as they are."""
    words = "well fought :) ;-) :D :| :/ :anchor: see https://example.org/g/g1 until 12:30:00 (SR1: 3 S 2)"
    posted = bench.forum.post(PUBLIC, post("a1", bench.forum.markup.plain(words)))
    bench.say("red", posted.topic, words)
    ours, theirs = (each for each in bench.posts() if each["topic"] == posted.topic)
    assert ours["smileys"] == 0 and theirs["smileys"] == 6
    assert "https://example.org/g/g1 until 12:30:00 (SR1: 3 S 2)" in ours["text"]
    assert ours["text"].replace("\u200b", "").strip() == words


def test_nobody_is_called_and_an_open_fence_does_not_show_the_marker(bench: DiscourseBench) -> None:
    text = bench.forum.markup.plain("@blue, @here and [quote]all[/quote] :)") + "\n\n```\nSR1: 3 S 2"
    posted = bench.forum.post(PUBLIC, post("a1b2c3", text))
    (seen,) = [each for each in bench.posts() if each["id"] == posted.id]
    assert seen["calls"] == [] and "a1b2c3" in seen["raw"] and "a1b2c3" not in seen["text"]
    bench.say("red", posted.topic, "The stub knows whom it calls: @blue")
    assert bench.posts()[-1]["calls"] == ["@blue"]


# ---------------------------------------------------------------- once


def test_a_topic_is_begun_once_whatever_was_lost(bench: DiscourseBench) -> None:
    """By its external id, also when the forum has forgotten the call."""
    with bench.fails("lost answer"), pytest.raises(Unsure):
        bench.forum.post(PUBLIC, post("a1"))
    again = bench.forum.post(PUBLIC, post("a1"))
    forget(bench)
    assert bench.forum.post(PUBLIC, post("a1")).id == again.id
    assert bench.forum.post(Target(user="blue"), post("c3")).id != again.id
    assert len(bench.posts()) == 2


def test_an_answer_that_was_said_before_is_found_instead(bench: DiscourseBench) -> None:
    target = replace(PUBLIC, topic=bench.forum.post(PUBLIC, post("a1")).topic)
    first = bench.forum.post(target, post("b2"))
    forget(bench)
    assert bench.forum.post(target, post("b2")) == first
    assert len(bench.posts()) == 2


def test_a_marker_in_the_words_of_another_is_not_ours(bench: DiscourseBench) -> None:
    topic = bench.forum.post(PUBLIC, post("a1")).topic
    bench.say("red", topic, "<!-- wardroom b2 -->\n\nI am the turn report.")
    assert bench.forum.find(replace(PUBLIC, topic=topic), "b2") is None


def test_in_read_only_mode_nothing_was_done(bench: DiscourseBench) -> None:
    bench.act("fail", how="read only")
    with pytest.raises(Unreachable, match="read only"):
        bench.forum.post(PUBLIC, post("a1"))


def test_the_seconds_to_wait_are_said_by_the_forum_and_by_what_stands_before_it(bench: DiscourseBench) -> None:
    for how, seconds in (("limited", 7), ("address limited", 9)):
        bench.act("fail", how=how)
        with pytest.raises(RateLimited) as limited:
            bench.forum.post(PUBLIC, post("a1"))
        assert limited.value.seconds == seconds
    bench.act("fail", how="")
    bench.act("limit", calls=len(asked(bench, "")))
    with pytest.raises(RateLimited) as limited:
        bench.forum.probe("5")
    assert 1 <= limited.value.seconds <= 60


def test_who_is_not_there_gets_no_message(bench: DiscourseBench) -> None:
    told = refused(lambda: bench.forum.post(Target(user="nobody"), post("a1")))
    assert told.final and "could not be found" in str(told)


# ---------------------------------------------------------------- held, changed, hidden


def test_a_held_topic_loses_its_external_id_and_is_found_by_its_marker(bench: DiscourseBench) -> None:
    bench.act("fail", how="moderated")
    held = bench.forum.post(PUBLIC, post("a1"))
    assert held.held and not held.id and bench.forum.find(PUBLIC, "a1") == held
    assert not refused(lambda: bench.forum.edit(held, post("a1"))).final
    bench.approve(held)
    found = bench.forum.find(PUBLIC, "a1")
    assert found and found.id and not found.held and bench.stub
    assert bench.stub.site.topics[int(found.topic)].external_id is None


def test_an_edit_says_why_and_cannot_be_made_on_what_is_gone(bench: DiscourseBench) -> None:
    posted = bench.forum.post(PUBLIC, post("a1"))
    bench.forum.edit(posted, post("a1", "The turn is resolved otherwise."))
    assert bench.stub and bench.stub.site.posts[int(posted.id)].edit_reason == "brought up to date"
    bench.act("delete", post=posted.id, by="system")
    assert "not there" in str(refused(lambda: bench.forum.edit(posted, post("a1", "The turn is void, alas, for all."))))


def test_a_picture_is_uploaded_or_linked_or_told(bench: DiscourseBench) -> None:
    for marker, may, url, shown in (
        ("a1", True, PNG.url, "upload://"),
        ("b2", False, PNG.url, PNG.url),
        ("c3", False, "", "the map"),
    ):
        bench.act("member", user="wardroom", may_upload=may)
        posted = bench.forum.post(PUBLIC, post(marker, pictures=(replace(PNG, url=url),)))
        (seen,) = [each for each in bench.posts() if each["id"] == posted.id]
        assert shown in seen["raw"] and seen["pictures"] == (1 if url else 0)


def test_an_upload_whose_answer_is_lost_posted_nothing(bench: DiscourseBench) -> None:
    with bench.fails("lost answer"), pytest.raises(Unreachable):
        bench.forum.post(PUBLIC, post("a1", pictures=(PNG,)))
    assert bench.posts() == []


def test_only_a_moderator_hides_and_what_is_gone_is_hidden(bench: DiscourseBench) -> None:
    topic = bench.forum.post(PUBLIC, post("a1")).topic
    id = bench.say("red", topic, "SR1: ahead full")
    reply = Reply(id, topic, "red", "SR1: ahead full", "1", private=False)
    bench.act("member", user="wardroom", categories=False)
    assert "no moderator" in str(refused(lambda: bench.forum.hide(reply, "orders")))
    bench.act("delete", post=id, by="system")
    bench.forum.hide(reply, "orders")


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
    for _ in range(500):
        if len(taken) >= number:
            return
        threading.Event().wait(0.01)
    raise AssertionError(f"only {len(taken)} webhooks came")


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


# ---------------------------------------------------------------- the stub as a process


def test_the_stub_runs_as_a_process_and_takes_many_at_once() -> None:
    command = [sys.executable, "-m", "tests.gateway.forums.drivers.discourse_stub", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stub:
        try:
            assert stub.stdout
            bench = DiscourseBench(f"http://127.0.0.1:{int(stub.stdout.readline())}")
            target = replace(PUBLIC, topic=bench.forum.post(PUBLIC, post("a0")).topic)
            threads = [
                threading.Thread(target=bench.forum.post, args=(target, post(f"b{number}", f"Turn {number}: {TEXT}")))
                for number in range(12)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len(bench.seen(target.topic)) == 13
            assert all(bench.forum.find(target, f"b{number}") for number in (0, 11))
        finally:
            stub.kill()
