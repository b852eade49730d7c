"""Launches at the desk: what the launchers hold, what a Mk61 needs, when a fish has reloaded (5.2)."""

from __future__ import annotations

from pbem.core.orders.order_words import Refused
from pbem.games.stingray.model.orders import ANY, Aim, Launch, Prep
from pbem.games.stingray.model.tables import MINE, MK61, TERROR
from pbem.games.stingray.orders.checks import unknown
from pbem.games.stingray.orders.order_context import WEAPONS, Desk
from pbem.games.stingray.rules.legal import side_of


def check_launch(desk: Desk, order: Launch) -> Launch:
    """STG-LAU.10 and the launcher's own state; a target not yet held is only remarked on (STG-SCN.8). Raises `Refused`."""
    if desk.vessel.printed.fish:
        _check_fish(desk, order)
    else:
        _check_tube(desk, order)
    _remark_target(desk, order.target)
    return order


def _remark_target(desk: Desk, target: str) -> None:
    if target in ("", ANY):
        return
    if side_of(target) == desk.vessel.side:
        desk.notes.append(f"{target} is on your side.")
    elif not desk.blind and target not in desk.contacts():
        desk.notes.append(f"{target} is on none of your contact lists; the launch waits until it is held.")


# ---------------------------------------------------------------- Stingray


def check_prep(desk: Desk, order: Prep) -> Prep:
    """STG-LAU.6: the Mk61 that a tube holds at the start; without a number the first one not armed."""
    if desk.tubes_unknown:
        return order if order.tube else Prep("1")
    if not order.tube:
        return Prep(_first_unarmed(desk))
    tube = desk.tube(order.tube)
    if tube.destroyed or tube.out:
        raise Refused(f"Tube {order.tube} is {'destroyed' if tube.destroyed else 'damaged'}")
    if not tube.load:
        raise _empty(order.tube)
    if tube.load != MK61:
        raise Refused(f"Tube {order.tube} holds a {WEAPONS[tube.load]}, which needs no preparation")
    if tube.armed:
        raise Refused(f"Mk61 in tube {order.tube} is armed already")
    return order


def _first_unarmed(desk: Desk) -> str:
    prepared = {prep.tube for prep in desk.of(Prep)}
    for name in desk.vessel.launchers:
        tube = desk.tube(name)
        if tube.load == MK61 and not (tube.armed or tube.out) and name not in prepared:
            return name
    raise Refused("No tube holds a Mk61 that is not armed")


def _empty(tube: str) -> Refused:
    return Refused(f"Tube {tube} is empty: LOAD {tube} WITH MK61, MK7 or MINE first (ready next move)")


def _check_tube(desk: Desk, order: Launch) -> None:
    """STG-LAU.6, STG-LAU.8: whole, loaded; a Mk61 armed and aimed (STG-M61.1, STG-M61.2)."""
    name, tube = order.launcher, desk.tube(order.launcher)
    if tube.destroyed or tube.out:
        raise Refused(f"Tube {name} is {'destroyed' if tube.destroyed else 'damaged'}")
    if desk.tubes_unknown:
        return
    if not tube.load:
        raise _empty(name)
    if tube.load == MK61:
        _check_armed(desk, name, tube.armed)
        _check_aimed(desk, order)
    elif order.via:
        raise Refused(f"VIA is for a Mk61; tube {name} holds a {WEAPONS[tube.load]}")


def _check_armed(desk: Desk, name: str, armed: bool) -> None:
    if armed or Prep(name) in desk.taken:
        return
    if not desk.two_seats:
        raise Refused(f"Mk61 in tube {name} is not armed: add PREP STING {name} (1 APU)")
    who = "you" if desk.is_copilot else "your Co-Pilot"
    desk.notes.append(f"Mk61 in tube {name} is not armed: it needs PREP STING {name} of {who}; without any order it is added.")


def _check_aimed(desk: Desk, order: Launch) -> None:
    """STG-M61.2: AT or AIM; STG-M61.3: one target for all of a move."""
    name = order.launcher
    if any(aim.tube in ("", name) for aim in desk.of(Aim)):
        return
    if not order.target:
        needed = f"Mk61 needs a target: LAUNCH STING {name} AT <id>"
        if not desk.two_seats:
            raise Refused(needed)
        desk.notes.append(f"{needed}, or AIM AT <id>.")
    others = [launch for launch in desk.of(Launch) if launch.launcher != name and desk.tube(launch.launcher).load == MK61]
    for other in others:
        if order.target and other.target and ANY not in (order.target, other.target) and order.target != other.target:
            raise Refused(f"All Mk61 of a move have one target, and STING {other.launcher} is for {other.target}")


def check_aim(desk: Desk, order: Aim) -> Aim:
    """STG-M61.2: a vessel on the contact list, for launches of this move."""
    if not desk.blind and order.target not in desk.contacts():
        raise unknown(desk, order.target)
    return order


def idle_aim(desk: Desk, order: Aim) -> Refused | None:
    """Why an AIM has no launch to serve. Who shares the vessel cannot know what the other seat launches."""
    tubes = [name for name in desk.vessel.launchers if order.tube in ("", name) and desk.tube(name).load == MK61]
    if any(launch.launcher in tubes for launch in desk.of(Launch)) or (desk.two_seats and (tubes or desk.tubes_unknown)):
        return None
    under_way = next((missile for missile in desk.vessel.missiles if missile.lock), None)
    if under_way:
        return Refused(f"AIM refused: {under_way.name} is in the water and keeps {under_way.target}")
    return Refused("AIM refused: no Mk61 is launched in this move", "Write LAUNCH STING 1.")


# ---------------------------------------------------------------- fish


def _check_fish(desk: Desk, order: Launch) -> None:
    """STG-LAU.1, STG-LAU.2, STG-MIN.1: a whole launcher, loaded; a missile or a mine in store."""
    vessel = desk.vessel
    if order.mine and not vessel.stores.get(MINE, 0):
        raise Refused(f"No mines left ({vessel.id} carried {vessel.printed.stores[MINE]})")
    names = [order.launcher] if order.launcher else list(vessel.launchers)
    faults = [_launcher_fault(desk, name, order.mine) for name in names]
    if all(faults):
        raise Refused(faults[0])


def _launcher_fault(desk: Desk, name: str, mine: bool) -> str:
    """Why a launcher cannot launch in this move; "" if it can."""
    vessel, launcher = desk.vessel, desk.vessel.launchers[name]
    nostril = vessel.vessel_class == "MF"
    if launcher.out:
        return f"{name.capitalize()} nostril is damaged" if nostril else "Launcher is damaged"
    if not launcher.load and nostril:
        return f"{name.capitalize()} nostril is empty: RELOAD {name} takes this move"
    if not launcher.load:
        return f"{vessel.id} reloads this move; it can launch in move {desk.view.next_move + 1}"
    if mine or vessel.stores.get(name if nostril else TERROR, 0):
        return ""
    return f"No Terror Missiles left{f' in the {name.lower()} nostril' if nostril else ''}"
