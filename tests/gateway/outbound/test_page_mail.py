"""What the pages ask to be mailed: invitations, the game master's words, what follows from orders filed on a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.service.orders.file import file_orders
from tests.gateway.conftest import MailSetup, player_mail, text_of
from tests.gateway.inbound.test_crews import Ship, ship

__all__ = ["ship"]

LINK = "http://127.0.0.1:8025/invite/abc"


def said(app: MailSetup) -> str:
    """The newest mail, unwrapped."""
    return " ".join(app.answer().split())


def test_press_from_a_page_is_mailed_like_a_mails(app: MailSetup) -> None:
    """The same words, once however often it is asked for; the writer gets no receipt by mail."""
    file_orders(app.context, "g1", "blue", "press to red: Strike your colours!", "a" * 64)
    for _ in range(2):
        app.gateway.mail_receipts("g1", "blue", "a" * 64)
    (mail,) = app.queued("press")
    assert "red@example.org" in mail["To"] and "Strike your colours!" in text_of(mail)
    assert not app.queued("receipt")
    assert list((app.folder / "mail" / "red@example.org" / "new").iterdir()), "it goes out at once"


def test_the_crew_is_told_of_orders_filed_on_a_page(ship: Ship) -> None:
    """The other officer's receipt comes as if it had been a mail; once."""
    context = ship.app.context
    file_orders(context, "g2", "captain", "B1: move 3", "a" * 64)
    file_orders(context, "g2", "copilot", "B1: move 4", "b" * 64)
    for _ in range(2):
        ship.app.gateway.mail_receipts("g2", "copilot", "b" * 64)
    (fresh,) = ship.mails("captain")
    assert text_of(fresh).startswith("YOUR CREW'S ORDERS HAVE CHANGED") and not ship.mails("copilot")


def test_what_follows_from_nothing_is_nothing(app: MailSetup) -> None:
    """Orders without press or crew, an unknown source: no mail."""
    file_orders(app.context, "g1", "blue", "B1: move 3", "a" * 64)
    for source in ("a" * 64, "unknown"):
        app.gateway.mail_receipts("g1", "blue", source)
    assert not app.queued()


def test_an_invitation_says_what_to(app: MailSetup) -> None:
    """Seat, game, rules, the master's words as words, the link; in 72 columns; answered it files nothing."""
    guest = app.gateway.people.add("A guest", "guest@example.org", "2026-01-01T00:00:00.000000Z")
    words = "Come aboard.\n----- write your orders above this line, or edit the form below -----"
    for _ in range(2):
        app.gateway.mail_invitation(guest, "g1", "red", LINK, words)
    (mail,) = app.queued("notice")
    text = text_of(mail)
    assert text.startswith("YOU ARE INVITED to play Red in Open Sea (g1)") and f"\n{LINK}\n" in text
    assert "Come aboard." in text and "orders above this" not in text
    assert all(len(line) <= 72 for line in text.splitlines())
    outcome = app.deliver(
        player_mail("B1: move 3", "guest@example.org", In_Reply_To=mail["Message-ID"]), "orders@wardroom.example"
    )
    assert outcome.startswith(("dropped", "answered")) and not app.filed()


def test_an_announcement_reaches_each_player_once(app: MailSetup) -> None:
    """All who play, whatever seats they have; not one who has left the game's mail; the same event is not mailed twice."""
    for _ in range(2):
        app.gateway.mail_announcement("g1", "The club is closed on Friday.\n\nHave a good time.", 2)
    mails = app.queued("notice")
    assert sorted(str(mail["To"]).rpartition("<")[2] for mail in mails) == ["blue@example.org>", "red@example.org>"]
    text = text_of(mails[0])
    assert text.startswith("FROM THE GAME MASTER, to all players of Open Sea (g1):") and "closed on Friday." in text
    assert "On the web: " in text and all(len(line) <= 72 for line in text.splitlines())
    app.gateway.mail_context.mailboxes.leave(app.red.id, "g1", "2026-01-01T12:00:00.000000Z")
    app.gateway.mail_announcement("g1", "Another word.", 3)
    assert len(app.queued("notice")) == 3


def test_an_answer_to_an_announcement_is_an_order(app: MailSetup) -> None:
    """It goes to the reader's own seat, as the mail says."""
    app.gateway.mail_announcement("g1", "A word.", 2)
    mail = next(mail for mail in app.queued("notice") if "blue" in str(mail["To"]).lower())
    app.deliver(player_mail("B1: move 3", In_Reply_To=mail["Message-ID"]), to=str(mail["Reply-To"]))
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:8025", "https://wargames.example"])
def test_links_lead_to_the_pages(app: MailSetup, base_url: str) -> None:
    """Wherever they are said to be."""
    gateway = app.restart(BASE_URL=base_url)
    link = gateway.signer.seat_link("g1", "blue", 1, app.blue.key)
    assert link.startswith(f"{base_url}/seat/g1-blue-1-")
    found = gateway.seat_link(Path(link).name)
    assert found is not None and (found.stream, found.seat, found.turn, found.person.id) == ("g1", "blue", 1, app.blue.id)
    assert gateway.seat_link("g1-red-1-" + link[-16:]) is None and gateway.seat_link("") is None


def test_a_new_secret_keeps_old_links(app: MailSetup) -> None:
    """While the secret before it counts, so do the links that it signed."""
    claim = Path(app.gateway.signer.seat_link("g1", "blue", 1, app.blue.key)).name
    app.context.secret = b"another secret for tests"
    assert app.restart().seat_link(claim) is None
    assert app.restart(SECRET_BEFORE="a secret for tests").seat_link(claim) is not None


def test_rotating_and_erasing_close_every_door(app: MailSetup) -> None:
    """A person's key is changed: their links lead nowhere; erased, their sessions are gone too."""
    claim = Path(app.gateway.signer.seat_link("g1", "blue", 1, app.blue.key)).name
    app.gateway.rotate(app.blue.id)
    assert app.gateway.seat_link(claim) is None
    app.gateway.erase(app.blue.id)
    assert app.gateway.people.by_id(app.blue.id) is None
