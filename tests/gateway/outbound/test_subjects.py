"""No subject tells what happened: whatever the news are, a mail of one kind has the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta

import pytest

from events.platform import PolicySet
from pbem.accounts.reminder_choices import ReminderChoice
from pbem.accounts.substitutes import ANY, Substitutes
from pbem.files import TEMPLATES
from pbem.gateway.forums.places import Place
from pbem.gateway.mailboxes.addresses import ANY_GAME
from pbem.gateway.mailboxes.mail_rows import OutgoingMail
from pbem.gateway.outbound import notices
from pbem.gateway.scheduled import outage_mail
from pbem.gateway.scheduled.sitter_mail import tell_named
from pbem.gateway.scheduled.weekly_mail import WeekOfGame, weekly_mail
from pbem.service.games.game_master import announce, end, extend, name_master
from pbem.service.games.opening import open_game
from pbem.service.history import OPERATOR
from pbem.service.ladder.absence import set_policy
from pbem.service.ladder.sitters import decline
from pbem.service.masters.needs import Need
from pbem.service.masters.weekly import WeeklyMail
from pbem.service.orders.file import file_orders
from pbem.service.outages.heal import heal
from pbem.service.outages.reported import report_outage
from pbem.service.press.messages import PressDelivery
from pbem.service.receipt import ExtensionRequest, Receipt, VoteNews
from pbem.service.reminders import choices
from pbem.service.reports.publish import subject
from pbem.service.reports.turn_report import turn_report
from pbem.service.thread.comments import NewComment, author_of, write_comment
from pbem.service.thread.following import follow
from pbem.service.turns.rollback import roll_back
from pbem.service.turns.tick import tick
from tests.gateway.conftest import MailSetup, opened, player_mail, text_of
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
    yield notices.press_mail(
        SIGNER,
        TO,
        PressDelivery(["blue"], "I resign", "p.2"),
        replace(RECEIPT, seat="red", titles={"red": "Red admiral"}),
        "press.y",
        AT,
    )


def weeks(app: MailSetup) -> Mails:
    """Something needs the game master, or nothing does."""
    row = app.store.games()[0]
    for needs in ([(Need("The game is paused", AT, "/g/g1/master"), AT)], []):
        games = [WeekOfGame(row, needs, ["The game is over."], 0)]
        yield weekly_mail(app.gateway.mail_context, BLUE, WeeklyMail(BLUE.id, AT, AT), games)


def queued(app: MailSetup, kind: str) -> list[OutgoingMail]:
    query = "SELECT message_id, recipient, raw FROM outbound JOIN outbound_raw USING (message_id) WHERE kind=?"
    rows = app.database.con.execute(query, (kind,)).fetchall()
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


def link_codes(app: MailSetup) -> Mails:
    """The code of each is another one."""
    app.gateway.forums.places.add(Place("club", "discourse", "https://forum.example", "wardroom"))
    for _ in range(2):
        app.gateway.mail_link_code(app.blue.id, "club")
    return queued(app, "notice")


def sign_ins(app: MailSetup) -> Mails:
    app.gateway.mail_sign_in(app.blue, "http://x/1", 30)
    app.gateway.mail_sign_in(app.blue._replace(id=""), "http://x/2", 30)
    return queued(app, "notice")


def votes(app: MailSetup) -> Mails:
    """Somebody wants something; enough want it, and it is done."""
    for done in ("", "The game has ended as a draw"):
        vote = VoteNews("red", "a draw", "nobody can win", "vote draw", ["red"], "1 of 2 players want it; 2 are needed", done)
        yield notices.vote_mail(SIGNER, TO, RECEIPT, vote, f"vote.{done}", AT)
        yield notices.decided_mail(SIGNER, BLUE, RECEIPT, vote, f"decided.{done}", AT)


def of_template(app: MailSetup, *words: str) -> Mails:
    """The mails in the queue that have one of these words; each must be there."""
    found = queued(app, "notice") + queued(app, "operator") + queued(app, "reminder") + queued(app, "refusal")
    for each in words:
        mails = [mail for mail in found if each in " ".join(text_of(opened(mail.raw)).split())]
        assert mails, each
        yield from mails


def reminders(app: MailSetup) -> Mails:
    """Nothing came; or all others are ready."""
    app.later(hours=21)
    app.gateway.remind()
    extend(app.context, "g1", 48, "asked for")
    file_orders(app.context, "g1", "blue", "B1: move 3", "mail-1")
    file_orders(app.context, "g1", "red", "R1: move 3\nready", "mail-2")
    app.gateway.remind()
    app.later(hours=1)
    app.gateway.remind()
    return of_template(app, "ORDERS ARE DUE", "ALL OTHERS ARE READY")


def lists_of_seats(app: MailSetup) -> Mails:
    """Reminders of several games in one, and the digest."""
    open_game(app.context, "drill", "open-sea", 24, {"blue": app.blue.id, "red": app.red.id})
    choices.choose(app.context, app.red, "", ReminderChoice("digest"))
    app.later(hours=20)
    app.gateway.remind()
    app.later(hours=1)
    app.gateway.remind()
    return of_template(app, "THESE SEATS WAIT")


def reminders_off(app: MailSetup) -> Mails:
    """Of one game, or of all."""
    for stream in ("g1", ANY_GAME):
        app.deliver(player_mail("x"), app.gateway.signer.reminders_address(stream, app.blue.id, app.blue.key))
    return of_template(app, "no more reminders of game g1", "no more reminders of any game")


def sitters(app: MailSetup) -> None:
    """Red's player names a friend, goes away, and is back; names them again, and the friend declines."""
    set_policy(app.context, "g1", PolicySet(sitters=True, why="as agreed"), OPERATOR)
    for number, text in enumerate(("sitter: friend@example.org", "absent until 2026-01-04: at sea", "not absent")):
        app.later(minutes=1)
        app.deliver(player_mail(text, "red@example.org", f"<s{number}@example.org>"), app.address("red"), "red@example.org")
        app.gateway.work()
    friend = app.gateway.people.by_address("friend@example.org")
    assert friend is not None
    decline(app.context, "g1", "red", friend.id)
    tell_named(app.gateway.mail_context, "g1", "red")


def about_sitters(*words: str) -> Callable[[MailSetup], Mails]:
    def made(app: MailSetup) -> Mails:
        sitters(app)
        return of_template(app, *words)

    return made


def offers(app: MailSetup, *words: str) -> Mails:
    """Red misses a turn, and the seat with it; a substitute takes it, another comes too late."""
    people = [app.gateway.people.add("A captain", f"{name}@example.net", AT) for name in ("first", "second")]
    for person in people:
        Substitutes(app.database).set_games(person.id, (ANY,))
    app.gateway.work()
    set_policy(app.context, "g1", PolicySet(offer_after=1, substitutes=True, why="house rules"), OPERATOR)
    file_orders(app.context, "g1", "blue", "B1: move 1", "mail-1")
    app.later(hours=24)
    tick(app.context)
    app.gateway.work()
    for mail in [mail for mail in app.queued("notice") if mail["Subject"] == "[g1] a seat for a substitute"]:
        sender = mail["To"].addresses[0].addr_spec
        app.deliver(player_mail("take", sender, f"<{sender}>"), mail["Reply-To"], sender)
    return of_template(app, *words)


def outages(app: MailSetup) -> Mails:
    """The service was away, or its clock was ahead."""
    app.later(hours=26)
    report_outage(app.context, app.clock[0] - timedelta(hours=6), app.clock[0], "The provider moved our server.")
    heal(app.context)
    assert outage_mail.tell(app.gateway.mail_context)
    return of_template(app, "NEW DEADLINES")


def silent(app: MailSetup, *words: str) -> Mails:
    """The game master is silent: players, game master and operator are told."""
    app.restart(POSTMASTER="operator@example.org")
    umpire = app.gateway.people.add("The umpire", "umpire@example.org", AT)
    name_master(app.context, "g1", umpire.id, "as agreed", "operator")
    set_policy(app.context, "g1", PolicySet(silent_then="operator", why="as all agreed"))
    app.deliver(player_mail("vote pause\n"))
    app.later(days=14)
    app.gateway.silent_masters.look()
    return of_template(app, *words)


def thread_mails(app: MailSetup, *words: str) -> Mails:
    """A turn is over, the game is; or somebody says so. Answers are refused, and the mail is ended, twice each."""
    watcher = app.gateway.people.add("A watcher", "watcher@example.net", AT)
    follow(app.context, "g1", watcher.id)
    author = author_of(app.context, "g1", app.red.id)
    for happened in ("moved", "said", "over"):
        if happened == "moved":
            app.resolve(1)
        elif happened == "said":
            write_comment(app.context, "g1", author, NewComment("R1 is lost"))
        else:
            end(app.context, "g1", "blue has won", OPERATOR)
        app.later(hours=1)
        app.gateway.tell_followers()
    signer, to = app.gateway.signer, (watcher.id, watcher.key)
    for number, text in enumerate(("", "x" * 10_001)):
        raw = player_mail(text, watcher.address, f"<w{number}@example.net>")
        app.deliver(raw, signer.thread_address("g1", *to), watcher.address)
    for number in range(2):
        follow(app.context, "g1", watcher.id)
        app.deliver(player_mail("x", message_id=f"<u{number}@example.net>"), signer.unfollow_address("g1", *to))
    return queued(app, "thread") if not words else of_template(app, *words)


CASES: dict[str, Callable[[MailSetup], Mails]] = {
    "announcement.txt": announcements,
    "given_up.txt": lambda app: [given_up()],
    "held.txt": lambda app: [held(), held("it is signed by nobody")],
    "invitation.txt": invitations,
    "left.txt": lambda app: [notices.left_mail(SIGNER, TO, "Blue", "left.x", AT)],
    "lost.txt": lambda app: [lost(), lost(("g1", "blue", "orders+g1@wardroom.example"))],
    "lost_seat.txt": lambda app: offers(app, "You do not play Red"),
    "misuse.txt": lambda app: [misuse(mine=True), misuse(mine=True)],
    "offer.txt": lambda app: offers(app, "A SEAT IS FREE"),
    "outage.txt": outages,
    "press.txt": presses,
    "receipt.txt": receipts,
    "reject.txt": lambda app: [reject(), reject("Your mail is empty.")],
    "reminder.txt": reminders,
    "reminders_off.txt": reminders_off,
    "request.txt": requests,
    "forum_code.txt": link_codes,
    "sign_in.txt": sign_ins,
    "silent.txt": lambda app: silent(app, "NOTHING WAS HEARD OF YOU", "THE GAME MASTER IS SILENT"),
    "silent_operator.txt": lambda app: silent(app, "Nothing was heard of the game master"),
    "sitter_called.txt": about_sitters("YOU ORDER FOR Red", "orders for your seat Red"),
    "sitter_left.txt": about_sitters("THANK YOU"),
    "sitter_named.txt": about_sitters("YOU ARE NAMED", "NOBODY IS NAMED"),
    "thread.txt": thread_mails,
    "thread_off.txt": lambda app: thread_mails(app, "no more mail of the thread"),
    "thread_refused.txt": lambda app: thread_mails(app, "there are no words to post", "the comment is too long"),
    "took_seat.txt": lambda app: offers(app, "is yours. The report", "You did not get Red"),
    "vote.txt": votes,
    "waiting_list.txt": lists_of_seats,
    "weekly.txt": weeks,
}
"""By its template: mails of one kind, about one turn, with all the news that it may have."""
TELLING = ("won", "over", "end", "paused", "refused", "accepted", "moves", "lost", "dead", "sunk", "due", "2026")


def test_every_template_is_here() -> None:
    """A mail that nobody has thought about may tell too much: write a case for it."""
    assert {path.name for path in (TEMPLATES / "mail").glob("*.txt")} == set(CASES)


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
