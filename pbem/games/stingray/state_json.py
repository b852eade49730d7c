"""A state from outside (section "State JSON" of the rule book): its shape is the declaration's; here is what crosses fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from events.schema import load as load_shape
from events.shapes import members
from pbem.core.game.validation import Fault, name_faults, range_faults, refuse
from pbem.core.geometry.hexes import Hex, label
from pbem.games.stingray.model.state import Missile, State, vessel_order
from pbem.games.stingray.model.tables import MK61, READY, RUN, SIDES
from pbem.games.stingray.model.vessel import Vessel


def load(data: Mapping[str, Any]) -> State:
    """A whole state, its vessels in vessel order (STG-GEN.6). Raises `InvalidData` naming the path of all that does not fit."""
    state = load_shape(State, PARTS | _known(data) | _with_finds(data))
    refuse(_faults(state))
    ids = sorted(vessel_order(list(state.vessels)), key=lambda id: SIDES.index(state.vessels[id].side))
    state.vessels = {id: state.vessels[id] for id in ids}
    return state


PARTS = {"umpire": {}, "spies": {}, "mines_laid": dict.fromkeys(SIDES, 0)}
"""What a whole state has, empty where it is left out; so have its vessels what they have found."""


def _known(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value is not None}


def _with_finds(data: Mapping[str, Any]) -> dict[str, Any]:
    vessels = data.get("vessels")
    if not isinstance(vessels, Mapping):
        return {}
    return {"vessels": {id: {"finds": {}} | _known(x) if isinstance(x, Mapping) else x for id, x in vessels.items()}}


# ---------------------------------------------------------------- what is wrong


def _faults(state: State) -> Iterator[Fault]:
    for where, hex in _hexes(state, ""):
        if not state.on_map(hex):
            yield where, f"{label(hex)} is off the map of {state.columns} columns and {state.rows} rows"
    for where, name, legal in _names(state):
        yield from name_faults(where, name, legal)
    for n, text in enumerate(state.objectives):
        if not re.fullmatch(r"SR\d+ \d{4}", text):
            yield f"objectives.{n}", f"{text!r} is no vessel and hex, like 'SR1 0906'"
    for id, vessel in state.vessels.items():
        yield from _vessel(state, f"vessels.{id}", vessel)
    for id, missile in state.missiles.items():
        yield from _missile(f"missiles.{id}", missile)


def _hexes(thing: Any, where: str) -> Iterator[tuple[str, Hex]]:
    """Every hex there is in it, by path."""
    kind: Any = type(thing)
    inside: Iterable[tuple[Any, Any]] = ()
    if isinstance(thing, tuple):
        yield where, thing
    elif is_dataclass(thing):
        inside = ((each.json, getattr(thing, each.name)) for each in members(kind) if each.json)
    elif isinstance(thing, dict):
        inside = thing.items()
    elif isinstance(thing, list | set):
        inside = enumerate(thing)
    for name, each in inside:
        yield from _hexes(each, f"{where}.{name}" if where else name)


Name = tuple[str, str, Collection[str]]
"""A path, the name there, and those that it may be."""


def _names(state: State) -> Iterator[Name]:
    yield from ((f"seats.{seat}", side, SIDES) for seat, side in state.seats.items())
    for where, sides in (("mines_laid", state.mines_laid), ("scores", state.scores), ("winners", state.winners)):
        yield from ((f"{where}.{side}", side, SIDES) for side in sides)
    yield from ((f"crews.{seat}", seat, state.seats) for seat in state.crews)
    yield from ((f"mines.{id}.side", mine.side, SIDES) for id, mine in state.mines.items())
    yield from ((f"missiles.{id}.side", missile.side, SIDES) for id, missile in state.missiles.items())
    yield from ((f"missiles.{id}.launcher", missile.launcher, state.vessels) for id, missile in state.missiles.items())
    yield from ((f"objectives.{n}", text.split(" ")[0], state.vessels) for n, text in enumerate(state.objectives))
    mk61 = {id: missile for id, missile in state.missiles.items() if missile.kind == MK61}
    yield from ((f"umpire.plants.{name}", id, state.vessels) for name, id in state.umpire.plants.items())
    yield from ((f"spies.cards.{n}.vessel", card.vessel, [*state.vessels, ""]) for n, card in enumerate(state.spies.cards))
    yield from ((f"missiles.{id}.target", missile.target, state.vessels) for id, missile in mk61.items())
    yield "robbed", state.robbed, [*state.vessels, ""]


def _vessel(state: State, where: str, vessel: Vessel) -> Iterator[Fault]:
    if not re.fullmatch(rf"{vessel.vessel_class}\d{{1,2}}", vessel.id):
        yield where, f"{vessel.id!r} is no name of class {vessel.vessel_class}"
    for name, seat in (("captain", vessel.captain), ("copilot", vessel.copilot)):
        if state.seats.get(seat) != vessel.side and (seat or name == "captain"):
            yield f"{where}.{name}", f"{seat!r} is no seat of side {vessel.side}"
    crew = state.crews.get(vessel.captain, vessel.captain)
    if vessel.crew != crew:
        yield f"{where}.crew", f"must be {crew!r}, the crew of seat {vessel.captain!r}"
    for seat in vessel.standing:
        yield from name_faults(f"{where}.standing", seat, [vessel.captain, vessel.copilot])
    if (vessel.tail is not None) != (vessel.vessel_class == "MF"):
        yield f"{where}.tail", "a MegaFish has one" if vessel.tail is None else "only a MegaFish has one"
    yield from _fittings(where, vessel)
    yield from _phases(f"{where}.track_phases", vessel)


def _fittings(where: str, vessel: Vessel) -> Iterator[Fault]:
    """Stores and launchers are those printed (STG-LAU.9), specials those that the class can have."""
    printed = vessel.printed
    for name, legal in (("stores", list(printed.stores)), ("launchers", printed.launchers)):
        if sorted(getattr(vessel, name)) != sorted(legal):
            yield f"{where}.{name}", f"must be {', '.join(legal) or 'empty'}"
    for weapon, number in vessel.stores.items():
        yield from range_faults(f"{where}.stores.{weapon}", number, printed.stores.get(weapon, 0))
    for name, launcher in vessel.launchers.items():
        loads = ("", READY) if printed.fish else ("", "MK61", "MK7", "MINE")
        yield from name_faults(f"{where}.launchers.{name}.load", launcher.load, loads)
    for system in vessel.specials:
        yield from name_faults(f"{where}.specials", system, printed.repairs)


def _phases(where: str, craft: Vessel | Missile) -> Iterator[Fault]:
    if len(craft.track_phases) != len(craft.track):
        yield where, "must be a phase, 0 to 6, for each hex of the track"


def _missile(where: str, missile: Missile) -> Iterator[Fault]:
    if not re.fullmatch(rf"{re.escape(missile.launcher)}-M\d+", missile.id):
        yield where, f"{missile.id!r} is no name of a missile of {missile.launcher}, like {missile.launcher}-M1"
    yield from range_faults(f"{where}.run", missile.run, RUN[missile.kind])
    yield from _phases(f"{where}.track_phases", missile)
