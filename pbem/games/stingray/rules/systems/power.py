"""STG-POW, section 3 step 1c: what a Stingray's plant and batteries pay for this move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from events.stingray.orders import Armed, PowerAllocated
from pbem.games.stingray.model.orders import ITEMS, Plan, VesselOrders
from pbem.games.stingray.model.plan import cut, plan_speed, speed_limits
from pbem.games.stingray.model.tables import MAX_SCAN, MK61
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.rules.systems.sensors import listens
from pbem.games.stingray.rules.turn_scratch import TurnScratch

DEFAULT_ZONES = (1, 2, 6, 3, 5, 4)
"""Section 6: zones searched to half range when no SCAN is ordered, in this order."""
DEFAULT_SCAN = 3
"""Section 6: APU for them at most, from surplus plant output only."""
UNARMED = " (its Mk61 is not armed)"
COUNTED = {"MOVE": ("hex", "hexes"), "SCAN": ("zone", "zones"), "DECOY": ("decoy", "decoys")}
"""Items that are dropped piece by piece, and told by number."""


class Want(NamedTuple):
    """What one APU is asked for: an item of STG-POW.6, and which tube, mine or zone (`h1` half range)."""

    item: str
    which: str = ""


@dataclass(frozen=True)
class Allocation:
    """STG-POW.2: what is funded and what is not, before anything happens."""

    output: int
    drawn: int
    items: dict[str, int]
    funded: dict[str, list[str]]
    """By item, which of its pieces."""
    dropped: list[Want]
    unarmed: set[Want]
    """Launches among `dropped` whose Mk61 is not armed."""

    def which(self, item: str) -> list[str]:
        """The funded pieces of an item."""
        return self.funded.get(item, [])

    def number(self, item: str) -> int:
        """How many pieces of an item are funded."""
        return len(self.which(item))


# ---------------------------------------------------------------- what is asked for


def wants(vessel: Vessel, orders: VesselOrders, move: int, options: Mapping[str, Any]) -> list[Want]:
    """STG-POW.6: all that the orders ask for, in order of priority. STG-SEA.4: launches and preparations ask of themselves."""
    plan = orders.plan or Plan()
    asked = {
        "LIFE": [""] if orders.life else [],
        "MOVE": [""] * _hexes(vessel, plan, orders.engines, move, options),
        "PREP": sorted(tube for tube in orders.preps if vessel.launchers[tube].load == MK61),
        "LAUNCH": sorted({launch.launcher for launch in orders.launches}),
        "DECOY": [""] * len(orders.decoys),
        "SCAN": [f"h{zone}" if half else str(zone) for zone, half in (orders.scan.zones if orders.scan else ())],
        "LOAD": sorted(load.tube for load in orders.loads),
        "MINE": [code.mine for code in orders.codes],
        "COMMS": [""] if orders.comms else [],
        "NAV": [""] if orders.nav else [],
    }
    ranked = dict.fromkeys([*orders.priority, *ITEMS])
    return [Want(item, which) for item in ranked for which in asked[item]]


def _hexes(vessel: Vessel, plan: Plan, engines: int | None, move: int, options: Mapping[str, Any]) -> int:
    """STG-POW.5: one APU a hex. STG-POW.7: ENGINES may hold it down, but not below the lowest legal speed."""
    speed = plan_speed(vessel.vessel_class, plan)
    if engines is None:
        return speed
    return min(speed, max(engines, speed_limits(vessel, move, options).least))


# ---------------------------------------------------------------- what is paid for


@dataclass
class Purse:
    """APU while they are given out."""

    left: int
    items: dict[str, int] = field(default_factory=dict)
    """What was paid, by item."""
    paired: bool = False
    """Is the next half zone paid for already?"""

    def pay(self, want: Want) -> bool:
        """Take the cost of table 2.5, if there is enough; STG-SCN.1: two half zones for one APU, at most 6 APU in all."""
        half = want.which.startswith("h")
        cost = 0 if half and self.paired else 1
        spent = self.items.get(want.item, 0) + cost
        if cost > self.left or (want.item == "SCAN" and spent > MAX_SCAN):
            return False
        self.left -= cost
        self.items[want.item] = spent
        if half:
            self.paired = not self.paired
        return True


def allocation(vessel: Vessel, orders: VesselOrders, move: int, options: Mapping[str, Any]) -> Allocation:
    """STG-POW.6 on paper. A launch whose Mk61 stays unarmed is dropped, and its APU are there for the rest."""
    asked = wants(vessel, orders, move, options)
    unarmed: set[Want] = set()
    while True:
        found = _fund(vessel, orders, asked, unarmed)
        more = {Want("LAUNCH", tube) for tube in found.which("LAUNCH") if not _ready(vessel, tube, found)}
        if not more:
            return found
        unarmed |= more


def _ready(vessel: Vessel, tube: str, found: Allocation) -> bool:
    """STG-M61.1: a Mk61 must be prepared; nothing else needs it."""
    launcher = vessel.launchers[tube]
    return launcher.load != MK61 or launcher.armed or tube in found.which("PREP")


def _fund(vessel: Vessel, orders: VesselOrders, asked: list[Want], unarmed: set[Want]) -> Allocation:
    """STG-POW.6: piece by piece, what cannot be paid is dropped and the next is tried."""
    output = vessel.max_output if orders.power is None else min(orders.power, vessel.max_output)
    purse = Purse(output + _charge(vessel, orders.battery))
    funded: dict[str, list[str]] = {}
    dropped: list[Want] = []
    for want in asked:
        if want in unarmed or not purse.pay(want):
            dropped.append(want)
        else:
            funded.setdefault(want.item, []).append(want.which)
    if swept := _default_scan(vessel, orders, output - sum(purse.items.values())):
        funded["SCAN"] = swept
        purse.items["SCAN"] = (len(swept) + 1) // 2
    drawn = max(0, sum(purse.items.values()) - output)
    return Allocation(output, drawn, purse.items, funded, dropped, unarmed)


def _charge(vessel: Vessel, most: int | None) -> int:
    """STG-POW.3: what the batteries may give, after the plant; STG-SPH.4: nothing while they are out."""
    if vessel.out("BATTERY"):
        return 0
    return vessel.battery if most is None else min(most, vessel.battery)


def _default_scan(vessel: Vessel, orders: VesselOrders, surplus: int) -> list[str]:
    """Section 6: half-range zones, from what the plant has left."""
    if orders.scan is not None or not listens(vessel):
        return []
    zones = 2 * max(0, min(surplus, DEFAULT_SCAN))
    return [f"h{zone}" for zone in DEFAULT_ZONES[:zones]]


def in_words(found: Allocation) -> list[str]:
    """What goes without: `MOVE (2 hexes)`, `SCAN (1 zone)`, `LOAD 2`."""
    told = []
    for item in dict.fromkeys(want.item for want in found.dropped):
        pieces = [want for want in found.dropped if want.item == item]
        if item in COUNTED:
            one, several = COUNTED[item]
            told.append(f"{item} ({len(pieces)} {one if len(pieces) == 1 else several})")
        else:
            told += [f"{item} {want.which}".strip() + UNARMED * (want in found.unarmed) for want in pieces]
    return told


# ---------------------------------------------------------------- step 1c


def allocate(scratch: TurnScratch, vessel: Vessel) -> None:
    """STG-POW.2, STG-POW.6: cut a Stingray's orders to what is funded. (An SS needs no allocation, STG-POW.11.)"""
    state = scratch.state
    orders = scratch.orders[vessel.id]
    found = allocation(vessel, orders, state.move, state.options)
    _cut_back(vessel, orders, found)
    zones = found.which("SCAN")
    event = PowerAllocated(vessel.id, found.output, found.drawn, found.items, in_words(found), zones)
    scratch.tell(event, "STG-POW.6", vessel)
    for tube in found.which("PREP"):
        scratch.tell(Armed(vessel.id, tube), "STG-LAU.6", vessel)


def _cut_back(vessel: Vessel, orders: VesselOrders, found: Allocation) -> None:
    """Only what is funded is left. STG-POW.7: a plan without power is cut, whatever the deceleration."""
    orders.plan = cut(vessel.vessel_class, orders.plan or Plan(), found.number("MOVE"))
    orders.preps = found.which("PREP")
    orders.launches = [launch for launch in orders.launches if launch.launcher in found.which("LAUNCH")]
    orders.decoys = orders.decoys[: found.number("DECOY")]
    orders.loads = [load for load in orders.loads if load.tube in found.which("LOAD")]
    orders.codes = [code for code in orders.codes if code.mine in found.which("MINE")]
    orders.life = bool(found.which("LIFE"))
    orders.comms = bool(found.which("COMMS"))
    orders.nav = bool(found.which("NAV"))
