"""Section 8: the limits that positions must keep to."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pbem.core.game.unit_ids import natural
from pbem.core.geometry.hexes import at, column_row, distance, parse_label
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.formation import Fault, faults
from pbem.games.sovereign_seas.model.geometry import heading_of
from pbem.games.sovereign_seas.model.scenario import OPENINGS, Berth
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.rules import setup
from tests.rulebook.sovereign_seas.builders.fleet import state_with, turn_of


def opened(key: str, **options: Any) -> State:
    """A scenario's opening position."""
    turn = turn_of(State())
    setup.set_up(turn, key, scenario.options(key, options))
    return turn.state


def found(state: State, side: str, **moved: tuple[str, str, int]) -> list[Fault]:
    """The faults when these ships lie elsewhere (hex, heading, speed)."""
    berths = {s.id: Berth(s.hex, s.heading, s.speed) for s in state.ships.values() if s.side == side}
    for id, (hex, heading, speed) in moved.items():
        berths[id] = Berth(parse_label(hex), heading_of(heading), speed)
    return faults(state, side, berths)


@pytest.mark.parametrize("key", [key for key, opening in OPENINGS.items() if opening.stages and not opening.bought])
def test_printed_positions_are_legal(key: str) -> None:
    """SSL-O1.1, SSL-O2.1, SSL-O3.1: for every start_gap and every entry edge."""
    opening = OPENINGS[key]
    gaps = range(10, opening.most_gap + 1, 10)
    for gap, edge in product(gaps, "NESW" if opening.entry else [""]):
        state = opened(key, start_gap=gap)
        state.entry = edge
        for id, berth in scenario.berths(opening, state.options, "british", edge).items():
            state.ships[id].hex = berth.hex
        for side in opening.placing:
            assert found(state, side) == [], (gap, edge, side)


@pytest.mark.parametrize(("key", "second"), [("fleet-engagement", "british"), ("convoy-attack", "british")])
def test_no_placing_can_make_the_second_sides_berths_illegal(key: str, second: str) -> None:
    """SSL-Z.2: silence keeps the printed positions, so they are legal wherever in their zone the French lie."""
    opening = OPENINGS[key]
    for gap, edge in product(range(10, opening.most_gap + 1, 10), "NESW" if opening.entry else [""]):
        options = scenario.options(key, {"start_gap": gap})
        zone = scenario.zone(opening, options, "french")
        columns = range(zone.first_column or 1, zone.last_column + 1)
        rows = range(zone.first_row or 1, (zone.last_row or opening.rows) + 1)
        for berth in scenario.berths(opening, options, second, edge).values():
            assert min(distance(berth.hex, at(column, row)) for column in columns for row in rows) >= gap


def test_too_near_to_the_enemy() -> None:
    """SSL-O1.1: every British ship 20 hexes from the nearest French one; the message says what and how far."""
    state = opened("fleet-engagement")
    assert found(state, "british", BB3=("3020", "N", 6)) == [
        Fault("BB3", "BB3 at 3020 is only 12 hexes from FB1; at least 20 required")
    ]
    assert found(state, "british", BB3=("3820", "N", 6)) == []


def test_the_french_line() -> None:
    """SSL-O1.1: BSIC and CBIC in one straight hex row or column, three hexes from ship to ship at most."""
    state = opened("fleet-engagement")
    assert found(state, "french", FC1=("1817", "N", 6)) == []
    assert found(state, "french", FC1=("1816", "N", 6)) == [
        Fault("", "FC1 and FB1 are 4 hexes apart; at most 3 from ship to ship in the line")
    ]
    assert found(state, "french", FC1=("1718", "N", 6)) == [Fault("", "BSIC and CBIC must form one straight line of hexes")]


def test_a_line_may_run_along_any_hex_row() -> None:
    """SSL-O1.1: the three directions of the grid."""
    state = opened("fleet-engagement")
    line = sorted(("FB1", "FB2", "FB3", "FB4", "FC1", "FC2"), key=natural)
    for direction in ((1, 0), (1, -1), (0, 1)):
        q, r = parse_label("0820")
        berths = {s.id: Berth(s.hex, s.heading, s.speed) for s in state.ships.values() if s.side == "french"}
        for n, id in enumerate(line):
            berths[id] = Berth((q + 2 * n * direction[0], r + 2 * n * direction[1]), 0, 6)
        for n, id in enumerate(("FF1", "FF2", "FF3")):
            column, row = column_row(berths["FB1"].hex)
            berths[id] = Berth(at(column, row + 3 + n), 0, 6)
        shared = [fault for fault in faults(state, "french", berths) if "shares" not in fault.reason]
        assert shared == []


def test_companions() -> None:
    """SSL-O1.1: each steam frigate within 8 hexes of a friend. SSL-O3.1: each escort within 4 of a merchantman."""
    assert found(opened("fleet-engagement"), "french", FF1=("0505", "N", 6)) == [
        Fault("", "FF1 at 0505 is 20 hexes from the nearest friend; at most 8 allowed")
    ]
    assert found(opened("convoy-attack"), "french", FF1=("5040", "N", 5)) == [
        Fault("", "FF1 at 5040 is 5 hexes from the nearest merchantman; at most 4 allowed")
    ]


def test_bounds() -> None:
    """Sections 8.1, 8.2, 8.3, 8.7: where a side may place."""
    fleet, blockade = opened("fleet-engagement"), opened("blockade-breakout")
    assert found(fleet, "french", FF1=("2115", "N", 6)) == [Fault("FF1", "FF1 at 2115 is out of bounds: columns 1 to 20")]
    assert found(fleet, "french", FF1=("6115", "N", 6))[0] == Fault("FF1", "hex 6115 is off the map (0101..6050)")
    assert found(blockade, "french", FF1=("2157", "N", 8)) == [Fault("FF1", "FF1 at 2157 is out of bounds: rows 58 to 60")]
    convoy = opened("convoy-attack")
    convoy.entry = "E"
    assert Fault("BF1", "BF1 at 2546 is out of bounds: columns from 75 on") in found(convoy, "british")


def test_starting_speeds() -> None:
    """SSL-O2.1: blockaders at 0, breakers up to their maximum. Section 8.7: up to maximum less Accl."""
    blockade = opened("blockade-breakout")
    assert found(blockade, "british", BB1=("2334", "S", 3)) == [Fault("BB1", "BB1 cannot begin at speed 3; speed 0 is allowed")]
    assert found(blockade, "french", FC1=("2558", "N", 12)) == []
    assert found(blockade, "french", FC1=("2558", "N", 13)) == [
        Fault("FC1", "FC1 cannot begin at speed 13; a speed of 0 to 12 is allowed")
    ]
    own = state_with({"BB1": ("0820", "NE", 9)}, key="design-your-own")
    assert faults(own, "british", {"BB1": Berth(parse_label("0820"), 1, 9)}) == []
    assert faults(own, "british", {"BB1": Berth(parse_label("0820"), 1, 10)})[0].ship == "BB1"


def test_the_blockade_keeps_off_the_starting_line() -> None:
    """SSL-O2.1: 20 hexes from every hex of row 58, or as many as start_gap says."""
    assert found(opened("blockade-breakout"), "british", BB1=("2339", "S", 0)) == [
        Fault("BB1", "BB1 at 2339 is only 19 hexes from row 58; at least 20 required")
    ]
    assert found(opened("blockade-breakout", start_gap=10), "british", BB1=("2348", "S", 0)) == []


def test_one_ship_a_hex() -> None:
    """SSL-I3.1: two ships cannot be placed in one hex."""
    assert found(opened("fleet-engagement"), "british", BB1=("4018", "N", 6)) == [
        Fault("BB1", "BB1 shares 4018 with BC1"),
        Fault("BC1", "BC1 shares 4018 with BB1"),
    ]


def test_the_convoy() -> None:
    """SSL-O3.1: two columns two hexes apart, two empty hexes between ships, on one heading; any number in a column."""
    state = opened("convoy-attack")
    assert found(state, "french", SM1=("4957", "N", 5)) == []
    for moved, reason in (
        ({"SM1": ("5145", "NE", 5)}, "all merchantmen must be on one heading"),
        ({"SM1": ("5245", "N", 5)}, "the merchantmen must be in two columns, 2 hexes apart"),
        ({"SM1": ("5144", "N", 5)}, "the merchantmen of a column must be 3 rows apart, two empty hexes between them"),
    ):
        assert found(state, "french", **moved) == [Fault("", reason)]
