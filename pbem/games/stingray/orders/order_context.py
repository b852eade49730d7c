"""One vessel's orders while they are checked: what its seat may know, and what of the mail has been taken so far.

Everything here comes from the seat's own known, so no problem and no note can tell of hidden things.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from pbem.core.texts.envelope import IllegalOrder
from pbem.games.stingray.model.orders import CAPTAINS, Loadout, Message, Order, Over, Pass, Plan
from pbem.games.stingray.model.plan import crosses_obstacle, cut_for_over, default_plan
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State, vessel_order
from pbem.games.stingray.model.tables import MINE, MK7, MK61
from pbem.games.stingray.model.vessel import Launcher, Vessel

Kind = TypeVar("Kind", bound=Order)

WEAPONS = {MK61: "Mk61", MK7: "Mk7", MINE: "mine"}


def setup_open(known: State) -> bool:
    """Are ARMING and LOADOUT still taken? Where spies are granted they have a deadline of their own."""
    if known.setting_up:
        return True
    opening = OPENINGS.get(known.scenario)
    return known.move == 0 and not (opening and opening.grants_spies)


@dataclass
class OrderContext:
    """The vessel, the seat that orders, and the orders taken."""

    known: State
    vessel: Vessel
    seat: str
    taken: list[Order] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    faults: list[IllegalOrder] = field(default_factory=list)
    """What is wrong with an order that counts in another form."""

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The orders of a kind taken so far."""
        return [order for order in self.taken if isinstance(order, kind)]

    @property
    def two_seats(self) -> bool:
        """STG-GEN.3: are Captain and Co-Pilot two seats?"""
        return bool(self.vessel.copilot)

    @property
    def is_copilot(self) -> bool:
        """Is it the Co-Pilot of a two-seat Stingray who orders?"""
        return self.two_seats and self.seat == self.vessel.copilot

    @property
    def other(self) -> str:
        """What the other seat of a Stingray is called."""
        return "Captain" if self.is_copilot else "Co-Pilot"

    def foreign(self, order: Order) -> bool:
        """STG-SEA.1: does it belong to the other seat's domain?"""
        if not self.two_seats or isinstance(order, Message | Pass):
            return False
        return isinstance(order, CAPTAINS) == self.is_copilot

    def plan(self) -> Plan | None:
        """The plan that will be in force as far as this seat knows; None for a Co-Pilot, whose Captain has the helm."""
        if plans := self.of(Plan):
            return plans[0]
        return None if self.is_copilot else default_plan(self.vessel, self.known, self.known.next_move)

    def sailed(self) -> Plan | None:
        """The plan as it will be sailed: STG-LEP.3 cuts it where OVER is used."""
        plan = self.plan()
        if plan is not None and self.of(Over) and crosses_obstacle(self.vessel, plan, self.known):
            return cut_for_over(self.vessel.vessel_class, plan)
        return plan

    def tube(self, name: str) -> Launcher:
        """A tube as it will be at the start of the move, with this mail's LOADOUT."""
        tube = self.vessel.launchers[name]
        loads = {key: load for loadout in self.of(Loadout) for key, load in loadout.tubes}
        return replace(tube, load=loads[name]) if name in loads else tube

    @property
    def tubes_unknown(self) -> bool:
        """Before move 1 the Captain may yet load the tubes otherwise than their Co-Pilot sees them."""
        return self.is_copilot and setup_open(self.known) and not self.of(Loadout)

    def contacts(self) -> list[str]:
        """The enemies on the lists of all vessels of this seat, plant noises last."""
        own = self.vessel.side
        found = {c.id for vessel in self.known.mine() for c in vessel.reported.contacts.values() if c.side != own}
        ordered = vessel_order(list(found))
        return [id for id in ordered if id[0] != "U"] + [id for id in ordered if id[0] == "U"]

    @property
    def blind(self) -> bool:
        """Does one of the seat's fish hold contacts that it cannot report (STG-COM.4)?"""
        return not all(vessel.can_report for vessel in self.known.mine())
