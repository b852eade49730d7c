"""How a game is going, for its master and for newcomers: seats, players, absence, policy, and what could be undone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from events.platform import PolicySet
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext
from pbem.service.ladder.absence import away
from pbem.service.ladder.reliability import reliability
from pbem.service.policy.words import PolicyInWords, in_words
from pbem.service.repository import reading

Orders = Literal["open", "none", "filed", "ready", "not asked"]


@dataclass(frozen=True)
class SeatState:
    """A seat: `player` is a person's id, `bot:NAME` or "" (free); `away` a stamp or ""; `offered` the id of the invited person.

    `named` is the id of the person who orders for its player when they cannot, `sitter` of whom does so now ("": nobody).
    `orders`: "open" is owed and not ready, or when filings were asked for "none" or "filed". `watched`: the game master looks
    through its eyes in the open turn. `opened` is to whom a free seat goes, the first to answer: "substitutes", "anyone" or "";
    `lost` the id of who lost it to the clock, and may take it back. `on_time`: how many of the player's turns came in time.
    """

    seat: str
    side: str
    player: str
    orders: Orders
    away: str
    offered: str
    watched: bool
    named: str
    sitter: str
    opened: str
    lost: str
    on_time: str


@dataclass(frozen=True)
class Overview:
    """`rules` is the policy in words; `co_masters` are the ids of those who run it beside its game master.

    `targets` are turns that a roll-back can go to, `replayable` those that can be played again, both newest first.
    """

    stream: str
    title: str
    turn: int
    due: str
    paused: bool
    ended: bool
    master: str
    co_masters: list[str]
    rhythm_hours: float
    seats: list[SeatState]
    policy: PolicySet
    rules: PolicyInWords
    bots: list[str]
    targets: list[int]
    replayable: list[int]
    undone: dict[int, str]


def overview(context: ServiceContext, stream: str, filings: bool = False) -> Overview:
    """The game as it is now. Raises NoSuchGame, Corrupt.

    All of it is public, but for `filings`, whether a seat has filed anything: that is for who runs the game and plays no seat.
    """
    with reading(context, stream) as record:
        return _overview(context, record, filings)


def _overview(context: ServiceContext, record: Record, filings: bool) -> Overview:
    ledger = record.ledger
    seats = [_seat(context, record, seat, filings) for seat in ledger.seats]
    present = set() if ledger.ended else {ledger.closed, ledger.back.get(ledger.closed, ledger.closed)}
    turns = range(ledger.closed, 0, -1)
    return Overview(
        stream=record.stream,
        title=ledger.title,
        turn=ledger.turn,
        due=ledger.due,
        paused=ledger.paused,
        ended=ledger.ended,
        master=ledger.master,
        co_masters=list(ledger.co_masters),
        rhythm_hours=ledger.rhythm_hours,
        seats=seats,
        policy=ledger.policy,
        rules=in_words(ledger.policy, ledger.rhythm_hours),
        bots=list(record.game.planning.bots),
        targets=[turn for turn in (*turns, 0) if turn not in present and turn not in ledger.ends],
        replayable=[turn for turn in turns if turn not in ledger.back and not ledger.ended],
        undone=dict(ledger.undone),
    )


def _seat(context: ServiceContext, record: Record, seat: str, filings: bool) -> SeatState:
    ledger = record.ledger
    return SeatState(
        seat=seat,
        side=ledger.seats[seat],
        player=ledger.players.get(seat, ""),
        orders=_orders(record, seat, filings),
        away=ledger.absent[seat] if seat in away(record, context.now()) else "",
        offered=ledger.offered.get(seat, ""),
        watched=seat in ledger.watched,
        named=ledger.sitters.get(seat, ""),
        sitter=ledger.sitting.get(seat, ""),
        opened=ledger.opened.get(seat, ""),
        lost=ledger.lost.get(seat, ""),
        on_time=reliability(context, ledger.players.get(seat, "")).words(),
    )


def _orders(record: Record, seat: str, filings: bool) -> Orders:
    ledger = record.ledger
    if seat in ledger.ready:
        return "ready"
    if seat not in record.game.rules.due(record.state):
        return "not asked"
    if not filings:
        return "open"
    return "filed" if seat in ledger.filed else "none"
