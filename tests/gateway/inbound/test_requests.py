"""What a mail asks for beside orders: press, a preview, questions, more time, absence, leaving; what it brings the others."""

from __future__ import annotations

from events.platform import PolicySet
from pbem.service.games.opening import open_game
from pbem.service.ladder.absence import set_policy
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from tests.gateway.conftest import MailSetup, player_mail, text_of


def words(text: str) -> str:
    """Unwrapped."""
    return " ".join(text.split())


def test_a_wish_for_more_time_is_mailed_to_the_others_once(app: MailSetup) -> None:
    """With its reason, the line that agrees, and what happens if one does nothing; no wider than 72 columns."""
    raw = player_mail("extend 24h: my exams\n")
    app.deliver(raw)
    app.deliver(raw)
    (mail,) = app.queued("notice")
    text = text_of(mail)
    assert "red@example.org" in mail["To"] and mail["Subject"] == "[g1 T1] about the deadline"
    assert text.startswith("MORE TIME: Blue asks for 24 hours more") and "Why: my exams" in text and "`extend 24h`" in text
    assert "orders stay due Friday 2026-01-02, 12:00 UTC" in words(text) and max(map(len, text.splitlines())) <= 72
    (receipt,) = app.queued("receipt")
    assert text_of(receipt).startswith("ACCEPTED") and "when red asks for it, too" in words(text_of(receipt))


def test_the_answer_agrees(app: MailSetup) -> None:
    """Red answers the mail about it with its line, quoted below; the deadline moves, and blue is told until when."""
    app.deliver(player_mail("extend 24h: my exams\n"))
    (mail,) = app.queued("notice")
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    answer = player_mail(f"extend 24h\n\nOn Thursday the game wrote:\n{quoted}\n", "red@example.org", "<m2@example.org>")
    app.deliver(answer, mail["Reply-To"], "red@example.org")
    assert load(app.context, "g1").ledger.due.startswith("2026-01-03T12:00")
    told = app.queued("notice")[-1]
    assert "blue@example.org" in told["To"].lower() and told["Subject"] == "[g1 T1] about the deadline"
    assert "Orders are due Saturday 2026-01-03, 12:00 UTC" in words(text_of(told)) and len(app.queued("notice")) == 2


def test_the_mail_about_it_quoted_back_asks_for_nothing(app: MailSetup) -> None:
    """Red quotes it, marked or not, and orders something else."""
    app.deliver(player_mail("extend 24h: absent until 2026-01-09\n"))
    (mail,) = app.queued("notice")
    for number, mark in enumerate(("> ", "")):
        quoted = "\n".join(f"{mark}{line}" for line in text_of(mail).splitlines())
        raw = player_mail(
            f"R1: move 3\n\nOn Thursday the game wrote:\n{quoted}\n", "red@example.org", f"<q{number}@example.org>"
        )
        app.deliver(raw, mail["Reply-To"], "red@example.org")
        ledger = load(app.context, "g1").ledger
        assert list(ledger.extensions) == ["blue"] and not ledger.absent, mark


def test_from_a_page_it_is_mailed_just_so(app: MailSetup) -> None:
    """And not to whoever wants no mail of the game."""
    file_orders(app.context, "g1", "red", "extend 2d", "a" * 64)
    for _ in range(2):
        app.gateway.mail_receipts("g1", "red", "a" * 64)
    (mail,) = app.queued("notice")
    assert "blue@example.org" in mail["To"].lower() and "48 hours" in text_of(mail)
    app.gateway.mail_context.mailboxes.leave(app.blue.id, "g1", "2026-01-01T12:00:00.000000Z")
    file_orders(app.context, "g1", "red", "extend 3d", "b" * 64)
    app.gateway.mail_receipts("g1", "red", "b" * 64)
    assert len(app.queued("notice")) == 1


def test_the_receipt_of_a_player_who_leaves_asks_for_nothing_more(app: MailSetup) -> None:
    """No form, no deadline, no address: the seat is not theirs any more; what they mail later is not taken."""
    address = app.address("red")
    app.deliver(player_mail("resign red: no time\n", "red@example.org"), address, "red@example.org")
    text = app.answer()
    assert text.startswith("ACCEPTED") and "you have left red" in words(text)
    assert "In force now" not in text and "To change it" not in text and "reply" not in text
    app.deliver(player_mail("R1: move 3\n", "red@example.org", "<m2@example.org>"), address, "red@example.org")
    assert app.filed() == []


def test_an_absence_by_mail(app: MailSetup) -> None:
    """The receipt says until when; the orders beside it count."""
    app.deliver(player_mail("B1: move 3\nabsent until 2026-01-09: at sea\n"))
    assert "you are away until 2026-01-10 12:00 UTC" in words(app.answer()) and len(app.filed()) == 1
    assert load(app.context, "g1").ledger.absent["blue"].startswith("2026-01-10T12:00")


def test_a_word_too_few_is_explained(app: MailSetup) -> None:
    """`resign` alone ends no campaign: the receipt says what would."""
    app.deliver(player_mail("resign\n"))
    text = words(app.answer())
    assert text.startswith("NOT ACCEPTED") and "`resign blue: why`" in text and "blue" in load(app.context, "g1").ledger.players


def test_press_is_mailed_to_its_addressee_once(app: MailSetup) -> None:
    """Red gets blue's words with blue's seat and not their address; taken again after a crash the mail sends them no more."""
    raw = player_mail("press to red: Strike your colours!\nYou have a day.\n\nB1: move 3\n")
    app.deliver(raw)
    app.deliver(raw)
    (mail,) = [mail for mail in app.queued() if "Strike your colours!" in text_of(mail)]
    assert "red@example.org" in str(mail["To"]) and "blue@example.org" not in mail.as_string()
    assert "You have a day." in text_of(mail)
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}]


def test_press_among_seats_is_not_echoed_to_the_others(app: MailSetup) -> None:
    """M-48: red reads what was written to red; blue's own receipt counts the words, and nobody else gets a mail."""
    app.deliver(player_mail("press to red: psst\n"))
    to = {str(mail["To"]) for mail in app.queued() if "psst" in text_of(mail)}
    assert len(to) == 1 and "red@example.org" in to.pop()


def test_a_preview_is_answered_and_files_nothing(app: MailSetup) -> None:
    """The receipt says what the current orders would be."""
    app.deliver(player_mail("preview\nB1: move 3\n"))
    assert app.filed() == [] and app.answer().startswith("PREVIEW") and "move 3" in app.answer()


def test_a_mail_of_questions_is_answered(app: MailSetup) -> None:
    """M-41: nothing was ordered, and nothing is called cleared; each question has its answer."""
    app.deliver(player_mail("B1: move 3\n", message_id="<m0@example.org>"))
    app.resolve(1)
    app.deliver(player_mail("Help!\nhistory 1\nwhy 1\n"))
    text = app.answer()
    assert "press to red: words" in text and "B1 moves 3." in text and "Your orders for B1, as they stood" in text
    assert len(app.filed()) == 1


def test_the_answers_are_no_orders_when_they_come_back(app: MailSetup) -> None:
    """M-30: a reply that quotes help, an old report and the reasons in it orders nothing by that."""
    app.deliver(player_mail("B1: move 3\n", message_id="<m0@example.org>"))
    app.resolve(1)
    app.deliver(player_mail("help\nhistory 1\nwhy 1\n"), app.address(turn=2))
    answer = app.queued()[-1]
    quoted = "\n".join(f"> {line}" for line in text_of(answer).splitlines())
    for number, reply in enumerate((quoted, text_of(answer))):
        raw = player_mail(
            f"Thanks\n\nOn Thursday the game wrote:\n{reply}\n",
            message_id=f"<q{number}@example.org>",
            In_Reply_To=str(answer["Message-ID"]),
        )
        app.deliver(raw, app.address(turn=2))
        assert len(app.filed()) == 1, reply


def test_a_receipt_promises_no_early_end_where_there_is_none(app: MailSetup) -> None:
    """The first who is ready and the last are told of the deadline, and how to change their orders until then."""
    set_policy(app.context, "g1", PolicySet(early=False, why="as all agreed"))
    app.deliver(player_mail("ready\n"))
    app.deliver(player_mail("ready\n", "red@example.org", "<m2@example.org>"), app.address("red"), "red@example.org")
    first, last = (words(text_of(mail)) for mail in app.queued("receipt"))
    for text in (first, last):
        assert "Orders are due Friday 2026-01-02, 12:00 UTC" in text and "To change it" in text
        assert "resolved at once" not in text and "resolved now" not in text
    assert "Not ready yet: Red." in first and load(app.context, "g1").ledger.due.startswith("2026-01-02T12:00")


def test_a_vacation_by_mail(app: MailSetup) -> None:
    """One line in one game: the receipt names the other games that were told."""
    second = open_game(app.context, "drill", "open-sea", 24, {"red": app.blue.id, "blue": app.red.id})
    app.deliver(player_mail("absent everywhere until 2026-01-09: skiing\n"))
    text = words(app.answer())
    assert text.startswith("ACCEPTED") and f"that you are away: {second} (red). `not absent anywhere`" in text
    assert load(app.context, second).ledger.absent == {"red": "2026-01-10T12:00:00.000000Z"}
    app.deliver(player_mail("not absent anywhere\n", message_id="<m2@example.org>"))
    assert f"that you are back: {second} (red)" in words(app.answer()) and not load(app.context, second).ledger.absent
