"""The report's panels and record sheets (section 9)."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from pbem.core.drawing.scene import Circle, Polygon, Scene, Text
from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Panel
from pbem.core.geometry.hexes import parse_label
from pbem.games.stingray.model.state import Mine, Missile, PlannedVessel, State, Trap
from pbem.games.stingray.model.vessel import Contact, Launcher, MissileContact, Noise, Power, Vessel
from pbem.games.stingray.report.panels import panels
from pbem.games.stingray.report.pictures.draw import draw
from pbem.present.svg import to_svg
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, state_with, vessel

CAPTAIN, COPILOT = "captain-sr1", "copilot-sr1"


def stingray() -> Vessel:
    """SR1 after a move in which much has happened."""
    sr1 = vessel("SR1", "0910", "NE", 4, copilot=True, tubes={"1": "MK61"}, damage=4, injuries=1, battery=2)
    sr1.specials = {"NAV": 1, "REACTOR": 1}
    sr1.launchers["1"].armed = True
    sr1.track, sr1.track_phases = [parse_label(x) for x in ("0711", "0810", "0910")], [0, 4, 5]
    sr1.plan, sr1.ordered, sr1.scheduled, sr1.fix = "2 S 2", 4, 4, False
    sr1.power = Power(3, 3, {"LIFE": 1, "MOVE": 4, "SCAN": 1}, ["SCAN 1 zone"], ["1", "h6"], 0, 0)
    sr1.finds.swept, sr1.standing = ["1", "h6"], {COPILOT: ["SCAN 1 2"]}
    return sr1


def tf(id: str = "TF1", hex: str = "1606", **changes: Any) -> Vessel:
    """A fish under way."""
    return vessel(id, hex, "SW", 3, **changes)


def at_sea(*vessels: Vessel) -> State:
    """After move 5, with nothing held but what the test says."""
    return state_with(*vessels, held=False, move=5)


def titled(found: list[Panel], title: str) -> str:
    """The text of the panel whose title begins so."""
    return "\n".join(next(panel for panel in found if panel.title.startswith(title)).lines)


# ---------------------------------------------------------------- sheets


def test_stingray_sheet() -> None:
    """STG-DMG.3, STG-CRW.1, STG-REP.2, STG-POW.2, STG-LAU.7: the two printed sheets, filled in."""
    text = titled(panels(known(at_sea(stingray()), CAPTAIN)), "SR1  Stingray")
    assert text.splitlines() == [
        "hex DR 0910 facing NE  NO FIX",
        "speed 4 (max 6, accel 3, decel 2, turns 1)",
        "COMMANDER",
        "damage    [XXXX...........] 4/15",
        "crew      [X...] -1, -1 on its rolls",
        "specials  nav, reactor (repair 6 at speed 0)",
        "weapons   Mk61 [####] 4  Mk7 [########] 8",
        "          mines [####] 4  SonaDecoy [####] 4",
        "arming    3 hexes",
        "plan      2 S 2 (speed 4)",
        "track     0711 4:0810 5:0910",
        "next move speed 2 to 6",
        "SECOND-IN-COMMAND",
        "power     [###xxx] output 3  spent 6  drawn 3  stored 0  wasted 0",
        "battery   [##........] 2/10",
        "usage     life support 1 | movement 4 | prepare 0 | launch 0 | SonaDecoy 0 |",
        "          sonar 1 | load 0 | mine codes 0 | comms 0 | nav aids 0",
        "no power  SCAN 1 zone",
        "tubes     tube 1: Mk61 ARMED   tube 2: empty",
        "sonar     zones 1 full, 6 half range",
        "standing  (copilot-sr1) SCAN 1 2",
    ]


def test_each_seat_has_its_own_part_first() -> None:
    """STG-SEA.3: either seat sees the whole vessel; the Co-Pilot's part comes first for them."""
    state = at_sea(stingray())
    captains, copilots = (panels(known(state, seat))[0].lines for seat in (CAPTAIN, COPILOT))
    assert sorted(captains) == sorted(copilots)
    assert captains.index("COMMANDER") < captains.index("SECOND-IN-COMMAND")
    assert copilots.index("SECOND-IN-COMMAND") < copilots.index("COMMANDER")


def test_fish_stand_side_by_side() -> None:
    """Section 9: one block per fish, up to three abreast, with speeds, boxes, fuel, stores, launcher and specials."""
    hurt = tf(damage=2, injuries=2, specials={"STEERING": 1, "LAUNCHER": 1}, plan="2 P 1")
    hurt.launchers["LAUNCHER"] = Launcher("")
    state = at_sea(hurt, tf("TF2", "1908"), tf("TF3", "1108"), tf("TF4", "2008"))
    found = [panel for panel in panels(known(state, FISH)) if panel.title.startswith("TF")]
    assert [panel.title for panel in found] == ["TF1, TF2, TF3", "TF4"]
    for line in (
        "TF1  Titan Terror Fish    TF2  Titan Terror Fish    TF3  Titan Terror Fish",
        "hex 1606 facing SW        hex 1908 facing SW        hex 1108 facing SW",
        "speed     3 (3/5)         speed     3 (3/5)         speed     3 (3/5)",
        "damage    2/6             damage    0/6             damage    0/6",
        "          [XX....]                  [......]                  [......]",
        "fuel      40 AKG          fuel      40 AKG          fuel      40 AKG",
        "missiles  [########] 8    missiles  [########] 8    missiles  [########] 8",
        "launcher  reloading, OUT  launcher  ready           launcher  ready",
        "crew      [XX..] -2       crew      [....] unhurt   crew      [....] unhurt",
        "specials  steering,       specials  none            specials  none",
        "no repair by this crew",
    ):
        assert line in found[0].lines or any(row.startswith(line) for row in found[0].lines), line


def test_megafish_has_two_nostrils() -> None:
    """STG-LAU.2, STG-MEG.1: nostrils and their stores apart, 15 boxes, head and tail."""
    mega = vessel("MF1", "2412", "NW", 3, specials={"PORT": 1})
    text = titled(panels(known(at_sea(mega), FISH)), "MF1")
    for line in (
        "hex 2412 (tail 2513)",
        "damage    0/15",
        "       [...............]",
        "port      [########] 8",
        "starboard [########] 8",
        "mines     [######] 6",
        "port      ready, OUT",
        "starboard ready",
        "specials  port nostril",
        "repair 6 at speed 0",
    ):
        assert line in text.splitlines(), text


def test_supersub_sheet() -> None:
    """STG-SUP.1, STG-DMG.3: 40 boxes, decoys, and from which move it may shift, accelerate and slow; no power block."""
    sub = vessel("SS1", "1034", "N", 3, damage=17, shifted=4, slowed=2, accelerated=1)
    text = titled(panels(known(at_sea(sub), "captain-ss1")), "SS1  SuperSub")
    assert "damage    [XXXXXXXXXXXXXXXXX.......................] 17/40" in text
    assert "next      shift move 9, acceleration now, deceleration now" in text
    assert "SonaDecoy [########] 8" in text
    assert "speed 3 (max 4, accel 1/5, decel 1/3, shifts 1/5)" in text
    assert "SECOND-IN-COMMAND" not in text and "power" not in text


def test_a_vessel_that_is_gone() -> None:
    """STG-MOV.11, STG-FUE.3, STG-COM.4: fates, and what a fish no longer does, are on its sheet."""
    gone, silent = tf(fate="exited", exit_edge="E", lost=5), tf("TF2", "1908", broken_off=True, specials={"COMMS": 1})
    text = titled(panels(known(at_sea(gone, silent), FISH)), "TF1, TF2")
    assert "LEFT THE MAP by the E" in text
    assert "BROKEN OFF: runs home" in text and "NO COMMS, no reports" in text


def test_after_the_report_of_its_loss_a_vessel_is_one_line() -> None:
    """Section 9: its sheet is in the report of the move that it was lost in, and not in the later ones."""
    state = at_sea(
        tf(damage=8, fate="exploded", lost=5),
        tf("TF2", "1908", damage=6, fate="sunk", lost=3),
        tf("TF3", "2008", fate="exited", exit_edge="E", lost=2),
        tf("TF4", "1020"),
    )
    found = panels(known(state, FISH))
    assert "EXPLODED, last in hex" in titled(found, "TF1, TF4")
    assert titled(found, "OUT OF PLAY").splitlines() == [
        "TF2 sank in 1908 on move 3",
        "TF3 left the map by the E edge on move 2",
    ]
    state.move = 6
    later = panels(known(state, FISH))
    assert next(panel.title for panel in later) == "TF4"
    assert titled(later, "OUT OF PLAY").splitlines()[0] == "TF1 exploded in 1606 on move 5"


def test_before_the_first_move_no_power_was_used() -> None:
    """STG-POW.2: the opening scan costs nothing, so the sheet does not say that nothing was spent."""
    fresh = titled(panels(known(at_sea(vessel("SR1", "0910", copilot=True)), COPILOT)), "SR1")
    assert "output 6" in fresh and "spent" not in fresh and "usage" not in fresh
    assert "spent 6" in titled(panels(known(at_sea(stingray()), COPILOT)), "SR1")


def test_own_mk61() -> None:
    """STG-M61.4, section 7: hex, target, lock and what is left to run of a Mk61 under way."""
    state = at_sea(stingray())
    state.missiles["SR1-M1"] = Missile("SR1-M1", "MK61", "SR1", "terrainians", parse_label("1408"), 1, 0, "TF1", 0, 12, True)
    state.missiles["SR1-M1"].via = [parse_label("1507")]
    line = "M1        Mk61 in 1408 heading NE, 12/36 hexes, at TF1, lock, via 1507"
    assert line in titled(panels(known(state, CAPTAIN)), "SR1")
    state.missiles["SR1-M1"].lock = False
    assert "at TF1, NO LOCK" in titled(panels(known(state, CAPTAIN)), "SR1")


# ---------------------------------------------------------------- what is known of others


def contact(id: str, hex: str, move: int = 5, how: Any = "sonar", tail: str = "") -> Contact:
    """A line of a list; U1 is plant noise."""
    key = "" if id[0] == "U" else id[:2]
    return Contact(
        id, key, parse_label(hex), parse_label(tail) if tail else None, 4 if key else -1, 3 if key else -1, move, how
    )


def test_contacts_with_zone_range_and_age() -> None:
    """STG-SCN.7, STG-HEX.5: renewed contacts with zone, range and how; others as last seen."""
    sr1 = stingray()
    held = [contact("TF2", "1908", 3), contact("TF1", "1606"), contact("MF1", "0909", how="vision", tail="0908")]
    sr1.finds.contacts = {line.id: line for line in held}
    text = titled(panels(known(at_sea(sr1), CAPTAIN)), "CONTACTS")
    assert text.splitlines() == [
        "TF1  Titan Terror Fish  hex 1606  facing SW  speed 3",
        "     SR1: zone 1, 7 hexes, by sonar",
        "MF1  Titan MegaFish  hex 0909 (tail 0908)  facing SW  speed 3",
        "     SR1: zone 6, 1 hex, in sight",
        "TF2  Titan Terror Fish  hex 1908  facing SW  speed 3  LAST SEEN",
        "     SR1: zone 1, 10 hexes, last seen in move 3",
    ]


def test_several_fish_share_one_list() -> None:
    """STG-COM.4, STG-SCN.4: one entry per contact, a line per fish that holds it; plant noise is a hex and no more."""
    one, two = tf(), tf("TF2", "1908")
    one.finds.contacts = {"SR1": contact("SR1", "0910"), "U2": contact("U2", "0507", 4, "plant")}
    two.finds.contacts = {"SR1": contact("SR1", "0811", 4, "told"), "TF1": contact("TF1", "1606", 5, "told")}
    text = titled(panels(known(at_sea(one, two), FISH)), "CONTACTS")
    assert text.splitlines() == [
        "SR1  Stingray  hex 0910  facing SW  speed 3",
        "     TF1: zone 1, 7 hexes, by sonar",
        "     TF2: zone 1, 11 hexes, last seen in move 4",
        "U2   atomic plant  hex 0507  LAST HEARD",
        "     TF1: zone 1, 11 hexes, last heard in move 4",
    ]


def test_missiles_mines_and_noises() -> None:
    """STG-SCN.3, STG-SCN.6: foreign missiles without a name, noticed by two once; own and foreign mines; explosions."""
    one, two = tf(), tf("TF2", "1908")
    one.finds.missile_contacts = [MissileContact("", parse_label("1208"), 1, "hydrophone")]
    two.finds.missile_contacts = [
        MissileContact("MK7", parse_label("1208"), 1, "sonar"),
        MissileContact("", parse_label("1207"), 2, "hydrophone"),
    ]
    one.finds.mines_seen = two.finds.mines_seen = [parse_label("1010")]
    one.finds.noises = [Noise("explosion", parse_label("1506"), 4)] * 3
    two.finds.noises = [*one.finds.noises, Noise("breaking up", parse_label("1507"), 0)]
    state = at_sea(one, two)
    state.mines = {
        "AM1": Mine("AM1", "aquaphibians", parse_label("1311")),
        "MN1": Mine("MN1", "terrainians", parse_label("0101")),
    }
    found = panels(known(state, FISH))
    assert titled(found, "MISSILES").splitlines() == [
        "Mk7  hex 1208  heading NE  (by sonar)",
        "running missile  hex 1207  heading SE  (heard)",
    ]
    assert titled(found, "MINES").splitlines() == ["AM1  hex 1311  active  (aquaphibians)", "others found in 1010"]
    assert titled(found, "NOISES").splitlines() == [
        "hex 1506  phase 4  3 explosions  (heard by TF1, TF2)",
        "hex 1507  a vessel breaking up  (heard by TF2)",
    ]


def test_spies_and_plans() -> None:
    """STG-SPY.1, STG-SPY.4: the cards that are out, and what PLANS brought, are for the Aquaphibians."""
    state = at_sea(stingray(), tf())
    state.spies.cards = [Trap("TRAP", "SR1", "SONAR", 7), Trap("TRAP", "SR1", "NAV", 5), Trap("AGENT", "SR1")]
    state.spies.plans_read = [PlannedVessel("SR1", "SR", parse_label("0311"), 1, 2, {"1": "MK61"}, 3)]
    found = panels(known(state, FISH))
    assert titled(found, "SPIES").splitlines() == [
        "TRAP   sonar of SR1, move 7",
        "TRAP   nav of SR1, move 5 (sprung)",
        "AGENT  aboard SR1",
    ]
    assert titled(found, "THE ENEMY'S PLANS") == "SR1  Stingray  hex 0311 facing NE speed 2, tube 1 Mk61, arming 3"
    assert not {"SPIES", "THE ENEMY'S PLANS"} & {panel.title for panel in panels(known(state, CAPTAIN))}


def test_score_and_sheets_of_all_at_the_end() -> None:
    """STG-VIC.1: all points are in the last report only, with the sheets of both sides and no contact lists."""
    sr1, fish = stingray(), tf(damage=6, fate="sunk", lost=5)
    sr1.finds.contacts = {"TF1": contact("TF1", "1606")}
    state = at_sea(sr1, fish)
    state.scores = {"terrainians": 12, "aquaphibians": 1}
    assert "12" not in titled(panels(known(state, CAPTAIN)), "SCORE")
    state.over, state.verdict = True, "The Terrainians win."
    found = panels(known(state, CAPTAIN))
    assert [panel.title.split("  ")[0] for panel in found] == ["SR1", "TF1", "SCORE"]
    assert titled(found, "SCORE").splitlines()[:5] == [
        "The Terrainians win.",
        "terrainians   12 points",
        "aquaphibians  1 point",
        "SR1  Stingray            in play, damage 4 of 15",
        "TF1  Titan Terror Fish   sunk, damage 6 of 6",
    ]


def test_panels_fit_the_page() -> None:
    """Section 9: no state makes a line longer than the page."""
    sr1, fish = stingray(), [tf(), vessel("MF1", "2412", "NW", 3), tf("TF2", "1908")]
    for craft in (sr1, *fish):
        craft.specials = {name: 1 for name in (*craft.printed.repairs, "CREW")}
        craft.track, craft.track_phases = [craft.hex] * 7, [0, 1, 2, 3, 4, 5, 6]
        craft.standing = {"a-captain-with-a-long-name": ["STANDING LAUNCH AT SR1 WHEN RANGE<=5 AND ARC AND CLEAR"] * 3}
        craft.finds.contacts = {
            "MF12": contact("MF12", "2006", 0, "known", "2105"),
            "U10": contact("U10", "2006", 3, "plant"),
        }
        craft.finds.mines_seen = [parse_label(f"{n:02d}10") for n in range(1, 30)]
        craft.exit_edge, craft.fate = "E", "in play"
    state = at_sea(sr1, *fish)
    for seat in (CAPTAIN, FISH):
        for over in (False, True):
            state.over = over
            for panel in panels(known(state, seat)):
                assert [line for line in panel.lines if len(line) > PANEL_WIDTH] == []


def test_spectators_get_no_sheets() -> None:
    """Section 7: a spectator sees the map alone, and how the game is won."""
    state = at_sea(stingray(), tf())
    assert [panel.title for panel in panels(known(state, None))] == ["SCORE"]
    assert titled(panels(known(state, None)), "SCORE").endswith("What each side has scored is secret until the end.")
    assert [scene.key for scene in draw(known(state, None))] == ["map"]


# ---------------------------------------------------------------- record sheets


def sheets(state: State, seat: str) -> list[Scene]:
    """All pictures after the map."""
    return list(draw(known(state, seat)))[1:]


def titles(scene: Scene) -> list[str]:
    """What can be pointed at."""
    return [shape.title for shape in scene.shapes if not isinstance(shape, Text) and shape.title]


def words(scene: Scene) -> list[str]:
    """All that is written."""
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def test_record_sheet_of_a_stingray() -> None:
    """STG-DMG.3, STG-POW.2: both printed sheets in one picture, with what is gone struck out."""
    (scene,) = sheets(at_sea(stingray()), CAPTAIN)
    assert {"SR1 Stingray: Commander's sheet", "SR1 Stingray: Second-in-command's sheet"} <= set(words(scene))
    struck = {s.title for s in scene.shapes if isinstance(s, Polygon | Circle) and s.role == "box-lost"}
    assert {"damage 4, taken", "crew injuries -1, taken", "power output 4, out of reach"} <= struck
    assert "damage 5, taken" not in struck and "damage 5" in titles(scene)
    now = {s.title for s in scene.shapes if isinstance(s, Polygon) and s.role == "box-now"}
    assert {"speed 4, now 4", "stored in batteries 2, now 2", "Tube 1 prepared: yes"} <= now
    assert "Damage 4 of 15" in scene.description and "Sting tube 1: Mk61 ARMED." in scene.description


def test_the_copilots_sheet_is_on_the_left_for_the_copilot() -> None:
    """STG-SEA.3: their own part comes first."""

    def left(seat: str) -> str:
        (scene,) = sheets(at_sea(stingray()), seat)
        return min((s for s in scene.shapes if isinstance(s, Text) and s.text.endswith("sheet")), key=lambda s: s.at[0]).text

    assert left(CAPTAIN) == "SR1 Stingray: Commander's sheet"
    assert left(COPILOT) == "SR1 Stingray: Second-in-command's sheet"


def test_fish_share_a_picture() -> None:
    """Section 9: three fish abreast, the fourth in a picture of its own."""
    state = at_sea(tf(stores={"TERROR": 6, "MINE": 2}), tf("TF2", "1908"), tf("TF3", "1108"), tf("TF4", "2008"))
    first, second = sheets(state, FISH)
    assert (first.key, second.key) == ("sheet-TF1-TF2-TF3", "sheet-TF4")
    assert {"missiles 6", "missiles 7, used", "fuel 40 AKG"} <= set(titles(first))


def test_supersub_has_forty_boxes() -> None:
    """STG-DMG.3, STG-SUP.4: the SuperSub's sheet has 40 boxes and 8 decoys."""
    (scene,) = sheets(at_sea(vessel("SS1", "1034", "N", 3, damage=17)), "captain-ss1")
    damage = [title for title in titles(scene) if title.startswith("damage")]
    assert len(damage) == 40 and sum(title.endswith("taken") for title in damage) == 17
    assert sum(title.startswith("SonaDecoy") for title in titles(scene)) == 8


@pytest.mark.parametrize("seat", [CAPTAIN, COPILOT, FISH])
def test_pictures_are_svg(seat: str) -> None:
    """Section 9: every picture is well-formed, titled and described, and nothing of a sheet lies outside it."""
    for scene in draw(known(at_sea(stingray(), tf(), vessel("MF1", "2412", "NW", 3)), seat)):
        root = ET.fromstring(to_svg(scene))
        assert root.find("{http://www.w3.org/2000/svg}title") is not None and scene.description
        left, top, width, height = scene.box
        for shape in scene.shapes:
            if isinstance(shape, Polygon) and scene.key != "map":
                assert all(left <= x <= left + width and top <= y <= top + height for x, y in shape.points)
