"""What is told of guns, torpedoes and depth charges, with the arithmetic."""

from __future__ import annotations

from events.base import Event
from events.wet_thrust import firing
from pbem.core.game.phrases import count
from pbem.core.game.unit_ids import ids_words
from pbem.core.geometry.tabletop import inches
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.tables import LEVELS, SILENT, gun_dice
from pbem.games.wet_thrust.report.phrases import Teller, modifiers_words

ARCS = {"bow": "from ahead", "beam": "on the beam", "stern": "from astern"}
"""WT-1.5: the arc from which she is attacked."""


def needed_words(needed: int, number: int, modifiers: dict[str, int]) -> str:
    """WT-10.6: `4 or less hits (6, range -2)`."""
    parts = modifiers_words(modifiers)
    return f"{needed} or less hits ({number}, {parts})" if parts else f"{needed} or less hits"


def points_words(hits: int, points: int) -> str:
    """`2 hits, 5 points`, `no hit`."""
    return f"{count(hits, 'hit')}, {count(points, 'point')}" if hits else "no hit"


def _german(event: firing.GermanControl, known: State) -> str:
    """WT-7.10."""
    how = "good" if event.modifier > 0 else "poor"
    return f"the fire control of {event.ship} is {how}: {event.modifier:+d} hit die for the rest of the game"


def _guns(event: firing.GunsFired, known: State) -> str:
    """WT-7.8 hit dice, WT-7.19 symbols, WT-8.2 points against WT-8.3 armour."""
    head = f'{event.ship} fires {ids_words(event.batteries)} at {event.target}: range {inches(event.range)}"'
    parts = ", ".join(filter(None, [f"{LEVELS[event.level]} {event.level}", modifiers_words(event.modifiers)]))
    if event.dice < 1:
        return f"{head}, {parts}: no hit dice, no hit"
    rolled = f"{head}, {parts} = {count(event.dice, 'hit die', 'hit dice')}, {count(event.symbols, 'hit symbol')}"
    if not event.symbols:
        return f"{rolled}: a miss"
    dice = sum(gun_dice(battery, event.range) for battery in event.batteries)
    return f"{rolled}: {count(dice, 'die', 'dice')} against {_armour(event)}, {count(event.points, 'point')}"


def _armour(event: firing.GunsFired) -> str:
    """WT-8.3, WT-8.4, WT-8.5."""
    if event.armour == "none":
        return "no armour"
    return f"armour {event.grade} (evasive)" if event.armour == "evasive" else f"{event.armour} {event.grade}"


def _torpedoes(event: firing.TorpedoesFired, known: State) -> str:
    """WT-10.5 to 10.8: WT-10.6 and WT-10.7 give the number needed."""
    number = count(event.number, "torpedo", "torpedoes")
    launched = f"fires {number} ({ids_words(event.launchers)})" if event.launchers else f"drops {number}"
    unseen = "" if event.seen else ", unseen"
    needed = needed_words(event.needed, event.number, event.modifiers)
    head = f'{event.by} {launched} at {event.target}{unseen}: range {inches(event.range)}", {ARCS[event.arc]}'
    return f"{head}, {needed}: {points_words(event.hits, event.points)}"


def _struck(event: firing.TorpedoesStruck, known: State) -> str:
    """WT-23.4."""
    head = f"torpedoes from nowhere strike {event.target} {ARCS[event.arc]}"
    return f"{head}: {points_words(event.hits, event.points)}"


def _emptied(event: firing.LauncherEmptied, known: State) -> str:
    """WT-10.4."""
    left = f"{count(event.loads, 'load')} left, ready again on game turn {event.ready}" if event.loads else "no load left"
    return f"{event.ship} {event.launcher}: {left}"


def _charged(event: firing.DepthCharged, known: State) -> str:
    """WT-19.7."""
    head = f"{event.ship} attacks {event.target} with depth charges ({ids_words(event.mounts)})"
    needed = needed_words(event.needed, event.number, {"running silent": SILENT} if event.silent else {})
    return f'{head}: {event.inches}" away, {needed}: {points_words(event.hits, event.points)}'


TELLERS: dict[type[Event], Teller] = {
    firing.GermanControl: _german,
    firing.GunsFired: _guns,
    firing.TorpedoesFired: _torpedoes,
    firing.TorpedoesStruck: _struck,
    firing.LauncherEmptied: _emptied,
    firing.DepthCharged: _charged,
}
