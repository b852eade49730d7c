"""A campaign's state from JSON that comes from outside: what its fields cannot say for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events import schema
from pbem.campaign.model.classes import classes
from pbem.campaign.model.state import Battle, CampaignUnit, State
from pbem.core.fleets.fleet_units import Unit, faults
from pbem.core.game.validation import Fault, name_faults, refuse
from pbem.games import GAMES


def load(data: Mapping[str, Any]) -> State:
    """A whole state. Raises `InvalidData` naming the path of everything that does not fit."""
    state = schema.load(State, data)
    if state.file_if_known is None:
        refuse([("file", "must be given")])
    refuse(_faults(state))
    return state


def _faults(state: State) -> Iterator[Fault]:
    nodes = [node.id for node in state.file.nodes]
    for seat, side in state.seats.items():
        yield from name_faults(f"seats.{seat}", side, state.sides)
    for name in ("purses", "scores"):
        for side in getattr(state, name):
            yield from name_faults(f"{name}.{side}", side, state.sides)
    for id, unit in state.units.items():
        yield from _unit_faults(state, f"units.{id}", unit)
    for number, battle in state.battles.items():
        yield from _battle_faults(state, f"battles.{number}", battle, number)
    for n, node in enumerate(state.open_nodes):
        yield from name_faults(f"open_nodes.{n}", node, nodes)
    for node, number in state.fought.items():
        yield from name_faults(f"fought.{node}", node, nodes)
        yield from name_faults(f"fought.{node}", str(number), map(str, state.battles))
    if state.fighting != bool(state.waiting):
        yield "fighting", "must be true while battles are not over, and only then"


def _unit_faults(state: State, where: str, unit: CampaignUnit) -> Iterator[Fault]:
    yield from name_faults(f"{where}.side", unit.side, state.sides)
    yield from name_faults(f"{where}.book", unit.book, GAMES)
    if unit.book in GAMES:
        for why in faults(Unit(unit.id, unit.unit_class, unit.name, dict(unit.lacks)), classes(unit.book)):
            yield where, why


def _battle_faults(state: State, where: str, battle: Battle, number: int) -> Iterator[Fault]:
    if battle.number != number:
        yield f"{where}.number", f"{battle.number} is not {number}"
    yield from name_faults(f"{where}.node", battle.node, [node.id for node in state.file.nodes])
    for side, force in battle.forces.items():
        yield from name_faults(f"{where}.forces.{side}", side, battle.sides)
        for unit in force:
            yield from name_faults(f"{where}.forces.{side}", unit.id, state.units)
