"""Pages of a game that are kept: made again when something on them is another, with keys of their own each time."""

from __future__ import annotations

import re

import pytest
from flask import template_rendered
from flask.testing import FlaskClient

from pbem.service.orders.file import file_orders
from pbem.service.press.send import send_press
from tests.web.builders.sites import WebSite

MINUTE = 1 / 60
"""Of an hour, by which the clock of the tests is moved."""

FORM_ID = re.compile(r'name="form" value="([^"]*)"')
SCRIPT_KEY = re.compile(r'name="csrf-token" content="([^"]*)"')
FORM_KEY = re.compile(r'name="csrf_token" value="([^"]*)"')


def text(client: FlaskClient, at: str) -> str:
    """The page, all of whose marks are filled in."""
    page = client.get(at)
    assert page.status_code == 200
    assert page.data.find(str(client.application.extensions["form mark"]).encode()) < 0
    return page.text


def test_each_look_has_its_own_form_id_and_a_key_that_counts(site: WebSite) -> None:
    """A form that was opened twice may be sent twice; whoever has no session is given no cookie by a page."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    first, again = (text(blue, f"/g/{stream}") for _ in range(2))
    ids = [set(FORM_ID.findall(page)) for page in (first, again)]
    assert all(len(each) == 1 for each in ids) and ids[0] != ids[1]
    key = FORM_KEY.findall(again)[0]
    sent = {"csrf_token": key, "to": "red", "words": "Hello.", "form": ids[1].pop()}
    assert blue.post(f"/g/{stream}/press", data=sent).status_code == 303
    stranger = site.browser().get(f"/g/{stream}")
    assert "Set-Cookie" not in stranger.headers and "csrf_token" not in stranger.text


def test_a_second_browser_of_a_person_has_keys_of_its_own(site: WebSite) -> None:
    """In the same minute, on the page that is kept for that person: those of its forms, and the one for its script."""
    stream = site.opened()
    pages = [text(site.browser("blue@example.org"), f"/g/{stream}") for _ in range(2)]
    keys = [{*FORM_KEY.findall(page), *SCRIPT_KEY.findall(page)} for page in pages]
    assert [len(each) for each in keys] == [1, 1] and keys[0] != keys[1]


def test_what_is_new_is_on_the_next_look(site: WebSite) -> None:
    """Orders, press, a draft, another name: each is on the page at once, in the same minute."""
    stream = site.opened()
    blue, at = site.browser("blue@example.org"), f"/g/{stream}"
    assert "Nothing filed" in text(blue, at)
    file_orders(site.context, stream, "blue", "luck: a filed word", "blue.1")
    assert "Orders filed" in text(blue, at) and "luck: a filed word" in text(blue, at)
    send_press(site.context, stream, "red", ["blue"], "Words from red.", "red.1")
    assert "Words from red." in text(blue, at)
    blue.post(
        f"{at}/orders/try", data={"csrf_token": FORM_KEY.findall(text(blue, at))[0], "text": "luck: a draft", "turn": "1"}
    )
    assert "luck: a draft" in text(blue, at)


def test_nothing_kept_for_one_is_shown_to_another(site: WebSite) -> None:
    """Whoever looks before, each of them sees their own page of the same address; so does one browser with another player."""
    stream = site.opened()
    for seat in ("blue", "red"):
        file_orders(site.context, stream, seat, f"luck: secret of {seat}", f"{seat}.1")
    looks = {who: site.browser(who) for who in ("blue@example.org", "red@example.org", "")}
    for _ in range(2):
        for who, browser in looks.items():
            page = text(browser, f"/g/{stream}")
            told = [seat for seat in ("blue", "red") if f"secret of {seat}" in page]
            assert told == [who.partition("@")[0]] * bool(who)


@pytest.mark.parametrize(("page", "anew"), [("", 1), ("/t/1", 0), ("/t/1/e/0", 0)])
def test_a_minute_later_only_the_game_now_is_made_anew(site: WebSite, page: str, anew: int) -> None:
    """There the time that is left is another; a page of the past says nothing of it. The history on both is up to date."""
    stream = site.opened()
    site.played(stream, 2)
    blue, made = site.browser("blue@example.org"), []
    before = text(blue, f"/g/{stream}{page}")
    site.clock.advance(MINUTE)
    with template_rendered.connected_to(lambda _, template, **__: made.append(template.name)):
        after = text(blue, f"/g/{stream}{page}")
    assert made.count("table.html") == anew
    left = re.compile(r"[^>]* left</time>")
    assert (left.findall(before) != left.findall(after)) == bool(anew)


def test_pages_of_a_turn_have_the_same_tabs(site: WebSite) -> None:
    """What is filed after a page of the past was kept is in its tab of orders, too."""
    stream = site.opened()
    site.played(stream, 1)
    blue = site.browser("blue@example.org")
    assert "a word filed late" not in text(blue, f"/g/{stream}/t/1/e/0")
    file_orders(site.context, stream, "blue", "luck: a word filed late", "blue.2")
    assert "a word filed late" in text(blue, f"/g/{stream}/t/1/e/0")
