"""SN-6 and SN-7: Resolve, steps Turn and Fire. Every volley sees the same state; points go to a common batch (SN-7.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from events.base import EVERYONE
from events.star_navy.battle import Fired, MineLaid, SectionMarked, Turned
from pbem.core.game.turn import Turn
from pbem.games.star_navy.model.geometry import Orientation, label_of, left_of, orientation, range_of, right_of, section_hit
from pbem.games.star_navy.model.ships import Ship
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.model.tables import PULSER, SECTIONS, TORPEDO_POINTS, laser_damage
from pbem.games.star_navy.rules.damage import Batch
from pbem.games.star_navy.rules.legal import Decision, Firing, Laying, Turning

MOST_WEAR = 2


def turn_step(turn: Turn[State], decisions: Iterable[Decision]) -> None:
    """R1. SN-6.1: all turns at once; SN-6.2: so they count for the orientation of targets in the Fire step."""
    turn.phase("Turn")
    for decision in decisions:
        if isinstance(decision, Turning):
            turn.emit(Turned(decision.ship.id, decision.heading), "SN-6.1", EVERYONE)


def fire_step(turn: Turn[State], decisions: Iterable[Decision]) -> Batch:
    """R2. SN-7.14: firing ships in roster order; SN-7.18: mines are laid after all volleys are rolled."""
    turn.phase("Fire")
    batch = Batch()
    for decision in decisions:
        if isinstance(decision, Firing):
            _fire(turn, decision, batch)
    lay_mines(turn, decisions)
    return batch


def lay_mines(turn: Turn[State], decisions: Iterable[Decision]) -> None:
    """SN-7.18: in roster order."""
    for decision in decisions:
        if isinstance(decision, Laying):
            mine = f"M{turn.state.mines_laid + 1}"
            laid = MineLaid(mine, decision.ship.id, decision.ship.side, label_of(decision.hex))
            turn.emit(laid, "SN-7.18", EVERYONE)


@dataclass
class Volley:
    """A volley before its dice. `number` is the effective number of weapons m (SN-7.5)."""

    turn: Turn[State]
    ship: Ship
    section: str
    weapon: str
    target: Ship
    number: int
    range: int
    seen: Orientation
    wear: int

    def roll(self, n: int, what: str, rule: str) -> list[int]:
        """SN-16.3: all dice of a volley are public."""
        purpose = f"{what} {self.ship.id} {self.section} at {self.target.id}"
        return self.turn.roll(n, 6, purpose, rule, EVERYONE)


Outcome = tuple[list[int], list[int], dict[str, int]]
"""The dice of a volley's weapons, its section dice, and the points on each section of the target that is hit."""


def aim(turn: Turn[State], firing: Firing) -> Volley:
    """The volley before its dice: effective number, range, orientation and wear."""
    ship, name, _, target = firing
    section = ship.console.sections[name]
    number, away = effective_number(turn.state, firing), range_of(ship.hex, target.hex)
    seen, wear = orientation(target.hex, target.heading, ship.hex), section.wear if section.weapon == "C" else 0
    return Volley(turn, ship, name, section.weapon, target, number, away, seen, wear)


def _fire(turn: Turn[State], firing: Firing, batch: Batch) -> None:
    ship, name, number, target = firing
    volley = aim(turn, firing)
    weapon, m, seen, wear = volley.weapon, volley.number, volley.seen.text, volley.wear
    roll, rule = WEAPON_RULES[weapon]
    dice, section_dice, hits = roll(volley) if m else ([], [], {})
    revealed = name not in ship.seen_weapons and turn.state.options["screen"] != "off"
    fired = Fired(ship.id, name, weapon, number, m, target.id, volley.range, seen, dice, wear, section_dice, hits, revealed)
    turn.emit(fired, rule, EVERYONE)
    for struck, points in hits.items():
        batch.add(target.id, struck, points, ship.side)
    if weapon == "C":
        wear_out(turn, ship, name)


def effective_number(state: State, firing: Firing) -> int:
    """SN-7.5, SN-13.5: one weapon less, once, if shooter or target or both are in asteroids; SN-1.14: nothing blocks."""
    fields = state.asteroids
    return firing.number - (firing.ship.hex in fields or firing.target.hex in fields)


def lasers(volley: Volley) -> Outcome:
    """SN-7.9: damage by range, all on one section."""
    section_dice = volley.roll(1, "laser_section", "SN-7.9")
    struck = section_hit(volley.seen, section_dice[0])
    return [], section_dice, {struck: volley.number * laser_damage(volley.range)}


def torpedo_hits(die: int, speed: int) -> bool:
    """SN-7.10: speed 6 cannot be hit, speed 0 always is."""
    return die > speed


def torpedoes(volley: Volley) -> Outcome:
    """SN-7.10, SN-7.15: dice above the target's marked speed hit; SN-7.11: each hit 6 points on its own section."""
    dice, speed = volley.roll(volley.number, "torpedo_hit", "SN-7.10"), volley.target.console.speed
    section_dice = volley.roll(sum([torpedo_hits(die, speed) for die in dice]), "torpedo_section", "SN-7.11")
    hits: dict[str, int] = {}
    for die in section_dice:
        struck = section_hit(volley.seen, die)
        hits[struck] = hits.get(struck, 0) + TORPEDO_POINTS
    return dice, section_dice, hits


def pulsers(volley: Volley) -> Outcome:
    """SN-7.12: the hit section and both its neighbours take the larger number, the other three the smaller."""
    section_dice = volley.roll(1, "pulser_section", "SN-7.12")
    centre = section_hit(volley.seen, section_dice[0])
    larger, smaller = PULSER[volley.number]
    near = (centre, left_of(centre), right_of(centre))
    points = {name: larger if name in near else smaller for name in SECTIONS}
    return [], section_dice, {name: points[name] for name in SECTIONS if points[name]}


def cannon_points(dice: Sequence[int], wear: int) -> int:
    """SN-7.13, SN-7.16: the sum of the dice less wear for each of them."""
    return max(0, sum(dice) - wear * len(dice))


def cannons(volley: Volley) -> Outcome:
    """SN-7.13: the sum of the dice less wear for each of them, on one section; a result of 0 needs no section die."""
    dice = volley.roll(volley.number, "cannon_damage", "SN-7.13")
    points = cannon_points(dice, volley.wear)
    if not points:
        return dice, [], {}
    section_dice = volley.roll(1, "cannon_section", "SN-7.13")
    return dice, section_dice, {section_hit(volley.seen, section_dice[0]): points}


WEAPON_RULES: dict[str, tuple[Callable[[Volley], Outcome], str]] = {
    "C": (cannons, "SN-7.13"),
    "L": (lasers, "SN-7.9"),
    "P": (pulsers, "SN-7.12"),
    "T": (torpedoes, "SN-7.10"),
}


def wear_out(turn: Turn[State], ship: Ship, fired: str) -> None:
    """SN-7.16, SN-7.17: one more earlier volley of these cannons, at most 2; with `cannon_wear=ship` of all cannons aboard."""
    sections = ship.console.sections
    worn = min(MOST_WEAR, sections[fired].wear + 1)
    together = turn.state.options["cannon_wear"] == "ship"
    for name, section in sections.items():
        if name == fired or (together and section.weapon == "C"):
            marked = SectionMarked(ship.id, name, section.status, section.used, worn)
            turn.emit(marked, "SN-7.17", turn.state.console_audience(ship))
