"""WT-23 and section 7: what each reader may know."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.wet_thrust.model.control_sheet import Hole
from pbem.games.wet_thrust.model.state import Contact, FireMark, Shot, State
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import airborne, held, state_with


def table(**options: Any) -> State:
    """A carrier, a battleship, a destroyer, a boat on the surface and one at periscope depth; turn 5 is over."""
    ships = {
        "BIS": ((0, 0), 12, 6),
        "U47": ((9, 9), 1, 2),
        "U99": ((5, 5), 3, 1),
        "ARK": ((0, 30), 9, 7),
        "ANT": ((6, 6), 3, 8),
    }
    return state_with(ships, 5, modes={"U99": "periscope"}, **options)


def readers(state: State) -> tuple[State, State, State]:
    """The German, the British admiral and a spectator."""
    return known(state, "de"), known(state, "gb"), known(state, None)


def test_the_surface_is_for_all() -> None:
    """WT-23.1: position, course, speed, class and name of surface vessels and surfaced boats; smoke, fires, losses."""
    state = table()
    ark = state.ships["ARK"]
    ark.burning, ark.smoking, ark.fate, ark.how, ark.gone, ark.scored = 2, True, "lost", "hulk", 4, 9
    for each in readers(state):
        seen = each.ships["ARK"]
        assert (seen.at, seen.course, seen.speed, seen.name) == ((0, 30000), 9, 7, "Ark Royal")
        assert (seen.burning, seen.smoking, seen.fate, seen.how, seen.gone, seen.scored) == (2, True, "lost", "hulk", 4, 9)
        assert "U47" in each.ships


def test_sheets_and_orders_are_the_owners() -> None:
    """WT-23.3: damage, fuel, loads, standing orders."""
    state = table()
    bis = state.ships["BIS"]
    bis.sheet.lost, bis.standing, state.fleet = ["RA1"], ["HOLD FIRE"], {"german": ["CHALLENGE NO"]}
    german, british, spectator = readers(state)
    assert german.ships["BIS"].sheet == bis.sheet and german.ships["BIS"].standing == ("HOLD FIRE",)
    assert german.fleet == ("CHALLENGE NO",) and british.fleet == ()
    for each in (british, spectator):
        assert each.ships["BIS"].sheet is None and each.ships["BIS"].standing is None
        assert each.ships["BIS"].top == 8


def test_the_record_of_fire_is_for_all() -> None:
    """WT-23.2: who fired at whom at which level."""
    state = table()
    state.ships["BIS"].ladder = {"ARK": Shot(2, 5, True)}
    assert all(each.ships["BIS"].ladder == {"ARK": Shot(2, 5, True)} for each in readers(state))


def test_open_sheets() -> None:
    """WT-23.3, option `open_sheets`: sheets and decks are public, orders and submarines' sheets are not."""
    state = table(open_sheets="on")
    bis, squadron = state.ships["BIS"], state.squadrons["ARK-T1"]
    bis.sheet.lost, bis.book.last, bis.book.standing = ["RA1"], ["PLOT 1P"], ["HOLD FIRE"]
    squadron.deck.ready, squadron.standing = 9, ["ORBIT"]
    german, british, _ = readers(state)
    seen = british.ships["BIS"]
    assert seen.sheet is not None and (seen.sheet.lost, seen.book.last, seen.standing) == (["RA1"], [], None)
    assert british.ships["U47"].sheet is None
    assert (german.squadrons["ARK-T1"].deck.ready, german.squadrons["ARK-T1"].standing) == (9, None)


def test_boats_below_the_surface_are_the_owners() -> None:
    """WT-23.4, WT-18.2: the enemy sees nothing of U99; her own side is told when she is held, and as what."""
    state = table()
    held(state, "U99")
    german, british, spectator = readers(state)
    assert (german.ships["U99"].mode, german.ships["U99"].held_as) == ("periscope", "SUB1")
    assert "U99" not in british.ships and "U99" not in spectator.ships
    assert british.contacts == {"SUB1": Contact((5000, 5000), "periscope", 5)} == british.held()
    assert german.contacts == {} == spectator.contacts
    state.turn = 6
    assert known(state, "de").ships["U99"].held_as == "" and known(state, "gb").held() == {}


def test_a_boat_lost_below_the_surface_stays_hidden() -> None:
    """WT-23.4, WT-18.9: not reported to the enemy until the end."""
    state = table()
    state.ships["U99"].fate = "lost"
    assert "U99" not in known(state, "gb").ships
    state.over = True
    assert known(state, "gb").ships["U99"].fate == "lost"


def test_torpedo_tracks_of_a_hidden_boat_are_the_owners() -> None:
    """WT-23.4: her salvo is not on the enemy's map."""
    state = table()
    state.marks = [
        FireMark("torpedoes", "U99", "ARK", (5000, 5000), (0, 30000), 0, 0, "german"),
        FireMark("guns", "BIS", "ARK", (0, 0), (0, 30000), 0, 0),
    ]
    german, british, spectator = readers(state)
    assert len(german.marks) == 2
    assert [mark.by for mark in british.marks] == ["BIS"] == [mark.by for mark in spectator.marks]


def test_squadrons_in_the_air_are_for_all() -> None:
    """WT-23.1: type and number; section 7: endurance, load and aim only for their own side."""
    state = table()
    airborne(state, "ARK-T1", (0, 20), spent=True, standing=["RETURN"], endurance=3)
    german, british, _ = readers(state)
    seen = german.squadrons["ARK-T1"]
    assert (seen.kind, seen.aircraft, seen.at, seen.airborne, seen.speed) == ("T", 6, (0, 20000), True, 16)
    assert (seen.endurance, seen.spent, seen.ready, seen.standing) == (None, None, None, None)
    mine = british.squadrons["ARK-T1"]
    assert (mine.endurance, mine.spent, mine.standing) == (3, True, ("RETURN",))


def test_aircraft_on_deck_are_the_owners() -> None:
    """Section 7: the enemy sees only those in the air."""
    german, british, _ = readers(table())
    assert not any(each.side == "british" for each in german.squadrons.values())
    assert len(british.my_squadrons()) == 7


def test_both_admirals_of_a_side_know_all_that_it_knows() -> None:
    """Ruling W1: and each orders their own units; the senior one the fleet."""
    state = table()
    state.seats = {"de": "german", "gb": "british", "gb2": "british"}
    state.ships["ANT"].seat = "gb2"
    first, second = known(state, "gb"), known(state, "gb2")
    assert first.ships == second.ships and first.squadrons == second.squadrons
    assert [ship.id for ship in first.mine()] == ["ARK"] and [ship.id for ship in second.mine()] == ["ANT"]
    assert first.senior and not second.senior


def test_after_the_end_all_is_shown() -> None:
    """WT-23.5."""
    state = table()
    held(state, "U99")
    state.over, state.marks = True, [FireMark("torpedoes", "U99", "ARK", (0, 0), (0, 0), 0, 0, "german")]
    for each in readers(state):
        assert all(ship.sheet is not None and ship.standing is not None for ship in each.ships.values())
        assert "U99" in each.ships and len(each.squadrons) == len(state.squadrons)
        assert set(each.contacts) == {"SUB1"} and len(each.marks) == 1


def test_a_view_is_a_copy() -> None:
    """What a reader holds does not change when the game goes on, and cannot change it."""
    state = table()
    bis = state.ships["BIS"]
    bis.sheet.holes["HO1"] = Hole(18, 2)
    before = known(state, "de")
    text = repr(before)
    bis.sheet.holes["HO1"].left, bis.ladder["ARK"] = 1, Shot(1, 5, True)
    for name in ("lost", "checks", "beyond", "wounds", "last"):
        getattr(bis.sheet, name).append("FC1")
    bis.sheet.used["TL1"] = bis.sheet.ready["TL1"] = state.options["hit_faces"] = 1
    assert repr(before) == text


def test_units_are_in_unit_order() -> None:
    """Section 3: first side first, in the order of the scenario, however the reader learnt of them."""
    state = table()
    state.ships = dict(reversed(list(state.ships.items())))
    state.squadrons = dict(reversed(list(state.squadrons.items())))
    seen = known(state, "gb")
    assert list(seen.ships) == ["BIS", "U47", "ARK", "ANT"]
    assert list(seen.squadrons)[:3] == ["ARK-R1", "ARK-F1", "ARK-F2"]


def test_a_seat_of_another_game() -> None:
    """KeyError: the caller's mistake."""
    with pytest.raises(KeyError):
        known(table(), "blue")
