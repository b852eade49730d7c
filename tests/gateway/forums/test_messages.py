"""What is written at a place: whose it is, for which game, what is answered, and what becomes of it when something fails."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta

import pytest

from events.platform import ForumSet
from pbem.gateway.forums.accounts import LinkedAccount
from pbem.gateway.forums.intake.which_game import seat_of
from pbem.gateway.forums.links import TRIES
from pbem.gateway.forums.places import Place
from pbem.gateway.forums.port import RateLimited, Unreachable
from pbem.service.context import stamp
from pbem.service.history import OPERATOR
from pbem.service.thread.comment_table import comment_at_place
from pbem.service.thread.forum_acts import set_forum
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of
from pbem.web.forums.place_hooks import LONGEST
from tests.gateway.forums.talking_forum import TalkingForum
from tests.web.builders.sites import WebSite
from tests.web.conftest import site

__all__ = ["site"]


@pytest.fixture
def forum(monkeypatch: pytest.MonkeyPatch, site: WebSite) -> TalkingForum:
    """A place called `club`."""
    made = TalkingForum()
    monkeypatch.setattr("pbem.gateway.forums.places.KINDS", ("talk",))
    monkeypatch.setattr("pbem.gateway.forums.places.open_forum", lambda kind, account, send: made)
    monkeypatch.setattr("pbem.gateway.forums.places.driver_of", lambda kind: made)
    site.gateway.forums.places.add(Place("club", "talk", "https://forum.example", "wardroom", part="wargames"))
    return made


def linked(site: WebSite, user: str = "blue", reports: int = 0) -> str:
    """The id of the person whose account this is from now on."""
    person = site.person(f"{user}@example.org").id
    site.gateway.forums.accounts.link(LinkedAccount("club", user, person, reports, stamp(site.clock())))
    return person


def beat(site: WebSite, minutes: float = 2) -> None:
    site.clock.advance(minutes / 60)
    site.gateway.flush_forums()


def posted(site: WebSite, stream: str) -> str:
    """The game is posted at the club; its topic there."""
    set_forum(site.context, stream, ForumSet("club", "", ["reports"], "the club meets there", OPERATOR))
    site.played(stream, 1)
    beat(site)
    return next(row.topic for row in site.gateway.forums.posts.of(stream) if not row.user)


def test_whoever_is_not_linked_is_told_how_to(site: WebSite, forum: TalkingForum) -> None:
    """Three times; more would be a talk with a machine."""
    stream = site.opened()
    for number in range(5):
        forum.tell("blue", f"BIS: TURN L # {number}")
        beat(site)
    assert (
        len(forum.told("blue")) == 3 and "/you" in forum.told("blue")[0] and filings_of(site.context, stream, "blue", 1) == []
    )


def test_a_code_links_once_and_wrong_ones_are_told(site: WebSite, forum: TalkingForum) -> None:
    browser, links = site.browser("blue@example.org"), site.gateway.forums.links
    person = site.person("blue@example.org").id
    browser.post("/you/forums/club/code")
    (box,) = links.boxes(person)
    page = browser.get("/you").get_data(as_text=True)
    assert f"link {box.code}" in page and len(box.code) == 9
    forum.tell("blue", "link AAAA-AAAA")
    beat(site)
    forum.tell("blue", f"  Link {box.code.lower().replace('-', ' ')}.")
    beat(site)
    forum.tell("mallory", box.code)
    beat(site)
    assert "no code of ours" in forum.told("blue")[0] and "yours now" in forum.told("blue")[1]
    assert "used before" in forum.told("mallory")[0]
    assert [(each.user, each.person) for each in site.gateway.forums.accounts.of_person(person)] == [("blue", person)]
    assert "Unlink" in browser.get("/you").get_data(as_text=True)
    browser.post("/you/forums/club/reports", data={"reports": "no"})
    assert not links.boxes(person)[0].reports
    browser.post("/you/forums/club/unlink")
    assert links.boxes(person)[0].user == "" and browser.post("/you/forums/club/unlink").status_code == 409


def test_a_code_expires_and_tries_are_few(site: WebSite, forum: TalkingForum) -> None:
    links, person = site.gateway.forums.links, site.person("blue@example.org").id
    code = links.give_code(person, "club")
    site.clock.advance(1.1)
    forum.tell("blue", f"link {code}")
    beat(site)
    assert "has expired" in forum.told("blue")[-1] and links.boxes(person)[0].code == ""
    for number in range(TRIES):
        forum.tell("mallory", f"link ABCDEFG{number}")
        beat(site, 0.5)
    code = links.give_code(person, "club")
    forum.tell("mallory", f"link {code}")
    beat(site)
    assert "Wait an hour" in forum.told("mallory")[-1] and not site.gateway.forums.accounts.person_of("club", "mallory")


def test_a_code_comes_by_mail_and_we_write_first(site: WebSite, forum: TalkingForum) -> None:
    browser, person = site.browser("blue@example.org"), site.person("blue@example.org").id
    browser.post("/you/forums/club/mail")
    code = site.gateway.forums.links.boxes(person)[0].code
    (mail,) = site.mails("blue@example.org")
    assert code in mail.get_content()
    browser.post("/you/forums/club/write", data={"user": "@blue"})
    assert "answer with the code" in forum.told("blue")[0] and code not in forum.told("blue")[0]
    assert browser.post("/you/forums/club/write", data={"user": " "}).status_code == 409


def test_the_game_is_found_or_asked_for(site: WebSite, forum: TalkingForum) -> None:
    linked(site)
    first, second = site.opened(), site.opened()
    forum.tell("blue", "BIS: TURN L")
    beat(site)
    assert f"[{first}] blue" in forum.told("blue")[0] and f"[{second}] blue" in forum.told("blue")[0]
    forum.tell("blue", f"{second} blue:\nBIS: TURN L")
    beat(site)
    assert "ACCEPTED: your message" in forum.told("blue")[1]
    assert [len(filings_of(site.context, stream, "blue", 1)) for stream in (first, second)] == [0, 1]
    forum.tell("blue", "BIS: TURN R")
    beat(site)
    assert len(filings_of(site.context, second, "blue", 1)) == 2  # the conversation is about that game by now
    forum.tell("blue", f"[{first}] BIS: TURN R")
    beat(site)
    assert len(filings_of(site.context, first, "blue", 1)) == 1


@pytest.mark.parametrize(
    ("text", "about", "found"),
    [
        ("g2: BIS: TURN L", [], ("g2", "blue", "BIS: TURN L")),
        ("\n[g1 T3]\nBIS: TURN L", [], ("g1", "red", "\n\nBIS: TURN L")),
        ("game g1 red: ready", [], ("g1", "red", "ready")),
        ("G2 blue\nready", [], ("g2", "blue", "\nready")),
        ("g2 is fun", [], None),
        ("ready", [], None),
        ("g2: TURN L", [("g1", "red")], ("g1", "red", "g2: TURN L")),
        ("g2 blue: TURN L", [("g1", "red")], ("g2", "blue", "TURN L")),
        ("ready", [("g1", "red")], ("g1", "red", "ready")),
        ("[g9] ready", [], None),
        ("", [], None),
    ],
)
def test_which_seat_a_message_is_for(text: str, about: list[tuple[str, str]], found: tuple[str, str, str] | None) -> None:
    """A conversation about one seat is left only by what can mean nothing else: a unit may be called like a game."""
    assert seat_of(text, about, [("g1", "red"), ("g2", "blue")]) == found


def test_a_seat_that_was_left_takes_nothing(site: WebSite, forum: TalkingForum) -> None:
    linked(site)
    stream = site.opened()
    forum.tell("blue", f"resign blue: no time [{stream}]")
    beat(site)
    message = forum.tell("blue", "BIS: TURN L")
    beat(site)
    assert "do not play blue" in forum.told("blue")[-1] and filings_of(site.context, stream, "blue", 1) == []
    forum.delete(message)
    beat(site)
    assert len(forum.told("blue")) == 2


def test_public_orders_are_hidden_and_other_words_are_comments(site: WebSite, forum: TalkingForum) -> None:
    person = linked(site)
    stream = site.opened()
    topic = posted(site, stream)
    orders = forum.tell("blue", "BIS: TURN L", topic, private=False)
    words = forum.tell("blue", "well done", topic, private=False)
    guest = forum.tell("passer-by", "BIS: TURN L, I would say", topic, private=False)
    elsewhere = forum.tell("blue", "hello", "another topic", private=False)
    beat(site)
    assert forum.hidden == [orders.id] and len(forum.told("blue")) == 1 and f"[{stream}]" in forum.told("blue")[0]
    row, other = (comment_at_place(site.context, "club", each.id) for each in (words, guest))
    assert row and (row.author, row.seat, row.text) == (person, "blue", "well done")
    assert other and (other.author, other.guest) == ("", "passer-by at club")
    assert all(comment_at_place(site.context, "club", each.id) is None for each in (orders, elsewhere))
    forum.tell("blue", "very well done", topic, words.id, "2", private=False)
    forum.delete(guest)
    beat(site)
    row, other = (comment_at_place(site.context, "club", each.id) for each in (words, guest))
    assert row and row.text == "very well done" and other and other.gone == "place"
    assert len([text for text in forum.texts() if "well done" in text]) == 0


def test_where_we_are_no_moderator_the_author_is_told_all_the_same(site: WebSite, forum: TalkingForum) -> None:
    linked(site)
    forum.moderator = False
    topic = posted(site, site.opened())
    forum.tell("blue", "BIS: TURN L", topic, private=False)
    beat(site)
    (row,) = site.gateway.forums.intake.table.versions("club", "m1")
    assert len(forum.told("blue")) == 1 and row.status == "taken" and "not hidden: we are no moderator" in row.outcome


def test_an_older_version_that_is_told_late_changes_nothing(site: WebSite, forum: TalkingForum) -> None:
    linked(site)
    stream = site.opened()
    forum.tell("blue", "BIS: TURN R", id="m9", version="2")
    beat(site)
    forum.tell("blue", "BIS: TURN L", id="m9", version="1")
    beat(site)
    assert len(filings_of(site.context, stream, "blue", 1)) == 1
    forum.delete(forum.said[0])
    beat(site)
    forum.tell("blue", "BIS: TURN L", id="m9", version="3")
    beat(site)
    assert len(filings_of(site.context, stream, "blue", 1)) == 2


def test_a_place_that_is_away_holds_up_no_turn(site: WebSite, forum: TalkingForum) -> None:
    """It is asked again later, and at once where a game is due; what is read late is for the turn that is open then."""
    linked(site)
    stream = site.opened()
    posted(site, stream)
    forum.away = Unreachable("nobody is there")
    forum.tell("blue", "BIS: TURN L")
    site.clock.advance(24)
    assert tick(site.context, site.gateway.take_in) == [(stream, 2)]
    asked = len(forum.asked_for)
    site.gateway.flush_forums()
    assert len(forum.asked_for) == asked and "nobody is there" in site.gateway.forums.reader.state("club").error
    forum.away = None
    beat(site)
    assert len(filings_of(site.context, stream, "blue", 3)) == 1 and "turn 3" in forum.told("blue")[-1]
    forum.away = RateLimited("slower", 600)
    beat(site)
    assert site.gateway.forums.reader.state("club").next_at == stamp(site.clock() + timedelta(seconds=600))


def test_a_place_is_asked_once_a_minute_and_before_a_turn_ends(site: WebSite, forum: TalkingForum) -> None:
    linked(site)
    stream = site.opened()
    topic = posted(site, stream)
    asked = len(forum.asked_for)
    site.gateway.flush_forums()
    assert len(forum.asked_for) == asked
    site.clock.advance(24)
    site.gateway.flush_forums()
    forum.tell("blue", "BIS: TURN L")
    assert tick(site.context, site.gateway.take_in) == [(stream, 2)]
    assert len(filings_of(site.context, stream, "blue", 2)) == 1
    assert topic in [target.topic for target in forum.asked_for[-1]]


def test_a_fault_stops_one_reply_and_no_other(site: WebSite, forum: TalkingForum, monkeypatch: pytest.MonkeyPatch) -> None:
    linked(site)
    stream = site.opened()
    intake = site.gateway.forums.intake
    with monkeypatch.context() as broken:
        broken.setattr("pbem.gateway.forums.intake.private_message.file_orders", lambda *_: 1 / 0)
        forum.tell("blue", "BIS: TURN L")
        forum.tell("stranger", "hello")
        beat(site)
    assert [row.status for row in (*intake.table.versions("club", "m1"), *intake.table.versions("club", "m2"))] == [
        "waiting",
        "taken",
    ]
    beat(site, 3)
    (row,) = intake.table.versions("club", "m1")
    assert row.status == "taken" and row.kept == "" and len(filings_of(site.context, stream, "blue", 1)) == 1


def test_webhooks(site: WebSite, forum: TalkingForum) -> None:
    """Signed, known by their event, no larger than a post can be."""
    linked(site)
    stream = site.opened()
    browser, reply = site.browser(), forum.tell("blue", "BIS: TURN L")
    forum.said.clear()
    body = json.dumps({"event": "e1", "found": [asdict(reply)]})
    assert browser.post("/forums/club/hook", data=body, headers={"X-Signature": "wrong"}).status_code == 403
    for _ in range(2):
        answer = browser.post("/forums/club/hook", data=body, headers={"X-Signature": "right"})
        assert (answer.status_code, answer.get_json()) == (200, {"ok": True})
    assert len(filings_of(site.context, stream, "blue", 1)) == 1 and len(forum.told("blue")) == 1
    large = browser.post("/forums/club/hook", data=b"x" * (LONGEST + 1), headers={"X-Signature": "right"})
    assert large.status_code == 413 and browser.post("/forums/none/hook", data=body).status_code == 404


def test_reports_go_to_who_plays_the_seat_and_wants_them(site: WebSite, forum: TalkingForum) -> None:
    """That of the open turn at once, then each; of what was before nothing, and nothing to who does not want any."""
    stream = site.opened()
    posted(site, stream)
    site.clock.advance(0.1)
    linked(site, reports=1)
    linked(site, "red")
    beat(site)
    (report,) = forum.told("blue")
    assert "Turn 1," in report and f"/seat/{stream}-blue-2-" in report
    site.played(stream, 1)
    beat(site)
    _, report = forum.told("blue")
    assert "turn 2" in report.lower() and f"/seat/{stream}-blue-3-" in report and forum.told("red") == []
    forum.tell("blue", "BIS: TURN L", forum.posts[-1][0])
    beat(site)
    assert len(filings_of(site.context, stream, "blue", 3)) == 1


def test_whoever_is_erased_has_no_account_any_more(site: WebSite, forum: TalkingForum) -> None:
    person = linked(site)
    site.opened()
    forum.tell("blue", "status")
    beat(site)
    site.gateway.erase(person)
    assert site.gateway.forums.accounts.of_person(person) == []
    found = site.context.database.con.execute("SELECT count(*) FROM forum_posts WHERE user='blue'").fetchone()
    assert found == (0,) and len(forum.told("blue")) == 1
