"""A mail is opened once and parsed once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.service.context import ServiceContext
from pbem.service.games.opening import open_game
from pbem.service.orders.file import NothingToFile, file_orders, file_something
from pbem.service.orders.order_desk import check_orders, try_orders
from pbem.service.repository import load
from tests.service.builders.readings import ONCE, count_readings

ORDERS = "BIS: T1 TURN L\nluck: seven"


@pytest.fixture
def stream(context: ServiceContext) -> str:
    return open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"})


def test_a_filing_opens_the_envelope_once_and_parses_once(
    context: ServiceContext, stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the receipt tells of it: units, names, problems and luck come from the same reading."""
    counted = count_readings(monkeypatch, context, "star_navy")
    receipt = file_orders(context, stream, "blue", ORDERS, "m1")
    assert receipt.outcome == "accepted" and [taken.unit for taken in receipt.taken] == ["BIS"]
    assert counted == ONCE


def test_so_does_one_that_must_file_something(context: ServiceContext, stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether there is something to be filed is known from the reading that files it; the rest is refused, and not written."""
    counted = count_readings(monkeypatch, context, "star_navy")
    assert file_something(context, stream, "blue", f"{ORDERS}\nready", "m1").ready
    assert counted == ONCE
    head = context.store.head(stream)
    with pytest.raises(NothingToFile):
        file_something(context, stream, "red", "ready", "m2")
    assert counted == {"opened": 2, "parsed": 2} and context.store.head(stream) == head


def test_what_stands_alone_is_not_something(context: ServiceContext, stream: str) -> None:
    """The orders that stand already, while nothing was filed, are no filing; once more after a filing they are."""
    filed = file_orders(context, stream, "blue", "BIS: T1 TURN L", "m1").current_orders
    assert file_something(context, stream, "blue", f"{filed}\nready", "m2").ready
    standing = load(context, stream).game.orders.sheet(load(context, stream).state, "red").text()
    with pytest.raises(NothingToFile):
        file_something(context, stream, "red", f"{standing}\nready", "m3")


@pytest.mark.parametrize("look", [check_orders, try_orders])
def test_so_does_a_look_at_the_desk(
    context: ServiceContext, stream: str, monkeypatch: pytest.MonkeyPatch, look: Callable[..., object]
) -> None:
    """What would stand, and what of it the text does not give, come from the same reading."""
    counted = count_readings(monkeypatch, context, "star_navy")
    look(context, stream, "blue", ORDERS)
    assert counted == ONCE
