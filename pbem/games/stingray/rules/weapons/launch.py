"""STG-LAU: the windows, launches in them, and the missiles' part of each phase in missile order (STG-GEN.6)."""

from __future__ import annotations

from events.stingray.orders import OrderLapsed
from events.stingray.weapons import Launched, MissileStarted, MissileSteered
from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import label
from pbem.games.stingray.language.lines import order_text
from pbem.games.stingray.model.geometry import labels
from pbem.games.stingray.model.orders import ANY, Launch, Order, VesselOrders
from pbem.games.stingray.model.tables import MINE, MK61, RUN, TERROR
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from pbem.games.stingray.rules.weapons import homing, mk61
from pbem.games.stingray.rules.weapons.conditions import find_target, meets
from pbem.games.stingray.rules.weapons.decoys import drop
from pbem.games.stingray.rules.weapons.mines import berth, codes, lay, next_mine
from pbem.games.stingray.rules.weapons.missiles import follower, under_way

# ---------------------------------------------------------------- missiles in a phase


def missiles(scratch: TurnScratch, phase: int) -> None:
    """Step 3b: every missile moves fully before the next, and all before any vessel (STG-SEQ.2)."""
    sounds = homing.sounding(scratch.state)
    for missile in list(scratch.state.missiles.values()):
        if missile.kind == MK61:
            mk61.step(scratch, missile, phase)
        else:
            homing.step(scratch, missile, phase, sounds)


def contacts(scratch: TurnScratch, phase: int) -> None:
    """Step 3f, missile order, then vessel order: vessels that have entered a missile's hex (STG-MK7.11, STG-M61.9)."""
    for missile in list(scratch.state.missiles.values()):
        contact = mk61.contact if missile.kind == MK61 else homing.contact
        for vessel in scratch.entered:
            if vessel.hex == missile.hex and vessel.afloat and under_way(scratch, missile):
                contact(scratch, missile, vessel, phase)


# ---------------------------------------------------------------- windows


def window(scratch: TurnScratch, number: int) -> None:
    """Steps 2 and 3g, in vessel order (STG-SEQ.4): steering, mine codes, decoys, mine laying, launches."""
    for vessel in scratch.state.afloat():
        orders = scratch.orders.get(vessel.id)
        if orders is None or not may_fight(vessel):
            continue
        if number == 0:
            _steer(scratch, vessel, orders)
        if orders.codes:
            codes(scratch, vessel, orders, number)
        if orders.decoys:
            drop(scratch, vessel, orders, number)
        if orders.launches:
            _launches(scratch, vessel, orders, number)


def may_fight(vessel: Vessel) -> bool:
    """STG-LAU.10: nothing leaves a vessel with a dead crew (STG-CRW.3), or a fish that has broken off."""
    return vessel.fit and not vessel.broken_off


def _steer(scratch: TurnScratch, vessel: Vessel, orders: VesselOrders) -> None:
    """Section 6: waypoints for its Mk61 under way, as long as they have lock."""
    for order in orders.steers:
        missile = scratch.state.missiles.get(f"{vessel.id}-{order.missile}")
        if missile is not None and missile.lock:
            scratch.tell(MissileSteered(missile.id, labels(order.via)), "STG-M61.5", vessel)
        else:
            _lapse(scratch, vessel, order, f"{order.missile} is not under guidance")


def _launches(scratch: TurnScratch, vessel: Vessel, orders: VesselOrders, number: int) -> None:
    """STG-LAU.3: the orders allowed in this window: mines first, tube 1 before 2, PORT before STARBOARD, then as written."""
    due = [launch for launch in orders.launches if launch.first <= number <= launch.last]
    for launch in sorted(due, key=lambda launch: _rank(vessel, launch)):
        launcher = _ready(scratch, vessel, launch)
        if launcher and _try(scratch, vessel, launch, launcher, number):
            orders.launches.remove(launch)


def _rank(vessel: Vessel, launch: Launch) -> tuple[bool, int]:
    launcher = vessel.launchers.get(launch.launcher)
    mine = launch.mine or (launcher is not None and launcher.load == MINE)
    return not mine, list(vessel.launchers).index(launch.launcher) if launcher else 0


# ---------------------------------------------------------------- launchers


def weapon_of(vessel: Vessel, launch: Launch, launcher: str) -> str:
    """STG-LAU.8: a tube launches whatever it holds; a fish's launcher a Terror Missile, or a mine instead (STG-MIN.1)."""
    if vessel.printed.fish:
        return MINE if launch.mine else TERROR
    return vessel.launchers[launcher].load


def _ready(scratch: TurnScratch, vessel: Vessel, launch: Launch) -> str:
    """The launcher that carries out this order now; "" if none can. An MF's mine goes through the first one ready."""
    for name in [launch.launcher] if launch.launcher else vessel.launchers:
        if _may_fire(scratch, vessel, launch, name):
            return name
    return ""


def _may_fire(scratch: TurnScratch, vessel: Vessel, launch: Launch, name: str) -> bool:
    """STG-LAU.10: whole; STG-LAU.1, STG-LAU.2: loaded, each for itself; STG-LAU.6: once a move; STG-M61.1: a Mk61 prepared."""
    launcher = vessel.launchers[name]
    if not launcher.load or (launcher.load == MK61 and not launcher.armed):
        return False
    if (vessel.id, name) in scratch.fired or not vessel.whole(name):
        return False
    return vessel.stores.get(_store(vessel, weapon_of(vessel, launch, name), name), 0) > 0


def _store(vessel: Vessel, weapon: str, launcher: str) -> str:
    """STG-LAU.9: which store a weapon comes from; a MegaFish's missiles are counted by nostril."""
    return launcher if weapon == TERROR and vessel.vessel_class == "MF" else weapon


# ---------------------------------------------------------------- launching


def _try(scratch: TurnScratch, vessel: Vessel, launch: Launch, launcher: str, window: int) -> bool:
    """STG-LAU.3: fires when target, parameters and conditions are all there. Without a target it is a blind shot."""
    weapon = weapon_of(vessel, launch, launcher)
    named = _named(scratch, vessel, launch, launcher, weapon)
    if not named:
        fires = weapon != MK61 and meets(scratch, vessel, launch.conditions, None)
        told = ""
    else:
        target = find_target(scratch, vessel, launch, weapon, named)
        fires = target is not None
        told = _known_as(scratch, vessel, target, named, weapon) if target else ""
    if fires:
        _fire(scratch, vessel, launch, launcher, told, window)
    return fires


def _named(scratch: TurnScratch, vessel: Vessel, launch: Launch, launcher: str, weapon: str) -> str:
    """STG-M61.2: the Co-Pilot's AIM wins over AT. STG-M61.3: all Mk61 of one move have one target; "" if that is another."""
    if weapon != MK61:
        return launch.target
    aims = {aim.tube: aim.target for aim in scratch.orders[vessel.id].aims}
    named = aims.get(launcher) or aims.get("") or launch.target
    aimed = scratch.aimed.get(vessel.id, named)
    return aimed if named in (aimed, ANY) else ""


def _known_as(scratch: TurnScratch, vessel: Vessel, target: Vessel, named: str, weapon: str) -> str:
    """Section 7: the crew is told a name from its own list. The target of a Mk61 is always in sight.

    STG-COM.4: the list of a fish without comms reaches nobody, so neither does a name from it.
    """
    if weapon == MK61:
        return target.id
    if named != ANY or not vessel.can_report:
        return named
    names = [target.id, *(name for name, id in scratch.state.umpire.plants.items() if id == target.id)]
    return next((name for name in names if name in vessel.finds.contacts), ANY)


def _fire(scratch: TurnScratch, vessel: Vessel, launch: Launch, launcher: str, target: str, window: int) -> None:
    """STG-LAU.5: the weapon is in the launcher's hex, its heading the launcher's facing; STG-LAU.7: armed until then."""
    weapon = weapon_of(vessel, launch, launcher)
    laying = weapon == MINE
    launched = Launched(
        vessel=vessel.id,
        launcher=launcher,
        weapon=weapon,
        item=next_mine(scratch, vessel.side) if laying else f"{vessel.id}-M{vessel.launched + 1}",
        target=target,
        hex=label(berth(vessel) if laying else vessel.hex),
        heading=vessel.facing,
        via=labels(launch.via) if weapon == MK61 else [],
        window=window,
    )
    scratch.tell(launched, "STG-MIN.1" if laying else "STG-LAU.5", vessel)
    scratch.fired.add((vessel.id, launcher))
    if laying:
        lay(scratch, vessel)
    else:
        _start(scratch, vessel, launched)


def _start(scratch: TurnScratch, vessel: Vessel, launched: Launched) -> None:
    """Section 7: where it swims is told to the crew of a Mk61, of a sonar missile to nobody."""
    guided = launched.weapon == MK61
    started = MissileStarted(
        missile=launched.item,
        kind=launched.weapon,
        launcher=vessel.id,
        hex=launched.hex,
        heading=launched.heading,
        arming=0 if guided else vessel.arming,
        target=launched.target if guided else "",
        penalty=vessel.penalty,
        via=launched.via,
        window=launched.window,
    )
    scratch.turn.emit(started, "STG-LAU.5", follower(launched.weapon, vessel))
    if guided:
        scratch.aimed[vessel.id] = launched.target


# ---------------------------------------------------------------- orders never carried out


def lapsed(scratch: TurnScratch) -> None:
    """STG-LAU.3: an order whose moment never came; the weapon is kept. Told without saying which condition failed."""
    for vessel in scratch.state.vessels.values():
        orders = scratch.orders.get(vessel.id)
        if orders is None:
            continue
        for launch in orders.launches:
            # Orders for one tube are tried in turn: after its one launch the others are done with.
            if (vessel.id, launch.launcher) not in scratch.fired:
                _lapse(scratch, vessel, launch, _why(scratch, vessel, launch))
        for decoy in orders.decoys:
            near = (
                f"no sonar missile came within {count(decoy.within, 'hex', 'hexes')}"
                if decoy.within
                else "its moment never came"
            )
            _lapse(scratch, vessel, decoy, f"{near}; the decoy is kept")
        for code in orders.codes:
            _lapse(scratch, vessel, code, "its moment never came")


def _why(scratch: TurnScratch, vessel: Vessel, launch: Launch) -> str:
    if not vessel.afloat:
        return "it had left the map"
    launcher = _ready(scratch, vessel, launch) if may_fight(vessel) else ""
    if not launcher:
        return "no launcher was ready"
    aimed = scratch.aimed.get(vessel.id)
    if aimed and vessel.launchers[launch.launcher].load == MK61:
        return f"all Mk61 of one move go to one target, {aimed} now"
    return _never(launch, weapon_of(vessel, launch, launcher))


def _never(launch: Launch, weapon: str) -> str:
    """STG-LAU.4: what had to be there at once, and not which of it failed."""
    if weapon == MINE or not launch.target:
        return "its conditions were never met; the weapon is kept"
    whom = "an enemy" if launch.target == ANY else launch.target
    where = "in line of sight" if weapon == MK61 else "in the forward arc"
    met = ", with its conditions met" if launch.conditions else ""
    return f"in none of its windows was {whom} held, {where} and within {RUN[weapon]} hexes{met}; the weapon is kept"


def _lapse(scratch: TurnScratch, vessel: Vessel, order: Order, why: str) -> None:
    scratch.tell(OrderLapsed(vessel.id, order_text(order), why), "STG-LAU.3", vessel)
