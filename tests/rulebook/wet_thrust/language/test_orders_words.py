"""The words of orders (5.1): what is read, and how it is written back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.wet_thrust.language.words import KINDS, is_standing, order_text, read, read_lines
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.model.orders import Fire, Order, Repair, Torp
from tests.rulebook.wet_thrust.builders.orders import current_orders, mailed, ocean, one, problems

HALF = Fraction(1, 2)


# ---------------------------------------------------------------- plots


@pytest.mark.parametrize(
    ("text", "plot"),
    [
        ("2A2S1P", Plot(accelerate=Fraction(2), starboard=2, port=1, first="S")),
        ("1P", Plot(port=1, first="P")),
        ("P2", Plot(port=2, first="P")),
        ("99P", Plot(port=99, first="P")),
        ("2p 1a", Plot(port=2, first="P", accelerate=Fraction(1))),
        ("1A 2S", Plot(accelerate=Fraction(1), starboard=2, first="S")),
        ("p", Plot(port=1, first="P")),
        ("S1 P1", Plot(starboard=1, port=1, first="S")),
        ("1P1S1P", Plot(port=2, starboard=1, first="P")),
        ("port 2", Plot(port=2, first="P")),
        ("stbd 1, slow 1", Plot(starboard=1, first="S", decelerate=Fraction(1))),
        ("starboard 1", Plot(starboard=1, first="S")),
        ("speed up 2", Plot(accelerate=Fraction(2))),
        ("1P + 1/2A", Plot(port=1, first="P", accelerate=HALF)),
        ("1 1/2A", Plot(accelerate=3 * HALF)),
        (".5A", Plot(accelerate=HALF)),
        ("A 1/2", Plot(accelerate=HALF)),
        ("0.25D", Plot(decelerate=Fraction(1, 4))),
        ("MAXA", Plot(most="A")),
        ("MAXA 1P", Plot(most="A", port=1, first="P")),
        ("P1 maxd", Plot(most="D", port=1, first="P")),
        ("-", Plot()),
        ("0A", Plot()),
        ("E", Plot(evasive=True)),
        ("evade", Plot(evasive=True)),
        ("PLOT EVASIVE", Plot(evasive=True)),
        ("PLOT -", Plot()),
        ("MOVE 2A1P", Plot(accelerate=Fraction(2), port=1, first="P")),
        ("2A1P SPEED 6", Plot(accelerate=Fraction(2), port=1, first="P", speed=Fraction(6))),
        ("1P, SPEED 6 1/2", Plot(port=1, first="P", speed=13 * HALF)),
        ("- speed 6", Plot(speed=Fraction(6))),
    ],
)
def test_plots(text: str, plot: Plot) -> None:
    """WT-2.2, WT-2.3, WT-2.4, WT-2.8: letters with numbers before or behind them, words, fractions; the first side is kept."""
    assert read(text) == plot


@pytest.mark.parametrize(
    "text", ["2", "1X", "2P 3", "11/2A", "SPEED 6", "PLOT", "1E", "12345A", "0.1234A", "1P1/2P", "E1P", "100P", "50S 50S"]
)
def test_what_is_no_plot(text: str) -> None:
    """WT-2.2: numbers without letters, strange letters, numbers of too many digits, half points."""
    with pytest.raises(UnreadableOrder):
        read(text)


@pytest.mark.parametrize("text", ["½A", "1½A", "1 ½ A", "1 1⁄2A"])
def test_fractions_of_word_processors(text: str) -> None:
    """WT-1.6, WT-2.5: amounts may be fractions, in one character too."""
    amount = "0.5" if text[0] == "½" else "1.5"
    assert current_orders(f"SHE: {text}", one("SHE")) == [f"PLOT {amount}A"]


def test_the_order_form_of_the_print() -> None:
    """WT-2.4, WT-2.3: example 6; the speed is checked in the receipt and not kept."""
    assert current_orders("SUF: 2A1P SPEED 6; DISENGAGE", one("SUF", speed=4)) == ["PLOT 2A1P", "DISENGAGE"]
    assert current_orders("SUF:\n  -", one("SUF", speed=6)) == ["PLOT -"]
    assert current_orders("SUF: 2D1S SPEED 4", one("SUF", speed=6)) == ["PLOT 2D1S"]


def test_an_order_names_forty_at_most() -> None:
    """5.1: as many holes as no ship has are still read; one name more is refused."""
    names = [f"HO{number}" for number in range(1, 42)]
    assert read(f"DC {', '.join(names[:40])}") == Repair(tuple(names[:40]))
    with pytest.raises(UnreadableOrder, match="names at most 40"):
        read(f"DC {', '.join(names)}")


# ---------------------------------------------------------------- all orders


CANONICAL = [
    "PLOT 2A2S1P",
    "PLOT -",
    "PLOT E",
    "PLOT MAXD1P",
    "PLOT 0.5A",
    "FIRE AT HOO ELSE POW",
    "FIRE A AT HOO",
    "FIRE MAIN AT SUB1",
    "FIRE A1, C2 AT HOO ELSE POW ELSE NOR",
    "HOLD FIRE",
    "FIRE AT WILL",
    "FIRE AT WILL NEAREST > BB > WEAKEST",
    "TORP M02 ELSE M01 WITH TL1, TL2 WITHIN 4.5",
    "TORP M02",
    "TORP HOLD",
    "ASW SUB2",
    "ASW ANY",
    "ASW HOLD",
    "DC BRIDGE, RU2, HO1, HOLE",
    "DC NONE",
    "SMOKE",
    "SCREEN",
    "DISENGAGE",
    "CHALLENGE YES",
    "CHALLENGE NO",
    "RAM SUB1",
    "LAUNCH ARK-T1, ARK-R1",
    "MERGE ARK-T1 INTO ARK-T2",
    "LOSE A4, A3",
    "LOSE NONE",
    "AA GRZ-DB1, LB1",
    "AA NONE",
    "COVER ARK",
    "COVER NONE",
    "DIVE",
    "CRASH DIVE",
    "CRASH DIVE SILENT",
    "PERISCOPE",
    "SURFACE",
    "SILENT",
    "ATTACK ARK ELSE SHE RANGE 3.5 FROM STERN",
    "CAP",
    "CAP PRIORITY T, DB",
    "ESCORT GRZ-DB1",
    "INTERCEPT ARK-T1 ELSE ARK-T2",
    "SPOT BIS",
    "RECOVER",
    "RETURN",
    "GO -12.125, 4",
    "ORBIT",
    "FIREORDER HOO, POW, NOR",
]


@pytest.mark.parametrize("line", CANONICAL)
def test_canonical_lines_read_as_themselves(line: str) -> None:
    """WT-2.1: what stands on a sheet is what the turn is played with."""
    (order,) = read_lines((line,))
    assert order_text(order) == line


def test_every_kind_of_order_is_written() -> None:
    """WT-2.14: each kind of order has its canonical words and its place on the sheet."""
    assert {type(order) for line in CANONICAL for order in read_lines((line,))} == set(KINDS)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("FIRE PEU ELSE BIS", "FIRE AT PEU ELSE BIS"),
        ("fire all on bis", "FIRE AT BIS"),
        ("FIRE A: BIS > PEU", "FIRE A AT BIS ELSE PEU"),
        ("FIRE A1-A3, C2 AT BIS OR PEU", "FIRE A1, A2, A3, C2 AT BIS ELSE PEU"),
        ("FIRE A1 - A2 + C1 AT BIS", "FIRE A1, A2, C1 AT BIS"),
        ("FIRE: BIS", "FIRE AT BIS"),
        ("FIRE sub-1", "FIRE AT SUB1"),
        ("HOLD", "HOLD FIRE"),
        ("CEASE FIRE.", "HOLD FIRE"),
        ("FIRE AT WILL weakest, bb", "FIRE AT WILL WEAKEST > BB"),
        ("TORPEDO AT M02 WITHIN 4 WITH TL1", "TORP M02 WITH TL1 WITHIN 4"),
        ("DEPTH any", "ASW ANY"),
        ("REPAIR rudders, boilers, propellers, fc", "DC RUDDER, BOILER, PROP, FC"),
        ("MAKE SMOKE", "SMOKE"),
        ("SMOKE SCREEN", "SCREEN"),
        ("BREAK OFF", "DISENGAGE"),
        ("LAUNCH t1, d2", "LAUNCH ARK-T1, ARK-DB2"),
        ("MERGE T1 INTO T2", "MERGE ARK-T1 INTO ARK-T2"),
        ("CRASH", "CRASH DIVE"),
        ("CRASH SILENT", "CRASH DIVE SILENT"),
        ("RUN SILENT", "SILENT"),
        ("ATTACK AT BIS FROM beam", "ATTACK BIS"),
        ("ATTACK BIS FROM stbd RANGE .5", "ATTACK BIS RANGE 0.5 FROM STARBOARD"),
        ("CAP PRIORITY D > T", "CAP PRIORITY DB, T"),
        ("ESCORT T3", "ESCORT ARK-T3"),
        ("INTERCEPT GRZ-D1", "INTERCEPT GRZ-DB1"),
        ("LAND", "RETURN"),
        ("GO 3 1/2, -4", "GO 3.5, -4"),
        ("FIREORDER HOO POW", "FIREORDER HOO, POW"),
    ],
)
def test_other_ways_to_say_it(text: str, line: str) -> None:
    """WT-7.5, WT-10.13, WT-11.2: synonyms, short symbols of the own carrier (ruling W3), any case."""
    assert order_text(read(text, "ARK-F1")) == line


@pytest.mark.parametrize(
    "text",
    ["FIRE", "FIRE A AT", "TORP", "TORP BIS WITH", "CHALLENGE", "MERGE T1", "GO 3", "GO", "AA", "DC", "RAM",
     "FIRE A4-A1 AT BIS",
     "CRASH TEST", "HOLD ON", "BREAK", "MAKE TEA", "CEASE", "RUN", "ATTACK BIS FROM ABOVE", "ESCORT BIS", "LAUNCH 3", "ASW"],
)  # fmt: skip
def test_half_an_order(text: str) -> None:
    """WT-2.14: it is not guessed at."""
    with pytest.raises(UnreadableOrder):
        read(text, "ARK")


# ---------------------------------------------------------------- kinds


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("HOLD FIRE", True),
        ("FIRE AT WILL", True),
        ("FIRE AT HOO", False),
        ("TORP HOO", False),
        ("TORP HOO WITHIN 4", True),
        ("ASW ANY", True),
        ("DC RUDDER", True),
        ("CHALLENGE NO", True),
        ("LOSE A4", True),
        ("AA ARK-T1", True),
        ("COVER ARK", True),
        ("DC NONE", False),
        ("LOSE NONE", False),
        ("AA NONE", False),
        ("COVER NONE", False),
        ("ATTACK ARK", True),
        ("CAP", True),
        ("FIREORDER HOO", True),
        ("PLOT 1A", False),
        ("SMOKE", False),
        ("DISENGAGE", False),
        ("LAUNCH ARK-T1", False),
        ("DIVE", False),
    ],
)
def test_what_stands_until_it_is_changed(line: str, stays: bool) -> None:
    """WT-2.14: 5.2, S and T."""
    assert is_standing(read(line)) is stays


def test_what_orders_are_made_of() -> None:
    """WT-7.5, WT-10.13: targets in order, batteries as words, ranges exact."""
    assert read("FIRE MAIN, C1 AT HOO ELSE POW") == Fire(("MAIN", "C1"), ("HOO", "POW"))
    expected: Order = Torp(("M02", "M01"), ("TL1",), Fraction(9, 2))
    assert read("TORP M02 ELSE M01 WITH TL1 WITHIN 4 1/2") == expected


def test_wrapped_lines_go_on() -> None:
    """WT-2.4: mails are wrapped; a plot's SPEED may come on the next line."""
    text = "U47: 1P\n SPEED 1\n TORP M02\n ELSE M01\n WITH TL1\n , TL2 WITHIN 4"
    parsed = mailed(text, ocean(), "de")
    assert problems(parsed) == []
    assert parsed.sheet.units["U47"] == ["PLOT 1P", "TORP M02 ELSE M01 WITH TL1, TL2 WITHIN 4"]
