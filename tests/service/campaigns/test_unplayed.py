"""CMP-2.6: a battle that is not over in time: bots play it, it is refused, or it has no consequence; its log says why."""

from __future__ import annotations

from events.platform import GameEnded
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.games.game_master import pause
from pbem.service.history import entry_words, history
from pbem.service.orders.file import file_orders
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.skirmishes import assert_all_sound, skirmishes, state, to_battles

DAYS = 10


def after_its_time(context: ServiceContext, clock: HandClock, unplayed: str) -> str:
    """A campaign whose battles are not over when their time has passed."""
    campaign = skirmishes(context, unplayed=unplayed, battle_days=DAYS)
    to_battles(context, campaign)
    clock.advance(DAYS * 24 - 1)
    go_on(context)
    assert len(state(context, campaign).waiting) == 2
    clock.advance(1)
    return campaign


def test_bots_play_it_to_its_end(context: ServiceContext, clock: HandClock) -> None:
    campaign = after_its_time(context, clock, "bots")
    go_on(context)
    assert [row.player for row in context.store.seats("g1")] == ["bot:cautious", "bot:cautious"]
    said = [entry_words(entry) for entry in history(context, "g1")]
    why = f"(by the campaign): the {DAYS} days of battle 1 of {campaign} have passed: bots play it to its end"
    assert f"Seat Blue is free {why}." in said
    tick(context)
    go_on(context)
    assert state(context, campaign).battles[1].over
    assert_all_sound(context, campaign)


def test_with_no_consequence_it_is_not_played(context: ServiceContext, clock: HandClock) -> None:
    campaign = after_its_time(context, clock, "no consequence")
    go_on(context)
    found = state(context, campaign)
    assert [battle.outcome for battle in found.battles.values()] == ["not played", "not played"]
    assert found.scores == {"blue": 0.0, "red": 0.0} and not any(unit.lacks for unit in found.units.values())
    assert context.store.game("g1").verdict == (  # type: ignore[union-attr]
        f"Ended by the campaign: the {DAYS} days of battle 1 of {campaign} have passed"
    )
    assert_all_sound(context, campaign)


def test_it_is_refused_by_who_has_missed_more_turns(context: ServiceContext, clock: HandClock) -> None:
    """Red misses a turn of the first battle; in the second both miss as many."""
    campaign = skirmishes(context, unplayed="refused", battle_days=2)
    to_battles(context, campaign)
    file_orders(context, "g1", "blue", "BIS: TURN L", "m1")
    clock.advance(25)
    tick(context)
    clock.advance(24)
    go_on(context)
    found = state(context, campaign)
    assert (found.battles[1].outcome, found.battles[1].winners) == ("refused", ["blue"])
    assert (found.battles[2].outcome, found.battles[2].winners) == ("not played", [])
    assert found.scores == {"blue": 1.0, "red": 0.0}
    ends = [entry.event for entry in context.store.select("g1", [GameEnded])]
    assert [(e.winners, e.by) for e in ends if isinstance(e, GameEnded)] == [(["BLUE"], "campaign")]
    assert context.store.game("g1").verdict.endswith("have passed; RED missed more turns")  # type: ignore[union-attr]
    assert_all_sound(context, campaign)


def test_the_time_of_a_paused_battle_stands_still(context: ServiceContext, clock: HandClock) -> None:
    campaign = after_its_time(context, clock, "no consequence")
    pause(context, "g1", "a storm", "operator")
    go_on(context)
    assert [battle.over for battle in state(context, campaign).battles.values()] == [False, True]


def test_without_days_it_takes_as_long_as_it_takes(context: ServiceContext, clock: HandClock) -> None:
    campaign = skirmishes(context, battle_days=0)
    to_battles(context, campaign)
    clock.advance(10_000)
    go_on(context)
    assert len(state(context, campaign).waiting) == 2
