"""What is said to each mistake (5.3), and what counts in spite of it."""

from __future__ import annotations

import pytest

from pbem.core.texts.envelope import Problem
from pbem.games.sovereign_seas.model.state import State
from tests.rulebook.sovereign_seas.builders.fleet import change, state_with
from tests.rulebook.sovereign_seas.builders.orders import current_orders, mailed, notes, opening, position, reasons


def ship(id: str, hex: str = "1010", heading: str = "N", speed: int = 6, turn: int = 2, **changes: object) -> State:
    """One ship as changed, an enemy, turn 3 next."""
    other = "FB1" if id[0] == "B" else "BB1"
    state = state_with({id: (hex, heading, speed), other: ("3030", "N", 6)}, turn)
    change(state.ships[id], **changes)
    return state


def only(text: str, state: State | None = None, seat: str = "gb") -> Problem:
    """The one problem of a mail."""
    (problem,) = mailed(text, state, seat=seat).problems
    return problem


# ---------------------------------------------------------------- speed


@pytest.mark.parametrize(
    ("order", "reason", "stands_now"),
    [
        ("SPEED 9", "cannot go to 9: at 4 with Accl 2 it may order 3..6 (max 13)", "SPEED 6"),
        ("SPEED +5", "cannot go to 9: at 4 with Accl 2 it may order 3..6 (max 13)", "SPEED 6"),
        ("SPEED 1", "cannot go to 1: at 4 with Accl 2 it may order 3..6 (max 13)", "SPEED 3"),
        ("SPEED -9", "cannot go to -5: at 4 with Accl 2 it may order 3..6 (max 13)", "SPEED 3"),
        ("STOP", "cannot stop: at 4, decel 1, lowest speed this turn is 3", "SPEED 3"),
    ],
)
def test_a_speed_out_of_reach_is_clamped_at_once(order: str, reason: str, stands_now: str) -> None:
    """SSL-X.10, SSL-H.2, SSL-H.4: E23; the receipt says what stands instead."""
    parsed = mailed(f"BF1: {order}", ship("BF1", speed=4))
    assert [str(problem) for problem in parsed.problems] == [f'line 1: "BF1: {order}": {reason}. What stands: {stands_now}.']
    assert parsed.sheet.units["BF1"] == [stands_now]
    assert parsed.accepted == 1


def test_the_printed_message_for_a_ship_that_cannot_stop() -> None:
    """SSL-H.4: a Bellerophon at 8 slows down by 1."""
    assert reasons("BC1: STOP", ship("BC1", speed=8)) == ["cannot stop: at 8, decel 1, lowest speed this turn is 7"]


@pytest.mark.parametrize("order", ["SPEED 3", "SPEED 6", "SPEED +2", "SPEED -1", "SPEED MAX", "SPEED MIN", "SPEED HOLD"])
def test_speeds_within_reach(order: str) -> None:
    """SSL-H.2 and SSL-H.4 leave 3 to 6 for an Inconsistent at 4."""
    assert current_orders(f"BF1: {order}", ship("BF1", speed=4)) == [order]


def test_limits_count_from_the_maximum_that_is_left() -> None:
    """SSL-H.5, SSL-H.3: E23: at 10 with the maximum cut to 6."""
    slowed = ship("BC1", speed=10, lost=4)
    assert slowed.ships["BC1"].maximum == 6
    assert reasons("BC1: SPEED 8", slowed) == ["cannot go to 8: at 10 with Accl 2 it may order 5..6 (max 6)"]


def test_stopping_where_it_is_possible() -> None:
    """SSL-H.4."""
    assert current_orders("BF1: STOP", ship("BF1", speed=1)) == ["SPEED 0"]


def test_the_speed_of_a_ship_that_is_not_there() -> None:
    """SSL-X.10: MATCH names an own active ship, and another one."""
    assert reasons("BB1: SPEED MATCH BC9; SPEED MATCH FB1; SPEED MATCH BB1") == [
        "no own ship BC9; yours: BB1, BB2, BC1, BF1",
        "no own ship FB1; yours: BB1, BB2, BC1, BF1",
        "cannot match itself",
    ]


# ---------------------------------------------------------------- out of command, jammed


@pytest.mark.parametrize(
    "order", ["SPEED 7", "SPEED HOLD", "MOVE F", "COURSE N", "RAM FB1", "STRAIGHT", "WHEN FIRED DO STRAIGHT"]
)
def test_out_of_command(order: str) -> None:
    """SSL-L5.5, SSL-X.3: neither speed nor heading changes by order."""
    state = ship("BC1", command_until=7, turn=4)
    parsed = mailed(f"BC1: {order}; HOLD FIRE; AVOID NONE; CLEAR STEER", state)
    assert [p.reason for p in parsed.problems] == [
        "out of command until the end of game turn 7: speed and course are fixed; order ignored"
    ]
    assert parsed.sheet.units["BC1"] == ["HOLD FIRE", "AVOID NONE"]


def test_back_in_command() -> None:
    """SSL-L5.12: the turn after the last."""
    assert current_orders("BC1: SPEED 7", ship("BC1", command_until=7, turn=7)) == ["SPEED 7"]


def test_what_stood_before_the_tower_was_lost_stands() -> None:
    """SSL-L5.5: repeating it is no mistake, and it steers again when command is restored."""
    state = ship("BC1", command_until=7, turn=4, standing=["RAM FB1", "WHEN IMP 2 DO STRAIGHT"])
    assert current_orders("BC1: RAM FB1; WHEN IMP 2 DO STRAIGHT; OPEN ANY", state)[:2] == ["RAM FB1", "WHEN IMP 2 DO STRAIGHT"]


def test_a_jammed_rudder_is_a_note() -> None:
    """SSL-L5.7, SSL-X.3: it may be ordered what it will do later; speed obeys."""
    state = ship("BC1", jam="L", jam_until=6, turn=4, count=0)
    assert "BC1: the rudder is jammed left until the end of game turn 6: it steers, whatever is ordered" in notes(
        "BC1: SPEED 7; MOVE RRR", state
    )


# ---------------------------------------------------------------- helm


def test_a_turn_too_early_is_made_straight() -> None:
    """SSL-X.7, SSL-I2.4: E10: the plan simulated from the speed ordered; what stands is what will be sailed."""
    problem = only("BC1: SPEED 7; MOVE FRRFRFL", ship("BC1", speed=7))
    assert problem.reason == "letter 3 (R) too early: 1 hex since last turn, needs 2; earliest legal is letter 4"
    assert problem.legal == "What stands: MOVE FRFFRFL."


def test_letters_are_counted_through_bars() -> None:
    """SSL-X.7: and the hexes since the last turn come from the turn before."""
    state = ship("BB1", speed=8, count=2)
    assert reasons("BB1: MOVE L|FF|-|-", state) == [
        "letter 1 (L) too early: 2 hexes since last turn, needs 3; earliest legal is letter 2"
    ]


def test_a_plan_is_measured_by_the_speed_that_stands() -> None:
    """SSL-X.7, SSL-X.10: a letter that no point is left for cannot be too early."""
    assert notes("BC1: MOVE 6F RR; SPEED 7", ship("BC1", speed=6))[-1] == (
        "BC1: plan has 8 letters, speed 7 uses 7; the last is dropped"
    )


@pytest.mark.parametrize(
    ("plan", "note"),
    [
        ("9F", "plan has 9 letters, speed 7 uses 7; the last 2 are dropped"),
        ("FF|F", "impulse 1 has 2 letters, speed 7 uses 1; the last is dropped"),
        ("F|F|4F", "impulse 3 has 4 letters, speed 7 uses 2; the last 2 are dropped"),
    ],
)
def test_a_plan_that_is_too_long(plan: str, note: str) -> None:
    """SSL-X.7: surplus is dropped, with a warning."""
    assert notes(f"BC1: MOVE {plan}", ship("BC1", speed=7))[1:] == [f"BC1: {note}"]


def test_more_bars_than_impulses() -> None:
    """SSL-F.1, SSL-X.7."""
    assert reasons("BC1: MOVE F|F|F|F|F") == ["MOVE has 5 segments: a turn has impulses 1..4"]
    assert reasons("BC1: MOVE F|F|F|F", position(impulses=3)) == ["MOVE has 4 segments: a turn has impulses 1..3"]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("COURSE E", "no course E; use N, NE, SE, S, SW or NW"),
        ("COURSE", "no course named; use N, NE, SE, S, SW or NW"),
        ("STEER 9908", "hex 9908 is off the map (0101..6050)"),
        ("STEER 0008", "hex 0008 is off the map (0101..6050)"),
        ("CLOSE FB7", "no enemy FB7 in play; enemies: FB1, FC1, FF1, FV1"),
        ("CLOSE BB2", "no enemy BB2 in play; enemies: FB1, FC1, FF1, FV1"),
        ("KEEP 3 SF-2", "no enemy FF2 in play; enemies: FB1, FC1, FF1, FV1"),
        ("RAM BB2", "cannot ram BB2: own ship; use AVOID NONE to allow collisions"),
        ("RAM FB7", "no enemy FB7 in play; enemies: FB1, FC1, FF1, FV1"),
        ("FOLLOW BB1", "cannot follow itself"),
        ("FOLLOW BC9", "no own ship BC9; yours: BB1, BB2, BC1, BF1"),
        ("FOLLOW BC1 GAP 13", "GAP 13: a gap is 1..12"),
        ("FOLLOW BC1 GAP 0", "GAP 0: a gap is 1..12"),
        ("WHEN SPEED 3 DO COURSE N", 'unknown condition "SPEED"; use RANGE, IMP, HULL, MAXSPEED, FIRED, SUNK'),
        ("WHEN IMP 5 DO COURSE N", "WHEN IMP 5: a turn has impulses 1..4"),
        ("WHEN RANGE FB7 <= 3 DO COURSE N", "no enemy FB7 in play; enemies: FB1, FC1, FF1, FV1"),
        ("WHEN SUNK FB7 DO COURSE N", "no enemy FB7 in play; enemies: FB1, FC1, FF1, FV1"),
        ("WHEN FIRED DO RAM BB2", "cannot ram BB2: own ship; use AVOID NONE to allow collisions"),
        ("WHEN FIRED DO COURSE E", "no course E; use N, NE, SE, S, SW or NW"),
        ("AVOID THEM", "AVOID what? use ALL, FRIENDS, ENEMIES or NONE"),
        ("EXIT", "EXIT what? use ON or OFF"),
        ("CLEAR EVERYTHING", "CLEAR what? use WHEN, FIRE, OPEN, LOSE, STEER or ALL"),
    ],
)
def test_helm_and_policies(order: str, reason: str) -> None:
    """SSL-X.4, SSL-X.6, SSL-X.8, SSL-X.9: the rows of the order table."""
    assert reasons(f"BB1: {order}") == [reason]


def test_sunk_ships_and_ships_off_the_map_are_no_targets() -> None:
    """SSL-X.6, SSL-I4.1: only enemies in play; a sunk one may be waited for no more, but named in SUNK."""
    state = position()
    state.ships["FB1"].fate, state.ships["FC1"].fate = "sunk", "left"
    assert reasons("BB1: CLOSE FB1; KEEP 3 FC1; WHEN SUNK FB1 DO STRAIGHT", state) == [
        "no enemy FB1 in play; enemies: FF1, FV1",
        "no enemy FC1 in play; enemies: FF1, FV1",
    ]


def test_a_near_name_is_suggested() -> None:
    """SSL-X.17."""
    assert only("BB1: CLOSE FB11").legal == "Did you mean FB1?"


# ---------------------------------------------------------------- guns


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("FIRE [C] AT FB1", "has no [C] battery; it mounts B (F1, A1) and D (S1-S5, P1-P5)"),
        ("FIRE TURRETS AT FB1", "has no TURRETS battery; it mounts B (F1, A1) and D (S1-S5, P1-P5)"),
        ("FIRE S9 AT FB1", "no battery S9; batteries: F1, A1, S1-S5, P1-P5"),
        ("FIRE S3 AT FB1", "battery S3 is destroyed"),
        ("FIRE BOW AT FB1", "every BOW battery is destroyed"),
        ("FIRE D AT FB7", "no enemy FB7 in play; enemies: FB1"),
        ("FIRE D AT BC1", "no enemy BC1 in play; enemies: FB1"),
        ("LOSE X9", "no battery X9; batteries: F1, A1, S1-S5, P1-P5"),
        ("OPEN IMP 5", "OPEN IMP 5: a turn has impulses 1..4"),
        ("OPEN IMP 0-2", "OPEN IMP 0: a turn has impulses 1..4"),
        ("OPEN IMP 4-2", "OPEN IMP 4-2: name the earlier impulse first"),
        ("OPEN RANGE 14", "OPEN RANGE 14: ranges are 1..13"),
        ("OPEN BEAR 0", "OPEN BEAR 0: batteries are 1..20"),
    ],
)
def test_gunnery(order: str, reason: str) -> None:
    """SSL-X.11, SSL-X.12, SSL-X.14: the rows of the order table on a Bellerophon without F1 and S3."""
    assert reasons(f"BC1: {order}", ship("BC1", gone=["F1", "S3"])) == [reason]


def test_guns_of_other_ships() -> None:
    """SSL-P.1: what a ship mounts, bracket by bracket; a merchantman nothing."""
    ocean = ship("FC1")
    assert reasons("FC1: FIRE BB AT BB1", ocean, "fr") == [
        "has no [BB] battery; it mounts DD (TSF, TSA, TPF, TPA), EE (S1-S2, P1-P2) and AA (M1-M3)"
    ]
    merchants = state_with({"LM1": ("1010", "N", 5), "BB1": ("3030", "N", 5)}, 2)
    assert reasons("LM1: FIRE ALL AT BB1; LOSE M1", merchants, "fr") == [
        "has no batteries",
        "no battery M1; batteries: none",
    ]


def test_the_variant_log_counts() -> None:
    """SSL-D1.1: option bellerophon_log=page2 has a second stern battery."""
    assert current_orders("BC1: LOSE A2", position(bellerophon_log="page2")) == ["LOSE A2"]
    assert reasons("BC1: LOSE A2") == ["no battery A2; batteries: F1, A1, S1-S5, P1-P5"]


def test_nothing_of_an_enemys_damage_is_looked_at() -> None:
    """SSL-Y.5: the same orders have the same answers, whatever is left of the enemy."""
    state = position(hidden_logs="on")
    before = mailed("BC1: FIRE D AT FB1, WEAKEST; WHEN RANGE FB1 <= 3 DO RAM FB1", state)
    state.ships["FB1"].log.marked, state.ships["FB1"].log.gone = 12, ["S1", "M1"]
    assert mailed("BC1: FIRE D AT FB1, WEAKEST; WHEN RANGE FB1 <= 3 DO RAM FB1", state) == before


# ---------------------------------------------------------------- set-up and the fleet


def test_set_up_orders_in_the_middle_of_the_game() -> None:
    """SSL-E.1."""
    assert reasons("BB1: PLACE 1818 N SPEED 6\nFLEET: ENTER W; TAKE 2 BC") == ["set-up is over"] * 3


def test_fleet_orders_and_ships_orders_are_not_mixed_up() -> None:
    """SSL-X.16."""
    assert [str(p) for p in mailed("BB1: SEQ BC1 BB1\nFLEET: SPEED 7").problems] == [
        'line 1: "BB1: SEQ BC1 BB1": SEQ goes into the FLEET block. Write FLEET: SEQ BC1 BB1.',
        'line 2: "FLEET: SPEED 7": SPEED is given ship by ship. '
        "FLEET takes SEQ, OPEN, AVOID, FIRE, LOSE, CLEAR, CONCEDE, CARRY ON.",
    ]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("SEQ BC1 BB1 BC1", "BC1 named twice"),
        ("SEQ BC1 BC9", "no own ship BC9; yours: BB1, BB2, BC1, BF1"),
        ("FIRE AA AT FB1", "no ship of yours has a [AA] battery"),
        ("FIRE TURRETS AT FB1", "no ship of yours has a TURRETS battery"),
        ("FIRE D AT FB7", "no enemy FB7 in play; enemies: FB1, FC1, FF1, FV1"),
        ("LOSE X9", "no battery X9 on any ship of yours"),
        ("OPEN IMP 9", "OPEN IMP 9: a turn has impulses 1..4"),
        ("CLEAR WHEN", "CLEAR what? FLEET has OPEN, FIRE, LOSE or ALL"),
    ],
)
def test_the_fleets_orders(order: str, reason: str) -> None:
    """SSL-X.15, SSL-X.16."""
    assert reasons(f"FLEET: {order}") == [reason]


def test_only_the_british_enter() -> None:
    """SSL-O3.1."""
    assert reasons("FLEET: ENTER W", seat="fr") == ["only the British choose an entry side"]
    assert reasons("FLEET: ENTER X", opening("convoy-attack")) == ["ENTER where? use N, E, S or W"]


def test_only_the_senior_admiral_orders_the_fleet() -> None:
    """SSL-X.16, SSL-A.1: the other one may say that they carry on."""
    state = position(seat_of={"BB2": "gb2"})
    assert reasons("FLEET: OPEN ANY; CONCEDE; CARRY ON", state, "gb2") == [
        "only the senior admiral (gb) gives FLEET orders",
        "only the senior admiral (gb) gives FLEET orders",
    ]


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("FIRE AT WILL", 'cannot read "FIRE AT WILL"; FIRE needs a group: FIRE ALL AT NEAREST'),
        ("FIRE D", 'cannot read "FIRE D"; write FIRE D AT FB1, NEAREST'),
        ("FIRE D, B AT FB1", 'cannot read "FIRE D, B AT FB1"; write FIRE D AT FB1, NEAREST'),
        ("FIRE [Z] AT FB1", 'cannot read "FIRE [Z] AT FB1"; guns are A, B, C, D, AA, BB, DD, EE'),
        ("SPEED FAST", 'cannot read "SPEED FAST"; write SPEED 7, SPEED +1, SPEED MAX or SPEED MATCH BC1'),
        ("MOVE X", 'cannot read "MOVE X"; write MOVE F|RF|FF|RF'),
        ("COURS NE", 'cannot read "COURS NE"; write COURSE NE BY L'),
        ("STEER EAST", 'cannot read "STEER EAST"; a hex is four digits, column and row, like 1508'),
        ("WHEN FIRED DO NOTHING", 'cannot read "WHEN FIRED DO NOTHING"; DO needs steering: '),
        ("WHEN HULL >= 4 DO STRAIGHT", 'cannot read "WHEN HULL >= 4 DO STRAIGHT"; write WHEN HULL <= 4 DO COURSE N'),
        ("OPEN", 'cannot read "OPEN"; write OPEN RANGE 4 PEN'),
        ("STRAIGHT ON", 'cannot read "STRAIGHT ON"; "ON" was not understood'),
        ("SPEED 7 knots", 'cannot read "SPEED 7 knots"; "knots" was not understood'),
        ("MOVE 30F 31F", "a plan has at most 60 letters"),
        ("X" * 400, "an order may have 300 characters; this one has 400"),
    ],
)
def test_unreadable_orders(order: str, reason: str) -> None:
    """SSL-X.17: refused alone, with what comes nearest."""
    parsed = mailed(f"BC1: {order}; HOLD FIRE")
    assert [p.reason.startswith(reason) for p in parsed.problems] == [True], parsed.problems
    assert parsed.sheet.units["BC1"] == ["HOLD FIRE"]


def test_every_message_names_its_unit() -> None:
    """5.3."""
    text = "BC1: SPEED 12; FIRE AT WILL\nFLEET: SEQ BC9\nBC9: STOP"
    named = [str(problem).split(": ", 1)[1].lstrip('"').split(":")[0].rstrip('"') for problem in mailed(text).problems]
    assert named == ["BC1", "BC1", "FLEET", "BC9"]
