"""The chances of salvos, torpedoes, bombs and depth charges, counted out exactly from the tables of section 2."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.games.wet_thrust.model.tables import SCORES

FACES = 6


@dataclass(frozen=True)
class Odds:
    """The chance of at least one hit, and the points that are scored on average, misses counted in."""

    chance: float
    points: float


def gunfire(hit_dice: int, hit_faces: int, damage_dice: int, grade: int) -> Odds:
    """WT-7.19: one hit of all hit dice is enough. WT-8.1, WT-8.2: then all damage dice are scored against the armour."""
    chance = 1 - (1 - hit_faces / FACES) ** max(0, hit_dice)
    return Odds(chance, chance * damage_dice * sum(SCORES[grade]) / FACES)


def spread(dice: int, needed: int, sides: int, added: int) -> Odds:
    """WT-10.5, WT-10.8, WT-13.3, WT-19.7: each die up to `needed` hits, and each hit scores a die of `sides` and what is added.

    WT-1.8: below 1 none can hit, from 6 on all do; a hit never scores less than 0.
    """
    each = min(max(needed, 0), FACES) / FACES
    points = sum(max(0, face + added) for face in range(1, sides + 1)) / sides
    return Odds(1 - (1 - each) ** dice, dice * each * points)


def at_most(total: float, sides: int = FACES) -> float:
    """WT-21.7: the chance of a die of no more than this."""
    return min(max(int(total // 1), 0), sides) / sides
