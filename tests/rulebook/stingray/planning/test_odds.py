"""The odds of a dry run against the rules themselves, with every face of every die."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from events.stingray.movement import Encountered, LeapTried
from events.stingray.weapons import Attacked, MineMet
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray.model.state import Mine
from pbem.games.stingray.model.tables import DAMAGE, MK7, MK61, TERRAINIANS, TERROR
from pbem.games.stingray.planning import odds
from tests.rulebook.stingray.builders.one_step import only, play, state_with, told, vessel

FACES = range(1, 7)


def share(hits: list[bool]) -> Fraction:
    return Fraction(sum(hits), len(hits))


@pytest.mark.parametrize("injuries", [0, 1, 3])
def test_mk61(injuries: int) -> None:
    """STG-M61.7, STG-CRW.2: 3 or more, less the present penalty."""

    def hits(die: int) -> bool:
        launcher = vessel("SR1", "1010", tubes={"1": MK61}, injuries=injuries)
        launcher.launchers["1"].armed = True
        state = state_with(launcher, vessel("MF1", "1008", "N"))
        hit = die >= 3 + injuries
        return told(play(state, {"SR1": "LAUNCH STING 1 AT MF1; SCAN OFF"}, [die, *[5] * hit]), Attacked)[0].hit

    assert odds.mk61_chance(injuries) == share([hits(die) for die in FACES])


@pytest.mark.parametrize(("facing", "astern"), [("N", True), ("S", False)])
def test_homing_at_a_stingray(facing: str, astern: bool) -> None:
    """STG-MK7.8: 3 or more from its rear 120 degrees, else 5 or more."""

    def hits(die: int) -> bool:
        target = vessel("SR1", "1008", facing)
        state = state_with(vessel("TF1", "1010", arming=0), target)
        hit = die >= (3 if astern else 5)
        drafts = play(state, {"TF1": "LAUNCH AT SR1 AT START"}, [die, *[6] * hit])
        return told(drafts, Attacked)[0].hit

    chances = odds.homing_chances("SR", 0)
    assert chances == (Fraction(2, 3), Fraction(1, 3))
    assert chances[0 if astern else 1] == share([hits(die) for die in FACES])


def test_homing_at_fish() -> None:
    """STG-MK7.8: a fish is unshielded from everywhere."""
    assert odds.homing_chances("TF", 0) == (Fraction(2, 3), Fraction(2, 3))
    assert odds.homing_chances("TF", 1) == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize(("ram", "expected"), [("", Fraction(6, 36)), ("; RAM SR1", Fraction(11, 36))])
def test_contact(ram: str, expected: Fraction) -> None:
    """STG-RAM.2, STG-RAM.3: equal dice touch, and a rammer may add 1: over all 36 throws."""

    def touches(a: int, b: int) -> bool:
        state = state_with(vessel("SR1", "1010"), vessel("TF1", "1008", "S", 2))
        return only(play(state, {"SR1": "SCAN OFF", "TF1": f"2{ram}"}, [a, b]), Encountered).result != "passed"

    assert odds.contact_chance((0, 0), False, bool(ram)) == expected
    assert share([touches(a, b) for a, b in product(FACES, repeat=2)]) == expected


@pytest.mark.parametrize("injuries", [0, 2])
def test_mines(injuries: int) -> None:
    """STG-MIN.3, STG-CRW.2: 3 or less, the penalty taken off the die."""

    def explodes(die: int) -> bool:
        state = state_with(vessel("TF1", "1010", "N", 1, injuries=injuries))
        state.mines = {"MN1": Mine("MN1", TERRAINIANS, parse_label("1009"))}
        return only(play(state, {"TF1": "1"}, [die, *[1] * (die - injuries <= 3)]), MineMet).exploded

    assert odds.mine_chance(injuries) == share([explodes(die) for die in FACES])


def test_leaps() -> None:
    """STG-LEP.2: the die may be the ordered speed at most."""

    def leaps(die: int) -> bool:
        state = state_with(vessel("TF1", "1010", "N", 3))
        return only(play(state, {"TF1": "3; LEAP IN PHASE 1"}, [die]), LeapTried).success

    assert odds.leap_chance(3) == share([leaps(die) for die in FACES])


def test_points_of_a_hit() -> None:
    """STG-DMG.2: D2 does 4 3 2 2 3 3 points, D1 nothing to the hull for the tanks, D3 2 3 4 4 5 6."""
    assert odds.mean_points("TF", MK7) == Fraction(17, 6)
    assert odds.mean_points("MF", MK61) == Fraction(sum(harm.points for harm in DAMAGE.fish_by_mk61.values()), 6)
    assert odds.mean_points("SR", TERROR) == 4
