"""What events do to the state, where it is more than writing a number down."""

from __future__ import annotations

from events.base import REGISTRY
from events.sovereign_seas import battle, opening, sailing
from pbem.core.geometry.hexes import parse_label
from pbem.games.sovereign_seas.model.apply import HANDLERS, TRAIL, apply
from pbem.games.sovereign_seas.model.geometry import label_of
from pbem.games.sovereign_seas.model.state import Place
from tests.rulebook.sovereign_seas.builders.fleet import state_with


def test_every_event_of_the_game_is_handled() -> None:
    """Every event of the vocabulary has a handler, and there is no other."""
    assert set(HANDLERS) == {kind for name, kind in REGISTRY.items() if name.startswith("sovereign_seas.")}


def test_a_fresh_ship_may_turn_and_has_a_trail_astern() -> None:
    """SSL-E.4: undamaged, count = m, and the hexes straight astern, also where they lie off the map."""
    state = state_with({"BB1": ("0203", "N", 6)})
    ship = state.ships["BB1"]
    assert (ship.count, ship.log.marked, ship.log.lost, ship.log.gone, ship.fate) == (3, 0, 0, [], "afloat")
    assert [label_of(hex) for hex in ship.trail[-3:]] == ["0206", "0205", "0204"]
    assert len(ship.trail) == TRAIL
    assert state_with({"BB1": ("0203", "S", 6)}).ships["BB1"].trail[0] == (1, 2 - TRAIL)


def test_ships_stay_in_natural_order() -> None:
    """Ships are in natural id order, whenever they enter; who enters again is fresh and not counted twice."""
    state = state_with({"FB1": ("2020", "N", 6), "BC1": ("1010", "N", 6)})
    state.ships["BC1"].log.marked = 3
    for id in ("BB1", "BC1"):
        apply(state, opening.ShipEntered(id, "Defense", "british", "gb", "0505", 0, 4))
        apply(state, opening.LogOpened(id))
    assert list(state.ships) == ["BB1", "BC1", "FB1"]
    assert state.ships["BC1"].log.marked == 0
    assert state.strength == {"british": 2, "french": 1}


def test_placing_moves_the_trail_too() -> None:
    """SSL-E.4: a placed ship's trail lies astern of where she was placed."""
    state = state_with({"BC1": ("1010", "N", 6)})
    apply(state, opening.ShipPlaced("BC1", "2020", 0, 5))
    ship = state.ships["BC1"]
    assert (label_of(ship.hex), ship.heading, ship.speed, label_of(ship.trail[-1])) == ("2020", 0, 5, "2021")


def test_a_turn_wipes_the_last_ones_marks() -> None:
    """SSL-J2.3: all may fire again; ways, salvos and rams are those of one turn; hits seen are kept."""
    state = state_with({"BC1": ("1010", "N", 6), "FB1": ("1310", "N", 6)})
    apply(state, sailing.Advantage("french", {"british": 1, "french": 2}))
    apply(state, battle.OpenedFire("BC1", 1, 1))
    modifiers = {"number": 0, "speed": 0, "size": 2}
    apply(state, battle.SalvoFired("BC1", "FB1", 1, "D", 5, 3, modifiers, 10, 6, 4, 3, 6, "E", "1010", "1310"))
    apply(state, battle.Located("FB1", 0, "H"))
    apply(state, sailing.RamRolled("BC1", "FB1", 2, "1310", "bow", 6, 6, 4, 0, False))
    assert (len(state.shots), len(state.rams), state.ships["BC1"].fired) == (1, 1, True)
    apply(state, sailing.TurnBegan(2))
    assert (state.shots, state.rams, state.advantage, state.strikes) == ([], [], "", {})
    assert not state.ships["BC1"].fired
    assert state.ships["FB1"].hits == {"H": 1}
    assert state.ships["BC1"].track == [Place(0, parse_label("1010"), 0)]


def test_a_step_is_remembered() -> None:
    """SSL-X.6: the trail holds the hexes left, the latest last, twelve at most; the track shows the turn's way."""
    state = state_with({"BC1": ("1010", "N", 6)})
    apply(state, sailing.TurnBegan(1))
    apply(state, sailing.Stepped("BC1", 1, "F", "1010", "1009", 0, 3))
    apply(state, sailing.Stepped("BC1", 2, "R", "1009", "1109", 1, 1))
    ship = state.ships["BC1"]
    assert [label_of(hex) for hex in ship.trail[-2:]] == ["1010", "1009"]
    assert len(ship.trail) == TRAIL
    assert (label_of(ship.hex), ship.heading, ship.count) == ("1109", 1, 1)
    assert [(place.impulse, label_of(place.hex), place.heading) for place in ship.track[1:]] == [(1, "1009", 0), (2, "1109", 1)]


def test_a_shoved_ship_has_not_left_her_hex() -> None:
    """Option ram_miss=back: her hex is no longer one that she has left; heading and count are as after the step."""
    state = state_with({"BC1": ("1010", "N", 6)})
    apply(state, sailing.TurnBegan(1))
    before = list(state.ships["BC1"].trail)
    apply(state, sailing.Stepped("BC1", 1, "R", "1010", "1110", 1, 1))
    apply(state, sailing.RamShoved("BC1", "1010"))
    ship = state.ships["BC1"]
    assert (label_of(ship.hex), ship.heading, ship.count, ship.trail) == ("1010", 1, 1, before[1:])
    assert [place.impulse for place in ship.track] == [0, 1, 1]


def test_damage_is_written_as_told() -> None:
    """SSL-L3.1, SSL-L4.1, SSL-L5.3, SSL-L5.6, SSL-L5.12: marks, factors, batteries, tower and rudder, and their end."""
    state = state_with({"BC1": ("1010", "N", 6)})
    ship = state.ships["BC1"]
    apply(state, battle.HullMarked("BC1", 3, 1, 11))
    apply(state, battle.FactorsLost("BC1", "funnel", 3, 8))
    apply(state, battle.GunLost("BC1", "S1", False))
    apply(state, battle.OutOfCommand("BC1", 7))
    apply(state, battle.RudderJammed("BC1", "L", 6))
    assert (ship.log.marked, ship.log.lost, ship.maximum, ship.log.gone) == (3, 3, 8, ["S1"])
    assert (ship.log.tower_lost, ship.log.command_until, ship.log.jam, ship.log.jam_until) == (True, 7, "L", 6)
    apply(state, battle.ConditionEnded("BC1", "command"))
    apply(state, battle.ConditionEnded("BC1", "rudder"))
    assert (ship.log.tower_lost, ship.log.command_until, ship.log.jam, ship.log.jam_until) == (True, 0, "", 0)


def test_the_sunk_and_the_departed_are_out() -> None:
    """SSL-M.1, SSL-I4.1: neither is active; only one of them is sunk."""
    state = state_with({"BC1": ("1010", "N", 6), "BB1": ("1001", "N", 6)})
    apply(state, battle.Sunk("BC1", "FB1", "1010"))
    apply(state, sailing.LeftMap("BB1", 1, "N"))
    assert [state.ships[id].fate for id in ("BC1", "BB1")] == ["sunk", "left"]
    assert list(state.active()) == []


def test_a_ram_stops_both() -> None:
    """SSL-J1.10: both speeds are 0."""
    state = state_with({"BC1": ("1010", "N", 6), "FB1": ("1010", "S", 6)})
    apply(state, sailing.RamStopped(["BC1", "FB1"]))
    assert [ship.speed for ship in state.ships.values()] == [0, 0]
