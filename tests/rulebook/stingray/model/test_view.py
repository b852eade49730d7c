"""Section 7, hidden information: what each reader may know, row by row."""

from __future__ import annotations

import copy
from dataclasses import fields

import pytest

from pbem.core.dice.fair_dice import seeded
from pbem.core.game.turn import Turn
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import Contact, Mine, Missile, MissileContact, Noise, State, Trap
from pbem.games.stingray.model.view import VesselView, View, view


@pytest.fixture
def state() -> State:
    """Scenario 4 with a little of everything."""
    turn = Turn(STINGRAY.rules.apply, STINGRAY.rules.blank(), seeded("view"), 0)
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
        vessel.contacts = {other: Contact(other, other[:2], parse_label("1313"), None, 2, 3, 3, "sonar")}
        vessel.contacts["U1"] = Contact("U1", "", parse_label("1414"), None, -1, -1, 2, "plant")
        vessel.missile_contacts = [MissileContact("TERROR", parse_label("1515"), 1, "vision")]
        vessel.mines_seen, vessel.swept = [parse_label("1616")], ["1", "h2"]
        vessel.noises = [Noise("explosion", parse_label("1717"), 4)]
        vessel.standing = {vessel.captain: ["RAM ANY"]}
    made.scores = {"terrainians": 7}
    made.plants = {"U1": "SR2"}
    made.cards = [Trap("TRAP", "SR1", "NAV", 5)]
    made.plans_read = [{"vessel": "SR1", "tubes": {"1": "MK7"}}]
    made.objectives, made.alongside = ["SR1 0906"], {"TF1 SS1": 1}
    return made


def test_everybody_knows_the_sea(state: State) -> None:
    """STG-HEX.8: terrain and map edges; the seats, the options and the move too."""
    for seat in (None, "captain1", "aquaphibian"):
        seen = view(state, seat)
        assert seen.obstacles == state.obstacles
        assert (seen.columns, seen.rows, seen.limit, seen.move, seen.next_move) == (30, 24, 14, 3, 4)
        assert (dict(seen.seats), dict(seen.options)) == (state.seats, state.options)


def test_a_spectator_knows_the_sea_only(state: State) -> None:
    """Nobody's seat: no vessel, no mine, no briefing, no card, no score."""
    seen = view(state, None)
    assert (seen.vessels, seen.mines, seen.briefing, seen.cards, seen.plans_read, seen.scores) == ({}, (), "", (), (), {})


def test_a_seat_sees_the_vessels_of_its_crew(state: State) -> None:
    """STG-SEA.3: either seat sees the whole vessel; nobody else does, the other crew of the side neither."""
    assert list(view(state, "captain1").vessels) == list(view(state, "copilot1").vessels) == ["SR1"]
    assert list(view(state, "captain2").vessels) == ["SR2"]
    assert list(view(state, "aquaphibian").vessels) == ["MF1", "TF1", "TF2"]


def test_an_own_vessel_is_seen_whole(state: State) -> None:
    """Hex, facing, speed, damage, specials, stores, power, fuel, standing orders."""
    vessel = state.vessels["SR1"]
    vessel.specials, vessel.damage, vessel.injuries, vessel.suited = {"TUBE2": 1, "REACTOR": 1}, 4, 1, True
    seen = view(state, "copilot1").vessels["SR1"]
    same = [f.name for f in fields(VesselView) if f.name in vars(vessel)]
    derived = {"launchers", "power", "track", "track_phases", "standing", "contacts", "missile_contacts"}
    derived |= {"mines_seen", "swept", "noises"}
    assert {name: getattr(seen, name) for name in same if name not in derived} == {
        name: getattr(vessel, name) for name in same if name not in derived
    }
    assert (seen.penalty, seen.max_output, seen.standing) == (2, 3, {"captain1": ("RAM ANY",)})
    assert (seen.launchers["1"].out, seen.launchers["2"].out) == (False, True)


def test_a_nostril_that_is_out(state: State) -> None:
    """STG-SPH.8: a fish's launchers go by their own names."""
    state.vessels["MF1"].specials = {"PORT": 1}
    seen = view(state, "aquaphibian").vessels["MF1"]
    assert {name: launcher.out for name, launcher in seen.launchers.items()} == {"PORT": True, "STARBOARD": False}


def test_contacts_say_how_old_they_are(state: State) -> None:
    """STG-SCN.7: not renewed in the last report: last seen."""
    contacts = {contact.id: contact for contact in view(state, "captain1").vessels["SR1"].contacts}
    assert (contacts["TF1"].old, contacts["TF1"].side) == (False, "aquaphibians")
    assert (contacts["U1"].old, contacts["U1"].side) == (True, "")


def test_own_mk61_are_seen_and_homing_missiles_are_not(state: State) -> None:
    """Section 7: own Mk61 hex, target and lock; own Mk7 and Terror after launch only as contacts."""
    missiles = view(state, "captain1").vessels["SR1"].missiles
    assert [(m.name, m.vessel, m.target, m.lock) for m in missiles] == [("M1", "SR1", "TF1", True)]
    assert view(state, "captain2").vessels["SR2"].missiles == ()
    assert view(state, "aquaphibian").vessels["TF1"].missiles == ()


def test_mines_are_known_to_their_side(state: State) -> None:
    """Section 7: own mines always, also those of another crew of the side."""
    assert [mine.id for mine in view(state, "copilot2").mines] == ["MN1"]
    assert [(mine.id, mine.active) for mine in view(state, "aquaphibian").mines] == [("AM1", False)]


def test_a_fish_without_comms_reports_nothing(state: State) -> None:
    """STG-COM.4: its contacts do not appear in its player's report; its own state does."""
    fish = state.vessels["TF1"]
    fish.specials = {"COMMS": 1}
    seen = view(state, "aquaphibian").vessels["TF1"]
    assert not seen.reports
    assert (seen.contacts, seen.missile_contacts, seen.mines_seen, seen.swept, seen.noises) == ((), (), (), (), ())
    assert (seen.hex, seen.fuel) == (fish.hex, fish.fuel)


def test_a_stingray_without_comms_still_reports(state: State) -> None:
    """STG-SPH.6: COMMS of a Stingray is the link to HQ."""
    state.vessels["SR1"].specials = {"COMMS": 1}
    assert view(state, "captain1").vessels["SR1"].contacts


def test_briefings_cards_and_plans_are_their_sides(state: State) -> None:
    """STG-SPY.1, STG-SPY.4 and section 7: own briefing only; the Terrainians know nothing of cards."""
    captain, fish = view(state, "captain1"), view(state, "aquaphibian")
    assert captain.briefing != fish.briefing != ""
    assert (captain.cards, captain.plans_read) == ((), ())
    assert (fish.cards, len(fish.plans_read)) == ((("TRAP", "SR1", "NAV", 5),), 1)


def test_scores_are_secret_until_the_end(state: State) -> None:
    """S6: points would tell of damage."""
    assert view(state, "captain1").scores == {}
    state.over = True
    assert view(state, "captain1").scores == {"terrainians": 7}


def test_after_the_end_all_is_shown(state: State) -> None:
    """Section 7: the whole game is public, also to a spectator, also what a fish could not report."""
    state.over, state.winners, state.verdict = True, ["aquaphibians"], "so it ended"
    state.vessels["TF1"].specials = {"COMMS": 1}
    seen = view(state, None)
    assert list(seen.vessels) == list(state.vessels)
    assert [mine.id for mine in seen.mines] == ["MN1", "AM1"]
    assert (seen.winners, seen.verdict, len(seen.cards), len(seen.plans_read)) == (("aquaphibians",), "so it ended", 1, 1)
    assert seen.vessels["TF1"].contacts


def test_places_surveyed_are_known_to_the_crew(state: State) -> None:
    """Scenario 5: who has surveyed a hex knows it; nobody else does before the end."""
    assert [view(state, seat).objectives for seat in ("copilot1", "captain2", "aquaphibian", None)] == [("0906",), (), (), ()]


def test_the_readers_own_vessels_in_play(state: State) -> None:
    """What a seat may give orders to."""
    state.vessels["TF1"].fate = "sunk"
    assert [vessel.id for vessel in view(state, "aquaphibian").mine()] == ["MF1", "TF2"]


def test_what_a_reader_may_not_know_moves_nothing_in_their_view(state: State) -> None:
    """Change everything that is hidden from the Captain of SR1: their view stays the same."""
    before = view(state, "captain1")
    other = copy.deepcopy(state)
    for id in ("SR2", "MF1", "TF1", "TF2"):
        del other.vessels[id]
    for id in ("SR1-M2", "TF1-M1"):
        del other.missiles[id]
    del other.mines["AM1"]
    other.briefings["aquaphibians"] = "?"
    other.plants, other.cards, other.plans_read, other.alongside, other.scores = {}, [], [], {}, {}
    other.robbed, other.mines_laid, other.decoys = "TF1", {"aquaphibians": 9}, [parse_label("0101")]
    assert view(other, "captain1") == before


def test_a_view_is_a_copy(state: State) -> None:
    """Nothing in it changes when the game goes on."""
    seen = view(state, "aquaphibian")
    again: View = copy.deepcopy(seen)
    for vessel in state.vessels.values():
        vessel.stores.clear()
        vessel.contacts.clear()
        vessel.track.append((0, 0))
        vessel.power.items["MOVE"] = 9
    state.mines.clear()
    state.plans_read[0]["tubes"]["1"] = "MINE"
    state.seats["x"] = "y"
    assert seen == again


def test_no_such_seat(state: State) -> None:
    """A seat that is not in this game has no view."""
    with pytest.raises(KeyError):
        view(state, "terrainian")
