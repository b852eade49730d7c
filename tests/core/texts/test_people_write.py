"""Texts as people write them: each leniency, and whoever tries to abuse it."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.texts.envelope import Envelope
from pbem.core.texts.opening import open_envelope
from pbem.core.texts.units import Units
from pbem.core.texts.wording import Wording

HEADS = ("T1", "T2", "T3", "T4", "T5", "T6", "TURN", "FIRE", "MINE", "HOLD")
ORDER = re.compile(
    r"(T[1-6] )?(TURN [LR]|FIRE [FR]( AT (\w+, ?)*\w+)?( WITHIN [0-9]+)?|MINE|HOLD)( ELSE .+)?|[1-9]( [SP] [1-9])*", re.I
)
WORDING = Wording(
    heads=frozenset(HEADS),
    words=frozenset((*HEADS, "L", "R", "F", "AT", "WITHIN", "ELSE", "ANY")),
    goes_on=re.compile(r"(ELSE|WITHIN)\b|,", re.I),
    order_shape=re.compile(r"[1-9][0-9SP ]*", re.I),
    reads=lambda text: bool(ORDER.fullmatch(text)),
)
NAMES = {"BIS": "Bismarck", "STL": "Stalingrad", "SR1": "Prince of Wales", "SR2": "Hood", "X1": "Twin", "X2": "Twin"}
UNITS = Units(["BIS", "STL"], NAMES)
ONE = Units(["BIS"], NAMES)


def opened(text: str, units: Units = UNITS) -> Envelope:
    return open_envelope(text, WORDING, units)


def read(text: str, units: Units = UNITS) -> dict[str, list[str]]:
    """The orders by unit; there must be nothing to ask about."""
    envelope = opened(text, units)
    assert envelope.problems == []
    return {block.unit: [piece.text for piece in block.pieces] for block in envelope.blocks}


# ---------------------------------------------------------------- marks


@pytest.mark.parametrize(
    "text",
    [
        "BIS:\n1. T1 TURN L\n2. T2 HOLD",
        "BIS:\n  1) T1 TURN L\n  2) T2 HOLD",
        "(1) BIS:\n(1)\tT1 TURN L\n(2)\tT2 HOLD",
        "1、BIS: T1 TURN L\n2、T2 HOLD",
        "a) BIS:\nb) T1 TURN L\nc) T2 HOLD",
        "*BIS:* T1 TURN L\n*T2 HOLD*",
        "**BIS:**\n__T1 TURN L__\n`T2 HOLD`",
        "_BIS_\n- T1 TURN L\n• T2 HOLD",
        "/BIS:/\n+ T1 TURN L\n-> T2 HOLD",
        "| BIS | T1 TURN L |\n|-----|-----|\n| BIS | T2 HOLD |",
        "BIS\tT1 TURN L\n\tT2 HOLD",
        "BIS - T1 TURN L\nBIS = T2 HOLD",
        'BIS: "T1 TURN L"\n"T2 HOLD"',
        "3. BIS: T1 TURN L; T2 HOLD",
    ],
)
def test_marks_around_orders_mean_nothing(text: str) -> None:
    """List numbers, bullets, bold and the like, tables, quotes."""
    assert read(text) == {"BIS": ["T1 TURN L", "T2 HOLD"]}


@pytest.mark.parametrize(("line", "order"), [("2 S 2", "2 S 2"), ("2. S 2", "2. S 2"), ("1. 2 S 2", "2 S 2"), ("-1", "-1")])
def test_numbers_that_are_orders_stay(line: str, order: str) -> None:
    """A number that stands alone is a list's only where what is left is an order and the whole line is none."""
    assert [piece.text for block in opened(f"BIS:\n{line}\nX").blocks for piece in block.pieces][:1] in ([order], [])
    if order != "-1":
        assert read(f"BIS:\n{line}") == {"BIS": [order]} or order == "2. S 2"


def test_marks_of_press_and_luck_stay() -> None:
    """They are the player's words; only what is around the command goes."""
    envelope = opened("*press to red:* a *bold* word\n1. and a list\n\nluck: 2*3 _x_\n1. ready\n2. status")
    assert [(press.to, press.text) for press in envelope.press] == [(["red"], "a *bold* word\n1. and a list")]
    assert (envelope.luck, envelope.ready, len(envelope.asks)) == ("2*3 _x_", True, 1)


# ---------------------------------------------------------------- heads


@pytest.mark.parametrize(
    "head",
    [
        "STL",
        "stl",
        "*STL*",
        "STL:",
        "*STL:*",
        "The Stalingrad:",
        "the stalingrad",
        "Stalingrad",
        "STL (Stalingrad):",
        "For STL:",
    ],
)
def test_a_unit_alone_on_a_line_is_a_head(head: str) -> None:
    """By id or name, with a colon or without."""
    assert read(f"BIS:\nT1 TURN L\n{head}\nT1 TURN R") == {"BIS": ["T1 TURN L"], "STL": ["T1 TURN R"]}


@pytest.mark.parametrize(
    ("head", "hinted"),
    [
        ("The Stalin:", "STL"),
        ("Still", "STL"),
        ("Twin:", ""),
        ("*The flagship*", ""),
        ("BIS and STL:", ""),
        ("Over to Stalingrad then", "STL"),
        ("Twin", ""),
        ("\nThe flagship", ""),
        ("My other ship:", ""),
        ("St l: T2 HOLD", ""),
    ],
)
def test_orders_below_a_head_that_is_not_understood_are_nobodys(head: str, hinted: str) -> None:
    """They are not given to the ship above: one problem asks whose they are, and names the ships there are."""
    envelope = opened(f"BIS:\nT1 TURN L\n{head}\nT1 TURN R\nT2 HOLD\nready")
    assert [(block.unit, [p.text for p in block.pieces]) for block in envelope.blocks] == [("BIS", ["T1 TURN L"])]
    (problem,) = envelope.problems
    assert (problem.line, problem.kind) == (3 + head.count("\n"), "ambiguous") and "BIS: or STL:" in problem.legal
    assert (f"Did you mean {hinted}?" in problem.legal) is bool(hinted)


def test_a_unit_of_another_is_left_to_the_game() -> None:
    """Its orders are in a block of its own, which the game refuses in its own words."""
    assert read("BIS:\nT1 TURN L\nHood\nT1 TURN R\nZZZ:\nT2 HOLD") == {
        "BIS": ["T1 TURN L"],
        "SR2": ["T1 TURN R"],
        "ZZZ": ["T2 HOLD"],
    }


def test_a_name_below_the_orders_asks_nothing() -> None:
    """Who signs with the name of a ship gives it no orders."""
    envelope = opened("BIS: T1 TURN L\n\nHood")
    assert (envelope.problems, [str(piece) for piece in envelope.left_out]) == ([], ["line 3: SR2"])


@pytest.mark.parametrize(
    "above", ["Orders:", "My orders", "Turn 1:", "Orders for turn 1:", "Here are my orders:", "*Orders, turn 1*"]
)
def test_headings_are_passed_over(above: str) -> None:
    """For the only ship without a head, too; the turn is noted."""
    assert read(f"{above}\nT1 TURN L", ONE) == {"": ["T1 TURN L"]}
    assert read(f"BIS:\n{above}\nT1 TURN L") == {"BIS": ["T1 TURN L"]}
    assert opened(above).turns in ([], [1])


def test_with_one_ship_a_sentence_above_its_orders_is_no_head() -> None:
    """With two it could be either's."""
    text = "This is what I would like her to do:\nT1 TURN L"
    assert read(text, ONE) == {"": ["T1 TURN L"]}
    assert len(opened(text).problems) == 1


@pytest.mark.parametrize("head", ["The Potemkin:", "HMS Nowhere:", "*HMS Nowhere:*"])
def test_with_one_ship_another_ships_name_is_a_head_all_the_same(head: str) -> None:
    """What is below is not for her."""
    found = opened(f"BIS: T1 TURN L\n{head}\nT2 HOLD", ONE)
    assert [[piece.text for piece in block.pieces] for block in found.blocks] == [["T1 TURN L"]]
    assert [problem.text for problem in found.problems] == [head.strip("*")]


# ---------------------------------------------------------------- broken lines


@pytest.mark.parametrize(
    "text",
    [
        "BIS:\nT3 FIRE F AT SR1\nWITHIN 5",
        "BIS:\nT3 FIRE F AT\nSR1 WITHIN 5",
        "BIS:\nT3 FIRE\n  F AT SR1\n  WITHIN 5",
        "BIS: T3 FIRE F AT SR1 WITHIN\n5",
    ],
)
def test_broken_orders_are_whole_and_told(text: str) -> None:
    """What cannot begin an order, and what one needs that is not finished."""
    assert read(text) == {"BIS": ["T3 FIRE F AT SR1 WITHIN 5"]}
    assert [piece.text for piece in opened(text).read_as] == ["T3 FIRE F AT SR1 WITHIN 5"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("T1 HOLD\nT2 TURN L", ["T1 HOLD", "T2 TURN L"]),
        ("T1 FIRE F\n3 S 2", ["T1 FIRE F", "3 S 2"]),
        ("T1 FIRE F AT\n\nSR1, SR2", ["T1 FIRE F AT", "SR1, SR2"]),
        ("T1 FIRE F AT\n> SR2\nMINE", ["T1 FIRE F AT", "MINE"]),
        ("T1 FIRE F AT;SR1, SR2", ["T1 FIRE F AT", "SR1, SR2"]),
        ("T1 TURN\nT2 HOLD", ["T1 TURN", "T2 HOLD"]),
    ],
)
def test_lines_that_are_apart_stay_apart(text: str, orders: list[str]) -> None:
    """Whole orders, what is on one line, and what has an empty or another's line in between."""
    envelope = opened(f"BIS:\n{text}")
    assert ([piece.text for piece in envelope.blocks[0].pieces], envelope.read_as) == (orders, [])


def test_a_target_alone_on_a_line_takes_no_orders() -> None:
    """The end of a broken order is no head: what follows is the ship's above."""
    assert read("BIS:\nT1 FIRE F AT\nSR1\nT2 HOLD") == {"BIS": ["T1 FIRE F AT SR1", "T2 HOLD"]}
    assert read("BIS:\nT1 FIRE F AT\nSTL\nT2 HOLD") == {"BIS": ["T1 FIRE F AT"], "STL": ["T2 HOLD"]}


# ---------------------------------------------------------------- prose


@pytest.mark.parametrize(
    "line",
    [
        "I hope this works, see you next week.",
        "Turn after turn you keep getting away with all of this nonsense!",
        "and all the best to you",
        "Tel. +44 20 7946 0123",
        "tom@example.org | +1 555 0134",
        "Have fun",
        "Привет",
        "PS: I am away from Friday",
        "!!!",
    ],
)
def test_prose_is_left_out_and_is_no_problem(line: str) -> None:
    """It is told, and `ready` counts."""
    envelope = opened(f"BIS:\nT1 TURN L\n{line}\nready")
    assert (envelope.problems, envelope.ready, len(envelope.left_out)) == ([], True, 1)
    assert [piece.text for piece in envelope.blocks[0].pieces] == ["T1 TURN L"]


@pytest.mark.parametrize(
    "line", ["FIER", "Trun left", "Fire all your guns at the flagship", "T9 HOLD", "F AT SR1", "Fire!", "histroy 3", "HODL 2"]
)
def test_what_looks_like_an_order_is_never_prose(line: str) -> None:
    """The game says what is wrong with it."""
    assert opened(f"BIS:\nT1 TURN L\n\n{line}").left_out == []


def test_a_few_words_behind_a_head_are_meant_for_the_ship() -> None:
    """Whatever they are: they are no prose."""
    assert read("BIS: full steam ahead") == {"BIS": ["full steam ahead"]}


@pytest.mark.parametrize(
    "text", ["> BIS: T1 TURN L", "> 1. T1 TURN L\n> 2. T2 HOLD", "  > *BIS:*\n  > T1 HOLD", "BIS:\n> T1 HOLD"]
)
def test_quoted_orders_are_never_read(text: str) -> None:
    """Marks or not."""
    assert sum(len(block.pieces) for block in opened(text, ONE).blocks) == 0


LINES = st.sampled_from(
    (
        *(
            "BIS",
            "STL:",
            "The Stalin:",
            "1. T1 TURN L",
            "*T2 FIRE F AT*",
            "SR1",
            "WITHIN 5",
            "ELSE HOLD",
            "Hi there,",
            "Orders:",
        ),
        *("> x", "| a | b |", "T3 FIRE F AT SR1,", "2 S 2", "", "ready", "Twin", "x: y", "#", "press to red: x"),
    )
)


@given(st.lists(st.one_of(LINES, st.text(max_size=20)), max_size=30))
def test_every_line_is_accounted_for(lines: list[str]) -> None:
    """Each piece is an order of a unit, part of one, left out, or nobody's: none is there twice."""
    envelope = opened("\n".join(lines))
    places = [(piece.line, piece.text) for block in envelope.blocks for piece in block.pieces]
    places += [(piece.line, piece.text) for piece in envelope.left_out]
    assert len(places) <= len("\n".join(lines)) + 1
    assert all(block.unit == block.unit.upper() for block in envelope.blocks)


@pytest.mark.parametrize(
    "line", ["xyzw qrst", "T1 FIRE F AT", "1. T1 HOLD", "*x* " * 50, "Stl", "BIS - x", "a: b", "T1 FIRE F AT,"]
)
def test_the_work_grows_with_the_text(line: str) -> None:
    """M-27: twice as many lines of one kind, alone and between others, are at most little more than twice the calls."""
    for text in (f"{line}\n" * 100, f"BIS:\n{line}\n{line} {line}\nHOLD\n" * 50):
        opened(text)  # so that nothing is remembered for the first time in what is counted
        assert calls(text * 2) <= 2.2 * calls(text)


def calls(text: str) -> int:
    """How many functions are called, and generators gone on with, to read a text."""
    count = 0

    def counted(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        opened(text)
    finally:
        sys.setprofile(before)
    return count
