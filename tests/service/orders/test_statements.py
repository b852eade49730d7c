"""What a filing asks the database, counted."""

from __future__ import annotations

from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.orders.file import file_orders
from pbem.service.turns.close import close_turn
from tests.conftest import HandClock
from tests.service.builders.statements import statements

FILING = 9
"""The head, the append in its transaction (six, one of them told twice), the head that is printed, the press."""


def test_a_filing_sends_few_statements(context: ServiceContext, clock: HandClock) -> None:
    """Late in a game as at its beginning, because where a turn began is found by one statement."""
    stream = open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    counts = []
    for turn in range(1, 6):
        file_orders(context, stream, "blue", "BIS: TURN L", f"first of {turn}")
        with statements(context) as sent:
            assert file_orders(context, stream, "blue", "BIS: TURN R", f"second of {turn}").outcome == "accepted"
        counts.append(len(sent))
        clock.advance(24)
        assert close_turn(context, stream, turn)
    assert counts == [FILING] * 5


def test_none_asks_what_another_has_asked(context: ServiceContext) -> None:
    """Beside the check of the head within the transaction, each question is put once."""
    stream = open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    with statements(context) as sent:
        file_orders(context, stream, "blue", "BIS: TURN R", "m2")
    asked = [each for each in sent if each.startswith(("SELECT", "WITH"))]
    assert len(asked) - len(set(asked)) == 1
