"""Players who never answer, leave or vanish, rules that move on, outages: a campaign comes to its end all the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Literal

import pytest

from events.platform import DeadlineSet, PolicySet, StoodIn, TurnLocked
from pbem.campaign.played import PLAYED
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext, stamp
from pbem.service.games.seating import resign, take_free
from pbem.service.orders.file import file_orders
from pbem.service.outages.heal import heal
from pbem.service.outages.reported import report_outage
from pbem.service.receipt import Receipt
from pbem.service.repository import load
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.skirmishes import assert_all_sound, fight, skirmishes, state, to_battles

MOST_DAYS = 60
Unplayed = Literal["no consequence", "refused", "bots"]


def days_to_the_end(context: ServiceContext, clock: HandClock, campaign: str) -> int:
    """Nobody does anything; how many days it takes until the campaign is over."""
    for day in range(MOST_DAYS):
        if load(context, campaign).ledger.ended:
            return day
        clock.advance(24.1)
        tick(context)
        go_on(context)
    raise AssertionError(f"it is not over after {MOST_DAYS} days")


@pytest.mark.parametrize("unplayed", ["no consequence", "refused", "bots"])
def test_when_all_players_vanish_the_campaign_still_ends(context: ServiceContext, clock: HandClock, unplayed: Unplayed) -> None:
    """CMP-2.6, CMP-5.9: refit turns go by without orders, battles by what the file says."""
    campaign = skirmishes(context, unplayed=unplayed, battle_days=3)
    assert days_to_the_end(context, clock, campaign) < 30
    assert state(context, campaign).over and context.store.live_campaigns() == {}
    assert_all_sound(context, campaign)


def test_bots_stand_in_for_who_never_answers(context: ServiceContext, clock: HandClock) -> None:
    """By the policy of the campaign, in refit turns and in battles, each with a bot of its own rule book."""
    campaign = skirmishes(context, policy=PolicySet(bot="steady", why="house rules"))
    clock.advance(24.1)
    tick(context)
    go_on(context)
    assert [battle.stream for battle in state(context, campaign).waiting] == ["g1", "g2"]
    clock.advance(24.1)
    tick(context)
    for stream, bot in ((campaign, "steady"), ("g1", "cautious")):
        stood_in = [entry.event for entry in context.store.select(stream, [StoodIn])]
        assert {(each.seat, each.bot) for each in stood_in if isinstance(each, StoodIn)} == {("blue", bot), ("red", bot)}
    assert_all_sound(context, campaign)


def test_who_takes_a_seat_of_the_campaign_that_was_opened_has_those_of_its_battles(
    context: ServiceContext, clock: HandClock
) -> None:
    """Red never answers, loses the seat to the clock, and a substitute comes."""
    policy = PolicySet(offer_after=1, open_seats=True, why="house rules")
    campaign = skirmishes(context, policy=policy)
    file_orders(context, campaign, "blue", "ASSIGN BIS TO EAST", "m1")
    clock.advance(24.1)
    tick(context)
    assert load(context, campaign).ledger.lost == {"red": "p2"}
    go_on(context)
    players = {stream: load(context, stream).ledger.players for stream in ("g1", "g2")}
    assert players == {"g1": {"blue": "p1"}, "g2": {"blue": "p1"}}, "nobody plays for red"
    take_free(context, campaign, "red", "p3")
    go_on(context)
    assert {load(context, stream).ledger.players["red"] for stream in (campaign, "g1", "g2")} == {"p3"}
    assert_all_sound(context, campaign)


def test_who_loses_a_seat_in_a_battle_has_that_of_the_campaign(context: ServiceContext, clock: HandClock) -> None:
    """The battle's seat is open to others; the campaign's is missed only when it is asked."""
    campaign = skirmishes(context, policy=PolicySet(offer_after=2, open_seats=True, why="house rules"))
    to_battles(context, campaign)
    for turn in (1, 2):
        file_orders(context, "g1", "blue", "BIS: TURN L", f"m{turn}")
        clock.advance(24.1)
        tick(context)
        go_on(context)
    assert "red" not in load(context, "g1").ledger.players and load(context, campaign).ledger.players["red"] == "p2"
    take_free(context, "g1", "red", "p3")
    go_on(context)
    assert load(context, "g1").ledger.players["red"] == "p3" and load(context, campaign).ledger.players["red"] == "p2"
    assert_all_sound(context, campaign)


def test_both_players_leave_and_it_ends(context: ServiceContext, clock: HandClock) -> None:
    campaign = skirmishes(context, battle_days=3)
    to_battles(context, campaign)
    for seat, player in (("blue", "p1"), ("red", "p2")):
        resign(context, campaign, seat, player, "no time")
    go_on(context)
    assert load(context, "g1").ledger.players == load(context, "g2").ledger.players == {}
    assert days_to_the_end(context, clock, campaign) < 30
    assert_all_sound(context, campaign)


# ---------------------------------------------------------------- what is asked while battles are fought


def asked(context: ServiceContext, campaign: str, text: str) -> tuple[str, str]:
    """The first problem and the first note of the receipt of a mail from red ("": none)."""
    receipt = file_orders(context, campaign, "red", text, f"mail {text}")
    assert isinstance(receipt, Receipt)
    return next(iter(receipt.problems), ""), next(iter(receipt.notes), "")


def test_requests_in_a_battle_turn_are_answered(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    to_battles(context, campaign)
    assert "there is no deadline that could move now" in asked(context, campaign, "extend 24h: no time")[0]
    assert asked(context, campaign, "REPAIR SR1 1")[0].startswith("battle 1 and battle 2 must be fought first")
    assert asked(context, campaign, "ready") == ("", "") and load(context, campaign).ledger.ready == []
    assert asked(context, campaign, "vote roll back to 1: again")[0].endswith("the position after turn 1 is the present one.")
    assert asked(context, campaign, "vote pause: the fair")[1].startswith("you vote for a pause: 1 of 2 players want it")
    assert_all_sound(context, campaign)


def test_a_draw_that_is_agreed_on_ends_the_battles(context: ServiceContext) -> None:
    """CMP-4.1: what is being fought then is void."""
    campaign = skirmishes(context)
    to_battles(context, campaign)
    for seat in ("blue", "red"):
        file_orders(context, campaign, seat, "vote draw: enough", f"mail of {seat}")
    go_on(context)
    assert load(context, campaign).ledger.ended and context.store.live_campaigns() == {}
    assert "battle 2 is void: c1 is over" in context.store.game("g2").verdict  # type: ignore[union-attr]
    assert_all_sound(context, campaign)


def test_an_outage_moves_the_deadlines_of_battles_and_none_of_the_campaign(context: ServiceContext, clock: HandClock) -> None:
    campaign = skirmishes(context)
    to_battles(context, campaign)
    due = load(context, "g1").ledger.due
    clock.advance(30)
    report_outage(context, clock() - timedelta(hours=20), clock() - timedelta(hours=2), "the line was down")
    before = context.store.head(campaign)
    heal(context)
    assert load(context, "g1").ledger.due == load(context, "g2").ledger.due > max(due, stamp(clock()))
    assert context.store.head(campaign) == before and load(context, campaign).ledger.due == ""
    assert [e.event.cause for e in context.store.select("g1", [DeadlineSet]) if isinstance(e.event, DeadlineSet)][
        -1
    ] == "outage"
    assert_all_sound(context, campaign)


def test_a_battle_whose_rules_have_moved_on_is_fought_to_its_end_and_taken_over(
    context: ServiceContext, clock: HandClock
) -> None:
    """Its turns so far hold, as in every game; the campaign's turns do, too."""
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    clock.advance(24.1)
    tick(context)
    assert len(list(context.store.select(first, [TurnLocked]))) == 1
    newer = {key: replace(game, rules_version=game.rules_version + 1) for key, game in PLAYED.items()}
    context.games = newer
    context.records = type(context.records)()
    fight(context, first)
    go_on(context)
    assert state(context, campaign).battles[1].over
    assert load(context, first).ledger.rules_version == PLAYED["star_navy"].rules_version
    assert_all_sound(context, campaign)
