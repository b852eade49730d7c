"""The limits of mails hold at every entrance of the pages and the API, before anything is parsed; the text comes back."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from unittest.mock import Mock

import pytest

from pbem.core.orders import envelope
from tests.web.api.test_api import BLUE, Program
from tests.web.builders.sites import Place
from tests.web.play.test_desk_page import box, send, shown, versions

NEWLINES = "\n" * 900_000
LINES = "BIS: TURN L\n" * 1_001


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many texts were parsed since."""
    parts = Mock(wraps=envelope._parts)
    monkeypatch.setattr(envelope, "_parts", parts)
    return lambda: parts.call_count


@pytest.mark.parametrize("text", [NEWLINES, LINES])
def test_the_api_says_how_long_orders_may_be(place: Place, unread: Callable[[], int], text: str) -> None:
    """Check, dry run and filing: 413 with the figure, nothing parsed, nothing written."""
    stream = place.opened()
    program, before, parsed = Program(place, BLUE), versions(place, stream), unread()
    for path in ("/orders/check", "/orders/try", "/orders"):
        got = program.ask("POST", f"/games/{stream}{path}", {"text": text}, "k1")
        assert got.status_code == 413 and got.json is not None, path
        assert "are allowed" in got.json["error"]
    assert unread() == parsed and versions(place, stream) == before


def test_the_api_says_how_long_press_may_be(place: Place) -> None:
    """Lines count there, too; nothing is sent."""
    stream = place.opened()
    before = versions(place, stream)
    got = Program(place, BLUE).ask("POST", f"/games/{stream}/press", {"to": ["red"], "text": "x\n" * 1_001}, "k1")
    assert got.status_code == 413 and versions(place, stream) == before


@pytest.mark.parametrize("act", ["file", "ready", "try"])
def test_the_desk_gives_back_what_is_too_long(place: Place, act: str) -> None:
    """413 with the figure; every line is still in the box, and nothing was filed."""
    stream = place.opened()
    before = versions(place, stream)
    page = send(place.browser(BLUE), stream, LINES, act)
    assert page.status_code == 413 and "1,001 lines that are not empty" in page.text
    assert box(page.text) == LINES.strip() and versions(place, stream) == before


def test_checking_while_typing_and_a_post_of_a_forum(place: Place) -> None:
    """Both are refused before they are read."""
    stream = place.opened()
    blue = place.browser(BLUE)
    assert "1,000 are allowed" in blue.post(f"/g/{stream}/orders/check?side=blue", json={"text": LINES}).get_json()["error"]
    pasted = blue.post(f"/g/{stream}/orders/try?side=blue", data={"text": f"[b]{LINES}", "from": "forum"})
    assert pasted.status_code == 413 and "1,000 are allowed" in pasted.text


def test_the_press_page_gives_back_what_is_too_long(place: Place) -> None:
    """Press of too many lines is not sent; the words stay in the form."""
    stream = place.opened()
    words = "x\n" * 1_001
    page = place.browser(BLUE).post(f"/g/{stream}/press?side=blue", data={"to": "red", "words": words})
    assert page.status_code == 413 and "1,000 are allowed" in page.text and words.strip() in unescape(page.text)


def test_no_text_that_may_be_sent_is_too_much_for_a_form(place: Place) -> None:
    """As many letters as are allowed, of those that a form writes with six signs each: read, and answered in words."""
    stream = place.opened()
    line = "ю" * 262
    page = send(place.browser(BLUE), stream, f"{line}\n" * 990)
    assert page.status_code == 200 and "Not accepted" in page.text and line in shown(place.browser(BLUE), stream)
