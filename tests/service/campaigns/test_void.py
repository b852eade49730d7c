"""CMP-4.1, CMP-8.3: battles that are void when their campaign is over, and battles that are played again after it went back."""

from __future__ import annotations

import pytest

from events.platform import GameEnded
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.games.game_master import end, pause
from pbem.service.reports.turn_report import turn_report
from pbem.service.turns.rollback import roll_back
from tests.service.builders.skirmishes import assert_all_sound, fight, skirmishes, state, to_battles


def end_of(context: ServiceContext, stream: str) -> tuple[str, str]:
    """The last end of a game: who has ended it, and its verdict."""
    ends = [entry.event for entry in context.store.select(stream, [GameEnded])]
    assert ends and isinstance(ends[-1], GameEnded)
    return ends[-1].by, ends[-1].verdict


@pytest.fixture
def decided(context: ServiceContext) -> str:
    """A campaign that half a point decides, so that its first battle ends it, whoever wins; the second is being fought."""
    campaign = skirmishes(context, level=0.5)
    first, _ = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    return campaign


def test_a_battle_that_goes_on_when_the_level_is_reached_is_void(context: ServiceContext, decided: str) -> None:
    found = state(context, decided)
    assert found.over and not found.battles[2].over
    by, verdict = end_of(context, "g2")
    assert by == "campaign"
    assert verdict.startswith(
        "Ended by the campaign: battle 2 is void: c1 is over: The level of 0.5 points was reached in round 1"
    )
    assert context.store.live_campaigns() == {}, "nothing goes on for nothing"
    assert found.scores == state(context, decided).scores and found.units["STL"].lacks == {}
    assert_all_sound(context, decided)


def test_the_last_report_says_which_battles_are_void(context: ServiceContext, decided: str) -> None:
    """CMP-4.1: nobody reads that something is being fought."""
    told = turn_report(context, decided, 2, "red")
    panels = {panel.title: " ".join(" ".join(panel.lines).split()) for panel in told.report.panels}
    assert "battle 2 At WEST (WEST): Blue Navy against Red Navy; the campaign is over without it" in panels["VOID BATTLES"]
    assert "BATTLES NOW" not in panels
    assert "being fought" not in told.scenes[0].description and "battle 2 void" in told.scenes[0].description


def test_so_it_is_when_a_campaign_is_ended_by_hand(context: ServiceContext) -> None:
    """Also while it is paused."""
    campaign = skirmishes(context)
    to_battles(context, campaign)
    pause(context, campaign, "nobody has time", "operator")
    end(context, campaign, "we stop", "operator")
    go_on(context)
    for number, stream in enumerate(("g1", "g2"), 1):
        why = f"battle {number} is void: c1 is over: Ended by the operator: we stop"
        assert end_of(context, stream) == ("campaign", f"Ended by the campaign: {why}")
    assert_all_sound(context, campaign)


def test_a_void_battle_is_played_again_when_the_campaign_goes_on(context: ServiceContext, decided: str) -> None:
    """The level was a mistake: both battles are to be fought again."""
    roll_back(context, decided, 1, "the level was wrong", "operator")
    go_on(context)
    assert [(battle.number, battle.stream) for battle in state(context, decided).waiting] == [(1, "g3"), (2, "g4")]
    assert_all_sound(context, decided)


def test_one_that_was_going_on_between_two_battle_turns_too(context: ServiceContext) -> None:
    """The campaign goes back to a turn in which the void battle had its game already: it gets another."""
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    end(context, campaign, "we stop", "operator")
    go_on(context)
    assert context.store.game("g2").status == "ended"  # type: ignore[union-attr]
    roll_back(context, campaign, 2, "we go on", "operator")
    go_on(context)
    found = state(context, campaign)
    assert [(battle.number, battle.stream, battle.outcome) for battle in found.battles.values()][1] == (2, "g3", "")
    assert found.battles[1].over and found.battles[1].stream == "g1"
    fight(context, "g3")
    go_on(context)
    assert not state(context, campaign).waiting and state(context, campaign).battles[2].outcome in ("won", "drawn")
    assert_all_sound(context, campaign)


def test_a_battle_of_an_undone_turn_is_played_again(context: ServiceContext) -> None:
    """The campaign goes back to between the ends of two battles: what was reported after that is fought anew, once."""
    campaign = skirmishes(context)
    for stream in to_battles(context, campaign):
        fight(context, stream)
        go_on(context)
    before = state(context, campaign)
    roll_back(context, campaign, 2, "battle 2 was wrong", "operator")
    go_on(context)
    found = state(context, campaign)
    assert [(battle.number, battle.stream) for battle in found.waiting] == [(2, "g3")]
    assert found.battles[1] == before.battles[1] and found.units["STL"].where == "battle"
    go_on(context)
    assert [row.stream for row in context.store.battles(campaign)] == ["g1", "g2", "g3"]
    fight(context, "g3")
    go_on(context)
    assert state(context, campaign).battles[2].over
    assert [row.stream for row in context.store.battles(campaign)] == ["g1", "g2", "g3"]
    assert_all_sound(context, campaign)
