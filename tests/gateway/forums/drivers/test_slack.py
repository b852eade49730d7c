"""What is special to Slack: errors with status 200, metadata, events, threads in private messages, pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from pbem.gateway.forums.drivers.slack import Slack
from pbem.gateway.forums.port import (
    Account,
    BadSignature,
    Picture,
    Post,
    RateLimited,
    Received,
    Refused,
    Target,
    Unsure,
)
from pbem.present.markup import SLACK
from tests.gateway.forums.benches.slack import SlackBench
from tests.gateway.forums.stubs.slack import CHANNEL, KEY, OTHER

TURN = Post("m1", "First Blood: turn 1", "*Turn 1*", (Picture("map.png", b"\x89PNG\r\n", "", "the map"),))


@pytest.fixture
def bench() -> Iterator[SlackBench]:
    """A workspace of Slack."""
    made = SlackBench()
    yield made
    made.close()


def test_a_picture_is_put_to_the_message_itself(bench: SlackBench) -> None:
    """It is uploaded before, so that the text does not come without it when the upload fails."""
    posted = bench.forum.post(Target(CHANNEL), TURN)
    (message,) = bench.stub.messages[CHANNEL]
    (file,) = message["files"]
    assert file == {"id": file["id"], "name": "map.png", "size": 6, "alt_txt": "the map", "content": b"\x89PNG\r\n".hex()}
    assert bench.forum.find(Target(CHANNEL), "m1") is not None and posted.id == f"{CHANNEL}/{message['ts']}"


def test_a_channel_is_given_by_name_or_id(bench: SlackBench) -> None:
    """A name that is none is refused with an example."""
    assert bench.forum.post(Target("war-room"), TURN).topic.startswith(f"{CHANNEL}/")
    with pytest.raises(Refused, match="as in C012AB3CD"):
        bench.forum.post(Target("#no-such"), TURN)


def test_the_probe_says_what_to_mend(bench: SlackBench) -> None:
    """Membership and scopes."""
    assert bench.forum.probe(CHANNEL) == "We are wardroom in the workspace Wargames, and may post in #war-room."
    with pytest.raises(Refused, match="cannot post in #random: invite the app there: /invite @wardroom"):
        bench.forum.probe(OTHER)
    bench.stub.scopes = bench.stub.scopes.replace(",im:history", "")
    with pytest.raises(Refused, match="lacks scopes: im:history;"):
        bench.forum.probe(CHANNEL)


def test_nobody_is_called(bench: SlackBench) -> None:
    """Neither by Slack's own marks nor by names."""
    bench.forum.post(Target(CHANNEL), Post("m2", "", SLACK.plain("<!channel> <@U012AB3CDE> @here *loud* `code` & so on")))
    assert bench.stub.calls == []
    bench.forum.post(Target(CHANNEL), Post("m3", "", "@channel @here"))
    assert bench.stub.calls == []


@pytest.mark.parametrize(
    ("error", "kind"),
    [("fatal_error", Unsure), ("internal_error", Unsure), ("rate_limited", RateLimited), ("is_archived", Refused)],
)
def test_errors_with_status_200_are_no_success(bench: SlackBench, error: str, kind: type[Exception]) -> None:
    """Those that may have done it are told apart from those that have not."""
    bench.stub.error = error
    with pytest.raises(kind):
        bench.forum.post(Target(CHANNEL), Post("m2", "", "Turn 2"))


def test_events_tell_of_edits_and_deletions(bench: SlackBench) -> None:
    """Also of private messages; what an app wrote is left out, and so is what joins and leaves."""
    id = bench.tell("blue", "SR1: ahead")
    channel, message = bench.message(id)
    bench.change(id, "SR1: astern")
    (changed,) = bench.forum.receive(*bench.stub.event(channel, message, subtype="message_changed", message=message)).found
    assert (changed.id, changed.author, changed.text, changed.private, changed.topic) == (
        id,
        "blue",
        "SR1: astern",
        True,
        channel,
    )
    deleted = bench.stub.event(channel, message, subtype="message_deleted", previous_message=message)
    (gone,) = bench.forum.receive(*deleted).found
    assert gone.deleted and gone.id == id and gone.text == ""
    ours = bench.stub.write(CHANNEL, "wardroom", "ours", bot_id="B1")
    joined = bench.stub.write(CHANNEL, "red", "<@U061F7AUR1> has joined the channel", subtype="channel_join")
    assert [bench.forum.receive(*bench.stub.event(CHANNEL, each)).found for each in (ours, joined)] == [(), ()]


def test_a_first_message_of_a_thread_that_is_deleted_leaves_a_tombstone(bench: SlackBench) -> None:
    """It is told as deleted, by event and when asked."""
    id = bench.say("red", CHANNEL, "SR1: ahead")
    channel, message = bench.message(id)
    bench.say("blue", id, "Do not say so here")
    since = bench.forum.replies([], "").since
    target = Target(CHANNEL, topic=id)
    since = bench.forum.replies([target], since).since
    before = dict(message)
    bench.delete(id)
    (gone,) = bench.forum.replies([target], since).found
    assert gone.deleted and gone.id == id
    event = bench.stub.event(channel, message, subtype="message_changed", message=message, previous_message=before)
    (told,) = bench.forum.receive(*event).found
    assert told.deleted and (told.id, told.author) == (id, "red")


def test_the_first_question_of_slack_gets_its_word_back(bench: SlackBench) -> None:
    """docs.slack.dev/reference/events/url_verification"""
    sent = bench.stub.sent({"type": "url_verification", "challenge": "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"})
    assert bench.forum.receive(*sent) == Received("", answer="3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P")


def test_what_was_signed_long_ago_or_without_a_key_is_not_believed(bench: SlackBench) -> None:
    """More than five minutes; and a place without a signing secret believes nobody."""
    sent = {"type": "url_verification", "challenge": "x"}
    for at in (int(time.time()) - 301, int(time.time()) + 400):
        with pytest.raises(BadSignature, match="five minutes"):
            bench.forum.receive(*bench.stub.sent(sent, at))
    keyless = Slack(Account(bench.stub.http.url, "", KEY))
    with pytest.raises(BadSignature, match="signing secret"):
        keyless.receive(*bench.stub.sent(sent))


def test_answers_in_a_thread_of_a_private_message_are_read(bench: SlackBench) -> None:
    """Who answers there answers us all the same."""
    since = bench.forum.replies([], "").since
    first = bench.forum.post(Target(user="blue"), Post("m2", "", "Your orders?"))
    bench.forum.post(Target(user="blue"), Post("m3", "", "They are due."))
    since = bench.forum.replies([], since).since
    bench.stub.write(first.topic, "blue", "SR1: ahead", first.id.partition("/")[2])
    (reply,) = (replies := bench.forum.replies([], since)).found
    assert (reply.author, reply.text, reply.topic, reply.private) == ("blue", "SR1: ahead", first.topic, True)
    assert bench.forum.replies([], replies.since).found == []


def test_who_is_gone_is_named_by_id(bench: SlackBench) -> None:
    """What they wrote is read, and so is what others wrote."""
    since = bench.forum.replies([], "").since
    bench.tell("blue", "code 1")
    id = bench.stub.people.pop("blue")
    bench.tell("red", "code 2")
    assert [reply.author for reply in bench.forum.replies([], since).found] == [id, "red"]


def test_more_conversations_than_are_read_at_once_come_in_turn(bench: SlackBench) -> None:
    """None is left out, however many there are."""
    since = bench.forum.replies([], "").since
    for number in range(70):
        bench.stub.people[f"p{number}"] = f"U{number:09}"
        bench.tell(f"p{number}", f"code {number}")
    told: list[str] = []
    for _ in range(3):
        replies = bench.forum.replies([], since)
        since = replies.since
        told += [reply.author for reply in replies.found]
    assert sorted(told) == sorted(f"p{number}" for number in range(70))


def test_others_posts_are_hidden_by_an_administrator_only(bench: SlackBench) -> None:
    """Without one's token it is refused in words."""
    topic = bench.forum.post(Target(CHANNEL), Post("m2", "", "Turn 2")).topic
    since = bench.forum.replies([Target(CHANNEL, topic=topic)], "").since
    bench.say("red", topic, "SR1: ahead")
    (reply,) = bench.forum.replies([Target(CHANNEL, topic=topic)], since).found
    with pytest.raises(Refused, match="option moderator"):
        Slack(Account(bench.stub.http.url, "", KEY)).hide(reply, "orders in public")
    bench.forum.hide(reply, "orders in public")
    bench.forum.hide(reply, "orders in public")
    assert len(bench.seen(topic)) == 1
