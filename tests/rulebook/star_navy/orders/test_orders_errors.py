"""Every text with which an order is rejected on receipt, word for word."""

from __future__ import annotations

import pytest

from tests.rulebook.star_navy.builders.orders import mailed, position, reasons

SECTION = '"{}" is no section; use F, RF, RR, R, LR or LF'
UNKNOWN = 'unknown order "{}"; commands are TURN, FIRE, MINE, BOARD, NOTHING'
CONDITION = 'unknown condition "{}"; use RANGE, ARC, ENERGY, INTEGRITY, SHIELDS, HEX or FACING'
SHIELDS = "SHIELDS needs ALL, EVEN, MIN n or sections"
JUMP = "JUMP needs LEAVE or hex, facing and speed 0-6"
LEAVE = "LEAVE must be a number, HALF, ALL or NONE"
RETREAT = "RETREAT must be NEVER, OUTNUMBERED or BELOW n"


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("TURN Q", 'TURN needs L or R, not "Q"'),
        ("TURN", "TURN needs L or R"),
        ("FIRE X AT SR1", SECTION.format("X")),
        ("FIRE RIGHT", SECTION.format("RIGHT")),
        ("FIRE F AT DET", "DET is not a ship in this game; enemies are SR1"),
        ("FIRE F AT SR1, BIS", "BIS is your own ship; fire at SR1"),
        ("FIRE F WITHIN 0", "WITHIN must be 1 to 15"),
        ("FIRE F WITHIN 16", "WITHIN must be 1 to 15"),
        ("FIRE F RANGE SR1", "WITHIN must be 1 to 15"),
        ("FIRE F 4", "Saint Louis Class Frigate has 3 weapons in F; give 1 to 3 or ALL"),
        ("FIRE F 0", "Saint Louis Class Frigate has 3 weapons in F; give 1 to 3 or ALL"),
        ("FIRE ANY 4", "Saint Louis Class Frigate has 3 weapons in its strongest section; give 1 to 3 or ALL"),
        ("FIRE F AT", "AT needs a ship or ANY"),
        ("FIRE F AT SR1,", "a ship or ANY must follow the comma"),
        ("FIRE F 2 SR1", '"SR1" was not understood after "FIRE F 2"'),
        ("FIRE F 2 3", '"3" was not understood after "FIRE F 2"'),
        ("MINE NOW", '"NOW" was not understood after "MINE"'),
        ("LAY EGGS", "LAY needs MINE"),
        ("BOARD XYZ", "XYZ is not a ship in this game; enemies are SR1"),
        ("BOARD BIS", "BIS is your own ship; board SR1"),
        ("BOARD SR1 LEAVE SOME", LEAVE),
        ("BOARD SR1 RETREAT SOON", RETREAT),
        ("BOARD SR1 RETREAT BELOW", RETREAT),
        ("MINE ELSE " * 5 + "MINE", "at most 5 alternatives; you gave 6"),
        ("MINE ELSE", "a command must follow ELSE"),
        ("MINE ELSE ELSE", UNKNOWN.format("ELSE")),
        ("DANCE", UNKNOWN.format("DANCE")),
        ("MINE IF LUCKY", CONDITION.format("LUCKY")),
        ("MINE IF", CONDITION.format("")),
        ("MINE IF RANGE > 3", '">" is no ship'),
        ("MINE IF RANGE DET > 3", "DET is not a ship in this game; enemies are SR1"),
        ("MINE IF RANGE SR1 ! 3", '"!" is no comparison; use <=, >=, <, > or ='),
        ("MINE IF ENERGY > LOTS", 'a number must follow >, not "LOTS"'),
        ("MINE IF ARC X SR1", SECTION.format("X")),
        ("MINE IF ARC F DET", "DET is not a ship in this game; enemies are SR1"),
        ("MINE IF SHIELDS X > 1", SECTION.format("X")),
        ("MINE IF HEX 12", '"12" is no hex; write four digits, column and row'),
        ("MINE IF HEX 0012", "0012 is not on the map"),
        ("MINE IF FACING UP", '"UP" is no facing; use N, NE, SE, S, SW or NW'),
    ],
)
@pytest.mark.parametrize("slot", ["T5", "", "STANDING"])
def test_command_errors(slot: str, order: str, reason: str) -> None:
    """SN-15.4, SN-15.5, SN-15.6, SN-5.8, SN-5.9: commands are checked alike in a slot, without one, and as standing order."""
    found = reasons(f"BIS: {slot} {order}")
    assert found == [reason.replace('after "', f'after "{slot} ' if slot else 'after "')]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("SHIELDS", SHIELDS),
        ("SHIELDS MIN", SHIELDS),
        ("SHIELDS MIN 0", SHIELDS),
        ("SHIELDS X", SHIELDS),
        ("SHIELDS F 0", SHIELDS),
        ("SHIELDS F 1 2", SHIELDS),
        ("ISD 1", "ISD needs a JUMP order (JUMP LEAVE or JUMP hex facing speed)"),
        ("ISD ALL", "ISD needs a JUMP order (JUMP LEAVE or JUMP hex facing speed)"),
        ("ISD 5", "Saint Louis Class Frigate has 4 ISDs"),
        ("ISD 0", "Saint Louis Class Frigate has 4 ISDs"),
        ("ISD", "ISD needs a number or ALL"),
        ("SPEED 7", "speed must be 0 to 6, not 7"),
        ("SPEED fast", "speed must be 0 to 6, not fast"),
        ("SPEED +", "speed must be 0 to 6, not +"),
        ("SPEED", "speed must be 0 to 6"),
        ("KEEP", "KEEP needs a number"),
        ("KEEP ALL", "KEEP needs a number"),
        ("KEEP 3 IF RICH", CONDITION.format("RICH")),
        ("KEEP 3 IF RANGE DET > 3", "DET is not a ship in this game; enemies are SR1"),
        ("KEEP 3 OR 4", '"OR 4" was not understood after "E1 KEEP 3"'),
        ("REST", 'unknown engine order "REST"; engine orders are SHIELDS, ISD, SPEED, KEEP, NOTHING'),
        ("MINE", "MINE is a command; write T1 to T6 before it"),
        ("JUMP LEAVE", "JUMP takes no slot"),
    ],
)
def test_engine_order_errors(order: str, reason: str) -> None:
    """SN-10.3, SN-15.11, SN-15.13: what the Engine phase's orders are rejected with."""
    assert reasons(f"BIS: E1 {order}") == [reason]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("JUMP", JUMP),
        ("IST 1616", JUMP),
        ("DISENGAGE 1616 N", JUMP),
        ("JUMP 1616 N 7", JUMP),
        ("JUMP 1616 N SPEED", JUMP),
        ("JUMP OUT", JUMP),
        ("JUMP 4101 N 3", "4101 is not on the map"),
        ("JUMP 2016 N 3", "2016 is a planet"),
        ("JUMP LEAVE NOW", '"NOW" was not understood after "JUMP LEAVE"'),
        ("JUMP LEAVE IF RANGE XYZ > 3", "XYZ is not a ship in this game; enemies are DET, MIL"),
        ("T6 JUMP LEAVE", "JUMP takes no slot"),
        ("POLICY", "POLICY needs TARGETS, RETREAT or LEAVE"),
        ("POLICY CALM", "POLICY needs TARGETS, RETREAT or LEAVE"),
        ("POLICY TARGETS", "TARGETS needs a ship or ANY"),
        ("POLICY TARGETS XYZ", "XYZ is not a ship in this game; enemies are DET, MIL"),
        ("POLICY TARGETS CHI", "CHI is your own ship; fire at DET, MIL"),
        ("POLICY LEAVE", LEAVE),
        ("POLICY RETREAT 3", RETREAT),
        ("STANDING", "STANDING needs a command or NONE"),
        ("CLEAR ALL", '"ALL" was not understood after "CLEAR"'),
        ("T5", "T5 needs a command"),
        ("T5 SPEED 3", "SPEED is an order of the Engine phase; write E1 or E2 before it"),
        ("T5 CLEAR", "CLEAR takes no slot"),
        ("T7 MINE", "there is no T7"),
        ("E3 KEEP 1", "there is no E3"),
        ("T5: MINE", '"T5:" was read as a ship; write T5 without the colon'),
        ("T 5: MINE", '"T5:" was read as a ship; write T5 without the colon'),
        ("FIRE: F", '"FIRE:" was read as a ship; write FIRE without the colon'),
    ],
)
def test_other_errors(order: str, reason: str) -> None:
    """SN-11.4, SN-15.10, SN-15.12, SN-15.13: jumps, policies, standing orders, slots."""
    assert reasons(f"CHI:\n{order}", position("harrow-belt")) == [reason]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("SETUP WEAPONS RF=L LF=T", "LF and RF must carry the same type"),
        ("SETUP WEAPONS LR=L RR=T", "LR and RR must carry the same type"),
        ("SETUP WEAPONS L T X C", 'weapon types are C, L, P, T, not "X"'),
        ("SETUP WEAPONS F=9", 'weapon types are C, L, P, T, not "9"'),
        ("SETUP WEAPONS L T", "WEAPONS needs a type for each section"),
        ("SETUP WEAPONS F=L Q=T", SECTION.format("Q")),
        ("SETUP WEAPONS L T P C C", '"C" was not understood after "SETUP WEAPONS L T P C"'),
        ("SETUP SPEED 7", "speed must be 0 to 6, not 7"),
        ("SETUP PLACE 5061 N", "5061 is outside your zone (within 3 hexes of 5057)"),
        ("SETUP PLACE 0057 N", "0057 is not on the map"),
        ("SETUP PLACE 5057", "PLACE needs a hex and a facing"),
        ("SETUP COLOUR", "SETUP needs WEAPONS, SPEED or PLACE"),
    ],
)
def test_setup_errors(order: str, reason: str) -> None:
    """SN-2.1, SN-2.2, SN-2.3, SN-2.5: what set-up orders are rejected with before turn 1."""
    assert reasons(f"MIL: {order}", position("open-space", cycle=0, turn=0)) == [reason]


@pytest.mark.parametrize("place", ["5054 N", "5053 NE"])
def test_fixed_place(place: str) -> None:
    """SN-2.1: a scenario may fix hex and heading."""
    found = reasons(f"BIS: SETUP PLACE {place}", position(cycle=0, turn=0))
    assert found == [f"{place[:4]} is outside your zone (5053 N, fixed)"]


def test_setup_is_over() -> None:
    """SN-2.1, SN-2.5: set-up orders are for the time before turn 1."""
    over = ["set-up is over; orders are for game turn 5 of 10 (cycle 1, turn 5)"]
    assert reasons("BIS: SETUP SPEED 3") == over
    assert reasons("BIS: SETUP WEAPONS NONSENSE") == over


def test_not_your_ship() -> None:
    """SN-1.2: only own ships are ordered; a near miss is pointed out, and the block is left unread."""
    parsed = mailed(position("harrow-belt"), "CHY:\nT5 MINE\nT6 MINE\nDET: T5 MINE")
    assert [(p.line, p.unit, p.text, p.reason, p.legal) for p in parsed.problems] == [
        (1, "CHY", "CHY:", "CHY is not your ship; yours are CHI, STL", "Did you mean CHI?"),
        (4, "DET", "DET:", "DET is not your ship; yours are CHI, STL", ""),
    ]


def test_ally() -> None:
    """SN-5.9, SN-16.5: a ship of the own side under another seat is no target either, and no own ship."""
    state = position("harrow-belt")
    state.ships["STL"].seat = "blue2"
    assert reasons("CHI: T5 FIRE F AT STL\nSTL: T5 MINE", state) == [
        "STL is a ship of your own side; fire at DET, MIL",
        "STL is not your ship; yours are CHI",
    ]


def test_lost_enemy_is_no_mistake() -> None:
    """SN-15.5, SN-15.6: orders may name ships that have left the map; they lapse, and ids are not enemies to suggest."""
    state = position("harrow-belt")
    state.ships["DET"].fate = "destroyed"
    assert reasons("CHI: T5 FIRE F AT DET, ANY IF RANGE DET < 3", state) == []
    assert reasons("CHI: T5 FIRE F AT DER", state) == ["DER is not a ship in this game; enemies are MIL"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("T5 FYRE F", "FIRE"), ("T5 TRUN L", "TURN"), ("SHEILDS ALL", "SHIELDS"), ("T5 FIRE F AT SRI", "SR1")],
)
def test_did_you_mean(written: str, meant: str) -> None:
    """A misspelt word is answered with the word that was probably meant."""
    assert [p.legal for p in mailed(position(), f"BIS: {written}").problems] == [f"Did you mean {meant}?"]


def test_endless_order() -> None:
    """An order of absurd length is rejected, and quoted in part."""
    order = "T5 FIRE F AT SR1" + ", SR1" * 1000
    problem = mailed(position(), f"BIS: {order}").problems[0]
    assert problem.reason == "an order may have 1000 characters; this one has 5016"
    assert problem.text == f"{order[:120]}…"
