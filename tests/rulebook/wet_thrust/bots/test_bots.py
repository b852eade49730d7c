"""Bots write orders like players: words through the parser, from what a seat knows, with no chance but that handed to them."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from events.base import Draft
from events.wet_thrust.flying import AircraftLost, Bombed, Landed, TookOff
from events.wet_thrust.sailing import Collided, DisengageTried
from pbem.core.geometry.tabletop import closest
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.bots.admiral import Admiral
from pbem.games.wet_thrust.bots.roster import BOTS, STEADY
from pbem.games.wet_thrust.bots.tactics import charges, sector_of
from pbem.games.wet_thrust.language.words import KINDS, kind_of, read_lines
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.planning.tracks import options
from tests.kit.playing import Orders, Played, by_bot, chance_from, open_play, play
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import airborne, held, state_with, told

SCENARIOS = list(WET_THRUST.scenarios)
NAMES = list(BOTS)
SHARED = ["denmark-strait", "two-carriers", "convoy"]
"""Scenarios that two admirals a side can play."""


def crew(german: str, british: str) -> Orders:
    """The bots of all seats of both sides."""
    return by_bot({"de": german, "de2": german, "gb": british, "gb2": british})


@cache
def game(scenario: str, german: str, british: str, seed: str, turns: int = 99, **options: Any) -> Played:
    """A bot game, at most so many turns long. Tests share it, and only read it."""
    return play(WET_THRUST, scenario, options, crew(german, british), f"{scenario} {seed}", turns)


def seen(state: State, seat: str) -> State:
    """What a seat knows."""
    return known(state, seat)


def blocks(text: str) -> dict[str, str]:
    """The bot's text by unit."""
    return {block.partition(":")[0]: block.partition(":")[2].strip() for block in text.split("\n\n")}


def ordered(state: State, seat: str, name: str = "steady") -> dict[str, str]:
    """What a bot orders, by unit; it is taken without a problem."""
    text = BOTS[name](seen(state, seat), chance_from("one"))
    assert WET_THRUST.orders.read(state, seat, text, WET_THRUST.orders.sheet(state, seat)).problems == []
    return blocks(text)


def friendly_fire(state: State, drafts: list[Draft]) -> int:
    """Collisions of ships of one side."""
    return sum(state.ships[each.first].side == state.ships[each.second].side for each in told(drafts, Collided))


# ---------------------------------------------------------------- whole games


PAIRS = [("steady", "bold"), ("random", "steady"), ("bold", "random"), ("random", "random")]
MATCHES = [(key, PAIRS[n % len(PAIRS)]) for n, key in enumerate(SCENARIOS)]


@pytest.mark.parametrize(("scenario", "names"), MATCHES)
def test_bot_games_end_without_a_wrong_order(scenario: str, names: tuple[str, str]) -> None:
    """WT-22.2: in every scenario the bots' texts are taken without a problem, and the game ends by the turn limit."""
    shared: dict[str, Any] = {"admirals": "two"} if scenario in SHARED else {}
    played = game(scenario, *names, "end", **shared)
    assert played.problems == []
    assert played.state.over
    assert played.state.turn <= played.state.limit


@pytest.mark.parametrize(
    "option",
    [{"recon_bar": "aloft"}, {"recon_bar": "game", "weather": "gale"}, {"torpedo_reload_turns": 2, "ram_modifier_unit": "row"}],
)
def test_bots_play_by_the_options(option: dict[str, Any]) -> None:
    """2.9: WT-6.8, WT-20.1, WT-10.4, WT-5.6: bots know the rules of the game at hand."""
    for names in (("bold", "random"), ("random", "steady")):
        played = game("acasta", *names, "options", **option)
        assert played.problems == []
        assert played.state.over


def test_friends_keep_clear_of_each_other() -> None:
    """WT-5.1: in fleet actions of six ships bots with a plan do not collide with their friends."""
    games = [game(key, "steady", "bold", "end", turns=9) for key in ("denmark-strait", "convoy")]
    assert [friendly_fire(played.state, played.drafts) for played in games] == [0, 0]


def test_aircraft_come_home() -> None:
    """WT-11.8, WT-11.9: strikes are flown in both carrier scenarios, and the steady bot's aircraft hardly ever ditch."""
    fates: Counter[str] = Counter()
    for key, turns in (("two-carriers", 14), ("swordfish", 9)):
        played = game(key, "steady", "steady", "air", turns=turns)
        fates["launched"] += sum(each.kind != "R" for each in told(played.drafts, TookOff))
        fates["landed"] += len(told(played.drafts, Landed))
        fates["bombed"] += len(told(played.drafts, Bombed))
        fates["ditched"] += sum(each.cause == "no fuel" for each in told(played.drafts, AircraftLost))
    assert fates["launched"] > 6
    assert fates["landed"] > fates["launched"] / 4
    assert fates["ditched"] <= 1


@pytest.mark.deep
def test_admirals_with_a_plan_beat_chance() -> None:
    """Of eight duels Hood's bots with a plan win five at least against random orders (scenario S1)."""
    for name in ("steady", "bold"):
        wins = [game("first-salvo", "random", name, f"chance {n}").state.winners == ["british"] for n in range(8)]
        assert sum(wins) >= 5, name


# ---------------------------------------------------------------- one mail


@pytest.mark.parametrize("name", NAMES)
def test_same_view_and_chance_give_the_same_orders(name: str) -> None:
    """A bot has no memory and no chance of its own; it orders its own units and nobody else's."""
    state = state_with({"BIS": ((0, 0), 3, 7), "PEU": ((0, 4), 3, 7), "HOO": ((20, 10), 9, 7)})
    known = seen(state, "de")
    first, second = (BOTS[name](known, chance_from("same 5")) for _ in range(2))
    assert first == second
    assert {unit.split("-")[0] for unit in blocks(first)} <= {"FLEET", "BIS", "PEU"}


@pytest.mark.parametrize("name", NAMES)
def test_bots_fall_silent_when_the_game_is_over(name: str) -> None:
    """After the end there is nothing to write."""
    played = game("acasta", "steady", "bold", "end")
    assert played.state.over
    assert BOTS[name](seen(played.state, "gb"), chance_from("silent")) == ""


def test_two_admirals_go_together() -> None:
    """Ruling W1: two admirals write what one would have written, each for their units; FLEET is the senior's alone."""
    alone, shared = (open_play(WET_THRUST, "denmark-strait", {"admirals": n}, "two").state for n in ("one", "two"))
    whole = ordered(alone, "gb")
    halves = [ordered(shared, seat) for seat in ("gb", "gb2")]
    assert halves[0] | halves[1] == whole
    assert set(halves[0]) & set(halves[1]) == set()
    assert "FLEET" in halves[0]


def test_a_ship_without_a_bridge_gets_no_orders() -> None:
    """WT-15.1: out of command she cannot be ordered; her friends are, and keep out of her way."""
    state = state_with({"HOO": ((0, 0), 3, 7), "POW": ((-1, 3), 3, 7), "BIS": ((24, 10), 9, 7)}, turn=3)
    state.ships["HOO"].sheet.lost += ["BR", "SB"]
    assert set(ordered(state, "gb")) == {"FLEET", "POW", "POW-R1"}
    plans = Admiral(seen(state, "gb"), STEADY).decide()
    assert closest(plans["HOO"].way, plans["POW"].way) > 1000


@pytest.mark.parametrize(
    "crippled", [["RU1", "RU2"], ["PR1", "PR2"], ["BO1", "BO2", "BO3", "BO4"], ["FC1", "FC2", "FC3", "FC4"]]
)
def test_cripples_get_orders_that_they_can_carry_out(crippled: list[str]) -> None:
    """WT-4.3, WT-3.6, WT-3.3, WT-7.2: whatever she has lost, no bot orders what she cannot do."""
    state = state_with({"BIS": ((0, 0), 3, 7), "HOO": ((14, 10), 9, 7)}, turn=3)
    state.ships["BIS"].sheet.lost += crippled
    for name in NAMES:
        ordered(state, "de", name)


# ---------------------------------------------------------------- guns, torpedoes, smoke


def test_the_broadside_is_kept_open_on_one_target() -> None:
    """WT-7.6, WT-7.9, WT-4.4: turn after turn all guns at one enemy, and no turn that bars them."""
    state = state_with({"BIS": ((0, 0), 3, 7), "HOO": ((0, 28), 3, 7)})
    order = ordered(state, "de")["BIS"].splitlines()
    assert "FIRE A AT HOO" in order
    tracks = {track.text: track for track in options(seen(state, "de").ships["BIS"])}
    assert not tracks[order[0]].steering.barred
    assert sector_of(tracks[order[0]].end, tracks[order[0]].course, (7000, 28000)) in (2, 3, 4, 8, 9, 10)


def test_destroyers_attack_with_torpedoes_in_smoke() -> None:
    """WT-10.6, WT-20.2: eight tubes from the beam at a battleship that comes by; WT-5.6: a whole destroyer does not ram."""
    state = state_with({"SCH": ((0, 0), 3, 6), "ANT": ((6, 8), 6, 6)})
    for name in ("steady", "bold"):
        order = ordered(state, "gb", name)["ANT"].splitlines()
        assert "TORP SCH" in order
        assert "SMOKE" in order
        assert not any(line.startswith("RAM") for line in order)


def test_a_wrecked_destroyer_of_the_bold_rams() -> None:
    """WT-5.6: with two boxes left her nerve may suffice against a submarine; the steady bot does not try."""
    state = state_with({"ANT": ((0, 0), 12, 6), "U47": ((0, 7), 3, 1)})
    state.ships["ANT"].sheet.marked = 6
    assert "RAM U47" in ordered(state, "gb", "bold")["ANT"]
    assert "RAM" not in ordered(state, "gb")["ANT"]


def test_a_ship_that_must_get_away_breaks_contact() -> None:
    """WT-21.2: all the speed she can make, the nearest enemy abaft, and DISENGAGE (scenario S2)."""
    state = open_play(WET_THRUST, "shaking-them-off", {}, "away").state
    order = ordered(state, "de")["BIS"].splitlines()
    assert "MAXA" in order[0]
    assert "DISENGAGE" in order
    assert told(game("shaking-them-off", "steady", "steady", "away", turns=3).drafts, DisengageTried)


def test_a_friend_with_radar_challenges() -> None:
    """WT-21.3, WT-21.6: Suffolk, without radar, leaves the challenge to King George V."""
    state = open_play(WET_THRUST, "shaking-them-off", {}, "away").state
    orders = ordered(state, "gb")
    assert "CHALLENGE NO" in orders["SUF"]
    assert "CHALLENGE NO" not in orders["KGV"]


def test_merchantmen_make_smoke_and_keep_their_course() -> None:
    """WT-20.2: a convoy under threat of submarines steams on in smoke (scenario S4)."""
    orders = ordered(open_play(WET_THRUST, "convoy", {}, "smoke").state, "gb")
    assert all({"-", "SMOKE"} <= set(orders[ship].splitlines()) for ship in ("M01", "M02", "M03", "M04"))


def test_a_cruiser_does_not_charge_a_battleship() -> None:
    """WT-7.1, WT-10.2: the way to a torpedo attack through heavy fire costs more than it promises, unless she is near."""
    quarries = []
    for inches in (7, 40):
        state = state_with({"SHE": ((0, 0), 1, 8), "SCH": ((0, inches), 7, 8)}, key="two-carriers")
        admiral = Admiral(seen(state, "gb"), STEADY)
        quarries.append(admiral.captain(admiral.known.ships["SHE"]).quarry)
    assert [quarry is not None for quarry in quarries] == [True, False]


# ---------------------------------------------------------------- submarines and their hunters


def test_a_submarine_fires_and_goes_deep() -> None:
    """WT-18.3, WT-18.7: at periscope depth with a merchantman before her tubes and a destroyer near."""
    ships = {"M01": ((3, 3), 3, 3), "ANT": ((10, 6), 9, 5), "U47": ((6, 0), 12, 1)}
    state = state_with(ships, key="convoy", modes={"U47": "periscope"})
    order = ordered(state, "de")["U47"].splitlines()
    assert any(line.startswith("TORP M01") for line in order)
    assert "DIVE" in order


def test_a_submarine_does_not_waste_torpedoes_on_smoke() -> None:
    """WT-10.7, WT-10.13: at a merchantman in smoke, whom no salvo from beyond 4" can hit, she fires within 4" only."""
    state = state_with({"M01": ((3, 3), 3, 3), "U47": ((6, 0), 12, 1)}, key="convoy", modes={"U47": "periscope"})
    assert "TORP M01" in ordered(state, "de")["U47"].splitlines()
    state.ships["M01"].smoking = True
    assert "TORP M01 WITHIN 4" in ordered(state, "de")["U47"].splitlines()


def test_a_submarine_comes_up_for_a_shot() -> None:
    """WT-18.7: deep she orders PERISCOPE a turn before a merchantman comes by."""
    state = state_with({"M01": ((0, 3), 3, 3), "U47": ((6, 0), 12, 1)}, key="convoy", modes={"U47": "deep"})
    assert "PERISCOPE" in ordered(state, "de")["U47"]


def test_a_hunted_submarine_runs_silent() -> None:
    """WT-18.6: held by a destroyer, with nobody to fire at."""
    state = state_with({"ANT": ((4, 4), 7, 5), "U47": ((0, 0), 3, 2)}, turn=2, key="convoy", modes={"U47": "deep"})
    held(state, "U47")
    state.ships["U47"].sheet.lost.append("TL1")
    state.ships["U47"].sheet.lost.append("TL2")
    assert "SILENT" in ordered(state, "de")["U47"].splitlines()


def test_destroyers_run_over_a_contact() -> None:
    """WT-19.5: an attack run ends with the contact near, on the mounts astern."""
    ships = {"ANT": ((0, 0), 3, 4), "M01": ((-8, 0), 3, 3), "U47": ((4, 0), 6, 1)}
    state = state_with(ships, turn=2, key="convoy", modes={"U47": "deep"})
    held(state, "U47")
    plan = Admiral(seen(state, "gb"), STEADY).decide()["ANT"]
    assert sector_of(plan.end, plan.course, (4000, 0)) in (5, 6, 7)
    assert charges(1500, True, 3) > charges(1500, False, 3)


# ---------------------------------------------------------------- aircraft


def test_a_strike_is_launched_and_escorted() -> None:
    """WT-11.5, WT-12.5: within reach of an enemy carrier two squadrons go up, fighters with them; nobody before."""
    far, near = (state_with({"ARK": ((0, 0), 1, 6), "GRZ": ((0, inches), 5, 6)}, key="two-carriers") for inches in (90, 38))
    assert ordered(far, "gb")["ARK"].count("ARK-T") == 0
    orders = ordered(near, "gb")
    assert "LAUNCH ARK-F1, ARK-T1" in orders["ARK"]
    assert orders["ARK-F1"] in ("CAP", "ESCORT ARK-T1")


def test_a_strike_waits_for_the_rest_of_it() -> None:
    """WT-14.4: squadrons that come together share the flak: those in place wait for one that will be there a turn later."""
    state = state_with({"ARK": ((0, 0), 3, 6), "BIS": ((0, 30), 3, 6)}, turn=3, key="swordfish")
    airborne(state, "ARK-T1", (6, 20), launched=1)
    airborne(state, "ARK-T2", (6, 2), launched=1)
    waiting = ordered(state, "gb")
    assert waiting["ARK-T1"].startswith("GO")
    assert ordered(state, "gb", "bold")["ARK-T1"].startswith("ATTACK BIS")
    airborne(state, "ARK-T2", (6, 20), launched=1)
    assert {ordered(state, "gb")[id] for id in ("ARK-T1", "ARK-T2")} == {"ATTACK BIS"}


def test_spent_squadrons_come_home_and_the_deck_is_clear() -> None:
    """WT-11.5, WT-11.9: while a squadron is about to land nobody is launched."""
    state = state_with({"ARK": ((0, 0), 3, 6), "BIS": ((0, 30), 3, 6)}, turn=5, key="swordfish")
    airborne(state, "ARK-T1", (0, 8), spent=True, endurance=2)
    orders = ordered(state, "gb")
    assert orders["ARK-T1"] == "RETURN"
    assert "LAUNCH" not in orders["ARK"]


def test_planes_spot_for_the_guns() -> None:
    """WT-6.4: a battleship in a gun action launches a plane, which goes where her shells fall."""
    orders = ordered(state_with({"BIS": ((0, 0), 3, 7), "HOO": ((0, 28), 3, 7)}), "de")
    assert "LAUNCH BIS-R1" in orders["BIS"]
    assert orders["BIS-R1"] == "SPOT HOO"


def test_ships_under_air_attack_steam_evasively() -> None:
    """WT-2.11: a carrier with dive bombers overhead and no ship to fear."""
    state = state_with({"ARK": ((0, 0), 3, 7), "GRZ": ((0, 39), 3, 7)}, turn=4, key="two-carriers")
    airborne(state, "GRZ-DB1", (4, 10), launched=1)
    airborne(state, "GRZ-DB2", (4, 10), launched=1)
    assert ordered(state, "gb")["ARK"].splitlines()[0] == "E"


# ---------------------------------------------------------------- random orders


def test_random_orders_use_the_whole_language() -> None:
    """5.1: in the long run every kind of order is written, and taken."""
    ships = {
        "ARK": ((0, 0), 3, 6),
        "ANT": ((3, 3), 3, 6),
        "GRZ": ((20, 20), 9, 6),
        "U47": ((6, 8), 12, 2),
        "U99": ((8, 3), 9, 1),
    }
    kinds: set[str] = set()
    words: set[str] = set()
    state = state_with(ships, turn=3, key="two-carriers", modes={"U47": "periscope", "U99": "deep"})
    airborne(state, "GRZ-T1", (6, 6), launched=1)
    airborne(state, "ARK-R1", (6, 9), launched=1)
    airborne(state, "ARK-F1", (1, 1), launched=1)
    held(state, "U47")
    for seat in ("gb", "de"):
        what, blank = seen(state, seat), WET_THRUST.orders.sheet(state, seat)
        for number in range(60):
            text = BOTS["random"](what, chance_from(f"words {number}"))
            parsed = WET_THRUST.orders.read(state, seat, text, blank)
            assert parsed.problems == []
            words |= set(re.findall("[A-Z]+", text))
            kinds |= {kind_of(order) for lines in parsed.sheet.units.values() for order in read_lines(lines)}
    assert kinds >= set(KINDS.values()) | {"TORP WITHIN"}
    aims = {"ATTACK", "CAP", "ESCORT", "INTERCEPT", "SPOT", "RECOVER", "RETURN", "LAND", "GO", "ORBIT"}
    depths = {"DIVE", "CRASH", "PERISCOPE", "SURFACE", "SILENT"}
    assert aims | depths | {"E", "MAXA", "MAXD", "ELSE", "WEAKEST"} <= words
