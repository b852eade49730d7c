"""A part of the script: a deadline moves for an excuse, a bot orders for who missed it, a seat is lost, opened and taken;
and a deadline moves for an outage.
"""

from __future__ import annotations

from datetime import timedelta

from events.platform import PolicySet
from pbem.service.games.seating import seat_player, take_over, vacate
from pbem.service.ladder.absence import set_policy
from pbem.service.outages.reported import report_outage
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


def outage(table: Table) -> None:
    """The operator tells of two hours without the pages, not long before a turn is due; then it is resolved."""
    table.do("orders 18", lambda: table.mail(table.first, table.orders(table.first)))
    table.do("outage healed", lambda: _outage(table))
    table.do("resolved 18", lambda: table.beat(25.0))


def _outage(table: Table) -> None:
    table.clock.advance(20.0)
    now = table.clock.time
    report_outage(table.context, now - timedelta(hours=2), now, "the provider's fault")
    table.beat()
