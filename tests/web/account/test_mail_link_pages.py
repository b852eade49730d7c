"""The pages that our mails link to: nothing happens by looking; a button, or one POST of a mail program, does it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from pbem.accounts.credentials import Keys
from pbem.gateway.mailboxes.addresses import ANY_GAME, WEEKLY
from pbem.service.masters import weekly
from pbem.service.reminders import choices
from pbem.web import create_web
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import Site
from tests.gateway.conftest import MailSetup, app, player_mail

__all__ = ["app"]


@pytest.fixture
def browser(app: MailSetup) -> FlaskClient:
    """A browser that has never been here, and keeps no cookies."""
    keys = Keys(app.context.database, app.context.entropy, app.context.secret)
    web = create_web(Site(app.context, app.gateway.people, keys, app.gateway, app.gateway.signer.base_url))
    limiter.reset()
    return web.test_client(use_cookies=False)


def leaving(app: MailSetup) -> str:
    """The path of the link that stops blue's reports."""
    return app.gateway.signer.unsubscribe_link("g1", "blue", app.blue.key).removeprefix("http://127.0.0.1:8025")


def test_leaving_takes_one_post_and_no_login(app: MailSetup, browser: FlaskClient) -> None:
    """M-51: GET shows a page and changes nothing; POST with the body of RFC 8058 does it, without cookie or redirect; twice."""
    page = browser.get(leaving(app))
    assert page.status_code == 200 and "Stop them" in page.text
    assert not app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")
    for _ in range(2):
        done = browser.post(leaving(app), data={"List-Unsubscribe": "One-Click"})
        assert (done.status_code, done.headers.get("Set-Cookie")) == (200, None)
    assert app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")
    assert "Mail them again" in browser.get(leaving(app)).text
    assert browser.post(leaving(app) + "/rejoin").status_code == 200
    assert not app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")


def test_a_forged_link_leads_nowhere(app: MailSetup, browser: FlaskClient) -> None:
    """One character changed, another seat: nobody's reports are stopped."""
    for path in (leaving(app)[:-1], leaving(app).replace("blue", "red"), "/mail/unsubscribe/x"):
        assert {browser.get(path).status_code, browser.post(path).status_code} == {404}
        assert browser.post(f"{path}/rejoin").status_code == 404


def held(app: MailSetup) -> str:
    app.deliver(player_mail("B1: move 3 <b>now</b>", "stranger@example.net"))
    return f"/mail/confirm/{app.gateway.mail_context.quarantine.waiting()[0].code}"


def test_held_orders_are_shown_and_wait_for_a_button(app: MailSetup, browser: FlaskClient) -> None:
    """M-7: what would be filed, from whom, and why it waits; markup in it is text; looking files nothing."""
    path = held(app)
    page = browser.get(path)
    assert "stranger@example.net" in page.text and "move 3 &lt;b&gt;now" in page.text
    assert "They are mine" in page.text and not app.filed()


def test_the_button_files_them(app: MailSetup, browser: FlaskClient) -> None:
    """M-7: one click; the page says what became of them, and has no buttons any more."""
    app.deliver(player_mail("B1: move 3", "stranger@example.net"))
    path = f"/mail/confirm/{app.gateway.mail_context.quarantine.waiting()[0].code}"
    page = browser.post(path)
    assert "Orders accepted." in page.text and "They are mine" not in page.text
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]
    assert "nothing was changed" in browser.post(f"{path}/discard").text.lower()
    assert len(app.filed()) == 1


def test_they_can_be_thrown_away(app: MailSetup, browser: FlaskClient) -> None:
    """Not mine: they never count, whatever is clicked later."""
    path = held(app)
    assert "Thrown away." in browser.post(f"{path}/discard").text
    assert "thrown away before" in browser.post(path).text
    assert not app.filed()


def test_an_unknown_code_leads_nowhere(browser: FlaskClient) -> None:
    """A guess is answered like any page that is not there."""
    path = "/mail/confirm/aaaaaaaaaaaaaaaa"
    assert [browser.get(path).status_code, browser.post(path).status_code, browser.post(f"{path}/discard").status_code] == [
        404
    ] * 3


def reminders(app: MailSetup, stream: str = "g1") -> str:
    """The path of the link that stops blue's reminders."""
    link = app.gateway.signer.reminders_link(stream, app.blue.id, app.blue.key)
    return link.removeprefix("http://127.0.0.1:8025")


def test_reminders_are_off_with_one_click(app: MailSetup, browser: FlaskClient) -> None:
    """M-51: looking changes nothing; one POST does it, without cookie or redirect; the reports go on; there is a way back."""
    page = browser.get(reminders(app))
    assert page.status_code == 200 and "No more reminders of this game" in page.text
    assert not choices.stopped(app.context, app.blue, "g1")
    for _ in range(2):
        done = browser.post(reminders(app), data={"List-Unsubscribe": "One-Click"})
        assert (done.status_code, done.headers.get("Set-Cookie")) == (200, None)
    assert choices.stopped(app.context, app.blue, "g1") and not choices.stopped(app.context, app.blue, "")
    assert "no more reminders of this game" in done.text and "reports and receipts come as before" in done.text
    assert not app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")
    assert browser.post(reminders(app) + "/again").status_code == 200
    assert not choices.stopped(app.context, app.blue, "g1")


def test_the_weekly_mail_is_off_with_one_click(app: MailSetup, browser: FlaskClient) -> None:
    """As with reminders, which come as before; and there is a way back."""
    page = browser.get(reminders(app, WEEKLY))
    assert "No more weekly mail about the games you run" in page.text and weekly.wants(app.context, app.blue.id)
    assert "No more reminders of any game" not in page.text
    done = browser.post(reminders(app, WEEKLY), data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200 and "You get no more weekly mail about the games you run" in done.text
    assert not weekly.wants(app.context, app.blue.id) and not choices.stopped(app.context, app.blue, "")
    assert browser.post(reminders(app, WEEKLY) + "/again").status_code == 200 and weekly.wants(app.context, app.blue.id)


def test_the_page_offers_all_games(app: MailSetup, browser: FlaskClient) -> None:
    """And a mail that reminds of several games leads to a page about all of them."""
    assert "No more reminders of any game" in browser.get(reminders(app)).text
    assert browser.post(reminders(app) + "/all").status_code == 200
    assert choices.stopped(app.context, app.blue, "")
    page = browser.get(reminders(app, ANY_GAME))
    assert "no more reminders of any game" in page.text
    assert browser.post(reminders(app, ANY_GAME) + "/again").status_code == 200
    assert not choices.stopped(app.context, app.blue, "g1")


def test_a_forged_link_to_reminders_leads_nowhere(app: MailSetup, browser: FlaskClient) -> None:
    """One character changed, another person, another game."""
    forged = (reminders(app)[:-1], reminders(app).replace(app.blue.id, app.red.id), reminders(app).replace("g1", "g2"))
    for path in forged:
        codes = {browser.get(path).status_code, *(browser.post(path + more).status_code for more in ("", "/all", "/again"))}
        assert codes == {404}
