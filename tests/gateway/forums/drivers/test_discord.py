"""What is special to Discord: threads on messages, forum channels, invisible markers, persons who are written to first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.gateway.forums.drivers.discord import INVISIBLE
from pbem.gateway.forums.port import Picture, Post, RateLimited, Refused, Target, Unsure
from pbem.present.markup import DISCORD
from tests.gateway.forums.benches.discord import DiscordBench
from tests.gateway.forums.stubs.discord import CHANNEL, FORUM, SERVER

TURN = Post("m1", "First Blood: turn 1", "### Turn 1\n\nBlue fires.", (Picture("map.png", b"\x89PNG", "", "the map"),))


@pytest.fixture
def bench() -> Iterator[DiscordBench]:
    """A server of Discord."""
    made = DiscordBench()
    yield made
    made.close()


def _first(bench: DiscordBench) -> Target:
    """The target for answers to a topic that was begun."""
    return Target(bench.part, topic=bench.forum.post(Target(bench.part), TURN).topic)


def test_a_topic_is_a_thread_on_its_first_message(bench: DiscordBench) -> None:
    """The message stands in the channel with its picture, the thread has the title, later posts are in the thread."""
    posted = bench.forum.post(Target(CHANNEL), TURN)
    (message,) = bench.stub.messages[CHANNEL]
    assert posted.id == posted.topic == message["id"] == message["thread"]["id"]
    assert posted.url == f"https://discord.com/channels/{SERVER}/{CHANNEL}/{message['id']}"
    assert message["thread"]["name"] == "First Blood: turn 1"
    (picture,) = message["attachments"]
    assert (picture["filename"], picture["description"], picture["size"]) == ("map.png", "the map", 4)
    bench.forum.post(Target(CHANNEL, topic=posted.topic), Post("m2", "", "Turn 2"))
    assert [each.text for each in bench.seen(posted.topic)] == ["### Turn 1\n\nBlue fires.", "Turn 2"]


def test_a_forum_channel_takes_threads_too(bench: DiscordBench) -> None:
    """There the first message is in the thread itself; it is found and edited there."""
    posted = bench.forum.post(Target(FORUM), TURN)
    assert bench.stub.channels[posted.topic]["parent_id"] == FORUM
    assert bench.forum.find(Target(FORUM), "m1") == posted
    assert bench.forum.find(Target(FORUM), "m2") is None
    bench.forum.edit(posted, Post("m1", "", "Turn 1, corrected"))
    assert [each.text for each in bench.seen(posted.topic)] == ["Turn 1, corrected"]


def test_a_thread_whose_beginning_was_lost_is_begun_when_the_post_is_found(bench: DiscordBench) -> None:
    """The message was taken, the answer lost before the thread was asked for."""
    with bench.fails("lost answer"), pytest.raises(Unsure):
        bench.forum.post(Target(CHANNEL), TURN)
    assert "thread" not in bench.stub.messages[CHANNEL][0]
    posted = bench.opened().find(Target(CHANNEL), "m1")
    assert posted is not None and posted.topic == bench.stub.messages[CHANNEL][0]["id"]
    assert bench.stub.messages[CHANNEL][0]["thread"]["name"] == "Turn 1"
    assert bench.forum.find(Target(CHANNEL), "m1") == posted


def test_without_the_right_to_begin_threads_nothing_stays(bench: DiscordBench) -> None:
    """Refused means that nothing was done: the message is taken back."""
    bench.stub.permissions &= ~(1 << 35)
    with pytest.raises(Refused, match="lacks a permission"):
        bench.forum.post(Target(CHANNEL), TURN)
    assert bench.stub.messages[CHANNEL] == []
    with pytest.raises(Refused, match="#war-room: Create Public Threads; allow it"):
        bench.forum.probe(CHANNEL)


def test_the_same_post_again_at_once_is_one_message(bench: DiscordBench) -> None:
    """Its nonce is enforced."""
    target = _first(bench)
    one = bench.forum.post(target, Post("m2", "", "Turn 2"))
    assert bench.forum.post(target, Post("m2", "", "Turn 2")) == one


def test_nobody_is_called(bench: DiscordBench) -> None:
    """What is not escaped in a text still mentions nobody; what is escaped reads as it was written."""
    text = DISCORD.plain("@everyone <@53908099506183680> *loud*") + " @everyone"
    posted = bench.forum.post(_first(bench), Post("m2", "", text))
    message = bench.stub.messages[posted.topic][-1]
    assert not message["mention_everyone"] and "<@5" not in message["content"]
    assert bench.seen(posted.topic)[-1].text == "@everyone <@53908099506183680> *loud* @everyone"


def test_somebody_is_written_to_by_name_or_id(bench: DiscordBench) -> None:
    """What they answer is read from then on, also when nobody names them any more."""
    posted = bench.forum.post(Target(user="blue"), Post("m2", "", "Your code?"))
    assert posted.url == f"https://discord.com/channels/@me/{posted.topic}/{posted.id}"
    assert bench.forum.post(Target(user="53908099506183680"), Post("m3", "", "Well?")).topic == posted.topic
    since = bench.forum.replies([Target(user="blue")], "").since
    bench.tell("blue", "K7")
    bench.stub.write(bench.stub.direct("red"), "red", "nobody asked me")
    (reply,) = bench.forum.replies([], since).found
    assert (reply.author, reply.text, reply.private, reply.topic) == ("blue", "K7", True, posted.topic)


def test_somebody_unknown_or_closed_is_refused(bench: DiscordBench) -> None:
    """In words: who, and what would be right."""
    with pytest.raises(Refused, match="nobody in the server has the user name 'green'"):
        bench.forum.post(Target(user="green"), TURN)
    bench.stub.nobody.add("red")
    with pytest.raises(Refused, match="takes no direct messages"):
        bench.forum.post(Target(user="red"), TURN)


def test_an_archived_thread_is_woken_up_for_an_edit(bench: DiscordBench) -> None:
    """Discord edits nothing in a thread that sleeps."""
    target = _first(bench)
    posted = bench.forum.post(target, Post("m2", "", "Turn 2"))
    bench.stub.channels[target.topic]["thread_metadata"]["archived"] = True
    bench.forum.edit(posted, Post("m2", "", "Turn 2, corrected"))
    assert bench.seen(target.topic)[-1].text == "Turn 2, corrected"


def test_hundreds_of_answers_are_told_each_once(bench: DiscordBench) -> None:
    """More than one page, more than one poll; bots are left out."""
    target = _first(bench)
    since = bench.forum.replies([target], "").since
    said = [bench.say("blue", target.topic, f"answer {number}") for number in range(730)]
    bench.stub.write(target.topic, "red", "beep", webhook_id="1")
    told: list[str] = []
    for _ in range(3):
        replies = bench.forum.replies([target], since)
        since = replies.since
        told += [reply.id for reply in replies.found]
    assert told == said


def test_deleted_threads_and_messages_hold_up_nothing(bench: DiscordBench) -> None:
    """A thread that is gone has no answers; a message that is gone is hidden already."""
    target, other = _first(bench), bench.forum.post(Target(CHANNEL), Post("m9", "Other", "Other"))
    since = bench.forum.replies([target, Target(CHANNEL, topic=other.topic)], "").since
    bench.say("blue", other.topic, "still here")
    del bench.stub.channels[target.topic]
    (reply,) = bench.forum.replies([target, Target(CHANNEL, topic=other.topic)], since).found
    assert reply.text == "still here"
    bench.forum.hide(reply, "orders in public")
    bench.forum.hide(reply, "orders in public")


def test_who_has_left_holds_up_nobody(bench: DiscordBench) -> None:
    """Their name is not found any more; the others' answers are read all the same."""
    bench.forum.post(Target(user="blue"), Post("m2", "", "Your code?"))
    bench.tell("blue", f"K7 {INVISIBLE}", "as asked")
    (reply,) = bench.opened().replies([Target(user="green"), Target(user="blue")], "{}").found
    assert reply.text == "K7 ", "without what was copied unseen from a message of ours"


def test_its_own_wait_is_obeyed_and_moderation_is_told(bench: DiscordBench) -> None:
    """`retry_after` has fractions; the automatic moderation's word comes with the refusal."""
    with bench.fails("limited"), pytest.raises(RateLimited) as limited:
        bench.forum.post(Target(CHANNEL), TURN)
    assert limited.value.seconds == 6.57
    bench.stub.blocked.add("fires")
    with pytest.raises(Refused, match="automatic moderation blocks this text"):
        bench.forum.post(Target(CHANNEL), TURN)


def test_the_probe_says_what_the_bot_may_not(bench: DiscordBench) -> None:
    """Also that it does not get to read what people write in public."""
    assert bench.forum.probe(CHANNEL) == "We are wardroom and may post in #war-room."
    assert bench.forum.probe("") == "We are wardroom at Discord."
    bench.stub.intents = 0
    assert "switch on the Message Content Intent" in bench.forum.probe(CHANNEL)
    with pytest.raises(Refused, match="no such channel"):
        bench.forum.probe("1")
