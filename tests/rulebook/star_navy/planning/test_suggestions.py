"""Orders offered to a captain: what they can pay for, and whom they may bear on."""

from __future__ import annotations

from pbem.core.game.report_parts import SuggestedOrder
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.ships import ACTIVE
from tests.rulebook.star_navy.builders.battle import change
from tests.rulebook.star_navy.builders.known import known
from tests.rulebook.star_navy.builders.orders import position


def offered(seat: str = "blue", scenario: str = "first-blood", pace: str = "turn", **changes: int) -> list[SuggestedOrder]:
    """What the captain of BIS (or of another scenario's ships) is offered before turn 5."""
    state = position(scenario, pace)
    if changes:
        change(state.ships["BIS"], **changes)
    return list(STAR_NAVY.planning.suggest(known(state, seat)))


def texts(suggestions: list[SuggestedOrder], group: str) -> list[str]:
    return [each.text for each in suggestions if each.group == group]


def test_turns_are_offered_with_their_price() -> None:
    """SN-5.3: BIS, a frigate at speed 2, turns for 1 energy and 1 thruster."""
    found = offered()
    assert texts(found, "Movement") == ["T5 TURN L", "T5 TURN R", "T5 NOTHING"]
    assert found[0].hint == "heading NW; costs 1 energy and 1 thruster (SN-5.3)"


def test_turns_that_cannot_be_paid_are_not_offered() -> None:
    """SN-5.4: without free thrusters there is only drifting on."""
    assert texts(offered(thrusters_used=9), "Movement") == ["T5 NOTHING"]


def test_volleys_are_those_that_bear() -> None:
    """SN-5.6, SN-5.10: SR1 lies dead ahead; the front bears on it, and so does FIRE ANY."""
    assert texts(offered(), "Fire") == ["T5 FIRE F AT SR1", "T5 FIRE ANY AT SR1 WITHIN 9"]


def test_sections_that_have_fired_are_not_offered() -> None:
    """SN-12.1: an ACTIVE section waits; nothing else bears, so FIRE ANY would come to nothing too."""
    state = position()
    state.ships["BIS"].console.sections["F"].status = ACTIVE
    found = list(STAR_NAVY.planning.suggest(known(state, "blue")))
    assert texts(found, "Fire") == []


def test_a_section_without_weapons_is_not_named() -> None:
    """SN-5.7, SN-15.7: F is READY, but its last weapon is gone: FIRE ANY would choose among the others."""
    state = position(pace="cycle", cycle=0, turn=0)
    state.ships["BIS"].console.sections["F"].weapons = 0
    found = STAR_NAVY.planning.suggest(known(state, "blue"))
    hints = {each.hint for each in found if each.text.startswith("T3 FIRE ANY AT")}
    assert hints == {"the ready section that bears with most weapons: RF, LF, RR, LR, R (SN-15.7)"}


def test_without_energy_nothing_is_fired() -> None:
    """SN-5.8."""
    assert texts(offered(engine_energy=0, capacitor_energy=0), "Fire") == []


def test_the_engine_phase_is_offered_when_it_comes() -> None:
    """SN-10.1: with turn 6, or with the whole cycle."""
    assert texts(offered(), "Engine phase") == []
    state = position(turn=5)
    found = list(STAR_NAVY.planning.suggest(known(state, "blue")))
    assert {"E2 SPEED 3", "E1 SHIELDS ALL", "JUMP LEAVE"} <= set(texts(found, "Engine phase"))
    assert "E2 SPEED 2" not in texts(found, "Engine phase")


def test_a_cycle_offers_each_of_its_turns() -> None:
    """SN-15.1: with pace=cycle every turn that is still to come has its commands."""
    state = position(pace="cycle", cycle=0, turn=0)
    found = list(STAR_NAVY.planning.suggest(known(state, "blue")))
    assert [text for text in texts(found, "Movement") if "TURN L" in text] == [f"T{turn} TURN L" for turn in range(1, 7)]
    assert "SETUP SPEED 3" in texts(found, "Before turn 1")
