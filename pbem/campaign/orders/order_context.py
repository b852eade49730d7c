"""Whose orders are read, what they know, and how their own orders change it while they are read."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from difflib import get_close_matches

from pbem.campaign.language.names import fleet_called, fleets, unit_called, units_called
from pbem.campaign.language.places import node_called, place_words, upcoming
from pbem.campaign.model.campaign_file import Brings, Node
from pbem.campaign.model.orders import Assign, Order, Refuse, Replace, Scout, Transfer, TransferCommander
from pbem.campaign.model.state import CampaignUnit, State
from pbem.core.game.nearest_names import FEW
from pbem.core.game.phrases import sentence
from pbem.core.texts.envelope import IllegalOrder


@dataclass
class OrderContext:
    """A side's admiral. `state` is what they know, with the units moved as the orders say that were taken so far."""

    state: State
    seat: str
    sent: dict[str, str] = field(default_factory=dict)
    """Unit -> the node that it is assigned to."""
    refused: list[str] = field(default_factory=list)
    scouted: list[str] = field(default_factory=list)
    """Nodes."""

    @property
    def side(self) -> str:
        """The side they order for."""
        return self.state.seats[self.seat]

    def mine(self) -> list[str]:
        """The ids of their units, lost ones last."""
        lost = [unit.id for unit in self.state.units.values() if unit.side == self.side and unit.where == "lost"]
        return [*(unit.id for unit in self.state.of_side(self.side)), *lost]

    def fleets(self) -> list[str]:
        """The fleets of their side."""
        return fleets(self.state, self.side)

    # ------------------------------------------------------------ names

    def unit(self, name: str) -> CampaignUnit:
        """One of their units, whatever has become of it. Raises `IllegalOrder`."""
        unit = unit_called(self.state, name)
        if unit is None:
            raise IllegalOrder(f"there is no unit {name}", near(name, self.mine(), "yours are"))
        if unit.side != self.side:
            raise IllegalOrder(f"{unit.id} is not yours", near(name, self.mine(), "yours are"))
        if unit.where == "taken":
            raise IllegalOrder(f"{unit.id} was taken out of the campaign")
        return unit

    def at_hand(self, name: str) -> CampaignUnit:
        """One of their units that can be given orders. Raises `IllegalOrder`."""
        unit = self.unit(name)
        if unit.where == "lost":
            raise IllegalOrder(f"{unit.id} is lost", self._anew(unit))
        if not unit.at_hand:
            raise IllegalOrder(f"{unit.id} is in a battle")
        return unit

    def _anew(self, unit: CampaignUnit) -> str:
        refits = self.state.file.refits
        return f"REPLACE {unit.id} brings a new one (CMP-5.3); write it above." if refits and refits.new else ""

    def fleet(self, name: str) -> str:
        """One of the fleets of their side. Raises `IllegalOrder`."""
        found = fleet_called(self.state, self.side, name)
        if not found:
            raise IllegalOrder(f"there is no fleet {name} of your side", near(name, self.fleets(), "its fleets are"))
        return found

    def force(self, name: str) -> list[CampaignUnit]:
        """The units that a unit's or a fleet's name stands for in ASSIGN. Raises `IllegalOrder`."""
        if fleet := fleet_called(self.state, self.side, name):
            found = units_called(self.state, self.side, [fleet])
            if not found:
                raise IllegalOrder(f"no unit of {fleet} is at hand")
            return found
        if unit_called(self.state, name) is None:
            names = [*self.fleets(), *self.mine()]
            raise IllegalOrder(f"there is no unit or fleet {name}", near(name, names, "yours are"))
        return [self.at_hand(name)]

    def node(self, name: str) -> Node:
        """The node of a battle that is set next, and in which their side fights. Raises `IllegalOrder`."""
        found = node_called(self.state, name)
        if not found:
            raise IllegalOrder(self._not_open(name), self._places(name))
        node = self.state.file.node(found)
        if self.side not in node.sides:
            raise IllegalOrder(f"your side does not fight in {self.battle(node.id)}", self._places())
        return node

    def brings(self, node: Node) -> Brings:
        """What their side may bring there."""
        return node.sides[self.side]

    def battle(self, node: str) -> str:
        """What the battle at an open node is called."""
        return place_words(self.state, node)

    def places(self) -> list[str]:
        """The nodes where their side may fight next, in the order of the battles."""
        return [node for node in upcoming(self.state).values() if self.side in self.state.file.node(node).sides]

    def _not_open(self, name: str) -> str:
        if name.isdigit() and self.state.fogged:
            return "with fog a battle is called by its node, not by a number"
        if name.isdigit():
            return f"battle {name} {'was set before' if int(name) in self.state.battles else 'is not set next'}"
        known = next((node.id for node in self.state.file.nodes if node.id.casefold() == name.casefold()), "")
        return f"nothing is fought at {known} next" if known else f"there is no battle {name}"

    def _places(self, meant: str = "") -> str:
        places = {node.upper(): node for node in self.places()}
        if found := get_close_matches(meant.upper(), places, n=1):
            return f"Did you mean {places[found[0]]}?"
        return f"Yours next: {', '.join(map(self.battle, places.values()))}." if places else "Your side fights nowhere next."

    # ------------------------------------------------------------ what orders do

    def carry_out(self, order: Order) -> None:
        """Move the units as a legal order says; repairs change nothing that orders are checked by."""
        match order:
            case Replace() if (unit := self._own(order.unit)).where == "lost":
                unit.where, unit.lacks = "port", {}
            case Transfer():
                for name in order.units:
                    self._own(name).fleet = order.fleet
            case TransferCommander():
                one, other = self._own(order.unit), self._own(order.other)
                one.commander, other.commander = other.commander, one.commander
            case Assign():
                self.sent |= {unit.id: self.node(order.battle).id for name in order.force for unit in self.force(name)}
            case Refuse():
                self.refused.append(self.node(order.battle).id)
            case Scout():
                self.scouted.append(self.node(order.battle).id)
            case _:
                pass

    def _own(self, name: str) -> CampaignUnit:
        unit = self.unit(name)
        self.state.units[unit.id] = copy(unit)
        return self.state.units[unit.id]


def context_of(known: State, seat: str) -> OrderContext:
    """An admiral before their first order."""
    state = copy(known)
    state.units = dict(known.units)
    return OrderContext(state, seat)


def near(name: str, names: Iterable[str], words: str) -> str:
    """`Did you mean SR1?`, or what there is."""
    spelled = {each.upper(): each for each in names}
    found = get_close_matches(name.upper(), spelled, n=1, cutoff=0.6)
    some = f"{', '.join([*spelled.values()][:FEW])}{' ...' if len(spelled) > FEW else ''}" if spelled else "none"
    return f"Did you mean {spelled[found[0]]}?" if found else f"{sentence(words)} {some}."
