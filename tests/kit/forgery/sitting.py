"""A part of the script: a person orders for the player of a seat who is away, and for one who missed the deadline."""

from __future__ import annotations

from datetime import timedelta

from events.platform import PolicySet
from pbem.service.games.seating import seat_player
from pbem.service.history import OPERATOR
from pbem.service.ladder.absence import set_policy
from pbem.service.ladder.sitters import name_sitter
from tests.kit.forgery.tables import Table


def away(table: Table) -> None:
    """The sitter is called, orders, and leaves when the player is back."""
    context, stream, last = table.context, table.stream, table.last
    policy = PolicySet(sitters=True, sitter_hours=10.0, why="people have holidays")
    table.do("policy of sitters", lambda: set_policy(context, stream, policy, OPERATOR))
    table.do("player for a seat", lambda: seat_player(context, stream, last, "p8", "another newcomer", OPERATOR))
    table.do("sitter named", lambda: name_sitter(context, stream, last, "p9", "for the summer"))
    until = table.clock.time + timedelta(hours=60)
    table.do("sitter called", lambda: table.mail(last, f"absent until {until:%Y-%m-%d %H:%M}: at sea"))
    table.do("orders of a sitter", lambda: table.mail(last, table.orders(last), sitter=True))
    table.do("player back", lambda: table.mail(last, "not absent"))


def late(table: Table) -> None:
    """The same at a deadline that the player has missed."""
    first, last = table.first, table.last
    table.do("orders 19", lambda: table.mail(first, f"{table.orders(first)}\nready"))
    table.do("sitter called at the deadline", lambda: table.beat(25.0))
    table.do("orders after the deadline", lambda: table.mail(last, table.orders(last), sitter=True))
    table.do("player back after the deadline", lambda: table.mail(last, "ready"))
    table.do("resolved 19", table.beat)
