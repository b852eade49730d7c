"""Loops, robots and bounces: what is never answered, what stops mail, and how it begins again."""

from __future__ import annotations

import pytest

from pbem.gateway.inbound.settle import LAST
from pbem.gateway.mailboxes.deliverability import Mailboxes
from pbem.gateway.outbound.resend import resend
from pbem.service.reminders import choices
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail, text_of


def bounce(app: MailSetup, status: str, action: str = "failed", kind: str = "delivery-status") -> str:
    """A mail system tells us about the newest mail that went to blue; returns what became of that."""
    mail = [mail for mail in app.queued() if "blue@" in str(mail["To"])][-1]
    raw = (
        "From: MAILER-DAEMON@example.org\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
        f"Message-ID: <{status}.{len(app.gateway.tables.last(99))}@example.org>\r\n"
        f"Content-Type: multipart/report; report-type={kind}; boundary=b\r\n\r\n--b\r\n\r\nSorry.\r\n"
        f"--b\r\nContent-Type: message/{kind}\r\n\r\nReporting-MTA: dns; example.org\r\n\r\n"
        f"Final-Recipient: rfc822; blue@example.org\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--b--\r\n"
    )
    to = app.gateway.signer.bounce_address(str(mail["Message-ID"]))
    assert app.gateway.inbox.judge(to) == ""
    return app.deliver(raw.encode(), to=to, mail_from="")


@pytest.fixture
def published(app: MailSetup) -> MailSetup:
    """A service whose first reports are out, with an operator."""
    app.restart(POSTMASTER="boss@example.org")
    app.gateway.publish_pending()
    app.gateway.flush()
    return app


@pytest.mark.parametrize(
    "header",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "AUTO-GENERATED; x=1"},
        {"Precedence": "auto_reply"},
        {"X_Autoreply": "yes"},
        {"X_Autorespond": "yes"},
        {"Subject": "Out of office: until Monday"},
        {"Subject": "Abwesenheitsnotiz: Ihr Bericht"},
    ],
)
def test_a_machines_mail_is_dropped_without_an_answer(app: MailSetup, header: dict[str, str]) -> None:
    """M-13, M-14: a machine's mail files nothing and gets nothing, though its address is good; the outcome is recorded."""
    headers = {"Subject": "Re: [g1 T0] Drill", **{name.replace("_", "-"): value for name, value in header.items()}}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    raw = f"From: blue@example.org\r\nMessage-ID: <m@example.org>\r\n{head}\r\nB1: move 3\r\n".encode()
    assert app.deliver(raw).startswith("dropped: auto-reply")
    assert (app.filed(), app.queued()) == ([], [])


def test_a_person_may_say_that_they_are_one(app: MailSetup) -> None:
    """M-13: `Auto-Submitted: No` is a person's mail."""
    assert app.deliver(player_mail("B1: move 3", Auto_Submitted="No; really=1")) == "orders accepted"


def test_a_person_through_a_list_is_taken_with_their_address_only(app: MailSetup) -> None:
    """M-14: List-Id and Precedence of a list are no robot's, if the seat's address was used; without it they are dropped."""
    marks = {"List_Id": "<any.example.org>", "Precedence": "list"}
    assert app.deliver(player_mail("B1: move 3", **marks)) == "orders accepted"
    assert app.deliver(player_mail("B1: move 3", **marks), to=f"orders@{DOMAIN}").startswith("dropped: ")


@pytest.mark.parametrize("path", ["", "<>"])
def test_a_mail_with_no_return_path_is_never_answered(app: MailSetup, path: str) -> None:
    """M-15: the envelope decides, whatever the headers say."""
    assert app.deliver(player_mail("B1: move 3", Return_Path="<blue@example.org>"), mail_from=path).startswith("dropped: ")
    assert (app.filed(), app.queued()) == ([], [])


def test_a_missing_return_path_header_means_nothing(app: MailSetup) -> None:
    """M-15: a mail that was fetched has no envelope; that is no machine's mark."""
    sha = app.gateway.receive(player_mail("B1: move 3"), None, app.address())
    app.gateway.process_pending()
    assert app.outcome(sha) == "orders accepted"


@pytest.mark.parametrize(
    "headers",
    [{"sender": f"orders@{DOMAIN}"}, {"sender": f"orders+bounce-aaaaaaaaaaaaaaaa@{DOMAIN}"}, {"List_Id": f"<g1.{DOMAIN}>"}],
)
def test_our_own_mail_comes_to_an_end(app: MailSetup, headers: dict[str, str]) -> None:
    """M-16: what we wrote ourselves is dropped, and counted by its outcome."""
    assert app.deliver(player_mail("B1: move 3", **headers)).startswith("dropped: ")
    assert (app.filed(), app.queued()) == ([], [])


def test_a_robot_without_any_mark_is_not_answered_for_ever(app: MailSetup) -> None:
    """M-17: after three answers in an hour that only say «no orders» there are no more, hours later neither."""
    for number in range(8):
        app.deliver(player_mail("I am on holiday", message_id=f"<h{number}@x>"))
        app.later(minutes=5)
    assert len(app.queued("refusal")) == 3
    assert "get no answer" in " ".join(text_of(app.queued("refusal")[-1]).split())
    app.later(hours=20)
    app.deliver(player_mail("I am on holiday", message_id="<again@x>"))
    assert len(app.queued("refusal")) == 3
    app.deliver(player_mail("B1: move 3", message_id="<real@x>"))
    assert len(app.queued("receipt")) == 1
    app.deliver(player_mail("I am on holiday", message_id="<later@x>"))
    assert len(app.queued("refusal")) == 4


def test_a_bounce_marks_its_mail_and_three_strikes_stop_mail(published: MailSetup) -> None:
    """M-19: hard failures add up to a stop; the mail is marked, the operator told once; mail can begin again."""
    app = published
    assert bounce(app, "5.1.1") == "bounced: for good, 5.1.1"
    (report,) = [r for r in app.gateway.tables.reports("g1", "blue", 1)]
    assert report.status == "bounced"
    while not app.gateway.mail_context.mailboxes.deliverability(app.blue.id).stopped:
        resend(app.gateway.mail_context, app.blue)
        bounce(app, "5.1.1")
    resend(app.gateway.mail_context, app.blue)
    bounce(app, "5.1.1")
    notices = app.queued("operator")
    assert len(app.queued("report")) == 4 and len(notices) == 1
    assert "blue@example.org" in text_of(notices[0]) and "person resume" in text_of(notices[0])
    app.resolve(1)
    app.gateway.publish_pending()
    assert app.gateway.flush() == 2  # red's report and the operator's notice
    app.gateway.mail_context.mailboxes.resume(app.blue.id, app.gateway.mail_context.now())
    app.later(hours=7)
    assert app.gateway.flush() == 1


def test_one_mail_is_lost_but_once(published: MailSetup) -> None:
    """M-19: told twice, or read twice after a crash, one bounce is one strike."""
    bounce(published, "5.1.1")
    assert bounce(published, "5.1.1") == "bounced: as was told before"
    assert published.gateway.mail_context.mailboxes.deliverability(published.blue.id).score == 3


def test_soft_failures_weigh_less_and_are_forgotten(published: MailSetup) -> None:
    """M-19: a full mailbox is a soft failure; a mail that is answered proves that mail arrives."""
    assert bounce(published, "4.2.2") == "bounced: for now, 4.2.2"
    assert not published.gateway.mail_context.mailboxes.deliverability(published.blue.id).stopped
    published.deliver(player_mail("B1: move 3"))
    assert published.gateway.mail_context.mailboxes.deliverability(published.blue.id).score == 0


def test_an_absence_note_to_the_return_path_is_no_failure(published: MailSetup) -> None:
    """M-19: robots that answer the return path, and name addresses in what they say, prove that mail arrives."""
    report = published.gateway.tables.reports("g1", "blue", 1)[0]
    note = player_mail("I am away. For help write to my colleague red@example.org.", Auto_Submitted="auto-replied")
    outcome = published.deliver(note, to=published.gateway.signer.bounce_address(report.message_id), mail_from="")
    assert outcome.startswith("dropped: auto-reply")
    assert published.gateway.mail_context.mailboxes.deliverability(published.blue.id).score == 0


def test_a_delay_is_no_failure(published: MailSetup) -> None:
    """M-20: «not yet delivered» changes nothing, and gets no answer."""
    before = len(published.queued())
    assert bounce(published, "4.4.1", "delayed").startswith("dropped: ")
    assert published.gateway.tables.reports("g1", "blue", 1)[0].status == "sent"
    assert (published.gateway.mail_context.mailboxes.deliverability(published.blue.id).score, len(published.queued())) == (
        0,
        before,
    )


def test_a_complaint_stops_the_games_reports(published: MailSetup) -> None:
    """M-20: who calls a report spam gets no more of that game; a notice that a mail was shown is ignored."""
    assert bounce(published, "2.0.0", "displayed", "disposition-notification").startswith("dropped: ")
    assert bounce(published, "5.0.0", "complaint", "feedback-report") == "complaint: reports stopped"
    assert published.gateway.mail_context.mailboxes.has_left(published.blue.id, "g1")
    published.resolve(1)
    published.gateway.publish_pending()
    assert [str(mail["To"]) for mail in published.queued("report")][-1] == "The captain of R1 <red@example.org>"
    assert len(published.queued("report")) == 3


def test_a_complaint_about_a_reminder_stops_reminders_alone(published: MailSetup) -> None:
    """M-20: of that game; its reports go on, and the operator is told."""
    published.later(hours=21)
    published.gateway.remind()
    assert bounce(published, "5.0.0", "complaint", "feedback-report") == "complaint: reminders stopped"
    assert choices.stopped(published.context, published.blue, "g1") and not choices.stopped(
        published.context, published.blue, ""
    )
    assert not published.gateway.mail_context.mailboxes.has_left(published.blue.id, "g1")
    assert "No more reminders of g1 go to" in text_of(published.queued("operator")[-1])


def test_a_return_path_that_we_never_gave_out_is_refused(app: MailSetup) -> None:
    """M-19: nobody can mark mails as bounced by guessing."""
    assert app.gateway.inbox.judge(f"orders+bounce-aaaaaaaaaaaaaaaa@{DOMAIN}").startswith("550")


def test_a_reply_that_quotes_a_bounce_is_a_reply(app: MailSetup) -> None:
    """M-21: a person tells of their troubles with mail, headers and all, and orders below."""
    told = "B1: move 3\n\n> Final-Recipient: rfc822; blue@example.org\n> Action: failed\n> Status: 5.1.1\n"
    assert app.deliver(player_mail(told)) == "orders accepted"


def test_a_crash_while_reports_stop_or_resume_loses_no_word(published: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-24, M-51: stopped in between, leaving still ends with the notice, and coming back with the report."""
    app = published
    address = app.gateway.signer.unsubscribe_address("g1", "blue", app.blue.key)
    for change, raw, to, kind in (
        ("leave", player_mail("", message_id="<u@x>"), address, "notice"),
        ("rejoin", player_mail("resume", message_id="<r@x>"), app.address(), "report"),
    ):
        before = len(app.queued(kind))

        def fault(*args: object) -> None:
            raise OSError("the power fails")

        with monkeypatch.context() as broken:
            broken.setattr(Mailboxes, change, fault)
            app.deliver(raw, to=to)
        app.gateway.process_pending(failed=True)
        assert len(app.queued(kind)) > before
    assert not app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")


def test_leaving_by_one_click_and_coming_back(published: MailSetup) -> None:
    """M-51: one mail, or one POST without login, stops the game's reports; twice is fine; `resume` brings them back."""
    app = published
    address = app.gateway.signer.unsubscribe_address("g1", "blue", app.blue.key)
    for number in range(2):
        assert app.deliver(player_mail("", message_id=f"<u{number}@x>"), to=address) == "reports stopped"
    assert len(app.queued("notice")) == 1
    app.resolve(1)
    assert app.gateway.publish_pending() == 1
    assert app.deliver(player_mail("resume", message_id="<r@x>"), to=app.address(turn=2)) == "reports resumed"
    assert not app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")
    assert str(app.queued("report")[-1]["To"]) == "The captain of B1 <blue@example.org>"
    claim = app.gateway.signer.unsubscribe_link("g1", "blue", app.blue.key).rpartition("/")[2]
    mail_links = app.gateway.mail_links
    assert mail_links.leave(claim) and mail_links.leave(claim)
    shown = mail_links.unsubscribe(claim)
    assert shown is not None and shown.left
    assert mail_links.rejoin(claim) and not mail_links.leave(claim + "a")


def test_mail_in_a_players_name_does_not_silence_them(app: MailSetup) -> None:
    """M-17: anyone can write to our own address in a player's name; they are told so once a day, and not taken for a robot."""
    for number in range(5):
        raw = f"From: blue@example.org\r\nSubject: hello\r\nMessage-ID: <{number}@x>\r\n\r\nhello\r\n".encode()
        assert app.deliver(raw, to=f"orders@{DOMAIN}") == "answered: no game was found"
    assert len(app.queued("refusal")) == 1
    app.deliver(player_mail("hello", message_id="<his@x>"))
    assert len(app.queued("refusal")) == 2 and LAST not in app.answer()
