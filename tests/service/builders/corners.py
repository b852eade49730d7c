"""A game of four persons, p1 to p4 in the seats a to d, for what players decide together."""

from __future__ import annotations

from events.platform import PolicySet
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.orders.file import file_orders
from pbem.service.receipt import Receipt
from pbem.service.repository import load
from pbem.service.turns.tick import tick


def corners(context: ServiceContext, policy: PolicySet | None = None, **players: str) -> str:
    """Four sides; p9 runs the game; a day for each turn."""
    held = {"a": "p1", "b": "p2", "c": "p3", "d": "p4"} | players
    setup = GameSetup({seat: player for seat, player in held.items() if player}, master="p9", policy=policy)
    return open_game(context, "star_navy", "four-corners", 24.0, setup=setup)


def said(context: ServiceContext, stream: str, seat: str, text: str, source: str = "") -> Receipt:
    """The receipt of a mail with this text."""
    return file_orders(context, stream, seat, text, source or f"{seat} {text} {context.store.head(stream).version}")


def resolved(context: ServiceContext, stream: str) -> None:
    """All are ready; the turn is resolved."""
    turn = load(context, stream).ledger.turn
    for seat, player in load(context, stream).ledger.players.items():
        if player:
            file_orders(context, stream, seat, "ready", f"{seat} ready {turn}")
    assert tick(context) == [(stream, turn)]


def check_sound(context: ServiceContext, stream: str) -> None:
    """The audit finds nothing."""
    found = audit(context, stream)
    assert found.sound, found.broken
