"""The logs of a campaign's battles, asked by its audit: are these its battles, and did they end as the campaign was told?"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from events.campaign.battles import BattleReported
from events.platform import GameOpened
from events.store import EMPTY, Corrupt
from pbem.campaign.model.state import Battle
from pbem.core.state.record import OldPosition, Record, UnknownGame
from pbem.service.campaigns.battle_games import is_of, the_setup
from pbem.service.campaigns.campaign_log import campaign_state, the_battle, turn_of
from pbem.service.campaigns.reopened import reopened
from pbem.service.campaigns.take_over import record_at, report_from
from pbem.service.campaigns.unplayed import steadfast
from pbem.service.context import ActRefused, ServiceContext


@dataclass(frozen=True)
class BattleLogs:
    """Those in the log of this service. Of a battle that is not here nothing is found out; `missing` says so by its stream."""

    context: ServiceContext
    missing: dict[str, str] = field(default_factory=dict)

    def check(self, campaign: Record, number: int, stream: str) -> None:
        """Raises `ActRefused` unless the game was opened as this battle: at its node, with the forces that were sent."""
        if not self._is_here(stream, number):
            return
        row = self.context.store.battle(stream)
        if row is None or (row.campaign, row.battle) != (campaign.stream, number):
            raise ActRefused(f"{stream} is not battle {number} of {campaign.stream}")
        battle = the_battle(campaign, number)
        if not is_of(self.context, stream, the_setup(campaign, battle)):
            raise ActRefused(f"{stream} was not opened with what was sent to battle {number}")
        self._check_scenario(campaign, battle, stream)

    def _check_scenario(self, campaign: Record, battle: Battle, stream: str) -> None:
        """Raises `ActRefused` unless the game is of the scenario and the options of the battle's node."""
        node = campaign_state(campaign).node_of(battle)
        for entry in self.context.store.select(stream, [GameOpened]):
            begun = entry.event
            assert isinstance(begun, GameOpened)  # noqa: S101 (nothing else was selected)
            scenarios = self.context.games[node.book].scenarios
            chosen = scenarios.options(node.scenario, node.options)
            others = [name for name in node.options if begun.options.get(name) != chosen.get(name)]
            if (begun.game, begun.scenario) != (node.book, scenarios.find(node.scenario).key) or others:
                raise ActRefused(f"{stream} is not of the scenario and options that battle {battle.number} is fought by")

    def report(self, campaign: Record, told: BattleReported) -> BattleReported:
        """The report made again from the battle's log as it was then; as it was told where that log is not here.

        Raises `ActRefused` for a log that never was so, and `Mismatch` for one that does not fit.
        """
        stream = the_battle(campaign, told.battle).stream
        if told.stream != stream:
            raise ActRefused(f"battle {told.battle} is played as {stream or 'no game'}, not as {told.stream}")
        if not self._is_here(told.stream, told.battle):
            return told
        try:
            fought = record_at(self.context, told.stream, told.head)
        except (Corrupt, OldPosition, UnknownGame) as e:
            raise ActRefused(f"the log of {told.stream} cannot be read: {e}") from e
        if fought is None:
            raise ActRefused(f"the log of {told.stream} never ended with {told.head[:16]}…")
        return report_from(self.context, campaign, told.battle, fought)

    def check_back(self, campaign: Record, to: int, why: str, now: datetime) -> None:
        """Raises `ActRefused` unless the campaign had to go back to this turn, because a battle set in it went on (CMP-8.2)."""
        found = reopened(self.context, campaign, now)
        turns = {number: turn_of(self.context, campaign, number) for number in found}
        first = {number for number in found if turns[number] == min(turns.values())}
        if any(turns[number] == to and found[number] == why for number in first):
            return
        told = [battle for battle in campaign_state(campaign).battles.values() if battle.over and battle.stream]
        if all([self._is_here(battle.stream, battle.number) for battle in told]):
            raise ActRefused(f"no battle went on that was set in turn {to} and not in an earlier one")

    def check_winners(self, fought: Record, winners: list[str]) -> None:
        """Raises `ActRefused` unless a battle that is broken off is won by nobody, or by those who missed fewer turns."""
        if winners and winners != (found := steadfast(self.context, fought)):
            raise ActRefused(f"the battle was refused to {', '.join(found) or 'nobody'}, not to {', '.join(winners)} (CMP-2.6)")

    def _is_here(self, stream: str, number: int) -> bool:
        if self.context.store.head(stream) != EMPTY:
            return True
        self.missing[stream] = (
            f"the log of {stream}, as which battle {number} was played, is not here: of it all was taken as it is told"
        )
        return False
