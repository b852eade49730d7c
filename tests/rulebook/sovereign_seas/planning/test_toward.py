"""Pointing at the map: which orders a click offers, and that a dry run of them ends where they say."""

from __future__ import annotations

import re

import pytest

from pbem.core.drawing.hex_layout import point_of
from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.hexes import label, parse_label
from pbem.games.sovereign_seas import SOVEREIGN_SEAS as GAME
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.planning.dry_run import Rehearsal, rehearse
from tests.rulebook.sovereign_seas.builders.fleet import state_with
from tests.rulebook.sovereign_seas.builders.known import known
from tests.rulebook.sovereign_seas.builders.orders import opening

SHIPS = {"BC1": ("1010", "N", 6), "BB1": ("1014", "N", 6), "FB1": ("1508", "N", 6), "FF1": ("1601", "S", 9)}
PATHS = (
    ("BC1", "1004", "MOVE FFFFFF"),
    ("BC1", "1205", "MOVE FFFFRF"),
    ("BC1", "0805", "MOVE FFFFLF"),
    ("BC1", "1305", "SPEED 7; MOVE FFFFRFF"),
    ("BC1", "1408", "MOVE FFRFRF"),
    ("BC1", "1002", "SPEED 8; MOVE FFFFFFFF"),
    ("BC1", "0608", "MOVE FFLFLF"),
    ("BC1", "1104", "SPEED 7; MOVE FFFFFFR"),
    ("BC1", "1020", "SPEED 8; MOVE RFRFRFFF"),
    ("BC1", "2010", "SPEED 8; MOVE RFFFFRFF"),
    ("BC1", "1008", "STEER 1008"),
    ("BB1", "1008", "MOVE FFFFFF"),
    ("BB1", "1210", "SPEED 5; MOVE FFFRF"),
    ("BB1", "0810", "SPEED 5; MOVE FFFLF"),
    ("BB1", "1309", "SPEED 7; MOVE FFFFRFF"),
    ("BB1", "1020", "SPEED 8; MOVE RFFRFFRF"),
    ("BC1", "FB1", "FIRE ALL AT FB1"),
    ("BC1", "FF1", "FIRE ALL AT FF1"),
    ("BB1", "FB1", "MOVE FRFFFF"),
    ("BC1", "BB1", "FOLLOW BB1 GAP 2"),
    ("BC1", "BC1", "SPEED 5"),
)
"""The ship that is chosen, the hex or the ship that is pointed at, and the first order that is offered."""


def pointed(unit: str, where: str, state: State | None = None, seat: str = "gb") -> list[SuggestedOrder]:
    """What is offered for a hex or a ship."""
    target = Target(point_of(parse_label(where))) if where.isdigit() else Target((0.0, 0.0), where)
    return list(GAME.planning.toward(known(state or state_with(SHIPS, 2), seat), unit, target))


def tried(state: State, unit: str, text: str) -> Rehearsal:
    """The dry run of this order, which has no problem."""
    parsed = GAME.orders.read(known(state, "gb"), "gb", f"{unit}:\n{text}", GAME.orders.sheet(state, "gb"))
    assert parsed.problems == []
    return rehearse(known(state, "gb"), parsed.sheet)


@pytest.mark.parametrize(("unit", "where", "text"), PATHS)
def test_a_click_offers(unit: str, where: str, text: str) -> None:
    """Word for word; each offer of the click is understood, and a plan ends where its hint says."""
    state, found = state_with(SHIPS, 2), pointed(unit, where)
    assert found[0].text == text
    for each in found:
        after = tried(state, unit, each.text).after
        if ends := re.match(r"ends in (\d{4})", each.hint):
            assert label(after.ships[unit].hex) == ends[1], each


def test_fire_has_the_odds_of_the_dry_run() -> None:
    """SSL-J2.7 to SSL-J2.9: impulse, range and the chance of a hit by kind of gun."""
    offer = pointed("BC1", "FB1")[0]
    laid = [each for each in tried(state_with(SHIPS, 2), "BC1", offer.text).laid if each.target == "FB1"]
    chances = ", ".join(f"[{each.code}] {each.chance:.0%}" for each in laid)
    assert offer.hint == f"impulse {laid[0].impulse}, range {laid[0].range}, a hit: {chances}"


def test_all_ships_at_once_have_the_best_of_each() -> None:
    """The nearest ship first."""
    found = pointed("", "1011")
    assert list(dict.fromkeys(each.unit for each in found)) == ["BC1", "BB1"] and len(found) <= 4


def test_a_ship_out_of_command_is_led_nowhere() -> None:
    """SSL-L5.5: she may only fire."""
    state = state_with(SHIPS, 2)
    state.ships["BC1"].log.command_until = 3
    assert pointed("BC1", "1004", state) == []
    assert {each.group for each in pointed("BC1", "FB1", state)} == {"Fire"}


def test_before_turn_one_ships_are_placed() -> None:
    """SSL-E.1: in the hex that is pointed at."""
    state = opening("blockade-breakout")
    seat = next(iter(GAME.rules.due(state)))
    ship = state.of_seat(seat)[0]
    found = pointed(ship.id, label(ship.hex), state, seat)
    assert found and all(each.text.startswith(f"PLACE {label(ship.hex)} ") for each in found)
    assert {each.unit for each in pointed("", "0101", opening("convoy-attack"))} == {"FLEET"}


def test_the_plan_is_drawn_alone() -> None:
    """Own ways and ends, and the salvo with its range and chance; no enemy's way."""
    state = state_with(SHIPS, 2)
    sheet = GAME.orders.read(known(state, "gb"), "gb", "BC1:\nFIRE ALL AT FB1", GAME.orders.sheet(state, "gb")).sheet
    plan = GAME.planning.preview(known(state, "gb"), sheet).plan
    assert {"plan", "plan-end", "plan-fire"} <= {shape.role for shape in plan}
    assert {shape.unit for shape in plan if shape.role in ("plan", "plan-end", "trail")} == {"BC1", "BB1"}
