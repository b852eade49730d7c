"""Orders as canonical words: what `grammar.py` reads back as the same orders."""

from __future__ import annotations

from functools import lru_cache, singledispatch
from itertools import groupby

from pbem.games.stingray.language.launch_grammar import FARTHEST, LAST_WINDOW
from pbem.games.stingray.model.geometry import labels
from pbem.games.stingray.model.orders import (
    Aim,
    Arming,
    Code,
    Condition,
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
)
from pbem.games.stingray.model.plan import plan_text
from pbem.games.stingray.model.tables import BATTERY


@lru_cache(maxsize=4096)
def order_text(order: Order | Standing) -> str:
    """One order, as a line of a sheet."""
    return _text(order)


def head(order: Order | Standing) -> str:
    """The word that an order is known by."""
    return "MOVE" if isinstance(order, Plan) else order_text(order).split()[0]


@singledispatch
def _text(order: object) -> str:
    raise TypeError(f"{order!r} is no order")


@_text.register
def _standing(order: Standing) -> str:
    return f"STANDING {_text(order.order)}"


# ---------------------------------------------------------------- movement


@_text.register
def _plan(order: Plan) -> str:
    return f"MOVE {plan_text(order)}" if order.items else "HALT"


@_text.register
def _over(order: Over) -> str:
    return "OVER"


@_text.register
def _leap(order: Leap) -> str:
    return f"LEAP IN PHASE {order.phase}" if order.phase else "LEAP EVADE"


@_text.register
def _ram(order: Ram) -> str:
    return f"RAM {order.target}"


@_text.register
def _pass(order: Pass) -> str:
    return "PASS"


# ---------------------------------------------------------------- weapons


@_text.register
def _launch(order: Launch) -> str:
    what = {"1": "STING 1", "2": "STING 2", "LAUNCHER": ""}.get(order.launcher, order.launcher)
    if order.mine:
        what = f"MINE {what}".strip()
    at = f"AT {order.target}" if order.target else ""
    conditions = f"WHEN {' AND '.join(map(_condition, order.conditions))}" if order.conditions else ""
    text = " ".join(filter(None, ("LAUNCH", what, at, _via(order.via), conditions)))
    windows = _windows(order.first, order.last)
    return f"{text}{', ' if conditions else ' '}{windows}" if windows else text


def _via(via: tuple[tuple[int, int], ...]) -> str:
    return f"VIA {' '.join(labels(via))}" if via else ""


def _condition(condition: Condition) -> str:
    if condition.kind != "RANGE":
        return condition.kind
    open_end = condition.high == FARTHEST
    return f"RANGE >= {condition.low}" if open_end else f"RANGE {condition.low}-{condition.high}"


def _windows(first: int, last: int) -> str:
    """STG-LAU.3."""
    if first == last:
        return f"IN PHASE {first}" if first else "AT START"
    since = f"FROM PHASE {first}" if first else ""
    until = f"UNTIL PHASE {last}" if last < LAST_WINDOW else ""
    return ", ".join(filter(None, (since, until)))


@_text.register
def _decoy(order: Decoy) -> str:
    when = f"IN PHASE {order.window}" if order.window else f"IF MISSILE WITHIN {order.within}" if order.within else ""
    return " ".join(filter(None, ("DECOY", order.where, when)))


@_text.register
def _aim(order: Aim) -> str:
    return f"AIM STING {order.tube} AT {order.target}" if order.tube else f"AIM AT {order.target}"


@_text.register
def _steer(order: Steer) -> str:
    return f"STEER {order.missile} {_via(order.via) or 'DIRECT'}"


@_text.register
def _prep(order: Prep) -> str:
    return f"PREP STING {order.tube}" if order.tube else "PREP"


@_text.register
def _load(order: Load) -> str:
    return f"LOAD {order.tube} WITH {order.weapon}"


@_text.register
def _reload(order: Reload) -> str:
    return f"RELOAD {order.nostril}"


@_text.register
def _code(order: Code) -> str:
    return f"MINE {order.mine} {_on(order.on)}" + (f" IN PHASE {order.window}" if order.window else "")


# ---------------------------------------------------------------- power, sensors, repair


def _on(on: bool) -> str:
    return "ON" if on else "OFF"


@_text.register
def _setting(order: Setting) -> str:
    all_or_none = {BATTERY: "ALL", 0: "NONE"} if order.what == "STORE" else {}
    return f"{order.what} {all_or_none.get(order.number, order.number)}"


@_text.register
def _switch(order: Switch) -> str:
    return f"{order.what} {_on(order.on)}"


@_text.register
def _scan(order: Scan) -> str:
    return f"SCAN {zones_text(order.zones)}"


def zones_text(zones: tuple[tuple[int, bool], ...]) -> str:
    """`1, HALF 2 6, FULL 3`; none: OFF."""
    lists: list[str] = []
    for half, group in groupby(zones, key=lambda zone: zone[1]):
        span = "HALF " if half else "FULL " if lists else ""
        lists.append(span + " ".join(str(zone) for zone, _ in group))
    return ", ".join(lists) or "OFF"


@_text.register
def _repair(order: Repair) -> str:
    return "REPAIR " + (", ".join(order.systems) or "OFF")


@_text.register
def _priority(order: Priority) -> str:
    return "PRIORITY " + ", ".join(order.items)


# ---------------------------------------------------------------- words, set-up, spies


@_text.register
def _message(order: Message) -> str:
    return f"MSG {order.to}: {order.text}"


@_text.register
def _arming(order: Arming) -> str:
    return f"ARMING {order.hexes}"


@_text.register
def _loadout(order: Loadout) -> str:
    return "LOADOUT " + ", ".join(f"TUBE {tube} {weapon or 'EMPTY'}" for tube, weapon in order.tubes)


@_text.register
def _spy(order: Spy) -> str:
    match order.card:
        case "TRAP":
            return f"SPY TRAP {order.vessel} {order.system} MOVE {order.move}"
        case "AGENT":
            return f"SPY AGENT {order.vessel}"
        case "PLANS":
            return "SPY PLANS"
        case "SABOTAGE":
            return f"SPY SABOTAGE {order.system}"
