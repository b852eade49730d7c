"""What is special to a mailing list: what it may hold, where a mail is to be read, and reading its archive to the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem.gateway.forums.drivers import mail_list
from pbem.gateway.forums.drivers.mail_list import MailList
from pbem.gateway.forums.port import Account, Picture, Post, Refused, Reply, Target, Unreachable
from tests.gateway.conftest import opened, text_of
from tests.gateway.forums.benches.mail_list import OURS, MailListBench, open_bench
from tests.gateway.forums.servers.hyperkitty import LIST

TARGET = Target(LIST)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
MAP = Picture("map.png", PNG, "https://games.example/map.png", "the map")


@pytest.fixture(scope="module")
def bench() -> Iterator[MailListBench]:
    made = open_bench()
    yield made
    made.close()


def written(marker: str, text: str = "All ahead.") -> Post:
    return Post(marker, "Turn 3 — the Täuschung", text)


def sent(post: Post, **options: str) -> bytes:
    """The mail that a post becomes."""
    queued: list[bytes] = []
    account = Account("https://lists.example/hyperkitty", OURS, options=options)
    MailList(account, lambda to, mail: queued.append(mail)).post(TARGET, post)
    (mail,) = queued
    return mail


# ---------------------------------------------------------------- with Mailman and HyperKitty


@pytest.mark.deep
def test_a_post_is_read_at_the_address_that_was_told_before(bench: MailListBench) -> None:
    posted = bench.forum.post(TARGET, replace(written("address"), pictures=(MAP,)))
    assert posted.url == f"{bench.server.url}/list/{LIST}/message/{posted.url.split('/')[-2]}/"
    page = bench.server.page(posted.url.removeprefix(bench.server.url + "/"))
    assert page.status_code == 200 and "All ahead." in page.text
    (seen,) = bench.seen(posted.topic)
    assert (seen.author, seen.pictures) == ("Wardroom", 1)


@pytest.mark.deep
def test_the_list_takes_a_mail_that_says_a_program_wrote_it(bench: MailListBench) -> None:
    posted = bench.forum.post(TARGET, written("program"))
    assert opened(bench.sent[-1])["Auto-Submitted"] == "auto-generated"
    assert bench.is_archived(posted.id) and posted.id not in bench.server.held()


@pytest.mark.deep
def test_words_that_the_list_takes_for_commands_are_no_commands(bench: MailListBench) -> None:
    posted = bench.forum.post(TARGET, written("commands", "Help\nset sail north now\nwho is there"))
    assert posted.id not in bench.server.held() and bench.is_archived(posted.id)


@pytest.mark.deep
def test_what_a_moderator_holds_is_found_when_they_let_it_through(bench: MailListBench) -> None:
    with bench.moderated():
        posted = bench.forum.post(TARGET, written("held"))
    assert bench.forum.find(TARGET, "held") is None and posted.id in bench.server.held()
    bench.approve(posted)
    assert bench.forum.find(TARGET, "held") == posted


@pytest.mark.deep
def test_every_answer_comes_however_far_behind_we_are(bench: MailListBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_list, "PAGE", 4)
    monkeypatch.setattr(mail_list, "OVERLAP", 2)
    target = replace(TARGET, topic=bench.forum.post(TARGET, written("behind")).topic)
    since = bench.forum.replies([target], "").since
    said = [bench.say("blue", target.topic, f"This is remark {n}.") for n in range(9)]
    found: list[Reply] = []
    while (page := bench.forum.replies([target], since)).since != since:
        assert len(page.found) <= 4
        found += page.found
        since = page.since
    assert [reply.id for reply in found] == said
    assert {(reply.author, reply.topic, reply.private) for reply in found} == {("blue", target.topic, False)}


@pytest.mark.deep
def test_answers_come_though_all_that_was_read_is_gone_from_the_archive(bench: MailListBench) -> None:
    target = replace(TARGET, topic=bench.forum.post(TARGET, written("gone")).topic)
    id = bench.say("red", target.topic, "Who has seen the rest of it?")
    since = json.dumps({LIST: [1, ["A" * 32]]})
    assert id in [reply.id for reply in bench.forum.replies([target], since).found]


@pytest.mark.deep
def test_a_list_without_a_mail_is_read_from_its_first(bench: MailListBench) -> None:
    page = bench.forum.replies([Target("new@lists.example")], "")
    assert (page.found, json.loads(page.since)) == ([], {"new@lists.example": [0, []]})
    with pytest.raises(Refused, match="from its first mail on"):
        bench.forum.probe("new@lists.example")


# ---------------------------------------------------------------- the mail alone


def test_a_picture_too_large_for_the_list_is_a_link() -> None:
    post = replace(written("large"), pictures=(MAP,))
    assert [part.get_filename() for part in opened(sent(post)).iter_attachments()] == ["map.png"]
    linked = opened(sent(post, largest="4000"))
    assert not linked.is_multipart() and text_of(linked) == "All ahead.\n\nthe map: https://games.example/map.png\n"


@pytest.mark.parametrize("part", ["", "games", "a@b@c", "games@lists.example\r\nBcc: red@example.org", "x@y/z"])
def test_what_is_no_list_is_refused(part: str) -> None:
    with pytest.raises(Refused, match="is no mailing list"):
        MailList(Account("https://lists.example", OURS), lambda to, mail: None).post(Target(part), written("x"))


def test_an_option_that_is_no_number_is_said_by_the_probe() -> None:
    with pytest.raises(Refused, match="number of bytes"):
        MailList(Account("https://lists.example", OURS, options={"largest": "40 KB"}), lambda to, mail: None).probe(LIST)


def test_an_archive_that_is_away_is_an_error_and_no_answer() -> None:
    forum = MailList(Account("http://127.0.0.1:1", OURS), lambda to, mail: None)
    for ask in (lambda: forum.replies([TARGET], ""), lambda: forum.find(TARGET, "x"), lambda: forum.probe(LIST)):
        with pytest.raises(Unreachable):
            ask()
    assert forum.post(TARGET, written("x")).id == "<x@games.example>", "a mail is queued all the same"


def test_without_an_archive_it_is_said_what_to_write() -> None:
    forum = MailList(Account("mailto:games@lists.example", OURS), lambda to, mail: None)
    with pytest.raises(Refused, match="is no archive; write it like"):
        forum.replies([TARGET], "")
