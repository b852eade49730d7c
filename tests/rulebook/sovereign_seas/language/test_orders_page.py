"""docs/orders/sovereign_seas.md, and the samples of other pages, say what the code does: mails, orders, error texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.sovereign_seas.language.lines import read
from pbem.games.sovereign_seas.model.state import State
from tests.rulebook.sovereign_seas.builders.fleet import change, state_with
from tests.rulebook.sovereign_seas.builders.orders import SHIPS, mailed, opening, position
from tests.rulebook.sovereign_seas.builders.pages import ORDERS, PLAYING, RULES, SPAN, chapter, rows, samples

# ---------------------------------------------------------------- sample mails


def fleets() -> State:
    """What the samples are written for; turn 3 is ordered next."""
    return state_with({**SHIPS, "FB2": ("1822", "N", 6)}, 2)


def sent(seat: str, text: str) -> dict[str, list[str]]:
    """What is in force after a mail that must have no problem."""
    parsed = mailed(text, fleets(), seat=seat)
    assert [str(problem) for problem in parsed.problems] == []
    return {unit: lines for unit, lines in parsed.sheet.units.items() if lines}


BC1 = ["SPEED +1", "MOVE F|RF|FF|RF", "FIRE D AT FC1, FB1"]
BB1 = ["SPEED MATCH BC1", "FOLLOW BC1 GAP 2"]
BRITISH = {
    "FLEET": ["CARRY ON", "SEQ BC1 BB1 BB2", "OPEN RANGE 4 PEN", "OPEN IMP 3-4 RANGE 6"],
    "BC1": [*BC1, "FIRE B AT NEAREST", "LOSE S5, S4, P5"],
    "BB1": BB1,
    "BB2": ["SPEED MATCH BC1", "FOLLOW BB1 GAP 2", "WHEN HULL <= 6 DO COURSE N"],
    "BF1": ["SPEED MAX", "HOLD FIRE", "KEEP 5 FF1", "AVOID ALL"],
}
FRENCH = {
    "FLEET": ["CARRY ON"],
    "FC1": ["SPEED MAX", "RAM BC1", "OPEN IMP 2-4 RANGE 3", "FIRE TURRETS AT BC1", "FIRE EE AT BC1 ONLY"],
    "FB1": ["SPEED HOLD", "COURSE NW BY L", "FIRE BB AT BB1, NEAREST", "LOSE ARMOUR"],
    "FB2": ["SPEED -1", "FOLLOW FB1 GAP 2"],
    "FF1": ["SPEED +2", "MOVE FFLF", "AVOID FRIENDS", "FIRE ALL AT WEAKEST"],
    "FV1": ["SPEED HOLD", "STRAIGHT", "WHEN RANGE NEAREST <= 4 DO CIRCLE L", "EXIT ON"],
}


def test_the_two_sample_mails() -> None:
    """Section 5: what is in force after each."""
    british, french, shortest = samples(chapter(ORDERS, "Two sample mails"))
    assert sent("gb", british) == BRITISH
    assert sent("fr", french) == FRENCH
    assert sent("fr", shortest) == {"FLEET": ["CARRY ON"]}


def test_the_first_samples_of_both_pages() -> None:
    """Section 5: comments and all."""
    page = sent("gb", samples(ORDERS)[0])
    assert page == {"FLEET": ["CARRY ON", "SEQ BC1 BB1 BB2"], "BC1": BC1, "BB1": BB1}
    book = sent("gb", samples(chapter(RULES, "5. Orders"))[0])
    assert book["BC1"] == [*BC1, "FIRE B AT NEAREST"]
    assert book["FLEET"] == ["CARRY ON", "SEQ BC1 BB1 BB2", "OPEN RANGE 4 PEN"]


def test_the_sample_of_the_players_page() -> None:
    """docs/playing.md: an admiral's mail."""
    sample = re.search(r"^```text\n(.*?)^```$", chapter(PLAYING, "An admiral's mail"), re.M | re.S)
    assert sample
    assert sent("gb", sample[1]) == {
        "FLEET": ["CARRY ON", "OPEN RANGE 4 PEN", "FIRE ALL AT NEAREST"],
        "BC1": BC1,
        "BB1": BB1,
        "BF1": ["SPEED MAX", "KEEP 5 FF1", "WHEN HULL <= 6 DO COURSE N"],
    }


# ---------------------------------------------------------------- tables of orders

LEFT_OPEN = {
    "OPEN ..": "OPEN ANY",
    "AVOID ..": "AVOID ALL",
    "FIRE ..": "FIRE ALL AT ANY",
    "LOSE ..": "LOSE CHEAP",
    "CLEAR ..": "CLEAR ALL",
    "SEQ ..": "SEQ BC1",
    "TAKE ..": "TAKE 2 BC",
    "FIRE group AT targets": "FIRE D AT FB1",
    "STEER hex": "STEER 1508",
    "COURSE d": "COURSE N",
    "CIRCLE side": "CIRCLE L",
    "CLOSE x": "CLOSE FB1",
    "KEEP n x": "KEEP 3 FB1",
    "RAM x": "RAM FB1",
    "FOLLOW x GAP g": "FOLLOW BC1 GAP 2",
    "WHEN .. DO ..": "WHEN FIRED DO STRAIGHT",
    "PLACE hex d SPEED n": "PLACE 1508 N SPEED 6",
    "ENTER side": "ENTER W",
}
"""Orders of the tables that leave something open."""
NO_ORDERS = {"+1", "-1", "MAX", "MIN", "HOLD", "MATCH x"}
"""What goes on with the SPEED before it in the table of section 5."""


def order_spans() -> Iterator[str]:
    """Every order in the first column of a table headed `order`, but for the receipt's."""
    chapters = [title for title in re.findall(r"^## (.+)$", ORDERS, re.M) if title != "What the receipt may say"]
    for text in [*(chapter(ORDERS, title) for title in chapters), chapter(RULES, "5. Orders")]:
        ordering = False
        for first, *_ in rows(text):
            ordering = ordering if "`" in first else first == "order"
            if ordering:
                yield from SPAN.findall(first)


def condition_spans() -> Iterator[str]:
    """The conditions of WHEN."""
    _, after = chapter(ORDERS, "Speed and helm").split("| condition |")
    for first, *_ in rows(after):
        yield from SPAN.findall(first)


def understood(text: str) -> str:
    """Why these words are no order; "" if they are one."""
    try:
        read(text, "british")
    except UnreadableOrder as why:
        return why.reason or why.legal or "no order"
    return ""


@pytest.mark.parametrize("text", sorted(set(order_spans()) - NO_ORDERS))
def test_every_order_of_the_tables_is_one(text: str) -> None:
    """Section 5: as it is printed, or with an example for what is left open."""
    words = text.removeprefix("FLEET: ").removeprefix("BC1: ")
    assert understood(LEFT_OPEN.get(words, words)) == ""


@pytest.mark.parametrize("text", sorted(set(condition_spans())))
def test_every_condition_of_the_table_is_one(text: str) -> None:
    """SSL-X.9."""
    assert understood(f"WHEN {text} DO STRAIGHT") == ""


def test_the_tables_are_found() -> None:
    """The pages are read at all."""
    assert len(set(order_spans())) > 50 and len(set(condition_spans())) == 7


# ---------------------------------------------------------------- what the receipt says

MakeState = Callable[[], State]


@dataclass(frozen=True)
class Written:
    """A mail and the position in which it brings a text of the page."""

    mail: str
    state: MakeState = position
    seat: str = "gb"


def alone(id: str, speed: int, turn: int = 2, **changes: Any) -> MakeState:
    """One ship as changed, and an enemy."""

    def state() -> State:
        found = state_with({id: ("1010", "N", speed), "FB1": ("3030", "N", 6)}, turn)
        change(found.ships[id], **changes)
        return found

    return state


def fated(id: str, fate: str) -> MakeState:
    """A ship of the usual position is out of play."""

    def state() -> State:
        found = position()
        vars(found.ships[id]).update(fate=fate)
        return found

    return state


def two_admirals() -> State:
    """BB2 is the second admiral's."""
    return position(seat_of={"BB2": "gb2"})


def places() -> State:
    """BB3 is placed, with FC1 west of her."""
    state = state_with({"BB3": ("4024", "N", 6), "FC1": ("1320", "N", 6)})
    state.stages = [{"british": "PLACE"}]
    return state


def scenario(key: str) -> MakeState:
    """A scenario at its first set-up deadline."""
    return lambda: opening(key)


FLEET_GAME, CONVOY, OWN = scenario("fleet-engagement"), scenario("convoy-attack"), scenario("design-your-own")
FRIGATE, BELLEROPHON = alone("BF1", 4), alone("BC1", 7)
NINE_WHENS = "BB1: " + "; ".join(f"WHEN HULL <= {n} DO STRAIGHT" for n in range(1, 10))
WRITTEN = {
    'line 3: "BF1: SPEED 9": cannot go to 9: at 4 with Accl 2 it may order 3..6 (max 13). What stands: SPEED 6.': Written(
        "\n\nBF1: SPEED 9", FRIGATE
    ),
    "cannot go to 9: at 4 with Accl 2 it may order 3..6 (max 13)": Written("BF1: SPEED 9", FRIGATE),
    "What stands: SPEED 6.": Written("BF1: SPEED 9", FRIGATE),
    "cannot stop: at 8, decel 1, lowest speed this turn is 7": Written("BC1: STOP", alone("BC1", 8)),
    "What stands: SPEED 7.": Written("BC1: STOP", alone("BC1", 8)),
    "no own ship BC9; yours: BB1, BB2, …": Written("BB1: SPEED MATCH BC9"),
    "cannot match itself": Written("BB1: SPEED MATCH BB1"),
    "out of command until the end of game turn 7: speed and course are fixed; order ignored": Written(
        "BC1: SPEED 7", alone("BC1", 7, turn=4, command_until=7)
    ),
    "letter 3 (R) too early: 1 hex since last turn, needs 2; earliest legal is letter 4": Written(
        "BC1: MOVE FRRFRFL", BELLEROPHON
    ),
    "What stands: MOVE FRFFRFL.": Written("BC1: MOVE FRRFRFL", BELLEROPHON),
    "MOVE has 5 segments: a turn has impulses 1..4": Written("BC1: MOVE F|F|F|F|F"),
    "a plan has at most 60 letters": Written("BC1: MOVE 30F 31F"),
    "plan has 9 letters, speed 7 uses 7; the last 2 are dropped": Written("BC1: MOVE 9F", BELLEROPHON),
    "impulse 1 has 2 letters, speed 7 uses 1; the last is dropped": Written("BC1: MOVE FF|F", BELLEROPHON),
    "no course E; use N, NE, SE, S, SW or NW": Written("BC1: COURSE E"),
    "hex 9908 is off the map (0101..6050)": Written("BC1: STEER 9908"),
    "no enemy FB7 in play; enemies: …": Written("BC1: CLOSE FB7"),
    "cannot ram BB2: own ship; use AVOID NONE to allow collisions": Written("BC1: RAM BB2"),
    "cannot follow itself": Written("BC1: FOLLOW BC1"),
    "GAP 20: a gap is 1..12": Written("BC1: FOLLOW BB1 GAP 20"),
    'unknown condition "SPEED"; use RANGE, IMP, HULL, MAXSPEED, FIRED, SUNK': Written("BC1: WHEN SPEED <= 4 DO COURSE N"),
    "WHEN IMP 5: a turn has impulses 1..4": Written("BC1: WHEN IMP 5 DO COURSE N"),
    "AVOID what? use ALL, FRIENDS, ENEMIES or NONE": Written("BC1: AVOID THEM"),
    "EXIT what? use ON or OFF": Written("BC1: EXIT"),
    "OPEN IMP 5: a turn has impulses 1..4": Written("BC1: OPEN IMP 5"),
    "OPEN RANGE 15: ranges are 1..13": Written("BC1: OPEN RANGE 15"),
    "OPEN BEAR 0: batteries are 1..20": Written("BC1: OPEN BEAR 0"),
    "has no [C] battery; it mounts B (F1, A1) and D (S1-S5, P1-P5)": Written("BC1: FIRE C AT FB1"),
    "battery S3 is destroyed": Written("BC1: FIRE S3 AT FB1", alone("BC1", 6, gone=["S3"])),
    "every BOW battery is destroyed": Written("BC1: FIRE BOW AT FB1", alone("BC1", 6, gone=["F1"])),
    "no battery X9; batteries: …": Written("BC1: LOSE X9"),
    "CLEAR what? use WHEN, FIRE, OPEN, LOSE, STEER or ALL": Written("BC1: CLEAR EVERYTHING"),
    "CLEAR what? FLEET has OPEN, FIRE, LOSE or ALL": Written("FLEET: CLEAR WHEN"),
    "set-up is over": Written("BC1: PLACE 1818 N SPEED 6"),
    "BB3 at 3020 is only 17 hexes from FC1; at least 20 required": Written("BB3: PLACE 3020 N", places),
    "BSIC and CBIC must form one straight line of hexes": Written("FB1: PLACE 1719 N", FLEET_GAME, "fr"),
    "None of this mail's PLACE orders is taken.": Written("FB1: PLACE 1719 N", FLEET_GAME, "fr"),
    "orders for game turn 1 come after the set-up; now only PLACE": Written("FB1: SPEED 7", FLEET_GAME, "fr"),
    "orders for game turn 1 come after the set-up; nothing is asked of you now": Written("BB1: SPEED 7", FLEET_GAME),
    "not at this set-up deadline; now only ENTER": Written("BF1: PLACE 2546 N", CONVOY),
    "BC1 named twice": Written("FLEET: SEQ BC1 BC1"),
    "only the British choose an entry side": Written("FLEET: ENTER W", CONVOY, "fr"),
    "ENTER where? use N, E, S or W": Written("FLEET: ENTER X", CONVOY),
    "no type FB to take; yours: BB, BC, BF, BV": Written("FLEET: TAKE 2 FB", OWN),
    "6 BV: there are 5 of a type": Written("FLEET: TAKE 6 BV", OWN),
    "comes to 201 points; a fleet costs 245 to 250": Written("FLEET: TAKE 3 BC", OWN),
    "SEQ goes into the FLEET block": Written("BC1: SEQ BC1 BB1"),
    "SPEED is given ship by ship": Written("FLEET: SPEED 7"),
    "only the senior admiral (gb) gives FLEET orders": Written("FLEET: OPEN ANY", two_admirals, "gb2"),
    "BB2 is ordered by another admiral (gb2); yours: …": Written("BB2: STOP", two_admirals),
    "BB2 is sunk": Written("BB2: STOP", fated("BB2", "sunk")),
    "BB2 has left the map": Written("BB2: STOP", fated("BB2", "left")),
    "no ship is named": Written("SPEED 7"),
    "SPEED is ordered twice; the first order stands": Written("BC1: SPEED 7; SPEED 6"),
    "steering is ordered twice; the first order stands": Written("BC1: CIRCLE L; CIRCLE R"),
    "8 WHEN lines are the most": Written(NINE_WHENS),
    'cannot read "FIRE AT WILL"; FIRE needs a group: FIRE ALL AT NEAREST': Written("BC1: FIRE AT WILL"),
    'cannot read "COURS NE"; write COURSE NE BY L': Written("BC1: COURS NE"),
    "BC1: speed 7 of 5 to 8; helm F RF FF RF; opens fire RANGE 4 PEN or IMP 3-4 RANGE 6": Written(
        samples(chapter(ORDERS, "Two sample mails"))[0], fleets
    ),
    "BC1: the rudder is jammed left until the end of game turn 6: it steers, whatever is ordered": Written(
        "BC1: SPEED 7", alone("BC1", 7, turn=4, jam="L", jam_until=6)
    ),
}
EARLIER = "BC1: the orders of your earlier mail are replaced"


def receipt_texts() -> set[str]:
    """The texts of the page: above the table, in its last column, and below it."""
    text = chapter(ORDERS, "What the receipt may say")
    around = [line for line in text.splitlines() if not line.startswith("|")]
    cells = [cells[-1] for cells in rows(text)[1:]]
    return {span for part in cells + around for span in SPAN.findall(part)}


def test_every_text_of_the_receipt_has_a_mail_that_brings_it() -> None:
    """5.3: the page and the mails above name the same texts."""
    assert receipt_texts() == {*WRITTEN, EARLIER}


@pytest.mark.parametrize("text", WRITTEN)
def test_the_receipt_says_so(text: str) -> None:
    """5.3: word for word; a mark of omission stands for the rest."""
    written = WRITTEN[text]
    parsed = mailed(written.mail, written.state(), seat=written.seat)
    said = [*map(str, parsed.problems), *parsed.notes]
    assert any(text.rstrip("…") in sentence for sentence in said), said


def test_the_receipt_of_a_second_mail() -> None:
    """SSL-X.17."""
    state = position()
    first = mailed("BC1: SPEED 7", state)
    assert EARLIER in mailed("BC1: HOLD", state, first.sheet).notes
