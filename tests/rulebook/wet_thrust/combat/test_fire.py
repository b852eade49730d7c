"""WT-7.1 and WT-1.9: step 4, ship by ship and yet all at once."""

from __future__ import annotations

from events.wet_thrust.firing import GunsFired
from pbem.games.wet_thrust.model.orders import Fire, ShipOrders, Torp
from pbem.games.wet_thrust.rules.combat import fire
from tests.rulebook.wet_thrust.builders.ships import Placement, held, rolled, scratch, spent_dice, state_with, told

FLEETS: dict[str, Placement] = {
    "PEU": ((0, 0), 12, 4),
    "BIS": ((0, 2), 12, 4),
    "HOO": ((40, 0), 12, 4),
    "POW": ((40, 2), 12, 4),
    "NOR": ((40, 4), 12, 4),
    "SUF": ((40, 6), 12, 4),
}
HOLD = ShipOrders(hold=True)


def test_sides_alternate() -> None:
    """WT-7.1: ship by ship, the first side of the scenario first; the longer list goes on alone."""
    acting = scratch(state_with(FLEETS, 1))
    assert [ship.id for ship in fire.sequence(acting)] == ["PEU", "HOO", "BIS", "POW", "NOR", "SUF"]


def test_fire_order() -> None:
    """WT-7.1: each side in its FIREORDER; ships no longer afloat are left out."""
    acting = scratch(state_with(FLEETS, 1))
    acting.fire_order = {"german": ["BIS", "PEU"], "british": ["SUF", "NOR", "POW", "HOO"]}
    acting.state.ships["NOR"].fate = "lost"
    assert [ship.id for ship in fire.sequence(acting)] == ["BIS", "SUF", "PEU", "POW", "HOO"]


def test_a_ship_completes_all_her_fire() -> None:
    """WT-7.1: guns in the order of her FIRE orders, torpedoes, depth charges; then the next ship."""
    ships: dict[str, Placement] = {
        "BIS": ((3, 0), 12, 4),
        "U47": ((0, -2), 12, 1),
        "ANT": ((0, 0), 12, 8),
        "HOO": ((3, 9), 12, 4),
    }
    state = state_with(ships, 1, modes={"U47": "periscope"})
    held(state, "U47")
    state.ships["BIS"].sheet.lost, state.ships["ANT"].sheet.lost = ["RA1"], ["AS3", "AS4", "TL2"]
    orders = {
        "BIS": ShipOrders(fire=(Fire(("C1",), ("HOO",)), Fire(("C2",), ("ANT",)))),
        "ANT": ShipOrders(fire=(Fire((), ("BIS",)),), torp=(Torp(("BIS",)),)),
        "HOO": HOLD,
    }
    acting = scratch(state, orders, [6, 1, 1, 1, 1, 4, 1, 6, 1, 6, 6, 6, 6, 6])
    fire.step(acting)
    spent_dice(acting)
    assert rolled(acting.turn.drafts) == [
        "german_fc BIS",
        "hit_dice BIS at HOO",
        "hit_dice BIS at ANT",
        "hit_dice ANT at BIS",
        "gun_damage ANT at BIS",
        "torp_hit ANT at BIS",
        "as_hit ANT at SUB1",
    ]


def test_all_fire_is_simultaneous() -> None:
    """WT-1.9: a ship whose last box was marked in this step still fires, and is not fired at again."""
    ships: dict[str, Placement] = {"PEU": ((0, 0), 12, 4), "ANT": ((10, 0), 12, 8), "SCH": ((0, 2), 12, 4)}
    state = state_with(ships, 1)
    state.ships["ANT"].sheet.marked = 7
    state.ships["PEU"].sheet.german = state.ships["SCH"].sheet.german = 1
    orders = {"PEU": ShipOrders(fire=(Fire(("B1",), ("ANT",)),)), "ANT": ShipOrders(fire=(Fire((), ("PEU",)),))}
    acting = scratch(state, orders, [6, 1, 1, 6, 1, 1, 1, 1])
    fire.step(acting)
    spent_dice(acting)
    assert [(fired.ship, fired.target) for fired in told(acting.turn.drafts, GunsFired)] == [("PEU", "ANT"), ("ANT", "PEU")]
    assert state.ships["ANT"].sheet.doomed
    assert state.ships["ANT"].afloat
