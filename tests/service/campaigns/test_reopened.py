"""CMP-8.2, CMP-8.3: the campaign goes back with a battle; what is void is ended; what is to be fought again has a new game."""

from __future__ import annotations

import pytest

from events.platform import GameEnded, RolledBack
from pbem.service.campaigns.by_hand import replay_battle
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ActRefused, ServiceContext
from pbem.service.history import entry_words, history
from pbem.service.repository import load
from pbem.service.turns.rollback import roll_back
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.skirmishes import assert_all_sound, fight, skirmishes, state, to_battles


@pytest.fixture
def after_three(context: ServiceContext) -> str:
    """A campaign after its battle 3; battles 1 and 2 were fought at once, before it."""
    campaign = skirmishes(context)
    for stream in to_battles(context, campaign):
        fight(context, stream)
    go_on(context)
    fight(context, *to_battles(context, campaign))
    go_on(context)
    assert load(context, campaign).ledger.ended
    return campaign


def games(context: ServiceContext, campaign: str) -> dict[int, str]:
    """As which game each battle of the present position is played."""
    return {battle.number: battle.stream for battle in state(context, campaign).battles.values()}


def test_battle_2_is_rolled_back_after_battle_3(context: ServiceContext, after_three: str) -> None:
    """The campaign, which was over, goes back to when it was set, and waits for that very game; battle 1 holds; 3 is void."""
    first = state(context, after_three).battles[1]
    roll_back(context, "g2", 0, "the die was cocked", "operator")
    go_on(context)
    found = state(context, after_three)
    assert games(context, after_three) == {1: "g1", 2: "g2"}
    assert [battle.number for battle in found.waiting] == [2]
    assert found.battles[1] == first, "its end was taken over again, as it was"
    assert found.units["STL"].where == "battle" and found.units["STL"].lacks == {}
    (back,) = [e.event for e in context.store.select(after_three, [RolledBack])]
    assert isinstance(back, RolledBack)
    assert (back.to, back.by, back.why) == (1, "campaign", "battle 2 (g2) goes on: the die was cocked")
    assert any("by the campaign): battle 2 (g2) goes on" in entry_words(each) for each in history(context, after_three))
    assert_all_sound(context, after_three)
    fight(context, "g2")
    go_on(context)
    assert state(context, after_three).battles[2].over and not load(context, after_three).ledger.ended
    assert to_battles(context, after_three) == ["g4"], "battle 3 is set anew, and fought as a new game"
    assert_all_sound(context, after_three)


def test_a_battle_that_was_reopened_and_is_over_again_is_reported_anew(context: ServiceContext) -> None:
    """Also when nobody has looked between."""
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    roll_back(context, first, 0, "once more", "operator")
    fight(context, first)
    go_on(context)
    assert state(context, campaign).battles[1].over and games(context, campaign) == {1: "g1", 2: "g2"}
    assert len(list(context.store.select(campaign, [RolledBack]))) == 1
    assert_all_sound(context, campaign)


def test_battles_that_are_void_are_ended_with_the_reason(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    to_battles(context, campaign)
    roll_back(context, campaign, 0, "all again", "operator")
    go_on(context)
    ends = [e.event for stream in ("g1", "g2") for e in context.store.select(stream, [GameEnded])]
    why = "Ended by the campaign: c1 went back: battle {} is not fought any more"
    assert [(e.verdict, e.by) for e in ends if isinstance(e, GameEnded)] == [
        (why.format(1), "campaign"),
        (why.format(2), "campaign"),
    ]
    assert to_battles(context, campaign) == ["g3", "g4"], "the old ones are not taken for those that are set now"
    assert_all_sound(context, campaign)


def test_when_the_campaign_goes_back_a_battle_that_was_over_gets_a_new_game(context: ServiceContext) -> None:
    """One that goes on still goes on."""
    campaign = skirmishes(context)
    first, second = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    roll_back(context, campaign, 1, "the end was wrong", "operator")
    go_on(context)
    assert games(context, campaign) == {1: "g3", 2: second}
    assert_all_sound(context, campaign)


def test_an_older_game_that_is_opened_again_moves_nothing(context: ServiceContext) -> None:
    """The battle is fought as another game now: the old one is ended again."""
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    roll_back(context, campaign, 1, "the end was wrong", "operator")
    go_on(context)
    roll_back(context, first, 0, "what if", "operator")
    go_on(context)
    assert games(context, campaign) == {1: "g3", 2: "g2"}
    assert context.store.game(first).verdict == (  # type: ignore[union-attr]
        "Ended by the campaign: c1 went back: battle 1 is fought again, as g3"
    )


# ---------------------------------------------------------------- played again


def test_a_battle_that_is_over_is_played_again_as_a_new_game(context: ServiceContext, after_three: str) -> None:
    replay_battle(context, after_three, 2, "red had no map", "operator")
    go_on(context)
    assert games(context, after_three) == {1: "g4", 2: "g5"}, "battle 1 was set with it"
    assert_all_sound(context, after_three)


def test_a_battle_that_goes_on_is_played_again_from_its_opening(context: ServiceContext, clock: HandClock) -> None:
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    with pytest.raises(ActRefused, match="the position after turn 0 is the present one"):
        replay_battle(context, campaign, 1, "again", "operator")
    clock.advance(25)
    tick(context)
    replay_battle(context, campaign, 1, "again", "operator")
    assert load(context, first).ledger.back == {2: 0} and games(context, campaign) == {1: "g1", 2: "g2"}
    with pytest.raises(ActRefused, match="c1 has no battle 7; its battles are 1, 2"):
        replay_battle(context, campaign, 7, "again", "operator")
