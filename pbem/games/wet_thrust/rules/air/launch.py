"""Step 3.1: aircraft take off (WT-6.3, WT-11.6), and land-based bombers come in (WT-13.7)."""

from __future__ import annotations

from events.wet_thrust.flying import TookOff
from events.wet_thrust.sailing import OrderLapsed
from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.orders import Launch
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel

DECK = 2
"""WT-11.5: squadrons that a carrier launches, or recovers, in one turn."""
CATAPULT = 1
"""WT-6.3: planes that any other ship launches."""


def step(scratch: TurnScratch) -> None:
    """Land-based bombers first, then every ship in unit order."""
    _enter(scratch)
    _launches(scratch)


def launched(scratch: TurnScratch, carrier: Vessel) -> bool:
    """WT-11.5: has a LAUNCH order of hers been carried out this turn?"""
    squadrons = (scratch.state.squadrons.get(id) for id in scratch.orders_of(carrier).launch)
    return any(each is not None and each.launched == scratch.state.turn for each in squadrons)


def _enter(scratch: TurnScratch) -> None:
    """WT-13.7: land-based bombers come in at their edge point when their turn has come, and fly on at once."""
    waiting = [each for each in scratch.state.squadrons.values() if each.place == "waiting"]
    for squadron in sorted(waiting, key=lambda each: each.index):
        if squadron.deck.enters <= scratch.state.turn:
            _take_off(scratch, squadron, "", squadron.at, "WT-13.7")


def _launches(scratch: TurnScratch) -> None:
    """WT-11.5: a carrier launches at most two squadrons; WT-6.3: any other ship one plane, at any speed.

    WT-23.3, ruling W56: those named first go up, told in unit order: how the list was written is nobody else's to know.
    """
    for ship in scratch.state.afloat():
        able = _able(scratch, ship)
        for squadron in sorted(able, key=lambda each: each.index):
            _take_off(scratch, squadron, ship.id, ship.at, "WT-11.6" if ship.printed.carrier else "WT-6.3")


def _able(scratch: TurnScratch, ship: Vessel) -> list[Squadron]:
    """Those of her LAUNCH orders that can be carried out; her side is told of the others."""
    able: list[Squadron] = []
    most = DECK if ship.printed.carrier else CATAPULT
    for id in dict.fromkeys(scratch.orders_of(ship).launch):
        squadron = scratch.state.squadrons.get(id)
        why = _why_not(scratch, ship, squadron) or ("" if len(able) < most else "no more can be launched in one turn")
        if squadron and not why:
            able.append(squadron)
        else:
            scratch.own(OrderLapsed(ship.id, order_text(Launch((id,))), why), "WT-11.5", ship)
    return able


def _why_not(scratch: TurnScratch, ship: Vessel, squadron: Squadron | None) -> str:
    """What forbids a launch, in words: WT-15.3 no bridge in control, WT-11.4 where it is, WT-11.1 squadrons only from carriers.

    WT-15.6: a working fire control is not needed.
    """
    if not scratch.orders_of(ship).commanded:
        return "the bridge is out"
    if squadron is None or squadron.place != "aboard" or squadron.home != ship.id:
        return "it is not ready aboard"
    if squadron.kind != "R" and not ship.printed.carrier:
        return "only carriers launch squadrons"
    return f"it rearms until game turn {squadron.deck.ready}" if squadron.deck.ready > scratch.state.turn else ""


def _take_off(scratch: TurnScratch, squadron: Squadron, carrier: str, at: Spot, rule: str) -> None:
    s = squadron
    scratch.tell(TookOff(s.id, s.index, carrier, s.kind, s.aircraft, s.side, s.seat, list(at)), rule)
