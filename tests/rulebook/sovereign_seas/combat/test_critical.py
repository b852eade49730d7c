"""SSL-L5: critical hits."""

from __future__ import annotations

import pytest

from events.platform import Rolled
from events.sovereign_seas.battle import (
    Critical,
    FactorsLost,
    HullMarked,
    Located,
    MagazineExploded,
    NoEffect,
    OutOfCommand,
    RudderJammed,
    SevereAgain,
    SevereDamage,
    Sunk,
)
from pbem.games.sovereign_seas.model.tables import CRITICALS, JAMS
from tests.rulebook.sovereign_seas.builders.gunnery import struck


def test_critical_table() -> None:
    """SSL-L5.2: Q.2.5, by strikes of eight dice."""
    expected = "conning tower, rudder, rudder, severe, severe, funnel, funnel, boiler, magazine"
    assert ", ".join(CRITICALS) == expected


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_hull_points(points: int) -> None:
    """SSL-L5.1: 2 hull points whatever the armour (option crit_hull), each crossing its slash; then eight dice."""
    room = struck("FB1", 1, "5/5 5/8", "A", crit_hull=points)
    assert [draft.rule for draft in room.drafts(HullMarked)] == ["SSL-L5.1"]
    assert (room["FB1"].log.marked, room.told(HullMarked)[0].maximum) == (points, {1: 11, 2: 11, 3: 10, 4: 9}[points])
    assert room.rolls() == ["LOC FB1", "CRIT FB1"]
    assert room.told(Critical) == [Critical("FB1", 5, "funnel")]


def test_sunk_by_the_hull_points() -> None:
    """SSL-L5.1, SSL-K.4: a ship that sinks has no critical result."""
    room = struck("FV1", 1, "5/5", changes={"marked": 1})
    assert room["FV1"].fate == "sunk"
    assert room.told(Critical) == []


# ---------------------------------------------------------------- conning tower


def test_tower_destroyed() -> None:
    """E19, SSL-L5.3, SSL-L5.12: Bellerophon in turn 4, letter C: out of command to the end of turn 4 + 1 + 2."""
    room = struck("BC1", 1, "5/5 0/8 2/5", "C", turn=4)
    assert room.told(OutOfCommand) == [OutOfCommand("BC1", 7)]
    assert room.rolls()[-1] == "CT BC1"
    assert (room["BC1"].log.marked, room["BC1"].log.tower_lost, room["BC1"].log.command_until) == (2, True, 7)


def test_tower_once_destroyed_has_no_armour() -> None:
    """E19, SSL-L5.4: a later hit, even of letter A, takes effect again; the later end stands."""
    changes = {"marked": 2, "tower_lost": True, "command_until": 7}
    room = struck("BC1", 1, "5/5 0/8 4/5", "A", turn=5, changes=changes)
    assert (room["BC1"].log.command_until, room["BC1"].log.marked, room["BC1"].maximum) == (10, 4, 11)


def test_the_later_end_stands() -> None:
    """SSL-L5.12: a shorter repeat changes nothing."""
    room = struck("BC1", 1, "5/5 0/8 0/5", "C", turn=5, changes={"tower_lost": True, "command_until": 9})
    assert room["BC1"].log.command_until == 9


def test_tower_armour_holds() -> None:
    """E19, SSL-L5.3: letter B against C: two hull points and no CT roll. SSL-D4.2: nor do magazines profit from it."""
    room = struck("BC1", 1, "5/5 0/8", "B", turn=4)
    assert room.told(NoEffect) == [NoEffect("BC1", "conning tower", "B", "C")]
    assert (room["BC1"].log.marked, room["BC1"].log.tower_lost) == (2, False)


def test_tower_armour_covers_nothing_else() -> None:
    """SSL-D4.2, SSL-L5.11: a letter that the tower would hold blows up the magazines."""
    assert struck("BC1", 1, "5/5 8/8", "A")["BC1"].fate == "sunk"


@pytest.mark.parametrize(("ship", "letter"), [("FB1", "A"), ("BC1", None)])
def test_unarmoured_towers_and_rams(ship: str, letter: str | None) -> None:
    """SSL-L5.3: an unarmoured tower never holds; SSL-J1.8: no tower holds a ram."""
    assert struck(ship, 1, "5/5 0/8 0/5", letter)[ship].log.command_until == 2


# ---------------------------------------------------------------- rudder


@pytest.mark.parametrize("result", [1, 2])
def test_rudder(result: int) -> None:
    """E20, SSL-L5.6, SSL-L5.12: FB1 in turn 2: jammed right to the end of turn 2 + 1 + 3."""
    room = struck("FB1", 1, f"5/5 {result}/8 1/2 3/5", turn=2)
    assert room.told(RudderJammed) == [RudderJammed("FB1", "R", 6)]
    assert room.rolls()[-2:] == ["RUD_DIR FB1", "RUD_DUR FB1"]
    assert (room["FB1"].log.marked, room["FB1"].log.jam, room["FB1"].log.jam_until) == (2, "R", 6)


@pytest.mark.parametrize(("strikes", "side"), [(0, "L"), (1, "R"), (2, "S")])
def test_jam_sides(strikes: int, side: str) -> None:
    """SSL-L5.6: no strike left, one right, two straight."""
    assert JAMS[strikes] == side
    assert struck("FB1", 1, f"5/5 1/8 {strikes}/2 0/5")["FB1"].log.jam == side


def test_a_new_jam_replaces_the_side() -> None:
    """SSL-L5.12: the side is the new one, the end the later one."""
    room = struck("FB1", 1, "5/5 1/8 0/2 0/5", turn=3, changes={"jam": "S", "jam_until": 8})
    assert (room["FB1"].log.jam, room["FB1"].log.jam_until) == ("L", 8)


@pytest.mark.parametrize(("option", "until"), [("off", 7), ("on", 6)])
@pytest.mark.parametrize(("critical", "field"), [("0/8", "command_until"), ("1/8 0/2", "jam_until")])
def test_count_current_turn(option: str, until: int, critical: str, field: str) -> None:
    """SSL-L5.12: option count_current_turn: the rest of turn 4 is over and above three turns, or one of them."""
    room = struck("FB1", 1, f"5/5 {critical} 2/5", turn=4, count_current_turn=option)
    assert getattr(room["FB1"].log, field) == until


# ---------------------------------------------------------------- severe hull damage


def test_second_severe_result_is_rolled_again() -> None:
    """SSL-L5.8: in the same attack, until it is something else."""
    room = struck("BC1", 2, "5/5 3/8 5/5 4/8 3/8 6/8")
    assert room.told(SevereAgain) == [SevereAgain("BC1", 4), SevereAgain("BC1", 3)]
    assert [event.result for event in room.told(Critical)] == ["severe", "funnel"]
    assert [event.points for event in room.told(SevereDamage)] == [1]


# ---------------------------------------------------------------- funnel, boiler, magazine


@pytest.mark.parametrize("result", [5, 6])
def test_funnel(result: int) -> None:
    """SSL-L5.9: two speed factors."""
    room = struck("BC1", 1, f"5/5 {result}/8")
    assert room.told(FactorsLost) == [FactorsLost("BC1", "funnel", 2, 9)]


def test_funnel_of_a_corvette() -> None:
    """E21, SSL-L5.9, SSL-L5.13, SSL-H.7: Limier has 2 factors left after the hull points: maximum 0, speed still 6."""
    room = struck("FV1", 1, "5/5 5/8", impulse=2)
    assert [(event.marked, event.maximum) for event in room.told(HullMarked)] == [(2, 7)]
    assert room.told(FactorsLost) == [FactorsLost("FV1", "funnel", 3, 0)]
    assert (room["FV1"].maximum, room["FV1"].speed) == (0, 6)


def test_nothing_left_to_lose() -> None:
    """SSL-L5.13: surplus is lost, and a ship without factors is not told of more."""
    room = struck("FV1", 1, "5/5 7/8", changes={"lost": 3})
    assert room.told(FactorsLost) == []
    assert room["FV1"].log.lost == 3


@pytest.mark.parametrize(("div", "lost", "maximum"), [(2, 5, 4), (3, 3, 8), (4, 3, 8)])
def test_boiler(div: int, lost: int, maximum: int) -> None:
    """E22, SSL-L5.10, SSL-B.3: half of the original nine factors, rounded up (option boiler_div)."""
    room = struck("BC1", 1, "5/5 7/8", boiler_div=div)
    assert room.told(FactorsLost) == [FactorsLost("BC1", "boiler", lost, maximum)]
    assert [draft.rule for draft in room.drafts(FactorsLost)] == ["SSL-L5.10"]


def test_boiler_counts_the_original_factors() -> None:
    """SSL-L5.10: not those that are left."""
    assert struck("BC1", 1, "5/5 7/8", changes={"lost": 2})["BC1"].log.lost == 7


def test_magazine() -> None:
    """SSL-L5.11: she sinks at once; SSL-K.4: hits left over are not rolled."""
    room = struck("FC1", 5, "5/5 8/8")
    assert room.told(MagazineExploded) == [MagazineExploded("FC1")]
    assert room.told(Sunk) == [Sunk("FC1", "FC1", "1010")]


@pytest.mark.parametrize(("option", "fate", "lost"), [("boiler", "afloat", 4), ("sink", "sunk", 0), ("none", "afloat", 0)])
def test_no_magazine(option: str, fate: str, lost: int) -> None:
    """SSL-L5.11: a merchantman has no magazine: a boiler explosion, or by option no_magazine the same or nothing."""
    room = struck("LM1", 1, "5/5 8/8", no_magazine=option)
    assert (room["LM1"].fate, room["LM1"].log.lost) == (fate, lost)
    assert room.told(Critical) == [Critical("LM1", 8, "magazine")]


# ---------------------------------------------------------------- who may see it


def test_hidden_logs() -> None:
    """SSL-Y.5: her side alone learns what the critical hit was, its dice included; all see the letter."""
    for dice in ("5/5 0/8 0/5", "5/5 1/8 0/2 0/5", "5/5 3/8", "5/5 5/8", "5/5 7/8"):
        room = struck("FB1", 1, dice, hidden_logs="on")
        open_to_all = {type(draft.event) for draft in room.turn.drafts if draft.audience == "*"}
        assert open_to_all == {Rolled, Located}
        assert {draft.audience for draft in room.turn.drafts} == {"*", "french"}
        assert sum(draft.audience == "*" for draft in room.drafts(Rolled)) == 1


def test_hidden_armour() -> None:
    """SSL-Y.5: that her tower's armour held her side alone learns."""
    room = struck("BC1", 1, "5/5 0/8", "B", hidden_logs="on")
    assert [draft.audience for draft in room.drafts(NoEffect)] == ["british"]


def test_hidden_explosion() -> None:
    """SSL-Y.5: everybody sees her sink, her side alone why."""
    room = struck("FB1", 1, "5/5 8/8", hidden_logs="on")
    assert [draft.audience for draft in room.drafts(MagazineExploded)] == ["french"]
    assert [draft.audience for draft in room.drafts(Sunk)] == ["*"]
