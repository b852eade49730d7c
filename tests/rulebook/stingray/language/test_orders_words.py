"""Every way to write an order, and the canonical words it is in afterwards (5.1)."""

from __future__ import annotations

import pytest

from pbem.core.texts.envelope import UnreadableOrder
from pbem.core.texts.marks import clean
from pbem.games.stingray.language.hints import EXAMPLES, SPECIAL, WORDS
from pbem.games.stingray.language.lines import order_text, read, read_lines
from pbem.games.stingray.model.order_parts import Condition
from pbem.games.stingray.model.orders import Cancel, Decoy, Launch, Plan, Scan, Standing
from tests.rulebook.stingray.builders.one_step import vessel
from tests.rulebook.stingray.builders.orders import current_orders, mailed, position


def words(text: str, vessel_class: str = "") -> list[str]:
    """A line as canonical words, which read back as the same orders."""
    orders = [order for order in read(text, vessel_class) if not isinstance(order, Cancel)]
    lines = [order_text(order) for order in orders]
    assert list(read_lines(tuple(lines))) == orders
    return lines


@pytest.mark.parametrize(
    "text", ["2 S 2", "2S2", "2..S..2", "2,S,2", "2-S-2", "2 R 2", "MOVE 2 S 2", "move 1 1 s 2", "2\u2013S\u20132", "2 S 2."]
)
def test_the_ways_to_write_a_plan(text: str) -> None:
    """STG-MOV.1: numbers forward and turns, whatever separates them; R is S, neighbouring numbers add up."""
    assert words(clean(text)) == ["MOVE 2 S 2"]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3", ["MOVE 3"]),
        ("HALT", ["HALT"]),
        ("MOVE HALT", ["HALT"]),
        ("0", ["HALT"]),
        ("MOVE S", ["MOVE S"]),
        ("L 2 P 1", ["MOVE P 2 P 1"]),
        ("6 OVER", ["MOVE 6", "OVER"]),
        ("2..S..4 OVER", ["MOVE 2 S 4", "OVER"]),
        ("OVER", ["OVER"]),
        ("LEAP EVADE", ["LEAP EVADE"]),
        ("LEAP IN PHASE3", ["LEAP IN PHASE 3"]),
        ("RAM TF1", ["RAM TF1"]),
        ("ram target tf1", ["RAM TF1"]),
        ("RAM ANY", ["RAM ANY"]),
        ("PASS", ["PASS"]),
    ],
)
def test_movement(text: str, canonical: list[str]) -> None:
    """STG-MOV.1, STG-LEP.3, STG-LEP.7, STG-RAM.3: plans and what goes with them."""
    assert words(text) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("LAUNCH STING 1 AT TF2", "LAUNCH STING 1 AT TF2"),
        ("FIRE TUBE 2 AT TARGET U1", "LAUNCH STING 2 AT U1"),
        ("launch sting2", "LAUNCH STING 2"),
        ("LAUNCH 1 AT ANY", "LAUNCH STING 1 AT ANY"),
        (
            "LAUNCH TUBE 1 AT TF2 WHEN IN ARC AND RANGE<=5, FROM PHASE 3",
            "LAUNCH STING 1 AT TF2 WHEN ARC AND RANGE 0-5, FROM PHASE 3",
        ),
        ("LAUNCH STING 1 AT TF2 VIA 0507, 0608 0709", "LAUNCH STING 1 AT TF2 VIA 0507 0608 0709"),
        ("LAUNCH", "LAUNCH"),
        ("LAUNCH TERROR AT SR1", "LAUNCH AT SR1"),
        ("LAUNCH AT SR1 IF RANGE 3 - 8 AND CLEAR", "LAUNCH AT SR1 WHEN RANGE 3-8 AND CLEAR"),
        ("LAUNCH AT SR1 WHEN RANGE < 5", "LAUNCH AT SR1 WHEN RANGE 0-4"),
        ("LAUNCH AT SR1 WHEN RANGE > 5", "LAUNCH AT SR1 WHEN RANGE >= 6"),
        ("LAUNCH AT SR1 WHEN RANGE >= 5", "LAUNCH AT SR1 WHEN RANGE >= 5"),
        ("LAUNCH AT SR1 WHEN RANGE = 5", "LAUNCH AT SR1 WHEN RANGE 5-5"),
        ("LAUNCH AT SR1 WHEN BEHIND AND AHEAD", "LAUNCH AT SR1 WHEN BEHIND AND AHEAD"),
        ("LAUNCH AT SR1 AT START", "LAUNCH AT SR1 AT START"),
        ("LAUNCH AT SR1 IN PHASE 4", "LAUNCH AT SR1 IN PHASE 4"),
        ("LAUNCH AT SR1 UNTIL PHASE 4, FROM PHASE 2", "LAUNCH AT SR1 FROM PHASE 2, UNTIL PHASE 4"),
        ("LAUNCH AT SR1 FROM PHASE 6", "LAUNCH AT SR1 IN PHASE 6"),
        ("LAUNCH PORT AT ANY FROM PHASE 4", "LAUNCH PORT AT ANY FROM PHASE 4"),
        ("LAUNCH STBD AT SS1", "LAUNCH STARBOARD AT SS1"),
        ("LAUNCH MINE IN PHASE 4", "LAUNCH MINE IN PHASE 4"),
        ("LAUNCH MINE STBD", "LAUNCH MINE STARBOARD"),
        ("LAUNCH DECOY NE", "DECOY NE"),
        ("LAUNCH SW IF MISSILE WITHIN 3", "DECOY SW IF MISSILE WITHIN 3"),
        ("DECOY", "DECOY"),
        ("DECOY 4 IN PHASE 2", "DECOY 4 IN PHASE 2"),
        ("DECOY ZONE 4", "DECOY 4"),
        ("DECOY IF MISSILE WITHIN 2", "DECOY IF MISSILE WITHIN 2"),
    ],
)
def test_launches_and_decoys(text: str, canonical: str) -> None:
    """STG-LAU.3, STG-LAU.8, STG-DEC.4, STG-DEC.5: what, at whom, when."""
    assert words(text) == [canonical]


def test_what_a_launch_says() -> None:
    """STG-LAU.3: launcher, target, conditions and windows as data."""
    conditions = (Condition("ARC"), Condition("RANGE", 0, 5))
    launch = Launch("1", target="TF2", conditions=conditions, first=3)
    assert read_lines(("LAUNCH STING 1 AT TF2 WHEN ARC AND RANGE <= 5, FROM PHASE 3",)) == (launch,)


def test_a_supersub_launches_decoys_by_zone_too() -> None:
    """STG-DEC.4: `LAUNCH 2` is tube 2 of a Stingray and zone 2 of a SuperSub."""
    assert read("LAUNCH 2", "SR") == [Launch("2")]
    assert read("LAUNCH 2", "SS") == [Decoy("2")]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AIM AT TF2", "AIM AT TF2"),
        ("AIM STING 1 AT TF2", "AIM STING 1 AT TF2"),
        ("STEER M1 VIA 0507 0608", "STEER M1 VIA 0507 0608"),
        ("STEER M1 VIA 0507, 0608 VIA 0609", "STEER M1 VIA 0507 0608 0609"),
        ("STEER M1 DIRECT", "STEER M1 DIRECT"),
        ("PREP", "PREP"),
        ("PREP 2", "PREP STING 2"),
        ("PREP TUBE 1", "PREP STING 1"),
        ("LOAD 2 WITH MK7", "LOAD 2 WITH MK7"),
        ("LOAD STING 1 mine", "LOAD 1 WITH MINE"),
        ("RELOAD STBD", "RELOAD STARBOARD"),
        ("RELOAD OFF", "RELOAD OFF"),
        ("MINE MN1 ON", "MINE MN1 ON"),
        ("MINE MN1 OFF, IN PHASE 2", "MINE MN1 OFF IN PHASE 2"),
        ("POWER 3", "POWER 3"),
        ("ENGINES 4", "ENGINES 4"),
        ("BATTERY 0", "BATTERY 0"),
        ("STORE ALL", "STORE ALL"),
        ("STORE 10", "STORE ALL"),
        ("STORE NONE", "STORE NONE"),
        ("STORE 4", "STORE 4"),
        ("LIFE OFF", "LIFE OFF"),
        ("SUIT UP", "SUITS ON"),
        ("SUITS OFF", "SUITS OFF"),
        ("COMMS ON", "COMMS ON"),
        ("NAV OFF", "NAV OFF"),
        ("SCAN 1, HALF 2 6", "SCAN 1, HALF 2 6"),
        ("SONAR HALF 1 2, 6", "SCAN HALF 1 2, FULL 6"),
        ("SWEEP ALL", "SCAN 1 2 6 3 5 4"),
        ("SCAN 3 3", "SCAN 3"),
        ("SCAN OFF", "SCAN OFF"),
        ("REPAIR sonar, tube 1", "REPAIR SONAR, TUBE1"),
        ("REPAIR SONAR, STEERING,", "REPAIR SONAR, STEERING"),
        ("REPAIR OFF", "REPAIR OFF"),
        ("PRIORITY SCAN MOVE", "PRIORITY SCAN, MOVE"),
        ("MSG SR2: Two fish, bearing North-East!", "MSG SR2: Two fish, bearing North-East!"),
        ('MSG SR2: "Stand by!" he said', 'MSG SR2: "Stand by!" he said'),
        ("msg HQ : where are you?", "MSG HQ: where are you?"),
        ("ARMING 4", "ARMING 4"),
        ("LOADOUT TUBE 2 MINE, TUBE 1 EMPTY", "LOADOUT TUBE 1 EMPTY, TUBE 2 MINE"),
        ("SPY TRAP SR1 TUBE 1 MOVE 4", "SPY TRAP SR1 TUBE1 MOVE 4"),
        ("SPY AGENT SR1", "SPY AGENT SR1"),
        ("SPY PLANS", "SPY PLANS"),
        ("SPY SABOTAGE CREW", "SPY SABOTAGE CREW"),
        ("STANDING DECOY IF MISSILE WITHIN 2", "STANDING DECOY IF MISSILE WITHIN 2"),
        ("standing msg SR2: Still here", "STANDING MSG SR2: Still here"),
    ],
)
def test_all_other_orders(text: str, canonical: str) -> None:
    """STG-SEA.1: every other kind of order."""
    assert words(text) == [canonical]


def test_zones_and_standing_orders_as_data() -> None:
    """STG-SCN.1, STG-SEA.1: zones in the order written; a standing order holds its order."""
    assert read_lines(("SCAN 1, HALF 2 6", "STANDING RAM ANY"))[0] == Scan(((1, False), (2, True), (6, True)))
    assert isinstance(read_lines(("STANDING RAM ANY",))[0], Standing)


@pytest.mark.parametrize(("vessel_class", "word"), [(kind, word) for kind, words in WORDS.items() for word in words])
def test_every_example_that_is_offered_can_be_read(vessel_class: str, word: str) -> None:
    """STG-SEA.1: the nearest order that a problem names is an order, once its blanks are filled in."""
    example = SPECIAL.get((vessel_class, word), EXAMPLES[word])
    assert read(example.replace("<id>", "TF1"), vessel_class)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "MOVE",
            "MOVE OVER",
            "-1",
            "2 X 2",
            "12345",
            "LEAP",
            "LEAP IN PHASE 7",
            "RAM",
            "AIM TF1",
            "AIM AT ANY",
            "STEER M1",
        ),
        *("LAUNCH STING 3", "LAUNCH AT SR1 WHEN", "LAUNCH AT SR1 WHEN HAPPY", "LAUNCH AT SR1 AT TF1", "LAUNCH VIA 05"),
        *("LAUNCH AT SR1 WHEN RANGE 5", "LAUNCH AT SR1 WHEN RANGE 8-3", "LAUNCH AT SR1 WHEN RANGE < 0", "LAUNCH BRICKS"),
        *("LAUNCH AT SR1 FROM PHASE 5 UNTIL PHASE 2", "DECOY IF MISSILE WITHIN 7", "DECOY IF RAIN", "MINE MN1", "MINE"),
        *("LOAD 1", "LOAD 3 WITH MK7", "LOAD 1 WITH TERROR", "RELOAD", "POWER", "POWER LOTS", "STORE", "LIFE", "SUITS", "SCAN"),
        *("SCAN 7", "SCAN 1,", "REPAIR", "PRIORITY", "MSG", "MSG SR2", "MSG SR2:", "STANDING", "STANDING STANDING PASS"),
        *("CANCEL 1", "CANCEL STANDING 0", "STANDING CANCEL STANDING 1", "ARMING", "LOADOUT", "LOADOUT TUBE 1", "SPY"),
        *("SPY TRAP SR1 SONAR", "PASS NOW", "OVER THERE", "\u0663", "\u2460\u2461", "LAUNCH AT \u0660"),
    ],
)
def test_what_is_no_order(text: str) -> None:
    """STG-SEA.1: everything else is misread, and never raises anything else."""
    with pytest.raises(UnreadableOrder):
        read(text, "SR")


def test_the_sample_mails() -> None:
    """STG-SEA.2: both sample mails of section 5.3 as they are."""
    state = position(vessel("SR1", "1010", "N", 3, copilot=True, tubes={"1": "MK61", "2": ""}))
    captain = """SR1: 2 S 2                      # captain: speed 4, one turn to starboard
  LAUNCH TUBE 1 AT TF2 WHEN IN ARC AND RANGE<=5, FROM PHASE 3
  LEAP EVADE
  STANDING DECOY IF MISSILE WITHIN 2"""
    assert current_orders(captain, state) == [
        "MOVE 2 S 2",
        "LAUNCH STING 1 AT TF2 WHEN ARC AND RANGE 0-5, FROM PHASE 3",
        "LEAP EVADE",
        "STANDING DECOY IF MISSILE WITHIN 2",
    ]
    copilot = """SR1: PREP STING 1; LOAD 2 WITH MK7      # co-pilot
  AIM AT TF2
  SCAN 1, HALF 2 6
  NAV ON; STORE ALL
  MSG SR2: two fish bearing north-east"""
    assert current_orders(copilot, state, copilot=True) == [
        "PREP STING 1",
        "LOAD 2 WITH MK7",
        "AIM AT TF2",
        "SCAN 1, HALF 2 6",
        "NAV ON",
        "STORE ALL",
        "MSG SR2: two fish bearing north-east",
    ]


def test_the_sample_mail_of_the_fish() -> None:
    """STG-LAU.2, STG-MIN.1: the third sample; LAUNCHER means both nostrils of a MegaFish."""
    fish = """MF1: 2..S..2; LAUNCH PORT AT ANY FROM PHASE 4; LAUNCH STARBOARD AT SS1
  STANDING REPAIR LAUNCHER, STEERING
TF1: 3 P 1; LAUNCH AT SR1 WHEN RANGE 3-8 AND CLEAR
TF2: P 2 S 1
  RAM SR1
  LAUNCH MINE IN PHASE 4"""
    parsed = mailed(position(), fish)
    assert parsed.problems == []
    assert parsed.sheet.units == {
        "MF1": [
            "MOVE 2 S 2",
            "LAUNCH PORT AT ANY FROM PHASE 4",
            "LAUNCH STARBOARD AT SS1",
            "STANDING REPAIR PORT, STARBOARD, STEERING",
        ],
        "TF1": ["MOVE 3 P 1", "LAUNCH AT SR1 WHEN RANGE 3-8 AND CLEAR"],
        "TF2": ["MOVE P 2 S 1", "RAM SR1", "LAUNCH MINE IN PHASE 4"],
        "SIDE": [],
    }


def test_turns_alone_are_a_plan() -> None:
    """STG-MOV.5: turns may be made at speed 0."""
    assert read("S") == [Plan(("S",))]
