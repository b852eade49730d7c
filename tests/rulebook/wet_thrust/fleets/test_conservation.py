"""WT-24.6: bots fight whole battles with worn units: each comes out once, as last reported, and nothing mends by itself."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from events.base import visible
from events.platform import Rolled
from events.wet_thrust.damage import SystemRepaired
from pbem.core.fleets.berths import Force
from pbem.core.fleets.fleet_units import UnitEnd
from pbem.core.state.codec import dump
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.fleets.sheets import lacking
from pbem.games.wet_thrust.report.sheet_text import fuel_track, marked_words
from tests.kit.playing import Played, by_bot, play_turn
from tests.rulebook.wet_thrust.fleets.battles import CLASSES, FLEETS, battle, units_of, worn

BOTS = ("steady", "bold", "random")
TURNS = 60
SHARE = 0.4
"""Of each item, what a worn unit may lack."""


def sent_to(scenario: str, number: int) -> dict[str, Force]:
    """Worn units; every other time with ids that no scenario lists."""
    return worn(scenario, random.Random(f"{scenario} {number}"), SHARE, renamed=number % 2 == 1)


def fought(scenario: str, number: int) -> tuple[dict[str, UnitEnd], Played]:
    """A battle of worn units, played to its end."""
    played = battle(scenario, sent_to(scenario, number), f"worn {number}")
    seats = {seat: BOTS[(number + at) % len(BOTS)] for at, seat in enumerate(("de", "gb"))}
    before = dict(FLEETS.muster(played.state).units)
    for turn in range(1, TURNS):
        if played.over:
            break
        play_turn(played, by_bot(seats), f"worn {number}", turn)
    assert played.over and not played.problems
    return before, played


def conserved(scenario: str, number: int) -> None:
    """All that is asked of one battle."""
    before, played = fought(scenario, number)
    sent = units_of(sent_to(scenario, number))
    ends = FLEETS.muster(played.state).units
    assert ends.keys() == before.keys() == sent.keys()
    assert {id: end.lacks for id, end in before.items()} == {id: unit.lacks for id, unit in sent.items()}
    for id, end in ends.items():
        items = CLASSES[end.unit_class].items
        assert (end.unit_class, end.side) == (before[id].unit_class, before[id].side)
        assert all(0 < lacks <= items[item].most for item, lacks in end.lacks.items())
        mended(played, id, before[id], end)
        reported(played, id, end)
    for deed in FLEETS.deeds(draft.event for draft in played.drafts if type(draft.event) in FLEETS.deed_events):
        assert ends[deed.unit].side != ends[deed.target].side and (deed.what == "hit" or ends[deed.target].fate == "lost")


def mended(played: Played, id: str, before: UnitEnd, end: UnitEnd) -> None:
    """WT-24.5: of what she lacked only the bridge; squadrons of one type may fill each other up (WT-11.13)."""
    items = CLASSES[end.unit_class].items
    for kind in ("f", "db", "t"):
        wings = [item for item in items if item.rstrip("0123456789") == kind]
        assert sum(end.lacks.get(item, 0) for item in wings) >= sum(before.lacks.get(item, 0) for item in wings)
    bridge = any(draft.event == SystemRepaired(id, "BR") for draft in played.drafts)
    for item, lacks in before.lacks.items():
        if not (item == "bridge" and bridge) and item.rstrip("0123456789") not in ("f", "db", "t"):
            assert end.lacks.get(item, 0) >= lacks, f"{id} {item}"


def reported(played: Played, id: str, end: UnitEnd) -> None:
    """What her own side was told in the whole battle is what is mustered, and what her last sheet says in boxes."""
    seat = played.state.ships[id].seat
    known = WET_THRUST.rules.blank(seat)
    for draft in played.drafts:
        if not isinstance(draft.event, Rolled) and visible(draft.audience, played.readers[seat]):
            WET_THRUST.rules.apply(known, draft.event)
    assert replace(WET_THRUST.rules.load(json.loads(json.dumps(dump(known)))), reader=seat) == known
    ship = known.ships[id]
    assert lacking(known, ship) == end.lacks and ship.fared == end.how
    if ship.fate != "lost":
        assert marked_words(ship.sheet) == f"{end.lacks.get('hull', 0)} of {ship.printed.boxes}"
        assert fuel_track(ship.sheet).count("F") == ship.printed.fuel - end.lacks.get("fuel", 0)


@pytest.mark.parametrize("scenario", ["acasta", "convoy", "two-carriers", "denmark-strait"])
def test_nothing_is_gained_or_lost(scenario: str) -> None:
    """Over a whole battle."""
    conserved(scenario, 1)


@pytest.mark.deep
@pytest.mark.parametrize("scenario", WET_THRUST.scenarios)
@pytest.mark.parametrize("number", range(2, 12))
def test_nothing_is_gained_or_lost_in_many_battles(scenario: str, number: int) -> None:
    """WT-24.6: ten more in each scenario."""
    conserved(scenario, number)
