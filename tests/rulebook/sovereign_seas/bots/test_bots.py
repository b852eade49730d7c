"""Bots write orders like players: words through the parser, from what a seat knows, with no chance but that handed to them."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache, partial
from itertools import pairwise
from typing import Any

import pytest

from events.base import Draft
from events.sovereign_seas.sailing import RamRolled
from pbem.core.geometry.hexes import distance, parse_label, step
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.bots.admiral import Admiral
from pbem.games.sovereign_seas.bots.captain import Plan
from pbem.games.sovereign_seas.bots.roster import BOTS, LINE
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.orders.tracks import by_letters, homing, plans
from pbem.games.sovereign_seas.planning.tactics import Odds, fleets, mean_hits, ram_dice
from tests.kit.playing import Orders, Played, by_bot, chance_from, open_play, play, play_turn, readers
from tests.rulebook.sovereign_seas.builders.fleet import state_with
from tests.rulebook.sovereign_seas.builders.known import known

SCENARIOS = list(SOVEREIGN_SEAS.scenarios)
NAMES = list(BOTS)
SHARED = ["fleet-engagement", "blockade-breakout", "convoy-attack"]
"""Scenarios that two admirals a side can play."""


def crew(british: str, french: str) -> Orders:
    """The bots of all seats of both sides."""
    return by_bot({"gb": british, "gb2": british, "fr": french, "fr2": french})


@cache
def game(scenario: str, british: str, french: str, seed: str, turns: int = 99, **options: Any) -> Played:
    """A bot game, at most so many deadlines long. Tests share it, and only read it."""
    return play(SOVEREIGN_SEAS, scenario, options, crew(british, french), f"{scenario} {seed}", turns)


def blocks(text: str) -> dict[str, str]:
    """The bot's text by unit."""
    return {block.partition(":")[0]: block.partition(":")[2].strip() for block in re.split(r"\n+(?=[A-Z0-9]+:)", text)}


def own_rams(state: State, drafts: list[Draft]) -> int:
    """Ram attacks on ships of one's own side."""
    rams = [draft.event for draft in drafts if isinstance(draft.event, RamRolled)]
    return sum(state.ships[ram.attacker].side == state.ships[ram.target].side for ram in rams)


# ---------------------------------------------------------------- whole games


PAIRS = [("line", "ram"), ("random", "line"), ("ram", "random"), ("random", "random")]
MATCHES = [(key, PAIRS[n % len(PAIRS)]) for n, key in enumerate(SCENARIOS)]
MATCHES += [(key, names) for key in ("bellerophon-ocean", "cruisers") for names in PAIRS]


@pytest.mark.parametrize(("scenario", "names"), list(dict.fromkeys(MATCHES)))
def test_bot_games_end_without_a_wrong_order(scenario: str, names: tuple[str, str]) -> None:
    """In every scenario the bots' texts are taken without a problem, and the game ends by the turn limit (SSL-A.2)."""
    options: dict[str, Any] = {"admirals": "two"} if scenario in SHARED and "random" in names else {}
    played = game(scenario, *names, "end", **options)
    assert played.problems == []
    assert played.state.over
    assert played.state.turn <= played.state.limit


@pytest.mark.parametrize("option", [{"hidden_logs": "on"}, {"impulses": 2}, {"edge": "wall"}, {"same_hex_fire": "none"}])
def test_bots_play_by_the_options(option: dict[str, Any]) -> None:
    """SSL-Y.5 and other options: bots know the rules of the game at hand, and no more of it than they may."""
    for names in (("line", "random"), ("random", "ram")):
        played = game("cruisers", *names, "options", **option)
        assert played.problems == []
        assert played.state.over


@pytest.mark.deep
def test_friends_hardly_ever_ram_each_other() -> None:
    """SSL-J1.11: in fleet actions of seventeen ships friends collide at most once a game on average."""
    games = [game("fleet-engagement", "line", "ram", "end"), game("fleet-engagement", "ram", "line", "friends", turns=10)]
    assert sum(own_rams(played.state, played.drafts) for played in games) <= len(games)


@pytest.mark.deep
def test_admirals_with_a_plan_beat_chance() -> None:
    """Of ten duels on alternating sides each bot with a plan wins seven at least against random orders."""
    for name in ("line", "ram"):
        wins = 0
        for number in range(10):
            bots = (name, "random") if number % 2 else ("random", name)
            wins += game("bellerophon-ocean", *bots, f"chance {number}").state.winners == [["french", "british"][number % 2]]
        assert wins >= 7, name


# ---------------------------------------------------------------- one mail


@pytest.mark.parametrize("name", NAMES)
def test_same_view_and_chance_give_the_same_orders(name: str) -> None:
    """A bot has no memory and no chance of its own; it orders all its ships and nobody else's."""
    mine = known(state_with({"BC1": ("2020", "N", 8), "BB1": ("2022", "N", 8), "FC1": ("2820", "S", 8)}), "gb")
    first, second = (BOTS[name](mine, chance_from("same")) for _ in range(2))
    assert first == second
    assert set(blocks(first)) == {"FLEET", "BC1", "BB1"}


@pytest.mark.parametrize("name", NAMES)
def test_bots_fall_silent_when_the_game_is_over(name: str) -> None:
    """After the end there is nothing to write."""
    played = game("defense-magenta", name, "random", "silent")
    assert BOTS[name](played.known("gb"), chance_from("silent")) == ""


def test_the_line_follows_its_leader() -> None:
    """SSL-X.6, SSL-X.10: ironclads in line ahead FOLLOW and MATCH the ship before them, and are in line three turns later."""
    column = {f"BB{n + 1}": (f"40{24 + 2 * n}", "N", 6) for n in range(4)}
    state = state_with({**column, "FB1": ("0102", "N", 0)})
    played = Played(SOVEREIGN_SEAS, state, readers(SOVEREIGN_SEAS, state.scenario), begun=partial(known, deepcopy(state)))
    for number in range(1, 4):
        play_turn(played, crew("line", "line"), "line", number)
        orders = blocks(played.texts[-1]["gb"])
        assert orders["FLEET"] == "SEQ BB1 BB2 BB3 BB4"
        for mate, ship in (("BB1", "BB2"), ("BB2", "BB3"), ("BB3", "BB4")):
            assert orders[ship].splitlines()[:2] == [f"SPEED MATCH {mate}", f"FOLLOW {mate} GAP 2"]
    hexes = [ship.hex for ship in played.state.active("british")]
    assert [distance(one, next) for one, next in pairwise(hexes)] == [2, 2, 2]


def test_two_admirals_go_together() -> None:
    """SSL-X.16: two admirals of a side write what one would have written, each for their ships; FLEET is the senior's alone."""
    alone, shared = (open_play(SOVEREIGN_SEAS, "fleet-engagement", {"admirals": n}, "two") for n in ("one", "two"))
    for played in (alone, shared):
        played.state.stages.clear()
    whole = blocks(BOTS["line"](known(alone.state, "gb"), chance_from("")))
    halves = [blocks(BOTS["line"](known(shared.state, seat), chance_from(""))) for seat in ("gb", "gb2")]
    assert halves[0] | halves[1] == whole
    assert set(halves[0]) & set(halves[1]) == set()
    assert "FLEET" in halves[0]


def test_no_course_is_ordered_of_a_ship_that_cannot_take_it() -> None:
    """SSL-L5.5: out of command she gets no speed and no course, but her guns get their orders."""
    state = state_with({"BC1": ("2020", "N", 8), "FC1": ("2420", "N", 8)}, turn=3)
    state.ships["BC1"].log.command_until = 5
    for name in ("line", "ram"):
        order = blocks(BOTS[name](known(state, "gb"), chance_from("")))["BC1"]
        assert "FIRE D AT FC1" in order
        assert not re.search("SPEED|MOVE|RAM|FOLLOW", order)


def test_an_armoured_ram_strikes_when_it_can() -> None:
    """SSL-J1.7: Ocean rams a ship that crosses her bow."""
    state = state_with({"FC1": ("2020", "N", 10), "BB1": ("1917", "SE", 6)})
    order = blocks(BOTS["ram"](known(state, "fr"), chance_from("")))["FC1"]
    assert "RAM BB1" in order


def test_merchantmen_run() -> None:
    """SSL-O3.2, SSL-I4.1: merchantmen make all speed away from the enemy, off the map if they can."""
    state = state_with({"LM1": ("3025", "N", 7), "BF1": ("3035", "N", 8)}, key="convoy-attack")
    orders = blocks(BOTS["line"](known(state, "fr"), chance_from("")))["LM1"]
    assert orders.splitlines() == ["SPEED 8", "MOVE FFFFFFFF", "EXIT ON"]


# ---------------------------------------------------------------- set-up


def test_fleets_are_bought_for_their_points() -> None:
    """SSL-O6.1: every fleet tried costs the points of the game, at most five less; the best has the most ironclads."""
    played = open_play(SOVEREIGN_SEAS, "design-your-own", {"points": 250}, "points")
    mine = played.known("gb")
    costs = {67 * fleet["BC"] + 37 * fleet["BB"] + 34 * fleet["BF"] + 8 * fleet["BV"] for fleet in fleets(mine)}
    assert costs == set(range(245, 251)) & costs
    assert BOTS["line"](mine, chance_from("")) == "FLEET: TAKE 3 BC, 1 BB, 1 BV"
    assert BOTS["random"](mine, chance_from("1")).startswith("FLEET: TAKE ")


def test_random_places_keep_to_the_limits() -> None:
    """SSL-O1.1: of the ships put astray none breaks the limits of the scenario; the whole set-up is played so."""
    moved = 0
    for number in range(5):
        played = game("fleet-engagement", "random", "random", f"astray {number}", turns=2)
        assert played.problems == []
        moved += sum(text.count("PLACE") for texts in played.texts for text in texts.values())
    assert moved > 10


def test_random_orders_use_the_whole_language() -> None:
    """5.1: in the long run every kind of order is written, and taken."""
    state = state_with(
        {"BC1": ("2020", "N", 1), "BB1": ("2022", "N", 8), "FC1": ("2820", "S", 8), "FB1": ("2822", "S", 8)}, edge="wall"
    )
    words: set[str] = set()
    for number in range(400):
        text = BOTS["random"](known(state, "gb"), chance_from(f"words {number}"))
        assert SOVEREIGN_SEAS.orders.read(state, "gb", text, SOVEREIGN_SEAS.orders.sheet(state, "gb")).problems == []
        words |= set(re.findall("[A-Z]+", text))
    heads = (
        "SPEED STOP MATCH MOVE STRAIGHT COURSE CIRCLE STEER CLOSE KEEP RAM FOLLOW WHEN AVOID EXIT OPEN HOLD FIRE LOSE CLEAR SEQ"
    )
    conditions = "RANGE IMP HULL MAXSPEED FIRED SUNK PEN BEAR STRICT ONLY CARRY"
    assert set(f"{heads} {conditions}".split()) - words == set()


# ---------------------------------------------------------------- what they reckon with


def test_expected_hits() -> None:
    """SSL-J2.9, SSL-J2.10: by hand, of 4 dice 3 needed: 4 in 16 make one base hit, 1 in 16 two; firepower 0.5 rounds up."""
    assert mean_hits(4, 3, 4) == (4 * 2 + 1 * 4) / 16
    assert mean_hits(4, 3, 1) == (4 * 1 + 1 * 1) / 16
    assert mean_hits(4, 5, 4) == 0


def test_chance_of_a_ram() -> None:
    """SSL-J1.4: five dice and four strikes needed; two more dice by the quarter, two more by speed."""
    assert ram_dice(0, 3) == 1 / 16
    assert ram_dice(4, 2) == sum((126, 126, 84, 36, 9, 1)) / 512


def test_the_range_that_is_sought() -> None:
    """SSL-J2.11: Defense fights Magenta at 6 hexes, where her guns still go through and the other's no longer do."""
    mine = known(state_with({"BB1": ("2020", "N", 8), "FB1": ("2820", "S", 8)}), "gb")
    assert Odds(mine).best_range(mine.ships["BB1"], mine.ships["FB1"], 1.0)[0] == 6


def test_plans_never_turn_too_early() -> None:
    """SSL-I2.1: every plan thought of is one that its ship may sail."""
    ship = known(state_with({"BB1": ("2020", "N", 8), "FB1": ("2820", "S", 8)}), "gb").ships["BB1"]
    assert len(plans(ship, 8)) > 20
    for letters in plans(ship, 8):
        assert len(letters) == 8
        turns = [place for place, letter in enumerate(letters) if letter != "F"]
        assert all(later - one >= 3 for one, later in pairwise(turns))


def test_tracks_are_those_of_the_rules() -> None:
    """SSL-I2.2: the track of E9 (BC1, speed 7); SSL-X.6: a helm that homes comes to its goal."""
    ship = known(state_with({"BC1": ("1010", "N", 7), "FB1": ("2820", "S", 8)}), "gb").ships["BC1"]
    track = by_letters(ship, 7, 4, "FRFFFRF")
    assert [hex for hex, _ in track.places[:5]] == [parse_label(at) for at in ("1010", "1009", "1208", "1407", "1608")]
    assert [heading for _, heading in track.places[:5]] == [0, 0, 1, 1, 2]
    assert homing(ship, 7, 4, lambda _: parse_label("1208")).steps[1][-1] == parse_label("1208")


def test_friends_keep_clear_of_a_ship_that_rams() -> None:
    """SSL-I3.1, SSL-J1.4: from the impulse of the ram on she may lie where she struck, or in any hex beside her track."""
    ship = known(state_with({"BC1": ("1010", "N", 4), "FB1": ("2820", "S", 8)}), "gb").ships["BC1"]
    plan = Plan(by_letters(ship, 4, 4, "FFFF"), "RAM FB1", contact=3)
    assert plan.room(2) == {parse_label("1009"), parse_label("1008")}
    assert {parse_label("1008"), *(step(parse_label("1007"), heading) for heading in range(6))} <= plan.room(3)
    assert {parse_label("1008"), parse_label("1005")} <= plan.room(4)


def test_no_plan_lies_on_another() -> None:
    """SSL-I3.1: with room enough, no two ships of a side mean to be in one hex in one impulse."""
    played = open_play(SOVEREIGN_SEAS, "blockade-breakout", {}, "room")
    played.state.stages.clear()
    made = Admiral(played.known("fr"), LINE).decide()
    for impulse in range(1, 5):
        ends = [plan.track.places[impulse][0] for plan in made.values()]
        assert len(set(ends)) == len(ends)
