"""The questions to the tables of `projections`: which games there are, who plays them, what is due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.lists.battle_list import BattleList
from events.lists.report_list import ReportList

NEWEST_FIRST = "ORDER BY length(stream) DESC, stream DESC"
RUN_BY = (
    "g.stream IN (SELECT stream FROM games WHERE master=?1 AND master<>'' UNION SELECT stream FROM co_masters WHERE person=?1)"
)
WITH_FREE_SEAT = "EXISTS(SELECT 1 FROM seats f WHERE f.stream=g.stream AND f.player IS NULL)"
ALL = 1 << 60
"""A limit that limits nothing."""


class GameRow(NamedTuple):
    """A line of the game list. `status` is open, paused or ended; `closed` the last resolved turn; `due` UTC or None.

    `master` is the id of the person who runs it, "" if nobody but the operator does; `open_seats` is 1 when whoever is signed
    in may take a free seat. `delay_hours`: so much later than the players everybody else sees the game;
    `hidden` is 1 when nobody else ever does.
    """

    stream: str
    game: str
    scenario: str
    title: str
    status: str
    turn: int
    closed: int
    due: str | None
    verdict: str
    master: str = ""
    open_seats: int = 0
    delay_hours: float = 0.0
    hidden: int = 0


class SeatRow(NamedTuple):
    """A seat as the lists show it. `filed` and `ready` are turn numbers: the last for which its player did so.

    `sitter` is who orders for its player now ("": nobody); `opened` which people may take the free seat, the first to answer:
    "substitutes", "anyone", or "" for none.
    """

    stream: str
    seat: str
    side: str
    player: str | None
    filed: int
    ready: int
    sitter: str = ""
    opened: str = ""


class FreeSeat(NamedTuple):
    """A free seat of a game that is not over, in its open turn. `opened` is as in `SeatRow`, "" for one that is not opened.

    `lost` is who lost it to the clock, in `lost_turn` ("": nobody).
    """

    stream: str
    seat: str
    turn: int
    opened: str
    lost: str
    lost_turn: int


class PlayedSeat(NamedTuple):
    """A seat that somebody plays, and its game. `has_free`: another seat of the game has no player."""

    game: GameRow
    seat: SeatRow
    has_free: bool


class PostedGame(NamedTuple):
    """A game that is posted at a place, in this part of it; `what` are the `Kind`s of posts."""

    stream: str
    place: str
    part: str
    what: list[str]


class ApproachingDeadline(NamedTuple):
    """An open game whose deadline is near. `seats` says in one text who orders for them, and who has filed or is ready."""

    stream: str
    turn: int
    due: str
    seats: str


class PressRow(NamedTuple):
    """A message from one seat to others: seat ids joined by commas. `digest` is what its words are kept under."""

    seat: str
    recipients: str
    digest: str
    source: str


class SandboxRow(NamedTuple):
    """One person's own game of "what if". `owner` is a person's id ("": the operator's); see `GameForked` for where it is from.

    `at` is when it was made (UTC).
    """

    stream: str
    owner: str
    origin: str
    turn: int
    step: int
    seat: str
    at: str


GAME = ", ".join(f"g.{name}" for name in GameRow._fields)
SANDBOX = ", ".join(SandboxRow._fields)
SEAT = ", ".join(f"s.{name}" for name in SeatRow._fields)


class GameList(BattleList, ReportList):
    """The questions. Streams come as people count them, g2 before g10, if not said otherwise."""

    # ------------------------------------------------------------ games

    def games(self) -> list[GameRow]:
        """All games."""
        return [GameRow(*row) for row in self._db.con.execute("SELECT * FROM games ORDER BY length(stream), stream")]

    def game(self, stream: str) -> GameRow | None:
        """One game's line."""
        row = self._db.con.execute("SELECT * FROM games WHERE stream=?", (stream,)).fetchone()
        return GameRow(*row) if row else None

    def newest_games(self, most: int, skip: int = 0) -> list[GameRow]:
        """All games, the newest first."""
        return self._newest("1=1", (), most, skip)

    def games_with_status(self, statuses: Sequence[str], most: int) -> list[GameRow]:
        """The games of one of these statuses, the newest first. Asked one by one: an index has each of them in this order."""
        found = (row for status in statuses for row in self._newest("status=?", [status], most))
        return sorted(found, key=lambda row: (len(row.stream), row.stream), reverse=True)[:most]

    def games_run_by(self, master: str) -> list[GameRow]:
        """The games that a person runs, alone or beside others, the newest first."""
        return self._newest(RUN_BY, (master,))

    def games_run_by_nobody(self) -> list[GameRow]:
        """The games that have no game master: the operator runs them. Not those to learn by, which nobody has to run."""
        return self._newest("master='' AND hidden=0", ())

    def runs(self, stream: str, person: str) -> bool:
        """Does the person run the game, as its game master or beside them?"""
        query = f"SELECT 1 FROM games g WHERE g.stream=?2 AND {RUN_BY}"  # noqa: S608
        return self._db.con.execute(query, (person, stream)).fetchone() is not None

    def masters(self) -> list[str]:
        """Those who run games that are not over; "" is the operator, who runs those without a game master."""
        rows = self._db.con.execute(
            "SELECT master FROM games WHERE status<>'ended' UNION"
            " SELECT c.person FROM co_masters c JOIN games g USING (stream) WHERE g.status<>'ended' ORDER BY 1"
        )
        return [person for (person,) in rows]

    def joinable_games(self, most: int) -> list[GameRow]:
        """The games with a free seat that whoever is signed in, or the first substitute, may take; the newest first."""
        open_to_all = "(open_seats=1 OR stream IN (SELECT stream FROM seats WHERE opened<>''))"
        return self._newest(f"{open_to_all} AND status<>'ended' AND {WITH_FREE_SEAT}", (), most)

    def _newest(self, where: str, values: Sequence[object], most: int = ALL, skip: int = 0) -> list[GameRow]:
        query = f"SELECT {GAME} FROM games g WHERE {where} {NEWEST_FIRST} LIMIT ? OFFSET ?"  # noqa: S608
        return [GameRow(*row) for row in self._db.con.execute(query, (*values, most, skip))]

    def due(self, now: str) -> list[tuple[str, int]]:
        """(stream, turn) of open games whose deadline is at or before `now`, earliest first."""
        rows = self._db.con.execute(
            "SELECT stream, turn FROM games WHERE status='open' AND due IS NOT NULL AND due<=? ORDER BY due, stream", (now,)
        )
        return [(stream, turn) for stream, turn in rows]

    def approaching(self, after: str, until: str) -> list[ApproachingDeadline]:
        """The open games whose deadline is after one moment and not after another, earliest first."""
        rows = self._db.con.execute(
            """SELECT stream, turn, due,
                      (SELECT group_concat(who || ' ' || sitter || ' ' || away || CASE filed WHEN g.turn THEN '1' ELSE '0' END
                                           || CASE ready WHEN g.turn THEN '1' ELSE '0' END)
                       FROM (SELECT coalesce(player, '') AS who, * FROM seats s WHERE s.stream=g.stream ORDER BY s.seat) o)
               FROM games g
               WHERE status='open' AND due IS NOT NULL AND due>? AND due<=? ORDER BY due, stream""",
            (after, until),
        )
        return [ApproachingDeadline(*row) for row in rows]

    def waiting_for_bots(self) -> list[str]:
        """Open games in which a bot has not filed for the open turn. Bots come first: they are fewer than games."""
        query = """SELECT DISTINCT s.stream FROM seats s CROSS JOIN games g
            WHERE g.stream=s.stream AND g.status='open' AND s.player>='bot:' AND s.player<'bot;'
                AND s.filed<g.turn AND s.ready<g.turn"""
        return [stream for (stream,) in self._db.con.execute(query)]

    # ------------------------------------------------------------ seats

    def seats(self, stream: str) -> list[SeatRow]:
        """The seats of a game, by seat id."""
        return self.seats_in([stream])

    def seats_in(self, streams: Sequence[str]) -> list[SeatRow]:
        """The seats of several games, by seat id."""
        query = f"SELECT {SEAT} FROM seats s WHERE stream IN ({_marks(streams)}) ORDER BY seat"  # noqa: S608
        return [SeatRow(*row) for row in self._db.con.execute(query, streams)]

    def player(self, stream: str, seat: str) -> str | None:
        """Who plays a seat; None when nobody does, or there is no such seat."""
        row = self._db.con.execute("SELECT player FROM seats WHERE stream=? AND seat=?", (stream, seat)).fetchone()
        return row[0] if row else None

    def played_by(self, player: str) -> list[PlayedSeat]:
        """The seats that a player has, or orders for in another's place, in games of every status."""
        rows = self._db.con.execute(
            f"SELECT {GAME}, {SEAT}, {WITH_FREE_SEAT} FROM seats s JOIN games g USING (stream)"  # noqa: S608
            " WHERE s.player=?1 OR (s.sitter=?1 AND s.sitter<>'') ORDER BY length(g.stream), g.stream, s.seat",
            (player,),
        )
        end = len(GameRow._fields)
        return [PlayedSeat(GameRow(*row[:end]), SeatRow(*row[end:-1]), bool(row[-1])) for row in rows]

    def seats_to_take_over(self) -> list[FreeSeat]:
        """The free seats that were opened to whoever answers first, or lost to the clock."""
        rows = self._db.con.execute(
            "SELECT stream, seat, turn, opened, lost, lost_turn FROM games JOIN"
            " (SELECT stream, seat, opened, lost, lost_turn FROM seats WHERE opened<>''"
            " UNION SELECT stream, seat, opened, lost, lost_turn FROM seats WHERE lost<>'') free USING (stream)"
            " WHERE status<>'ended' ORDER BY length(stream), stream, seat"
        )
        return [FreeSeat(*row) for row in rows]

    def watched(self, stream: str, turn: int) -> list[str]:
        """The seats through which the game master looks while `turn` is open."""
        rows = self._db.con.execute("SELECT seat FROM watches WHERE stream=? AND turn=? ORDER BY seat", (stream, turn))
        return [seat for (seat,) in rows]

    def turns_kept(self, person: str, last: int) -> tuple[int, int]:
        """How many of a person's last so many counted turns came in time, and how many these are."""
        row = self._db.con.execute(
            "SELECT coalesce(sum(kept), 0), count(*) FROM"
            " (SELECT kept FROM turns_kept WHERE person=? ORDER BY due DESC, stream, turn DESC LIMIT ?) newest",
            (person, last),
        ).fetchone()
        return row[0], row[1]

    # ------------------------------------------------------------ sandboxes

    def sandbox(self, stream: str) -> SandboxRow | None:
        """One sandbox."""
        return next(iter(self._sandboxes("stream=?", stream)), None)

    def sandboxes(self) -> list[SandboxRow]:
        """All of them, the oldest first."""
        return self._sandboxes("1=?", 1)

    def sandboxes_of(self, owner: str) -> list[SandboxRow]:
        """A person's, the oldest first."""
        return self._sandboxes("owner=?", owner)

    def sandboxes_before(self, at: str) -> list[SandboxRow]:
        """Those that were made before this time (UTC)."""
        return self._sandboxes("at<?", at)

    def next_sandbox(self) -> int:
        """The number after the highest that any sandbox ever had."""
        row = self._db.con.execute("SELECT number FROM last_numbers WHERE name='sandboxes'").fetchone()
        return 1 + (row[0] if row else 0)

    def _sandboxes(self, where: str, value: object) -> list[SandboxRow]:
        rows = self._db.con.execute(f"SELECT {SANDBOX} FROM sandboxes WHERE {where} ORDER BY number", (value,))  # noqa: S608
        return [SandboxRow(*row) for row in rows]

    # ------------------------------------------------------------ forums

    def posted_games(self, place: str = "", stream: str = "") -> list[PostedGame]:
        """Which games are posted at a place (""; at any), or where one game is, in the order of the games' names."""
        asked = {name: value for name, value in (("place", place), ("stream", stream)) if value}
        where = " AND ".join(f"{name}=?" for name in asked) or "1=1"
        rows = self._db.con.execute(
            f"SELECT stream, place, part, what FROM game_forums WHERE {where} ORDER BY length(stream), stream, place",  # noqa: S608
            tuple(asked.values()),
        )
        return [PostedGame(stream, there, part, what.split(",")) for stream, there, part, what in rows]

    # ------------------------------------------------------------ press

    def presses(self, stream: str, source: str = "") -> list[PressRow]:
        """The press of a game, or of one mail, in the order it was written."""
        rows = self._db.con.execute(
            "SELECT seat, recipients, digest, source FROM presses WHERE stream=? AND (?='' OR source=?) ORDER BY number",
            (stream, source, source),
        )
        return [PressRow(*row) for row in rows]


def _marks(values: Sequence[object]) -> str:
    """Their places in a list; of no value a list that has nothing: PostgreSQL knows no empty one."""
    return ",".join("?" * len(values)) or "NULL"
