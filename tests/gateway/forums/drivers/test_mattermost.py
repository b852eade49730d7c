"""What is special to Mattermost: props, pending ids, times of change, outgoing webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from pbem.gateway.forums.drivers.mattermost import Mattermost
from pbem.gateway.forums.port import Account, BadSignature, Picture, Post, RateLimited, Received, Refused, Target
from tests.gateway.forums.benches.mattermost import MattermostBench
from tests.gateway.forums.stubs.mattermost import HOOK, KEY, as_json

TURN = Post("m1", "First Blood: turn 1", "### Turn 1", (Picture("map.png", b"\x89PNG\r\n", "", "the map"),))


@pytest.fixture
def bench() -> Iterator[MattermostBench]:
    """A server of Mattermost."""
    made = MattermostBench()
    yield made
    made.close()


def test_a_post_has_its_picture_and_its_marker_in_its_props(bench: MattermostBench) -> None:
    """By id or by name of the channel; the link works without the team's name."""
    for part in (bench.part, bench.stub.channel):
        posted = bench.forum.post(Target(part), Post(f"m-{part}", "", TURN.text, TURN.pictures))
        made = bench.stub.posts[posted.id]
        assert made["props"]["wardroom_post"] == f"m-{part}"
        assert [bench.stub.files[id] for id in made["file_ids"]] == [b"\x89PNG\r\n"]
        assert posted.url == f"{bench.stub.http.url}/_redirect/pl/{posted.id}"


def test_the_same_post_again_at_once_is_one_post(bench: MattermostBench) -> None:
    """Its pending id says so."""
    assert bench.forum.post(Target(bench.part), TURN) == bench.forum.post(Target(bench.part), TURN)


def test_nobody_is_called(bench: MattermostBench) -> None:
    """The words that call everybody in a channel are broken up even where nothing was escaped."""
    posted = bench.forum.post(Target(bench.part), Post("m2", "", "@channel, @All and @here; mail to a@channels.example"))
    assert bench.stub.posts[posted.id]["message"] == "@\u200bchannel, @\u200bAll and @\u200bhere; mail to a@channels.example"


def test_the_probe_says_what_to_mend(bench: MattermostBench) -> None:
    """No such channel, no member of it, archived."""
    assert bench.forum.probe(bench.part) == f"We are wardroom at {bench.stub.http.url}, and in the channel war-room."
    with pytest.raises(Refused, match="write it like team/channel-name"):
        bench.forum.probe("war-room")
    with pytest.raises(Refused, match="404: Channel does not exist"):
        bench.forum.probe("wargames/no-such")
    bench.stub.members.clear()
    with pytest.raises(Refused, match="wardroom is not in the channel war-room: add it there"):
        bench.forum.probe(bench.part)
    bench.stub.channels[bench.stub.channel]["delete_at"] = 1
    with pytest.raises(Refused, match="is archived"):
        bench.forum.probe(bench.part)


def test_somebody_unknown_is_refused(bench: MattermostBench) -> None:
    """In words."""
    with pytest.raises(Refused, match="nobody there has the user name 'green'"):
        bench.forum.post(Target(user="green"), TURN)


def test_the_limit_says_how_long_to_wait(bench: MattermostBench) -> None:
    """In seconds, in a header of its own, with a plain body."""
    with bench.fails("limited"), pytest.raises(RateLimited) as limited:
        bench.forum.probe(bench.part)
    assert limited.value.seconds == 7


def test_a_channel_that_is_gone_holds_up_no_other(bench: MattermostBench) -> None:
    """Nor one that we are not in."""
    topic = bench.forum.post(Target(bench.part), TURN).topic
    targets = [
        Target(bench.part, topic=topic),
        Target("wargames/gone", topic="t"),
        Target(topic="gone"),
        Target("0" * 26, topic="t"),
    ]
    since = bench.forum.replies(targets, "").since
    bench.say("blue", topic, "still here")
    assert [reply.text for reply in bench.forum.replies(targets, since).found] == ["still here"]


def test_a_former_version_is_no_answer(bench: MattermostBench) -> None:
    """The server keeps it as a deleted post; it must not look like a deletion."""
    since = bench.forum.replies([], "").since
    id = bench.tell("blue", "SR1: ahead")
    bench.change(id, "SR1: astern")
    (reply,) = bench.forum.replies([], since).found
    assert (reply.id, reply.text, reply.deleted) == (id, "SR1: astern", False)


def test_what_programs_and_the_server_write_is_no_answer(bench: MattermostBench) -> None:
    """A webhook can call itself by anybody's name."""
    topic = bench.forum.post(Target(bench.part), TURN).topic
    since = bench.forum.replies([Target(bench.part, topic=topic)], "").since
    bench.stub.write(bench.stub.channel, "red", "I am blue", topic, props={"from_webhook": "true"})
    bench.stub.write(bench.stub.channel, "red", "red joined the channel", topic, type="system_join_channel")
    bench.stub.write(bench.stub.channel, "red", "not in the topic")
    assert bench.forum.replies([Target(bench.part, topic=topic)], since).found == []


def test_more_answers_than_the_server_tells_at_once_are_all_read(bench: MattermostBench) -> None:
    """It tells of the newest thousand; the older ones are paged."""
    topic = bench.forum.post(Target(bench.part), TURN).topic
    since = bench.forum.replies([Target(bench.part, topic=topic)], "").since
    said = [bench.say("blue", topic, f"answer {number}") for number in range(1300)]
    replies = bench.forum.replies([Target(bench.part, topic=topic)], since)
    assert [reply.id for reply in replies.found] == said
    assert bench.forum.replies([Target(bench.part, topic=topic)], replies.since).found == []


def test_an_outgoing_webhook_is_believed_by_its_token_alone(bench: MattermostBench) -> None:
    """As a form or as JSON; the post itself is what counts, not what is said of it."""
    topic = bench.forum.post(Target(bench.part), TURN).topic
    id = bench.say("red", topic, "Well fought")
    sent = bench.stub.outgoing(bench.stub.posts[id]) | {"text": "forged", "user_name": "blue"}
    form = {"content-type": "application/x-www-form-urlencoded"}, urlencode(sent).encode()
    for headers, body in (form, as_json(sent)):
        (reply,) = bench.forum.receive(headers, body).found
        assert (reply.id, reply.author, reply.text, reply.topic) == (id, "red", "Well fought", topic)
    for wrong in ({**sent, "token": HOOK[:-1]}, {**sent, "token": ""}):
        with pytest.raises(BadSignature):
            bench.forum.receive(*as_json(wrong))
    keyless = Mattermost(Account(bench.stub.http.url, "", KEY))
    with pytest.raises(BadSignature):
        keyless.receive(*as_json({**sent, "token": ""}))
    bench.delete(id)
    assert bench.forum.receive(*as_json(sent)) == Received(id)


def test_others_posts_are_hidden_only_with_the_right_to(bench: MattermostBench) -> None:
    """Refused in the server's words; what is gone already is hidden."""
    topic = bench.forum.post(Target(bench.part), TURN).topic
    since = bench.forum.replies([Target(bench.part, topic=topic)], "").since
    bench.say("red", topic, "SR1: ahead")
    (reply,) = bench.forum.replies([Target(bench.part, topic=topic)], since).found
    bench.stub.allowed = False
    with pytest.raises(Refused, match="do not have the appropriate permissions"):
        bench.forum.hide(reply, "orders in public")
    bench.stub.allowed = True
    bench.forum.hide(reply, "orders in public")
    bench.forum.hide(reply, "orders in public")
    assert len(bench.seen(topic)) == 1
