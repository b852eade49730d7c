"""A part of the script: a deadline comes too soon after an outage, and moves."""

from __future__ import annotations

from datetime import timedelta

from pbem.service.outages.reported import report_outage
from tests.kit.forgery.tables import Table


def healed(table: Table) -> None:
    """The operator tells of two hours without the pages, not long before a turn is due; then it is resolved."""
    table.do("orders 18", lambda: table.mail(table.first, table.orders(table.first)))
    table.do("outage healed", lambda: _outage(table))
    table.do("resolved 18", lambda: table.beat(25.0))


def _outage(table: Table) -> None:
    table.clock.advance(20.0)
    now = table.clock.time
    report_outage(table.context, now - timedelta(hours=2), now, "the provider's fault")
    table.beat()
