"""Times for people: in their own zone, with UTC beside it, and how long it is until then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from markupsafe import Markup

from pbem.accounts.people import Person
from pbem.service.context import ActRefused, minute, parse_stamp
from pbem.service.policy.pace import time_words
from pbem.web.infra.site import site
from pbem.web.infra.visitor import visitor

FAR = timedelta(days=7)
"""What is farther away is told by its day."""


def local(text: str | None) -> str:
    """`Sat 21 Nov 2026, 19:00 CET` for a visitor who told us their zone, else `Sat 21 Nov 2026, 18:00 UTC`; "" for none."""
    if not text:
        return ""
    person = visitor().person
    return f"{parse_stamp(text).astimezone(ZoneInfo((person and person.zone) or 'UTC')):%a %d %b %Y, %H:%M %Z}"


def clock(text: str) -> str:
    """`19:00` by the visitor's own clock."""
    person = visitor().person
    return f"{parse_stamp(text).astimezone(ZoneInfo((person and person.zone) or 'UTC')):%H:%M}"


def when(text: str | None) -> Markup:
    """`in 2 days 3 hours`, `4 hours ago`, after a week the day, as HTML; the exact time, by the visitor's clock, on hover."""
    if not text:
        return Markup()
    away = parse_stamp(text) - site().context.now()
    if abs(away) >= FAR:
        words = local(text).partition(",")[0]
    elif abs(away) < timedelta(minutes=1):
        words = "now" if away > timedelta() else "just now"
    else:
        words = f"in {span(away)}" if away > timedelta() else f"{span(-away)} ago"
    return Markup('<time datetime="{}" title="{}">{}</time>').format(text, due_words(text), words)


def time_left(text: str | None) -> str:
    """`2 days 3 hours`, `4 hours 10 minutes`, `12 minutes`, `now`: until then, from now; "" for none."""
    if not text:
        return ""
    return span(parse_stamp(text) - site().context.now())


def span(left: timedelta) -> str:
    """A length of time in its two largest units."""
    return time_words(left) or "now"


def due_words(text: str | None) -> str:
    """A deadline in full: the visitor's own clock, UTC, and what is left."""
    if not text:
        return "no deadline"
    person = visitor().person
    utc = f" ({minute(text)})" if person and person.zone not in ("", "UTC") else ""
    return f"{local(text)}{utc}"


def read_moment(text: str, person: Person) -> datetime:
    """`2026-11-21T18:00` by a person's clock. Raises `ActRefused`."""
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=ZoneInfo(person.zone or "UTC"))).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ActRefused(f"{text[:40]!r} is no date and time: write it like 2026-11-21T18:00") from None


def here(text: str, person: Person) -> str:
    """A stamp as a form's field for date and time shows it, by a person's clock."""
    return parse_stamp(text).astimezone(ZoneInfo(person.zone or "UTC")).strftime("%Y-%m-%dT%H:%M")
