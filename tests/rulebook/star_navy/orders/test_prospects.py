"""What templates and suggestions offer may come to something, and receipts say what is sure to lapse (SN-15.8)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.geometry.hexes import parse_label
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.ships import ACTIVE, RECOVER
from pbem.games.star_navy.model.state import State
from pbem.games.star_navy.orders.prospects import Prospects
from tests.rulebook.star_navy.builders.battle import change
from tests.rulebook.star_navy.builders.known import known
from tests.rulebook.star_navy.builders.orders import mailed, position


def hints(state: State, text: str) -> list[str]:
    """What the receipt remarks on, but for the costs; the orders themselves stand."""
    parsed = mailed(state, text)
    assert parsed.problems == [] and parsed.accepted
    return [note for note in parsed.notes if "will lapse" in note]


def arranged(turn: int = 4, pace: str = "turn", **changes: Any) -> State:
    """First Blood after a turn, with BIS changed."""
    state = position(pace=pace, turn=turn)
    change(state.ships["BIS"], **changes)
    return state


@pytest.mark.parametrize(
    ("changes", "order", "why"),
    [
        ({"mines": 0}, "T5 MINE", "no mines left aboard (0 of 2)"),
        ({"marines": 0}, "T1 BOARD SR1", "no marines left"),
        ({"marine_status": RECOVER}, "T5 BOARD SR1", "marines are RECOVER until cycle 2"),
        (
            {"thrusters_used": 9},
            "T5 TURN L",
            "turn costs 1 energy and thrusters at speed 2; you have 17 energy and 0 free thrusters",
        ),
        ({"engine_energy": 0, "capacitor_energy": 0}, "T5 FIRE F AT SR1", "no energy"),
        ({"isds": 0}, "JUMP LEAVE", "no ISD is left"),
        ({"isd_status": RECOVER}, "JUMP LEAVE", "ISDs are RECOVER until cycle 2"),
    ],
)
def test_what_is_sure_to_lapse_is_said_at_once(changes: dict[str, Any], order: str, why: str) -> None:
    """SN-5.4, SN-5.7, SN-5.8, SN-5.12, SN-5.14, SN-10.7: whatever the others do; and the order stands (SN-15.8)."""
    assert hints(arranged(**changes), f"BIS: {order}") == [f"BIS: {order} will lapse: {why}"]


def test_each_alternative_is_judged() -> None:
    """SN-15.4: the chain goes on with what may be legal."""
    state = arranged(mines=0)
    assert hints(state, "BIS: T5 MINE IF RANGE SR1 > 3 ELSE TURN L") == [
        "BIS: T5 MINE IF RANGE SR1 > 3 will lapse: no mines left aboard (0 of 2)"
    ]


def test_a_section_that_waits() -> None:
    """SN-12.1: in this cycle it is sure; in the next one it is not, unless its weapons are lost."""
    state = arranged()
    state.ships["BIS"].console.sections["F"].status = ACTIVE
    assert hints(state, "BIS: T5 FIRE F AT SR1") == ["BIS: T5 FIRE F AT SR1 will lapse: F fired this cycle; ready in cycle 3"]
    assert hints(state, "BIS: T1 FIRE F AT SR1; STANDING FIRE F AT SR1") == []
    state.ships["BIS"].console.sections["F"].weapons = 0
    assert hints(state, "BIS: STANDING FIRE F AT SR1") == ["BIS: STANDING FIRE F AT SR1 will lapse: F has no weapons left"]


def test_between_two_cycles_the_statuses_are_those_of_the_next() -> None:
    """SN-12.1: after turn 6 RECOVER lasts through the cycle that comes."""
    state = arranged(turn=6)
    state.ships["BIS"].console.sections["F"].status = RECOVER
    assert hints(state, "BIS: T1 FIRE F AT SR1") == ["BIS: T1 FIRE F AT SR1 will lapse: F is RECOVER until cycle 3"]


def offered(state: State, seat: str = "blue") -> set[str]:
    """Picks, and what the template suggests."""
    seen = known(state, seat)
    template = {line.removeprefix("# ") for line in STAR_NAVY.report.template(seen).splitlines() if line.startswith("# ")}
    return {each.text for each in STAR_NAVY.planning.suggest(seen)} | template


def test_what_is_gone_is_not_offered() -> None:
    """SN-5.8, SN-5.12, SN-5.14, SN-10.7, SN-11.1: no mines, marines, weapons, ISDs, shields: no word of them."""
    state = arranged(turn=5, mines=0, marines=0, isds=0)
    for section in state.ships["BIS"].console.sections.values():
        section.weapons = section.shields = section.active = 0
    words = " ".join(sorted(offered(state)))
    assert "T6 TURN L" in words and "KEEP" in words
    for gone in ("MINE", "BOARD", "FIRE", "JUMP", "SHIELDS"):
        assert gone not in words, gone


def test_targets_out_of_reach_are_not_offered() -> None:
    """SN-5.10, SN-5.14: 30 hexes off nothing bears and nobody boards, however the enemy moves; but a turn is offered."""
    state = arranged()
    state.ships["SR1"].hex = parse_label("5020")
    assert not {text for text in offered(state) if text.startswith(("T5 FIRE", "T5 BOARD"))}
    assert "T5 TURN R" in offered(state)


def test_the_moves_before_the_command_are_thought_of() -> None:
    """SN-5.2, SN-16.4: at range 4 BIS may board only if somebody comes nearer: BIS does not move on turn 5, SR1 may."""
    state = arranged()
    state.ships["SR1"].hex = parse_label("5049")
    assert "T5 BOARD SR1" in offered(state)
    state.ships["SR1"].heading = 0
    assert "T5 BOARD SR1" not in offered(state)


def test_a_mine_needs_a_free_hex() -> None:
    """SN-5.13: an own ship lies two hexes astern and will lie there: no mine."""
    state = position("wolf-pack", turn=4)
    pit, cin = state.ships["PIT"], state.ships["CIN"]
    pit.console.speed = cin.console.speed = 0
    cin.hex = Prospects(known(state, "red")).fields[0].state.ships["PIT"].hex
    assert "T5 MINE" in offered(state, "red")
    cin.hex = (pit.hex[0], pit.hex[1])
    pit.heading = 0
    cin.hex = (pit.hex[0], pit.hex[1] + 2)
    found = [each.unit for each in STAR_NAVY.planning.suggest(known(state, "red")) if each.text == "T5 MINE"]
    assert found == ["CIN"]


def test_ships_that_drift_into_a_planet_have_no_command() -> None:
    """SN-13.2: whoever is destroyed in the Move phase gives none."""
    state = position("harrow-belt", turn=5)
    ship = state.ships["CHI"]
    ship.hex, ship.heading, ship.console.speed = parse_label("2018"), 0, 3
    mine = [each.text for each in STAR_NAVY.planning.suggest(known(state, "blue")) if each.unit == "CHI"]
    assert mine and not [text for text in mine if text.startswith("T6")]


@pytest.mark.parametrize("pace", ["turn", "cycle"])
def test_suggestions_of_a_template_can_be_used(pace: str) -> None:
    """SN-15.2: each comment that begins with an order is one: uncommented, the mail has no problem and nothing will lapse."""
    state = arranged(turn=6, pace=pace, thrusters_used=0)
    seen = known(state, "blue")
    heads = tuple(form.word for form in STAR_NAVY.orders.forms())
    suggested = [
        line.removeprefix("# ")
        for line in STAR_NAVY.report.template(seen).splitlines()
        if line.startswith("# ") and line.removeprefix("# ").upper().startswith(heads)
    ]
    assert suggested
    assert hints(state, "BIS:\n" + "\n".join(suggested)) == []
