"""Orders for aircraft: on deck, in the air, and what is wrong with them (5.2)."""

from __future__ import annotations

import pytest

from events.wet_thrust.opening import SquadronFormed
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.state import State
from tests.rulebook.wet_thrust.builders.orders import current_orders, mailed, noted, ocean, one, problems, refused
from tests.rulebook.wet_thrust.builders.ships import airborne


def aloft(*squadrons: str) -> State:
    """The ocean with squadrons in the air."""
    state = ocean()
    for id in squadrons:
        airborne(state, id, (5, 30))
    return state


# ---------------------------------------------------------------- on deck


def test_launches() -> None:
    """WT-11.5, WT-6.3: short symbols are the carrier's own; two orders of one mail are one."""
    assert current_orders("ARK: LAUNCH T1, F1", ocean()) == ["LAUNCH ARK-T1, ARK-F1"]
    assert current_orders("ARK: LAUNCH T1; LAUNCH R1", ocean()) == ["LAUNCH ARK-T1, ARK-R1"]
    assert current_orders("GRZ: LAUNCH D1, GRZ-DB2", ocean(), "de") == ["LAUNCH GRZ-DB1, GRZ-DB2"]
    assert current_orders("BIS: LAUNCH R1", ocean(), "de") == ["LAUNCH BIS-R1"]


def test_launches_that_cannot_be() -> None:
    """WT-11.5, WT-11.11, WT-6.3."""
    state = aloft("ARK-T2")
    state.squadrons["ARK-T3"].deck.ready = 8
    legal = "Legal: any two of R1, F1, F2, T1, T4."
    assert refused("ARK: LAUNCH T1, F1, F2", state) == [f"ARK: three squadrons; two a turn. {legal}"]
    assert refused("ARK: LAUNCH T1, F1; LAUNCH F2", state) == [f"ARK: three squadrons; two a turn. {legal}"]
    assert refused("ARK: LAUNCH T3; LAUNCH T2; LAUNCH T9", state) == [
        "ARK: T3 rearms until game turn 7. Legal: from game turn 8.",
        "ARK: T2 is in the air.",
        "ARK: no squadron T9. Aboard: R1, F1, F2, T1, T3, T4.",
    ]
    assert refused("BIS: LAUNCH R1, R2", state, "de") == ["BIS: two planes; one a turn. Legal: any one of R1, R2."]
    assert refused("SHE: LAUNCH ARK-T1; LAUNCH GRZ-F1; LAUNCH HOO", state) == [
        "SHE: ARK-T1 is aboard ARK.",
        "SHE: no squadron GRZ-F1. Aboard: R1.",
        "SHE: HOO is no squadron. Squadrons are named like ARK-T1, or T1 in ARK's block.",
    ]


def test_a_squadron_aboard_another_carrier() -> None:
    """WT-11.9: it is launched by its whole name from where it landed."""
    state = ocean()
    apply(state, SquadronFormed("XYZ-T1", 200, "XYZ", "T", 6, "british", "gb", 0, [0, 0]))
    state.squadrons["XYZ-T1"].home, state.squadrons["XYZ-T1"].standing_if_known = "ARK", []
    assert current_orders("ARK: LAUNCH XYZ-T1, T1", state) == ["LAUNCH XYZ-T1, ARK-T1"]


def test_merging() -> None:
    """WT-11.13: both aboard, of one type."""
    assert current_orders("ARK: MERGE T1 INTO T2; MERGE T3 INTO T2", ocean()) == [
        "MERGE ARK-T1 INTO ARK-T2",
        "MERGE ARK-T3 INTO ARK-T2",
    ]
    orders = "MERGE T1 INTO F1; MERGE T1 INTO T1; MERGE T2 INTO T1; MERGE R1 INTO R1"
    assert refused(f"ARK: {orders}", aloft("ARK-T2")) == [
        "ARK: T1 and F1 are different types.",
        "ARK: T1 into itself.",
        "ARK: T2 is in the air.",
        "ARK: R1 into itself.",
    ]


# ---------------------------------------------------------------- aims


@pytest.mark.parametrize(
    ("unit", "order"),
    [
        ("GRZ-T1", "ATTACK ARK ELSE SHE RANGE 3.5 FROM PORT"),
        ("GRZ-DB1", "ATTACK ARK"),
        ("LB1", "ATTACK ARK"),
        ("GRZ-F1", "CAP PRIORITY T, DB"),
        ("GRZ-F1", "ESCORT GRZ-DB1"),
        ("GRZ-F1", "INTERCEPT ARK-T1"),
        ("BIS-R1", "SPOT ARK"),
        ("BIS-R1", "RECOVER"),
        ("GRZ-T1", "RETURN"),
        ("GRZ-T1", "GO 12.5, -4"),
        ("GRZ-T1", "ORBIT"),
    ],
)
def test_aims(unit: str, order: str) -> None:
    """WT-11.2, WT-12.2, WT-6.5, WT-13.2, WT-13.7: each kind of aircraft has its own; land-based bombers before they come."""
    state = aloft("GRZ-T1", "GRZ-DB1", "GRZ-F1", "BIS-R1", "ARK-T1")
    assert current_orders(f"{unit}: {order}", state, "de") == [order]


@pytest.mark.parametrize(
    ("unit", "order", "message"),
    [
        ("GRZ-F1", "ATTACK ARK", "fighters cannot attack ships. Legal: CAP, ESCORT, INTERCEPT, GO, RETURN."),
        ("BIS-R1", "ATTACK ARK", "reconnaissance planes cannot attack ships. Legal: SPOT, RECOVER, GO, ORBIT, RETURN."),
        ("GRZ-T1", "CAP", "only fighters. Legal: ATTACK, GO, ORBIT, RETURN."),
        ("GRZ-T1", "ESCORT GRZ-DB1", "only fighters. Legal: ATTACK, GO, ORBIT, RETURN."),
        ("BIS-R1", "INTERCEPT ARK-T1", "only fighters. Legal: SPOT, RECOVER, GO, ORBIT, RETURN."),
        ("GRZ-T1", "SPOT ARK", "only reconnaissance planes. Legal: ATTACK, GO, ORBIT, RETURN."),
        ("GRZ-T1", "ATTACK ARK RANGE 9", "RANGE 9 is beyond 8. Legal: up to 8."),
        ("GRZ-T1", "ATTACK ARK RANGE 0", "RANGE 0 is no range. Legal: up to 8."),
        ("LB1", "ATTACK ARK RANGE 4", "RANGE is for torpedo bombers."),
        ("GRZ-DB1", "ATTACK ARK FROM BOW", "FROM is for torpedo bombers."),
        ("GRZ-T1", "ATTACK XYZ", "no enemy XYZ in sight. In sight: ARK, SHE, ANT, M01, M02."),
        ("GRZ-F1", "INTERCEPT ARK-F1", "no enemy squadron ARK-F1 in the air. In the air: ARK-T1."),
        ("GRZ-F1", "ESCORT GRZ-F1", "no squadron GRZ-F1 to escort. Yours: "),
        ("GRZ-F1", "ESCORT ARK-T1", "no squadron ARK-T1 to escort. Yours: "),
        ("GRZ-F1", "CAP PRIORITY X", '"X" is no attacker. Attackers: T, DB, B.'),
        (
            "GRZ-T1",
            "GO 12345, 0",
            "12345 has too many digits. Numbers have up to three digits before the point and three behind",
        ),
        ("GRZ-T1", "1A", "PLOT is no order for aircraft. Legal: ATTACK, GO, ORBIT, RETURN."),
        ("GRZ-T1", "FIRE ARK", "FIRE is no order for aircraft. Legal: ATTACK, GO, ORBIT, RETURN."),
        ("GRZ-T1", "ORBIT; RETURN", "the aim is ordered twice. What stands: ORBIT."),
        ("GRZ", "ATTACK ARK", "ATTACK is for aircraft; it goes into a squadron's block. Write GRZ-DB1: ATTACK ARK."),
        ("U47", "SPOT ARK", "SPOT is for aircraft; it goes into a squadron's block."),
    ],
)
def test_aims_that_cannot_be(unit: str, order: str, message: str) -> None:
    """WT-12.1, WT-12.2, WT-6.2, WT-13.1, WT-13.2, WT-13.6."""
    state = aloft("GRZ-T1", "GRZ-DB1", "GRZ-F1", "BIS-R1", "ARK-T1")
    (said,) = refused(f"{unit}: {order}", state, "de")
    assert said.startswith(f"{unit}: {message}")


def test_aims_of_aircraft_on_deck() -> None:
    """WT-11.4, WT-11.6: while it rearms none; ready, what it will do once launched."""
    state = ocean()
    state.squadrons["ARK-T3"].deck.ready = 8
    assert refused("ARK-T3: GO 1,1; ATTACK BIS; RETURN", state) == ["ARK-T3: on deck, rearming until game turn 7."] * 3
    assert refused("ARK-T1: LAND", state) == ["ARK-T1: on deck of ARK. Legal: ARK: LAUNCH T1."]
    assert noted("ARK-T1: ATTACK BIS", state)[-1] == "ARK-T1: stays aboard ARK, which does not launch it; ATTACK BIS waits"
    notes = noted("ARK: LAUNCH T1, T2\nARK-T1: ATTACK BIS", state)
    assert "ARK: launches T1, T2; nothing lands on her this turn" in notes
    assert notes[-1] == "ARK-T2: takes off without an aim and stays at ARK"


def test_spent_squadrons_return() -> None:
    """WT-11.10."""
    state = aloft("ARK-T1", "ARK-F1")
    for id in ("ARK-T1", "ARK-F1"):
        state.squadrons[id].deck.spent = True
    assert refused("ARK-T1: ATTACK BIS; ORBIT\nARK-F1: CAP", state) == [
        "ARK-T1: load gone, returning.",
        "ARK-T1: load gone, returning.",
        "ARK-F1: mission done, returning.",
    ]
    assert current_orders("ARK-T1: LAND", state) == ["RETURN"]


def test_recovering_a_plane() -> None:
    """WT-6.6, WT-6.7: accepted, it does nothing until she stops; on a carrier it simply lands; alongside it is too late."""
    state = one("BIS", speed=6)
    airborne(state, "BIS-R1", (1, 1))
    assert "BIS-R1: RECOVER needs BIS stopped; her speed is 6." in noted("BIS-R1: RECOVER", state, "de")
    state.ships["BIS"].speed = state.ships["BIS"].speed / 3
    assert not any("needs" in note for note in noted("BIS: 2D\nBIS-R1: RECOVER", state, "de"))
    state.squadrons["BIS-R1"].place, state.squadrons["BIS-R1"].home = "alongside", "BIS"
    assert refused("BIS-R1: ORBIT", state, "de") == ["BIS-R1: alongside BIS, being taken aboard."]
    state = aloft("ARK-R1")
    assert not any("needs" in note for note in noted("ARK-R1: RECOVER", state))


def test_what_aircraft_do_without_orders() -> None:
    """WT-11.9: 6.2, in the receipt; an aim that stands goes on."""
    state = aloft("ARK-T1", "ARK-T2", "ARK-F1")
    state.squadrons["ARK-T1"].standing_if_known = ["ATTACK BIS"]
    state.squadrons["ARK-T2"].deck.spent = True
    notes = noted("ARK: -", state)
    assert [note for note in notes if note.startswith("ARK-")] == [
        "ARK-F1: no orders: orbits, and returns in time",
        "ARK-T1: ATTACK BIS",
        "ARK-T2: returns",
    ]


def test_a_standing_aim_whose_target_is_gone_may_be_repeated() -> None:
    """WT-11.15: sent back as it is it is no mistake."""
    state = aloft("ARK-T1")
    state.squadrons["ARK-T1"].standing_if_known = ["ATTACK PEU"]
    assert current_orders("ARK-T1: ATTACK PEU", state) == ["ATTACK PEU"]
    assert problems(mailed("ARK-T1: ATTACK PEU ELSE BIS", state)) == ["ARK-T1: no enemy PEU in sight. In sight: GRZ, BIS."]
