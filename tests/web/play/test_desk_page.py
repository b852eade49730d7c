"""The order desk: the same words, problems and receipts as by mail; nothing typed is lost; a dry run files nothing."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pbem.service.games import game_master
from pbem.service.orders.file import file_orders
from pbem.service.orders.order_desk import desk
from pbem.service.repository import load
from tests.web.builders.sites import WebSite

HOSTILE = 'BIS: TURN L <script>alert(1)</script> "quoted"'


def shown(client: FlaskClient, stream: str, seat: str = "blue") -> str:
    reply = client.get(f"/g/{stream}/orders?side={seat}")
    assert reply.status_code == 200, reply.text
    return reply.text


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, name
    return found[1]


def box(page: str) -> str:
    found = re.search(r'<textarea[^>]* name="text"[^>]*>\n?(.*?)</textarea>', page, re.S)
    assert found
    return unescape(found[1])


def send(client: FlaskClient, stream: str, text: str, act: str = "file", seat: str = "blue", **fields: str) -> TestResponse:
    """Open the desk, write the text, press a button ("ready": File orders, with the switch on)."""
    page = shown(client, stream, seat)
    switch = {"act": "file", "done": "yes"} if act == "ready" else {"act": act}
    form = {"text": text, **switch, "turn": field(page, "turn"), "form": field(page, "form"), **fields}
    where = "/try" if act == "try" else ""
    return client.post(f"/g/{stream}/orders{where}?side={seat}", data=form)


def versions(site: WebSite, stream: str) -> int:
    return site.context.store.head(stream).version


def test_the_box_begins_with_the_template_and_then_with_what_stands(site: WebSite) -> None:
    """Before anything is filed the template; afterwards the orders as filed, wherever they were filed."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    assert "BIS:" in box(shown(blue, stream))
    file_orders(site.context, stream, "blue", "BIS: TURN L\nluck: for the Queen", "a" * 64)
    page = shown(blue, stream)
    assert "TURN L" in box(page) and "luck: for the Queen" in box(page) and "Filed by mail" in page
    assert "TURN L" not in box(blue.get(f"/g/{stream}/orders?side=blue&from=template").text)


def test_the_box_holds_orders_and_what_is_known_stands_beside_it(site: WebSite) -> None:
    """No comment in the box; the ship's state is told where its orders are offered, and the form of the mail is as it was."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    page = shown(blue, stream)
    assert "#" not in box(page) and box(page).startswith("BIS:\n") and "SETUP SPEED" in box(page)
    (notes,) = re.findall(r'<ul class="unit-notes fine">(.*?)</ul>', page, re.S)
    assert "heading" in notes and "energy" in notes and "FIRE ANY" not in notes
    assert "# " in desk(site.context, stream, "blue").template


def test_orders_filed_here_count_like_a_mail(site: WebSite) -> None:
    """The same text gives the same sheet; the receipt tells what was taken, what stands, the seal, and who is waited for."""
    stream, other = site.opened(), site.opened()
    page = send(site.browser("blue@example.org"), stream, "BIS: TURN L\r\nluck: ours").text
    file_orders(site.context, other, "blue", "BIS: TURN L\nluck: ours", "a" * 64)
    web, mail = (load(site.context, each).ledger.filed["blue"] for each in (stream, other))
    assert (web.sheet, web.luck) == (mail.sheet, mail.luck) and web.source.endswith(".web")
    assert ">Accepted<" in page and "Not ready yet: " in page and web.commitment in page and web.salt in page
    assert "Filed on the web" in shown(site.browser("blue@example.org"), stream)


def test_a_mistake_is_told_and_the_text_stays(site: WebSite) -> None:
    """Good blocks count, bad ones are quoted with their line, and the box keeps every letter."""
    stream = site.opened()
    text = "BIS: TURN L\nXYZ: TURN L"
    page = send(site.browser("blue@example.org"), stream, text).text
    assert "Partly accepted" in page and "line 2:" in page and box(page) == text
    assert load(site.context, stream).ledger.filed["blue"].sheet["BIS"] == ["T1 TURN L"]
    nothing = send(site.browser("blue@example.org"), stream, "XYZ: TURN L").text
    assert "Not accepted" in nothing and box(nothing) == "XYZ: TURN L"


def test_file_and_ready(site: WebSite) -> None:
    """The switch beside the button says it, also below press and above END; with problems orders count, `ready` does not."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    assert "was not taken" in send(blue, stream, "BIS: TURN L\nXYZ: TURN L", "ready").text
    assert not load(site.context, stream).ledger.ready
    page = send(blue, stream, "BIS: TURN R\npress to red: we come\nat dawn\nEND\nready not read", "ready").text
    assert "You are ready." in page and load(site.context, stream).ledger.ready == ["blue"]


def test_the_switch_turned_off_takes_ready_back(site: WebSite) -> None:
    """Only where it was on, and where the text does not say it itself; a form of before leaves `ready` alone."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    send(blue, stream, "BIS: TURN R", "ready")
    send(blue, stream, "BIS: TURN L")
    assert load(site.context, stream).ledger.ready == ["blue"]
    assert field(shown(blue, stream), "was_ready") == "yes"
    send(blue, stream, "BIS: TURN R\nready", was_ready="yes")
    assert load(site.context, stream).ledger.ready == ["blue"]
    assert "You are not ready." in send(blue, stream, "BIS: TURN R", was_ready="yes").text
    assert load(site.context, stream).ledger.ready == []


def test_ready_needs_no_orders(site: WebSite) -> None:
    """A button alone: ready, and not ready after all; nothing else changes."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    page = shown(blue, stream)
    form = {"turn": field(page, "turn"), "form": field(page, "form")}
    done = blue.post(f"/g/{stream}/orders/ready?side=blue", data={**form, "ready": "yes"})
    assert done.status_code == 303 and load(site.context, stream).ledger.ready == ["blue"]
    page = shown(blue, stream)
    assert "You are ready." in page and "Not ready after all" in page
    blue.post(f"/g/{stream}/orders/ready?side=blue", data={**form, "ready": "no"})
    assert load(site.context, stream).ledger.ready == [] and not load(site.context, stream).ledger.filed


def test_a_form_sent_twice_counts_once(site: WebSite) -> None:
    """An impatient finger files once, and is told so."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    first = send(blue, stream, "BIS: TURN L", form="the same form")
    after = versions(site, stream)
    second = send(blue, stream, "BIS: TURN L", form="the same form")
    assert versions(site, stream) == after and "it counts once" in second.text and "it counts once" not in first.text
    send(blue, stream, "BIS: TURN L", form="another form")
    assert versions(site, stream) == after + 1


def test_too_late_is_said_and_the_text_is_offered_again(site: WebSite) -> None:
    """A form opened before the deadline files nothing after it."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    page = shown(blue, stream)
    form = {"turn": field(page, "turn"), "form": field(page, "form"), "text": "BIS: TURN L", "act": "file"}
    site.played(stream, 1)
    sent = blue.post(f"/g/{stream}/orders?side=blue", data=form)
    late = sent.text
    assert (
        sent.status_code == 409
        and "Too late" in late
        and "written for turn 1" in late
        and box(late) == "BIS: TURN L"
        and field(late, "turn") == "2"
    )
    assert not load(site.context, stream).ledger.filed


def test_checking_while_typing_is_the_receipt_to_be(site: WebSite) -> None:
    """The check says the problems of the receipt, word for word, with line and unit; it files nothing."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    text = "BIS: TURN L\nBIS: FIRE LASRES AT DUN"
    before = versions(site, stream)
    facts = blue.post(f"/g/{stream}/orders/draft?side=blue", json={"text": text, "turn": 1}).get_json()["checked"]
    assert versions(site, stream) == before
    receipt = file_orders(site.context, stream, "blue", text, "a" * 64)
    assert [each["words"] for each in facts["problems"]] == receipt.problems != []
    assert (
        facts["problems"][0]["line"] == 2
        and facts["outcome"] == receipt.outcome
        and facts["standing"] == receipt.current_orders
    )
    assert facts["notes"] == receipt.notes


def test_what_stands_though_it_is_not_in_the_box(site: WebSite) -> None:
    """Leaving a filed order out takes nothing back; the check says so."""
    stream = site.opened("star_navy", "open-space")
    blue = site.browser("blue@example.org")
    record = load(site.context, stream)
    unit = next(iter(record.game.orders.sheet(record.state, "blue").units))
    file_orders(site.context, stream, "blue", f"{unit}: TURN L", "a" * 64)
    facts = blue.post(f"/g/{stream}/orders/draft?side=blue", json={"text": "luck: none", "turn": 1}).get_json()["checked"]
    assert [(each["unit"], each["lines"]) for each in facts["kept"]] == [(unit, ["T1 TURN L"])]


def test_questions_and_press_are_answered_on_the_page(site: WebSite) -> None:
    """`help` and `history` are shown, press goes out by mail."""
    stream = site.opened()
    page = send(site.browser("blue@example.org"), stream, "history 0\n\npress to red: Strike your <b>colours</b>!").text
    assert "The report of turn 0" in page and "To Red:" in page
    (mail,) = (site.folder / "mail" / "red@example.org" / "new").iterdir()
    assert "Strike your <b>colours</b>!" in mail.read_text()


def test_a_dry_run_shows_and_files_nothing(site: WebSite) -> None:
    """A map and tables of one's own orders; the log stays as it is; the text stays in the box."""
    stream = site.opened()
    before = versions(site, stream)
    page = send(site.browser("blue@example.org"), stream, "BIS: TURN L\nXYZ: GO", "try")
    assert page.status_code == 200 and "Nothing was filed" in page.text and "<svg" in page.text and "line 2:" in page.text
    assert box(page.text) == "BIS: TURN L\nXYZ: GO" and versions(site, stream) == before
    again = site.browser("blue@example.org").get(f"/g/{stream}/orders/try?side=blue")
    assert box(again.text) == "BIS: TURN L\nXYZ: GO" and "<svg" in again.text and versions(site, stream) == before
    site.browser("blue@example.org").post(f"/g/{stream}/orders/drop?side=blue")
    assert site.browser("blue@example.org").get(f"/g/{stream}/orders/try?side=blue").status_code == 302


def test_copy_as_mail(site: WebSite) -> None:
    """The address is the seat's for this turn, the words those in the box; sent from there they count."""
    stream = site.opened()
    page = shown(site.browser("blue@example.org"), stream)
    person = site.people.by_address("blue@example.org")
    assert person is not None
    address = site.gateway.order_address(stream, "blue", 1, person)
    assert f"To: {address}" in page and f'href="mailto:{address}?subject=' in page


def test_hostile_words_are_shown_as_words(site: WebSite) -> None:
    """Whatever is typed comes back escaped: in the box, in problems, in the mail's link."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    for act in ("file", "try"):
        text = send(blue, stream, HOSTILE + '\n</textarea><img src=x onerror="x">', act).text
        assert "<script>alert" not in text and "<img src=x" not in text and "&lt;script&gt;" in text


def test_only_its_player_has_a_desk(site: WebSite) -> None:
    """Nobody is asked to sign in; the other side and a stranger are refused; nothing is filed."""
    stream = site.opened()
    before = versions(site, stream)
    for who, code in (("", 401), ("red@example.org", 403), ("other@example.org", 403)):
        client = site.browser(who)
        for path in ("", "/draft", "/toward", "/try", "/ready"):
            reply = client.post(f"/g/{stream}/orders{path}?side=blue", data={"text": "BIS: TURN L", "turn": "1"})
            assert reply.status_code == code, (who, path)
        assert client.get(f"/g/{stream}/orders?side=blue").status_code == code
    assert versions(site, stream) == before


def test_odd_requests_are_answered_in_words(site: WebSite) -> None:
    """A list instead of an object, a number as text, a turn that is none."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    url = f"/g/{stream}/orders/draft?side=blue"
    assert blue.post(url, json=[1]).status_code == 400
    assert blue.post(url, json={"text": 5}).status_code == 400
    assert blue.post(url, json={"text": "BIS: TURN L", "turn": "²"}).status_code == 200


def test_a_game_that_is_over_takes_no_orders(site: WebSite) -> None:
    """The desk says so; a text that comes late is kept to be read."""
    stream = site.opened()
    blue = site.browser("blue@example.org")
    page = shown(blue, stream)
    form = {"turn": field(page, "turn"), "form": field(page, "form"), "text": "BIS: TURN L", "act": "file"}
    game_master.end(site.context, stream, "called off")
    assert "No orders are taken any more" in shown(blue, stream)
    sent = blue.post(f"/g/{stream}/orders?side=blue", data=form)
    assert sent.status_code == 409 and "BIS: TURN L" in sent.text and "Nothing was filed" in sent.text


def test_requests_are_taken_like_in_a_mail(site: WebSite) -> None:
    """More time: the other player is mailed, the game page tells it; leaving leads to the game, and ends the desk."""
    stream = site.opened()
    blue, red = site.browser("blue@example.org"), site.browser("red@example.org")
    page = send(blue, stream, "extend 24h: <b>exams</b>").text
    assert "the deadline moves when red asks for it, too" in page
    (mail,) = (site.folder / "mail" / "red@example.org" / "new").iterdir()
    assert "MORE TIME: Blue asks for 24 hours more" in mail.read_text()
    page = unescape(red.get(f"/g/{stream}").text)
    assert "Blue asks for 24 hours more" in page and "To agree, file <code>extend 24h</code>" in page
    assert "More time is asked for: you (24 hours)" in blue.get(f"/g/{stream}").text
    before = load(site.context, stream).ledger.due
    assert "all players asked for more time" in send(red, stream, "extend 24h", seat="red").text
    assert load(site.context, stream).ledger.due > before
    gone = send(red, stream, "resign red: no time any more", seat="red")
    assert gone.status_code == 303 and "red" not in load(site.context, stream).ledger.players
    assert "You have left red" in red.get(gone.headers["Location"]).text
    assert red.get(f"/g/{stream}/orders?side=red").status_code == 403
