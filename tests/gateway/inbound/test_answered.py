"""Every mail of a known player at a good address is answered; only a robot that repeats itself is not."""

from __future__ import annotations

import pytest

from pbem.gateway.inbound.settle import LAST, NOT_STOPPED
from pbem.gateway.mailboxes.deliverability import Mailboxes
from tests.gateway.conftest import DOMAIN, MailSetup, player_mail, text_of

SERVER = "mx.wardroom.example"


def sent(app: MailSetup, words: list[str], to: str = "", subject: str = "", **headers: str) -> int:
    """So many mails of blue; how many answers they got to them."""
    before = len(app.queued())
    for number, text in enumerate(words):
        raw = player_mail(text, message_id=f"<{before}.{number}@x>", **headers)
        app.deliver(raw.replace(b"Re: [g1 T0] Drill", subject.encode()) if subject else raw, to)
    return len(app.queued()) - before


@pytest.mark.parametrize(
    "text",
    ["B1: move 3", "B1: move 99", "luck: again", "ready", "status", "preview\nB1: move 3", "press to red: hello", "resign"],
)
def test_what_comes_too_late_is_answered_each_time(app: MailSetup, text: str) -> None:
    """M-56: six mails for a turn that is resolved, within the hour, as a slow server sends them; then one for another game."""
    app.resolve(1)
    assert sent(app, [text] * 6, app.address(turn=1)) >= 6
    assert sent(app, ["hello there"], app.address(turn=2)) == 1 and LAST not in app.answer()


@pytest.mark.parametrize(
    "text", ["B1: move 3", "B1: move 99", "luck: again", "ready", "status", "extend 24h", "press to red: x"]
)
def test_what_comes_when_the_game_is_over_is_answered_each_time(app: MailSetup, text: str) -> None:
    """M-56: nothing counts any more, and whoever writes all the same is told so."""
    app.deliver(player_mail("B1: move 9", message_id="<last@x>"))
    app.resolve(1)
    assert sent(app, [text] * 6) == 6
    assert "has ended" in " ".join(app.answer().split())


@pytest.mark.parametrize("text", ["B1: what?", "B1: move 99", "B1: mvoe 3\nI tried my best"])
def test_orders_with_the_same_mistake_are_answered_each_time(app: MailSetup, text: str) -> None:
    """M-56: whoever names their ship plays, whatever they get wrong."""
    assert sent(app, [text] * 6) == 6


def test_a_person_who_cannot_make_themselves_understood_is_answered_each_time(app: MailSetup) -> None:
    """M-56: nothing in it is for the game, but no mail says what the one before it said."""
    words = [
        "Hello?",
        "How do I move my ship?",
        "Anybody there?",
        "I wrote to you before",
        "Please help",
        "This is the last time",
    ]
    assert sent(app, words) == 6
    assert LAST not in app.answer()


def test_a_robots_numbers_do_not_make_other_words_of_its_words(app: MailSetup) -> None:
    """M-17: a ticket's number and the hour change with each of its mails; the rest stays."""
    assert sent(app, [f"Your request was received at 12:0{n}.\nTicket #47{n}1" for n in range(6)]) == 3


def test_a_robot_is_not_heard_in_a_game_that_is_over(app: MailSetup) -> None:
    """M-17: late words and words for a game that has ended are a robot's, too, if they are nothing but that."""
    app.resolve(1)
    assert sent(app, ["I am away"] * 6, app.address(turn=1)) == 3
    app.deliver(player_mail("B1: move 9", message_id="<last@x>"), app.address(turn=2))
    app.resolve(2)
    assert sent(app, ["I am out of the office"] * 6, app.address(turn=3)) == 3


def test_a_mail_that_comes_often_is_one_mail(app: MailSetup) -> None:
    """M-17, M-22: four copies by other ways are answered once, and count once."""
    raw = player_mail("hello", message_id="<one@x>")
    for hop in range(4):
        app.deliver(b"Received: from relay%d\r\n" % hop + raw)
    assert len(app.queued()) == 1
    assert sent(app, ["hello", "hello"]) == 2


def test_a_crash_takes_no_answer_away(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """M-17, M-24: the third mail of the same words, stopped when it was counted, is answered when it is taken again."""
    sent(app, ["hello"] * 2)
    counted = Mailboxes.repeated_mails

    def fault(self: Mailboxes, *args: str) -> int:
        counted(self, *args)
        raise OSError("the power fails")

    with monkeypatch.context() as broken:
        broken.setattr(Mailboxes, "repeated_mails", fault)
        assert sent(app, ["hello"]) == 0
    app.gateway.process_pending(failed=True)
    assert len(app.queued()) == 3 and LAST in " ".join(app.answer().split())


def test_a_player_who_resumes_what_was_not_stopped_is_told_so(app: MailSetup) -> None:
    """M-56: `resume` of one whose reports go out as ever is answered with how their game stands."""
    assert sent(app, ["resume"]) == 1
    assert NOT_STOPPED in " ".join(app.answer().split())


def test_a_player_who_resumes_a_game_that_is_over_is_told_so(app: MailSetup) -> None:
    """M-51, M-56: there is no report to be sent any more."""
    app.gateway.mail_links.leave(app.gateway.signer.unsubscribe_link("g1", "blue", app.blue.key).rpartition("/")[2])
    app.deliver(player_mail("B1: move 9", message_id="<last@x>"))
    app.resolve(1)
    assert sent(app, ["resume"]) == 1
    assert not app.gateway.mail_context.mailboxes.has_left(app.blue.id, "g1")


def vouched(result: str) -> dict[str, str]:
    return {"Authentication_Results": f"{SERVER}; dmarc={result} header.from=example.org"}


def test_a_mail_that_names_no_game_is_answered_each_time_if_it_is_surely_its_players(app: MailSetup) -> None:
    """M-17, M-56: at our own address, each mail that their domain vouches for; else one a day: anyone can write their name."""
    app.restart(AUTHSERV_ID=SERVER)
    words = [f"{word} where?" for word in ("hello", "who", "what", "when", "how", "why")]
    signer = f"orders@{DOMAIN}"
    assert sent(app, words, signer, "hello", **vouched("pass")) == 6
    assert sent(app, ["I am away"] * 6, signer, "hello", **vouched("pass")) == 3
    assert sent(app, words, signer, "hello") == 1


def test_a_mail_that_names_the_game_in_its_subject_alone_is_answered(app: MailSetup) -> None:
    """M-4, M-56: held orders are asked about, however many they are; a mail without any is told where to write."""
    app.restart(AUTHSERV_ID=SERVER)
    signer = f"orders@{DOMAIN}"
    assert sent(app, [f"B1: move {n}" for n in range(1, 8)], signer, **vouched("pass")) == 7
    assert sent(app, ["> B1: move 3\n"], signer, **vouched("pass")) == 1
    assert "could not tell which game" in " ".join(text_of(app.queued()[-1]).split())
