"""Step 8.5: planes taken aboard, landings, rearming, endurance, merges (WT-6.7, WT-11)."""

from __future__ import annotations

from events.wet_thrust.flying import AircraftLost, EnduranceLeft, FlewHome, Landed, Merged, Rearming, Recovered
from events.wet_thrust.opening import OrdersStood
from events.wet_thrust.sailing import OrderLapsed
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.control_sheet import kind_of
from pbem.games.wet_thrust.model.orders import Aim, Escort, Intercept, Merge, Spotting, Strike
from pbem.games.wet_thrust.model.ship_class import AIRCRAFT
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Squadron, Vessel
from pbem.games.wet_thrust.rules.air.flights import in_play
from pbem.games.wet_thrust.rules.air.launch import DECK, launched

STRENGTH = 6
"""WT-11.1: aircraft of a full squadron."""


def step(scratch: TurnScratch) -> None:
    """Step 8.5, each part in unit order."""
    _recover(scratch)
    _follow(scratch)
    _land(scratch)
    _endure(scratch)
    _merge(scratch)
    _forget(scratch)


def _recover(scratch: TurnScratch) -> None:
    """WT-6.7: the ship has again lain still. WT-6.8: she was busy with the plane in this turn too (`moored`)."""
    for plane, _ in scratch.state.alongside():
        if plane.moored < scratch.state.turn:
            scratch.tell(Recovered(plane.id), "WT-6.7")
            drop_aim(scratch, plane, "WT-6.7")


def _follow(scratch: TurnScratch) -> None:
    """WT-21.8: planes in the air go with the ship that has broken contact."""
    for plane in scratch.state.flying():
        ship = scratch.state.ships.get(plane.carrier)
        if plane.kind == "R" and ship and ship.fate == "away":
            scratch.tell(FlewHome(plane.id), "WT-21.8")


# ---------------------------------------------------------------- landings


def _land(scratch: TurnScratch) -> None:
    """WT-11.5: at most two on a carrier, and none while she launches. WT-15.3: no bridge is needed for it."""
    room: dict[str, int] = {}
    for squadron in scratch.state.flying():
        carrier = scratch.state.ships.get(scratch.landing.get(squadron.id, ""))
        if carrier is None or not carrier.afloat:
            continue
        left = room.get(carrier.id, 0 if launched(scratch, carrier) else DECK)
        if left:
            room[carrier.id] = left - 1
            _touch_down(scratch, squadron, carrier)


def _touch_down(scratch: TurnScratch, squadron: Squadron, carrier: Vessel) -> None:
    """WT-11.9, and WT-11.11: ready again a turn after d6 turns and one for every aircraft symbol crossed off."""
    scratch.tell(Landed(squadron.id, carrier.id), "WT-11.9")
    die = scratch.sheet_roll(1, 6, f"rearm {squadron.id}", "WT-11.11", carrier)[0]
    symbols = lost_symbols(carrier)
    ready = scratch.state.turn + die + symbols + 1
    scratch.sheet(Rearming(squadron.id, die, symbols, ready), "WT-11.11", carrier)
    drop_aim(scratch, squadron, "WT-11.9")


def lost_symbols(carrier: Vessel) -> int:
    """WT-11.11: aircraft symbols crossed off; WT-11.12: also those whose aircraft were in the air."""
    return sum(kind_of(system) in AIRCRAFT for system in carrier.sheet.lost)


# ---------------------------------------------------------------- endurance, merges, aims


def _endure(scratch: TurnScratch) -> None:
    """WT-11.8: six turns in the air for F, DB and T, the turn of the launch not counted."""
    for squadron in scratch.state.flying():
        if squadron.kind in ("F", "DB", "T") and squadron.launched < scratch.state.turn:
            scratch.deck(EnduranceLeft(squadron.id, squadron.deck.endurance - 1), "WT-11.8", squadron)
            if squadron.deck.endurance <= 0:
                scratch.tell(AircraftLost(squadron.id, squadron.aircraft, 0, "no fuel"), "WT-11.8")


def _merge(scratch: TurnScratch) -> None:
    """WT-11.13: as ordered, in the order written."""
    for ship in scratch.state.afloat():
        for order in scratch.orders_of(ship).merge:
            _join(scratch, ship, order)


def _join(scratch: TurnScratch, ship: Vessel, order: Merge) -> None:
    """WT-11.13: the one fills the other up to six, which takes the later ready turn; emptied it is gone."""
    pair = [each for id in (order.squadron, order.into) if (each := scratch.state.squadrons.get(id))]
    moved = 0
    if len(pair) == 2 and _alike(ship, pair[0], pair[1]):
        moved = min(pair[0].aircraft, STRENGTH - pair[1].aircraft)
    if not moved:
        why = "the two are not aboard, of one type, with room for more"
        scratch.own(OrderLapsed(ship.id, order_text(order), why), "WT-11.13", ship)
        return
    one, other = pair
    ready = max(one.deck.ready, other.deck.ready)
    scratch.sheet(Merged(one.id, other.id, moved, one.aircraft - moved, ready), "WT-11.13", ship)


def _alike(ship: Vessel, one: Squadron, other: Squadron) -> bool:
    """WT-11.13: two squadrons of the same type aboard the same carrier."""
    aboard = all(each.place == "aboard" and each.home == ship.id for each in (one, other))
    return aboard and one.id != other.id and one.kind == other.kind != "R"


def _forget(scratch: TurnScratch) -> None:
    """Section 6.2: an aim ends when nothing that it names is left in play; the squadron then has none."""
    for squadron in scratch.state.squadrons.values():
        if squadron.place != "gone" and squadron.standing and _pointless(scratch, squadron):
            why = _what_became(scratch, squadron, scratch.aims.get(squadron.id))
            scratch.own(OrderLapsed(squadron.id, squadron.standing[0], why), "WT-11.15", squadron)
            drop_aim(scratch, squadron, "WT-11.15")


def _pointless(scratch: TurnScratch, squadron: Squadron) -> bool:
    """An escort waits for its charge as long as that exists, in the air or not."""
    aim = scratch.aims.get(squadron.id)
    if isinstance(aim, Escort):
        charge = scratch.state.squadrons.get(aim.squadron)
        return charge is None or charge.place == "gone"
    return not in_play(scratch.state, squadron, aim)


def _what_became(scratch: TurnScratch, squadron: Squadron, aim: Aim | None) -> str:
    """Why nothing that an aim names is in play, as far as the squadron's side can see it."""
    if isinstance(aim, Strike | Spotting):
        names = aim.targets if isinstance(aim, Strike) else (aim.target,)
        return "; ".join(_of_ship(scratch, name) for name in names)
    if isinstance(aim, Escort | Intercept):
        names = aim.squadrons if isinstance(aim, Intercept) else (aim.squadron,)
        return "; ".join(f"{name} {'was shot down' if name in scratch.downed else 'is not in the air'}" for name in names)
    return f"{squadron.carrier} is out of play"


def _of_ship(scratch: TurnScratch, name: str) -> str:
    """WT-23.4: below the surface it cannot be seen what has become of her."""
    ship = scratch.state.ships.get(name)
    if ship and ship.visible and not ship.afloat:
        return f"{name} is sunk" if ship.fate == "lost" else f"{name} has broken contact"
    return f"{name} is out of sight"


def drop_aim(scratch: TurnScratch, squadron: Squadron, rule: str) -> None:
    """The aim is done: it is no longer in force."""
    if squadron.standing:
        scratch.own(OrdersStood(squadron.id, squadron.side, []), rule, squadron)
