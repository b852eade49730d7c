"""The shape of a state's JSON, and what is wrong with one: every field is checked, and named by its path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pbem.core.game.validation import Fault, hex_faults, name_faults, range_faults
from pbem.games.stingray.model.state import Fate, How
from pbem.games.stingray.model.tables import (
    BATTERY,
    CLASSES,
    CREW_DEAD,
    MAX_ARMING,
    MK61,
    PLANT,
    READY,
    RUN,
    SIDES,
    ClassKey,
    VesselClass,
)

Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]
Edge = Literal["N", "E", "S", "W"]
MOST = 10**6


@dataclass(frozen=True)
class ContactJson:
    """A line of a contact list, but for its id."""

    vessel_class: Literal["", "SR", "SS", "TF", "MF"]
    hex: str
    tail: str
    facing: Literal["", "N", "NE", "SE", "S", "SW", "NW"]
    speed: int
    move: int
    how: How


@dataclass(frozen=True)
class MissileContactJson:
    """A missile noticed."""

    kind: str
    hex: str
    heading: Literal["", "N", "NE", "SE", "S", "SW", "NW"]
    how: Literal["sonar", "vision", "hydrophone", "told"]


@dataclass(frozen=True)
class NoiseJson:
    """Something heard."""

    what: Literal["explosion", "breaking up"]
    hex: str
    phase: int


@dataclass(frozen=True)
class LauncherJson:
    """A tube, nostril or launcher."""

    load: Literal["", "MK61", "MK7", "MINE", "READY"]
    armed: bool
    destroyed: bool


@dataclass(frozen=True)
class PowerJson:
    """APU of the last move."""

    output: int
    drawn: int
    items: dict[str, int]
    dropped: list[str]
    zones: list[str]
    stored: int
    wasted: int


@dataclass(frozen=True)
class VesselJson:
    """One vessel, but for its id."""

    vessel_class: ClassKey
    captain: str
    copilot: str
    crew: str
    hex: str
    tail: str
    facing: Direction
    speed: int
    fuel: int
    battery: int
    stores: dict[str, int]
    launchers: dict[str, LauncherJson]
    damage: int
    injuries: int
    suited: bool
    specials: dict[str, int]
    arming: int
    launched: int
    since_turn: int
    accelerated: int
    slowed: int
    shifted: int
    broken_off: bool
    fate: Fate
    exit_edge: Literal["", "N", "E", "S", "W"]
    airborne: bool
    plan: str
    ordered: int
    scheduled: int
    output: int
    fix: bool
    power: PowerJson
    track: list[str]
    track_phases: list[int]
    standing: dict[str, list[str]]
    contacts: dict[str, ContactJson]
    missile_contacts: list[MissileContactJson]
    mines_seen: list[str]
    swept: list[str]
    noises: list[NoiseJson]
    lost: int = 0


@dataclass(frozen=True)
class MissileJson:
    """A missile in the water, but for its id."""

    kind: Literal["MK61", "MK7", "TERROR"]
    launcher: str
    side: str
    hex: str
    heading: Direction
    arming: int
    target: str
    penalty: int
    run: int
    lock: bool
    via: list[str]
    missed: list[str]
    evaded: list[str]
    passed: list[str]
    tie: list[str]
    track: list[str]
    track_phases: list[int]


@dataclass(frozen=True)
class MineJson:
    """A mine, but for its id."""

    side: str
    hex: str
    active: bool


@dataclass(frozen=True)
class CardJson:
    """A card of the spies."""

    kind: Literal["TRAP", "AGENT", "PLANS"]
    vessel: str
    system: str
    move: int


@dataclass(frozen=True)
class PlanJson:
    """A Terrainian vessel as the spies have read of it."""

    vessel: str
    vessel_class: ClassKey
    hex: str
    facing: Direction
    speed: int
    tubes: dict[str, str]
    arming: int


@dataclass(frozen=True)
class StateJson:
    """The whole document."""

    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    crews: dict[str, str]
    columns: int
    rows: int
    obstacles: list[str]
    home_edge: Edge
    limit: int
    setting_up: bool
    move: int
    vessels: dict[str, VesselJson]
    missiles: dict[str, MissileJson]
    mines: dict[str, MineJson]
    mines_laid: dict[str, int]
    decoys: list[str]
    plants: dict[str, str]
    briefings: dict[str, str]
    plans_read: list[PlanJson]
    cards: list[CardJson]
    alongside: dict[str, int]
    robbed: str
    objectives: list[str]
    scores: dict[str, int]
    over: bool
    winners: list[str]
    verdict: str


# ---------------------------------------------------------------- what is wrong


def faults(loaded: StateJson) -> Iterator[Fault]:
    """What is wrong with a document of the right shape: path and reason."""
    if not (1 <= loaded.columns <= 99 and 1 <= loaded.rows <= 99):
        yield "columns", "columns and rows must be 1 to 99"
        return
    yield from _ranges("", loaded, {"limit": MOST, "move": MOST})
    for name, texts in (("obstacles", loaded.obstacles), ("decoys", loaded.decoys)):
        yield from _hexes(loaded, name, texts)
    for seat, side in loaded.seats.items():
        yield from _side(f"seats.{seat}", side)
    for seat in loaded.crews:
        yield from name_faults(f"crews.{seat}", seat, loaded.seats)
    for id, mine in loaded.mines.items():
        yield from _hexes(loaded, f"mines.{id}.hex", [mine.hex])
        yield from _side(f"mines.{id}.side", mine.side)
    for id, vessel in loaded.vessels.items():
        yield from _vessel(loaded, f"vessels.{id}", id, vessel)
    for id, missile in loaded.missiles.items():
        yield from _missile(loaded, f"missiles.{id}", id, missile)
    yield from _record(loaded)


def _record(loaded: StateJson) -> Iterator[Fault]:
    """What is written down beside vessels, missiles and mines."""
    for name, vessel in loaded.plants.items():
        yield from name_faults(f"plants.{name}", vessel, loaded.vessels)
    for n, card in enumerate(loaded.cards):
        yield from name_faults(f"cards.{n}.vessel", card.vessel, [*loaded.vessels, ""])
    yield from name_faults("robbed", loaded.robbed, [*loaded.vessels, ""])
    for n, text in enumerate(loaded.objectives):
        if not re.fullmatch(r"SR\d+ \d{4}", text):
            yield f"objectives.{n}", f"{text!r} is no vessel and hex, like 'SR1 0906'"
        else:
            yield from name_faults(f"objectives.{n}", text.split()[0], loaded.vessels)
    for name in ("mines_laid", "scores"):
        for side, number in getattr(loaded, name).items():
            yield from _side(f"{name}.{side}", side)
            yield from range_faults(f"{name}.{side}", number, MOST)
    for n, side in enumerate(loaded.winners):
        yield from _side(f"winners.{n}", side)


def _ranges(where: str, thing: Any, limits: Mapping[str, int]) -> Iterator[Fault]:
    for name, most in limits.items():
        yield from range_faults(f"{where}.{name}" if where else name, getattr(thing, name), most)


def _side(where: str, side: str) -> Iterator[Fault]:
    yield from name_faults(where, side, SIDES)


def _hexes(loaded: StateJson, where: str, texts: Iterable[str]) -> Iterator[Fault]:
    """Labels of hexes on the map."""
    for text in texts:
        yield from hex_faults(where, text, loaded.columns, loaded.rows)


def _vessel(loaded: StateJson, where: str, id: str, vessel: VesselJson) -> Iterator[Fault]:
    printed = CLASSES[vessel.vessel_class]
    if not re.fullmatch(rf"{vessel.vessel_class}\d{{1,2}}", id):
        yield where, f"{id!r} is no name of class {vessel.vessel_class}"
    yield from _commanders(loaded, where, vessel, printed)
    yield from _hexes(loaded, f"{where}.hex", [vessel.hex])
    yield from _hexes(loaded, f"{where}.tail", [vessel.tail] if vessel.tail or vessel.vessel_class == "MF" else [])
    if vessel.tail and vessel.vessel_class != "MF":
        yield f"{where}.tail", "only a MegaFish has one"
    yield from _ranges(where, vessel, VESSEL_LIMITS)
    yield from _fittings(where, vessel, printed)
    yield from _hexes(loaded, f"{where}.track", vessel.track)
    yield from _phases(f"{where}.track_phases", vessel.track, vessel.track_phases)
    yield from _lists(loaded, where, vessel)


VESSEL_LIMITS = {
    "speed": 6,
    "fuel": MOST,
    "battery": BATTERY,
    "damage": MOST,
    "injuries": CREW_DEAD,
    "arming": MAX_ARMING,
    "launched": MOST,
    "since_turn": MOST,
    "accelerated": MOST,
    "slowed": MOST,
    "shifted": MOST,
    "ordered": 6,
    "scheduled": 6,
    "output": PLANT,
    "lost": MOST,
}


def _commanders(loaded: StateJson, where: str, vessel: VesselJson, printed: VesselClass) -> Iterator[Fault]:
    for name in ("captain", "copilot"):
        seat = getattr(vessel, name)
        if loaded.seats.get(seat) != printed.side and (seat or name == "captain"):
            yield f"{where}.{name}", f"{seat!r} is no seat of side {printed.side}"
    crew = loaded.crews.get(vessel.captain, vessel.captain)
    if vessel.crew != crew:
        yield f"{where}.crew", f"must be {crew!r}, the crew of seat {vessel.captain!r}"
    for seat in vessel.standing:
        yield from name_faults(f"{where}.standing", seat, [vessel.captain, vessel.copilot])


def _fittings(where: str, vessel: VesselJson, printed: VesselClass) -> Iterator[Fault]:
    """Stores and launchers are those printed (STG-LAU.9), specials those that the class can have."""
    for name, legal in (("stores", list(printed.stores)), ("launchers", printed.launchers)):
        if sorted(getattr(vessel, name)) != sorted(legal):
            yield f"{where}.{name}", f"must be {', '.join(legal) or 'empty'}"
    for weapon, number in vessel.stores.items():
        yield from range_faults(f"{where}.stores.{weapon}", number, printed.stores.get(weapon, 0))
    for name, launcher in vessel.launchers.items():
        loads = ("", READY) if printed.fish else ("", "MK61", "MK7", "MINE")
        yield from name_faults(f"{where}.launchers.{name}.load", launcher.load, loads)
    for system, count in vessel.specials.items():
        yield from name_faults(f"{where}.specials", system, printed.repairs)
        yield from range_faults(f"{where}.specials.{system}", count, MOST, 1)


def _phases(where: str, track: list[str], phases: list[int]) -> Iterator[Fault]:
    if len(phases) != len(track) or not all(0 <= phase <= 6 for phase in phases):
        yield where, "must be a phase, 0 to 6, for each hex of the track"


def _lists(loaded: StateJson, where: str, vessel: VesselJson) -> Iterator[Fault]:
    """What it has found."""
    for id, contact in vessel.contacts.items():
        yield from _hexes(loaded, f"{where}.contacts.{id}.hex", [contact.hex, *([contact.tail] if contact.tail else [])])
        yield from range_faults(f"{where}.contacts.{id}.speed", contact.speed, 6, -1)
    for n, missile in enumerate(vessel.missile_contacts):
        yield from _hexes(loaded, f"{where}.missile_contacts.{n}.hex", [missile.hex])
    yield from _hexes(loaded, f"{where}.mines_seen", vessel.mines_seen)
    for n, noise in enumerate(vessel.noises):
        yield from _hexes(loaded, f"{where}.noises.{n}.hex", [noise.hex])
        yield from range_faults(f"{where}.noises.{n}.phase", noise.phase, 6)


def _missile(loaded: StateJson, where: str, id: str, missile: MissileJson) -> Iterator[Fault]:
    yield from name_faults(f"{where}.launcher", missile.launcher, loaded.vessels)
    if not re.fullmatch(rf"{re.escape(missile.launcher)}-M\d+", id):
        yield where, f"{id!r} is no name of a missile of {missile.launcher}, like {missile.launcher}-M1"
    if missile.kind == MK61:
        yield from name_faults(f"{where}.target", missile.target, loaded.vessels)
    yield from _side(f"{where}.side", missile.side)
    yield from _hexes(loaded, f"{where}.hex", [missile.hex])
    yield from _hexes(loaded, f"{where}.via", missile.via)
    yield from _hexes(loaded, f"{where}.track", missile.track)
    yield from _phases(f"{where}.track_phases", missile.track, missile.track_phases)
    yield from _ranges(where, missile, {"arming": MAX_ARMING, "penalty": CREW_DEAD, "run": RUN[missile.kind]})
