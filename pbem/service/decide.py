"""The one way in which a use case writes: load the record, decide, append, and decide again when another writer was first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from events.base import Draft, Event
from events.store import Conflict
from pbem.core.game.phrases import one_line
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.repository import reading

MAX_WHY = 300
T = TypeVar("T")


@dataclass(frozen=True)
class Decision(Generic[T]):
    """What a use case wants to append (nothing, if it is empty), and what makes its answer once that is written.

    `applied`: the record has folded the drafts already, because a turn was played out on it.
    """

    drafts: Sequence[Draft]
    answer: Callable[[], T]
    applied: bool = False


class OpenTurn(NamedTuple):
    """Where a game is after a change: its open turn, the last one that is closed, and the deadline ("": none)."""

    turn: int
    closed: int
    due: str


def retried(attempt: Callable[[], T]) -> T:
    """What `attempt` returns; it is made again as long as another writer was first."""
    while True:
        try:
            return attempt()
        except Conflict:
            continue


def decide(context: ServiceContext, stream: str, act: Callable[[Record, datetime], Decision[T]]) -> T:
    """Append what `act` makes of the present record and the time, as of that time, and return its answer.

    Raises:
        NoSuchGame, Corrupt, and what `act` raises: nothing is written then.
    """

    def attempt() -> T:
        with reading(context, stream) as record:
            now = context.now()
            decision = act(record, now)
            _append(context, record, decision, now)
            return decision.answer()

    return retried(attempt)


def _append(context: ServiceContext, record: Record, decision: Decision[T], now: datetime) -> None:
    """Append the drafts to the log as the record knows it, and bring the record up to date. Raises Conflict."""
    if not decision.drafts:
        return
    record.head = context.store.append(record.stream, decision.drafts, record.head, stamp(now))
    if not decision.applied:
        for draft in decision.drafts:
            record.apply(draft.event, draft.audience)


def change(
    context: ServiceContext, stream: str, act: Callable[[Record, datetime], Sequence[Draft]], over: bool = False
) -> OpenTurn:
    """Append what `act` makes of the present record and the time: an act on a game from outside of its rules.

    Raises what `act` raises, and `ActRefused` for a game that is over, unless `over` says that the act is for such a game, too.
    """

    def checked(record: Record, now: datetime) -> Decision[OpenTurn]:
        ledger = record.ledger
        if ledger.ended and not over:
            raise ActRefused(f"{stream} is over")
        return Decision(act(record, now), lambda: OpenTurn(ledger.turn, ledger.closed, ledger.due))

    return decide(context, stream, checked)


def reason(why: str) -> str:
    """A reason on one line. Raises `ActRefused` when there is none, or too much of it."""
    clean = one_line(why)
    if not clean:
        raise ActRefused("say why: the log keeps the reason and all players read it")
    if len(clean) > MAX_WHY:
        raise ActRefused(f"the reason is {len(clean)} letters long; {MAX_WHY} is the most")
    return clean


def public(record: Record, *events: Event) -> list[Draft]:
    """These events in the open turn, for everyone."""
    return [Draft(event, record.ledger.turn) for event in events]
