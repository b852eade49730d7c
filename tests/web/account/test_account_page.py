"""A person's own page: name, clock, browsers that are signed in, tokens, secret addresses; nobody else's."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from tests.web.builders.sites import BASE, Place

BLUE = "blue@example.org"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
TOKEN = re.compile(r"wr_[a-z2-7]{40}")


def secret(client: FlaskClient, kind: str) -> str:
    """The path of the one secret address of a kind on the page."""
    (found,) = set(re.findall(rf"{BASE}(/{kind}/[a-z0-9.]+)", client.get("/you").text))
    return str(found)


def test_name_and_clock(place: Place) -> None:
    """Both are changed by one form; deadlines are told by the clock, with UTC beside it."""
    place.opened()
    client = place.browser(BLUE)
    assert client.post("/you", data={"name": " The  captain\nof SR1 ", "zone": "Europe/Berlin"}).status_code == 303
    person = place.person(BLUE)
    assert (person.name, person.zone) == ("The captain of SR1", "Europe/Berlin")
    page = client.get("/").text
    assert "13:00 CET" in page and "2026-01-02 12:00 UTC" in page
    assert client.post("/you", data={"name": "Blue", "zone": "utc"}).status_code == 303
    assert place.person(BLUE).zone == ""


def test_what_cannot_be_is_told(place: Place) -> None:
    """No name, no such zone: a sentence, and nothing is changed."""
    client, before = place.browser(BLUE), place.person(BLUE)
    for name, zone, said in (
        ("", "UTC", "needs a name"),
        ("Blue", "Mars/Olympus", "no time zone"),
        ("\u0007", "", "needs a name"),
    ):
        page = client.post("/you", data={"name": name, "zone": zone})
        assert page.status_code == 400 and said in page.text
    assert place.person(BLUE) == before


def test_a_name_is_text(place: Place) -> None:
    """Markup in a name is shown, never obeyed."""
    client = place.browser(BLUE)
    client.post("/you", data={"name": '<img src=x> "Blue"', "zone": ""})
    page = client.get("/you").text
    assert "<img src=x>" not in page and "&lt;img src=x&gt;" in page


def test_browsers_are_listed_and_signed_out(place: Place) -> None:
    """Each by its name and its times; one can be signed out, or all others; another's cannot."""
    client, phone, third, red = (place.browser(who) for who in (BLUE, BLUE, BLUE, "red@example.org"))
    page, all_of_them = client.get("/you").text, place.keys.sessions(place.person(BLUE).id)
    assert sum(session.hash in page for session in all_of_them) == 2 and page.count("(this one)") == 1
    reds = place.keys.sessions(place.person("red@example.org").id)[0]
    assert client.post("/you/sessions", data={"hash": reds.hash}).status_code == 404
    assert red.get("/you").status_code == 200
    with phone.session_transaction() as cookie:
        opened = place.keys.session(cookie["opener"])
    assert opened is not None
    assert client.post("/you/sessions", data={"hash": opened.hash}).status_code == 303
    assert (phone.get("/you").status_code, third.get("/you").status_code) == (401, 200)
    client.post("/you/sessions")
    assert (client.get("/you").status_code, third.get("/you").status_code) == (200, 401)
    assert client.post("/you/sessions", data={"hash": ""}).status_code == 303
    (last,) = place.keys.sessions(place.person(BLUE).id)
    client.post("/you/sessions", data={"hash": last.hash})
    assert client.get("/you").status_code == 401, "this one, too"


def test_a_browser_is_known_by_its_name(place: Place) -> None:
    """Signed in by a link, it is listed as what it calls itself."""
    place.opened()
    client = place.browser()
    link = place.gateway.signer.seat_link("g1", "blue", 1, place.person(BLUE).key).removeprefix(BASE)
    client.post(link, headers={"User-Agent": FIREFOX})
    assert "Firefox on Linux (this one)" in client.get("/you").text


def test_a_token_is_shown_once(place: Place) -> None:
    """It is in the answer alone; the table keeps its hash; revoked it opens nothing."""
    client, blue = place.browser(BLUE), place.person(BLUE)
    page = client.post("/you/tokens", data={"label": "my <notebook>"})
    (token,) = set(TOKEN.findall(page.text))
    assert page.headers["Cache-Control"] == "no-store"
    assert "my &lt;notebook&gt;" in page.text and not TOKEN.search(client.get("/you").text)
    key = place.keys.holder("api", token)
    assert key is not None and key.person == blue.id
    raw = (place.folder / "wardroom.db").read_bytes() + (place.folder / "wardroom.db-wal").read_bytes()
    assert token.encode() not in raw
    assert place.browser("red@example.org").post("/you/revoke", data={"id": key.id}).status_code == 404
    assert client.post("/you/revoke", data={"id": key.id}).status_code == 303
    assert place.keys.holder("api", token) is None
    assert client.post("/you/tokens", data={"label": " "}).status_code == 400


def test_secret_addresses_are_renewed_and_revoked(place: Place) -> None:
    """The calendar's and a feed's: asked for twice they are the same; renewed, the old one is worthless; revoked, both are."""
    place.opened()
    client = place.browser(BLUE)
    for kind in ("calendar", "feed"):
        client.post("/you/addresses", data={"kind": kind})
        first = secret(client, kind)
        client.post("/you/addresses", data={"kind": kind})
        assert secret(client, kind) == first
        assert place.browser().get(first).status_code == 200
        (key,) = [key for key in place.keys.keys(place.person(BLUE).id) if key.kind == kind]
        client.post("/you/revoke", data={"id": key.id, "again": "yes"})
        second = secret(client, kind)
        assert second != first and place.browser().get(first).status_code == 404
        assert place.browser().get(second).status_code == 200
        (key,) = [key for key in place.keys.keys(place.person(BLUE).id) if key.kind == kind]
        client.post("/you/revoke", data={"id": key.id})
        assert place.browser().get(second).status_code == 404


def test_a_feed_is_of_ones_own_games(place: Place) -> None:
    """Of a game that one plays or runs; there is no other kind of address; and not more than twenty."""
    mine, other = place.opened(), place.opened(blue="third@example.org", red="fourth@example.org")
    client = place.browser(BLUE)
    assert client.post("/you/addresses", data={"kind": "feed", "stream": mine}).status_code == 303
    assert "Feed of First Blood" in client.get("/you").text
    assert client.post("/you/addresses", data={"kind": "feed", "stream": other}).status_code == 404
    assert client.post("/you/addresses", data={"kind": "api"}).status_code == 400
    codes = [client.post("/you/tokens", data={"label": f"t{n}"}).status_code for n in range(20)]
    assert codes == [200] * 19 + [409]


def test_who_is_erased_is_out(place: Place) -> None:
    """Erasing a person closes their browsers and voids their tokens and addresses; the page is nobody's."""
    place.opened()
    client, blue = place.browser(BLUE), place.person(BLUE)
    (token,) = set(TOKEN.findall(client.post("/you/tokens", data={"label": "t"}).text))
    client.post("/you/addresses", data={"kind": "calendar"})
    address = secret(client, "calendar")
    place.gateway.erase(blue.id)
    assert client.get("/you").status_code == 401 and place.browser().get(address).status_code == 404
    assert place.keys.holder("api", token) is None and not place.keys.sessions(blue.id) and not place.keys.keys(blue.id)
