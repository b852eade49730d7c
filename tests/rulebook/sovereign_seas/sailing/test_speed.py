"""SSL-H: speeds that may be ordered, speeds of a turn, speeds lost."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import EVERYONE
from events.sovereign_seas.sailing import AutoDecel, SpeedSet
from pbem.games.sovereign_seas.model.orders import ShipOrders, Speed
from pbem.games.sovereign_seas.rules.sailing import speed
from pbem.games.sovereign_seas.rules.sailing.speed import Span, ordered, span
from tests.rulebook.sovereign_seas.builders.impulses import Passage, one, orders
from tests.rulebook.told import envelope


def spanned(ship: str, now: int, lost: int = 0, out: bool = False, **options: Any) -> Span:
    """The span of a ship at a speed with so many factors lost."""
    room = one(ship, f"1010 N {now}", **options).damage(ship, lost=lost)
    return span(room[ship], room.state.options, out)


def settled(speeds: dict[str, int], given: dict[str, ShipOrders], **damage: dict[str, Any]) -> Passage:
    """Ships far from each other after the speed phase."""
    room = Passage({id: (f"{10 * n:02d}20", "N", now) for n, (id, now) in enumerate(speeds.items(), 1)}, orders=given, turn=3)
    for ship, log in damage.items():
        room.damage(ship, **log)
    speed.settle(room.scratch)
    return room


def matching(leader: str) -> ShipOrders:
    """SPEED MATCH."""
    return ShipOrders(speed=Speed("MATCH", ship=leader))


@pytest.mark.parametrize(
    ("ship", "now", "lost", "least", "most"),
    [("BF1", 4, 0, 3, 6), ("BV1", 9, 0, 7, 10), ("BC1", 10, 4, 5, 6)],
)
def test_worked_example_e23(ship: str, now: int, lost: int, least: int, most: int) -> None:
    """SSL-H.2, SSL-H.3, SSL-H.4, SSL-H.5 (worked example E23)."""
    assert spanned(ship, now, lost) == Span(least, most)


def test_nobody_goes_slower_than_stopped() -> None:
    """SSL-H.4: at 0 there is nothing to take off."""
    assert spanned("BV1", 1) == Span(0, 4)


def test_deceleration_by_option() -> None:
    """SSL-H.4: a quarter of Accl 3, rounded up (SSL-B.3), is 1."""
    assert spanned("BV1", 9, decel_div=4) == Span(8, 10)


def test_first_entry_is_the_undamaged_maximum() -> None:
    """SSL-D1.3: and each factor lost makes the next entry the maximum."""
    room = one("BC1", "1010 N 10")
    assert room["BC1"].maximum == 12
    assert room.damage("BC1", lost=2)["BC1"].maximum == 9
    assert room.damage("BC1", lost=9)["BC1"].maximum == 0


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        (Speed("TO", 40), 40),
        (Speed(by=2), 8),
        (Speed(by=-5), 1),
        (Speed("MAX"), 6),
        (Speed("MIN"), 5),
        (Speed("HOLD"), 6),
    ],
)
def test_what_an_order_asks_for(order: Speed, wanted: int) -> None:
    """SSL-H.5: counted from the base, here the maximum of 6; illegal numbers are left as they are."""
    room = one("BC1", "1010 N 10").damage("BC1", lost=4)
    assert ordered(order, room["BC1"], span(room["BC1"], room.state.options, False)) == wanted


def test_all_speeds_are_revealed_together() -> None:
    """SSL-H.1: one event for every ship, to everybody, in natural id order; SSL-Z.1: without an order she keeps hers."""
    room = settled({"BC1": 6, "BB1": 6, "FC1": 5}, {"BC1": orders(speed=8)})
    assert room.told(SpeedSet) == [SpeedSet("BB1", 6, 6), SpeedSet("BC1", 6, 8), SpeedSet("FC1", 5, 5)]
    assert {(draft.rule, draft.audience) for draft in room.drafts(SpeedSet)} == {("SSL-H.1", EVERYONE)}


def test_a_speed_out_of_the_span_is_clamped() -> None:
    """SSL-X.10, both ways."""
    room = settled({"BC1": 6, "FC1": 6}, {"BC1": orders(speed=13), "FC1": orders(speed=0)})
    assert (room["BC1"].speed, room["FC1"].speed) == (8, 5)


def test_match_is_the_leader_s_new_speed() -> None:
    """SSL-X.10: along a chain too, and clamped: Defense at 4 can reach 6 only."""
    given = {"BB1": matching("BB2"), "BB2": matching("BC1"), "BC1": orders(speed=8)}
    room = settled({"BB1": 4, "BB2": 6, "BC1": 6, "FC1": 0}, given)
    assert [room[id].speed for id in ("BC1", "BB2", "BB1")] == [8, 8, 6]


def test_ships_that_match_in_a_circle_hold() -> None:
    """SSL-X.10; who matches one of them takes the speed it holds."""
    given = {"BB1": matching("BB2"), "BB2": matching("BB1"), "BC1": matching("BB2"), "BV1": matching("BV1")}
    room = settled({"BB1": 5, "BB2": 7, "BC1": 6, "BV1": 4, "FC1": 0}, given)
    assert [room[id].speed for id in ("BB1", "BB2", "BC1", "BV1")] == [5, 7, 7, 4]


def test_ship_that_matches_a_sunk_ship_holds() -> None:
    """SSL-X.10: there is no speed to match."""
    room = settled({"BB1": 5, "BC1": 6, "FC1": 0}, {"BB1": matching("BC1")}, BC1={"fate": "sunk"})
    assert room["BB1"].speed == 5


def test_out_of_command_the_speed_stays() -> None:
    """SSL-L5.5: SSL-L5.12: through the last turn of it, save for a slower maximum; afterwards orders count again."""
    given = {"BC1": orders(speed=8)}
    assert settled({"BC1": 7, "FC1": 0}, given, BC1={"command_until": 3})["BC1"].speed == 7
    assert settled({"BC1": 7, "FC1": 0}, given, BC1={"command_until": 3, "lost": 4})["BC1"].speed == 6
    assert settled({"BC1": 7, "FC1": 0}, given, BC1={"command_until": 2})["BC1"].speed == 8


def test_at_an_impulse_s_start_engines_give_what_is_left() -> None:
    """SSL-H.6: whoever is faster than her maximum drops to it; nobody gains; SSL-H.7: from then on it counts."""
    room = Passage({"BC1": ("1010", "N", 10), "FC1": ("3010", "N", 5)}).damage("BC1", lost=4)
    room.sail(2)
    assert room.told(AutoDecel) == [AutoDecel("BC1", 2, 10, 6)]
    assert envelope(room.turn.drafts, AutoDecel)[1:] == ("SSL-H.6", EVERYONE)
    assert (room["BC1"].speed, room["FC1"].speed, len(room.way("BC1"))) == (6, 5, 2)
