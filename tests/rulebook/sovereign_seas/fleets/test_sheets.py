"""Chapter CAM: classes and their sheets, places, and what is lacking from one battle to the next."""

from __future__ import annotations

import re

import pytest

from events.base import EVERYONE
from events.sovereign_seas.opening import DamageCarried, ShipNamed
from pbem.core.fleets.berths import Force, misfits
from pbem.core.fleets.fleet_units import Item, Unit
from pbem.core.state.codec import dump
from pbem.games.sovereign_seas import SOVEREIGN_SEAS, state_json
from pbem.games.sovereign_seas.fleets import FLEETS
from pbem.games.sovereign_seas.model import scenario
from pbem.games.sovereign_seas.model.scenario import OPENINGS
from pbem.games.sovereign_seas.model.tables import CLASSES
from tests.kit.playing import chance_from
from tests.rulebook.sovereign_seas.builders.fleet import envelope, told, turn_of
from tests.rulebook.sovereign_seas.builders.fleets import (
    GAME_CLASSES,
    as_deployed,
    damaged,
    deployed,
    duel,
    some_lacks,
)

WARSHIPS = [key for key, log in CLASSES.items() if log.batteries]


def test_the_sheet_of_a_class() -> None:
    """SSL-CAM.2, SSL-CAM.3: all circles but the last, the speed track, the tower and every battery; nothing is a store."""
    ocean = GAME_CLASSES["Ocean"]
    assert (ocean.title, ocean.points) == ("Central Battery Ironclad Ocean", 64)
    assert dict(list(ocean.items.items())[:4]) == {"hull": Item(14), "speed": Item(12), "tower": Item(1), "m1": Item(1)}
    letters = {log.unit for log in CLASSES.values()}
    for key, found in GAME_CLASSES.items():
        assert {each for each in letters if not found.id_fault(f"{each}1")} == {CLASSES[key].unit}
    assert GAME_CLASSES["Bellerophon/page2"].title.endswith("(page2)")
    for key, found in GAME_CLASSES.items():
        assert len(found.items) == 3 + len(CLASSES[key].guns)
        assert all(re.fullmatch(r"[a-z][a-z0-9._-]*", item) and sheet.most > 0 for item, sheet in found.items.items())
        assert not any(sheet.store for sheet in found.items.values())


@pytest.mark.parametrize("options", [{}, {"bellerophon_log": "page2", "defense_track": "eleven"}], ids=str)
@pytest.mark.parametrize("key", OPENINGS)
def test_the_places_are_those_of_the_set_up(key: str, options: dict[str, str]) -> None:
    """SSL-CAM.1: berths of every scenario are what setup places, whole and without names; bought fleets have none."""
    chosen = scenario.options(key, options)
    turn = turn_of(SOVEREIGN_SEAS.rules.blank(), number=0)
    SOVEREIGN_SEAS.rules.setup(turn, key, chosen)
    found = {berth.id: berth for berth in FLEETS.berths(key, chosen)}
    assert {id: (ship.side, ship.ship_class, ship.name) for id, ship in turn.state.ships.items()} == {
        id: (berth.side, berth.printed.unit_class, "") for id, berth in sorted(found.items())
    }
    assert all(berth.takes(berth.printed) and not berth.printed.lacks for berth in found.values())


@pytest.mark.parametrize("key", OPENINGS)
def test_without_forces_nothing_is_different(key: str) -> None:
    """SSL-CAM.1: deploy without forces gives the same events as setup, and so does a side of which all is kept."""
    chosen = scenario.options(key, {})
    printed = turn_of(SOVEREIGN_SEAS.rules.blank(), number=0)
    SOVEREIGN_SEAS.rules.setup(printed, key, chosen)
    assert deployed(key, {}).drafts == printed.drafts
    keeps = [berth.id for berth in FLEETS.berths(key, chosen) if berth.side == "british"]
    if keeps:
        assert deployed(key, {"british": Force([], keeps)}).drafts == printed.drafts


def test_which_class_may_take_which_place() -> None:
    """SSL-CAM.1: warships of the side; in a line the types that form it; merchantmen those of merchantmen, all of them."""
    takes = {berth.id: set(berth.classes) for berth in FLEETS.berths("fleet-engagement", scenario.options("1", {}))}
    assert takes["FB1"] == takes["FC2"] == {"Magenta", "Ocean"}
    assert takes["FF1"] == {"Armorique", "Limier"}
    assert takes["BF1"] == {"Defense", "Defense/eleven", "Bellerophon", "Bellerophon/page2", "Inconsistent", "Eclipse"}
    convoy = {berth.id: berth for berth in FLEETS.berths("convoy-attack", scenario.options("3", {}))}
    assert set(convoy["SM1"].classes) == {"Large Merchantman", "Small Merchantman"}
    assert [id for id, berth in convoy.items() if berth.needed] == [
        f"{letters}{n}" for letters in ("LM", "SM") for n in range(1, 5)
    ]
    escort = Force([Unit("FF1", "Armorique")])
    assert "LM1 must be there" in misfits(list(convoy.values()), {"french": escort}, GAME_CLASSES)
    kept = Force(escort.units, [id for id in convoy if id[1] == "M"])
    assert misfits(list(convoy.values()), {"french": kept}, GAME_CLASSES) == []


@pytest.mark.parametrize("unit_class", WARSHIPS)
def test_each_item_goes_there_and_back(unit_class: str) -> None:
    """SSL-CAM.2, SSL-CAM.8: deployed and not touched, a ship lacks what it lacked, of each item any number."""
    for item, sheet in GAME_CLASSES[unit_class].items.items():
        for lacks in {1, sheet.most}:
            state = duel({item: lacks}, unit_class).state
            end = FLEETS.muster(state).units[f"{CLASSES[unit_class].unit}9"]
            assert (end.lacks, end.unit_class, end.fate) == ({item: lacks}, unit_class, "present")
            assert state_json.load(dump(state)) == state


@pytest.mark.parametrize("key", [key for key, opening in OPENINGS.items() if opening.ships])
def test_any_lacks_go_there_and_back(key: str) -> None:
    """SSL-CAM.2: forces of all classes, merchantmen too, with random lacks; the state is what its dump is read as."""
    chance = chance_from(key)
    for _ in range(8):
        forces = damaged(key, chance)
        state = deployed(key, forces).state
        found = FLEETS.muster(state).units
        assert {id: (end.unit_class, end.lacks, end.side) for id, end in found.items()} == {
            unit.id: (unit.unit_class, unit.lacks, CLASSES[unit.unit_class].side) for unit in as_deployed(key, forces)
        }
        assert state_json.load(dump(state)) == state


def test_a_log_is_as_the_marks_say() -> None:
    """SSL-CAM.2: crossed slashes cost speed factors beside those of the engines. SSL-CAM.4: command and rudder are whole."""
    turn = duel({"hull": 7, "speed": 2, "tower": 1, "m1": 1, "tsf": 1}, "Ocean")
    log = turn.state.ships["FC9"].log
    assert (log.marked, log.lost, log.engine, log.gone, log.tower_lost) == (7, 6, 2, ["M1", "TSF"], True)
    assert (log.command_until, log.jam, log.jam_until) == (0, "", 0)
    assert turn.state.ships["FC9"].maximum == 6
    assert told(turn.drafts, DamageCarried) == [DamageCarried("FC9", 7, 6, 2, ["M1", "TSF"], True)]
    assert told(turn.drafts, ShipNamed) == [ShipNamed("FC9", "Hero")]
    assert envelope(turn.drafts, DamageCarried) == ("Set-up", "SSL-CAM.5", EVERYONE)
    assert envelope(duel({"hull": 7}, "Ocean", hidden_logs="on").drafts, DamageCarried)[2] == "french"


def test_more_speed_than_there_is_stays_lacking() -> None:
    """SSL-CAM.2, SSL-L5.13: hull and engines may have cost more factors than there are; none comes back by that."""
    log = duel({"hull": 14, "speed": 12}, "Ocean").state.ships["FC9"].log
    assert (log.lost, log.engine) == (12, 12)


def test_random_lacks_are_of_all_items() -> None:
    """The generator of these tests reaches every item, and its whole range."""
    chance = chance_from("lacks")
    found = [some_lacks("Magenta", chance) for _ in range(300)]
    assert {item for lacks in found for item in lacks} == set(GAME_CLASSES["Magenta"].items)
    assert {lacks.get("hull", 0) for lacks in found} == set(range(13))
