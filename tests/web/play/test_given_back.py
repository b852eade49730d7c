"""No form loses what was typed: an error page gives it back, and so do forms that are shown again."""

from __future__ import annotations

import re
from html import unescape

import pytest

from pbem.web import MAX_REQUEST
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"
WORDS = "first line\n<b>second</b>"


def given_back(page: str) -> list[str]:
    """The texts of the read-only fields of an error page."""
    return [unescape(found) for found in re.findall(r"<textarea[^>]* readonly>\n(.*?)</textarea>", page, re.S)]


@pytest.mark.parametrize(("field", "path"), [("text", "orders"), ("text", "orders/try"), ("words", "press")])
@pytest.mark.parametrize("address", ["", "other@example.org"])
def test_an_error_page_gives_the_text_back(site: WebSite, field: str, path: str, address: str) -> None:
    """Signed out since, or no longer at the seat: orders and press are on the page, as they were typed and escaped."""
    stream = site.opened()
    page = site.browser(address).post(f"/g/{stream}/{path}?side=blue", data={field: WORDS})
    assert page.status_code == (403 if address else 401) and given_back(page.text) == [WORDS]
    assert "<b>second" not in page.text


def test_a_form_that_is_too_old_gives_the_text_back(site: WebSite) -> None:
    """Without its key it is not taken."""
    stream = site.opened()
    site.web.config.update(WTF_CSRF_ENABLED=True)
    page = site.browser(BLUE).post(f"/g/{stream}/orders?side=blue", data={"text": WORDS})
    assert page.status_code == 400 and "opened too long ago" in page.text and given_back(page.text) == [WORDS]


@pytest.mark.parametrize(
    "form",
    [
        {"act": "announce", "words": WORDS * 500},
        {"act": "deadline", "due": "some day", "why": "a holiday"},
        {"act": "extend", "hours": "many", "why": "a holiday"},
        {"act": "replace", "seat": "red", "address": "nobody", "why": "he is gone", "sure": "yes"},
    ],
)
def test_the_game_masters_words_are_given_back(site: WebSite, form: dict[str, str]) -> None:
    """What cannot be done is said, and every field that they wrote is there."""
    from pbem.service.games import game_master

    stream = site.opened()
    game_master.name_master(site.context, stream, site.person("master@example.org").id, "the club's table")
    page = site.browser("master@example.org").post(f"/g/{stream}/master", data=form)
    assert page.status_code in (400, 409)
    assert sorted(given_back(page.text)) == sorted(form[name] for name in ("words", "why", "address") if name in form)


def test_nothing_was_typed(site: WebSite) -> None:
    """A page that is not there, and a form without words, say nothing of any."""
    assert "What you wrote" not in site.browser().get("/g/none").text
    assert "What you wrote" not in site.browser().post("/g/none/orders", data={"text": " "}).text


def test_a_request_beyond_all_limits(site: WebSite) -> None:
    """It is not read, so nothing of it can be given back."""
    stream = site.opened()
    page = site.browser(BLUE).post(f"/g/{stream}/orders?side=blue", data={"text": "x" * (MAX_REQUEST + 1)})
    assert page.status_code == 413 and "What you wrote" not in page.text


def test_a_mail_address_with_a_slip(site: WebSite) -> None:
    """The form is shown again with what was typed in it, and says what is wrong."""
    page = site.browser().post("/sign-in", data={"address": "you@example,org", "next": "/you"})
    assert page.status_code == 400 and 'value="you@example,org"' in page.text and "is no mail address" in page.text
    assert 'name="next" value="/you"' in page.text
