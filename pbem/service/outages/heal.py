"""Outages that are over move deadlines, each once; while one goes on, games whose deadline comes wait."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from events.platform import TurnOpened
from events.store import Corrupt
from pbem.service.context import NoSuchGame, ServiceContext, parse_stamp, stamp
from pbem.service.decide import Decision, decide
from pbem.service.outages.doors import shut
from pbem.service.outages.healing import LONGEST_NOTICE, healed, held, held_too_long
from pbem.service.outages.merge import Merged, Outage, merged
from pbem.service.outages.tables import ToTell, any_unsettled, keep_to_tell, kept_outages, settle
from pbem.service.repository import reading

log = logging.getLogger(__name__)


def heal(context: ServiceContext, stop: Callable[[], bool] = lambda: False) -> None:
    """Move the deadlines of all games that outages took time from. Safe to call any number of times.

    Once `stop` says so, the rest waits for the next heartbeat.
    """
    for found in _begun(context):
        if found.running:
            _end_long_waits(context, found.outage)
        elif found.unsettled:
            _heal_all(context, found, stop)


def going_on(context: ServiceContext) -> Outage | None:
    """The outage that is not over; None when all doors are open."""
    return next((found.outage for found in _begun(context) if found.running), None)


def is_held(context: ServiceContext, stream: str, outage: Outage) -> bool:
    """Does the game, whose deadline has come, wait for the end of this outage? Raises NoSuchGame, Corrupt."""
    with reading(context, stream) as record:
        return held(record, outage, context.now())


def _begun(context: ServiceContext) -> list[Merged]:
    """The outages that have begun by now. Nothing when all doors are open and all outages are done with."""
    now = stamp(context.now())
    failing = shut(context)
    if not failing and not any_unsettled(context, now):
        return []
    return merged([*failing, *(span for span in kept_outages(context) if span.began <= now)])


def _heal_all(context: ServiceContext, found: Merged, stop: Callable[[], bool]) -> None:
    """Games that failed are tried again at the next heartbeat, with the same outage; it moves no deadline twice."""
    latest = stamp(parse_stamp(found.outage.ended) + LONGEST_NOTICE)
    all_done = True
    for row in context.store.games():
        if stop():
            return
        if row.status == "open" and row.due and found.outage.began <= row.due < latest:
            all_done = _guarded(row.stream, partial(_heal_game, context, row.stream, found.outage)) and all_done
    if all_done:
        settle(context, found.unsettled)


def _guarded(stream: str, act: Callable[[], None]) -> bool:
    """One game's trouble must not stop the others. Is the game done with?"""
    try:
        act()
    except (Corrupt, NoSuchGame) as e:
        log.error("%s cannot be read, so its deadline is not moved: %s", stream, e)
    except Exception:
        log.exception("%s: its deadline could not be moved; it is tried again", stream)
        return False
    return True


def _heal_game(context: ServiceContext, stream: str, outage: Outage) -> None:
    """Who must be told is noted before the deadline moves: a crash in between loses no mail."""
    with reading(context, stream) as record:
        turn = record.ledger.turn
        since = _since_turn_opened(context, stream, turn, outage)
        if not healed(record, since, context.now()):
            return
    keep_to_tell(context, ToTell(stream, turn, outage.ended))
    decide(context, stream, lambda record, now: Decision(healed(record, since, now), lambda: None))


def _since_turn_opened(context: ServiceContext, stream: str, turn: int, outage: Outage) -> Outage:
    """What a turn has lost that was opened during the outage: only the time since then."""
    opened = next(context.store.select(stream, [TurnOpened], context.store.before_turn(stream, turn)), None)
    if opened is None or opened.at > stamp(context.now()):  # written while the clock was ahead
        return outage
    return outage._replace(began=max(outage.began, opened.at))


def _end_long_waits(context: ServiceContext, outage: Outage) -> None:
    """Games that have waited for a week go on, with the time that was lost so far."""
    for stream, _ in context.store.due(stamp(context.now())):
        _guarded(stream, partial(_end_long_wait, context, stream, outage))


def _end_long_wait(context: ServiceContext, stream: str, outage: Outage) -> None:
    now = context.now()
    with reading(context, stream) as record:
        waited = held_too_long(record, outage, now)
    if waited:
        _heal_game(context, stream, outage._replace(ended=stamp(now)))
