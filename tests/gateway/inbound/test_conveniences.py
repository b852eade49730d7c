"""By mail: a dry run, questions, and press; what a player sends and what comes back."""

from __future__ import annotations

from tests.gateway.conftest import MailSetup, player_mail, text_of


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
