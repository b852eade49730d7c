"""A control sheet as it is: what is crossed off, and what that leaves her. Only `apply.py` changes one."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from events.shapes import Range
from pbem.games.wet_thrust.model.scs import CLASSES, ShipClass
from pbem.games.wet_thrust.model.ship_class import share
from pbem.games.wet_thrust.model.tables import HOLES
from pbem.games.wet_thrust.model.values import ClassKey, Count, HoleName


@dataclass
class Hole:
    """A hole of kind 17, 18 or 19 (the d20 that made it): `left` repairs close it; `open` until then."""

    kind: Annotated[int, Range(17, 19)]
    left: Annotated[int, Range(0, 2)]
    """Repairs that it still needs."""
    open: bool = True


@dataclass
class Sheet:
    """One vessel's record. Numbers are boxes; systems go by id in the order in which they were lost."""

    ship_class: ClassKey
    """The class as printed."""
    marked: Count = 0
    """Boxes marked."""
    broken: bool = False
    """Broken in two: sinks with step 5.4."""
    checks: list[int] = field(default_factory=list)
    """WT-8.6: numbers of completed rows that wait for their check."""
    lost: list[str] = field(default_factory=list)
    """Systems crossed off."""
    beyond: list[str] = field(default_factory=list)
    """WT-16.6: systems and holes beyond repair."""
    wounds: list[str] = field(default_factory=list)
    """Kinds of systems ever lost in the game (RU, BO ...), repaired or not: for victory."""
    empty: Count = 0
    """WT-3.8: fuel boxes that are empty and whole."""
    fuel_lost: Count = 0
    """WT-3.9: full fuel boxes turned X."""
    fuel_holed: Count = 0
    """Empty fuel boxes turned X."""
    fires: Count = 0
    """Fires burning."""
    holes: dict[HoleName, Hole] = field(default_factory=dict)
    """By `HO1`, `HO2` and so on."""
    used: dict[str, Count] = field(default_factory=dict)
    """WT-10.4: loads that launchers have used."""
    ready: dict[str, Count] = field(default_factory=dict)
    """WT-10.4: the turn from which a launcher may fire again."""
    german: Annotated[int, Range(-1, 1)] = 0
    """WT-7.10: 0 until rolled."""
    controls_lost: Count = 0
    """WT-7.14: fire controls lost in the present turn."""
    controls_lost_before: Count = 0
    """... and in the turn before."""
    takes_over: Count = 0
    """WT-15.4: the turn from which the secondary bridge is in control while the bridge is out; 0: it is not to be."""
    bridge_out: Count = 0
    """WT-15.1: the turn in which she last went out of command."""
    marked_before: Count = 0
    """WT-24.8: boxes that were marked before the battle."""
    lost_before: list[str] = field(default_factory=list)
    """WT-24.8: systems that were lost before the battle."""
    silent: bool = False
    """WT-18.6: runs silent this turn."""
    barred: bool = False
    """WT-4.4: main batteries may not fire this turn."""

    @property
    def printed(self) -> ShipClass:
        """The sheet as printed."""
        return CLASSES[self.ship_class]

    def works(self, system: str) -> bool:
        """Is it on the sheet and not crossed off?"""
        return system in self.printed.all_systems and system not in self.lost

    def systems(self, *prefixes: str) -> list[str]:
        """All systems of these kinds (`BO`, `A` ...), working or lost, kind after kind as they are named."""
        by_kind = self.printed.by_kind
        return [id for kind in prefixes for id in by_kind.get(kind, ())]

    def working(self, *prefixes: str) -> list[str]:
        """Those of them that are not crossed off."""
        by_kind, lost = self.printed.by_kind, self.lost
        return [id for kind in prefixes for id in by_kind.get(kind, ()) if id not in lost]

    def count(self, prefix: str) -> int:
        """How many systems of a kind are printed."""
        return len(self.printed.by_kind.get(prefix, ()))

    def left_of(self, number: float, prefix: str) -> Fraction:
        """What the working part of all systems of a kind leaves of a printed number."""
        return share(number, len(self.working(prefix)), self.count(prefix))

    # ------------------------------------------------------------ propulsion and rudder

    def top(self, below: bool = False) -> Fraction:
        """WT-3.1 to 3.3: top speed left; of a submarine `below` the surface or on it (WT-18.1). WT-3.2: holes slow her."""
        speed = self.left_of(self.printed.top_number(below), "BO")
        for hole in self.holes.values():
            speed *= HOLES[hole.kind].speed if hole.open else 1
        return speed

    def acceleration(self) -> Fraction:
        """WT-3.5; 0 without a working propeller (WT-3.6)."""
        return self.left_of(self.printed.accel, "PR")

    def deceleration(self) -> Fraction:
        """WT-3.5; 0 without a working propeller (WT-3.6)."""
        return self.left_of(self.printed.decel, "PR")

    def steers(self) -> bool:
        """WT-4.3: is there a rudder left?"""
        return bool(self.working("RU"))

    def points(self) -> int:
        """WT-4.1, WT-4.2: points of turn a turn; each rudder lost takes the highest level away."""
        return self.printed.points_of(len(self.printed.levels) - (self.count("RU") - len(self.working("RU"))))

    def lost_here(self, prefix: str) -> list[str]:
        """WT-24.8: systems of a kind that were lost in this battle and do not work."""
        return [id for id in self.systems(prefix) if id in self.lost and id not in self.lost_before]

    # ------------------------------------------------------------ hull

    @property
    def unmarked(self) -> int:
        """Damage boxes left."""
        return self.printed.boxes - self.marked

    @property
    def marked_here(self) -> int:
        """WT-24.8: boxes marked in this battle."""
        return self.marked - self.marked_before

    @property
    def doomed(self) -> bool:
        """WT-1.9: all boxes marked, or broken in two."""
        return self.unmarked <= 0 or self.broken

    @property
    def full_fuel(self) -> int:
        """WT-3.8: full fuel boxes."""
        return self.printed.fuel - self.empty - self.fuel_lost - self.fuel_holed

    def loads(self, launcher: str) -> int:
        """WT-10.4: loads left in a launcher."""
        return 1 + self.printed.launchers[launcher].reloads - self.used.get(launcher, 0)

    # ------------------------------------------------------------ command and fire control

    def commanded(self, turn: int) -> bool:
        """WT-15.1, WT-15.4: does she take orders for this turn?"""
        return self.works("BR") or (self.works("SB") and 0 < self.takes_over <= turn)

    @property
    def controls(self) -> int:
        """WT-7.2: working fire controls."""
        return len(self.working("FC"))


def kind_of(system: str) -> str:
    """BO of `BO2`; bridges have no number."""
    return system if system in ("BR", "SB") else system.rstrip("0123456789")
