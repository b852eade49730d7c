"""Bots write orders like players: words through the parser, from what their seat knows, with only the chance handed to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from events.base import Draft
from events.star_navy.movement import ShipDestroyed
from pbem.core.game.panels import PANEL_WIDTH
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.bots.roster import BOTS
from tests.kit.playing import Played, by_bot, chance_from, open_play, turns_of
from tests.rulebook.star_navy.builders.battle import Battle
from tests.rulebook.star_navy.builders.known import known
from tools.balance import Match, play

SCENARIOS = list(STAR_NAVY.scenarios)
NAMES = list(BOTS)
MOST_TURNS = 100


def battle(scenario: str, pace: str, names: list[str], seed: str) -> Iterator[tuple[Played, list[Draft]]]:
    """A bot game and what each deadline brought. No bot's orders have a problem."""
    options: dict[str, Any] = {"pace": pace} | ({"players": 4} if scenario == "open-space" else {})
    played = open_play(STAR_NAVY, scenario, options, seed)
    bots = {seat: names[n % len(names)] for n, seat in enumerate(played.state.seats)}
    for _, drafts in turns_of(played, by_bot(bots), seed, MOST_TURNS):
        assert played.problems == []
        yield played, drafts


@pytest.mark.parametrize("pace", ["turn", "cycle"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bot_games_end_without_a_wrong_order(scenario: str, pace: str) -> None:
    """In every scenario and at every pace each bot's text parses without problems, and the game ends."""
    for names in (NAMES, NAMES[::-1], ["random"]):
        for played, _ in battle(scenario, pace, names, f"{scenario} {names[0]}"):
            assert played.state.absolute_turn <= played.state.limit
        assert played.state.over and played.state.verdict


@pytest.mark.parametrize("pace", ["turn", "cycle"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reports_of_bot_games_can_be_written(scenario: str, pace: str) -> None:
    """After every turn each reader's template parses as it is, their panels fit the page, their events can be told."""
    for played, drafts in battle(scenario, pace, ["random", "aggressive"], f"report {scenario}"):
        for seat in played.readers:
            seen = played.known(seat)
            for panel in STAR_NAVY.report.panels(seen):
                assert [line for line in [panel.title, *panel.lines] if len(line) > PANEL_WIDTH] == []
            for draft in drafts:
                assert STAR_NAVY.report.tell(draft.event, seen) != ""
            template = STAR_NAVY.report.template(seen)
            if seat and not seen.over:
                sheet = STAR_NAVY.orders.sheet(seen, seat)
                parsed = STAR_NAVY.orders.read(seen, seat, template, sheet)
                assert parsed.problems == []
                assert parsed.sheet == sheet


@pytest.mark.parametrize("name", ["cautious", "aggressive"])
@pytest.mark.parametrize("pace", ["turn", "cycle"])
@pytest.mark.parametrize("scenario", ["harrow-belt", "four-corners"])
def test_captains_do_not_run_into_planets_or_edges(scenario: str, pace: str, name: str) -> None:
    """SN-13.2, 13.11: a bot with eyes turns before a planet or a solid edge."""
    causes = [
        draft.event.cause
        for _, drafts in battle(scenario, pace, [name], f"eyes {name}")
        for draft in drafts
        if isinstance(draft.event, ShipDestroyed)
    ]
    assert not {"planet", "edge"} & set(causes)


@pytest.mark.parametrize("name", ["cautious", "aggressive"])
def test_captains_beat_chance(name: str) -> None:
    """Of 40 duels on alternating sides a bot with a plan wins more than 80 % against random orders."""
    wins, options = 0, STAR_NAVY.scenarios.options("first-blood", {})
    for game in range(40):
        own, other = ("blue", "red") if game % 2 else ("red", "blue")
        match = Match("star_navy", "first-blood", options, {own: name, other: "random"}, f"{name} {game}")
        wins += play(match).winners == [own.upper()]
    assert wins > 32


@pytest.mark.parametrize("name", ["cautious", "aggressive"])
@pytest.mark.parametrize("lacking", ["", "energy", "thrusters"])
def test_captains_turn_only_when_they_can_pay(name: str, lacking: str) -> None:
    """SN-5.3, 5.4: with an enemy astern they turn, but not without energy, and not without free thrusters."""
    fight = Battle()
    fight.put(fight.b, "2026")
    fight.put(fight.a, "2020", speed=2)
    fight.next(3)
    if lacking == "energy":
        fight.a.console.engine_energy = fight.a.console.capacitor_energy = 0
    elif lacking == "thrusters":
        fight.a.console.thrusters_used = fight.a.console.thrusters
    text = BOTS[name](known(fight.state, "blue"), chance_from("pay"))
    assert ("TURN" in text) == (not lacking)


@pytest.mark.parametrize("name", NAMES)
def test_same_knowledge_and_chance_give_the_same_orders(name: str) -> None:
    """A bot has no memory and no chance of its own."""
    seen = open_play(STAR_NAVY, "harrow-belt", {}, "same").known("blue")
    first, second = (BOTS[name](seen, chance_from("same")) for _ in range(2))
    assert first == second
    assert "CHI:" in first and "STL:" in first and ("SETUP WEAPONS" in first or name == "random")


@pytest.mark.parametrize("name", NAMES)
def test_bots_fall_silent_when_nothing_can_be_ordered(name: str) -> None:
    """After the game there is nothing to write."""
    *_, (played, _) = battle("first-blood", "turn", [name], "end")
    assert BOTS[name](played.known("blue"), chance_from("end")) == ""


def test_cautious_captain_leaves_when_nearly_lost() -> None:
    """SN-11.3: the careful one stores a JUMP for the Engine phase; not in the duel, where leaving is losing."""
    for scenario, leaves in (("wolf-pack", True), ("first-blood", False)):
        seen = open_play(STAR_NAVY, scenario, {"pace": "cycle"}, "jump").known("blue")
        text = BOTS["cautious"](seen, chance_from("jump"))
        assert ("JUMP LEAVE IF INTEGRITY <= 1" in text) == leaves
