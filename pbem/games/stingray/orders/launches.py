"""Launches at the desk: what the launchers hold, what a Mk61 needs, when a fish has reloaded (5.2)."""

from __future__ import annotations

from pbem.core.texts.envelope import IllegalOrder
from pbem.games.stingray.model.orders import ANY, Aim, Launch, Prep
from pbem.games.stingray.model.tables import MINE, MK61, TERROR
from pbem.games.stingray.orders.checks import unknown
from pbem.games.stingray.orders.order_context import WEAPONS, OrderContext
from pbem.games.stingray.rules.legal import side_of


def check_launch(context: OrderContext, order: Launch) -> Launch:
    """STG-LAU.10 and the launcher's own state; a target not yet held is only remarked on (STG-SCN.8). Raises `IllegalOrder`."""
    if context.vessel.printed.fish:
        _check_fish(context, order)
    else:
        _check_tube(context, order)
    _remark_target(context, order.target)
    return order


def _remark_target(context: OrderContext, target: str) -> None:
    if target in ("", ANY):
        return
    if side_of(target) == context.vessel.side:
        context.notes.append(f"{target} is on your side.")
    elif not context.blind and target not in context.contacts():
        context.notes.append(f"{target} is on none of your contact lists; the launch waits until it is held.")


# ---------------------------------------------------------------- Stingray


def check_prep(context: OrderContext, order: Prep) -> Prep:
    """STG-LAU.6: the Mk61 that a tube holds at the start; without a number the first one not armed."""
    if context.tubes_unknown:
        return order if order.tube else Prep("1")
    if not order.tube:
        return Prep(_first_unarmed(context))
    tube = context.tube(order.tube)
    if not context.vessel.whole(order.tube):
        raise IllegalOrder(f"Tube {order.tube} is {'destroyed' if tube.destroyed else 'damaged'}")
    if not tube.load:
        raise _empty(order.tube)
    if tube.load != MK61:
        raise IllegalOrder(f"Tube {order.tube} holds a {WEAPONS[tube.load]}, which needs no preparation")
    if tube.armed:
        raise IllegalOrder(f"Mk61 in tube {order.tube} is armed already")
    return order


def _first_unarmed(context: OrderContext) -> str:
    prepared = {prep.tube for prep in context.of(Prep)}
    for name in context.vessel.launchers:
        tube = context.tube(name)
        if tube.load == MK61 and not (tube.armed or context.vessel.launcher_out(name)) and name not in prepared:
            return name
    raise IllegalOrder("No tube holds a Mk61 that is not armed")


def _empty(tube: str) -> IllegalOrder:
    return IllegalOrder(f"Tube {tube} is empty: LOAD {tube} WITH MK61, MK7 or MINE first (ready next move)")


def _check_tube(context: OrderContext, order: Launch) -> None:
    """STG-LAU.6, STG-LAU.8: whole, loaded; a Mk61 armed and aimed (STG-M61.1, STG-M61.2)."""
    name, tube = order.launcher, context.tube(order.launcher)
    if not context.vessel.whole(name):
        raise IllegalOrder(f"Tube {name} is {'destroyed' if tube.destroyed else 'damaged'}")
    if context.tubes_unknown:
        return
    if not tube.load:
        raise _empty(name)
    if tube.load == MK61:
        _check_armed(context, name, tube.armed)
        _check_aimed(context, order)
    elif order.via:
        raise IllegalOrder(f"VIA is for a Mk61; tube {name} holds a {WEAPONS[tube.load]}")


def _check_armed(context: OrderContext, name: str, armed: bool) -> None:
    if armed or Prep(name) in context.taken:
        return
    if not context.two_seats:
        raise IllegalOrder(f"Mk61 in tube {name} is not armed: add PREP STING {name} (1 APU)")
    who = "you" if context.is_copilot else "your Co-Pilot"
    context.notes.append(
        f"Mk61 in tube {name} is not armed: it needs PREP STING {name} of {who}; without any order it is added."
    )


def _check_aimed(context: OrderContext, order: Launch) -> None:
    """STG-M61.2: AT or AIM; STG-M61.3: one target for all of a move."""
    name = order.launcher
    if any(aim.tube in ("", name) for aim in context.of(Aim)):
        return
    if not order.target:
        needed = f"Mk61 needs a target: LAUNCH STING {name} AT <id>"
        if not context.two_seats:
            raise IllegalOrder(needed)
        context.notes.append(f"{needed}, or AIM AT <id>.")
    others = [launch for launch in context.of(Launch) if launch.launcher != name and context.tube(launch.launcher).load == MK61]
    for other in others:
        if order.target and other.target and ANY not in (order.target, other.target) and order.target != other.target:
            raise IllegalOrder(f"All Mk61 of a move have one target, and STING {other.launcher} is for {other.target}")


def check_aim(context: OrderContext, order: Aim) -> Aim:
    """STG-M61.2: a vessel on the contact list, for launches of this move."""
    if not context.blind and order.target not in context.contacts():
        raise unknown(context, order.target)
    return order


def idle_aim(context: OrderContext, order: Aim) -> IllegalOrder | None:
    """Why an AIM has no launch to serve. Who shares the vessel cannot know what the other seat launches."""
    tubes = [name for name in context.vessel.launchers if order.tube in ("", name) and context.tube(name).load == MK61]
    if any(launch.launcher in tubes for launch in context.of(Launch)) or (
        context.two_seats and (tubes or context.tubes_unknown)
    ):
        return None
    under_way = next((missile for missile in context.known.guided(context.vessel) if missile.lock), None)
    if under_way:
        return IllegalOrder(f"AIM refused: {under_way.name} is in the water and keeps {under_way.target}")
    return IllegalOrder("AIM refused: no Mk61 is launched in this move", "Write LAUNCH STING 1.")


# ---------------------------------------------------------------- fish


def _check_fish(context: OrderContext, order: Launch) -> None:
    """STG-LAU.1, STG-LAU.2, STG-MIN.1: a whole launcher, loaded; a missile or a mine in store."""
    vessel = context.vessel
    if order.mine and not vessel.stores.get(MINE, 0):
        raise IllegalOrder(f"No mines left ({vessel.id} carried {vessel.printed.stores[MINE]})")
    names = [order.launcher] if order.launcher else list(vessel.launchers)
    faults = [_launcher_fault(context, name, order.mine) for name in names]
    if all(faults):
        raise IllegalOrder(faults[0])


def _launcher_fault(context: OrderContext, name: str, mine: bool) -> str:
    """Why a launcher cannot launch in this move; "" if it can."""
    vessel, launcher = context.vessel, context.vessel.launchers[name]
    nostril = vessel.vessel_class == "MF"
    if vessel.launcher_out(name):
        return f"{name.capitalize()} nostril is damaged" if nostril else "Launcher is damaged"
    if not launcher.load and nostril:
        return f"{name.capitalize()} nostril is empty: RELOAD {name} takes this move"
    if not launcher.load:
        return f"{vessel.id} reloads this move; it can launch in move {context.known.next_move + 1}"
    if mine or vessel.stores.get(name if nostril else TERROR, 0):
        return ""
    return f"No Terror Missiles left{f' in the {name.lower()} nostril' if nostril else ''}"
