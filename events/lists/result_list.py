"""The questions to the table of results: how games ended, and for whom."""

from __future__ import annotations

from typing import NamedTuple

from events.database import Connections


class SeatResult(NamedTuple):
    """How a game ended for a seat: `won` is 1, 0 (a draw) or -1. `player` is who had it at the end ("": nobody).

    `at` is when the game ended (UTC).
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


class ResultList:
    """The questions."""

    _db: Connections

    def results(self, person: str = "") -> list[SeatResult]:
        """Of all games that are over, or those in which a `person` had a seat: oldest first, a game's seats together."""
        among = "WHERE r.stream IN (SELECT stream FROM results WHERE player=?1)" if person else "WHERE ?1=''"
        rows = self._db.con.execute(
            "SELECT r.stream, r.seat, r.side, r.player, r.won, g.game, g.scenario, g.title, (SELECT at FROM events e"  # noqa: S608
            " WHERE e.stream=r.stream AND e.type='game.ended' ORDER BY version DESC LIMIT 1) ended"
            f" FROM results r JOIN games g USING (stream) {among} ORDER BY ended, length(r.stream), r.stream, r.seat",
            (person,),
        )
        return [SeatResult(*row) for row in rows]
