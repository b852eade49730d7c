"""Signing in: mailed links, the seat's link in reports, one use, short life, and nothing given away."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from pbem.service.games import game_master
from pbem.service.games.seating import seat_player
from pbem.web import create_web
from pbem.web.account.sign_in_links import link_for
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import Site
from tests.gateway.conftest import text_of
from tests.web.builders.sites import BASE, WebSite, site_in

BLUE = "blue@example.org"
NEW = "newcomer@example.org"


def link_in(mail: EmailMessage, of: str = "/sign-in/") -> str:
    """The path of the one link of a kind in a mail, whatever it goes on to."""
    (found,) = set(re.findall(rf"{re.escape(BASE)}({of}[^\s?]+)", text_of(mail)))
    return str(found)


def ask(site: WebSite, client: FlaskClient, address: str = BLUE, next: str = "") -> str:
    """Ask for a link; its path."""
    assert client.post("/sign-in", data={"address": address, "next": next}).status_code == 200
    return link_in(site.mails(address.strip().lower())[-1])


def is_in(client: FlaskClient, address: str = BLUE) -> bool:
    """Is the browser signed in as this person?"""
    return address in client.get("/you").text


# ---------------------------------------------------------------- the mailed link


def test_a_mailed_link_signs_in_by_its_button(site: WebSite) -> None:
    """Looking at it (as mail guards do) signs nobody in and uses nothing up; the button does, and leads on."""
    site.person(BLUE)
    client = site.browser()
    assert client.get("/you").status_code == 401 and "/sign-in?next=/you" in client.get("/you").text
    path = ask(site, client, next="/you")
    for _ in range(3):
        page = client.get(path)
        assert page.status_code == 200 and not page.headers.get("Set-Cookie", "").count("opener")
    assert not is_in(client)
    done = client.post(path)
    assert (done.status_code, done.headers["Location"]) == (303, "/you")
    assert is_in(client)


def test_the_mail_says_what_it_is(site: WebSite) -> None:
    """Plain words of 72 columns, the link whole on a line of its own, sent at once, as a machine's mail."""
    site.person(BLUE)
    client = site.browser()
    ask(site, client)
    (mail,) = site.mails(BLUE)
    text = text_of(mail)
    assert mail["Auto-Submitted"] == "auto-generated" and "sign in" in mail["Subject"]
    assert "15 minutes" in text and "Do not pass it on" in text
    assert all(len(line) <= 72 or line.startswith(f"{BASE}/sign-in/") for line in text.splitlines())
    assert site.gateway.tables.due("9999") == [], "it waits for no beat"


def test_a_link_is_good_for_once(site: WebSite) -> None:
    """Used again, even by another browser, it lets nobody in; the page offers to ask for a new one."""
    site.person(BLUE)
    path = ask(site, site.browser())
    assert site.browser().post(path).status_code == 303
    other = site.browser()
    for page in (other.get(path), other.post(path)):
        assert page.status_code == 410 and "has been used" in page.text and 'name="address"' in page.text
    assert not is_in(other)


def test_a_link_lives_fifteen_minutes(site: WebSite) -> None:
    """One minute before it is good, one after it is not."""
    site.person(BLUE)
    client = site.browser()
    path = ask(site, client)
    site.clock.advance(14 / 60)
    assert client.get(path).status_code == 200
    site.clock.advance(2 / 60)
    page = client.post(path)
    assert page.status_code == 410 and "too old" in page.text and not is_in(client)


def test_a_forged_link_lets_nobody_in(site: WebSite) -> None:
    """A mail changed, a piece missing, another secret's, markup: a clear sentence, escaped."""
    site.person(BLUE)
    client = site.browser()
    path = ask(site, client)
    swapped = path[:-1] + ("A" if path[-1] != "A" else "B")
    for bad in (swapped, path[:-5], path.replace("/sign-in/", "/sign-in/e"), "/sign-in/x", "/sign-in/<b>x"):
        page = client.post(bad)
        assert page.status_code == 410 and "no link of ours" in page.text and "<b>x" not in page.text
    assert not is_in(client)


def test_new_order_addresses_void_the_link(site: WebSite) -> None:
    """A person's key is changed (an address leaked): links mailed before, and their browsers, are out."""
    blue = site.person(BLUE)
    client, inside = site.browser(), site.browser(BLUE)
    path = ask(site, client)
    assert is_in(inside)
    site.gateway.rotate(blue.id)
    assert "out of use" in client.post(path).text
    assert not is_in(client) and not is_in(inside)


def test_a_stranger_becomes_a_person_when_they_say_so(site: WebSite) -> None:
    """The same answer as for anybody; no person until the button, which asks for a name; then they are in."""
    client = site.browser()
    site.person(BLUE)
    known = client.post("/sign-in", data={"address": BLUE}).text.replace(BLUE, "X")
    unknown = client.post("/sign-in", data={"address": NEW}).text.replace(NEW, "X")
    assert known == unknown
    path = link_in(site.mails(NEW)[-1])
    assert site.people.by_address(NEW) is None
    assert 'name="name"' in client.get(path).text
    assert client.post(path, data={"name": "  "}).status_code == 400
    assert site.people.by_address(NEW) is None
    assert client.post(path, data={"name": "The new captain"}).status_code == 303
    person = site.people.by_address(NEW)
    assert person is not None and person.name == "The new captain" and is_in(client, NEW)


def test_two_links_of_a_newcomer_make_one_person(site: WebSite) -> None:
    """They asked twice: the second link knows them."""
    first, second = ask(site, site.browser(), NEW), ask(site, site.browser(), NEW)
    assert site.browser().post(first, data={"name": "Once"}).status_code == 303
    other = site.browser()
    assert "Welcome back" in other.get(second).text
    assert other.post(second).status_code == 303 and is_in(other, NEW)
    assert len(site.people.everyone()) == 1


def test_mail_goes_to_their_own_address_only(site: WebSite) -> None:
    """Asked for an address that they merely write from, the link goes to the one they are registered with."""
    blue = site.person(BLUE)
    site.people.add_alias(blue.id, "blue@work.example")
    site.browser().post("/sign-in", data={"address": " Blue@Work.example "})
    assert link_in(site.mails(BLUE)[-1]) and not site.mails("blue@work.example")


@pytest.mark.parametrize("address", ["", "nobody", "a@b@c", "a b@example.org", "x@example.org\nBcc: y@example.org"])
def test_what_is_no_address_is_told(site: WebSite, address: str) -> None:
    """A sentence, no mail."""
    page = site.browser().post("/sign-in", data={"address": address})
    assert page.status_code == 400 and "no mail address" in page.text
    assert not list(site.folder.glob("mail/*/new/*"))


@pytest.mark.parametrize(
    "next", ["//evil.example", "https://evil.example/", "/\\evil.example", "/\t/evil.example", "evil", "\\\\evil"]
)
def test_nobody_is_sent_elsewhere(site: WebSite, next: str) -> None:
    """Where one wanted to go is a page of ours, or the start page."""
    site.person(BLUE)
    client = site.browser()
    assert urlsplit(client.get("/sign-in", query_string={"next": next}).text).netloc == ""
    path = ask(site, client, next=next)
    assert client.post(path).headers["Location"] == "/"


def test_asking_is_limited(site: WebSite) -> None:
    """Five links to a mailbox and ten from one place within an hour; the limit is told in a sentence."""
    site.person(BLUE)
    client = site.browser()
    codes = [client.post("/sign-in", data={"address": BLUE}).status_code for _ in range(6)]
    assert codes == [200] * 5 + [429]
    others = [client.post("/sign-in", data={"address": f"p{n}@example.org"}) for n in range(6)]
    assert others[-1].status_code == 429 and "try again" in others[-1].text
    assert len(site.mails(BLUE)) == 5
    limiter.reset()
    tries = [client.get(f"/sign-in/x{n}").status_code for n in range(61)]
    assert tries == [410] * 60 + [429]


def test_a_session_is_new_at_every_signing_in(site: WebSite) -> None:
    """What the cookie held before opens nothing afterwards, and nothing of it is kept (no fixation)."""
    site.person(BLUE)
    client = site.browser("red@example.org")
    with client.session_transaction() as session:
        session["planted"] = "x"
        before = session["opener"]
    path = ask(site, client)
    client.post(path)
    with client.session_transaction() as session:
        assert "planted" not in session and session["opener"] != before
    assert site.keys.session(before) is None and is_in(client)


def test_signing_out_closes_the_session(site: WebSite) -> None:
    """A copy of the cookie opens nothing any more."""
    client, copy = site.browser(BLUE), site.browser()
    with client.session_transaction() as session, copy.session_transaction() as other:
        other.update(session)
    assert is_in(copy)
    assert client.post("/sign-out").status_code == 303
    assert not is_in(client) and not is_in(copy)


def test_forms_need_their_key(site: WebSite) -> None:
    """A form sent from elsewhere, without the key of the page, does nothing."""
    site.person(BLUE)
    site.web.config["WTF_CSRF_ENABLED"] = True
    client = site.browser(BLUE)
    assert client.post("/sign-out").status_code == 400 and is_in(client)
    assert client.post("/sign-in", data={"address": BLUE}).status_code == 400 and not site.mails(BLUE)
    key = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/sign-in").text)
    assert key is not None
    assert client.post("/sign-in", data={"address": BLUE, "csrf_token": key[1]}).status_code == 200


def test_the_cookie_is_kept_from_scripts_and_other_sites(site: WebSite) -> None:
    """HttpOnly, SameSite=Lax, lasting."""
    site.person(BLUE)
    client = site.browser()
    cookie = client.post(ask(site, client)).headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Expires=" in cookie


# ---------------------------------------------------------------- the seat's link


def seat_path(site: WebSite, address: str = BLUE) -> str:
    """The path of the link in the newest mail."""
    return link_in(site.mails(address)[-1], "/seat/")


def test_the_reports_link_signs_its_player_in(site: WebSite) -> None:
    """The report has one line that leads to the game: a page with a button; pressed, they are in, with their own view."""
    stream = site.opened()
    client, path = site.browser(), seat_path(site)
    page = client.get(path)
    assert page.status_code == 200 and "player of Blue" in page.text and not is_in(client)
    done = client.post(path)
    assert (done.status_code, done.headers["Location"]) == (303, f"/g/{stream}?side=blue")
    assert is_in(client)
    assert client.get(path).headers["Location"] == f"/g/{stream}?side=blue", "signed in, it leads straight there"


def test_it_lets_in_once_however_it_is_spelled(site: WebSite) -> None:
    """The second browser is offered a fresh link, which goes to the seat's player alone."""
    site.opened()
    path = seat_path(site)
    assert site.browser().post(path).status_code == 303
    other = site.browser()
    for spelled in (path, path.upper().replace("/SEAT/", "/seat/"), path.replace("-blue-", "+blue.")):
        assert "lets nobody in any more" in other.get(spelled).text
        assert other.post(spelled).status_code == 410 and not is_in(other)
    assert "on its way" in other.post(f"{path}/mail").text
    fresh = link_in(site.mails(BLUE)[-1])
    assert other.post(fresh).headers["Location"].startswith("/g/g1?side=blue") and is_in(other)


def test_it_is_good_while_its_turn_is_open(site: WebSite) -> None:
    """After the deadline, or the end, an old report lets nobody in."""
    stream = site.opened()
    old = seat_path(site)
    site.played(stream, 1)
    new = seat_path(site)
    assert old != new
    assert site.browser().post(old).status_code == 410
    game_master.end(site.context, stream, "both agreed")
    assert site.browser().post(new).status_code == 410


def test_another_player_or_key_voids_it(site: WebSite) -> None:
    """The seat has another player, or their key was changed: the link is nobody's; a forged one, too."""
    stream = site.opened()
    path = seat_path(site)
    client = site.browser()
    for bad in (path[:-1] + ("a" if path[-1] != "a" else "b"), path.replace("-blue-", "-red-"), "/seat/x"):
        assert {client.get(bad).status_code, client.post(bad).status_code, client.post(f"{bad}/mail").status_code} == {404}
    site.gateway.rotate(site.person(BLUE).id)
    assert client.post(path).status_code == 404
    red = seat_path(site, "red@example.org")
    seat_player(site.context, stream, "red", site.person(NEW).id, "a newcomer")
    assert client.post(red).status_code == 404 and not is_in(client, "red@example.org")


def test_the_order_address_is_no_key_to_the_page(site: WebSite) -> None:
    """What is in To: of every answer, and in quoted mail, does not sign in."""
    stream = site.opened()
    address = site.gateway.order_address(stream, "blue", 1, site.person(BLUE))
    claim = address.partition("+")[2].partition("@")[0]
    assert site.browser().get(f"/seat/{claim}").status_code == 404


def test_receipts_have_the_same_link(site: WebSite) -> None:
    """A receipt leads to the pages like the report; it is our own text when it is quoted back."""
    stream = site.opened()
    in_report = seat_path(site)
    blue = site.person(BLUE)
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Message-ID"] = BLUE, "orders", "<m1@example.org>"
    mail.set_content("BIS: TURN L\n")
    site.gateway.receive(mail.as_bytes(), BLUE, site.gateway.order_address(stream, "blue", 1, blue))
    receipt = site.mails(BLUE)[-1]
    assert text_of(receipt).startswith("ACCEPTED") and link_in(receipt, "/seat/") == in_report
    answer = EmailMessage()
    answer["From"], answer["Subject"], answer["Message-ID"] = BLUE, f"Re: {receipt['Subject']}", "<m2@example.org>"
    answer["In-Reply-To"] = receipt["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text_of(receipt).splitlines())
    answer.set_content(f"ready\n\n{quoted}".replace("web: ", "web:\n"))  # as some programs wrap
    site.gateway.receive(answer.as_bytes(), BLUE, site.gateway.order_address(stream, "blue", 1, blue))
    said = text_of(site.mails(BLUE)[-1])
    assert said.startswith("ACCEPTED") and "You are ready." in said and "Problems" not in said


def test_a_link_of_one_service_is_no_link_of_another(site: WebSite) -> None:
    """Links are signed with the service's secret."""
    with site.web.test_request_context():
        made = link_for(site.person(BLUE), "", "/")
        site.context.secret = b"another secret"
    assert site.browser().post(made.removeprefix(BASE)).status_code == 410


def test_seats_are_taken_by_people_only(site: WebSite) -> None:
    """A seat of a bot has no link."""
    stream = site.opened(blue=BLUE, red="bot:cautious")
    link = site.gateway.signer.seat_link(stream, "red", 1, "bot:cautious").removeprefix(BASE)
    assert site.browser().get(link).status_code == 404


@pytest.mark.parametrize(("proxies", "codes"), [(0, [200] * 10 + [429]), (1, [200] * 11)])
def test_a_proxy_tells_who_asks_when_there_is_one(site: WebSite, proxies: int, codes: list[int]) -> None:
    """Behind a proxy each visitor has their own limit; without one, nobody gets a new one by writing its header themselves."""
    web = create_web(Site(site.context, site.people, site.keys, site.gateway, BASE, proxies=proxies))
    web.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    found = [
        web.test_client()
        .post("/sign-in", data={"address": f"p{n}@example.org"}, headers={"X-Forwarded-For": f"192.0.2.{n}"})
        .status_code
        for n in range(11)
    ]
    assert found == codes


def test_the_cookie_is_for_https_where_the_pages_are(tmp_path: Path) -> None:
    """Pages at https: the cookie goes over nothing else."""
    with site_in(tmp_path, "https://wargames.example") as site:
        stream = site.opened()
        link = site.gateway.signer.seat_link(stream, "blue", 1, site.person(BLUE).key)
        cookie = site.browser().post(link.removeprefix("https://wargames.example")).headers["Set-Cookie"]
        assert "; Secure" in cookie
