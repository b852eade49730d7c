"""Section 8, common set-up, and what is chosen before move 1 (STG-GEN, STG-FUE.1, STG-LAU.9, STG-MK7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import EVERYONE, Draft
from events.stingray.contacts import ContactsHeld
from events.stingray.opening import ArmingSet, SeaSet, SetupClosed, SideBriefed, TubesLoaded, VesselEntered
from events.stingray.weapons import MineLaid
from pbem.core.dice.fair_dice import ScriptedDice, seeded
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import State
from pbem.games.stingray.rules.setup import carry_out
from tests.rulebook.stingray.builders.one_step import envelope, only, rolled, told


def opened(key: str, **options: Any) -> tuple[State, list[Draft]]:
    """A scenario's opening, and what happened."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded(key), 0)
    STINGRAY.rules.setup(turn, key, STINGRAY.scenarios.options(key, options))
    return turn.state, turn.drafts


def chosen(state: State, **sheets: list[str]) -> list[Draft]:
    """Set-up orders by seat, all for SR1."""
    turn = Turn(STINGRAY.rules.apply, state, ScriptedDice([]), 1)
    carry_out(turn, {seat: OrderSheet({"SR1": lines}) for seat, lines in sheets.items()})
    return turn.drafts


def audiences(drafts: list[Draft], kind: type[Any]) -> list[str]:
    return [draft.audience for draft in drafts if type(draft.event) is kind]


# ---------------------------------------------------------------- the opening position


def test_everybody_knows_the_map() -> None:
    """STG-HEX.8: terrain is open or obstacle, and known to all; so are the seats."""
    state, drafts = opened("new-toy")
    assert envelope(drafts, SeaSet) == ("STG-HEX.8", EVERYONE)
    assert {label(hex) for hex in state.obstacles} >= {"1010", "1110", "2015"}
    assert only(drafts, SeaSet).crews == {"captain1": "sr1", "copilot1": "sr1", "captain2": "sr2", "copilot2": "sr2"}


def test_each_side_has_its_own_briefing() -> None:
    """STG-GEN.2 and section 7."""
    _, drafts = opened("new-toy")
    assert audiences(drafts, SideBriefed) == ["terrainians", "aquaphibians"]
    assert len({briefed.text for briefed in told(drafts, SideBriefed)}) == 2


def test_vessels_enter_in_vessel_order_before_their_own_crews_only() -> None:
    """STG-GEN.1, STG-GEN.6: one event for one craft, seen by the seat that commands it."""
    _, drafts = opened("tanker-run")
    entered = [(draft.event.vessel, draft.audience) for draft in drafts if isinstance(draft.event, VesselEntered)]
    assert entered == [
        ("SR1", "sr1"),
        ("SS1", "supersub"),
        ("TF1", "fish1"),
        ("TF2", "fish1"),
        ("TF3", "fish2"),
        ("TF4", "fish2"),
    ]


def test_all_is_as_in_the_common_set_up() -> None:
    """Section 8, STG-LAU.9: batteries 5, stores full, tubes by the default LOADOUT, unarmed; fish are ready to launch."""
    state, _ = opened("new-toy")
    stingray, mega, fish = state.vessels["SR1"], state.vessels["MF1"], state.vessels["TF1"]
    assert (stingray.battery, stingray.stores) == (5, {"MK61": 4, "MK7": 8, "MINE": 4, "DECOY": 4})
    assert {name: (tube.load, tube.armed) for name, tube in stingray.launchers.items()} == {
        "1": ("MK61", False),
        "2": ("MK7", False),
    }
    assert (mega.stores, fish.stores) == ({"PORT": 8, "STARBOARD": 8, "MINE": 6}, {"TERROR": 8, "MINE": 2})
    assert [tube.load for vessel in (mega, fish) for tube in vessel.launchers.values()] == ["READY"] * 3
    assert (label(mega.hex), mega.tail and label(mega.tail), mega.facing) == ("2412", "2513", 5)
    assert {vessel.arming for vessel in state.vessels.values()} == {3}


def test_battery_start() -> None:
    """Option `battery-start`."""
    state, _ = opened("new-toy", **{"battery-start": 9})
    assert [state.vessels[id].battery for id in ("SR1", "SR2", "MF1")] == [9, 9, 0]


def test_fuel_is_rolled_in_vessel_order_and_seen_by_the_crew() -> None:
    """STG-FUE.1: a TF 1d6 x 10 AKG, an MF 2d6 x 10."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), ScriptedDice([2, 5, 6, 1]), 0)
    STINGRAY.rules.setup(turn, "new-toy", STINGRAY.scenarios.options("new-toy", {}))
    assert [turn.state.vessels[id].fuel for id in ("MF1", "TF1", "TF2", "SR1")] == [70, 60, 10, 0]
    assert rolled(turn.drafts) == ["fuel of MF1", "fuel of TF1", "fuel of TF2"]
    rolls = [draft for draft in turn.drafts if draft.rule == "STG-FUE.1"]
    assert {draft.audience for draft in rolls} == {"aquaphibian"}


def test_fixed_fuel_is_not_rolled() -> None:
    """STG-FUE.1: scenarios may fix it."""
    state, drafts = opened("agent-x20")
    assert (state.vessels["TF1"].fuel, rolled(drafts)) == (30, [])


def test_mines_that_lie_there_from_the_start_are_known_to_their_side() -> None:
    """Scenario 5: four active mines of the Aquaphibians, hidden from the others."""
    state, drafts = opened("agent-x20")
    assert {mine.id: label(mine.hex) for mine in state.mines.values()} == {
        "AM1": "1008",
        "AM2": "1311",
        "AM3": "1510",
        "AM4": "1909",
    }
    assert all(mine.active for mine in state.mines.values())
    assert set(audiences(drafts, MineLaid)) == {"aquaphibians"}


def test_scenario_1_begins_with_all_contacts_known() -> None:
    """Scenario 1: both sides start knowing the enemy's ids and hexes."""
    state, _ = opened("stand-by-for-action")
    lists = {v.id: {c.id: (label(c.hex), c.how) for c in v.finds.contacts.values()} for v in state.vessels.values()}
    assert lists["SR1"] == {"TF1": ("2004", "known"), "TF2": ("2108", "known")}
    assert lists["TF1"]["SR1"] == ("0414", "known")


def test_the_opening_is_scanned() -> None:
    """Section 8: before move 1 a scan is made and reported; far apart, nobody finds an enemy."""
    state, drafts = opened("overwhelming-numbers")
    assert set(audiences(drafts, ContactsHeld)) == {"sr1", "aquaphibian"}
    assert state.vessels["SR1"].finds.contacts == {}
    assert state.vessels["SR1"].finds.swept


# ---------------------------------------------------------------- chosen before move 1


def test_arming_is_set_by_its_captain() -> None:
    """STG-MK7.2: `ARMING n` at set-up, 3 if not given; the crew sees it."""
    state, _ = opened("new-toy")
    drafts = chosen(state, captain1=["ARMING 0"])
    assert envelope(drafts, ArmingSet) == ("STG-MK7.2", "sr1")
    assert [state.vessels[id].arming for id in ("SR1", "SR2")] == [0, 3]


def test_loadout_changes_the_tubes_that_it_names() -> None:
    """STG-LAU.9: what is in a tube counts against the stores, so these stay full."""
    state, _ = opened("new-toy")
    drafts = chosen(state, captain1=["LOADOUT TUBE 2 MK61"])
    assert told(drafts, TubesLoaded) == [TubesLoaded("SR1", {"1": "MK61", "2": "MK61"})]
    assert state.vessels["SR1"].stores["MK61"] == 4


def test_the_captains_set_up_stands_before_the_copilots() -> None:
    """STG-SEA.1, STG-SEA.2: ARMING is the Captain's; the Co-Pilot's counts when they send none."""
    state, _ = opened("new-toy")
    chosen(state, copilot1=["ARMING 7"], captain1=["ARMING 1"])
    assert state.vessels["SR1"].arming == 1
    state, _ = opened("new-toy")
    chosen(state, copilot1=["ARMING 7"], captain1=["LOADOUT TUBE 1 MINE"])
    assert (state.vessels["SR1"].arming, state.vessels["SR1"].launchers["1"].load) == (7, "MINE")


def test_an_outsider_chooses_nothing() -> None:
    """Only who commands a vessel sets it up, whatever else a sheet holds."""
    state, _ = opened("new-toy")
    assert chosen(state, aquaphibian=["ARMING 9"], captain2=["ARMING 9"]) == []


def test_set_up_has_a_deadline_of_its_own_only_where_spies_are_granted() -> None:
    """STG-SPY.1: PLANS reports what was set up, so set-up is closed before move 1."""
    assert [key for key in STINGRAY.scenarios if opened(key)[0].setting_up] == ["agent-x20", "agent-x20-balanced"]
    state, _ = opened("agent-x20")
    assert set(STINGRAY.rules.due(state)) == {"captain", "copilot", "aquaphibian"}
    STINGRAY.rules.resolve(
        turn := Turn(STINGRAY.rules.apply, state, ScriptedDice([]), 1), {"captain": OrderSheet({"SR1": ["ARMING 2"]})}
    )
    assert envelope(turn.drafts, SetupClosed) == ("STG-SPY.1", EVERYONE)
    assert (state.setting_up, state.move, state.vessels["SR1"].arming) == (False, 0, 2)


def test_set_up_that_is_closed_stays_closed() -> None:
    """STG-MK7.2, STG-SPY.4: after PLANS was read nothing of it changes."""
    state, _ = opened("agent-x20")
    chosen(state, captain=["ARMING 2"])
    assert chosen(state, captain=["ARMING 9"]) == []
    assert state.vessels["SR1"].arming == 2


def test_standing_orders_may_come_with_the_set_up() -> None:
    """Section 5: they stay until cancelled, also those given before move 1."""
    state, _ = opened("agent-x20")
    chosen(state, captain=["STANDING LEAP EVADE"])
    assert state.vessels["SR1"].standing == {"captain": ["STANDING LEAP EVADE"]}


def test_the_last_word_counts() -> None:
    """STG-MK7.2, STG-LAU.9: of two ARMING the later; two LOADOUT may name a tube each."""
    state, _ = opened("new-toy")
    chosen(state, captain1=["ARMING 1", "ARMING 2", "LOADOUT TUBE 1 MK7", "LOADOUT TUBE 2 MINE"])
    ship = state.vessels["SR1"]
    assert (ship.arming, [tube.load for tube in ship.launchers.values()]) == (2, ["MK7", "MINE"])


@pytest.mark.parametrize("key", list(STINGRAY.scenarios))
def test_nobody_has_a_third_crew_member_or_a_pet(key: str) -> None:
    """STG-GEN.4: no scenario gives them a role, so a vessel has its one or two seats and nothing else aboard."""
    state, _ = opened(key)
    assert all(1 <= len(vessel.seats) <= 2 for vessel in state.vessels.values())
    assert sorted({seat for vessel in state.vessels.values() for seat in vessel.seats}) == sorted(state.seats)
