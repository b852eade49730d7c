"""WT-20: smoke made for protection or to break contact (step 1), and smoke screens (step 2.5)."""

from __future__ import annotations

from events.wet_thrust.sailing import OrderLapsed, ScreenLaid, SmokeMade
from pbem.core.geometry.tabletop import Spot, crosses
from pbem.games.wet_thrust.model.scs import ShipClass
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import SMOKERS, Weather
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel

CAPITAL = ("BB", "BC", "CV", "CA")
"""Types whose smoke does not hide them with option `capital_smoke_hides` off."""
CLEAR = 10
"""WT-20.7: mils from either end of a line of fire within which a screen does not lie between."""


def able(printed: ShipClass, weather: Weather, disengaging: bool = False) -> bool:
    """WT-20.1: no smoke in fog, storm and gale, and never by submarines. WT-20.2: the big ones only when they disengage."""
    return weather.smoke and not printed.boat and (disengaging or printed.type in SMOKERS)


def begin(scratch: TurnScratch) -> None:
    """Step 1. WT-20.2, WT-21.1: who makes smoke this turn. WT-20.4: a screen is an order of its own."""
    for ship in scratch.state.afloat():
        orders = scratch.orders_of(ship)
        if (orders.smoke or orders.disengage) and able(ship.printed, scratch.state.weather, orders.disengage):
            scratch.tell(SmokeMade(ship.id), "WT-20.3")


def lay(scratch: TurnScratch) -> None:
    """Step 2.5, screens along the ways of this turn."""
    for ship in scratch.state.afloat():
        if scratch.orders_of(ship).screen and able(ship.printed, scratch.state.weather):
            _lay_screen(scratch, ship)


def _lay_screen(scratch: TurnScratch, ship: Vessel) -> None:
    """WT-20.5: as long as her way; none without way. WT-20.6: it stays for the turns that the weather gives it."""
    if ship.stationary:
        scratch.own(OrderLapsed(ship.id, "SCREEN", "without way she lays none"), "WT-20.5", ship)
        return
    until = scratch.state.turn + scratch.state.weather.lasts
    spots = [[*spot] for spot in scratch.ways[ship.id]]
    scratch.tell(ScreenLaid(ship.id, spots, until), "WT-20.5")


# ---------------------------------------------------------------- what it does


def hides(state: State, ship: Vessel) -> bool:
    """WT-20.3: does she make smoke that counts in gun and torpedo fire? Option `capital_smoke_hides`."""
    return ship.smoking and (state.options["capital_smoke_hides"] == "on" or ship.printed.type not in CAPITAL)


def between(state: State, a: Spot, b: Spot) -> bool:
    """WT-20.7: does a smoke screen lie between two positions?"""
    return any(crosses((a, b), screen.way, CLEAR) for screen in state.screens)
