"""Which battles were fought between the turns of a campaign: for its replay as a whole."""

from __future__ import annotations

from events.campaign.battles import BattleReported
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.context import ServiceContext
from pbem.service.repository import reading


def fought_between(
    context: ServiceContext, campaign: str, first: int, last: int, reader: str | None
) -> list[tuple[int, str, int]]:
    """The battles that were taken over in turns `first` to `last`, as far as the reader knows of them.

    Of each the turn of the campaign, its game, and the last turn of that. Raises `ActRefused` for what is no campaign.
    """
    with reading(context, campaign) as record:
        campaign_state(record)
        known, line = record.known(reader), record.ledger.line()
        streams = {battle.stream for battle in known.battles.values() if battle.over and battle.stream}
    found = []
    for entry in context.store.select(campaign, [BattleReported]):
        assert isinstance(entry.event, BattleReported)  # noqa: S101 (nothing else was selected)
        game = context.store.game(entry.event.stream)
        within = entry.turn in line and first <= entry.turn <= last and entry.event.stream in streams
        if within and game and game.status == "ended":
            found.append((entry.turn, game.stream, game.closed))
    return found
