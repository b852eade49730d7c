"""A player's evening in a real browser: sign in, order, resolve, replay, print; wide, narrow, dark, and without script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import served
from tests.browser.seeing import PHONE, looking, press, too_wide
from tests.web.builders.sites import WebSite

BLUE = "blue@example.org"
RED = "red@example.org"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[WebSite, str]]:
    """A duel of two persons, one turn played."""
    for site in served(tmp_path):
        stream = site.opened("star_navy", "open-space")
        site.played(stream, 1)
        yield site, stream


def mailed_link(site: WebSite, address: str, subject: str) -> str:
    """The link in the latest mail to this address with such a subject."""
    mails = [mail for mail in site.mails(address) if subject in mail["Subject"]]
    body = mails[-1].get_body(("plain",))
    assert body is not None
    found = re.search(r"http://\S+/(?:sign-in|seat)/\S+", body.get_content())
    assert found, body.get_content()
    return found[0]


def sign_in(page: Page, site: WebSite, address: str) -> None:
    """By the mailed link, as a person does."""
    page.goto("/")
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Your mail address").fill(address)
    press(page, "Mail me a link")
    expect(page.get_by_role("main")).to_contain_text("on its way")
    page.goto(mailed_link(site, address, "sign"))
    press(page, "Sign in")


def test_an_evening(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Mailed link, start page, desk, a problem while typing, receipt, ready, the next report, replay by keys."""
    site, stream = table
    with looking(chromium, site) as page:
        sign_in(page, site, BLUE)
        page.goto("/")
        expect(page).to_have_title(re.compile(r"^\(1\)"))
        page.get_by_role("link", name="Write orders").click()
        box = page.get_by_label("Orders of blue")
        box.fill("MIL: DANCE")
        expect(page.locator("#outcome")).to_contain_text("DANCE")
        box.fill("MIL: TURN L\nluck: for the Queen")
        expect(page.locator("#outcome")).not_to_contain_text("DANCE")
        expect(page.locator(".frame svg .layer")).to_be_attached()
        assert not site.context.database.con.execute("SELECT 1 FROM seats WHERE seat='blue' AND filed=2").fetchone()
        page.get_by_role("switch").check()
        press(page, "File orders")
        expect(page.get_by_role("main")).to_contain_text(re.compile("accepted", re.I))
        expect(page.get_by_role("main")).to_contain_text("TURN L")
        site.played(stream, 1)
        page.goto(f"/g/{stream}")
        expect(page.locator("#now")).to_contain_text("Turn 2")
        replay_by_keys(page, stream)


def replay_by_keys(page: Page, stream: str) -> None:
    """Arrows step without loading the page anew; the address follows; a reload shows the same step."""
    table = page.locator("#table")
    page.goto(f"/g/{stream}/t/2/e/0")
    page.evaluate("() => { window.same = true; }")
    for key, number in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        page.keyboard.press(key)
        expect(table).to_have_attribute("data-number", number)
    page.wait_for_url(f"**/g/{stream}/t/2/e/1*")
    assert page.evaluate("() => window.same === true"), "the page was loaded anew"
    kept = page.locator("#now").inner_text()
    page.reload()
    assert page.locator("#now").inner_text() == kept
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_url(f"**/g/{stream}/t/2/e/0*")
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_url(re.compile(f"/g/{stream}/t/1"))
    page.keyboard.press("Home")
    page.wait_for_url(re.compile(f"/g/{stream}/t/0"))


def test_the_same_without_script(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Sign in, file, read the receipt, step through the replay by links: nothing of it needs a script."""
    site, stream = table
    with looking(chromium, site, java_script_enabled=False) as page:
        sign_in(page, site, BLUE)
        page.goto(f"/g/{stream}/orders")
        page.get_by_label("Orders of blue").fill("MIL: TURN R")
        page.get_by_role("switch").check()
        press(page, "File orders")
        expect(page.get_by_role("main")).to_contain_text("TURN R")
        site.played(stream, 1)
        page.goto(f"/g/{stream}/t/2/e/0")
        page.get_by_role("link", name="step on", exact=True).click()
        page.wait_for_url(f"**/g/{stream}/t/2/e/1*")
        expect(page.locator("[aria-current=step]")).to_have_count(1)


def test_mail_and_web_take_turns(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """The seat's link in the report signs in; orders of a mail stand on the desk, those of the desk in a mail's receipt."""
    site, stream = table
    report = site.mails(BLUE)[-1]
    site.gateway.receive(_answer(report, "MIL: TURN L").encode(), BLUE, str(report["Reply-To"]))
    with looking(chromium, site) as page:
        page.goto(mailed_link(site, BLUE, f"[{stream} T1]"))
        press(page, "Sign in as the player of blue")
        page.goto(f"/g/{stream}/orders")
        expect(page.get_by_label("Orders of blue")).to_have_value(re.compile("TURN L"))
        expect(page.get_by_role("main")).to_contain_text("by mail")
        page.get_by_label("Orders of blue").fill("MIL: TURN R")
        press(page, "File orders")
        expect(page.get_by_role("main")).to_contain_text("TURN R")
    site.gateway.receive(_answer(report, "status", "status").encode(), BLUE, str(report["Reply-To"]))
    body = site.mails(BLUE)[-1].get_body(("plain",))
    assert body is not None and "TURN R" in body.get_content()


def _answer(mail: EmailMessage, text: str, name: str = "orders") -> str:
    return f"From: {BLUE}\r\nTo: {mail['Reply-To']}\r\nMessage-ID: <{name}@example.org>\r\nSubject: Re\r\n\r\n{text}\r\n"


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone(chromium: Browser, table: tuple[WebSite, str], dark: bool) -> None:
    """360 px: desk, game page and replay are in the window; what is to be touched is 44 px high; dark is dark."""
    site, stream = table
    with looking(chromium, site, BLUE, PHONE, dark, has_touch=True, is_mobile=True) as page:
        for path in (f"/g/{stream}", f"/g/{stream}/orders", f"/g/{stream}/t/1/e/1"):
            page.goto(path)
            assert too_wide(page) <= 0, path
        page.goto(f"/g/{stream}/orders")
        box = page.get_by_role("button", name="File orders").bounding_box()
        assert box is not None and box["height"] >= 44
        ground = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        light = sum(int(n) for n in re.findall(r"\d+", ground)[:3])
        assert light < 200 if dark else light > 600, ground


def test_on_paper(chromium: Browser, table: tuple[WebSite, str], tmp_path: Path) -> None:
    """Printed: no navigation, black on white even in the dark; the sheets two to a page."""
    site, stream = table
    with looking(chromium, site, BLUE, dark=True) as page:
        page.goto(f"/g/{stream}")
        page.emulate_media(media="print", color_scheme="dark")
        expect(page.locator("#time-line")).to_be_hidden()
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") in (
            "rgb(255, 255, 255)",
            "rgba(0, 0, 0, 0)",
        )
        page.goto(f"/g/{stream}/t/1/sheets")
        assert page.pdf(path=tmp_path / "sheets.pdf", format="A4").startswith(b"%PDF")


def test_a_unit_on_the_map_and_its_lines(chromium: Browser, table: tuple[WebSite, str]) -> None:
    """Tab reaches each unit of the map; the whole flow of focus never gets stuck."""
    site, stream = table
    with looking(chromium, site, BLUE) as page:
        page.goto(f"/g/{stream}")
        units = page.locator(".picture svg a.unit")
        wanted = {str(units.nth(number).get_attribute("aria-label")) for number in range(units.count())}
        assert any(label.startswith("MIL") for label in wanted)
        reached = set()
        for _ in range(120):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("() => document.activeElement?.getAttribute('aria-label')"))
        assert wanted <= reached
