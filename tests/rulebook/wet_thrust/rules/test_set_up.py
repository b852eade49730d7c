"""Section 8 and WT-23.1: who plays, and what the opening tells whom."""

from __future__ import annotations

from typing import Any

from events.base import Draft
from events.wet_thrust.opening import OrderBooksOpened, SeaSet, SheetOpened, SquadronFormed, VesselEntered
from pbem.games.wet_thrust.model import scenario
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.model.units import OrderBook
from pbem.games.wet_thrust.rules.setup import seats, set_up
from tests.rulebook.wet_thrust.builders.ships import mils, only, told, turn_of


def opened(key: str, **given: Any) -> tuple[State, list[Draft]]:
    """A game at its opening, and what was said."""
    turn = turn_of(State())
    set_up(turn, key, scenario.options(key, given))
    return turn.state, turn.drafts


def seat_ids(key: str, **given: Any) -> list[tuple[str, str]]:
    """Seats with their titles."""
    return [(seat.id, seat.title) for seat in seats(key, scenario.options(key, given))]


def test_one_admiral_a_side() -> None:
    """Ruling W1: in the scenario's order of sides."""
    assert seat_ids("convoy") == [("gb", "British admiral"), ("de", "German admiral")]


def test_two_admirals_share_a_side() -> None:
    """Ruling W1: a second admiral where the scenario has ships for them; aircraft belong to the admiral of their ship."""
    assert [id for id, _ in seat_ids("shaking-them-off", admirals="two")] == ["de", "gb", "gb2"]
    state, _ = opened("two-carriers", admirals="two")
    assert {ship.id: ship.seat for ship in state.ships.values()} == {
        "ARK": "gb",
        "SHE": "gb2",
        "ANT": "gb2",
        "GRZ": "de",
        "SCH": "de2",
    }
    assert (state.squadrons["SHE-R1"].seat, state.squadrons["LB1"].seat) == ("gb2", "de")


def test_the_table_is_laid() -> None:
    """Section 8: first side first; WT-22.2: the turn limit; ruling W13: the weather may be chosen."""
    state, drafts = opened("convoy", weather="gale")
    sea = only(drafts, SeaSet)
    assert (sea.sides, sea.seats, sea.limit) == (["british", "german"], {"gb": "british", "de": "german"}, 12)
    assert state.weather.x == 4 and state.turn == 0


def test_ships_are_fresh() -> None:
    """Section 8: undamaged, fuel full, launchers loaded, no level; positions to the thousandth of an inch (ruling W2)."""
    state, _ = opened("denmark-strait")
    bis = state.ships["BIS"]
    assert (bis.at, bis.course, bis.speed, bis.mode) == ((1000, 1732), 7, 7, "surface")
    assert (bis.sheet.marked, bis.sheet.full_fuel, bis.ladder, bis.index) == (0, 8, {}, 3)
    assert state.ships["POW"].at == mils(27.732, -17)


def test_damage_from_before_is_the_owners() -> None:
    """Section 8, S2: three of eight fuel boxes empty, top speed 6; WT-23.3: for her own side to know."""
    state, drafts = opened("shaking-them-off")
    bis = state.ships["BIS"]
    assert (bis.top, bis.sheet.full_fuel, bis.sheet.works("RA1")) == (6, 5, False)
    sheets = [(d.audience, d.event.ship, d.event.lost != []) for d in drafts if isinstance(d.event, SheetOpened)]
    assert [sheet for sheet in sheets if sheet[2]] == [("german", "BIS", True), ("british", "SUF", True)]
    assert {id for _, id, _ in sheets} == set(state.ships) and {side for side, _, _ in sheets} == {"german", "british"}


def test_order_books_are_open_to_their_own_side() -> None:
    """WT-23.3: at the beginning nothing stands, and a side knows that of itself alone."""
    state, drafts = opened("two-carriers")
    told = [(d.audience, d.event.side) for d in drafts if isinstance(d.event, OrderBooksOpened)]
    assert sorted(told) == [("british", "british"), ("german", "german")]
    assert all(ship.book == OrderBook() for ship in state.ships.values())
    assert all(each.standing == [] for each in state.squadrons.values()) and state.fleet == {"german": [], "british": []}


def test_aircraft_follow_their_ship_in_unit_order() -> None:
    """WT-11.15: directly after their ship, in sheet order; land-based ones after the ships; WT-6.2: R on most large ships."""
    state, _ = opened("two-carriers")
    units = {**state.ships, **state.squadrons}
    british = sorted((unit for unit in units.values() if unit.side == "british"), key=lambda unit: unit.index)
    ark = ["ARK", "ARK-R1", "ARK-F1", "ARK-F2", "ARK-T1", "ARK-T2", "ARK-T3", "ARK-T4"]
    assert [unit.id for unit in british] == [*ark, "SHE", "SHE-R1", "ANT"]
    assert max(units.values(), key=lambda unit: (unit.side == "german", unit.index)).id == "LB1"


def test_squadrons_are_six_aircraft_ready_on_deck() -> None:
    """WT-11.1: six to a squadron, one reconnaissance plane; WT-23.3: what is on deck is the owner's to know."""
    state, drafts = opened("two-carriers")
    torpedo, plane, land = (state.squadrons[id] for id in ("ARK-T1", "GRZ-R1", "LB1"))
    assert (torpedo.aircraft, torpedo.place, torpedo.home, torpedo.deck.ready) == (6, "aboard", "ARK", 0)
    assert (plane.aircraft, plane.kind) == (1, "R")
    assert (land.place, land.at, land.deck.exit, land.deck.enters) == ("waiting", mils(40, 40), mils(40, 40), 3)
    assert {d.audience for d in drafts if isinstance(d.event, SquadronFormed)} == {"british", "german"}


def test_open_sheets_show_the_deck() -> None:
    """WT-23.3, option `open_sheets`: all but land-based bombers, which are on no sheet."""
    _, drafts = opened("two-carriers", open_sheets="on")
    assert {d.event.squadron for d in drafts if isinstance(d.event, SquadronFormed) and d.audience != "*"} == {"LB1"}


def test_submarines_below_the_surface_are_hidden() -> None:
    """WT-23.4: of U47 and U99 the British hear nothing, with open sheets neither."""
    _, drafts = opened("convoy", open_sheets="on")
    hidden = [d for d in drafts if isinstance(d.event, VesselEntered) and d.audience == "german"]
    assert [d.event.ship for d in hidden if isinstance(d.event, VesselEntered)] == ["U47", "U99"]
    assert {entered.mode for entered in told(drafts, VesselEntered)} == {"surface", "periscope", "deep"}
