"""How large the reports of the real games are: an answer that holds a whole one must still come back to us."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.accounts.people import Person
from pbem.games import GAMES
from pbem.gateway.mailboxes.address_signer import AddressSigner
from pbem.gateway.outbound.report_mail import report_mail
from pbem.gateway.reading.read_mail import MAX_MAIL
from pbem.present.report import MOST_HTML
from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.history import OPERATOR
from pbem.service.orders.file import file_orders
from pbem.service.reports.publish import render
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from tests.gateway.conftest import opened, text_of
from tests.kit.playing import chance_from
from tests.kit.samples import busy
from tests.stores import new_database

SIGNER = AddressSigner("wardroom.example", (b"a secret for tests",), base_url="https://wargames.example")
# Those whose forces were only made more even are as large as the printed ones.
SCENARIOS = [(key, name) for key, game in GAMES.items() for name in game.scenarios if not name.endswith("-balanced")]
BUSY = [(key, scenario) for key in GAMES for scenario in busy(key)]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[ServiceContext]:
    database = new_database(tmp_path / "wardroom.db")
    drawn = iter(range(1, 1000))

    def entropy(n: int) -> bytes:
        return hashlib.sha256(str(next(drawn)).encode()).digest()[:n]

    yield ServiceContext(database, GAMES, lambda: datetime(2026, 1, 1, tzinfo=UTC), entropy, b"a secret for tests")
    database.close()


def reported(context: ServiceContext, stream: str, turn: int) -> EmailMessage:
    """The report of the first seat, as a mail."""
    seat = next(iter(load(context, stream).ledger.seats))
    person = Person("abcdefgh", "The captain of SR1", "blue@example.org", "")
    return opened(report_mail(SIGNER, render(turn_report(context, stream, turn, seat), stream, seat, person.id), person).raw)


def held_whole(report: EmailMessage) -> int:
    """The bytes of an answer with the report quoted as text and as a page, its picture kept: each as bulky as may be."""
    pages = [part for part in report.walk() if part.get_content_type() in ("text/plain", "text/html", "image/png")][:3]
    text, page, picture = (len(part.get_payload(decode=True)) for part in pages)
    lines = text_of(report).count("\n")
    return 4 * (text + 2 * lines) // 3 + 4 * page // 3 + 4 * picture // 3 + 8000


def check(report: EmailMessage) -> None:
    page = report.get_body(("html",))
    assert page is not None
    assert len(str(page.get_content()).encode()) <= MOST_HTML
    assert max(map(len, text_of(report).splitlines())) <= 78
    assert held_whole(report) < MAX_MAIL == 256 * 1024


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_opening_of_every_scenario(context: ServiceContext, game: str, scenario: str) -> None:
    """M-49, M-25: text within 78 columns, a page that no mail reader cuts, an answer with all of it below our limit."""
    check(reported(context, open_game(context, game, scenario), 0))


@pytest.mark.parametrize(("game", "scenario"), BUSY)
def test_a_busy_turn_of_every_game(context: ServiceContext, game: str, scenario: str) -> None:
    """M-49, M-25: the same when much has happened."""
    found = GAMES[game].scenarios.find(scenario)
    seats = GAMES[game].rules.seats(found.key, GAMES[game].scenarios.options(found.key, {}))
    stream = open_game(context, game, scenario, players={seat.id: f"p{seat.id}" for seat in seats})
    for turn in (1, 2):
        record = load(context, stream)
        for seat in record.game.rules.due(record.state):
            view = record.known(seat)
            bot = next(iter(record.game.planning.bots.values()))
            file_orders(context, stream, seat, bot(view, chance_from(f"{turn} {seat}")), f"{turn} {seat}")
        resolve_now(context, stream, "all is said", OPERATOR)
    check(reported(context, stream, 2))
