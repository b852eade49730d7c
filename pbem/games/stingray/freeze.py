"""Section 3 step 0, STG-SEA: the seats' sheets become the orders of each vessel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from events.stingray.orders import OrdersTaken, StandingChanged
from pbem.core.game import Turn
from pbem.core.orders import OrderSheet
from pbem.games.stingray.grammar import read_lines
from pbem.games.stingray.legal import lowest_unarmed, refusal
from pbem.games.stingray.orders import (
    CAPTAINS,
    Aim,
    Arming,
    Code,
    Decoy,
    Launch,
    Leap,
    Load,
    Loadout,
    Message,
    Order,
    Over,
    Pass,
    Plan,
    Prep,
    Priority,
    Ram,
    Reload,
    Repair,
    Scan,
    Setting,
    Spy,
    Standing,
    Steer,
    Switch,
    VesselOrders,
)
from pbem.games.stingray.plan import clamp, default_plan, plan_speed
from pbem.games.stingray.power import allocation, in_words
from pbem.games.stingray.state import State, Vessel
from pbem.games.stingray.tables import MK61
from pbem.games.stingray.words import head, order_text

CAPTAIN, COPILOT, EITHER = "Captain", "Co-Pilot", ""
SEVERAL = (Launch, Decoy, Aim, Prep, Message)
"""Orders of which a seat may give more than one of a kind; of the others the last counts."""
LISTS = {Launch: "launches", Decoy: "decoys", Aim: "aims", Steer: "steers", Load: "loads", Code: "codes", Message: "messages"}
ELSEWHERE = (Arming, Loadout, Spy, Pass)
"""Carried out at set-up or by the spies, or nothing."""
FIRST = (Over, Aim, Prep)
"""Looked at before the orders whose legality depends on them."""


@dataclass
class Muster:
    """The orders of a vessel: those that stand, as a record, and what its crew is told about the others."""

    orders: VesselOrders = field(default_factory=VesselOrders)
    standing: list[Order] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def freeze(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> dict[str, VesselOrders]:
    """Step 0 for every vessel in play. STG-CRW.3: a dead crew takes no orders."""
    take_standing(turn, sheets)
    return {vessel.id: _take(turn, vessel, sheets) for vessel in turn.state.afloat() if not vessel.crew_dead}


def take_standing(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """Standing orders stay until cancelled: each seat's list as its sheet has it now, in the lines of a sheet."""
    for vessel in turn.state.afloat():
        for seat in vessel.seats:
            if seat in sheets and not vessel.crew_dead:
                orders = [order_text(order) for order in _read(vessel, sheets, seat) if isinstance(order, Standing)]
                if orders != vessel.standing.get(seat, []):
                    turn.emit(StandingChanged(vessel.id, seat, orders), "STG-SEA.1", vessel.crew)


def _take(turn: Turn[State], vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> VesselOrders:
    found = muster(turn.state, vessel, sheets)
    taken = OrdersTaken(vessel.id, [order_text(order) for order in found.standing], found.remarks)
    turn.emit(taken, "STG-SEA.2" if vessel.copilot else "STG-SEQ.1", vessel.crew)
    return found.orders


# ---------------------------------------------------------------- kinds and owners


def kind(order: Order) -> str:
    """What two orders must share to be of one kind (STG-SEA.2): its head, and where there are several, which."""
    match order:
        case Plan() | Over():
            return "MOVE"
        case Launch(launcher=which) | Load(tube=which):
            return f"{head(order)} {which}".strip()
        case Code(mine=which) | Steer(missile=which):
            return f"{head(order)} {which}"
        case _:
            return head(order)


def owner(order: Order) -> str:
    """STG-SEA.1."""
    if isinstance(order, Message | Pass):
        return EITHER
    return CAPTAIN if isinstance(order, CAPTAINS) else COPILOT


# ---------------------------------------------------------------- what each seat says


def _read(vessel: Vessel, sheets: Mapping[str, OrderSheet], seat: str) -> list[Order | Standing]:
    sheet = sheets.get(seat)
    return read_lines(tuple(sheet.units.get(vessel.id, ()))) if sheet else []


def _filed(vessel: Vessel, sheets: Mapping[str, OrderSheet], seat: str) -> bool:
    """Has a seat ordered anything for this move? Standing orders alone are silence."""
    return any(not isinstance(order, Standing) for order in _read(vessel, sheets, seat))


def _said(vessel: Vessel, sheets: Mapping[str, OrderSheet], seat: str) -> list[Order]:
    """A seat's orders of this move; its standing ones run unless it gives one of the same kind."""
    lines = _read(vessel, sheets, seat)
    now = [line for line in lines if not isinstance(line, Standing)]
    kinds = {kind(order) for order in now}
    orders = now + [line.order for line in lines if isinstance(line, Standing) and kind(line.order) not in kinds]
    last = {(kind(order), type(order)): order for order in orders}
    return [o for o in orders if isinstance(o, SEVERAL) or last[kind(o), type(o)] is o]


def _roles(vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> dict[str, list[Order]]:
    """What is said by whom aboard."""
    said = {CAPTAIN: _said(vessel, sheets, vessel.captain)}
    if vessel.copilot:
        said[COPILOT] = _said(vessel, sheets, vessel.copilot)
    return said


def _overruled(said: Mapping[str, list[Order]], role: str, order: Order) -> bool:
    """STG-SEA.2: the owner's order of a kind prevails; the other's is used only if he gives none."""
    whose = owner(order)
    if whose in (EITHER, role) or whose not in said:
        return False
    return any(kind(order) == kind(own) and owner(own) == whose for own in said[whose])


# ---------------------------------------------------------------- what the vessel does


def muster(state: State, vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> Muster:
    """STG-SEA.2: the seats' orders merged; what is illegal by now is left out (table 5.2)."""
    found = Muster()
    said = _roles(vessel, sheets)
    merged: list[Order] = []
    for role, orders in said.items():
        for order in orders:
            if _overruled(said, role, order):
                found.remarks.append(f"{order_text(order)}: the {owner(order)}'s order stands")
            elif not isinstance(order, ELSEWHERE):
                merged.append(order)
    merged += _preparations(vessel, sheets, merged, found)
    legal = [order for order in sorted(merged, key=lambda o: not isinstance(o, FIRST)) if _admit(state, vessel, order, found)]
    found.standing = [order for order in merged if any(order is kept for kept in legal)]
    return found


def _preparations(vessel: Vessel, sheets: Mapping[str, OrderSheet], merged: list[Order], found: Muster) -> Iterator[Order]:
    """Section 6: if the Co-Pilot is silent, the Captain's launch of an unarmed Mk61 brings its PREP with it."""
    if not vessel.copilot or _filed(vessel, sheets, vessel.copilot):
        return
    for tube in _unprepared(vessel, merged):
        found.remarks.append(f"PREP STING {tube} is added: the Co-Pilot is silent")
        yield Prep(tube)


def _unprepared(vessel: Vessel, orders: list[Order]) -> list[str]:
    """Tubes with an unarmed Mk61 that is to be launched and for which no PREP is given."""
    launched = {order.launcher for order in orders if isinstance(order, Launch)}
    prepared = {order.tube for order in orders if isinstance(order, Prep)}
    unarmed = [name for name, tube in vessel.launchers.items() if tube.load == MK61 and not tube.armed]
    if "" in prepared:
        prepared.update(unarmed[:1])
    return [name for name in unarmed if name in launched and name not in prepared]


def _admit(state: State, vessel: Vessel, order: Order, found: Muster) -> bool:
    """Enter an order into the record, or say why not."""
    why = refusal(state, vessel, order, found.orders)
    if why:
        found.remarks.append(f"{order_text(order)}: {why}")
        return False
    _enter(vessel, order, found.orders)
    return True


def _enter(vessel: Vessel, order: Order, orders: VesselOrders) -> None:
    """The defaults of section 6 stand where nothing is entered: plant at its maximum, LIFE on, COMMS and NAV off."""
    if type(order) in LISTS:
        getattr(orders, LISTS[type(order)]).append(order)
        return
    match order:
        case Plan():
            orders.plan = order
        case Over():
            orders.over = True
        case Leap():
            orders.leap = order
        case Ram(target=target):
            orders.ram = target
        case _:
            _enter_copilots(vessel, order, orders)


def _enter_copilots(vessel: Vessel, order: Order, orders: VesselOrders) -> None:
    match order:
        case Prep(tube=tube):
            orders.preps.append(tube or lowest_unarmed(vessel, orders))
        case Reload(nostril=nostril):
            orders.reload_off = nostril == "OFF"
        case Setting(what=what, number=number):
            setattr(orders, what.lower(), number)
        case Switch(what=gear, on=on):
            setattr(orders, gear.lower(), on)
        case Scan():
            orders.scan = order
        case Repair():
            orders.repair = order
        case Priority(items=items):
            orders.priority = items


# ---------------------------------------------------------------- before the deadline


def remarks(state: State, sheets: Mapping[str, OrderSheet], seat: str) -> list[str]:
    """STG-SEA.3: how the orders of two seats go together, for both alike: by kind, and never what the other wrote."""
    vessels = [vessel for vessel in state.of_seat(seat) if vessel.copilot and not vessel.crew_dead]
    if state.setting_up or state.over:
        return []
    return [f"{vessel.id}: {sentence}" for vessel in vessels for sentence in _together(state, vessel, sheets)]


def _together(state: State, vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> Iterator[str]:
    said = _roles(vessel, sheets)
    owners = {kind(order): owner(order) for orders in said.values() for order in orders if owner(order) != EITHER}
    for name, whose in owners.items():
        if all(any(kind(order) == name for order in orders) for orders in said.values()):
            yield f"{name} is ordered by both of you: the {whose}'s stands."
    if not all(_filed(vessel, sheets, seat) for seat in vessel.seats):
        return
    found = muster(state, vessel, sheets)
    yield from _short_of_power(state, vessel, found.orders)
    for tube in _unprepared(vessel, found.standing):
        yield f"LAUNCH {tube} is for a Mk61 that is not armed, and there is no PREP for it: it will not be launched."
    yield from _aimed(vessel, found.orders)


def _short_of_power(state: State, vessel: Vessel, orders: VesselOrders) -> Iterator[str]:
    """STG-POW.6, STG-POW.7, on paper."""
    move, options = state.next_move, state.options
    plan = clamp(vessel, orders.plan, move, options).plan if orders.plan else default_plan(vessel, state)
    found = allocation(vessel, replace(orders, plan=plan), move, options)
    moving = sum(want.item == "MOVE" for want in found.funded + found.dropped)
    if moving < plan_speed(vessel.vessel_class, plan):
        yield "ENGINES pays for fewer hexes than the movement plan has: the plan will be cut."
    without = in_words(replace(found, dropped=[want for want in found.dropped if want not in found.unarmed]))
    if without:
        asked = f"Together your orders ask for {found.asked} APU; {found.available} are there."
        yield f"{asked} By priority these go without: {', '.join(without)}."


def _aimed(vessel: Vessel, orders: VesselOrders) -> Iterator[str]:
    """STG-M61.2: the Co-Pilot's AIM wins."""
    for launch in orders.launches:
        aims = {aim.target for aim in orders.aims if aim.tube in ("", launch.launcher)}
        if vessel.launchers[launch.launcher].load == MK61 and launch.target and aims - {launch.target}:
            yield f"AIM names another target than LAUNCH {launch.launcher}: AIM stands."
