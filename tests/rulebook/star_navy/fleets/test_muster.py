"""SN-17.5 to SN-17.8: what counts in the battle, and what it has made of the ships."""

from __future__ import annotations

from typing import Any

import pytest

from events.base import Event
from events.star_navy.battle import Fired, MineLaid, PointsArrived
from events.star_navy.boarding import Captured
from events.star_navy.ending import GameOver
from events.star_navy.movement import MineHit, ShipDestroyed
from events.star_navy.opening import ShipEntered
from pbem.core.fleets.fleet_units import Deed, Unit, UnitEnd
from pbem.games.star_navy.fleets import DEED_EVENTS, deeds, muster
from pbem.games.star_navy.rules import victory
from tests.rulebook.star_navy.builders.battle import Battle, change, only, shields_down, told
from tests.rulebook.star_navy.builders.forces import duel

# ---------------------------------------------------------------- fates


@pytest.mark.parametrize(
    ("changes", "side", "fate", "how"),
    [
        ({}, "BLUE", "present", "on the map"),
        ({"fate": "disengaged"}, "BLUE", "left", "disengaged"),
        ({"side": "RED", "seat": "red"}, "RED", "captured", "captured"),
        ({"side": "RED", "seat": "red", "fate": "disengaged"}, "RED", "captured", "captured, disengaged"),
        ({"fate": "destroyed", "integrity": 0}, "BLUE", "lost", "destroyed"),
        ({"fate": "destroyed", "integrity": 0, "side": "RED", "seat": "red"}, "BLUE", "lost", "destroyed"),
    ],
)
def test_fates(changes: dict[str, Any], side: str, fate: str, how: str) -> None:
    """SN-17.6: every ship once, with the side that has it now."""
    battle = Battle()
    change(battle.a, **changes)
    ends = muster(battle.state).units
    lacks = {"integrity": 4} if "integrity" in changes else {}
    assert ends == {"AAA": UnitEnd("CA", side, fate, how, lacks), "BBB": UnitEnd("CA", "RED", "present", "on the map")}


def test_only_lasting_damage_is_taken_home() -> None:
    """SN-17.2, SN-17.6: spent energy, shields that absorbed, statuses and wear are not; what is crossed off and laid is."""
    battle = Battle()
    console = shields_down(battle.a).console
    change(battle.a, engine_energy=0, capacitor_energy=0, thrusters_used=5, isd_status="RECOVER", marine_status="ACTIVE")
    console.sections["F"].status, console.sections["F"].wear = "RECOVER", 2
    assert muster(battle.state).units["AAA"].lacks == {}
    console.sections["R"].hulls, console.mines = 0, 1
    assert muster(battle.state).units["AAA"].lacks == {"r.hulls": 2, "mines": 2}


# ---------------------------------------------------------------- points


def test_points_are_the_score() -> None:
    """SN-17.7: at the end as it was counted, before it as it would be now."""
    battle = Battle()
    battle.a.fate = "destroyed"
    assert muster(battle.state).points == {"BLUE": 0, "RED": 7}
    over = only(battle.play(), GameOver)
    assert muster(battle.state).points == over.scores == {"BLUE": 0, "RED": 7}


def test_first_blood_has_no_points() -> None:
    """SN-17.7, SN-17.6: the duel is decided by what was lost."""
    battle = Battle(scenario="first-blood")
    battle.state.ships["BIS"].fate = "destroyed"
    assert muster(battle.state).points == {"BLUE": 0, "RED": 0}


# ---------------------------------------------------------------- what was lost in this battle


@pytest.mark.parametrize(("integrity", "crippled"), [(2, False), (1, True)])
def test_old_damage_cripples_nobody(integrity: int, crippled: bool) -> None:
    """SN-17.5: a cruiser that came with two of four integrity is crippled when one more is gone."""
    state = duel(Unit("OWN", "CA", lacks={"integrity": 2})).state
    ship = state.ships["OWN"]
    ship.damage_by, ship.console.integrity = {"RED": 9}, integrity
    assert [(award.why, award.side, award.points) for award in victory.awards(state)] == [("crippled", "RED", 2)] * crippled


def test_first_blood_is_drawn_in_the_battle() -> None:
    """SN-17.5: a ship that came without integrity or hulls has lost nothing yet."""
    played = duel(Unit("OWN", "FF", lacks={"integrity": 3, "f.hulls": 3}), Unit("FOE", "FF"), "first-blood")
    battle = Battle(scenario="first-blood")
    battle.state = played.state
    assert victory.components_lost(battle.state.ships["OWN"]) == 0
    battle.next(1)
    assert not told(battle.play(), GameOver)
    battle.state.ships["FOE"].console.integrity -= 1
    assert only(battle.play(), GameOver).winners == ["BLUE"]


def test_whoever_is_gone_has_lost_most() -> None:
    """SN-17.5: a corvette of two integrity that is destroyed has lost more than a dreadnought that lost three of six."""
    battle = Battle(scenario="first-blood")
    battle.state = duel(Unit("OWN", "CO"), Unit("FOE", "DN"), "first-blood").state
    battle.state.ships["OWN"].fate = "destroyed"
    battle.state.ships["FOE"].console.integrity = 3
    over = only(battle.next(2).play(), GameOver)
    assert over.winners == ["RED"] and "BLUE 6, RED 3" in over.verdict


# ---------------------------------------------------------------- deeds


def fired(ship: str, target: str, **hits: int) -> Fired:
    """A volley."""
    return Fired(ship, "F", "L", 1, 1, target, 3, "ONE F", [], 0, [2], hits)


def arrived(ship: str, points: int, first: bool = True) -> PointsArrived:
    """Points of one step."""
    return PointsArrived(ship, "F", points, {}, first)


def destroyed(ship: str, cause: str = "integrity") -> ShipDestroyed:
    """The end of a ship."""
    return ShipDestroyed(ship, "0101", cause)


ENTERED = [ShipEntered(name, "CA", side, side.lower(), "0101", 0, 0) for name, side in (("A1", "A"), ("A2", "A"), ("B1", "B"))]


@pytest.mark.parametrize(
    ("events", "kills"),
    [
        ([fired("A1", "B1", F=3), fired("A2", "B1", F=4), arrived("B1", 7), destroyed("B1")], ["A2"]),
        ([fired("A1", "B1", F=4), fired("A2", "B1", F=4), arrived("B1", 8), destroyed("B1")], ["A1"]),
        ([fired("A1", "B1", F=9), arrived("B1", 9), fired("A2", "B1", F=1), arrived("B1", 1), destroyed("B1")], ["A2"]),
        ([fired("A1", "B1", F=9), arrived("B1", 9), arrived("B1", 2), destroyed("B1")], []),
        ([fired("A1", "B1", F=9), arrived("B1", 5), arrived("B1", 4, first=False), destroyed("B1")], ["A1"]),
        ([fired("A1", "B1", F=9), arrived("B1", 9), destroyed("B1", "planet")], []),
    ],
)
def test_kills(events: list[Event], kills: list[str]) -> None:
    """SN-17.8: of whoever put most points on it in the last step, the first of equals; nobody's, where terrain did it."""
    assert [deed.unit for deed in deeds([*ENTERED, *events]) if deed.what == "kill"] == kills


def test_hits() -> None:
    """SN-17.8: a volley that puts points on a ship; a mine, of who laid it; nothing that strikes one's own side."""
    laid = [MineLaid("M1", "A1", "A", "0101"), MineLaid("M2", "B1", "B", "0101")]
    struck = [MineHit("M1", "B1", 1, "F", 12), MineHit("M1", "A2", 1, "F", 12), MineHit("M2", "A2", 1, "F", 12)]
    volleys = [fired("A1", "B1", F=2, RF=1), fired("A2", "B1", F=0), fired("A2", "B1")]
    assert deeds([*ENTERED, *laid, *struck, *volleys]) == [
        Deed("A1", "hit", "B1"),
        Deed("B1", "hit", "A2"),
        Deed("A1", "hit", "B1"),
    ]


def test_capture_is_a_kill() -> None:
    """SN-17.8: of the boarder; from then on the ship is of the other side."""
    taken = Captured("B1", "A1", "A", "a")
    assert deeds([*ENTERED, taken, fired("B1", "A2", F=3)]) == [Deed("A1", "kill", "B1")]


def test_deeds_of_a_battle() -> None:
    """SN-17.8: as the rules tell it: a volley at range 3 destroys a ship without shields."""
    battle = Battle()
    battle.put(battle.b, "2017", "S", integrity=1)
    shields_down(battle.b)
    entered = [ShipEntered(s.id, s.ship_class, s.side, s.seat, "0101", 0, 0) for s in battle.state.ships.values()]
    drafts = battle.play("2 1", AAA="T1 FIRE F AT BBB")
    assert muster(battle.state).units["BBB"].fate == "lost"
    told_events = [draft.event for draft in drafts if isinstance(draft.event, tuple(DEED_EVENTS))]
    assert deeds([*entered, *told_events]) == [Deed("AAA", "hit", "BBB"), Deed("AAA", "kill", "BBB")]
