"""What is special to Usenet: Message-IDs, long lines, numbers that begin anew, servers that answer in their own ways."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from pbem.gateway.forums.drivers import usenet
from pbem.gateway.forums.drivers.usenet import Usenet
from pbem.gateway.forums.port import Account, Picture, Post, Refused, Target, Unreachable, Unsure
from tests.gateway.forums.benches.usenet import UsenetBench, open_bench
from tests.gateway.forums.servers.inn import GROUP

ACCOUNT = Account("nntp://127.0.0.1:1", "wardroom", "a key", options={"from": "wardroom@games.example"})
TARGET = Target(GROUP)


@pytest.fixture(scope="module")
def bench() -> Iterator[UsenetBench]:
    made = open_bench()
    yield made
    made.close()


def written(marker: str, text: str = "All ahead.") -> Post:
    return Post(marker, "Turn 3 — the Täuschung", text)


# ---------------------------------------------------------------- with INN


@pytest.mark.deep
def test_an_article_posted_twice_is_one_article(bench: UsenetBench) -> None:
    first = bench.forum.post(TARGET, written("twice"))
    assert bench.forum.post(TARGET, written("twice", "other words")) == first
    assert [seen.text for seen in bench.seen(first.topic)] == ["All ahead."]


@pytest.mark.deep
def test_what_is_posted_is_what_readers_see(bench: UsenetBench) -> None:
    long = " ".join(["tack"] * 60)
    text = f".\n..dots\n\nGrüße: {long}\n* {'https://games.example/' + 'x' * 90}\n{'ü' * 3000}\x00"
    posted = bench.forum.post(TARGET, written("readers", text))
    (article,) = [each for each in bench.inn.articles() if each["Message-ID"] == posted.id]
    shown = article.get_content()
    assert article["Subject"] == "Turn 3 — the Täuschung" and article["Newsgroups"] == GROUP
    assert "".join(shown.split()) == "".join(text.replace("\x00", "\ufffd").split())
    assert shown.startswith(".\n..dots\n") and max(map(len, shown.splitlines())) <= 112
    assert all(len(line) <= 78 or "https" in line for line in shown.splitlines())


@pytest.mark.deep
def test_a_picture_is_a_link(bench: UsenetBench) -> None:
    post = replace(written("picture"), pictures=(Picture("map.png", b"png", "https://games.example/map.png", "the map"),))
    (seen,) = bench.seen(bench.forum.post(TARGET, post).topic)
    assert seen.text == "All ahead.\n\nthe map: https://games.example/map.png"


@pytest.mark.deep
def test_answers_are_read_whatever_charset_and_line_length_they_have(bench: UsenetBench) -> None:
    topic = bench.forum.post(TARGET, written("charsets")).topic
    since = bench.forum.replies([replace(TARGET, topic=topic)], "").since
    bench.say("blue", f"<gone@example.org> {topic}", "w" * 900 + " Grüße\n.\n..\nfire!")
    bench.say("red", "<another@example.org>", "This is of another topic.")
    (reply,) = bench.forum.replies([replace(TARGET, topic=topic)], since).found
    assert (reply.author, reply.topic, reply.private) == ("blue", topic, False)
    assert reply.text == "w" * 900 + " Grüße\n.\n..\nfire!"


@pytest.mark.deep
def test_more_answers_than_are_looked_at_in_one_go_all_come(bench: UsenetBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usenet, "MOST_READ", 3)
    target = replace(TARGET, topic=bench.forum.post(TARGET, written("many")).topic)
    since = bench.forum.replies([target], "").since
    said = [bench.say("blue", target.topic, f"This is remark {n}.") for n in range(8)]
    bench.inn.control("cancel", said.pop(4))
    found, pages = [], 0
    while (page := bench.forum.replies([target], since)).since != since:
        found += [reply.id for reply in page.found]
        since, pages = page.since, pages + 1
    assert found == said and pages == 3


@pytest.mark.deep
def test_a_server_set_up_anew_is_read_from_its_first_article(bench: UsenetBench) -> None:
    target = replace(TARGET, topic=bench.forum.post(TARGET, written("anew")).topic)
    id = bench.say("blue", target.topic, "This has a low number.")
    found = bench.forum.replies([target], json.dumps({GROUP: 10_000_000})).found
    assert [reply.id for reply in found] == [id]


@pytest.mark.deep
def test_a_group_that_is_closed_or_renamed_is_refused_with_the_reason(bench: UsenetBench) -> None:
    bench.inn.control("newgroup", "local.old", "=local.games", "keeper")
    for group, reason in (
        ("junk", "nobody may post in junk"),
        ("local.old", "write to local.games"),
        ("no.such", "has no group"),
    ):
        with pytest.raises(Refused, match=reason):
            bench.forum.post(Target(group), written("closed"))


# ---------------------------------------------------------------- with servers of their own kind


@pytest.mark.parametrize("url", ["https://news.example", "nntp://", "news.example", "nntp://news.example:port"])
def test_an_address_that_is_no_news_server_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="no news server; write it like nntps://"):
        Usenet(replace(ACCOUNT, url=url)).probe(GROUP)


@pytest.mark.parametrize("group", ["", "rec.*", "rec.games\r\nPOST", "a b"])
def test_a_name_that_is_no_group_never_reaches_the_server(group: str) -> None:
    with serving({}) as (forum, asked), pytest.raises(Refused, match="is no group"):
        forum.probe(group)
    assert all(line.startswith(("MODE", "AUTHINFO")) for line in asked)


def test_without_an_address_of_ours_it_is_said_what_is_missing() -> None:
    with pytest.raises(Refused, match="no mail address to send from"):
        Usenet(replace(ACCOUNT, options={})).post(TARGET, written("x"))


def test_a_server_that_wants_the_key_first_gets_it() -> None:
    answers = {
        "MODE": "480 first say who you are",
        "AUTHINFO USER": "381 and?",
        "AUTHINFO PASS": "281 welcome",
        "STAT": "430 no",
    }
    with serving(answers) as (forum, asked), pytest.raises(Refused, match="480"):
        forum.find(TARGET, "x")  # here it says the same again
    assert asked == ["MODE READER", "AUTHINFO USER wardroom", "AUTHINFO PASS a key", "MODE READER"]


@pytest.mark.parametrize(
    ("said", "error"),
    [("400 going down", Unsure), ("500 what?", Unsure), ("nonsense", Unsure), ("441 437 too old", Refused)],
)
def test_what_is_said_of_a_posted_article(said: str, error: type[Exception]) -> None:
    with serving({**POSTING, ".": said}) as (forum, _), pytest.raises(error):
        forum.post(TARGET, written("x"))


def test_a_server_that_cannot_take_it_now_may_take_it_later() -> None:
    with serving({**POSTING, ".": "441 436 no room"}) as (forum, _), pytest.raises(Refused) as refused:
        forum.post(TARGET, written("x"))
    assert not refused.value.final


def test_before_the_article_is_sent_nothing_was_done() -> None:
    with serving({**POSTING, "POST": "403 broken inside"}) as (forum, _), pytest.raises(Unreachable, match="403"):
        forum.post(TARGET, written("x"))


def test_an_old_server_is_asked_in_its_own_words() -> None:
    line = "7\tRe: a game\tred@example.org\t\t<a@example.org>\t<t@games.example>\t90000000\t3"
    answers = {"GROUP": "211 7 1 7 local.games", "OVER": "500 what?", "XOVER": f"224 it is\r\n{line}\r\n."}
    with serving(answers) as (forum, _):
        page = forum.replies([Target(GROUP, topic="<t@games.example>")], json.dumps({GROUP: 6}))
    (reply,) = page.found
    assert (reply.author, reply.text) == ("red", "(an article of 90000000 bytes)")


def test_what_the_overview_does_not_have_yet_is_asked_for_again() -> None:
    with serving({"GROUP": "211 7 1 7 local.games", "OVER": "423 none"}) as (forum, _):
        assert json.loads(forum.replies([TARGET], json.dumps({GROUP: 5})).since) == {GROUP: 5}


ENTERING = {"MODE": "200 ok", "AUTHINFO": "281 ok"}
POSTING = {
    "LIST": "215 it is\r\nlocal.games 0000000007 0000000001 y\r\n.",
    "POST": "340 send it",
    "STAT": "430 no such article",
}


@contextmanager
def serving(answers: dict[str, str]) -> Iterator[tuple[Usenet, list[str]]]:
    """A server that gives these answers to commands that begin so; and what it was asked."""
    asked: list[str] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"200 ready\r\n")
            article = False
            for raw in self.rfile:
                line = raw.decode().rstrip("\r\n")
                if article and line != ".":
                    continue
                asked.append(line)
                said = next(said for begin, said in [*answers.items(), *ENTERING.items()] if line.startswith(begin))
                article = said.startswith("340")
                self.wfile.write(said.encode() + b"\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        port = server.server_address[1]
        yield Usenet(replace(ACCOUNT, url=f"nntp://127.0.0.1:{port}")), asked
        server.shutdown()
        thread.join()
