"""Signing in: mailed links, the seat's link in reports, one use, short life, and nothing given away."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from pbem.service.games import game_master, opening
from pbem.web import create_web
from pbem.web.account.sign_in_links import link_for
from pbem.web.infra.limits import limiter
from pbem.web.infra.site import Site
from tests.gateway.conftest import text_of
from tests.web.builders.sites import BASE, Place, site_in

BLUE = "blue@example.org"
NEW = "newcomer@example.org"


def link_in(mail: EmailMessage, of: str = "/sign-in/") -> str:
    """The path of the one link of a kind in a mail."""
    (found,) = set(re.findall(rf"{re.escape(BASE)}({of}\S+)", text_of(mail)))
    return str(found)


def ask(place: Place, client: FlaskClient, address: str = BLUE, next: str = "") -> str:
    """Ask for a link; its path."""
    assert client.post("/sign-in", data={"address": address, "next": next}).status_code == 200
    return link_in(place.mails(address.strip().lower())[-1])


def is_in(client: FlaskClient, address: str = BLUE) -> bool:
    """Is the browser signed in as this person?"""
    return address in client.get("/you").text


# ---------------------------------------------------------------- the mailed link


def test_a_mailed_link_signs_in_by_its_button(place: Place) -> None:
    """Looking at it (as mail guards do) signs nobody in and uses nothing up; the button does, and leads on."""
    place.person(BLUE)
    client = place.browser()
    assert client.get("/you").status_code == 401 and "/sign-in?next=/you" in client.get("/you").text
    path = ask(place, client, next="/you")
    for _ in range(3):
        page = client.get(path)
        assert page.status_code == 200 and not page.headers.get("Set-Cookie", "").count("opener")
    assert not is_in(client)
    done = client.post(path)
    assert (done.status_code, done.headers["Location"]) == (303, "/you")
    assert is_in(client)


def test_the_mail_says_what_it_is(place: Place) -> None:
    """Plain words of 72 columns, the link whole on a line of its own, sent at once, as a machine's mail."""
    place.person(BLUE)
    client = place.browser()
    ask(place, client)
    (mail,) = place.mails(BLUE)
    text = text_of(mail)
    assert mail["Auto-Submitted"] == "auto-generated" and "sign in" in mail["Subject"]
    assert "15 minutes" in text and "Do not pass it on" in text
    assert all(len(line) <= 72 or line.startswith(f"{BASE}/sign-in/") for line in text.splitlines())
    assert place.gateway.tables.due("9999") == [], "it waits for no beat"


def test_a_link_is_good_for_once(place: Place) -> None:
    """Used again, even by another browser, it lets nobody in; the page offers to ask for a new one."""
    place.person(BLUE)
    path = ask(place, place.browser())
    assert place.browser().post(path).status_code == 303
    other = place.browser()
    for page in (other.get(path), other.post(path)):
        assert page.status_code == 410 and "has been used" in page.text and 'name="address"' in page.text
    assert not is_in(other)


def test_a_link_lives_fifteen_minutes(place: Place) -> None:
    """One minute before it is good, one after it is not."""
    place.person(BLUE)
    client = place.browser()
    path = ask(place, client)
    place.clock.advance(14 / 60)
    assert client.get(path).status_code == 200
    place.clock.advance(2 / 60)
    page = client.post(path)
    assert page.status_code == 410 and "too old" in page.text and not is_in(client)


def test_a_forged_link_lets_nobody_in(place: Place) -> None:
    """A mail changed, a piece missing, another secret's, markup: a clear sentence, escaped."""
    place.person(BLUE)
    client = place.browser()
    path = ask(place, client)
    swapped = path[:-1] + ("A" if path[-1] != "A" else "B")
    for bad in (swapped, path[:-5], path.replace("/sign-in/", "/sign-in/e"), "/sign-in/x", "/sign-in/<b>x"):
        page = client.post(bad)
        assert page.status_code == 410 and "no link of ours" in page.text and "<b>x" not in page.text
    assert not is_in(client)


def test_new_order_addresses_void_the_link(place: Place) -> None:
    """A person's key is changed (an address leaked): links mailed before, and their browsers, are out."""
    blue = place.person(BLUE)
    client, inside = place.browser(), place.browser(BLUE)
    path = ask(place, client)
    assert is_in(inside)
    place.gateway.rotate(blue.id)
    assert "out of use" in client.post(path).text
    assert not is_in(client) and not is_in(inside)


def test_a_stranger_becomes_a_person_when_he_says_so(place: Place) -> None:
    """The same answer as for anybody; no person until the button, which asks for a name; then they are in."""
    client = place.browser()
    place.person(BLUE)
    known = client.post("/sign-in", data={"address": BLUE}).text.replace(BLUE, "X")
    unknown = client.post("/sign-in", data={"address": NEW}).text.replace(NEW, "X")
    assert known == unknown
    path = link_in(place.mails(NEW)[-1])
    assert place.people.by_address(NEW) is None
    assert 'name="name"' in client.get(path).text
    assert client.post(path, data={"name": "  "}).status_code == 400
    assert place.people.by_address(NEW) is None
    assert client.post(path, data={"name": "The new captain"}).status_code == 303
    person = place.people.by_address(NEW)
    assert person is not None and person.name == "The new captain" and is_in(client, NEW)


def test_two_links_of_a_newcomer_make_one_person(place: Place) -> None:
    """They asked twice: the second link knows them."""
    first, second = ask(place, place.browser(), NEW), ask(place, place.browser(), NEW)
    assert place.browser().post(first, data={"name": "Once"}).status_code == 303
    other = place.browser()
    assert "Welcome back" in other.get(second).text
    assert other.post(second).status_code == 303 and is_in(other, NEW)
    assert len(place.people.everyone()) == 1


def test_mail_goes_to_his_own_address_only(place: Place) -> None:
    """Asked for an address that they merely write from, the link goes to the one they are registered with."""
    blue = place.person(BLUE)
    place.people.add_alias(blue.id, "blue@work.example")
    place.browser().post("/sign-in", data={"address": " Blue@Work.example "})
    assert link_in(place.mails(BLUE)[-1]) and not place.mails("blue@work.example")


@pytest.mark.parametrize("address", ["", "nobody", "a@b@c", "a b@example.org", "x@example.org\nBcc: y@example.org"])
def test_what_is_no_address_is_told(place: Place, address: str) -> None:
    """A sentence, no mail."""
    page = place.browser().post("/sign-in", data={"address": address})
    assert page.status_code == 400 and "no mail address" in page.text
    assert not list(place.folder.glob("mail/*/new/*"))


@pytest.mark.parametrize(
    "next", ["//evil.example", "https://evil.example/", "/\\evil.example", "/\t/evil.example", "evil", "\\\\evil"]
)
def test_nobody_is_sent_elsewhere(place: Place, next: str) -> None:
    """Where one wanted to go is a page of ours, or the start page."""
    place.person(BLUE)
    client = place.browser()
    assert urlsplit(client.get("/sign-in", query_string={"next": next}).text).netloc == ""
    path = ask(place, client, next=next)
    assert client.post(path).headers["Location"] == "/"


def test_asking_is_limited(place: Place) -> None:
    """Five links to a mailbox and ten from one place within an hour; the limit is told in a sentence."""
    place.person(BLUE)
    client = place.browser()
    codes = [client.post("/sign-in", data={"address": BLUE}).status_code for _ in range(6)]
    assert codes == [200] * 5 + [429]
    others = [client.post("/sign-in", data={"address": f"p{n}@example.org"}) for n in range(6)]
    assert others[-1].status_code == 429 and "try again" in others[-1].text
    assert len(place.mails(BLUE)) == 5
    limiter.reset()
    tries = [client.get(f"/sign-in/x{n}").status_code for n in range(61)]
    assert tries == [410] * 60 + [429]


def test_a_session_is_new_at_every_signing_in(place: Place) -> None:
    """What the cookie held before opens nothing afterwards, and nothing of it is kept (no fixation)."""
    place.person(BLUE)
    client = place.browser("red@example.org")
    with client.session_transaction() as session:
        session["planted"] = "x"
        before = session["opener"]
    path = ask(place, client)
    client.post(path)
    with client.session_transaction() as session:
        assert "planted" not in session and session["opener"] != before
    assert place.keys.session(before) is None and is_in(client)


def test_signing_out_closes_the_session(place: Place) -> None:
    """A copy of the cookie opens nothing any more."""
    client, copy = place.browser(BLUE), place.browser()
    with client.session_transaction() as session, copy.session_transaction() as other:
        other.update(session)
    assert is_in(copy)
    assert client.post("/sign-out").status_code == 303
    assert not is_in(client) and not is_in(copy)


def test_forms_need_their_key(place: Place) -> None:
    """A form sent from elsewhere, without the key of the page, does nothing."""
    place.person(BLUE)
    place.web.config["WTF_CSRF_ENABLED"] = True
    client = place.browser(BLUE)
    assert client.post("/sign-out").status_code == 400 and is_in(client)
    assert client.post("/sign-in", data={"address": BLUE}).status_code == 400 and not place.mails(BLUE)
    key = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/sign-in").text)
    assert key is not None
    assert client.post("/sign-in", data={"address": BLUE, "csrf_token": key[1]}).status_code == 200


def test_the_cookie_is_kept_from_scripts_and_other_sites(place: Place) -> None:
    """HttpOnly, SameSite=Lax, lasting."""
    place.person(BLUE)
    client = place.browser()
    cookie = client.post(ask(place, client)).headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Expires=" in cookie


# ---------------------------------------------------------------- the seat's link


def seat_path(place: Place, address: str = BLUE) -> str:
    """The path of the link in the newest mail."""
    return link_in(place.mails(address)[-1], "/seat/")


def test_the_reports_link_signs_its_player_in(place: Place) -> None:
    """The report has one line that leads to the game: a page with a button; pressed, they are in, with their own view."""
    stream = place.opened()
    client, path = place.browser(), seat_path(place)
    page = client.get(path)
    assert page.status_code == 200 and "player of blue" in page.text and not is_in(client)
    done = client.post(path)
    assert (done.status_code, done.headers["Location"]) == (303, f"/g/{stream}?side=blue")
    assert is_in(client)
    assert client.get(path).headers["Location"] == f"/g/{stream}?side=blue", "signed in, it leads straight there"


def test_it_lets_in_once_however_it_is_spelled(place: Place) -> None:
    """The second browser is offered a fresh link, which goes to the seat's player alone."""
    place.opened()
    path = seat_path(place)
    assert place.browser().post(path).status_code == 303
    other = place.browser()
    for spelled in (path, path.upper().replace("/SEAT/", "/seat/"), path.replace("-blue-", "+blue.")):
        assert "lets nobody in any more" in other.get(spelled).text
        assert other.post(spelled).status_code == 410 and not is_in(other)
    assert "on its way" in other.post(f"{path}/mail").text
    fresh = link_in(place.mails(BLUE)[-1])
    assert other.post(fresh).headers["Location"].startswith("/g/g1?side=blue") and is_in(other)


def test_it_is_good_while_its_turn_is_open(place: Place) -> None:
    """After the deadline, or the end, an old report lets nobody in."""
    stream = place.opened()
    old = seat_path(place)
    place.played(stream, 1)
    new = seat_path(place)
    assert old != new
    assert place.browser().post(old).status_code == 410
    game_master.end(place.context, stream, "both agreed")
    assert place.browser().post(new).status_code == 410


def test_another_player_or_key_voids_it(place: Place) -> None:
    """The seat has another player, or their key was changed: the link is nobody's; a forged one, too."""
    stream = place.opened()
    path = seat_path(place)
    client = place.browser()
    for bad in (path[:-1] + ("a" if path[-1] != "a" else "b"), path.replace("-blue-", "-red-"), "/seat/x"):
        assert {client.get(bad).status_code, client.post(bad).status_code, client.post(f"{bad}/mail").status_code} == {404}
    place.gateway.rotate(place.person(BLUE).id)
    assert client.post(path).status_code == 404
    red = seat_path(place, "red@example.org")
    opening.take_seat(place.context, stream, "red", place.person(NEW).id)
    assert client.post(red).status_code == 404 and not is_in(client, "red@example.org")


def test_the_order_address_is_no_key_to_the_page(place: Place) -> None:
    """What is in To: of every answer, and in quoted mail, does not sign in."""
    stream = place.opened()
    address = place.gateway.order_address(stream, "blue", 1, place.person(BLUE))
    claim = address.partition("+")[2].partition("@")[0]
    assert place.browser().get(f"/seat/{claim}").status_code == 404


def test_receipts_have_the_same_link(place: Place) -> None:
    """A receipt leads to the pages like the report; it is our own text when it is quoted back."""
    stream = place.opened()
    in_report = seat_path(place)
    blue = place.person(BLUE)
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["Message-ID"] = BLUE, "orders", "<m1@example.org>"
    mail.set_content("BIS: TURN L\n")
    place.gateway.receive(mail.as_bytes(), BLUE, place.gateway.order_address(stream, "blue", 1, blue))
    receipt = place.mails(BLUE)[-1]
    assert text_of(receipt).startswith("ACCEPTED") and link_in(receipt, "/seat/") == in_report
    answer = EmailMessage()
    answer["From"], answer["Subject"], answer["Message-ID"] = BLUE, f"Re: {receipt['Subject']}", "<m2@example.org>"
    answer["In-Reply-To"] = receipt["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text_of(receipt).splitlines())
    answer.set_content(f"ready\n\n{quoted}".replace("web: ", "web:\n"))  # as some programs wrap
    place.gateway.receive(answer.as_bytes(), BLUE, place.gateway.order_address(stream, "blue", 1, blue))
    said = text_of(place.mails(BLUE)[-1])
    assert said.startswith("ACCEPTED") and "You are ready." in said and "Problems" not in said


def test_a_link_of_one_service_is_no_link_of_another(place: Place) -> None:
    """Links are signed with the service's secret."""
    with place.web.test_request_context():
        made = link_for(place.person(BLUE), "", "/")
        place.context.secret = b"another secret"
    assert place.browser().post(made.removeprefix(BASE)).status_code == 410


def test_seats_are_taken_by_people_only(place: Place) -> None:
    """A seat of a bot has no link."""
    stream = place.opened(blue=BLUE, red="bot:cautious")
    link = place.gateway.signer.seat_link(stream, "red", 1, "bot:cautious").removeprefix(BASE)
    assert place.browser().get(link).status_code == 404


@pytest.mark.parametrize(("proxies", "codes"), [(0, [200] * 10 + [429]), (1, [200] * 11)])
def test_a_proxy_tells_who_asks_when_there_is_one(place: Place, proxies: int, codes: list[int]) -> None:
    """Behind a proxy each visitor has their own limit; without one, nobody gets a new one by writing its header themselves."""
    site = Site(place.context, place.people, place.keys, place.gateway, BASE, proxies=proxies)
    web = create_web(site)
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
    with site_in(tmp_path, "https://wargames.example") as place:
        stream = place.opened()
        link = place.gateway.signer.seat_link(stream, "blue", 1, place.person(BLUE).key)
        cookie = place.browser().post(link.removeprefix("https://wargames.example")).headers["Set-Cookie"]
        assert "; Secure" in cookie
