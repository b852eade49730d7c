"""One beat of the clock: bots order, what is due is resolved. Safe to run anywhere, any number of times."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from events.store import Corrupt
from pbem.core.state.players import bot_name
from pbem.core.state.record import Record
from pbem.service.context import NoSuchGame, ServiceContext, stamp
from pbem.service.current_orders import BY_BOT
from pbem.service.games.bot_turns import bot_orders
from pbem.service.orders.file import file_orders
from pbem.service.outages.heal import going_on, heal, is_held
from pbem.service.outages.merge import Outage
from pbem.service.repository import reading
from pbem.service.turns.close import close_turn
from pbem.service.turns.fair_order import from_both_ends

ROUND = 1.0
"""Seconds until it is asked again what is due."""
BOTS = 0.5
"""Seconds of each round in which bots may begin to order: people's deadlines do not wait for all of them."""

log = logging.getLogger(__name__)


def _never() -> bool:
    return False


def tick(
    context: ServiceContext,
    take_in: Callable[[], datetime] | None = None,
    stop: Callable[[], bool] = _never,
    publish: Callable[[], object] = _never,
) -> list[tuple[str, int]]:
    """Let bots order and resolve every game that is due. Returns the (stream, turn) that this call resolved.

    Deadlines that an outage took time from are moved first; while one goes on, games that are due wait for its end.

    When many games are due they are resolved in rounds, after each of which `publish` hands out what is there. In each round
    bots order for a while; a game whose bots have not ordered yet waits for them.

    A mail counts from when it was stored: `take_in` files all that was stored before the moment it returns, and only what was
    due by then is resolved. A game that cannot be resolved is logged and left as it is; the others go on.

    Once `stop` says so, nothing more is begun: what is due is found again at the next beat. It is asked before every game, also
    because `take_in` may have been stopped itself, with orders left that are in time.
    """
    done = Done()
    heal(context, stop)
    while not _round(context, take_in, stop, done):
        publish()
    _play_bots(context, stop, set())
    return done.closed


@dataclass
class Done:
    """What one call has tried, so that what fails is tried once; and the turns that it resolved."""

    bots: set[str] = field(default_factory=set)
    turns: set[tuple[str, int]] = field(default_factory=set)
    closed: list[tuple[str, int]] = field(default_factory=list)


def _round(context: ServiceContext, take_in: Callable[[], datetime] | None, stop: Callable[[], bool], done: Done) -> bool:
    """Let bots order and resolve what is due, for a second. Was that all?"""
    until = context.monotonic() + ROUND
    left = _play_bots(context, stop, done.bots)
    moment = take_in() if take_in else context.now()
    outage = going_on(context)
    waiting = [each for each in context.store.due(stamp(moment)) if each not in done.turns and each[0] not in left]
    for stream, turn in from_both_ends(waiting):
        if stop():
            return True
        if context.monotonic() > until:
            return False
        done.turns.add((stream, turn))
        if _guarded(stream, partial(_close, context, stream, turn, outage)):
            done.closed.append((stream, turn))
    return not left or stop()


def _play_bots(context: ServiceContext, stop: Callable[[], bool], tried: set[str]) -> set[str]:
    """Let bots order in games that were not tried, for a while. Returns the games that are left."""
    until = context.monotonic() + BOTS
    waiting = [stream for stream in context.store.waiting_for_bots() if stream not in tried]
    for number, stream in enumerate(waiting):
        if stop() or (number and context.monotonic() > until):
            return set(waiting[number:])
        tried.add(stream)
        _guarded(stream, partial(play_bots, context, stream))
    return set()


def _close(context: ServiceContext, stream: str, turn: int, outage: Outage | None) -> bool:
    """Resolve the turn, unless the game waits for the end of an outage. Was it resolved?"""
    return not (outage and is_held(context, stream, outage)) and close_turn(context, stream, turn)


def _guarded(stream: str, act: Callable[[], object]) -> object:
    """One game's trouble must not stop the others' clocks: it is logged whole, and tried again at the next beat."""
    try:
        return act()
    except (Corrupt, NoSuchGame) as e:
        log.error("%s cannot be played on: %s", stream, e)
    except Exception:
        log.exception("%s: this beat failed; the log is unchanged", stream)
    return None


def play_bots(context: ServiceContext, stream: str) -> None:
    """Every bot of the game that owes orders files them, by the same use case as a player's mail, and is ready."""
    with reading(context, stream) as record:
        turn, players = record.ledger.turn, record.ledger.players
        texts = {seat: bot_orders(context, record, seat, bot_name(players[seat])) for seat in _bots_that_owe(record)}
    for seat, text in texts.items():
        file_orders(context, stream, seat, f"ready\n{text}", f"{BY_BOT} {seat} {turn}", turn)


def _bots_that_owe(record: Record) -> list[str]:
    players, ready = record.ledger.players, record.ledger.ready
    owing = record.game.rules.due(record.state)
    return [seat for seat in owing if bot_name(players.get(seat, "")) and seat not in ready]
