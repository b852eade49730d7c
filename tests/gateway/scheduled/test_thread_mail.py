"""Who follows a game's thread is mailed what is new there: once, of all together, and nothing that they know or may not see."""

from __future__ import annotations

import re
from email.message import EmailMessage
from unittest import mock

import pytest

from events.platform import PolicySet, PostHidden
from pbem.accounts.people import Person
from pbem.gateway.outbound.outbox import Outbox
from pbem.gateway.scheduled import thread_mail
from pbem.service.context import NoSuchGame, stamp
from pbem.service.games import game_master
from pbem.service.history import OPERATOR
from pbem.service.ladder.absence import set_policy
from pbem.service.orders.file import file_orders
from pbem.service.thread.comments import NewComment, author_of, delete_comment, edit_comment, write_comment
from pbem.service.thread.following import follow, follows, unfollow
from pbem.service.thread.hiding import hide_post
from tests.gateway.conftest import MailSetup, text_of


@pytest.fixture
def watcher(app: MailSetup) -> Person:
    """Somebody who does not play, and follows the game."""
    person = app.gateway.people.add("A watcher", "watcher@example.org", stamp(app.clock[0]))
    follow(app.context, app.stream, person.id)
    return person


def say(app: MailSetup, person: Person, text: str) -> str:
    return write_comment(app.context, app.stream, author_of(app.context, app.stream, person.id), NewComment(text))


def told(app: MailSetup, person: Person) -> list[EmailMessage]:
    """The mails of the thread to a person, after a beat of the clock."""
    app.later(minutes=1)
    app.gateway.tell_followers()
    return app.queued("thread", to=person.id)


def words(app: MailSetup, person: Person) -> str:
    (mail,) = told(app, person)
    return text_of(mail)


def test_all_that_is_new_is_in_one_mail(app: MailSetup, watcher: Person) -> None:
    """The turn's report in short, an announcement, public press, a comment; nothing of what was there before."""
    app.restart(BASE_URL="https://wardroom.example")
    file_orders(app.context, app.stream, "blue", "B1: move 3", "m0")
    app.resolve(1)
    game_master.announce(app.context, app.stream, "We play on Sunday", OPERATOR)
    file_orders(app.context, app.stream, "blue", "press to public: We strike at dawn", "m1")
    say(app, app.red, "Then we *sleep* until noon")
    text = words(app, watcher)
    assert "NEW IN THE THREAD of Open Sea (g1)" in text and "1 moves were made." in text
    assert "ANNOUNCEMENT 1 by the operator, Thursday" in text and "We play on Sunday" in text
    assert "PRESS from blue to everybody" in text and "We strike at dawn" in text
    assert "COMMENT 1 by red, Thursday 2026-01-01, 12:00 UTC:\n\nThen we *sleep* until noon\n" in text
    assert "https://wardroom.example/g/g1/thread" in text
    app.later(hours=1)
    assert len(told(app, watcher)) == 1, "what was told is not told again"


def test_what_was_there_before_is_not_told(app: MailSetup) -> None:
    """Who follows from now on is told what comes from now on."""
    say(app, app.red, "of yesterday")
    game_master.announce(app.context, app.stream, "of yesterday, too", OPERATOR)
    follow(app.context, app.stream, app.blue.id)
    assert told(app, app.blue) == []
    say(app, app.red, "of today")
    text = words(app, app.blue)
    assert "of today" in text and "yesterday" not in text


def test_a_player_is_told_comments_alone(app: MailSetup) -> None:
    """Their reports, announcements and press come anyway; nobody is told their own words."""
    follow(app.context, app.stream, app.blue.id)
    app.resolve(1)
    game_master.announce(app.context, app.stream, "We play on Sunday", OPERATOR)
    file_orders(app.context, app.stream, "red", "press to public: We strike at dawn", "m1")
    say(app, app.blue, "my own words")
    assert told(app, app.blue) == []
    say(app, app.red, "and theirs")
    text = words(app, app.blue)
    assert "and theirs" in text and not re.search("Sunday|dawn|my own|moves were made", text)


def test_one_mail_in_a_quarter_of_an_hour(app: MailSetup, watcher: Person) -> None:
    """What comes in between is told together when it is over."""
    say(app, app.red, "first")
    assert len(told(app, watcher)) == 1
    for text in ("second", "third"):
        say(app, app.red, text)
        assert len(told(app, watcher)) == 1
    app.later(minutes=15)
    _, mail = told(app, watcher)
    text = text_of(mail)
    assert "second" in text and "third" in text and "first" not in text


def test_headers(app: MailSetup, watcher: Person) -> None:
    """One thread apart from the game's reports; an answer goes to an address of its own; one click ends it."""
    app.restart(BASE_URL="https://wardroom.example")
    say(app, app.red, "first")
    told(app, watcher)
    app.later(minutes=15)
    say(app, app.red, "second")
    one, two = told(app, watcher)
    signer = app.gateway.signer
    for mail in (one, two):
        assert mail["Subject"] == "[g1] the thread of Open Sea"
        assert mail["References"] == mail["In-Reply-To"] == "<g1.thread@wardroom.example>"
        assert mail["Reply-To"] == signer.thread_address("g1", watcher.id, watcher.key)
        assert len(mail["Reply-To"].partition("@")[0]) <= 64 and not app.gateway.inbox.judge(mail["Reply-To"])
        link, address = re.findall("<([^>]*)>", mail["List-Unsubscribe"])
        assert link == signer.unfollow_link("g1", watcher.id, watcher.key) and link in text_of(mail)
        assert address == f"mailto:{signer.unfollow_address('g1', watcher.id, watcher.key)}?subject=unsubscribe"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and mail["Auto-Submitted"] == "auto-generated"
    assert one["Message-ID"] != two["Message-ID"]


def test_times_by_the_readers_clock(app: MailSetup, watcher: Person) -> None:
    app.gateway.people.set_zone(watcher.id, "Europe/Berlin")
    say(app, app.red, "good morning")
    assert "Thursday 2026-01-01, 13:00 in Europe/Berlin" in " ".join(words(app, watcher).split())


def test_a_crash_in_between_loses_and_repeats_nothing(app: MailSetup, watcher: Person) -> None:
    """The mail was queued and not noted: the next beat queues the same, and what came since is told in the next."""
    say(app, app.red, "first")
    with mock.patch.object(thread_mail, "note_told", side_effect=RuntimeError("killed")):
        assert len(told(app, watcher)) == 1
    say(app, app.red, "second")
    assert len(told(app, watcher)) == 1
    app.later(minutes=15)
    one, two = told(app, watcher)
    assert "first" in text_of(one) and "second" not in text_of(one)
    assert "second" in text_of(two) and "first" not in text_of(two)


def test_a_crash_before_the_mail(app: MailSetup, watcher: Person) -> None:
    """It was planned only: it comes at the next beat."""
    say(app, app.red, "first")
    with mock.patch.object(thread_mail, "thread_mail", side_effect=RuntimeError("killed")):
        assert told(app, watcher) == []
    assert "first" in words(app, watcher)


def test_a_delayed_game_is_told_with_its_delay(app: MailSetup, watcher: Person) -> None:
    """To watchers; players are told at once."""
    set_policy(app.context, app.stream, PolicySet(delay_hours=6.0, why="as agreed"), OPERATOR)
    follow(app.context, app.stream, app.red.id)
    app.later(minutes=1)
    file_orders(app.context, app.stream, "blue", "B1: move 3", "m0")
    app.resolve(1)
    say(app, app.blue, "that was close")
    assert "that was close" in words(app, app.red) and told(app, watcher) == []
    app.later(hours=5)
    assert told(app, watcher) == []
    app.later(hours=1)
    text = words(app, watcher)
    assert "that was close" in text and "moves were made" in text


def test_a_comment_that_was_changed_is_as_new_as_its_change(app: MailSetup, watcher: Person) -> None:
    """What it says now might tell what a watcher may not know yet; none that came after it is lost."""
    set_policy(app.context, app.stream, PolicySet(delay_hours=6.0, why="as agreed"), OPERATOR)
    app.later(minutes=1)
    post = say(app, app.blue, "hm")
    say(app, app.red, "indeed")
    app.later(hours=3)
    edit_comment(app.context, app.stream, app.blue.id, post, "R1 is sunk")
    app.later(hours=4)
    assert told(app, watcher) == []
    app.later(hours=3)
    text = words(app, watcher)
    assert "R1 is sunk" in text and "indeed" in text


def test_hidden_deleted_and_erased_words_are_not_told(app: MailSetup, watcher: Person) -> None:
    """They are hidden from everybody at once; of nothing no mail is made."""
    hidden, deleted = say(app, app.red, "abuse"), say(app, app.red, "regretted")
    file_orders(app.context, app.stream, "blue", "press to public: my name is on my cap", "m1")
    hide_post(app.context, app.stream, PostHidden(hidden, True, "abuse", "master"))
    delete_comment(app.context, app.stream, app.red.id, deleted)
    app.gateway.erase(app.blue.id)
    assert told(app, watcher) == []


def test_the_game_master_is_told_what_is_not_theirs(app: MailSetup) -> None:
    """They get no reports and no press by mail; their own announcement they know."""
    umpire = app.gateway.people.add("The umpire", "umpire@example.org", stamp(app.clock[0]))
    game_master.name_master(app.context, app.stream, umpire.id, "as agreed", OPERATOR)
    follow(app.context, app.stream, umpire.id)
    game_master.announce(app.context, app.stream, "We play on Sunday")
    assert told(app, umpire) == []
    file_orders(app.context, app.stream, "blue", "press to public: Foul!", "m1")
    text = words(app, umpire)
    assert "Foul!" in text and "Sunday" not in text


def test_very_much_is_cut(app: MailSetup, watcher: Person) -> None:
    """An answer holds the mail again, and must not grow too big."""
    for number in range(20):
        say(app, app.red, f"post {number} " + "x" * 9_000)
        say(app, app.blue, f"answer {number}")
    text = words(app, watcher)
    assert "post 14" in text and "answer 14" in text and "post 15" not in text and "10 more posts are in the thread" in text
    assert "(It goes on in the thread.)" in text and len(text) < 50_000


def test_followed_once_and_no_more(app: MailSetup, watcher: Person) -> None:
    """Followed twice is once; who has stopped is told nothing; what came meanwhile is not told when they follow again."""
    say(app, app.red, "first")
    follow(app.context, app.stream, watcher.id)
    assert "first" in words(app, watcher)
    assert unfollow(app.context, app.stream, watcher.id) and not unfollow(app.context, app.stream, watcher.id)
    say(app, app.red, "second")
    app.later(hours=1)
    assert len(told(app, watcher)) == 1
    follow(app.context, app.stream, watcher.id)
    say(app, app.red, "third")
    _, mail = told(app, watcher)
    assert "third" in text_of(mail) and "second" not in text_of(mail)


def test_a_stopped_mailbox_is_told_later(app: MailSetup, watcher: Person) -> None:
    """Nothing is lost while no mail goes to it; and an erased person follows nothing."""
    app.gateway.mail_context.mailboxes.stop(watcher.id, "full", stamp(app.clock[0]))
    say(app, app.red, "first")
    assert told(app, watcher) == []
    app.gateway.mail_context.mailboxes.resume(watcher.id, stamp(app.clock[0]))
    assert "first" in words(app, watcher)
    app.gateway.erase(watcher.id)
    assert not follows(app.context, app.stream, watcher.id)


def test_an_unknown_game_is_not_followed(app: MailSetup, watcher: Person) -> None:
    with pytest.raises(NoSuchGame):
        follow(app.context, "g99", watcher.id)


def test_planted_marks_are_defused(app: MailSetup, watcher: Person) -> None:
    """Nobody's words look like the line of ours above which answers are written."""
    say(app, app.red, "----- write your comment above this line -----\nme")
    assert "[...]" in words(app, watcher)


def test_spam_complaints_end_it(app: MailSetup, watcher: Person) -> None:
    """The reports of other games go on."""
    say(app, app.red, "first")
    (mail,) = told(app, watcher)
    assert isinstance(app.gateway.outbox, Outbox)
    code = app.gateway.signer.bounce_address(str(mail["Message-ID"]))
    report = (
        b"From: fbl@example.net\r\nSubject: complaint\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nspam\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\n"
        b"Feedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1\r\n\r\n--b--\r\n"
    )
    assert app.deliver(report, code, "fbl@example.net") == "complaint: mail of the thread stopped"
    assert not follows(app.context, app.stream, watcher.id)
