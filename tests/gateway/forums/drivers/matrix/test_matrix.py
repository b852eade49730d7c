"""What is special to Matrix, on a real matrix-synapse: pictures, direct rooms, threads, who may what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.core.drawing.scene import Scene
from pbem.gateway.forums.drivers.matrix import Matrix, direct_rooms, room_replies
from pbem.gateway.forums.drivers.matrix.homeserver import joined, part, parted
from pbem.gateway.forums.port import Account, Picture, Post, Posted, RateLimited, Refused, Replies, Target, Unsure
from pbem.present.pixels.png import to_png
from tests.gateway.forums.benches.matrix import READER, MatrixBench, open_bench

pytestmark = pytest.mark.deep

SQUARE = Scene("square", "A square", "Empty.", (0, 0, 8, 8))
MAPS = tuple(Picture(f"map{number}.png", to_png(SQUARE, 8), "", f"map {number}") for number in (1, 2))


@pytest.fixture(scope="module")
def bench() -> Iterator[MatrixBench]:
    made = open_bench()
    yield made
    made.close()


def made(bench: MatrixBench, marker: str, topic: str = "", pictures: tuple[Picture, ...] = ()) -> Posted:
    """A post of ours in the public room."""
    return bench.forum.post(Target(bench.part, topic=topic), Post(marker, "First Blood", f"This is {marker}.", pictures))


def told(bench: MatrixBench, since: Replies, *topics: str) -> Replies:
    """What was written since then in these topics and to us alone."""
    return bench.forum.replies([Target(bench.part, topic=topic) for topic in topics], since.since)


def event(bench: MatrixBench, post: str) -> dict[str, Any]:
    """An event as everybody sees it."""
    room, id = parted(post)
    return bench.synapse.ask(READER, "GET", f"/rooms/{part(room)}/event/{part(id)}")


def new_room(bench: MatrixBench, user: str, **asked: Any) -> str:
    """Its id."""
    return str(bench.synapse.ask(user, "POST", "/createRoom", asked)["room_id"])


def encrypt(bench: MatrixBench, user: str, room: str) -> None:
    """From now on the room is encrypted."""
    path = f"/rooms/{part(room)}/state/m.room.encryption/"
    bench.synapse.ask(user, "PUT", path, {"algorithm": "m.megolm.v1.aes-sha2"})


# ---------------------------------------------------------------- posting


def test_the_same_marker_is_sent_once(bench: MatrixBench) -> None:
    """Synapse knows the transaction for a day, so a post that is tried again is the same."""
    first = made(bench, "once")
    assert made(bench, "once") == first
    assert len(bench.seen(first.topic)) == 1


def test_nobody_is_mentioned_and_the_marker_is_a_field_of_ours(bench: MatrixBench) -> None:
    content = event(bench, made(bench, "silent").id)["content"]
    assert content["m.mentions"] == {}
    assert content["wardroom.marker"] == "silent"
    assert "silent." in content["body"] and content["msgtype"] == "m.text"


def test_pictures_stand_in_the_thread_below_their_post(bench: MatrixBench) -> None:
    posted = made(bench, "maps", pictures=MAPS)
    answer = made(bench, "moremaps", posted.topic, MAPS[:1])
    assert answer.topic == posted.topic
    assert [seen.pictures for seen in bench.seen(posted.topic)] == [2, 1]


@pytest.mark.parametrize("how", ["lost answer", "out of order"])
def test_a_post_that_was_cut_short_before_its_pictures_is_finished_when_it_is_found(bench: MatrixBench, how: str) -> None:
    """Of the second picture the answer is lost, or nothing is done: each is there once in the end."""
    marker = f"cut-{how.replace(' ', '-')}"

    def second(method: str, path: str) -> bool:
        return "/send/" in path and path.endswith(f"{marker}-1")

    breaks = bench.proxy.lost_answers if how == "lost answer" else bench.proxy.out_of_order
    with breaks(second), pytest.raises(Unsure, match="not all of its pictures"):
        made(bench, marker, pictures=MAPS)
    for _ in range(2):  # what is complete stays as it is
        found = bench.forum.find(Target(bench.part), marker)
        assert found is not None
        (seen,) = bench.seen(found.topic)
        assert seen.pictures == 2


def test_a_wait_before_the_pictures_is_no_promise_that_nothing_was_done(bench: MatrixBench) -> None:
    """One message in seven seconds: the text is there, its pictures have to wait."""
    bench.synapse.limit(bench.ours)
    try:
        with pytest.raises(Unsure, match="not all of its pictures: it says that we ask too often"):
            made(bench, "limited", pictures=MAPS)
        with pytest.raises(RateLimited) as limited:
            made(bench, "next")
        assert 1 <= limited.value.seconds <= 8
    finally:
        bench.synapse.let_off(bench.ours)
    found = bench.forum.find(Target(bench.part), "limited")
    assert found is not None and [seen.pictures for seen in bench.seen(found.topic)] == [2]


@pytest.mark.parametrize("words", ["a text of many lines\n", "🚢"])
def test_the_longest_text_is_taken_and_may_be_changed(bench: MatrixBench, words: str) -> None:
    text = (words * bench.forum.longest)[: bench.forum.longest]
    posted = bench.forum.post(Target(bench.part), Post(f"long{len(words)}", "First Blood", text))
    bench.forum.edit(posted, Post(f"long{len(words)}", "First Blood", text[:-1] + "!"))
    (seen,) = bench.seen(posted.topic)
    assert seen.text.endswith("!") and seen.text.count("🚢") == text[:-1].count("🚢")


def test_a_room_may_be_named_by_its_id(bench: MatrixBench) -> None:
    posted = bench.forum.post(Target(bench.room), Post("byid", "First Blood", "This is posted by the id of the room."))
    assert bench.forum.find(Target(bench.part), "byid") == posted
    assert posted.url == f"https://matrix.to/#/{posted.id}?via=localhost"


# ---------------------------------------------------------------- who may what


def test_a_room_is_joined_when_it_is_tested(bench: MatrixBench) -> None:
    room = new_room(bench, "keeper", name="Admirals", invite=["@wardroom:localhost"])
    assert bench.forum.probe(room) == "we are @wardroom:localhost, may post in Admirals, and may not hide what others post"
    assert bench.forum.post(Target(room), Post("joined", "First Blood", "We are in it now.")).id
    assert bench.forum.probe(bench.part) == "we are @wardroom:localhost, may post in Games, and may hide what others post"
    mine = new_room(bench, bench.ours, name="Ours")
    assert "may hide" in bench.forum.probe(mine), "who made a room may do all"


def test_rooms_that_will_not_do_say_why(bench: MatrixBench) -> None:
    closed = new_room(bench, "keeper", preset="private_chat")
    quiet = new_room(bench, "keeper", preset="public_chat", power_level_content_override={"events_default": 10})
    secret = new_room(bench, "keeper", preset="public_chat")
    encrypt(bench, "keeper", secret)
    for room, why in (
        (closed, "may not join .* invite it"),
        (quiet, "power level is 0, and 10 is needed"),
        (secret, "encrypted"),
        ("#nowhere:localhost", "knows no room #nowhere:localhost"),
        ("games", "begins with !"),
    ):
        with pytest.raises(Refused, match=why):
            bench.forum.probe(room)


def test_who_is_no_moderator_hides_nothing(bench: MatrixBench) -> None:
    room = new_room(bench, "keeper", preset="public_chat")
    bench.forum.probe(room)
    topic = bench.forum.post(Target(room), Post("nomod", "First Blood", "The first turn is resolved.")).topic
    since = bench.forum.replies([], "")
    id = bench.say("red", topic, "SR1: ahead full")
    (reply,) = told(bench, since, topic).found
    with pytest.raises(Refused, match="give it a moderator's power level"):
        bench.forum.hide(reply, "orders are not for everybody to read")
    shown = bench.synapse.ask("red", "GET", f"/rooms/{part(room)}/event/{part(parted(id)[1])}")
    assert shown["content"]["body"] == "SR1: ahead full"


def test_an_address_without_a_homeserver_is_not_an_empty_one(bench: MatrixBench) -> None:
    wrong = Matrix(Account(f"{bench.proxy.url}/forum", key=bench.account.key))
    for act in (lambda: wrong.probe(bench.part), lambda: wrong.find(Target(bench.part), "once"), lambda: wrong.replies([], "")):
        with pytest.raises(Refused):
            act()


# ---------------------------------------------------------------- answers


def test_an_answer_from_a_program_without_threads_is_told(bench: MatrixBench) -> None:
    """It answers the post that began the topic, whose words such programs repeat; what is beside it in the room is not told."""
    topic = made(bench, "threadless").topic
    since = bench.forum.replies([], "")
    room, root = parted(topic)
    bench.synapse.ask("red", "POST", f"/join/{part(room)}", {})
    fields = {"m.relates_to": {"m.in_reply_to": {"event_id": root}}}
    id = bench.write("red", room, fields, "> <@wardroom:localhost> This is threadless.\n\nWell done!")
    bench.write("red", room, {}, "Is anybody here?")
    bench.write("red", room, {"msgtype": "m.notice"} | fields, "I am a machine.")
    (reply,) = told(bench, since, topic).found
    assert (reply.id, reply.text, reply.topic) == (id, "Well done!", topic)


def test_a_change_by_another_changes_nothing(bench: MatrixBench) -> None:
    topic = made(bench, "forged").topic
    id = bench.say("red", topic, "We shall win.")
    since = bench.forum.replies([], "")
    room, root = parted(id)
    change = {"m.new_content": {"msgtype": "m.text", "body": "We give up."}}
    bench.synapse.ask("blue", "POST", f"/join/{part(room)}", {})
    bench.write("blue", room, change | {"m.relates_to": {"rel_type": "m.replace", "event_id": root}}, "* We give up.")
    assert all(reply.text == "We shall win." and reply.author == "red" for reply in told(bench, since, topic).found)


def test_odd_messages_stop_nothing(bench: MatrixBench) -> None:
    topic = made(bench, "odd").topic
    since = bench.forum.replies([], "")
    room, root = parted(topic)
    bench.synapse.ask("red", "POST", f"/join/{part(room)}", {})
    relation = {"rel_type": "m.thread", "event_id": root}
    for fields in (
        {"m.relates_to": "nothing"},
        {"m.relates_to": relation, "body": 5},
        {"m.relates_to": {"rel_type": "m.replace", "event_id": "$gone"}, "m.new_content": 5},
        {"msgtype": 7, "m.relates_to": relation},
    ):
        content = {"msgtype": "m.text", "body": "odd"} | fields
        bench.synapse.answer("red", "PUT", f"/rooms/{part(room)}/send/m.room.message/odd{len(str(fields))}", content)
    id = bench.say("red", topic, "This one is not odd.")
    assert id in [reply.id for reply in told(bench, since, topic).found]


def test_an_answer_below_many_posts_of_ours_is_told(bench: MatrixBench) -> None:
    topic = made(bench, "below").topic
    since = bench.forum.replies([], "")
    id = bench.say("red", topic, "Well done!")
    for number in range(70):
        bench.write(bench.ours, bench.room, {}, f"Turn {number} is resolved.")
    assert [reply.id for reply in told(bench, since, topic).found] == [id]


def test_many_answers_are_read_in_many_calls_in_order(bench: MatrixBench, monkeypatch: pytest.MonkeyPatch) -> None:
    """With pages so small that the cursor stops within a room, twice in each call."""
    monkeypatch.setattr(room_replies, "PAGE", 4)
    monkeypatch.setattr(room_replies, "PAGES", 2)
    topic, other = made(bench, "many").topic, made(bench, "others").topic
    since = bench.forum.replies([], "")
    said = [bench.say("red", (topic, other)[number % 2], f"Remark {number}.") for number in range(30)]
    bench.tell("blue", "SR1: 3 S 2")
    found: list[str] = []
    for _ in range(12):
        since = told(bench, since, topic, other)
        assert len(since.found) <= 8
        found += [reply.id for reply in since.found if not reply.private]
    assert found == said


# ---------------------------------------------------------------- direct rooms


def test_all_messages_to_one_person_are_in_one_room(bench: MatrixBench) -> None:
    bench.synapse.token("anna")
    first = bench.forum.post(Target(user="anna"), Post("p1", "", "x"))
    second = bench.forum.post(Target(user="@anna:localhost"), Post("p2", "", "y"))
    assert first.topic == second.topic
    assert bench.forum.find(Target(user="anna"), "p1") == first
    with pytest.raises(Refused, match="knows no user @nobody:localhost"):
        bench.forum.post(Target(user="nobody"), Post("p3", "", "z"))
    room = bench.synapse.ask("anna", "GET", "/sync")["rooms"]["invite"][first.topic]
    assert any(each["content"].get("is_direct") for each in room["invite_state"]["events"])


def test_invitations_to_rooms_for_many_or_encrypted_ones_are_not_taken(bench: MatrixBench) -> None:
    since = bench.forum.replies([], "")
    many = new_room(bench, "red", invite=["@wardroom:localhost"])
    initial = [{"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}]
    secret = new_room(bench, "red", is_direct=True, invite=["@wardroom:localhost"], initial_state=initial)
    plain = bench.tell("red", "SR1: 3 S 2")
    assert [reply.id for reply in told(bench, since).found] == [plain]
    ours = bench.synapse.ask(bench.ours, "GET", "/joined_rooms")["joined_rooms"]
    assert parted(plain)[0] in ours and not {many, secret} & set(ours)
    left = bench.synapse.ask("red", "GET", f"/rooms/{part(secret)}/state/m.room.member/{part('@wardroom:localhost')}")
    assert left == {"membership": "leave", "reason": direct_rooms.ENCRYPTED}


def test_a_room_that_becomes_encrypted_is_left_with_the_reason(bench: MatrixBench) -> None:
    since = bench.forum.replies([], "")
    plain = bench.tell("blue", "SR1: 3 S 2")
    since = told(bench, since)
    room = parted(plain)[0]
    encrypt(bench, "blue", room)
    last = bench.write("blue", room, {}, "This is not encrypted yet.")
    bench.synapse.ask("blue", "PUT", f"/rooms/{part(room)}/send/m.room.encrypted/e1", {"ciphertext": "x", "algorithm": "y"})
    for _ in range(2):  # the same again when the first answer was lost, though we have left the room by then
        assert [(reply.id, reply.private) for reply in told(bench, since).found] == [(last, True)]
    left = bench.synapse.ask("blue", "GET", f"/rooms/{part(room)}/state/m.room.member/{part('@wardroom:localhost')}")
    assert left["reason"] == direct_rooms.ENCRYPTED
    posted = bench.forum.post(Target(user="blue"), Post("p4", "", "Here we can talk."))
    assert posted.topic != room and any("Here we can talk" in seen.text for seen in bench.inbox("blue"))


def test_where_a_third_person_is_nothing_is_private(bench: MatrixBench) -> None:
    """What is said there is not told, and what we say to one alone goes to another room."""
    since = bench.forum.replies([], "")
    room = parted(bench.tell("blue", "SR1: 3 S 2"))[0]
    since = told(bench, since)
    assert [reply.private for reply in since.found] == [True]
    bench.synapse.ask("blue", "POST", f"/rooms/{part(room)}/invite", {"user_id": "@red:localhost"})
    bench.write("blue", room, {}, "SR1: 2 P 1")
    assert told(bench, since).found == []
    for topic in ("", room):
        posted = bench.forum.post(Target(user="blue", topic=topic), Post(f"p5{topic}", "", "For your eyes alone."))
        assert posted.topic != room
        assert bench.forum.find(Target(user="blue", topic=topic), f"p5{topic}") == posted


@pytest.mark.parametrize(
    "kind, setting", [("join_rules", "join_rule=public"), ("history_visibility", "history_visibility=world_readable")]
)
def test_a_room_that_others_may_enter_or_read_is_not_private(bench: MatrixBench, kind: str, setting: str) -> None:
    room = parted(bench.tell("blue", "link ABCD-EFGH please"))[0]
    since = bench.forum.replies([], "")
    name, _, value = setting.partition("=")
    bench.synapse.ask("blue", "PUT", f"/rooms/{part(room)}/state/m.room.{kind}/", {name: value})
    bench.write("blue", room, {}, "SR1: 2 P 1")
    assert told(bench, since).found == []


def test_a_thread_in_a_direct_room_is_a_conversation_of_its_own(bench: MatrixBench) -> None:
    posted = bench.forum.post(Target(user="blue"), Post("p6", "", "Your turn is resolved."))
    room, root = parted(posted.id)
    assert posted.topic == room
    bench.inbox("blue")
    since = bench.forum.replies([], "")
    id = bench.write("blue", room, {"m.relates_to": {"rel_type": "m.thread", "event_id": root}}, "SR1: 3 S 2")
    (reply,) = told(bench, since).found
    assert (reply.id, reply.topic, reply.private) == (id, joined(room, root), True)
    assert bench.forum.post(Target(user="blue", topic=reply.topic), Post("p7", "", "Taken.")).topic == reply.topic


def test_rooms_that_are_kept_as_direct_are_those_of_both(bench: MatrixBench) -> None:
    """In the account data where all Matrix programs look for them: those that we opened, and those that we were invited to."""
    bench.tell("red", "link ABCD-EFGH please")
    bench.forum.replies([], "")
    bench.synapse.token("otto")
    opened = bench.forum.post(Target(user="otto"), Post("p8", "", "Welcome.")).topic
    path = f"/user/{part('@wardroom:localhost')}/account_data/m.direct"
    kept = bench.synapse.ask(bench.ours, "GET", path)
    assert kept["@otto:localhost"] == [opened] and len(kept["@red:localhost"]) >= 1
    assert json.dumps(kept).count(opened) == 1
