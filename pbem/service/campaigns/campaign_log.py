"""What the log of a campaign says of its battles beyond its state: when each was set, as which games, what was reported."""

from __future__ import annotations

from typing import Any

from events.base import Entry, Event
from events.campaign.battles import BattleOpened, BattleReported
from events.campaign.refit import BattleSet
from events.platform import Actor, GameEnded, GameReopened, RolledBack
from pbem.campaign.model.state import Battle, State
from pbem.campaign.played import KEY
from pbem.core.state.record import Record
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.history import CAMPAIGN


def campaign_state(record: Record) -> State:
    """The state of a campaign. Raises `ActRefused` for another game."""
    if record.ledger.game != KEY:
        raise ActRefused(f"{record.stream} is no campaign, but a game of {record.game.title}")
    state: State = record.state
    return state


def the_battle(record: Record, number: int) -> Battle:
    """A battle of a campaign by its number. Raises `ActRefused` naming those that there are."""
    battles = campaign_state(record).battles
    if number not in battles:
        there = f"its battles are {', '.join(map(str, battles))}" if battles else "it has none yet"
        raise ActRefused(f"{record.stream} has no battle {number}; {there}")
    return battles[number]


def all_seated(record: Record) -> bool:
    """Is each seat taken, or left by somebody who had it? The first battles wait for that."""
    ledger = record.ledger
    return all(seat in ledger.players or seat in ledger.vacant for seat in ledger.seats)


def turn_of(context: ServiceContext, record: Record, battle: int) -> int:
    """The turn of the campaign at the end of which the battle was set."""
    return max(entry.turn for entry in _of(context, record, BattleSet, battle))


def report_in_force(context: ServiceContext, record: Record, battle: int) -> BattleReported | None:
    """How the battle was reported to the campaign, as the present position knows it; None: it was not."""
    found = [entry.event for entry in _of(context, record, BattleReported, battle)]
    last = found[-1] if found else None
    return last if isinstance(last, BattleReported) else None


def _of(context: ServiceContext, record: Record, kind: type[Event], battle: int) -> list[Entry]:
    """The events of this type about a battle that lead to the present position."""
    turns, entries = record.ledger.line() | {0}, context.store.select(record.stream, [kind])
    return [entry for entry in entries if entry.turn in turns and _number(entry.event) == battle]


def _number(event: Any) -> int:
    return int(event.battle)


def games_named(context: ServiceContext, campaign: str) -> set[str]:
    """All games that battles of the campaign were ever played as, also in turns that were undone."""
    return {e.event.stream for e in context.store.select(campaign, [BattleOpened]) if isinstance(e.event, BattleOpened)}


def games_reported(context: ServiceContext, campaign: str) -> set[str]:
    """All games whose end the campaign ever took over, also in turns that were undone."""
    return {e.event.stream for e in context.store.select(campaign, [BattleReported]) if isinstance(e.event, BattleReported)}


def is_set_aside(context: ServiceContext, record: Record, battle: Battle) -> bool:
    """CMP-8.3: is the end of a waiting battle's game undone, or was it void? Then the battle is played again, as another game.

    The campaign has gone back since it named the game; and before that the end was reported, or the campaign itself has ended
    the game, when the battle was entered by hand or the campaign was over.
    """
    events = [e.event for e in context.store.select(record.stream, [BattleOpened, BattleReported, GameReopened, RolledBack])]
    named = [at for at, event in enumerate(events) if isinstance(event, BattleOpened) and event.stream == battle.stream]
    since = events[max(named, default=len(events)) :]
    if not any(isinstance(event, RolledBack) for event in since):
        return False
    reports = [event for event in since if isinstance(event, BattleReported) and event.battle == battle.number]
    if context.store.head(battle.stream).hash.hex() in [report.head for report in reports]:
        return True
    by_hand = any(report.stream != battle.stream for report in reports)
    return (by_hand or any(isinstance(event, GameReopened) for event in since)) and ended_by_campaign(context, battle.stream)


def ended_by_campaign(context: ServiceContext, stream: str) -> bool:
    """Is the game of a battle over because a campaign has ended it?"""
    ends = [entry.event for entry in context.store.select(stream, [GameEnded, GameReopened])]
    return bool(ends) and isinstance(ends[-1], GameEnded) and ends[-1].by == CAMPAIGN


def went_back(context: ServiceContext, stream: str) -> Actor:
    """Who has decided on the last roll-back; "" when there was none."""
    found = [e.event for e in context.store.select(stream, [RolledBack]) if isinstance(e.event, RolledBack)]
    return found[-1].by if found else ""
