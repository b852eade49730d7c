"""Orders as canonical words: what `grammar.py` reads back as the same orders."""

from __future__ import annotations

from functools import lru_cache, singledispatch
from typing import get_args

from pbem.core.geometry.tabletop import MIL, number_text
from pbem.games.wet_thrust.model.orders import (
    NONE,
    Aim,
    Asw,
    AtWill,
    Cap,
    Challenge,
    Cover,
    Depth,
    Disengage,
    Escort,
    Fire,
    FireOrder,
    Flak,
    Go,
    HoldFire,
    Intercept,
    Launch,
    LayScreen,
    Lose,
    MakeSmoke,
    Merge,
    Orbit,
    Order,
    Plot,
    RamHer,
    Recover,
    Repair,
    Return,
    Spotting,
    Strike,
    Torp,
    TorpHold,
)

KINDS: dict[type, str] = {
    FireOrder: "FIREORDER",
    Plot: "PLOT",
    RamHer: "RAM",
    Depth: "DEPTH",
    MakeSmoke: "SMOKE",
    LayScreen: "SCREEN",
    Disengage: "DISENGAGE",
    Fire: "FIRE",
    HoldFire: "GUNS",
    AtWill: "GUNS",
    TorpHold: "TORP HOLD",
    Torp: "TORP",
    Asw: "ASW",
    Repair: "DC",
    Challenge: "CHALLENGE",
    Launch: "LAUNCH",
    Merge: "MERGE",
    Lose: "LOSE",
    Flak: "AA",
    Cover: "COVER",
    **dict.fromkeys(get_args(Aim), "AIM"),
}
"""Kinds of orders, in the order in which a sheet lists them. HOLD FIRE and FIRE AT WILL replace each other (ruling W7)."""
TORP_WITHIN = "TORP WITHIN"
"""The kind of a TORP that stays in force until it is fired."""
STANDING = frozenset(("GUNS", TORP_WITHIN, "ASW", "DC", "CHALLENGE", "LOSE", "AA", "COVER", "AIM", "FIREORDER"))
"""5.2: kinds that stay in force until changed; the others are for one turn."""


def kind_of(order: Order) -> str:
    """Its kind: orders of one kind replace each other."""
    return TORP_WITHIN if isinstance(order, Torp) and order.within is not None else KINDS[type(order)]


def clears(order: Order) -> bool:
    """DC NONE, LOSE NONE, AA NONE, COVER NONE: after its turn nothing of that kind is in force."""
    return order in (Repair(()), Lose(()), Flak(()), Cover(""))


def is_standing(order: Order) -> bool:
    """Is it in force until it is changed?"""
    return kind_of(order) in STANDING and not clears(order)


@lru_cache(maxsize=4096)
def order_text(order: Order) -> str:
    """One order, as a line of a sheet."""
    return _text(order)


@singledispatch
def _text(order: object) -> str:
    raise TypeError(f"{order!r} is no order")


# ---------------------------------------------------------------- the plot


@_text.register
def _plot(order: Plot) -> str:
    return f"PLOT {plot_text(order)}"


# ---------------------------------------------------------------- guns, torpedoes, depth charges


@_text.register
def _fire(order: Fire) -> str:
    batteries = f"{', '.join(order.batteries)} " if order.batteries else ""
    return f"FIRE {batteries}AT {_else(order.targets)}"


def _else(names: tuple[str, ...]) -> str:
    return " ELSE ".join(names)


@_text.register
def _hold(order: HoldFire) -> str:
    return "HOLD FIRE"


@_text.register
def _at_will(order: AtWill) -> str:
    return " ".join(["FIRE AT WILL", " > ".join(order.priority)]).strip()


@_text.register
def _torp(order: Torp) -> str:
    launchers = f" WITH {', '.join(order.launchers)}" if order.launchers else ""
    within = "" if order.within is None else f" WITHIN {number_text(order.within)}"
    return f"TORP {_else(order.targets)}{launchers}{within}"


@_text.register
def _torp_hold(order: TorpHold) -> str:
    return "TORP HOLD"


@_text.register
def _asw(order: Asw) -> str:
    return f"ASW {order.target}"


# ---------------------------------------------------------------- the rest of a ship's


@_text.register
def _repair(order: Repair) -> str:
    return f"DC {', '.join(order.items) or NONE}"


@_text.register
def _smoke(order: MakeSmoke) -> str:
    return "SMOKE"


@_text.register
def _screen(order: LayScreen) -> str:
    return "SCREEN"


@_text.register
def _disengage(order: Disengage) -> str:
    return "DISENGAGE"


@_text.register
def _challenge(order: Challenge) -> str:
    return f"CHALLENGE {'YES' if order.yes else 'NO'}"


@_text.register
def _ram(order: RamHer) -> str:
    return f"RAM {order.target}"


@_text.register
def _launch(order: Launch) -> str:
    return f"LAUNCH {', '.join(order.squadrons)}"


@_text.register
def _merge(order: Merge) -> str:
    return f"MERGE {order.squadron} INTO {order.into}"


@_text.register
def _lose(order: Lose) -> str:
    return f"LOSE {', '.join(order.batteries) or NONE}"


@_text.register
def _flak(order: Flak) -> str:
    return f"AA {', '.join(order.squadrons) or NONE}"


@_text.register
def _cover(order: Cover) -> str:
    return f"COVER {order.ship or NONE}"


@_text.register
def _depth(order: Depth) -> str:
    if order.what == "CRASH":
        return "CRASH DIVE SILENT" if order.silent else "CRASH DIVE"
    return order.what


@_text.register
def _fire_order(order: FireOrder) -> str:
    return f"FIREORDER {', '.join(order.ships)}"


# ---------------------------------------------------------------- aims


@_text.register
def _strike(order: Strike) -> str:
    range_ = "" if order.range is None else f" RANGE {number_text(order.range)}"
    return f"ATTACK {_else(order.targets)}{range_}{f' FROM {order.side}' if order.side else ''}"


@_text.register
def _cap(order: Cap) -> str:
    return f"CAP PRIORITY {', '.join(order.priority)}" if order.priority else "CAP"


@_text.register
def _escort(order: Escort) -> str:
    return f"ESCORT {order.squadron}"


@_text.register
def _intercept(order: Intercept) -> str:
    return f"INTERCEPT {_else(order.squadrons)}"


@_text.register
def _spotting(order: Spotting) -> str:
    return f"SPOT {order.target}"


@_text.register
def _recover(order: Recover) -> str:
    return "RECOVER"


@_text.register
def _return(order: Return) -> str:
    return "RETURN"


@_text.register
def _go(order: Go) -> str:
    return f"GO {_inches(order.spot[0])}, {_inches(order.spot[1])}"


def _inches(mils: int) -> str:
    return f"{mils / MIL:.3f}".rstrip("0").rstrip(".")


@_text.register
def _orbit(order: Orbit) -> str:
    return "ORBIT"


def plot_text(plot: Plot) -> str:
    """WT-2.2: a plot as orders write it: `1A2S1P`, `E`; `-` is blank."""
    if plot.evasive:
        return "E"
    speed = f"MAX{plot.most}" if plot.most else ""
    for amount, letter in ((plot.accelerate, "A"), (plot.decelerate, "D")):
        speed += f"{number_text(amount)}{letter}" if amount else ""
    return speed + mark_points(plot) or "-"


def mark_points(plot: Plot) -> str:
    """The turn part of a plot: `1P`, `2S1P`, ``."""
    parts = [f"{plot.port}P"] * bool(plot.port) + [f"{plot.starboard}S"] * bool(plot.starboard)
    return "".join(reversed(parts) if plot.first == "S" else parts)
