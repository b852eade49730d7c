"""An order is put into a text where its unit's orders are, in place of what it contradicts."""

from __future__ import annotations

import pytest

from pbem.core.texts.units import Units
from pbem.service.context import ServiceContext
from pbem.service.games import opening
from pbem.service.orders.order_desk import Addition, draft_orders
from pbem.service.suggestions.put_order import put_order

UNITS = Units(["BIS"], {"BIS": "Bismarck", "PEU": "Prinz Eugen"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "\nBIS:\n  {order}"),
        ("BIS: TURN L\n\nluck: x", "BIS: TURN L\n  {order}\n\nluck: x"),
        ("Bismarck: TURN L\n\nluck: x", "Bismarck: TURN L\n  {order}\n\nluck: x"),
        ("BIS:\n  TURN L\n\nXYZ:\n  TURN R\nEND", "BIS:\n  TURN L\n  {order}\n\nXYZ:\n  TURN R\nEND"),
        ("# nothing yet\nEND\nmy name", "# nothing yet\n\nBIS:\n  {order}\nEND\nmy name"),
        ("press to red: we come\nat dawn", "press to red: we come\nat dawn\n\nBIS:\n  {order}"),
        ("BIS: TURN L\npress to red: we come\nat dawn", "BIS: TURN L\n  {order}\npress to red: we come\nat dawn"),
    ],
)
def test_it_goes_into_its_block(before: str, after: str) -> None:
    """After the last line of the unit's block, or in a new block, above END; the number of its line is told."""
    placed = put_order(before, "BIS", "FIRE F", UNITS, lambda text: [])
    assert placed.text == after.format(order="FIRE F")
    assert placed.text.split("\n")[placed.line - 1].strip() == "FIRE F"


def test_what_is_there_is_left_as_it_is() -> None:
    """However it is spaced, and whatever else is on its line."""
    text = "BIS: turn  L; FIRE F  # now"
    assert put_order(text, "BIS", "FIRE F", UNITS, lambda text: []) == (text, 1)
    assert put_order(text, "BIS", "TURN L", UNITS, lambda text: []) == (text, 1)


def test_a_plot_takes_the_place_of_a_plot_in_other_words(context: ServiceContext) -> None:
    """Whatever words it begins with: the parser says that one only can stand."""
    stream = opening.open_game(context, "wet_thrust", "two-carriers", players={"gb": "p1", "de": "p2"}, rhythm_hours=24)
    before = "ARK:\n  PLOT -   # as she goes\n  LAUNCH T4"
    drafted = draft_orders(context, stream, "gb", before, 1, Addition("ARK", "1P"))
    assert drafted.text == "ARK:\n  1P\n  LAUNCH T4" and drafted.checked.problems == []


def test_each_order_of_several_takes_a_place_of_its_own(context: ServiceContext) -> None:
    """What semicolons separate stands on lines of its own, each for the one that it contradicts."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"}, rhythm_hours=24)
    before = "BIS:\n  SETUP SPEED 3\n  T1 TURN L"
    drafted = draft_orders(context, stream, "blue", before, 1, Addition("BIS", "SETUP SPEED 4; T1 TURN R"))
    assert drafted.text == "BIS:\n  SETUP SPEED 4\n  T1 TURN R" and drafted.checked.problems == []


@pytest.mark.parametrize(
    ("before", "order", "after"),
    [
        ("BIS:\n  SETUP SPEED 3  # slow\n  T1 TURN L", "SETUP SPEED 4", "BIS:\n  SETUP SPEED 4\n  T1 TURN L"),
        ("BIS:\n  SETUP SPEED 4\n  T1 TURN L\n# the end", "T1 NOTHING", "BIS:\n  SETUP SPEED 4\n  T1 NOTHING\n# the end"),
        ("BIS: T1 TURN L; SETUP SPEED 3  # all", "SETUP SPEED 4", "BIS: T1 TURN L; SETUP SPEED 4  # all"),
        ("BIS: SETUP SPEED 3", "SETUP SPEED 4", "BIS: SETUP SPEED 4"),
    ],
)
def test_it_takes_the_place_of_what_it_contradicts(context: ServiceContext, before: str, order: str, after: str) -> None:
    """Where only one such order can stand, as the parser says; others on the line stay. What it does then is tried."""
    stream = opening.open_game(context, "star_navy", "first-blood", players={"blue": "p1", "red": "p2"}, rhythm_hours=24)
    drafted = draft_orders(context, stream, "blue", before, 1, Addition("BIS", order))
    assert drafted.text == after and drafted.checked.problems == []
    assert drafted.preview is not None and drafted.text.split("\n")[drafted.line - 1].count(order) == 1
