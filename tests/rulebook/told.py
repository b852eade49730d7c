"""What happened in a turn, for the tests of every rule book: its events by type, and what was rolled for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from events.base import Draft, Event
from events.platform import Rolled

E = TypeVar("E", bound=Event)


def told(drafts: Iterable[Draft], kind: type[E]) -> list[E]:
    """All events of a type."""
    return [d.event for d in drafts if type(d.event) is kind]


def only(drafts: Iterable[Draft], kind: type[E]) -> E:
    """The only event of a type."""
    found = told(drafts, kind)
    assert len(found) == 1, found
    return found[0]


def envelope(drafts: Iterable[Draft], kind: type[Event]) -> tuple[str, str, str]:
    """Phase, clause and audience of the first event of a type."""
    return next((d.phase, d.rule, d.audience) for d in drafts if type(d.event) is kind)


def rolled(drafts: Iterable[Draft]) -> list[str]:
    """What was rolled for, in order."""
    return [e.purpose for e in told(drafts, Rolled)]
