"""SSL-X.12: why a ship with an enemy within reach did not fire, told to her own side (ruling S57)."""

from __future__ import annotations

import pytest

from events.sovereign_seas.battle import DidNotFire
from pbem.games.sovereign_seas.model.orders import Fire, Open, OpenCondition, ShipOrders
from pbem.games.sovereign_seas.rules.combat import unfired
from tests.rulebook.sovereign_seas.builders.fleet import envelope, play, pool, state_with, told
from tests.rulebook.sovereign_seas.builders.gunnery import GunneryStep

STRICT = Open((OpenCondition("RANGE", 2),), strict=True)
ADVANTAGE = pool(5, 1) + pool(5, 0)


def why(hex: str, orders: ShipOrders | None = None) -> DidNotFire | None:
    """What is said of BC1 at 1010 heading N with an enemy in one hex."""
    played = GunneryStep({"BC1": ("1010", "N", 0), "FB1": (hex, "N", 0)}, orders={"BC1": orders or ShipOrders()}, impulse=4)
    unfired.watch(played.scratch)
    return next((event for event in unfired.reasons(played.scratch, "british") if event.ship == "BC1"), None)


@pytest.mark.parametrize(
    ("hex", "orders", "reason"),
    [
        ("1310", ShipOrders(hold=True), "hold"),
        ("1310", ShipOrders(open=(STRICT,)), "open"),
        ("1310", ShipOrders(fire=(Fire(("ALL",), ("FC1",), only=True),)), "only"),
    ],
)
def test_what_kept_her_from_firing(hex: str, orders: ShipOrders, reason: str) -> None:
    """SSL-X.11, SSL-X.12: HOLD FIRE, OPEN lines, FIRE lines with ONLY; who could be hit, at which range, and when."""
    assert why(hex, orders) == DidNotFire("BC1", reason, "FB1", 3, 4)


def test_no_gun_bore() -> None:
    """SSL-D3.5, SSL-J2.6: within range, but in no arc of a gun that is left."""
    played = GunneryStep({"BC1": ("1010", "N", 0), "FB1": ("1013", "N", 0)}, impulse=4)
    played["BC1"].log.gone = ["A1"]
    unfired.watch(played.scratch)
    assert unfired.reasons(played.scratch, "british") == [DidNotFire("BC1", "arc", "FB1", 3, 4)]


def test_out_of_range_needs_no_words() -> None:
    """SSL-J2.6: nothing is said of a ship that no enemy came near, nor of one without guns."""
    assert why("4010") is None
    played = GunneryStep({"LM1": ("1010", "N", 0), "BF1": ("1310", "N", 0)}, impulse=4)
    unfired.watch(played.scratch)
    assert unfired.reasons(played.scratch, "french") == []


def test_the_nearest_miss_of_the_turn_is_told() -> None:
    """SSL-X.12: the impulse in which least was missing, of equals that with the least range."""
    played = GunneryStep({"BC1": ("1010", "N", 0), "FB1": ("1710", "N", 0)}, orders={"BC1": ShipOrders(open=(STRICT,))})
    for impulse, hex in enumerate(((16, 9), (13, 9), (9, 16), (15, 9)), 1):
        played.scratch.impulse = impulse
        played["FB1"].hex = (hex[0] - 1, hex[1] - (hex[0] - 1) // 2)
        unfired.watch(played.scratch)
    assert [event.impulse for event in unfired.reasons(played.scratch, "british")] == [2]


def test_only_her_own_side_learns_why() -> None:
    """SSL-Y.2: it tells of orders."""
    state = state_with({"BC1": ("1010", "N", 0), "FB1": ("1310", "N", 0)}, turn=1)
    drafts = play(state, {"gb": "BC1: HOLD FIRE", "fr": "FB1: HOLD FIRE"}, ADVANTAGE)
    assert [event.ship for event in told(drafts, DidNotFire)] == ["BC1", "FB1"]
    assert envelope(drafts, DidNotFire) == ("Impulse 4", "SSL-X.12", "british")


def test_ship_that_has_fired_or_sunk_is_not_told_of() -> None:
    """SSL-J2.3, SSL-M.1."""
    played = GunneryStep({"BC1": ("1010", "N", 0), "FB1": ("1310", "N", 0)}, impulse=4)
    unfired.watch(played.scratch)
    played["BC1"].fired, played["FB1"].fate = True, "sunk"
    assert [*unfired.reasons(played.scratch, "british"), *unfired.reasons(played.scratch, "french")] == []
