"""The start page's lists: games that wait for a person, their others, games to join and to watch. From tables, not logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from events.lists.game_list import GameRow, PlayedSeat, SeatRow
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


@dataclass(frozen=True)
class OwnSeat:
    """A person's seat. `wanted` says what is asked of it, "" if nothing; `due` is a stamp or "". `sits`: they order for its
    player. `waits_for` are the other seats that the open turn waits for; a game that is not `shown` nobody else sees."""

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
    sits: bool = False
    waits_for: tuple[str, ...] = ()
    shown: bool = True


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
    """All lists; each game is in one of them, but a game that the person runs is also where they play it."""

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
    own = list(_own(context, asks, person)) if person else []
    waiting = sorted((seat for seat in own if seat.state == "nothing filed"), key=lambda seat: seat.due or "~")
    playing = [seat for seat in own if seat.state not in ("nothing filed", "over")]
    mine = {seat.stream for seat in own}
    runs = _tables(context, context.store.games_run_by(person))
    to_join = _strange(context, context.store.joinable_games(MOST + len(mine)), mine)
    seen = mine | {table.stream for table in [*runs, *to_join]}
    return Lobby(
        waiting=waiting,
        playing=playing,
        over=[seat for seat in own if seat.state == "over"][:MOST],
        runs=runs,
        to_join=to_join,
        to_watch=_strange(context, context.store.games_with_status(["open", "paused"], MOST + len(seen)), seen),
        finished=_strange(context, context.store.games_with_status(["ended"], MOST + len(mine)), mine),
    )


def _own(context: ServiceContext, asks: Asks, person: str) -> Iterator[OwnSeat]:
    """The person's seats: games under way first, by their deadlines, then the newest."""
    newest = sorted(
        context.store.played_by(person), key=lambda played: (len(played.game.stream), played.game.stream), reverse=True
    )
    for game, seat, has_free in sorted(newest, key=_urgency)[:MOST_OWN]:
        state, wanted = _state(context, asks, game, seat, has_free)
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
            sits=seat.player != person,
            waits_for=_others(context, asks, game, seat) if state == "nothing filed" else (),
            shown=not game.hidden,
        )


def _urgency(played: PlayedSeat) -> tuple[bool, str]:
    return played.game.status == "ended", played.game.due or "~"


def all_games(context: ServiceContext, page: int) -> tuple[list[LobbyGame], bool]:
    """A page (from 1) of all games, the newest first; and whether there are more."""
    found = context.store.newest_games(PAGE + 1, (page - 1) * PAGE)
    return _tables(context, found[:PAGE]), len(found) > PAGE


def _state(context: ServiceContext, asks: Asks, game: GameRow, seat: SeatRow, has_free: bool) -> tuple[State, str]:
    """The state of a game for a seat, and what is wanted of it."""
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


def _others(context: ServiceContext, asks: Asks, game: GameRow, own: SeatRow) -> tuple[str, ...]:
    """The other seats that owe orders and are not ready, if somebody plays them; nobody in a game that cannot be read."""
    try:
        owed = asks.of(context, game.stream, game.turn)
    except Corrupt:
        return ()
    seats = context.store.seats(game.stream)
    late = (row for row in seats if row.seat in owed and row.player and row.ready < game.turn)
    return tuple(row.seat for row in late if row.seat != own.seat)


def _strange(context: ServiceContext, games: Sequence[GameRow], seen: set[str]) -> list[LobbyGame]:
    """A list of games that are in no other list."""
    return _tables(context, [game for game in games if game.stream not in seen][:MOST])


def _tables(context: ServiceContext, games: Sequence[GameRow]) -> list[LobbyGame]:
    """The games, with their seats."""
    seats = context.store.seats_in([game.stream for game in games])
    return [_table(context, game, [seat for seat in seats if seat.stream == game.stream]) for game in games]


def _table(context: ServiceContext, game: GameRow, seats: list[SeatRow]) -> LobbyGame:
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
        seats=[row.seat for row in seats],
        free=[row.seat for row in seats if not row.player],
    )


def _names(context: ServiceContext, row: GameRow) -> tuple[str, str]:
    """What the rules and the scenario are called; their keys, when this service does not have them any more."""
    game = context.games.get(row.game)
    if game is None:
        return row.game, row.scenario
    try:
        return game.title, game.scenarios.find(row.scenario).title
    except NoScenario:
        return game.title, row.scenario
