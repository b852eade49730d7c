"""Orders to choose from: what the order desk offers for each ship, and the forms of all orders."""

from __future__ import annotations

from pbem.core.game.report_parts import SuggestedOrder
from pbem.games.sovereign_seas import SOVEREIGN_SEAS as GAME
from pbem.games.sovereign_seas.language.syntax import forms, head_of
from pbem.games.sovereign_seas.model.orders import LANGUAGE
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.orders.parse import ORDERS
from tests.rulebook.sovereign_seas.builders.fleet import state_with
from tests.rulebook.sovereign_seas.builders.known import known
from tests.rulebook.sovereign_seas.builders.orders import opening

SHIPS = {"BC1": ("1010", "N", 6), "BB1": ("1014", "N", 6), "FB1": ("1508", "N", 6), "FF1": ("1601", "S", 9)}


def offered(state: State, unit: str = "BC1", seat: str = "gb") -> dict[str, SuggestedOrder]:
    """Picks of one unit, by their text."""
    return {each.text: each for each in GAME.planning.suggest(known(state, seat)) if each.unit == unit}


def test_forms_are_the_orders_that_the_parser_reads() -> None:
    """5.1: one form for each first word of an order, and no other; each of them is reserved."""
    words = {form.word for form in forms()}
    assert words == set(LANGUAGE.words)
    assert words <= ORDERS.wording.words
    assert all(head_of(form.example) == form.word for form in forms())


def test_speeds_are_those_that_she_can_make() -> None:
    """SSL-H.2, SSL-H.4: from Decel less to Accl more; what is off that is not offered."""
    speeds = [text for text in offered(state_with(SHIPS, 2)) if text.startswith("SPEED")]
    assert speeds == ["SPEED 5", "SPEED 6", "SPEED 7", "SPEED 8"]
    assert "STOP" in offered(state_with({**SHIPS, "BC1": ("1010", "N", 1)}, 2))


def test_plans_come_in_time_and_stay_on_the_map() -> None:
    """SSL-I2.1, SSL-I4.1: turns only after the hexes that the turn rate asks for; where each plan ends is said."""
    state = state_with(SHIPS, 2)
    state.ships["BC1"].count = 1
    plans = [text for text in offered(state) if text.startswith("MOVE")]
    assert plans[0] == "MOVE FFFFFF" and len(plans) > 3
    assert all(text.startswith("MOVE F") for text in plans)
    assert offered(state)["MOVE FFFFFF"].hint == "straight on: at speed 6 to 1004 heading N"
    at_the_edge = state_with({**SHIPS, "BC1": ("1002", "N", 6)}, 2)
    assert "MOVE FFFFFF" not in offered(at_the_edge)


def test_targets_are_enemies_in_play() -> None:
    """SSL-X.11: the nearest first; guns by code with what they beat there."""
    state = state_with(SHIPS, 2)
    found = offered(state)
    assert found["FIRE ALL AT FB1, NEAREST"].hint == "at Magenta, 5 hexes off, else at the nearest"
    assert found["FIRE D AT FB1"].hint == "beats armour D at range 5, her hull has B"
    state.ships["FB1"].fate = "sunk"
    assert not any("FB1" in text for text in offered(state))


def test_out_of_command_only_guns_are_offered() -> None:
    """SSL-L5.5: no speed, no helm."""
    state = state_with(SHIPS, 2)
    state.ships["BC1"].log.command_until = 3
    assert {each.group for each in offered(state).values()} == {"Fire", "When to fire", "Other"}


def test_back_in_command_all_is_offered() -> None:
    """SSL-L5.3: out of command until the end of the turn that was played, and no longer."""
    state = state_with(SHIPS, 2)
    state.ships["BC1"].log.command_until = 2
    assert "SPEED 7" in offered(state)


def test_a_jammed_rudder_leaves_speed_and_standing_helm() -> None:
    """SSL-L5.7: no MOVE helps."""
    state = state_with(SHIPS, 2)
    state.ships["BC1"].log.jam, state.ships["BC1"].log.jam_until = "L", 4
    found = offered(state)
    assert "SPEED 7" in found and not any(text.startswith("MOVE") for text in found)


def test_batteries_that_are_gone_are_not_offered() -> None:
    """SSL-X.11, SSL-X.14: a ship without guns is offered no fire at all."""
    state = state_with(SHIPS, 2)
    state.ships["BC1"].log.gone = list(state.ships["BC1"].printed.guns)
    assert {each.group for each in offered(state).values()} == {"Speed", "Helm this turn", "Standing helm", "Other"}


def test_nobody_is_offered_a_way_through_a_wall() -> None:
    """SSL-I4.1: EXIT has no effect with edge=wall."""
    assert "EXIT ON" in offered(state_with(SHIPS, 2))
    assert "EXIT ON" not in offered(state_with(SHIPS, 2, edge="wall"))


def test_impulses_that_there_are_not_are_not_offered() -> None:
    """SSL-X.12, ruling S24: with two impulses no fire in the third."""
    assert "OPEN IMP 3-4 RANGE 6" in offered(state_with(SHIPS, 2))
    assert not any("IMP 3" in text for text in offered(state_with(SHIPS, 2, impulses=2)))


def test_what_stands_can_be_cleared() -> None:
    """SSL-X.2."""
    state = state_with(SHIPS, 2)
    assert "CLEAR FIRE" not in offered(state)
    state.ships["BC1"].standing_if_known = ["FIRE ALL AT FB1"]
    assert "CLEAR FIRE" in offered(state)


def test_the_fleet_is_the_senior_admirals() -> None:
    """SSL-X.16: a second admiral is offered CARRY ON only."""
    state = state_with(SHIPS, 2, admirals="two")
    state.ships["BB1"].seat = "gb2"
    assert list(offered(state, "FLEET", "gb2")) == ["CARRY ON"]
    assert "SEQ BB1 BC1" in offered(state, "FLEET", "gb")


def test_set_up_is_offered_before_turn_one() -> None:
    """SSL-E.1, SSL-O3.1, SSL-O6.1: places that go together, edges, fleets for the points of the game."""
    placing = opening("blockade-breakout")
    seat = next(iter(GAME.rules.due(placing)))
    own = placing.of_seat(seat)[0]
    places = [each.hint for each in offered(placing, own.id, seat).values()]
    assert places[0] == "begins where she is placed now" and len(set(places)) == len(places) > 1
    assert set(offered(opening("convoy-attack"), "FLEET")) == {"ENTER N", "ENTER E", "ENTER S", "ENTER W"}
    fleets = offered(opening("design-your-own"), "FLEET")
    assert len(fleets) > 5 and all(text.startswith("TAKE ") for text in fleets)
