"""The weekly mail to those who run games: on Monday, once, over all their games, and only when there is something to tell."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

from pbem.accounts.people import Person
from pbem.gateway.mailboxes.addresses import WEEKLY
from pbem.gateway.scheduled.weekly_mail import queue_weekly_mails
from pbem.service.context import stamp
from pbem.service.games.game_master import name_master, pause, resume
from pbem.service.games.opening import open_game
from pbem.service.history import OPERATOR
from pbem.service.masters import weekly
from pbem.service.masters.co_masters import name_co_master
from pbem.service.reminders import choices
from tests.gateway.conftest import MailSetup, player_mail, text_of

TO_MONDAY = 92
"""Hours from the start of the tests, a Thursday noon, to Monday at eight."""


@pytest.fixture
def master(app: MailSetup) -> Person:
    """Runs the game, which the operator has paused."""
    found = app.gateway.people.add("The club's game master", "master@example.org", stamp(app.clock[0]))
    name_master(app.context, app.stream, found.id, "the club's table", OPERATOR)
    pause(app.context, app.stream, "the club moves", OPERATOR)
    return found


def mails(app: MailSetup) -> list[EmailMessage]:
    """Those that the clock sent to people, once it has looked twice."""
    queue_weekly_mails(app.gateway.mail_context)
    queue_weekly_mails(app.gateway.mail_context)
    return app.queued("weekly")


def test_on_monday_morning_once_a_week(app: MailSetup, master: Person) -> None:
    """Not before, not again, and again in the next week; the second time it goes on from the first."""
    assert mails(app) == []
    app.later(hours=TO_MONDAY, seconds=-1)
    assert mails(app) == []
    app.later(seconds=1)
    (mail,) = mails(app)
    assert mail["To"].endswith("<master@example.org>") and mail["Subject"] == "the week in the games you run"
    text = text_of(mail)
    assert "- The game is paused, since Thursday 2026-01-01, 12:00 UTC." in text
    assert f"{app.gateway.signer.base_url}/g/{app.stream}/master#clock" in text
    app.later(days=7)
    assert len(mails(app)) == 2


def test_by_the_masters_own_clock(app: MailSetup, master: Person) -> None:
    """An hour earlier in Berlin; times in it are told by that clock."""
    app.gateway.people.set_zone(master.id, "Europe/Berlin")
    assert mails(app) == []
    app.later(hours=TO_MONDAY - 1)
    (mail,) = mails(app)
    assert "13:00 in Europe/Berlin" in " ".join(text_of(mail).split())


def test_nothing_to_tell_is_no_mail(app: MailSetup, master: Person) -> None:
    """A game that runs by itself, without anything done by the clock."""
    resume(app.context, app.stream, "it has moved", OPERATOR)
    assert mails(app) == []
    app.later(hours=TO_MONDAY)
    assert mails(app) == []
    pause(app.context, app.stream, "again", OPERATOR)
    app.later(hours=1)
    assert mails(app) == [], "the next one is due a week later"


def test_a_crash_in_between_sends_it_once(app: MailSetup, master: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Queued, and killed before it was noted: made again under the same name."""
    assert mails(app) == []
    app.later(hours=TO_MONDAY)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(weekly, "schedule", killed)
        with pytest.raises(KeyboardInterrupt):
            queue_weekly_mails(app.gateway.mail_context)
    app.restart()
    app.later(minutes=5)
    assert len(mails(app)) == 1


def test_all_games_and_all_who_run_them(app: MailSetup, master: Person) -> None:
    """One mail over all games of a master; a co-master gets one, too; after an outage it comes late."""
    second = open_game(app.context, "drill", "open-sea", players={"blue": app.blue.id})
    name_master(app.context, second, master.id, "a second table", OPERATOR)
    name_co_master(app.context, app.stream, app.red.id, "two see more")
    assert mails(app) == []
    app.later(hours=TO_MONDAY + 50)
    found = {str(mail["To"]).partition("<")[2]: text_of(mail) for mail in mails(app)}
    assert set(found) == {"master@example.org>", "red@example.org>"}
    assert f"({second})" in found["master@example.org>"] and f"({second})" not in found["red@example.org>"]
    assert "Seat Red is free" in found["master@example.org>"]


def test_who_wants_none_gets_none(app: MailSetup, master: Person) -> None:
    """Nor does anybody whose mailbox takes no mail, or who is erased; nothing is kept of them then."""
    assert mails(app) == []
    weekly.set_wanted(app.context, master.id, False)
    assert not weekly.wants(app.context, master.id)
    app.later(hours=TO_MONDAY)
    assert mails(app) == []
    weekly.set_wanted(app.context, master.id, True)
    app.gateway.mail_context.mailboxes.stop(master.id, "gone", stamp(app.clock[0]))
    app.later(days=7)
    assert mails(app) == []
    app.gateway.erase(master.id)
    rows = app.database.con.execute("SELECT person FROM weekly_mails").fetchall()
    assert rows == [] and app.store.games_run_by_nobody()[0].stream == app.stream


def test_the_mail_names_the_way_to_stop_it(app: MailSetup, master: Person) -> None:
    """RFC 2369 and RFC 8058, as in reminders: page, address, one click; a mail there stops this mail, and no reminders."""
    app.restart(BASE_URL="https://wardroom.example")
    assert mails(app) == []
    app.later(hours=TO_MONDAY)
    (mail,) = mails(app)
    link, address = re.findall("<([^>]*)>", mail["List-Unsubscribe"])
    signer = app.gateway.signer
    assert link == signer.reminders_link(WEEKLY, master.id, master.key) and link in text_of(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = signer.reminders_address(WEEKLY, master.id, master.key)
    assert address == f"mailto:{stop}?subject=unsubscribe"
    for number in range(2):
        assert app.deliver(player_mail("x", message_id=f"<{number}@x>"), stop) == "reminders stopped"
    assert not weekly.wants(app.context, master.id) and not choices.stopped(app.context, master, "")
    (told,) = app.queued("notice")
    assert "no more weekly mail" in text_of(told) and link in text_of(told)


def test_the_operator_has_games_without_a_master(app: MailSetup) -> None:
    """At the postmaster's address, if there is one."""
    app.restart(POSTMASTER="operator@example.org")
    pause(app.context, app.stream, "the club moves", OPERATOR)
    assert mails(app) == []
    app.later(hours=TO_MONDAY)
    assert mails(app) == []
    (mail,) = app.queued("operator")
    assert mail["To"] == "operator@example.org" and "no game master" in text_of(mail)
    assert mail["List-Unsubscribe"] is None, "the postmaster's address is a setting"
