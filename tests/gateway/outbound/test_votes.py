"""Votes by mail: the receipt, what the others are mailed, and the answer that agrees."""

from __future__ import annotations

from pbem.service.audit.verify import audit
from pbem.service.context import stamp
from pbem.service.games.game_master import name_master
from pbem.service.repository import load
from tests.gateway.conftest import MailSetup, player_mail, text_of


def words(text: str) -> str:
    """Unwrapped."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def test_a_vote_is_mailed_to_the_others_once(app: MailSetup) -> None:
    """With its reason, what stands, and the line that agrees; the subject does not say on what."""
    raw = player_mail("B1: move 3\nvote draw: nobody can win this\n")
    app.deliver(raw)
    app.deliver(raw)
    (mail,) = app.queued("notice")
    text = text_of(mail)
    assert "red@example.org" in mail["To"] and mail["Subject"] == "[g1 T1] a vote"
    assert words(text).startswith("A VOTE, in") and "Blue wants a draw." in words(text)
    assert "Why: nobody can win this" in text and "1 of 2 players want it; 2 are needed." in words(text)
    assert "`vote draw`" in words(text) and max(map(len, text.splitlines())) <= 72
    (receipt,) = app.queued("receipt")
    assert text_of(receipt).startswith("ACCEPTED") and "Missing: red" in words(text_of(receipt)) and len(app.filed()) == 1


def test_the_answer_agrees_and_it_is_done(app: MailSetup) -> None:
    """Red answers the mail about it with its line, quoted below; the game ends, and the other is told."""
    app.deliver(player_mail("vote draw: nobody can win this\n"))
    (mail,) = app.queued("notice")
    answer = f"vote draw\n\nOn Thursday the game wrote:\n{quoted(text_of(mail))}\n"
    app.deliver(player_mail(answer, "red@example.org", "<m2@example.org>"), mail["Reply-To"], "red@example.org")
    assert load(app.context, "g1").ledger.ended and audit(app.context, "g1").sound
    told = app.queued("notice")[-1]
    assert "blue@example.org" in told["To"].lower() and told["Subject"] == "[g1 T1] a vote"
    assert "a draw. The game has ended as a draw." in words(text_of(told)) and len(app.queued("notice")) == 2
    receipt = text_of(app.queued("receipt")[-1])
    assert receipt.startswith("ACCEPTED") and "In force now" not in receipt and "that is enough" in words(receipt)
    assert "log head after turn 1 of g1" in receipt


def test_the_mail_about_it_quoted_back_votes_for_nothing(app: MailSetup) -> None:
    app.deliver(player_mail("vote draw: vote pause\n"))
    (mail,) = app.queued("notice")
    for number, text in enumerate((quoted(text_of(mail)), text_of(mail))):
        answer = f"R1: move 3\n\nOn Thursday the game wrote:\n{text}\n"
        app.deliver(player_mail(answer, "red@example.org", f"<q{number}@example.org>"), mail["Reply-To"], "red@example.org")
        assert load(app.context, "g1").ledger.votes == {"draw": ["blue"]}, number


def test_a_pause_says_so_and_a_vote_taken_back_is_not_mailed(app: MailSetup) -> None:
    app.deliver(player_mail("vote pause\n"))
    app.deliver(player_mail("not vote pause: not needed\n", message_id="<m2@example.org>"))
    assert "you do not vote for a pause any more" in words(app.answer()) and len(app.queued("notice")) == 1
    app.deliver(player_mail("vote pause: the fair\n", message_id="<m3@example.org>"))
    to_red = app.address("red")
    app.deliver(player_mail("vote pause\n", "red@example.org", "<m4@example.org>"), to_red, "red@example.org")
    assert load(app.context, "g1").ledger.paused
    assert "The game is paused" in words(text_of(app.queued("receipt")[-1]))
    assert "The game is paused" in words(text_of(app.queued("notice")[-1]))
    assert audit(app.context, "g1").sound


def test_a_roll_back_by_mail(app: MailSetup) -> None:
    """The receipt shows the turn that is open then; the answer to the mail about it orders for that turn."""
    for turn in (1, 2):
        app.resolve(turn)
    app.deliver(player_mail("vote roll back to 1: turn 2 was a slip\n"), app.address(turn=3))
    (mail,) = app.queued("notice")
    assert "going back to the end of turn 1" in words(text_of(mail)) and "`vote roll back to 1`" in words(text_of(mail))
    answer = player_mail("vote roll back to 1\n", "red@example.org", "<m2@example.org>")
    app.deliver(answer, mail["Reply-To"], "red@example.org")
    ledger = load(app.context, "g1").ledger
    assert ledger.turn == 4 and ledger.undone and audit(app.context, "g1").sound
    told = app.queued("notice")[-1]
    assert told["Subject"] == "[g1 T4] a vote"
    app.deliver(player_mail("B1: move 3\n", message_id="<m3@example.org>"), told["Reply-To"])
    assert app.filed()[-1].turn == 4


def test_who_ran_the_game_and_who_runs_it_are_told(app: MailSetup) -> None:
    """Also when they do not play."""
    master = app.gateway.people.add("The umpire", "umpire@example.org", stamp(app.clock[0]))
    name_master(app.context, "g1", master.id, "as agreed", "operator")
    app.deliver(player_mail("vote master red: the umpire has no time\n"))
    to_red = app.address("red")
    app.deliver(player_mail("vote master red\n", "red@example.org", "<m2@example.org>"), to_red, "red@example.org")
    assert load(app.context, "g1").ledger.master == app.red.id
    to = [mail["To"] for mail in app.queued("notice") if "HAVE DECIDED" in text_of(mail)]
    assert len(to) == 2 and "umpire@example.org" in str(to)
    assert "red runs the game from now on" in words(text_of(app.queued("notice")[-1]))
