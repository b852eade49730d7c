"""A game's own spelling is for its orders: press, luck and reasons stay as the player wrote them."""

from __future__ import annotations

import pytest

from events.platform import AbsenceSet
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.orders.file import file_orders

DENMARK_STRAIT = ("wet_thrust", "denmark-strait", "de")
CRUISERS = ("sovereign_seas", "cruisers", "fr")


@pytest.mark.parametrize(
    ("opened", "orders", "current", "written"),
    [
        (DENMARK_STRAIT, "POW: ½D1P", "POW:\n  PLOT 0.5D1P", "1½ or 11/2, as you like"),
        (DENMARK_STRAIT, "POW: 1½D", "POW:\n  PLOT 1.5D", "½ is 1/2"),
        (CRUISERS, "SF 1: SPEED HOLD", "BF1:\n  SPEED HOLD", "SF 1: ½ a knot"),
    ],
)
def test_only_orders_are_spelled_as_the_game_reads_them(
    context: ServiceContext, opened: tuple[str, str, str], orders: str, current: str, written: str
) -> None:
    """Fractions and printed counter names in the orders are read; beside them they are the player's own words."""
    key, scenario, enemy = opened
    stream = opening.open_game(context, key, scenario, players={"gb": "p1", enemy: "p2"})
    mail = f"{orders}\nluck: {written}\nabsent until 2026-01-09: {written}\npress to all: {written}\n{written}"
    receipt = file_orders(context, stream, "gb", mail, "m1")
    (away,) = (entry.event for entry in context.store.select(stream, [AbsenceSet]))
    assert isinstance(away, AbsenceSet)
    assert [press.text for press in receipt.press] == [f"{written}\n{written}"]
    assert (receipt.luck, away.why) == (written, written)
    assert (receipt.problems, current in receipt.current_orders) == ([], True)
