"""A player who takes or leaves a seat of a campaign takes or leaves the seats of its battles that are being fought."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.campaign.model.state import Battle
from pbem.core.state.ledger import Ledger
from pbem.core.state.players import bot_name
from pbem.core.state.record import Record
from pbem.service.campaigns.battle_games import expected_players
from pbem.service.context import ServiceContext
from pbem.service.games.seating import seat_player, vacate
from pbem.service.history import CAMPAIGN
from pbem.service.repository import reading


def seat_players(context: ServiceContext, record: Record, battle: Battle) -> bool:
    """Seat those in a battle's game who have come to the campaign since, and unseat those who have left it. Was there any?

    Whoever has come to the battle alone (a substitute) keeps their seat, and who has lost it there does not get it back so.
    """
    expected = expected_players(context, record, battle)
    with reading(context, battle.stream) as fought:
        changes = {} if fought.ledger.ended else _changes(record.ledger, fought.ledger, expected)
    why = f"the seats of {record.stream} have changed"
    for seat, player in changes.items():
        if player:
            seat_player(context, battle.stream, seat, player, why, CAMPAIGN)
        else:
            vacate(context, battle.stream, seat, why, CAMPAIGN)
    return bool(changes)


def _changes(campaign: Ledger, fought: Ledger, expected: Mapping[str, str]) -> dict[str, str]:
    """Who is to have which seat of a battle now ("": nobody)."""
    found = {}
    for seat in fought.seats:
        holder, due = fought.players.get(seat, ""), expected.get(seat, "")
        gone = holder in campaign.played and holder not in campaign.players.values()
        comes = due != holder and bool(due) and not bot_name(due) and due not in fought.played
        if gone or (comes and (not holder or bool(bot_name(holder)))):
            found[seat] = due if due not in fought.played or due in fought.players.values() else ""
        elif not holder and bot_name(due):
            found[seat] = due
    return found
