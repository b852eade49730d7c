"""Mails that offer free seats: whom they go to, what they tell, and how an answer or the link takes the seat."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from flask.testing import FlaskClient

from events.platform import PolicySet
from pbem.accounts.people import Person
from pbem.accounts.substitutes import ANY, Substitutes
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.service.audit.verify import audit
from pbem.service.context import stamp
from pbem.service.history import OPERATOR
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.turns.tick import tick
from tests.gateway.conftest import MailSetup, player_mail, text_of
from tests.web.account.test_mail_link_pages import browser

__all__ = ["browser"]

BASE = "http://127.0.0.1:8025"


def substitute(app: MailSetup, name: str, *games: str) -> Person:
    """A person on the list."""
    person = app.gateway.people.add(f"The master of {name}", f"{name}@example.net", stamp(app.clock[0]))
    Substitutes(app.database).set_games(person.id, games or (ANY,))
    return person


def lose_red(app: MailSetup, turn: int = 1, **policy: bool) -> None:
    """Red misses a turn, and the seat with it."""
    app.gateway.work()
    absence.set_policy(app.context, "g1", PolicySet(offer_after=1, why="house rules", **policy), OPERATOR)
    file_orders(app.context, "g1", "blue", "B1: move 1", f"blue {turn}")
    app.later(hours=24)
    assert tick(app.context) == [("g1", turn)]
    app.gateway.work()


def offers(app: MailSetup, to: str) -> list[EmailMessage]:
    found = [mail for mail in app.queued("notice") if to in mail["To"] and not mail["Subject"].startswith("Re:")]
    assert len({mail["Message-ID"] for mail in found}) == len(found)
    return found


def answer(app: MailSetup, to: EmailMessage, words: str, sender: str) -> str:
    """What becomes of an answer to an offer."""
    quoted = "\n".join(f"> {line}" for line in text_of(to).splitlines())
    raw = player_mail(
        f"{words}\n\n{quoted}", sender, f"<{words[:4]}.{sender}>", In_Reply_To=to["Message-ID"], References=to["Message-ID"]
    )
    return app.deliver(raw, to["Reply-To"], sender)


def link(mail: EmailMessage) -> str:
    return next(line for line in text_of(mail).splitlines() if "/mail/take/" in line).removeprefix(BASE)


def said(app: MailSetup, to: str) -> str:
    """The newest mail to this address, unwrapped."""
    return " ".join(text_of([mail for mail in app.queued() if to in mail["To"]][-1]).split())


def test_each_substitute_gets_one_mail_with_the_position(app: MailSetup) -> None:
    """The game, the rule book, turn and deadline, what the seat knows, its map; a neutral subject; once."""
    for name in ("first", "second"):
        substitute(app, name)
    substitute(app, "other", "stingray")
    lose_red(app, substitutes=True)
    app.gateway.work()
    for name in ("first@", "second@"):
        (mail,) = offers(app, name)
        words = " ".join(text_of(mail).split())
        assert mail["Subject"] == "[g1] a seat for a substitute"
        assert "Red in Open Sea (g1), a game of Drill" in words and "Turn 2 is open; its orders are due" in words
        assert "R1 0" in words and "B1 moves 1" in words, "the report of the turn"
        assert "above this line" not in words, "no order form: an answer takes the seat"
        assert [part.get_content_type() for part in mail.iter_attachments()] == ["image/png"]
    assert not offers(app, "other@")


def test_the_first_answer_takes_it_and_later_ones_are_told_kindly(app: MailSetup) -> None:
    """Who took it gets the seat's report, with the address for its orders; answered again they are told that it is theirs."""
    first, second = substitute(app, "first"), substitute(app, "second")
    lose_red(app, substitutes=True)
    (to_first,), (to_second,) = offers(app, "first@"), offers(app, "second@")
    assert answer(app, to_second, "Take it, please", "second@example.net") == "seat taken"
    assert app.store.player("g1", "red") == second.id
    assert answer(app, to_first, "take", "first@example.net").startswith(
        "not taken: Red of g1 is taken: somebody answered before"
    )
    assert "Thank you all the same" in said(app, "first@")
    assert answer(app, to_second, "take!", "second@example.net") == "not taken: Red of g1 is yours already"
    app.gateway.work()
    assert [mail["Subject"].split(":")[0] for mail in app.queued("report") if "second@" in mail["To"]] == ["[g1 T1] Drill"]
    assert app.store.player("g1", "red") != first.id and audit(app.context, "g1").sound


@pytest.mark.parametrize("words", ["I have no time, sorry", "B1: move 3"])
def test_other_words_take_nothing(app: MailSetup, words: str) -> None:
    """And the person is told how it is done."""
    substitute(app, "first")
    lose_red(app, substitutes=True)
    assert answer(app, offers(app, "first@")[0], words, "first@example.net").startswith("not taken")
    assert app.store.player("g1", "red") is None and "does not begin with the word `take`" in said(app, "first@")


def test_the_link_takes_it_with_one_button(app: MailSetup, browser: FlaskClient) -> None:
    """Looking takes nothing; the second who comes is told kindly; a forged address leads nowhere."""
    for name in ("first", "second"):
        substitute(app, name)
    lose_red(app, substitutes=True)
    (to_first,), (to_second,) = offers(app, "first@"), offers(app, "second@")
    page = browser.get(link(to_first))
    assert page.status_code == 200 and "Take the seat" in page.text and app.store.player("g1", "red") is None
    assert "It is yours" in browser.post(link(to_first)).text and "It is yours" in browser.get(link(to_first)).text
    assert "somebody answered before you" in browser.get(link(to_second)).text
    assert "Red of g1 is taken" in browser.post(link(to_second)).text
    for path in (f"{link(to_first)[:-1]}a", "/mail/take/x"):
        assert {browser.get(path).status_code, browser.post(path).status_code} == {404}


def test_a_button_takes_one_off_the_list(app: MailSetup, browser: FlaskClient) -> None:
    """The offer itself still holds."""
    person = substitute(app, "first")
    lose_red(app, substitutes=True)
    (mail,) = offers(app, "first@")
    assert "not on the list" in browser.post(f"{link(mail)}/no-more").text
    assert Substitutes(app.database).games_of(person.id) == []
    assert browser.post("/mail/take/x/no-more").status_code == 404


def test_who_lost_the_seat_is_told_and_may_take_it_back(app: MailSetup) -> None:
    """Once, without the position; also in a game without substitutes; and anew when they lose it again."""
    lose_red(app)
    app.gateway.work()
    (mail,) = offers(app, "red@")
    assert mail["Subject"] == "[g1] your seat" and "You do not play Red of Open Sea" in " ".join(text_of(mail).split())
    assert not list(mail.iter_attachments())
    assert answer(app, mail, "take", "red@example.org") == "seat taken" and app.store.player("g1", "red") == app.red.id
    lose_red(app, turn=2)
    assert len(offers(app, "red@")) == 2


def test_new_keys_and_erasure_make_an_offer_worthless(app: MailSetup) -> None:
    """Its address is refused at the door."""
    first, second = substitute(app, "first"), substitute(app, "second")
    lose_red(app, substitutes=True)
    addresses = [offers(app, f"{name}@")[0]["Reply-To"] for name in ("first", "second")]
    assert [app.gateway.inbox.judge(address) for address in addresses] == ["", ""]
    app.gateway.rotate(first.id)
    app.gateway.erase(second.id)
    assert all(app.gateway.inbox.judge(address).startswith("550") for address in addresses)
    assert not app.database.con.execute("SELECT * FROM seat_offers WHERE person=?", (second.id,)).fetchall()
    assert not Substitutes(app.database).games_of(second.id)


def test_an_offer_outlives_the_secret_that_signed_it(app: MailSetup) -> None:
    """As long as the secret before counts."""
    old, new = AddressSigner("wardroom.example", (b"a",)), AddressSigner("wardroom.example", (b"b", b"a"))
    code = old.take_code("g1", "red", 2, "p1")
    assert new.takes(code, "g1", "red", 2, "p1")
    others = (("blue", 2, "p1"), ("red", 3, "p1"), ("red", 2, "p2"))
    assert not any(new.takes(code, "g1", *other) for other in others)


def test_robots_take_no_seat(app: MailSetup) -> None:
    """A notice that somebody is out of office is no answer."""
    substitute(app, "first")
    lose_red(app, substitutes=True)
    (mail,) = offers(app, "first@")
    raw = player_mail("take a note: I am away", "first@example.net", Auto_Submitted="auto-replied")
    assert app.deliver(raw, mail["Reply-To"], "first@example.net").startswith("dropped")
    assert app.store.player("g1", "red") is None
