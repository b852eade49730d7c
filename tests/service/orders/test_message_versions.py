"""A message of orders that is edited is replaced, one that is deleted is taken back, until the turn is resolved."""

from __future__ import annotations

import pytest

from events.platform import OrdersFiled, PressSent, ReadyChanged
from pbem.service.audit.verify import audit
from pbem.service.context import ServiceContext
from pbem.service.current_orders import MessageWay, current_orders, message_of, message_source
from pbem.service.orders.file import file_orders
from pbem.service.orders.withdraw import NOT_AGAIN, NOTHING, UNSENT, withdraw_orders
from pbem.service.receipt import Receipt
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from pbem.service.way_in import filings_of, way_in
from tests.service.builders.duel import duel

MESSAGE, OTHER = "a" * 64, "b" * 64


def say(context: ServiceContext, stream: str, text: str, number: int = 1, message: str = MESSAGE) -> Receipt:
    """A version of blue's message; from the second on it was edited."""
    way: MessageWay = "forum" if number == 1 else "forum-edit"
    return file_orders(context, stream, "blue", text, message_source(message, number, way), 1)


def delete(context: ServiceContext, stream: str, number: int = 2, turn: int = 1) -> Receipt:
    return withdraw_orders(context, stream, "blue", message_source(MESSAGE, number, "forum-delete"), turn)


def now(context: ServiceContext, stream: str) -> list[str]:
    """Blue's orders in force."""
    return list(current_orders(load(context, stream), "blue").units["BIS"])


def check_log(context: ServiceContext, stream: str) -> None:
    found = audit(context, stream)
    assert (found.broken, found.different, found.odd) == ([], [], [])


def test_an_edit_takes_the_place_of_what_it_said_before(context: ServiceContext) -> None:
    stream = duel(context)
    before = now(context, stream)
    say(context, stream, "BIS: TURN L")
    first = now(context, stream)
    receipt = say(context, stream, "BIS: TURN R\nready", 2)
    assert receipt.outcome == "accepted" and receipt.ready and "TURN R" in receipt.current_orders
    assert before != first != now(context, stream)
    assert say(context, stream, "BIS: TURN R\nready", 2).duplicate
    say(context, stream, "thank you", 3)
    assert now(context, stream) == before and not load(context, stream).ledger.ready
    ways = [way_in(context, entry).channel for entry in filings_of(context, stream, "blue", 1)]
    assert ways == ["forum", "forum-edit", "forum-edit"]
    check_log(context, stream)


def test_a_deletion_takes_back_what_is_as_the_message_left_it(context: ServiceContext) -> None:
    stream = duel(context)
    before = now(context, stream)
    say(context, stream, "BIS: TURN L\nluck: for the fleet\nready")
    receipt = delete(context, stream)
    assert receipt.outcome == "accepted" and not receipt.ready and "BIS" in receipt.notes[0]
    assert now(context, stream) == before and receipt.luck == ""
    assert delete(context, stream).current_orders == receipt.current_orders
    assert way_in(context, filings_of(context, stream, "blue", 1)[-1]).words.endswith(
        "by deleting a private message on a forum"
    )
    check_log(context, stream)


def test_what_was_ordered_since_stays(context: ServiceContext) -> None:
    """A later message has the last word, whatever becomes of the earlier one."""
    stream = duel(context)
    say(context, stream, "BIS: TURN L")
    say(context, stream, "BIS: TURN R", message=OTHER)
    later = now(context, stream)
    assert NOTHING in delete(context, stream).notes and now(context, stream) == later
    check_log(context, stream)


def test_ready_of_another_message_stays(context: ServiceContext) -> None:
    stream = duel(context)
    say(context, stream, "BIS: TURN L")
    say(context, stream, "ready", message=OTHER)
    assert delete(context, stream).ready
    check_log(context, stream)


def test_press_is_sent_once_and_stays_sent(context: ServiceContext) -> None:
    stream = duel(context)
    say(context, stream, "press to red: good luck")
    assert NOT_AGAIN in say(context, stream, "press to red: good luck\n\nBIS: TURN L", 2).notes
    assert UNSENT in say(context, stream, "BIS: TURN R", 3).notes
    assert UNSENT in delete(context, stream, 4).notes
    assert sum(isinstance(entry.event, PressSent) for entry in context.store.read(stream)) == 1
    check_log(context, stream)


def test_an_edit_with_nothing_but_mistakes_takes_back_and_says_so(context: ServiceContext) -> None:
    stream = duel(context)
    before = now(context, stream)
    say(context, stream, "BIS: TURN L")
    receipt = say(context, stream, "BIS: FIRE ANY AT XX99", 2)
    assert receipt.outcome == "partly" and receipt.problems and now(context, stream) == before
    check_log(context, stream)


def test_after_the_turn_nothing_is_taken_back(context: ServiceContext) -> None:
    stream = duel(context)
    say(context, stream, "BIS: TURN L\nready")
    resolve_now(context, stream, "all is said")
    head = context.store.head(stream)
    assert delete(context, stream).outcome == "late" and say(context, stream, "BIS: TURN R", 2).outcome == "late"
    assert context.store.head(stream) == head


@pytest.mark.parametrize("source", ["a" * 64, f"{'a' * 64}.web", f"{MESSAGE}.0.forum", f"{MESSAGE}.1.forums", "bot blue 1"])
def test_other_sources_are_no_messages(source: str) -> None:
    assert message_of(source) == ""


def test_the_log_has_each_step(context: ServiceContext) -> None:
    stream = duel(context)
    say(context, stream, "BIS: TURN L\nready")
    delete(context, stream)
    kinds = (OrdersFiled, ReadyChanged)
    done = [type(entry.event) for entry in context.store.read(stream) if isinstance(entry.event, kinds)]
    assert done == [OrdersFiled, ReadyChanged, OrdersFiled, ReadyChanged]
