"""Whole states that are made of what a reader knows, and what is at stake in rolls."""

from __future__ import annotations

from events.campaign.refit import ForceSent
from events.platform import Rolled
from pbem.campaign.model.apply import apply
from pbem.campaign.planning.guess import guess
from pbem.campaign.planning.stakes import stake
from pbem.campaign.rules.sequence import resolve
from pbem.campaign.state_json import load
from pbem.core.dice.fair_dice import seeded
from pbem.core.dice.stakes import Stake, Throw, counted
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.core.texts.envelope import OrderSheet
from tests.rulebook.campaign.made_up import campaign, in_battle
from tests.rulebook.campaign.positions import positions


def test_a_turn_can_be_played_from_it() -> None:
    """CMP-9.1: what is not known is guessed, and nothing of the reader's own is changed."""
    for known in positions():
        before = repr(known)
        state = guess(known)
        assert state.purses.keys() == {"blue", "red"}
        load(dump(state))
        resolve(Turn(apply, state, seeded("guess"), 1), {seat: OrderSheet() for seat in state.seats})
        assert state.round == 1
        assert repr(known) == before


def test_the_force_of_the_enemy_is_guessed() -> None:
    """CMP-5.10: the enemy has sent what would go without orders; the own force is known."""
    known = in_battle(campaign())
    apply(known, ForceSent(1, "blue", [dump(known.units["SR2"].unit)]))
    state = guess(known)
    forces = {side: [unit.id for unit in force] for side, force in state.battles[1].forces.items()}
    assert forces == {"blue": ["SR2"], "red": ["TF1", "TF2"]}
    assert state.units["TF2"].where == "battle"
    load(dump(state))


def test_battles_of_others_are_not_fought() -> None:
    """CMP-9.2: with fog nobody hears of them."""
    known = campaign()
    known.fighting = True
    assert not guess(known).fighting


def test_the_luck_of_scouts() -> None:
    """CMP-6.2: their side's, a find from the number of the file on."""
    throw = Throw(Rolled("scouts of blue at HARROW", 6, [5], 0), "blue", [])
    assert stake(campaign(), throw) == Stake("scouts", "blue", counted("finds", 6, lambda face: face >= 4))
    assert stake(campaign(), Throw(Rolled("lot of blue, red", 2, [1], 0), "all", [])) == Stake("lots of pairings", "")
