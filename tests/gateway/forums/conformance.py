"""What every driver has to do, whatever place it speaks to: the suite that runs on stubs and on real servers alike."""

from __future__ import annotations

import secrets
from contextlib import suppress

import pytest

from pbem.gateway.forums.live_checks import LiveChecks
from pbem.gateway.forums.port import (
    Ability,
    BadSignature,
    ForumError,
    Post,
    Posted,
    RateLimited,
    Refused,
    Reply,
    Target,
    Unreachable,
    Unsure,
)
from pbem.gateway.forums.writing import spared
from tests.gateway.forums.bench import Bench, Failure

NASTY = "@everyone <!channel> [b]bold[/b] **stars** `code` <b>tag</b> _under_ [quote]x[/quote] @here"
UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))


def marker() -> str:
    """A new one."""
    return secrets.token_hex(12)


def post(text: str = "The turn is resolved, and all may read it.", mark: str = "") -> Post:
    """A post that any place takes."""
    return Post(mark or marker(), "First Blood, a game of Star Navy", text)


def made(bench: Bench, topic: str = "", text: str = "The turn is resolved, and all may read it.") -> Posted:
    """A post of ours in a public topic ("": a new one)."""
    return bench.forum.post(Target(bench.part, topic=topic), post(text))


def needs(bench: Bench, *abilities: Ability) -> None:
    """The test is about something that not every place can."""
    for ability in abilities:
        if ability not in bench.forum.abilities:
            pytest.skip(f"{bench.name} does not offer: {ability}")


def can_fail(bench: Bench, failure: Failure) -> None:
    """The test is about a failure that not every bench can bring about."""
    if failure not in bench.failures:
        pytest.skip(f"{bench.name} cannot be made to fail like this: {failure}")


def read(bench: Bench, topic: str, since: str) -> tuple[list[Reply], str]:
    """All answers since then, in as many questions as it takes until nothing new comes."""
    found: dict[tuple[str, str, bool], Reply] = {}
    for _ in range(100):
        before = len(found)
        page = bench.forum.replies([Target(bench.part, topic=topic)] if topic else [], since)
        since = page.since
        for reply in page.found:
            found.setdefault((reply.id, reply.version, reply.deleted), reply)
        if len(found) == before:
            return list(found.values()), since
    raise AssertionError("answers never come to an end")


def plain(text: str) -> str:
    """A text without what nobody sees."""
    return " ".join(text.translate(UNSEEN).split())


# ---------------------------------------------------------------- posting


def test_the_checks_on_a_live_place_pass(bench: Bench) -> None:
    """What `forum test` does at a place finds nothing wrong."""
    user = "blue" if "private" in bench.forum.abilities else ""
    results = list(LiveChecks(bench.forum, bench.part, marker, user).run())
    assert [result for result in results if result.outcome == "failed"] == []
    assert sum(result.outcome == "ok" for result in results) >= 6


def test_a_post_begins_a_topic_and_the_next_stands_in_it(bench: Bench) -> None:
    first = made(bench, text="The first turn is resolved here.")
    second = made(bench, first.topic, text="The second turn is resolved here.")
    assert first.topic == second.topic and first.id != second.id
    texts = [plain(seen.text) for seen in bench.seen(first.topic) if seen.author == bench.ours]
    assert len(texts) == 2 and "first turn" in texts[0] and "second turn" in texts[1]


def test_the_marker_is_not_to_be_read(bench: Bench) -> None:
    written = post()
    posted = bench.forum.post(Target(bench.part), written)
    assert all(written.marker not in seen.text for seen in bench.seen(posted.topic))


def test_the_marks_of_a_place_are_words_and_call_nobody(bench: Bench) -> None:
    """Whatever somebody wrote is to be read as they wrote it."""
    posted = made(bench, text=spared(NASTY, bench.forum.markup))
    (seen,) = bench.seen(posted.topic)
    shown = plain(seen.text)
    for words in ("everyone", "channel", "bold", "stars", "code", "tag", "under"):
        assert words in shown


def test_short_texts_are_taken(bench: Bench) -> None:
    posted = bench.forum.post(Target(bench.part), Post(marker(), "g1", "ok"))
    (seen,) = bench.seen(posted.topic)
    assert "ok" in seen.text


def test_the_same_text_again_is_another_post(bench: Bench) -> None:
    """Two turns may have the same words: a place that wants no such post says that it may be taken later."""
    first = made(bench, text="Nothing happened in this turn, and nobody moved.")
    with suppress(Refused):
        second = made(bench, first.topic, text="Nothing happened in this turn, and nobody moved.")
        assert first.id != second.id


def test_a_post_of_ours_is_changed(bench: Bench) -> None:
    needs(bench, "edit")
    written = post("The turn is resolved, and this is wrong.")
    posted = bench.forum.post(Target(bench.part), written)
    bench.forum.edit(posted, post("The turn is resolved, and this is right.", written.marker))
    (seen,) = bench.seen(posted.topic)
    assert "this is right" in plain(seen.text) and written.marker not in seen.text


# ---------------------------------------------------------------- once


def test_a_post_is_found_by_its_marker_and_no_other_is(bench: Bench) -> None:
    """Among many of its topic, the first as well as the last."""
    needs(bench, "search")
    first = post("The first turn is resolved here.")
    topic = bench.forum.post(Target(bench.part), first).topic
    others = [post(f"Turn {number} is resolved, and all may read it.") for number in range(25)]
    ids = [bench.forum.post(Target(bench.part, topic=topic), other).id for other in others]
    target = Target(bench.part, topic=topic)
    found = [bench.forum.find(target, other.marker) for other in others]
    assert [each and each.id for each in found] == ids
    assert bench.forum.find(target, marker()) is None
    assert (begun := bench.forum.find(target, first.marker)) and begun.topic == topic


def test_a_post_whose_answer_is_lost_is_found(bench: Bench) -> None:
    """A topic and an answer in it: whoever asks what became of it posts nothing twice."""
    needs(bench, "search")
    can_fail(bench, "lost answer")
    made(bench)  # what a driver asks but once, such as the id of a part, it knows then
    topic = ""
    for text in ("The first turn is resolved here.", "The second turn is resolved here."):
        target, written = Target(bench.part, topic=topic), post(text)
        with bench.fails("lost answer"), pytest.raises(Unsure):
            bench.forum.post(target, written)
        found = bench.forum.find(target, written.marker)
        assert found is not None and found.id and found.topic
        topic = found.topic
    assert len(bench.seen(topic)) == 2


@pytest.mark.parametrize("failure", ["out of order", "away"])
def test_a_post_that_was_not_made_is_not_found(bench: Bench, failure: Failure) -> None:
    can_fail(bench, failure)
    target, written = Target(bench.part, topic=made(bench).topic), post("The second turn is resolved here.")
    with bench.fails(failure), pytest.raises(Unreachable if failure == "away" else (Unreachable, Unsure)):
        bench.forum.post(target, written)
    if "search" in bench.forum.abilities:
        assert bench.forum.find(target, written.marker) is None
    bench.forum.post(target, written)
    assert len(bench.seen(target.topic)) == 2


def test_a_search_that_fails_says_so(bench: Bench) -> None:
    """No answer is never "it is not there"."""
    needs(bench, "search")
    target = Target(bench.part, topic=made(bench).topic)
    for failure in bench.failures & {"lost answer", "out of order", "away", "wrong key"}:
        with bench.fails(failure), pytest.raises(ForumError):
            bench.forum.find(target, marker())


def test_a_place_that_says_wait_is_obeyed(bench: Bench) -> None:
    can_fail(bench, "limited")
    topic = made(bench).topic
    with bench.fails("limited"), pytest.raises(RateLimited) as limited:
        made(bench, topic)
    assert limited.value.seconds > 0
    assert len(bench.seen(topic)) == 1


def test_what_waits_for_a_moderator_is_not_posted(bench: Bench) -> None:
    can_fail(bench, "moderated")
    topic, written = made(bench).topic, post("The second turn is resolved here.")
    target = Target(bench.part, topic=topic)
    with bench.fails("moderated"):
        posted = bench.forum.post(target, written)
    assert posted.held and len(bench.seen(topic)) == 1
    if "search" in bench.forum.abilities:
        found = bench.forum.find(target, written.marker)
        assert found is None or found.held
    bench.approve(posted)
    assert len(bench.seen(topic)) == 2
    if "search" in bench.forum.abilities:
        found = bench.forum.find(target, written.marker)
        assert found is not None and not found.held


def test_a_topic_that_waits_for_a_moderator_is_found_when_it_is_let_through(bench: Bench) -> None:
    needs(bench, "search")
    can_fail(bench, "moderated")
    written = post("The first turn is resolved here.")
    with bench.fails("moderated"):
        posted = bench.forum.post(Target(bench.part), written)
    assert posted.held
    found = bench.forum.find(Target(bench.part), written.marker)
    assert found is None or found.held
    bench.approve(posted)
    found = bench.forum.find(Target(bench.part), written.marker)
    assert found is not None and found.topic and not found.held


def test_a_wrong_key_is_said(bench: Bench) -> None:
    can_fail(bench, "wrong key")
    topic = made(bench).topic
    with bench.fails("wrong key"):
        for act in (lambda: made(bench, topic), lambda: bench.forum.probe(bench.part)):
            with pytest.raises(Refused) as refused:
                act()
            assert len(str(refused.value)) > 10
    assert len(bench.seen(topic)) == 1


def test_a_text_that_was_said_before_may_be_taken_later(bench: Bench) -> None:
    can_fail(bench, "too similar")
    topic = made(bench).topic
    with bench.fails("too similar"), pytest.raises(Refused) as refused:
        made(bench, topic)
    assert not refused.value.final


def test_a_part_that_is_not_there_is_refused(bench: Bench) -> None:
    with pytest.raises(Refused) as refused:
        bench.forum.probe("no-such-part-987654")
    assert len(str(refused.value)) > 10


# ---------------------------------------------------------------- answers


def test_answers_are_told_once_they_are_written(bench: Bench) -> None:
    """From the first question on; our own posts are none."""
    needs(bench, "replies")
    topic = made(bench).topic
    bench.say("blue", topic, "This was written before anybody asked.")
    since = bench.forum.replies([Target(bench.part, topic=topic)], "").since
    id = bench.say("red", topic, "Well fought, and may the better side win!")
    made(bench, topic, "The second turn is resolved here.")
    found, since = read(bench, topic, since)
    (reply,) = [each for each in found if each.topic == topic and "before anybody" not in each.text]
    assert (reply.id, reply.author, reply.private, reply.deleted) == (id, "red", False, False)
    assert "may the better side win!" in reply.text
    assert all(each.author != bench.ours for each in found)
    bench.say("blue", topic, "The next one comes later than that.")
    later, _ = read(bench, topic, since)
    assert any("comes later" in each.text for each in later)


def test_none_of_many_answers_is_lost(bench: Bench) -> None:
    """More than fit on a page of any place."""
    needs(bench, "replies")
    topic = made(bench).topic
    since = bench.forum.replies([Target(bench.part, topic=topic)], "").since
    number = 30 if bench.real else 120
    said = {bench.say("blue", topic, f"This is remark number {n} on the turn.") for n in range(number)}
    found, _ = read(bench, topic, since)
    assert said <= {reply.id for reply in found}


def test_an_answer_that_is_changed_is_told_again(bench: Bench) -> None:
    needs(bench, "replies")
    topic = made(bench).topic
    _, since = read(bench, topic, "")
    id = bench.say("red", topic, "We shall win this with ease.")
    (first,), since = read(bench, topic, since)
    bench.change(id, "We shall lose this with grace.")
    changed, _ = read(bench, topic, since)
    versions = {reply.version: reply.text for reply in (first, *changed) if reply.id == id}
    assert len(versions) == 2 and any("with grace" in text for text in versions.values())


def test_an_answer_that_is_deleted_is_told(bench: Bench) -> None:
    needs(bench, "replies")
    topic = made(bench).topic
    _, since = read(bench, topic, "")
    id = bench.say("red", topic, "We shall win this with ease.")
    _, since = read(bench, topic, since)
    bench.delete(id)
    found, _ = read(bench, topic, since)
    assert [reply.id for reply in found if reply.deleted] == [id]


def test_answers_that_cannot_be_asked_for_are_an_error(bench: Bench) -> None:
    needs(bench, "replies")
    topic = made(bench).topic
    since = bench.forum.replies([Target(bench.part, topic=topic)], "").since
    bench.say("red", topic, "This is said before the place goes away.")
    for failure in bench.failures & {"out of order", "away", "wrong key"}:
        with bench.fails(failure), pytest.raises(ForumError):
            bench.forum.replies([Target(bench.part, topic=topic)], since)
    found, _ = read(bench, topic, since)
    assert any("before the place goes away" in reply.text for reply in found)


def test_an_answer_of_another_is_hidden(bench: Bench) -> None:
    needs(bench, "replies", "hide")
    topic = made(bench).topic
    _, since = read(bench, topic, "")
    id = bench.say("red", topic, "SR1: ahead full, and fire at all of them")
    (reply,), _ = read(bench, topic, since)
    assert reply.id == id
    bench.forum.hide(reply, "orders are not for everybody to read")
    assert id not in [seen.id for seen in bench.seen(topic)]


# ---------------------------------------------------------------- to one alone


def test_a_private_message_and_its_answer(bench: Bench) -> None:
    """Both are one conversation, and nobody else reads it."""
    needs(bench, "private", "replies")
    _, since = read(bench, "", "")
    posted = bench.forum.post(Target(user="blue"), post("Your turn is resolved, for your eyes alone."))
    assert any("for your eyes alone" in seen.text for seen in bench.inbox("blue"))
    assert not bench.inbox("red") or all("for your eyes alone" not in seen.text for seen in bench.inbox("red"))
    bench.tell("blue", "SR1: 3 S 2", posted.topic)
    found, _ = read(bench, "", since)
    # what another test has deleted right before may be told again: drivers read from a little before `since`
    (reply,) = [each for each in found if each.private and each.topic == posted.topic and not each.deleted]
    assert reply.author == "blue" and "SR1: 3 S 2" in reply.text
    bench.forum.post(Target(user="blue", topic=posted.topic), post("Your orders were taken as they stand here."))
    assert any("were taken" in seen.text for seen in bench.inbox("blue"))


def test_a_private_message_that_begins_with_them(bench: Bench) -> None:
    """Where people may write to us first."""
    needs(bench, "private", "replies")
    _, since = read(bench, "", "")
    try:
        bench.tell("red", "link ABCD-EFGH please")
    except NotImplementedError as e:
        pytest.skip(str(e))
    found, _ = read(bench, "", since)
    (reply,) = [each for each in found if "ABCD-EFGH" in each.text]
    assert reply.private and reply.author == "red" and reply.topic
    bench.forum.post(Target(user="red", topic=reply.topic), post("Your account is linked from this moment on."))
    assert any("is linked" in seen.text for seen in bench.inbox("red"))


def test_a_private_message_that_is_changed_or_deleted_is_told(bench: Bench) -> None:
    needs(bench, "private", "replies")
    posted = bench.forum.post(Target(user="blue"), post("Your turn is resolved, for your eyes alone."))
    _, since = read(bench, "", "")
    id = bench.tell("blue", "SR1: 3 S 2", posted.topic)
    _, since = read(bench, "", since)
    bench.change(id, "SR1: 2 P 1 and no more")
    changed, since = read(bench, "", since)
    assert ["2 P 1" in reply.text for reply in changed if reply.id == id][-1]
    bench.delete(id)
    found, _ = read(bench, "", since)
    assert any(reply.id == id and reply.deleted and reply.private for reply in found)


# ---------------------------------------------------------------- told by the place


def test_what_a_place_tells_by_itself_is_read(bench: Bench) -> None:
    needs(bench, "hooks")
    topic = made(bench).topic
    id = bench.say("red", topic, "This is told before anybody asks for it.")
    headers, body = bench.hook(id)
    received = bench.forum.receive(headers, body)
    assert received.event
    (reply,) = received.found
    assert (reply.id, reply.author, reply.topic, reply.private) == (id, "red", topic, False)
    assert received == bench.forum.receive(headers, body), "told twice it is the same"


def test_what_anybody_else_tells_is_not_believed(bench: Bench) -> None:
    """A body that was changed, a signature that is another's, none at all."""
    needs(bench, "hooks")
    topic = made(bench).topic
    headers, body = bench.hook(bench.say("red", topic, "This is told before anybody asks for it."))
    forged = body.replace(b"told before", b"sold before")
    assert forged != body
    signed = [name for name in headers if "signature" in name]
    cases: list[tuple[dict[str, str], bytes]] = [({}, body)]
    cases += [(dict(headers), forged)] if signed else []
    cases += [({**headers, name: headers[name][:-4] + "0000"}, body) for name in signed]
    for sent, what in cases if signed else [(dict(headers), _without_token(body))]:
        with pytest.raises(BadSignature):
            bench.forum.receive(sent, what)


def _without_token(body: bytes) -> bytes:
    """A body whose secret word is another."""
    return body.replace(b"token", b"taken")
