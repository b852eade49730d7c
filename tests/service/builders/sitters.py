"""A game in which the player of red has named who orders for them."""

from __future__ import annotations

from datetime import timedelta

from events.base import Event
from events.platform import PolicySet, SitterCalled, SitterLeft, SitterNamed
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup
from pbem.service.history import PLAYER
from pbem.service.ladder import absence
from pbem.service.ladder.sitters import name_sitter
from tests.service.builders.duel import duel

POLICY = PolicySet(sitters=True, why="house rules")


def with_sitter(context: ServiceContext, policy: PolicySet = POLICY) -> str:
    """Blue is p1, red is p2, p9 runs it; s is named for red."""
    stream = duel(context, setup=GameSetup(master="p9", policy=policy))
    name_sitter(context, stream, "red", "s", "for my holidays")
    return stream


def go_away(context: ServiceContext, stream: str, days: float = 5, seat: str = "red") -> None:
    """The player of the seat says that they are away."""
    absence.set_absence(context, stream, seat, context.now() + timedelta(days=days), "at sea", PLAYER)


def steps(context: ServiceContext, stream: str) -> list[Event]:
    """Who was named, called and left, in order."""
    return [entry.event for entry in context.store.select(stream, [SitterNamed, SitterCalled, SitterLeft])]


def sound(context: ServiceContext, stream: str) -> bool:
    """What the log holds is what the acts had to write; else the first fault is shown."""
    found = audit(context, stream)
    assert not found.broken, found.broken
    return found.sound
