"""Sandboxes from making to throwing away: whose they are, how long they are kept."""

from __future__ import annotations

from datetime import timedelta

from events.lists.game_list import SandboxRow
from pbem.core.game.nearest_names import known_names
from pbem.service.context import NoSuchGame, ServiceContext, parse_stamp, stamp

KEPT = timedelta(days=30)
"""After so long a sandbox is thrown away."""


def sandbox_row(context: ServiceContext, stream: str) -> SandboxRow:
    """A sandbox, whoever's. Raises `NoSuchGame` with the names of those there are."""
    row = context.store.sandbox(stream)
    if row is None:
        names = [each.stream for each in context.store.sandboxes()]
        raise NoSuchGame(f"there is no sandbox {stream!r}; {known_names(stream, names)}" if names else "there are no sandboxes")
    return row


def expires(row: SandboxRow) -> str:
    """Until when it is kept (UTC, as the log writes it)."""
    return stamp(parse_stamp(row.at) + KEPT)


def discard(context: ServiceContext, stream: str) -> None:
    """Throw a sandbox away, whole. Raises `NoSuchGame` when there is none of this name."""
    if not context.store.discard(stream):
        sandbox_row(context, stream)
    context.records.take(stream)


def discard_old(context: ServiceContext) -> int:
    """Throw away those that are too old; the heartbeat asks. Returns how many."""
    old = context.store.sandboxes_before(stamp(context.now() - KEPT))
    for row in old:
        discard(context, row.stream)
    return len(old)


def discard_all_of(context: ServiceContext, person: str) -> None:
    """Throw away what a person has who is erased."""
    for row in context.store.sandboxes_of(person):
        discard(context, row.stream)
