"""How a battle's game has ended, in the terms of its scenario: read from its log, once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.base import Event
from events.campaign.battles import Outcome
from events.platform import GameEnded
from pbem.campaign.rules.taking_over import BattleEnd
from pbem.core.fleets.fleet_units import Deed, Muster
from pbem.core.game.protocol import Fleets
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.history import ALL_PLAYERS, CAMPAIGN


def battle_end(context: ServiceContext, record: Record) -> BattleEnd:
    """The end of a battle, from the record of its game. Raises `ActRefused` for a game that is not over.

    A game that its master or the operator has ended was not played to an end: nobody comes to harm.
    """
    ledger = record.ledger
    if not ledger.ended:
        raise ActRefused(f"{record.stream} is not over")
    ended = _last_end(context, record)
    outcome, winners = _outcome(ended)
    fleets = record.game.fleets if outcome in ("won", "drawn") else None
    return BattleEnd(
        record.stream,
        record.head.hash.hex(),
        outcome,
        winners,
        ended.verdict,
        muster=fleets.muster(record.state) if fleets else Muster({}, {}),
        deeds=deeds_of(context, record, fleets) if fleets else [],
        deployed=ledger.forces,
    )


def _last_end(context: ServiceContext, record: Record) -> GameEnded:
    """The event by which the game has ended, as far as the record knows: it is of the last turn."""
    entries = context.store.select(record.stream, [GameEnded], context.store.before_turn(record.stream, record.ledger.turn))
    ends = [entry.event for entry in entries if entry.version <= record.head.version and isinstance(entry.event, GameEnded)]
    return ends[-1]


def _outcome(ended: GameEnded) -> tuple[Outcome, list[str]]:
    """By the rules, or by the players' vote for a draw; by the campaign (CMP-2.6), or broken off by hand."""
    if ended.by in ("", ALL_PLAYERS):
        return ("won", ended.winners) if ended.winners else ("drawn", [])
    if ended.by == CAMPAIGN and ended.winners:
        return "refused", ended.winners
    return "not played", []


def deeds_of(context: ServiceContext, record: Record, fleets: Fleets[Any]) -> Sequence[Deed]:
    """Hits and kills, from the turns that lead to the present position."""
    turns, head = record.ledger.line() | {0}, record.head.version
    entries = context.store.select(record.stream, fleets.deed_events)
    told: list[Event] = [entry.event for entry in entries if entry.turn in turns and entry.version <= head]
    return fleets.deeds(told)
