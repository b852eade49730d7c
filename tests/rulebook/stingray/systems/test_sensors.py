"""STG-SCN, section 2.6: what a vessel's own senses notice, and whom it holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from pbem.core.geometry.hexes import DIRECTIONS, parse_label
from pbem.games.stingray.model.state import Mine, Missile, State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK7, MK61, TERRAINIANS, TERROR
from pbem.games.stingray.model.vessel import Contact, Power, Vessel
from pbem.games.stingray.rules.systems.sensors import (
    detected,
    held,
    holds,
    mines_noticed,
    missiles_noticed,
    plant_heard,
    reach,
    searched,
    sweep_of,
)
from pbem.games.stingray.rules.turn_scratch import TurnScratch
from tests.rulebook.stingray.builders.one_step import state_with, vessel
from tests.rulebook.stingray.builders.vessel_orders import begun, turn_of

ALL = ("1", "2", "3", "4", "5", "6")


def quiet(*vessels: Vessel, obstacles: Iterable[str] = (), **options: Any) -> State:
    """A sea in move 1 in which nobody knows anything yet."""
    given = {name.replace("_", "-"): value for name, value in options.items()}
    return state_with(*vessels, obstacles=obstacles, options=given, held=False, move=1)


def silent(id: str, hex: str, facing: str = "N", **changes: Any) -> Vessel:
    """A vessel whose plant makes no noise and whose sonar is off."""
    return vessel(id, hex, facing, **{"output": 0, "power": Power(output=0), **changes})


def found(state: State, observer: str, target: str, zones: tuple[str, ...] | None = None) -> str | None:
    """How one vessel notices another."""
    watcher = state.vessels[observer]
    sweep = sweep_of(state, watcher, searched(watcher) if zones is None else zones)
    return detected(state, watcher, state.vessels[target], sweep)


def test_a_stingrays_scan() -> None:
    """STG-SCN.1, STG-HEX.5: worked example W21, with the obstacle that hides TF1 by STG-HEX.6."""
    fleet = vessel("TF1", "1002"), vessel("TF2", "1207"), vessel("TF3", "2204"), vessel("TF4", "1513")
    state = quiet(vessel("SR1", "1010"), *fleet)
    scratch = begun(state, "SCAN 1, HALF 2 6")
    assert state.vessels["SR1"].power.items["SCAN"] == 2
    seen = [found(state, "SR1", id) for id in ("TF1", "TF2", "TF3", "TF4")]
    assert seen == ["sonar", "sonar", None, None]
    scratch.state.obstacles = {parse_label("1006")}
    assert found(state, "SR1", "TF1") is None


@pytest.mark.parametrize(
    ("hex", "full", "half"), [("1020", True, True), ("1021", True, False), ("1030", True, False), ("1031", False, False)]
)
def test_full_and_half_range(hex: str, full: bool, half: bool) -> None:
    """STG-SCN.1: 20 hexes, or 10 (zone 4, astern; the vessel is at 1010)."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", hex))
    assert (found(state, "SR1", "TF1", ("4",)) == "sonar") is full
    assert (found(state, "SR1", "TF1", ("h4",)) == "sonar") is half
    assert found(state, "SR1", "TF1", ("1", "2", "3", "5", "6")) is None


def test_the_sonar_range_is_an_option() -> None:
    """STG-SCN.1: half range follows it. Fish have their own; a MegaFish has both."""
    options = {"sonar-range": 12, "fish-sonar-range": 5}
    assert [reach(options, "SR", zone) for zone in ("1", "h1")] == [12, 6]
    assert [reach(options, key, zone) for key, zone in (("SS", "4"), ("TF", "1"), ("MF", "6"), ("MF", "h4"))] == [12, 5, 12, 5]


def test_others_search_without_orders() -> None:
    """STG-SCN.2: an SS all round to 20; a TF ahead to 10; an MF ahead to 20 and astern to 10."""
    targets = [silent(f"SR{n}", hex) for n, hex in enumerate(("2010", "2011", "2029", "2030", "2040"), 1)]

    def seen(observer: Vessel) -> list[str]:
        state = quiet(observer, *targets)
        return [target.id for target in targets if found(state, observer.id, target.id) == "sonar"]

    assert seen(vessel("SS1", "2020")) == ["SR1", "SR2", "SR3", "SR4", "SR5"]
    assert seen(vessel("TF1", "2020")) == ["SR1", "SR2"]
    assert seen(vessel("TF1", "2020", "S")) == ["SR3", "SR4"]
    assert seen(vessel("MF1", "2020")) == ["SR1", "SR2", "SR3", "SR4"]
    assert seen(vessel("MF1", "2020", "S")) == ["SR1", "SR2", "SR3", "SR4", "SR5"]


def test_sonar_needs_a_clear_line() -> None:
    """STG-SCN.2, STG-HEX.6: rocks hide a vessel from sonar and eyes alike."""
    state = quiet(vessel("TF1", "1010"), silent("SR1", "1007"), obstacles=["1008"])
    assert found(state, "TF1", "SR1") is None
    state.obstacles.clear()
    assert found(state, "TF1", "SR1") == "sonar"


def test_vision_is_all_round() -> None:
    """STG-SCN.5: everything within 3 hexes in line of sight, without sonar."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "1013"), vessel("TF2", "1014"), vessel("TF3", "1310"))
    assert [found(state, "SR1", id) for id in ("TF1", "TF2", "TF3")] == ["vision", None, "vision"]
    state.options["visual-range"] = 4
    assert found(state, "SR1", "TF2") == "vision"
    state.obstacles = {parse_label("1012")}
    assert found(state, "SR1", "TF1") is None


def test_damaged_sonar_leaves_eyes() -> None:
    """STG-SPH.4: no active scan, no listening; vision remains. STG-CRW.3: a dead crew sees nothing."""
    state = quiet(vessel("SS1", "1010", specials={"SONAR": 1}), vessel("TF1", "1012"), vessel("TF2", "1005"))
    assert [found(state, "SS1", id) for id in ("TF1", "TF2")] == ["vision", None]
    state.vessels["SS1"].injuries = 4
    assert not holds(state, state.vessels["SS1"], state.vessels["TF1"])


def test_a_megafish_is_seen_by_its_nearer_hex() -> None:
    """STG-HEX.7: head or tail, whichever passes; it looks from its head."""
    state = quiet(silent("SR1", "1010"), vessel("MF1", "1014", "S"))
    assert found(state, "SR1", "MF1") == "vision", "its tail 1013 is 3 hexes away"
    state = quiet(silent("SR1", "1010"), vessel("MF1", "1014", "N"))
    assert found(state, "SR1", "MF1") is None
    state = quiet(silent("SR1", "1010"), vessel("MF1", "1005", "N"))
    assert found(state, "MF1", "SR1") == "sonar"
    assert found(state, "MF1", "SR1", ()) is None, "its tail sees nothing"


# ---------------------------------------------------------------- plant noise


def test_silent_running() -> None:
    """STG-SCN.4, STG-POW.10: worked example W20: POWER 3 is heard at 9 hexes, not at 10; POWER 0 by nobody."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "1019", "S"), vessel("TF2", "1020", "S"), vessel("TF3", "1905", "S"))
    stingray = state.vessels["SR1"]
    stingray.output = 3
    assert [found(state, id, "SR1", ()) for id in ("TF1", "TF2", "TF3")] == ["plant", None, None]
    stingray.output = 0
    assert not any(plant_heard(state, state.vessels[id], stingray) for id in ("TF1", "TF2", "TF3"))


def test_batteries_make_no_noise() -> None:
    """STG-POW.10: what is heard is plant output, whatever is spent."""
    state = quiet(vessel("SR1", "1010", battery=10), vessel("TF1", "1013", "S"))
    begun(state, "HALT; POWER 0; SCAN 1 2 3")
    state.vessels["SR1"].output = state.vessels["SR1"].power.output
    assert sum(state.vessels["SR1"].power.items.values()) == 4
    assert not plant_heard(state, state.vessels["TF1"], state.vessels["SR1"])


def test_a_supersub_is_loud() -> None:
    """STG-SCN.4: heard at 18 hexes, with the reactor hit at 9; through rocks, all round, by enemies."""
    state = quiet(vessel("SS1", "1010"), vessel("TF1", "1028", "S"), silent("SR1", "1011"), obstacles=["1020"])
    assert found(state, "TF1", "SS1") == "plant"
    state.options["passive-per-apu"] = 2
    assert found(state, "TF1", "SS1") is None
    state.options["passive-per-apu"] = 3
    state.vessels["SS1"].specials["REACTOR"] = 1
    assert found(state, "TF1", "SS1") is None
    state.vessels["TF1"].hex = parse_label("1019")
    assert found(state, "TF1", "SS1") == "plant"
    assert not plant_heard(state, state.vessels["SR1"], state.vessels["SS1"])
    assert not plant_heard(state, state.vessels["SS1"], state.vessels["TF1"])


# ---------------------------------------------------------------- held


def action_of(state: State) -> TurnScratch:
    return TurnScratch(turn_of(state))


def listed(observer: Vessel, name: str, move: int) -> None:
    """A line on its list, as of the end of this move."""
    observer.finds.contacts[name] = Contact(name, "", parse_label("0101"), None, -1, -1, move, "plant")


def test_held_by_the_last_report() -> None:
    """STG-SCN.8: a contact renewed in the last report is held for the whole next move; an older one is not."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "2030"))
    state.move = 3
    listed(state.vessels["SR1"], "TF1", 2)
    assert held(action_of(state), state.vessels["SR1"], "TF1") is state.vessels["TF1"]
    listed(state.vessels["SR1"], "TF1", 1)
    assert held(action_of(state), state.vessels["SR1"], "TF1") is None


def test_held_at_this_instant() -> None:
    """STG-SCN.8: by zones funded this move, noise or vision."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "1005"), vessel("TF2", "1013"), vessel("TF3", "1025"))
    stingray = state.vessels["SR1"]
    stingray.power.zones = ["1"]
    names = ("TF1", "TF2", "TF3", "TF9")
    assert [bool(held(action_of(state), stingray, id)) for id in names] == [True, True, False, False]
    stingray.injuries = 4
    assert held(action_of(state), stingray, "TF1") is None


def test_noise_is_held_by_its_name() -> None:
    """STG-SCN.8, STG-SCN.4: U1 stands for the plant; by its id only if that has been identified."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "1025"), vessel("TF2", "3030"))
    fish, stingray = state.vessels["TF1"], state.vessels["SR1"]
    fish.facing = 3
    state.umpire.plants["U1"] = "SR1"
    assert held(action_of(state), fish, "U1") is stingray
    assert held(action_of(state), fish, "SR1") is None
    assert holds(state, fish, stingray)
    listed(state.vessels["TF2"], "SR1", 0)
    assert held(action_of(state), fish, "SR1") is stingray, "the other fish has told who that is"
    state.vessels["TF2"].specials["COMMS"] = 1
    assert held(action_of(state), fish, "SR1") is None


def test_nothing_that_is_gone_is_held() -> None:
    """STG-SCN.8: a vessel that has left play is held by nobody."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "1011"))
    listed(state.vessels["SR1"], "TF1", 0)
    state.vessels["TF1"].fate = "sunk"
    assert held(action_of(state), state.vessels["SR1"], "TF1") is None
    assert not holds(state, state.vessels["SR1"], state.vessels["TF1"])


# ---------------------------------------------------------------- missiles and mines


def swim(state: State, id: str, kind: str, hex: str) -> None:
    """A missile heading SE."""
    launcher = id.partition("-")[0]
    side = state.vessels[launcher].side
    state.missiles[id] = Missile(id, kind, launcher, side, parse_label(hex), DIRECTIONS.index("SE"), 3, "", 0)


def noticed(state: State, observer: str, zones: tuple[str, ...] = ()) -> dict[str, tuple[str, str, int]]:
    """Kind, way and heading of each missile noticed."""
    vessel = state.vessels[observer]
    missiles = missiles_noticed(state, vessel, sweep_of(state, vessel, zones))
    return {id: (contact.kind, contact.how, contact.heading) for id, contact in missiles.items()}


def test_missiles_by_sonar_eyes_and_ears() -> None:
    """STG-SCN.3, STG-SCN.5, STG-SCN.6: sonar and vision give kind and heading, the hydrophone only the heading."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "3030"))
    for number, hex in enumerate(("1005", "1013", "1016", "1017"), 1):
        swim(state, f"TF1-M{number}", TERROR, hex)
    assert noticed(state, "SR1", ("1",)) == {
        "TF1-M1": (TERROR, "sonar", 2),
        "TF1-M2": (TERROR, "vision", 2),
        "TF1-M3": ("", "hydrophone", 2),
    }
    state.options["hydrophone-range"] = 7
    assert "TF1-M4" in noticed(state, "SR1")
    state.vessels["SR1"].specials["SONAR"] = 1
    assert list(noticed(state, "SR1", searched(state.vessels["SR1"]))) == ["TF1-M2"]


def test_own_missiles() -> None:
    """Section 7, STG-SCN.3: an own Mk7 is noticed like any other; an own Mk61 needs no scan, a friend's does."""
    state = quiet(silent("SR1", "1010"), silent("SR2", "1012"), vessel("TF1", "3030"))
    swim(state, "SR1-M1", MK7, "1011")
    swim(state, "SR1-M2", MK61, "1011")
    assert list(noticed(state, "SR1")) == ["SR1-M1"]
    assert list(noticed(state, "SR2")) == ["SR1-M1", "SR1-M2"]


def test_mines_only_within_half_range() -> None:
    """STG-SCN.3: in a searched zone within 10 hexes, or in vision; one's own side's are no news."""
    state = quiet(silent("SR1", "1020"), vessel("TF1", "3030"))
    for number, hex in enumerate(("1010", "1009", "1023", "1024"), 1):
        state.mines[f"AM{number}"] = Mine(f"AM{number}", AQUAPHIBIANS, parse_label(hex))
    state.mines["MN1"] = Mine("MN1", TERRAINIANS, parse_label("1019"))
    stingray = state.vessels["SR1"]
    assert mines_noticed(state, stingray, sweep_of(state, stingray, ("1",))) == {parse_label("1010"), parse_label("1023")}
    assert mines_noticed(state, stingray, {}) == {parse_label("1023")}
    state.mines["AM1"].active = False
    assert parse_label("1010") in mines_noticed(state, stingray, sweep_of(state, stingray, ALL))
