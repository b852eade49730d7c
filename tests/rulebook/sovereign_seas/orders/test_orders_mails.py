"""Whole mails: blocks, what a later mail replaces, standing orders, the fleet, receipts."""

from __future__ import annotations

from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.orders import Course, Lose, Open, Straight
from pbem.games.sovereign_seas.orders.parse import sheet
from pbem.games.sovereign_seas.rules.lock import merge
from tests.rulebook.sovereign_seas.builders.fleet import state_with
from tests.rulebook.sovereign_seas.builders.orders import current_orders, mailed, notes, over, position, problems, reasons

BRITISH = """# British, turn 3
FLEET: SEQ BC1 BB1 BB2; OPEN RANGE 4 PEN; OPEN IMP 3-4 RANGE 6
BC1:
  SPEED +1
  MOVE F|RF|FF|RF
  FIRE D AT FC1, FB1
  FIRE B AT NEAREST
  LOSE S5, S4, P5
BB1: SPEED MATCH BC1; FOLLOW BC1 GAP 2
BB2: SPEED MATCH BC1; FOLLOW BB1 GAP 2; WHEN HULL <= 6 DO COURSE N
BF1: SPEED MAX; KEEP 5 FF1; AVOID ALL; HOLD FIRE
"""
FRENCH = """# French, turn 3
FC1:
  speed max ; ram BC1 ; open imp 2-4 range 3
  fire turrets at BC1 ; fire ee at BC1 only
FB1: SPEED HOLD; COURSE NW BY L; FIRE [BB] AT BB1, NEAREST; LOSE ARMOUR
FF1: SPEED +2; MOVE 2F1L F; FIRE ALL AT WEAKEST; AVOID FRIENDS
FV1: SPEED HOLD; STRAIGHT; EXIT ON; WHEN RANGE NEAREST <= 4 DO CIRCLE L
"""


# ---------------------------------------------------------------- blocks


def test_the_british_sample_mail() -> None:
    """SSL-X.1, SSL-X.2: 5.4, as it is afterwards."""
    parsed = mailed(BRITISH)
    assert problems(parsed) == []
    assert parsed.sheet.units["FLEET"] == ["CARRY ON", "SEQ BC1 BB1 BB2", "OPEN RANGE 4 PEN", "OPEN IMP 3-4 RANGE 6"]
    assert parsed.sheet.units["BC1"] == [
        "SPEED +1",
        "MOVE F|RF|FF|RF",
        "FIRE D AT FC1, FB1",
        "FIRE B AT NEAREST",
        "LOSE S5, S4, P5",
    ]
    assert parsed.sheet.units["BB2"] == ["SPEED MATCH BC1", "FOLLOW BB1 GAP 2", "WHEN HULL <= 6 DO COURSE N"]
    assert parsed.sheet.units["BF1"] == ["SPEED MAX", "HOLD FIRE", "KEEP 5 FF1", "AVOID ALL"]


def test_the_french_sample_mail() -> None:
    """SSL-X.2: 5.4, small letters and all."""
    parsed = mailed(FRENCH, seat="fr")
    assert problems(parsed) == []
    assert parsed.sheet.units["FC1"] == [
        "SPEED MAX",
        "RAM BC1",
        "OPEN IMP 2-4 RANGE 3",
        "FIRE TURRETS AT BC1",
        "FIRE EE AT BC1 ONLY",
    ]
    assert parsed.sheet.units["FF1"] == ["SPEED +2", "MOVE FFLF", "AVOID FRIENDS", "FIRE ALL AT WEAKEST"]


def test_an_admiral_of_one_ship_needs_no_block() -> None:
    """SSL-X.17: orders of the whole fleet need none anyway."""
    state = state_with({"BB1": ("0820", "NE", 5), "FB1": ("2820", "NW", 5)})
    parsed = mailed("SPEED 6; CLOSE FB1\nCONCEDE", state)
    assert problems(parsed) == []
    assert parsed.sheet.units == {"BB1": ["SPEED 6", "CLOSE FB1"], "FLEET": ["CARRY ON", "CONCEDE"]}


def test_an_admiral_of_several_names_them() -> None:
    """SSL-X.17."""
    parsed = mailed("SPEED 7\nBB1: SPEED 8\n")
    assert problems(parsed) == ['line 1: "SPEED 7": no ship is named. Write the ship above it, as in BB1:']
    assert parsed.sheet.units["BB1"] == ["SPEED 8"]


def test_ships_that_are_not_ones_own() -> None:
    """SSL-A.1, SSL-X.16: enemies, strangers, the sunk, and those of the second admiral."""
    state = position(seat_of={"BB2": "gb2"})
    state.ships["BF1"].fate = "sunk"
    assert reasons("FB1: STOP\nBC9: STOP\nBB2: STOP\nBF1: STOP", state) == [
        "no own ship FB1; yours: BB1, BC1",
        "no own ship BC9; yours: BB1, BC1",
        "BB2 is ordered by another admiral (gb2); yours: BB1, BC1",
        "BF1 is sunk",
    ]
    assert current_orders("BB2: SPEED MATCH BC1; FOLLOW BB1", state, seat="gb2") == ["SPEED MATCH BC1", "FOLLOW BB1 GAP 2"]


def test_mails_as_people_write_them() -> None:
    """SSL-X.17: small letters, bullets, wrapped lines, word processors' dashes and signs, quotes, signatures."""
    text = """> BC1: STOP
bc1:
 \u2022 speed \u22121
 - move f | rf
     | ff | rf
 * when range fb1 \u2264 4
     do circle \u201cl\u201d
 fire s1\u2013s5
     at fb1
     , nearest
END
 RAM FB1"""
    assert mailed(text).sheet.units["BC1"] == [
        "SPEED -1",
        "MOVE F|RF|FF|RF",
        "WHEN RANGE FB1 <= 4 DO CIRCLE L",
        "FIRE S1, S2, S3, S4, S5 AT FB1, NEAREST",
    ]


def test_a_mistake_refuses_only_its_own_order() -> None:
    """SSL-X.17."""
    parsed = mailed("BC1: SPEED 7; DANCE; RAM BB1; HOLD FIRE")
    assert parsed.sheet.units["BC1"] == ["SPEED 7", "HOLD FIRE"]
    assert (len(parsed.problems), parsed.accepted) == (2, 2)


def test_no_orders_after_the_end() -> None:
    """SSL-A.2."""
    state = position()
    state.over = True
    before = over(state, BC1=["SPEED 7"])
    parsed = SOVEREIGN_SEAS.orders.read(state, "gb", "BC1: SPEED 8", before)
    assert (parsed.sheet, problems(parsed)) == (before, ["the game is over; no orders are taken."])


# ---------------------------------------------------------------- what replaces what


def test_units_not_named_keep_what_stands() -> None:
    """SSL-X.17: later mails replace the blocks they contain."""
    before = over(position(), BC1=["SPEED 7"], BB1=["SPEED 5"])
    parsed = mailed("BC1: SPEED 8", before=before)
    assert parsed.sheet.units["BC1"] == ["SPEED 8"]
    assert parsed.sheet.units["BB1"] == ["SPEED 5"]


def test_a_block_is_read_over_what_stood_when_the_turn_began() -> None:
    """SSL-X.2, SSL-X.17: one-turn orders and changed standing lines of an earlier mail of the turn are gone."""
    state = position()
    state.ships["BC1"].standing_if_known = ["COURSE N", "FIRE D AT FB1"]
    before = mailed("BC1: SPEED 7; COURSE S; FIRE D AT FC1; LOSE CHEAP", state).sheet
    parsed = mailed("BC1: HOLD FIRE", state, before)
    assert parsed.sheet.units["BC1"] == ["HOLD FIRE", "COURSE N", "FIRE D AT FB1"]
    assert "BC1: the orders of your earlier mail are replaced" in parsed.notes


def test_a_block_of_mistakes_replaces_nothing() -> None:
    """SSL-X.17: what was refused changes nothing."""
    parsed = mailed("BC1: DANCE", before=over(position(), BC1=["SPEED 7"]))
    assert parsed.sheet.units["BC1"] == ["SPEED 7"]
    assert parsed.accepted == 0


def test_a_new_line_clears_the_older_ones_of_its_kind() -> None:
    """SSL-X.2: WHEN, OPEN and FIRE; then all lines of the mail are kept, in order."""
    state = position()
    old = ["STRAIGHT", "WHEN FIRED DO STRAIGHT", "WHEN IMP 3 DO STRAIGHT", "OPEN ANY", "OPEN PEN", "FIRE ALL AT ANY"]
    state.ships["BC1"].standing_if_known = old
    assert current_orders("BC1: FIRE B AT FB1; WHEN IMP 4 DO RAM FB1; FIRE D AT FC1", state) == [
        "STRAIGHT",
        "WHEN IMP 4 DO RAM FB1",
        "OPEN ANY",
        "OPEN PEN",
        "FIRE B AT FB1",
        "FIRE D AT FC1",
    ]


def test_steering_avoid_exit_and_seq_are_replaced() -> None:
    """SSL-X.2, SSL-X.15."""
    state = position()
    state.ships["BC1"].standing_if_known = ["RAM FB1", "AVOID NONE", "EXIT ON"]
    state.fleet["gb"] = ["SEQ BC1 BB1"]
    assert current_orders("BC1: CIRCLE L; AVOID ALL; EXIT OFF", state) == ["CIRCLE L", "AVOID ALL", "EXIT OFF"]
    assert current_orders("FLEET: SEQ BB1 BC1", state) == ["CARRY ON", "SEQ BB1 BC1"]


def test_the_two_sorts_of_lose_replace_each_its_own() -> None:
    """SSL-X.14, SSL-X.2: a list and a policy go together."""
    state = position()
    state.ships["BC1"].standing_if_known = ["LOSE CHEAP", "LOSE S5, S4"]
    assert current_orders("BC1: LOSE P5", state) == ["LOSE CHEAP", "LOSE P5"]
    assert current_orders("BC1: LOSE ARMOUR", state) == ["LOSE ARMOUR", "LOSE S5, S4"]
    assert current_orders("BC1: CLEAR LOSE; STOP", state_with({"BC1": ("1010", "N", 0), "FB1": ("3030", "N", 6)})) == [
        "SPEED 0"
    ]


def test_clear_drops_what_stands() -> None:
    """SSL-X.2: one kind or all, also what the mail itself said before it."""
    state = position()
    state.ships["BC1"].standing_if_known = [
        "RAM FB1",
        "WHEN FIRED DO STRAIGHT",
        "AVOID NONE",
        "OPEN ANY",
        "FIRE ALL AT FB1",
        "LOSE CHEAP",
    ]
    assert current_orders("BC1: CLEAR STEER; CLEAR LOSE; CLEAR WHEN", state) == ["AVOID NONE", "OPEN ANY", "FIRE ALL AT FB1"]
    assert current_orders("BC1: SPEED 7; CLEAR ALL", state) == ["SPEED 7"]
    assert current_orders("BC1: FIRE D AT FB1; CLEAR FIRE; FIRE B AT FB1", state)[-2:] == ["FIRE B AT FB1", "LOSE CHEAP"]
    state.fleet["gb"] = ["OPEN ANY", "FIRE ALL AT FB1"]
    assert current_orders("FLEET: CLEAR OPEN", state) == ["CARRY ON", "FIRE ALL AT FB1"]


def test_the_same_thing_ordered_twice() -> None:
    """SSL-X.17: the first stands; the very same again is no mistake."""
    parsed = mailed("BC1: SPEED 7; SPEED 7; SPEED 8; COURSE N; RAM FB1; FIRE ALL AT FB1; FIRE ALL AT FB1")
    assert [problem.reason for problem in parsed.problems] == [
        "SPEED is ordered twice; the first order stands",
        "steering is ordered twice; the first order stands",
    ]
    assert parsed.sheet.units["BC1"] == ["SPEED 7", "COURSE N", "FIRE ALL AT FB1"]


def test_how_many_lines_there_may_be() -> None:
    """SSL-X.2: a sheet is not without end."""
    lines = [f"WHEN HULL <= {n} DO STRAIGHT" for n in range(9)] + [f"OPEN RANGE {n}" for n in range(1, 10)]
    lines += [f"FIRE {id} AT FB1" for id in ("F1", "A1", *(f"{side}{n}" for side in "SP" for n in range(1, 6)))]
    lines += [f"FIRE {word} AT FC1" for word in ("ALL", "BOW", "AFT", "STBD", "PORT")]
    assert reasons(f"BC1: {'; '.join(lines)}") == [
        "8 WHEN lines are the most",
        "8 OPEN lines are the most",
        "16 FIRE lines are the most",
    ]


def test_what_stands_may_name_what_is_no_more() -> None:
    """SSL-X.6, SSL-X.11: a standing line is no mistake when its ship sinks; given again it would be."""
    state = position()
    state.ships["BC1"].standing_if_known = ["CLOSE FB1", "FIRE S1 AT FB1 ONLY"]
    state.ships["BC1"].log.gone = ["S1"]
    state.ships["FB1"].fate = "sunk"
    assert current_orders("BC1: CLOSE FB1; SPEED 7", state) == ["SPEED 7", "CLOSE FB1", "FIRE S1 AT FB1 ONLY"]
    assert reasons("BB1: CLOSE FB1", state) == ["no enemy FB1 in play; enemies: FC1, FF1, FV1"]


def test_a_speed_that_is_matched_measures_the_plan() -> None:
    """SSL-X.7, SSL-X.10: 8 as her leader, so the eighth letter counts; in a circle both hold."""
    text = "BC1: SPEED 8\nBB1: SPEED MATCH BC1; MOVE 6FLL"
    assert reasons(text) == ["letter 8 (L) too early: 1 hex since last turn, needs 3; earliest legal is letter 10"]
    assert mailed(text).sheet.units["BB1"] == ["SPEED MATCH BC1", "MOVE FFFFFFLF"]
    assert [note.split(";")[0] for note in notes("BC1: SPEED MATCH BB1\nBB1: SPEED MATCH BC1")] == [
        "BB1: speed 6 of 5 to 8, as BC1",
        "BC1: speed 6 of 5 to 8, as BB1",
    ]


def test_a_later_mail_about_the_leader_is_felt_by_the_plan_that_follows_her() -> None:
    """SSL-X.7: what stands is mended whoever's speed was changed."""
    before = mailed("BC1: SPEED 5\nBB1: SPEED MATCH BC1; MOVE 4FLFL").sheet
    assert before.units["BB1"][1] == "MOVE FFFFLFL"
    parsed = mailed("BC1: SPEED 8", before=before)
    assert parsed.sheet.units["BB1"] == ["SPEED MATCH BC1", "MOVE FFFFLFF"]
    assert [problem.line for problem in parsed.problems] == [0]


# ---------------------------------------------------------------- the fleet, and silence


def test_the_fleets_lines_are_the_defaults_of_ships_without_their_own() -> None:
    """SSL-X.16, SSL-X.12: as the receipt tells it."""
    assert notes("FLEET: OPEN RANGE 5\nBC1: SPEED 7\nBB1: OPEN ANY") == [
        "BB1: speed 6 of 5 to 8; helm STRAIGHT; opens fire ANY",
        "BC1: speed 7 of 5 to 8; helm STRAIGHT; opens fire RANGE 5",
    ]


def test_every_mail_with_an_order_carries_on() -> None:
    """SSL-Z.2: so silence is counted right; a mail of mistakes is none."""
    assert mailed("BC1: SPEED 7").sheet.units["FLEET"] == ["CARRY ON"]
    assert mailed("BC1: DANCE").sheet.units["FLEET"] == []
    assert mailed("thanks for the game").sheet.units["FLEET"] == []
    assert mailed("Carry on.").sheet.units["FLEET"] == ["CARRY ON"]
    assert mailed("BC1: SPEED 7\nCARRY ON").sheet.units["FLEET"] == ["CARRY ON"]
    assert mailed("CARRY ON", position(seat_of={"BB2": "gb2"}), seat="gb2").sheet.units["FLEET"] == ["CARRY ON"]


def test_carry_on_changes_nothing() -> None:
    """SSL-Z.2: my orders stand as they are, those of an earlier mail too."""
    before = over(position(), BC1=["SPEED 7"], FLEET=["CARRY ON", "CONCEDE"])
    assert mailed("FLEET: CARRY ON", before=before).sheet == before


def test_conceding_can_be_taken_back() -> None:
    """SSL-N.3, SSL-X.17: up to the deadline."""
    conceded = mailed("FLEET: CONCEDE")
    assert conceded.notes == ["FLEET: you give up in this turn's end phase; CLEAR ALL takes it back"]
    assert mailed("FLEET: CLEAR ALL", before=conceded.sheet).sheet.units["FLEET"] == ["CARRY ON"]


def test_without_a_mail() -> None:
    """SSL-Z.1, SSL-Z.3: standing orders go on, and without them the defaults."""
    state = position(seat_of={"BB2": "gb2"})
    state.ships["BC1"].standing_if_known = ["COURSE N", "LOSE CHEAP"]
    state.fleet["gb"] = ["OPEN ANY"]
    stood = sheet(state, "gb")
    assert stood.units == {"BB1": [], "BC1": ["COURSE N", "LOSE CHEAP"], "BF1": [], "FLEET": ["OPEN ANY"]}
    assert sheet(state, "gb2").units == {"BB2": [], "FLEET": []}
    silent, plain = merge(stood.units["BC1"], stood.units["FLEET"]), merge([], [])
    assert (silent.speed, silent.move, silent.steer, silent.policy, silent.open) == (None, None, Course(0), "CHEAP", (Open(),))
    assert (plain.steer, plain.exit, plain.avoid.who) == (Straight(), False, "ALL")
    assert Lose(policy=plain.policy).policy == "ARMOUR"
