"""Dry runs: where orders lead if nobody else does anything new, told from what the seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from events.base import Draft, Event
from events.stingray import damage, movement
from events.stingray.orders import AgentRolled
from events.stingray.weapons import Attacked, Launched, MineMet
from pbem.core.dice.fair_dice import seeded
from pbem.core.drawing.scene import Circle, Line, Polygon
from pbem.core.game.report_parts import Preview
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import State
from pbem.games.stingray.model.tables import MK7, MK61
from pbem.games.stingray.model.vessel import Vessel
from pbem.games.stingray.planning.assume import assume
from pbem.games.stingray.planning.dry_run import Run, dry_run
from tests.kit.playing import by_bot, chance_from, open_play
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, filed, state_with, vessel

CAPTAIN, COPILOT = "captain-sr1", "copilot-sr1"
DISTURBED = (
    *(Attacked, MineMet, AgentRolled, damage.Damaged, damage.SpecialHit, damage.CrewHurt, damage.RepairTried),
    *(movement.LeapTried, movement.Struck, movement.Encountered),
)
KNOWN = ("hex", "tail", "facing", "speed", "fuel", "battery", "since_turn", "track", "track_phases", "fate", "plan", "shifted")


def tried(state: State, text: str, seat: str = CAPTAIN) -> Preview:
    """The dry run of a mail without problems."""
    return STINGRAY.planning.preview(known(state, seat), filed(state, {seat: text})[seat])


def table(preview: Preview, title: str) -> list[str]:
    """The lines of one table."""
    return next((panel.lines for panel in preview.tables if panel.title == title), [])


def end(vessel: Vessel) -> dict[str, Any]:
    """What does not depend on anybody else."""
    return {name: getattr(vessel, name) for name in KNOWN}


# ---------------------------------------------------------------- against the rules


def real_moves(scenario: str, moves: int) -> Iterator[tuple[dict[str, Run], list[Draft], State]]:
    """A bot game move by move: each seat's dry run, what happened, and the state after."""
    played = open_play(STINGRAY, scenario, {"crews": "one"}, "trial")
    names = dict(zip(played.state.seats, [*STINGRAY.planning.bots] * 9, strict=False))
    for number in range(1, moves + 1):
        state = played.state
        sheets, runs = {}, {}
        for seat in STINGRAY.rules.due(state):
            text = by_bot(names)(STINGRAY, state, seat, chance_from(f"{number} {seat}"))
            sheets[seat] = STINGRAY.orders.read(known(state, seat), seat, text, STINGRAY.orders.sheet(state, seat)).sheet
            runs[seat] = dry_run(known(state, seat), sheets[seat])
        turn = Turn(STINGRAY.rules.apply, state, seeded(f"trial {number}"), number)
        STINGRAY.rules.resolve(turn, sheets)
        yield runs, turn.drafts, state


def disturbed(event: Event) -> set[str]:
    """The vessels to which a die has done something."""
    if isinstance(event, movement.Encountered):
        return {event.first, event.second}
    return {str(getattr(event, "vessel", ""))} if isinstance(event, DISTURBED) else set()


@pytest.mark.parametrize("scenario", ["stand-by-for-action", "overwhelming-numbers", "tanker-run", "agent-x20"])
def test_undisturbed_vessels_end_as_tried(scenario: str) -> None:
    """STG-MOV, STG-POW, STG-FUE: of what no die has touched, place, speed, power and fuel are as the dry run said."""
    compared = 0
    for runs, drafts, now in real_moves(scenario, 5):
        touched = {id for draft in drafts for id in disturbed(draft.event)}
        for run in runs.values():
            for id in run.ids:
                if id not in touched:
                    assert end(run.state.vessels[id]) == end(now.vessels[id]), (id, now.move)
                    compared += 1
    assert compared >= 5


def test_launches_come_when_the_target_keeps_its_course() -> None:
    """STG-LAU.3: a fish that goes straight on is launched at in the very window that the dry run named."""
    text = "LAUNCH AT SR1 WHEN RANGE <= 4"
    state = state_with(vessel("TF1", "1010", "N", 3), vessel("SR1", "1003", "S", 2), move=3)
    run = dry_run(known(state, FISH), filed(state, {"TF1": text})[FISH])
    turn = Turn(STINGRAY.rules.apply, state, seeded("launch"), 1)
    STINGRAY.rules.resolve(turn, filed(state, {"TF1": text, "SR1": "SCAN OFF"}))
    real = [draft.event for draft in turn.drafts if isinstance(draft.event, Launched)]
    tried_at = [(event.window, event.hex) for event, _ in run.launches]
    assert tried_at == [(event.window, event.hex) for event in real] == [(4, "1008")]


# ---------------------------------------------------------------- what is known


def test_an_assumed_state_gives_the_same_view() -> None:
    """Section 7: nothing of a crew's own is lost on the way."""
    played = open_play(STINGRAY, "tanker-run", {}, "supposed")
    for seat in played.state.seats:
        seen = known(played.state, seat)
        again = known(assume(seen), seat)
        assert {id: again.vessels[id] for id in seen.vessels} == dict(seen.vessels)
        assert (again.mines, again.obstacles, again.options) == (seen.mines, seen.obstacles, seen.options)


def test_the_way_is_told_phase_by_phase() -> None:
    """STG-MOV.2, STG-MOV.5: hexes with their phases, and the end."""
    track = table(tried(state_with(vessel("SR1", "1010", "N", 2)), "2 S 1"), "TRACK")
    assert track[:2] == [
        "SR1  now in 1010 facing N, moved 2 last move",
        "  way: 1009 in phase 2, 1008 in phase 4, 1108 in phase 6",
    ]
    assert track[-1] == "  ends in 1108 facing NE, speed 3"


def test_ranges_are_told_window_by_window() -> None:
    """STG-HEX.3, STG-LAU.4: with contacts on their course; what was not renewed is only listed."""
    state = state_with(vessel("SR1", "1010", "N", 2), vessel("TF1", "1004", "S", 2), vessel("TF2", "2020"), move=3)
    contacts = state.vessels["SR1"].finds.contacts
    contacts["TF2"] = replace(contacts["TF2"], move=2)
    ranges = table(tried(state, "2"), "RANGES")
    assert ranges[1] == "SR1 to TF1              6x   6x   6x   6x   4x   2x   2x"
    assert ranges[-1] == "TF2 was last found in move 2 in 2020: not reckoned with"


def test_odds_of_a_mk61() -> None:
    """STG-M61.7, STG-DMG.2: 4 of 6 faces; the tanks on one face of D1."""
    launcher = vessel("SR1", "1010", tubes={"1": MK61})
    state = state_with(launcher, vessel("TF1", "1006", "S"), move=3)
    odds = " ".join(line.strip() for line in table(tried(state, "PREP STING 1; LAUNCH STING 1 AT TF1"), "ODDS"))
    assert odds.startswith("SR1 Mk61 from 1010 heading N at TF1: 4 hexes, 2 phases to swim")
    assert "hits with 67 % if it keeps it in sight (STG-M61.7)" in odds
    assert "a special hit on 5 of 6, the fuel tanks on 1 of 6 (STG-DMG.2)" in odds


def test_odds_of_a_terror_missile() -> None:
    """STG-MK7.8: a Stingray is shielded but from its rear."""
    state = state_with(vessel("TF1", "1010"), vessel("SR1", "1006", "S"), move=3)
    odds = " ".join(table(tried(state, "LAUNCH AT SR1", FISH), "ODDS"))
    assert "hits a Stingray with 67 % from its rear, else with 33 % (STG-MK7.8)" in odds


def test_launches_that_never_come_are_told() -> None:
    """STG-LAU.3: out of range in every window."""
    state = state_with(vessel("TF1", "1010"), vessel("SR1", "1030", "S"), move=3)
    preview = tried(state, "LAUNCH AT SR1", FISH)
    assert table(preview, "ODDS") == []
    assert "lapses: in none of its windows was SR1 held, in the forward arc" in " ".join(
        map(str.strip, table(preview, "TRACK"))
    )


def test_power_is_told() -> None:
    """STG-POW.3, STG-POW.4, STG-POW.6: what is paid, drawn and stored, and what goes without."""
    costs = table(tried(state_with(vessel("SR1", "1010", "N", 3)), "6; SCAN 1 2 6; NAV ON"), "COSTS")
    assert costs[0] == "SR1  plant 6 APU, 5 from the batteries; spent 11; batteries 5 -> 0"
    short = table(tried(state_with(vessel("SR1", "1010", "N", 3)), "6; SCAN 1 2 3 6; NAV ON; BATTERY 2"), "COSTS")
    assert any("goes without: SCAN (3 zones), NAV" in line for line in short)


def test_fuel_is_told() -> None:
    """STG-FUE.2: flat out costs 2 AKG."""
    assert (
        table(tried(state_with(vessel("TF1", "1010", "N", 4)), "5", FISH), "COSTS")[0] == "TF1  fuel 40 -> 38 AKG (STG-FUE.2)"
    )


def test_dangers_are_told_and_not_rolled() -> None:
    """STG-MIN.3, STG-RAM.2, STG-LEP.2: mined hexes, meetings and leaps with their chances."""
    fish = vessel("TF1", "1010", "N", 3)
    state = state_with(fish, vessel("SR1", "1008", "S"), move=3)
    fish.finds.mines_seen = [fish.hex, (9, 4)]
    track = table(tried(state, "3; RAM SR1; LEAP IN PHASE 6", FISH), "TRACK")
    assert "  enters 1009 in phase 2, where a foreign mine lies: 50 % (STG-MIN.3)" in track
    assert any("meets SR1 in 1008 in phase 4: contact with 31 % (STG-RAM.2)" in line for line in track)
    assert any("leaps in phase 6: succeeds on 3 or less, 50 % (STG-LEP.2)" in line for line in track)


def test_the_other_seat_counts_with_its_standing_orders_only() -> None:
    """STG-SEA.1: a Captain's preview does not know what their Co-Pilot files."""
    state = state_with(vessel("SR1", "1010", "N", 2, copilot=True), move=3)
    state.vessels["SR1"].standing = {COPILOT: ["NAV ON"]}
    preview = tried(state, "SR1: 2")
    assert any("nav aids 1" in line for line in table(preview, "COSTS"))
    assert table(preview, "TRACK")[-1].startswith("(orders of the other seat are not looked at")


def test_the_set_up_is_tried_where_it_stands_alone() -> None:
    """STG-SEQ.1: nothing moves; arming and loads are told."""
    state = open_play(STINGRAY, "agent-x20", {"crews": "one"}, "trial").state
    seat = state.vessels["SR1"].captain
    sheet = STINGRAY.orders.read(known(state, seat), seat, "SR1: ARMING 5; LOADOUT TUBE 1 MK7, TUBE 2 MK7", OrderSheet()).sheet
    preview = STINGRAY.planning.preview(known(state, seat), sheet)
    assert [panel.title for panel in preview.tables] == ["TRACK"]
    assert "  sonar missiles of SR1 arm after 5 hexes" in table(preview, "TRACK")


def test_the_map_of_a_trial() -> None:
    """The picture shows the way, the arc of a loaded launcher, the course of a contact and the launch."""
    state = state_with(vessel("SR1", "1010", "N", 2, tubes={"1": MK7, "2": MK7}), vessel("TF1", "1004", "S", 2), move=3)
    scene = tried(state, "2; LAUNCH STING 1 AT TF1 WHEN RANGE <= 4").scene
    titles = {
        role: [s.title for s in scene.shapes if s.role == role and isinstance(s, Line | Circle | Polygon) and s.title]
        for role in ("plan", "plan-end", "plan-fire")
    }
    assert titles["plan"] == ["way of SR1 as ordered", "course of TF1"]
    assert titles["plan-end"] == [
        "SR1 at the end, hex 1008 facing N, speed 2",
        "TF1 at the end if it keeps its course, hex 1006",
    ]
    assert titles["plan-fire"] == ["SR1: Mk7 at TF1 in phase 4, range 4, 67 %"]
    arcs = [s.title for s in scene.shapes if s.role == "arc" and isinstance(s, Polygon) and s.title]
    assert arcs == ["forward arc of SR1 at the end, to 6 hexes"]
    assert scene.title == "Trial of move 4 of 99, contacts where they are now"
