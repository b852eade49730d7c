"""The SQL statements that are sent to the database of a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.service.context import ServiceContext


@contextmanager
def statements(context: ServiceContext) -> Iterator[list[str]]:
    """Those of this thread within the block, in order. A statement that a trigger looks at comes twice."""
    sent: list[str] = []
    con = context.database.con
    con.set_trace_callback(sent.append)
    try:
        yield sent
    finally:
        con.set_trace_callback(None)
