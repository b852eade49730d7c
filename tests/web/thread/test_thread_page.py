"""The thread's page: who reads and writes there, what they are shown of it, and what whoever runs the game may do."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from events.platform import PolicySet
from pbem.service.games import game_master
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import OPERATOR
from pbem.service.ladder.absence import set_policy
from pbem.service.press.messages import ALL as EVERY_SEAT
from pbem.service.repository import load
from pbem.service.thread.abuse import open_reports
from pbem.service.thread.comment_table import comment_row
from pbem.service.turns.close import resolve_now
from tests.web.builders.sites import WebSite

NOBODY, BLUE, RED, GM, ANN, BEN = "", *(f"{name}@example.org" for name in ("blue", "red", "gm", "ann", "ben"))


@pytest.fixture
def game(site: WebSite) -> str:
    """A duel that gm runs."""
    players = {"blue": site.person(BLUE).id, "red": site.person(RED).id}
    setup = GameSetup(players, {}, site.person(GM).id, PolicySet(why="as usual"))
    return open_game(site.context, "star_navy", "first-blood", setup=setup)


def post(client: FlaskClient, game: str, words: str, form: str = "1", **more: str) -> TestResponse:
    return client.post(f"/g/{game}/thread", data={"words": words, "form": form, **more})


def read(site: WebSite, game: str, who: str = NOBODY, query: str = "") -> str:
    page = site.browser(who).get(f"/g/{game}/thread{query}")
    assert page.status_code == 200
    return page.text


def act(site: WebSite, game: str, who: str, path: str, **form: str) -> TestResponse:
    return site.browser(who).post(f"/g/{game}/thread/{path}", data=form)


# ---------------------------------------------------------------- reading and writing


def test_what_one_writes_everybody_reads(site: WebSite, game: str) -> None:
    """Under the seat, or the name of who watches; with a place that can be linked to. The same form posts once."""
    for _ in range(2):
        sent = post(site.browser(BLUE), game, "*Good* luck!")
    assert (sent.status_code, sent.headers["Location"]) == (303, f"/g/{game}/thread#c1")
    post(site.browser(ANN), game, "Who is ahead?")
    text = read(site, game)
    assert text.count("<em>Good</em> luck!") == 1 and 'id="c1"' in text and 'id="c2"' in text
    assert re.search(r"<strong>Blue</strong>", text) and re.search(r"<strong>ann</strong>", text)
    assert "blue@" not in text and site.person(BLUE).id not in text and site.person(ANN).id not in text
    assert "(you)" in read(site, game, BLUE) and "(you)" not in read(site, game, RED)


def test_the_turns_are_there_with_map_and_the_way_to_the_report(site: WebSite, game: str) -> None:
    """The newest first; the game's page leads here."""
    resolve_now(site.context, game, "all is said", OPERATOR)
    text = read(site, game)
    assert text.index('id="t1"') < text.index('id="t0"')
    for turn in (1, 0):
        assert (
            f'src="/g/{game}/t/{turn}/map.svg?side=spectator"' in text and f'href="/g/{game}/t/{turn}?side=spectator"' in text
        )
    assert f'href="/g/{game}/thread"' in site.browser().get(f"/g/{game}").text


def test_many_turns_come_in_pages(site: WebSite, game: str) -> None:
    """Older ones behind a link; a post's own address finds its page."""
    post(site.browser(BLUE), game, "At the very beginning")
    for _ in range(6):
        site.clock.advance(1)
        resolve_now(site.context, game, "all is said", OPERATOR)
    first = read(site, game)
    assert 'id="t2"' in first and 'id="t1"' not in first and f'href="/g/{game}/thread?t=1"' in first
    older = read(site, game, query="?t=1")
    assert "At the very beginning" in older and 'id="t1"' in older and f'href="/g/{game}/thread?t=6"' in older
    assert "At the very beginning" in read(site, game, query="?post=c1") and 'id="t6"' in read(site, game, query="?post=c77")


def test_strangers_cannot_put_html_into_the_page(site: WebSite, game: str) -> None:
    """It is shown as it was typed; a picture is a link, and links say that they are by strangers."""
    post(site.browser(ANN), game, "<script>alert(1)</script> ![map](https://example.org/m.png) [x](javascript:alert(1))")
    text = read(site, game)
    assert "<script>alert" not in text and "&lt;script&gt;" in text and "javascript:alert(1)" in text
    assert '<a href="https://example.org/m.png" rel="nofollow ugc noopener">picture: map</a>' in text
    assert 'href="javascript' not in text and 'src="https' not in text


def test_who_is_not_signed_in_is_told_how(site: WebSite, game: str) -> None:
    text = read(site, game)
    assert f"/sign-in?next=/g/{game}/thread" in text and "<textarea" not in text and "Report<" not in text
    assert post(site.browser(), game, "Ahoy!").status_code == 401


def test_the_policy_is_said(site: WebSite, game: str) -> None:
    """Who may not write has no form, and what they send is refused with the reason."""
    set_policy(site.context, game, PolicySet(comments="players", why="as all agreed"), OPERATOR)
    assert "On this game only its players" in read(site, game, ANN) and "<textarea" not in read(site, game, ANN)
    refused = post(site.browser(ANN), game, "Ahoy!")
    assert refused.status_code == 409 and comment_row(site.context, game, "c1") is None
    assert post(site.browser(GM), game, "Ahoy!").status_code == 303


def test_what_is_wrong_is_said_and_the_words_are_kept(site: WebSite, game: str) -> None:
    """Too long; nothing at all."""
    words = "word " * 2001
    refused = post(site.browser(ANN), game, words)
    assert refused.status_code == 409 and "10,004 characters" in refused.text and words.strip() in refused.text
    assert "There are no words to post" in post(site.browser(ANN), game, " ").text


def test_answers_and_quotations(site: WebSite, game: str) -> None:
    """A link fills the form; the answer says what it answers."""
    post(site.browser(BLUE), game, "one\n\ntwo")
    quoting = read(site, game, ANN, "?quote=c1")
    assert (
        re.search(r'name="words"[^>]*>&gt; one\n&gt;\n&gt; two\n\n</textarea>', quoting)
        and 'name="answers" value="c1"' in quoting
    )
    assert re.search(r'name="words"[^>]*></textarea>', read(site, game, ANN, "?answer=c1"))
    post(site.browser(ANN), game, "> one\n\nNo.", answers="c1")
    assert '<a href="#c1">Blue (c1)</a>' in read(site, game)
    assert "no post" in post(site.browser(ANN), game, "No.", answers="c9").text


def test_orders_are_not_posted_by_mistake(site: WebSite, game: str) -> None:
    """The form says what would happen, leads to the desk, and asks; then they are posted, and nothing is filed."""
    record = load(site.context, game)
    words = f"{record.game.rules.due(record.state)['blue'].units[0]}: TURN L"
    asked = post(site.browser(BLUE), game, words)
    assert asked.status_code == 409 and "looks like orders of blue" in asked.text and words in asked.text
    assert f'href="/g/{game}/orders?side=blue"' in asked.text and 'name="sure"' in asked.text
    assert post(site.browser(BLUE), game, words, sure="yes").status_code == 303
    assert not load(site.context, game).ledger.filed and words in read(site, game)


def test_commands_are_only_words(site: WebSite, game: str) -> None:
    """What a mail would obey."""
    post(site.browser(BLUE), game, f"press to {EVERY_SEAT}: hello\n\nready\n\nvote draw\n\nresign blue: enough")
    ledger = load(site.context, game).ledger
    assert not ledger.ready and not ledger.votes and "blue" in ledger.players


def test_a_game_that_is_over_is_talked_about(site: WebSite, game: str) -> None:
    game_master.end(site.context, game, "peace")
    assert post(site.browser(BLUE), game, "Thank you, red!").status_code == 303
    assert "Thank you, red!" in read(site, game)


# ---------------------------------------------------------------- one's own


def test_own_words_are_changed_and_deleted(site: WebSite, game: str) -> None:
    """By their author alone, by forms that their links open."""
    post(site.browser(ANN), game, "Frist!")
    assert re.search(r'id="edit-c1"[^>]*>Frist!</textarea>', read(site, game, ANN, "?post=c1&do=edit"))
    assert act(site, game, ANN, "c1", act="edit", words="First!").headers["Location"] == f"/g/{game}/thread?post=c1#c1"
    assert "First!" in read(site, game) and "Frist!" not in read(site, game) and "changed <time" in read(site, game)
    assert 'id="edit-c1"' not in read(site, game, BEN, "?post=c1&do=edit")
    assert act(site, game, BEN, "c1", act="edit", words="Mine").status_code == 409
    assert act(site, game, BEN, "c1", act="delete").status_code == 409
    assert "Delete it" in read(site, game, ANN, "?post=c1&do=delete")
    act(site, game, ANN, "c1", act="delete")
    assert "First!" not in read(site, game) and "have been erased" in read(site, game)


def test_what_a_refused_change_said_is_given_back(site: WebSite, game: str) -> None:
    post(site.browser(ANN), game, "First!")
    site.clock.advance(30)
    assert "?post=c1&amp;do=edit" not in read(site, game, ANN) and "?post=c1&amp;do=delete" in read(site, game, ANN)
    refused = act(site, game, ANN, "c1", act="edit", words="Quite otherwise")
    assert refused.status_code == 409 and "older than a day" in refused.text and "Quite otherwise" in refused.text


# ---------------------------------------------------------------- what nobody should read


def test_a_report_reaches_whoever_runs_the_game_and_nobody_else(site: WebSite, game: str) -> None:
    """Once from each; the author sees nothing of it. Leaving the post as it is settles it."""
    post(site.browser(ANN), game, "You fool")
    assert "What is wrong with it?" in read(site, game, BEN, "?post=c1&do=report")
    for status in (303, 409):
        assert act(site, game, BEN, "c1", act="report", why="an insult").status_code == status
    assert act(site, game, BEN, "c9", act="report", why="an insult").status_code == 404
    assert "an insult" not in read(site, game, ANN) + read(site, game, BEN) + read(site, game)
    needs = site.browser(GM).get("/needs").text
    assert f'href="/g/{game}/thread?post=c1#c1"' in needs and "Comment 1 in the thread was reported" in needs
    text = read(site, game, GM)
    assert "an insult" in text and "Leave it" in text and not re.search(r"\bben\b", text)
    assert act(site, game, GM, "c1/moderate", act="leave").status_code == 303
    assert "reported" not in site.browser(GM).get("/needs").text and open_reports(site.context, game) == []


def test_a_report_on_a_game_that_is_over_is_seen_to(site: WebSite, game: str) -> None:
    """On the page of what needs somebody, and in the weekly mail."""
    game_master.end(site.context, game, "peace")
    post(site.browser(ANN), game, "You fool")
    assert f"/g/{game}" not in site.browser(GM).get("/needs").text
    act(site, game, BEN, "c1", act="report", why="an insult")
    assert "Comment 1 in the thread was reported" in site.browser(GM).get("/needs").text


def test_hidden_with_a_reason_and_shown_again(site: WebSite, game: str) -> None:
    """All read the reason, the author too; who runs the game reads the words. Nobody else can do it."""
    post(site.browser(ANN), game, "You fool")
    act(site, game, BEN, "c1", act="report", why="an insult")
    for who in (BLUE, ANN, BEN):
        assert act(site, game, who, "c1/moderate", act="hide", why="no insults").status_code == 403
        assert "Why is it hidden?" not in read(site, game, who, "?post=c1&do=hide")
    assert act(site, game, GM, "c1/moderate", act="hide", why="").status_code == 409
    assert "Why is it hidden?" in read(site, game, GM, "?post=c1&do=hide")
    assert act(site, game, GM, "c1/moderate", act="hide", why="no insults").status_code == 303
    for who in (NOBODY, ANN, BLUE):
        text = read(site, game, who)
        assert "You fool" not in text and "Hidden by the game master: no insults" in text
        assert "You fool" not in read(site, game, who, "?quote=c1")
        assert "You fool" not in read(site, game, who, "?post=c1&do=edit")
    assert "You fool" in read(site, game, GM) and "reported" not in site.browser(GM).get("/needs").text
    assert "Why is it shown again?" in read(site, game, GM, "?post=c1&do=show")
    act(site, game, GM, "c1/moderate", act="show", why="a quotation")
    assert "You fool" in read(site, game)
    history = site.browser().get(f"/g/{game}/history").text
    assert "no insults" in history and "a quotation" in history and "You fool" not in history


def test_nothing_else_can_be_done_with_a_post(site: WebSite, game: str) -> None:
    assert act(site, game, ANN, "c1", act="sell").status_code == 400
    assert act(site, game, GM, "c1/moderate", act="sell").status_code == 400


# ---------------------------------------------------------------- with a delay


def test_strangers_read_later_what_they_write_at_once(site: WebSite, game: str) -> None:
    """A player's words wait for those who do not play; one's own are there, and say until when."""
    set_policy(site.context, game, PolicySet(delay_hours=48.0, why="as all agreed"), OPERATOR)
    site.clock.advance(48)
    post(site.browser(BLUE), game, "Sunk!")
    post(site.browser(ANN), game, "Who is ahead?")
    assert "Sunk!" in read(site, game, RED) and "Who is ahead?" in read(site, game, RED)
    for who in (NOBODY, BEN):
        assert "Sunk!" not in read(site, game, who) and "Who is ahead?" not in read(site, game, who)
    own = read(site, game, ANN)
    assert "Sunk!" not in own and "Who is ahead?" in own and "Whoever does not play reads it from" in own
    assert (
        "Sunk!" not in read(site, game, ANN, "?quote=c1")
        and act(site, game, BEN, "c1", act="report", why="x").status_code == 404
    )
    site.clock.advance(49)
    assert "Sunk!" in read(site, game) and "Who is ahead?" in read(site, game)


# ---------------------------------------------------------------- persons


def test_a_person_who_is_erased_leaves_only_the_places_of_their_words(site: WebSite, game: str) -> None:
    """Their name, words and reports are gone from the pages and from the file."""
    post(site.browser(ANN), game, "Qxwordsqx")
    post(site.browser(BEN), game, "Mine")
    act(site, game, ANN, "c2", act="report", why="Qxreasonqx")
    site.gateway.erase(site.person(ANN).id)
    text = read(site, game, GM)
    assert "somebody who was erased" in text and "Mine" in text and "Qxwordsqx" not in text and "Qxreasonqx" not in text
    assert b"Qxwordsqx" not in site.context.database.path.read_bytes()
    assert b"Qxreasonqx" not in site.context.database.path.read_bytes()
