"""No subject tells what happened: whatever the news are, a mail of one kind has the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from pbem.gateway.mailboxes.mail_tables import OutgoingMail
from pbem.gateway.outbound import notices
from pbem.gateway.outbound.receipt_mail import TEMPLATES
from pbem.gateway.scheduled.weekly_mail import WeekOfGame, weekly_mail
from pbem.service.games.game_master import announce, end
from pbem.service.history import OPERATOR
from pbem.service.masters.needs import Need
from pbem.service.masters.weekly import WeeklyMail
from pbem.service.orders.file import file_orders
from pbem.service.receipt import ExtensionRequest, PressDelivery, Receipt
from pbem.service.reports.publish import subject
from pbem.service.reports.turn_report import turn_report
from pbem.service.turns.rollback import roll_back
from tests.gateway.conftest import MailSetup, opened, player_mail
from tests.gateway.outbound.test_notices import AT, BLUE, SIGNER, TO, answered, given_up, held, lost, misuse, press, reject

Mails = Iterable[OutgoingMail]
RECEIPT = Receipt("g1", "Open Sea", "blue", "BLUE", 1, "accepted", "turn 1", "the unit")


def receipts(app: MailSetup) -> Mails:
    """Answers: taken, refused, late, the game is over."""
    for outcome in ("accepted", "partly", "refused", "unchanged", "late", "over"):
        receipt = replace(RECEIPT, outcome=outcome, problems=["B1 has no engine"], current_orders="B1: move 3")
        yield notices.receipt_mail(SIGNER, BLUE, receipt, answered("hello"), "receipt.x")


def requests(app: MailSetup) -> Mails:
    """Somebody wants more time; all have it."""
    for moved in (False, True):
        asked = ExtensionRequest("red", 24.0, "my exams", moved)
        yield notices.request_mail(SIGNER, TO, replace(RECEIPT, due=AT), asked, "request.x", AT)


def presses(app: MailSetup) -> Mails:
    """Whatever is written, to however many."""
    yield press("You have lost.")
    yield notices.press_mail(SIGNER, TO, PressDelivery(["blue"], "I resign", "p.2"), "red", "press.y", AT)


def weeks(app: MailSetup) -> Mails:
    """Something needs the game master, or nothing does."""
    row = app.store.games()[0]
    for needs in ([(Need("The game is paused", AT, "/g/g1/master"), AT)], []):
        games = [WeekOfGame(row, needs, ["The game is over."], 0)]
        yield weekly_mail(app.gateway.mail_context, BLUE, WeeklyMail(BLUE.id, AT, AT), games)


def queued(app: MailSetup, kind: str) -> Mails:
    rows = app.database.con.execute("SELECT message_id, recipient, raw FROM outbound WHERE kind=?", (kind,)).fetchall()
    return [OutgoingMail(message_id, kind, recipient, raw) for message_id, recipient, raw in rows]


def announcements(app: MailSetup) -> Mails:
    """The game master speaks, or the game has ended."""
    announce(app.context, "g1", "Welcome", OPERATOR)
    app.gateway.mail_announcement("g1", "Welcome", app.store.head("g1").version)
    end(app.context, "g1", "blue has won", OPERATOR)
    app.gateway.mail_announcement("g1", "The game is over: blue has won", app.store.head("g1").version - 1)
    return queued(app, "notice")


def invitations(app: MailSetup) -> Mails:
    for words in ("come", "the last player gave up a lost position"):
        app.gateway.mail_invitation(app.blue, "g1", "red", f"http://x/invite/{len(words)}", words)
    return queued(app, "notice")


def sign_ins(app: MailSetup) -> Mails:
    app.gateway.mail_sign_in(app.blue, "http://x/1", 30)
    app.gateway.mail_sign_in(app.blue._replace(id=""), "http://x/2", 30)
    return queued(app, "notice")


CASES: dict[str, Callable[[MailSetup], Mails]] = {
    "announcement.txt": announcements,
    "given_up.txt": lambda app: [given_up()],
    "held.txt": lambda app: [held(), held("it is signed by nobody")],
    "invitation.txt": invitations,
    "left.txt": lambda app: [notices.left_mail(SIGNER, TO, "left.x", AT)],
    "lost.txt": lambda app: [lost(), lost(("g1", "blue", "orders+g1@wardroom.example"))],
    "misuse.txt": lambda app: [misuse(mine=True), misuse(mine=True)],
    "press.txt": presses,
    "receipt.txt": receipts,
    "reject.txt": lambda app: [reject(), reject("Your mail is empty.")],
    "request.txt": requests,
    "sign_in.txt": sign_ins,
    "weekly.txt": weeks,
}
"""By its template: mails of one kind, about one turn, with all the news that it may have."""
TELLING = ("won", "over", "end", "paused", "refused", "accepted", "moves", "lost", "dead", "sunk", "due", "2026")


def test_every_template_is_here() -> None:
    """A mail that nobody has thought about may tell too much: write a case for it."""
    assert {path.name for path in TEMPLATES.glob("*.txt")} == set(CASES)


@pytest.mark.parametrize("template", CASES)
def test_no_subject_tells_the_news(app: MailSetup, template: str) -> None:
    """The same subject whatever is in the mail, and no word in it that tells."""
    subjects = {str(opened(mail.raw)["Subject"]) for mail in CASES[template](app)}
    assert len(subjects) == 1
    assert template == "given_up.txt" or not set(subjects.pop().lower().split()).intersection(TELLING)


def test_a_crews_receipt(app: MailSetup) -> None:
    """It comes unasked, when another of the crew has ordered."""
    made = [
        notices.crew_mail(SIGNER, BLUE, replace(RECEIPT, outcome="crew", notes=notes), "crew.x", AT)
        for notes in ([], ["The captain says move 3"])
    ]
    assert {str(opened(mail.raw)["Subject"]) for mail in made} == {"[g1 T1] your crew's orders"}


def test_a_report_of_a_turn_has_the_same_subject_whatever_happened(app: MailSetup) -> None:
    """Played, played with orders, rolled back, or the end of the game: the inbox shows the same line."""
    seen: set[str] = set()
    for happened in ("quiet", "orders", "back", "end"):
        if happened == "orders":
            file_orders(app.context, "g1", "blue", "B1: move 3", "mail-1")
        if happened == "back":
            roll_back(app.context, "g1", 0, "an order was read wrongly", OPERATOR)
        elif happened == "end":
            end(app.context, "g1", "blue has won", OPERATOR)
        else:
            app.resolve(app.store.games()[0].turn)
        turn = app.store.games()[0].closed
        seen.add(subject(turn_report(app.context, "g1", turn, "blue")).replace(f"T{turn}", "T").replace(f"turn {turn}", "turn"))
    assert seen == {"[g1 T] Drill: Open Sea: report of turn"}


def test_answers_have_the_players_own_subject(app: MailSetup) -> None:
    """Taken or not, on time or late."""
    for number, text in enumerate(("B1: move 3\n", "B1: fly\n", "status\n")):
        app.deliver(player_mail(text, message_id=f"<m{number}@example.org>"))
    assert {str(mail["Subject"]) for mail in app.queued("receipt", "refusal")} == {"Re: [g1 T0] Drill"}
