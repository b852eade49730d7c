"""CMP-2.6: a battle that is not over when its time has passed. What the file says happens then is in its own log."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from events.base import Draft
from events.platform import GameEnded, GameOpened, GameReopened, RolledBack, SeedRevealed, StoodIn, TurnLocked
from pbem.campaign.model.state import Battle
from pbem.core.state.players import BOT, bot_name
from pbem.core.state.record import Record
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.context import ServiceContext, parse_stamp
from pbem.service.decide import change, public, reason
from pbem.service.games.game_master import ended_by
from pbem.service.games.seating import seat_player
from pbem.service.history import CAMPAIGN
from pbem.service.repository import reading

BEGINNINGS = (GameOpened, GameReopened, RolledBack)
"""From the last of these a battle has its full time."""


def time_up(context: ServiceContext, record: Record, battle: Battle) -> datetime | None:
    """When the time of a battle that is being played has passed; None: it has as long as it takes."""
    days = campaign_state(record).file.battle_days
    if not days or not battle.stream:
        return None
    began = max(entry.at for entry in context.store.select(battle.stream, BEGINNINGS))
    return parse_stamp(began) + timedelta(days=days)


def settle(context: ServiceContext, record: Record, battle: Battle) -> bool:
    """Do with a battle whose time has passed what the file says. Was anything done? The clock of a paused game stands still."""
    unplayed, days = campaign_state(record).file.unplayed, campaign_state(record).file.battle_days
    why = f"the {days} days of battle {battle.number} of {record.stream} have passed"
    with reading(context, battle.stream) as fought:
        if fought.ledger.ended or fought.ledger.paused:
            return False
        seats = [seat for seat in fought.ledger.seats if not bot_name(fought.ledger.players.get(seat, ""))]
        bot = f"{BOT}{next(iter(fought.game.planning.bots))}"
    if unplayed == "bots":
        for seat in seats:
            seat_player(context, battle.stream, seat, bot, f"{why}: bots play it to its end", CAMPAIGN)
        return bool(seats)
    break_off(context, battle.stream, why, refused=unplayed == "refused")
    return True


def break_off(context: ServiceContext, stream: str, why: str, refused: bool = False) -> None:
    """End a battle's game: as refused by the side that has missed more of its turns, or as not played. Not if it is over."""

    def act(record: Record, now: datetime) -> list[Draft]:
        if record.ledger.ended:
            return []
        winners = steadfast(context, record) if refused else []
        return broken_off(record, winners, f"{why}; {_loser_words(record, winners)}" if refused else why)

    change(context, stream, act, over=True)


def broken_off(record: Record, winners: list[str], why: str) -> list[Draft]:
    """The events by which a campaign ends the game of a battle; `winners` are those who did not refuse it."""
    return public(record, GameEnded(winners, f"{ended_by(CAMPAIGN)}{reason(why)}", CAMPAIGN), SeedRevealed(record.ledger.seed))


def _loser_words(record: Record, winners: list[str]) -> str:
    """Who refused it."""
    others = [side for side in dict.fromkeys(record.ledger.seats.values()) if side not in winners]
    return f"{', '.join(others)} missed more turns" if winners else "no side missed more turns than the other"


def steadfast(context: ServiceContext, record: Record) -> list[str]:
    """The sides that have missed fewer turns than the one that has missed most; none if no side has missed more."""
    sides, turns = dict.fromkeys(record.ledger.seats.values()), record.ledger.line()
    missed: Counter[str] = Counter(dict.fromkeys(sides, 0))
    for entry in context.store.select(record.stream, [TurnLocked, StoodIn]):
        if entry.turn in turns:
            missed.update({record.ledger.seats[seat] for seat in _missing(entry.event)})
    most = max(missed.values())
    least = [side for side in sides if missed[side] < most]
    return least if len(least) == len(sides) - 1 else []


def _missing(event: object) -> list[str]:
    """The seats that the event says have missed a turn."""
    if isinstance(event, TurnLocked):
        return event.missed
    return [event.seat] if isinstance(event, StoodIn) and event.cause == "missed" else []
