"""A database that was put back to an earlier moment: what is mailed of the other history is another mail."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from pbem.service.context import ServiceContext
from tests.gateway.builders.threading import threads
from tests.gateway.builders.tiny_game import GAMES
from tests.gateway.conftest import MailSetup, player_mail


@pytest.fixture
def app(app_in_file: MailSetup) -> MailSetup:
    return app_in_file


def rewound(app: MailSetup, then: sqlite3.Connection) -> None:
    """The backup is put back, an hour later by the clock."""
    then.backup(app.context.database.con)
    app.context = ServiceContext(app.database, GAMES, lambda: app.clock[0], app._entropy, b"a secret for tests")
    app.later(hours=1)
    app.restart()


def backup(app: MailSetup) -> sqlite3.Connection:
    then = sqlite3.connect(":memory:")
    app.context.database.con.backup(then)
    return then


def different(app: MailSetup, play: Callable[[], object]) -> tuple[list[EmailMessage], list[EmailMessage]]:
    """What is queued by playing on, and by playing on from the same moment once more, an hour later."""
    app.gateway.publish_pending()
    app.resolve(1)
    app.gateway.publish_pending()
    then, before = backup(app), len(app.queued())
    play()
    first = app.queued()[before:]
    rewound(app, then)
    play()
    return first, app.queued()[before:]


def turn(app: MailSetup) -> None:
    """A turn in which one mail is accepted, one refused, one asks; crew, press and a wish for more time go out."""
    address = app.address(turn=2)
    for number, text in enumerate(("B1: move 3", "B1: fly", "press to red: ahoy", "extend 24h")):
        app.deliver(player_mail(text, message_id=f"<{number}@x>"), address)
        app.later(minutes=1)
    app.resolve(2)
    app.gateway.publish_pending()


def test_no_message_id_stands_for_two_different_mails(app: MailSetup) -> None:
    """M-57: reports, receipts, press and notices of the turn that was played again; the same mails came again, too."""
    first, second = different(app, lambda: turn(app))
    assert len(first) == len(second) >= 8
    kinds = {str(mail["Subject"]).partition("]")[2][:9] for mail in first}
    assert len(kinds) >= 3
    assert {str(mail["Message-ID"]) for mail in first}.isdisjoint(str(mail["Message-ID"]) for mail in second)
    assert {str(mail["Date"]) for mail in first} != {str(mail["Date"]) for mail in second}


def test_what_was_mailed_before_the_backup_is_the_same_mail(app: MailSetup) -> None:
    """M-57: the report made before it, made again, has its old id: history up to there is one."""
    then = backup(app)
    app.gateway.publish_pending()
    first = [str(mail["Message-ID"]) for mail in app.queued("report")]
    rewound(app, then)
    app.gateway.publish_pending()
    assert [str(mail["Message-ID"]) for mail in app.queued("report")] == first


def test_threads_and_references_hold_on_either_side(app: MailSetup) -> None:
    """M-3, M-50, M-57: each history's mails are one thread with the report before it, and answers to them find their turn."""
    opening = None
    for mails in different(app, lambda: turn(app)):
        mine = [mail for mail in mails if "blue@" in str(mail["To"])]
        opening = opening or next(mail for mail in app.queued("report") if "blue@" in str(mail["To"]))
        assert len(threads([opening, *mine])) == 1
    report = [mail for mail in app.queued("report") if "blue@" in str(mail["To"])][-1]
    answer = player_mail("B1: move 4", message_id="<answer@x>", In_Reply_To=str(report["Message-ID"]))
    assert app.deliver(answer, to=app.gateway.signer.address) == "orders accepted"
    assert app.filed()[-1].turn == 3
    code = app.gateway.signer.bounce_code(str(report["Message-ID"]))
    found = app.gateway.tables.by_code(code)
    assert found is not None and found.message_id == str(report["Message-ID"])


def test_a_word_of_the_game_master_is_known_by_its_event(app: MailSetup) -> None:
    """M-57: two announcements, each the first event after the backup."""

    def announce(words: str) -> str:
        app.gateway.mail_announcement("g1", words, app.store.head("g1").version)
        return str(app.queued("notice")[-1]["Message-ID"])

    then = backup(app)
    app.deliver(player_mail("B1: move 3"))
    first = announce("Dinner is at eight")
    rewound(app, then)
    app.deliver(player_mail("B1: move 3"))
    assert announce("Dinner is at nine") != first


@pytest.mark.parametrize("text", ["B1: move 3", "B1: fly", "status", "hello"])
def test_the_same_mail_taken_again_is_answered_by_the_same(app: MailSetup, text: str) -> None:
    """M-22, M-57: while history stays, one mail has one answer, whatever comes between, and though its turn is resolved."""
    app.deliver(player_mail(text))
    app.deliver(player_mail("B1: move 5", message_id="<between@x>"))
    before = [str(mail["Message-ID"]) for mail in app.queued()]
    app.deliver(b"Received: from a relay\r\n" + player_mail(text))
    app.resolve(1)
    app.deliver(b"Received: from another\r\n" + player_mail(text))
    assert [str(mail["Message-ID"]) for mail in app.queued()] == before
