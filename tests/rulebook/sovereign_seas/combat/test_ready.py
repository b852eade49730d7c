"""SSL-X.12: when a ship opens fire."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from pbem.games.sovereign_seas.model.orders import Fire, Open, OpenCondition, ShipOrders
from pbem.games.sovereign_seas.rules.combat.ready import ready
from tests.rulebook.sovereign_seas.builders.gunnery import GunneryStep

NEAR, FAR = "1310", "1610"
"""At 3 and 6 hexes on the starboard beam of 1010 heading N."""


def lines(*opens: Open) -> ShipOrders:
    """These OPEN lines and no others."""
    return ShipOrders(open=opens)


def opened(
    orders: ShipOrders, hex: str = FAR, impulse: int = 1, target: str = "FB1", firer: str = "BC1", **options: Any
) -> bool:
    """Is the ship at 1010 ready against the target?"""
    played = GunneryStep({firer: ("1010", "N", 6), target: (hex, "N", 6)}, orders={firer: orders}, impulse=impulse, **options)
    return ready(played.scratch, played[firer]) != {}


def when(kind: Literal["IMP", "RANGE", "PEN", "BEAR"], number: int = 0, last: int = 0) -> OpenCondition:
    """One condition of an OPEN line."""
    return OpenCondition(kind, number, last)


@pytest.mark.parametrize(("hex", "is_ready"), [(NEAR, True), ("1410", False), (FAR, False)])
def test_default_is_range_3(hex: str, is_ready: bool) -> None:
    """SSL-X.12: default OPEN RANGE 3."""
    assert opened(ShipOrders(), hex) is is_ready


@pytest.mark.parametrize(("impulses", "impulse", "is_ready"), [(4, 3, False), (4, 4, True), (3, 3, True), (2, 1, False)])
def test_the_last_impulse(impulses: int, impulse: int, is_ready: bool) -> None:
    """SSL-X.12: in the last impulse every ship with a target is ready."""
    assert opened(ShipOrders(), impulse=impulse, impulses=impulses) is is_ready


def test_strict() -> None:
    """SSL-X.12: STRICT holds in the last impulse too."""
    assert not opened(lines(Open((when("RANGE", 3),), strict=True)), impulse=4)
    assert opened(lines(Open((when("RANGE", 6),), strict=True)), impulse=4)


def test_without_a_target_nobody_is_ready() -> None:
    """SSL-X.12: at least one battery must have a target."""
    assert not opened(lines(Open()), "3010", impulse=4)


@pytest.mark.parametrize(("impulse", "is_ready"), [(1, False), (2, True), (3, True)])
def test_impulse_span(impulse: int, is_ready: bool) -> None:
    """SSL-X.12: IMP 2-3."""
    assert opened(lines(Open((when("IMP", 2, 3),))), impulse=impulse) is is_ready


@pytest.mark.parametrize(("impulse", "is_ready"), [(1, False), (2, True), (3, False)])
@pytest.mark.parametrize("last", [0, 2])
def test_one_impulse(impulse: int, last: int, is_ready: bool) -> None:
    """SSL-X.12: IMP 2 is impulse 2 alone."""
    assert opened(lines(Open((when("IMP", 2, last),))), impulse=impulse) is is_ready


def test_range_counts_the_nearest_assigned_target() -> None:
    """SSL-X.12: a ship nearer than the assigned targets doesn't count."""
    orders = ShipOrders(open=(Open((when("RANGE", 3),)),), fire=(Fire(("ALL",), ("FB1",), only=True),))
    ships = {"BC1": ("1010", "N", 6), "FB1": (FAR, "N", 6), "FV1": (NEAR, "N", 6)}
    played = GunneryStep(ships, orders={"BC1": orders})
    assert ready(played.scratch, played["BC1"]) == {}
    played.scratch.orders["BC1"] = lines(Open((when("RANGE", 3),)))
    assert ready(played.scratch, played["BC1"]) != {}


@pytest.mark.parametrize(("hex", "is_ready"), [(NEAR, True), ("1410", False)])
def test_pen(hex: str, is_ready: bool) -> None:
    """SSL-X.12: PEN: some assigned battery beats the hull: a 7-inch gun Ocean's C at 3 hexes, not at 4."""
    assert opened(lines(Open((when("PEN"),))), hex, target="FC1", firer="BV1", gun_a="b") is is_ready


@pytest.mark.parametrize(("number", "is_ready"), [(5, True), (6, False)])
def test_bear(number: int, is_ready: bool) -> None:
    """SSL-X.12: BEAR n: at least n batteries assigned; Bellerophon's broadside is five."""
    assert opened(lines(Open((when("BEAR", number),)))) is is_ready


def test_any_is_always() -> None:
    """SSL-X.12: OPEN ANY."""
    assert opened(lines(Open()))


def test_all_conditions_of_one_line() -> None:
    """SSL-X.12: all conditions of a line, any one line."""
    both = Open((when("IMP", 1), when("RANGE", 3)))
    assert not opened(lines(both))
    assert opened(lines(both), NEAR)
    assert opened(lines(both, Open((when("RANGE", 6), when("PEN")))))


def test_hold_fire() -> None:
    """SSL-X.12: HOLD: never this turn, not even in the last impulse."""
    assert not opened(ShipOrders(hold=True), NEAR, impulse=4)


def test_once_a_turn() -> None:
    """SSL-J2.3: a ship that has fired is not ready again; nor is one that is out of play (SSL-M.1)."""
    played = GunneryStep({"BC1": ("1010", "N", 6), "FB1": (NEAR, "N", 6)})
    assert ready(played.scratch, played["BC1"])
    played["BC1"].fired = True
    assert not ready(played.scratch, played["BC1"])
    played["BC1"].fired, played["BC1"].fate = False, "sunk"
    assert not ready(played.scratch, played["BC1"])


def test_out_of_command_she_still_fires() -> None:
    """SSL-L5.5: out of command a ship fires with her orders."""
    played = GunneryStep({"BC1": ("1010", "N", 6), "FB1": (NEAR, "N", 6)})
    played["BC1"].log.command_until = 9
    assert ready(played.scratch, played["BC1"])
