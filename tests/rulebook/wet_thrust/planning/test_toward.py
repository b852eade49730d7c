"""Pointing at the map: which orders a click offers, and that a dry run of them ends where they say."""

from __future__ import annotations

import re

import pytest

from pbem.core.game.report_parts import SuggestedOrder, Target
from pbem.core.geometry.tabletop import MIL
from pbem.games.wet_thrust import WET_THRUST as GAME
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.planning.dry_run import Rehearsal, rehearse
from pbem.games.wet_thrust.report.phrases import place
from pbem.games.wet_thrust.report.pictures.map_scene import window_of
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.orders import ocean, strait
from tests.rulebook.wet_thrust.builders.ships import airborne, held

PATHS = (
    ("HOO", (0, 8), "1D2S"),
    ("HOO", (0, 4), "MAXD2S"),
    ("HOO", (4, 4), "MAXD2S"),
    ("HOO", (-4, 4), "1D2S"),
    ("HOO", (2, 8), "MAXD2S"),
    ("HOO", (-2, 8), "0.5A2S"),
    ("HOO", (8, 0), "MAXD2S"),
    ("HOO", (0, -4), "MAXD2P"),
    ("POW", (0, 8), "2S"),
    ("POW", (0, 4), "MAXD2S"),
    ("POW", (4, 4), "MAXD2S"),
    ("POW", (-4, 4), "2S"),
    ("POW", (2, 8), "1.5D2S"),
    ("POW", (-2, 8), "MAXA2S"),
    ("POW", (0, -4), "MAXD2P"),
    ("HOO", "BIS", "FIRE ALL AT BIS"),
    ("HOO", "PEU", "FIRE ALL AT PEU"),
    ("POW", "BIS", "FIRE ALL AT BIS"),
    ("NOR", "BIS", "FIRE ALL AT BIS"),
    ("HOO", "HOO", "-"),
)
"""The ship that is chosen, inches east and north of her or the ship that is pointed at, and the first order that is offered."""


def pointed(state: State, unit: str, where: tuple[int, int] | str) -> list[SuggestedOrder]:
    """What is offered to the British for a place seen from the unit, or for another unit."""
    seen = known(state, "gb")
    if isinstance(where, str):
        return list(GAME.planning.toward(seen, unit, Target((0.0, 0.0), where)))
    x, y = seen.squadrons[unit].at if unit in seen.squadrons else seen.ships[unit].at
    spot = window_of(seen).point_of((x + where[0] * MIL, y + where[1] * MIL))
    return list(GAME.planning.toward(seen, unit, Target(spot)))


def tried(state: State, unit: str, text: str) -> Rehearsal:
    """The dry run of this order, which has no problem."""
    parsed = GAME.orders.read(known(state, "gb"), "gb", f"{unit}:\n{text}", GAME.orders.sheet(state, "gb"))
    assert parsed.problems == []
    return rehearse(known(state, "gb"), parsed.sheet)


@pytest.mark.parametrize(("unit", "where", "text"), PATHS)
def test_a_click_offers(unit: str, where: tuple[int, int] | str, text: str) -> None:
    """Word for word; each offer of the click is understood, and a plot ends where its hint says."""
    state = strait()
    found = pointed(state, unit, where)
    assert found[0].text == text
    for each in found:
        after = tried(state, unit, each.text).after
        if ends := re.match(r"ends at ([-\d.]+,[-\d.]+)", each.hint):
            assert place(after.ships[unit].at) == ends[1], each


def test_guns_have_the_odds_of_the_dry_run() -> None:
    """WT-7.19: range, chance and points; the guns that would fire."""
    offer = pointed(strait(), "HOO", "BIS")[0]
    laid = next(each for each in tried(strait(), "HOO", offer.text).laid if each.by == "HOO" and each.kind == "guns")
    assert offer.hint.startswith(f"{laid.arms}: range ")
    assert offer.hint.endswith(f"a hit at {laid.odds.chance:.0%}, {laid.odds.points:.1f} points")


def test_aircraft_fly_where_one_points() -> None:
    """WT-11.2, WT-11.7."""
    state = ocean()
    airborne(state, "ARK-T1", (4, 4))
    assert [each.text for each in pointed(state, "ARK-T1", (3, 2))] == ["GO 7, 6"]
    assert [each.text for each in pointed(state, "ARK-T1", "GRZ")] == ["ATTACK GRZ", "ATTACK GRZ RANGE 3 FROM BEAM"]


def test_a_contact_is_hunted() -> None:
    """WT-19.5, WT-5.5: by its name; a boat that is not held is nobody."""
    state = ocean()
    assert not any("U47" in each.text for each in pointed(state, "ANT", "U47"))
    held(state, "U47")
    assert {"ASW SUB1", "RAM SUB1"} <= {each.text for each in pointed(state, "ANT", "SUB1")}


def test_the_plan_is_in_the_units_of_the_map() -> None:
    """Each own ship ends where the map would show her."""
    seen = known(strait(), "gb")
    plan = GAME.planning.preview(seen, GAME.orders.sheet(seen, "gb")).plan
    after, window = rehearse(seen, GAME.orders.sheet(seen, "gb")).after, window_of(seen)
    ways = {shape.unit: shape.points[-1] for shape in plan if shape.role == "plan" and hasattr(shape, "points")}
    assert ways == {ship.id: window.point_of(ship.at) for ship in after.mine()}
