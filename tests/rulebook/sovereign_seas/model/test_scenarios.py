"""Scenario files and options (sections 8 and 11)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.game.data_file import BrokenData
from pbem.core.game.options import NoScenario
from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model import formation, scenario
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.tables import SIDES, class_of
from pbem.games.sovereign_seas.rules import setup
from tests.kit.playing import open_play


def broken(tmp_path: Path, change: dict[str, Any]) -> str:
    """What a scenario file with these changes is refused for."""
    source = Path(scenario.__file__).parents[1] / "scenarios" / "convoy-attack.json"
    path = tmp_path / "convoy-attack.json"
    path.write_text(json.dumps(json.loads(source.read_text("utf-8")) | change))
    with pytest.raises(BrokenData) as caught:
        scenario.read_opening(path)
    return str(caught.value)


def test_the_scenarios_in_order() -> None:
    """Section 8: seven scenarios, found by key, code and number in any case, and two variants, by key and code."""
    assert list(OPENINGS) == [
        "fleet-engagement",
        "blockade-breakout",
        "blockade-breakout-balanced",
        "convoy-attack",
        "convoy-attack-balanced",
        "defense-magenta",
        "bellerophon-ocean",
        "cruisers",
        "design-your-own",
    ]
    assert [scenario.find(code).key for code in ("SSL-S2B", "ssl-s3b")] == [
        key for key in OPENINGS if key.endswith("-balanced")
    ]
    for number, opening in enumerate((opening for opening in OPENINGS.values() if opening.aliases), 1):
        assert scenario.find(str(number)) is scenario.find(f"ssl-s{number}") is scenario.find(opening.key.upper()) is opening
    with pytest.raises(NoScenario):
        scenario.find("8")


@pytest.mark.parametrize(
    ("key", "columns", "rows", "limit", "fleets"),
    [
        ("fleet-engagement", 60, 50, 24, (8, 9)),
        ("blockade-breakout", 50, 60, 16, (7, 7)),
        ("blockade-breakout-balanced", 50, 60, 16, (8, 7)),
        ("convoy-attack", 99, 99, 20, (5, 14)),
        ("convoy-attack-balanced", 99, 99, 20, (8, 12)),
        ("defense-magenta", 40, 40, 10, (1, 1)),
        ("bellerophon-ocean", 40, 40, 10, (1, 1)),
        ("cruisers", 40, 40, 12, (1, 2)),
        ("design-your-own", 60, 50, 20, (0, 0)),
    ],
)
def test_maps_limits_and_forces(key: str, columns: int, rows: int, limit: int, fleets: tuple[int, int]) -> None:
    """SSL-E.2, SSL-E.3, SSL-O.1, SSL-O1.1: maps and turn limits of section 8, 8 British against 9 French."""
    opening = OPENINGS[key]
    assert (opening.columns, opening.rows, opening.limit) == (columns, rows, limit)
    assert tuple(len(scenario.roster(opening, side)) for side in SIDES) == fleets


def test_printed_berths() -> None:
    """SSL-E.1: hex, heading and starting speed of some ships of every table of section 8."""

    def berth(key: str, id: str, entry: str = "") -> tuple[str, int, int]:
        opening, options = OPENINGS[key], scenario.options(key, {})
        found = scenario.berths(opening, options, class_of(id, options).side, entry)[id]
        return label_of(found.hex), found.heading, found.speed

    assert berth("fleet-engagement", "BF2") == ("4431", 0, 6)
    assert berth("fleet-engagement", "FC2") == ("1828", 0, 6)
    assert berth("blockade-breakout", "BV3") == ("2528", 3, 0)
    assert berth("blockade-breakout", "FV1") == ("2960", 0, 8)
    assert berth("convoy-attack", "SM4") == ("5154", 0, 5)
    assert berth("convoy-attack", "BV2") == berth("convoy-attack", "BV2", "W") == ("2449", 1, 8)
    assert [berth("convoy-attack", "BV2", edge) for edge in "NES"] == [("5018", 3, 8), ("7649", 5, 8), ("5080", 0, 8)]
    assert berth("cruisers", "FF2") == ("2822", 5, 8)


def test_an_even_blockade() -> None:
    """Section 8.2: one more broadside ironclad, and the British under way; all else is as printed."""
    printed, even = OPENINGS["blockade-breakout"], OPENINGS["blockade-breakout-balanced"]
    british = {entry.id: entry for entry in scenario.roster(even, "british")}
    assert {entry.speed for entry in british.values()} == {4}
    more = british.pop("BB2")
    assert (more.hex, more.heading) == ("2734", "S")
    assert [replace(entry, speed=0) for entry in british.values()] == scenario.roster(printed, "british")
    assert scenario.roster(even, "french") == scenario.roster(printed, "french")
    assert "blockade_speed" not in scenario.choices(even)
    assert (even.stages, even.shifts, even.victory) == (printed.stages, printed.shifts, printed.victory)


def test_an_even_convoy() -> None:
    """Section 8.3: three more British frigates and no French ones; the British lie within bounds 8 hexes from the French."""
    printed, even = OPENINGS["convoy-attack"], OPENINGS["convoy-attack-balanced"]
    escort = [entry for entry in scenario.roster(printed, "french") if entry.id not in ("FF1", "FF2")]
    assert scenario.roster(even, "french") == escort
    assert [entry.id for entry in scenario.roster(even, "british")] == [f"BF{n}" for n in range(1, 6)] + ["BV1", "BV2", "BV3"]
    assert "start_gap" not in scenario.choices(even)
    chosen = scenario.options(even.key, {})
    french = scenario.zone(even, chosen, "french")
    bounds = {edge: scenario.zone(even, chosen, "british", edge) for edge in "NESW"}
    assert french.first_row - bounds["N"].last_row == bounds["S"].first_row - french.last_row == 8
    assert french.first_column - bounds["W"].last_column == bounds["E"].first_column - french.last_column == 8


def test_the_given_places_of_the_variants_are_legal() -> None:
    """Section 8: ships that nobody places keep every limit of their scenario, from whichever side they come."""
    for key, edges in (("blockade-breakout-balanced", ("",)), ("convoy-attack-balanced", ("N", "E", "S", "W"))):
        for edge in edges:
            sea = open_play(SOVEREIGN_SEAS, key, {}, "places").state
            sea.entry = edge
            for side in SIDES:
                assert formation.faults(sea, side, scenario.berths(OPENINGS[key], sea.options, side, edge)) == []


def test_the_blockade_speed_is_an_option() -> None:
    """SSL-O2.1: the British begin at 0, with blockade_speed=10 at 10; the French are not touched by it."""
    opening, options = OPENINGS["blockade-breakout"], scenario.options("2", {"blockade_speed": 10})
    assert {berth.speed for berth in scenario.berths(opening, options, "british").values()} == {10}
    assert {berth.speed for berth in scenario.berths(opening, options, "french").values()} == {8}
    with pytest.raises(NoScenario):
        scenario.options("1", {"blockade_speed": 10})


def test_a_gap_moves_the_printed_positions() -> None:
    """Option start_gap: per 10 hexes the British 6 columns east and the French 4 west, with the French bound."""
    opening = OPENINGS["fleet-engagement"]
    for gap, british, french, bound in ((10, "3418", "2218", 24), (20, "4018", "1818", 20), (40, "5218", "1018", 12)):
        options = scenario.options("1", {"start_gap": gap})
        assert label_of(scenario.berths(opening, options, "british")["BC1"].hex) == british
        assert label_of(scenario.berths(opening, options, "french")["FC1"].hex) == french
        assert scenario.zone(opening, options, "french").last_column == bound
    convoy, options = OPENINGS["convoy-attack"], scenario.options("3", {"start_gap": 30})
    places = {edge: label_of(scenario.berths(convoy, options, "british", edge)["BF1"].hex) for edge in "NESW"}
    assert places == {"N": "4710", "E": "8546", "S": "4788", "W": "1546"}
    assert scenario.zone(convoy, options, "british", "S").first_row == 86
    with pytest.raises(NoScenario, match="10 to 30"):
        scenario.options("3", {"start_gap": 40})


def test_options_have_the_defaults_of_the_rulings_log() -> None:
    """Section 11: all options of a fleet action, and that wrong ones are named."""
    assert scenario.options("1", {}) == {
        "admirals": "one",
        "nmr_limit": 3,
        "hidden_logs": "off",
        "impulses": 4,
        "start_gap": 20,
        "fleet_fractions": "1/4,1/2",
        "bellerophon_log": "page11",
        "defense_track": "nine",
        "gun_a": "row",
        "fp_set": "1223",
        "to_hit_row": "threes",
        "strike_face": "odd",
        "decel_div": 2,
        "edge": "leave",
        "wreck_blocks": "off",
        "ram_miss": "stay",
        "same_hex_fire": "all",
        "crit_hull": 2,
        "boiler_div": 2,
        "no_magazine": "boiler",
        "severe_penetrates": "off",
        "severe_base": "effective",
        "count_current_turn": "off",
        "functional": "guns",
    }
    with pytest.raises(NoScenario, match="option decel_div: 5 is not a whole number, 2 to 4"):
        scenario.options("1", {"decel_div": 5})
    with pytest.raises(NoScenario, match="no option 'points'"):
        scenario.options("1", {"points": 300})


def test_a_second_admiral_needs_ships() -> None:
    """SSL-A.1: two admirals a side only where each side has ships for both."""
    assert [seat.id for seat in setup.seats("1", scenario.options("1", {"admirals": "two"}))] == ["gb", "gb2", "fr", "fr2"]
    for key in ("defense-magenta", "cruisers", "design-your-own"):
        with pytest.raises(NoScenario):
            scenario.options(key, {"admirals": "two"})


@pytest.mark.parametrize("points", range(50, 501, 10))
@pytest.mark.parametrize("page", ["page11", "page2"])
def test_both_sides_can_spend_the_points(points: int, page: str) -> None:
    """SSL-O6.1, SSL-D1.1: for every value of `points` each side's default fleet costs that or up to 5 less, five of a type."""
    options = scenario.options("7", {"points": points, "bellerophon_log": page})
    for side in SIDES:
        fleet = scenario.default_fleet(side, options)
        assert points - 5 <= scenario.cost(fleet, side, options) <= points
        assert all(0 < number <= 5 for number in fleet.values())


def test_a_default_fleet_is_mixed() -> None:
    """SSL-O6.1: 250 points buy some of everything."""
    options = scenario.options("7", {})
    assert scenario.default_fleet("british", options) == {"BB": 2, "BC": 2, "BF": 1, "BV": 1}
    assert scenario.default_fleet("french", options) == {"FB": 2, "FC": 2, "FF": 1, "FV": 1}


def test_no_merchantman_is_for_sale() -> None:
    """SSL-P.1: merchantmen are neutrals, not warships of a side."""
    assert list(scenario.buyable("french", scenario.options("7", {}))) == ["FB", "FC", "FF", "FV"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"columns": 100}, "columns: must be 1 to 99"),
        ({"ships": [{"id": "BX1", "hex": "0101", "heading": "N", "speed": 5}]}, "ships.0.id: 'BX1' is no ship"),
        ({"ships": [{"id": "BF6", "hex": "0101", "heading": "N", "speed": 5}]}, "ships.0.id: 'BF6' is no ship"),
        ({"columns": 50}, "is off the map of 50 columns"),
        ({"ships": [{"id": "BF1", "hex": "0101", "heading": "N", "speed": 14}]}, "ships.0.speed: is beyond her maximum"),
        ({"ships": [{"id": "BF1", "hex": "0101", "heading": "N", "speed": 5}] * 2}, "ships.1.id: there are two ships BF1"),
        ({"ships": [{"id": "BF1", "hex": "0101", "heading": "N", "speed": 5}]}, "ships: there must be two sides"),
        ({"stages": [{"spanish": "PLACE"}]}, "stages.0.spanish: must be british or french"),
        ({"placing": {}}, "placing: must have"),
        ({"headings": {"N": "S"}}, "headings: must be for N, E, S and W"),
        ({"victory": "glory"}, "victory: must be one of"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    """SSL-B.2, SSL-O.1: a file that cannot be played is refused with its name, the path and the reason."""
    refusal = broken(tmp_path, change)
    assert refusal.startswith("convoy-attack.json: ")
    assert message in refusal
