"""Open a game from a scenario, and fill its seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.base import NOBODY, Draft
from events.platform import DeadlineSet, GameOpened, SeatTaken, SeedDrawn, TurnOpened
from events.store import EMPTY, Conflict
from pbem.core import dice
from pbem.core.game import Game, Turn
from pbem.core.ledger import audiences
from pbem.core.options import NoScenario
from pbem.service.loading import load
from pbem.service.room import NoSuchSeat, Refused, Room, next_deadline, stamp


def open_game(
    room: Room,
    key: str,
    scenario: str,
    options: Mapping[str, Any] | None = None,
    title: str = "",
    rhythm_hours: float = 24.0,
    players: Mapping[str, str] | None = None,
) -> str:
    """Open a game and return its name, g1, g2, …; `players` maps seats to person ids or `bot:NAME`.

    The clock starts when the last seat is taken; with `rhythm_hours` 0 turns end only when all are ready.

    Raises:
        NoScenario: unknown game, scenario or option. NoSuchSeat: a player for a seat that is not there.
    """
    if key not in room.games:
        raise NoScenario(f"no game {key!r}; the games are {', '.join(room.games)}")
    game = room.games[key]
    found = game.scenario(scenario)
    full = game.options(found.key, options or {})
    table = game.seats(found.key, full)
    seats = {seat.id: seat.side for seat in table}
    crews = {seat.id: seat.crew for seat in table if seat.crew}
    seated = {seat: player for seat, player in (players or {}).items() if player}
    for seat, player in seated.items():
        check_player(game, seats, seat, player)
    seed = room.entropy(32)
    seal, name, rhythm = dice.seed_hash(seed), title or found.title, float(rhythm_hours)
    opened = GameOpened(key, game.rules_version, found.key, name, full, seats, crews, seal, rhythm)
    drafts = _first_events(room, game, opened, seed, seated)
    while True:
        stream = _next_name(room)
        try:
            room.store.append(stream, drafts, EMPTY, stamp(room.now()))
        except Conflict:
            continue
        return stream


def _next_name(room: Room) -> str:
    numbers = [int(name[1:]) for name in room.store.streams() if name[0] == "g" and name[1:].isdigit()]
    return f"g{max(numbers, default=0) + 1}"


def _first_events(
    room: Room,
    game: Game[Any, Any],
    opened: GameOpened,
    seed: bytes,
    players: Mapping[str, str],
) -> list[Draft]:
    """Set-up under turn 0, with dice that no order could touch; then turn 1 is open."""
    turn = Turn(game, game.blank(), dice.FairDice(seed, 0, ""), 0)
    turn.phase("Set-up")
    game.setup(turn, opened.scenario, opened.options)
    drafts = [Draft(opened), Draft(SeedDrawn(seed.hex()), audience=NOBODY), *turn.drafts]
    drafts += [Draft(SeatTaken(seat, player)) for seat, player in players.items()]
    drafts.append(open_turn(seed, 1, opened.seats, opened.crews))
    if set(players) == set(opened.seats) and opened.rhythm_hours:
        due = next_deadline(room.now(), "", opened.rhythm_hours)
        drafts.append(Draft(DeadlineSet(1, due, "all seats are taken"), 1))
    return drafts


def open_turn(seed: bytes, turn: int, seats: dict[str, str], crews: dict[str, str]) -> Draft:
    """The event that opens a turn: its dice are fixed and committed to before any order can be filed."""
    groups = audiences(seats, crews)
    return Draft(TurnOpened(turn, dice.merkle_root(seed, turn, groups), groups), turn)


def check_player(game: Game[Any, Any], seats: Mapping[str, str], seat: str, player: str) -> None:
    """Raises NoSuchSeat, or NoScenario for a bot the game does not have."""
    if seat not in seats:
        raise NoSuchSeat(f"no seat {seat!r}; the seats are {', '.join(seats)}")
    if player.startswith("bot:") and player[4:] not in game.bots:
        raise NoScenario(f"{game.title} has no bot {player[4:]!r}; its bots are {', '.join(game.bots)}")


def take_seat(room: Room, stream: str, seat: str, player: str) -> None:
    """A person (by id) or `bot:NAME` plays the seat from now on; the last empty seat starts the clock."""
    record = load(room, stream)
    ledger = record.ledger
    if ledger.ended:
        raise Refused(f"{stream} is over")
    check_player(record.game, ledger.seats, seat, player)
    drafts = [Draft(SeatTaken(seat, player), ledger.turn)]
    if set(ledger.players) | {seat} == set(ledger.seats) and not ledger.due and ledger.rhythm_hours:
        due = next_deadline(room.now(), "", ledger.rhythm_hours)
        drafts.append(Draft(DeadlineSet(ledger.turn, due, "all seats are taken"), ledger.turn))
    room.store.append(stream, drafts, record.head, stamp(room.now()))


def scenarios(room: Room) -> list[tuple[str, str, str]]:
    """(game, scenario, title) of everything that can be opened."""
    return [(g.key, s.key, s.title) for g in room.games.values() for s in g.scenarios.values()]
