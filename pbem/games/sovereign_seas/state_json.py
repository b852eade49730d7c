"""The state from its JSON: case files, adjudication, `docs/rules/sovereign_seas.md`. Its shape is that of `model/state.py`.

Here is what the declaration cannot say: what a case file may leave out of a ship, and what fields must be to each other.
What a ship remembers of her way counts only where it leads to her: whoever moves a ship in a document need not mend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from events.schema import InvalidData
from events.schema import load as load_shape
from pbem.core.game.options import NoScenario
from pbem.core.game.unit_ids import natural
from pbem.core.game.validation import Fault, name_faults, range_faults, refuse
from pbem.core.geometry.hexes import Hex, distance, off_map_label, on_map
from pbem.core.texts.envelope import UnreadableOrder
from pbem.games.sovereign_seas.language.lines import read_lines
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.apply import TRAIL, astern
from pbem.games.sovereign_seas.model.condition import factors_lost
from pbem.games.sovereign_seas.model.state import Log, Ship, State
from pbem.games.sovereign_seas.model.tables import CLASSES, SIDES, UNITS, ShipClass, class_of

ID = re.compile(rf"({'|'.join(UNITS)})[1-9][0-9]?")
"""2.1, SSL-CAM.1: a counter's letters; a campaign may have more than the five printed ones."""


@dataclass(frozen=True)
class _Frame:
    """What says how a ship begins of which a case tells little."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    ships: dict[str, dict[str, Any]]


def load(data: Mapping[str, Any]) -> State:
    """The state from that JSON, ships in natural id order. Raises `InvalidData` naming the path of everything that is wrong."""
    frame = load_shape(_Frame, {name: data[name] for name in _Frame.__dataclass_fields__ if name in data})
    refuse(_frame(frame))
    try:
        options = scenario.options(frame.scenario, frame.options)
    except NoScenario as e:
        raise InvalidData(f"options: {e}") from e
    ships = {id: _fresh(id, frame, options) | frame.ships[id] for id in sorted(frame.ships, key=natural)}
    state = load_shape(State, {**data, "options": options, "ships": ships})
    refuse(_faults(state))
    for ship in state.ships.values():
        _mend(ship, state.turn)
    return state


def _fresh(id: str, frame: _Frame, options: Mapping[str, Any]) -> dict[str, Any]:
    """SSL-E.4: what a case may leave out. SSL-D.1: her log is that of her id's class; her side's senior admiral orders her."""
    log = CLASSES.get(str(frame.ships[id].get("ship_class")), class_of(id, options))
    seat = next(seat for seat, side in frame.seats.items() if side == log.side)
    begins = {"ship_class": log.key, "side": log.side, "seat": seat, "count": log.turn_hexes}
    return {**begins, "log": {}, "standing": []}


def _mend(ship: Ship, turn: int) -> None:
    """SSL-X.6: a wake that leads to her; else she starts over as at set-up, where no ship has turned yet (SSL-E.4).

    SSL-L5.9: speed factors that no slash has cost are lost by her engines.
    """
    if ship.log_if_known:
        crossed = factors_lost(ship.printed, ship.log.marked, 0)
        ship.log.engine = max(ship.log.engine, ship.log.lost - crossed)
    fresh = astern(ship.hex, ship.heading)
    if not ship.trail or (distance(ship.trail[-1], ship.hex) != 1 if turn else ship.trail[-1] != fresh[-1]):
        ship.trail = fresh
    if ship.track and ship.track[-1].hex != ship.hex:
        ship.track = []


# ---------------------------------------------------------------- what is wrong


def _frame(frame: _Frame) -> Iterator[Fault]:
    yield from name_faults("scenario", frame.scenario, scenario.OPENINGS)
    for seat, side in frame.seats.items():
        yield from name_faults(f"seats.{seat}", side, SIDES)
    for side in SIDES:
        if side not in frame.seats.values():
            yield "seats", f"must have one of side {side}"
    for id in frame.ships:
        if not ID.fullmatch(id):
            yield f"ships.{id}", f"{id!r} is no ship; write letters of {', '.join(UNITS)} and a number 1 to 99"


def _faults(state: State) -> Iterator[Fault]:
    for where, side in _sides(state):
        yield from name_faults(where, side, SIDES)
    for where, hex in _hexes(state):
        if not on_map(hex, state.columns, state.rows):
            yield where, f"{off_map_label(hex)} is off the map of {state.columns} columns and {state.rows} rows"
    for where, line in _standing(state):
        try:
            read_lines((line,))
        except UnreadableOrder:
            yield where, f"{line!r} is no order"
    for seat in state.fleet:
        yield from name_faults(f"fleet.{seat}", seat, state.seats)
    for id, ship in state.ships.items():
        yield from _ship(state, f"ships.{id}", ship)


def _sides(state: State) -> Iterator[tuple[str, str]]:
    """Every side that is named, and where."""
    yield from ((f"{name}.{side}", side) for name in ("strikes", "strength", "silence") for side in getattr(state, name))
    yield from ((f"stages.{n}.{side}", side) for n, stage in enumerate(state.stages) for side in stage)
    yield from ((f"winners.{n}", side) for n, side in enumerate(state.winners))
    yield from [("advantage", state.advantage)] * (state.advantage != "")


def _hexes(state: State) -> Iterator[tuple[str, Hex]]:
    """Every hex of the map that is named, and where."""
    yield from ((f"shots.{n}.{name}", getattr(shot, name)) for n, shot in enumerate(state.shots) for name in ("origin", "aim"))
    yield from ((f"rams.{n}.hex", ram.hex) for n, ram in enumerate(state.rams))
    for id, ship in state.ships.items():
        yield f"ships.{id}.hex", ship.hex
        yield from ((f"ships.{id}.track.{n}.hex", place.hex) for n, place in enumerate(ship.track))


def _standing(state: State) -> Iterator[tuple[str, str]]:
    """Every standing order, and where."""
    yield from ((f"fleet.{seat}.{n}", line) for seat, lines in state.fleet.items() for n, line in enumerate(lines))
    for id, ship in state.ships.items():
        yield from ((f"ships.{id}.standing.{n}", line) for n, line in enumerate(ship.standing_if_known or ()))


def _ship(state: State, where: str, ship: Ship) -> Iterator[Fault]:
    """SSL-X.6: a wake of hexes that she left one after the other."""
    printed = CLASSES.get(ship.ship_class)
    if printed is None or printed.unit != natural(ship.id)[0]:
        yield f"{where}.ship_class", f"{ship.ship_class!r} is no class of {ship.id}"
        return
    yield from name_faults(f"{where}.side", ship.side, [printed.side])
    if state.seats.get(ship.seat) != printed.side:
        yield f"{where}.seat", f"{ship.seat!r} is no seat of side {printed.side}"
    if len(ship.trail) > TRAIL:
        yield f"{where}.trail", f"holds {len(ship.trail)} hexes; {TRAIL} are the most"
    for n, (before, hex) in enumerate(pairwise(ship.trail), 1):
        if distance(before, hex) != 1:
            yield f"{where}.trail.{n}", f"{off_map_label(hex)} is not beside {off_map_label(before)}, the hex before it"
    if ship.log_if_known:
        yield from _log(f"{where}.log", printed, ship.log, ship.active)


def _log(where: str, printed: ShipClass, log: Log, active: bool) -> Iterator[Fault]:
    """SSL-L3.1, SSL-L4.1: a control log as damage leaves one."""
    yield from range_faults(f"{where}.marked", log.marked, printed.circles - active)
    factors = len(printed.speed_track)
    yield from range_faults(f"{where}.engine", log.engine, factors)
    yield from range_faults(f"{where}.lost", log.lost, factors, factors_lost(printed, log.marked, log.engine))
    for n, battery in enumerate(log.gone):
        yield from name_faults(f"{where}.gone.{n}", battery, printed.guns)
