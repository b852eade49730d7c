"""The policy on the pages: every field goes through the forms and the API and comes back the same; a slip loses nothing."""

from __future__ import annotations

import re
from dataclasses import asdict
from html import unescape

import pytest
from flask.testing import FlaskClient

from events.platform import PolicySet
from pbem.service.audit.verify import audit
from pbem.service.policy.fields import FIELDS
from pbem.service.policy.parse_policy import texts_of
from pbem.service.policy.presets import PRESETS
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.service.policy.test_parse_policy import ALL
from tests.web.api.test_api import Program
from tests.web.builders.sites import WebSite

MASTER, GUEST = "master@example.org", "guest@example.org"
FORM = "/new/star_navy/first-blood"
SEATS = {"shown": "blue red", "seat-blue": "free", "seat-red": "free", "title": "Club night"}


def opened(site: WebSite, policy: dict[str, str]) -> str:
    answer = site.browser(MASTER).post(FORM, data={**SEATS, **policy})
    assert answer.status_code == 303, answer.text
    return str(answer.location).split("/")[2]


def policy_of(site: WebSite, stream: str) -> dict[str, object]:
    """All fields but the reason and who gave it."""
    found = asdict(load(site.context, stream).ledger.policy)
    return {name: found[name] for name in FIELDS}


ALL_FIELDS = {name: value for name, value in asdict(ALL).items() if name in FIELDS}


def shown(page: str) -> dict[str, str]:
    """What the fields of the policy on a page would send, as they stand."""
    part = page[page.index('id="rules"') if 'id="rules"' in page else page.index('id="missing"') :]
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", part):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and ('type="checkbox"' not in tag or " checked" in tag):
            found[name[1]] = unescape(value[1]) if value else ""
    for name, inside in re.findall(r'<select id="policy-[^"]*" name="([^"]*)">(.*?)</select>', part, re.S):
        chosen = re.search(r"<option(?: value=\"([^\"]*)\")? selected>([^<]*)<", inside)
        found[name] = (chosen[1] or chosen[2]) if chosen else ""
    found |= {name: unescape(text) for name, text in re.findall(r'<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)<', part)}
    names = texts_of(ALL)
    return {name: value for name, value in found.items() if name in names}


def change(browser: FlaskClient, stream: str, **fields: str) -> str:
    answer = browser.post(f"/g/{stream}/master", data={"act": "policy", "why": "as agreed", **fields}, follow_redirects=True)
    return answer.text


def test_every_field_goes_through_the_form_of_a_new_game(site: WebSite) -> None:
    """Filled in, opened, and shown again in the game master's box, whose form sends the same back."""
    stream = opened(site, texts_of(ALL))
    assert policy_of(site, stream) == ALL_FIELDS
    browser = site.browser(MASTER)
    fields = shown(browser.get(f"/g/{stream}/master").text)
    assert fields == texts_of(ALL)
    change(browser, stream, **fields)
    assert policy_of(site, stream) == ALL_FIELDS and load(site.context, stream).ledger.policy.why == "as agreed"
    assert audit(site.context, stream).sound


def test_a_game_master_changes_single_fields(site: WebSite) -> None:
    """An empty box is a box that was emptied; what is not sent stays."""
    stream = opened(site, texts_of(ALL))
    change(site.browser(MASTER), stream, early="yes", grace_hours="1 day", days_off="")
    assert policy_of(site, stream) == ALL_FIELDS | {"early": True, "grace_hours": 24.0, "days_off": []}


@pytest.mark.parametrize("name", PRESETS)
def test_a_ready_made_policy_fills_the_form(site: WebSite, name: str) -> None:
    """On the page that opens a game and in the box; nothing is changed before it is sent."""
    wanted = texts_of(PolicySet(**PRESETS[name].fields))
    browser = site.browser(MASTER)
    assert shown(browser.get(f"{FORM}/pace?preset={name}").text) == wanted
    stream = opened(site, texts_of(ALL))
    assert shown(browser.get(f"/g/{stream}/master?preset={name}").text) == wanted | {"days_off": "2026-12-24 2026-12-25"}
    assert policy_of(site, stream) == ALL_FIELDS


def test_an_unknown_ready_made_policy_is_told(site: WebSite) -> None:
    """By the names that there are."""
    assert "there are club, fast, strict, patient, evening" in site.browser(MASTER).get(f"{FORM}/pace?preset=slow").text


def test_a_slip_in_the_box_loses_nothing(site: WebSite) -> None:
    """The page comes back with one sentence, and every field as it was typed; nothing is changed."""
    stream = opened(site, {})
    before = policy_of(site, stream)
    page = change(site.browser(MASTER), stream, **{**texts_of(ALL), "pace": "Mon, Tus 20:00 Europe/Berlin"})
    assert "There is no day &#39;Tus&#39;; did you mean Tuesday? Nothing was changed" in page
    assert shown(page) == texts_of(ALL) | {"pace": "Mon, Tus 20:00 Europe/Berlin"}
    assert 'value="as agreed"' in page
    assert policy_of(site, stream) == before


def test_holidays_are_written_down_as_dates(site: WebSite) -> None:
    """Those of a country, once, beside the days that were typed."""
    stream = opened(site, {"holidays": "DE-BE", "days_off": "2026-02-02"})
    days = load(site.context, stream).ledger.policy.days_off
    assert {"2026-02-02", "2026-03-08", "2026-12-25", "2028-12-26"} <= set(days)
    assert shown(site.browser(MASTER).get(f"/g/{stream}/master").text)["days_off"] == " ".join(days)


def test_every_field_goes_through_the_api(site: WebSite) -> None:
    """At the opening and later; the answer says the policy by the same names, and in words."""
    program = Program(site, MASTER)
    made = program.post("/games", {"game": "star_navy", "scenario": "first-blood", "policy": ALL_FIELDS})
    assert {name: made["policy"][name] for name in FIELDS} == ALL_FIELDS
    assert made["rules"]["ladder"][0]["step"] == "Standing orders"
    stream = made["stream"]
    asked = {"grace_hours": 6, "early": True, "bot": "none", "why": "as agreed"}
    changed = program.post(f"/games/{stream}/master/policy", asked)["policy"]
    wanted = ALL_FIELDS | {"grace_hours": 6.0, "early": True, "bot": ""}
    assert {name: changed[name] for name in FIELDS} == wanted and changed["why"] == "as agreed"
    program.post(f"/games/{stream}/master/policy", {"preset": "strict", "why": "no more patience"})
    strict = asdict(PolicySet(**PRESETS["strict"].fields, days_off=ALL.days_off))
    assert policy_of(site, stream) == {name: strict[name] for name in FIELDS}


@pytest.mark.parametrize(
    "body", [{}, {"why": ""}, {"why": "x", "pace": "soon"}, {"why": "x", "grace": 6}, {"why": "x", "early": 1}]
)
def test_the_api_refuses_what_makes_no_sense(site: WebSite, body: dict[str, object]) -> None:
    """With a sentence, and nothing is changed."""
    stream = opened(site, {})
    before = load(site.context, stream).head
    got = Program(site, MASTER).ask("POST", f"/games/{stream}/master/policy", body)
    assert got.status_code in (409, 422) and got.json is not None and got.json["error"]
    assert load(site.context, stream).head == before


def test_the_ladder_is_shown_before_one_joins(site: WebSite) -> None:
    """On the game's page and that of its seats for a guest, on the page of an invitation, and in its mail."""
    stream = opened(site, {**texts_of(ALL), "seat-red": "invite", "address-red": GUEST})
    clock = "Orders are due every Monday and Thursday at 20:00 (Europe/Berlin), even if all are ready sooner."
    guest = site.browser(GUEST)
    (mail,) = site.mails(GUEST)
    part = mail.get_body(("plain",))
    assert part is not None
    text = " ".join(str(part.get_content()).split())
    assert "How the game runs: - Orders are due every Monday" in text
    assert "- When orders are missing: standing orders, waiting, excuse, grace, sitter, bot, the turn is resolved." in text
    link = re.search(r"/invite/\S+", text)
    assert link
    for path in (f"/g/{stream}", f"/g/{stream}/seat", link[0]):
        page = guest.get(path).text
        assert clock in page, path
        assert "The bot cautious orders for the seat." in page and "had 80% of their turns in time" in page


def test_who_plays_has_the_ladder_beside_their_seat(site: WebSite) -> None:
    """The game's page has it only for who has no seat."""
    stream = opened(site, {"seat-blue": "me"})
    browser = site.browser(MASTER)
    assert "What is done for a seat whose orders are missing" not in browser.get(f"/g/{stream}?side=blue").text
    assert "What is done for a seat whose orders are missing" in browser.get(f"/g/{stream}/seat").text


def test_pages_promise_no_early_end_where_there_is_none(site: WebSite) -> None:
    """The receipt and the banner of the page: all are ready, and the deadline stands."""
    stream = opened(site, {"early": "no", "seat-blue": "me", "seat-red": "bot:cautious"})
    tick(site.context)
    browser = site.browser(MASTER)
    Program(site, MASTER).post(f"/games/{stream}/orders", {"turn": 1, "text": "ready"}, "k1")
    page = browser.get(f"/g/{stream}?side=blue").text
    assert "All are ready; the turn is resolved at the deadline." in page
    assert "as soon as all are ready" not in page and "being resolved" not in page
