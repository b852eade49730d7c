"""WT-19: detection of submarines."""

from __future__ import annotations

import pytest

from events.wet_thrust.sailing import ContactHeld, ContactMade
from pbem.core.geometry.tabletop import Way
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.turn_scratch import TurnScratch
from pbem.games.wet_thrust.model.units import Mode
from pbem.games.wet_thrust.rules import move, sonar
from tests.rulebook.wet_thrust.builders.ships import envelope, only, readers_state, scratch, spent_dice, state_with, told


def hunt(mode: Mode, inches: float, **berths: tuple[tuple[float, float], int, float]) -> State:
    """U 47 stopped so far north of Acasta, who is stopped too; turn 1."""
    ships = {"ACA": ((0, 0), 3, 0), "U47": ((0, inches), 3, 0), **berths}
    return state_with(ships, turn=1, modes={"U47": mode})


def sailed(state: State) -> TurnScratch:
    """Step 2 is played; sonar rolls no dice."""
    acting = scratch(state)
    move.step(acting)
    spent_dice(acting)
    return acting


@pytest.mark.parametrize(
    "mode, inches, found",
    [
        ("deep", 6, True),
        ("deep", 6.001, False),
        ("periscope", 12, True),
        ("periscope", 12.001, False),
        ("surfaced", 2, False),
    ],
)
def test_range_of_sonar(mode: Mode, inches: float, found: bool) -> None:
    """WT-19.3, WT-19.4, WT-1.3: 6 inches deep, 12 at periscope depth; on the surface she is a ship."""
    acting = sailed(hunt(mode, inches))
    assert bool(told(acting.turn.drafts, ContactMade)) == found


def test_the_least_distance_of_the_move_counts() -> None:
    """WT-19.3, WT-2.13: she was near her half-way; the marker lies where she is at the end."""
    state = state_with({"ACA": ((-8, 0), 3, 10), "U47": ((-3, -5), 9, 2)}, turn=1, modes={"U47": "deep"})
    acting = sailed(state)
    assert only(acting.turn.drafts, ContactMade) == ContactMade("british", "SUB1", [-5000, -5000], "deep", "ACA")


def test_who_learns_of_it() -> None:
    """WT-19.3, WT-23.4: position and mode for the destroyer's side; her own hears as what she is held."""
    state = hunt("deep", 5)
    acting = sailed(state)
    assert envelope(acting.turn.drafts, ContactMade) == ("", "WT-19.3", "british")
    assert only(acting.turn.drafts, ContactHeld) == ContactHeld("U47", "SUB1")
    assert envelope(acting.turn.drafts, ContactHeld) == ("", "WT-19.3", "german")
    assert state.seen_as(state.ships["U47"]) == "SUB1"
    assert "U47" not in readers_state(acting.turn.drafts, "british").ships


def test_only_destroyers_with_sonar() -> None:
    """WT-19.1, WT-19.2: a lost sonar hears nothing, nor does a cruiser."""
    state = hunt("deep", 5, SUF=((0, 4), 3, 0))
    state.ships["ACA"].sheet.lost = ["SO1"]
    assert told(sailed(state).turn.drafts, ContactMade) == []


def test_first_destroyer_in_unit_order() -> None:
    """WT-19.3, section 3: of two that hear her, the first is named; there is one contact."""
    state = hunt("deep", 5, ANT=((0, 4), 3, 0))
    assert only(sailed(state).turn.drafts, ContactMade).by == "ACA"


def test_numbers_of_contacts() -> None:
    """WT-19.3, ruling W4: held on she keeps her number; lost and found again she gets another; the old marker stays."""
    state = hunt("deep", 5)
    sailed(state)
    for turn, name in ((2, "SUB1"), (4, "SUB2")):
        state.turn = turn
        assert sonar.name_of(state, state.ships["U47"], "british") == name
    state.turn = 2
    sailed(state)
    state.turn = 4
    sailed(state)
    assert list(state.contacts["british"]) == ["SUB1", "SUB2"]
    assert state.contacts["british"]["SUB1"].turn == 2


@pytest.mark.parametrize("nearer, farther", [("U47", "U99"), ("U99", "U47")])
def test_numbers_tell_nothing_of_the_boats(nearer: str, farther: str) -> None:
    """WT-23.4, ruling W59: two detected at once are numbered by destroyers, then by distance, and told in that order."""
    ships = {"ACA": ((0, 0), 3, 0), "U99": ((0, 0), 3, 0), "U47": ((0, 0), 3, 0), "ANT": ((0, 30), 3, 0)}
    state = state_with(ships | {farther: ((0, 3), 3, 0), nearer: ((0, 2), 3, 0)}, turn=1, modes={"U47": "deep", "U99": "deep"})
    acting = sailed(state)
    held = [(each.ship, each.contact) for each in told(acting.turn.drafts, ContactHeld)]
    assert held == [(nearer, "SUB1"), (farther, "SUB2")]
    assert [(each.contact, each.at) for each in told(acting.turn.drafts, ContactMade)] == [
        ("SUB1", [0, 2000]),
        ("SUB2", [0, 3000]),
    ]


def test_numbers_follow_the_destroyers() -> None:
    """Ruling W59: the first destroyer's contact is the first, though the second is nearer to hers."""
    ships = {"ACA": ((0, 0), 3, 0), "ANT": ((0, 30), 3, 0), "U99": ((0, 31), 3, 0), "U47": ((0, 3), 3, 0)}
    acting = sailed(state_with(ships, turn=1, modes={"U47": "deep", "U99": "deep"}))
    assert [each.ship for each in told(acting.turn.drafts, ContactHeld)] == ["U47", "U99"]


def test_friends_are_not_detected() -> None:
    """WT-19.3: enemy submarines."""
    state = state_with({"ACA": ((0, 0), 3, 0), "U47": ((0, 2), 3, 0)}, turn=1, modes={"U47": "deep"}, sides={"ACA": "german"})
    acting = scratch(state)
    acting.ways = {id: Way(ship.at, ship.at, ship.at) for id, ship in state.ships.items()}
    sonar.detect(acting)
    assert acting.turn.drafts == []
