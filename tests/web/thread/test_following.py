"""Following a game's thread from its page, ending it by one click, and the thread as a feed for everybody."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from lxml import etree

from events.platform import PolicySet, PostHidden
from pbem.service.games import game_master
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import OPERATOR
from pbem.service.orders.file import file_orders
from pbem.service.thread.comments import NewComment, author_of, edit_comment, write_comment
from pbem.service.thread.following import follow, follows
from pbem.service.thread.hiding import hide_post
from pbem.service.turns.close import resolve_now
from tests.web.account.test_feeds import ATOM, atom, texts
from tests.web.builders.sites import WebSite

BLUE, RED, GM, ANN = (f"{name}@example.org" for name in ("blue", "red", "gm", "ann"))
FOLLOW, STOP = "Follow this thread by mail", "Stop the mail of this thread"


def opened(site: WebSite, delay: float = 0.0) -> str:
    players = {"blue": site.person(BLUE).id, "red": site.person(RED).id}
    setup = GameSetup(players, {}, site.person(GM).id, PolicySet(why="as usual", delay_hours=delay))
    return open_game(site.context, "star_navy", "first-blood", setup=setup)


@pytest.fixture
def game(site: WebSite) -> str:
    """A duel that gm runs."""
    return opened(site)


def say(site: WebSite, game: str, text: str, who: str = BLUE) -> str:
    return write_comment(site.context, game, author_of(site.context, game, site.person(who).id), NewComment(text))


# ---------------------------------------------------------------- buttons


def test_the_buttons(site: WebSite, game: str) -> None:
    """A watcher follows and stops; who is not signed in has no button, and is asked to sign in."""
    ann, page = site.browser(ANN), f"/g/{game}/thread"
    assert FOLLOW in ann.get(page).text and FOLLOW not in site.browser().get(page).text
    for wanted, shown in (("yes", STOP), ("yes", STOP), ("no", FOLLOW), ("no", FOLLOW)):
        assert ann.post(f"{page}/follow", data={"follow": wanted}).status_code == 303
        assert shown in ann.get(page).text
        assert follows(site.context, game, site.person(ANN).id) == (wanted == "yes")
    assert site.browser().post(f"{page}/follow", data={"follow": "yes"}).status_code == 401
    assert ann.post("/g/g99/thread/follow", data={"follow": "yes"}).status_code == 404


def test_one_click_in_the_mail_ends_it(site: WebSite, game: str) -> None:
    """By the mail program alone, without a cookie or a form key; looking at the page changes nothing; and back again."""
    ann = site.person(ANN)
    follow(site.context, game, ann.id)
    path = urlsplit(site.gateway.signer.unfollow_link(game, ann.id, ann.key)).path
    stranger = site.browser()
    assert "No more mail of this thread" in stranger.get(path).text and follows(site.context, game, ann.id)
    for _ in range(2):
        reply = stranger.post(path, data={"List-Unsubscribe": "One-Click"})
        assert reply.status_code == 200 and "You get no mail of this game" in reply.text
    assert not follows(site.context, game, ann.id)
    assert "No more mail of this thread" in stranger.post(f"{path}/again").text and follows(site.context, game, ann.id)
    forged = path.replace(ann.id, site.person(BLUE).id)
    assert [stranger.get(forged).status_code, stranger.post(forged).status_code] == [404, 404]


# ---------------------------------------------------------------- Atom


def test_the_feed_has_all_that_is_in_the_thread(site: WebSite, game: str) -> None:
    """Reports, announcements, public press, comments with their form; no outcome in a headline, every id once."""
    site.clock.advance(1)
    resolve_now(site.context, game, "all is said", OPERATOR)
    game_master.announce(site.context, game, "We play on <Sunday>", OPERATOR)
    file_orders(site.context, game, "blue", "press to public: We strike at dawn", "m1")
    say(site, game, "I *doubt* it <script>alert(1)</script>", RED)
    feed = atom(site, f"/g/{game}/thread.atom")
    titles = [title.partition(": ")[2] for title in texts(feed, "a:entry/a:title")]
    assert {"Announcement 1 by the operator", "Public press by blue", "Comment 1 by red"} <= set(titles)
    assert any("Turn 1" in title for title in titles)
    ids = texts(feed, "a:entry/a:id")
    assert len(set(ids)) == len(ids) and all(f":{game}/thread/" in id for id in ids)
    (html,) = texts(feed, "a:entry/a:content")
    assert "<em>doubt</em>" in html and "<script>" not in html and "&lt;script&gt;" in html
    summaries = texts(feed, "a:entry/a:summary")
    assert "We strike at dawn" in summaries and "We play on <Sunday>" in summaries
    for link in feed.findall("a:entry/a:link", ATOM):
        assert site.browser().get(str(link.get("href")).partition("#")[0]).status_code == 200
    assert f'href="/g/{game}/thread.atom"' in site.browser().get(f"/g/{game}/thread").text


def test_what_was_changed_comes_up_again_and_what_is_hidden_goes(site: WebSite, game: str) -> None:
    """The same id with the new words and time; a hidden post is in no feed."""
    changed, hidden = say(site, game, "hm"), say(site, game, "abuse")
    before = atom(site, f"/g/{game}/thread.atom")
    site.clock.advance(1)
    edit_comment(site.context, game, site.person(BLUE).id, changed, "indeed")
    hide_post(site.context, game, PostHidden(hidden, True, "abuse", "master"))
    after = atom(site, f"/g/{game}/thread.atom")
    assert "abuse" not in etree.tostring(after).decode() and "indeed" in etree.tostring(after).decode()
    assert texts(after, "a:entry/a:id")[0].endswith(f"/thread/{changed}") and texts(after, "a:updated") > texts(
        before, "a:updated"
    )


def test_the_feed_has_the_delay_of_the_game_for_everybody(site: WebSite) -> None:
    """Also when a player asks: others may be handed the same copy."""
    game = opened(site, 6.0)
    site.clock.advance(1)
    file_orders(site.context, game, "blue", "press to public: We strike at dawn", "m1")
    say(site, game, "Qxwords")
    for who in ("", BLUE):
        found = site.browser(who).get(f"/g/{game}/thread.atom")
        assert "dawn" not in found.text and "Qxwords" not in found.text and "public" in found.headers["Cache-Control"]
        assert "Set-Cookie" not in found.headers
    site.clock.advance(7)
    assert "dawn" in (found := site.browser().get(f"/g/{game}/thread.atom")).text and "Qxwords" in found.text


def test_no_feed_of_no_game(site: WebSite) -> None:
    assert site.browser().get("/g/g99/thread.atom").status_code == 404
