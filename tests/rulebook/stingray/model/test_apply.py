"""Apply: what each event writes down in the state (section 2.8, state kept between moves)."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import Event
from events.stingray import contacts, damage, ending, movement, opening, orders, upkeep, weapons
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.apply import HANDLERS, apply
from pbem.games.stingray.model.geometry import labels
from pbem.games.stingray.model.state import Mine, State, Trap
from pbem.games.stingray.model.vessel import Contact, Launcher
from tests.kit.vocabulary import vocabulary
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import state_with, vessel


@pytest.fixture
def state() -> State:
    """A Stingray, a SuperSub and three fish in the middle of move 3, with a Mk61, a Mk7 and a mine in the water."""
    made = state_with(
        vessel("SR1", "1010", tubes={"1": "MK61", "2": "MK7"}),
        vessel("SS1", "1210"),
        vessel("MF1", "2010"),
        vessel("TF1", "2210"),
        vessel("TF2", "2410"),
        move=3,
        held=False,
    )
    made.mines["MN1"] = Mine("MN1", "terrainians", parse_label("0909"))
    apply(made, weapons.Launched("SR1", "1", "MK61", "SR1-M1", "TF1", "1010", 0, ["1009", "1008"], 0))
    apply(made, weapons.MissileStarted("SR1-M1", "MK61", "SR1", "1010", 0, 0, "TF1", 1, ["1009", "1008"], 0))
    apply(made, weapons.Launched("SR1", "2", "MK7", "SR1-M2", "TF1", "1010", 0, [], 2))
    apply(made, weapons.MissileStarted("SR1-M2", "MK7", "SR1", "1010", 0, 3, "", 1, [], 2))
    return made


def test_every_event_has_a_place() -> None:
    """Each event of the vocabulary is applied, and is declared by the game."""
    assert set(HANDLERS) == vocabulary("stingray") == set(STINGRAY.events)


@pytest.mark.parametrize(
    ("event", "field", "value"),
    [
        (opening.ArmingSet("SR1", 7), "vessels.SR1.arming", 7),
        (opening.TubesLoaded("SR1", {"2": "MINE"}), "vessels.SR1.launchers.2.load", "MINE"),
        (opening.ConditionSet("SR1", "Moray", 5, 1, {"REACTOR": 1}, []), "vessels.SR1.name", "Moray"),
        (opening.ConditionSet("SR1", "Moray", 5, 1, {"REACTOR": 1}, []), "vessels.SR1.damage", 5),
        (opening.ConditionSet("SR1", "Moray", 5, 1, {"REACTOR": 1}, []), "vessels.SR1.taken", 0),
        (opening.ConditionSet("SR1", "Moray", 5, 1, {"REACTOR": 1}, []), "vessels.SR1.injuries", 1),
        (opening.ConditionSet("SR1", "Moray", 5, 1, {"REACTOR": 1}, []), "vessels.SR1.output", 3),
        (opening.ConditionSet("SR1", "Moray", 5, 1, {"REACTOR": 1}, []), "vessels.SR1.power.output", 3),
        (opening.ConditionSet("SR1", "", 0, 0, {"BATTERY": 1}, ["2"]), "vessels.SR1.battery", 0),
        (opening.ConditionSet("SR1", "", 0, 0, {}, ["2"]), "vessels.SR1.launchers.2.destroyed", True),
        (opening.SpyCardPlayed("TRAP", "SR1", "NAV", 4), "spies.cards", [Trap("TRAP", "SR1", "NAV", 4)]),
        (opening.SetupClosed(), "setting_up", False),
        (opening.SideBriefed("terrainians", "sail"), "briefings", {"terrainians": "sail"}),
        (orders.StandingChanged("SR1", "captain-sr1", ["RAM ANY"]), "vessels.SR1.standing", {"captain-sr1": ["RAM ANY"]}),
        (orders.StandingChanged("SR1", "captain-sr1", []), "vessels.SR1.standing", {}),
        (orders.PowerAllocated("SR1", 6, 2, {"LIFE": 1}, [], ["1", "h2"]), "vessels.SR1.battery", 3),
        (orders.PowerAllocated("SR1", 6, 2, {"LIFE": 1}, [], ["1", "h2"]), "vessels.SR1.power.zones", ["1", "h2"]),
        (orders.PlanFixed("SR1", "4", 4, 2, 5, False, []), "vessels.SR1.scheduled", 2),
        (orders.PlanFixed("SR1", "4", 4, 2, 5, False, []), "vessels.SR1.output", 5),
        (orders.PlanFixed("SR1", "4", 4, 2, 5, False, []), "vessels.SR1.fix", False),
        (orders.Armed("SR1", "1"), "vessels.SR1.launchers.1.armed", True),
        (weapons.MineSwitched("MN1", False), "mines.MN1.active", False),
        (weapons.MineGone("MN1"), "mines", {}),
        (weapons.DecoyDropped("SS1", "1209", 0), "vessels.SS1.stores.DECOY", 7),
        (weapons.DecoyDropped("SS1", "1209", 0), "decoys", [parse_label("1209")]),
        (movement.LeapTried("TF1", 2, "over", 3, 4, True), "vessels.TF1.airborne", True),
        (movement.LeapTried("TF1", 2, "over", 5, 4, False), "vessels.TF1.airborne", False),
        (movement.Turned("TF1", 1, 4), "vessels.TF1.facing", 4),
        (movement.Moved("TF1", 4, "2209", "", 0, True), "vessels.TF1.airborne", True),
        (movement.Moved("MF1", 4, "2009", "2010", 0, False), "vessels.MF1.tail", parse_label("2010")),
        (movement.Exited("TF1", 4, "E"), "vessels.TF1.fate", "exited"),
        (movement.Exited("TF1", 4, "E"), "vessels.TF1.exit_edge", "E"),
        (damage.Damaged("TF1", 3, "ram", 5), "vessels.TF1.damage", 5),
        (damage.SpecialHit("SR1", "REACTOR", "ram", 2), "vessels.SR1.specials", {"REACTOR": 2}),
        (damage.SpecialHit("SR1", "BATTERY", "ram", 1), "vessels.SR1.battery", 0),
        (damage.CrewHurt("SR1", 2, "ram"), "vessels.SR1.injuries", 2),
        (damage.FuelLost("MF1", 20), "vessels.MF1.fuel", 20),
        (damage.Sank("TF1", "sunk", "2210"), "vessels.TF1.fate", "sunk"),
        (damage.Sank("TF1", "exploded", "2210"), "vessels.TF1.fate", "exploded"),
        (upkeep.FuelPaid("TF1", 2, 38), "vessels.TF1.fuel", 38),
        (upkeep.BrokeOff("TF1"), "vessels.TF1.broken_off", True),
        (upkeep.PowerStored("SR1", 2, 1, 7), "vessels.SR1.battery", 7),
        (upkeep.PowerStored("SR1", 2, 1, 7), "vessels.SR1.power.wasted", 1),
        (upkeep.TubeLoaded("SR1", "1", "MINE"), "vessels.SR1.launchers.1.load", "MINE"),
        (upkeep.SuitsChanged("SR1", True), "vessels.SR1.suited", True),
        (upkeep.MoveLogged("SS1", 3, 9, 1, 2, 3), "vessels.SS1.shifted", 3),
        (weapons.LockLost("SR1-M1", "sight"), "missiles.SR1-M1.lock", False),
        (weapons.WaypointPassed("SR1-M1"), "missiles.SR1-M1.via", [parse_label("1008")]),
        (weapons.MissileSteered("SR1-M1", ["0101"]), "missiles.SR1-M1.via", [parse_label("0101")]),
        (weapons.AttackMade("SR1-M2", "TF1", "unguided", False), "umpire.passed", {"SR1-M2": ["TF1"]}),
        (weapons.AttackMade("SR1-M2", "TF1", "homing", False), "missiles.SR1-M2.missed", ["TF1"]),
        (weapons.AttackMade("SR1-M2", "TF1", "homing", True), "missiles.SR1-M2.missed", []),
        (weapons.AttackMade("SR1-M1", "TF2", "accidental", False), "umpire.passed", {"SR1-M1": ["TF2"]}),
        (weapons.LockLost("SR1-M1", "missed"), "missiles.SR1-M1.missed", ["TF1"]),
        (weapons.LockLost("SR1-M1", "sight"), "missiles.SR1-M1.missed", []),
        (weapons.TargetEvaded("SR1-M2", "TF1"), "missiles.SR1-M2.evaded", ["TF1"]),
        (weapons.SeekerTied("SR1-M2", ["TF1", "D1"], "D1"), "missiles.SR1-M2.tie", ["TF1", "D1"]),
        (weapons.SeekerTied("SR1-M2", ["TF1", "D1"], "D1"), "missiles.SR1-M2.target", "D1"),
        (contacts.PlantNamed("U1", "SR1"), "umpire.plants", {"U1": "SR1"}),
        (ending.ObjectiveReached("SR1", "0906"), "objectives", ["SR1 0906"]),
        (ending.Alongside("TF1", "SS1", 1), "umpire.alongside", {"TF1 SS1": 1}),
        (ending.Alongside("TF1", "SS1", 0), "umpire.alongside", {}),
        (ending.Robbed("TF1", "SS1"), "robbed", "TF1"),
        (ending.Scored("terrainians", 3, "damage", "TF1"), "scores", {"terrainians": 3}),
        (ending.GameDecided(["terrainians"], "so", {"terrainians": 9}), "winners", ["terrainians"]),
        (ending.GameDecided(["terrainians"], "so", {"terrainians": 9}), "over", True),
    ],
    ids=lambda x: type(x).__name__ if isinstance(x, Event) else "",
)
def test_an_event_writes_down_what_it_says(state: State, event: Event, field: str, value: Any) -> None:
    """Section 2.8: one event, one place of the state."""
    apply(state, event)
    assert found(state, field) == value


def found(thing: Any, path: str) -> Any:
    """`vessels.SR1.launchers.1.load`."""
    for name in path.split("."):
        thing = thing[name] if isinstance(thing, dict) else getattr(thing, name)
    return thing


def test_a_launch_uses_up_a_weapon(state: State) -> None:
    """STG-LAU.5, STG-LAU.9: the tube is empty, the store one less, and the missile in the launcher's hex on its course."""
    ship, missile = state.vessels["SR1"], state.missiles["SR1-M1"]
    assert ship.launchers == {"1": Launcher(""), "2": Launcher("")}
    assert (ship.stores["MK61"], ship.stores["MK7"], ship.launched) == (3, 7, 2)
    assert (missile.hex, missile.heading, missile.run, missile.penalty, missile.side) == (ship.hex, 0, 0, 1, "terrainians")
    assert (missile.target, missile.lock, missile.arming, labels(missile.via)) == ("TF1", True, 0, ["1009", "1008"])
    homing = state.missiles["SR1-M2"]
    assert (homing.target, homing.lock, homing.arming, homing.track_phases) == ("", False, 3, [2])


def test_a_fishs_launch_empties_its_launcher(state: State) -> None:
    """STG-LAU.1, STG-LAU.2: a TF's missiles are one store; a MegaFish's are counted by nostril."""
    apply(state, weapons.Launched("TF1", "LAUNCHER", "TERROR", "TF1-M1", "", "2210", 0, [], 0))
    apply(state, weapons.Launched("MF1", "PORT", "TERROR", "MF1-M1", "", "2010", 0, [], 0))
    assert state.vessels["TF1"].stores == {"TERROR": 7, "MINE": 2}
    assert state.vessels["MF1"].stores == {"PORT": 7, "STARBOARD": 8, "MINE": 6}
    assert [tube.load for tube in state.vessels["MF1"].launchers.values()] == ["", "READY"]
    apply(state, upkeep.Reloaded("MF1", "PORT"))
    assert [tube.load for tube in state.vessels["MF1"].launchers.values()] == ["READY", "READY"]


def test_a_mine_launched_is_no_missile(state: State) -> None:
    """STG-MIN.1: the store and the shot are used up by the launch; the mine lies there for its whole side."""
    apply(state, weapons.Launched("MF1", "PORT", "MINE", "AM1", "", "2011", 0, [], 0))
    apply(state, weapons.MineLaid("AM1", "aquaphibians", "2011"))
    assert state.vessels["MF1"].stores == {"PORT": 8, "STARBOARD": 8, "MINE": 5}
    assert (state.vessels["MF1"].launched, list(state.missiles)) == (0, ["SR1-M1", "SR1-M2"])
    assert (state.mines["AM1"].active, state.mines_laid) == (True, {"terrainians": 0, "aquaphibians": 1})


def test_a_missile_runs_hex_by_hex(state: State) -> None:
    """STG-MK7.1, STG-M61.2: each hex counts; a homing missile's target is the last it sought, a Mk61's is for good."""
    apply(state, weapons.MissileMoved("SR1-M2", 1, "1009", 0, "TF2"))
    apply(state, weapons.MissileMoved("SR1-M2", 2, "1109", 2, ""))
    missile = state.missiles["SR1-M2"]
    assert (missile.run, missile.heading, missile.target) == (2, 2, "")
    assert (labels(missile.track), missile.track_phases) == (["1010", "1009", "1109"], [2, 1, 2])
    apply(state, weapons.MissileMoved("SR1-M1", 1, "1009", 0, ""))
    assert state.missiles["SR1-M1"].target == "TF1"
    apply(state, weapons.MissileGone("SR1-M2", 2, "spent", "1111"))
    assert list(state.missiles) == ["SR1-M1"]


def test_a_lost_lock_may_come_back(state: State) -> None:
    """Option `mk61-reacquire`."""
    apply(state, weapons.LockLost("SR1-M1", "sight"))
    apply(state, weapons.LockRegained("SR1-M1"))
    assert state.missiles["SR1-M1"].lock


def test_a_vessels_track(state: State) -> None:
    """STG-OBS.1, STG-LEP.6: the hexes of the move by phase; a vessel that fell on an obstacle is put back."""
    apply(state, movement.Moved("TF1", 2, "2209", "", 0, False))
    apply(state, movement.Moved("TF1", 4, "2208", "", 0, True))
    apply(state, movement.Struck("TF1", 6, "2208", "2209", ""))
    fish = state.vessels["TF1"]
    assert (labels(fish.track), fish.track_phases) == (["2210", "2209", "2208", "2209"], [0, 2, 4, 6])
    assert (fish.airborne, labels([fish.hex])) == (False, ["2209"])


def test_a_vessel_lands(state: State) -> None:
    """STG-LEP.7: airborne in that phase only."""
    apply(state, movement.LeapTried("TF1", 2, "evade", 1, 4, True))
    apply(state, movement.Landed("TF1", 2))
    assert not state.vessels["TF1"].airborne


def test_a_move_begins_with_a_clean_map(state: State) -> None:
    """Tracks and noises are those of one move; a vessel out of play leaves none; decoys fell silent before (STG-DEC.1)."""
    apply(state, contacts.NoiseHeard(["SR1"], "explosion", "1111", 4, 1))
    apply(state, movement.Moved("TF1", 2, "2209", "", 0, False))
    apply(state, damage.Sank("TF2", "sunk", "2410"))
    apply(state, weapons.DecoyDropped("SS1", "1209", 0))
    assert len(state.vessels["SR1"].finds.noises) == 1
    apply(state, upkeep.MoveEnded(3))
    apply(state, orders.MoveBegan(4))
    assert (state.move, state.decoys, state.vessels["SR1"].finds.noises) == (4, [], [])
    assert (labels(state.vessels["TF1"].track), state.vessels["TF1"].track_phases) == (["2209"], [0])
    assert state.vessels["TF2"].track == []


def test_a_fish_hears_with_comms_that_were_just_repaired() -> None:
    """STG-COM.4, STG-SCN.6: its commander had been told nothing of what it found, and now hears of the noise."""
    state = state_with(vessel("TF1", "1030", specials={"COMMS": 1}))
    reader = known(state, state.vessels["TF1"].captain)
    assert reader.vessels["TF1"].finds_if_known is None
    reader.vessels["TF1"].specials.clear()
    apply(reader, contacts.NoiseHeard(["TF1"], "explosion", "1111", 4, 1))
    assert [noise.phase for noise in reader.vessels["TF1"].finds.noises] == [4]


def test_a_tube_destroyed_takes_its_missile_along(state: State) -> None:
    """STG-SPH.5: for good, and no longer counted among what can be repaired."""
    ship = state.vessels["SR1"]
    ship.launchers["1"], ship.specials = Launcher("MK61", armed=True), {"TUBE1": 1, "NAV": 1}
    apply(state, damage.TubeDestroyed("SR1", "1"))
    assert (ship.launchers["1"], ship.stores["MK61"], ship.specials) == (Launcher("", destroyed=True), 2, {"NAV": 1})


@pytest.mark.parametrize(("level", "left"), [(1, {"REACTOR": 1}), (0, {})])
def test_a_repair_takes_one_level_away(state: State, level: int, left: dict[str, int]) -> None:
    """STG-REP.2."""
    state.vessels["SR1"].specials = {"REACTOR": 2}
    apply(state, damage.RepairTried("SR1", "REACTOR", 5, 5, True, level))
    assert state.vessels["SR1"].specials == left


@pytest.mark.parametrize(("result", "left"), [("nothing", 2), ("done", 1), ("caught", 1)])
def test_an_agent_is_used_up(state: State, result: str, left: int) -> None:
    """STG-SPY.3."""
    state.spies.cards = [Trap("TRAP", "SR1", "NAV", 9), Trap("AGENT", "SR1")]
    apply(state, orders.AgentRolled("SR1", "NAV", 3, result))
    assert len(state.spies.cards) == left


def test_contacts_are_held_until_the_next_list(state: State) -> None:
    """STG-SCN.7: the event carries the whole new list."""
    ship = state.vessels["SR1"]
    ship.finds.contacts = {"TF9": Contact("TF9", "TF", (1, 1), None, 0, 0, 1, "told")}
    fish = {
        "id": "MF1",
        "vessel_class": "MF",
        "hex": "2010",
        "tail": "2011",
        "facing": 0,
        "speed": 2,
        "move": 3,
        "how": "sonar",
    }
    noise = {"id": "U1", "vessel_class": "", "hex": "0101", "tail": "", "facing": -1, "speed": -1, "move": 3, "how": "plant"}
    missile = {"kind": "", "hex": "0202", "heading": 4, "how": "hydrophone"}
    apply(state, contacts.ContactsHeld("SR1", [fish, noise], [missile], ["0303"], ["h1"], ["TF1"], []))
    assert list(ship.finds.contacts) == ["MF1", "U1"]
    assert ship.finds.contacts["MF1"].tail == parse_label("2011") and ship.finds.contacts["U1"].tail is None
    assert [(m.hex, m.heading) for m in ship.finds.missile_contacts] == [(parse_label("0202"), 4)]
    assert (labels(ship.finds.mines_seen), ship.finds.swept) == (["0303"], ["h1"])


def test_the_last_word_on_points(state: State) -> None:
    """The verdict's points replace the running ones."""
    apply(state, ending.Scored("terrainians", 3, "damage", "TF1"))
    apply(state, ending.Scored("terrainians", 6, "destroyed", "TF1"))
    assert state.scores == {"terrainians": 9}
    apply(state, ending.GameDecided([], "a draw", {"terrainians": 9, "aquaphibians": 9}))
    assert state.scores == {"terrainians": 9, "aquaphibians": 9}
