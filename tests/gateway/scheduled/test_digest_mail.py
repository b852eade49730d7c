"""The daily digest: at eight by each person's clock, of all games that wait for them; nothing when none does."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest

from events.platform import SitterCalled
from pbem.accounts.reminder_choices import ReminderChoice
from pbem.gateway.scheduled import digest_mail
from pbem.service.context import parse_stamp
from pbem.service.decide import change, public
from pbem.service.games import game_master
from pbem.service.games.opening import open_game
from pbem.service.orders.file import file_orders
from pbem.service.reminders import choices
from pbem.service.reminders.reminder_tables import ReminderTables
from tests.gateway.conftest import MailSetup, text_of

DIGEST = ReminderChoice("digest")


def at(app: MailSetup, hours: float) -> int:
    """How many mails blue has, when the clock beats so many hours after the start, which is noon."""
    app.clock[0] = parse_stamp("2026-01-01T12:00:00.000000Z") + timedelta(hours=hours)
    app.gateway.remind()
    return len(blues(app))


def blues(app: MailSetup) -> list[EmailMessage]:
    return [mail for mail in app.queued("reminder") if "blue@" in str(mail["To"]).lower()]


def opened(app: MailSetup, hours: float, **players: str) -> str:
    return open_game(app.context, "drill", "open-sea", hours, {"blue": app.blue.id, "red": app.red.id, **players})


def test_once_a_day_at_eight(app: MailSetup) -> None:
    """All games, the nearest deadline first, one without a deadline last; no reminders beside it; next day again."""
    opened(app, 96)
    opened(app, 48)
    opened(app, 0)
    choices.choose(app.context, app.blue, "", DIGEST)
    assert [at(app, hours) for hours in (0, 19.9, 20, 20, 23, 43.9, 44)] == [0, 0, 1, 1, 1, 1, 2]
    text = " ".join(text_of(blues(app)[0]).split())
    places = [text.index(f"({stream})") for stream in ("g1", "g3", "g2", "g4")]
    assert places == sorted(places) and "Blue: there is no deadline." in text and "due in 4 hours" in text
    assert blues(app)[0]["Subject"] == "4 seats wait for your orders"
    assert len(app.queued("reminder")) > 2, "red wants reminders"


def test_by_ones_own_clock(app: MailSetup) -> None:
    """Eight in New York is 13:00 UTC."""
    opened(app, 96)
    app.gateway.people.set_zone(app.blue.id, "America/New_York")
    choices.choose(app.context, app.gateway.people.by_id(app.blue.id) or app.blue, "", DIGEST)
    assert [at(app, hours) for hours in (0.9, 1, 24.9, 25)] == [0, 1, 1, 2]


def test_nothing_when_nothing_waits(app: MailSetup) -> None:
    """Filed and waited for no more; filed and the only one who is not ready it is told again."""
    choices.choose(app.context, app.blue, "", DIGEST)
    file_orders(app.context, "g1", "blue", "B1: move 3", "m1")
    assert at(app, 20) == 0
    game_master.extend(app.context, "g1", 48, "asked for")
    file_orders(app.context, "g1", "red", "ready", "m2")
    assert [at(app, 43), at(app, 44)] == [0, 1]
    assert "ALL OTHERS ARE READY" in text_of(blues(app)[0])


def test_a_game_that_waits_for_players_is_in_none(app: MailSetup) -> None:
    """Its clock does not run yet."""
    open_game(app.context, "drill", "open-sea", 24, {"red": app.blue.id})
    choices.choose(app.context, app.blue, "", DIGEST)
    assert at(app, 20) == 1 and "(g2)" not in text_of(blues(app)[0])


def test_about_one_seat_it_is_answered_with_its_orders(app: MailSetup) -> None:
    choices.choose(app.context, app.blue, "", DIGEST)
    assert at(app, 20) == 1
    assert blues(app)[0]["Reply-To"] == app.address() and blues(app)[0]["Subject"] == "[g1 T1] a reminder"


def test_in_one_game_only_and_of_a_seat_one_sits_for(app: MailSetup) -> None:
    """The other game has reminders as before."""
    other = app.gateway.people.add("Another", "other@example.org", "2026-01-01T12:00:00.000000Z")
    second = opened(app, 96, blue=other.id)
    change(app.context, second, lambda record, now: public(record, SitterCalled("blue", 1, app.blue.id, "missed", False)))
    choices.choose(app.context, app.blue, second, DIGEST)
    assert at(app, 20) == 1 and "Nothing is filed for Blue, which you sit for." in " ".join(text_of(blues(app)[0]).split())
    assert at(app, 21) == 2 and "(g1)" in text_of(blues(app)[1])


def test_no_more_digests_once_one_wants_none(app: MailSetup) -> None:
    opened(app, 96)
    choices.choose(app.context, app.blue, "", DIGEST)
    choices.stop(app.context, app.blue, "")
    assert at(app, 20) == 0 and choices.stopped(app.context, app.blue, "")


def test_a_day_without_the_service_until_night_has_none(app: MailSetup) -> None:
    """Nobody is woken; the next comes in the morning."""
    opened(app, 96)
    choices.choose(app.context, app.blue, "", DIGEST)
    assert [at(app, hours) for hours in (35, 43.9, 44)] == [0, 0, 1]


def test_once_a_day_across_a_crash(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Queued, and the mark lost: the day's name keeps it one."""
    choices.choose(app.context, app.blue, "", DIGEST)
    with monkeypatch.context() as broken:
        broken.setattr(ReminderTables, "digest_at", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
        with pytest.raises(OSError, match="disk full"):
            at(app, 20)
    assert len(blues(app)) == 1
    app.restart()
    assert at(app, 20.1) == 1 and at(app, 20.2) == 1


def test_one_that_cannot_be_made_is_left_until_tomorrow(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(app, 96)
    choices.choose(app.context, app.blue, "", DIGEST)
    with monkeypatch.context() as broken:
        broken.setattr(digest_mail, "digest_of", lambda *_: (_ for _ in ()).throw(RuntimeError("no words")))
        assert at(app, 20) == 0
    assert [at(app, 21), at(app, 44)] == [0, 1]
