"""A whole story by mail: named, declined, called, ordering, back; and what is not let in afterwards."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from events.platform import PolicySet
from pbem.accounts.people import Person
from pbem.gateway.gateway import Gateway
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused
from pbem.service.games import seating
from pbem.service.history import OPERATOR
from pbem.service.ladder import absence
from pbem.service.repository import load
from tests.gateway.conftest import MailSetup, player_mail, text_of

FRIEND = "friend@example.org"


@pytest.fixture
def named(app: MailSetup) -> MailSetup:
    """The player of Red has named a friend who is new here, by mail."""
    app.restart(BASE_URL="https://wardroom.example")
    absence.set_policy(app.context, app.stream, PolicySet(sitters=True, why="as agreed"), OPERATOR)
    app.gateway.work()
    assert from_red(app, f"sitter: {FRIEND}", "<name@example.org>") == "orders accepted"
    return app


def from_red(app: MailSetup, text: str, message_id: str, turn: int = 1) -> str:
    return app.deliver(player_mail(text, "red@example.org", message_id), app.address("red", turn), "red@example.org")


def friend(app: MailSetup) -> Person:
    found = app.gateway.people.by_address(FRIEND)
    assert found is not None
    return found


def friends_address(app: MailSetup, turn: int = 1) -> str:
    return app.gateway.signer.seat_address(app.stream, "red", turn, friend(app).key)


def from_friend(app: MailSetup, text: str, message_id: str, to: str = "", turn: int = 1) -> str:
    return app.deliver(player_mail(text, FRIEND, message_id), to or friends_address(app, turn), FRIEND)


def to(app: MailSetup, person: Person) -> list[EmailMessage]:
    """All mails to a person, oldest first."""
    return app.queued(to=person.id)


def words(mail: EmailMessage) -> str:
    """Its text on one line."""
    return " ".join(text_of(mail).split())


def away(app: MailSetup) -> None:
    """The player of Red is away for three days, and the clock has sent what follows."""
    app.later(minutes=1)
    assert from_red(app, "absent until 2026-01-04: at sea", "<away@example.org>") == "orders accepted"
    app.later(minutes=1)
    app.gateway.work()


def sound(app: MailSetup) -> bool:
    found = audit(app.context, app.stream)
    assert not found.broken, found.broken
    return found.sound


def test_who_is_named_is_told_and_sees_nothing_yet(named: MailSetup) -> None:
    """The address is not in the log; no report goes to it, and what it could order with is nobody's."""
    (mail,) = to(named, friend(named))
    assert mail["Subject"] == "[g1] who orders for Red"
    assert "asks you to order for them when they cannot" in words(mail)
    assert "https://wardroom.example/mail/sitter/g1-red-" in text_of(mail)
    assert not re.search(r"\bR1\b", text_of(mail)) and FRIEND not in text_of(mail)
    named.gateway.work()
    assert len(to(named, friend(named))) == 1
    assert named.gateway.inbox.judge(friends_address(named)).startswith("550")
    assert from_friend(named, "R1: move 4", "<early@example.org>").startswith("answered: no game was found")
    assert named.gateway.seat_link(f"g1-red-1-{'a' * 16}") is None
    assert named.filed() == []
    assert FRIEND not in str([entry.event for entry in named.store.read(named.stream)])
    assert sound(named)


def test_named_again_they_are_not_told_again(named: MailSetup) -> None:
    from_red(named, f"sitter: {FRIEND}\nstatus", "<again@example.org>")
    assert len(to(named, friend(named))) == 1
    answer = words(to(named, named.red)[-1])
    assert f"{FRIEND} orders for red when you cannot" in answer


def test_the_link_of_the_mail_declines(named: MailSetup) -> None:
    """The player is told; the link is out of use then."""
    (mail,) = to(named, friend(named))
    claim = text_of(mail).partition("/mail/sitter/")[2].split()[0]
    links = named.gateway.mail_links
    asked = links.naming(claim)
    assert asked and (asked.stream, asked.seat, asked.sits) == ("g1", "red", False)
    assert links.naming(claim[:-1] + ("a" if claim[-1] != "a" else "b")) is None
    assert links.decline(claim) == asked
    assert links.naming(claim) is None and links.decline(claim) is None
    assert "does not want to, or cannot" in words(to(named, named.red)[-1])
    assert load(named.context, named.stream).ledger.sitters == {}
    assert sound(named)


def test_both_are_told_when_they_are_called_and_the_report_follows(named: MailSetup) -> None:
    """Once, however often the clock beats, and whatever is lost between the mails and their marks."""
    away(named)
    _, called, report = to(named, friend(named))
    assert called["Subject"] == "[g1 T1] who orders for Red"
    assert "YOU ORDER FOR Red now, in Open Sea (g1): its player is away, until Monday 2026-01-05, 12:00 UTC" in words(called)
    assert report["Subject"].startswith("[g1 T0]") and friends_address(named) in str(report["Reply-To"])
    told = to(named, named.red)[-1]
    assert told["Subject"] == "[g1 T1] who orders for Red" and "friend, orders for your seat Red" in words(told)
    count = len(named.queued())
    named.database.con.execute("DELETE FROM publications")  # as if it had crashed before it was noted
    named.restart(BASE_URL="https://wardroom.example").work()
    named.gateway.work()
    assert len(named.queued()) == count
    assert sound(named)


def test_their_orders_are_filed_for_the_seat(named: MailSetup) -> None:
    """The receipt goes to them, a copy to the player; press that comes for the seat goes to both."""
    away(named)
    assert named.gateway.inbox.judge(friends_address(named)) == ""
    assert from_friend(named, "R1: move 4\nready\npress to blue: hello", "<f1@example.org>") == "orders accepted"
    (filed,) = named.filed()
    assert filed.source.startswith("sitter ") and filed.sheet == {"R1": ["move 4"]}
    receipt, copy = to(named, friend(named))[-1], to(named, named.red)[-1]
    assert receipt["In-Reply-To"] == "<f1@example.org>" and words(receipt).startswith("ACCEPTED")
    assert copy["Subject"] == "[g1 T1] orders filed for you" and words(copy).startswith("FILED FOR YOU")
    assert "move 4" in text_of(copy) and named.address("red") in str(copy["Reply-To"])
    (press,) = [mail for mail in to(named, named.blue) if "press from Red" in str(mail["Subject"])]
    assert "hello" in text_of(press)
    sha = named.deliver(player_mail("press to red: aye", "blue@example.org", "<b1@example.org>"), named.address())
    assert sha == "orders accepted"
    for person in (named.red, friend(named)):
        assert "aye" in text_of(to(named, person)[-1])
    assert sound(named)


def test_a_mail_that_is_taken_twice_counts_once(named: MailSetup) -> None:
    away(named)
    raw = player_mail("R1: move 4", FRIEND, "<f1@example.org>")
    named.deliver(raw, friends_address(named), FRIEND)
    count = len(named.queued())
    again = player_mail("R1: move 4", FRIEND, "<f1@example.org>", X_Way="another")
    named.deliver(again, friends_address(named), FRIEND)
    assert len(named.filed()) == 1 and len(named.queued()) == count


def test_an_answer_to_a_report_that_the_player_passed_on_is_theirs(named: MailSetup) -> None:
    away(named)
    assert from_friend(named, "R1: move 5", "<f1@example.org>", named.address("red")) == "orders accepted"
    assert named.filed()[0].source.startswith("sitter ")
    assert from_red(named, "R1: move 6", "<r1@example.org>") == "orders accepted"
    assert from_friend(named, "R1: move 7", "<f2@example.org>", named.address("red")).startswith("refused")
    assert sound(named)


def test_each_report_of_the_seat_reaches_both_once(named: MailSetup) -> None:
    away(named)
    named.resolve(1)
    for _ in range(3):
        named.gateway.work()
    for person in (named.red, friend(named)):
        reports = [str(mail["Subject"])[:7] for mail in to(named, person) if str(mail["Subject"]).startswith("[g1 T1] Drill")]
        assert len(reports) == 1
    assert from_friend(named, "R1: move 2", "<f2@example.org>", turn=2) == "orders accepted"


def test_the_player_who_orders_is_back_and_nothing_works_any_more(named: MailSetup) -> None:
    """They are thanked, once; addresses, links and press are nobody's; they play for no other side."""
    away(named)
    signer, person = named.gateway.signer, friend(named)
    link = signer.seat_link(named.stream, "red", 1, person.key).rpartition("/")[2]
    assert named.gateway.seat_link(link) is not None
    named.later(minutes=1)
    assert from_red(named, "R1: move 3", "<back@example.org>") == "orders accepted"
    before = len(to(named, person))
    for _ in range(2):
        named.gateway.work()
    *_, left = to(named, person)
    assert len(to(named, person)) == before + 1
    assert words(left).startswith("THANK YOU: you do not order for Red of Open Sea (g1) any more: its player is back.")
    assert named.gateway.seat_link(link) is None
    assert named.gateway.inbox.judge(friends_address(named)).startswith("550")
    assert from_friend(named, "R1: move 9", "<late@example.org>").startswith("answered: no game was found")
    assert "You have no seat in any game" in words(to(named, person)[-1])
    named.deliver(player_mail("press to red: secret", "blue@example.org", "<b2@example.org>"), named.address())
    named.resolve(1)
    named.gateway.work()
    assert len(to(named, person)) == before + 2
    assert [filed.sheet for filed in named.filed()] == [{"R1": ["move 3"]}]
    seating.vacate(named.context, named.stream, "blue", "gone", OPERATOR)
    with pytest.raises(ActRefused, match="has played red of g1 cannot play for the other side"):
        seating.seat_player(named.context, named.stream, "blue", person.id, "a try", OPERATOR)
    assert sound(named)


def test_called_again_they_begin_with_the_present_report(named: MailSetup) -> None:
    away(named)
    from_red(named, "R1: move 3", "<back@example.org>")
    named.resolve(1)
    named.resolve(2)
    named.gateway.work()
    before = len(to(named, friend(named)))
    named.later(hours=1)
    from_red(named, "absent until 2026-02-04: again", "<away2@example.org>", turn=3)
    named.gateway.work()
    called, report = to(named, friend(named))[before:]
    assert called["Subject"] == "[g1 T3] who orders for Red" and str(report["Subject"]).startswith("[g1 T2]")


def test_who_cannot_go_on_says_so_and_the_player_is_told(named: MailSetup) -> None:
    away(named)
    mail = to(named, friend(named))[1]
    claim = text_of(mail).partition("/mail/sitter/")[2].split()[0]
    asked = named.gateway.mail_links.decline(claim)
    assert asked and asked.sits
    named.gateway.work()
    assert "any more: as you wished." in words(to(named, friend(named))[-1])
    assert "does not want to, or cannot" in words(to(named, named.red)[-1])
    assert sound(named)


def test_who_is_erased_orders_for_nobody(named: MailSetup) -> None:
    away(named)
    person = friend(named)
    named.gateway.erase(person.id)
    assert load(named.context, named.stream).ledger.sitting == {}
    named.gateway.work()
    assert sound(named)


def test_orders_that_were_held_for_them_count_only_while_they_sit(named: MailSetup) -> None:
    """Their mail had no sign of its sender; confirmed in time it is filed as theirs."""
    away(named)
    held = named.deliver(player_mail("R1: move 4", "stranger@example.net", "<h1@example.org>"), friends_address(named), "x@y.z")
    assert held.startswith("held")
    (code,) = named.database.con.execute("SELECT code FROM held").fetchone()
    assert named.gateway.mail_links.confirm(code) == "orders accepted"
    assert named.filed()[0].source.startswith("sitter ")
    from_red(named, "R1: move 3", "<back@example.org>")
    assert named.gateway.mail_links.confirm(code) == "the seat has another player now"


def test_the_game_ends_and_both_have_the_last_report(named: MailSetup) -> None:
    away(named)
    named.deliver(player_mail("B1: move 9", message_id="<b9@example.org>"), named.address())
    named.resolve(1)
    named.gateway.work()
    for person in (named.red, friend(named)):
        last = to(named, person)[-1]
        assert last["Subject"] == "[g1 T1] Drill: Open Sea: report of turn 1" and "THE GAME IS OVER" in text_of(last)
    assert sound(named)


def test_one_link_is_not_good_for_another(named: MailSetup) -> None:
    """Links of the naming and of unsubscribing are of the same form and not of the same worth."""
    away(named)
    gateway: Gateway = named.gateway
    key = friend(named).key
    claim = gateway.signer.sitter_link(named.stream, "red", key).rpartition("/")[2]
    leave = gateway.signer.unsubscribe_link(named.stream, "red", key).rpartition("/")[2]
    assert gateway.mail_links.unsubscribe(claim) is None and gateway.mail_links.naming(leave) is None
    assert gateway.mail_links.unsubscribe(leave) is not None
