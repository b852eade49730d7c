"""docs/orders/wet_thrust.md, and the samples of other pages, say what the code does: mails and orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.wet_thrust.language.words import read
from pbem.games.wet_thrust.model.order_parts import FRACTIONS
from pbem.games.wet_thrust.model.state import State
from tests.rulebook.wet_thrust.builders.orders import mailed, one, problems
from tests.rulebook.wet_thrust.builders.pages import ORDERS, PLAYING, RULES, SPAN, carriers, chapter, opened, rows, samples
from tests.rulebook.wet_thrust.builders.ships import airborne

# ---------------------------------------------------------------- sample mails


def sent(seat: str, text: str, state: State) -> dict[str, list[str]]:
    """What is in force after a mail that must have no problem."""
    parsed = mailed(text, state, seat)
    assert problems(parsed) == []
    return {unit: lines for unit, lines in parsed.sheet.units.items() if lines}


def boats() -> State:
    """The convoy some turns later: U99 at periscope depth."""
    state = opened("convoy")
    state.ships["U99"].mode = "periscope"
    return state


def attacked() -> State:
    """Swordfish, with two squadrons on their way."""
    state = opened("swordfish")
    for id in ("ARK-T1", "ARK-T2"):
        airborne(state, id, (0, 20))
    return state


HOOD = ["PLOT 1A1P", "FIRE A AT BIS ELSE PEU", "DC RUDDER, FC"]
SENT: list[tuple[str, Callable[[], State], dict[str, list[str]]]] = [
    (
        "gb",
        partial(opened, "denmark-strait"),
        {
            "FLEET": ["FIREORDER HOO, POW, NOR, SUF"],
            "HOO": [*HOOD, "LOSE A4, A3"],
            "POW": ["PLOT 1P", "FIRE MAIN AT BIS", "FIRE C1, C3 AT PEU", "LAUNCH POW-R1"],
            "POW-R1": ["SPOT BIS"],
            "NOR": ["PLOT 1S", "FIRE AT PEU ELSE BIS", "CHALLENGE YES"],
            "SUF": ["PLOT -", "HOLD FIRE"],
        },
    ),
    (
        "de",
        partial(opened, "convoy"),
        {"U47": ["PLOT 1A1S", "TORP M02 ELSE M01 WITH TL1 WITHIN 4"], "U99": ["PLOT 1P", "PERISCOPE"]},
    ),
    ("de", boats, {"U47": ["CRASH DIVE SILENT"], "U99": ["PLOT -", "DIVE", "TORP M01"]}),
    (
        "de",
        carriers,
        {
            "GRZ": ["PLOT MAXA", "LAUNCH GRZ-T1, GRZ-DB1"],
            "GRZ-F1": ["ESCORT GRZ-DB1"],
            "GRZ-DB1": ["ATTACK ARK ELSE SHE"],
            "GRZ-T1": ["ATTACK ARK RANGE 3"],
            "GRZ-F2": ["CAP PRIORITY T, DB"],
            "LB1": ["ATTACK ARK"],
        },
    ),
    ("de", attacked, {"BIS": ["PLOT 1A2S", "DISENGAGE", "FIRE C AT SHE ELSE ARK", "AA ARK-T1, ARK-T2"]}),
]


def test_the_sample_mails() -> None:
    """Section 5: in the position that each is written for, without a problem."""
    mails = samples(chapter(ORDERS, "Sample mails"))
    for text, (seat, state, expected) in zip(mails, SENT, strict=True):
        assert sent(seat, text, state()) == expected


def test_the_first_samples_of_both_pages() -> None:
    """Section 5: comments and all."""
    both = sent("gb", samples(ORDERS)[0], opened("denmark-strait"))
    assert both == {
        "FLEET": ["FIREORDER HOO, POW, NOR, SUF"],
        "HOO": HOOD,
        "POW": ["PLOT 1P", "FIRE MAIN AT BIS"],
        "POW-R1": ["SPOT BIS"],
    }
    book = sent("gb", samples(chapter(RULES, "5. Orders"))[0], opened("denmark-strait"))
    assert book == {**both, "POW": ["PLOT 1P", "FIRE MAIN AT BIS", "FIRE C1, C3 AT PEU", "LAUNCH POW-R1"]}


def test_the_sample_of_the_players_page() -> None:
    """docs/playing.md: an admiral of Wet Thrust."""
    sample = samples(chapter(PLAYING, "Ships, boats and aircraft"), "text")[0]
    assert sent("gb", sample, carriers()) == {
        "FLEET": ["FIRE AT WILL NEAREST"],
        "ARK": ["PLOT MAXA1S", "LAUNCH ARK-T1, ARK-F1"],
        "ARK-T1": ["ATTACK GRZ RANGE 3 FROM PORT"],
        "ARK-F1": ["ESCORT ARK-T1"],
        "SHE": ["PLOT 1A1S", "FIRE AT SCH ELSE GRZ", "COVER ARK"],
        "ANT": ["PLOT E", "TORP SCH WITHIN 4"],
    }


# ---------------------------------------------------------------- tables of orders

LEFT_OPEN = {
    "FIRE batteries AT x ELSE y": "FIRE A AT BIS ELSE PEU",
    "SPEED n": "1A SPEED 7",
    "TORP x WITH TL1 WITHIN n": "TORP BIS WITH TL1 WITHIN 4",
    "ASW x": "ASW SUB1",
    "DC list": "DC RUDDER, FC",
    "RAM x": "RAM BIS",
    "LAUNCH list": "LAUNCH ARK-T1, ARK-F1",
    "MERGE a INTO b": "MERGE ARK-T1 INTO ARK-T2",
    "LOSE list": "LOSE A4, A3",
    "AA list": "AA ARK-T1",
    "COVER x": "COVER ARK",
    "ATTACK x RANGE n FROM side": "ATTACK BIS RANGE 3 FROM BOW",
    "ESCORT s": "ESCORT ARK-T1",
    "INTERCEPT s": "INTERCEPT ARK-T1",
    "SPOT x": "SPOT BIS",
    "GO x,y": "GO 12.5,-4",
    "FIREORDER list": "FIREORDER HOO, POW",
}
"""Orders of the tables that leave something open."""
NO_ORDERS = re.compile(r"BB BC CV CA CL DD SS MM|ELSE|OR|>|WITHIN|A|D|P|S")
"""What explains the orders beside it."""


def order_spans() -> Iterator[str]:
    """Every order in the first column of a table headed `order`, but for the receipt's."""
    chapters = [title for title in re.findall(r"^## (.+)$", ORDERS, re.M) if title != "What the receipt may say"]
    for text in [*(chapter(ORDERS, title) for title in chapters), chapter(RULES, "5. Orders")]:
        ordering = False
        for first, *_ in rows(text):
            ordering = ordering if "`" in first else first == "order"
            if ordering:
                yield from SPAN.findall(first)


@pytest.mark.parametrize("text", sorted(set(order_spans())))
def test_every_order_of_the_tables_is_one(text: str) -> None:
    """Section 5: as it is printed, or with an example for what is left open."""
    words = text.removeprefix("FLEET: ")
    unit = "GRZ" if words.startswith(("LAUNCH", "MERGE")) else ""
    try:
        read(LEFT_OPEN.get(words, words).translate(FRACTIONS), unit)
    except UnreadableOrder as why:
        pytest.fail(f"{why.reason} {why.legal}")


def test_the_tables_are_found() -> None:
    """The pages are read at all."""
    assert len(set(order_spans())) > 80


def damage_words() -> set[str]:
    """The words of DC lists below the table of ship handling."""
    line = next(line for line in ORDERS.splitlines() if line.startswith("Words of `DC`"))
    return {span for span in SPAN.findall(line) if span != "DC"}


@pytest.mark.parametrize("word", sorted(damage_words()))
def test_the_words_of_damage_control(word: str) -> None:
    """WT-16.5: each is taken for a ship that has such systems."""
    ship = "ANT" if word in ("SONAR", "ASW", "ADF") else "HOO"
    assert problems(mailed(f"{ship}: DC {word}", one(ship))) == []
