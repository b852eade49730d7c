"""`apply.py` and its chapters: what each event writes down, and that readers who know less are not tripped by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from events.base import Event
from events.wet_thrust import damage, firing, flying, opening, sailing
from pbem.games.wet_thrust.model.apply.apply import HANDLERS, apply
from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.state import Contact, FireMark, Screen, State
from pbem.games.wet_thrust.model.units import Shot
from tests.kit.vocabulary import vocabulary
from tests.rulebook.wet_thrust.builders.ships import airborne, held, state_with

GUNS = {
    "batteries": ["A1"],
    "range": 20000,
    "modifiers": {},
    "dice": 1,
    "armour": "belt",
    "grade": 3,
    "origin": [0, 0],
    "aim": [0, 20000],
}


def strait(turn: int = 4) -> State:
    """Bismarck, Hood, a merchantman, a destroyer and a boat."""
    ships = {
        "BIS": ((0, 0), 12, 6),
        "U47": ((10, 0), 3, 2),
        "HOO": ((0, 20), 9, 7),
        "M01": ((4, 0), 3, 3),
        "ANT": ((12, 0), 3, 8),
    }
    return state_with(ships, turn)


def carriers(turn: int = 4) -> State:
    """Ark Royal and Graf Zeppelin."""
    return state_with({"ARK": ((0, 0), 12, 6), "GRZ": ((0, 30), 6, 6)}, turn)


def sheet(state: State, id: str = "BIS") -> Sheet:
    """A ship's sheet."""
    return state.ships[id].sheet


def guns(ship: str, target: str, level: int = 1, symbols: int = 1, points: int = 3) -> firing.GunsFired:
    """A salvo."""
    return firing.GunsFired(ship, target, level=level, symbols=symbols, points=points, **GUNS)


def torpedoes(by: str, target: str, points: int, seen: bool = True) -> firing.TorpedoesFired:
    """A torpedo salvo."""
    return firing.TorpedoesFired(by, target, ["TL1"], 4, 3000, "beam", 4, {}, 2, points, [10000, 0], [4000, 0], seen)


# ---------------------------------------------------------------- the vocabulary


def test_every_event_has_its_handler() -> None:
    """What a chapter declares can be applied."""
    assert set(HANDLERS) == vocabulary("wet_thrust")


def strangers() -> Iterator[Event]:
    """Every event that names a unit, naming one that nobody knows."""
    here = [0, 0]
    for cls in HANDLERS:
        fields = {}
        for name, kind in cls.__annotations__.items():
            sample = {"str": "XXX", "int": 1, "bool": True, "list[int]": here, "list[list[int]]": [here] * 3, "list[str]": []}
            fields[name] = sample.get(str(kind), {})
        if "mode" in fields:
            fields["mode"] = "deep"
        if "speed" in fields:
            fields["speed"] = "1"
        if cls not in (opening.SeaSet, opening.VesselEntered, opening.SquadronFormed, sailing.Sighted, flying.TookOff):
            yield cls(**fields)


@pytest.mark.parametrize("event", list(strangers()), ids=lambda event: str(event.type))
def test_unknown_units_change_no_ship(event: Event) -> None:
    """Ruling W5: an event may name a vessel that its reader does not know; nothing of what they know is touched by it."""
    state, before = carriers(turn=0), carriers(turn=0)
    apply(state, event)
    assert (state.ships, state.squadrons) == (before.ships, before.squadrons)


# ---------------------------------------------------------------- the turn


def test_a_turn_begins_with_flags_cleared() -> None:
    """Section 3, step 1; WT-20.6: a screen of which the last turn is over is gone, another stays."""
    state = strait()
    bis = state.ships["BIS"]
    bis.smoking = bis.evasive = bis.chasing = bis.sheet.silent = bis.sheet.barred = True
    bis.way = [(0, 0)] * 3
    state.marks = [FireMark("guns", "BIS", "HOO", (0, 0), (0, 0), 1, 1)]
    state.screens = [Screen(((0, 0), (0, 1)), 4, "ANT"), Screen(((0, 0), (0, 1)), 5, "ANT")]
    state.raiding = ["BIS"]
    apply(state, opening.TurnBegan(5))
    assert (state.turn, bis.smoking, bis.evasive, bis.chasing, bis.way) == (5, False, False, False, [])
    assert (bis.sheet.silent, bis.sheet.barred, state.marks) == (False, False, [])
    assert [screen.until for screen in state.screens] == [5]
    assert (state.raiders, state.raiding) == (["BIS"], [])


def test_fire_controls_lost_count_in_the_next_turn() -> None:
    """WT-7.14: losses of the turn that ends, repaired or not; then they are forgotten."""
    state = strait()
    apply(state, damage.SystemLost("BIS", "FC1", "check"))
    apply(state, damage.SystemRepaired("BIS", "FC1"))
    assert sheet(state).controls_lost == 1
    apply(state, opening.TurnEnded(4))
    assert (sheet(state).controls_lost_before, sheet(state).controls_lost) == (1, 0)
    apply(state, opening.TurnEnded(5))
    assert sheet(state).controls_lost_before == 0


def test_orders_that_stand() -> None:
    """Section 5.2: of a ship, a squadron, a fleet; WT-15.2 and WT-4.3: what she repeats."""
    state = carriers()
    apply(state, opening.OrdersStood("ARK", "british", ["HOLD FIRE"]))
    apply(state, opening.OrdersStood("ARK-F1", "british", ["CAP"]))
    apply(state, opening.OrdersStood("FLEET", "british", ["CHALLENGE NO"]))
    apply(state, opening.OrdersKept("ARK", ["PLOT 1P"]))
    apply(state, opening.HelmKept("ARK", "1P"))
    assert (state.ships["ARK"].standing, state.squadrons["ARK-F1"].standing) == (["HOLD FIRE"], ["CAP"])
    assert state.fleet["british"] == ["CHALLENGE NO"]
    assert (state.ships["ARK"].book.last, state.ships["ARK"].book.helm) == (["PLOT 1P"], "1P")


# ---------------------------------------------------------------- sailing


def test_a_move() -> None:
    """WT-2.13: she is where her way ends; WT-2.10, WT-2.11: chasing and evasive for the turn."""
    state = strait()
    apply(state, sailing.Moved("BIS", [[0, 0], [0, 4000], [1, 8000]], 1, "17/2", True, False))
    bis = state.ships["BIS"]
    assert (bis.at, bis.course, str(bis.speed), bis.evasive, bis.chasing) == ((1, 8000), 1, "17/2", True, False)
    assert bis.way == [(0, 0), (0, 4000), (1, 8000)]


def test_smoke_and_barred_guns() -> None:
    """WT-20.3, WT-20.5, WT-4.4."""
    state = strait()
    apply(state, sailing.SmokeMade("ANT"))
    apply(state, sailing.ScreenLaid("ANT", [[0, 0], [0, 1], [0, 2]], 7))
    apply(state, sailing.MainGunsBarred("BIS"))
    assert state.ships["ANT"].smoking and sheet(state).barred
    assert state.screens == [Screen(((0, 0), (0, 1), (0, 2)), 7, "ANT")]


def test_a_boat_dives_and_comes_up() -> None:
    """WT-18.7: in either order of the two events; WT-18.6: silent for the turn."""
    left, deeper = sailing.LeftSight("U47"), sailing.ModeChanged("U47", "deep")
    for events in ([left, deeper], [deeper, left]):
        state = strait()
        for event in events:
            apply(state, event)
        assert state.ships["U47"].mode == "deep"
    apply(state, sailing.RanSilent("U47"))
    assert sheet(state, "U47").silent
    apply(state, sailing.ModeChanged("U47", "periscope"))
    assert not state.ships["U47"].visible


def test_an_unknown_boat_comes_up() -> None:
    """WT-23.1: all learn of her; WT-18.3: from now on she is a surface vessel. Her way until then stays her own."""
    sighted = sailing.Sighted("U47", 2, "U 47", "type-vii", "german", "de", [5, 6], 4, "2")
    known, unknown = strait(), strait()
    del unknown.ships["U47"]
    known.ships["U47"].mode, known.ships["U47"].way = "periscope", [(0, 0)] * 3
    for state in (known, unknown):
        apply(state, sighted)
        boat = state.ships["U47"]
        assert (boat.mode, boat.at, boat.course, boat.speed, boat.way) == ("surfaced", (5, 6), 4, 2, [])


def test_contacts() -> None:
    """WT-19.3, ruling W4: held in this turn; what was scored on a contact stays with it."""
    state = strait()
    apply(state, sailing.ContactMade("british", "SUB1", [1, 2], "deep", "ANT"))
    apply(state, sailing.ContactHeld("U47", "SUB1"))
    boat = state.ships["U47"]
    boat.mode = "deep"
    assert state.contacts == {"british": {"SUB1": Contact((1, 2), "deep", 4)}}
    assert state.seen_as(boat) == "SUB1"
    apply(state, firing.DepthCharged("ANT", "SUB1", ["AS1"], 1, 0, False, 1, 1, 3, [0, 0], [1, 2]))
    apply(state, opening.TurnBegan(5))
    assert state.seen_as(boat) == ""
    apply(state, sailing.ContactMade("british", "SUB1", [3, 4], "periscope", "ANT"))
    assert state.contacts["british"]["SUB1"] == Contact((3, 4), "periscope", 5, scored=3)
    apply(state, damage.ContactDestroyed("british", "SUB1", [3, 4]))
    assert state.contacts["british"]["SUB1"].destroyed


def test_a_contact_of_the_other_side_is_another_one() -> None:
    """Ruling W4: both sides may hold a SUB1."""
    state = strait()
    state.contacts = {"german": {"SUB1": Contact((9, 9), "deep", 4)}, "british": {"SUB1": Contact((1, 2), "deep", 4)}}
    apply(state, damage.ContactDestroyed("british", "SUB1", [1, 2]))
    assert {side: its["SUB1"].destroyed for side, its in state.contacts.items()} == {"german": False, "british": True}


def test_a_collision_is_scored_on_both() -> None:
    """WT-5.3: each suffers what the other deals."""
    state = strait()
    apply(state, sailing.Collided("ANT", "M01", [4000, 0], 7, 9, False))
    assert (state.ships["ANT"].scored, state.ships["M01"].scored) == (9, 7)
    assert state.marks == [FireMark("collision", "ANT", "M01", (4000, 0), (4000, 0), 1, 16)]


def test_a_rammed_contact() -> None:
    """WT-5.5, WT-23.4: what a boat below the surface suffers is scored on the contact."""
    state = strait()
    state.ships["U47"].mode = "periscope"
    held(state, "U47")
    apply(state, sailing.Collided("ANT", "SUB1", [0, 0], 7, 4, True))
    assert (state.contacts["british"]["SUB1"].scored, state.ships["U47"].scored, state.ships["ANT"].scored) == (7, 0, 4)


def test_breaking_contact_is_no_loss() -> None:
    """WT-21.7: out of play, not sunk; the turn is remembered."""
    state = strait()
    apply(state, sailing.Disengaged("BIS", "HOO"))
    assert (state.ships["BIS"].fate, state.ships["BIS"].afloat, state.ships["BIS"].gone) == ("away", False, 4)


def test_aircraft_aboard_go_with_a_ship_that_breaks_contact() -> None:
    """WT-21.7, WT-21.8: planes aboard are out of play, but not lost; those in the air stay."""
    state = strait()
    airborne(state, "BIS-R2", (1, 1))
    apply(state, sailing.Disengaged("BIS", "HOO"))
    assert (state.squadrons["BIS-R1"].place, state.squadrons["BIS-R1"].lost) == ("gone", False)
    assert state.squadrons["BIS-R2"].airborne


# ---------------------------------------------------------------- fire


def test_a_salvo_is_remembered() -> None:
    """WT-7.6: level and turn by target; WT-7.12: whether it hit; section 7: the points that all have seen."""
    state = strait()
    apply(state, guns("BIS", "HOO", level=2, symbols=0, points=0))
    apply(state, guns("BIS", "M01", symbols=2, points=5))
    assert state.ships["BIS"].ladder == {"HOO": Shot(2, 4, False), "M01": Shot(1, 4, True)}
    assert (state.ships["HOO"].scored, state.ships["M01"].scored) == (0, 5)
    assert state.marks[1] == FireMark("guns", "BIS", "M01", (0, 0), (0, 20000), 2, 5)


def test_raiders_are_those_that_fire_at_merchantmen_and_carriers() -> None:
    """WT-5.6: with guns or torpedoes, each once."""
    state = strait()
    apply(state, guns("BIS", "HOO"))
    assert state.raiding == []
    apply(state, guns("BIS", "M01"))
    apply(state, torpedoes("BIS", "M01", 0))
    assert state.raiding == ["BIS"]


def test_german_fire_control_is_kept() -> None:
    """WT-7.10."""
    state = strait()
    apply(state, firing.GermanControl("BIS", -1))
    assert sheet(state).german == -1


def test_torpedo_salvos_that_do_damage_are_counted() -> None:
    """Section 8, S7: by side; not those of aircraft."""
    state = carriers()
    airborne(state, "ARK-T1", (0, 28))
    apply(state, torpedoes("ARK", "GRZ", 2))
    apply(state, torpedoes("ARK", "GRZ", 0))
    apply(state, torpedoes("ARK-T1", "GRZ", 5))
    assert (state.torpedo_salvos, state.ships["GRZ"].scored) == ({"british": 1}, 7)


def test_torpedoes_from_nowhere_are_scored_once() -> None:
    """WT-23.4: the boat's side sees her salvo, all see what it struck."""
    state = strait()
    state.ships["U47"].mode = "periscope"
    apply(state, torpedoes("U47", "M01", 5, seen=False))
    apply(state, firing.TorpedoesStruck("M01", "beam", 2, 5, [4000, 0]))
    assert state.ships["M01"].scored == 5
    assert [mark.side for mark in state.marks] == ["german", ""]


def test_a_launcher_counts_its_loads() -> None:
    """WT-10.4."""
    state = strait()
    apply(state, firing.LauncherEmptied("U47", "TL1", 2, 5))
    assert (sheet(state, "U47").loads("TL1"), sheet(state, "U47").ready) == (2, {"TL1": 5})


# ---------------------------------------------------------------- damage


def test_boxes_and_checks() -> None:
    """WT-8.6, WT-9.1: completed rows wait in order; a check that begins is off the list."""
    state = strait()
    apply(state, damage.BoxesMarked("BIS", 25, 25, [6, 5], "gunfire"))
    assert (sheet(state).marked, sheet(state).checks) == (25, [6, 5])
    apply(state, damage.CheckMade("BIS", 6))
    assert sheet(state).checks == [5]


def test_fuel() -> None:
    """WT-3.9: an empty box first; full boxes turned X are counted by themselves."""
    state = strait()
    apply(state, opening.SheetOpened("BIS", ["RA1"], ["RA1"], 1))
    apply(state, damage.FuelLost("BIS", 2, 0, 1, "gunfire"))
    assert (sheet(state).empty, sheet(state).fuel_lost, sheet(state).fuel_holed, sheet(state).full_fuel) == (0, 1, 1, 6)
    assert (sheet(state).lost, sheet(state).beyond, sheet(state).wounds) == (["RA1"], ["RA1"], [])


def test_systems_are_lost_and_come_back() -> None:
    """WT-16.6; ruling W12: what was ever lost is remembered."""
    state = strait()
    apply(state, damage.SystemLost("BIS", "RU2", "torpedo"))
    assert sheet(state).points() == 1
    apply(state, damage.SystemRepaired("BIS", "RU2"))
    apply(state, damage.GivenUp("BIS", "FC1"))
    assert (sheet(state).lost, sheet(state).wounds, sheet(state).beyond) == ([], ["RU"], ["FC1"])


def test_the_secondary_bridge_takes_over_after_a_clear_turn() -> None:
    """WT-15.4: bridge lost in turn 4, the secondary one commands from turn 6."""
    state = strait()
    apply(state, damage.SystemLost("BIS", "BR", "check"))
    assert [sheet(state).commanded(turn) for turn in (5, 6)] == [False, True]
    apply(state, damage.SystemLost("BIS", "SB", "check"))
    assert not sheet(state).commanded(9)
    state.turn = 7
    apply(state, damage.SystemRepaired("BIS", "SB"))
    assert [sheet(state).commanded(turn) for turn in (8, 9)] == [False, True]


def test_a_repaired_bridge_commands_at_once() -> None:
    """WT-15.5: orders are accepted for the next turn; WT-15.4: the secondary one has no part in it then."""
    state = strait()
    apply(state, damage.SystemLost("BIS", "BR", "check"))
    apply(state, damage.SystemRepaired("BIS", "BR"))
    assert sheet(state).commanded(5) and sheet(state).takes_over == 0


def test_since_when_a_ship_is_out_of_command() -> None:
    """WT-15.1: from the bridge's loss, or from the secondary one's when that had taken over; not while a bridge commands."""
    state = strait()
    apply(state, damage.SystemLost("BIS", "SB", "check"))
    apply(state, damage.SystemRepaired("BIS", "SB"))
    assert sheet(state).bridge_out == 0
    apply(state, damage.SystemLost("BIS", "BR", "check"))
    state.turn = 5
    apply(state, damage.SystemLost("BIS", "SB", "check"))
    assert sheet(state).bridge_out == 4
    apply(state, damage.SystemRepaired("BIS", "SB"))
    state.turn = 7
    apply(state, damage.SystemLost("BIS", "SB", "check"))
    assert sheet(state).bridge_out == 7


def test_fires_are_the_owners_until_they_are_seen() -> None:
    """WT-16.10, WT-23.1."""
    state = strait()
    apply(state, damage.FireStarted("BIS", 2, "boiler"))
    assert (sheet(state).fires, state.ships["BIS"].burning) == (2, 0)
    apply(state, damage.FiresFought("BIS", 1, 0, 1))
    apply(state, damage.FiresSeen("BIS", 1))
    assert (sheet(state).fires, state.ships["BIS"].burning) == (1, 1)


def test_holes() -> None:
    """WT-16.9: a type-18 hole takes two repairs, and slows her until it is closed."""
    state = strait()
    apply(state, damage.Holed("BIS", "HO1", 18, 2, 2))
    assert sheet(state).top() == 6
    apply(state, damage.HolePatched("BIS", "HO1", 1))
    assert sheet(state).holes["HO1"].open
    apply(state, damage.HolePatched("BIS", "HO1", 0))
    assert (sheet(state).holes["HO1"].open, sheet(state).top()) == (False, 8)


def test_a_loss() -> None:
    """WT-22.1: out of play; WT-1.9: broken in two she is doomed first."""
    state = strait()
    apply(state, damage.BrokenInTwo("HOO"))
    assert sheet(state, "HOO").doomed and state.ships["HOO"].afloat
    apply(state, damage.Lost("HOO", "broken", [5, 6]))
    hood = state.ships["HOO"]
    assert (hood.fate, hood.how, hood.gone, hood.at) == ("lost", "broken", 4, (5, 6))


# ---------------------------------------------------------------- the end


def test_the_end() -> None:
    """WT-22.2."""
    state = strait()
    apply(state, opening.GameDecided(["german"], {"german": 9, "british": 2}, "So it is."))
    assert (state.over, state.winners, state.points, state.verdict) == (
        True,
        ["german"],
        {"german": 9, "british": 2},
        "So it is.",
    )
