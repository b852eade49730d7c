"""Reminders by mail: for whom, when, once, joined; answered with orders; and who gets none."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest

from events.platform import DeadlineSet, PolicySet, SitterCalled
from pbem.accounts.people import Person
from pbem.accounts.reminder_choices import ReminderChoice
from pbem.gateway.scheduled import reminder_mail
from pbem.service.context import parse_stamp
from pbem.service.decide import change, public
from pbem.service.games import game_master, seating
from pbem.service.games.opening import open_game
from pbem.service.history import PLAYER
from pbem.service.ladder.absence import set_absence
from pbem.service.orders.file import file_orders
from pbem.service.reminders import choices, due_reminders
from pbem.service.reminders.reminder_tables import Reminder, ReminderTables
from pbem.service.turns.close import close_turn
from tests.gateway.conftest import MailSetup, player_mail, text_of
from tests.service.builders.statements import statements


def words(text: str) -> str:
    """Unwrapped."""
    return " ".join(text.split())


def sent(app: MailSetup, who: Person | None = None) -> list[EmailMessage]:
    """The reminders in the outbound table, of all or of one person."""
    return [mail for mail in app.queued("reminder") if who is None or who.address in str(mail["To"])]


def at(app: MailSetup, hours: float) -> int:
    """How many reminders there are in all, when the clock beats so many hours after the start."""
    app.clock[0] = parse_stamp("2026-01-01T12:00:00.000000Z") + timedelta(hours=hours)
    app.gateway.remind()
    return len(sent(app))


def longer(app: MailSetup, hours: float = 72) -> str:
    """A second game of both, with turns of so many hours."""
    return open_game(app.context, "drill", "open-sea", hours, {"blue": app.blue.id, "red": app.red.id})


def sits(app: MailSetup, person: Person, seat: str) -> None:
    """The person sits for a seat."""
    change(app.context, "g1", lambda record, now: public(record, SitterCalled(seat, 1, person.id, "absent", False)))


# ---------------------------------------------------------------- which and when


def test_a_turn_of_a_day_is_reminded_of_three_hours_before(app: MailSetup) -> None:
    """Not 24 hours before: that is when the report comes. Once, however often the clock beats."""
    assert [at(app, hours) for hours in (0, 1, 20.9, 21, 21, 23.9)] == [0, 0, 0, 2, 2, 2]


def test_a_turn_of_three_days_is_reminded_of_twice(app: MailSetup) -> None:
    """24 hours and three hours before, by day."""
    seating.vacate(app.context, "g1", "blue", "x")
    seating.vacate(app.context, "g1", "red", "x")
    longer(app)
    assert [at(app, hours) for hours in (0, 47.9, 48, 68.9, 69, 71)] == [0, 0, 2, 2, 4, 4]


def test_the_mail(app: MailSetup) -> None:
    """What is wanted, by when on both clocks, what happens otherwise; the seat's own address and thread; short."""
    app.gateway.people.set_zone(app.blue.id, "Europe/Berlin")
    app.gateway.publish_pending()
    at(app, 21)
    (mail,) = sent(app, app.blue)
    text = text_of(mail)
    assert (
        words(text)
        .partition(" below ----- ")[2]
        .startswith(
            "ORDERS ARE DUE IN 3 hours, Friday 2026-01-02, 13:00 in Europe/Berlin (2026-01-02 12:00 UTC): Open Sea (g1), turn 1"
        )
    )
    assert "Wanted: one move for each ship. If you file nothing, your units act by the game's rule" in words(text)
    assert len([line for line in text.splitlines() if line]) <= 10
    assert mail["Subject"] == "[g1 T1] a reminder" and mail["Reply-To"] == app.address()
    report = app.queued("report")[0]["Message-ID"]
    assert mail["In-Reply-To"] == report and "<g1@wardroom.example>" in mail["References"]
    assert mail["Auto-Submitted"] == "auto-generated"


def test_it_is_answered_with_orders(app: MailSetup) -> None:
    """Quoted below them, marked or not; nothing of the mail itself is taken for an order."""
    at(app, 21)
    (mail,) = sent(app, app.blue)
    for number, (head, mark) in enumerate((("On Friday the game wrote:\n", "> "), ("", ""))):
        quoted = head + "\n".join(f"{mark}{line}" for line in text_of(mail).splitlines())
        raw = player_mail(f"B1: move {number + 3}\n\n{quoted}\n", message_id=f"<q{number}@example.org>")
        assert app.deliver(raw, mail["Reply-To"]) == "orders accepted", mark
    assert [filed.sheet for filed in app.filed()] == [{"B1": ["move 3"]}, {"B1": ["move 4"]}]
    assert not app.store.seats("g1")[0].ready


def test_nobody_is_reminded_who_has_filed_or_is_ready(app: MailSetup) -> None:
    file_orders(app.context, "g1", "blue", "B1: move 3", "m1")
    assert at(app, 21) == 1 and not sent(app, app.blue)
    file_orders(app.context, "g1", "red", "ready", "m2")
    assert at(app, 21.5) == 1


def test_the_last_one_is_told_that_all_others_are_ready(app: MailSetup) -> None:
    """An hour after that is so, once; who has filed nothing gets the other kind at its time."""
    assert at(app, 0) == 0
    file_orders(app.context, "g1", "red", "R1: move 3\nready", "m1")
    assert at(app, 2) == 0
    file_orders(app.context, "g1", "blue", "B1: move 3", "m2")
    assert [at(app, hours) for hours in (2, 2.9, 3, 3, 21, 23)] == [0, 0, 1, 1, 1, 1]
    (mail,) = sent(app, app.blue)
    text = words(text_of(mail))
    assert (
        text.partition(" below ----- ")[2].startswith("ALL OTHERS ARE READY: Open Sea (g1), turn 1")
        and "Your orders for Blue are filed" in text
    )
    assert "Answer with the word `ready`" in text and mail["Subject"] == "[g1 T1] a reminder"


def test_whoever_is_ready_by_then_is_left_alone(app: MailSetup) -> None:
    file_orders(app.context, "g1", "red", "R1: move 3\nready", "m1")
    file_orders(app.context, "g1", "blue", "B1: move 3", "m2")
    assert at(app, 0.5) == 0
    file_orders(app.context, "g1", "blue", "ready", "m3")
    assert at(app, 3) == 0


def test_never_at_night_by_ones_own_clock(app: MailSetup) -> None:
    """The deadline is at 12:00 UTC: three hours before it is 04:00 in New York, 18:00 in Tokyo."""
    app.gateway.people.set_zone(app.blue.id, "America/New_York")
    app.gateway.people.set_zone(app.red.id, "Asia/Tokyo")
    app.gateway.remind()
    assert at(app, 14.9) == 0
    assert at(app, 15) == 1 and len(sent(app, app.blue)) == 1, "22:00 the evening before: at 07:00 no time would be left"
    assert at(app, 21) == 2 and len(sent(app, app.red)) == 1


def test_a_beat_that_comes_late_at_night_waits_for_the_morning(app: MailSetup) -> None:
    """Nothing ran from the evening on; the deadline is long after the morning."""
    game_master.set_deadline(app.context, "g1", app.clock[0] + timedelta(hours=46), "as agreed")
    choices.choose(app.context, app.blue, "", ReminderChoice("reminders", (38,)))
    choices.choose(app.context, app.red, "", ReminderChoice("reminders", (23,)))
    assert [at(app, hours) for hours in (12, 18.9, 19)] == [0, 0, 0], "38 hours of 46: not half of the turn"
    assert [at(app, hours) for hours in (22.9, 23)] == [0, 1]


# ---------------------------------------------------------------- the deadline moves


def test_after_a_move_the_times_count_from_the_new_deadline(app: MailSetup) -> None:
    """What was said of the old one does not count for it."""
    assert at(app, 21) == 2
    game_master.extend(app.context, "g1", 24, "asked for")
    assert [at(app, hours) for hours in (21, 24, 44.9, 45, 46)] == [2, 4, 4, 6, 6], "now it is long enough for 24 hours"


def test_a_move_that_comes_too_late_for_a_reminder_brings_none(app: MailSetup) -> None:
    """The players have just been told of the new deadline."""
    at(app, 1)
    game_master.set_deadline(app.context, "g1", app.clock[0] + timedelta(hours=2), "sooner")
    assert [at(app, hours) for hours in (1.5, 2.5)] == [0, 0]


def test_a_move_because_orders_are_missing_reminds_at_once(app: MailSetup) -> None:
    """Who missed the deadline hears that there is a second chance, however short."""
    assert at(app, 21) == 2
    app.later(hours=3)
    due = app.clock[0] + timedelta(hours=2)
    moved = DeadlineSet(1, due.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), "grace: no orders from blue, red", "grace")
    change(app.context, "g1", lambda record, now: public(record, moved))
    assert at(app, 24) == 4 and at(app, 25) == 4
    assert "ORDERS ARE DUE IN 2 hours" in text_of(sent(app)[-1])


def test_paused_and_ended_games_are_not_reminded_of(app: MailSetup) -> None:
    game_master.pause(app.context, "g1", "holidays")
    second = longer(app, 24)
    game_master.end(app.context, second, "enough")
    assert at(app, 21) == 0


# ---------------------------------------------------------------- for whom


def test_none_for_bots_and_empty_seats(app: MailSetup) -> None:
    seating.vacate(app.context, "g1", "red", "no answer")
    assert at(app, 21) == 1 and len(sent(app, app.blue)) == 1


def test_whoever_sits_for_a_seat_is_reminded_of_it(app: MailSetup) -> None:
    """And the player who is away is not; the mail says whose seat it is."""
    sitter = app.gateway.people.add("A sitter", "sitter@example.org", "2026-01-01T12:00:00.000000Z")
    set_absence(app.context, "g1", "blue", app.clock[0] + timedelta(days=9), "at sea", PLAYER)
    sits(app, sitter, "blue")
    at(app, 21)
    assert not sent(app, app.blue) and len(sent(app, app.red)) == 1
    (mail,) = sent(app, sitter)
    assert "Nothing is filed for Blue, which you sit for." in words(text_of(mail))
    assert mail["Reply-To"] == app.gateway.signer.seat_address("g1", "blue", 1, sitter.key)


def test_a_sitter_who_has_filed_settles_it(app: MailSetup) -> None:
    sitter = app.gateway.people.add("A sitter", "sitter@example.org", "2026-01-01T12:00:00.000000Z")
    sits(app, sitter, "blue")
    file_orders(app.context, "g1", "blue", "B1: move 3", "sitter m1")
    at(app, 21)
    assert not sent(app, sitter) and not sent(app, app.blue)


def test_who_is_away_and_has_a_bot_to_order_for_them_is_not_reminded(app: MailSetup) -> None:
    """Once they are back they are, whatever the policy says."""
    change(app.context, "g1", lambda record, now: public(record, PolicySet(bot="steady", why="house rules")))
    set_absence(app.context, "g1", "blue", app.clock[0] + timedelta(hours=22), "at sea", PLAYER)
    at(app, 21)
    assert not sent(app, app.blue) and len(sent(app, app.red)) == 1
    set_absence(app.context, "g1", "blue", None, "home", PLAYER)
    at(app, 21.1)
    assert len(sent(app, app.blue)) == 1


def test_who_is_away_and_has_nobody_is_reminded(app: MailSetup) -> None:
    """Nobody orders for them, so their word would count."""
    set_absence(app.context, "g1", "blue", app.clock[0] + timedelta(days=9), "at sea", PLAYER)
    at(app, 21)
    assert len(sent(app, app.blue)) == 1


def test_who_wants_no_mail_of_a_game_is_not_reminded_of_it(app: MailSetup) -> None:
    app.gateway.mail_context.mailboxes.leave(app.blue.id, "g1", "2026-01-01T12:00:00.000000Z")
    assert at(app, 21) == 1 and not sent(app, app.blue) and at(app, 22) == 1


def test_a_mailbox_to_which_mail_is_stopped_gets_none(app: MailSetup) -> None:
    app.gateway.mail_context.mailboxes.stop(app.blue.id, "gone", "2026-01-01T12:00:00.000000Z")
    assert at(app, 21) == 1 and not sent(app, app.blue)


def test_an_erased_person_is_not_reminded(app: MailSetup) -> None:
    """And nothing of them is left in the tables."""
    choices.choose(app.context, app.blue, "", ReminderChoice("digest"))
    at(app, 21)
    app.gateway.erase(app.blue.id)
    for table in ("reminders", "reminder_choices", "digests"):
        count = app.database.con.execute(f"SELECT count(*) FROM {table} WHERE person=?", (app.blue.id,)).fetchone()
        assert count == (0,), table
    assert at(app, 22) == 1 and sent(app, app.red), "of the mail to them nothing is left, either"


# ---------------------------------------------------------------- what one chooses


def test_ones_own_hours_and_none(app: MailSetup) -> None:
    """Chosen after the game was looked at; in one game otherwise."""
    second = longer(app, 24)
    assert at(app, 0) == 0
    choices.choose(app.context, app.blue, "", ReminderChoice("reminders", (8, 1)))
    choices.choose(app.context, app.blue, second, ReminderChoice("off"))
    choices.choose(app.context, app.red, "", ReminderChoice("off"))
    assert [at(app, hours) for hours in (16, 21, 23)] == [0, 1, 2], "16:00 is 04:00 the next day; 09:00 is late, by choice 8"
    assert all("(g1)" in text_of(mail) for mail in sent(app))


def test_several_that_are_due_together_are_one_mail(app: MailSetup) -> None:
    """Each with its deadline and its own address; an answer to the mail itself is nobody's orders."""
    longer(app, 24)
    assert at(app, 21) == 2
    (mail,) = sent(app, app.blue)
    text = words(text_of(mail))
    assert text.startswith("THESE SEATS WAIT FOR YOUR ORDERS.") and text.count("due in 3 hours") == 2
    for stream in ("g1", "g2"):
        assert app.gateway.signer.seat_address(stream, "blue", 1, app.blue.key) in text
    assert mail["Reply-To"] == app.gateway.signer.address and mail["Subject"] == "2 seats wait for your orders"
    raw = player_mail("B1: move 3", In_Reply_To=str(mail["Message-ID"])).replace(b"Re: [g1 T0] Drill", b"Re: 2 seats")
    app.deliver(raw, app.gateway.signer.address)
    assert not app.filed() and app.gateway.signer.seat_address("g2", "blue", 1, app.blue.key) in app.answer()


# ---------------------------------------------------------------- once, and cheaply


def test_a_crash_between_noting_and_queueing_loses_and_repeats_nothing(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was noted is mailed at the next beat, under the same name; also when only the mark was lost."""
    with monkeypatch.context() as broken:
        broken.setattr(ReminderTables, "queued", lambda self, batch: (_ for _ in ()).throw(OSError("disk full")))
        app.clock[0] += timedelta(hours=21)
        with pytest.raises(OSError, match="disk full"):
            app.gateway.remind()
    before = {str(mail["Message-ID"]) for mail in sent(app)}
    assert len(before) == 1
    app.restart()
    app.later(minutes=1)
    app.gateway.remind()
    assert before < {str(mail["Message-ID"]) for mail in sent(app)} and len(sent(app)) == 2
    assert app.gateway.remind() == 0


def test_two_processes_that_find_the_same_give_it_once(app: MailSetup) -> None:
    """What the first has noted stays in its mail; what only the second found is in one of its own."""
    tables = ReminderTables(app.database)
    first = Reminder(app.blue.id, "g1", 1, "2026-01-02T12:00:00.000000Z", "3", "blue")
    second = first._replace(stream="g2")
    tables.give([first], [])
    tables.give([first, second], [])
    assert sorted(tables.unqueued().values()) == [[first], [second]]


def test_what_was_noted_and_is_not_wanted_any_more_is_not_mailed(app: MailSetup) -> None:
    """The player files in the moment between."""
    app.clock[0] += timedelta(hours=21)
    due_reminders.note_due(app.context)
    file_orders(app.context, "g1", "blue", "B1: move 3", "m1")
    app.gateway.remind()
    assert not sent(app, app.blue) and len(sent(app, app.red)) == 1


def test_one_that_cannot_be_made_holds_up_no_other(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    real = reminder_mail.still_waiting

    def broken(context: object, person: str, noted: object) -> object:
        if person == app.blue.id:
            raise RuntimeError("no words")
        return real(app.context, person, noted)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(reminder_mail, "still_waiting", broken)
        assert at(app, 21) == 1
    assert at(app, 21) == 2


def test_no_record_is_folded_when_nothing_is_due(app: MailSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor any log read at a beat at which nothing has changed; after a reminder was given, neither."""
    longer(app)
    looked: list[str] = []
    real, facts = due_reminders.reading, due_reminders._facts
    monkeypatch.setattr(
        due_reminders, "reading", lambda context, stream: looked.append(f"fold {stream}") or real(context, stream)
    )
    monkeypatch.setattr(due_reminders, "_facts", lambda context, game: looked.append(game.stream) or facts(context, game))
    at(app, 0)
    assert looked == ["g1", "g2"]
    for hours in (1, 2, 20):
        at(app, hours)
    assert looked == ["g1", "g2"]
    at(app, 21)
    assert looked[2:] == ["g1", "fold g1"]
    at(app, 22)
    assert len(looked) == 4


def test_the_question_of_each_beat_uses_the_index_of_deadlines(app_in_file: MailSetup) -> None:
    with statements(app_in_file.context) as seen:
        app_in_file.store.approaching("2026-01-01", "2026-01-09")
    plan = [str(row) for row in app_in_file.database.con.execute(f"EXPLAIN QUERY PLAN {seen[0]}")]
    assert any("games_due" in row for row in plan) and not any("SCAN s" in row for row in plan), plan


def test_notes_of_turns_gone_by_are_forgotten(app: MailSetup) -> None:
    at(app, 21)
    at(app, 24)
    assert close_turn(app.context, "g1", 1)
    at(app, 45)
    assert app.database.con.execute("SELECT DISTINCT turn FROM reminders").fetchall() == [(2,)]
