"""Chapter CAM: what a battle has made of its ships, and that none of them is gained, lost or repaired on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from events.base import Event
from events.sovereign_seas import battle
from events.sovereign_seas.opening import ShipEntered
from events.sovereign_seas.sailing import LeftMap, RamEffect
from pbem.core.fleets.berths import Force, Forces
from pbem.core.fleets.fleet_units import Deed, Muster, Unit, counted
from pbem.core.state.codec import dump
from pbem.games.sovereign_seas import state_json
from pbem.games.sovereign_seas.fleets import FLEETS
from pbem.games.sovereign_seas.model.apply import apply
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import CLASSES
from pbem.games.sovereign_seas.report.logsheet import log_panel
from tests.kit.playing import Played, by_bot, chance_from, play_turn
from tests.rulebook.sovereign_seas.builders.fleet import change, state_with, told
from tests.rulebook.sovereign_seas.builders.fleets import GAME_CLASSES, as_deployed, begun, damaged

FOUGHT = [key for key, opening in OPENINGS.items() if opening.ships]
BOTS = {"gb": "ram", "fr": "ram", "gb2": "ram", "fr2": "ram"}


# ---------------------------------------------------------------- ends and points


def test_what_became_of_each_ship() -> None:
    """SSL-CAM.8: in play, stopped as well; off the map; sunk. SSL-CAM.9: points of enemies sunk. SSL-CAM.4: no jam lasts."""
    state = state_with({id: ("1010", "N", 0) for id in ("BC1", "BB1", "BV1", "FC1", "FF1", "FV1")})
    change(
        state.ships["BC1"],
        marked=4,
        lost=9,
        engine=8,
        gone=["P2", "F1"],
        jam="L",
        jam_until=9,
        tower_lost=True,
        command_until=9,
    )
    change(state.ships["FF1"], fate="left", gone=["M9"])
    for id in ("BV1", "FC1", "FV1"):
        apply(state, battle.Sunk(id, "BB1", "1010"))
    change(state.ships["FC1"], marked=15, lost=12)
    found = FLEETS.muster(state)
    assert {id: (end.side, end.fate, end.how) for id, end in found.units.items()} == {
        "BB1": ("british", "present", "in play"),
        "BC1": ("british", "present", "in play"),
        "BV1": ("british", "lost", "sunk"),
        "FC1": ("french", "lost", "sunk"),
        "FF1": ("french", "left", "off the map"),
        "FV1": ("french", "lost", "sunk"),
    }
    assert found.units["BC1"].lacks == {"hull": 4, "speed": 8, "tower": 1, "f1": 1, "p2": 1}
    assert found.units["FF1"].lacks == {"m9": 1}
    assert found.units["FC1"].lacks == {"hull": 14}
    assert found.points == {"british": 64 + 8, "french": 8}


def test_only_engines_lose_what_is_repaired_as_speed() -> None:
    """SSL-CAM.2, SSL-L5.9, SSL-L5.10: funnel and boiler hits, and of these what there was to lose (SSL-L5.13)."""
    state = state_with({"FB1": ("1010", "N", 5)})
    for event in (
        battle.HullMarked("FB1", 3, 1, 10),
        battle.FactorsLost("FB1", "funnel", 3, 8),
        battle.HullMarked("FB1", 5, 5, 6),
        battle.FactorsLost("FB1", "boiler", 11, 0),
        battle.HullMarked("FB1", 9, 11, 0),
    ):
        apply(state, event)
    log = state.ships["FB1"].log
    assert (log.marked, log.lost, log.engine) == (9, 11, 8)
    assert FLEETS.muster(state).units["FB1"].lacks == {"hull": 9, "speed": 8}


def test_hits_and_kills() -> None:
    """SSL-CAM.10: salvos with hits, rams, ships sunk, an own ram's victim too; misses and friends do not count."""
    state = state_with({id: ("1010", "N", 5) for id in ("BC1", "BB1", "FC1")})
    entered = [ShipEntered(ship.id, ship.ship_class, ship.side, ship.seat, "1010", 0, 5) for ship in state.ships.values()]

    def salvo(ship: str, target: str, hits: int) -> Event:
        return battle.SalvoFired(ship, target, 1, "D", 5, 3, {}, 10, 6, 4, hits, hits, "E", "1010", "1310")

    events: list[Event] = [
        *entered,
        salvo("BC1", "FC1", 3),
        salvo("BB1", "FC1", 0),
        RamEffect("BB1", "BC1", 2, 6, 3),
        RamEffect("FC1", "BC1", 2, 6, 3),
        battle.Sunk("BC1", "FC1", "1010"),
        battle.Sunk("FC1", "BC1", "1010"),
        battle.Sunk("BB1", "BC1", "1010"),
    ]
    assert all(type(event) in FLEETS.deed_events for event in events)
    assert FLEETS.deeds(events) == [
        Deed("BC1", "hit", "FC1"),
        Deed("FC1", "hit", "BC1"),
        Deed("FC1", "kill", "BC1"),
        Deed("BC1", "kill", "FC1"),
    ]


# ---------------------------------------------------------------- conservation


def fought(key: str, forces: Forces, seed: str, **options: Any) -> Played:
    """A battle of bots from its opening to its end."""
    played = begun(key, forces, **options)
    number = 0
    while not played.over:
        number += 1
        play_turn(played, by_bot(BOTS), seed, number)
    assert played.problems == []
    return played


def check(played: Played, sent: Iterable[Unit]) -> None:
    """Every ship that went in comes out once, as her log says, with no less damage than she brought."""
    state: State = played.state
    found = FLEETS.muster(state)
    units = {unit.id: unit for unit in sent}
    assert sorted(found.units) == sorted(units)
    for id, end in found.units.items():
        sheet = GAME_CLASSES[end.unit_class]
        assert end.lacks == counted(end.lacks, sheet)
        assert all(0 < lacks <= sheet.items[item].most for item, lacks in end.lacks.items())
        assert (end.unit_class, end.side) == (units[id].unit_class, CLASSES[end.unit_class].side)
        assert all(end.lacks.get(item, 0) >= lacks for item, lacks in units[id].lacks.items())
        if end.fate != "lost":
            assert_sheet(state, id, end.lacks)
    assert_told(played, found)
    assert state_json.load(dump(state)) == state


def assert_sheet(state: State, id: str, lacks: Mapping[str, int]) -> None:
    """The control log as it is printed has as many marks as muster says."""
    ship = state.ships[id]
    lines = "\n".join(log_panel(state, ship).lines)
    guns = sum(len(ship.printed.guns[item.upper()].code) for item in lacks if item.upper() in ship.printed.guns)
    assert lines.count("x") - lines.count("hex") - lines.count("max") == lacks.get("hull", 0) + guns
    assert ("CT!" in lines) is ("tower" in lacks)
    lost = min(
        len(ship.printed.speed_track), lacks.get("speed", 0) + len([c for c in ship.printed.crossings if c <= ship.log.marked])
    )
    assert sum(f"({factor})" in lines for factor in ship.printed.speed_track) >= lost == ship.log.lost


def assert_told(played: Played, found: Muster) -> None:
    """Fates, points and kills are those of the events."""
    sunk = [event.ship for event in told(played.drafts, battle.Sunk)]
    assert sorted(sunk) == sorted(id for id, end in found.units.items() if end.fate == "lost")
    gone = [event.ship for event in told(played.drafts, LeftMap)]
    assert sorted(gone) == sorted(id for id, end in found.units.items() if end.fate == "left")
    for side in ("british", "french"):
        prizes = [end for end in found.units.values() if end.fate == "lost" and end.side != side]
        assert found.points[side] == sum(GAME_CLASSES[end.unit_class].points for end in prizes)
    deeds = FLEETS.deeds(draft.event for draft in played.drafts if type(draft.event) in FLEETS.deed_events)
    assert {deed.target for deed in deeds if deed.what == "kill"} <= set(sunk)


def conserved(key: str, seed: str, **options: Any) -> None:
    """One battle from partly damaged forces, and another from what is left of them."""
    forces = damaged(key, chance_from(seed), **options)
    played = fought(key, forces, seed, **options)
    check(played, as_deployed(key, forces, **options))
    again = again_from(forces, FLEETS.muster(played.state))
    if key.startswith("convoy") and len(again["french"].units) < len(forces["french"].units):
        return
    if all(force.units for force in again.values()):
        second = fought(key, again, f"{seed} again", **options)
        check(second, as_deployed(key, again, **options))


def again_from(forces: Forces, found: Muster) -> dict[str, Force]:
    """The ships that are left, as they are."""
    return {
        side: Force(
            [
                Unit(unit.id, unit.unit_class, unit.name, found.units[unit.id].lacks)
                for unit in force.units
                if found.units[unit.id].fate != "lost"
            ]
        )
        for side, force in forces.items()
    }


@pytest.mark.parametrize("key", ["bellerophon-ocean", "cruisers", "defense-magenta"])
def test_nothing_is_gained_or_lost(key: str) -> None:
    """SSL-CAM.2, SSL-CAM.8, SSL-CAM.9: bots play on with what each battle has left."""
    for number in range(2):
        conserved(key, f"{key} {number}")


@pytest.mark.deep
@pytest.mark.parametrize("key", FOUGHT)
def test_nothing_is_gained_or_lost_in_a_hundred_battles(key: str) -> None:
    """SSL-CAM.2, SSL-CAM.8, SSL-CAM.9: the same in every scenario, logs hidden or not, with one admiral or two."""
    small = not OPENINGS[key].placing
    for number in range(15 if small else 4):
        more = {} if small else {"admirals": "two" if number % 2 else "one"}
        conserved(key, f"{key} {number}", hidden_logs="on" if number % 2 else "off", **more)
