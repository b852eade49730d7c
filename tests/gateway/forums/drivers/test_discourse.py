"""What is special to a Discourse: lengths and titles, its review queue, uploads, who reads a message, webhooks."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbem.gateway.forums.drivers.discourse import Discourse
from pbem.gateway.forums.port import (
    Picture,
    Post,
    RateLimited,
    Refused,
    Reply,
    Target,
    Unreachable,
    Unsure,
)
from tests.gateway.forums.benches.discourse import DiscourseBench

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


# ---------------------------------------------------------------- the stub as a process


def test_the_stub_runs_as_a_process_and_takes_many_at_once() -> None:
    command = [sys.executable, "-m", "tests.gateway.forums.stubs.discourse", "--port", "0"]
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
