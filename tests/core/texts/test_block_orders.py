"""Blocks that replace their unit's orders."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.texts.block_orders import read_blocks
from pbem.core.texts.envelope import IllegalOrder, OrderSheet, Parsed, UnreadableOrder
from pbem.core.texts.opening import open_envelope

CURRENT = OrderSheet({"A1": ["GO 1"], "A2": ["GO 2"]})


def take(unit: str, words: str, before: list[str]) -> str:
    """GO and STOP, one of them for each unit."""
    order = words.upper()
    if not order.startswith(("GO", "STOP")):
        raise UnreadableOrder("no order", "Write GO or STOP.")
    if before:
        raise IllegalOrder(f"{unit} has its order")
    return order


def read(text: str, current: OrderSheet = CURRENT, units: Sequence[str] = ("A1", "A2")) -> Parsed:
    return read_blocks(open_envelope(text), current, units, take)


def test_a_block_replaces_the_orders_of_its_unit_alone() -> None:
    """Other units keep theirs; words are canonical; orders given again as they were count as changed too."""
    parsed = read("A1:\n  - go 7")
    assert parsed.sheet.units == {"A1": ["GO 7"], "A2": ["GO 2"]}
    assert (parsed.problems, parsed.accepted, parsed.changed) == ([], 1, ("A1",))
    assert read("A2: GO 2").changed == ("A2",)


def test_an_order_that_is_not_taken_spoils_no_other() -> None:
    """It becomes a problem with its line, unit, words, reason, what would be legal, and kind."""
    parsed = read("A1: DANCE\nGO 3\nSTOP\nA2: DANCE")
    assert parsed.sheet.units == {"A1": ["GO 3"], "A2": ["GO 2"]} and parsed.changed == ("A1",)
    assert [(problem.line, problem.unit, problem.text, problem.kind) for problem in parsed.problems] == [
        (1, "A1", "DANCE", "not understood"),
        (3, "A1", "STOP", "not allowed"),
        (4, "A2", "DANCE", "not understood"),
    ]
    assert str(parsed.problems[0]) == 'line 1: "DANCE": no order. Write GO or STOP.'


def test_whose_orders_they_are_must_be_clear() -> None:
    """One unit need not be named; of several one must be; somebody else's is refused."""
    assert read("GO 4", OrderSheet(), ["A1"]).sheet.units == {"A1": ["GO 4"]}
    (unnamed,) = read("GO 4").problems
    assert (unnamed.kind, unnamed.legal) == ("ambiguous", "Write A1: or A2: above it.")
    (strange,) = read("B1: GO 4").problems
    assert str(strange) == 'line 1: "B1:": B1 is not yours; yours: A1, A2.'
    (nothing,) = read("B1: GO 4", OrderSheet(), []).problems
    assert nothing.reason == "you have nothing to order"


def test_a_unit_that_has_left_play_is_no_stranger() -> None:
    """Its owner is told why it takes no orders, also when it was the last one."""
    for units in (["A1"], []):
        parsed = read_blocks(open_envelope("A3: GO 1\nB1: GO 1"), OrderSheet(), units, take, {"A3": "A3 was sunk"})
        assert [problem.kind for problem in parsed.problems] == ["not allowed"] * 2
        assert str(parsed.problems[0]) == 'line 1: "A3:": A3 was sunk.' and "sunk" not in str(parsed.problems[1])


def test_a_sheets_own_words_give_the_sheet_again() -> None:
    """Also over an empty sheet, as the kit asks of every game; and the envelope's problems are among those told."""
    assert read(CURRENT.text(), OrderSheet()).sheet.text() == CURRENT.text()
    many = read("A1:\n" + "GO 1\n" * 501)
    assert "only the first 500 orders were read" in {problem.reason for problem in many.problems}
