"""The pace of a game: after so many hours, or on days at a time of a zone; and when the next turn is due by it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from events.platform import PolicySet
from pbem.core.game.nearest_names import known_names, nearest
from pbem.core.game.phrases import count, join_words
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, parse_stamp, stamp

MAX_HOURS = 24 * 60
"""The longest time for a turn, and the longest that any rule gives at once."""
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAILY, WEEKDAYS = tuple(range(7)), tuple(range(5))
SETS = {"daily": DAILY, "every day": DAILY, "weekdays": WEEKDAYS}
EXAMPLES = "write it like `24h`, `3 days`, `daily 20:00 Europe/Berlin` or `Mon, Thu 20:00 Europe/Berlin`; `0h`: no deadline"
HOURS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,4})?) ?(h|hours?|d|days?|w|weeks?|)(?: ([A-Za-z]\S*))?")
ON_DAYS = re.compile(r"(\S.*?),? (?:at )?([0-9]{1,2}):([0-9]{2})(?: (\S+))?")
UNITS = {"h": 1, "d": 24, "w": 168}
KEPT = timedelta(hours=1)
"""A turn that is resolved so soon after its deadline was resolved at it."""
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@dataclass(frozen=True)
class Pace:
    """A turn lasts `hours` (0: until all are ready); or, with `days` (0: Monday), it ends on one of them `at` a local time.

    `zone` is a name of the time zone database: that of the slots, or by whose calendar days off are reckoned.
    """

    hours: float = 0.0
    days: tuple[int, ...] = ()
    at: time = time()
    zone: str = "UTC"

    @property
    def runs(self) -> bool:
        """Do turns have deadlines?"""
        return bool(self.days or self.hours)

    def __str__(self) -> str:
        """As it is written."""
        if self.days:
            named = ", ".join(DAYS[day][:3] for day in self.days)
            whole = {DAILY: "daily", WEEKDAYS: "weekdays"}.get(self.days, named)
            return f"{whole} {self.at:%H:%M} {self.zone}"
        return f"{self.hours:g}h" + (f" {self.zone}" if self.zone != "UTC" else "")

    @property
    def words(self) -> str:
        """For people: `every 3 days`, `every Monday and Thursday at 20:00 (Europe/Berlin)`."""
        if self.days:
            names = [DAYS[day] for day in self.days]
            whole = {DAILY: "day", WEEKDAYS: "weekday"}.get(self.days, join_words(names))
            return f"every {whole} at {self.at:%H:%M} ({self.zone})"
        return f"every {span_words(self.hours)}" if self.hours else "when all are ready"


def span_words(hours: float) -> str:
    """A length of time: `6 hours`, `3 days`."""
    number, unit = (hours / 24, "day") if hours >= 48 and hours % 24 == 0 else (hours, "hour")
    return f"{number:g} {unit}{'' if number == 1 else 's'}"


def time_words(left: timedelta) -> str:
    """The two largest units of a length of time: `2 days 3 hours`, `12 minutes`; "" for less than a minute."""
    minutes = int(left.total_seconds() // 60)
    days, hours = minutes // 1440, minutes % 1440 // 60
    amounts = [(days, "day"), (hours, "hour"), (0 if days else minutes % 60, "minute")]
    return " ".join(count(number, unit) for number, unit in amounts if number) if minutes > 0 else ""


# ---------------------------------------------------------------- what is written


def pace_of(policy: PolicySet, rhythm_hours: float) -> Pace:
    """The pace that holds: the policy's, or the hours said at the opening. Raises `ActRefused`."""
    return read_pace(policy.pace) if policy.pace else Pace(hours=rhythm_hours)


@lru_cache(maxsize=256)
def read_pace(text: str) -> Pace:
    """Raises `ActRefused` saying what is wrong with it, and what would be right."""
    clean = " ".join(text.split())
    if found := HOURS.fullmatch(clean):
        hours = float(found[1]) * UNITS[(found[2] or "h")[0]]
        if hours > MAX_HOURS:
            raise ActRefused(f"a turn lasts {MAX_HOURS} hours at most, not {hours:g}")
        return Pace(hours=hours, zone=_zone(found[3]) if found[3] else "UTC")
    if not (found := ON_DAYS.fullmatch(clean)):
        raise ActRefused(f"the pace {clean[:60]!r} cannot be read: {EXAMPLES}")
    if int(found[2]) > 23 or int(found[3]) > 59:
        raise ActRefused(f"{found[2]}:{found[3]} is no time of day: write 00:00 to 23:59")
    days, at = _days(found[1]), time(int(found[2]), int(found[3]))
    if not found[4]:
        raise ActRefused(f"by whose clock is it {found[2]}:{found[3]}? Write the zone behind it, like Europe/Berlin or UTC")
    return Pace(days=days, at=at, zone=_zone(found[4]))


def _days(text: str) -> tuple[int, ...]:
    """`daily`, `weekdays`, or names of days, which three letters of each are enough for. Raises `ActRefused`."""
    if text.lower() in SETS:
        return SETS[text.lower()]
    words = [word for word in re.split(r"[\s,;&]+", text) if word and word.lower() != "and"]
    return tuple(sorted({_day(word) for word in words}))


def _day(word: str) -> int:
    matching = [number for number, name in enumerate(DAYS) if len(word) >= 3 and name.lower().startswith(word.lower())]
    if not matching:
        meant = nearest(word, [*DAYS, "daily", "weekdays"])[0]
        raise ActRefused(f"there is no day {word[:20]!r}; did you mean {meant}?")
    return matching[0]


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    """The names of all zones, by themselves in small letters."""
    return {name.lower(): name for name in sorted(available_timezones())}


def _zone(name: str) -> str:
    """The zone of this name, however it is written. Raises `ActRefused` with those that may be meant."""
    zones = _zones()
    if name.lower() in zones:
        return zones[name.lower()]
    city = name.lower().rpartition("/")[2]
    same = [zone for low, zone in zones.items() if low.rpartition("/")[2] == city]
    meant = f"did you mean {' or '.join(same[:3])}?" if same else known_names(name, zones.values())
    raise ActRefused(f"there is no time zone {name[:40]!r}; {meant}")


# ---------------------------------------------------------------- when a turn is due


def next_deadline(now: datetime, policy: PolicySet, rhythm_hours: float, due: str = "", first: str = "") -> str:
    """The deadline of a turn that opens now ("": it has none).

    `due` is where the deadline of the turn before was in the end, `first` where it was at first ("": there was none, or it does
    not matter). Hours stay in step with a deadline that was kept, so that a daily slot does not drift through the day. A turn
    that was resolved early, or after an outage, gives the next one its full time.
    """
    pace = pace_of(policy, rhythm_hours)
    if pace.days:
        return stamp(_next_slot(now, pace, policy, due, first))
    return stamp(_after_hours(now, pace, policy, due)) if pace.hours else ""


def deadline_of_turn(record: Record, now: datetime, due: str = "", first: str = "") -> str:
    """The deadline of the record's turn that opens now ("": it has none, or nobody owes orders in it)."""
    ledger = record.ledger
    if not record.game.rules.due(record.state):
        return ""
    return next_deadline(now, ledger.policy, ledger.rhythm_hours, due, first)


def _after_hours(now: datetime, pace: Pace, policy: PolicySet, due: str) -> datetime:
    """So many hours on; on a day off the same time of the next day that is none."""
    rhythm = timedelta(hours=pace.hours)
    kept = due and timedelta(0) <= now - parse_stamp(due) < rhythm / 10
    found = max(parse_stamp(due) + rhythm if kept else now + rhythm, now + timedelta(hours=policy.min_hours))
    zone = ZoneInfo(pace.zone)
    local = found.astimezone(zone).replace(tzinfo=None)
    while local.date().isoformat() in policy.days_off:
        local += DAY
        found = _instant(local, zone)
    return found


def _next_slot(now: datetime, pace: Pace, policy: PolicySet, due: str, first: str) -> datetime:
    """The next slot of days. After an early resolution it was the old turn's own, so the new turn has the one after it."""
    kept = due and timedelta(0) <= now - parse_stamp(due) < KEPT
    base = parse_stamp(due) if kept else now
    found = _slot(pace, policy.days_off, base, policy.min_hours)
    if first and now < parse_stamp(first) and found <= parse_stamp(first):
        return _slot(pace, policy.days_off, found, 0.0)
    return found


def _slot(pace: Pace, off: list[str], after: datetime, min_hours: float) -> datetime:
    """The first slot later than `after`, and by the local clock at least so many hours later."""
    zone = ZoneInfo(pace.zone)
    local = after.astimezone(zone).replace(tzinfo=None)
    day: date = local.date()
    while True:
        slot = datetime.combine(day, pace.at)
        if day.weekday() in pace.days and day.isoformat() not in off and slot >= local + timedelta(hours=min_hours):
            found = _instant(slot, zone)
            if found > after:
                return found
        day += DAY


def _instant(local: datetime, zone: ZoneInfo) -> datetime:
    """UTC of a local time: of one that does not exist that day the next that does, of one that comes twice the first."""
    while (found := local.replace(tzinfo=zone).astimezone(UTC)).astimezone(zone).replace(tzinfo=None) != local:
        local += MINUTE
    return found


def latest(record: Record) -> datetime | None:
    """The latest time to which anything but a decision or an outage moves the open turn's deadline; None: there is no bound."""
    ledger = record.ledger
    if not ledger.policy.max_hours or not ledger.first_due:
        return None
    return parse_stamp(ledger.first_due) + timedelta(hours=ledger.policy.max_hours)
