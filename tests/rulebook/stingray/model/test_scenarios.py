"""Section 8 and section 11: the scenario files, the options, and who plays what (STG-GEN)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from events.platform import Rolled
from pbem.core.game.data_file import BrokenData
from pbem.core.game.options import NoScenario
from pbem.core.game.protocol import Chance
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import (
    OPENINGS,
    Entry,
    Exit,
    Intact,
    LaidMine,
    Opening,
    Post,
    faults,
    find,
    read_opening,
    roster,
)
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import CLASSES
from tests.kit.playing import open_play, play

DUEL = OPENINGS["stand-by-for-action"]

ROSTERS = {
    "stand-by-for-action": "SR1 0414 NE 3, TF1 2004 SW 3, TF2 2108 SW 3",
    "overwhelming-numbers": "SR1 0312 NE 3, TF1 2205 SW 0, TF2 2411 SW 0, TF3 2217 NW 0",
    "tanker-run": "SR1 0835 N 3, SS1 1034 N 3, TF1 0418 SE 0, TF2 0510 SE 0, TF3 1608 SW 0, TF4 1720 SW 0",
    "new-toy": "SR1 0409 SE 3, SR2 0416 NE 3, MF1 2412 NW 3, TF1 2307 SW 3, TF2 2318 NW 3",
    "agent-x20": "SR1 0311 NE 2, TF1 1904 SW 0, TF2 1916 NW 0",
}
SEATS = {
    "stand-by-for-action": ["terrainian", "aquaphibian"],
    "overwhelming-numbers": ["captain", "copilot", "aquaphibian"],
    "tanker-run": ["supersub", "captain", "copilot", "fish1", "fish2"],
    "new-toy": ["captain1", "copilot1", "captain2", "copilot2", "aquaphibian"],
    "agent-x20": ["captain", "copilot", "aquaphibian"],
}
OTHER_SEATS = {
    "stand-by-for-action": ["captain", "copilot", "aquaphibian"],
    "overwhelming-numbers": ["captain", "aquaphibian"],
    "tanker-run": ["supersub", "captain", "fish1", "fish2"],
    "new-toy": ["captain1", "captain2", "aquaphibian"],
    "agent-x20": ["captain", "aquaphibian"],
}


def line(entry: Entry) -> str:
    return f"{entry.id} {entry.hex} {entry.facing} {entry.speed}"


# ---------------------------------------------------------------- the five, and their even variants


def test_the_scenarios_are_in_the_order_of_the_rule_book() -> None:
    """Section 8: keys and codes; every one is followed by its even variant."""
    assert list(STINGRAY.scenarios) == [key for name in ROSTERS for key in (name, f"{name}-balanced")]
    assert [opening.code for opening in OPENINGS.values()] == [f"STG-S{n}{x}" for n in range(1, 6) for x in ("", "B")]


ODDS = {
    "stand-by-for-action": ("", {"SR1": {"MK61": 1, "DECOY": 0}}),
    "overwhelming-numbers": ("TF4 1812 SW 0", {"SR1": {"MK61": 1, "DECOY": 0}}),
    "tanker-run": ("TF5 0814 S 0, TF6 1314 S 0", {"SR1": {"MK61": 2, "DECOY": 1}}),
    "new-toy": ("", {"SR1": {"MK61": 2}, "SR2": {"MK61": 2}}),
    "agent-x20": ("TF3 1410 NW 0", {"SR1": {"MK61": 2, "DECOY": 2}}),
}


@pytest.mark.parametrize("key", list(ROSTERS))
def test_an_even_variant_has_more_fish_and_smaller_stores(key: str) -> None:
    """Section 8: map, limit and all other vessels are those of the printed scenario."""
    printed, even = OPENINGS[key], OPENINGS[f"{key}-balanced"]
    more, stores = ODDS[key]
    assert ", ".join(line(entry) for entry in roster(even.vessels)) == ", ".join(filter(None, (ROSTERS[key], more)))
    assert {entry.id: entry.stores for entry in even.vessels if entry.stores} == stores
    assert (even.columns, even.rows, even.limit, even.obstacles) == (
        printed.columns,
        printed.rows,
        printed.limit,
        printed.obstacles,
    )
    assert even.title == f"{printed.title}, even odds"


def test_points_and_mines_of_the_even_variants() -> None:
    """Section 8: less for getting through, and mines in the places to be surveyed."""
    assert OPENINGS["overwhelming-numbers-balanced"].exits == [Exit("SR1", "E", 2, 0)]
    assert OPENINGS["tanker-run-balanced"].exits == [Exit("SS1", "N", 10, 10)]
    survey = OPENINGS["agent-x20-balanced"]
    assert (survey.objectives.hexes, survey.objectives.points) == (["0906", "1412", "2008"], 3)
    assert [mine.hex for mine in survey.mines] == ["1008", "1311", "1510", "1909", "0906", "1412", "2008"]


def test_a_vessel_enters_with_the_stores_of_the_scenario() -> None:
    """STG-LAU.9: what the scenario does not name is full."""
    state = open_play(STINGRAY, "stand-by-for-action-balanced", {}, "stores").state
    assert state.vessels["SR1"].stores == {"MK61": 1, "MK7": 8, "MINE": 4, "DECOY": 0}
    assert state.vessels["TF1"].stores == {"TERROR": 8, "MINE": 2}


@pytest.mark.parametrize("key", list(ROSTERS))
def test_the_vessels_are_those_of_the_rule_book_in_vessel_order(key: str) -> None:
    """Section 8, and STG-GEN.6: Terrainians before Aquaphibians, inside a side letters and then numbers."""
    assert ", ".join(line(entry) for entry in roster(OPENINGS[key].vessels)) == ROSTERS[key]


@pytest.mark.parametrize(
    ("key", "columns", "rows", "limit", "home", "obstacles"),
    [
        ("stand-by-for-action", 24, 18, 10, "E", 9),
        ("overwhelming-numbers", 30, 22, 16, "N", 13),
        ("tanker-run", 20, 36, 14, "W", 10),
        ("new-toy", 30, 24, 14, "E", 10),
        ("agent-x20", 24, 20, 16, "E", 8),
    ],
)
def test_maps_limits_and_home_edges(key: str, columns: int, rows: int, limit: int, home: str, obstacles: int) -> None:
    """Section 8: the map of each scenario, the moves it lasts, and where fish run to (STG-FUE.3)."""
    found = OPENINGS[key]
    assert (found.columns, found.rows, found.limit, found.home_edge) == (columns, rows, limit, home)
    assert len(set(found.obstacles)) == len(found.obstacles) == obstacles


def test_fuel_is_fixed_where_the_scenario_says_so() -> None:
    """STG-FUE.1: 40 AKG in scenario 1, 30 in scenario 5, rolled elsewhere."""
    fixed = {key: {e.fuel for e in OPENINGS[key].vessels if CLASSES[e.vessel_class].fish} for key in ROSTERS}
    assert fixed == {
        "stand-by-for-action": {40},
        "overwhelming-numbers": {None},
        "tanker-run": {None},
        "new-toy": {None},
        "agent-x20": {30},
    }


def test_points_that_scenarios_add() -> None:
    """Section 8: exits, robbing, the MegaFish, objectives, spies."""
    assert OPENINGS["overwhelming-numbers"].exits == [Exit("SR1", "E", 12, 4)]
    tanker = OPENINGS["tanker-run"]
    assert (tanker.exits, tanker.destroyed, tanker.robbed) == ([Exit("SS1", "N", 20, 20)], {"SS1": 20}, 15)
    toy = OPENINGS["new-toy"]
    assert toy.destroyed == {"MF1": CLASSES["MF"].destroyed + 10}
    assert toy.intact == [Intact("MF1", 5, 10)]
    spies = OPENINGS["agent-x20"]
    assert (spies.objectives.hexes, spies.objectives.points) == (["0906", "1412", "2008"], 6)
    assert (spies.spies.traps, spies.spies.others) == (1, 1)
    assert [mine.hex for mine in spies.mines] == ["1008", "1311", "1510", "1909"]
    assert [key for key, o in OPENINGS.items() if o.robbed] == ["tanker-run", "tanker-run-balanced"]
    assert [key for key, o in OPENINGS.items() if o.known] == ["stand-by-for-action", "stand-by-for-action-balanced"]
    assert [key for key, o in OPENINGS.items() if o.grants_spies] == ["agent-x20", "agent-x20-balanced"]


def test_a_scenario_goes_by_key_code_and_number() -> None:
    """`new-toy`, `STG-S4` and `4` are one scenario, in any case."""
    assert {find(name).key for name in ("new-toy", "New-Toy ", "STG-S4", "stg-s4", "4")} == {"new-toy"}
    with pytest.raises(NoScenario, match="no scenario 'nowhere'; the nearest of 10 are "):
        find("nowhere")


@pytest.mark.parametrize("key", list(ROSTERS))
def test_a_side_s_briefing_names_nothing_it_may_not_know(key: str) -> None:
    """Section 7: own briefing only; no hex of an enemy vessel, no mine, no card is in the Terrainians'."""
    opening = OPENINGS[key]
    hidden = [e.hex for e in opening.vessels if CLASSES[e.vessel_class].fish] + [m.hex for m in opening.mines]
    assert not [hex for hex in hidden if hex in opening.briefings["terrainians"]]
    assert "TRAP" not in opening.briefings["terrainians"]


# ---------------------------------------------------------------- sides and dice


@pytest.mark.parametrize("key", list(ROSTERS))
def test_terrainians_are_outnumbered_and_better_equipped(key: str) -> None:
    """STG-GEN.8: fewer vessels; only Stingrays are shielded, and Terrainians repair on a 5, fish on a 6 only."""
    classes = [CLASSES[entry.vessel_class] for entry in OPENINGS[key].vessels]
    fish = [printed for printed in classes if printed.fish]
    assert len(fish) > len(classes) - len(fish)
    assert {(printed.key, printed.shielded, printed.repair) for printed in classes} <= {
        ("SR", True, 5),
        ("SS", False, 5),
        ("TF", False, 6),
        ("MF", False, 6),
    }


ROLLS = [
    "fuel",
    "leap",
    "tie",
    "unguided",
    "homing-hit",
    "mk61-hit",
    "accidental",
    "mine",
    "collision",
    "ram-off",
    "obstacle",
    "dmg-fish",
    "dmg-terr",
    "mega-explode",
    "mega-launcher",
    "special-stingray",
    "special-supersub",
    "repair",
    "spy",
]


def brawl(game: Any, state: State, seat: str, chance: Chance) -> str:
    """Everybody goes for everybody."""
    lines = []
    for own in state.mine():
        weapon = {"SR": "LOAD 1 WITH MK7; LAUNCH STING 2", "TF": "LAUNCH", "MF": "LAUNCH PORT; LAUNCH STARBOARD"}
        plan = ("2", "2 S 1", "1 P 2", "HALT")[chance(4)]
        lines.append(f"{own.id}: {plan}; {weapon.get(own.vessel_class, 'PASS')}; RAM ANY; LEAP EVADE")
    return "\n".join(lines)


def test_nothing_else_is_rolled() -> None:
    """STG-GEN.5: every die is one of table 2.7, and its purpose begins with that roll's name."""
    drafts = [draft for key in ROSTERS for draft in play(STINGRAY, key, {}, brawl, "brawl", 40).drafts]
    purposes = {d.event.purpose.split()[0].rstrip(":") for d in drafts if isinstance(d.event, Rolled)}
    assert purposes <= set(ROLLS)
    assert purposes >= {"fuel", "homing-hit", "dmg-fish", "dmg-terr", "special-stingray", "leap"}


# ---------------------------------------------------------------- seats


@pytest.mark.parametrize("key", list(ROSTERS))
def test_seats_of_each_scenario(key: str) -> None:
    """STG-GEN.3: a Stingray's Captain and Co-Pilot, one seat for one to three fish, one for a SuperSub."""
    assert [seat.id for seat in STINGRAY.rules.seats(key, STINGRAY.scenarios.options(key, {}))] == SEATS[key]


@pytest.mark.parametrize("key", list(ROSTERS))
def test_crews_may_be_one_or_two(key: str) -> None:
    """Option `crews`: both Stingray seats in one hand, or each in its own."""
    other = "two" if OPENINGS[key].crews == "one" else "one"
    assert [seat.id for seat in STINGRAY.rules.seats(key, STINGRAY.scenarios.options(key, {"crews": other}))] == OTHER_SEATS[
        key
    ]


def test_two_seats_of_a_stingray_are_a_crew_of_its_name() -> None:
    """STG-GEN.3: Captain and Co-Pilot of SR2 answer to `sr2`; everybody else is alone."""
    seats = STINGRAY.rules.seats("new-toy", STINGRAY.scenarios.options("new-toy", {}))
    assert [(seat.id, seat.crew) for seat in seats] == [
        ("captain1", "sr1"),
        ("copilot1", "sr1"),
        ("captain2", "sr2"),
        ("copilot2", "sr2"),
        ("aquaphibian", ""),
    ]
    assert [seat.side for seat in seats] == ["terrainians"] * 4 + ["aquaphibians"]
    assert seats[1].title == "Co-Pilot of SR1"


def test_one_seat_of_a_stingray_has_no_crew() -> None:
    """Option `crews` = one: the seat's own title, and no crew beside it."""
    seats = STINGRAY.rules.seats("stand-by-for-action", STINGRAY.scenarios.options("stand-by-for-action", {}))
    assert [(seat.id, seat.crew, seat.title) for seat in seats] == [
        ("terrainian", "", "Commander of SR1"),
        ("aquaphibian", "", "Aquaphibian commander"),
    ]


# ---------------------------------------------------------------- options


def test_options_and_their_defaults() -> None:
    """Section 11: every option of the table, and `crews`."""
    assert STINGRAY.scenarios.options("new-toy", {}) == {
        "crews": "two",
        "mega-accel": "table",
        "supersub-max": 4,
        "sonar-range": 20,
        "fish-sonar-range": 10,
        "passive-per-apu": 3,
        "visual-range": 3,
        "hydrophone-range": 6,
        "over-mode": "leap",
        "leap-evade": "on",
        "re-attack": "off",
        "mk61-reacquire": "off",
        "sonar-los": "off",
        "stopped-is-silent": "on",
        "ram-round": "nearest",
        "swap-encounter": "on",
        "mega-launcher": "one",
        "nav-matters": "on",
        "battery-start": 5,
    }
    assert STINGRAY.scenarios.options("stand-by-for-action", {})["crews"] == "one"


def test_options_may_come_as_text() -> None:
    """As a command line or a form sends them."""
    found = STINGRAY.scenarios.options(
        "1", {"sonar-range": "24", "over-mode": "SKIM", "supersub-max": 3, "passive-per-apu": "0"}
    )
    assert (found["sonar-range"], found["over-mode"], found["supersub-max"], found["passive-per-apu"]) == (24, "skim", 3, 0)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"warp": 1}, "no option 'warp'; the nearest of 19 are "),
        ({"sonar-range": 21}, "option sonar-range: 21 is not an even number, 2 to 98"),
        ({"supersub-max": "5"}, "option supersub-max: '5' is not a whole number, 3 to 4"),
        ({"battery-start": -1}, "option battery-start: -1 is not a whole number, 0 to 10"),
        ({"ram-round": "off"}, "option ram-round: 'off' is none of nearest, up, down"),
    ],
)
def test_options_that_are_none(given: dict[str, Any], why: str) -> None:
    """A wrong option or value is refused with what is legal."""
    with pytest.raises(NoScenario, match=why.replace("(", r"\(")):
        STINGRAY.scenarios.options("new-toy", given)


# ---------------------------------------------------------------- what a file may not say


def with_vessel(**changes: Any) -> Opening:
    """The duel with another SR1."""
    return replace(DUEL, vessels=[replace(DUEL.vessels[0], **changes), *DUEL.vessels[1:]])


MEGA = OPENINGS["new-toy"]
TWO_MEGAS = replace(
    MEGA,
    vessels=[*MEGA.vessels, Entry("MF2", "MF", "2420", "N", 0, tail="2421")],
    posts=[*MEGA.posts, Post("second", "Second", ["MF2"])],
)
FOUR_FISH = replace(
    OPENINGS["tanker-run"],
    posts=[*OPENINGS["tanker-run"].posts[:2], Post("fish1", "All fish", ["TF1", "TF2", "TF3", "TF4"])],
)


@pytest.mark.parametrize(
    ("opening", "where", "why"),
    [
        (replace(DUEL, columns=0), "columns", "must be 1 to 99"),
        (replace(DUEL, obstacles=["2501"]), "obstacles.0", "2501 is off the map of 24 columns and 18 rows"),
        (
            replace(DUEL, obstacles=["rock"]),
            "obstacles.0",
            "'rock' is no hex label; write four digits, column and row, like 0507",
        ),
        (replace(DUEL, mines=[LaidMine("terrainians", "0809")]), "mines.0", "0809 is an obstacle"),
        (with_vessel(id="CHI"), "vessels.0.id", "'CHI' is no name for this class; write SR1, SR2 …"),
        (with_vessel(hex="0809"), "vessels.0.hex", "0809 is an obstacle"),
        (with_vessel(tail="0415"), "vessels.0.tail", "must be ''"),
        (with_vessel(speed=7), "vessels.0.speed", "must be 0 to 6"),
        (with_vessel(fuel=10), "vessels.0.fuel", "only a fish has fuel, 60 AKG at most for each die"),
        (replace(DUEL, vessels=[*DUEL.vessels, DUEL.vessels[2]]), "vessels.3.id", "there are two vessels TF2"),
        (TWO_MEGAS, "vessels", "there is only one MegaFish"),
        (FOUR_FISH, "posts.2.vessels", "one seat commands 3 fish at most"),
        (replace(DUEL, posts=DUEL.posts[:1]), "posts", "every vessel must have one post"),
        (with_vessel(stores={"MK61": 5}), "vessels.0.stores", "MK61 5: it carries 4 at most"),
        (with_vessel(stores={"TERROR": 1}), "vessels.0.stores", "TERROR 1: it carries 0 at most"),
        (with_vessel(stores={"MK7": 0}), "vessels.0.stores", "its tubes begin with a Mk61 and a Mk7"),
        (replace(DUEL, exits=[Exit("SR9", "W", 1, 1)]), "exits", "there is no vessel SR9"),
        (replace(DUEL, briefings={}), "briefings", "must be for terrainians and aquaphibians"),
    ],
)
def test_what_is_wrong_with_a_scenario(opening: Opening, where: str, why: str) -> None:
    """STG-GEN.2, STG-GEN.3, STG-GEN.7: a file that breaks the rule book is refused with path and reason."""
    assert (where, why) in list(faults(opening))


def test_a_side_needs_vessels() -> None:
    """STG-GEN.2: two sides."""
    alone = replace(DUEL, vessels=DUEL.vessels[:1], posts=DUEL.posts[:1])
    assert list(faults(alone)) == [("vessels", "there must be two sides")]


def test_a_copilot_sits_in_a_stingray_only() -> None:
    """STG-GEN.3."""
    posts = [DUEL.posts[0], replace(DUEL.posts[1], copilot="mate")]
    assert list(faults(replace(DUEL, posts=posts))) == [("posts.1.copilot", "only a Stingray has a Co-Pilot")]


def test_a_megafish_lies_with_its_tail_behind_its_head() -> None:
    """STG-MEG.1."""
    vessels = [replace(e, tail="2512") if e.id == "MF1" else e for e in MEGA.vessels]
    assert list(faults(replace(MEGA, vessels=vessels))) == [("vessels.2.tail", "must be '2513'")]


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    """The message has file, path and reason."""
    source = Path("pbem/games/stingray/scenarios/stand-by-for-action.json")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({**json.loads(source.read_text(encoding="utf-8")), "limit": 0}))
    with pytest.raises(BrokenData, match=r"mine\.json: limit: must be 1 to 1000"):
        read_opening(file)
    file.write_text(json.dumps({"key": "x"}))
    with pytest.raises(BrokenData, match=r"mine\.json: .*vessels: missing data for required field"):
        read_opening(file)
