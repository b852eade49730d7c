"""How many mails a question looks at: no more when there are many others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from events.database import Connections
from pbem.database import open_database
from pbem.gateway.mailboxes.mail_rows import Outbound, Pace
from pbem.gateway.mailboxes.mail_tables import MailTables

AT = "2026-01-01T12:00:00.000000Z"
OTHERS = 400
WAITING = Outbound("<0>", AT, "report", "p1", "queued", 0, AT, "", "c0", "g1", "blue", 1)
TWICE = 2
"""The steps of a search in a tree grow a little with its size; a look at each of 400 mails takes some thousand."""
QUESTIONS: dict[str, Callable[[MailTables], object]] = {
    "the reports of a turn": lambda tables: tables.reports("g1", "blue", 1),
    "who asked for the orders": lambda tables: tables.asked_by("g1", "blue", 1, "p1"),
    "a mail by its code": lambda tables: tables.by_code("c1"),
    "a mail by its key": lambda tables: tables.outbound("<1>"),
    "what is to be sent": lambda tables: tables.due(AT),
    "whether a domain has had enough": lambda tables: tables.claim(WAITING, AT, AT, Pace("example.org", 1, AT)),
    "what came to a player": lambda tables: tables.came("p1", AT),
    "when a player wrote last": lambda tables: tables.last_taken("p1"),
    "what came for a turn": lambda tables: tables.mails_of("g1", "blue", 1),
    "what waits": lambda tables: tables.waiting(AT),
    "what is late": lambda tables: tables.unprocessed(AT),
}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Connections]:
    """A file with the mails that are asked for."""
    with closing(open_database(tmp_path / "wardroom.db")) as made:
        _add(made, 1, "g1", "p1")
        yield made


def _add(database: Connections, number: int, stream: str, player: str) -> None:
    """A mail of a player that was filed, and a report to them that was sent."""
    with database.write() as con:
        con.execute(
            "INSERT INTO inbound(sha, at, envelope_from, envelope_to, raw, status, outcome, player, stream, seat, turn, source)"
            " VALUES(?, ?, '', '', x'00', 'processed', '', ?, ?, 'blue', 1, 's')",
            (str(number), AT, player, stream),
        )
        con.execute(
            "INSERT INTO outbound(message_id, at, kind, recipient, status, attempts, next_at, tried_at, error, code,"
            " stream, seat, turn, domain) VALUES(?, ?, 'report', ?, 'sent', 1, ?, ?, '', ?, ?, 'blue', 1, ?)",
            (f"<{number}>", AT, player, AT, AT, f"c{number}", stream, "example.org" if number == 1 else "example.net"),
        )


def _steps(database: Connections, ask: Callable[[MailTables], object]) -> int:
    """Steps of the database's machine."""
    con, counted = database.con, [0]
    assert isinstance(con, sqlite3.Connection)

    def count() -> int:
        counted[0] += 1
        return 0

    con.set_progress_handler(count, 1)
    ask(MailTables(database))
    con.set_progress_handler(None, 1)
    return counted[0]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_looks_at_no_other_mails(database: Connections, question: str) -> None:
    """A service keeps the mails of months: each report, receipt and mail asks some of these."""
    few = _steps(database, QUESTIONS[question])
    for number in range(2, OTHERS):
        _add(database, number, "g2", "p2")
    assert few > 0 and _steps(database, QUESTIONS[question]) <= TWICE * few
