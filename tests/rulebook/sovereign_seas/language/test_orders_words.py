"""Every way to write an order, and the canonical words it is in afterwards (5.1)."""

from __future__ import annotations

import pytest

from pbem.core.texts.envelope import UnreadableOrder
from pbem.core.texts.marks import clean
from pbem.games.sovereign_seas.language.lines import KINDS, STANDING, helm_text, kind_of, order_text, read, read_lines
from pbem.games.sovereign_seas.language.syntax import FORMS
from pbem.games.sovereign_seas.model.orders import Fire, Keep, Lose, Move, Open, OpenCondition
from tests.rulebook.sovereign_seas.builders.orders import current_orders, mailed


def words(text: str, side: str = "british") -> str:
    """A line as canonical words, which read back as the same order."""
    order = read(clean(text), side)
    line = order_text(order)
    assert read(line) == order
    return line


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("SPEED 7", "SPEED 7"),
        ("speed7", "SPEED 7"),
        ("Speed: 7.", "SPEED 7"),
        ("SPEED +2", "SPEED +2"),
        ("SPEED+2", "SPEED +2"),
        ("SPEED \u22121", "SPEED -1"),
        ("SPEED MAX", "SPEED MAX"),
        ("SPEED MIN", "SPEED MIN"),
        ("SPEED HOLD", "SPEED HOLD"),
        ("SPEED MATCH BC1", "SPEED MATCH BC1"),
        ("SPEED MATCH CBIC-1", "SPEED MATCH BC1"),
        ("STOP", "SPEED 0"),
        ("stop!", "SPEED 0"),
    ],
)
def test_speed(text: str, canonical: str) -> None:
    """SSL-H.1, SSL-X.10: absolute, relative, by name, and that of a friend."""
    assert words(text) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("MOVE F|RF|FF|RF", "MOVE F|RF|FF|RF"),
        ("move f | r f | 2f | rf", "MOVE F|RF|FF|RF"),
        ("MOVE FFL", "MOVE FFL"),
        ("MOVE F3L", "MOVE FFFL"),
        ("MOVE 3F1L", "MOVE FFFL"),
        ("MOVE 3F2L", "MOVE FFFLL"),
        ("MOVE F3L2", "MOVE FFFLL"),
        ("MOVE 3FL2F", "MOVE FFFLFF"),
        ("MOVE 3F1L F", "MOVE FFFLF"),
        ("MOVE LF2", "MOVE LFF"),
        ("MOVE F3 L, F2", "MOVE FFFLFF"),
        ("MOVE PFS", "MOVE LFR"),
        ("MOVE F10", "MOVE FFFFFFFFFF"),
        ("MOVE", "MOVE -"),
        ("MOVE -", "MOVE -"),
        ("MOVE \u2013|R", "MOVE -|R"),
        ("MOVE |R||", "MOVE -|R|-|-"),
    ],
)
def test_plans(text: str, canonical: str) -> None:
    """SSL-X.7: letters with numbers before or behind them, port and starboard, bars, and impulses of nothing but F."""
    assert words(text) == canonical


def test_a_bar_gives_letters_to_impulses() -> None:
    """SSL-X.7: a plan without bars is one segment, whose letters are used up as they come."""
    assert read("MOVE F|RF") == Move(("F", "RF"))
    assert read("MOVE F RF") == Move(("FRF",))


@pytest.mark.parametrize(
    "text", ["MOVE 3", "MOVE F 3", "MOVE X", "MOVE F3|3", "MOVE 3F1", "MOVE F999", "MOVE F999L", "MOVE F|R|BC1", "MOVE \u0663F"]
)
def test_what_is_no_plan(text: str) -> None:
    """SSL-X.7: a number belongs to a letter."""
    with pytest.raises(UnreadableOrder):
        read(clean(text))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("STRAIGHT", "STRAIGHT"),
        ("COURSE NE", "COURSE NE"),
        ("course sw by left", "COURSE SW BY L"),
        ("COURSE S BY STARBOARD", "COURSE S BY R"),
        ("CIRCLE R", "CIRCLE R"),
        ("CIRCLE PORT", "CIRCLE L"),
        ("CIRCLE s", "CIRCLE R"),
        ("STEER 1508", "STEER 1508"),
        ("CLOSE FB1", "CLOSE FB1"),
        ("CLOSE BSIC-1", "CLOSE FB1"),
        ("CLOSE NEAREST", "CLOSE NEAREST"),
        ("KEEP 3 FB1", "KEEP 3 FB1"),
        ("KEEP3 nearest", "KEEP 3 NEAREST"),
        ("RAM CBIC-2", "RAM FC2"),
        ("FOLLOW BC1", "FOLLOW BC1 GAP 2"),
        ("FOLLOW CBIC 1 GAP 5", "FOLLOW BC1 GAP 5"),
    ],
)
def test_steering(text: str, canonical: str) -> None:
    """SSL-X.6, SSL-X.8: every helm, with all words for left and right."""
    assert words(text) == canonical


def test_printed_counters_are_the_enemys_as_targets_and_the_own_ones_as_friends() -> None:
    """SSL-D1.1, 2.1: BSIC-1 is BB1 or FB1; merchantmen have one name."""
    assert words("CLOSE BSIC-1", "french") == "CLOSE BB1"
    assert words("FOLLOW BSIC-1", "french") == "FOLLOW FB1 GAP 2"
    assert words("FIRE ALL AT LM-2, SF-1, COV-3") == "FIRE ALL AT LM2, FF1, FV3"
    assert (
        current_orders("BB1: SPEED 7")
        == mailed("BSIC-1: SPEED 7").sheet.units["BB1"]
        == mailed("a\nbsic-1 : SPEED 7").sheet.units["BB1"]
    )


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("WHEN RANGE FB1 <= 4 DO CIRCLE L", "WHEN RANGE FB1 <= 4 DO CIRCLE L"),
        ("WHEN RANGE NEAREST\u22654 DO STRAIGHT", "WHEN RANGE NEAREST >= 4 DO STRAIGHT"),
        ("WHEN RANGE SF-1 =< 4, DO RAM SF-1", "WHEN RANGE FF1 <= 4 DO RAM FF1"),
        ("WHEN IMP 3 DO COURSE N", "WHEN IMP 3 DO COURSE N"),
        ("WHEN IMP3 DO COURSE N", "WHEN IMP 3 DO COURSE N"),
        ("when hull<=4 do course n by r", "WHEN HULL <= 4 DO COURSE N BY R"),
        ("WHEN MAXSPEED <= 5 DO STEER 0101", "WHEN MAXSPEED <= 5 DO STEER 0101"),
        ("WHEN FIRED DO FOLLOW BC1", "WHEN FIRED DO FOLLOW BC1 GAP 2"),
        ("WHEN SUNK FB1 DO CLOSE FB2", "WHEN SUNK FB1 DO CLOSE FB2"),
    ],
)
def test_conditional_helm(text: str, canonical: str) -> None:
    """SSL-X.9: every condition."""
    assert words(text) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AVOID ALL", "AVOID ALL"),
        ("avoid friends", "AVOID FRIENDS"),
        ("AVOID ENEMIES", "AVOID ENEMIES"),
        ("AVOID NONE", "AVOID NONE"),
        ("EXIT ON", "EXIT ON"),
        ("EXIT OFF", "EXIT OFF"),
        ("CLEAR ALL", "CLEAR ALL"),
        ("CLEAR steer", "CLEAR STEER"),
    ],
)
def test_policies(text: str, canonical: str) -> None:
    """SSL-X.4, SSL-X.5, SSL-X.2."""
    assert words(text) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("OPEN ANY", "OPEN ANY"),
        ("OPEN ANY STRICT", "OPEN ANY STRICT"),
        ("OPEN RANGE 4 PEN", "OPEN RANGE 4 PEN"),
        ("OPEN RANGE<=4, PEN", "OPEN RANGE 4 PEN"),
        ("OPEN IMP 3", "OPEN IMP 3"),
        ("open imp 2-4 range3 bear 5 strict", "OPEN IMP 2-4 RANGE 3 BEAR 5 STRICT"),
        ("OPEN IMP 2\u20133", "OPEN IMP 2-3"),
        ("HOLD", "HOLD FIRE"),
        ("HOLD FIRE", "HOLD FIRE"),
    ],
)
def test_when_to_fire(text: str, canonical: str) -> None:
    """SSL-X.12, SSL-X.13: conditions of one line."""
    assert words(text) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("FIRE D AT FB1, NEAREST", "FIRE D AT FB1, NEAREST"),
        ("FIRE [D] AT FB1", "FIRE D AT FB1"),
        ("fire [bb] at weakest only", "FIRE BB AT WEAKEST ONLY"),
        ("FIRE S1, S2 AT BIGGEST", "FIRE S1, S2 AT BIGGEST"),
        ("FIRE S1 S2 AT ANY", "FIRE S1, S2 AT ANY"),
        ("FIRE S1-S3, P1 AT FB1", "FIRE S1, S2, S3, P1 AT FB1"),
        ("FIRE TSF AT FB1", "FIRE TSF AT FB1"),
        ("FIRE ALL AT BSIC, CBIC, SF, COV, MERCHANT", "FIRE ALL AT BSIC, CBIC, SF, COV, MERCHANT"),
        ("FIRE ALL AT SF, SF-1", "FIRE ALL AT SF, FF1"),
        ("FIRE BOW AT FB1", "FIRE BOW AT FB1"),
        ("FIRE AFT AT FB1", "FIRE AFT AT FB1"),
        ("FIRE STARBOARD AT FB1", "FIRE STBD AT FB1"),
        ("FIRE PORT AT FB1", "FIRE PORT AT FB1"),
        ("FIRE MID AT FB1", "FIRE MID AT FB1"),
        ("FIRE TURRETS AT FB1", "FIRE TURRETS AT FB1"),
        ("LOSE M8, M7", "LOSE M8, M7"),
        ("LOSE M8 M7", "LOSE M8, M7"),
        ("LOSE ARMOUR", "LOSE ARMOUR"),
        ("LOSE armor", "LOSE ARMOUR"),
        ("LOSE CHEAP", "LOSE CHEAP"),
    ],
)
def test_guns(text: str, canonical: str) -> None:
    """SSL-X.11, SSL-X.14, SSL-J2.5: groups, targets in order, and which battery is lost."""
    assert words(text) == canonical


def test_a_gun_code_and_ids_are_different_groups() -> None:
    """SSL-X.11."""
    assert read("FIRE A AT FB1") == Fire(("A",), ("FB1",))
    assert read("FIRE A1 AT FB1 ONLY") == Fire(("A1",), ("FB1",), only=True)
    assert read("LOSE A1") == Lose(("A1",))
    assert read("LOSE CHEAP") == Lose(policy="CHEAP")


def test_an_impulse_is_a_span_of_one() -> None:
    """SSL-X.12."""
    assert read("OPEN IMP 3") == Open((OpenCondition("IMP", 3, 3),))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("PLACE 1818 N SPEED 6", "PLACE 1818 N SPEED 6"),
        ("place 1818 ne", "PLACE 1818 NE"),
        ("SEQ BC1 BB1", "SEQ BC1 BB1"),
        ("SEQ CBIC-1, BSIC-1", "SEQ BC1 BB1"),
        ("ENTER w", "ENTER W"),
        ("TAKE 2 BC, 3 BB", "TAKE 3 BB, 2 BC"),
        ("take 1x bc 1 bv", "TAKE 1 BC, 1 BV"),
        ("CONCEDE", "CONCEDE"),
        ("CARRY ON", "CARRY ON"),
    ],
)
def test_set_up_and_fleet(text: str, canonical: str) -> None:
    """SSL-E.1, SSL-X.15, SSL-O3.1, SSL-O6.1, SSL-N.3."""
    assert words(text) == canonical


@pytest.mark.parametrize("head", FORMS)
def test_every_form_that_is_suggested_can_be_read(head: str) -> None:
    """SSL-X.17: hints are orders."""
    for form in FORMS[head].split(" or "):
        for text in form.split(", ") if head in ("SPEED", "EXIT") else [form]:
            assert read(text, "british")


def test_kinds() -> None:
    """SSL-X.2: one-turn orders, and those that stand."""
    lines = ("SPEED 7", "MOVE F", "HOLD FIRE", "RAM FB1", "WHEN FIRED DO STRAIGHT", "AVOID ALL", "EXIT ON", "OPEN PEN")
    kinds = [kind_of(order) for order in read_lines((*lines, "FIRE ALL AT ANY", "LOSE CHEAP", "SEQ BC1"))]
    assert kinds == ["SPEED", "MOVE", "HOLD", "STEER", "WHEN", "AVOID", "EXIT", "OPEN", "FIRE", "LOSE", "SEQ"]
    assert [kind for kind in kinds if kind not in STANDING] == ["SPEED", "MOVE", "HOLD"]
    assert set(KINDS.values()) >= STANDING


def test_helms_in_words() -> None:
    """SSL-X.3: a plan by impulse, or the steering order."""
    assert helm_text(Move(("F", "", "RF"))) == "F - RF"
    assert helm_text(Keep(3, "FB1")) == "KEEP 3 FB1"


def test_a_mistyped_number_is_refused_and_never_a_crash() -> None:
    """SSL-X.17: huge numbers, digits of other scripts."""
    for text in (
        "SPEED 99999",
        "SPEED \u0667",
        "SPEED \u00b2",
        "OPEN RANGE 123456789",
        "KEEP 00001 FB1",
        "TAKE 99999 BC",
        "STEER 150",
    ):
        with pytest.raises(UnreadableOrder):
            read(text)
