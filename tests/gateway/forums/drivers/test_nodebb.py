"""What is special to NodeBB: its words for waiting and for lengths, its queue, its chats, its pages, and its keys."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from pbem.gateway.forums.drivers.nodebb import NodeBB
from pbem.gateway.forums.drivers.nodebb.answers import LISTED, NEW_ROOMS
from pbem.gateway.forums.drivers.nodebb.chats import parts_of
from pbem.gateway.forums.port import (
    Account,
    BadSignature,
    Picture,
    Post,
    RateLimited,
    Refused,
    Reply,
    Target,
    Unreachable,
    Unsure,
)
from tests.gateway.forums.benches.nodebb import NodeBBBench
from tests.gateway.forums.stub_server import Told
from tests.gateway.forums.stubs.nodebb_answers import TOKEN, Person, refusal

TITLE = "First Blood (g1)"
CATEGORY = Target("2")


@pytest.fixture
def bench() -> Iterator[NodeBBBench]:
    """A board of its own."""
    made = NodeBBBench()
    yield made
    made.close()


def post(marker: str, text: str = "The turn is resolved.") -> Post:
    """A post with a marker of its own."""
    return Post(marker, TITLE, text)


# ---------------------------------------------------------------- what it refuses


@pytest.mark.parametrize(
    ("said", "seconds"),
    [  # NodeBB/NodeBB public/language/en-GB/error.json
        ("You can only post once every 10 second(s) - please wait before posting again", 10),
        ("As a new user, you can only post once every 120 second(s) until you have earned 3 reputation - please wait", 120),
        ("As a new user, you can only post once every 2 minute(s) until you have earned 3 reputation - please wait", 120),
        ("Sorry, you are required to wait 10 second(s) before making your first post", 10),
        ("You have been muted, you will be able to post in 3 hour(s)", 10800),
        ("You are already posting", 120),
        ("You have sent too many messages, please wait awhile.", 120),
    ],
)
def test_its_words_for_waiting_are_understood(bench: NodeBBBench, said: str, seconds: float) -> None:
    bench.stub.refused = Told({"status": {"code": "bad-request", "message": said}, "response": {}}, 400)
    with pytest.raises(RateLimited) as limited:
        bench.forum.post(CATEGORY, post("m1"))
    assert limited.value.seconds == seconds


def test_a_time_for_edits_that_is_over_is_no_wait(bench: NodeBBBench) -> None:
    posted = bench.forum.post(CATEGORY, post("m1"))
    said = "You are only allowed to edit posts for 3600 second(s) after posting"
    bench.stub.refused = Told({"status": {"code": "bad-request", "message": said}, "response": {}}, 400)
    with pytest.raises(Refused, match="only allowed to edit"):
        bench.forum.edit(posted, post("m1"))


def test_its_language_is_asked_for(bench: NodeBBBench) -> None:
    """Only the words of a refusal say how long to wait; our account there may prefer other ones."""
    bench.forum.post(CATEGORY, post("m1"))
    assert [asked.query["lang"] for asked in bench.stub.asked if asked.method == "POST"] == ["en-GB"]


def test_texts_and_titles_get_the_length_it_wants(bench: NodeBBBench) -> None:
    bench.stub.limits.least_post, bench.stub.limits.least_title = 200, 12
    posted = bench.forum.post(CATEGORY, Post("m1", "g1", "ok"))
    (seen,) = bench.seen(posted.topic)
    assert "ok" in seen.text and "this board wants longer posts" in seen.text
    assert bench.stub.topics[int(posted.topic)].title == "g1 ........."
    bench.stub.limits.most_post, bench.stub.limits.most_title = 400, 20
    long = Post("m2", "A title of more than twenty characters", "word " * 200)
    posted = bench.forum.post(CATEGORY, long)
    (seen,) = bench.seen(posted.topic)
    assert seen.text.rstrip().endswith("...")
    assert bench.stub.topics[int(posted.topic)].title == "A title of more than"
    found = bench.forum.find(CATEGORY, "m2")
    assert found is not None and found.id == posted.id


def test_a_board_with_a_worn_out_key_is_not_posted_to_as_a_guest(bench: NodeBBBench) -> None:
    """NodeBB takes a token that it does not know for a guest's, and a category may be open to guests."""
    with bench.fails("wrong key"), pytest.raises(Refused, match="does not take our key"):
        bench.forum.post(CATEGORY, post("m1"))
    assert not [asked for asked in bench.stub.asked if asked.method == "POST"]


def test_the_key_of_another_account_is_said(bench: NodeBBBench) -> None:
    forum = NodeBB(Account(bench.stub.url, "admiral", TOKEN))
    with pytest.raises(Refused, match="that of wardroom, not of admiral"):
        forum.probe("2")


def test_what_is_no_nodebb_is_said(bench: NodeBBBench) -> None:
    forum = NodeBB(Account(f"{bench.stub.url}/elsewhere", "wardroom", TOKEN))
    with pytest.raises(Refused, match="no NodeBB answers"):
        forum.probe("2")


def test_a_master_token_names_our_account_each_time(bench: NodeBBBench) -> None:
    NodeBB(Account(bench.stub.url, "wardroom", TOKEN, options={"uid": "1"})).post(CATEGORY, post("m1"))
    assert {asked.query["_uid"] for asked in bench.stub.asked} == {"1"}


def test_the_probe_tells_whether_we_may_hide(bench: NodeBBBench) -> None:
    assert "may hide" in bench.forum.probe("2")
    bench.stub.moderator = False
    assert "hides no posts" in bench.forum.probe("2")
    with pytest.raises(Refused, match="no category 3"):
        bench.forum.probe("3")


def test_no_moderator_hides_nothing(bench: NodeBBBench) -> None:
    topic = bench.forum.post(CATEGORY, post("m1")).topic
    pid = bench.say("red", topic, "SR1: ahead full")
    bench.stub.moderator = False
    with pytest.raises(Refused, match="not have enough privileges"):
        bench.forum.hide(Reply(pid, topic, "red", "SR1: ahead full", "0", False), "orders")
    bench.stub.moderator = True
    for _ in range(2):  # what is hidden already is hidden
        bench.forum.hide(Reply(pid, topic, "red", "SR1: ahead full", "0", False), "orders")
    assert len(bench.seen(topic)) == 1


def test_it_calls_nobody(bench: NodeBBBench) -> None:
    with pytest.raises(BadSignature):
        bench.forum.receive({}, b"{}")


@pytest.mark.parametrize("answer", [[], {}, {"response": []}, {"response": {}}, {"response": {"posts": 1}}, "", 7])
def test_what_answers_in_its_stead_is_no_fault_of_ours(bench: NodeBBBench, answer: object) -> None:
    """A page of a proxy, or of another program: our user is known, and then nothing is as it should be."""
    topic = bench.forum.post(CATEGORY, post("m0")).topic
    bench.stub.answer = lambda asked: (  # type: ignore[method-assign]
        Told(bench.stub.people[1].data()) if asked.path == "/api/self" else Told(answer)
    )
    with pytest.raises(Unsure):
        bench.forum.post(CATEGORY, post("m1"))
    for act in (
        lambda: bench.forum.probe("2"),
        lambda: bench.forum.find(CATEGORY, "m1"),
        lambda: bench.forum.replies([Target("2", topic=topic)], ""),
        lambda: bench.forum.post(Target(user="blue"), post("m2")),
    ):
        with pytest.raises((Unreachable, Unsure)):
            act()


# ---------------------------------------------------------------- posts


def test_pictures_are_linked_to_and_described_where_they_cannot_be(bench: NodeBBBench) -> None:
    linked = Picture("map.png", b"", "https://games.example/map.png", "map: turn 2")
    unlinked = Picture("map.png", b"", "", "a map that nobody can fetch")
    posted = bench.forum.post(CATEGORY, Post("m1", TITLE, "The turn is resolved.", (linked, unlinked)))
    (seen,) = bench.seen(posted.topic)
    assert seen.pictures == 1 and "a map that nobody can fetch" in seen.text


def test_a_text_that_ends_within_a_block_hides_the_marker_too(bench: NodeBBBench) -> None:
    posted = bench.forum.post(CATEGORY, post("m1secret", "```\nSR1 3 S 2"))
    (seen,) = bench.seen(posted.topic)
    assert "m1secret" not in seen.text


def test_a_post_that_waits_is_found_as_such(bench: NodeBBBench) -> None:
    with bench.fails("moderated"):
        bench.forum.post(CATEGORY, post("m1"))
        found = bench.forum.find(CATEGORY, "m1")
    assert found is not None and found.held and "/post-queue/topic-" in found.url


@pytest.mark.parametrize("use_pagination", [False, True])
def test_our_posts_are_found_on_later_pages(bench: NodeBBBench, use_pagination: bool) -> None:
    """An account's pages may be counted or endless; both are walked."""
    bench.stub.limits.page, bench.stub.limits.use_pagination = 3, use_pagination
    topic = bench.forum.post(CATEGORY, post("m0")).topic
    target = Target("2", topic=topic)
    for number in range(1, 8):
        bench.forum.post(target, post(f"m{number}"))
        bench.forum.post(CATEGORY, post(f"t{number}"))
    assert all(bench.forum.find(target, f"m{number}") for number in range(8))
    assert all(bench.forum.find(CATEGORY, f"t{number}") for number in range(1, 8))
    assert bench.forum.find(CATEGORY, "m9") is None


def test_a_topic_of_another_category_is_not_found(bench: NodeBBBench) -> None:
    bench.stub.categories[3] = "Elsewhere"
    bench.forum.post(Target("3"), post("m1"))
    assert bench.forum.find(CATEGORY, "m1") is None


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize("use_pagination", [False, True])
def test_no_answer_is_lost_on_small_pages(bench: NodeBBBench, use_pagination: bool) -> None:
    bench.stub.limits.page, bench.stub.limits.use_pagination = 3, use_pagination
    topic = bench.forum.post(CATEGORY, post("m0")).topic
    targets = [Target("2", topic=topic)]
    since = bench.forum.replies(targets, "").since
    said, told = [], []
    for round in range(6):
        said += [bench.say("blue", topic, f"Remark {round} {number}") for number in range(round * 4)]
        for _ in range(6):
            page = bench.forum.replies(targets, since)
            since = page.since
            told += [reply.id for reply in page.found]
    assert told == said, "each once, in the order they were written"


@pytest.mark.parametrize("use_pagination", [False, True])
def test_purged_posts_and_a_purged_topic_lose_no_other_answer(bench: NodeBBBench, use_pagination: bool) -> None:
    bench.stub.limits.page, bench.stub.limits.use_pagination = 3, use_pagination
    topics = [bench.forum.post(CATEGORY, post(f"m{number}")).topic for number in range(2)]
    targets = [Target("2", topic=topic) for topic in topics]
    for number in range(12):
        bench.say("blue", topics[0], f"Remark {number}")
    since = bench.forum.replies(targets, "").since
    del bench.stub.topics[int(topics[1])]
    del bench.stub.topics[int(topics[0])].posts[2:9]
    new = bench.say("red", topics[0], "After the purge.")
    assert new in [reply.id for reply in bench.forum.replies(targets, since).found]


def test_a_topic_that_is_added_is_read_from_its_beginning(bench: NodeBBBench) -> None:
    since = bench.forum.replies([], "").since
    topic = bench.forum.post(CATEGORY, post("m0")).topic
    pid = bench.say("blue", topic, "First to comment.")
    page = bench.forum.replies([Target("2", topic=topic)], since)
    assert [reply.id for reply in page.found] == [pid]


def test_nothing_is_told_twice_without_a_change(bench: NodeBBBench) -> None:
    topic = bench.forum.post(CATEGORY, post("m0")).topic
    since = bench.forum.replies([Target("2", topic=topic)], "").since
    bench.say("blue", topic, "A comment.")
    bench.tell("red", "SR1: 3 S 2")
    first = bench.forum.replies([Target("2", topic=topic)], since)
    second = bench.forum.replies([Target("2", topic=topic)], first.since)
    assert len(first.found) == 2 and not second.found and second.since == first.since


# ---------------------------------------------------------------- chats


def test_a_long_private_post_goes_in_parts_and_stays_one_post(bench: NodeBBBench) -> None:
    text = (
        "Your turn.\n\n```\n" + "\n".join(f"SR{number}: 3 S 2 and all the rest of it" for number in range(90)) + "\n```\nEnd."
    )
    posted = bench.forum.post(Target(user="blue"), post("m1", text))
    seen = bench.inbox("blue")
    shown = "\n".join(each.text for each in seen)
    assert len(seen) > 3 and all(f"SR{number}: 3 S 2" in shown for number in range(90))
    assert "m1" not in shown and "```" not in shown
    assert all(len(message.content) <= 1000 for message in bench.stub.chats.messages.values())
    found = bench.forum.find(Target(user="blue"), "m1")
    assert found is not None and found == posted
    bench.forum.edit(posted, post("m1", "It is shorter now."))
    texts = [each.text.strip() for each in bench.inbox("blue")]
    assert texts[0] == "It is shorter now." and set(texts[1:]) == {"(removed)"}
    assert bench.forum.find(Target(user="blue"), "m1") == posted


def test_a_long_private_post_that_broke_off_is_gone_on_with(bench: NodeBBBench) -> None:
    """What was written of it is not written again; before the end it is not found."""
    text = "\n".join(f"Line {number} of a long report on the turn." for number in range(60))
    bench.stub.refused_after = (2, refusal(403, "no-privileges"))
    with pytest.raises(Refused):
        bench.forum.post(Target(user="blue"), post("m1", text))
    bench.stub.refused_after = None
    assert 0 < len(bench.inbox("blue")) < 3
    assert bench.forum.find(Target(user="blue"), "m1") is None
    bench.forum.post(Target(user="blue"), post("m1", text))
    shown = "\n".join(each.text for each in bench.inbox("blue"))
    assert all(shown.count(f"Line {number} of") == 1 for number in range(60))


def test_text_is_cut_between_lines_and_blocks_stay_blocks() -> None:
    lines = [f"line {number}" for number in range(40)]
    parts = parts_of("\n".join(["Orders:", "```", *lines, "```", "x" * 500]), 200)
    assert all(len(part) <= 200 and part.count("```") % 2 == 0 for part in parts)
    told = [line for part in parts for line in part.split("\n") if line != "```"]
    assert told[:41] == ["Orders:", *lines] and "".join(told[41:]) == "x" * 500


def test_a_room_of_three_is_none_of_ours(bench: NodeBBBench) -> None:
    since = bench.forum.replies([], "").since
    room = bench.stub.chats.open_room([1, 2, 3]).number
    bench.stub.chats.chat(2, room, "SR1: 3 S 2")
    assert not bench.forum.replies([], since).found


def test_a_person_who_is_not_there_is_said(bench: NodeBBBench) -> None:
    with pytest.raises(Refused, match="nobody there is called green"):
        bench.forum.post(Target(user="green"), post("m1"))


def test_what_was_said_before_we_listened_is_not_told(bench: NodeBBBench) -> None:
    bench.tell("blue", "Is anybody there?")
    since = bench.forum.replies([], "").since
    id = bench.tell("blue", "SR1: 3 S 2")
    assert [reply.id for reply in bench.forum.replies([], since).found] == [id]


def test_news_in_many_rooms_are_told_bit_by_bit_and_none_is_lost(bench: NodeBBBench) -> None:
    """More rooms with news than are read or listed at once, and more than fifty messages in one of them."""
    since = bench.forum.replies([], "").since
    people = range(10, 10 + LISTED + NEW_ROOMS)
    said = []
    for uid in people:
        bench.stub.people[uid] = Person(uid, f"person{uid}")
        said.append(bench.tell(f"person{uid}", f"Orders of {uid}"))
    room = str(bench.stub.chats.room_with(10))
    said += [bench.tell("person10", f"More of it {number}", room) for number in range(120)]
    told: list[str] = []
    for _ in range(10):
        page = bench.forum.replies([], since)
        since = page.since
        told += [reply.id for reply in page.found]
    assert sorted(told) == sorted(said)


def test_the_cursor_stays_small(bench: NodeBBBench) -> None:
    topic = bench.forum.post(CATEGORY, post("m0")).topic
    since = bench.forum.replies([Target("2", topic=topic)], "").since
    for number in range(150):
        bench.say("blue", topic, f"Remark {number}")
    for _ in range(8):
        since = bench.forum.replies([Target("2", topic=topic)], since).since
    assert len(since) < 1000 and set(json.loads(since)) == {"topics", "chats"}


def test_a_board_that_is_out_of_order_says_that_nothing_was_done(bench: NodeBBBench) -> None:
    """It is asked who we are before anything is posted, so nothing can have been."""
    with bench.fails("out of order"), pytest.raises(Unreachable):
        bench.forum.post(CATEGORY, post("m1"))
