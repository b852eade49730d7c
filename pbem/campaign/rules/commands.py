"""CMP-5.8: what a side orders in a refit turn, from the sheets of its seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pbem.campaign.language.lines import order_text, read_lines
from pbem.campaign.language.names import unit_called, units_called
from pbem.campaign.language.places import node_called
from pbem.campaign.model.orders import Assign, Order, Refuse, Repair, Replace, Scout, Transfer, TransferCommander
from pbem.campaign.model.state import State
from pbem.core.texts.envelope import OrderSheet

KINDS = {Repair: "refit", Replace: "refit", Transfer: "fleet", TransferCommander: "commander"}
"""Orders of one kind are different things of a unit where two seats order them."""


@dataclass(frozen=True)
class Command:
    """An order of a side, and the seat that gives it."""

    seat: str
    order: Order

    @property
    def words(self) -> str:
        """As the sheet has it."""
        return order_text(self.order)


@dataclass
class Assigned:
    """CMP-5.5, CMP-5.6: which unit goes to which node, and the nodes to which a side sends nothing."""

    units: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def to(self, node: str) -> list[str]:
        """The units that are sent there, in the order in which they were named."""
        return [unit for unit, there in self.units.items() if there == node]


def commands_of(state: State, side: str, sheets: Mapping[str, OrderSheet]) -> list[Command]:
    """All orders of a side, those of its first seat first; none: it is a side that sends no orders (CMP-5.9)."""
    lines = {seat: [line for each in sheets[seat].units.values() for line in each] for seat in state.seats_of(side)}
    return [Command(seat, order) for seat, its in lines.items() for order in read_lines(its)]


def refits(state: State, side: str, commands: Iterable[Command]) -> Iterator[Command]:
    """CMP-5.8: the orders for units without those that a seat gives for a unit which another has ordered the same kind for."""
    first: dict[tuple[str, str], str] = {}
    for command in commands:
        for order in _one_by_one(command.order):
            if kind := KINDS.get(type(order)):
                units = [unit.id if (unit := unit_called(state, name)) else name for name in _named(order)]
                if all(first.setdefault((kind, unit), command.seat) == command.seat for unit in units):
                    yield Command(command.seat, order)


def _one_by_one(order: Order) -> list[Order]:
    return [Transfer((unit,), order.fleet) for unit in order.units] if isinstance(order, Transfer) else [order]


def _named(order: Order) -> list[str]:
    match order:
        case Repair() | Replace():
            return [order.unit]
        case Transfer():
            return list(order.units)
        case TransferCommander():
            return [order.unit, order.other]
        case _:
            return []


def scouted(state: State, commands: Iterable[Command]) -> dict[str, Command]:
    """CMP-6.1: the nodes that are scouted, each once."""
    found: dict[str, Command] = {}
    for command in commands:
        if isinstance(command.order, Scout) and (node := node_called(state, command.order.battle)):
            found.setdefault(node, command)
    return found


def assigned(state: State, side: str, commands: Iterable[Command]) -> Assigned:
    """CMP-5.5: the last order of a seat for a unit or a battle counts; CMP-5.8: and the first seat's before the others'."""
    by_seat: dict[str, Assigned] = {}
    for command in commands:
        _note(state, side, by_seat.setdefault(command.seat, Assigned()), command.order)
    merged = Assigned()
    for each in by_seat.values():
        ordered = {*merged.units.values(), *merged.refused}
        refused = list(merged.refused)
        merged.refused += [node for node in each.refused if node not in ordered]
        merged.units = {unit: node for unit, node in each.units.items() if node not in refused} | merged.units
    return merged


def _note(state: State, side: str, so_far: Assigned, order: Order) -> None:
    if not isinstance(order, Assign | Refuse) or not (node := node_called(state, order.battle)):
        return
    so_far.refused = [other for other in so_far.refused if other != node]
    if isinstance(order, Refuse):
        so_far.units = {unit: there for unit, there in so_far.units.items() if there != node}
        so_far.refused.append(node)
    else:
        so_far.units |= {unit.id: node for unit in units_called(state, side, order.force)}
