"""The chances of what is ordered, before the dice: exact, by the numbers and tables that resolve it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from pbem.games.stingray.model.tables import CLASSES, DAMAGE, MK61, Harm
from pbem.games.stingray.rules.encounter import touches
from pbem.games.stingray.rules.weapons.homing import FROM_THE_REAR, SHIELDED, UNGUIDED
from pbem.games.stingray.rules.weapons.mines import detonates
from pbem.games.stingray.rules.weapons.mk61 import TO_HIT

FACES = range(1, 7)


def at_least(needed: int) -> Fraction:
    """The chance of a die of so much or more."""
    return Fraction(sum(die >= needed for die in FACES), 6)


def mk61_chance(penalty: int) -> Fraction:
    """STG-M61.7, STG-CRW.2: of hitting the target it is locked on."""
    return at_least(TO_HIT + penalty)


def homing_chances(vessel_class: str, penalty: int) -> tuple[Fraction, Fraction]:
    """STG-MK7.8: of a sonar missile from the target's rear, and from elsewhere; they differ for a Stingray only."""
    shielded = bool(vessel_class) and CLASSES[vessel_class].shielded
    return at_least(FROM_THE_REAR + penalty), at_least((SHIELDED if shielded else FROM_THE_REAR) + penalty)


def unguided_chance(penalty: int) -> Fraction:
    """STG-MK7.4: of a sonar missile that seeks nothing, for each vessel whose hex it enters."""
    return at_least(UNGUIDED + penalty)


def mine_chance(penalty: int) -> Fraction:
    """STG-MIN.3: that a mine detonates under a vessel that enters its hex."""
    return Fraction(sum(detonates(die, penalty) for die in FACES), 6)


def leap_chance(needed: int) -> Fraction:
    """STG-LEP.2: of a die of so much or less."""
    return Fraction(sum(die <= needed for die in FACES), 6)


def contact_chance(penalties: tuple[int, int], first_rams: bool, second_rams: bool) -> Fraction:
    """STG-RAM.2, STG-RAM.3: that two vessels that meet touch."""
    mine, its = penalties
    leads = [(a - mine) - (b - its) for a, b in product(FACES, repeat=2)]
    return Fraction(sum(touches(lead, first_rams, second_rams) for lead in leads), len(leads))


def harm_table(vessel_class: str, weapon: str) -> dict[str, Harm]:
    """STG-DMG.2: D1, D2 or D3."""
    if not CLASSES[vessel_class].fish:
        return DAMAGE.terrainian
    return DAMAGE.fish_by_mk61 if weapon == MK61 else DAMAGE.fish_by_other


def mean_points(vessel_class: str, weapon: str) -> Fraction:
    """The damage points that one hit may be expected to do; a hit on a fish's tanks counts as none."""
    table = harm_table(vessel_class, weapon)
    return Fraction(sum(harm.points for harm in table.values()), len(table))


def percent(chance: Fraction) -> str:
    """`67 %`."""
    return f"{round(float(chance) * 100)} %"


def hit_words(weapon: str, vessel_class: str, penalty: int) -> str:
    """The chance of a hit for a label, `50 %`; `33 % to 50 %` where it depends on the side that a Stingray is hit from."""
    if weapon == MK61:
        return percent(mk61_chance(penalty))
    astern, ahead = homing_chances(vessel_class or "SR", penalty)
    return " to ".join(dict.fromkeys(map(percent, sorted((astern, ahead)))))


def decimal(number: Fraction) -> str:
    """`3.3`; whole numbers without a point."""
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.1f}"
