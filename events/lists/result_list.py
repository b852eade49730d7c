"""The questions to the table of results: how games ended, and for whom."""

from __future__ import annotations

from typing import NamedTuple

from events.database import Connections

ALWAYS = "9999"
"""Later than any time."""


class SeatResult(NamedTuple):
    """How a game ended for a seat: `won` is 1, 0 (a draw) or -1. `player` is who had it at the end ("": nobody).

    `at` is when the game ended, `shown` since when everybody sees that (UTC).
    """

    stream: str
    seat: str
    side: str
    player: str
    won: int
    game: str
    scenario: str
    title: str
    at: str
    shown: str


class ResultList:
    """The questions."""

    _db: Connections

    def results(self, person: str = "", after: str = "") -> list[SeatResult]:
        """Of all games that are over, or those in which a `person` had a seat, if they are shown since later than `after`.

        In the order in which they were shown, a game's seats together.
        """
        among = "AND r.stream IN (SELECT stream FROM results WHERE player=?3)" if person else "AND ?3=''"
        rows = self._db.con.execute(
            "SELECT r.stream, r.seat, r.side, r.player, r.won, g.game, g.scenario, g.title, r.ended, r.shown"  # noqa: S608
            f" FROM results r JOIN games g USING (stream) WHERE r.shown>?1 AND r.shown<=?2 {among}"
            " ORDER BY r.shown, length(r.stream), r.stream, r.seat",
            (after, self._shown_until(), person),
        )
        return [SeatResult(*row) for row in rows]

    def result_count(self) -> int:
        """How many `results` there are."""
        found = self._db.con.execute("SELECT count(*) FROM results WHERE shown<=?", (self._shown_until(),)).fetchone()
        return int(found[0])

    def _shown_until(self) -> str:
        return ALWAYS
