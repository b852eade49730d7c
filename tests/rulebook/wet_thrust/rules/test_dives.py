"""WT-18: submarines change depth."""

from __future__ import annotations

from typing import Any

import pytest

from events.wet_thrust.damage import Lost
from events.wet_thrust.sailing import CrashDived, LeftSight, ModeChanged, RanSilent, Sighted
from pbem.games.wet_thrust.model.orders import Depth, ShipOrders
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Mode
from pbem.games.wet_thrust.rules import dives
from tests.rulebook.wet_thrust.builders.ships import (
    envelope,
    only,
    readers_state,
    rolled,
    scratch,
    spent_dice,
    state_with,
    told,
)


def boat(mode: Mode) -> State:
    """U 47 alone in this mode."""
    return state_with({"U47": ((3, 4), 3, 2)}, turn=1, modes={"U47": mode})


def crashed(state: State, die: int, silent: bool = False) -> TurnScratch:
    """Step 2.1 with a crash dive."""
    acting = scratch(state, {"U47": ShipOrders(depth=Depth("CRASH", silent))}, [die])
    dives.crash(acting)
    spent_dice(acting)
    return acting


@pytest.mark.parametrize(
    "mode, die, total, result, after",
    [
        ("surfaced", 5, 4, "deep", "deep"),
        ("surfaced", 4, 3, "fails", "surfaced"),
        ("surfaced", 10, 9, "silent", "deep"),
        ("periscope", 2, 2, "fails", "surfaced"),
        ("periscope", 3, 3, "fails", "surfaced"),
        ("periscope", 4, 4, "deep", "deep"),
        ("periscope", 8, 8, "deep", "deep"),
        ("periscope", 9, 9, "silent", "deep"),
    ],
)
def test_crash_dive(mode: Mode, die: int, total: int, result: str, after: Mode) -> None:
    """WT-18.8 (worked example 28): 1 less from the surface; success holds for this whole turn."""
    state = boat(mode)
    acting = crashed(state, die)
    assert only(acting.turn.drafts, CrashDived) == CrashDived("U47", total, result)
    assert rolled(acting.turn.drafts) == ["crash_dive U47"]
    assert state.ships["U47"].mode == after and not state.ships["U47"].sheet.silent


@pytest.mark.parametrize("mode, die", [("surfaced", 1), ("surfaced", 2), ("periscope", 1)])
def test_flooded(mode: Mode, die: int) -> None:
    """WT-18.8, WT-22.1 (worked example 28): 1 or less: she sinks; below the surface, so only her side knows (WT-18.9)."""
    state = boat(mode)
    acting = crashed(state, die)
    assert only(acting.turn.drafts, Lost).how == "flooded"
    assert envelope(acting.turn.drafts, Lost) == ("", "WT-18.8", "german")
    assert bool(told(acting.turn.drafts, LeftSight)) == (mode == "surfaced")
    assert not state.ships["U47"].afloat


def test_who_sees_a_dive() -> None:
    """WT-18.2, WT-23.4: all see that she is gone from the surface; the die and her depth are her side's."""
    acting = crashed(boat("surfaced"), 5)
    assert envelope(acting.turn.drafts, CrashDived)[2] == "german"
    assert envelope(acting.turn.drafts, LeftSight) == ("", "WT-18.2", "*")
    assert envelope(acting.turn.drafts, ModeChanged) == ("", "WT-18.8", "german")


def test_a_dive_that_fails_brings_her_up() -> None:
    """WT-18.8, WT-23.1: from periscope depth into the sight of all."""
    state = boat("periscope")
    acting = crashed(state, 2)
    assert only(acting.turn.drafts, Sighted) == Sighted(
        "U47", state.ships["U47"].index, "U 47", "type-vii", "german", "de", [3000, 4000], 3, "2"
    )
    assert envelope(acting.turn.drafts, Sighted)[2] == "*"
    state = readers_state(acting.turn.drafts, "british")
    assert state.ships["U47"].mode == "surfaced" and state.ships["U47"].at == (3000, 4000)


def test_a_dive_that_fails_at_the_surface_is_not_seen() -> None:
    """WT-18.8: she was there before; nothing is told to the enemy."""
    acting = crashed(boat("surfaced"), 3)
    assert {draft.audience for draft in acting.turn.drafts} == {"german"}


@pytest.mark.parametrize("die, silent", [(9, True), (8, False)])
def test_silent_after_a_crash_dive(die: int, silent: bool) -> None:
    """WT-18.6, WT-18.8: only where the dive went as well as that, and only if ordered."""
    state = boat("periscope")
    crashed(state, die, silent=True)
    assert state.ships["U47"].sheet.silent == silent


@pytest.mark.parametrize("mode, runs", [("deep", True), ("periscope", False)])
def test_silent(mode: Mode, runs: bool) -> None:
    """WT-18.6: mode i only."""
    state = boat(mode)
    acting = scratch(state, {"U47": ShipOrders(depth=Depth("SILENT"))})
    dives.crash(acting)
    assert bool(told(acting.turn.drafts, RanSilent)) == runs


@pytest.mark.parametrize(
    "mode, what, after",
    [
        ("deep", "PERISCOPE", "periscope"),
        ("surfaced", "PERISCOPE", "periscope"),
        ("periscope", "DIVE", "deep"),
        ("surfaced", "DIVE", "periscope"),
        ("periscope", "SURFACE", "surfaced"),
        ("deep", "SURFACE", "deep"),
        ("deep", "SILENT", "deep"),
    ],
)
def test_slow_changes(mode: Mode, what: Any, after: Mode) -> None:
    """WT-18.7: at the end of the turn; from deep to the surface takes two."""
    state = boat(mode)
    acting = scratch(state, {"U47": ShipOrders(depth=Depth(what))})
    dives.crash(acting)
    assert state.ships["U47"].mode == mode
    dives.end(acting)
    assert state.ships["U47"].mode == after
    assert bool(told(acting.turn.drafts, LeftSight)) == (mode == "surfaced")
    assert bool(told(acting.turn.drafts, Sighted)) == (after == "surfaced")


def test_a_crash_dive_is_over_at_the_end() -> None:
    """WT-18.8: step 8.4 does nothing more to her."""
    state = boat("periscope")
    acting = crashed(state, 5)
    dives.end(acting)
    assert state.ships["U47"].mode == "deep"
