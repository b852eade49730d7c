"""What we know of players' mailboxes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from events.database import Connections
from pbem.gateway.mailboxes import deliverability
from pbem.gateway.mailboxes.deliverability import Mailboxes
from pbem.service.context import stamp

START = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
BLUE, RED = "abcdefgh", "ijklmnop"


def at(**later: float) -> str:
    return stamp(START + timedelta(**later))


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[Mailboxes]:
    db = Connections(tmp_path / "wardroom.db", [deliverability.migrations])
    yield Mailboxes(db)
    db.close()


def together(boxes: Mailboxes, task: Callable[[], object], workers: int = 2) -> list[object]:
    """What each of several workers gets, all of whom begin at once."""
    gate, found = threading.Barrier(workers), []

    def work() -> None:
        gate.wait()
        found.append(task())
        boxes.db.con.close()

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return found


# ---------------------------------------------------------------- does mail arrive


def test_a_mailbox_of_which_nothing_is_known_gets_mail(boxes: Mailboxes) -> None:
    """M-19: nobody's mail is stopped who has never had a failure."""
    assert boxes.deliverability(BLUE) == deliverability.Deliverability(BLUE, 0.0, "", "", "")
    assert boxes.stopped() == []


def test_two_hard_failures_within_a_week_stop_the_mail(boxes: Mailboxes) -> None:
    """M-19: one hard failure stops nothing, a second a week later does, and says since when and why."""
    assert not boxes.failed(BLUE, True, "550 5.1.1 no such user", at()).stopped
    standing = boxes.failed(BLUE, True, "550 5.1.1\n still no such user", at(days=7))
    assert (standing.stopped_at, standing.why) == (at(days=7), "550 5.1.1 still no such user")
    assert boxes.deliverability(BLUE) == standing
    assert [each.person for each in boxes.stopped()] == [BLUE]


def test_five_soft_failures_in_a_row_stop_the_mail(boxes: Mailboxes) -> None:
    """M-19: a full mailbox counts less than one that is gone: it takes five failures on a day."""
    stopped = [boxes.failed(BLUE, False, "452 4.2.2 full", at()).stopped for _ in range(5)]
    assert stopped == [False, False, False, False, True]


def test_scores_decay(boxes: Mailboxes) -> None:
    """M-19: what was held against a mailbox is half of it after two weeks, and a failure now and then never adds up."""
    boxes.failed(BLUE, True, "gone", at())
    assert boxes.failed(BLUE, False, "full", at(days=14)).score == pytest.approx(3.0 / 2 + 1.0)
    for week in range(3, 60):
        assert not boxes.failed(BLUE, False, "full", at(weeks=week)).stopped


def test_an_answer_to_our_mail_clears_the_score(boxes: Mailboxes) -> None:
    """M-19: success resets: who answers a mail of ours has got it."""
    boxes.failed(BLUE, True, "gone", at())
    boxes.arrived(BLUE, at(days=1))
    assert boxes.deliverability(BLUE).score == 0.0
    assert not boxes.failed(BLUE, True, "gone", at(days=2)).stopped


def test_a_mail_that_does_not_come_back_clears_the_score(boxes: Mailboxes) -> None:
    """M-19: success resets: five days without a bounce and the mail has arrived."""
    boxes.failed(BLUE, True, "gone", at())
    boxes.sent(BLUE, at(days=1))
    boxes.sent(BLUE, at(days=5, hours=23))
    assert boxes.deliverability(BLUE).score == 3.0
    boxes.sent(BLUE, at(days=6))
    assert boxes.deliverability(BLUE).score == 0.0


def test_sending_alone_is_no_success(boxes: Mailboxes) -> None:
    """M-19: that the next mail system took a mail clears nothing: bounces come after that."""
    boxes.sent(BLUE, at())
    boxes.failed(BLUE, True, "gone", at(hours=1))
    boxes.sent(BLUE, at(days=4))
    assert boxes.failed(BLUE, True, "gone", at(days=4, hours=1)).stopped


def test_a_bounce_takes_back_what_a_mail_under_way_would_have_proved(boxes: Mailboxes) -> None:
    """M-19: the mail sent before a bounce proves nothing after it."""
    boxes.sent(BLUE, at())
    boxes.failed(BLUE, True, "gone", at(days=1))
    boxes.sent(BLUE, at(days=6))
    assert boxes.deliverability(BLUE).score == 3.0


def test_stopping_and_resuming(boxes: Mailboxes) -> None:
    """M-19: the game master may stop a person's mail, and let it go again with nothing held against it."""
    boxes.stop(BLUE, "asked by telephone", at())
    assert (boxes.deliverability(BLUE).stopped_at, boxes.deliverability(BLUE).why) == (at(), "asked by telephone")
    boxes.arrived(BLUE, at(days=1))
    assert boxes.deliverability(BLUE).stopped, "only the person or the game master lets it go again"
    boxes.resume(BLUE, at(days=2))
    assert not boxes.deliverability(BLUE).stopped
    assert boxes.stopped() == []
    assert not boxes.failed(BLUE, True, "gone", at(days=2)).stopped


def test_a_stopped_mailbox_keeps_the_reason_it_was_stopped_for(boxes: Mailboxes) -> None:
    """M-19: bounces of mail that was under way when it was stopped do not change since when and why."""
    boxes.failed(BLUE, True, "first", at())
    boxes.failed(BLUE, True, "second", at())
    later = boxes.failed(BLUE, False, "third", at(days=1))
    assert (later.stopped_at, later.why) == (at(), "second")


def test_the_stopped_mailboxes_latest_first(boxes: Mailboxes) -> None:
    """M-19: the game master sees whose mail was stopped."""
    boxes.stop(BLUE, "gone", at())
    boxes.stop(RED, "gone", at(days=1))
    assert [each.person for each in boxes.stopped()] == [RED, BLUE]


def test_failures_noted_by_two_workers_both_count(boxes: Mailboxes) -> None:
    """M-19: two workers who read two bounces at once lose none."""
    together(boxes, lambda: boxes.failed(BLUE, False, "full", at()), workers=4)
    assert boxes.deliverability(BLUE).score == 4.0


# ---------------------------------------------------------------- leaving


def test_leaving_one_game(boxes: Mailboxes) -> None:
    """M-20: a complaint, or leaving, stops the mail of that person and that game alone, and twice is once."""
    boxes.leave(BLUE, "g17", at())
    boxes.leave(BLUE, "g17", at(days=1))
    assert boxes.has_left(BLUE, "g17")
    assert not boxes.has_left(BLUE, "g18")
    assert not boxes.has_left(RED, "g17")
    assert not boxes.deliverability(BLUE).stopped
    boxes.rejoin(BLUE, "g17")
    assert not boxes.has_left(BLUE, "g17")


# ---------------------------------------------------------------- robots


def test_three_repeated_mails_in_an_hour_and_we_fall_silent(boxes: Mailboxes) -> None:
    """M-17: a robot without any mark gets three answers in an hour, then none, however long it goes on."""
    assert [boxes.repeated_mails(BLUE, f"m{each}", "away", at(minutes=each)) for each in (0, 10, 20, 30)] == [1, 2, 3, 4]
    assert boxes.repeated_mails(BLUE, "later", "away", at(days=3)) == 4, "silence does not end by itself"
    assert boxes.repeated_mails(BLUE, "other words", "help me", at(days=3)) == 1
    assert boxes.repeated_mails(RED, "m0", "away", at(days=3)) == 1


def test_repeated_mails_of_more_than_an_hour_do_not_add_up(boxes: Mailboxes) -> None:
    """M-17: a person who errs now and then is answered each time."""
    numbers = [boxes.repeated_mails(BLUE, f"m{each}", "what?", at(minutes=30 * each)) for each in range(6)]
    assert numbers == [1, 2, 2, 2, 2, 2]


def test_a_mail_that_is_counted_again_has_the_same_number(boxes: Mailboxes) -> None:
    """M-17, M-24: taken again after a crash, or come by another way, it is one mail; the third is still answered."""
    for _ in range(4):
        assert [boxes.repeated_mails(BLUE, f"m{each}", "away", at(minutes=each)) for each in range(3)] == [1, 2, 3]


def test_a_valid_order_or_a_login_ends_the_silence(boxes: Mailboxes) -> None:
    """M-17: whoever turns out to be a person is answered again, and counted anew."""
    for each in range(3):
        boxes.repeated_mails(BLUE, f"m{each}", "away", at(minutes=each))
    boxes.person_wrote(BLUE)
    assert boxes.repeated_mails(BLUE, "m4", "away", at(minutes=4)) == 1


def test_repeated_mails_of_two_workers_both_count(boxes: Mailboxes) -> None:
    """M-17: mails that two workers read at once are counted one after the other."""
    sources = iter("abc")
    assert sorted(together(boxes, lambda: boxes.repeated_mails(BLUE, next(sources), "away", at()), workers=3)) == [1, 2, 3]


def test_an_erased_person_leaves_nothing(boxes: Mailboxes) -> None:
    """M-19: what the other side wrote about an address is personal: it goes with the person."""
    boxes.failed(BLUE, True, "550 <blue@example.org> unknown", at())
    assert any(b"blue@example.org" in each.read_bytes() for each in boxes.db.path.parent.iterdir())
    boxes.leave(BLUE, "g17", at())
    for each in range(3):
        boxes.repeated_mails(BLUE, f"m{each}", "away", at())
    boxes.erase(BLUE)
    assert boxes.deliverability(BLUE).why == ""
    assert not boxes.has_left(BLUE, "g17")
    assert boxes.repeated_mails(BLUE, "m3", "away", at()) == 1
    assert not any(b"blue@example.org" in each.read_bytes() for each in boxes.db.path.parent.iterdir())
