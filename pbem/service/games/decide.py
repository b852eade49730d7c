"""Acts upon a game from outside of its rules: each is decided on the present record, has a reason, and says whose it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from events.base import Draft, Event
from events.store import Conflict
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.repository import load, write

MAX_WHY = 300


def reason(why: str) -> str:
    """A reason on one line. Raises `Refused` when there is none, or too much of it."""
    clean = " ".join("".join(c if c.isprintable() else " " for c in why).split())
    if not clean:
        raise ActRefused("say why: the log keeps the reason and all players read it")
    if len(clean) > MAX_WHY:
        raise ActRefused(f"the reason is {len(clean)} letters long; {MAX_WHY} is the most")
    return clean


def decide(context: ServiceContext, stream: str, act: Callable[[Record], Sequence[Draft]], over: bool = False) -> Record:
    """Append what `act` makes of the present record; it is asked again when another writer was first.

    Returns the record after it. Raises what `act` raises, and `Refused` for a game that is over, unless `over` says that the
    act is for such a game, too.
    """
    while True:
        record = load(context, stream)
        if record.ledger.ended and not over:
            context.shelf.put(record)
            raise ActRefused(f"{stream} is over")
        drafts = act(record)
        try:
            write(context, record, drafts)
        except Conflict:
            continue
        context.shelf.put(record)
        return record


def public(record: Record, by: str, *events: Event) -> list[Draft]:
    """These events in the open turn, for everyone, from this desk."""
    return [Draft(event, record.ledger.turn, by) for event in events]
