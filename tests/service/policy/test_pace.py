"""The pace: how it is written, and when the next turn is due by it, through daylight saving, days off and bounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from events.platform import PolicySet
from pbem.service.context import ActRefused, stamp
from pbem.service.policy.pace import next_deadline, read_pace

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def at(local: str, zone: str = "UTC") -> datetime:
    """`2026-03-29 20:00` by the clock of a zone, as UTC."""
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def due(now: datetime, pace: str, before: datetime | None = None, first: datetime | None = None, **more: object) -> datetime:
    """The next deadline under this pace; `before` was the last one, `first` where it was at first."""
    policy = PolicySet(pace=pace, **more)  # type: ignore[arg-type]
    found = next_deadline(now, policy, 24.0, stamp(before) if before else "", stamp(first) if first else "")
    return datetime.fromisoformat(found)


def slots(start: datetime, pace: str, number: int, zone: str, **more: object) -> list[str]:
    """The deadlines of so many turns, each resolved at its deadline, by the clock of a zone."""
    found, now, before = [], start, None
    for _ in range(number):
        before = due(now, pace, before, before, **more)
        now = before + timedelta(seconds=5)
        found.append(f"{before.astimezone(ZoneInfo(zone)):%a %d %b %H:%M}")
    return found


@pytest.mark.parametrize(
    ("written", "printed", "words"),
    [
        ("24h", "24h", "every 24 hours"),
        ("24", "24h", "every 24 hours"),
        ("1 hour", "1h", "every 1 hour"),
        ("3 days", "72h", "every 3 days"),
        ("1 week", "168h", "every 7 days"),
        ("48h europe/berlin", "48h Europe/Berlin", "every 2 days"),
        ("0h", "0h", "when all are ready"),
        ("daily 20:00 Europe/Berlin", "daily 20:00 Europe/Berlin", "every day at 20:00 (Europe/Berlin)"),
        ("Every day at 8:00 utc", "daily 08:00 UTC", "every day at 08:00 (UTC)"),
        ("weekdays 19:30 America/New_York", "weekdays 19:30 America/New_York", "every weekday at 19:30 (America/New_York)"),
        (" friday,  mon and Wed 20:00  Europe/Berlin", "Mon, Wed, Fri 20:00 Europe/Berlin", None),
        ("Thursday 20:00 UTC", "Thu 20:00 UTC", "every Thursday at 20:00 (UTC)"),
    ],
)
def test_a_pace_is_read_and_printed(written: str, printed: str, words: str | None) -> None:
    """What is printed is read again as the same."""
    pace = read_pace(written)
    assert str(pace) == printed and read_pace(printed) == pace
    assert words is None or pace.words == words


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("soon", "the pace 'soon' cannot be read: write it like `24h`"),
        ("Mon, Thu", "cannot be read: write it like"),
        ("Mon 8pm Europe/Berlin", "cannot be read: write it like"),
        ("Mon 24:00 UTC", "24:00 is no time of day"),
        ("Mon 20:60 UTC", "20:60 is no time of day"),
        ("Mon, Thirsday 20:00 UTC", "there is no day 'Thirsday'; did you mean Thursday?"),
        ("Mo 20:00 UTC", "there is no day 'Mo'; did you mean Monday?"),
        ("dayly 20:00 UTC", "did you mean daily?"),
        ("daily 20:00", "by whose clock is it 20:00? Write the zone behind it, like Europe/Berlin"),
        ("daily 20:00 Berlin", "there is no time zone 'Berlin'; did you mean Europe/Berlin?"),
        ("daily 20:00 Europe/Berlni", "there is no time zone 'Europe/Berlni'; the nearest of"),
        ("61 days", "a turn lasts 1440 hours at most, not 1464"),
        ("-3h", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_would_be_right(written: str, said: str) -> None:
    """Days and zones are suggested."""
    with pytest.raises(ActRefused, match=r"^") as refused:
        read_pace(written)
    assert said in str(refused.value)


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK])
@pytest.mark.parametrize("start", ["2026-03-01 12:00", "2026-10-20 12:00"])
def test_a_slot_stays_at_its_local_time_over_daylight_saving(zone: str, start: str) -> None:
    """Five weeks over either change: every evening at eight, none left out, none twice."""
    found = slots(at(start, zone), f"daily 20:00 {zone}", 35, zone)
    first = datetime.fromisoformat(start)
    assert found == [f"{first + timedelta(days=day):%a %d %b} 20:00" for day in range(35)]


@pytest.mark.parametrize(
    ("zone", "night", "gap", "exists"),
    [(BERLIN, "2026-03-28 12:00", "02:30", "03:00"), (NEW_YORK, "2026-03-07 12:00", "02:15", "03:00")],
)
def test_a_local_time_that_does_not_exist_is_the_next_that_does(zone: str, night: str, gap: str, exists: str) -> None:
    """The night in which clocks go forward; the slot after it is at its time again."""
    found = slots(at(night, zone), f"daily {gap} {zone}", 2, zone)
    assert [each[-5:] for each in found] == [exists, gap]


@pytest.mark.parametrize(
    ("zone", "night", "utc"),
    [(BERLIN, "2026-10-24 12:00", "2026-10-25 00:30"), (NEW_YORK, "2026-10-31 12:00", "2026-11-01 05:30")],
)
def test_of_a_local_time_that_comes_twice_the_first_counts(zone: str, night: str, utc: str) -> None:
    """The night in which clocks go back: once, and not again an hour later."""
    hour = "02:30" if zone == BERLIN else "01:30"
    first = due(at(night, zone), f"daily {hour} {zone}")
    assert first == at(utc)
    assert due(first + timedelta(seconds=5), f"daily {hour} {zone}", first, first) == first + timedelta(hours=25)


def test_only_the_named_days_have_slots() -> None:
    """A week of each kind, from a Thursday noon on."""
    start = at("2026-01-01 12:00")
    assert slots(start, "Mon, Wed 20:00 UTC", 3, "UTC") == ["Mon 05 Jan 20:00", "Wed 07 Jan 20:00", "Mon 12 Jan 20:00"]
    assert slots(start, "weekdays 20:00 UTC", 3, "UTC") == ["Thu 01 Jan 20:00", "Fri 02 Jan 20:00", "Mon 05 Jan 20:00"]


def test_slots_on_days_off_are_skipped_by_the_local_date() -> None:
    """Midnight in Berlin is the evening before in UTC: the date off is Berlin's."""
    start = at("2026-12-23 12:00", BERLIN)
    off = ["2026-12-25", "2026-12-26"]
    found = slots(start, f"daily 00:30 {BERLIN}", 3, BERLIN, days_off=off)
    assert found == ["Thu 24 Dec 00:30", "Sun 27 Dec 00:30", "Mon 28 Dec 00:30"]


def test_a_deadline_by_hours_leaves_days_off_at_the_same_time_of_day() -> None:
    """In the zone of the pace, else by UTC."""
    now, off = at("2026-12-23 23:30"), ["2026-12-25"]
    assert due(now, "24h", days_off=off) == at("2026-12-24 23:30")
    assert due(now, f"24h {BERLIN}", days_off=off) == at("2026-12-25 23:30")
    assert due(now, "24h", days_off=["2026-12-24", "2026-12-25"]) == at("2026-12-26 23:30")


def test_days_off_over_daylight_saving_keep_the_local_time() -> None:
    """A deadline by hours that moves over the change is an hour earlier in UTC."""
    assert due(at("2026-03-27 20:00", BERLIN), f"24h {BERLIN}", days_off=["2026-03-28"]) == at("2026-03-29 20:00", BERLIN)


def test_a_slot_that_is_too_near_is_skipped() -> None:
    """`min_hours` is counted from the deadline that was kept, so that a daily pace with 24 hours is daily all the same."""
    now = at("2026-01-01 12:00")
    assert due(now, "daily 20:00 UTC") == at("2026-01-01 20:00")
    assert due(now, "daily 20:00 UTC", min_hours=12.0) == at("2026-01-02 20:00")
    kept = at("2026-01-01 20:00")
    assert due(kept + timedelta(minutes=1), "daily 20:00 UTC", kept, kept, min_hours=24.0) == at("2026-01-02 20:00")
    assert due(now, "24h", min_hours=12.0) == at("2026-01-02 12:00")


def test_the_shortest_turn_is_counted_by_the_local_clock() -> None:
    """So a daily pace with 24 hours at least is daily in the night that has only 23."""
    found = slots(at("2026-03-27 21:00", BERLIN), f"daily 20:00 {BERLIN}", 3, BERLIN, min_hours=20.0)
    assert found == slots(at("2026-03-27 21:00", BERLIN), f"daily 20:00 {BERLIN}", 3, BERLIN, min_hours=23.0)
    kept = at("2026-03-28 20:00", BERLIN)
    assert due(kept, f"daily 20:00 {BERLIN}", kept, kept, min_hours=24.0) == kept + timedelta(hours=23)


def test_after_an_early_resolution_a_turn_gets_its_full_time() -> None:
    """The slot that the old turn was due at is not the new one's, whether a game master moved it or not."""
    now, slot = at("2026-01-06 10:00"), at("2026-01-08 20:00")
    pace = "Mon, Thu 20:00 UTC"
    assert due(now, pace, now, slot) == at("2026-01-12 20:00")
    assert due(now, pace, now, at("2026-01-20 12:00")) == at("2026-01-12 20:00")
    assert due(slot + timedelta(seconds=5), pace, slot, slot) == at("2026-01-12 20:00")


def test_after_grace_the_next_slot_counts() -> None:
    """A turn that ended a day late gives the slot after it, not the one after that."""
    first = at("2026-01-05 20:00")
    late = first + timedelta(hours=24)
    assert due(late + timedelta(seconds=5), "daily 20:00 UTC", late, first) == at("2026-01-07 20:00")


def test_hours_stay_in_step_with_a_deadline_that_was_kept() -> None:
    """A daily slot does not drift; after an outage the turn gets its full time."""
    kept = at("2026-01-01 12:00")
    assert due(kept + timedelta(hours=1), "24h", kept) == at("2026-01-02 12:00")
    assert due(kept + timedelta(hours=10), "24h", kept) == at("2026-01-02 22:00")


def test_without_a_pace_the_hours_of_the_opening_count() -> None:
    """And `0h` is no deadline, whatever they were."""
    now = at("2026-01-01 12:00")
    assert due(now, "") == at("2026-01-02 12:00")
    assert next_deadline(now, PolicySet(pace="0h"), 24.0) == next_deadline(now, PolicySet(), 0.0) == ""
