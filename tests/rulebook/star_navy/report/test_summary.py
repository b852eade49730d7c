"""The head of a report: what mattered of a turn, in a few sentences."""

from __future__ import annotations

import pytest

from events.base import Draft, Event, visible
from events.platform import Rolled
from events.star_navy.battle import PointsArrived
from events.star_navy.movement import MapShifted
from pbem.core.dice.fair_dice import ScriptedDice
from pbem.core.game.panels import SUMMARY_LINES
from pbem.core.game.turn import Turn
from pbem.games.star_navy import STAR_NAVY
from tests.rulebook.star_navy.builders.battle import Battle, fit, shields_down
from tests.rulebook.star_navy.builders.known import known

LONGEST = 140


def said(battle: Battle, drafts: list[Draft], seat: str | None = "blue") -> list[str]:
    """What the head of a seat's report says of these events."""
    reader = {seat or "", battle.state.seats.get(seat or "", "")}
    events: list[Event] = [d.event for d in drafts if visible(d.audience, reader) and not isinstance(d.event, Rolled)]
    found = STAR_NAVY.report.summary(events, known(battle.state, seat))
    assert 1 <= len(found) <= SUMMARY_LINES
    assert [line for line in found if len(line) > LONGEST or not line.endswith(".")] == []
    return found


def near(battle: Battle) -> Battle:
    """BBB two hexes ahead of AAA, bow to bow, both with lasers ahead."""
    fit(battle.put(battle.b, "2018", "S"), F="L")
    fit(battle.a, F="L")
    return battle


def test_the_opening_says_who_is_there() -> None:
    """SN-2.1: sides, ships, and how far apart."""
    turn = Turn(STAR_NAVY.rules.apply, STAR_NAVY.rules.blank(), ScriptedDice([]), 0)
    STAR_NAVY.rules.setup(turn, "wolf-pack", STAR_NAVY.scenarios.options("wolf-pack", {}))
    events = [draft.event for draft in turn.drafts]
    assert STAR_NAVY.report.summary(events, known(turn.state, "blue")) == [
        "BLUE has MIL; RED has CIN and PIT.",
        "The nearest enemies are 13 hexes apart.",
    ]


def test_a_turn_without_fire_has_a_line_too(battle: Battle) -> None:
    """Always one line at least; and SN-15.10: who had no command."""
    drafts = battle.play()
    assert said(battle, drafts) == ["Nothing was hit; nobody fired.", "AAA: no command was stored."]
    assert said(battle, drafts, None) == ["Nothing was hit; nobody fired."]


def test_hits_are_told_by_ship_with_what_the_reader_may_know(battle: Battle) -> None:
    """SN-16.3: the owner reads what was absorbed and lost, the enemy the points and the weapons seen for the first time."""
    drafts = near(battle).play("3 1", AAA="T1 FIRE F AT BBB")
    assert said(battle, drafts) == ["BBB (RED) was struck by 15 points on F."]
    assert said(battle, drafts, "red") == [
        "BBB (RED) was struck by 15 points on F; shields took 4;"
        " lost 1 integrity, 2 engines, 3 hulls, 3 shields, 2 capacitors.",
        "AAA (BLUE) has shown lasers in F.",
        "BBB: no command was stored.",
    ]


@pytest.mark.parametrize(
    ("struck", "words"),
    [
        ("F", "4 points on F."),
        ("F RF LF", "12 points (F 4, RF 4, LF 4)."),
        ("F RF LF R", "16 points on 4 sections."),
    ],
)
def test_a_few_sections_are_named(battle: Battle, struck: str, words: str) -> None:
    """SN-8.10, SN-16.3: up to three sections with the points of each, of more their number."""
    events = [PointsArrived("BBB", section, 4, {"BLUE": 4}) for section in struck.split()]
    found = STAR_NAVY.report.summary(events, known(battle.state, "blue"))
    assert found[0] == f"BBB (RED) was struck by {words}"


def test_a_weapon_is_shown_once(battle: Battle) -> None:
    """SN-16.3, section 7: the type is known from the first volley on."""
    first = said(battle, near(battle).play("3 1", AAA="T1 FIRE F AT BBB"), "red")
    battle.a.console.sections["F"].status = "READY"
    second = said(battle, battle.play("3 1", AAA="T2 FIRE F AT BBB"), "red")
    assert ["shown" in " ".join(lines) for lines in (first, second)] == [True, False]
    assert "was struck" in second[0]


def test_where_there_are_three_sides_it_is_said_whose_points_they_were(battle: Battle) -> None:
    """SN-8.10: points by side."""
    battle.add("CCC", "DD", "GREEN", "4040")
    drafts = near(battle).play("3 1", AAA="T1 FIRE F AT BBB")
    assert "BBB (RED) was struck by 15 points from BLUE on F." in said(battle, drafts)


def test_a_lost_ship_comes_first_with_its_worth(battle: Battle) -> None:
    """SN-14.4: what the ship counts for, and what the score would be now."""
    battle.add("BCC", "DD", "RED", "4040")
    shields_down(near(battle).b).console.integrity = 1
    assert said(battle, battle.play("3 1", AAA="T1 FIRE F AT BBB")) == [
        "BBB (RED) is destroyed: its integrity is gone after 15 points on F (4 points for BLUE).",
        "If it ended now: BLUE 4, RED 0. BLUE leads by 4.",
    ]


def test_a_prize_and_its_worth(battle: Battle) -> None:
    """SN-14.5: twice its value."""
    battle.add("BCC", "DD", "RED", "4040")
    shields_down(near(battle).b).console.marines = 0
    assert said(battle, battle.play("1", AAA="T1 BOARD BBB"))[0] == "BBB (RED) is captured by AAA (8 points for BLUE)."


def test_the_end_comes_before_all(battle: Battle) -> None:
    """SN-14.8: who has won, and why it is over."""
    shields_down(near(battle).b).console.integrity = 1
    found = said(battle, battle.play("3 1", AAA="T1 FIRE F AT BBB"))
    assert found[0] == "Only BLUE has ships left in the region: BLUE wins by 7 points to 0."


def test_boarders_mines_and_shots_in_vain(battle: Battle) -> None:
    """SN-9.4, SN-7.18, SN-7.10: what was tried, too."""
    fit(near(battle).a, F="T").console.sections["F"].weapons = 1
    battle.b.console.speed = 1
    battle.add("ACE", "CA", "BLUE", "3030")
    drafts = battle.play("1", AAA="T1 FIRE F AT BBB", ACE="T1 MINE")
    assert said(battle, drafts)[:3] == [
        "Nothing was hit.",
        "Fired without a hit: AAA F at BBB.",
        "A mine laid: M1 at 3032 by ACE.",
    ]
    drafts = battle.play("1", AAA="T2 BOARD BBB")
    assert "Marines of AAA tried to board BBB without taking it." in said(battle, drafts)


def test_orders_that_all_lapsed(battle: Battle) -> None:
    """SN-15.9: the ship that did nothing is named."""
    assert "AAA: no command: all that was ordered lapsed." in said(battle, battle.play(AAA="T1 FIRE F AT BBB"))


def test_a_shifted_sheet_is_news(battle: Battle) -> None:
    """SN-13.10: every label is another one."""
    found = STAR_NAVY.report.summary([MapShifted(2, -3)], known(battle.state, "blue"))
    assert "The sheet was shifted: +2 columns and -3 rows on every label." in found
