"""docs/orders/wet_thrust.md: every text that it says the receipt may have is what a mail brings, word for word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from pbem.games.wet_thrust.model.control_sheet import Hole
from pbem.games.wet_thrust.model.state import State
from tests.rulebook.wet_thrust.builders.orders import mailed, ocean, one, strait
from tests.rulebook.wet_thrust.builders.pages import ORDERS, SPAN, carriers, chapter, opened, rows, samples
from tests.rulebook.wet_thrust.builders.ships import airborne, held

MakeState = Callable[[], State]


@dataclass(frozen=True)
class Written:
    """A mail and the position in which it brings a text of the page."""

    mail: str
    state: MakeState = strait
    seat: str = "gb"


def lone(id: str, seat: str = "", **changes: Any) -> Callable[[str], Written]:
    """Mails to one ship as changed."""
    side = seat or ("de" if id in ("BIS", "SCH") else "gb")
    return lambda order: Written(f"{id}: {order}", lambda: one(id, **changes), side)


def at_sea(order: str, seat: str = "gb", alter: Callable[[State], None] = lambda state: None, **modes: Any) -> Written:
    """A mail amid carriers, destroyers and boats, in a position that may be altered."""

    def state() -> State:
        found = ocean(**modes)
        alter(found)
        return found

    return Written(order, state, seat)


def hidden(boat: str) -> Callable[[State], None]:
    """A boat is held as SUB1."""
    return lambda state: held(state, boat)


def aloft(*squadrons: str, **changes: Any) -> Callable[[State], None]:
    """Squadrons in the air."""

    def alter(state: State) -> None:
        for id in squadrons:
            airborne(state, id, (5, 30), **changes)

    return alter


def altered(id: str, **changes: Any) -> Callable[[State], None]:
    """A ship or squadron as changed."""
    return lambda state: vars(state.ships.get(id) or state.squadrons[id]).update(changes)


def two_admirals() -> State:
    """The second British admiral has Norfolk and Suffolk."""
    return opened("denmark-strait", admirals="two")


def decks(state: State) -> None:
    """Ark Royal: T2 in the air, T3 rearming."""
    airborne(state, "ARK-T2", (5, 30))
    state.squadrons["ARK-T3"].deck.ready = 8


def alongside(state: State) -> None:
    """Bismarck's plane lies alongside."""
    state.squadrons["BIS-R1"].place, state.squadrons["BIS-R1"].home = "alongside", "BIS"


def three_enemies() -> State:
    """Scharnhorst has joined Bismarck and Prinz Eugen."""
    state = strait()
    state.ships["SCH"] = one("SCH").ships["SCH"]
    return state


def gale() -> State:
    """Antelope in a gale."""
    state = one("ANT")
    state.weather_name = "gale"
    return state


def second(state: State, id: str) -> None:
    """A ship of the second British admiral."""
    state.seats["gb2"], state.ships[id].seat = "british", "gb2"


BIS, ANT = lone("BIS"), lone("ANT")
WORN = lone("HOO", lost="BO2 DC1", beyond=["BO2"], holes={"HO1": Hole(18, 2), "HO2": Hole(19, 0)})
BRIDGELESS = lone("ARK", turn=4, lost="BR", takes_over=6, bridge_out=4)
GERMANS = samples(chapter(ORDERS, "Sample mails"))[3]
THREE_POINTS = "3P is 3 points; she can turn 2 (rudders 2 of 2). Legal: up to 2 points, e.g. 2P, 1P1S."
WRITTEN = {
    f"line 3: BIS: {THREE_POINTS}": BIS("# turn 3\n\nBIS: 3P"),
    "HOO: speed 8, course 9, ends at 18.5, -14.0; fires as ordered": Written("HOO: 1A1P; FIRE A AT BIS ELSE PEU"),
    THREE_POINTS: BIS("3P"),
    "2A is more than acceleration 1. Legal: up to 1A.": BIS("2A"),
    "1A makes 6.5, top speed is 6. Legal: up to 0.5A.": lone("BIS", speed=5.5, lost="BO1")("1A"),
    "3D with speed 2. Legal: up to 2D.": lone("BIS", speed=2)("3D"),
    "3D is more than deceleration 2. Legal: up to 2D.": BIS("3D"),
    "A and D together. Give one.": BIS("1A1D"),
    "all rudders lost, she repeats 1P. Legal: A, D.": lone("BIS", lost="RU1 RU2", helm="1P")("1S"),
    "no propeller works, speed stays 5. Legal: P, S.": lone("BIS", speed=5, lost="PR1 PR2")("1A"),
    "SPEED 6, but the plot gives 7. Nothing changed; correct one of them.": BIS("1A SPEED 6"),
    "no evasive note on her sheet. Legal: a normal plot.": lone("M01", speed=3)("E"),
    "E goes alone, without 1P. Legal: E, or 1P.": ANT("E 1P"),
    "she lies stopped and cannot evade. Legal: a normal plot.": lone("ANT", speed=0)("E"),
    "the plot is given twice; the first counts. What stands: 1P.": BIS("1P; 1A"),
    "third target, only 2 fire controls work. Legal: 2 targets.": Written(
        "SUF: FIRE B1 AT BIS; FIRE B2 AT PEU; FIRE B3 AT SCH", three_enemies
    ),
    "A2 already fires at HOO.": BIS("FIRE A1, A2 AT HOO; FIRE A2 AT HOO"),
    "battery B1 does not exist. She has A1-A4, C1-C4.": BIS("FIRE B1 AT HOO"),
    "A2 is out of action.": lone("BIS", lost="A2")("FIRE A2 AT HOO"),
    "every battery C is out of action.": lone("BIS", lost="C1 C2 C3 C4")("FIRE C AT HOO"),
    "no fire control works, no guns. Legal: HOLD FIRE.": lone("BIS", lost="FC1 FC2 FC3 FC4")("FIRE HOO"),
    "no enemy XYZ in sight. In sight: HOO, POW, NOR, SUF.": Written("BIS: FIRE XYZ", seat="de"),
    "submerged, no guns. Legal on the turn after SURFACE.": at_sea("U47: FIRE SHE", "de"),
    "ARK-T1 is in the air; guns fire at ships. Legal: AA ARK-T1.": at_sea("BIS: FIRE ARK-T1", "de", aloft("ARK-T1")),
    '"XX" is no type. Types: BB BC CV CA CL DD SS MM, NEAREST, WEAKEST.': Written("FLEET: FIRE AT WILL XX"),
    "TL1 has no torpedo left.": lone("ANT", used={"TL1": 1})("TORP BIS WITH TL1"),
    "TL2 reloads until game turn 4.": lone("ANT", ready={"TL2": 5})("TORP BIS WITH TL2"),
    "launcher TL3 does not exist. She has TL1, TL2.": ANT("TORP BIS WITH TL3"),
    "no torpedo launchers.": Written("SUF: TORP BIS"),
    "submerged deep, no torpedoes. Legal from next turn after PERISCOPE.": at_sea("U99: TORP M01", "de"),
    "WITHIN 12 is beyond 8. Legal: up to 8.": ANT("TORP BIS WITH TL1 WITHIN 12"),
    "SUB1 is below the surface; torpedoes run at ships. In sight: GRZ, BIS.": at_sea("ANT: TORP SUB1", alter=hidden("U47")),
    "no anti-submarine mounts.": Written("SUF: ASW ANY"),
    "no contact SUB1 is held. Held: none; or ANY, HOLD.": at_sea("ANT: ASW SUB1"),
    "DC boxes cannot be repaired.": WORN("DC DC1, FC"),
    "magazines cannot be repaired.": WORN("DC MAGAZINE, RUDDER"),
    "BO2 is beyond repair.": WORN("DC BO2"),
    "HO2 cannot be closed.": WORN("DC HO2"),
    "XX is no system of hers. Legal: BRIDGE, RUDDER, BOILER, …": WORN("DC XX"),
    "a BB may make smoke only with DISENGAGE.": BIS("SMOKE"),
    "a CA may make smoke only with DISENGAGE. Screens are for CL, DD, MM.": Written("NOR: SCREEN; DISENGAGE"),
    "no smoke in a gale.": Written("ANT: SMOKE", gale),
    "submarines make no smoke.": at_sea("U47: SMOKE", "de"),
    "to disengage plot full speed: needs 1A (speed 6). You gave 0A.": lone("BIS", speed=5, lost="BO1")("DISENGAGE"),
    "recovering R1, may not disengage.": at_sea("BIS: DISENGAGE", "de", alongside),
    "submarines below the surface do not disengage.": at_sea("U47: DISENGAGE", "de"),
    "only destroyers ram.": Written("SUF: RAM BIS"),
    "SUB1 is deep; she cannot be rammed.": at_sea("ANT: RAM SUB1", alter=hidden("U99")),
    "three squadrons; two a turn. Legal: any two of R1, F1, F2, T1, T4.": at_sea("ARK: LAUNCH T1, T4, F1", alter=decks),
    "T3 rearms until game turn 7. Legal: from game turn 8.": at_sea("ARK: LAUNCH T3", alter=decks),
    "T2 is in the air.": at_sea("ARK: LAUNCH T2", alter=decks),
    "two planes; one a turn. Legal: any one of R1, R2.": at_sea("BIS: LAUNCH R1, R2", "de"),
    "no squadron T9. Aboard: R1, F1, F2, T1, T3, T4.": at_sea("ARK: LAUNCH T9", alter=decks),
    "bridge out, no launch.": BRIDGELESS("LAUNCH T1"),
    "T1 and F1 are different types.": at_sea("ARK: MERGE T1 INTO F1"),
    "no anti-aircraft systems.": at_sea("M01: AA GRZ-F1"),
    "no area defence.": Written("HOO: COVER POW"),
    "no enemy squadron GRZ-F1 in the air. In the air: none.": at_sea("ANT: AA GRZ-F1"),
    "no friend BIS in play. Friends: ARK, SHE, ANT, M01, M02.": at_sea("ANT: COVER BIS"),
    "already deep. Legal: PERISCOPE, SILENT.": at_sea("U99: DIVE", "de"),
    "already at periscope depth. Legal: DIVE, CRASH DIVE, SURFACE.": at_sea("U47: PERISCOPE", "de"),
    "already surfaced. Legal: DIVE, CRASH DIVE, PERISCOPE.": at_sea("U47: SURFACE", "de", U47="surfaced"),
    "SILENT only when deep (or with CRASH DIVE).": at_sea("U47: SILENT", "de"),
    "SURFACE from deep takes PERISCOPE first.": at_sea("U99: SURFACE", "de"),
    "only submarines dive.": Written("HOO: DIVE"),
    "fighters cannot attack ships. Legal: CAP, ESCORT, INTERCEPT, GO, RETURN.": at_sea("GRZ-F1: ATTACK ARK", "de"),
    "load gone, returning.": at_sea("GRZ-T1: ATTACK ARK", "de", aloft("GRZ-T1", spent=True)),
    "RANGE 9 is beyond 8. Legal: up to 8.": at_sea("GRZ-T1: ATTACK ARK RANGE 9", "de"),
    "RANGE is for torpedo bombers.": at_sea("LB1: ATTACK ARK RANGE 4", "de"),
    "FROM is for torpedo bombers.": at_sea("GRZ-DB1: ATTACK ARK FROM BOW", "de"),
    "only fighters. Legal: ATTACK, GO, ORBIT, RETURN.": at_sea("GRZ-T1: CAP", "de"),
    "mission done, returning.": at_sea("GRZ-F1: CAP", "de", aloft("GRZ-F1", spent=True)),
    '"X" is no attacker. Attackers: T, DB, B.': at_sea("GRZ-F1: CAP PRIORITY X", "de"),
    "no squadron ARK-T1 to escort. Yours: GRZ-R1, GRZ-F2, …": at_sea("GRZ-F1: ESCORT ARK-T1", "de"),
    "no enemy squadron ARK-F1 in the air. In the air: none.": at_sea("GRZ-F1: INTERCEPT ARK-F1", "de"),
    "only reconnaissance planes. Legal: ATTACK, GO, ORBIT, RETURN.": at_sea("GRZ-T1: SPOT ARK", "de"),
    "RECOVER needs BIS stopped; her speed is 5.": at_sea("BIS-R1: RECOVER", "de", aloft("BIS-R1")),
    "on deck, rearming until game turn 7.": at_sea("ARK-T3: RETURN", alter=decks),
    "on deck of GRZ. Legal: GRZ: LAUNCH T1.": at_sea("GRZ-T1: RETURN", "de"),
    "1200 has too many digits. Numbers have up to three digits before the point and three behind it.": at_sea(
        "GRZ-T1: GO 1200,4", "de"
    ),
    "GO too far. Legal: up to 999 inches east and north.": at_sea("GRZ-T1: GO 999.5,4", "de"),
    "ATTACK is for aircraft; it goes into a squadron's block. Write GRZ-DB1: ATTACK ARK.": at_sea("GRZ: ATTACK ARK", "de"),
    "FIRE is no order for aircraft. Legal: ATTACK, GO, ORBIT, RETURN.": at_sea("GRZ-T1: FIRE ARK", "de"),
    "HOO is not yours. Yours: PEU, BIS.": Written("FLEET: FIREORDER HOO", seat="de"),
    "FIREORDER goes into the FLEET block. Write FLEET: FIREORDER HOO.": Written("HOO: FIREORDER HOO"),
    "DC is no order for the fleet. Legal: FIREORDER, CHALLENGE, FIRE AT WILL, HOLD FIRE.": Written("FLEET: DC FC"),
    "only gb orders the fleet.": Written("FLEET: CHALLENGE NO", two_admirals, "gb2"),
    "not yours; gb2 gives it orders. Yours: ARK, …": at_sea("SHE: 1A", alter=lambda state: second(state, "SHE")),
    "no such unit. Yours: HOO, POW, NOR, SUF.": Written("XYZ: 1A"),
    "no such unit. Did you mean ARK-R1 or SHE-R1?": at_sea("R1: ORBIT"),
    "not yours. Yours: HOO, POW, NOR, SUF.": Written("BIS: 1A"),
    "sunk on game turn 4. Yours: …": at_sea("SHE: 1A", alter=altered("SHE", fate="lost", gone=4)),
    "has broken contact on game turn 4. Yours: …": at_sea("SHE: 1A", alter=altered("SHE", fate="away", gone=4)),
    "lost. Yours: …": at_sea("ARK-T1: ORBIT", alter=altered("ARK-T1", place="gone", lost=True)),
    "bridge out since game turn 4; she repeats her last orders until game turn 6.": BRIDGELESS("1A"),
    "bridge out since game turn 4; she repeats her last orders until a bridge is repaired.": lone(
        "ARK", turn=4, lost="BR SB", bridge_out=4
    )("1A"),
    "no unit is named. Write the unit above it, as in HOO:": Written("1A"),
    "RAM is ordered twice. What stands: RAM BIS.": at_sea("ANT: RAM BIS; RAM GRZ"),
    "HOLD FIRE or FIRE AT WILL is ordered twice. What stands: FIRE AT WILL.": BIS("FIRE AT WILL; HOLD FIRE"),
    "an order may have 300 characters; this one has 305.": BIS(f"FIRE {'X' * 300}"),
    '"FYRE BIS" not understood. Did you mean FIRE BIS?': Written("POW: FYRE BIS"),
    '"FIRE" not understood. Write FIRE A AT BIS ELSE PEU, or FIRE AT WILL.': Written("POW: FIRE"),
    '"NOW" was not understood after "FIRE BIS".': Written("POW: FIRE BIS NOW"),
    "BIS: a disruptive turn: A1, A2, A3, A4 may not fire this turn": BIS("2S"),
    "GRZ: launches T1, DB1; nothing lands on her this turn": Written(GERMANS, carriers, "de"),
    "GRZ-F1: stays aboard GRZ, which does not launch it; ESCORT GRZ-DB1 waits": at_sea("GRZ-F1: ESCORT GRZ-DB1", "de"),
}
EARLIER = "HOO: the orders of your earlier mail are replaced"


def receipt_texts() -> set[str]:
    """The texts of the page: above the table, in its last column, and below it."""
    text = chapter(ORDERS, "What the receipt may say")
    around = [line for line in text.splitlines() if not line.startswith("|")]
    cells = [cells[-1] for cells in rows(text)[1:]]
    return {span for part in cells + around for span in SPAN.findall(part)} - {"FIRE"}


def test_every_text_of_the_receipt_has_a_mail_that_brings_it() -> None:
    """5.2: the page and the mails above name the same texts."""
    assert receipt_texts() == {*WRITTEN, EARLIER}


@pytest.mark.parametrize("text", WRITTEN)
def test_the_receipt_says_so(text: str) -> None:
    """5.2: word for word; a mark of omission stands for the rest."""
    written = WRITTEN[text]
    parsed = mailed(written.mail, written.state(), written.seat)
    said = [*map(str, parsed.problems), *parsed.notes]
    assert any(text.rstrip("…") in sentence for sentence in said), said


def test_the_receipt_of_a_second_mail() -> None:
    """Ruling W7."""
    state = strait()
    first = mailed("HOO: 1A", state)
    assert EARLIER in mailed("HOO: 1P", state, before=first.sheet).notes
