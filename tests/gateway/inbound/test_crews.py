"""The mails of a crew: two officers order one ship, and each learns from their receipts how their orders go together."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage

import pytest

from pbem.accounts.people import Person
from pbem.gateway.mailboxes.mail_tables import MailTables
from pbem.service.context import stamp
from pbem.service.games.opening import open_game
from pbem.service.games.seating import seat_player
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail, text_of
from tests.service.builders.crew_game import GAMES


@dataclass
class Ship:
    """A game of Tandem; a stranger has the other ship."""

    app: MailSetup
    stream: str
    players: dict[str, Person]

    def address(self, seat: str) -> str:
        return self.app.gateway.signer.seat_address(self.stream, seat, 1, self.players[seat].id)

    def order(self, seat: str, text: str, number: int) -> bytes:
        """One officer's mail comes in; returns it."""
        sender = self.players[seat].address
        raw = player_mail(text, sender, f"<m{number}@example.org>")
        self.app.deliver(raw, self.address(seat), sender)
        return raw

    def mails(self, seat: str) -> list[EmailMessage]:
        """What was queued for a seat's player, oldest first."""
        return [mail for mail in self.app.queued() if self.players[seat].address in mail["To"]]


@pytest.fixture
def ship(app: MailSetup) -> Ship:
    app.context.games = {**app.context.games, **GAMES}
    at = stamp(app.clock[0])
    people = app.gateway.people
    players = {seat: people.add(f"The {seat} of B1", f"{seat}@example.org", at) for seat in ("captain", "copilot")}
    players["red"] = app.red
    stream = open_game(app.context, "tandem", "one-ship", players={seat: who.id for seat, who in players.items()})
    return Ship(app, stream, players)


def test_a_conflict_is_in_both_officers_receipts(ship: Ship) -> None:
    """The second to order reads of it in their receipt; the first is sent a fresh one, which answers no mail."""
    ship.order("captain", "B1: move 3", 1)
    ship.order("copilot", "B1: move 4", 2)
    (answer,), (first, fresh) = ship.mails("copilot"), ship.mails("captain")
    said = "The captain says ['move 3'], the co-pilot ['move 4']: B1 does what the captain says."
    assert said in " ".join(text_of(answer).split()) and said in " ".join(text_of(fresh).split())
    assert "Notes" not in text_of(first)
    assert text_of(fresh).startswith(
        "YOUR CREW'S ORDERS HAVE CHANGED: One Ship (g2), turn 1, a move. Yours\nare as they were; "
    )
    assert "\nB1:\n  move 3\nEND\n" in text_of(fresh)
    assert "1 day left when your crew's orders came in." in " ".join(text_of(fresh).split())
    assert fresh["To"] == "The captain of B1 <captain@example.org>"
    assert fresh["Reply-To"] == ship.address("captain") and ship.address("captain") in text_of(fresh)
    assert fresh["Subject"] == "[g2 T1] your crew's orders"
    assert str(fresh["References"]).split()[0] == f"<g2@{DOMAIN}>"
    assert (fresh["Auto-Submitted"], fresh["X-Auto-Response-Suppress"]) == ("auto-generated", "All")


def test_a_conflict_that_is_mended_is_told_too(ship: Ship) -> None:
    """The captain need not wonder whether the last remark still holds."""
    for number, text in enumerate(("B1: move 4", "B1: move 3")):
        ship.order("captain", "B1: move 3", 10 + number)
        ship.order("copilot", text, number)
    last = " ".join(text_of(ship.mails("captain")[-1]).split())
    assert "there is nothing left to note about how they go together." in last and "Notes" not in last


def test_the_fresh_receipt_is_sent_once(ship: Ship) -> None:
    """The same mail again, by another relay, and after what stands has changed: nobody gets a second one for it."""
    ship.order("captain", "B1: move 3", 1)
    raw = ship.order("copilot", "B1: move 4", 2)
    ship.order("captain", "B1: move 5\nB1: move 4", 3)
    before = len(ship.app.queued())
    for again in (raw, b"Received: from relay.example\r\n" + raw):
        ship.app.deliver(again, ship.address("copilot"), "copilot@example.org")
    assert len(ship.app.queued()) == before


def test_a_fresh_receipt_comes_through_a_crash(ship: Ship, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped between filing and queueing: at the next start the mail is taken again, and both receipts go out."""

    class Crash(BaseException):
        """The power fails."""

    def crashed(*args: object) -> None:
        raise Crash

    ship.order("captain", "B1: move 3", 1)
    with monkeypatch.context() as broken:
        broken.setattr(MailTables, "queue", crashed)
        with pytest.raises(Crash):
            ship.order("copilot", "B1: move 4", 2)
    assert len(ship.mails("captain")) == 1
    ship.app.restart().process_pending()
    assert (len(ship.mails("copilot")), len(ship.mails("captain"))) == (1, 2)


def test_the_other_side_is_sent_nothing(ship: Ship) -> None:
    """Not by the crew's mails; and red's own receipts say nothing of them."""
    ship.order("captain", "B1: move 3", 1)
    ship.order("copilot", "B1: move 4", 2)
    assert ship.mails("red") == []
    ship.order("red", "R1: move 5", 3)
    (receipt,) = ship.mails("red")
    assert "Notes" not in text_of(receipt) and "move 3" not in text_of(receipt)
    assert len(ship.app.queued()) == 4


def test_a_bot_in_the_crew_is_sent_nothing(ship: Ship) -> None:
    """Nobody reads a bot's mail; the one whom it replaces is not bothered any more."""
    ship.order("captain", "B1: move 3", 1)
    seat_player(ship.app.context, ship.stream, "captain", "bot:mute", "a newcomer")
    ship.order("copilot", "B1: move 4", 2)
    assert (len(ship.mails("captain")), len(ship.mails("copilot")), len(ship.app.queued())) == (1, 1, 2)
