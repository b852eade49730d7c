"""A duel of two persons, p1 and p2, for the tests of what is done to games."""

from __future__ import annotations

from typing import Any

from pbem.core.state.codec import dump
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns.tick import tick


def duel(context: ServiceContext, **more: Any) -> str:
    """Blue is p1, red is p2, p9 runs the game; a day for each turn."""
    setup = more.pop("setup", opening.GameSetup(master="p9"))
    return opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"}, setup=setup, **more)


def play_turn(context: ServiceContext, stream: str, blue: str = "BIS: TURN L", red: str = "SR1: TURN L") -> None:
    """Both file and are ready; the turn is resolved."""
    turn = load(context, stream).ledger.turn
    file_orders(context, stream, "blue", f"{blue}\nready", f"blue {turn}")
    file_orders(context, stream, "red", f"{red}\nready", f"red {turn}")
    assert tick(context) == [(stream, turn)]


def position(context: ServiceContext, stream: str, turn: int | None = None) -> dict[str, Any]:
    """The game's own state now, or at the end of a turn."""
    record = load(context, stream, turn)
    return dump(record.state)
