"""SSL-C, SSL-B.3: EOR pools and rounding."""

from __future__ import annotations

import pytest

from events.base import EVERYONE
from events.platform import Rolled
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.games.sovereign_seas.model.tables import ceil_div, effective_hits
from pbem.games.sovereign_seas.rules.combat import gunnery
from tests.rulebook.sovereign_seas.builders.gunnery import GunneryStep


@pytest.mark.parametrize(("face", "strikes"), [("odd", 3), ("even", 2)])
def test_a_strike_is_an_odd_face(face: str, strikes: int) -> None:
    """E1, SSL-C.1, SSL-C.2: five dice 1 4 3 6 5; SSL-C.4: they are d6; option strike_face."""
    played = GunneryStep({"BC1": ("1010", "N", 0)}, strike_face=face)
    played.turn.dice = ScriptedDice([1, 4, 3, 6, 5])
    assert played.scratch.strikes(5, "LOC BC1", "SSL-K.1", EVERYONE) == strikes
    roll = played.told(Rolled)[0]
    assert (roll.purpose, roll.sides, roll.faces) == ("LOC BC1", 6, [1, 4, 3, 6, 5])


def test_no_dice_no_roll() -> None:
    """SSL-C.3: a pool of no dice shows no strike and is not rolled."""
    played = GunneryStep({"BC1": ("1010", "N", 0)})
    assert played.scratch.strikes(0, "RAM_HIT BC1 on FF1", "SSL-J1.4", EVERYONE) == 0
    assert played.rolls() == []


def test_negative_modifiers_take_dice_away() -> None:
    """SSL-C.3: a single gun (-3d) at a corvette (+0d) making 11 knots (-2d) has 3 dice of 8."""
    played = GunneryStep({"BC1": ("1010", "N", 0), "FV1": ("1007", "N", 11)}, "3/3", advantage="british")
    gunnery.step(played.scratch)
    assert played.rolls() == ["TO_HIT BC1 1 [B] at FV1"]
    played.spent()


@pytest.mark.parametrize(("base", "hits"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3)])
def test_halves_are_rounded_up(base: int, hits: int) -> None:
    """E7, SSL-B.3: a fraction is rounded up when it is computed."""
    options = {"fp_set": "1223"}
    assert effective_hits(base, "BB", options) == hits
    assert ceil_div(base, 2) == hits


def test_each_salvo_is_rounded_by_itself() -> None:
    """E7, SSL-B.3: 3 base hits with BB and 1 with AA are 2 + 1 effective hits, not the half of 4."""
    assert effective_hits(3, "BB", {"fp_set": "1223"}) + effective_hits(1, "AA", {"fp_set": "1223"}) == 3
