"""When a mail may be sent by its reader's own clock: nobody is woken at night for a deadline of the day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

NIGHT, MORNING = time(22), time(7)
LEAST_LEFT = timedelta(hours=3)
"""With less time than that left in the morning, a reminder comes on the evening before."""
LATE = timedelta(minutes=15)
"""What is sent so little after its time is sent then."""


def at_night(moment: datetime, zone: str) -> bool:
    """Is it night then by the clock of `zone` (an IANA name, "" is UTC)?"""
    clock = moment.astimezone(_zone(zone)).time()
    return clock >= NIGHT or clock < MORNING


def sending_time(planned: datetime, due: datetime, zone: str, now: datetime) -> datetime:
    """When a reminder that is `planned` for then is sent, as seen from now; what is past is sent at once.

    One that falls into the night is sent in the morning at 07:00, or on the evening before at 22:00 if the morning leaves less
    than three hours. It stays in the night when the deadline is in the same one. What could not be sent in time, because
    nothing ran or the deadline was set only then, is not sent at night either: it waits for the morning.
    """
    at = _out_of_the_night(planned, due, zone)
    if now - at < LATE or not at_night(now, zone):
        return at
    _, ends = _night(now, zone)
    return at if due < ends else ends


def _out_of_the_night(planned: datetime, due: datetime, zone: str) -> datetime:
    if not at_night(planned, zone):
        return planned
    begins, ends = _night(planned, zone)
    if due < ends:
        return planned
    return begins if due - ends < LEAST_LEFT else ends


def next_time(now: datetime, clock: time, zone: str) -> datetime:
    """The next moment, after now, at which the clock of `zone` shows this time."""
    today = now.astimezone(_zone(zone)).date()
    return next(at for days in range(3) if (at := _moment(today + timedelta(days=days), clock, zone)) > now)


def _night(moment: datetime, zone: str) -> tuple[datetime, datetime]:
    """Begin and end of the night that a moment is in."""
    local = moment.astimezone(_zone(zone))
    evening = local.date() if local.time() >= NIGHT else local.date() - timedelta(days=1)
    return _moment(evening, NIGHT, zone), _moment(evening + timedelta(days=1), MORNING, zone)


def _moment(day: date, clock: time, zone: str) -> datetime:
    return datetime.combine(day, clock, _zone(zone)).astimezone(UTC)


def _zone(zone: str) -> ZoneInfo:
    return ZoneInfo(zone or "UTC")
