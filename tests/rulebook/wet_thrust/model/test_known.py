"""WT-23 and section 7: what each reader may know, of positions put together by hand and over whole games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.wet_thrust.flying import Landed
from events.wet_thrust.sailing import LeftSight, ModeChanged
from pbem.core.state.game_state import Unknown
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.state import Contact, FireMark, State
from pbem.games.wet_thrust.model.units import Shot
from pbem.games.wet_thrust.report.panels import panels
from pbem.games.wet_thrust.report.pictures.draw import draw
from tests.kit.playing import by_bot, open_play, turns_of
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
    bis.sheet.lost, bis.book.standing, state.fleet = ["RA1"], ["HOLD FIRE"], {"german": ["CHALLENGE NO"]}
    german, british, spectator = readers(state)
    assert german.ships["BIS"].sheet == bis.sheet and german.ships["BIS"].standing == ["HOLD FIRE"]
    assert german.fleet == {"german": ["CHALLENGE NO"]} and british.fleet == {}
    for each in (british, spectator):
        bismarck = each.ships["BIS"]
        assert bismarck.sheet_if_known is None and bismarck.book_if_known is None
        assert bismarck.known_top == 8
        with pytest.raises(Unknown, match="the control sheet of BIS was never shown"):
            assert bismarck.top


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
    squadron.deck.ready, squadron.standing_if_known = 9, ["ORBIT"]
    german, british, _ = readers(state)
    seen = british.ships["BIS"]
    assert (seen.sheet.lost, seen.book_if_known) == (["RA1"], None)
    assert british.ships["U47"].sheet_if_known is None
    assert (german.squadrons["ARK-T1"].deck.ready, german.squadrons["ARK-T1"].standing_if_known) == (9, None)


def test_boats_below_the_surface_are_the_owners() -> None:
    """WT-23.4, WT-18.2: the enemy sees nothing of U99; her own side is told when she is held, and as what."""
    state = table()
    held(state, "U99")
    german, british, spectator = readers(state)
    assert (german.ships["U99"].mode, german.held_as(german.ships["U99"])) == ("periscope", "SUB1")
    assert "U99" not in british.ships and "U99" not in spectator.ships
    assert british.known_contacts() == {"SUB1": Contact((5000, 5000), "periscope", 5)} == british.held()
    assert german.known_contacts() == {} == spectator.known_contacts()
    state.turn = 6
    german, british, _ = readers(state)
    assert german.held_as(german.ships["U99"]) == "" and british.held() == {}


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
    assert (seen.deck_if_known, seen.standing_if_known) == (None, None)
    mine = british.squadrons["ARK-T1"]
    assert (mine.deck.endurance, mine.deck.spent, mine.standing) == (3, True, ["RETURN"])


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
    assert first.is_senior and not second.is_senior


def test_after_the_end_all_is_shown() -> None:
    """WT-23.5."""
    state = table()
    held(state, "U99")
    state.over, state.marks = True, [FireMark("torpedoes", "U99", "ARK", (0, 0), (0, 0), 0, 0, "german")]
    for each in readers(state):
        assert all(ship.sheet_if_known and ship.book_if_known for ship in each.ships.values())
        assert "U99" in each.ships and len(each.squadrons) == len(state.squadrons)
        assert set(each.known_contacts()) == {"SUB1"} and len(each.marks) == 1


def test_units_are_in_unit_order() -> None:
    """Section 3: first side first, in the order of the scenario, however the reader learnt of them."""
    state = table()
    state.ships = dict(reversed(list(state.ships.items())))
    state.squadrons = dict(reversed(list(state.squadrons.items())))
    seen = known(state, "gb")
    assert [ship.id for ship in seen.seen()] == ["BIS", "U47", "ARK", "ANT"] == [ship.id for ship in seen.afloat()]
    assert [each.id for each in seen.wings()][:3] == ["ARK-R1", "ARK-F1", "ARK-F2"]


# ---------------------------------------------------------------- over whole games


def in_sight(state: State) -> State:
    """Without what a reader only remembers (ruling W61): boats that have gone below, squadrons that have left the air."""
    return replace(
        state,
        ships={id: ship for id, ship in sorted(state.ships.items()) if ship.in_sight},
        squadrons={id: each for id, each in sorted(state.squadrons.items()) if each.in_sight or each.lost},
    )


@pytest.mark.parametrize("open_sheets", ["off", "on"])
@pytest.mark.parametrize("key", ["convoy", "two-carriers", "acasta"])
def test_what_a_reader_was_shown_is_what_they_may_know(key: str, open_sheets: str) -> None:
    """WT-23: the fold of what a seat has been shown is the position without what is not for it."""
    played = open_play(WET_THRUST, key, {"open_sheets": open_sheets}, "known")
    for _ in turns_of(played, by_bot({"de": "random", "gb": "random"}), "known", 12):
        for seat in (*played.state.seats, None):
            assert in_sight(played.known(seat)) == in_sight(known(played.state, seat))


def test_a_boat_that_goes_below_is_remembered() -> None:
    """Ruling W61, WT-23.4: that she is there, not where she is or how deep; she is on no list and no map."""
    state = table()
    british, german = known(state, "gb"), known(state, "de")
    for each in (british, german):
        apply(each, LeftSight("U47"))
    apply(german, ModeChanged("U47", "deep"))
    assert (british.ships["U47"].mode, german.ships["U47"].mode) == ("below", "deep")
    assert "U47" not in [ship.id for ship in british.seen()] and "U47" in [ship.id for ship in german.seen()]
    assert "U47" not in repr(list(draw(british))) + repr(panels(british))


def test_a_squadron_that_has_landed_is_remembered() -> None:
    """Ruling W61, WT-23.3: where it went, and no more: what becomes of it on deck the enemy is not told."""
    state = table()
    airborne(state, "ARK-T1", (0, 20))
    german = known(state, "de")
    apply(german, Landed("ARK-T1", "ARK"))
    assert (german.squadrons["ARK-T1"].place, german.squadrons["ARK-T1"].deck_if_known) == ("aboard", None)
    assert not any(each.side == "british" for each in german.wings()) and "ARK-T1" not in repr(panels(german))
