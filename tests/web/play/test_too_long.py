"""The limits of mails hold at every entrance of the pages and the API, before anything is parsed; the text comes back."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from unittest.mock import Mock

import pytest

from pbem.core.texts import opening
from tests.web.api.test_api import BLUE, Program
from tests.web.builders.sites import WebSite
from tests.web.play.test_desk_page import box, send, shown, versions

NEWLINES = "\n" * 900_000
LINES = "BIS: TURN L\n" * 1_001


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many texts were parsed since."""
    parts = Mock(wraps=opening._parts)
    monkeypatch.setattr(opening, "_parts", parts)
    return lambda: parts.call_count


@pytest.mark.parametrize("text", [NEWLINES, LINES])
def test_the_api_says_how_long_orders_may_be(site: WebSite, unread: Callable[[], int], text: str) -> None:
    """Check, dry run and filing: 413 with the figure, nothing parsed, nothing written."""
    stream = site.opened()
    program, before, parsed = Program(site, BLUE), versions(site, stream), unread()
    for path in ("/orders/check", "/orders/try", "/orders"):
        got = program.ask("POST", f"/games/{stream}{path}", {"text": text}, "k1")
        assert got.status_code == 413 and got.json is not None, path
        assert "are allowed" in got.json["error"]
    assert unread() == parsed and versions(site, stream) == before


def test_the_api_says_how_long_press_may_be(site: WebSite) -> None:
    """Lines count there, too; nothing is sent."""
    stream = site.opened()
    before = versions(site, stream)
    got = Program(site, BLUE).ask("POST", f"/games/{stream}/press", {"to": ["red"], "text": "x\n" * 1_001}, "k1")
    assert got.status_code == 413 and versions(site, stream) == before


@pytest.mark.parametrize("act", ["file", "ready", "try"])
def test_the_desk_gives_back_what_is_too_long(site: WebSite, act: str) -> None:
    """413 with the figure; every line is still in the box, and nothing was filed."""
    stream = site.opened()
    before = versions(site, stream)
    page = send(site.browser(BLUE), stream, LINES, act)
    assert page.status_code == 413 and "1,001 lines that are not empty" in page.text
    assert box(page.text) == LINES.strip() and versions(site, stream) == before


def test_checking_while_typing_and_a_post_of_a_forum(site: WebSite) -> None:
    """Both are refused before they are read."""
    stream = site.opened()
    blue = site.browser(BLUE)
    assert "1,000 are allowed" in blue.post(f"/g/{stream}/orders/draft?side=blue", json={"text": LINES}).get_json()["error"]
    pasted = blue.post(f"/g/{stream}/orders/try?side=blue", data={"text": f"[b]{LINES}", "from": "forum"})
    assert pasted.status_code == 413 and "1,000 are allowed" in pasted.text


def test_the_press_page_gives_back_what_is_too_long(site: WebSite) -> None:
    """Press of too many lines is not sent; the words stay in the form."""
    stream = site.opened()
    words = "x\n" * 1_001
    page = site.browser(BLUE).post(f"/g/{stream}/press?side=blue", data={"to": "red", "words": words})
    assert page.status_code == 413 and "1,000 are allowed" in page.text and words.strip() in unescape(page.text)


def test_no_text_that_may_be_sent_is_too_much_for_a_form(site: WebSite) -> None:
    """As many letters as are allowed, of those that a form writes with six signs each: read, and answered in words."""
    stream = site.opened()
    line = "ю" * 262
    page = send(site.browser(BLUE), stream, f"{line}\n" * 990)
    assert page.status_code == 200 and "Not accepted" in page.text and line in shown(site.browser(BLUE), stream)
