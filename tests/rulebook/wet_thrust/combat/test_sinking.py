"""WT-22.1: how vessels are lost, and who hears of it."""

from __future__ import annotations

import pytest

from events.wet_thrust.damage import ContactDestroyed, FiresSeen, Lost, SystemLost
from events.wet_thrust.flying import DeckLost
from pbem.games.wet_thrust.rules.combat import hits, sinking
from tests.rulebook.wet_thrust.builders.damages import DamageStep
from tests.rulebook.wet_thrust.builders.ships import airborne, held, readers_state


def test_doomed_vessels_sink_after_the_fire() -> None:
    """WT-1.9, WT-8.6, WT-10.12: boxes full or broken in two, they last until step 5.4; then they go in unit order."""
    played = DamageStep("M01 M02 U47 M03")
    for ship, boxes in (("M02", 8), ("U47", 4), ("M03", 7)):
        hits.mark(played.scratch, played[ship], boxes, "gunfire", "WT-8.2")
    played["M01"].sheet.broken = True
    assert len(played.state.afloat()) == 4
    sinking.after_fire(played.scratch)
    assert [(event.ship, event.how) for event in played.told(Lost)] == [("U47", "boxes"), ("M01", "broken"), ("M02", "boxes")]
    assert played.why(Lost) == [("WT-8.6", "*"), ("WT-10.12", "*"), ("WT-8.6", "*")]
    assert [ship.id for ship in played.state.afloat()] == ["M03"]


def test_struck_systems_go_before_ships_sink() -> None:
    """WT-10.11, WT-13.9, section 3 step 5.4: first what was struck, each once, then the sinkings."""
    played = DamageStep("BIS M01")
    played["M01"].sheet.broken = True
    played.scratch.struck += [("BIS", "RU2", "torpedo"), ("M01", "BO1", "torpedo"), ("BIS", "BR", "bomb")]
    sinking.after_fire(played.scratch)
    assert played.kinds() == ["SystemLost"] * 3 + ["Lost"]
    assert played.told(SystemLost)[2] == SystemLost("BIS", "BR", "bomb")
    assert [rule for rule, _ in played.why(SystemLost)] == ["WT-10.11", "WT-10.11", "WT-13.9"]


def test_collisions_sink_in_step_2_7() -> None:
    """WT-22.1, E29: vessels with all boxes marked go when they are asked for; others stay."""
    played = DamageStep("ACA U47 M01")
    hits.mark(played.scratch, played["ACA"], 8, "collision", "WT-5.3")
    hits.mark(played.scratch, played["U47"], 7, "collision", "WT-5.3")
    sinking.sink(played.scratch)
    assert [event.ship for event in played.told(Lost)] == ["U47", "ACA"]
    assert [ship.id for ship in played.state.afloat()] == ["M01"]


def test_who_founders() -> None:
    """WT-8.6: asked after each mark outside the firing."""
    played = DamageStep("M01")
    hits.mark(played.scratch, played["M01"], 7, "flooding", "WT-16.9")
    assert not sinking.founder(played.scratch, played["M01"])
    hits.mark(played.scratch, played["M01"], 1, "flooding", "WT-16.9")
    assert sinking.founder(played.scratch, played["M01"])
    assert (played["M01"].fate, played["M01"].how) == ("lost", "boxes")


@pytest.mark.parametrize(
    ("how", "rule"),
    [("boxes", "WT-8.6"), ("broken", "WT-10.12"), ("explosion", "WT-17.3"), ("hulk", "WT-16.8"), ("flooded", "WT-18.8")],
)
def test_ways_to_be_lost(how: str, rule: str) -> None:
    """WT-22.1: each with its own clause; all see a vessel on the surface go (WT-23.1)."""
    played = DamageStep("M01")
    sinking.lose(played.scratch, played["M01"], how, rule)
    assert played.told(Lost) == [Lost("M01", how, [0, 0])]
    assert played.why(Lost) == [(rule, "*")]
    assert (played["M01"].fate, played["M01"].how) == ("lost", how)


# ---------------------------------------------------------------- aircraft


def test_aircraft_aboard_go_down_with_her() -> None:
    """WT-11.14: ready, rearming or alongside, also another carrier's; those in the air fly on."""
    played = DamageStep("ARK GRZ")
    squadrons = played.state.squadrons
    airborne(played.state, "ARK-T1", (5, 5))
    squadrons["ARK-R1"].place = "alongside"
    squadrons["ARK-F1"].deck.ready = 9
    squadrons["ARK-F2"].home = "GRZ"
    sinking.lose(played.scratch, played["ARK"], "boxes", "WT-8.6")
    assert {event.squadron for event in played.told(DeckLost)} == {f"ARK-{id}" for id in ("F1", "T2", "T3", "T4", "R1")}
    assert set(played.why(DeckLost)) == {("WT-11.14", "british")}
    assert (squadrons["ARK-T1"].place, squadrons["ARK-F2"].lost, squadrons["ARK-F1"].lost) == ("air", False, True)
    assert not any(squadron.lost for id, squadron in squadrons.items() if id.startswith("GRZ"))


# ---------------------------------------------------------------- submarines


def test_sunk_below_the_surface_undetected() -> None:
    """WT-18.9, WT-23.4: only her own side is told; the enemy's state does not change."""
    played = DamageStep("U47 ANT", modes={"U47": "deep"})
    sinking.lose(played.scratch, played["U47"], "flooded", "WT-18.8")
    assert played.kinds() == ["Lost"]
    assert played.why(Lost) == [("WT-18.8", "german")]
    assert readers_state(played.drafts, "british").ships == {}


def test_sunk_while_detected() -> None:
    """WT-18.9, WT-23.4: the side that holds the contact hears that it is destroyed, not which boat or how."""
    played = DamageStep("U47 ANT", turn=4, modes={"U47": "deep"})
    held(played.state, "U47", "SUB2")
    sinking.lose(played.scratch, played["U47"], "boxes", "WT-8.6")
    assert played.told(ContactDestroyed) == [ContactDestroyed("british", "SUB2", [0, 0])]
    assert played.why(ContactDestroyed) == [("WT-23.4", "british")]
    assert played.why(Lost) == [("WT-8.6", "german")]
    assert played.state.contacts["british"]["SUB2"].destroyed


def test_a_contact_lost_again_hears_nothing() -> None:
    """WT-23.4: detected last turn, not in this one: no report."""
    played = DamageStep("U47 ANT", turn=4, modes={"U47": "deep"})
    held(played.state, "U47")
    played.state.turn = 5
    sinking.lose(played.scratch, played["U47"], "boxes", "WT-8.6")
    assert played.told(ContactDestroyed) == []


def test_sunk_on_the_surface() -> None:
    """WT-23.1: a surfaced boat is lost for all to see, under her own name, contact or not."""
    played = DamageStep("U47 ANT", turn=4)
    held(played.state, "U47")
    sinking.lose(played.scratch, played["U47"], "boxes", "WT-8.6")
    assert played.kinds() == ["Lost"]
    assert played.why(Lost) == [("WT-8.6", "*")]


# ---------------------------------------------------------------- fires in sight


def test_fires_are_seen_at_the_end_of_the_turn() -> None:
    """WT-23.1: once a turn, for all, of those ships whose number has changed; not of boats below the surface, nor of wrecks."""
    played = DamageStep("BIS HOO M01 U47 M02", modes={"U47": "deep"})
    for ship, fires in (("BIS", 2), ("HOO", 1), ("U47", 1), ("M02", 3)):
        played[ship].sheet.fires = fires
    played["HOO"].burning = 1
    played["M01"].burning = 2
    played["M02"].fate = "lost"
    sinking.show_fires(played.scratch)
    assert played.told(FiresSeen) == [FiresSeen("BIS", 2), FiresSeen("M01", 0)]
    assert set(played.why(FiresSeen)) == {("WT-23.1", "*")}
    assert (played["BIS"].burning, played["M01"].burning) == (2, 0)
