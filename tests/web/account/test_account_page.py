"""A person's own page: name, clock, browsers that are signed in, tokens, secret addresses; nobody else's."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from tests.web.builders.sites import BASE, WebSite

BLUE = "blue@example.org"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
TOKEN = re.compile(r"wr_[a-z2-7]{40}")


def secret(client: FlaskClient, kind: str) -> str:
    """The path of the one secret address of a kind on the page."""
    (found,) = set(re.findall(rf"{BASE}(/{kind}/[a-z0-9.]+)", client.get("/you").text))
    return str(found)


def test_name_and_clock(site: WebSite) -> None:
    """Both are changed by one form; deadlines are told by the clock, with UTC beside it."""
    site.opened()
    client = site.browser(BLUE)
    assert client.post("/you", data={"name": " The  captain\nof SR1 ", "zone": "Europe/Berlin"}).status_code == 303
    person = site.person(BLUE)
    assert (person.name, person.zone) == ("The captain of SR1", "Europe/Berlin")
    page = client.get("/").text
    assert "13:00 CET" in page and "2026-01-02 12:00 UTC" in page
    assert client.post("/you", data={"name": "Blue", "zone": "utc"}).status_code == 303
    assert site.person(BLUE).zone == ""


def test_what_cannot_be_is_told(site: WebSite) -> None:
    """No name, no such zone: a sentence, and nothing is changed."""
    client, before = site.browser(BLUE), site.person(BLUE)
    for name, zone, said in (
        ("", "UTC", "needs a name"),
        ("Blue", "Mars/Olympus", "no time zone"),
        ("\u0007", "", "needs a name"),
    ):
        page = client.post("/you", data={"name": name, "zone": zone})
        assert page.status_code == 400 and said in page.text
    assert site.person(BLUE) == before


def test_a_name_is_text(site: WebSite) -> None:
    """Markup in a name is shown, never obeyed."""
    client = site.browser(BLUE)
    client.post("/you", data={"name": '<img src=x> "Blue"', "zone": ""})
    page = client.get("/you").text
    assert "<img src=x>" not in page and "&lt;img src=x&gt;" in page


def test_browsers_are_listed_and_signed_out(site: WebSite) -> None:
    """Each by its name and its times; one can be signed out, or all others; another's cannot."""
    client, phone, third, red = (site.browser(who) for who in (BLUE, BLUE, BLUE, "red@example.org"))
    page, all_of_them = client.get("/you").text, site.keys.sessions(site.person(BLUE).id)
    assert sum(session.hash in page for session in all_of_them) == 2 and page.count("(this one)") == 1
    reds = site.keys.sessions(site.person("red@example.org").id)[0]
    assert client.post("/you/sessions", data={"hash": reds.hash}).status_code == 404
    assert red.get("/you").status_code == 200
    with phone.session_transaction() as cookie:
        opened = site.keys.session(cookie["opener"])
    assert opened is not None
    assert client.post("/you/sessions", data={"hash": opened.hash}).status_code == 303
    assert (phone.get("/you").status_code, third.get("/you").status_code) == (401, 200)
    client.post("/you/sessions")
    assert (client.get("/you").status_code, third.get("/you").status_code) == (200, 401)
    assert client.post("/you/sessions", data={"hash": ""}).status_code == 303
    (last,) = site.keys.sessions(site.person(BLUE).id)
    client.post("/you/sessions", data={"hash": last.hash})
    assert client.get("/you").status_code == 401, "this one, too"


def test_a_browser_is_known_by_its_name(site: WebSite) -> None:
    """Signed in by a link, it is listed as what it calls itself."""
    site.opened()
    client = site.browser()
    link = site.gateway.signer.seat_link("g1", "blue", 1, site.person(BLUE).key).removeprefix(BASE)
    client.post(link, headers={"User-Agent": FIREFOX})
    assert "Firefox on Linux (this one)" in client.get("/you").text


def test_a_token_is_shown_once(site: WebSite) -> None:
    """It is in the answer alone; the table keeps its hash; revoked it opens nothing."""
    client, blue = site.browser(BLUE), site.person(BLUE)
    page = client.post("/you/tokens", data={"label": "my <notebook>"})
    (token,) = set(TOKEN.findall(page.text))
    assert page.headers["Cache-Control"] == "no-store"
    assert "my &lt;notebook&gt;" in page.text and not TOKEN.search(client.get("/you").text)
    key = site.keys.holder("api", token)
    assert key is not None and key.person == blue.id
    database = site.context.database
    kept = [database.con.execute(f"SELECT * FROM {table}").fetchall() for table in database.tables()]
    assert key.id in repr(kept) and token not in repr(kept)
    assert site.browser("red@example.org").post("/you/revoke", data={"id": key.id}).status_code == 404
    assert client.post("/you/revoke", data={"id": key.id}).status_code == 303
    assert site.keys.holder("api", token) is None
    assert client.post("/you/tokens", data={"label": " "}).status_code == 400


def test_secret_addresses_are_renewed_and_revoked(site: WebSite) -> None:
    """The calendar's and a feed's: asked for twice they are the same; renewed, the old one is worthless; revoked, both are."""
    site.opened()
    client = site.browser(BLUE)
    for kind in ("calendar", "feed"):
        client.post("/you/addresses", data={"kind": kind})
        first = secret(client, kind)
        client.post("/you/addresses", data={"kind": kind})
        assert secret(client, kind) == first
        assert site.browser().get(first).status_code == 200
        (key,) = [key for key in site.keys.keys(site.person(BLUE).id) if key.kind == kind]
        client.post("/you/revoke", data={"id": key.id, "again": "yes"})
        second = secret(client, kind)
        assert second != first and site.browser().get(first).status_code == 404
        assert site.browser().get(second).status_code == 200
        (key,) = [key for key in site.keys.keys(site.person(BLUE).id) if key.kind == kind]
        client.post("/you/revoke", data={"id": key.id})
        assert site.browser().get(second).status_code == 404


def test_a_feed_is_of_ones_own_games(site: WebSite) -> None:
    """Of a game that one plays or runs; there is no other kind of address; and not more than twenty."""
    mine, other = site.opened(), site.opened(blue="third@example.org", red="fourth@example.org")
    client = site.browser(BLUE)
    assert client.post("/you/addresses", data={"kind": "feed", "stream": mine}).status_code == 303
    assert "Feed of First Blood" in client.get("/you").text
    assert client.post("/you/addresses", data={"kind": "feed", "stream": other}).status_code == 404
    assert client.post("/you/addresses", data={"kind": "api"}).status_code == 400
    codes = [client.post("/you/tokens", data={"label": f"t{n}"}).status_code for n in range(20)]
    assert codes == [200] * 19 + [409]


def test_an_erased_person_is_out(site: WebSite) -> None:
    """Erasing a person closes their browsers and voids their tokens and addresses; the page is nobody's."""
    site.opened()
    client, blue = site.browser(BLUE), site.person(BLUE)
    (token,) = set(TOKEN.findall(client.post("/you/tokens", data={"label": "t"}).text))
    client.post("/you/addresses", data={"kind": "calendar"})
    address = secret(client, "calendar")
    site.gateway.erase(blue.id)
    assert client.get("/you").status_code == 401 and site.browser().get(address).status_code == 404
    assert site.keys.holder("api", token) is None and not site.keys.sessions(blue.id) and not site.keys.keys(blue.id)
