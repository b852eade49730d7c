"""SN-10 and SN-12: the Engine phase. Shields, ISDs and speed in two opportunities, energy between them, statuses last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from events.star_navy.battle import Status
from events.star_navy.engine import EnergyMoved, IsdActivated, ShieldsRaised, SpeedChanged, StatusAdvanced
from events.star_navy.orders import OrderLapsed
from pbem.core.game.turn import Turn
from pbem.games.star_navy.language.stored import stored_engine, stored_jump
from pbem.games.star_navy.model.orders import ENGINE_ITEM, EngineItem, Isd, Jump, Keep, Nothing, Shields, Speed, SpeedBy
from pbem.games.star_navy.model.ships import ACTIVE, READY, RECOVER, Section, Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import PRIORITY
from pbem.games.star_navy.rules import jump
from pbem.games.star_navy.rules.command import lapse, split

MAX_SPEED = 6
ALL_SHIELDS = EngineItem(Shields("ALL"))
ALL_ISDS = EngineItem(Isd())
NEXT_STATUS: dict[Status, Status] = {ACTIVE: RECOVER, RECOVER: READY, READY: READY}


@dataclass
class Plans:
    """What is settled at the start of the phase: jumps, jumps given up, and whose ISDs were READY (SN-10.7)."""

    jumps: dict[str, Jump] = field(default_factory=dict)
    given_up: set[str] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)


def engine_phase(turn: Turn[State]) -> None:
    """SN-10.1: steps P1 to P7, each by all ships before the next; only at the end of turn 6."""
    turn.phase("Engine")
    plans = opportunities(turn)
    if plans.jumps:
        jump.travel(turn, plans.jumps)
    advance(turn)


def opportunities(turn: Turn[State]) -> Plans:
    """P1 to P5, in which no dice are rolled: both opportunities, and the energy between them."""
    plans = _plan(turn)
    for ship in turn.state.living():
        _opportunity(turn, ship, "E1", plans)
    for ship in turn.state.living():
        _move_energy(turn, ship)
    for ship in turn.state.living():
        _opportunity(turn, ship, "E2", plans)
    return plans


def advance(turn: Turn[State]) -> None:
    """P7: statuses and thrusters."""
    turn.phase("Status")
    for ship in turn.state.living():
        _advance(turn, ship)


def _plan(turn: Turn[State]) -> Plans:
    """SN-15.5: the conditions of a JUMP are judged at the start of P1."""
    plans = Plans()
    for ship in turn.state.living():
        if ship.console.isd_status == READY:
            plans.ready.add(ship.id)
        text = ship.stored.slots.get("JUMP")
        if text is None:
            continue
        order = stored_jump(text)
        if why := lapse(turn.state, ship, order.conditions):
            plans.given_up.add(ship.id)
            turn.emit(OrderLapsed(ship.id, "JUMP", f"JUMP {text}", why), "SN-15.13", ship.side)
        else:
            plans.jumps[ship.id] = order
    return plans


def _move_energy(turn: Turn[State], ship: Ship) -> None:
    """SN-10.2: capacitors lose all (P2), what the engines still hold fills them (P3), the engines are filled (P4)."""
    console, audience = ship.console, turn.state.console_audience(ship)
    kept, left = min(console.engine_energy, console.capacitors), console.engine_energy
    if lost := console.capacitor_energy:
        turn.emit(EnergyMoved(ship.id, 0, left, "P2", 0, lost), "SN-10.2", audience)
    if left:
        turn.emit(EnergyMoved(ship.id, kept, 0, "P3", kept, left - kept), "SN-10.2", audience)
    if console.engines:
        turn.emit(EnergyMoved(ship.id, kept, console.engines, "P4", console.engines), "SN-10.2", audience)


def _advance(turn: Turn[State], ship: Ship) -> None:
    """P7. SN-12.1: ACTIVE, RECOVER, READY; SN-12.2: used thrusters are free again, active shields untouched."""
    console = ship.console
    before = {name: section.status for name, section in console.sections.items()}
    statuses = {console.isd_status, console.marine_status, *before.values()}
    if not (console.thrusters_used or console.speed_steps or statuses != {READY}):
        return
    after = {name: NEXT_STATUS[status] for name, status in before.items()}
    event = StatusAdvanced(ship.id, after, NEXT_STATUS[console.isd_status], NEXT_STATUS[console.marine_status])
    turn.emit(event, "SN-12.1", turn.state.console_audience(ship))


# ---------------------------------------------------------------- an opportunity


@dataclass
class Opportunity:
    """SN-10.3: E1 or E2 of one ship. `reserve` is what KEEP holds back: of the engines in E1, of all energy in E2."""

    turn: Turn[State]
    ship: Ship
    slot: str
    plans: Plans
    reserve: int
    speed_at_start: int
    default: bool
    shields: int = 0
    isds: int = 0

    @property
    def budget(self) -> int:
        """Energy that may still be spent."""
        console = self.ship.console
        if self.slot == "E1":
            return console.capacitor_energy + max(0, console.engine_energy - self.reserve)
        return max(0, console.energy - self.reserve)

    @property
    def short_of_energy(self) -> str:
        """Why nothing more can be paid: what KEEP holds back, else what little there is."""
        energy = self.ship.console.energy
        held = energy - self.budget
        if held:
            return f"KEEP {self.reserve} holds back {'' if held == energy else f'{held} of '}the {energy} energy left"
        return f"only {energy} energy left" if energy else "no energy"

    @property
    def console_audience(self) -> str:
        return self.turn.state.console_audience(self.ship)

    def lapsed(self, item: EngineItem, why: str) -> None:
        """SN-15.9. What a default order could not do is no news."""
        if not self.default:
            event = OrderLapsed(self.ship.id, self.slot, ENGINE_ITEM.write(item), why)
            self.turn.emit(event, "SN-15.9", self.ship.side)


def _opportunity(turn: Turn[State], ship: Ship, slot: str, plans: Plans) -> None:
    """SN-10.4, SN-10.11: the orders in the order written, each as far as it goes; conditions are judged first (SN-15.5)."""
    text = ship.stored.slots.get(slot)
    items = stored_engine(text) if text is not None else (ALL_SHIELDS,)
    given = Opportunity(turn, ship, slot, plans, 0, ship.console.speed, text is None)
    holding = [item for item in items if _holds(given, item)]
    given.reserve = _reserve(ship, slot, text is None, holding)
    if slot == "E2" and ship.id in plans.jumps and not _orders_isds(ship):
        _activate_for_jump(given)
    for item in holding:
        _execute(given, item)


def _holds(given: Opportunity, item: EngineItem) -> bool:
    why = lapse(given.turn.state, given.ship, item.conditions)
    if why:
        given.lapsed(item, why)
    return not why


def _reserve(ship: Ship, slot: str, default: bool, items: Iterable[EngineItem]) -> int:
    """KEEP, wherever it is written; SN-15.11: without an E1 order only the capacitors pay."""
    if default and slot == "E1":
        return ship.console.engine_energy
    return max((item.order.number for item in items if isinstance(item.order, Keep)), default=0)


def _execute(given: Opportunity, item: EngineItem) -> None:
    match item.order:
        case Shields():
            _raise_shields(given, item, item.order)
        case Isd(number):
            _activate_isds(given, item, number)
        case Speed(value) | SpeedBy(value):
            _change_speed(given, item, value, isinstance(item.order, SpeedBy))
        case Keep() | Nothing():
            pass


# ---------------------------------------------------------------- shields


def shield_cost(number: int) -> int:
    """SN-10.5: half a point each; the 1st, 3rd, 5th ... of the opportunity costs 1, the others nothing."""
    return (number + 1) // 2


def _raise_shields(given: Opportunity, item: EngineItem, order: Shields) -> None:
    """SN-10.5: in their order, as far as the energy goes."""
    ship, before = given.ship, given.shields
    asked, sections = _asked(ship, order)
    done = min(len(sections), 2 * (given.budget + shield_cost(before)) - before)
    if done:
        given.shields += done
        energy = shield_cost(given.shields) - shield_cost(before)
        event = ShieldsRaised(ship.id, given.slot, dict(Counter(sections[:done])), energy, *split(ship.console, energy))
        given.turn.emit(event, "SN-15.11" if given.default else "SN-10.5", given.console_audience)
    if done < asked:
        why = given.short_of_energy if done < len(sections) else "no more inactive ones"
        given.lapsed(item, f"only {done} of {asked} shields: {why}")


def _asked(ship: Ship, order: Shields) -> tuple[int, list[str]]:
    """How many shields an order asks for, and the sections of those that exist and are inactive, one by one in order."""
    sections = ship.console.sections
    inactive = {name: sections[name].shields - sections[name].active for name in PRIORITY}
    if order.how == "EVEN":
        found = _evenly(sections, inactive, order.number or sum(inactive.values()))
        return order.number or len(found), found
    if order.how == "LIST":
        return _listed(order.sections, inactive)
    if order.how == "MIN":
        inactive = {n: min(inactive[n], max(0, order.number - sections[n].active)) for n in PRIORITY}
    found = [name for name in PRIORITY for _ in range(inactive[name])]
    return len(found), found


def _evenly(sections: Mapping[str, Section], inactive: dict[str, int], most: int) -> list[str]:
    """Section 6: one at a time to the section with the fewest active among those with an inactive one."""
    active = {name: sections[name].active for name in PRIORITY}
    found: list[str] = []
    while len(found) < most:
        able = [name for name in PRIORITY if inactive[name]]
        if not able:
            break
        chosen = min(able, key=active.__getitem__)
        active[chosen] += 1
        inactive[chosen] -= 1
        found.append(chosen)
    return found


def _listed(sections: Iterable[tuple[str, int]], inactive: dict[str, int]) -> tuple[int, list[str]]:
    """Sections with how many more; without a number as many as are inactive."""
    asked, found = 0, []
    for name, more in sections:
        asked += more or inactive[name]
        raised = min(more or inactive[name], inactive[name])
        inactive[name] -= raised
        found += [name] * raised
    return asked, found


# ---------------------------------------------------------------- ISDs


def isd_cost(number: int) -> int:
    """SN-10.6: one and a half points each, rounded up for the opportunity: 2, 3, 5, 6, 8."""
    return (3 * number + 1) // 2


def _orders_isds(ship: Ship) -> bool:
    """SN-15.13: is there any ISD order among those of this phase?"""
    slots = ship.stored.slots
    texts = [slots[slot] for slot in ("E1", "E2") if slot in slots]
    return any(isinstance(item.order, Isd) for text in texts for item in stored_engine(text))


def _activate_for_jump(given: Opportunity) -> None:
    """SN-15.13: a JUMP without any ISD order activates as many as possible, first thing in P5."""
    why = _isds_barred(given)
    if not why and not _isds_up(given, given.ship.console.isds):
        why = f"only 0: {given.short_of_energy}" if given.ship.console.isds else "no ISD is left"
    if why:
        order = OrderLapsed(given.ship.id, given.slot, ENGINE_ITEM.write(ALL_ISDS), why)
        given.turn.emit(order, "SN-15.13", given.ship.side)


def _activate_isds(given: Opportunity, item: EngineItem, number: int | None) -> None:
    """SN-10.6; a JUMP given up takes the ISD orders with it (SN-15.13)."""
    ship = given.ship
    why = _isds_barred(given)
    if why:
        given.lapsed(item, why)
        return
    left = ship.console.isds - ship.console.isds_active
    asked = left if number is None else number
    done = _isds_up(given, min(asked, left))
    if done < asked:
        given.lapsed(item, f"only {done}: {given.short_of_energy if done < left else 'no more ISDs'}")


def _isds_barred(given: Opportunity) -> str:
    """SN-10.7: READY at the start of the phase; SN-10.8, SN-13.7: not in asteroids, which hinder nothing else here."""
    ship, plans = given.ship, given.plans
    if ship.id not in plans.jumps:
        return "the JUMP is given up: its condition was false" if ship.id in plans.given_up else "ISD needs a JUMP order"
    if ship.id not in plans.ready:
        return f"ISDs are RECOVER until cycle {given.turn.state.cycle + 1}"
    return "ISDs do not work in asteroids" if ship.hex in given.turn.state.asteroids else ""


def _isds_up(given: Opportunity, most: int) -> int:
    """Activate up to `most`, as far as the energy goes; how many it were."""
    ship, budget, paid = given.ship, given.budget, isd_cost(given.isds)
    number = max(k for k in range(most + 1) if isd_cost(given.isds + k) - paid <= budget)
    if number:
        energy = isd_cost(given.isds + number) - paid
        given.isds += number
        event = IsdActivated(ship.id, given.slot, number, energy, *split(ship.console, energy))
        given.turn.emit(event, "SN-10.6", given.console_audience)
    return number


# ---------------------------------------------------------------- speed


def _change_speed(given: Opportunity, item: EngineItem, value: int, relative: bool) -> None:
    """SN-10.9, SN-10.10: as many steps towards the speed ordered, 0 to 6, as energy and free thrusters allow."""
    ship, console = given.ship, given.ship.console
    goal = max(0, min(MAX_SPEED, given.speed_at_start + value)) if relative else value
    steps, paid = _speed_steps(given, abs(goal - console.speed))
    speed = console.speed + (steps if goal > console.speed else -steps)
    if steps:
        used = console.thrusters_used + paid
        event = SpeedChanged(ship.id, given.slot, speed, console.speed_steps + steps, paid, *split(console, paid), used)
        given.turn.emit(event, "SN-10.9", given.console_audience)
    if speed != goal:
        why = given.short_of_energy if console.free_thrusters else "no free thrusters"
        given.lapsed(item, f"reached {speed} instead of {goal}: {why}")


def _speed_steps(given: Opportunity, most: int) -> tuple[int, int]:
    """SN-10.9: how many steps, and what they cost: 1 energy and 1 thruster each but for the first `disc` of the phase."""
    console = given.ship.console
    free = max(0, given.ship.printed.discount - console.speed_steps)
    steps = min(most, free + min(given.budget, console.free_thrusters))
    return steps, max(0, steps - free)
