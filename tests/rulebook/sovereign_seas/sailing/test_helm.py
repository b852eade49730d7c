"""SSL-X.3 to SSL-X.5, SSL-X.7, SSL-X.8: what steers a ship, and what she does when something is in the way."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from events.sovereign_seas.sailing import Held, LeftMap, RamRolled, StepDiverted, Stepped, TurnRefused
from pbem.games.sovereign_seas.model.orders import CircleRound, Close, Condition, Course, RamHer, ShipOrders, Straight, When
from tests.rulebook.sovereign_seas.builders.impulses import Passage, one, orders
from tests.rulebook.told import envelope


def beset(own: ShipOrders, dice: str = "", others: str = "BV1 1008", heading: str = "N", **options: Any) -> Passage:
    """BC1 at 1010 heading N, speed 4, and ships that lie stopped: `BV1 1008, FV1 1109`."""
    ships = {"BC1": ("1010", heading, 4)}
    for other in others.split(", "):
        id, hex = other.split()
        ships[id] = (hex, "N", 0)
    return Passage(ships, dice, {"BC1": own}, **options)


# ---------------------------------------------------------------- SSL-X.3


def test_sources_in_order() -> None:
    """SSL-X.3: rudder jam, out of command, WHEN, MOVE, standing steering, STRAIGHT: the first that there is."""
    always = When(Condition("IMP", number=1), CircleRound("L"))
    source = {"move": "RFRF"}

    def sailed(own: ShipOrders, **log: Any) -> str:
        return one("BC1", "2020 N 4", own).damage("BC1", **log).sail().letters("BC1")

    assert sailed(orders()) == "F|F|F|F"
    assert sailed(orders(Course(3))) == "R|F|R|F"
    assert sailed(orders(Course(3), **source), count=3) == "R|F|R|F"
    assert sailed(orders(Course(3, "L"), move="FFFR")) == "F|F|F|R"
    assert sailed(orders(Course(3), always, **source)) == "L|F|L|F"
    assert sailed(orders(Course(3), always, **source), command_until=1) == "F|F|F|F"
    assert sailed(orders(Course(3), always, **source), command_until=1, jam="R", jam_until=1) == "R|F|R|F"


# ---------------------------------------------------------------- SSL-X.4, SSL-X.5


def test_worked_example_e24() -> None:
    """SSL-X.5 (worked example E24): F is blocked by a friend, R is free; the letter is used up (SSL-X.7)."""
    room = beset(orders(move="FFFF")).sail()
    assert room.way("BC1") == ["1009 N", "1109 NE", "1208 NE", "1308 NE"]
    assert room.told(StepDiverted) == [StepDiverted("BC1", 2, "F", "R", "BV1")]
    assert envelope(room.turn.drafts, StepDiverted)[1:] == ("SSL-X.5", "british")


def test_worked_example_e24_without_care() -> None:
    """SSL-X.4, AVOID NONE (worked example E24): the second step is a ram, four faster than what lies there."""
    room = beset(orders(move="FFFF", avoid="NONE"), "0/5").sail(1, 2)
    (ram,) = room.told(RamRolled)
    assert (ram.target, ram.attacker_speed - ram.target_speed, ram.pool) == ("BV1", 4, 5)


@pytest.mark.parametrize(
    ("who", "other", "letter"),
    [
        ("ALL", "BV1", "R"),
        ("ALL", "FV1", "R"),
        ("FRIENDS", "BV1", "R"),
        ("FRIENDS", "FV1", "F"),
        ("ENEMIES", "BV1", "F"),
        ("ENEMIES", "FV1", "R"),
    ],
)
def test_whom_avoid_names(who: str, other: str, letter: str) -> None:
    """SSL-X.4: friends, enemies, or both block a step; who does not is rammed."""
    room = beset(orders(move="FFFF", avoid=who), "0/5" if letter == "F" else "", f"{other} 1009").sail(1)
    assert room.letters("BC1").startswith(letter)


def test_a_sunk_ship_blocks_nothing() -> None:
    """SSL-I3.3: nor can it be rammed."""
    room = beset(orders(), others="BV1 1009").damage("BV1", fate="sunk").sail(1)
    assert room.at("BC1") == "1009 N" and not room.told(RamRolled)


def test_the_target_of_the_ram_in_force_does_not_block() -> None:
    """SSL-X.4: RAM enters where CLOSE passes by; a friend in the same hex still blocks."""
    assert beset(orders(RamHer("FV1")), "0/5", "FV1 1009").sail(1).at("BC1") == "1009 N"
    assert beset(orders(Close("FV1")), others="FV1 1009").sail(1).at("BC1") == "1110 NE"
    assert beset(orders(RamHer("FV1")), others="FV1 1009, BV1 1009").sail(1).at("BC1") == "1110 NE"


def test_a_ram_that_is_not_in_force_spares_nobody() -> None:
    """SSL-X.4: while MOVE steers, the standing RAM's target blocks like any other."""
    assert beset(orders(RamHer("FV1"), move="F"), others="FV1 1009").sail(1).at("BC1") == "1110 NE"


def test_right_before_left() -> None:
    """SSL-X.5: the other letters in the order F, R, L."""
    assert beset(orders(), others="BV1 1009, BV2 1110").sail(1).at("BC1") == "0910 NW"
    assert beset(orders(move="L"), others="BV1 0910").sail(1).at("BC1") == "1009 N"


def test_only_what_the_turn_rate_allows() -> None:
    """SSL-X.5: too soon after a turn there is nothing but F, and it collides."""
    room = beset(orders(), "0/5", "BV1 1009").damage("BC1", count=1).sail(1)
    assert room.at("BC1") == "1009 N" and not room.told(StepDiverted)


def test_all_blocked() -> None:
    """SSL-X.5: the wanted letter is executed, and the collision happens."""
    room = beset(orders(move="L"), "0/8", "BV1 1009, BV2 1110, FV1 0910").sail(1)
    assert [ram.target for ram in room.told(RamRolled)] == ["FV1"]
    assert room.at("BC1") == "0910 NW"


def test_the_edge_blocks_while_exit_is_off() -> None:
    """SSL-X.4, SSL-Z.1: she turns along the edge and never leaves by choice; with EXIT ON she goes."""
    assert one("BC1", "2001 N 4").sail(1).at("BC1") == "2101 NE"
    gone = one("BC1", "2001 N 4", orders(exit=True)).sail(1)
    assert gone.told(LeftMap) == [LeftMap("BC1", 1, "N")] and gone["BC1"].fate == "left"


def test_all_blocked_at_the_edge() -> None:
    """SSL-X.5: the exit happens when she cannot turn yet."""
    room = one("BC1", "2001 N 4").damage("BC1", count=1).sail()
    assert room.told(LeftMap) == [LeftMap("BC1", 1, "N")] and room.told(Stepped) == []


# ---------------------------------------------------------------- SSL-X.7, SSL-X.8


def test_worked_example_e10_executed() -> None:
    """SSL-I2.4 (worked example E10): R came after one hex only, and is sailed as F; her own side is told."""
    room = one("BC1", "1010 N 7", orders(move="FRRFRFL")).sail()
    assert room.way("BC1") == ["1009 N", "1109 NE", "1208 NE", "1308 NE", "1408 SE", "1509 SE", "1608 NE"]
    assert room.told(TurnRefused) == [TurnRefused("BC1", 2, "R", 1, 2)]
    assert envelope(room.turn.drafts, TurnRefused)[1:] == ("SSL-I2.4", "british")


def test_surplus_letters_are_dropped_by_the_impulse() -> None:
    """SSL-X.7: with bars the second letter of an impulse of one hex is lost; without them it comes next."""
    assert one("BC1", "2020 N 4", orders(move="FL|F|F|L")).sail().letters("BC1") == "F|F|F|L"
    assert one("BC1", "2020 N 4", orders(move="FLFFL")).sail().letters("BC1") == "F|L|F|F"


@pytest.mark.parametrize(
    ("heading", "by", "letters"),
    [(1, "", "R|F|F|F"), (2, "", "R|F|R|F"), (3, "", "R|F|R|F"), (3, "L", "L|F|L|F"), (4, "R", "L|F|L|F"), (0, "L", "F|F|F|F")],
)
def test_course(heading: int, by: Literal["", "L", "R"], letters: str) -> None:
    """SSL-X.8: the shorter way, then F; 180 degrees to the right unless BY L; a turn waits for the turn rate unrefused."""
    room = one("BC1", "2020 N 4", orders(Course(heading, by))).sail()
    assert room.letters("BC1") == letters and not room.told(TurnRefused)


def test_circle() -> None:
    """SSL-X.8: that turn whenever legal."""
    room = one("BF1", "2020 N 8", orders(CircleRound("R"))).sail()
    assert room.letters("BF1") == "RF|FR|FF|RF" and not room.told(TurnRefused)


# ---------------------------------------------------------------- SSL-L5.5, SSL-L5.7


def test_worked_example_e20() -> None:
    """SSL-L5.7 (worked example E20): jammed left she turns whenever three hexes are run."""
    room = one("BB1", "1010 N 8", orders(move="RRRR")).damage("BB1", jam="L", jam_until=3).sail()
    assert room.way("BB1") == ["0910 NW", "0809 NW", "0709 NW", "0609 SW", "0510 SW", "0410 SW", "0411 S", "0412 S"]
    assert not room.told(TurnRefused) and not room.told(StepDiverted)


def test_jammed_straight() -> None:
    """SSL-L5.7: F only."""
    room = one("BB1", "2020 N 8", orders(CircleRound("L"))).damage("BB1", jam="S", jam_until=1).sail()
    assert room.letters("BB1") == "FF|FF|FF|FF"


@pytest.mark.parametrize("log", [{"jam": "S", "jam_until": 1}, {"command_until": 1}])
def test_ship_that_cannot_steer_cannot_avoid(log: dict[str, Any]) -> None:
    """SSL-J1.11, SSL-L5.5: out of command or jammed she rams a friend in her way; AVOID is no help."""
    room = beset(orders(Straight()), "0/5", "BV1 1009").damage("BC1", **log).sail(1)
    assert [ram.target for ram in room.told(RamRolled)] == ["BV1"]


# ---------------------------------------------------------------- options


def test_a_wall_is_never_crossed() -> None:
    """SSL-I4.1, edge=wall: EXIT has no effect; at the edge she turns along it."""
    room = one("BC1", "2001 N 4", orders(exit=True), edge="wall").sail(1)
    assert room.at("BC1") == "2101 NE"
    assert room.told(StepDiverted) == [StepDiverted("BC1", 1, "F", "R", "the edge")]


def test_before_a_wall_without_a_turn() -> None:
    """SSL-I4.1, edge=wall: she stops and loses the rest of her movement points of the impulse, but not her speed."""
    room = one("BC1", "2001 N 8", edge="wall").damage("BC1", count=1).sail(1)
    assert room.told(Held) == [Held("BC1", 1, "2001", 0, 2)]
    assert {draft.rule for draft in room.drafts(Held)} == {"SSL-I4.1"}
    assert (room.at("BC1"), room["BC1"].speed, room["BC1"].count) == ("2001 N", 8, 2)


def test_a_wall_and_ships_in_the_way() -> None:
    """SSL-I4.1, edge=wall: when every other letter is blocked she takes the first, and collides."""
    ships = {"BC1": ("2001", "N", 4), "BV1": ("2101", "N", 0), "BV2": ("1901", "N", 0)}
    room = Passage(ships, "0/8", edge="wall").sail(1)
    assert [ram.target for ram in room.told(RamRolled)] == ["BV1"]


def test_a_jammed_ship_before_a_wall() -> None:
    """SSL-L5.7, edge=wall: she has no letter but one."""
    room = one("BC1", "2001 N 4", edge="wall").damage("BC1", jam="S", jam_until=1).sail(1)
    assert room.told(Held) == [Held("BC1", 1, "2001", 0, 3)]
    assert room.told(StepDiverted) == [StepDiverted("BC1", 1, "F", "", "the edge")]


def test_a_wreck_blocks_by_option() -> None:
    """SSL-I3.3, wreck_blocks=on: no ship enters a hex where one sank this turn; she holds if she cannot turn."""
    room = beset(orders(), others="BV1 1009", wreck_blocks="on").damage("BV1", fate="sunk").sail(1)
    assert room.at("BC1") == "1110 NE"
    room = beset(orders(), others="BV1 1009", wreck_blocks="on").damage("BV1", fate="sunk").damage("BC1", count=1).sail(1)
    assert room.told(Held) == [Held("BC1", 1, "1010", 0, 2)] and room.drafts(Held)[0].rule == "SSL-I3.3"


def test_an_old_wreck_blocks_nothing() -> None:
    """SSL-M.1, wreck_blocks=on: the counter of a ship sunk in an earlier turn is gone."""
    room = beset(orders(), others="BV1 1009", wreck_blocks="on").damage("BV1", fate="sunk")
    del room.scratch.orders["BV1"]
    assert room.sail(1).at("BC1") == "1009 N"
