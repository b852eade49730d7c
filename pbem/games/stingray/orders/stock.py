"""What a vessel still has to launch and to load: asked by what refuses orders and by what offers them."""

from __future__ import annotations

from pbem.games.stingray.model.tables import MINE, TERROR
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.orders.order_context import WEAPONS


def in_reserve(vessel: Vessel, weapon: str) -> int:
    """STG-LAU.9: weapons of a Stingray that lie in no tube: those in the tubes count against the stores."""
    return vessel.stores.get(weapon, 0) - sum(tube.load == weapon for tube in vessel.launchers.values())


def missiles(vessel: Vessel, launcher: str) -> int:
    """Terror Missiles for a fish's launcher; a MegaFish keeps them by nostril."""
    return vessel.stores.get(launcher if launcher in vessel.stores else TERROR, 0)


def may_launch(vessel: Vessel, launcher: str) -> bool:
    """Is it whole and loaded, with a missile to go with it?"""
    found = vessel.launchers[launcher]
    return bool(found.load) and vessel.whole(launcher) and (not vessel.printed.fish or missiles(vessel, launcher) > 0)


def spare(vessel: Vessel, weapon: str) -> str:
    """Why a Stingray cannot load this weapon; "" if there is one that lies in no tube."""
    return "" if in_reserve(vessel, weapon) > 0 else f"No {WEAPONS[weapon]}{'s' if weapon == MINE else ''} left"


def never(vessel: Vessel, launcher: str, weapon: str) -> str:
    """Why nothing can leave a launcher in the whole game any more; "" if it may. `weapon` "": any."""
    if launcher and vessel.launchers[launcher].destroyed:
        return f"Tube {launcher} is destroyed"
    if not vessel.printed.fish:
        left = any(vessel.stores.get(kind, 0) for kind in ([weapon] if weapon else WEAPONS))
        return "" if left else f"No {WEAPONS[weapon]} left" if weapon else "Nothing left to launch"
    if weapon == MINE:
        return "" if vessel.stores.get(MINE, 0) else "No mines left"
    names = [launcher] if launcher else list(vessel.launchers)
    return "" if any(missiles(vessel, name) for name in names) else "No Terror Missiles left"
