"""CMP-2.5: each battle that waits is opened as a game, once, with the campaign's units and players."""

from __future__ import annotations

import pytest

from events.platform import BattleBegun, ForceDeployed, SeatVacated
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import Unit
from pbem.service.campaigns import battle_games
from pbem.service.campaigns.battle_games import battle_game, open_battle
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.current_orders import check_owed
from pbem.service.games.game_master import set_deadline
from pbem.service.games.opening import BattleSetup, GameSetup, open_game
from pbem.service.games.seating import seat_player, vacate
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from pbem.service.turns.rollback import rerun, roll_back
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.skirmishes import assert_all_sound, fight, skirmishes, state, to_battles


def test_campaigns_are_called_c1_and_their_battles_are_games(context: ServiceContext) -> None:
    assert open_game(context, "star_navy", "first-blood") == "g1"
    campaign = skirmishes(context)
    assert campaign == "c1" and to_battles(context, campaign) == ["g2", "g3"]
    assert skirmishes(context) == "c2"
    assert [row[:3] for row in context.store.battles("c1")] == [("g2", "c1", 1), ("g3", "c1", 2)]


def test_a_battle_has_the_players_the_master_and_the_pace_of_its_campaign(context: ServiceContext) -> None:
    campaign = skirmishes(context, {"blue": "p1", "red": "bot:steady"})
    first, _ = to_battles(context, campaign)
    ledger = load(context, first).ledger
    assert ledger.players == {"blue": "p1", "red": "bot:cautious"}
    assert (ledger.master, ledger.rhythm_hours, ledger.title) == ("p9", 24.0, "Skirmishes: At EAST")
    assert (ledger.campaign, ledger.battle) == (campaign, 1) and ledger.due
    assert ledger.forces["BLUE"] == Force([Unit("BIS", "FF")], [])
    assert_all_sound(context, campaign)


def test_a_force_is_shown_to_its_own_side_alone(context: ServiceContext) -> None:
    first, _ = to_battles(context, skirmishes(context))
    told = [(e.event.side, e.audience, e.turn) for e in context.store.select(first, [ForceDeployed])]  # type: ignore[attr-defined]
    assert told == [("BLUE", "BLUE", 0), ("RED", "RED", 0)]
    assert [e.audience for e in context.store.select(first, [BattleBegun])] == ["*"]


def test_no_battle_is_opened_before_all_seats_are_taken(context: ServiceContext) -> None:
    """A campaign without refits sets its first battles at once: their games wait for the players."""
    campaign = skirmishes(context, {"blue": "p1"}, refits=None)
    go_on(context)
    assert [battle.stream for battle in state(context, campaign).waiting] == ["", ""]
    seat_player(context, campaign, "red", "p2", "the last seat", "operator")
    assert load(context, campaign).ledger.due == ""
    go_on(context)
    assert [battle.stream for battle in state(context, campaign).waiting] == ["g1", "g2"]
    assert_all_sound(context, campaign)


def test_at_a_seat_that_was_left_nobody_is_waited_for(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    vacate(context, campaign, "red", "gone to sea", "operator")
    first, _ = to_battles(context, campaign)
    ledger = load(context, first).ledger
    assert ledger.players == {"blue": "p1"} and ledger.vacant == ["red"] and ledger.due
    assert len(list(context.store.select(first, [SeatVacated]))) == 1
    assert_all_sound(context, campaign)


def test_killed_between_game_and_campaign_the_game_is_found_again(
    context: ServiceContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = skirmishes(context)
    resolve_now(context, campaign, "all is said")

    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(battle_games, "link", killed)
        with pytest.raises(KeyboardInterrupt):
            open_battle(context, campaign, 1)
    assert [row.stream for row in context.store.battles(campaign)] == ["g1"]
    fight(context, "g1")  # it may even be over before anybody looks again
    go_on(context)
    assert [row.stream for row in context.store.battles(campaign)] == ["g1", "g2"]
    assert state(context, campaign).battles[1].over
    assert_all_sound(context, campaign)


def test_two_who_open_a_battle_at_once_open_it_once(context: ServiceContext) -> None:
    """The second finds the game of the first, though it had looked before it was there."""
    campaign = skirmishes(context)
    resolve_now(context, campaign, "all is said")
    record = load(context, campaign)
    wanted = battle_game(context, record, record.state.battles[1])
    first = battle_games._opened(context, wanted)
    assert battle_games._opened(context, wanted) == first
    battle_games.link(context, campaign, 1, first)
    battle_games.link(context, campaign, 1, first)
    assert not open_battle(context, campaign, 1)
    assert [row.stream for row in context.store.battles(campaign)] == [first]


def test_a_scenario_that_cannot_hold_the_forces_is_refused(context: ServiceContext) -> None:
    setup = GameSetup(battle=BattleSetup("c1", 1, "EAST", {"BLUE": Force([Unit("BIS", "FF"), Unit("STL", "FF")])}))
    with pytest.raises(ActRefused, match="first-blood of Star Navy cannot hold these forces: BLUE: there is no place for STL"):
        open_game(context, "star_navy", "first-blood", setup=setup)
    setup = GameSetup(battle=BattleSetup("c1", 1, "EAST", {"BLUE": Force([Unit("BIS", "XX")])}))
    with pytest.raises(ActRefused, match="BIS: there is no class 'XX'"):
        open_game(context, "star_navy", "first-blood", setup=setup)


# ---------------------------------------------------------------- turns in which nobody owes orders


def test_a_battle_turn_has_no_deadline_and_is_not_closed_by_who_is_ready(context: ServiceContext, clock: HandClock) -> None:
    campaign = skirmishes(context)
    to_battles(context, campaign)
    turn = load(context, campaign).ledger.turn
    for seat in ("blue", "red"):
        file_orders(context, campaign, seat, "ready", f"{seat} {turn}")
    ledger = load(context, campaign).ledger
    assert (ledger.due, ledger.ready) == ("", [])
    assert campaign not in [stream for stream, _ in tick(context)]
    with pytest.raises(ActRefused, match="nobody owes orders in turn 2 of c1, so it has no deadline"):
        resolve_now(context, campaign, "now")
    with pytest.raises(ActRefused, match="nobody owes orders"):
        set_deadline(context, campaign, clock(), "soon")
    with pytest.raises(ActRefused, match="nobody owes orders"):
        check_owed(load(context, campaign))
    assert_all_sound(context, campaign)


def test_a_refit_turn_has_one_again(context: ServiceContext, clock: HandClock) -> None:
    campaign = skirmishes(context)
    for stream in to_battles(context, campaign):
        fight(context, stream)
    go_on(context)
    ledger = load(context, campaign).ledger
    assert ledger.turn == 4 and ledger.due > stamp(clock())
    for seat in ("blue", "red"):
        file_orders(context, campaign, seat, "ready", f"{seat} {ledger.turn}")
    assert (campaign, 4) in tick(context)


def test_going_back_into_a_battle_turn_sets_no_deadline(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    roll_back(context, campaign, 1, "the umpire was wrong", "operator")
    assert load(context, campaign).ledger.due == ""
    roll_back(context, campaign, 0, "all again", "operator")
    assert load(context, campaign).ledger.due
    assert_all_sound(context, campaign)


def test_a_battle_turn_is_not_played_again_by_itself(context: ServiceContext) -> None:
    campaign = skirmishes(context)
    first, _ = to_battles(context, campaign)
    fight(context, first)
    go_on(context)
    with pytest.raises(ActRefused, match="nobody owed orders in turn 2 of c1: roll it back to before turn 2 instead"):
        rerun(context, campaign, 2, "once more", "operator")
