"""Who is fired at with what: batteries, arcs, and the gun salvos of a ship (chapter WT-7, section 6.1).

Receipts and bots ask of batteries and arcs, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from events.wet_thrust.sailing import OrderLapsed
from pbem.core.geometry.tabletop import Spot, distance, relative, sectors_at, together
from pbem.games.wet_thrust.language.words import order_text
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.order_parts import ALL, MAIN
from pbem.games.wet_thrust.model.orders import Fire, Priority
from pbem.games.wet_thrust.model.scs import GUN_CLASSES
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import in_range
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Vessel

BELOW = "she is below the surface"
NO_CONTROL = "no fire control works"
NOT_SEEN = "there is no such target in sight"
BARRED = "so sharp a turn bars her main guns"


class Salvo(NamedTuple):
    """All guns of one ship at one target in one turn, in sheet order."""

    batteries: list[str]
    target: Vessel


# ---------------------------------------------------------------- batteries, arcs, ranges


def batteries(sheet: Sheet, words: Collection[str]) -> list[str]:
    """Working batteries that the words of a FIRE order mean, in sheet order: ALL, MAIN, a class, an id; no words are ALL."""
    main = sheet.printed.main
    meant = {main if word == MAIN else word for word in words or (ALL,)}
    return [gun for gun in sheet.working(*GUN_CLASSES) if ALL in meant or gun[0] in meant or gun in meant]


def bears_on(ship: Vessel, spot: Spot, mount: str) -> bool:
    """Does one of her mounts bear?"""
    return bool(bearing_on(ship, spot, (mount,)))


def bearing_on(ship: Vessel, spot: Spot, mounts: Iterable[str]) -> list[str]:
    """WT-1.4: the lines of an arc belong to it; right on top of the target every mount bears."""
    mounts = list(mounts)
    if not mounts or together(ship.at, spot):
        return mounts
    arcs, there = ship.printed.arcs, sectors_at(relative(ship.at, ship.course, spot))
    return [mount for mount in mounts if not there.isdisjoint(arcs[mount])]


def reaching(ship: Vessel, target_at: Spot, ids: Iterable[str]) -> list[str]:
    """WT-7.4: the batteries that bear, have a die at the range (WT-1.3) and are not barred (WT-4.4).

    WT-1.7: ships and smoke in between stop nothing.
    """
    away = distance(ship.at, target_at)
    barred = ship.printed.main if ship.sheet.barred else ""
    return bearing_on(ship, target_at, [gun for gun in in_range(ids, away) if gun[0] != barred])


def targets(state: State, side: str) -> list[Vessel]:
    """WT-7.4: what a side's guns may be fired at, in unit order, as long as there is a box to mark (WT-7.5).

    WT-19.4: a submarine at periscope depth only when detected this turn, a deep one never.
    """
    return [
        foe
        for foe in state.afloat(state.enemy(side))
        if foe.sheet.unmarked > 0 and (foe.visible or (foe.mode == "periscope" and state.seen_as(foe)))
    ]


# ---------------------------------------------------------------- the salvos of a ship


def assign(scratch: TurnScratch, ship: Vessel) -> list[Salvo]:
    """The gun salvos of a ship now, all chosen before the first is fired. FIRE orders go before HOLD, that before AT WILL."""
    orders = scratch.orders_of(ship)
    if orders.fire:
        return _ordered(scratch, ship, orders.fire)
    if orders.hold or not ship.visible:
        return []
    near = _near(scratch.state, ship)
    found = _at_will(scratch.state, ship, near, orders.priority) if near else []
    if near and not found:
        scratch.own(OrderLapsed(ship.id, "FIRE AT WILL", _silent(ship, near)), "WT-7.4", ship)
    return found


def _near(state: State, ship: Vessel) -> list[Salvo]:
    """All enemies within the range of her guns, in unit order, with the batteries that are not too far off."""
    guns = batteries(ship.sheet, ())
    return [Salvo(able, foe) for foe in targets(state, ship.side) if (able := in_range(guns, distance(ship.at, foe.at)))]


def _silent(ship: Vessel, near: Sequence[Salvo]) -> str:
    """Why a ship that fires at will does not, though enemies are within the range of her guns."""
    if not ship.sheet.controls:
        return NO_CONTROL
    bearing = any(bearing_on(ship, each.target.at, each.batteries) for each in near)
    return BARRED if bearing else "no gun bears on an enemy within its range"


def _ordered(scratch: TurnScratch, ship: Vessel, fire: Sequence[Fire]) -> list[Salvo]:
    """WT-7.3: a battery fires once; orders that come to the same target make one salvo. A group without a target is silent."""
    groups: dict[str, list[str]] = {}
    foes = {scratch.state.seen_as(foe): foe for foe in targets(scratch.state, ship.side)} if ship.visible else {}
    for order in fire:
        used = {gun for group in groups.values() for gun in group}
        free = [gun for gun in batteries(ship.sheet, order.batteries) if gun not in used]
        found = _first(ship, [foes[name] for name in order.targets if name in foes], free)
        if found is None:
            why = _lapse(scratch.state, ship, order, free, foes)
            scratch.own(OrderLapsed(ship.id, order_text(order), why), "WT-7.5", ship)
        elif why := _control(ship, found.target, groups):
            scratch.own(OrderLapsed(ship.id, order_text(order), why), "WT-7.2", ship)
        else:
            groups.setdefault(found.target.id, []).extend(found.batteries)
    return _salvos(scratch.state, ship, groups)


def _first(ship: Vessel, named: Iterable[Vessel], guns: Sequence[str]) -> Salvo | None:
    """WT-7.5: the first target named that one of these guns can reach, and those that do."""
    return next((Salvo(able, foe) for foe in named if (able := reaching(ship, foe.at, guns))), None)


def _control(ship: Vessel, target: Vessel, engaged: Collection[str]) -> str:
    """WT-7.2: as many different targets as there are working fire controls; why this one is too many, or ""."""
    if target.id in engaged or len(engaged) < ship.sheet.controls:
        return ""
    return f"only {ship.sheet.controls} of her fire controls work" if ship.sheet.controls else NO_CONTROL


def _lapse(state: State, ship: Vessel, order: Fire, guns: Sequence[str], foes: Collection[str]) -> str:
    """Why a FIRE order found no target among the enemies that may be fired at."""
    if not ship.visible:
        return BELOW
    if not guns:
        return "none of these guns can fire"
    if not any(name in foes for name in order.targets):
        return out_of_reach(state, ship, order.targets)
    if ship.sheet.barred and all(gun[0] == ship.printed.main for gun in guns):
        return BARRED
    return "none of these guns bears within its range"


def out_of_reach(state: State, ship: Vessel, names: Sequence[str]) -> str:
    """Why none of the enemies named may be fired at: one in sight without a box left is to sink in step 5.4."""
    for name in names:
        if foe := state.known_as(name, ship.side):
            return f"{name} is going down already" if foe.sheet.unmarked <= 0 else f"{name} is too deep"
    return NOT_SEEN


def _salvos(state: State, ship: Vessel, groups: dict[str, list[str]]) -> list[Salvo]:
    """As salvos, the batteries of each in sheet order."""
    order = ship.printed.all_systems.index
    return [Salvo(sorted(guns, key=order), state.ships[target]) for target, guns in groups.items()]


# ---------------------------------------------------------------- at will (section 6.1)


def _at_will(state: State, ship: Vessel, near: Sequence[Salvo], priority: Sequence[Priority]) -> list[Salvo]:
    """All that reach the primary target fire at it, each other battery at the nearest target it reaches (WT-7.2 permitting)."""
    reach = {foe.id: able for guns, foe in near if (able := reaching(ship, foe.at, guns))}
    if not reach or not ship.sheet.controls:
        return []
    candidates = sorted((state.ships[id] for id in reach), key=lambda foe: distance(ship.at, foe.at))
    primary = _kept(state, ship, candidates) or _preferred(state, candidates, priority)
    groups = {primary.id: list(reach[primary.id])}
    for gun in batteries(ship.sheet, ()):
        nearest = next((foe.id for foe in candidates if gun in reach[foe.id]), "")
        if gun not in reach[primary.id] and (nearest in groups or (nearest and len(groups) < ship.sheet.controls)):
            groups.setdefault(nearest, []).append(gun)
    return _salvos(state, ship, groups)


def _kept(state: State, ship: Vessel, candidates: Sequence[Vessel]) -> Vessel | None:
    """The target of her first salvo last turn, if it still is one."""
    last = next((name for name, shot in ship.ladder.items() if shot.turn == state.turn - 1), "")
    return next((foe for foe in candidates if state.seen_as(foe) == last), None)


def _preferred(state: State, nearest_first: Sequence[Vessel], priority: Sequence[Priority]) -> Vessel:
    """The first word of the priority that any target answers to; without one, the nearest."""
    for word in priority:
        if word == "WEAKEST":
            return min(nearest_first, key=lambda foe: boxes_seen(state, foe))
        if found := [foe for foe in nearest_first if word in ("NEAREST", foe.printed.type)]:
            return found[0]
    return nearest_first[0]


def boxes_seen(state: State, foe: Vessel) -> int:
    """WT-23.2: boxes that a vessel has left as far as her enemies know: those of her class less the points scored on her."""
    if foe.visible:
        return foe.printed.boxes - foe.scored
    contact = state.contacts[state.enemy(foe.side)][state.seen_as(foe)]
    return foe.printed.boxes - contact.scored
