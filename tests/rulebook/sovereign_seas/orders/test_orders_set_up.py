"""Orders at set-up, the template that a report ends with, and mails that hold anything (section 5)."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.texts.envelope import OrderSheet
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.language.syntax import FORMS
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.template import template
from tests.rulebook.sovereign_seas.builders.fleet import change, play
from tests.rulebook.sovereign_seas.builders.known import known
from tests.rulebook.sovereign_seas.builders.orders import mailed, opening, position, problems, reasons, sent_back

# ---------------------------------------------------------------- set-up


def test_only_what_the_set_up_asks_for() -> None:
    """SSL-E.1, SSL-O1.1: the French place first; orders for turn 1 come later."""
    state = opening("fleet-engagement")
    assert (
        reasons("FC1: SPEED 7\nFC1: RAM BC1\nFLEET: SEQ FC1", state, "fr")
        == ["orders for game turn 1 come after the set-up; now only PLACE"] * 3
    )
    assert reasons("BC1: PLACE 4018 N", state) == ["not at this set-up deadline; nothing is asked of you now"]
    assert mailed("CARRY ON", state, seat="fr").sheet.units["FLEET"] == ["CARRY ON"]


def test_placing_a_ship() -> None:
    """SSL-O1.1: within 8 hexes of a friend, in columns 1 to 20; the receipt repeats it."""
    state = opening("fleet-engagement")
    parsed = mailed("FF1: PLACE 1515 NE SPEED 8\nFF2: PLACE 1423 S", state, seat="fr")
    assert problems(parsed) == []
    assert parsed.sheet.units["FF1"] == ["PLACE 1515 NE SPEED 8"]
    assert parsed.notes == ["FF1: begins in 1515 heading NE at speed 8", "FF2: begins in 1423 heading S"]


def test_a_ship_that_is_wrong_alone_is_refused_alone() -> None:
    """SSL-O1.1: what was in force before stays in force."""
    state = opening("fleet-engagement", stages=1)
    before = mailed("BB3: PLACE 4124 N", state).sheet
    parsed = mailed("BB3: PLACE 3020 N\nBF1: PLACE 4515 N\nBF2: PLACE 9999 N", state, before)
    assert [problem.reason for problem in parsed.problems] == [
        "BB3 at 3020 is only 12 hexes from FB1; at least 20 required",
        "hex 9999 is off the map (0101..6050)",
    ]
    assert parsed.sheet.units["BB3"] == ["PLACE 4124 N"]
    assert parsed.sheet.units["BF1"] == ["PLACE 4515 N"]
    assert parsed.sheet.units["BF2"] == []


def test_one_ship_a_hex() -> None:
    """SSL-I3.1: the ship that was moved gives way; two may change places."""
    state = opening("fleet-engagement", stages=1)
    assert reasons("BB1: PLACE 4022 N", state) == ["BB1 shares 4022 with BB2"]
    assert reasons("BB1: PLACE 4022 N\nBB2: PLACE 4020 N", state) == []


def test_a_formation_that_is_wrong_is_refused_whole() -> None:
    """SSL-O1.1: BSIC and CBIC in one straight line: none of the mail's places is taken."""
    state = opening("fleet-engagement")
    before = mailed("FF1: PLACE 1515 N", state, seat="fr").sheet
    parsed = mailed("FF2: PLACE 1424 N\nFB2: PLACE 1722 N", state, before, "fr")
    assert problems(parsed) == [
        'line 1: "FF2: PLACE 1424 N": BSIC and CBIC must form one straight line of hexes. '
        "None of this mail's PLACE orders is taken."
    ]
    assert parsed.sheet == before
    assert parsed.accepted == 0


def test_a_formation_may_be_moved_in_one_mail() -> None:
    """SSL-O1.1: the places are looked at together."""
    state = opening("fleet-engagement")
    ships = [ship for ship in state.active("french") if ship.id[1] in "BC"]
    text = "\n".join(f"{ship.id}: PLACE 17{18 + 2 * n} N" for n, ship in enumerate(ships))
    assert reasons(text, state, "fr") == []


def test_the_second_admiral_places_their_own_squadron() -> None:
    """SSL-A.1, SSL-O1.1: with the other's ships as they lie."""
    state = opening("fleet-engagement", admirals="two")
    assert reasons("FF2: PLACE 1523 N", state, "fr2") == []
    assert reasons("FB3: PLACE 1724 N", state, "fr2") == ["BSIC and CBIC must form one straight line of hexes"]


def test_the_british_choose_an_edge() -> None:
    """SSL-O3.1: once; the last mail counts, and the French place meanwhile."""
    state = opening("convoy-attack")
    parsed = mailed("FLEET: ENTER N", state)
    assert (parsed.sheet.units["FLEET"], parsed.notes) == (["CARRY ON", "ENTER N"], ["FLEET: the British enter from N"])
    assert mailed("ENTER E", state, parsed.sheet).sheet.units["FLEET"] == ["CARRY ON", "ENTER E"]
    assert reasons("BF1: PLACE 2546 N", state) == ["not at this set-up deadline; now only ENTER"]
    assert reasons("FV1: PLACE 4747 N", state, "fr") == []


def test_taking_a_fleet() -> None:
    """SSL-O6.1: own types, at most five of each, for the points of the game."""
    state = opening("design-your-own", points=250)
    parsed = mailed("FLEET: TAKE 3 BB, 1 BC, 2 BF", state)
    assert problems(parsed) == []
    assert parsed.notes == ["FLEET: 6 ships for 246 of 250 points"]
    assert reasons("TAKE 6 BV\nTAKE 1 FB\nTAKE 3 BC, 1 BB, 1 BF\nTAKE 0 BC", state) == [
        "6 BV: there are 5 of a type",
        "no type FB to take; yours: BB, BC, BF, BV",
        "comes to 272 points; a fleet costs 245 to 250",
        "comes to 0 points; a fleet costs 245 to 250",
    ]


# ---------------------------------------------------------------- templates


def test_templates_of_every_set_up_stage_parse() -> None:
    """SSL-Z.2: what counts without an order, as an order."""
    for key, scenario in OPENINGS.items():
        for number in range(len(scenario.stages)):
            state = opening(key, number)
            for seat, side in state.seats.items():
                parsed = sent_back(state, seat)
                assert problems(parsed) == [], (key, number, seat)
                assert bool(parsed.accepted) == (side in state.stage)


def test_a_template_sent_back_changes_nothing() -> None:
    """SSL-Z.3: standing lines as they are, speed held; but a mail came."""
    state = position()
    state.ships["BC1"].standing_if_known = ["CLOSE FB1", "FIRE S1 AT FB1 ONLY"]
    state.ships["BC1"].log.gone = ["S1"]
    state.ships["FB1"].fate = "sunk"
    state.ships["BB1"].log.command_until = 5
    state.ships["BB1"].standing_if_known = ["RAM FC1"]
    state.ships["BB2"].speed, state.ships["BB2"].log.lost = 11, 5
    state.fleet["gb"] = ["SEQ BC1 BB1", "OPEN ANY"]
    parsed = sent_back(state)
    assert problems(parsed) == []
    assert parsed.sheet.units == {
        "BB1": ["RAM FC1"],
        "BB2": ["SPEED HOLD"],
        "BC1": ["SPEED HOLD", "CLOSE FB1", "FIRE S1 AT FB1 ONLY"],
        "BF1": ["SPEED HOLD"],
        "FLEET": ["CARRY ON", "SEQ BC1 BB1", "OPEN ANY"],
    }


def test_a_template_tells_what_a_ship_may_do() -> None:
    """SSL-H.2, SSL-I2.1, SSL-L5.5, SSL-L5.7: span, maximum, hexes since her turn, damage."""
    state = position()
    ship = state.ships["BC1"]
    ship.log.marked, ship.log.lost, ship.log.gone, ship.log.tower_lost, ship.count = 5, 2, ["S1", "P2"], True, 1
    ship.log.jam, ship.log.jam_until = "R", 4
    text = template(known(state, "gb"))
    for words in (
        "BC1:\n  # Bellerophon: 4018 heading N, speed 6, 1 hex since her last turn, may turn after 1 more",
        "# hull 5 of 15 circles marked, lost S1, P2, conning tower destroyed",
        "# rudder jammed right until the end of game turn 4",
        "SPEED HOLD   # 5 to 8 this turn, maximum 9",
        "# as it stands: STRAIGHT; opens fire RANGE 3",
        "# CONCEDE",
    ):
        assert words in text


def examples(text: str) -> list[tuple[str, str]]:
    """By unit the commented lines that begin with an order."""
    unit, found = "", []
    for line in text.splitlines():
        unit = line.removesuffix(":") if line.endswith(":") and line[0].isalpha() else unit
        words = line.strip().removeprefix("# ")
        if line.strip().startswith("# ") and words.split()[0] in FORMS:
            found.append((unit, words))
    return found


@pytest.mark.parametrize("key", [*OPENINGS])
def test_the_examples_of_a_template_are_legal(key: str) -> None:
    """SSL-X.17: every commented order may be used as it is, in the set-up as in turns."""
    state = opening(key)
    for _ in range(len(state.stages) + 1):
        for seat in SOVEREIGN_SEAS.rules.due(state):
            for unit, words in examples(template(known(state, seat))):
                assert problems(mailed(f"{unit}: {words}", state, seat=seat)) == [], (seat, words)
        if state.stages:
            play(state, {}, [])
    assert any(words.startswith("MOVE") for _, words in examples(template(known(state, "gb"))))


def test_a_template_suggests_nothing_that_cannot_be_done() -> None:
    """SSL-L5.5, SSL-L5.7, SSL-X.11: no helm for a jammed rudder, out of command or without way; no fire without guns."""
    state = position()
    for changed in ({"jam": "R", "jam_until": 9}, {"command_until": 9}, {"speed": 0, "lost": 9}):
        ship = deepcopy(state.ships["BC1"])
        change(state.ships["BC1"], **changed)
        assert [words.split()[0] for unit, words in examples(template(known(state, "gb"))) if unit == "BC1"] == ["OPEN"]
        state.ships["BC1"] = ship
    state.ships["BC1"].log.gone = list(state.ships["BC1"].printed.guns)
    assert [words.split()[0] for unit, words in examples(template(known(state, "gb"))) if unit == "BC1"] == ["MOVE"]


def test_who_gets_no_template() -> None:
    """SSL-A.1: spectators, both sides at the end, and an admiral without ships."""
    state = position()
    assert template(known(state, None)) == ""
    for ship in state.active("french"):
        ship.fate = "sunk"
    assert template(known(state, "fr")).startswith("# You have no ship in play")
    state.over = True
    assert template(known(state, "gb")) == ""


# ---------------------------------------------------------------- any text

WORDS = sorted(
    {
        *SOVEREIGN_SEAS.orders.wording.words,
        *" ".join(FORMS.values()).split(),
        "BB1:",
        "FLEET:",
        "FB1:",
        "BSIC-1:",
        "CBIC-1",
        "MAX",
        "HOLD",
        "-1",
    }
)
WORDS += [
    "\n",
    ";",
    ":",
    "#",
    "|",
    "-",
    "99999",
    "FFRFF",
    "3F1L",
    "END",
    "[D]",
    "S1",
    "<=",
    "\u2212",
    "\u0661",
    "ALL",
    "NEAREST",
]


def hurt() -> State:
    """A sea on which much may go wrong."""
    state = position()
    state.ships["BC1"].log.gone, state.ships["BC1"].standing_if_known = ["S1"], ["RAM FB1", "OPEN ANY", "FIRE S1 AT FB1"]
    state.ships["BB1"].log.command_until, state.ships["BB2"].log.jam_until = 4, 4
    state.ships["BB2"].log.jam = "S"
    state.ships["FB1"].fate = "sunk"
    return state


@given(text=st.text(max_size=300))
def test_no_text_makes_parse_raise(text: str) -> None:
    """SSL-X.17: and what stands reads back as itself."""
    mailed(text, hurt())


@given(words=st.lists(st.sampled_from(WORDS), max_size=40))
def test_no_shuffled_orders_make_parse_raise(words: list[str]) -> None:
    """SSL-X.17: the language's own words in any order, in the game and at set-up."""
    mailed(" ".join(words), hurt())
    mailed(" ".join(words), opening("fleet-engagement"), seat="fr")


def test_a_sheet_is_read_over_nothing_without_further_ado() -> None:
    """SSL-X.17: over an empty sheet nothing stands and no mail is counted: that is how a sheet's own text is read."""
    state = position()
    state.ships["BC1"].standing_if_known = ["RAM FB1"]
    parsed = SOVEREIGN_SEAS.orders.read(state, "gb", "BC1: SPEED 7", OrderSheet())
    assert parsed.sheet.units["BC1"] == ["SPEED 7"]
    assert parsed.sheet.units["FLEET"] == []
