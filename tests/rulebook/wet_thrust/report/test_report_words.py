"""What is told of each event (section 9), in the rule book's words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.base import Event
from events.wet_thrust import damage, firing, flying, opening, sailing
from pbem.core.game.unit_ids import ids_words
from pbem.games.wet_thrust.model.state import State
from pbem.games.wet_thrust.report.phrases import course_words, place, speed_text
from pbem.games.wet_thrust.report.tell import TELLERS, tell
from tests.kit.vocabulary import vocabulary
from tests.rulebook.wet_thrust.builders.sights import seen, ship, squadron

ALL = seen(
    ship("BIS", (0, 0)),
    ship("HOO", (10, 10)),
    ship("ANT", (2, 2)),
    squadron("ARK-R1", "R", (1, 1)),
    squadron("LB1", "B", (1, 1)),
)
NOBODYS: State = replace(ALL, ships={}, squadrons={})

GUNS = firing.GunsFired(
    ship="BIS",
    target="HOO",
    batteries=["A1", "A2", "A3", "A4"],
    range=26833,
    level=1,
    modifiers={"broadside": 1, "german_control": 1},
    dice=3,
    symbols=1,
    armour="deck",
    grade=0,
    points=7,
    origin=[0, 0],
    aim=[12000, 24000],
)
TORPEDOES = firing.TorpedoesFired(
    by="ARK-T1",
    target="BIS",
    launchers=[],
    number=6,
    range=6000,
    arc="beam",
    needed=4,
    modifiers={"range": -2},
    hits=4,
    points=3,
    origin=[0, 0],
    aim=[0, 6000],
    seen=True,
)
CHARGES = firing.DepthCharged("ANT", "SUB1", ["AS3", "AS4", "AS5"], 3, 1, True, 1, 2, 4, [0, 0], [0, -1400])
BOMBS = flying.Bombed("GRZ-DB1", "HOO", "DB", 6, 4, {"evasive": -2}, 2, 6, [0, 0])
MOVED = sailing.Moved("BIS", [[0, 0], [0, 4000], [-2000, 7464]], 10, "8", False, False)

SAID: list[tuple[Event, str]] = [
    (opening.SeaSet("convoy", {}, ["german", "british"], {}, 12, "driving"), "driving weather; 12 turns to play"),
    (
        opening.VesselEntered("ANT", 1, "Antelope", "a-class-destroyer", "british", "gb", [6000, 8000], 3, "4", "surface"),
        "ANT (Antelope, A-class destroyer) is at 6.0,8.0, course 3 (E), speed 4",
    ),
    (
        opening.VesselEntered("U99", 1, "U 99", "type-vii", "german", "de", [14000, -16000], 12, "5/2", "deep"),
        "U99 (U 99, Type VII U-boat) is at 14.0,-16.0, course 12 (N), speed 2.5, submerged deep",
    ),
    (
        opening.SquadronFormed("LB1", 9, "", "B", 6, "german", "de", 3, [40000, 40000]),
        "LB1, 6 level bombers, comes in at 40.0,40.0 on game turn 3",
    ),
    (
        opening.SheetOpened("BIS", ["RA1", "BO1"], ["RA1"], 3),
        "BIS begins with RA1, BO1 lost (RA1 for good) and 3 fuel boxes empty",
    ),
    (opening.DamageCarried("U47", 1, {"TL1": 2}), "U47 has 1 box marked and 2 loads of TL1 used from earlier battles"),
    (opening.TurnBegan(3), "game turn 3 of 14 begins"),
    (opening.GameDecided(["german"], {"german": 9}, "The Germans win."), "The Germans win."),
    (MOVED, "BIS 0.0,0.0 -> -2.0,7.5, speed 8, course 12 -> 11 -> 10"),
    (
        sailing.Moved("ANT", [[0, 0], [0, 2000], [0, 4000]], 12, "4", True, False),
        "ANT 0.0,0.0 -> 0.0,4.0, speed 4, course 12, evasive",
    ),
    (sailing.Moved("ARK", [[0, 0]] * 3, 12, "0", False, False), "ARK lies stopped at 0.0,0.0, course 12 (N)"),
    (sailing.PlotCut("BIS", "1A", "all rudders are lost"), "BIS executes 1A: all rudders are lost"),
    (sailing.PlotCut("BIS", "", "she lies stopped"), "BIS executes a blank plot: she lies stopped"),
    (sailing.OrderLapsed("ARK", "LAUNCH ARK-T1", "no bridge"), "ARK: LAUNCH ARK-T1 comes to nothing: no bridge"),
    (sailing.MainGunsBarred("BIS"), "BIS turns too hard for her speed: her main guns may not fire this turn"),
    (
        sailing.NerveTested("ACA", "U47", {"unmarked boxes": -2, "a submarine": 2}, 6, True),
        "ACA is to ram U47: 6 (6, unmarked boxes -2, a submarine +2), 6 needed: she goes in",
    ),
    (
        sailing.NerveTested("ACA", "SCH", {"unmarked boxes": -8}, -3, False),
        "ACA is to ram SCH: -3 (5, unmarked boxes -8), 6 needed: she does not dare",
    ),
    (sailing.RamRefused("ACA", "3P"), "ACA steers away instead: 3P"),
    (
        sailing.Collided("ACA", "U47", [1000, 2000], 7, 4, True),
        "ACA rams U47 at 1.0,2.0: ACA deals 7 points, U47 4",
    ),
    (
        sailing.Collided("BIS", "HOO", [0, 0], 1, 9, False),
        "BIS and HOO collide at 0.0,0.0: BIS deals 1 point, HOO 9",
    ),
    (sailing.CrashDived("U47", 4, "fails"), "U47 crash-dives, 4 in all: the dive fails, she comes up"),
    (sailing.CrashDived("U47", 9, "silent"), "U47 crash-dives, 9 in all: she is submerged deep, and may run silent"),
    (sailing.ModeChanged("U47", "periscope"), "U47 is now at periscope depth"),
    (sailing.RanSilent("U47"), "U47 runs silent, dead in the water"),
    (sailing.LeftSight("U47"), "U47 goes below the surface"),
    (
        sailing.Sighted("U47", 3, "U 47", "type-vii", "german", "de", [0, 1000], 9, "2"),
        "U47 (Type VII U-boat) is on the surface at 0.0,1.0, course 9 (W), speed 2",
    ),
    (
        sailing.ContactMade("british", "SUB1", [26000, 3000], "periscope", "ANT"),
        "ANT detects a submarine, SUB1: at periscope depth at 26.0,3.0",
    ),
    (sailing.ContactHeld("U47", "SUB1"), "U47 is detected: the enemy marks her as SUB1"),
    (sailing.SmokeMade("ANT"), "ANT makes smoke"),
    (
        sailing.ScreenLaid("SHE", [[0, 0], [2000, 0], [4000, 0]], 5),
        'SHE lays a smoke screen of 4.0" from 0.0,0.0 to 4.0,0.0 to the end of game turn 5',
    ),
    (sailing.DisengageBarred("BIS", "not at full speed"), "BIS cannot try to break contact: not at full speed"),
    (
        sailing.DisengageTried("BIS", "SUF", "1", 1, True),
        "BIS tries to break contact, challenged by SUF: 1 on the die, 1 or less needed: she escapes",
    ),
    (
        sailing.DisengageTried("PEU", "SUF", "1/2", 2, False),
        "PEU tries to break contact, challenged by SUF: 2 on the die, 0.5 or less needed: she is held",
    ),
    (sailing.Disengaged("BIS", "SUF"), "BIS: contact is broken, she is out of play"),
    (sailing.Disengaged("BIS", ""), "BIS: nobody challenges her: contact is broken, she is out of play"),
    (firing.GermanControl("BIS", 1), "the fire control of BIS is good: +1 hit die for the rest of the game"),
    (firing.GermanControl("BIS", -1), "the fire control of BIS is poor: -1 hit die for the rest of the game"),
    (
        firing.TorpedoesStruck("M01", "stern", 2, 5, [0, 0]),
        "torpedoes from nowhere strike M01 from astern: 2 hits, 5 points",
    ),
    (firing.LauncherEmptied("U47", "TL1", 2, 4), "U47 TL1: 2 loads left, ready again on game turn 4"),
    (firing.LauncherEmptied("ANT", "TL1", 0, 4), "ANT TL1: no load left"),
    (
        CHARGES,
        'ANT attacks SUB1 with depth charges (AS3-AS5): 1" away, 1 or less hits (3, running silent -2): 2 hits, 4 points',
    ),
    (
        flying.TookOff("ARK-T1", 5, "ARK", "T", 6, "british", "gb", [0, 8000]),
        "ARK-T1, 6 torpedo bombers, takes off from ARK, now at 0.0,8.0",
    ),
    (flying.TookOff("LB1", 5, "", "B", 6, "german", "de", [40000, 0]), "LB1, 6 level bombers, comes in at 40.0,0.0"),
    (flying.Flew("ARK-T1", [0, 0], [12000, 10000]), 'ARK-T1 flies 15.6" to 12.0,10.0'),
    (flying.Spent("ARK-T1"), "ARK-T1 has done its work and must return"),
    (flying.Engaged("ARK-F1", "GRZ-DB1", [3000, -500]), "ARK-F1 engages GRZ-DB1, met at 3.0,-0.5"),
    (
        flying.Dogfight("ARK-F1", "GRZ-F1", 2, 3, 2, 1),
        "dogfight of ARK-F1 and GRZ-F1: ARK-F1: 2 shot down; GRZ-F1: 1 shot down of 3 kills, no more were left",
    ),
    (flying.FightersFired("ARK-F1", "GRZ-DB1", 3, 3), "ARK-F1 attacks GRZ-DB1: 3 shot down"),
    (
        flying.FightersFired("ARK-F1", "GRZ-DB1", 10, 6),
        "ARK-F1 attacks GRZ-DB1: 6 shot down of 10 kills, no more were left",
    ),
    (flying.FightersFired("ARK-F2", "GRZ-DB1", 1, 0), "ARK-F2 attacks GRZ-DB1: none shot down of 1 kill, no more were left"),
    (flying.GunnersFired("GRZ-DB1", "ARK-F1", 0, 0), "GRZ-DB1 fires back at ARK-F1: none shot down"),
    (
        flying.FlakFired("ARK", "AD1", "SCH-R1", 6, 2, 1),
        "ARK AD1 fires at SCH-R1: 8 -2 = 6, 1 shot down of 2 kills, no more were left",
    ),
    (flying.FlakFired("ARK", "PD1", "GRZ-DB1", 6, 2, 2), "ARK PD1 fires at GRZ-DB1: 6, 2 shot down"),
    (flying.FlakFired("SCH", "AD1", "LB1", 4, 1, 1), "SCH AD1 fires at LB1: 6 -2 = 4, 1 shot down"),
    (flying.FlakFired("SCH", "AD1", "ARK-R1", 3, 0, 0), "SCH AD1 fires at ARK-R1: 5 -2 = 3, none shot down"),
    (flying.FlakFired("ARK", "AD1", "SCH-R1", 4, 1, 1), "ARK AD1 fires at SCH-R1: 6 -2 = 4, 1 shot down"),
    (flying.AircraftLost("ARK-F1", 2, 1, "shot down"), "ARK-F1 loses 2 aircraft, 1 left"),
    (flying.AircraftLost("ARK-T1", 1, 0, "no fuel"), "ARK-T1 is out of fuel and loses 1 aircraft, it is no more"),
    (flying.DeckLost("ARK-T2"), "ARK-T2 is destroyed aboard"),
    (BOMBS, "GRZ-DB1, 6 dive bombers, bombs HOO: 4 or less hits (6, evasive -2): 2 hits, 6 points"),
    (flying.Alongside("BIS-R1"), "BIS-R1 lies alongside its ship"),
    (flying.Recovered("BIS-R1"), "BIS-R1 is hoisted aboard"),
    (flying.CastOff("BIS-R1", [0, 500]), "the ship moves: BIS-R1 is in the air again at 0.0,0.5"),
    (flying.Landed("ARK-T1", "ARK"), "ARK-T1 lands on ARK"),
    (
        flying.Rearming("ARK-T1", 4, 3, 13),
        "ARK-T1 rearms for 7 turns (4 + 3 symbols crossed off): it may be launched from game turn 13",
    ),
    (flying.Rearming("ARK-T1", 1, 0, 7), "ARK-T1 rearms for 1 turn (1): it may be launched from game turn 7"),
    (
        flying.Merged("ARK-T1", "ARK-T2", 2, 0, 9),
        "2 aircraft of ARK-T1 join ARK-T2 (ready from game turn 9); ARK-T1 is no more",
    ),
    (flying.FlewHome("LB1"), "LB1 flies home"),
    (
        damage.BoxesMarked("HOO", 3, 13, [6], "gunfire"),
        "HOO: 3 boxes marked (gunfire), 13 of 44 in all; check on 6 to come",
    ),
    (damage.BoxesMarked("HOO", 1, 44, [], "extra"), "HOO: 1 box marked (extra damage), 44 of 44 in all: her last"),
    (damage.FuelLost("BIS", 1, 0, 1, "check"), "BIS loses 1 fuel box (threshold check)"),
    (damage.ExtraDamage("BIS", "T20", 11, "a rudder"), "extra damage to BIS (T20): 11, a rudder"),
    (damage.BrokenInTwo("HOO"), "HOO breaks in two"),
    (damage.CheckMade("BIS", 6), "threshold check of BIS: systems are lost on 6 or more"),
    (damage.SystemLost("BIS", "BO2", "check"), "BIS loses boiler room BO2 (threshold check)"),
    (damage.SystemLost("BIS", "BR", "bomb"), "BIS loses the bridge (bomb)"),
    (damage.FireStarted("BIS", 2, "mishap"), "fire on BIS (a repair gone wrong): 2 of 6 burn"),
    (damage.BoilerHarmless("BIS", "BO2", "boxes"), "the loss of BO2 marks no boxes and starts no fire on BIS"),
    (damage.BoilerHarmless("BIS", "BO2", "fire"), "the loss of BO2 starts no fire on BIS"),
    (damage.FiresFought("BIS", 1, 1, 2), "fires on BIS: 1 put out, 1 spread, 2 burn"),
    (damage.FiresSeen("BIS", 2), "2 fires can be seen on BIS"),
    (damage.FiresSeen("BIS", 0), "no fire is to be seen any more on BIS"),
    (
        damage.Holed("BIS", "HO1", 18, 2, 2),
        "BIS is holed: HO1, 2 boxes a turn, speed down by a quarter; 2 repairs to close it",
    ),
    (damage.Holed("BIS", "HO1", 19, 3, 0), "BIS is holed: HO1, 3 boxes a turn, speed halved; it cannot be closed"),
    (damage.RepairTried("BIS", "FC1", 1, "beyond repair"), "damage control of BIS, fire control FC1: 1, beyond repair"),
    (damage.RepairTried("BIS", "HO1", 6, "repaired"), "damage control of BIS, hole HO1: 6, repaired"),
    (damage.HolePatched("BIS", "HO1", 1), "hole HO1 of BIS: 1 more repair needed"),
    (damage.HolePatched("BIS", "HO1", 0), "hole HO1 of BIS: closed"),
    (damage.Lost("HOO", "explosion", [16000, -8000]), "HOO is lost at 16.0,-8.0: she exploded"),
    (damage.ContactDestroyed("british", "SUB2", [0, 0]), "submarine destroyed: SUB2 at 0.0,0.0"),
]
SILENT: list[Event] = [
    opening.SquadronFormed("ARK-T1", 2, "ARK", "T", 6, "british", "gb", 0, [0, 0]),
    opening.SheetOpened("BIS", [], [], 0),
    opening.OrderBooksOpened("german"),
    opening.OrdersStood("BIS", "german", ["HOLD FIRE"]),
    opening.OrdersKept("BIS", []),
    opening.HelmKept("BIS", "1P"),
    opening.TurnEnded(3),
    flying.EnduranceLeft("ARK-T1", 4),
    flying.Flew("ARK-T1", [5, 5], [5, 5]),
    damage.SystemRepaired("BIS", "RU1"),
    damage.GivenUp("BIS", "RU1"),
]


def test_every_event_type_is_considered() -> None:
    """Section 9: each type of the vocabulary is told or silent by decision, none by oversight."""
    assert set(TELLERS) == vocabulary("wet_thrust")
    said = {type(event) for event, _ in SAID} | {type(event) for event in SILENT} | {type(GUNS), type(TORPEDOES)}
    assert said == set(TELLERS)


@pytest.mark.parametrize(("event", "words"), SAID, ids=lambda value: type(value).__name__ if isinstance(value, Event) else "")
def test_sentences(event: Event, words: str) -> None:
    """Section 9: a sentence for every event that is worth one."""
    assert tell(event, ALL) == words


@pytest.mark.parametrize("event", SILENT, ids=lambda event: type(event).__name__)
def test_bookkeeping_is_silent(event: Event) -> None:
    """Section 9: what the sheets and tables show is not told besides."""
    assert tell(event, ALL) is None


@pytest.mark.parametrize(
    "event", [*(event for event, _ in SAID), *SILENT, GUNS, TORPEDOES], ids=lambda event: type(event).__name__
)
def test_nobody_needs_to_be_in_sight(event: Event) -> None:
    """WT-23.1: an event can be told to a reader who does not see the vessels it names."""
    told = tell(event, NOBODYS)
    assert told is None or told


# ---------------------------------------------------------------- arithmetic


def test_a_gun_salvo() -> None:
    """WT-7.8, WT-8.1, WT-8.3: level, modifiers, hit dice and symbols; eight damage dice of four A batteries at 26.8 inches."""
    assert tell(GUNS, ALL) == (
        'BIS fires A1-A4 at HOO: range 26.8", red 1, broadside +1, German fire control +1 = 3 hit dice, 1 hit symbol: '
        "8 dice against deck 0, 7 points"
    )


def test_a_miss_and_a_salvo_without_hit_dice() -> None:
    """WT-7.19, WT-7.18: without a symbol there are no damage dice, below one hit die no dice at all."""
    missed = tell(replace(GUNS, symbols=0, points=0), ALL)
    assert missed is not None and missed.endswith("= 3 hit dice, 0 hit symbols: a miss")
    blind = tell(replace(GUNS, modifiers={"weather": -3}, dice=0, symbols=0, points=0), ALL)
    assert blind == 'BIS fires A1-A4 at HOO: range 26.8", red 1, weather -3: no hit dice, no hit'


@pytest.mark.parametrize(
    ("armour", "grade", "words"),
    [("belt", 3, "against belt 3,"), ("evasive", 3, "against armour 3 (evasive),"), ("none", 0, "against no armour,")],
)
def test_the_armour_struck(armour: str, grade: int, words: str) -> None:
    """WT-8.4, WT-8.5: deck, belt, that of an evasive escort, none."""
    assert words in (tell(replace(GUNS, armour=armour, grade=grade), ALL) or "")


def test_a_torpedo_salvo() -> None:
    """WT-10.6: the printed example, six Swordfish at 6 inches need 4."""
    assert tell(TORPEDOES, ALL) == (
        'ARK-T1 drops 6 torpedoes at BIS: range 6.0", on the beam, 4 or less hits (6, range -2): 4 hits, 3 points'
    )


def test_a_ships_and_an_unseen_boats_torpedoes() -> None:
    """WT-10.3, WT-23.4: launchers are named; her own side is told that nobody saw her."""
    fired = replace(TORPEDOES, by="U47", launchers=["TL1"], number=1, modifiers={}, needed=1, hits=0, points=0, seen=False)
    assert tell(fired, ALL) == 'U47 fires 1 torpedo (TL1) at BIS, unseen: range 6.0", on the beam, 1 or less hits: no hit'


# ---------------------------------------------------------------- phrases


def test_phrases() -> None:
    """WT-1.1, WT-1.2, WT-1.6: positions in inches, courses with their compass point, exact speeds to two decimals."""
    assert place([-400, 12345]) == "-0.4,12.3"
    assert (course_words(8), course_words(12)) == ("course 8 (WSW)", "course 12 (N)")
    assert (speed_text("8/3"), speed_text("15/2"), speed_text("7")) == ("2.67", "7.5", "7")


def test_neighbouring_ids_are_drawn_together() -> None:
    """Section 9: A1-A4, C1; a number of two digits follows on one of one."""
    assert ids_words(["A1", "A2", "A4", "C1"]) == "A1-A2, A4, C1"
    assert ids_words(["FC9", "FC10"]) == "FC9-FC10"
