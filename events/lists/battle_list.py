"""The questions to the tables of `projections` about campaigns: which games are their battles, and which of them go on."""

from __future__ import annotations

from typing import NamedTuple

from events.database import Connections


class BattleRow(NamedTuple):
    """A game that is the battle of this number of a campaign; `status` is open, paused or ended."""

    stream: str
    campaign: str
    battle: int
    status: str


BATTLE = "SELECT b.stream, campaign, battle, status FROM battles b JOIN games USING (stream)"
BY_AGE = "ORDER BY length(b.stream), b.stream"


class BattleList:
    """The questions."""

    def __init__(self, database: Connections) -> None:
        self._db = database

    def battles(self, campaign: str) -> list[BattleRow]:
        """The games that are battles of a campaign, in the order in which they were opened."""
        return [BattleRow(*row) for row in self._db.con.execute(f"{BATTLE} WHERE campaign=? {BY_AGE}", (campaign,))]

    def battle(self, stream: str) -> BattleRow | None:
        """Of which campaign a game is a battle; None: of none."""
        row = self._db.con.execute(f"{BATTLE} WHERE b.stream=?", (stream,)).fetchone()
        return BattleRow(*row) if row else None

    def live_campaigns(self) -> dict[str, str]:
        """Campaigns of which something is not over, and how far they are: a text that differs when anything has happened.

        It has the length of the campaign's log and, of each battle, its status and its open turn.
        """
        rows = self._db.con.execute(
            """SELECT c.stream, c.status || ' ' ||
                   (SELECT version FROM events WHERE stream=c.stream ORDER BY version DESC LIMIT 1) || ' ' ||
                   coalesce((SELECT group_concat(b.stream || ' ' || g.status || ' ' || g.turn)
                             FROM battles b JOIN games g USING (stream) WHERE b.campaign=c.stream), '')
               FROM games c WHERE c.game='campaign' AND (c.status<>'ended' OR EXISTS
                   (SELECT 1 FROM battles b JOIN games g USING (stream) WHERE b.campaign=c.stream AND g.status<>'ended'))
               ORDER BY length(c.stream), c.stream"""
        )
        return dict(rows.fetchall())
