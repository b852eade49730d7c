"""The state of the open turn for one reader: what is wanted, what is filed, who is waited for, and what follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pbem.core.state.ledger_handlers import BY_SITTER
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext, stamp
from pbem.service.current_orders import AGAIN, BY_BOT, check_seat, filings, open_turn_words, waiting
from pbem.service.ladder.promises import when_nothing_comes
from pbem.service.repository import reading

Status = Literal["none", "filed", "ready", "idle", "watch"]
WAYS = {
    BY_BOT: "by the bot that stands in for you",
    BY_SITTER: "by who orders for its player",
    AGAIN: "when this turn came to be played again, as they stood before,",
    "web": "on the web",
    "api": "by a program",
    "forum": "by private message on a forum",
    "forum-edit": "by editing a private message on a forum",
    "forum-delete": "by deleting a private message on a forum",
}
"""How a filing came, by the first word of its source, or, of one word, its last part; that of a mail has neither."""


@dataclass(frozen=True)
class LastFiling:
    """When the orders in force were filed, and how: by mail, on the web, by a program."""

    at: str
    way: str


@dataclass(frozen=True)
class TurnStatus:
    """The state of the open turn for one reader.

    The status is none (orders are wanted and nothing is filed), filed, ready, idle (nothing is wanted), watch (a spectator).
    `turn_words` name the open turn by both its numbers, `wanted` says what for, `waiting` who is not ready, `away` until when
    the players of some of these are away (UTC stamps), `free` the seats that nobody has taken yet (the clock does not start
    without them), `asked` by how many hours which seats want the deadline moved, `otherwise` what happens when the player does
    nothing more, `early` whether the turn is resolved as soon as all are ready, `owed` whether anybody owes orders for it.
    """

    stream: str
    turn: int
    turn_words: str
    seat: str
    status: Status = field(metadata={"json": "stand"})
    due: str
    paused: bool
    wanted: str
    waiting: list[str]
    away: dict[str, str]
    free: list[str]
    asked: dict[str, float]
    filing: LastFiling | None
    otherwise: str
    early: bool
    owed: bool


def turn_status(context: ServiceContext, stream: str, seat: str | None) -> TurnStatus:
    """The state of the open turn of a game under way for `seat` (None: a spectator).

    Raises:
        NoSuchGame, NoSuchSeat, Corrupt.
    """
    with reading(context, stream) as record:
        if seat is not None:
            check_seat(record, seat)
        return turn_status_of(context, record, seat)


def turn_status_of(context: ServiceContext, record: Record, seat: str | None) -> TurnStatus:
    """The same from a record."""
    ledger = record.ledger
    ask = record.game.rules.due(record.state).get(seat or "")
    status, missing = _status(record, seat), waiting(record)
    return TurnStatus(
        stream=record.stream,
        turn=ledger.turn,
        turn_words=open_turn_words(record),
        seat=seat or "",
        status=status,
        due=ledger.due,
        paused=ledger.paused,
        wanted=ask.what if ask else "",
        waiting=missing,
        away={other: until for other, until in ledger.absent.items() if other in missing and until > stamp(context.now())},
        free=[]
        if ledger.due
        else [other for other in ledger.seats if other not in ledger.players and other not in ledger.vacant],
        asked=dict(ledger.extensions),
        filing=_filing(context, record, seat) if seat in ledger.filed else None,
        otherwise=_otherwise(record, seat or "", status),
        early=ledger.policy.early,
        owed=bool(record.game.rules.due(record.state)),
    )


def _status(record: Record, seat: str | None) -> Status:
    ledger = record.ledger
    if seat is None:
        return "watch"
    if seat in ledger.ready:
        return "ready"
    if seat in ledger.filed:
        return "filed"
    return "none" if seat in record.game.rules.due(record.state) else "idle"


def _filing(context: ServiceContext, record: Record, seat: str | None) -> LastFiling | None:
    """The last filing of the seat in the open turn."""
    found = [LastFiling(at, _way(filed.source)) for at, filed in filings(context, record) if filed.seat == seat]
    return found[-1] if found else None


def _way(source: str) -> str:
    """How a filing came, as its source tells."""
    first, more, _ = source.partition(" ")
    return WAYS.get(first if more else source.rpartition(".")[2], "by mail")


def _otherwise(record: Record, seat: str, status: Status) -> str:
    """What happens when the player does nothing more."""
    if status == "filed":
        return "What is filed counts at the deadline, ready or not. You can change it until then."
    if status == "ready" and not record.ledger.policy.early:
        return "The turn is resolved at the deadline, even if all are ready sooner. You can still change it."
    if status == "ready":
        return "The turn is resolved as soon as all are ready, and at the deadline in any case. You can still change it."
    if status != "none":
        return ""
    return when_nothing_comes(record, seat)
