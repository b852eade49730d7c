"""A part of the script: a deadline moves for an excuse, a bot orders for who missed it, a seat is lost, opened and taken."""

from __future__ import annotations

from events.platform import PolicySet
from pbem.service.games.seating import seat_player, take_over, vacate
from pbem.service.ladder.absence import set_policy
from tests.kit.forgery.tables import Table


def ladder(table: Table) -> None:
    """Four turns more, in the last three of which the last seat's orders are missing."""
    context, stream, last = table.context, table.stream, table.last
    policy = PolicySet(excuses=1, excuse_hours=10.0, bot=table.bot, offer_after=1, substitutes=True, why="people vanish")
    table.do("policy of a ladder", lambda: set_policy(context, stream, policy))
    table.do("person seated", lambda: seat_player(context, stream, last, "p6", "a newcomer"))
    _first_orders(table, "14")
    table.do("resolved 14", lambda: table.beat(25.0))  # with what the bot had filed that had the seat before
    _first_orders(table, "15")
    table.do("excused", lambda: table.beat(25.0))
    table.do("seat lost", lambda: table.beat(11.0))
    _first_orders(table, "16")
    table.do("seat opened to all", lambda: table.beat(25.0))
    table.do("taken over", lambda: take_over(context, stream, last, "p7"))
    table.do("seat vacated", lambda: vacate(context, stream, last, "p7 has no time either"))
    _first_orders(table, "17")
    table.do("resolved 17", lambda: table.beat(25.0))


def _first_orders(table: Table, turn: str) -> None:
    table.do(f"orders {turn}", lambda: table.mail(table.first, table.orders(table.first)))
