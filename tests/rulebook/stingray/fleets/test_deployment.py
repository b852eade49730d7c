"""STG-CAM.3, STG-CAM.4: places of a scenario, and vessels of a campaign that begin a battle in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.base import EVERYONE, visible
from events.codec import encode
from events.stingray.contacts import ContactsHeld, FellSilent
from events.stingray.opening import ConditionSet, TubesLoaded, VesselEntered
from pbem.core.dice.fair_dice import seeded
from pbem.core.fleets.berths import Force, misfits
from pbem.core.fleets.fleet_units import Lacks, Unit
from pbem.core.game.turn import Turn
from pbem.core.state.codec import dump
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.fleets.sheets import SHEETS
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.rules.setup import carry_out
from tests.kit.playing import Played, open_play
from tests.rulebook.stingray.builders.fleets import SCENARIOS, berths, deployed, fleets, forces_of, units_of, worn
from tests.rulebook.stingray.builders.one_step import told

everywhere = pytest.mark.parametrize("scenario", SCENARIOS)


# ---------------------------------------------------------------- berths


@everywhere
def test_berths_are_what_set_up_places(scenario: str) -> None:
    """STG-CAM.3: a place for each printed vessel, with the stores and the fuel that the scenario fixes."""
    muster = fleets().muster(open_play(STINGRAY, scenario, {}, "berths").state)
    rolled = {entry.id for entry in OPENINGS[scenario].vessels if entry.fuel is None}
    assert [berth.id for berth in berths(scenario)] == [entry.id for entry in OPENINGS[scenario].vessels]
    for berth in berths(scenario):
        end = muster.units[berth.id]
        assert (berth.printed.unit_class, berth.side, berth.classes) == (end.unit_class, end.side, (end.unit_class,))
        left_out = {"fuel"} if berth.id in rolled else set()
        assert berth.printed.lacks == {item: lacks for item, lacks in end.lacks.items() if item not in left_out}


@pytest.mark.parametrize(
    ("scenario", "named", "needed"),
    [
        ("stand-by-for-action", {"SR1"}, {"SR1"}),
        ("overwhelming-numbers-balanced", {"SR1"}, {"SR1"}),
        ("tanker-run", {"SS1"}, {"SS1"}),
        ("new-toy", {"MF1"}, set()),
        ("agent-x20", {"SR1"}, {"SR1"}),
    ],
)
def test_places_that_a_scenario_turns_on_are_for_the_vessel_named(scenario: str, named: set[str], needed: set[str]) -> None:
    """STG-CAM.3: exits, points of its own, spies."""
    assert {berth.id for berth in berths(scenario) if berth.named} == named
    assert {berth.id for berth in berths(scenario) if berth.needed} == needed


# ---------------------------------------------------------------- the opening position


@everywhere
def test_without_forces_all_is_as_at_set_up(scenario: str) -> None:
    """The same events, dice and audiences."""
    assert deployed(scenario, {}, "same").drafts == open_play(STINGRAY, scenario, {}, "same").drafts


@everywhere
def test_printed_vessels_that_are_kept_are_as_at_set_up(scenario: str) -> None:
    """STG-FUE.1: their fuel is rolled; so are those of a side without a force."""
    keeps = {side: Force([], [berth.id for berth in berths(scenario) if berth.side == side]) for side in ("aquaphibians",)}
    assert deployed(scenario, keeps, "same").drafts == open_play(STINGRAY, scenario, {}, "same").drafts


@everywhere
def test_vessels_keep_their_own_names_and_are_commanded_by_the_seats_of_the_place(scenario: str) -> None:
    """STG-CAM.3, STG-GEN.6: in vessel order by their own ids."""
    printed = open_play(STINGRAY, scenario, {}, "names").state
    state = deployed(scenario, forces_of(scenario, strangers=True), "names").state
    stood = {(vessel.hex, vessel.facing, vessel.speed): vessel for vessel in printed.vessels.values()}
    for vessel in state.vessels.values():
        place = stood[vessel.hex, vessel.facing, vessel.speed]
        assert (vessel.captain, vessel.copilot, vessel.crew) == (place.captain, place.copilot, place.crew)
        assert STINGRAY.report.names(state)[vessel.id] == f"The {place.id} of the line"
    assert list(state.vessels) == list(STINGRAY.rules.load(dump(state)).vessels)
    assert set(state.vessels) == set(units_of(forces_of(scenario, strangers=True)))


def test_a_place_that_nobody_takes_stays_empty() -> None:
    """STG-CAM.3: all seats are there all the same."""
    forces = {"terrainians": Force([Unit("SR7", "SR")]), "aquaphibians": Force([Unit("TF4", "TF"), Unit("MF1", "MF")])}
    state = deployed("new-toy", forces).state
    assert list(state.vessels) == ["SR7", "MF1", "TF4"]
    assert list(state.seats) == ["captain1", "copilot1", "captain2", "copilot2", "aquaphibian"]
    assert state.vessels["SR7"].crew == "sr1"


def test_an_id_of_another_form_is_refused_in_words() -> None:
    """STG-CAM.3: orders and reports tell a vessel's class by its id."""
    wrong = misfits(berths("new-toy"), {"aquaphibians": Force([Unit("FANG", "TF"), Unit("TF100", "TF")])}, SHEETS)
    assert wrong == [f"{id}: {id!r} is no id of a TF; write TF1 to TF99" for id in ("FANG", "TF100")]


def test_a_scenario_says_whom_it_needs() -> None:
    """STG-CAM.3: a tanker run without its tanker is none."""
    forces = {"terrainians": Force([Unit("SR3", "SR")])}
    assert misfits(berths("tanker-run"), forces, SHEETS) == ["SS1 must be there"]
    assert misfits(berths("tanker-run"), {"terrainians": Force([Unit("SR3", "SR"), Unit("SS1", "SS")])}, SHEETS) == []


# ---------------------------------------------------------------- what they lack


def test_what_is_lacking_is_out_from_the_start() -> None:
    """STG-CAM.4, STG-SPH.3, STG-SPH.4: hull, crew, systems, tubes, stores; the fuel is not rolled."""
    lacks = {"SR1": {"hull": 5, "crew": 2, "reactor": 1, "tube1": 1, "tube2": 2, "battery": 1, "mk61": 3, "decoys": 4}}
    lacks |= {"TF1": {"fuel-line": 1, "missiles": 8, "fuel": 4}}
    played = deployed("new-toy", forces_of("new-toy", lacks))
    sub, fish = played.state.vessels["SR1"], played.state.vessels["TF1"]
    assert (sub.damage, sub.remaining, sub.injuries, sub.penalty, sub.output, sub.battery) == (5, 10, 2, 2, 3, 0)
    assert sub.stores == {"MK61": 1, "MK7": 8, "MINE": 4, "DECOY": 0}
    assert sub.launchers["2"].destroyed
    assert not sub.launchers["1"].destroyed and sub.launcher_out("1")
    assert (fish.fuel, fish.stores["TERROR"], fish.out("FUEL")) == (20, 0, True)
    assert [d.event.purpose for d in played.drafts if d.rule == "STG-FUE.1" and hasattr(d.event, "purpose")] == []


@pytest.mark.parametrize(
    ("lacks", "tubes"),
    [
        ({}, {"1": "MK61", "2": "MK7"}),
        ({"mk61": 4}, {"1": "MK7", "2": "MK7"}),
        ({"mk7": 8}, {"1": "MK61", "2": "MK61"}),
        ({"mk61": 4, "mk7": 7}, {"1": "MK7", "2": ""}),
        ({"mk61": 4, "mk7": 8}, {"1": "", "2": ""}),
        ({"tube1": 1}, {"1": "", "2": "MK7"}),
        ({"tube2": 2}, {"1": "MK61", "2": ""}),
    ],
)
def test_what_the_tubes_hold(lacks: dict[str, int], tubes: dict[str, str]) -> None:
    """STG-CAM.4."""
    drafts = deployed("new-toy", forces_of("new-toy", {"SR1": lacks})).drafts
    assert told(drafts, TubesLoaded)[0] == TubesLoaded("SR1", tubes)


@pytest.mark.parametrize(("step", "why"), [(1, "Tube 2 is damaged"), (2, "Tube 2 is destroyed")])
def test_a_tube_out_of_action_is_not_loaded_at_set_up(step: int, why: str) -> None:
    """STG-CAM.4: LOADOUT says so, and leaves the others as they are; EMPTY is what it is."""
    played = deployed("new-toy", forces_of("new-toy", {"SR1": {"tube2": step}}))
    known = played.known("captain1")
    refused = STINGRAY.orders.read(known, "captain1", "SR1: LOADOUT TUBE 1 MK7, TUBE 2 MK7", OrderSheet())
    assert [problem.reason for problem in refused.problems] == [why]
    taken = STINGRAY.orders.read(known, "captain1", "SR1: LOADOUT TUBE 1 MK7, TUBE 2 EMPTY", OrderSheet())
    assert not taken.problems
    template = STINGRAY.report.template(known)
    assert "TUBE 2 EMPTY" in template
    assert not STINGRAY.orders.read(known, "captain1", template, OrderSheet()).problems
    assert not [order for order in STINGRAY.planning.suggest(known) if "LOADOUT" in order.text]
    turn = Turn(STINGRAY.rules.apply, played.state, seeded("loadout"), 1)
    carry_out(turn, {"captain1": OrderSheet({"SR1": ["LOADOUT TUBE 1 MK7, TUBE 2 MK7"]})})
    assert told(turn.drafts, TubesLoaded) == [TubesLoaded("SR1", {"1": "MK7", "2": ""})]
    assert played.state.vessels["SR1"].launchers["2"].destroyed == (step == 2)


def test_a_fish_without_comms_is_silent_from_the_start() -> None:
    """STG-CAM.4, STG-COM.4: its commander is told so, and nothing that it finds; not even whom all know of in scenario 1."""
    played = deployed("stand-by-for-action", forces_of("stand-by-for-action", {"TF1": {"comms": 1}, "TF2": {"comms": 1}}))
    silent = [draft for draft in played.drafts if isinstance(draft.event, FellSilent)]
    assert [(draft.event.vessel, draft.audience) for draft in silent] == [("TF1", "aquaphibian"), ("TF2", "aquaphibian")]
    known = played.known("aquaphibian")
    assert [vessel.finds_if_known for vessel in known.mine()] == [None, None]
    seen = [
        d.event for d in played.drafts if isinstance(d.event, ContactsHeld) and visible(d.audience, frozenset({"aquaphibian"}))
    ]
    assert seen == []
    assert played.state.vessels["TF1"].finds.contacts["SR1"].how == "known"


@pytest.mark.parametrize(
    ("lacks", "zones"),
    [
        ({}, ["h1", "h2", "h6", "h3", "h5", "h4"]),
        ({"reactor": 1}, ["h1", "h2", "h6", "h3"]),
        ({"reactor": 2}, []),
        ({"reactor": 3}, []),
        ({"sonar": 1}, []),
    ],
)
def test_the_first_scan_is_what_the_plant_pays(lacks: Lacks, zones: list[str]) -> None:
    """STG-CAM.4, STG-SPH.3, STG-SPH.4: life support comes first, and a damaged sonar searches nothing."""
    drafts = deployed("new-toy", forces_of("new-toy", {"SR1": lacks})).drafts
    assert [held.swept for held in told(drafts, ContactsHeld) if held.vessel == "SR1"] == [zones]


def test_a_vessel_too_fast_for_its_engines_slows_down() -> None:
    """STG-CAM.4, STG-MOV.9: it begins at the printed speed."""
    state = deployed("new-toy", forces_of("new-toy", {"SR1": {"engines": 3}})).state
    assert state.vessels["SR1"].speed == 3


# ---------------------------------------------------------------- who is told


def test_the_crew_is_told_in_words() -> None:
    """STG-CAM.4: in the report and its summary; a vessel as new without a name is not worth a sentence."""
    lacks = {"SR1": {"hull": 5, "crew": 1, "engines": 2, "sonar": 1, "tube2": 2}}
    played = deployed("new-toy", forces_of("new-toy", lacks))
    events = [draft.event for draft in played.drafts if visible(draft.audience, played.readers["captain1"])]
    known = played.known("captain1")
    harm = "5 damage points, 1 injury, its engines out 2 times, its sonar out, tube 2 destroyed"
    sentences = [STINGRAY.report.tell(event, known) for event in events if isinstance(event, ConditionSet)]
    assert sentences == [f"SR1 is The SR1 of the line and brings from earlier battles {harm}"]
    assert f"SR1 brings from earlier battles {harm}." in STINGRAY.report.summary(events, known)
    assert STINGRAY.report.tell(ConditionSet("SR1", "Barb", 0, 0, {}, []), known) == "SR1 is Barb"
    plain = {"terrainians": Force([Unit("SR1", "SR")])}
    assert told(deployed("new-toy", plain).drafts, ConditionSet) == []


@everywhere
def test_each_vessel_is_shown_to_its_own_crew(scenario: str) -> None:
    """STG-CAM.4: stores and damage go to those who see its record sheet; no event is shown more widely than it may be."""
    forces = forces_of(scenario, {berth.id: worn(berth.printed.unit_class, berth.id) for berth in berths(scenario)}, True)
    played = deployed(scenario, forces)
    state = STINGRAY.rules.blank()
    for draft in played.drafts:
        if isinstance(draft.event, (VesselEntered, ConditionSet, TubesLoaded)):
            assert draft.audience == played.state.vessels[draft.event.vessel].crew
        if draft.event.type != "game.rolled":
            widest = STINGRAY.rules.audience(state, draft.event)
            assert widest == EVERYONE or set(draft.audience.split(",")) <= set(widest.split(",")) or draft.audience == ""
            STINGRAY.rules.apply(state, draft.event)
    assert encode(played.drafts[-1].event) == played.written[-1]


def all_of(played: Played, seat: str | None) -> list[Any]:
    """All that a reader has: the state, every text and every picture."""
    known = played.known(seat)
    seen = [draft.event for draft in played.drafts if visible(draft.audience, played.readers[seat])]
    report = STINGRAY.report
    texts = [report.tell(event, known) for event in seen if event.type != "game.rolled"]
    return [
        *(dump(known), seen, texts, report.summary(seen, known), list(report.panels(known)), report.template(known)),
        *(report.names(known), list(report.draw(known)), list(STINGRAY.planning.suggest(known))),
    ]


def everything(unit_class: str) -> Lacks:
    """All that a vessel can lack but its reactor."""
    return {item: kind.most for item, kind in SHEETS[unit_class].items.items() if item != "reactor"}


@everywhere
def test_the_enemy_learns_nothing_of_what_is_lacking(scenario: str) -> None:
    """STG-CAM.4, section 7: all that the other side and spectators have is byte-equal to what they have of vessels as new.

    Of a plant that is damaged they hear less (STG-SCN.4): that shows in play, and so it is left out here.
    """
    fresh = deployed(scenario, forces_of(scenario, strangers=True))
    for side in ("terrainians", "aquaphibians"):
        lacks = {berth.id: everything(berth.printed.unit_class) for berth in berths(scenario) if berth.side == side}
        played = deployed(scenario, forces_of(scenario, lacks, strangers=True))
        others = [seat for seat in played.readers if seat is None or played.state.seats[seat] != side]
        assert others
        for seat in others:
            assert repr(all_of(played, seat)) == repr(all_of(fresh, seat))
        assert any(repr(all_of(played, seat)) != repr(all_of(fresh, seat)) for seat in played.readers if seat not in others)


# ---------------------------------------------------------------- all that looks vessels up


@everywhere
def test_the_state_is_read_as_it_is_written(scenario: str) -> None:
    """A case file may begin with the vessels of a campaign."""
    lacks = {berth.id: worn(berth.printed.unit_class, f"load {berth.id}") for berth in berths(scenario)}
    state = deployed(scenario, forces_of(scenario, lacks, strangers=True)).state
    assert STINGRAY.rules.load(dump(state)) == state


@everywhere
def test_a_guess_has_one_vessel_for_each_place(scenario: str) -> None:
    """STG-CAM.3: those of the reader and those they have found by their own names, the others as printed; none twice."""
    played = deployed(scenario, forces_of(scenario, strangers=True))
    for seat in played.state.seats:
        known = played.known(seat)
        guessed = STINGRAY.planning.guess(known)
        assert len(guessed.vessels) == len(berths(scenario))
        assert set(known.vessels) <= set(guessed.vessels)
        found = {id for vessel in known.mine() for id in vessel.reported.contacts if id in played.state.vessels}
        assert found <= set(guessed.vessels)
        for friend in (played.state.vessels[id] for id in found):
            assert friend.vessel_class != "SR" or friend.side != known.side or guessed.vessels[friend.id].crew == friend.crew
        assert STINGRAY.rules.load(dump(replace(guessed, reader=None)))
