"""Section 7, hidden information: what each reader knows, row by row, and that it is what the events have told them."""

from __future__ import annotations

import copy

import pytest

from events.base import Draft, visible
from events.platform import Rolled
from events.stingray.ending import Robbed
from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label
from pbem.core.state.game_state import Unknown
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import Mine, Missile, PlannedVessel, Spies, State, Trap, Umpire
from pbem.games.stingray.model.vessel import Contact, Finds, MissileContact, Noise
from tests.kit.playing import by_bot, mixed_bots, open_play, turns_of
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, play, state_with, vessel


@pytest.fixture
def state() -> State:
    """Scenario 4 with a little of everything."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded("knowledge"), 0)
    STINGRAY.rules.setup(turn, "new-toy", STINGRAY.scenarios.options("new-toy", {}))
    made = turn.state
    made.move = 3
    made.mines = {
        "MN1": Mine("MN1", "terrainians", parse_label("0505")),
        "AM1": Mine("AM1", "aquaphibians", parse_label("2020"), False),
    }
    for name, kind, launcher in (("SR1-M1", "MK61", "SR1"), ("SR1-M2", "MK7", "SR1"), ("TF1-M1", "TERROR", "TF1")):
        side = made.vessels[launcher].side
        made.missiles[name] = Missile(name, kind, launcher, side, parse_label("1212"), 2, 3, "TF1", 0, lock=kind == "MK61")
    for id, other in (("SR1", "TF1"), ("TF1", "SR1")):
        vessel = made.vessels[id]
        vessel.finds.contacts = {other: Contact(other, other[:2], parse_label("1313"), None, 2, 3, 3, "sonar")}
        vessel.finds.contacts["U1"] = Contact("U1", "", parse_label("1414"), None, -1, -1, 2, "plant")
        vessel.finds.missile_contacts = [MissileContact("TERROR", parse_label("1515"), 1, "vision")]
        vessel.finds.mines_seen, vessel.finds.swept = [parse_label("1616")], ["1", "h2"]
        vessel.finds.noises = [Noise("explosion", parse_label("1717"), 4)]
        vessel.standing = {vessel.captain: ["RAM ANY"]}
    made.scores = {"terrainians": 7}
    made.umpire.plants = {"U1": "SR2"}
    made.spies.cards = [Trap("TRAP", "SR1", "NAV", 5)]
    made.spies.plans_read = [PlannedVessel("SR1", "SR", parse_label("0409"), 2, 3, {"1": "MK7"}, 3)]
    made.objectives, made.umpire.alongside = ["SR1 0906"], {"TF1 SS1": 1}
    return made


def test_everybody_knows_the_sea(state: State) -> None:
    """STG-HEX.8: terrain and map edges; the seats, the options and the move too."""
    for seat in (None, "captain1", "aquaphibian"):
        seen = known(state, seat)
        assert seen.obstacles == state.obstacles
        assert (seen.columns, seen.rows, seen.limit, seen.move, seen.next_move) == (30, 24, 14, 3, 4)
        assert (dict(seen.seats), dict(seen.options)) == (state.seats, state.options)


def test_a_spectator_knows_the_sea_only(state: State) -> None:
    """Nobody's seat: no vessel, no mine, no briefing, no card, no score."""
    seen = known(state, None)
    assert (seen.vessels, seen.missiles, seen.mines, seen.briefings, seen.scores) == ({}, {}, {}, {}, {})
    assert (seen.spies_if_known, seen.umpire_if_known) == (None, None)


def test_a_seat_sees_the_vessels_of_its_crew(state: State) -> None:
    """STG-SEA.3: either seat sees the whole vessel; nobody else does, the other crew of the side neither."""
    assert list(known(state, "captain1").vessels) == list(known(state, "copilot1").vessels) == ["SR1"]
    assert list(known(state, "captain2").vessels) == ["SR2"]
    assert list(known(state, "aquaphibian").vessels) == ["MF1", "TF1", "TF2"]


def test_an_own_vessel_is_seen_whole(state: State) -> None:
    """Hex, facing, speed, damage, specials, stores, power, fuel, standing orders."""
    vessel = state.vessels["SR1"]
    vessel.specials, vessel.damage, vessel.injuries, vessel.suited = {"TUBE2": 1, "REACTOR": 1}, 4, 1, True
    seen = known(state, "copilot1").vessels["SR1"]
    assert seen == vessel
    assert (seen.penalty, seen.max_output, seen.standing) == (2, 3, {"captain1": ["RAM ANY"]})
    assert (seen.launcher_out("1"), seen.launcher_out("2")) == (False, True)


def test_a_nostril_that_is_out(state: State) -> None:
    """STG-SPH.8: a fish's launchers go by their own names."""
    state.vessels["MF1"].specials = {"PORT": 1}
    seen = known(state, "aquaphibian").vessels["MF1"]
    assert {name: seen.launcher_out(name) for name in seen.launchers} == {"PORT": True, "STARBOARD": False}


def test_contacts_say_how_old_they_are(state: State) -> None:
    """STG-SCN.7: not renewed in the last report: last seen."""
    seen = known(state, "captain1")
    contacts = seen.vessels["SR1"].finds.contacts
    assert (seen.is_old(contacts["TF1"]), contacts["TF1"].side) == (False, "aquaphibians")
    assert (seen.is_old(contacts["U1"]), contacts["U1"].side) == (True, "")


def test_own_mk61_are_seen_and_homing_missiles_are_not(state: State) -> None:
    """Section 7: own Mk61 hex, target and lock; own Mk7 and Terror after launch only as contacts."""
    seen = known(state, "captain1")
    missiles = seen.guided(seen.vessels["SR1"])
    assert [(m.name, m.launcher, m.target, m.lock) for m in missiles] == [("M1", "SR1", "TF1", True)]
    assert [list(known(state, seat).missiles) for seat in ("captain1", "captain2", "aquaphibian")] == [["SR1-M1"], [], []]


def test_mines_are_known_to_their_side(state: State) -> None:
    """Section 7: own mines always, also those of another crew of the side."""
    assert list(known(state, "copilot2").mines) == ["MN1"]
    assert [(mine.id, mine.active) for mine in known(state, "aquaphibian").mines.values()] == [("AM1", False)]


def test_a_fish_without_comms_reports_nothing(state: State) -> None:
    """STG-COM.4: its contacts do not appear in its player's report; its own state does."""
    fish = state.vessels["TF1"]
    fish.specials = {"COMMS": 1}
    seen = known(state, "aquaphibian").vessels["TF1"]
    assert (seen.can_report, seen.finds_if_known, seen.reported) == (False, None, Finds())
    with pytest.raises(Unknown, match="what TF1 has found was never shown"):
        assert seen.finds
    assert (seen.hex, seen.fuel) == (fish.hex, fish.fuel)


def test_a_stingray_without_comms_still_reports(state: State) -> None:
    """STG-SPH.6: COMMS of a Stingray is the link to HQ."""
    state.vessels["SR1"].specials = {"COMMS": 1}
    assert known(state, "captain1").vessels["SR1"].finds.contacts


def test_briefings_cards_and_plans_are_their_sides(state: State) -> None:
    """STG-SPY.1, STG-SPY.4 and section 7: own briefing only; the Terrainians know nothing of cards."""
    captain, fish = known(state, "captain1"), known(state, "aquaphibian")
    assert (list(captain.briefings), list(fish.briefings)) == (["terrainians"], ["aquaphibians"])
    assert (captain.spies_if_known, captain.agent_aboard) == (None, False)
    assert (fish.spies.cards, len(fish.spies.plans_read)) == ([Trap("TRAP", "SR1", "NAV", 5)], 1)


def test_scores_are_secret_until_the_end(state: State) -> None:
    """S6: points would tell of damage."""
    assert known(state, "captain1").scores == {}
    state.over = True
    assert known(state, "captain1").scores == {"terrainians": 7}


def test_after_the_end_all_is_shown(state: State) -> None:
    """Section 7: the whole game is public, also to a spectator, also what a fish could not report."""
    state.over, state.winners, state.verdict = True, ["aquaphibians"], "so it ended"
    state.vessels["TF1"].specials = {"COMMS": 1}
    seen = known(state, None)
    assert list(seen.vessels) == list(state.vessels)
    assert list(seen.mines) == ["MN1", "AM1"]
    assert (seen.winners, seen.verdict, len(seen.spies.cards)) == (["aquaphibians"], "so it ended", 1)
    assert seen.vessels["TF1"].finds.contacts


def test_places_surveyed_are_known_to_the_crew(state: State) -> None:
    """Scenario 5: who has surveyed a hex knows it; nobody else does before the end."""
    assert [known(state, seat).reached for seat in ("copilot1", "captain2", "aquaphibian", None)] == [["0906"], [], [], []]


def test_the_readers_own_vessels_in_play(state: State) -> None:
    """What a seat may give orders to."""
    state.vessels["TF1"].fate = "sunk"
    assert [vessel.id for vessel in known(state, "aquaphibian").mine()] == ["MF1", "TF2"]


def test_what_a_reader_may_not_know_moves_nothing_in_their_view(state: State) -> None:
    """Change everything that is hidden from the Captain of SR1: they know the same."""
    before = known(state, "captain1")
    other = copy.deepcopy(state)
    for id in ("SR2", "MF1", "TF1", "TF2"):
        del other.vessels[id]
    for id in ("SR1-M2", "TF1-M1"):
        del other.missiles[id]
    del other.mines["AM1"]
    other.briefings["aquaphibians"] = "?"
    other.umpire_if_known, other.spies_if_known, other.scores = Umpire(), Spies(), {}
    other.robbed, other.mines_laid["aquaphibians"] = "TF1", 9
    assert known(other, "captain1") == before


@pytest.mark.parametrize("options", [{}, {"crews": "one", "mk61-reacquire": "on"}])
@pytest.mark.parametrize("scenario", list(STINGRAY.scenarios))
def test_what_a_reader_was_told_is_what_they_may_know(scenario: str, options: dict[str, str]) -> None:
    """The events that each reader was shown fold into the whole state without what is hidden from them, move by move."""
    played = open_play(STINGRAY, scenario, options, "told")
    for _ in turns_of(played, by_bot(mixed_bots(STINGRAY, scenario)), "told", 20):
        for seat in (*played.state.seats, None):
            assert played.known(seat) == known(played.state, seat)


def test_a_fish_that_falls_silent_is_forgotten_at_once() -> None:
    """STG-COM.4: with its comms its list is gone from its commander's report, and comes back whole with their repair."""
    state = state_with(vessel("SR1", "1010"), vessel("TF1", "1008", specials={"COMMS": 1}), held=False)
    seen = known(state, FISH)
    told_to(seen, play(state, dice=[1]))
    assert seen == known(state, FISH) and seen.vessels["TF1"].finds_if_known is None
    assert "SR1" in state.vessels["TF1"].finds.contacts
    told_to(seen, play(state, dice=[6]))
    assert seen == known(state, FISH) and "SR1" in seen.vessels["TF1"].finds.contacts
    state.vessels["TF1"].finds_if_known = Finds()


def test_the_robbed_crew_knows_by_whom() -> None:
    """STG-VIC.2: also a crew that knows nothing else of the fish can be told."""
    seen = known(state_with(vessel("SS1", "1010"), vessel("TF1", "1010")), "captain-ss1")
    STINGRAY.rules.apply(seen, Robbed("TF1", "SS1"))
    assert (list(seen.vessels), seen.robbed) == (["SS1"], "TF1")


def told_to(seen: State, drafts: list[Draft]) -> None:
    """More of what the fish's commander is shown."""
    for draft in drafts:
        if not isinstance(draft.event, Rolled) and visible(draft.audience, frozenset({FISH, "aquaphibians"})):
            STINGRAY.rules.apply(seen, draft.event)


def test_no_such_seat(state: State) -> None:
    """A seat that is not in this game knows what a spectator does."""
    assert (known(state, "terrainian").vessels, known(state, "terrainian").side) == ({}, "")
