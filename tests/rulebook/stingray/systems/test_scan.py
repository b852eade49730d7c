"""Section 3 step 7: each vessel's list after the scan, and who shares it (STG-SCN, STG-COM, STG-NAV)."""

from __future__ import annotations

from typing import Any

from events.base import NOBODY
from events.stingray.contacts import ContactsHeld, NoiseHeard, PlantNamed
from pbem.core.geometry.hexes import DIRECTIONS, parse_label
from pbem.games.stingray.model.state import Mine, Missile, State
from pbem.games.stingray.model.tables import AQUAPHIBIANS, MK61, TERROR
from pbem.games.stingray.model.vessel import Contact, MissileContact, Power, Vessel
from pbem.games.stingray.rules.systems.scan import opening
from pbem.games.stingray.rules.turn_scratch import Sound
from tests.rulebook.stingray.builders.one_step import envelope, state_with, told, vessel
from tests.rulebook.stingray.builders.vessel_orders import held_by, line, scanned, seen_by, turn_of


def quiet(*vessels: Vessel, **changes: Any) -> State:
    """A sea before move 1 in which nobody knows anything yet."""
    return state_with(*vessels, held=False, **changes)


def silent(id: str, hex: str, facing: str = "N", speed: int = 0, **changes: Any) -> Vessel:
    """A vessel whose plant makes no noise and whose sonar is off."""
    return vessel(id, hex, facing, speed, **{"output": 0, "power": Power(output=0), **changes})


def known(observer: Vessel, id: str, hex: str, move: int = 0) -> None:
    """An old line on a list."""
    observer.finds.contacts[id] = Contact(id, "TF", parse_label(hex), None, 1, 2, move, "sonar")


# ---------------------------------------------------------------- the list


def test_a_scanned_vessel_is_told_in_full() -> None:
    """STG-SCN.3: id, class, hexes, facing and speed; a MegaFish with head and tail."""
    state = quiet(silent("SR1", "1010", power=Power(zones=["1"])), vessel("MF1", "1005", "SE", 4))
    (event,) = told(scanned(state), ContactsHeld)[:1]
    assert event.contacts == [
        {"id": "MF1", "vessel_class": "MF", "hex": "1005", "tail": "0905", "facing": 2, "speed": 4, "move": 1, "how": "sonar"}
    ]
    assert event.swept == ["1"]


def test_only_the_hex_of_a_plant_is_told() -> None:
    """STG-SCN.4: neither class nor facing nor speed, and not the id, but U1."""
    state = quiet(vessel("SR1", "1010", "N", 4), vessel("TF1", "1025", "S"))
    drafts = scanned(state)
    assert line(state, "TF1", "U1") == Contact("U1", "", parse_label("1010"), None, -1, -1, 1, "plant")
    assert "SR1" not in state.vessels["TF1"].finds.contacts
    assert told(drafts, PlantNamed) == [PlantNamed("U1", "SR1")]
    assert envelope(drafts, PlantNamed) == ("STG-SCN.4", NOBODY)


def test_a_plant_keeps_its_name() -> None:
    """STG-SCN.4: U1 stays U1; a second one is U2. They are numbered by hex, not in vessel order."""
    state = quiet(vessel("SR1", "1210"), vessel("SR2", "1010"), vessel("TF1", "1125", "S"))
    scanned(state)
    assert state.umpire.plants == {"U1": "SR2", "U2": "SR1"}
    assert told(scanned(state, move=2), PlantNamed) == []
    assert sorted(held_by(state, "TF1")) == ["U1", "U2"]


def test_an_identified_plant_has_its_id() -> None:
    """STG-SCN.4: once a fish that can report has found out its class; then U1 leaves all lists."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "1025", "S"), vessel("TF2", "3040"))
    scanned(state)
    assert sorted(state.vessels["TF2"].finds.contacts) == ["TF1", "U1"]
    state.vessels["TF2"].hex = parse_label("1012")
    scanned(state, move=2)
    assert held_by(state, "TF1") == {"SR1": "told", "TF2": "told"}
    state.vessels["TF2"].hex = parse_label("3040")
    scanned(state, move=3)
    assert line(state, "TF1", "SR1") == Contact("SR1", "", parse_label("1010"), None, -1, -1, 3, "plant")
    assert "U1" not in state.vessels["TF1"].finds.contacts and "U1" not in state.vessels["TF2"].finds.contacts


def test_a_fish_that_cannot_report_names_nothing() -> None:
    """STG-SCN.4, STG-COM.4: nor does what it has identified give others a name."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "1012", specials={"COMMS": 1}), vessel("TF2", "1025", "S"))
    scanned(state)
    assert held_by(state, "TF1") == {"SR1": "sonar"}
    assert held_by(state, "TF2") == {"U1": "plant"}
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "1025", "S", specials={"COMMS": 1}))
    assert told(scanned(state), PlantNamed) == []
    assert held_by(state, "TF1") == {}


def test_what_is_not_renewed_was_last_seen() -> None:
    """STG-SCN.7: it stays on the list with the move in which it was found; what is found again is replaced."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "1011"), vessel("TF2", "2030"))
    known(state.vessels["SR1"], "TF2", "1005")
    known(state.vessels["SR1"], "TF1", "1005")
    scanned(state, move=4)
    assert (line(state, "SR1", "TF2").hex, line(state, "SR1", "TF2").move) == (parse_label("1005"), 0)
    assert (line(state, "SR1", "TF1").hex, line(state, "SR1", "TF1").move) == (parse_label("1011"), 4)


def test_a_list_is_for_the_crew() -> None:
    """STG-SCN.7, STG-COM.4: a fish that cannot report has a list that its player does not read."""
    state = quiet(silent("SR1", "1010", copilot=True), vessel("TF1", "1011"), vessel("TF2", "1012", specials={"COMMS": 1}))
    drafts = scanned(state)
    assert [event.vessel for event in seen_by(drafts, "captain-sr1", "sr1", "terrainians")] == ["SR1"]
    assert [event.vessel for event in seen_by(drafts, "fish", "aquaphibians")] == ["TF1"]
    assert state.vessels["TF2"].finds.contacts, "still held for its own launches"


def test_a_dead_crew_keeps_no_list() -> None:
    """STG-CRW.3: no scans, and it tells nobody anything."""
    state = quiet(silent("SR1", "1010", injuries=4), silent("SR2", "1014"), vessel("TF1", "1011"))
    drafts = scanned(state)
    assert [event.vessel for event in told(drafts, ContactsHeld)] == ["SR2", "TF1"]
    assert held_by(state, "SR2") == {"TF1": "vision"}


def test_scans_are_of_the_end_of_the_move() -> None:
    """STG-SEQ.5: with the sonar as the move has left it; a zone that was paid for is lost with it (STG-SPH.4)."""
    state = quiet(silent("SR1", "1010", power=Power(zones=["1"])), vessel("TF1", "1005"))
    state.vessels["SR1"].specials["SONAR"] = 1
    assert told(scanned(state), ContactsHeld)[0].swept == []
    assert held_by(state, "SR1") == {}


# ---------------------------------------------------------------- missiles, mines, noises


def swim(state: State, id: str, kind: str, hex: str, heading: str = "SE") -> None:
    """A missile under way."""
    launcher = id.partition("-")[0]
    side = state.vessels[launcher].side
    state.missiles[id] = Missile(id, kind, launcher, side, parse_label(hex), DIRECTIONS.index(heading), 3, "", 0)


def test_missiles_are_told_without_names_or_order() -> None:
    """STG-SCN.3, STG-SCN.6: sorted by place; the order of launch is hidden. They are not remembered."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "3030"))
    swim(state, "TF1-M2", TERROR, "1110")
    swim(state, "TF1-M1", TERROR, "0908")
    swim(state, "TF1-M3", TERROR, "1015", "N")
    event = told(scanned(state), ContactsHeld)[0]
    assert event.missiles == [
        {"kind": TERROR, "hex": "0908", "heading": 2, "how": "vision"},
        {"kind": "", "hex": "1015", "heading": 0, "how": "hydrophone"},
        {"kind": TERROR, "hex": "1110", "heading": 2, "how": "vision"},
    ]
    state.missiles.clear()
    assert told(scanned(state, move=2), ContactsHeld)[0].missiles == []


def test_missiles_are_shared() -> None:
    """STG-COM.1: with contact lists; what one hears and another sees is one missile, and one's own Mk61 no news."""
    state = quiet(silent("SR1", "1010"), silent("SR2", "1016"), vessel("TF1", "3030"))
    swim(state, "TF1-M1", TERROR, "1015")
    swim(state, "SR1-M1", MK61, "1017")
    scanned(state)
    assert state.vessels["SR1"].finds.missile_contacts == [MissileContact(TERROR, parse_label("1015"), 2, "told")]
    assert [contact.kind for contact in state.vessels["SR2"].finds.missile_contacts] == [TERROR, MK61]


def test_mines_stay_on_the_list() -> None:
    """STG-SCN.3, STG-SCN.7: until a vessel looks and finds none; they are shared like contacts."""
    state = quiet(silent("SR1", "1010"), silent("SR2", "1018"), vessel("TF1", "3030"))
    state.mines["AM1"] = Mine("AM1", AQUAPHIBIANS, parse_label("1012"))
    mine = [parse_label("1012")]
    scanned(state)
    assert state.vessels["SR1"].finds.mines_seen == state.vessels["SR2"].finds.mines_seen == mine
    state.vessels["SR1"].hex = parse_label("1021")
    del state.mines["AM1"]
    scanned(state, move=2)
    assert state.vessels["SR1"].finds.mines_seen == mine
    state.vessels["SR1"].hex = parse_label("1010")
    state.vessels["SR2"].hex = parse_label("1019")
    scanned(state, move=3)
    assert state.vessels["SR1"].finds.mines_seen == state.vessels["SR2"].finds.mines_seen == [], (
        "SR1 sees the place, and SR2 is told"
    )


def test_explosions_are_heard() -> None:
    """STG-SCN.6: within 20 hexes by whoever has working sonar: hex and phase, cause not told; in no telling order.

    A crew is told once of each, with the vessels that heard it, and how often.
    """
    deaf: dict[str, Any] = {"specials": {"SONAR": 1}}
    mute: dict[str, Any] = {"specials": {"COMMS": 1}}
    fleet = silent("SR1", "1021"), silent("SR2", "1022"), silent("SR3", "1001", **deaf), vessel("TF1", "1001")
    state = quiet(*fleet, vessel("TF2", "1002", **mute), vessel("TF3", "1023"))
    blast, wreck = Sound("explosion", parse_label("1001"), 4), Sound("breaking up", parse_label("1003"), 0)
    drafts = scanned(state, sounds=[wreck, blast, Sound("explosion", parse_label("1001"), 2), blast])
    heard = [(e.vessels, e.what, e.hex, e.phase, e.times) for e in told(drafts, NoiseHeard)]
    early, late, last = ("explosion", "1001", 2, 1), ("explosion", "1001", 4, 2), ("breaking up", "1003", 0, 1)
    assert heard == [
        *((["SR1"], *noise) for noise in (early, late, last)),
        (["SR2"], *last),
        (["TF1"], *early),
        (["TF1"], *late),
        (["TF1", "TF3"], *last),
    ]
    assert [noise.phase for noise in state.vessels["SR1"].finds.noises] == [2, 4, 4, 0]
    assert envelope(drafts, NoiseHeard) == ("STG-SCN.6", "captain-sr1")


# ---------------------------------------------------------------- sharing


def test_local_speech() -> None:
    """STG-COM.1: within 9 hexes at the end of the move, free, with the speaker's own place, facing and speed."""
    state = quiet(silent("SR1", "1010", "NE", speed=3), silent("SR2", "1019"), silent("SR3", "1029"), vessel("TF1", "1011"))
    scanned(state)
    assert held_by(state, "SR2") == {"SR1": "told", "TF1": "told"}
    assert (line(state, "SR2", "SR1").facing, line(state, "SR2", "SR1").speed) == (1, 3)
    assert held_by(state, "SR3") == {}


def test_one_step_of_sharing_a_move() -> None:
    """STG-COM.1: what a vessel has itself found and what it held before, never what it is told in the same scan."""
    state = quiet(silent("SR1", "1010"), silent("SR2", "1018"), silent("SR3", "1026"), vessel("TF1", "1008"))
    known(state.vessels["SR1"], "TF2", "0101")
    scanned(state)
    assert "TF1" in state.vessels["SR2"].finds.contacts and "TF2" in state.vessels["SR2"].finds.contacts
    assert sorted(state.vessels["SR3"].finds.contacts) == ["SR2"]
    scanned(state, move=2)
    assert line(state, "SR3", "TF1").move == 1
    assert line(state, "SR3", "TF2") == Contact("TF2", "TF", parse_label("0101"), None, 1, 2, 0, "told")


def test_the_latest_and_fullest_word_counts() -> None:
    """STG-SCN.7, STG-COM.4: plant noise gives way to what another fish sees in the same move, not to older sights."""
    state = quiet(vessel("SR1", "1010"), vessel("TF1", "1025", "S"), vessel("TF2", "1012"))
    scanned(state)
    assert line(state, "TF1", "SR1").how == "told" and line(state, "TF1", "SR1").vessel_class == "SR"
    state.vessels["TF2"].hex = parse_label("3040")
    state.vessels["SR1"].hex = parse_label("1009")
    scanned(state, move=2)
    assert line(state, "TF1", "SR1").how == "plant" and line(state, "TF1", "SR1").hex == parse_label("1009")
    assert line(state, "TF2", "SR1").how == "told" and line(state, "TF2", "SR1").facing == -1


def test_headquarters_pools_lists() -> None:
    """STG-COM.2: among vessels with COMMS ON and working comms, at any distance."""
    fleet = silent("SR1", "1010"), silent("SR2", "1035"), vessel("TF1", "1011")
    state = quiet(*fleet)
    scanned(state, on_air=["SR1"])
    assert held_by(state, "SR2") == {}
    scanned(state, on_air=["SR1", "SR2"], move=2)
    assert held_by(state, "SR2") == {"SR1": "told", "TF1": "told"}
    state.vessels["SR2"].specials["COMMS"] = 1
    scanned(state, on_air=["SR1", "SR2"], move=3)
    assert held_by(state, "SR2") == {}


def test_the_pool_takes_only_what_comes_with_a_fix() -> None:
    """STG-COM.2, STG-NAV.2: without one a vessel hears the pool and gives nothing."""
    state = quiet(silent("SR1", "1010", fix=False), silent("SR2", "1035"), vessel("TF1", "1011"))
    scanned(state, on_air=["SR1", "SR2"])
    assert held_by(state, "SR2") == {}
    assert held_by(state, "SR1") == {"TF1": "vision", "SR2": "told"}


def test_comms_out_leaves_local_speech() -> None:
    """STG-SPH.6, STG-COM.1: damaged comms cut off HQ, not a neighbour."""
    state = quiet(silent("SR1", "1010", specials={"COMMS": 1}), silent("SR2", "1019"), vessel("TF1", "1011"))
    scanned(state)
    assert held_by(state, "SR2") == {"SR1": "told", "TF1": "told"}


def test_fish_share_at_any_distance() -> None:
    """STG-COM.4: all fish of the side; one whose comms are destroyed neither sends nor receives."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "1012"), vessel("TF2", "3040"), vessel("TF3", "3001"))
    state.vessels["TF3"].specials["COMMS"] = 1
    scanned(state)
    assert held_by(state, "TF2") == {"SR1": "told", "TF1": "told"}
    assert held_by(state, "TF3") == {}
    state.vessels["TF3"].specials.clear()
    state.vessels["TF1"].specials["COMMS"] = 1
    scanned(state, move=2)
    assert held_by(state, "TF2") == {"TF3": "told"}


def test_sides_do_not_share() -> None:
    """STG-COM.1, STG-COM.4: an enemy alongside hears nothing."""
    state = quiet(silent("SR1", "1010"), vessel("TF1", "1012"), vessel("TF2", "1011"))
    scanned(state)
    assert held_by(state, "SR1") == {"TF1": "vision", "TF2": "vision"}


# ---------------------------------------------------------------- before move 1


def test_the_opening_scan() -> None:
    """Section 8, STG-SCN.1: a Stingray searches all round to half range; plants run in full, and what is known stays known."""
    state = quiet(vessel("SR1", "1018", "N", 3), vessel("TF1", "1028", "S"), vessel("TF2", "1029", "S"), vessel("TF3", "1036"))
    state.vessels["SR1"].finds.contacts["TF2"] = Contact("TF2", "TF", parse_label("1029"), None, 3, 0, 0, "known")
    turn = turn_of(state)
    opening(turn)
    assert held_by(state, "SR1") == {"TF1": "sonar", "TF2": "known"}
    assert line(state, "TF1", "U1").how == "plant" and line(state, "TF3", "U1").how == "plant"
    assert told(turn.drafts, ContactsHeld)[0].swept == ["h1", "h2", "h6", "h3", "h5", "h4"]
