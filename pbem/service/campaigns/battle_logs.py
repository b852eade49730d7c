"""The logs of a campaign's battles, asked by its audit: are these its battles, and did they end as the campaign was told?"""

from __future__ import annotations

from dataclasses import dataclass

from events.campaign.battles import BattleReported
from events.store import EMPTY, Corrupt
from pbem.core.state.record import OldPosition, Record, UnknownGame
from pbem.service.campaigns.take_over import record_at, report_from
from pbem.service.context import ActRefused, ServiceContext


@dataclass(frozen=True)
class BattleLogs:
    """Those in the log of this service; of a battle that is not here nothing is found out."""

    context: ServiceContext

    def check(self, campaign: Record, number: int, stream: str) -> None:
        """Raises `ActRefused` unless the game was opened as this battle."""
        row = self.context.store.battle(stream)
        if self._is_here(stream) and (row is None or (row.campaign, row.battle) != (campaign.stream, number)):
            raise ActRefused(f"{stream} is not battle {number} of {campaign.stream}")

    def report(self, campaign: Record, told: BattleReported) -> BattleReported:
        """The report made again from the battle's log as it was then; as it was told where that log is not here.

        Raises `ActRefused` for a log that never was so, and `Mismatch` for one that does not fit.
        """
        if not self._is_here(told.stream):
            return told
        try:
            fought = record_at(self.context, told.stream, told.head)
        except (Corrupt, OldPosition, UnknownGame) as e:
            raise ActRefused(f"the log of {told.stream} cannot be read: {e}") from e
        if fought is None:
            raise ActRefused(f"the log of {told.stream} never ended with {told.head[:16]}…")
        return report_from(self.context, campaign, told.battle, fought)

    def _is_here(self, stream: str) -> bool:
        return self.context.store.head(stream) != EMPTY
