"""What is told of each event (section 9), in the rule book's words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.base import Event
from events.stingray import contacts, damage, ending, movement, opening, orders, upkeep, weapons
from pbem.games.stingray.model.state import State
from pbem.games.stingray.report.panels import panels
from pbem.games.stingray.report.pictures.draw import draw
from pbem.games.stingray.report.tell import TELLERS, tell
from pbem.games.stingray.report.template import template
from tests.kit.vocabulary import vocabulary
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import state_with, vessel

STATE = state_with(
    vessel("SR1", "1010", "N", 3), vessel("SS1", "1510", "N"), vessel("TF1", "1004", "S", 3), vessel("MF1", "2010", "N")
)
STATE.over = True
ALL = known(STATE, None)
"""Everybody's vessels, as after the end."""
NOBODYS: State = known(replace(STATE, over=False), None)


def test_every_event_type_is_considered() -> None:
    """Section 9: each type of the vocabulary is told or silent by decision, none by oversight."""
    assert set(TELLERS) == vocabulary("stingray")


def launched(**changes: Any) -> weapons.Launched:
    """A Mk61 from tube 1, changed as told."""
    fields: dict[str, Any] = {
        "vessel": "SR1",
        "launcher": "1",
        "weapon": "MK61",
        "item": "SR1-M1",
        "target": "TF1",
        "hex": "1010",
        "heading": 0,
        "via": [],
        "window": 0,
    }
    return weapons.Launched(**(fields | changes))


SENTENCES: list[tuple[Event, str]] = [
    (
        opening.VesselEntered("SR1", "SR", "captain", "copilot", "sr1", "0414", "", 1, 3, 0, 5, {}),
        "SR1 (Stingray) is at 0414 facing NE, speed 3, batteries 5",
    ),
    (
        opening.VesselEntered("MF1", "MF", "fish", "", "fish", "2412", "2513", 5, 3, 70, 0, {}),
        "MF1 (Titan MegaFish) is at 2412 (tail 2513) facing NW, speed 3, fuel 70 AKG",
    ),
    (opening.ArmingSet("TF1", 1), "sonar missiles of TF1 arm after 1 hex"),
    (opening.TubesLoaded("SR1", {"1": "MK61", "2": ""}), "SR1 is loaded: tube 1 Mk61, tube 2 empty"),
    (opening.SpyCardPlayed("TRAP", "SR1", "TUBE1", 4), "a trap is set in the tube 1 of SR1 for move 4"),
    (opening.SpyCardPlayed("AGENT", "SR1", "", 0), "an agent goes aboard SR1"),
    (
        orders.OrdersTaken("SR1", ["MOVE 2 S 2", "SCAN 1 2"], ["the Co-Pilot's DECOY is left out."]),
        "SR1 orders: MOVE 2 S 2; SCAN 1 2; the Co-Pilot's DECOY is left out",
    ),
    (orders.OrdersTaken("SR1", [], []), "SR1 orders: none"),
    (
        orders.AgentRolled("SR1", "SONAR", 1, "caught"),
        "the agent aboard SR1 tries the sonar: rolled 1 - the agent is caught",
    ),
    (
        orders.PowerAllocated("SR1", 6, 0, {"LIFE": 1}, ["SCAN 1 zone", "LOAD 2"], []),
        "SR1 has no power for SCAN 1 zone, LOAD 2",
    ),
    (orders.PlanFixed("SR1", "2 S 2", 4, 4, 6, True, []), "SR1 moves 2 S 2: speed 4"),
    (
        orders.PlanFixed("SR1", "6 OVER", 6, 4, 6, True, []),
        "SR1 moves 6 OVER: speed 6, cut to 4 hexes for going over",
    ),
    (orders.PlanFixed("TF1", "HALT", 0, 0, 0, True, []), "TF1 lies still"),
    (
        orders.PlanFixed("TF1", "3", 3, 3, 0, True, ["no movement was ordered"]),
        "TF1 moves 3: speed 3 (no movement was ordered)",
    ),
    (
        orders.PowerAllocated("SR1", 6, 3, {"LIFE": 1, "MOVE": 6, "SCAN": 2}, [], []),
        "SR1 draws 3 APU from its batteries: it spends 9, its plant gives 6",
    ),
    (
        orders.PowerAllocated("SR1", 6, 1, {"LIFE": 1, "MOVE": 6}, ["LAUNCH 1"], []),
        "SR1 draws 1 APU from its batteries: it spends 7, its plant gives 6; it has no power for LAUNCH 1",
    ),
    (upkeep.PowerStored("SR1", 2, 0, 7), "SR1 stores 2 APU, its batteries hold 7 of 10"),
    (upkeep.PowerStored("SR1", 2, 1, 10), "SR1 stores 2 APU, its batteries hold 10 of 10 and wastes 1 APU"),
    (upkeep.PowerStored("SR1", 0, 3, 0), "SR1 wastes 3 APU"),
    (orders.PlanFixed("TF1", "S P", 0, 0, 0, True, []), "TF1 lies still: S P"),
    (launched(), "SR1 launches a Sting Mk61 (SR1-M1) from tube 1 in 1010, heading N, at TF1"),
    (
        launched(via=["1110", "1209"]),
        "SR1 launches a Sting Mk61 (SR1-M1) from tube 1 in 1010, heading N, at TF1 via 1110 1209",
    ),
    (
        launched(vessel="MF1", launcher="PORT", weapon="TERROR", item="MF1-M4", target="", heading=4),
        "MF1 launches a Terror Missile from its port nostril in 1010, heading SW, blind",
    ),
    (
        launched(vessel="TF1", launcher="LAUNCHER", weapon="MINE", item="AM1", target=""),
        "TF1 launches a SonaMine from its launcher",
    ),
    (weapons.MineLaid("AM1", "aquaphibians", "1010"), "mine AM1 lies in 1010, active"),
    (weapons.MineSwitched("MN2", False), "mine MN2 is switched off"),
    (weapons.CodeFailed("SR1", "MN1"), "SR1 sends the code of MN1: no mine answers, the APU is lost"),
    (orders.OrderLapsed("TF1", "LAUNCH AT SR1", "never in the arc"), "TF1 LAUNCH AT SR1 lapses: never in the arc"),
    (
        movement.LeapTried("SR1", 3, "over", 2, 4, True),
        "SR1 leaps over the obstacle: rolled 2 (needs 4 or less) - clear of the water",
    ),
    (
        movement.LeapTried("SR1", 3, "over", 2, 1, False),
        "SR1 leaps over the obstacle: rolled 2 (needs 1) - it does not clear the obstacle",
    ),
    (
        movement.LeapTried("TF1", 4, "evade", 1, 0, False),
        "TF1 leaps to evade a missile: rolled 1 (cannot succeed) - it stays in the water",
    ),
    (movement.Moved("SR1", 3, "1009", "", 0, True), "SR1 flies to 1009"),
    (
        weapons.Attacked("SR1", 4, "TERROR", "homing", 4, 4, 5, False),
        "a Terror Missile heading SW attacks SR1: rolled 4 (needs 5 or more) - a miss",
    ),
    (
        weapons.Attacked("SR1", 4, "MK7", "unguided", 0, 6, 6, True),
        "a Sting Mk7 heading N passes SR1: rolled 6 (needs 6) - a hit",
    ),
    (weapons.LockLost("SR1-M1", "sight"), "missile SR1-M1 has lost its lock: it has no line of sight to its target"),
    (weapons.MissileGone("SR1-M1", 4, "spent", "0912"), "missile SR1-M1 has run its distance and is spent in 0912"),
    (
        weapons.SeekerTied("TF1-M1", ["SR1", "SS1", "D1"], "D1"),
        "missile TF1-M1 hears SR1, SS1 and D1 equally near; the die chooses D1",
    ),
    (movement.Struck("SR1", 4, "1009", "1010", ""), "SR1 strikes the obstacle in 1009 and lies in 1010"),
    (weapons.MineMet("SR1", 4, "1009", 3, True), "SR1 enters mined hex 1009: rolled 3 - it explodes"),
    (
        movement.Encountered("SR1", "TF1", 4, "1009", [4, 2], "ram", "TF1"),
        "SR1 and TF1 meet in 1009, rolled 4 and 2: TF1 rams",
    ),
    (damage.Damaged("SR1", 1, "re-entry", 4), "SR1 takes 1 damage point (re-entry), 4 of 15 in all"),
    (damage.Damaged("SS1", 5, "Terror Missile", 9), "SS1 takes 5 damage points (Terror Missile), 9 of 40 in all"),
    (damage.SpecialHit("SR1", "REACTOR", "SonaMine", 2), "SR1 reactor hit (SonaMine): its plant gives 1 APU"),
    (damage.SpecialHit("SS1", "REACTOR", "SonaMine", 1), "SS1 reactor hit (SonaMine): maximum speed 1"),
    (damage.SpecialHit("SR1", "ENGINES", "ram", 1), "SR1 engines hit (ram): maximum speed 3"),
    (damage.SpecialHit("TF1", "COMMS", "Sting Mk7", 1), "TF1 comms hit (Sting Mk7): it neither reports nor hears"),
    (damage.SpecialHit("SR1", "COMMS", "ram", 1), "SR1 comms hit (ram): no comms with HQ"),
    (damage.CrewHurt("TF1", 2, "Sting Mk7"), "TF1 has crew wounded (Sting Mk7): -2 on its rolls"),
    (damage.CrewHurt("TF1", 4, "Sting Mk7"), "TF1 has crew wounded (Sting Mk7): the crew is dead"),
    (damage.Sank("TF1", "exploded", "1004"), "TF1 explodes in 1004"),
    (weapons.MissileGone("SR1-M1", 4, "exploded", "0912"), "missile SR1-M1 hits something in 0912 and explodes"),
    (weapons.MissileGone("SR1-M1", 4, "obstacle", "0912"), "missile SR1-M1 is destroyed on the obstacle in 0912"),
    (weapons.MissileGone("SR1-M1", 4, "edge", "0901"), "missile SR1-M1 runs off the map from 0901"),
    (weapons.MissileGone("TF1-M1", 4, "decoyed", "0912"), "missile TF1-M1 is taken in by a SonaDecoy in 0912"),
    (contacts.NoiseHeard(["SR1"], "explosion", "1206", 5, 3), "SR1 hears 3 explosions in 1206 (phase 5)"),
    (contacts.NoiseHeard(["SR1"], "explosion", "1206", 5, 1), "SR1 hears an explosion in 1206 (phase 5)"),
    (contacts.NoiseHeard(["MF1", "TF1"], "breaking up", "1206", 0, 1), "MF1 and TF1 hear a vessel breaking up in 1206"),
    (
        damage.RepairTried("SR1", "REACTOR", 5, 5, True, 1),
        "SR1 repair of reactor: rolled 5 (needs 5 or more) - repaired, 1 step left",
    ),
    (damage.RepairTried("TF1", "FUEL", 5, 6, False, 1), "TF1 repair of fuel line: rolled 5 (needs 6) - no success"),
    (upkeep.FuelPaid("TF1", 1, 39), "TF1 burns 1 AKG, 39 left"),
    (upkeep.Reloaded("MF1", "STARBOARD"), "MF1 has reloaded its starboard nostril"),
    (contacts.MessageHeard("SR1", "SR2", "two fish, bearing NE"), 'SR1 hears SR2: "two fish, bearing NE"'),
    (ending.Scored("terrainians", 1, "damage", "TF1"), "terrainians score 1 point: damage (TF1)"),
    (ending.Alongside("TF1", "SS1", 1), "TF1 lies alongside SS1: 1 move running"),
    (ending.Alongside("TF1", "SS1", 0), "TF1 has lost SS1"),
    (
        ending.GameDecided(["terrainians"], "The Terrainians win.", {"terrainians": 9, "aquaphibians": 4}),
        "The Terrainians win.",
    ),
]


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[f"{e.type[9:]}-{n}" for n, (e, _) in enumerate(SENTENCES)])
def test_sentence(event: Event, words: str) -> None:
    """Section 9: the sentence for an event."""
    assert tell(event, ALL) == words


QUIET: list[Event] = [
    orders.MoveBegan(3),
    movement.Moved("SR1", 3, "1009", "", 0, False),
    movement.Turned("SR1", 3, 1),
    upkeep.FuelPaid("TF1", 0, 40),
    orders.PowerAllocated("SR1", 6, 0, {"LIFE": 1}, [], []),
    upkeep.MoveLogged("SR1", 3, 3, 0, 0, 0),
]


@pytest.mark.parametrize("event", QUIET, ids=[e.type[9:] for e in QUIET])
def test_bookkeeping_is_not_told(event: Event) -> None:
    """Section 9: what the sheet and the map show is not told again."""
    assert tell(event, ALL) is None


def test_the_way_of_a_missile_is_told_after_the_end() -> None:
    """Section 7: the way of a homing missile is public when the game is over; a Mk61's is on the sheet meanwhile."""
    moved = weapons.MissileMoved("TF1-M1", 3, "1008", 3, "SR1")
    assert tell(moved, ALL) == "missile TF1-M1 runs to 1008, heading S, seeking SR1"
    assert tell(moved, known(replace(STATE, over=False), "fish")) is None


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=[f"{e.type[9:]}-{n}" for n, (e, _) in enumerate(SENTENCES)])
def test_sentences_need_no_vessel(event: Event, words: str) -> None:
    """Section 7: a reader who may see an event, but has no vessel left on their list, still gets a sentence."""
    assert tell(event, NOBODYS)


# ---------------------------------------------------------------- dead reckoning

PLACES: list[Event] = [
    launched(),
    weapons.DecoyDropped("SR1", "1010", 0),
    weapons.MineMet("SR1", 4, "1010", 5, False),
    weapons.MineBlast("SR1", 4, "1010"),
    movement.Moved("SR1", 4, "1010", "", 0, True),
    movement.Struck("SR1", 4, "1009", "1010", ""),
    movement.Encountered("SR1", "TF1", 4, "1010", [1, 2], "passed", ""),
    damage.Sank("SR1", "sunk", "1010"),
]


@pytest.mark.parametrize("event", PLACES, ids=lambda event: event.type)
def test_the_own_hex_without_a_fix(event: Event) -> None:
    """STG-NAV.2: every sentence that gives the own hex gives it as dead reckoning when there was no fix in the move."""
    state = state_with(vessel("SR1", "1010", "N", 3), vessel("TF1", "1004", "S", 3))
    fixed = tell(event, known(state, "captain-sr1"))
    state.vessels["SR1"].fix = False
    told = tell(event, known(state, "captain-sr1"))
    assert told and "DR 1010" in told
    assert told.replace("DR 1010", "1010") == fixed == tell(event, known(state, "fish"))


def test_sheets_map_and_template_without_a_fix() -> None:
    """STG-NAV.2: wherever else the own hex is printed; the sheet has it in words and as a picture."""
    state = state_with(vessel("SR1", "1010", "N", 3), vessel("TF1", "1004", "S", 3))
    state.vessels["SR1"].fix = False
    reader = known(state, "captain-sr1")
    scenes = list(draw(reader))
    assert any("hex DR 1010 facing N  NO FIX" in panel.lines for panel in panels(reader))
    assert "hex DR 1010" in template(reader)
    assert all("DR 1010" in scene.description for scene in scenes)
    assert not any("hex 1010" in repr(scene) for scene in scenes)
