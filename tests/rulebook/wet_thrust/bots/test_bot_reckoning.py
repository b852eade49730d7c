"""What bots reckon with: the moves they think of, the dice they expect, and who can be shaken off."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.core.geometry.tabletop import closest
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.bots.admiral import Admiral
from pbem.games.wet_thrust.bots.chase import follows, kept
from pbem.games.wet_thrust.bots.roster import STEADY
from pbem.games.wet_thrust.bots.tactics import Odds, Shot, chance, charges, less, spread
from pbem.games.wet_thrust.language.words import read_lines
from pbem.games.wet_thrust.model.order_parts import Plot
from pbem.games.wet_thrust.planning.tracks import drift, options
from pbem.games.wet_thrust.rules.helm import steer
from tests.kit.playing import open_play
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import state_with


def test_expected_hits() -> None:
    """WT-10.5, WT-10.8, WT-19.7: by hand: 4 torpedoes at 3" abeam of an unarmoured ship hit with 4 in 6 for 3.5 each."""
    assert chance(4) == 4 / 6
    assert less(3) == 1.0
    assert spread(4, 3000, False, 0) == pytest.approx(4 * 4 / 6 * 3.5 + 3.5)
    assert spread(4, 9000, False, 0) == 0
    assert spread(2, 6000, True, 0) == 0
    assert charges(1400, True, 3) == pytest.approx(3 * 0.5 * 2.5)


def test_expected_gunfire() -> None:
    """WT-7.8, WT-8.1, WT-8.2: Bismarck at Hood, 28": level 1, radar, broadside: 8 dice on deck 0, a point each."""
    state = state_with({"BIS": ((0, 0), 3, 7), "HOO": ((0, 28), 3, 7)}, weather="calm")
    seen = known(state, "de")
    odds = Odds(seen)
    bismarck, hood = seen.ships["BIS"], seen.ships["HOO"]
    assert odds.guns(bismarck, hood, Shot(9, 2)) == pytest.approx(8 * (1 - 0.5**3))
    assert odds.guns(bismarck, hood, Shot(9, 4)) == 0
    assert odds.broadside(bismarck, hood, 2) > odds.broadside(bismarck, hood, 1)


def test_every_move_thought_of_can_be_sailed() -> None:
    """WT-2.5, WT-2.7, WT-4.1, WT-4.4: the moves tried are those that the helm makes of their plots."""
    state = state_with({"BIS": ((0, 0), 3, 6), "ANT": ((9, 9), 3, 6)})
    state.ships["ANT"].sheet.lost.append("RU3")
    for seat, id in (("de", "BIS"), ("gb", "ANT")):
        ship = known(state, seat).ships[id]
        tracks = options(ship, fine=True)
        assert len(tracks) > 20
        for track in tracks:
            plot = read_lines((f"PLOT {track.text}",))[0]
            assert isinstance(plot, Plot)
            steering, _, why = steer(ship, plot)
            assert (steering, why) == (track.steering, "")


def test_who_keeps_contact() -> None:
    """WT-21.3: in the wake, on her course, a ship cannot be shaken off; crossing astern she can."""
    state = state_with({"SUF": ((0, 0), 3, 6), "BIS": ((12, 0), 3, 6)})
    seen = known(state, "gb")
    own, its = drift(seen.ships["SUF"]), drift(seen.ships["BIS"])
    assert kept(own, its) == 1
    assert follows((0, 0), 3, (12000, 0), 9)
    assert not follows((0, 0), 12, (12000, -1000), 3)


def test_no_plan_crosses_another() -> None:
    """WT-5.1: in Denmark Strait no two ships of a side mean to meet."""
    state = open_play(WET_THRUST, "denmark-strait", {}, "room").state
    for seat in ("de", "gb"):
        plans = Admiral(known(state, seat), STEADY).decide()
        assert all(closest(one.way, other.way) > 500 for one, other in combinations(plans.values(), 2))
