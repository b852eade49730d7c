"""Why something happened leads back to the mail: channel, time, Message-ID, sender check, what was left out, the seal."""

from __future__ import annotations

import smtplib

import pytest

from pbem.service.games import game_master
from pbem.service.games.seating import replace_player
from pbem.service.mail_facts import MailChannel
from pbem.service.reports.why import explain
from pbem.service.turns.rollback import rerun
from pbem.service.way_in import WayIn, filings_of, way_in
from tests.gateway.conftest import MailSetup, player_mail
from tests.gateway.inbound.test_smtp_server import until
from tests.stores import content_of

ORDERS = "B1: move 3\n\nOn Thu, Jan 1, 2026 at 12:00 PM Wardroom wrote:\n> swordfish\n"
BELIEVED = {"Authentication_Results": "mx.example; dkim=pass header.d=example.org"}


def way(app: MailSetup, seat: str | None = "blue", person: str = "", turn: int = 1) -> WayIn:
    """How the orders behind the line `B1 moves 3.` came in, as a reader is told."""
    why = explain(app.context, app.stream, turn, 1, seat, person)
    (orders,) = why.orders
    assert orders.unit == "B1" and orders.way_in is not None
    return orders.way_in


def test_a_mail_by_smtp_is_told_to_its_writer(app: MailSetup) -> None:
    """Channel, time, Message-ID, the verdict in words, each thing left out, and the seal that the receipt gave."""
    app.restart(AUTHSERV_ID="mx.example")
    listener = app.gateway.listener("127.0.0.1", 0)
    listener.start()
    with smtplib.SMTP("127.0.0.1", listener.port, local_hostname="localhost") as server:
        server.sendmail("blue@example.org", [app.address()], player_mail(ORDERS, **BELIEVED))
    until(app.filed)
    listener.stop()
    app.resolve(1)
    found = way(app, person=app.blue.id)
    assert (found.channel, found.at, found.received) == ("smtp", "2026-01-01T12:00:00.000000Z", "2026-01-01T12:00:00.000000Z")
    assert found.message_id == "<m1@example.org>" and found.seal == app.filed()[0].commitment
    assert found.verdict == "passed: example.org has signed it"
    assert 'quoted text: 1 line, "swordfish"' in found.left_out


@pytest.mark.parametrize("channel", ["pipe", "lmtp", "imap", "maildir", "mail"])
def test_every_channel_has_its_words(app: MailSetup, channel: MailChannel) -> None:
    """Noted when the mail is stored, so that a crash before it is read loses nothing."""
    app.gateway.receive(player_mail(ORDERS), "blue@example.org", app.address(), channel)
    app.restart().process_pending()
    app.resolve(1)
    assert way(app).channel == channel and " by mail" in way(app).words


def test_the_answer_to_why_says_it(app: MailSetup) -> None:
    """The mail's answer has it below the orders; the seal is the receipt's."""
    app.deliver(player_mail("B1: move 3\n"))
    seal = app.filed()[0].commitment
    app.resolve(1)
    app.deliver(player_mail("why 1\n", message_id="<m2@example.org>"), to=app.address(turn=2))
    words = " ".join(app.answer().split())
    assert "Filed 2026-01-01 12:00 UTC by mail. Message-ID <m1@example.org>, received 2026-01-01 12:00 UTC." in words
    assert "Sender check no verdict: nothing here checks senders." in words and f"Seal {seal}" in words


def test_nobody_else_is_told_of_a_mail(app: MailSetup) -> None:
    """While the game goes on of other seats nothing at all; after its end channel, time and seal, and nothing of the person."""
    app.deliver(player_mail(ORDERS))
    app.resolve(1)
    for reader, person in (("red", app.red.id), (None, ""), (None, app.blue.id)):
        assert explain(app.context, app.stream, 1, 1, reader, person).orders == []
    game_master.end(app.context, app.stream, "all agreed")
    for reader, person in (("red", app.red.id), (None, ""), ("blue", app.red.id), ("blue", "")):
        found = way(app, reader, person)
        assert found.channel == "mail" and found.at and found.seal
        assert (found.message_id, found.verdict, found.left_out, found.received) == ("", "", [], "")
    assert way(app, None, app.blue.id).message_id == "<m1@example.org>"


def test_a_seat_that_changed_hands(app: MailSetup) -> None:
    """The new player sees the orders, and of the old player's mail only its channel, time and seal."""
    app.deliver(player_mail(ORDERS))
    app.resolve(1)
    newcomer = app.gateway.people.add("A successor", "green@example.org", "2026-01-01T12:00:00.000000Z")
    replace_player(app.context, app.stream, "blue", newcomer.id, "the captain fell ill")
    found = way(app, person=newcomer.id)
    assert found.seal == app.filed()[0].commitment and (found.message_id, found.verdict, found.left_out) == ("", "", [])


def test_the_words_of_a_mail_are_forgotten_and_the_facts_stay(app: MailSetup) -> None:
    """After the time of retention: what kind of thing was left out, but none of its words; all else is as it was."""
    app.deliver(player_mail(ORDERS))
    app.resolve(1)
    before = way(app, person=app.blue.id)
    app.gateway.flush()
    app.gateway.forget("2026-02-01T00:00:00.000000Z")
    after = way(app, person=app.blue.id)
    assert after.message_id == before.message_id and after.verdict == before.verdict
    assert len(after.left_out) == len(before.left_out) == 2 and "quoted text: 1 line" in after.left_out
    assert b"swordfish" not in content_of(app.database)


def test_of_an_erased_person_the_log_alone_is_left(app: MailSetup) -> None:
    """What the log has stays: when it was filed and its seal. Nothing of the mail is left in the file."""
    app.gateway.receive(player_mail(ORDERS), "blue@example.org", app.address(), "pipe")
    app.gateway.process_pending()
    app.resolve(1)
    app.gateway.flush()
    app.gateway.erase(app.blue.id)
    found = way(app, person=app.blue.id)
    assert (found.channel, found.message_id, found.left_out) == ("mail", "", []) and found.at and found.seal
    assert b"m1@example.org" not in content_of(app.database)


def test_orders_of_a_turn_that_was_played_again(app: MailSetup) -> None:
    """They lead back to the mail that first brought them, over any number of times, and say so."""
    app.deliver(player_mail(ORDERS))
    app.resolve(1)
    again = rerun(app.context, app.stream, 1, "a mistake of the rules")
    twice = rerun(app.context, app.stream, again, "another mistake")
    found = way(app, person=app.blue.id, turn=twice)
    assert (found.first, found.turn, found.message_id) == (1, twice, "<m1@example.org>")
    assert found.seal == app.filed()[-1].commitment != app.filed()[0].commitment
    assert f"for turn 1, and once more when that was played again as turn {twice}" in found.words


def test_the_last_filing_before_a_turn_of_stored_orders(app: MailSetup) -> None:
    """Filings are found by seat and turn; those of another seat, or of a later turn, are none of them."""
    app.deliver(player_mail("B1: move 3\n"))
    app.deliver(player_mail("R1: move 4\n", "red@example.org", "<r@example.org>"), app.address("red"), "red@example.org")
    app.resolve(1)
    app.deliver(player_mail("B1: move 5\n", message_id="<m2@example.org>"), app.address(turn=2))
    (first,) = filings_of(app.context, app.stream, "blue", 1)
    (second,) = filings_of(app.context, app.stream, "blue", 2)
    assert way_in(app.context, first, app.blue.id).message_id == "<m1@example.org>"
    assert way_in(app.context, second, app.blue.id).message_id == "<m2@example.org>"


def test_a_held_mail_that_was_confirmed(app: MailSetup) -> None:
    """The check of its sender says why it was held, and that its player confirmed it."""
    app.restart(AUTHSERV_ID="mx.example")
    disowned = {"Authentication_Results": "mx.example; dmarc=fail (p=reject) header.from=example.org"}
    app.deliver(player_mail("B1: move 3\n", **disowned))
    (held,) = app.gateway.mail_context.quarantine.waiting()
    app.gateway.mail_links.confirm(held.code)
    app.resolve(1)
    said = way(app, person=app.blue.id).verdict
    assert said.startswith("failed: ")
    assert said.endswith("; held, because the domain it says it is from disowns it, and confirmed")


def test_an_answer_to_red_tells_nothing_of_a_mail_of_blue(app: MailSetup) -> None:
    """Also when the game is over: a mail's answer is about its writer's own orders."""
    app.deliver(player_mail(ORDERS))
    app.resolve(1)
    game_master.end(app.context, app.stream, "all agreed")
    app.later(minutes=1)
    app.deliver(player_mail("why 1.1\n", "red@example.org", "<r@example.org>"), app.address("red", 2), "red@example.org")
    assert "B1 moves 3." in app.answer() and "Filed" not in app.answer() and "m1@example.org" not in app.answer()
