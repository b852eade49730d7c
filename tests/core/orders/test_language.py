"""Declared orders: one declaration reads a line, writes it, lists it, says what is wrong with it and draws it at random."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal

import pytest

from pbem.core.orders.language import Language, order
from pbem.core.orders.parts import Draw, Either, Listed, NothingToDraw, Number, OneOf, Signed, heading, hex_label, name, one_of
from pbem.core.orders.usage import OrderSyntax, Usage
from pbem.core.texts.envelope import UnreadableOrder


@order(
    Usage(
        "FIRE {section} [{number}] [AT|ON {targets}] [WITHIN {within}] [only=ONLY]",
        *("FIRE F AT SR1", "fire at a ship", "XX-1"),
        also={"LET FLY": "FIRE"},
    ),
    rest="Write FIRE F 2 AT SR1 WITHIN 6.",
)
class Fire:
    """Guns."""

    section: Annotated[str, one_of("F", "R", also={"LEFT FRONT": "F"}, why='"{}" is no section')]
    number: Annotated[int | None, Number(1, 9, also={"ALL": None})] = None
    targets: Annotated[tuple[str, ...], Listed(name("foe", but=("AT", "WITHIN")), why="{before} needs a ship")] = ()
    within: Annotated[int, Number(1, 15, why="WITHIN must be 1 to 15, not {}")] = 15
    only: bool = False


@order(
    Usage("SPEED kind=MAX", "SPEED MAX", "as fast as she can", "XX-2"),
    Usage("SPEED kind=BY {change}"),
    Usage("SPEED {speed}"),
    Usage("STOP kind=NOW"),
    why="SPEED needs a number or MAX",
    legal="Write SPEED 3.",
)
class Speed:
    """Way on."""

    kind: Literal["TO", "BY", "MAX", "NOW"] = "TO"
    speed: Annotated[int, Number(0, 6)] = 0
    change: Annotated[int, Signed()] = 0


@order(Usage("GO|STEER {hex} ({facing}) [,] [IF {when}]", "GO 0507", "to a hex", "XX-3"))
class Go:
    """A way."""

    hex: Annotated[tuple[int, int], hex_label()]
    facing: Annotated[int, heading()] = 0
    when: Annotated[tuple[Any, ...], Listed(Language(Speed), "AND")] = ()


LANGUAGE: Language[Fire | Speed | Go] = Language(Fire, Speed, Go, why='unknown order "{}"')


@pytest.mark.parametrize(
    ("written", "read", "canonical"),
    [
        ("fire f", Fire("F"), "FIRE F"),
        ("Let fly left front, all", Fire("F"), "FIRE F"),
        ("FIRE R WITHIN 3 ON sr1, det ONLY 2", Fire("R", 2, ("SR1", "DET"), 3, True), "FIRE R 2 AT SR1, DET WITHIN 3 ONLY"),
        ("SPEED MAX", Speed("MAX"), "SPEED MAX"),
        ("SPEED BY -2", Speed("BY", change=-2), "SPEED BY -2"),
        ("SPEED 4", Speed(speed=4), "SPEED 4"),
        ("STOP NOW", Speed("NOW"), "STOP NOW"),
        ("STEER 0507", Go((4, 4)), "GO 0507 N"),
        ("GO 0507 SE, IF SPEED 2 AND SPEED MAX.", Go((4, 4), 2, (Speed(speed=2), Speed("MAX"))), None),
    ],
)
def test_a_line_is_read_and_written(written: str, read: object, canonical: str | None) -> None:
    """In any case, with options in any order, by other words; what was left out is as by default."""
    found = LANGUAGE.line(written)
    assert found == read
    assert LANGUAGE.write(found) == (canonical or "GO 0507 SE IF SPEED 2 AND SPEED MAX")


@pytest.mark.parametrize(
    ("written", "reason", "legal"),
    [
        ("DANCE", 'unknown order "DANCE"', ""),
        ("FIER F", 'unknown order "FIER"', "Did you mean FIRE?"),
        ("FIRE X", '"X" is no section', ""),
        ("FIRE F AT 3", "AT needs a ship", ""),
        ("FIRE F WITHIN", "WITHIN must be 1 to 15", ""),
        ("FIRE F WITHIN 16", "WITHIN must be 1 to 15, not 16", ""),
        (
            "FIRE F WITHIN 3 WITHIN 4",
            '"WITHIN 4" was not understood after "FIRE F WITHIN 3"',
            "Write FIRE F 2 AT SR1 WITHIN 6.",
        ),
        ("SPEED", "SPEED needs a number or MAX", "Write SPEED 3."),
        ("SPEED 7", "SPEED needs a number or MAX", "Write SPEED 3."),
    ],
)
def test_mistakes_are_told_in_the_words_of_the_declaration(written: str, reason: str, legal: str) -> None:
    """By the part that does not fit, else by the order, else by the language; with what may be meant."""
    with pytest.raises(UnreadableOrder) as refused:
        LANGUAGE.line(written)
    assert (refused.value.reason, refused.value.legal) == (reason, legal)


def test_the_usage_that_understood_most_says_what_is_wrong() -> None:
    """Of several usages with the same first word."""
    with pytest.raises(UnreadableOrder) as refused:
        LANGUAGE.line("GO 0507 SE IF SPEED BY 3")
    assert refused.value.reason == "SPEED needs a number or MAX"


def test_the_forms_are_the_usages_with_an_example() -> None:
    """With the pattern as players may read it, and the other words."""
    assert LANGUAGE.forms() == [
        OrderSyntax(
            "FIRE",
            *("FIRE F AT SR1", "fire at a ship", "XX-1"),
            *("FIRE section [number] [AT targets] [WITHIN within] [ONLY]", ("LET FLY",)),
        ),
        OrderSyntax("SPEED", "SPEED MAX", "as fast as she can", "XX-2", "SPEED MAX"),
        OrderSyntax("GO", "GO 0507", "to a hex", "XX-3", "GO hex [facing] [IF when]", ("STEER",)),
    ]


def test_words_that_begin_an_order_and_words_that_follow() -> None:
    """What a mail's lines are told apart by."""
    assert set(LANGUAGE.words) == {"FIRE", "LET", "SPEED", "STOP", "GO", "STEER"}
    assert {"AT", "ON", "WITHIN", "ONLY", "MAX", "IF", "ALL", "NE"} <= LANGUAGE.inner


def test_random_orders_are_of_the_language() -> None:
    """All usages come, with the names that there are."""
    draw = Draw(Random(1).randrange, {"foe": ["SR1"], "hex": ["0507"]})
    texts = {LANGUAGE.draw(draw) for _ in range(300)}
    assert {type(LANGUAGE.line(text)) for text in texts} == {Fire, Speed, Go}
    assert all(LANGUAGE.draw(draw, "STOP") == "STOP NOW" for _ in range(3))


def test_without_names_nothing_is_drawn() -> None:
    """An order that needs a name cannot be made up."""
    with pytest.raises(NothingToDraw):
        LANGUAGE.draw(Draw(lambda most: 0), "GO")


def test_either_part_may_fit() -> None:
    """The first that does is read, the last writes."""

    @order(Usage("KEEP {many}"))
    class Keep:
        """So many."""

        many: Annotated[int, Either(OneOf({"MAX": 6}), Number(0, 6))]

    language: Language[Any] = Language(Keep)
    assert language.line("KEEP MAX") == Keep(6)
    assert language.write(Keep(6)) == "KEEP 6"
