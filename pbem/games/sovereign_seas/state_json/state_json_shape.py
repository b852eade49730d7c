"""The shape of a state's JSON, and what is wrong with one: every field is checked, and named by its path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.core.game.validation import Fault, hex_faults, name_faults, range_faults
from pbem.core.geometry.hexes import Hex, at, distance
from pbem.core.orders.order_words import UnreadableOrder
from pbem.games.sovereign_seas.language.grammar import read_lines
from pbem.games.sovereign_seas.model.apply import TRAIL
from pbem.games.sovereign_seas.model.scenario import MOST, OPENINGS, Facing
from pbem.games.sovereign_seas.model.state import Fate, Jam
from pbem.games.sovereign_seas.model.tables import CLASSES, OF_A_TYPE, SIDES, UNITS, ShipClass

ON_MAP = re.compile(r"(\d\d)(\d\d)")
OFF_MAP = re.compile(r"(-?\d{1,3}),(-?\d{1,3})")
"""Hexes off the map, which a trail may hold (SSL-E.4): column and row."""
ID = re.compile(rf"({'|'.join(UNITS)})[1-{OF_A_TYPE}]")
MOST_TURNS = 10**6
MOST_SPEED = 14


@dataclass(frozen=True)
class PlaceJson:
    """Where a ship was in an impulse of the last turn."""

    impulse: int
    hex: str
    heading: Facing


@dataclass(frozen=True)
class LogJson:
    """Her log."""

    marked: int = 0
    lost: int = 0
    gone: list[str] = field(default_factory=list)
    tower_lost: bool = False
    command_until: int = 0
    jam: Jam = ""
    jam_until: int = 0


@dataclass(frozen=True)
class ShipJson:
    """One ship, but for her id. Left out, a field is as on a fresh log."""

    hex: str
    heading: Facing
    speed: int
    ship_class: str = ""
    side: str = ""
    seat: str = ""
    count: int | None = None
    fate: Fate = "afloat"
    fired: bool = False
    log: LogJson = field(default_factory=LogJson)
    hits: dict[str, int] = field(default_factory=dict)
    trail: list[str] | None = None
    track: list[PlaceJson] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ShotJson:
    """A salvo of the last turn."""

    impulse: int
    ship: str
    target: str
    code: str
    guns: int
    range: int
    hits: int
    origin: str
    aim: str


@dataclass(frozen=True)
class RamJson:
    """A ram attack of the last turn."""

    impulse: int
    attacker: str
    target: str
    hex: str
    hit: bool


@dataclass(frozen=True)
class StateJson:
    """The whole document."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    columns: int
    rows: int
    limit: int
    stages: list[dict[str, Literal["ENTER", "PLACE", "TAKE"]]]
    entry: Literal["", "N", "E", "S", "W"]
    turn: int
    advantage: str
    strikes: dict[str, int]
    ships: dict[str, ShipJson]
    strength: dict[str, int]
    fleet: dict[str, list[str]]
    silence: dict[str, int]
    shots: list[ShotJson]
    rams: list[RamJson]
    over: bool
    winners: list[str]
    level: Literal["", "marginal", "major", "decisive"]
    verdict: str


# ---------------------------------------------------------------- what is wrong


def read_hex(text: str) -> Hex | None:
    """The hex of a label, or of `column,row` off the map; None for neither."""
    found = ON_MAP.fullmatch(text) or OFF_MAP.fullmatch(text)
    return at(int(found[1]), int(found[2])) if found else None


def faults(loaded: StateJson) -> Iterator[Fault]:
    """What is wrong with a document of the right shape: path and reason. Its options are checked elsewhere."""
    yield from name_faults("scenario", loaded.scenario, OPENINGS)
    for name, most in (("columns", MOST), ("rows", MOST), ("limit", MOST_TURNS)):
        yield from range_faults(name, getattr(loaded, name), most, 1)
    yield from range_faults("turn", loaded.turn, MOST_TURNS)
    for seat, side in loaded.seats.items():
        yield from name_faults(f"seats.{seat}", side, SIDES)
    for side in SIDES:
        if side not in loaded.seats.values():
            yield "seats", f"must have one of side {side}"
            return
    for id, ship in loaded.ships.items():
        yield from _ship(loaded, f"ships.{id}", id, ship)
    yield from _record(loaded)


def _record(loaded: StateJson) -> Iterator[Fault]:
    """What is written down beside the ships."""
    for name in ("strikes", "strength", "silence"):
        for side, number in getattr(loaded, name).items():
            yield from name_faults(f"{name}.{side}", side, SIDES)
            yield from range_faults(f"{name}.{side}", number, MOST_TURNS)
    for n, stage in enumerate(loaded.stages):
        for side in stage:
            yield from name_faults(f"stages.{n}.{side}", side, SIDES)
    yield from name_faults("advantage", loaded.advantage, ("", *SIDES))
    for n, side in enumerate(loaded.winners):
        yield from name_faults(f"winners.{n}", side, SIDES)
    for seat, lines in loaded.fleet.items():
        yield from name_faults(f"fleet.{seat}", seat, loaded.seats)
        yield from _lines(f"fleet.{seat}", lines)
    for n, shot in enumerate(loaded.shots):
        for name in ("origin", "aim"):
            yield from hex_faults(f"shots.{n}.{name}", getattr(shot, name), loaded.columns, loaded.rows)
    for n, ram in enumerate(loaded.rams):
        yield from hex_faults(f"rams.{n}.hex", ram.hex, loaded.columns, loaded.rows)


def _ship(loaded: StateJson, where: str, id: str, ship: ShipJson) -> Iterator[Fault]:
    if not ID.fullmatch(id):
        yield where, f"{id!r} is no ship; write letters of {', '.join(UNITS)} and a number 1 to {OF_A_TYPE}"
        return
    key = ship.ship_class or UNITS[id[:2]]
    if key not in CLASSES or CLASSES[key].unit != id[:2]:
        yield f"{where}.ship_class", f"{key!r} is no class of {id}"
        return
    log = CLASSES[key]
    yield from name_faults(f"{where}.side", ship.side or log.side, [log.side])
    if ship.seat and loaded.seats.get(ship.seat) != log.side:
        yield f"{where}.seat", f"{ship.seat!r} is no seat of side {log.side}"
    yield from hex_faults(f"{where}.hex", ship.hex, loaded.columns, loaded.rows)
    for n, place in enumerate(ship.track):
        yield from hex_faults(f"{where}.track.{n}.hex", place.hex, loaded.columns, loaded.rows)
    yield from _trail(f"{where}.trail", ship.trail or ())
    yield from _log(where, ship, log)
    yield from _lines(f"{where}.standing", ship.standing)


def _trail(where: str, trail: Sequence[str]) -> Iterator[Fault]:
    """SSL-X.6: hexes that a ship left one after the other."""
    if len(trail) > TRAIL:
        yield where, f"holds {len(trail)} hexes; {TRAIL} are the most"
    hexes = [read_hex(text) for text in trail]
    for n, (text, hex) in enumerate(zip(trail, hexes, strict=True)):
        before = hexes[n - 1] if n else None
        if hex is None:
            yield f"{where}.{n}", f"{text!r} is no hex label; off the map write column and row, like '-2,14'"
        elif before and distance(before, hex) != 1:
            yield f"{where}.{n}", f"{text} is not beside {trail[n - 1]}, the hex before it"


def _log(where: str, ship: ShipJson, log: ShipClass) -> Iterator[Fault]:
    """SSL-L3.1, SSL-L4.1: a control log as damage leaves one."""
    yield from range_faults(f"{where}.speed", ship.speed, MOST_SPEED)
    yield from range_faults(f"{where}.count", ship.count or 0, MOST_TURNS)
    for name in ("command_until", "jam_until"):
        yield from range_faults(f"{where}.log.{name}", getattr(ship.log, name), MOST_TURNS)
    yield from range_faults(f"{where}.log.marked", ship.log.marked, log.circles - (ship.fate == "afloat"))
    crossed = min(sum(circle <= ship.log.marked for circle in log.crossings), len(log.speed_track))
    yield from range_faults(f"{where}.log.lost", ship.log.lost, len(log.speed_track), crossed)
    for n, battery in enumerate(ship.log.gone):
        yield from name_faults(f"{where}.log.gone.{n}", battery, log.guns)
    for letter, number in ship.hits.items():
        yield from name_faults(f"{where}.hits.{letter}", letter, ("H", "B", "T", "*"))
        yield from range_faults(f"{where}.hits.{letter}", number, MOST_TURNS)


def _lines(where: str, lines: Iterable[str]) -> Iterator[Fault]:
    """Standing orders."""
    for n, line in enumerate(lines):
        try:
            read_lines((line,))
        except UnreadableOrder:
            yield f"{where}.{n}", f"{line!r} is no order"
