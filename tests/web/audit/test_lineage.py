"""What became of your orders: from the receipt of a filing to the lines of the report, and back to how it came in."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest

from pbem.service.games import game_master
from pbem.service.games.seating import accept, replace_player
from pbem.service.history import PLAYER
from pbem.service.ladder.absence import set_absence, set_policy
from pbem.service.orders.file import file_orders
from pbem.service.turns.rollback import rerun, roll_back
from pbem.service.turns.tick import tick
from pbem.service.way_in import filings_of, way_in
from tests.service.builders.policies import policy_of
from tests.web.builders.sites import SEATS, WebSite
from tests.web.play.test_replay_pages import duel, text_of

BLUE, RED = SEATS["blue"], SEATS["red"]
MAIL = "Hello there, I hope that all is well.\n\nBIS:\nFIRE F AT SR1 WITHIN 1 ELSE TURN L\nready\n\n> swordfish\n"


def address(site: WebSite, stream: str, turn: int = 1, seat: str = "blue", number: int = -1) -> str:
    """The page of a seat's filing for a turn."""
    way = way_in(site.context, filings_of(site.context, stream, seat, turn)[number])
    return f"/g/{stream}/t/{turn}/orders/{way.filing}?side={seat}"


def words(page: str) -> str:
    """A page's text on one line."""
    return " ".join(re.sub("<[^>]+>", " ", page).replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">").split())


def mailed(site: WebSite, stream: str, text: str = MAIL, turn: int = 1, id: str = "<m1@example.org>") -> str:
    """Blue mails orders through a mail server's pipe; the text of the receipt."""
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Message-ID"] = BLUE, f"Re: [{stream} T{turn}]", id
    mail.set_content(text)
    to = site.gateway.order_address(stream, "blue", turn, site.person(BLUE))
    site.gateway.receive(mail.as_bytes(), BLUE, to, "pipe")
    receipt = next(mail for mail in site.mails(BLUE) if mail["In-Reply-To"] == id)
    return str(receipt.get_content()).replace("\r\n", "\n")


def test_from_a_receipt_to_the_lines_of_the_report(site: WebSite) -> None:
    """M-58: the receipt's link leads to the page; before the turn is resolved it says so, then what came of each order."""
    stream = site.opened()
    receipt = mailed(site, stream)
    link = re.search(rf"What becomes of each order\n{site.base}(/seat/\S+\?orders=[0-9a-f]{{16}})\n", receipt)
    assert link, repr(receipt)
    browser = site.browser()
    assert "orders=" in text_of(browser, link[1])  # the button's form goes on to where the link leads
    come_in = browser.post(link[1])
    assert come_in.location == address(site, stream)
    page = words(text_of(browser, come_in.location))
    assert "In force. Turn 1 is not resolved yet" in page and "FIRE F AT SR1 WITHIN 1 ELSE TURN L" in page
    file_orders(site.context, stream, "red", "SR1: TURN R\nready", "m2")
    tick(site.context)
    raw = text_of(browser, come_in.location)
    page = words(raw)
    assert "These counted." in page and "how they came in: filed" in page.lower() and "(a mail server's pipe)" in page
    assert "<m1@example.org>" in raw.replace("&lt;", "<").replace("&gt;", ">") and "no verdict: nothing here checks" in page
    assert "I hope that all is well" in page and "quoted text: 1 line" in page
    lapsed = re.search(rf'<a href="(/g/{stream}/t/1/e/(\d+)\?side=blue)">1\.\2</a>[^<]*FIRE F AT SR1', raw)
    assert lapsed and f"/g/{stream}/t/1/e/{lapsed[2]}/why?side=blue" in raw
    text_of(browser, lapsed[1])


def test_a_receipts_link_when_its_turn_is_over(site: WebSite) -> None:
    """It signs nobody in any more; the fresh link that it offers leads to the same page. A false one leads to the game."""
    stream = site.opened()
    link = re.search(rf"{site.base}(/seat/\S+)\?orders=", mailed(site, stream))
    assert link
    filed = address(site, stream)
    way = f"{link[1]}?orders={filed.partition('?')[0].rpartition('/')[2]}"
    site.played(stream, 1)
    browser = site.browser()
    assert browser.post(way).status_code == 410
    offered = re.search(r'action="([^"]+/mail[^"]*)"', text_of(browser, way))
    assert offered
    browser.post(offered[1])
    texts = [str(body.get_content()) for mail in site.mails(BLUE) if (body := mail.get_body(("plain",)))]
    (fresh,) = {found for text in texts for found in re.findall(r"/sign-in/\S+", text)}
    assert browser.post(fresh).location == filed
    assert site.browser(BLUE).get(f"{link[1]}?orders=//evil.example").location == f"/g/{stream}?side=blue"


def test_from_a_line_to_the_mail_and_its_page(site: WebSite) -> None:
    """The why page of blue's line has the mail's facts, and a link to all orders of that filing; red's has nothing of them."""
    stream = site.opened()
    mailed(site, stream)
    file_orders(site.context, stream, "red", "SR1: TURN R\nready", "m2")
    tick(site.context)
    for who, side, told in ((BLUE, "blue", True), (RED, "red", False), ("", "spectator", False)):
        browser = site.browser(who)
        count = len(browser.get(f"/g/{stream}/t/1/steps.json?side={side}").get_json()["steps"])
        pages = [text_of(browser, f"/g/{stream}/t/1/e/{number}/why?side={side}") for number in range(1, count)]
        for secret in ("m1@example.org", "I hope that all is well", address(site, stream).replace("&", "&amp;")):
            assert any(secret in page for page in pages) == told, (who, secret)


def test_what_replaced_a_filing(site: WebSite) -> None:
    """A mail, then the desk, then a program: each page says what took its place, when and how; the last one counted."""
    stream = site.opened()
    mailed(site, stream, "BIS: TURN L\n")
    browser = site.browser(BLUE)
    site.clock.advance(1)
    sent = browser.post(f"/g/{stream}/orders?side=blue", data={"text": "BIS: TURN R", "turn": "1", "form": "f1"})
    assert f'href="{address(site, stream)}">What becomes of these orders' in sent.text
    site.clock.advance(1)
    token = site.keys.give_token(site.person(BLUE).id, "tests", "2026-01-01T00:00:00.000000Z")
    head = {"Authorization": f"Bearer {token}", "Idempotency-Key": "k"}
    assert browser.post(f"/api/v1/games/{stream}/orders?side=blue", json={"text": "BIS: FIRE F AT SR1"}, headers=head)
    first, second, third = (address(site, stream, number=number) for number in range(3))
    page = text_of(browser, first)
    assert "Replaced" in page and second in page and "on the web" in words(page) and "not resolved yet" in words(page)
    site.played(stream, 1)
    assert "These did not count. They were replaced by the orders filed" in words(text_of(browser, first))
    assert "by a program" in words(text_of(browser, second)) and third in text_of(browser, second)
    page = words(text_of(browser, third))
    assert "These counted." in page and "by a program" in page and "Message-ID" not in page


def test_the_same_orders_filed_once_more(site: WebSite) -> None:
    """One seal: both times are told, and neither is said to be replaced."""
    stream = site.opened()
    for id, text in (("m1", "BIS: TURN L"), ("m2", "BIS: TURN R"), ("m3", "BIS: TURN L")):
        file_orders(site.context, stream, "blue", text, id)
        site.clock.advance(1)
    page = words(text_of(site.browser(BLUE), address(site, stream, number=0)))
    assert "In force." in page and "How they came in" in page and "The same once more" in page
    assert "Replaced" in words(text_of(site.browser(BLUE), address(site, stream, number=1)))


def test_orders_of_a_bot_that_stood_in(site: WebSite) -> None:
    """A seat whose player is away: the page says that a bot filed them."""
    stream = site.opened()
    set_policy(site.context, stream, policy_of(0, "bot:cautious", False, "so that nobody waits"))
    set_absence(site.context, stream, "blue", site.clock() + timedelta(days=9), "at sea", PLAYER)
    site.played(stream, 1)
    page = words(text_of(site.browser(BLUE), address(site, stream)))
    assert "These counted." in page and "by a bot" in page


def test_a_turn_that_was_played_again(site: WebSite) -> None:
    """The first page says that it was undone and where it was repeated; the second leads back to the first filing's mail."""
    stream = site.opened()
    mailed(site, stream)
    site.played(stream, 1)
    again = rerun(site.context, stream, 1, "a mistake of the rules")
    browser = site.browser(BLUE)
    page = text_of(browser, address(site, stream))
    assert "was undone afterwards: a mistake of the rules" in words(page)
    assert f"played again as turn {again}, with the same orders" in words(page) and address(site, stream, again) in page
    page = words(text_of(browser, address(site, stream, again)))
    assert "These counted." in page and f"for turn 1, and once more when that was played again as turn {again}" in page
    assert "m1@example.org" in page


def test_a_turn_that_was_never_resolved(site: WebSite) -> None:
    """Rolled back while it was open: the orders did not count, and the history says why."""
    stream = site.opened()
    site.played(stream, 1)
    file_orders(site.context, stream, "blue", "BIS: TURN L", "m2")
    filed = address(site, stream, 2)
    roll_back(site.context, stream, 0, "we begin anew")
    page = text_of(site.browser(BLUE), filed)
    assert "never resolved" in page and f"/g/{stream}/history" in page


@pytest.mark.parametrize("filing", ["0" * 16, "x", "0" * 64])
def test_a_filing_that_is_not_there(site: WebSite, filing: str) -> None:
    """One sentence, whether nothing is filed under it or it is none."""
    stream = duel(site)
    page = text_of(site.browser(BLUE), f"/g/{stream}/t/1/orders/{filing}?side=blue", 404)
    assert "or turn 1 of g1 blue has filed nothing with this seal" in page
    text_of(site.browser(BLUE), address(site, stream).replace("/t/1/", "/t/2/"), 404)


def test_only_the_seats_player_opens_it_while_the_game_goes_on(site: WebSite) -> None:
    """Red with blue's address has nothing of it, as red or as blue; nor has a spectator; a master who looks through has."""
    stream = duel(site)
    blue = address(site, stream)
    text_of(site.browser(RED), blue, 403)
    text_of(site.browser(RED), blue.replace("side=blue", "side=red"), 404)
    text_of(site.browser(), blue, 401)
    text_of(site.browser("green@example.org"), blue.partition("?")[0], 403)
    boss = site.browser("boss@example.org")
    game_master.name_master(site.context, stream, site.person("boss@example.org").id, "the club's table")
    text_of(boss, blue, 403)
    game_master.watch(site.context, stream, "blue", "a question of blue's")
    assert "These counted." in words(text_of(boss, blue))


def test_after_the_end_everybody_reads_the_orders_and_nobody_the_mail(site: WebSite) -> None:
    """Channel, time and seal for all; Message-ID, sender check and what was left out for their writer alone."""
    stream = site.opened()
    mailed(site, stream)
    site.played(stream, 1)
    game_master.end(site.context, stream, "all agreed")
    filed = address(site, stream)
    for who in ("", RED, "green@example.org"):
        page = words(text_of(site.browser(who), filed))
        assert "FIRE F AT SR1" in page and "by mail (a mail server's pipe)" in page
        for personal in ("m1@example.org", "Sender check", "Received", "Left out", "all is well", BLUE):
            assert personal not in page, (who, personal)
    assert "m1@example.org" in words(text_of(site.browser(BLUE), filed))


def test_the_next_player_of_the_seat(site: WebSite) -> None:
    """They see the orders and how they came in, and nothing of the mail of the player before them; who left sees no page."""
    stream = site.opened()
    mailed(site, stream)
    green = site.person("green@example.org").id
    replace_player(site.context, stream, "blue", green, "the captain fell ill")
    accept(site.context, stream, "blue", green)
    page = words(text_of(site.browser("green@example.org"), address(site, stream)))
    assert "FIRE F AT SR1" in page and "(a mail server's pipe)" in page
    assert "m1@example.org" not in page and "Sender check" not in page and "all is well" not in page
    text_of(site.browser(BLUE), address(site, stream), 403)


def test_an_erased_player_leaves_the_orders(site: WebSite) -> None:
    """What the log has stays: when, and the seal; the mail's facts are gone for everybody."""
    stream = site.opened()
    mailed(site, stream)
    site.played(stream, 1)
    game_master.end(site.context, stream, "all agreed")
    site.gateway.erase(site.person(BLUE).id)
    page = words(text_of(site.browser(), address(site, stream)))
    assert "FIRE F AT SR1" in page and "by mail" in page and "pipe" not in page and "m1@example.org" not in page
