"""The questions about reports: who is given them, who lacks one; and the marks of those that were sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from events.database import Connections


class SentReport(NamedTuple):
    """A seat's player, or whoever orders for them (`sits`), has been given the report of `turn`."""

    stream: str
    seat: str
    player: str
    turn: int
    sits: bool = False


class Reader(NamedTuple):
    """A person who is given a seat's reports: its player, or whoever orders for them (`sits`)."""

    seat: str
    player: str
    sits: bool


READERS = """
    WITH readers AS (
        SELECT stream, seat, player, 0 AS sits FROM seats WHERE player IS NOT NULL AND player NOT LIKE 'bot:%'
        UNION ALL SELECT stream, seat, sitter, 1 FROM seats WHERE sitter<>'')"""
"""Who is given the reports of a seat: its player, and whoever orders for them."""


class ReportList:
    """The questions. A lost mark means that a report is made again."""

    def __init__(self, database: Connections) -> None:
        self._db = database

    def holders(self, stream: str, seat: str) -> list[Reader]:
        """The player of a seat, and whoever orders for them; bots are not among them."""
        rows = self._db.con.execute(
            f"{READERS} SELECT seat, player, sits FROM readers WHERE stream=? AND seat=? ORDER BY sits",  # noqa: S608
            (stream, seat),
        )
        return [Reader(seat, player, bool(sits)) for seat, player, sits in rows]

    def unsent_reports(self) -> list[tuple[str, int]]:
        """(stream, turn) for which some player has not been given the report: in the order of the turns' deadlines.

        A seat's first player gets every report from the opening on. One who takes over a seat begins with the present one, and
        so does whoever orders for its player.
        """
        rows = self._db.con.execute(
            f"""{READERS}
                SELECT coalesce(k.due, ''), r.stream, g.closed, CASE
                    WHEN p.turn IS NOT NULL THEN p.turn + 1
                    WHEN r.sits=1 OR EXISTS(SELECT 1 FROM publications o WHERE o.stream=r.stream AND o.seat=r.seat AND o.sits=0)
                    THEN g.closed ELSE 0 END
                FROM readers r JOIN games g USING (stream) LEFT JOIN publications p USING (stream, seat, player)
                LEFT JOIN turns_kept k ON k.person=r.player AND k.stream=r.stream AND k.turn=g.closed AND k.seat=r.seat
                WHERE p.turn IS NULL OR p.turn < g.closed"""  # noqa: S608
        )
        dues: dict[str, str] = {}
        waiting: set[tuple[str, int]] = set()
        for due, stream, closed, first in rows:
            dues[stream] = max(due, dues.get(stream, ""))
            waiting |= {(stream, turn) for turn in range(first, closed + 1)}
        return sorted(waiting, key=lambda each: (dues[each[0]], *each))

    def seats_without_report(self, stream: str, turn: int) -> list[Reader]:
        """The game's players, and those who order for them, who are to be given the report of `turn` and have not been."""
        rows = self._db.con.execute(
            f"""{READERS}
                SELECT r.seat, r.player, r.sits
                FROM readers r JOIN games g USING (stream) LEFT JOIN publications p USING (stream, seat, player)
                WHERE r.stream = ? AND (p.turn < ? OR (p.turn IS NULL AND (r.sits=0 OR g.closed <= ?)))
                ORDER BY r.seat, r.sits""",  # noqa: S608
            (stream, turn, turn),
        )
        return [Reader(seat, player, bool(sits)) for seat, player, sits in rows]

    def mark_sent(self, reports: Iterable[SentReport]) -> None:
        """These reports have been given out. Nothing of the log changes: a lost mark means that a report is made again."""
        rows = list(reports)
        with self._db.write() as con:
            con.executemany(
                "INSERT INTO publications(stream, seat, player, turn, sits) VALUES(?,?,?,?,?)"
                " ON CONFLICT(stream, seat, player) DO UPDATE SET turn = excluded.turn, sits = excluded.sits",
                rows,
            )
            con.executemany(
                "DELETE FROM publications WHERE stream=? AND seat=? AND player<>? AND sits=0",
                [row[:3] for row in rows if not row.sits],
            )

    def sitters_gone(self) -> list[SentReport]:
        """The last reports of those who were given them when they ordered for a player, and who do so no more."""
        rows = self._db.con.execute(
            "SELECT p.stream, p.seat, p.player, p.turn, p.sits"
            " FROM publications p INDEXED BY publications_sits JOIN seats s USING (stream, seat)"
            " WHERE p.sits=1 AND s.sitter<>p.player AND (s.player IS NULL OR s.player<>p.player)"
            " ORDER BY p.stream, p.seat, p.player"
        )
        return [SentReport(stream, seat, player, turn, bool(sits)) for stream, seat, player, turn, sits in rows]

    def forget_sent(self, report: SentReport) -> None:
        """Whoever was given these reports begins anew, should they ever order for the player again."""
        with self._db.write() as con:
            con.execute("DELETE FROM publications WHERE stream=? AND seat=? AND player=?", report[:3])
