"""The pages that our mails link to: nothing happens by looking; a button, or one POST of a mail program, does it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from pbem.accounts.credentials import Keys
from pbem.web import create_web
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import Site
from tests.gateway.conftest import House, house, letter

__all__ = ["house"]


@pytest.fixture
def browser(house: House) -> FlaskClient:
    """A browser that has never been here, and keeps no cookies."""
    keys = Keys(house.store.db, house.room.entropy, house.room.secret)
    web = create_web(Site(house.room, house.gateway.people, keys, house.gateway, house.gateway.office.base_url))
    limiter.reset()
    return web.test_client(use_cookies=False)


def leaving(house: House) -> str:
    """The path of the link that stops blue's reports."""
    return house.gateway.office.unsubscribe_link("g1", "blue", house.blue.key).removeprefix("http://127.0.0.1:8025")


def test_leaving_takes_one_post_and_no_login(house: House, browser: FlaskClient) -> None:
    """M-51: GET shows a page and changes nothing; POST with the body of RFC 8058 does it, without cookie or redirect; twice."""
    page = browser.get(leaving(house))
    assert page.status_code == 200 and "Stop them" in page.text
    assert not house.gateway.post.mailboxes.has_left(house.blue.id, "g1")
    for _ in range(2):
        done = browser.post(leaving(house), data={"List-Unsubscribe": "One-Click"})
        assert (done.status_code, done.headers.get("Set-Cookie")) == (200, None)
    assert house.gateway.post.mailboxes.has_left(house.blue.id, "g1")
    assert "Mail them again" in browser.get(leaving(house)).text
    assert browser.post(leaving(house) + "/rejoin").status_code == 200
    assert not house.gateway.post.mailboxes.has_left(house.blue.id, "g1")


def test_a_forged_link_leads_nowhere(house: House, browser: FlaskClient) -> None:
    """One character changed, another seat: nobody's reports are stopped."""
    for path in (leaving(house)[:-1], leaving(house).replace("blue", "red"), "/mail/unsubscribe/x"):
        assert {browser.get(path).status_code, browser.post(path).status_code} == {404}
        assert browser.post(f"{path}/rejoin").status_code == 404


def held(house: House) -> str:
    house.deliver(letter("B1: move 3 <b>now</b>", "stranger@example.net"))
    return f"/mail/confirm/{house.gateway.post.holds.waiting()[0].code}"


def test_held_orders_are_shown_and_wait_for_a_button(house: House, browser: FlaskClient) -> None:
    """M-7: what would be filed, from whom, and why it waits; markup in it is text; looking files nothing."""
    path = held(house)
    page = browser.get(path)
    assert "stranger@example.net" in page.text and "move 3 &lt;b&gt;now" in page.text
    assert "They are mine" in page.text and not house.filed()


def test_the_button_files_them(house: House, browser: FlaskClient) -> None:
    """M-7: one click; the page says what became of them, and has no buttons any more."""
    house.deliver(letter("B1: move 3", "stranger@example.net"))
    path = f"/mail/confirm/{house.gateway.post.holds.waiting()[0].code}"
    page = browser.post(path)
    assert "Orders accepted." in page.text and "They are mine" not in page.text
    assert [filed.sheet for filed in house.filed()] == [{"B1": ["move 3"]}]
    assert "nothing was changed" in browser.post(f"{path}/discard").text.lower()
    assert len(house.filed()) == 1


def test_they_can_be_thrown_away(house: House, browser: FlaskClient) -> None:
    """Not mine: they never count, whatever is clicked later."""
    path = held(house)
    assert "Thrown away." in browser.post(f"{path}/discard").text
    assert "thrown away before" in browser.post(path).text
    assert not house.filed()


def test_an_unknown_code_leads_nowhere(browser: FlaskClient) -> None:
    """A guess is answered like any page that is not there."""
    path = "/mail/confirm/aaaaaaaaaaaaaaaa"
    assert [browser.get(path).status_code, browser.post(path).status_code, browser.post(f"{path}/discard").status_code] == [
        404
    ] * 3
