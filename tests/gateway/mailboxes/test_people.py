"""People: the one place where names and addresses are kept, and from which they can be erased."""

from __future__ import annotations

import pytest

from pbem.accounts.people import BadPerson
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail
from tests.stores import content_of


def test_a_person_is_found_by_id_and_by_address_in_any_case(app: MailSetup) -> None:
    """Addresses are case-folded; the id is random and says nothing of name or address."""
    people = app.gateway.people
    assert people.by_address(" BLUE@Example.org") == app.blue == people.by_id(app.blue.id)
    assert app.blue.address == "blue@example.org"
    assert people.by_id("nobody") is None
    again = people.add("The captain of B1", "blue2@example.org", "2026-01-01T00:00:00.000000Z")
    assert again.id != app.blue.id


def test_an_address_belongs_to_one_person(app: MailSetup) -> None:
    """A second person with the same address, in another case, is refused."""
    with pytest.raises(BadPerson, match="registered already"):
        app.gateway.people.add("Another", "BLUE@example.org", "2026-01-01T00:00:00.000000Z")


@pytest.mark.parametrize(
    "address", ["", "blue", "a@b@c.example", "a b@c.example", "a@c\r\nBcc: x@y", "<a@c.example>", "a/../b@c.example"]
)
def test_what_is_no_address_is_refused(app: MailSetup, address: str) -> None:
    """Nothing that could break a header or a path gets in."""
    with pytest.raises(BadPerson, match="no mail address"):
        app.gateway.people.add("Name", address, "2026-01-01T00:00:00.000000Z")


def test_a_name_is_one_line(app: MailSetup) -> None:
    """Line ends and control characters in a name become spaces; a name of nothing else is refused."""
    people = app.gateway.people
    people.rename(app.blue.id, "Käpt'n\r\nBcc: x@y.example")
    assert [p.name for p in people.everyone()] == ["Käpt'n Bcc: x@y.example", "The captain of R1"]
    with pytest.raises(BadPerson, match="needs a name"):
        people.rename(app.blue.id, "\r\n\t")


def test_an_erased_person_leaves_no_trace_in_the_file(app: MailSetup) -> None:
    """Name, address and mail are overwritten in the database and its write-ahead log; the game still knows the id."""
    app.restart(POSTMASTER="boss@example.net")
    app.deliver(player_mail("B1: move 3"))
    app.deliver(player_mail("a word with you"), to=f"postmaster@{DOMAIN}")
    app.gateway.flush()
    app.gateway.publish_pending()
    app.gateway.erase(app.blue.id)
    assert app.gateway.people.by_id(app.blue.id) is None
    content = content_of(app.database).lower()
    assert b"blue@example.org" not in content
    assert b"captain of b1" not in content
    assert b"red@example.org" in content
    assert app.gateway.flush() == 1
    assert len(list((app.folder / "mail" / "blue@example.org" / "new").iterdir())) == 1


def test_old_mail_is_forgotten_but_that_it_came_is_not(app: MailSetup) -> None:
    """Retention: the text of processed and sent mail goes, its record and outcome stay; newer and queued mail stays whole."""
    app.deliver(player_mail("B1: move 3 # swordfish"))
    app.later(days=40)
    kept = app.gateway.receive(player_mail("B1: move 4", message_id="<m2@x>"), "blue@example.org", app.address())
    assert app.gateway.tables.forget("2026-02-01T00:00:00.000000Z") == 1
    assert app.queued("receipt")
    app.gateway.flush()
    assert app.gateway.tables.forget("2026-02-01T00:00:00.000000Z") == 1
    rows = app.database.con.execute("SELECT length(raw), outcome FROM inbound ORDER BY at").fetchall()
    assert rows == [(0, "orders accepted"), (len(player_mail("B1: move 4", message_id="<m2@x>")), "")]
    assert [mail.sha for mail in app.gateway.tables.waiting("~")] == [kept]
    assert b"swordfish" not in content_of(app.database)
