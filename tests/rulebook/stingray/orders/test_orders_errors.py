"""Every text with which an order is refused on receipt, word for word (5.2)."""

from __future__ import annotations

import pytest

from pbem.core.geometry.hexes import parse_label
from pbem.core.texts.envelope import OrderSheet
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.state import Mine, Missile, State
from pbem.games.stingray.model.vessel import Launcher
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import vessel
from tests.rulebook.stingray.builders.orders import current_orders, mailed, notes, position, reasons, stingray

CONTACTS = "your contacts are MF1, TF1, TF2"


def mk61(lock: bool = True, name: str = "M3", target: str = "TF2") -> Missile:
    """A Mk61 of SR1 under way."""
    return Missile(f"SR1-{name}", "MK61", "SR1", "terrainians", parse_label("1008"), 0, 0, target, 0, 4, lock)


def with_missiles(*missiles: Missile) -> State:
    """SR1 with these in the water and nothing in its tubes."""
    return position(stingray(tubes={}), missiles={missile.id: missile for missile in missiles})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SR1: 7", "Speed 7 refused: SR1 moved 3 last move, so 1 to 6 is legal"),
        ("SR1: 1 S 1 S 1", "Second turn refused: SR1 turns once a move"),
        ("TF1: S S 2", "Turn refused: one hex must be moved since the last turn"),
        ("MF1: 3 S", "MF1 may not turn without moving a hex after it"),
        ("SS1: 5", "Speed 5 refused: SS1 moved 3 last move, so 2 to 4 is legal"),
        ("SR1: 9999 9999", "Speed 19998 refused: SR1 moved 3 last move, so 1 to 6 is legal"),
    ],
)
def test_plans_beyond_the_limits(text: str, reason: str) -> None:
    """STG-MOV.4, STG-MOV.6, STG-MOV.7, STG-MEG.3: the texts of a plan that cannot be."""
    assert reasons(text) == [reason]


def test_a_plan_beyond_the_limits_is_clamped_not_lost() -> None:
    """STG-MOV.8: the problem says what stands instead, and that stands."""
    parsed = mailed(position(stingray(speed=1)), "SR1: 5")
    assert str(parsed.problems[0]) == (
        'line 1: "5": Speed 5 refused: SR1 moved 1 last move, so 0 to 4 is legal. What stands: MOVE 4.'
    )
    assert parsed.sheet.units["SR1"] == ["MOVE 4"]


def test_a_supersub_waits_between_shifts() -> None:
    """STG-SUP.1: a refused shift is a hex ahead."""
    state = position(vessel("SS1", "1520", "N", 3, shifted=4), move=5)
    parsed = mailed(state, "SS1: 2 S")
    assert [p.reason for p in parsed.problems] == ["Shift refused: SS1 shifted in move 4, next shift in move 9"]
    assert parsed.sheet.units["SS1"] == ["MOVE 3"]


@pytest.mark.parametrize(
    ("text", "rocks", "reason"),
    [
        ("SR1: 4 OVER", ["1008"], "OVER refused: speed 4 leaves 2 hexes, at least 3 are needed (order 5 or 6)"),
        ("SR1: 1 OVER", ["1009"], "OVER refused: speed 1 leaves 0 hexes, at least 3 are needed (order 5 or 6)"),
        ("SR1: 2 S 4 OVER", ["1008"], "OVER refused: you turn on obstacle 1008"),
        ("SR1: 5 OVER", ["1007"], "OVER refused: the cut move ends on obstacle 1007, not beyond it"),
    ],
)
def test_going_over(text: str, rocks: list[str], reason: str) -> None:
    """STG-LEP.3, STG-LEP.4, STG-LEP.5: speed, straight line, open water beyond; the plan itself stands."""
    state = position(obstacles=rocks)
    assert reasons(text, state) == [reason]
    assert mailed(state, text).sheet.units["SR1"][0].startswith("MOVE")


def test_going_over_that_is_possible() -> None:
    """STG-LEP.3: no text at all where it will do, a remark where it does nothing or not enough."""
    assert current_orders("SR1: 6 OVER", position(obstacles=["1008"])) == ["MOVE 6", "OVER"]
    assert not any("OVER" in note for note in notes("SR1: 6 OVER", position(obstacles=["1008"])))
    assert "SR1: OVER not used: no obstacle on the track." in notes("SR1: 6 OVER")
    assert "SR1: OVER cuts the move to 4 hexes, which end before the obstacle." in notes(
        "SR1: 6 OVER", position(obstacles=["1005"])
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SR1: HALT; LEAP EVADE", "LEAP refused: SR1 lies still"),
        ("SR1: 6 OVER; LEAP IN PHASE 2", "one leap a move: OVER is ordered too"),
        ("TF1: RAM TF2", "RAM refused: TF2 is on your side"),
        ("SR1: RAM SS1", "RAM refused: SS1 is on your side"),
        ("SR1: RAM SHARK", f"Unknown target SHARK; {CONTACTS}"),
    ],
)
def test_leaps_and_rams(text: str, reason: str) -> None:
    """STG-LEP.1, STG-LEP.7, STG-RAM.3."""
    state = position(stingray(speed=2)) if "HALT" in text else position()
    assert reasons(text, state) == [reason]


def test_a_game_without_evading_leaps() -> None:
    """STG-LEP.7: with `leap-evade` off LEAP orders are refused."""
    assert reasons("SR1: LEAP EVADE", position(options={"leap-evade": "off"})) == [
        "LEAP refused: in this game nothing leaps to evade"
    ]


@pytest.mark.parametrize(
    ("text", "tubes", "reason"),
    [
        ("LAUNCH STING 2", {"1": "MK61"}, "Tube 2 is empty: LOAD 2 WITH MK61, MK7 or MINE first (ready next move)"),
        ("LAUNCH STING 1 AT TF1", {"1": "MK61"}, "Mk61 in tube 1 is not armed: add PREP STING 1 (1 APU)"),
        ("PREP 1; LAUNCH STING 1", {"1": "MK61"}, "Mk61 needs a target: LAUNCH STING 1 AT <id>"),
        ("LAUNCH STING 2 VIA 0507", {"2": "MK7"}, "VIA is for a Mk61; tube 2 holds a Mk7"),
        ("LAUNCH STING 2 AT TF1 WHEN ARC VIA 9999", {"2": "MK7"}, "9999 is not on the map"),
        ("LAUNCH STING 2 WHEN ARC", {"2": "MK7"}, "WHEN needs a target: add AT <id> or AT ANY"),
        ("LAUNCH AT TF1", {"2": "MK7"}, "Say which tube: LAUNCH STING 1 or LAUNCH STING 2"),
        ("LAUNCH PORT", {"2": "MK7"}, "Say which tube: LAUNCH STING 1 or LAUNCH STING 2"),
        ("LAUNCH STING 2 AT SHARK", {"2": "MK7"}, f"Unknown target SHARK; {CONTACTS}"),
        ("PREP STING 2", {"2": "MK7"}, "Tube 2 holds a Mk7, which needs no preparation"),
        ("PREP STING 2", {"2": "MINE"}, "Tube 2 holds a mine, which needs no preparation"),
        ("PREP STING 2", {"1": "MK61"}, "Tube 2 is empty: LOAD 2 WITH MK61, MK7 or MINE first (ready next move)"),
        ("PREP", {"2": "MK7"}, "No tube holds a Mk61 that is not armed"),
        ("LOAD 1 WITH MK7", {"1": "MK61"}, "Tube 1 already holds a Mk61"),
        ("AIM AT TF1", {"1": "MK61"}, "AIM refused: no Mk61 is launched in this move"),
        ("AIM AT TF9", {"1": "MK61"}, f"Unknown target TF9; {CONTACTS}"),
    ],
)
def test_tubes(text: str, tubes: dict[str, str], reason: str) -> None:
    """STG-LAU.6, STG-LAU.8, STG-M61.1, STG-M61.2: what a tube holds and what a Mk61 needs."""
    assert reasons(f"SR1: {text}", position(stingray(tubes=tubes))) == [reason]


def test_damaged_and_destroyed_tubes() -> None:
    """STG-LAU.10, STG-SPH.5: nothing leaves or enters them."""
    state = position(stingray(specials={"TUBE2": 1}))
    state.vessels["SR1"].launchers["1"] = Launcher("", destroyed=True)
    assert reasons("SR1: LAUNCH STING 1; LAUNCH STING 2; LOAD 1 WITH MK7", state) == [
        "Tube 1 is destroyed",
        "Tube 2 is damaged",
        "Tube 1 is destroyed",
    ]


def test_a_prepared_mk61_stays_armed() -> None:
    """STG-LAU.7: it needs no second PREP, and none is taken."""
    state = position()
    state.vessels["SR1"].launchers["1"].armed = True
    assert current_orders("SR1: LAUNCH STING 1 AT TF1", state) == ["LAUNCH STING 1 AT TF1"]
    assert reasons("SR1: PREP STING 1", state) == ["Mk61 in tube 1 is armed already"]


def test_prep_without_a_number_takes_the_lowest_unarmed() -> None:
    """STG-LAU.6: and the next PREP the next one."""
    state = position(stingray(tubes={"1": "MK61", "2": "MK61"}))
    assert current_orders("SR1: PREP; PREP", state) == ["PREP STING 1", "PREP STING 2"]


def test_all_mk61_of_a_move_have_one_target() -> None:
    """STG-M61.3: orders for one tube are alternatives, those for two tubes are not; AIM settles it."""
    state = position(stingray(tubes={"1": "MK61", "2": "MK61"}))
    both = "SR1: PREP; PREP; LAUNCH STING 1 AT TF1; LAUNCH STING 2 AT TF2"
    assert reasons(both, state) == ["All Mk61 of a move have one target, and STING 1 is for TF1"]
    assert reasons(f"{both}; AIM AT TF2", state) == []
    assert reasons("SR1: PREP; LAUNCH STING 1 AT TF1; LAUNCH STING 1 AT TF2", state) == []


def test_loads_come_from_store() -> None:
    """STG-LAU.9: what is in a tube, or being loaded, counts."""
    state = position(stingray(tubes={"1": "MK61"}, stores={"MK61": 1, "MK7": 1, "MINE": 0, "DECOY": 0}))
    assert reasons("SR1: LOAD 2 WITH MK61; LOAD 2 WITH MINE; DECOY", state) == [
        "No Mk61 left",
        "No mines left",
        "No SonaDecoys left",
    ]
    state.vessels["SR1"].launchers["1"] = Launcher("")
    assert reasons("SR1: LOAD 1 WITH MK7; LOAD 2 WITH MK7", state) == ["No Mk7 left"]


def test_aim_and_steer_of_missiles_in_the_water() -> None:
    """STG-M61.2, STG-M61.4, STG-M61.5: the target stays; only with lock is there steering."""
    assert reasons("SR1: AIM AT TF1", with_missiles(mk61())) == ["AIM refused: M3 is in the water and keeps TF2"]
    assert current_orders("SR1: STEER M3 VIA 1007", with_missiles(mk61())) == ["STEER M3 VIA 1007"]
    lost = with_missiles(mk61(lock=False))
    assert reasons("SR1: STEER M3 DIRECT", lost) == ["M3 has lost lock and cannot be steered"]
    assert reasons("SR1: STEER M1 DIRECT", lost) == ["M1 is no Mk61 of SR1 in the water"]
    rock = with_missiles(mk61())
    rock.obstacles.add(parse_label("0507"))
    assert reasons("SR1: STEER M3 VIA 0507", rock) == ["0507 is an obstacle"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("TF1: LAUNCH STING 1", "A Terror Fish has one launcher: LAUNCH AT <id>"),
        ("TF1: LAUNCH AT SR1 VIA 0507", "VIA is for a Mk61; a Terror Missile finds its own way"),
        ("MF1: LAUNCH AT SR1", "Say which nostril: LAUNCH PORT or LAUNCH STARBOARD"),
        ("MF1: RELOAD PORT", "Port nostril is loaded"),
        ("SS1: LAUNCH", "Say where: N NE SE S SW NW or zone 1-6"),
        ("SS1: DECOY IN PHASE 3", "Say where: N NE SE S SW NW or zone 1-6"),
        ("SS1: LAUNCH AT TF1", "SS1 is unarmed but for SonaDecoys"),
        ("SS1: DECOY N; DECOY S", "SS1 launches one decoy a move"),
        ("SR1: DECOY NE", "SR1 drops its decoys in its own hex"),
        ("SR1: DECOY IN PHASE 3 IF MISSILE WITHIN 2", "A decoy is for a phase or for a missile"),
        ("SS1: SCAN 1", "SCAN is no order for SS1, a SuperSub"),
        ("TF1: SONAR", "SCAN is no order for TF1, a Titan Terror Fish"),
        ("TF1: PREP STING 1", "PREP is no order for TF1, a Titan Terror Fish"),
        ("TF1: RELOAD PORT", "RELOAD is no order for TF1, a Titan Terror Fish"),
        ("MF1: COMMS ON", "COMMS is no order for MF1, a Titan MegaFish"),
    ],
)
def test_other_launchers(text: str, reason: str) -> None:
    """STG-LAU.1, STG-LAU.2, STG-DEC.3, STG-DEC.4, STG-SUP.4: what each class launches, and how."""
    assert reasons(text) == [reason]


def test_fish_that_reload_or_are_damaged() -> None:
    """STG-LAU.1, STG-LAU.2, STG-LAU.10: launchers of fish."""
    state = position(vessel("TF2", "0530", specials={"LAUNCHER": 1}))
    state.vessels["TF1"].launchers["LAUNCHER"] = Launcher("")
    state.vessels["MF1"].launchers["PORT"] = Launcher("")
    state.vessels["MF1"].specials["STARBOARD"] = 1
    assert reasons("TF1: LAUNCH", state) == ["TF1 reloads this move; it can launch in move 5"]
    assert reasons("TF2: LAUNCH", state) == ["Launcher is damaged"]
    launches = "MF1: LAUNCH PORT; LAUNCH STARBOARD; LAUNCH MINE; RELOAD STARBOARD"
    port = "Port nostril is empty: RELOAD PORT takes this move"
    assert reasons(launches, state) == [port, "Starboard nostril is damaged", port, "Starboard nostril is damaged"]
    assert current_orders("MF1: RELOAD PORT", state) == ["RELOAD PORT"]


def test_fish_without_weapons() -> None:
    """STG-LAU.9, STG-MIN.1: empty magazines."""
    state = position(
        vessel("TF1", "1030", stores={"TERROR": 0, "MINE": 0}),
        vessel("MF1", "2020", stores={"PORT": 0, "STARBOARD": 1, "MINE": 0}),
    )
    assert reasons("TF1: LAUNCH; LAUNCH MINE", state) == ["No Terror Missiles left", "No mines left (TF1 carried 2)"]
    assert reasons("MF1: LAUNCH PORT; LAUNCH STARBOARD", state) == ["No Terror Missiles left in the port nostril"]
    state.vessels["MF1"].launchers["PORT"] = Launcher("")
    assert reasons("MF1: RELOAD PORT", state) == ["No missiles left for the port nostril"]


def test_decoys_of_a_supersub() -> None:
    """STG-DEC.4, STG-SPH.7: not into rock, not from a damaged launcher; later in the move the rock may be elsewhere."""
    state = position(obstacles=["1519"])
    assert reasons("SS1: DECOY N", state) == ["1519 is an obstacle; a decoy needs open water"]
    assert reasons("SS1: DECOY 1", state) == ["1519 is an obstacle; a decoy needs open water"]
    assert current_orders("SS1: DECOY N IN PHASE 3", state) == ["DECOY N IN PHASE 3"]
    assert reasons("SS1: DECOY S", position(vessel("SS1", "1520", specials={"DECOY": 1}))) == ["Decoy launcher is damaged"]


def mined(hex: str, side: str = "terrainians") -> State:
    """A mine called MN2."""
    return position(mines={"MN2": Mine("MN2", side, parse_label(hex))})


def test_mine_codes() -> None:
    """STG-MIN.5: own mines within 3 hexes; too far is only remarked on where the code is sent later."""
    far = "MN2 is 5 hexes away at the start; codes reach 3"
    assert current_orders("SR1: MINE MN2 OFF", mined("1007")) == ["MINE MN2 OFF"]
    assert reasons("SR1: MINE MN2 OFF", mined("1005")) == [far]
    assert f"SR1: {far}." in notes("SR1: MINE MN2 OFF IN PHASE 4", mined("1005"))
    assert reasons("SR1: MINE MN2 OFF", mined("1007", "aquaphibians")) == ["MN2 is not one of ours"]
    assert reasons("SR1: MINE MN4 ON") == ["MN4 is not one of ours"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("POWER 7", "POWER 7 refused: 0 to 6"),
        ("ENGINES 9", "ENGINES 9 refused: 0 to 6"),
        ("BATTERY 11", "BATTERY 11 refused: 0 to 10"),
        ("STORE 11", "STORE 11 refused: 0 to 10"),
        ("LIFE OFF", "LIFE OFF refused: the crew must be suited (SUIT UP takes one move)"),
        ("SUITS OFF", "Crew is not suited"),
        ("SCAN ALL, HALF 1 2", "SCAN costs 7 APU; 6 is the most"),
        ("PRIORITY WARP", "Unknown item WARP; use LIFE MOVE PREP LAUNCH DECOY SCAN LOAD MINE COMMS NAV"),
        ("REPAIR WARP", "Unknown system WARP; use REACTOR ENGINES STEERING SONAR TUBE1 TUBE2 BATTERY COMMS NAV"),
        ("REPAIR CREW", "Unknown system CREW; use REACTOR ENGINES STEERING SONAR TUBE1 TUBE2 BATTERY COMMS NAV"),
        ("ARMING 4", "ARMING is fixed at the start of the game (yours is 3)"),
        ("ARMING 12", "ARMING 12 refused: 0 to 10"),
        ("LOADOUT TUBE 1 MK7", "LOADOUT is for the start of the game"),
        ("MSG TF1: hello", "TF1 is not on your side"),
        ("MSG MUM: hello", "MUM is neither a vessel nor HQ"),
        ("MSG SR2: " + "x" * 201, "a message may have 200 characters; this one has 201"),
        ("STANDING 3", "Movement cannot be a standing order"),
        ("STANDING OVER", "Movement cannot be a standing order"),
        ("STANDING ARMING 3", "ARMING cannot be a standing order"),
        ("STANDING PREP", "A standing PREP must name its tube"),
        ("STANDING RELOAD PORT", "RELOAD is no order for SR1, a Stingray"),
        ("CANCEL STANDING 1", "There is no standing order 1; SR1 has 0"),
        ("SPY PLANS", "No spies in this scenario"),
        ("POWER 3; POWER 4", "POWER is ordered twice; the first order stands"),
        ("3; 4", "MOVE is ordered twice; the first order stands"),
        ("3; 9", "MOVE is ordered twice; the first order stands"),
        ("MSG SR2: a" + "; MSG SR2: a" * 6, "6 orders of this kind are the most"),
        ("SCAN " + "1 " * 200, "an order may have 300 characters; this one has 404"),
    ],
)
def test_power_repair_set_up_and_the_rest(text: str, reason: str) -> None:
    """STG-POW.1, STG-POW.3, STG-POW.4, STG-POW.5, STG-POW.6, STG-POW.8, STG-SCN.1, STG-MK7.2, STG-SPY.1, STG-SEA.1."""
    assert reasons(f"SR1: {text}") == [reason]


@pytest.mark.parametrize(
    ("specials", "text", "reason"),
    [
        ({"REACTOR": 1}, "POWER 5", "POWER 5 refused: reactor damaged, 0 to 3"),
        ({"SONAR": 1}, "SCAN 1", "Sonar is damaged: no scan"),
        ({"COMMS": 1}, "COMMS ON", "Comms are damaged: no HQ link"),
        ({"COMMS": 1}, "MSG HQ: hello", "Comms are damaged: no HQ link"),
        ({"NAV": 1}, "NAV ON", "Nav aids are damaged: no satellite fix"),
        ({"STEERING": 1}, "2 S 1", "Turn refused: the steering of SR1 is damaged"),
    ],
)
def test_damaged_systems(specials: dict[str, int], text: str, reason: str) -> None:
    """STG-SPH.3, STG-SPH.4, STG-SPH.6: what a Stingray cannot do with a system out."""
    assert reasons(f"SR1: {text}", position(stingray(specials=specials))) == [reason]


def test_suited_crews() -> None:
    """STG-POW.8: suited they may do without life support, and need not suit up again."""
    state = position(stingray(suited=True))
    assert current_orders("SR1: LIFE OFF; SUITS OFF", state) == ["LIFE OFF", "SUITS OFF"]
    assert reasons("SR1: SUIT UP", state) == ["Crew is already suited"]


def test_mute_and_dead_and_gone() -> None:
    """STG-COM.4, STG-CRW.3, STG-FUE.3: fish without comms, dead crews, fish that have broken off, vessels lost."""
    state = position(vessel("TF2", "0530", specials={"COMMS": 1}))
    assert reasons("TF2: MSG TF1: help", state) == ["Comms of TF2 are destroyed: it neither sends nor receives"]
    state.vessels["TF2"].injuries = 4
    assert reasons("TF2: 3", state) == ["the crew of TF2 is dead"]
    state.vessels["TF1"].broken_off = True
    assert reasons("TF1: 3; LAUNCH; REPAIR STEERING", state) == [
        "TF1 has broken off: it runs for its home edge and launches nothing",
        "TF1 has broken off: it runs for its home edge and launches nothing",
    ]
    state.vessels["MF1"].fate = "sunk"
    assert reasons("MF1: 3", state) == ["MF1 is out of play"]


def test_seats_without_a_vessel() -> None:
    """STG-VIC.1: those asked for orders after all their vessels are gone."""
    state = position()
    state.vessels["SS1"].fate = "sunk"
    assert reasons("SS1: 3", state) == ["SS1 is out of play"]
    astray = STINGRAY.orders.read(known(state, "captain-ss1"), "captain-ss1", "SR1: 3", OrderSheet()).problems
    assert [str(problem) for problem in astray] == ["line 1: you have no vessel to order."]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("SR1: LAUNC STING 1", "LAUNCH STING 1 AT <id> WHEN ARC AND RANGE 0-5, FROM PHASE 3"),
        ("SR1: SCAM 1", "SCAN 1, HALF 2 6"),
        ("SR1: FIER TUBE 1", "LAUNCH STING 1 AT <id> WHEN ARC AND RANGE 0-5, FROM PHASE 3"),
        ("TF1: HOLT", "HALT"),
        ("MF1: RELOAD BOTH", "RELOAD PORT"),
        ("SS1: MOVE ON", "MOVE 2 S 2"),
        ("SR1: LEAP", "LEAP EVADE"),
    ],
)
def test_not_understood(text: str, form: str) -> None:
    """STG-SEA.1: everything else, with the nearest order that this vessel has."""
    words = text.split(": ", 1)[1]
    assert reasons(text) == [f'Not understood: "{words}". Nearest order: {form}']


def test_what_is_missing_is_said() -> None:
    """STG-SEA.1: the part that was not understood is named."""
    problem = mailed(position(), "SR1: LEAP IN PHASE 9").problems[0]
    assert str(problem) == (
        'line 1: Not understood: "LEAP IN PHASE 9". Nearest order: LEAP EVADE. Write PHASE and a number from 1 to 6.'
    )


def test_problems_depend_only_on_what_the_seat_may_know() -> None:
    """STG-SCN.8, section 7: what hides from SR1 moves none of its problems and notes."""
    mail = "SR1: 9 S; LAUNCH STING 2 AT TF1; AIM AT TF2; RAM MF1; MINE AM1 ON; LAUNCH STING 2 AT TF9; STEER M1 DIRECT"
    hidden = position(held=False)
    other = position(
        vessel("TF1", "1009", damage=5), held=False, mines={"AM1": Mine("AM1", "aquaphibians", parse_label("1009"))}
    )
    other.vessels["TF2"].fate = "sunk"
    other.missiles["TF1-M1"] = Missile("TF1-M1", "TERROR", "TF1", "aquaphibians", parse_label("1008"), 3, 3, "SR1", 0)
    first, second = (
        STINGRAY.orders.read(known(state, "captain-sr1"), "captain-sr1", mail, OrderSheet()) for state in (hidden, other)
    )
    assert first == second
    assert "Unknown target TF2; you have no contacts" in [p.reason for p in first.problems]


def test_a_fish_that_cannot_report_may_aim_at_anything() -> None:
    """STG-COM.4: its contacts still count as held, and its player does not know them: no remark on unknown targets."""
    mute = position(vessel("TF1", "1030", specials={"COMMS": 1}), held=False)
    assert known(mute, "fish").vessels["TF1"].finds_if_known is None
    assert not any("contact" in note for note in notes("TF1: LAUNCH AT SR1", mute))
    told = notes("TF1: LAUNCH AT SR1", position(held=False))
    assert "TF1: SR1 is on none of your contact lists; the launch waits until it is held." in told
