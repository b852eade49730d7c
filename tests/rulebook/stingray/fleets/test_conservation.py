"""STG-CAM.6: whole battles by bots from vessels that lack something: each comes out once, with what befell it and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from events.base import Event, visible
from events.stingray.damage import CrewHurt, Damaged, RepairTried, SpecialHit, TubeDestroyed
from events.stingray.weapons import DecoyDropped, Launched
from pbem.core.fleets.fleet_units import Lacks, Unit, UnitEnd
from pbem.core.state.codec import dump
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.fleets.sheets import SHEETS, system_item
from tests.kit.playing import Played, by_bot, mixed_bots, turns_of
from tests.rulebook.stingray.builders.fleets import SCENARIOS, berths, deployed, fleets, forces_of, units_of, worn

MOST_TURNS = 40
STORE_WORDS = {
    "MINE": "mines",
    "DECOY": "decoys",
    "TERROR": "missiles",
    "PORT": "port-missiles",
    "STARBOARD": "starboard-missiles",
}


def fought(scenario: str, number: int) -> tuple[Played, dict[str, Unit]]:
    """A battle to its end, and what was sent: every third one of vessels that are hardly afloat."""
    seed = f"conservation {scenario} {number}"
    lacks = {b.id: worn(b.printed.unit_class, f"{seed} {b.id}", heavily=number % 3 == 2) for b in berths(scenario)}
    forces = forces_of(scenario, lacks, strangers=number % 2 == 1)
    played = deployed(scenario, forces, seed)
    for _ in turns_of(played, by_bot(mixed_bots(STINGRAY, scenario)), seed, MOST_TURNS):
        pass
    assert played.over and played.problems == []
    return played, units_of(forces)


def gained_or_lost(played: Played, sent: dict[str, Unit]) -> Iterator[str]:
    """What is not accounted for."""
    muster = fleets().muster(played.state)
    if sorted(muster.units) != sorted(sent):
        yield f"{sorted(sent)} went in, {sorted(muster.units)} came out"
    events = [draft.event for draft in played.drafts]
    for id, end in muster.units.items():
        sheet = SHEETS[end.unit_class]
        if list(end.lacks) != [item for item in sheet.items if item in end.lacks]:
            yield f"{id}: {end.lacks} is not in the order of the sheet"
        of_it = [event for event in events if getattr(event, "vessel", "") == id]
        expected = expected_of(sent[id], of_it)
        for item, kind in sheet.items.items():
            lacks = end.lacks.get(item, 0)
            if not 0 <= lacks <= kind.most:
                yield f"{id} lacks {lacks} of {kind.most} {item}"
            if item in expected and lacks != min(expected[item], kind.most) and end.how != "exploded":
                yield f"{id} lacks {lacks} {item}: it went in with {sent[id].lacks}, and {expected[item]} are accounted for"
            if item == "fuel" and lacks < sent[id].lacks.get(item, 0):
                yield f"{id} has found fuel"


def expected_of(unit: Unit, events: Iterable[Event]) -> Counter[str]:
    """All items but fuel: what it lacked, and what the events of the log add to that."""
    lacks = Counter({item: unit.lacks.get(item, 0) for item in SHEETS[unit.unit_class].items if item != "fuel"})
    for event in events:
        match event:
            case Damaged():
                lacks["hull"] += event.points
            case CrewHurt():
                lacks["crew"] = event.injuries
            case SpecialHit():
                lacks[system_item(event.system)] = event.level
            case RepairTried():
                lacks[system_item(event.system)] = event.level
            case TubeDestroyed():
                lacks[f"tube{event.tube}"] = 2
                lacks["mk61"] += 1
            case DecoyDropped():
                lacks["decoys"] += 1
            case Launched():
                lacks[fired(unit.unit_class, event)] += 1
    return lacks


def fired(unit_class: str, launched: Launched) -> str:
    """The store that it came from."""
    if launched.weapon != "TERROR":
        return {"MINE": "mines"}.get(launched.weapon, launched.weapon.lower())
    return f"{launched.launcher.lower()}-missiles" if unit_class == "MF" else "missiles"


def last_sheet(played: Played, id: str) -> Lacks:
    """What its captain's last report before the end was opened says, by the printed numbers."""
    captain = played.state.vessels[id].captain
    known = STINGRAY.rules.blank(captain)
    for draft in played.drafts:
        if draft.event.type == "stingray.game_decided":
            break
        if draft.event.type != "game.rolled" and visible(draft.audience, played.readers[captain]):
            STINGRAY.rules.apply(known, draft.event)
    return as_printed(dump(known)["vessels"][id], played.state.vessels[id].vessel_class)


def as_printed(vessel: dict[str, object], unit_class: str) -> Lacks:
    """Damage, injuries and stores of a vessel's JSON."""
    stores = vessel["stores"]
    assert isinstance(stores, dict)
    full = {"SR": {"MK61": 4, "MK7": 8, "MINE": 4, "DECOY": 4}, "SS": {"DECOY": 8}, "TF": {"TERROR": 8, "MINE": 2}}
    printed = full.get(unit_class, {"PORT": 8, "STARBOARD": 8, "MINE": 6})
    words = {
        "MINE": "mines",
        "DECOY": "decoys",
        "TERROR": "missiles",
        "PORT": "port-missiles",
        "STARBOARD": "starboard-missiles",
    }
    found = {words.get(store, store.lower()): most - stores[store] for store, most in printed.items()}
    return found | {"hull": int(str(vessel["damage"])), "crew": int(str(vessel["injuries"]))}


def unlike_the_sheet(end: UnitEnd, sheet: Lacks) -> list[str]:
    """Items in which the muster says something else than the last record sheet."""
    items = SHEETS[end.unit_class].items
    return [item for item, lacks in sheet.items() if end.lacks.get(item, 0) != min(lacks, items[item].most)]


def check(scenario: str, number: int) -> None:
    played, sent = fought(scenario, number)
    assert list(gained_or_lost(played, sent)) == []
    muster = fleets().muster(played.state)
    for id, end in muster.units.items():
        if end.how != "exploded":
            assert unlike_the_sheet(end, last_sheet(played, id)) == [], id
    assert muster.points == {side: float(points) for side, points in played.state.scores.items()}
    deeds = fleets().deeds(d.event for d in played.drafts if isinstance(d.event, tuple(fleets().deed_events)))
    assert {deed.target for deed in deeds if deed.what == "kill"} <= {
        id for id, end in muster.units.items() if end.fate == "lost"
    }
    assert {deed.unit for deed in deeds} | {deed.target for deed in deeds} <= set(sent)


@pytest.mark.parametrize("scenario", SCENARIOS[::2])
def test_a_battle_keeps_what_went_in(scenario: str) -> None:
    """STG-CAM.6, STG-REP.4: nothing comes or goes but by hits, launches and repairs that are in the log."""
    check(scenario, SCENARIOS.index(scenario))


@pytest.mark.deep
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("number", range(10, 20))
def test_a_hundred_battles_keep_what_went_in(scenario: str, number: int) -> None:
    """STG-CAM.6: ten of each scenario."""
    check(scenario, number)
