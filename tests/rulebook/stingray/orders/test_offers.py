"""What is offered and what is refused when stores, gear and power are gone."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.vessel import Launcher
from pbem.games.stingray.planning.suggestions import suggest
from pbem.games.stingray.report.template import template
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import vessel
from tests.rulebook.stingray.builders.orders import current_orders, mailed, position, reasons, stingray

NONE = {"MK61": 0, "MK7": 0, "MINE": 0, "DECOY": 0}


def alone(**changes: Any) -> State:
    """SR1, lying still, changed as told."""
    return position(stingray(speed=0, **changes))


def offered(state: State) -> list[str]:
    """What SR1's captain is offered, by suggestion and by template."""
    reader = known(state, "captain-sr1")
    hints = [line.removeprefix("# ") for line in template(reader).splitlines() if line.startswith("# ")]
    return [*(each.text for each in suggest(reader) if each.unit == "SR1"), *hints]


@pytest.mark.parametrize(
    ("stores", "weapon"), [({"MK61": 1}, "MK61"), ({"MK7": 2}, "MK7"), ({"MINE": 1}, "MINE"), ({}, ""), ({"DECOY": 1}, "")]
)
def test_only_what_is_left_is_offered_to_load(stores: dict[str, int], weapon: str) -> None:
    """STG-LAU.6, STG-LAU.9: the best weapon that lies in no tube; nothing when there is none."""
    loads = {text.split()[-1] for text in offered(alone(tubes={}, stores=NONE | stores)) if text.startswith("LOAD 1")}
    assert loads == ({weapon} if weapon else set())


def test_a_weapon_in_a_tube_cannot_be_loaded_into_the_other() -> None:
    """STG-LAU.9: the refusal names what is left."""
    state = alone(tubes={"1": "MK61"}, stores=NONE | {"MK61": 1, "MINE": 2})
    (problem,) = mailed(state, "SR1: LOAD 2 WITH MK61").problems
    assert (problem.reason, problem.legal) == ("No Mk61 left", "Write LOAD 2 WITH MINE.")
    assert reasons("SR1: STANDING LOAD 2 WITH MK61", state) == ["No Mk61 left"]


def test_no_decoys_no_standing_decoy() -> None:
    """STG-DEC.3, STG-SEA.1: stores are not filled up, so a standing order for it is refused and not offered."""
    assert reasons("SR1: STANDING DECOY IF MISSILE WITHIN 2", alone(stores=NONE)) == ["No SonaDecoys left"]
    assert not any("DECOY" in text for text in offered(alone(stores=NONE)))
    assert any(text.startswith("STANDING DECOY") for text in offered(alone()))


@pytest.mark.parametrize(
    ("order", "unit", "reason"),
    [
        ("LAUNCH STING 1 AT TF1", stingray(stores=NONE), "Nothing left to launch"),
        ("PREP STING 1", stingray(stores=NONE | {"MK7": 1}), "No Mk61 left"),
        ("LAUNCH AT SR1", vessel("TF1", "1030", stores={"TERROR": 0, "MINE": 2}), "No Terror Missiles left"),
        ("LAUNCH MINE", vessel("TF1", "1030", stores={"TERROR": 2, "MINE": 0}), "No mines left"),
        ("LAUNCH PORT AT SR1", vessel("MF1", "2020", stores={"PORT": 0, "STARBOARD": 3, "MINE": 0}), "No Terror Missiles left"),
        (
            "LAUNCH AT SR1",
            vessel("TF1", "1030", broken_off=True),
            "TF1 has broken off: it runs for its home edge and launches nothing",
        ),
    ],
)
def test_what_can_never_be_done_again_is_no_standing_order(order: str, unit: Any, reason: str) -> None:
    """STG-SEA.1, STG-REP.4: unlike what an empty tube or damaged gear forbids only now."""
    assert reasons(f"{unit.id}: STANDING {order}", position(unit)) == [reason]


def test_a_destroyed_tube_launches_nothing_any_more() -> None:
    """STG-SPH.5, STG-REP.4."""
    state = alone()
    state.vessels["SR1"].launchers["1"] = Launcher("", destroyed=True)
    assert reasons("SR1: STANDING LAUNCH STING 1 AT TF1", state) == ["Tube 1 is destroyed"]


def test_a_standing_order_in_force_can_be_sent_again() -> None:
    """STG-SEA.1: when its stores have run out it does nothing, and is no mistake."""
    line = "STANDING DECOY IF MISSILE WITHIN 2"
    assert current_orders(f"SR1: {line}", alone(stores=NONE, standing={"captain-sr1": [line]})) == [line]


def test_a_damaged_tube_is_not_prepared() -> None:
    """STG-LAU.6, STG-SPH.5: refused when it is filed, not only when it is carried out."""
    state = alone(specials={"TUBE1": 1})
    assert reasons("SR1: PREP STING 1", state) == ["Tube 1 is damaged"]
    assert reasons("SR1: PREP", state) == ["No tube holds a Mk61 that is not armed"]


@pytest.mark.parametrize(("battery", "offers"), [(0, False), (10, True)])
def test_orders_without_power_are_not_offered(battery: int, offers: bool) -> None:
    """STG-POW.6: beside life support and the movement and standing orders that run anyway."""
    state = alone(battery=battery, specials={"REACTOR": 1}, standing={"captain-sr1": ["STANDING SCAN 1 2"]})
    assert ("NAV ON" in offered(state), "MOVE 3" in offered(state)) == (offers, offers)
    assert "HALT" in offered(state) and "RAM ANY" in offered(state)
    state.vessels["SR1"].specials = {"SONAR": 1}
    assert not any(text.startswith("SCAN") for text in offered(state))
