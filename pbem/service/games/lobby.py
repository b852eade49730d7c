"""The start page's lists: games that wait for a person, their others, games to join and to watch. From tables, not logs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from events.projections import GameRow, SeatRow
from events.store import Corrupt
from pbem.core.game.options import NoScenario
from pbem.service.context import ServiceContext
from pbem.service.repository import reading

State = Literal["nothing filed", "filed", "ready", "not asked", "paused", "waits for players", "over"]
MOST = 20
"""Games in a list of strangers' games."""
MOST_OWN = 200
PAGE = 50
KEPT_ASKS = 500

GAME = ", ".join(f"g.{name}" for name in GameRow._fields)
SEAT = ", ".join(f"s.{name}" for name in SeatRow._fields)
NEWEST = "ORDER BY length(stream) DESC, stream DESC"


@dataclass(frozen=True)
class OwnSeat:
    """A person's seat. `wanted` says what is asked of it, "" if nothing; `due` is a stamp or ""."""

    stream: str
    title: str
    rules: str
    scenario: str
    seat: str
    side: str
    turn: int
    closed: int
    due: str
    state: State
    wanted: str
    verdict: str


@dataclass(frozen=True)
class LobbyGame:
    """A game as others see it. `free` are seats without a player; `master` is the id of who runs it ("": the operator)."""

    stream: str
    title: str
    rules: str
    scenario: str
    status: str
    turn: int
    closed: int
    due: str
    verdict: str
    master: str
    seats: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Lobby:
    """All lists; each game is in one of them, but what the person runs is also where he plays it."""

    waiting: list[OwnSeat]
    playing: list[OwnSeat]
    over: list[OwnSeat]
    runs: list[LobbyGame]
    to_join: list[LobbyGame]
    to_watch: list[LobbyGame]
    finished: list[LobbyGame]


class Asks:
    """What each seat is asked for in an open turn. That does not move while the turn is open, so it is read from a log once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], dict[str, str]] = {}

    def of(self, context: ServiceContext, stream: str, turn: int) -> dict[str, str]:
        """Seat to what is wanted of it; seats that are asked for nothing are not in it. Raises Corrupt."""
        if (stream, turn) not in self._kept:
            with reading(context, stream) as record:
                asked = (
                    {} if record.ledger.ended else {seat: ask.what for seat, ask in record.game.rules.due(record.state).items()}
                )
                if record.ledger.turn != turn:
                    return asked  # resolved meanwhile: not to be kept for the turn that it is not of
            self._kept[stream, turn] = asked
            if len(self._kept) > KEPT_ASKS:
                del self._kept[next(iter(self._kept))]
        return self._kept[stream, turn]


def lobby(context: ServiceContext, asks: Asks, person: str) -> Lobby:
    """The lists for a person (by id; "" is nobody)."""
    con = context.store.db.con
    own = list(_own(context, asks, con, person)) if person else []
    waiting = sorted((seat for seat in own if seat.state == "nothing filed"), key=lambda seat: seat.due or "~")
    playing = [seat for seat in own if seat.state not in ("nothing filed", "over")]
    mine = {seat.stream for seat in own}
    runs = _tables(context, con, f"SELECT {GAME} FROM games g WHERE master=? AND master<>'' {NEWEST}", (person,))  # noqa: S608
    to_join = _joinable(context, con, mine)
    seen = mine | {table.stream for table in [*runs, *to_join]}
    return Lobby(
        waiting=waiting,
        playing=playing,
        over=[seat for seat in own if seat.state == "over"][:MOST],
        runs=runs,
        to_join=to_join,
        to_watch=_strange(context, con, "status IN ('open', 'paused')", seen),
        finished=_strange(context, con, "status='ended'", mine),
    )


def _own(context: ServiceContext, asks: Asks, con: sqlite3.Connection, person: str) -> Iterator[OwnSeat]:
    rows = con.execute(
        f"SELECT {GAME}, {SEAT}, EXISTS(SELECT 1 FROM seats f WHERE f.stream=g.stream AND f.player IS NULL)"  # noqa: S608
        f" FROM seats s JOIN games g USING (stream) WHERE s.player=? ORDER BY g.status='ended', g.due IS NULL, g.due,"
        " length(stream) DESC, stream DESC, s.seat LIMIT ?",
        (person, MOST_OWN),
    ).fetchall()
    for row in rows:
        game, seat = GameRow(*row[: len(GameRow._fields)]), SeatRow(*row[len(GameRow._fields) : -1])
        state, wanted = _state(context, asks, game, seat, bool(row[-1]))
        rules, scenario = _names(context, game)
        yield OwnSeat(
            stream=game.stream,
            title=game.title,
            rules=rules,
            scenario=scenario,
            seat=seat.seat,
            side=seat.side,
            turn=game.turn,
            closed=game.closed,
            due=game.due or "",
            state=state,
            wanted=wanted,
            verdict=game.verdict,
        )


def all_games(context: ServiceContext, page: int) -> tuple[list[LobbyGame], bool]:
    """A page (from 1) of all games, the newest first; and whether there are more."""
    query = f"SELECT {GAME} FROM games g WHERE 1 {NEWEST} LIMIT ? OFFSET ?"  # noqa: S608
    found = _tables(context, context.store.db.con, query, (PAGE + 1, (page - 1) * PAGE))
    return found[:PAGE], len(found) > PAGE


def _state(context: ServiceContext, asks: Asks, game: GameRow, seat: SeatRow, has_free: bool) -> tuple[State, str]:
    """How things stand for a seat, and what is wanted of it."""
    if game.status == "ended":
        return "over", ""
    if game.status == "paused":
        return "paused", ""
    if seat.ready == game.turn:
        return "ready", ""
    if has_free and not game.due:
        return "waits for players", ""
    if seat.filed == game.turn:
        return "filed", ""
    try:
        wanted = asks.of(context, game.stream, game.turn).get(seat.seat)
    except Corrupt:
        wanted = ""  # the game's own page says what is wrong with it
    return ("not asked", "") if wanted is None else ("nothing filed", wanted)


def _joinable(context: ServiceContext, con: sqlite3.Connection, mine: set[str]) -> list[LobbyGame]:
    """Games under way or about to begin that take whoever comes."""
    free = "EXISTS(SELECT 1 FROM seats f WHERE f.stream=g.stream AND f.player IS NULL)"
    query = f"SELECT {GAME} FROM games g WHERE open_seats=1 AND status<>'ended' AND {free} {NEWEST} LIMIT ?"  # noqa: S608
    return [table for table in _tables(context, con, query, (MOST + len(mine),)) if table.stream not in mine][:MOST]


def _strange(context: ServiceContext, con: sqlite3.Connection, where: str, seen: set[str]) -> list[LobbyGame]:
    query = f"SELECT {GAME} FROM games g WHERE {where} {NEWEST} LIMIT ?"  # noqa: S608
    return [table for table in _tables(context, con, query, (MOST + len(seen),)) if table.stream not in seen][:MOST]


def _tables(context: ServiceContext, con: sqlite3.Connection, query: str, values: Sequence[object]) -> list[LobbyGame]:
    """The games that a query finds, with their seats."""
    games = [GameRow(*row) for row in con.execute(query, values)]
    marks = ",".join("?" * len(games))
    rows = con.execute(
        f"SELECT stream, seat, player FROM seats WHERE stream IN ({marks}) ORDER BY seat",  # noqa: S608
        [game.stream for game in games],
    ).fetchall()
    return [_table(context, game, [(seat, player) for stream, seat, player in rows if stream == game.stream]) for game in games]


def _table(context: ServiceContext, game: GameRow, seats: list[tuple[str, str | None]]) -> LobbyGame:
    rules, scenario = _names(context, game)
    return LobbyGame(
        stream=game.stream,
        title=game.title,
        rules=rules,
        scenario=scenario,
        status=game.status,
        turn=game.turn,
        closed=game.closed,
        due=game.due or "",
        verdict=game.verdict,
        master=game.master,
        seats=[seat for seat, _ in seats],
        free=[seat for seat, player in seats if not player],
    )


def _names(context: ServiceContext, row: GameRow) -> tuple[str, str]:
    """What the rules and the scenario are called; their keys, when this house does not have them any more."""
    game = context.games.get(row.game)
    if game is None:
        return row.game, row.scenario
    try:
        return game.title, game.scenarios.find(row.scenario).title
    except NoScenario:
        return game.title, row.scenario
