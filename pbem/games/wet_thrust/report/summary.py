"""The first lines of a report: what matters of a turn, from the events that its reader may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from events.base import Event
from events.wet_thrust import damage, firing, flying, opening, sailing
from pbem.core.game.panels import SUMMARY_LINES
from pbem.core.game.phrases import count, join_words
from pbem.core.game.unit_ids import ids_words
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import HOW, NATIVE
from pbem.games.wet_thrust.report.phrases import DEPTHS, place
from pbem.games.wet_thrust.report.score import score_lines
from pbem.games.wet_thrust.report.victory_words import how_won

MOST_STRUCK = 4
"""Vessels whose hits have a line each, those struck hardest first; the others share one."""


@dataclass
class Struck:
    """What one vessel has suffered in the turn: points that all see, and what her sheet says to those who see it."""

    scored: int = 0
    boxes: int = 0
    marked: int = 0
    lost: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    fires: int | None = None
    fuel: int = 0
    holes: int = 0

    @property
    def weight(self) -> tuple[int, int]:
        """How hard she was struck."""
        return max(self.scored, self.boxes), len(self.lost)


def summary(events: Sequence[Event], known: State) -> list[str]:
    """At most eight sentences, the most important first; always one at least."""
    if any(isinstance(event, opening.SeaSet) for event in events):
        return [*how_won(known)[: SUMMARY_LINES - 1], f"{_fleets(known)}."]
    ended = [event.verdict for event in events if isinstance(event, opening.GameDecided)]
    told = [*ended, *_gone(events), *_hits(events, known), *_aircraft(events), *_boats(events)]
    if not any(isinstance(event, damage.Lost) for event in events) and not told:
        told = ["No ship was hit, and no aircraft was lost."]
    return (
        [*told, *score_lines(known)][:SUMMARY_LINES]
        if ended
        else [*told[: SUMMARY_LINES - len(score_lines(known))], *score_lines(known)]
    )


def _fleets(known: State) -> str:
    """What the reader sees of both sides."""
    ships = {side: [ship.id for ship in known.afloat(side)] for side in known.sides}
    return "; ".join(f"{NATIVE[side]}: {join_words(ids or ['nothing in sight'])}" for side, ids in ships.items())


# ---------------------------------------------------------------- losses


def _gone(events: Iterable[Event]) -> list[str]:
    """Vessels sunk, and such as have broken contact or could not."""
    said = []
    for event in events:
        if isinstance(event, damage.Lost):
            said.append(f"{event.ship} is lost: {HOW[event.how]}.")
        elif isinstance(event, damage.ContactDestroyed):
            said.append(f"The submarine {event.contact} is destroyed.")
        elif isinstance(event, sailing.Disengaged):
            said.append(f"{event.ship} has broken contact.")
        elif isinstance(event, sailing.DisengageTried) and not event.escapes:
            said.append(f"{event.ship} tried to break contact and was held by {event.challenger}.")
    return said


# ---------------------------------------------------------------- hits


def struck(events: Iterable[Event]) -> dict[str, Struck]:
    """By vessel, or by the contact she is known as."""
    found: dict[str, Struck] = {}
    for event in events:
        for name, points in _scored(event):
            found.setdefault(name, Struck()).scored += points
        _write_down(found, event)
    return {name: each for name, each in found.items() if each != Struck()}


def _scored(event: Event) -> list[tuple[str, int]]:
    """Points that all see; of torpedoes from an unseen boat what they struck is told by an event of its own."""
    if isinstance(event, sailing.Collided):
        return [(event.first, event.second_deals), (event.second, event.first_deals)]
    if isinstance(event, firing.TorpedoesFired):
        return [(event.target, event.points)] if event.seen else []
    if isinstance(event, firing.GunsFired | firing.TorpedoesStruck | firing.DepthCharged | flying.Bombed):
        return [(event.target, event.points)]
    return []


def _write_down(found: dict[str, Struck], event: Event) -> None:
    """What a control sheet shows."""
    match event:
        case damage.BoxesMarked():
            hers = found.setdefault(event.ship, Struck())
            hers.boxes, hers.marked = hers.boxes + event.points, event.marked
        case damage.SystemLost():
            found.setdefault(event.ship, Struck()).lost.append(event.system)
        case damage.SystemRepaired():
            found.setdefault(event.ship, Struck()).repaired.append(event.system)
        case damage.FireStarted() | damage.FiresFought() | damage.FiresSeen():
            found.setdefault(event.ship, Struck()).fires = event.fires
        case damage.FuelLost():
            found.setdefault(event.ship, Struck()).fuel += event.boxes
        case damage.Holed():
            found.setdefault(event.ship, Struck()).holes += 1


def _hits(events: Sequence[Event], known: State) -> list[str]:
    gone = {event.ship for event in events if isinstance(event, damage.Lost)}
    found = {name: each for name, each in struck(events).items() if name not in gone}
    order = sorted(found, key=lambda name: found[name].weight, reverse=True)
    said = [f"{name}: {'; '.join(_parts(known, name, found[name]))}." for name in order[:MOST_STRUCK]]
    others = order[MOST_STRUCK:]
    return [*said, f"Also struck: {join_words(others)}."] if others else said


def _parts(known: State, name: str, hers: Struck) -> list[str]:
    ship = known.ships.get(name)
    said = []
    if hers.boxes and ship:
        said.append(f"{count(hers.boxes, 'box', 'boxes')} marked, {hers.marked} of {ship.printed.boxes} in all")
    elif hers.scored and ship:
        said.append(f"{count(hers.scored, 'point')} scored on her, {ship.scored} in all of {ship.printed.boxes} boxes")
    elif hers.scored:
        said.append(f"{count(hers.scored, 'point')} scored on her")
    said += [f"{ids_words(hers.lost)} lost"] if hers.lost else []
    said += [f"holed {count(hers.holes, 'time')}"] if hers.holes else []
    said += [f"{count(hers.fires, 'fire')} burning" if hers.fires else "all fires out"] if hers.fires is not None else []
    said += [f"{count(hers.fuel, 'fuel box', 'fuel boxes')} lost"] if hers.fuel else []
    return said + ([f"{ids_words(hers.repaired)} repaired"] if hers.repaired else [])


# ---------------------------------------------------------------- aircraft, submarines


def _aircraft(events: Sequence[Event]) -> list[str]:
    """How many each squadron has lost, and whether any are left."""
    number: Counter[str] = Counter()
    left: dict[str, int] = {}
    for event in events:
        if isinstance(event, flying.AircraftLost):
            number[event.squadron] += event.number
            left[event.squadron] = event.left
    lost = [f"{id} {n} ({left[id]} left)" if left[id] else f"{id} {n} (it is no more)" for id, n in number.items()]
    lost += [f"{event.squadron} (aboard)" for event in events if isinstance(event, flying.DeckLost)]
    up = [f"{event.aircraft} of {event.squadron}" for event in events if isinstance(event, flying.TookOff)]
    said = [f"Aircraft lost: {', '.join(lost)}."] if lost else []
    return said + ([f"Taken off or come in: {', '.join(up)}."] if up else [])


def _boats(events: Sequence[Event]) -> list[str]:
    """Submarines detected, come up and gone below."""
    said = []
    for event in events:
        if isinstance(event, sailing.ContactMade):
            said.append(f"{event.by} holds the submarine {event.contact}, {DEPTHS[event.mode]} at {place(event.at)}.")
        elif isinstance(event, sailing.ContactHeld):
            said.append(f"The enemy has detected {event.ship}, as {event.contact}.")
        elif isinstance(event, sailing.Sighted):
            said.append(f"{event.ship} has come to the surface at {place(event.at)}.")
    return said
