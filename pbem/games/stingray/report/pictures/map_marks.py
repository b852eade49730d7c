"""What lies on the map: vessels, contacts, missiles, mines and noises, their tracks and names."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from pbem.core.drawing.hex_chart import HEX
from pbem.core.drawing.hex_layout import point_of, star, unit
from pbem.core.drawing.labels import Label, LabelPlaces
from pbem.core.drawing.scene import Circle, Line, Point, Polygon, Shape
from pbem.core.drawing.silhouettes import Outline, turned
from pbem.core.game.phrases import count
from pbem.core.geometry.hexes import Hex, label
from pbem.games.stingray.model import sightings
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES, SIDES
from pbem.games.stingray.report.pictures.vessel_outlines import outline_of
from pbem.games.stingray.report.record_sheet import WEAPONS, facing_word, reckoned, title, when, where

Kind = Literal["vessel", "contact", "old", "plant", "mk61", "missile", "mine", "mine-off", "mine-foreign", "noise", "wreck"]
UNITS: tuple[Kind, ...] = ("vessel", "contact", "old", "plant")
"""Marks that carry a name and stand side by side where they share a hex."""
NAMES, NUMBERS = 18.0, 13.0
"""Letters of names and of phases."""
REACH = 1.12
"""How far a mark reaches from its middle, in half lengths."""
OWN, OTHERS, SMALL, PHASES = 4, 3, 2, 1
"""What is more important has its words first."""


@dataclass(frozen=True)
class MapMark:
    """One thing on the map; `facing` -1 where there is none or none is known."""

    kind: Kind
    hex: Hex
    title: str
    side: str = ""
    facing: int = -1
    tail: Hex | None = None
    name: str = ""
    unit: str = ""
    """Whose mark it is; `name` may say more."""


class Place(NamedTuple):
    """Where a mark is, and half its size."""

    mark: MapMark
    at: Point
    size: float


# ---------------------------------------------------------------- what there is


def marks(known: State) -> list[MapMark]:
    """All that the reader's map shows, those drawn last on top."""
    return [*_mines(known), *_noises(known), *_contacts(known), *_vessels(known), *_missiles(known)]


def _vessels(known: State) -> Iterator[MapMark]:
    for vessel in known.vessels.values():
        if vessel.afloat:
            words = f"{title(vessel)}, {where(vessel)}, speed {vessel.speed}"
            yield MapMark("vessel", vessel.hex, words, vessel.side, vessel.facing, vessel.tail, vessel.id, vessel.id)
        elif vessel.fate != "exited":
            words = f"{title(vessel)}, {vessel.fate} in hex {reckoned(vessel, label(vessel.hex))}"
            yield MapMark("wreck", vessel.hex, words, name=vessel.id, unit=vessel.id)


def _contacts(known: State) -> Iterator[MapMark]:
    for entry in sightings.contacts(known):
        contact = entry.contact
        place = f"hex {label(contact.hex)}"
        if not contact.vessel_class:
            age = f", last heard {_when(known, contact.move)}" if known.is_old(contact) else ""
            words = f"contact {contact.id}, atomic plant, {place}{age}"
            yield MapMark("plant", contact.hex, words, _foe(known), name=_aged(known, entry), unit=contact.id)
            continue
        course = f"{place} facing {facing_word(contact.facing)}, speed {contact.speed}"
        age = f", last seen {_when(known, contact.move)}" if known.is_old(contact) else ""
        kind: Kind = "old" if known.is_old(contact) else "contact"
        words = f"contact {contact.id}, {CLASSES[contact.vessel_class].title}, {course}{age}"
        yield MapMark(kind, contact.hex, words, contact.side, contact.facing, contact.tail, _aged(known, entry), contact.id)


def _foe(known: State) -> str:
    """Only the fish listen for plants, and hear the Terrainians'."""
    return SIDES[0] if known.side != SIDES[0] else SIDES[1]


def _when(known: State, move: int) -> str:
    """`in move 3 (1 move ago)`."""
    return f"{when(move)} ({count(max(1, known.move - move), 'move')} ago)"


def _aged(known: State, entry: sightings.Sighting) -> str:
    """`TF1`, or `TF1 -2` when it was last found two moves ago."""
    contact = entry.contact
    return f"{contact.id} -{max(1, known.move - contact.move)}" if known.is_old(contact) else contact.id


def _missiles(known: State) -> Iterator[MapMark]:
    for vessel in known.vessels.values():
        for missile in known.guided(vessel):
            lock = f"at {missile.target}, {'lock' if missile.lock else 'no lock'}"
            name = missile.name if len(known.vessels) == 1 else f"{vessel.id}-{missile.name}"
            words = f"Mk61 {name}, hex {label(missile.hex)} heading {facing_word(missile.heading)}, {lock}"
            yield MapMark("mk61", missile.hex, words, vessel.side, missile.heading, name=name, unit=name)
    for found in sightings.missiles(known):
        heading = f" heading {facing_word(found.heading)}" if found.heading >= 0 else ""
        words = f"{WEAPONS.get(found.kind, 'missile')} in the water, hex {label(found.hex)}{heading}"
        yield MapMark("missile", found.hex, words, facing=found.heading)


def _mines(known: State) -> Iterator[MapMark]:
    for mine in known.mines.values():
        state = "active" if mine.active else "switched off"
        kind: Kind = "mine" if mine.active else "mine-off"
        yield MapMark(kind, mine.hex, f"mine {mine.id}, hex {label(mine.hex)}, {state}", mine.side, name=mine.id, unit=mine.id)
    for hex in sightings.foreign_mines(known):
        yield MapMark("mine-foreign", hex, f"foreign mine, hex {label(hex)}")


def _noises(known: State) -> Iterator[MapMark]:
    for noise in sightings.noises(known):
        phase = f" in phase {noise.phase}" if noise.phase else ""
        yield MapMark("noise", noise.hex, f"{noise.what} heard in hex {label(noise.hex)}{phase}")


# ---------------------------------------------------------------- drawing


def tracks(known: State) -> Iterator[Shape]:
    """The ways of the move."""
    for vessel in known.vessels.values():
        yield from _track(vessel.track, "trail", f"way of {vessel.id}", vessel.id)
        for missile in known.guided(vessel):
            whole = f"{vessel.id}-{missile.name}"
            own = missile.name if len(known.vessels) == 1 else whole
            yield from _track(missile.track, "trail-missile", f"way of {whole}", own)


def labels(known: State, places: Sequence[Place]) -> Iterator[Label]:
    """Names of all that has one, and at each hex of the move the phase in which it was entered."""
    for mark, at, size in places:
        if mark.name:
            own = mark.kind == "vessel"
            priority = OWN if own else OTHERS if mark.kind in UNITS else SMALL
            yield Label(at, mark.name, "unit-label", NAMES, size * REACH, priority, mark.kind in UNITS, mark.unit)
    for vessel in known.vessels.values():
        for hex, phase in zip(vessel.track, vessel.track_phases, strict=True):
            if phase:
                yield Label(point_of(hex), str(phase), "phase", NUMBERS, 5, PHASES, unit=vessel.id)


def take_marks(known: State, places: Sequence[Place], room: LabelPlaces) -> None:
    """Words keep clear of marks, and off the ways where they can."""
    for mark, at, size in places:
        room.take(at, size * REACH)
        if mark.tail is not None:
            tail = point_of(mark.tail)
            for share in (0.35, 0.7, 1.1, 1.35):
                room.take((at[0] + (tail[0] - at[0]) * share, at[1] + (tail[1] - at[1]) * share), size * 0.6)
    for vessel in known.vessels.values():
        for start, end in pairwise(vessel.track):
            room.take_line(point_of(start), point_of(end))


def places_of(found: Sequence[MapMark]) -> list[Place]:
    """Where each mark is and how large: those that share a hex side by side."""
    sharing: dict[Hex, list[MapMark]] = {}
    for mark in found:
        if mark.kind in UNITS:
            sharing.setdefault(mark.hex, []).append(mark)
    places = []
    for mark in found:
        (x, y), size = point_of(mark.hex), HEX * 0.44
        mates = sharing.get(mark.hex, []) if mark.kind in UNITS else []
        if len(mates) > 1:
            x += (mates.index(mark) - (len(mates) - 1) / 2) * HEX * 0.46
            size = HEX * 0.32
        places.append(Place(mark, (x, y), size))
    return places


def _track(track: Sequence[Hex], role: str, words: str, unit: str) -> Iterator[Shape]:
    """The hexes of the move."""
    if len(track) > 1:
        yield Line([point_of(hex) for hex in track], role, words, unit=unit)
        yield from (Circle(point_of(hex), 3.0, f"{role}-dot", unit=unit) for hex in track[:-1])


def shapes_of(mark: MapMark, place: Point, size: float) -> Iterator[Shape]:
    """One mark, half its size."""
    number = SIDES.index(mark.side) + 1 if mark.side else 0
    if mark.kind in ("vessel", "contact", "old"):
        role = f"side-{number}-old" if mark.kind == "old" else f"side-{number}"
        yield from craft(mark, place, size, role)
    elif mark.kind == "plant":
        yield Circle(place, size * 0.85, f"plant-{number}", mark.title, mark.unit)
    elif mark.kind in ("mk61", "missile"):
        role = f"side-{number}" if number else "missile"
        yield _pointed(mark, place, size * 0.55, role, ((1.0, 0.0), (-0.9, 0.45), (-0.9, -0.45)))
    elif mark.kind == "noise":
        yield Polygon(star(place, size, 0.5), "explosion", mark.title)
    elif mark.kind == "wreck":
        (x, y), arm = place, size * 0.6
        yield Line([(x - arm, y - arm), (x + arm, y + arm)], "wreck", mark.title, unit=mark.unit)
        yield Line([(x - arm, y + arm), (x + arm, y - arm)], "wreck", unit=mark.unit)
    else:
        yield from _mine(mark, place)


def craft(mark: MapMark, place: Point, size: float, role: str) -> Iterator[Shape]:
    """The silhouette of its class, heading where the vessel faces; a MegaFish with its tail."""
    if mark.tail is not None:
        yield Polygon(_trunk(place, point_of(mark.tail), size), role, f"tail of {mark.name}", mark.unit)
    yield _pointed(mark, place, size, role, outline_of(mark.unit, mark.side))


def _trunk(head: Point, tail: Point, size: float) -> list[Point]:
    """From the head to the tail fin."""
    length = math.hypot(tail[0] - head[0], tail[1] - head[1])
    dx, dy = (tail[0] - head[0]) / length, (tail[1] - head[1]) / length
    ways = ((0.0, 0.5), (length, 0.14), (length + size * 0.5, 0.6), (length + size * 0.3, 0.0))
    left = [(along, across * size) for along, across in ways]
    right = [(along, -across * size) for along, across in reversed(ways)]
    return [(round(head[0] + a * dx - c * dy, 1), round(head[1] + a * dy + c * dx, 1)) for a, c in (*left, *right[1:])]


def _pointed(mark: MapMark, place: Point, size: float, role: str, shape: Outline) -> Shape:
    """A shape turned to its facing; a missile whose heading is not known is a dot."""
    if mark.facing < 0:
        return Circle(place, size * 0.6, role, mark.title, mark.unit)
    return Polygon(turned(shape, place, unit(mark.facing), size), role, mark.title, mark.unit)


def _mine(mark: MapMark, place: Point) -> Iterator[Shape]:
    """A ball with spikes; hollow when switched off."""
    role = "mine-off" if mark.kind == "mine-off" else "mine-foreign" if mark.kind == "mine-foreign" else "mine-own"
    (x, y), reach = place, HEX * 0.26
    for k in range(3):
        dx, dy = unit(k)
        yield Line([(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)], role, unit=mark.unit)
    yield Circle(place, HEX * 0.16, role, mark.title, mark.unit)
