"""Section 3 step 0, STG-SEA: the seats' sheets become the orders of each vessel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from events.stingray.orders import OrdersTaken, StandingChanged
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray.language.lines import head, order_text, read_lines
from pbem.games.stingray.model.orders import (
    CAPTAINS,
    ITEMS,
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
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import MK61
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.demand import asked_for, most_wanted, supply
from pbem.games.stingray.rules.legal import lowest_unarmed, refusal

CAPTAIN, COPILOT, EITHER = "Captain", "Co-Pilot", ""
SEVERAL = (Launch, Decoy, Aim, Prep, Message)
"""Orders of which a seat may give more than one of a kind; of the others the last counts."""
LISTS = {Launch: "launches", Decoy: "decoys", Aim: "aims", Steer: "steers", Load: "loads", Code: "codes", Message: "messages"}
WHICH = {Launch: "launcher", Load: "tube", Code: "mine", Steer: "missile"}
"""Of orders of which there may be one for each of these."""
ELSEWHERE = (Arming, Loadout, Spy, Pass)
"""Carried out at set-up or by the spies, or nothing."""
ALIKE = {"LAUNCH": "of one tube ", "LOAD": "of one tube ", "MINE": "for one mine ", "STEER": "for one missile "}
"""What two orders must share beside their kind."""
LESS = ("POWER", "BATTERY")
"""Kinds that hold down what there is to be spent."""
FIRST = (Over, Aim, Prep)
"""Looked at before the orders whose legality depends on them."""


@dataclass
class Merged:
    """The orders of a vessel: those in force, as a record, and what its crew is told about the others."""

    orders: VesselOrders = field(default_factory=VesselOrders)
    standing: list[Order] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def lock_orders(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> dict[str, VesselOrders]:
    """Step 0 for every vessel in play. STG-CRW.3: a dead crew takes no orders."""
    take_standing(turn, sheets)
    return {vessel.id: _take(turn, vessel, sheets) for vessel in turn.state.afloat() if not vessel.crew_dead}


def take_standing(turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
    """Standing orders stay until cancelled: each seat's list as its sheet has it now, in the lines of a sheet."""
    for vessel in turn.state.afloat():
        for seat in vessel.seats:
            if seat in sheets and not vessel.crew_dead:
                orders = [order_text(order) for order in lines_of(vessel, sheets, seat) if isinstance(order, Standing)]
                if orders != vessel.standing.get(seat, []):
                    turn.emit(StandingChanged(vessel.id, seat, orders), "STG-SEA.1", vessel.crew)


def _take(turn: Turn[State], vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> VesselOrders:
    found = merge(turn.state, vessel, sheets)
    taken = OrdersTaken(vessel.id, [order_text(order) for order in found.standing], found.remarks)
    turn.emit(taken, "STG-SEA.2" if vessel.copilot else "STG-SEQ.1", vessel.crew)
    return found.orders


# ---------------------------------------------------------------- kinds and owners


def kind(order: Order) -> str:
    """What two orders must share to be of one kind (STG-SEA.2): its head, and where there are several, which."""
    if isinstance(order, Over):
        return "MOVE"
    which = WHICH.get(type(order))
    return f"{head(order)} {getattr(order, which)}".strip() if which else head(order)


def owner(order: Order) -> str:
    """STG-SEA.1."""
    if isinstance(order, Message | Pass):
        return EITHER
    return CAPTAIN if isinstance(order, CAPTAINS) else COPILOT


# ---------------------------------------------------------------- what each seat says


def lines_of(vessel: Vessel, sheets: Mapping[str, OrderSheet], seat: str) -> Sequence[Order | Standing]:
    """What a seat has filed for a vessel."""
    sheet = sheets.get(seat)
    return read_lines(tuple(sheet.units.get(vessel.id, ()))) if sheet else ()


def _filed(vessel: Vessel, sheets: Mapping[str, OrderSheet], seat: str) -> bool:
    """Has a seat ordered anything for this move? Standing orders alone are silence."""
    return any(not isinstance(order, Standing) for order in lines_of(vessel, sheets, seat))


def _said(vessel: Vessel, sheets: Mapping[str, OrderSheet], seat: str) -> list[Order]:
    """A seat's orders of this move; its standing ones run unless it gives one of the same kind."""
    lines = lines_of(vessel, sheets, seat)
    now = [(kind(line), line) for line in lines if not isinstance(line, Standing)]
    always = [(kind(line.order), line.order) for line in lines if isinstance(line, Standing)]
    kinds = dict(now)
    found = now + [each for each in always if each[0] not in kinds]
    last = {(name, type(order)): order for name, order in found}
    return [order for name, order in found if isinstance(order, SEVERAL) or last[name, type(order)] is order]


def _roles(vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> dict[str, list[Order]]:
    """What is said by whom aboard."""
    said = {CAPTAIN: _said(vessel, sheets, vessel.captain)}
    if vessel.copilot:
        said[COPILOT] = _said(vessel, sheets, vessel.copilot)
    return said


def _overruled(said: Mapping[str, list[Order]], role: str, order: Order) -> bool:
    """STG-SEA.2: the owner's order of a kind prevails; the other's is used only if they give none."""
    whose = owner(order)
    if whose in (EITHER, role) or whose not in said:
        return False
    return any(kind(order) == kind(own) and owner(own) == whose for own in said[whose])


# ---------------------------------------------------------------- what the vessel does


def merge(state: State, vessel: Vessel, sheets: Mapping[str, OrderSheet]) -> Merged:
    """STG-SEA.2: the seats' orders merged; what is illegal by now is left out (table 5.2)."""
    found = Merged()
    said = _roles(vessel, sheets)
    merged: list[Order] = []
    for role, orders in said.items():
        for order in orders:
            if vessel.copilot and _overruled(said, role, order):
                found.remarks.append(f"{order_text(order)}: the {owner(order)}'s order stands")
            elif not isinstance(order, ELSEWHERE):
                merged.append(order)
    merged += _preparations(vessel, sheets, merged, found)
    in_turn = sorted(merged, key=lambda order: not isinstance(order, FIRST))
    legal = {id(order) for order in in_turn if _admit(state, vessel, order, found)}
    found.standing = [order for order in merged if id(order) in legal]
    return found


def _preparations(vessel: Vessel, sheets: Mapping[str, OrderSheet], merged: list[Order], found: Merged) -> Iterator[Order]:
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


def _admit(state: State, vessel: Vessel, order: Order, found: Merged) -> bool:
    """Enter an order into the record, or say why not."""
    why = refusal(state, vessel, order, found.orders)
    if why:
        found.remarks.append(f"{order_text(order)}: {why}")
        return False
    _enter(vessel, order, found.orders)
    return True


def _enter(vessel: Vessel, order: Order, orders: VesselOrders) -> None:
    """The defaults of section 6 apply where nothing is entered: plant at its maximum, LIFE on, COMMS and NAV off."""
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
    """STG-SEA.3: how the orders of two seats go together, for each of them: by kind, and never what the other wrote."""
    vessels = [vessel for vessel in state.of_seat(seat) if vessel.copilot and not vessel.crew_dead]
    if state.setting_up or state.over:
        return []
    return [f"{vessel.id}: {sentence}" for vessel in vessels for sentence in _together(state, vessel, sheets, seat)]


def _together(state: State, vessel: Vessel, sheets: Mapping[str, OrderSheet], seat: str) -> Iterator[str]:
    """Made of a seat's own orders, the kinds that the other one orders, and the vessel, and of nothing else: nobody can find
    out by filing again and again how much, where or at whom the other has ordered.
    """
    said = _roles(vessel, sheets)
    owners = {_sort(order): owner(order) for orders in said.values() for order in orders if owner(order) != EITHER}
    sorts = {role: {_sort(order) for order in orders} for role, orders in said.items()}
    for name, whose in owners.items():
        if all(name in found for found in sorts.values()):
            yield f"{name} is ordered by both of you: {ALIKE.get(name, '')}the {whose}'s stands."
    if all(_filed(vessel, sheets, each) for each in vessel.seats):
        own, other = (CAPTAIN, COPILOT) if seat == vessel.captain else (COPILOT, CAPTAIN)
        yield from _short_of_power(state, vessel, said[own], sorts[other])
        yield from _at_odds(vessel, sorts[CAPTAIN], sorts[COPILOT])


def _sort(order: Order) -> str:
    """The kind of an order without tube, mine or missile: as much as the other seat may know of it."""
    return kind(order).split()[0]


def _short_of_power(state: State, vessel: Vessel, own: list[Order], other: set[str]) -> Iterator[str]:
    """STG-POW.6: a seat's own orders, and the most that orders of the other's kinds can cost or leave unspent."""
    costs = asked_for(own)
    most = most_wanted(state, vessel)
    total = sum(most[item] if item in other else costs.get(item, 0) for item in ITEMS)
    kinds = [name for name in (*LESS, *ITEMS) if name in {*map(_sort, own), *other}]
    of_both = other.intersection(kinds) and any(_sort(order) in kinds for order in own)
    if of_both and (other.intersection(LESS) or total > sum(supply(vessel, own))):
        yield f"Together your orders may ask for more APU than there are ({', '.join(kinds)}): by priority some go without."


def _at_odds(vessel: Vessel, captain: set[str], copilot: set[str]) -> Iterator[str]:
    """Where one seat's order decides what becomes of the other's."""
    tubes = [tube for tube in vessel.launchers.values() if tube.load == MK61]
    if "MOVE" in captain and "ENGINES" in copilot:
        yield "MOVE and ENGINES are both ordered: if ENGINES pays for fewer hexes, the plan is cut."
    if "LAUNCH" in captain and "PREP" not in captain | copilot and not all(tube.armed for tube in tubes):
        yield "LAUNCH is ordered and PREP is not: a Mk61 that is not armed will not be launched."
    if "LAUNCH" in captain and "AIM" in copilot and tubes:
        yield "LAUNCH and AIM are both ordered: AIM names the target of a Mk61."
