"""CMP-8.2, CMP-8.3: going back while a later battle is being fought, twice, and with ends that were entered by hand."""

from __future__ import annotations

import pytest

from events.platform import RolledBack
from pbem.core.state.codec import dump
from pbem.service.campaigns.by_hand import report_by_hand
from pbem.service.campaigns.go_on import go_on
from pbem.service.campaigns.table_results import read_end
from pbem.service.context import ServiceContext
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.rollback import roll_back
from tests.conftest import HandClock
from tests.service.builders.skirmishes import assert_all_sound, fight, skirmishes, state, to_battles

END = "WINNER blue\nBIS: integrity 1\nSR1: LOST"


@pytest.fixture
def third(context: ServiceContext) -> str:
    """A campaign of which battle 3 is being fought; battles 1 and 2 were fought at once, before it."""
    campaign = skirmishes(context)
    for stream in to_battles(context, campaign):
        fight(context, stream)
    go_on(context)
    assert to_battles(context, campaign) == ["g3"]
    return campaign


def reports(context: ServiceContext, campaign: str) -> dict[int, str]:
    """What each turn that is closed tells blue, from the first on."""
    closed = load(context, campaign).ledger.closed
    return {turn: str(dump(turn_report(context, campaign, turn, "blue").report)) for turn in range(closed + 1)}


def test_battle_2_is_rolled_back_while_battle_3_is_being_fought(context: ServiceContext, third: str) -> None:
    """Its units are as they were, battle 3 is void and its game says why, and the turns that are undone keep their pages."""
    before, told = state(context, third), reports(context, third)
    roll_back(context, "g2", 0, "the die was cocked", "operator")
    go_on(context)
    found = state(context, third)
    assert [battle.stream for battle in found.waiting] == ["g2"] and 3 not in found.battles
    assert {id: unit.lacks for id, unit in found.units.items() if id in before.battles[1].units} == {
        id: {item: boxes for item, boxes in report["after"].items() if boxes} for id, report in before.battles[1].units.items()
    }
    sent = {unit.id: unit.lacks for force in before.battles[2].forces.values() for unit in force}
    assert {id: found.units[id].lacks for id in sent} == sent and all(found.units[id].where == "battle" for id in sent)
    verdict = context.store.game("g3").verdict  # type: ignore[union-attr]
    assert verdict == "Ended by the campaign: c1 went back: battle 3 is not fought any more"
    assert {turn: report for turn, report in reports(context, third).items() if turn in told} == told
    assert_all_sound(context, third)
    fight(context, "g2")
    go_on(context)
    assert state(context, third).battles[2].over and to_battles(context, third) == ["g4"]
    assert_all_sound(context, third)


def test_so_it_is_when_the_campaign_is_rolled_back(context: ServiceContext, third: str) -> None:
    """To when battle 2 was set: all that was set then is played again, as new games; the campaign said so itself."""
    told = reports(context, third)
    roll_back(context, third, 1, "the umpire was asleep", "operator")
    go_on(context)
    assert [battle.stream for battle in state(context, third).waiting] == ["g4", "g5"]
    assert context.store.game("g3").status == "ended"  # type: ignore[union-attr]
    assert not any(unit.lacks for unit in state(context, third).units.values())
    assert {turn: report for turn, report in reports(context, third).items() if turn in told} == told
    assert_all_sound(context, third)


def test_a_battle_is_rolled_back_twice(context: ServiceContext, third: str, clock: HandClock) -> None:
    """Each time the campaign goes back with it once, and takes its end over once."""
    for times in (1, 2):
        clock.advance(0.1)
        roll_back(context, "g2", 0, f"once more ({times})", "operator")
        go_on(context)
        assert [battle.stream for battle in state(context, third).waiting] == ["g2"]
        fight(context, "g2")
        go_on(context)
        go_on(context)
        assert state(context, third).battles[2].over and not state(context, third).waiting
        backs = [e.event.why for e in context.store.select(third, [RolledBack]) if isinstance(e.event, RolledBack)]
        assert backs == [f"battle 2 (g2) goes on: once more ({number})" for number in range(1, times + 1)]
    assert_all_sound(context, third)


def test_a_game_whose_battle_was_entered_by_hand_moves_nothing(context: ServiceContext) -> None:
    """The end by hand holds, and the game that is opened again is ended again."""
    campaign = skirmishes(context)
    to_battles(context, campaign)
    report_by_hand(context, campaign, read_end(load(context, campaign), 1, END, "fought at the club", "operator"), 1)
    go_on(context)
    roll_back(context, "g1", 0, "let us play it after all", "operator")
    go_on(context)
    assert state(context, campaign).battles[1].winners == ["blue"]
    assert context.store.game("g1").status == "ended"  # type: ignore[union-attr]
    assert_all_sound(context, campaign)


def test_a_battle_that_was_entered_by_hand_is_played_again_when_the_campaign_goes_back(context: ServiceContext) -> None:
    """CMP-8.3: between two battle turns, too; its units are as they were sent."""
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    report_by_hand(context, campaign, read_end(load(context, campaign), 2, END_2, "fought at the club", "operator"), 2)
    go_on(context)
    roll_back(context, campaign, 2, "it was another battle", "operator")
    go_on(context)
    assert [(battle.number, battle.stream) for battle in state(context, campaign).waiting] == [(2, "g3")]
    assert state(context, campaign).units["TOL"].where == "battle"
    assert_all_sound(context, campaign)


END_2 = "WINNER red\nSTL: integrity 1\nTOL: FIT"


def test_a_campaign_that_is_over_goes_on_with_its_last_battle(context: ServiceContext, third: str) -> None:
    fight(context, "g3")
    go_on(context)
    assert load(context, third).ledger.ended
    roll_back(context, "g3", 0, "the last die was cocked", "operator")
    go_on(context)
    assert not load(context, third).ledger.ended and [b.stream for b in state(context, third).waiting] == ["g3"]
    fight(context, "g3")
    go_on(context)
    assert load(context, third).ledger.ended and state(context, third).over
    assert_all_sound(context, third)
