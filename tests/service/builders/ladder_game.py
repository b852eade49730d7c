"""Games under a policy of their own, and what deadlines did in them."""

from __future__ import annotations

from typing import Any

from events.platform import DeadlineSet, PolicySet, SeatOpened, SeatVacated, SitterCalled, StoodIn, TurnLocked
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.crew_game import GAMES


def duel_under(context: ServiceContext, **policy: Any) -> str:
    """A duel of p1 (blue) and p2 (red), a day for each turn."""
    setup = GameSetup({"blue": "p1", "red": "p2"}, master="gm", policy=PolicySet(why="house rules", **policy))
    return open_game(context, "star_navy", "first-blood", setup=setup)


def crew_under(context: ServiceContext, **policy: Any) -> str:
    """A game of a crew, p1 (captain) and p2 (copilot), against p3 (red)."""
    context.games = GAMES
    players = {"captain": "p1", "copilot": "p2", "red": "p3"}
    setup = GameSetup(players, master="gm", policy=PolicySet(why="house rules", **policy))
    return open_game(context, "tandem", "one-ship", setup=setup)


def beats(context: ServiceContext, clock: HandClock, *hours: float) -> list[list[int]]:
    """The turns that are resolved so many hours later, and so many hours after that."""
    found = []
    for wait in hours:
        clock.advance(wait)
        found.append([turn for _, turn in tick(context)])
    return found


def steps(context: ServiceContext, stream: str) -> list[str]:
    """What deadlines did, a line each."""
    return [words for entry in context.store.read(stream) if (words := _words(entry.event))]


def _words(event: Any) -> str:
    words = ""
    match event:
        case DeadlineSet(cause=cause) if cause not in ("rhythm", "all_seated", "all_ready"):
            words = cause
        case SitterCalled(seat=seat, sitter=person, cause=cause, officer=officer):
            words = f"{'officer' if officer else 'sitter'} {person} for {seat}: {cause}"
        case StoodIn(seat=seat, bot=bot, cause=cause):
            words = f"{bot} for {seat}: {cause}"
        case TurnLocked(turn=turn, missed=missed):
            words = f"turn {turn} without {', '.join(missed) or 'nobody'}"
        case SeatVacated(seat=seat):
            words = f"{seat} is free"
        case SeatOpened(seat=seat, to=to):
            words = f"{seat} for {to}"
    return words


def assert_sound(context: ServiceContext, stream: str) -> None:
    """The audit finds nothing."""
    found = audit(context, stream)
    assert found.sound, found.broken
