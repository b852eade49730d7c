"""What a dry run takes for granted where its reader knows nothing, and only there."""

from __future__ import annotations

from copy import deepcopy

from pbem.games.wet_thrust.model.control_sheet import Sheet
from pbem.games.wet_thrust.model.units import OrderBook
from pbem.games.wet_thrust.planning.assume import STAYING, assume
from pbem.games.wet_thrust.rules.helm import legal_speeds
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.orders import ocean
from tests.rulebook.wet_thrust.builders.ships import airborne, held, state_with


def test_an_enemy_is_taken_as_undamaged() -> None:
    """WT-23.3: of a sheet that is hidden, what the class can do; one's own is as it is."""
    state = state_with({"BIS": ((0, 0), 3, 7), "HOO": ((0, 28), 3, 7)})
    for ship in state.ships.values():
        ship.sheet.lost, ship.book.standing = ["PR1", "RU1"], ["HOLD FIRE"]
    tried = assume(known(state, "gb"))
    assert legal_speeds(tried.ships["BIS"]) == (5, 8) and legal_speeds(state.ships["BIS"]) != (5, 8)
    assert (tried.ships["BIS"].sheet, tried.ships["BIS"].book) == (Sheet("bismarck"), OrderBook())
    assert tried.ships["HOO"] == state.ships["HOO"]


def test_an_enemy_squadron_stays_in_the_air() -> None:
    """WT-11.8: for all that is known; its aim is none."""
    state = ocean()
    airborne(state, "ARK-T1", (0, 20), endurance=1, standing=["RETURN"])
    tried = assume(known(state, "de")).squadrons
    assert (tried["ARK-T1"].deck.endurance, tried["ARK-T1"].standing) == (STAYING, [])
    assert tried["GRZ-T1"] == state.squadrons["GRZ-T1"] and "ARK-F1" not in tried


def test_a_boat_that_is_held_lies_where_she_was() -> None:
    """WT-23.4: she goes by her contact; of one that is not held there is none."""
    state = ocean()
    held(state, "U47")
    boat = assume(known(state, "gb")).ships["SUB1"]
    assert (boat.at, boat.mode, boat.speed, boat.side) == (state.ships["U47"].at, "periscope", 0, "german")
    assert not {"U47", "U99"} & set(assume(known(state, "gb")).ships)
    assert "SUB1" not in assume(known(state, None)).ships


def test_what_is_known_is_not_touched() -> None:
    """A dry run plays on a copy."""
    seen = known(ocean(), "de")
    before = deepcopy(seen)
    tried = assume(seen)
    tried.ships["BIS"].sheet.lost.append("RA1")
    tried.squadrons["GRZ-T1"].deck.ready = 9
    assert seen == before
