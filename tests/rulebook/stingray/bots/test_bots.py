"""Bots write orders like players: words through the parser, from one seat's seen, with no chance but the one handed to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from events.stingray.ending import GameDecided
from events.stingray.movement import Exited, Struck
from events.stingray.weapons import Launched
from pbem.campaign.simulate import chance_from
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label, step
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.bots.bot_goals import BotGoal, bot_goal
from pbem.games.stingray.bots.roster import BOTS, STEADY
from pbem.games.stingray.bots.tactics import Course, cornered, courses, known_enemies, quiet_windows
from pbem.games.stingray.model.plan import clamp, crosses_obstacle, speed_limits, track
from pbem.games.stingray.model.state import Missile, State, enemy
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK61, TERRAINIANS
from pbem.games.stingray.model.vessel import Launcher, Vessel
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import state_with, vessel

NAMES = list(BOTS)
SCENARIOS = list(STINGRAY.scenarios)
COPILOTS = (
    "POWER",
    "ENGINES",
    "BATTERY",
    "STORE",
    "LIFE",
    "SUIT",
    "LOAD ",
    "PREP",
    "AIM",
    "STEER",
    "SCAN",
    "NAV",
    "REPAIR",
    "PRIORITY",
)


KINDS = """MOVE HALT OVER LEAP RAM LAUNCH DECOY ARMING LOADOUT POWER ENGINES BATTERY STORE LIFE SUIT LOAD PREP STEER
    SCAN COMMS NAV MINE REPAIR PRIORITY MSG STANDING CANCEL SPY RELOAD"""


def unread(text: str) -> None:
    """Nobody looks at the orders."""


def battle(
    scenario: str, names: Mapping[str, str], seed: str, reader: Callable[[str], None] = unread, **options: Any
) -> Iterator[tuple[State, Turn[State]]]:
    """A bot game, deadline by deadline; `names` by side. A problem with a bot's orders fails."""
    state = STINGRAY.rules.blank()
    STINGRAY.rules.setup(
        Turn(STINGRAY.rules.apply, state, seeded(seed), 0), scenario, STINGRAY.scenarios.options(scenario, options)
    )
    chances = {seat: chance_from(f"{seed} {seat}") for seat in state.seats}
    number = 0
    while due := STINGRAY.rules.due(state):
        number += 1
        sheets = {}
        for seat in due:
            text = BOTS[names[state.seats[seat]]](known(state, seat), chances[seat])
            reader(text)
            parsed = STINGRAY.orders.read(known(state, seat), seat, text, STINGRAY.orders.sheet(state, seat))
            assert [str(problem) for problem in parsed.problems] == [], text
            assert not any(note.startswith("Noted, used only") for note in parsed.notes), text
            sheets[seat] = parsed.sheet
        turn = Turn(STINGRAY.rules.apply, state, seeded(f"{seed} {number}"), number)
        STINGRAY.rules.resolve(turn, sheets)
        yield state, turn


def both(name: str) -> dict[str, str]:
    """The same bot on both sides."""
    return {TERRAINIANS: name, AQUAPHIBIANS: name}


def orders_of(state: State, seat: str, name: str = "steady") -> str:
    """What a bot writes for a seat now."""
    return BOTS[name](known(state, seat), chance_from("any"))


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bot_games_end_without_a_wrong_order(scenario: str, name: str) -> None:
    """STG-VIC.1: in every scenario each bot's text parses without problems, and the game ends with a verdict."""
    for state, _ in battle(scenario, both(name), f"whole {scenario} {name}"):
        assert state.move <= state.limit
    assert state.over and state.verdict


@pytest.mark.parametrize(
    "options",
    [
        {"crews": "one", "leap-evade": "off", "supersub-max": 3, "battery-start": 0},
        {"crews": "two", "mega-accel": "sheet", "passive-per-apu": 0, "sonar-range": 10, "mega-launcher": "both"},
    ],
)
@pytest.mark.parametrize("scenario", ["tanker-run", "new-toy"])
def test_bots_heed_the_options(scenario: str, options: dict[str, Any]) -> None:
    """STG-GEN.3: one or two seats, other limits, no leaps: nothing that is refused there is ordered."""
    for name in ("steady", "random"):
        *_, (state, _) = battle(scenario, both(name), f"options {scenario}", **options)
        assert state.over


@pytest.mark.parametrize("name", ["steady", "bold"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_with_eyes_strike_no_rock_and_stay_in_the_fight(scenario: str, name: str) -> None:
    """STG-OBS.1, STG-MOV.11: no rock is struck; no fish that has fuel and steering leaves the map."""
    for state, turn in battle(scenario, both(name), f"eyes {scenario} {name}"):
        for event in (draft.event for draft in turn.drafts):
            if isinstance(event, Struck | Exited):
                mover = state.vessels[event.vessel]
                crippled = mover.out("STEERING") or mover.crew_dead or mover.broken_off
                assert crippled or (isinstance(event, Exited) and not mover.printed.fish)


@pytest.mark.deep
@pytest.mark.parametrize("own", [TERRAINIANS, AQUAPHIBIANS])
def test_a_plan_beats_chance(own: str) -> None:
    """Against the same random enemy the steady bot makes more of its victory points than random orders do."""
    margin = {"steady": 0, "random": 0}
    for name in margin:
        for game in range(10):
            *_, (state, _) = battle("stand-by-for-action", both("random") | {own: name}, f"plan {own} {game}")
            margin[name] += state.scores[own] - state.scores[enemy(own)]
    assert margin["steady"] > margin["random"] + 30


@pytest.mark.deep
def test_random_orders_use_all_of_the_language() -> None:
    """Section 5: over some games at random every kind of order is written."""
    wanted = set(KINDS.split())
    seen: set[str] = set()

    def noted(text: str) -> None:
        seen.update(line.split()[0] for line in text.splitlines() if line)

    for number in range(40):
        for _ in battle(SCENARIOS[number % len(SCENARIOS)], both("random"), f"all {number}", noted):
            pass
        if wanted <= seen:
            break
    assert wanted - seen == set()


# ---------------------------------------------------------------- two seats


@pytest.mark.parametrize("scenario", ["overwhelming-numbers", "new-toy"])
def test_captain_and_copilot_go_together_without_talking(scenario: str) -> None:
    """STG-SEA.1, STG-SEA.3: each keeps to their own orders; what is launched is prepared, and nothing collides."""
    launched = 0
    state = STINGRAY.rules.blank()
    STINGRAY.rules.setup(
        Turn(STINGRAY.rules.apply, state, seeded("two"), 0), scenario, STINGRAY.scenarios.options(scenario, {})
    )
    number = 0
    while due := STINGRAY.rules.due(state):
        number += 1
        sheets = {
            seat: STINGRAY.orders.read(
                known(state, seat), seat, orders_of(state, seat), STINGRAY.orders.sheet(state, seat)
            ).sheet
            for seat in due
        }
        for seat in due:
            lines = [line for unit in sheets[seat].units.values() for line in unit]
            if seat.startswith("captain"):
                assert not [line for line in lines if line.startswith(COPILOTS)]
                assert not [
                    text
                    for text in STINGRAY.orders.remarks(state, sheets, seat)
                    if "ordered by both" in text or "not armed" in text
                ]
        turn = Turn(STINGRAY.rules.apply, state, seeded(f"two {number}"), number)
        STINGRAY.rules.resolve(turn, sheets)
        launched += sum(isinstance(draft.event, Launched) and draft.event.weapon == "MK61" for draft in turn.drafts)
    assert launched >= 2


# ---------------------------------------------------------------- single decisions


@pytest.mark.parametrize("name", NAMES)
def test_same_view_and_chance_give_the_same_orders(name: str) -> None:
    """A bot has no memory and no chance of its own."""
    state = STINGRAY.rules.blank()
    STINGRAY.rules.setup(
        Turn(STINGRAY.rules.apply, state, seeded("same"), 0), "new-toy", STINGRAY.scenarios.options("new-toy", {})
    )
    seen = known(state, "aquaphibian")
    first, second = (BOTS[name](seen, chance_from("same")) for _ in range(2))
    assert first == second
    assert all(f"{fish}:" in first for fish in ("MF1", "TF1", "TF2")) and "ARMING" in first


@pytest.mark.parametrize("name", NAMES)
def test_bots_fall_silent_after_the_game(name: str) -> None:
    """After the game there is nothing to write."""
    *_, (state, turn) = battle("stand-by-for-action", both("steady"), "end")
    assert any(isinstance(draft.event, GameDecided) for draft in turn.drafts)
    assert orders_of(state, "terrainian", name) == orders_of(state, "aquaphibian", name) == ""


HULLS = [
    vessel("TF1", "1010", "N", 3),
    vessel("TF1", "1010", "NE", 0),
    vessel("TF1", "1010", "S", 4, since_turn=0),
    vessel("MF1", "1010", "SE", 4),
    vessel("MF1", "1010", "SE", 1),
    vessel("SR1", "1010", "NW", 2),
    vessel("SR1", "1010", "NW", 3, since_turn=0),
    vessel("SR1", "1010", "NW", 5, specials={"STEERING": 1, "ENGINES": 1}),
    vessel("SS1", "1010", "N", 3),
    vessel("SS1", "1010", "N", 3, shifted=2),
]


@pytest.mark.parametrize(
    "hull", HULLS, ids=lambda hull: f"{hull.id} {hull.speed} {hull.since_turn} {hull.shifted} {hull.specials}"
)
def test_courses_are_legal_and_as_the_plan_is_sailed(hull: Vessel) -> None:
    """STG-MOV.4, STG-MEG.3, STG-SUP.1: every course stands as written, avoids rocks, and ends where the move would."""
    state = state_with(hull, vessel("TF9" if hull.side == TERRAINIANS else "SR9", "2020"))
    state.move = 4
    state.obstacles = {parse_label("1006"), parse_label("1109")}
    seen = known(state, hull.captain)
    own = seen.vessels[hull.id]
    found = courses(seen, own)
    limits = speed_limits(own, seen.next_move, seen.options)
    assert {course.speed for course in found} <= set(range(limits.least, limits.most + 1))
    assert 0 < len(found) <= 200
    for course in found:
        assert clamp(own, course.plan, seen.next_move, seen.options).faults == []
        assert not crosses_obstacle(own, course.plan, seen)
        places = track(own, course.plan)
        assert (course.end, course.facing) == ((places[-1].hex, places[-1].facing) if places else (own.hex, own.facing))


def test_nobody_runs_into_their_own_missile() -> None:
    """STG-MK7.11: a fish at speed 3 straight ahead launches before phases in which it does not move."""
    state = state_with(vessel("TF1", "1010", "N", 3), vessel("SR1", "1020"))
    seen = known(state, "fish")
    ahead: Course = next(course for course in courses(seen, seen.vessels["TF1"]) if course.plan.items == (3,))
    assert quiet_windows(ahead) == [0, 2, 4, 6]


def test_a_fish_without_prey_lies_still() -> None:
    """STG-MK7.5: nothing held: no noise, no fuel burnt."""
    state = state_with(vessel("TF1", "1010", "N", 1), vessel("SR1", "2220"))
    state.vessels["TF1"].finds.contacts.clear()
    assert "HALT" in orders_of(state, "fish")


def test_a_fish_without_prey_launches_at_what_turns_up() -> None:
    """STG-COM.4: without comms it holds more than its player is told, and that is enough for a launch in mid-move."""
    state = state_with(vessel("TF1", "1010", "N", 0), vessel("SR1", "2220"))
    state.vessels["TF1"].finds.contacts.clear()
    assert "LAUNCH AT ANY WHEN RANGE 2-8 AND CLEAR" in orders_of(state, "fish")
    state.vessels["TF1"].launchers["LAUNCHER"] = Launcher("")
    assert "LAUNCH" not in orders_of(state, "fish")


@pytest.mark.parametrize(("carried", "second"), [(4, "MK61"), (1, "MK7")])
def test_tubes_are_loaded_with_what_there_is(carried: int, second: str) -> None:
    """STG-LAU.9: two Mk61 only where two are carried."""
    state = state_with(vessel("SR1", "1010", "N", 2), vessel("TF1", "1001", "S", 2))
    state.move = 0
    state.vessels["SR1"].stores["MK61"] = carried
    assert f"LOADOUT TUBE 1 MK61, TUBE 2 {second}" in orders_of(state, "captain-sr1")


def test_a_turn_made_last_cannot_be_followed_by_one_at_once() -> None:
    """STG-MOV.7: after `3 P` a hex ahead comes first, so a rock there cannot be turned away from; after `P 3` it can."""
    state = state_with(vessel("SR1", "1010", "N", 3), vessel("TF1", "2020"))
    seen = known(state, "captain-sr1")
    ship = seen.vessels["SR1"]
    found = {course.plan.items: course for course in courses(seen, ship)}
    for items, expected in (((3, "P"), True), (("P", 3), False)):
        course = found[items]
        rock = step(course.end, course.facing)
        assert cornered(replace(seen, obstacles=frozenset({rock})), ship, course) is expected


def test_a_fish_launches_at_what_comes_before_its_bow() -> None:
    """STG-LAU.3: conditional, and never past a friend (CLEAR)."""
    state = state_with(vessel("TF1", "1010", "N", 2), vessel("SR1", "1005", "S", 2))
    text = orders_of(state, "fish")
    assert "LAUNCH AT ANY WHEN RANGE 1-10 AND CLEAR" in text
    state.vessels["TF1"].launchers["LAUNCHER"] = Launcher("")
    assert "LAUNCH" not in orders_of(state, "fish")


def test_a_stingray_prepares_and_launches_at_what_it_holds() -> None:
    """STG-LAU.6, STG-M61.3: both Mk61 at one target, with their PREP, for the APU there are."""
    state = state_with(
        vessel("SR1", "1010", "N", 2, tubes={"1": "MK61", "2": "MK61"}), vessel("TF1", "1001", "S", 2), vessel("TF2", "2020")
    )
    state.move = 1
    for own in state.vessels.values():
        own.finds.contacts = {id: replace(contact, move=1) for id, contact in own.finds.contacts.items()}
    text = orders_of(state, "captain-sr1")
    for line in ("PREP STING 1", "LAUNCH STING 1 AT TF1", "LAUNCH STING 2 AT TF1"):
        assert line in text


@pytest.mark.parametrize(("under_way", "launches"), [(0, True), (1, True), (2, False)])
def test_two_mk61_are_enough_for_a_fish(under_way: int, launches: bool) -> None:
    """STG-M61.3: with two locked on it and under way, the next are kept for another."""
    state = state_with(vessel("SR1", "1010", "N", 2, tubes={"1": "MK61", "2": "MK61"}), vessel("TF1", "1001", "S", 2))
    for number in range(1, under_way + 1):
        name = f"SR1-M{number}"
        state.missiles[name] = Missile(name, MK61, "SR1", TERRAINIANS, parse_label("1006"), 0, 0, "TF1", 0, 3, True)
    assert ("LAUNCH STING" in orders_of(state, "captain-sr1")) == launches


def test_an_old_contact_is_no_target() -> None:
    """STG-SCN.8: what the last report did not renew is not held."""
    state = state_with(vessel("SR1", "1010", "N", 2, tubes={"1": "MK61", "2": "MK61"}), vessel("TF1", "1001", "S", 2))
    state.move = 3
    seen = known(state, "captain-sr1")
    assert [enemy.fresh for enemy in known_enemies(seen)] == [False]
    assert "LAUNCH STING 1" not in orders_of(state, "captain-sr1")


def test_the_way_around_a_rock_is_counted() -> None:
    """STG-HEX.8: hexes to go are hexes of open water."""
    state = state_with(vessel("SR1", "1010"), vessel("TF1", "2020"))
    state.obstacles = {parse_label(text) for text in ("0908", "1008", "1108", "1109", "0909")}
    seen = known(state, "captain-sr1")
    assert BotGoal(hexes=(parse_label("1007"),)).left(seen, parse_label("1010")) > 3
    assert BotGoal("N").left(seen, parse_label("1007")) == 6


def test_a_surveyed_hex_is_no_errand_any_more() -> None:
    """STG-NAV.2: scenario 5: the nearest hex that is still to be surveyed, and only with a fix."""
    state = STINGRAY.rules.blank()
    STINGRAY.rules.setup(
        Turn(STINGRAY.rules.apply, state, seeded("x20"), 0), "agent-x20", STINGRAY.scenarios.options("agent-x20", {})
    )
    goals = []
    for reached in ([], ["SR1 0906"]):
        state.objectives = list(reached)
        seen = known(state, "captain")
        found = bot_goal(seen, seen.vessels["SR1"], STEADY)
        assert found and found.fix
        goals.append(found.hexes[0])
    assert goals == [parse_label("0906"), parse_label("1412")]


def test_the_supersub_keeps_going_with_a_decoy_on_the_side_of_danger() -> None:
    """STG-DEC.4, STG-SUP.1: faster when it may, with leap and weight against what comes near."""
    state = state_with(vessel("SS1", "1020", "N", 3), vessel("TF1", "1010", "S", 2), scenario="tanker-run")
    text = orders_of(state, "captain-ss1")
    for line in ("MOVE 4", "LEAP EVADE", "RAM ANY", "DECOY N IF MISSILE WITHIN 3"):
        assert line in text
