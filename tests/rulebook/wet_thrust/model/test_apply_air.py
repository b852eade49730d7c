"""`apply_air.py`: what launches, flights, losses and landings write down."""

from __future__ import annotations

from events.wet_thrust import flying
from pbem.core.geometry.tabletop import Spot
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.state import FireMark, State
from tests.rulebook.wet_thrust.builders.ships import airborne, mils, state_with


def carriers(turn: int = 4) -> State:
    """Ark Royal and Graf Zeppelin."""
    return state_with({"ARK": ((0, 0), 12, 6), "GRZ": ((0, 30), 6, 6)}, turn)


def took_off(squadron: str, carrier: str, kind: str, at: Spot) -> flying.TookOff:
    """A launch of six."""
    return flying.TookOff(squadron, 5, carrier, kind, 6, "british", "gb", [*at])


def test_a_launch() -> None:
    """WT-11.6; WT-11.8: endurance 6, of R unlimited; WT-11.11: fresh after rearming. Enemies learn of it by this alone."""
    state, enemy = carriers(), State(turn=4)
    state.squadrons["ARK-T1"].deck.spent = True
    for each in (state, enemy):
        apply(each, took_off("ARK-T1", "ARK", "T", mils(0, 8)))
        squadron = each.squadrons["ARK-T1"]
        assert (squadron.place, squadron.at, squadron.home, squadron.launched) == ("air", (0, 8000), "", 4)
    assert (state.squadrons["ARK-T1"].deck.endurance, state.squadrons["ARK-T1"].deck.spent) == (6, False)
    assert enemy.squadrons["ARK-T1"].deck_if_known is None
    apply(state, took_off("ARK-R1", "ARK", "R", mils(0, 8)))
    assert state.squadrons["ARK-R1"].deck.endurance == 0


def test_flight_and_landing() -> None:
    """WT-11.9: on any carrier of its side; WT-11.11: ready when rearmed."""
    state = carriers()
    airborne(state, "ARK-T1", (0, 8), spent=True)
    apply(state, flying.Flew("ARK-T1", [0, 8000], [0, 1000]))
    squadron = state.squadrons["ARK-T1"]
    assert (squadron.start, squadron.at) == ((0, 8000), (0, 1000))
    apply(state, flying.Landed("ARK-T1", "GRZ"))
    apply(state, flying.Rearming("ARK-T1", 4, 3, 12))
    assert (squadron.place, squadron.home, squadron.carrier, squadron.deck.ready) == ("aboard", "GRZ", "ARK", 12)
    assert not squadron.deck.spent


def test_endurance_load_and_losses() -> None:
    """WT-11.8, WT-11.10, WT-11.14."""
    state = carriers()
    airborne(state, "ARK-T1", (0, 8))
    squadron = state.squadrons["ARK-T1"]
    apply(state, flying.EnduranceLeft("ARK-T1", 5))
    apply(state, flying.Spent("ARK-T1"))
    apply(state, flying.AircraftLost("ARK-T1", 2, 4, "shot down"))
    assert (squadron.deck.endurance, squadron.deck.spent, squadron.aircraft, squadron.place, squadron.lost) == (
        5,
        True,
        4,
        "air",
        False,
    )
    apply(state, flying.AircraftLost("ARK-T1", 4, 0, "shot down"))
    assert (squadron.place, squadron.lost) == ("gone", True)
    apply(state, flying.DeckLost("ARK-T2"))
    assert (state.squadrons["ARK-T2"].place, state.squadrons["ARK-T2"].lost) == ("gone", True)


def test_a_merged_squadron_is_not_lost() -> None:
    """WT-11.13."""
    state = carriers()
    one, other = state.squadrons["ARK-T1"], state.squadrons["ARK-T2"]
    one.aircraft, other.aircraft = 2, 3
    apply(state, flying.Merged("ARK-T1", "ARK-T2", 2, 0, 9))
    assert (one.aircraft, one.place, one.lost, other.aircraft, other.deck.ready) == (0, "gone", False, 5, 9)


def test_a_plane_is_taken_aboard() -> None:
    """WT-6.6, WT-6.7: alongside, then aboard and ready for the next turn, or cast off again; WT-21.8: or away with its ship."""
    state = carriers()
    airborne(state, "GRZ-R1", (0, 20))
    plane = state.squadrons["GRZ-R1"]
    apply(state, flying.Alongside("GRZ-R1"))
    assert (plane.place, plane.home, plane.moored) == ("alongside", "GRZ", 4)
    apply(state, flying.CastOff("GRZ-R1", [1, 2]))
    assert (plane.place, plane.home, plane.at) == ("air", "", (1, 2))
    apply(state, flying.Recovered("GRZ-R1"))
    assert (plane.place, plane.home, plane.deck.ready) == ("aboard", "GRZ", 5)
    apply(state, flying.FlewHome("GRZ-R1"))
    assert (plane.place, plane.lost) == ("gone", False)


def test_bombs_are_scored() -> None:
    """WT-23.2."""
    state = carriers()
    apply(state, flying.Bombed("ARK-T1", "GRZ", "DB", 6, 6, {}, 3, 8, [0, 30000]))
    assert state.ships["GRZ"].scored == 8
    assert state.marks == [FireMark("bombs", "ARK-T1", "GRZ", (0, 30000), (0, 30000), 3, 8)]
