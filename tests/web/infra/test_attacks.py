"""Attacks upon the pages and the API by hand: what is sent to break in, to break, or to count what is hidden."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from events import codec
from events.chain import link
from events.platform import OrdersFiled
from pbem.service.context import ActRefused, stamp
from pbem.service.games import game_master, seating
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.web.infra.limits import limiter
from pbem.web.infra.visitor import OPENER
from tests.web.builders.sites import WebSite

BLUE, RED, BOSS = "blue@example.org", "red@example.org", "boss@example.org"
EVIL = '"><script>alert(1)</script>'
HALF = "\ud800"


def token(site: WebSite, who: str) -> str:
    return site.keys.give_token(site.person(who).id, "tests", stamp(site.clock()))


def run_by(site: WebSite, who: str, stream: str) -> None:
    game_master.name_master(site.context, stream, site.person(who).id, "the club's table")


def send(site: WebSite, key: str, path: str, said: Any, name: str = "k") -> TestResponse:
    """One request of a program."""
    limiter.reset()
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": name}
    return site.browser().post(f"/api/v1{path}", json=said, headers=headers)


# ---------------------------------------------------------------- numbers that count hidden things


def test_no_version_can_be_tried_out_with_the_heads_of_receipts(site: WebSite) -> None:
    """Who files twice knows all of their own event but its version: between two heads they could have found that by trying."""
    stream, key = site.opened(), token(site, BLUE)
    for number in range(5):
        file_orders(site.context, stream, "red", f"luck: {number}", f"red {number}")
    first = send(site, key, f"/games/{stream}/orders", {"text": "luck: a"}, "one").json
    second = send(site, key, f"/games/{stream}/orders", {"text": "luck: b"}, "two").json
    assert first and second
    one, two = first["data"], second["data"]
    form = hashlib.sha256(f"{site.person(BLUE).id}\ntwo".encode()).hexdigest()
    source = hashlib.sha256(f"{stream} blue {form}\nluck: b".encode()).hexdigest() + ".api"
    known = OrdersFiled("blue", 1, {"BIS": []}, "b", two["salt"], two["commitment"], source)
    assert load(site.context, stream).ledger.filed["blue"] == known, "the player knows all of it"
    at, data, prev = stamp(site.clock()), codec.encode(known), bytes.fromhex(one["head"])
    tried = {link(prev, (stream, version, known.type, 1, 1, "Orders", "", "blue", at, data)).hex() for version in range(100)}
    assert two["head"] not in tried


def test_a_question_does_not_tell_that_others_have_filed(site: WebSite) -> None:
    """The receipt of a bare question is the same before and after another's filing."""
    stream, key = site.opened(), token(site, BLUE)
    before = send(site, key, f"/games/{stream}/orders", {"text": "status"}, "one").json
    file_orders(site.context, stream, "red", "luck: x", "red 1")
    assert send(site, key, f"/games/{stream}/orders", {"text": "status"}, "two").json == before


# ---------------------------------------------------------------- seats that are looked through


def test_a_master_who_takes_over_from_a_watching_one_may_not_play(site: WebSite) -> None:
    """The next game master looks through the same seat in that turn: so they, too, have seen too much to play."""
    stream = site.opened()
    heir = site.person("heir@example.org").id
    run_by(site, BOSS, stream)
    game_master.watch(site.context, stream, "blue", "a dispute")
    with pytest.raises(ActRefused):
        game_master.name_master(site.context, stream, site.person(RED).id, "I go away")
    game_master.name_master(site.context, stream, heir, "I go away")
    assert site.browser("heir@example.org").get(f"/g/{stream}?side=blue").status_code == 200
    assert site.browser(BOSS).get(f"/g/{stream}?side=blue").status_code == 403
    seating.vacate(site.context, stream, "red", "he is ill")
    with pytest.raises(ActRefused, match="looked through"):
        seating.seat_player(site.context, stream, "red", heir, "I can do it")


def test_a_player_who_has_left_a_side_does_not_play_for_the_other(site: WebSite) -> None:
    """They have seen what is hidden from it. Back to their own side they may come."""
    stream = site.opened(blue=BLUE)
    policy = load(site.context, stream).ledger.policy
    absence.set_policy(site.context, stream, type(policy)(open_seats=True, why="all are welcome"))
    browser = site.browser(BLUE)
    browser.post(f"/g/{stream}/seat", data={"act": "resign", "seat": "blue", "why": "no time", "sure": "yes"})
    page = browser.post(f"/g/{stream}/seat", data={"act": "take", "seat": "red"})
    assert page.status_code == 409 and "has played blue" in page.text
    assert browser.post(f"/g/{stream}/seat", data={"act": "take", "seat": "blue"}).status_code == 303


def test_a_former_master_and_a_former_player_have_no_keys_left(site: WebSite) -> None:
    """Tokens and cookies open what their person may see now, not what they might once."""
    stream = site.opened()
    run_by(site, BOSS, stream)
    boss, blue = token(site, BOSS), token(site, BLUE)
    run_by(site, RED, stream)
    assert send(site, boss, f"/games/{stream}/master/pause", {"why": "mine"}).status_code == 403
    seating.vacate(site.context, stream, "blue", "he is ill")
    assert send(site, blue, f"/games/{stream}/orders", {"text": "luck: x"}).status_code == 403
    assert site.browser(BLUE).get(f"/g/{stream}?side=blue").status_code == 403
    site.keys.erase(site.person(BLUE).id)
    assert send(site, blue, f"/games/{stream}/orders", {"text": "luck: x"}).status_code == 401


# ---------------------------------------------------------------- ways in


@pytest.mark.parametrize(
    "way", ["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "\\\\evil", ""]
)
def test_no_link_leads_away(site: WebSite, way: str) -> None:
    """Whatever is in `next`, signing in ends on our own pages."""
    site.person(BLUE)
    site.browser().post("/sign-in", data={"address": BLUE, "next": way})
    text = site.mails(BLUE)[-1].get_content()
    path = next(word for word in text.split() if "/sign-in/" in word).removeprefix(site.base)
    assert site.browser().post(path).headers["Location"] == "/"


def test_a_forged_host_gets_into_no_address(site: WebSite) -> None:
    """Links in mails, feeds, calendars, posts for forums and secret addresses are made of BASE_URL, not of the Host header."""
    stream = site.opened()
    forged = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    browser = site.browser(BLUE)
    cookie = browser.get_cookie("wardroom")
    assert cookie is not None
    forged["Cookie"] = f"wardroom={cookie.value}"
    browser = site.web.test_client(use_cookies=False)  # one that knows cookies would keep it from another host
    browser.post("/you/addresses", data={"kind": "calendar"}, headers=forged)
    browser.post("/sign-in", data={"address": BLUE}, headers=forged)
    for path in (f"/g/{stream}", f"/g/{stream}/forum", f"/g/{stream}/feed.atom", f"/g/{stream}/replay.html", "/you", "/"):
        page = browser.get(path, headers=forged)
        assert page.status_code in (200, 202) and "evil.example" not in page.text, path
    assert all("evil.example" not in mail.as_string() for mail in site.mails(BLUE))


def test_a_cookie_from_before_opens_nothing_after(site: WebSite) -> None:
    """Signing in gives a new session and closes the one before; a session that was closed stays closed."""
    browser = site.browser(BLUE)
    with browser.session_transaction() as cookie:
        before = cookie[OPENER]
    browser.post("/sign-in", data={"address": RED})
    site.person(RED)
    browser.post("/sign-in", data={"address": RED})
    link_ = next(word for word in site.mails(RED)[-1].get_content().split() if "/sign-in/" in word)
    assert browser.post(link_.removeprefix(site.base), data={"name": "Red"}).status_code == 303
    with browser.session_transaction() as cookie:
        assert cookie[OPENER] != before
    assert site.keys.session(before) is None


def test_what_shared_caches_keep_carries_no_cookie(site: WebSite) -> None:
    """Public answers set no cookie, even for who is signed in; all others are private."""
    stream, browser = site.opened(), site.browser(BLUE)
    with browser.session_transaction() as cookie:
        cookie.permanent = True
    site.clock.advance(1)
    for path in ("/looks.css", f"/g/{stream}/feed.atom", "/static/wardroom.css"):
        assert "Set-Cookie" not in browser.get(path, buffered=True).headers, path
    page = browser.get(f"/g/{stream}")
    assert "Set-Cookie" in page.headers and page.headers["Cache-Control"] == "private, no-cache"


def test_links_to_one_mailbox_are_counted_however_they_are_asked_for(site: WebSite) -> None:
    """A seat's claim spelled in many ways, from many addresses: it is one mailbox."""
    stream = site.opened()
    claim = re.findall(r"/seat/(\S+)", "".join(str(mail.get_body(("plain",))) for mail in site.mails(BLUE)))[-1]
    assert claim.startswith(f"{stream}-blue")
    answers = []
    for number in range(8):
        spelled = claim.replace("-", "-.+="[number % 4]) if number < 4 else claim.upper().replace("-", "-.+="[number % 4])
        page = site.browser().post(f"/seat/{spelled}/mail", environ_base={"REMOTE_ADDR": f"192.0.2.{number}"})
        answers.append(page.status_code)
    assert answers == [200] * 5 + [429] * 3


def test_a_token_opens_the_api_alone(site: WebSite) -> None:
    """A page does not look at it."""
    stream, headers = site.opened(), {"Authorization": f"Bearer {token(site, BLUE)}"}
    assert site.browser().get(f"/g/{stream}/orders", headers=headers).status_code == 401
    assert site.browser().post(f"/g/{stream}/orders", data={"text": "luck: x"}, headers=headers).status_code == 401


# ---------------------------------------------------------------- injections


def test_words_of_others_are_words(site: WebSite) -> None:
    """Names, titles, reasons, announcements, press, orders, luck and labels stand on pages, feeds and calendars as they are."""
    stream = site.opened()
    run_by(site, BLUE, stream)
    site.people.rename(site.person(BLUE).id, EVIL)
    crlf = f"{EVIL}\r\nBEGIN:VEVENT\r\nX: y"
    browser = site.browser(BLUE)
    browser.post(f"/g/{stream}/master", data={"act": "extend", "hours": "1", "why": crlf})
    browser.post(f"/g/{stream}/master", data={"act": "announce", "words": crlf})
    browser.post(f"/g/{stream}/press", data={"to": "red", "words": crlf})
    desk = browser.post(f"/g/{stream}/orders", data={"text": f"luck: {EVIL}\n{EVIL}: GO", "turn": "1", "form": EVIL})
    label = browser.post("/you/tokens", data={"label": EVIL})
    pages = [f"/g/{stream}{page}" for page in ("", "/master", "/history", "/press", "/orders", "/seat", "/feed.atom")]
    pages += ["/", "/you", f"/g/{stream}/forum?t={EVIL}", f"/g/{stream}/press?to={EVIL}", f"/sign-in?next=/{EVIL}", f"/{EVIL}"]
    texts = [desk.text, label.text, *(browser.get(page).text for page in pages), site.browser(RED).get(pages[3]).text]
    assert all("<script>alert" not in text for text in texts)
    assert sum("&lt;script&gt;alert" in text for text in texts) > 7, "the words are there"


# ---------------------------------------------------------------- nothing breaks

DEEP = "[" * 100_000 + "]" * 100_000


def quiet(site: WebSite) -> FlaskClient:
    """As in service: an error is a page, and the test looks whether there was one."""
    site.web.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    return site.browser(BLUE)


@pytest.mark.parametrize(
    "said", [DEEP, f'{{"text": {DEEP}}}', '{"text": "\\ud800"}', '{"text": 5}', "[]", "\xff", '{"text": ' + "9" * 6000]
)
@pytest.mark.parametrize("page", ["orders", "orders/draft", "orders/try", "orders/ready"])
def test_no_json_breaks_the_desk(site: WebSite, page: str, said: str) -> None:
    """However deep, of whatever type, with halves of letters."""
    stream, browser = site.opened(), quiet(site)
    assert browser.post(f"/g/{stream}/{page}", data=said, content_type="application/json").status_code < 500


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/master/invite", {"seat": "red", "address": HALF, "why": "w"}),
        ("/master/hand-over", {"address": HALF, "why": "w"}),
        ("/master/pause", {"why": HALF}),
        ("/master/extend", {"hours": 10**400, "why": "w"}),
        ("/master/deadline", {"due": "9999-12-31T23:59:59-12:00", "why": "w"}),
        ("/press", {"to": [HALF], "text": HALF}),
        ("/orders", {"text": HALF, "turn": 10**30}),
    ],
)
def test_no_json_breaks_the_api(site: WebSite, path: str, said: dict[str, object]) -> None:
    """It is refused, or taken as far as it goes."""
    stream, key = site.opened(), token(site, BLUE)
    run_by(site, BLUE, stream)
    quiet(site)
    assert send(site, key, f"/games/{stream}{path}", said).status_code < 500
    assert send(site, key, "/me/keys", {"kind": "feed", "stream": HALF}).status_code == 404


@pytest.mark.parametrize("turn", ["²", "٣", "9" * 5000, "-1", "1e3"])
def test_no_number_breaks_a_page(site: WebSite, turn: str) -> None:
    """Turns and steps in addresses, queries and forms."""
    stream, browser = site.opened(), quiet(site)
    run_by(site, BLUE, stream)
    for path in (
        f"t/{turn}",
        f"t/0/e/{turn}",
        f"replay.html?t={turn}",
        f"replay.html?t=0-{turn}",
        f"verify?t={turn}",
        f"forum?t={turn}",
    ):
        assert browser.get(f"/g/{stream}/{path}", buffered=True).status_code < 500, path
    for act in ("roll_back", "rerun", "extend", "policy"):
        said = {"act": act, "turn": turn, "hours": turn, "grace_hours": turn, "why": "w", "sure": "yes"}
        assert browser.post(f"/g/{stream}/master", data=said).status_code < 500, act


@pytest.mark.parametrize("when", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00", "x" * 9000])
def test_no_time_breaks_a_form(site: WebSite, when: str) -> None:
    """Times that no clock in UTC can show."""
    stream, browser = site.opened(), quiet(site)
    run_by(site, BLUE, stream)
    site.people.set_zone(site.person(BLUE).id, "Pacific/Kiritimati")
    assert browser.post(f"/g/{stream}/master", data={"act": "deadline", "due": when, "why": "w"}).status_code == 409
    away = {"act": "away", "seat": "blue", "until": when, "why": "w"}
    assert browser.post(f"/g/{stream}/seat", data=away).status_code == 409
