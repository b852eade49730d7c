"""Section 8 in the report: how each scenario is won, and what the score means now from what a reader may know."""

from __future__ import annotations

import pytest

from events.wet_thrust.flying import AircraftLost, DeckLost
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.apply.apply import apply
from pbem.games.wet_thrust.model.scenario import OPENINGS
from pbem.games.wet_thrust.model.state import Contact, State
from pbem.games.wet_thrust.report.score import known_points, score_lines, score_panel
from pbem.games.wet_thrust.report.victory_words import how_won
from pbem.games.wet_thrust.rules.victory import score
from tests.rulebook.wet_thrust.builders.known import known
from tests.rulebook.wet_thrust.builders.ships import airborne
from tests.rulebook.wet_thrust.rules.test_victory import lost, opened

WON = {
    "first-salvo": ["fewer than 20 boxes of Bismarck", "at most 22 boxes marked", "game turn 10"],
    "shaking-them-off": ["breaks contact", "top speed at the end is 3 or less", "game turn 8"],
    "shaking-them-off-balanced": ["game turn 12"],
    "swordfish": ["without a working rudder", "top speed of 4 or less", "at most 12 boxes", "Sheffield or Ark Royal is sunk"],
    "convoy": ["x at 30 or more", "game turn 12", "MM 3"],
    "denmark-strait": ["at most 2 fuel boxes lost", "lost 4 fuel boxes or more", "4 more", "game turn 14"],
    "two-carriers": ["BB 10, BC 9, CV 10, CA 5, CL 4, DD 2, SS 2, MM 3", "each enemy squadron lost", "game turn 16"],
    "acasta": [
        "score 3 if M01 is sunk",
        "2 for each other enemy ship",
        "2 for each torpedo salvo",
        "10 if she is sunk",
        "3 if M01",
    ],
}


@pytest.mark.parametrize("key", OPENINGS)
def test_how_it_is_won_in_words(key: str) -> None:
    """Section 8, with the numbers of the scenario; the same words for everybody."""
    state = opened(key)
    words = [how_won(known(state, seat)) for seat in ("de", "gb", None)]
    assert words[0] == words[1] == words[2]
    assert all(said in " ".join(words[0]) for said in WON.get(key, []))
    assert all(line[0].isupper() and line.endswith(".") for line in words[0])


def test_who_wins_is_told_by_side() -> None:
    """8.1 and 8.2: the Germans sail Bismarck."""
    assert how_won(known(opened("first-salvo"), "gb"))[0].startswith("The Germans win if Hood is sunk")
    assert how_won(known(opened("shaking-them-off"), "gb"))[1].startswith("The British win if Bismarck is sunk")


# ---------------------------------------------------------------- points


def hurt(key: str = "denmark-strait") -> State:
    """Norfolk is sunk, Bismarck has more boxes marked than points scored on her, and has lost a boiler room."""
    state = opened(key)
    lost(state, "NOR")
    ship = state.ships["BIS"]
    ship.sheet.marked, ship.scored, ship.sheet.lost = 24, 10, ["BO1"]
    return state


def test_the_score_is_what_its_reader_knows() -> None:
    """WT-23.3: boxes marked on her own side's sheet, points seen scored for the others; boilers for her own side only."""
    state = hurt()
    assert known_points(known(state, "de")) == score(state) == {"german": 5, "british": 9}
    assert known_points(known(state, "gb")) == known_points(known(state, None)) == {"german": 5, "british": 2}
    assert score_lines(known(state, "gb")) == [
        "If the game ended now, as far as you know: German 5, British 2; the Germans lead by 3 and would win.",
        "What Bismarck has lost of her fuel and boilers you do not know.",
    ]
    assert score_lines(known(state, "de")) == [
        "If the game ended now, as far as you know: German 5, British 9; the British lead by 4 and would win."
    ]


def test_a_lead_of_one_is_a_draw() -> None:
    """Section 8."""
    state = opened("two-carriers")
    assert score_lines(known(state, "de")) == [
        "If the game ended now, as far as you know: British 0, German 0; it would be a draw."
    ]
    airborne(state, "ARK-T1", (0, 0))
    apply(state, AircraftLost("ARK-T1", 6, 0, "shot down"))
    assert score_lines(known(state, "gb")) == [
        "If the game ended now, as far as you know: British 0, German 1; the Germans lead by 1, which would be a draw."
    ]


def test_squadrons_lost_on_deck_are_their_owners_to_know() -> None:
    """WT-23.3, WT-11.12: what falls from the sky all see."""
    state = opened("two-carriers")
    airborne(state, "ARK-T1", (0, 0))
    apply(state, AircraftLost("ARK-T1", 6, 0, "shot down"))
    apply(state, DeckLost("ARK-T2"))
    assert [known_points(known(state, seat))["german"] for seat in ("gb", "de", None)] == [2, 1, 1]


def test_submarines_count_when_they_are_seen_destroyed() -> None:
    """WT-23.4, 8.4: as contacts; merchantmen far enough east count at once."""
    state = opened("convoy")
    state.contacts["british"] = {"SUB1": Contact((0, 0), "deep", 3, 4, destroyed=True), "SUB2": Contact((0, 0), "deep", 3, 3)}
    lost(state, "U47")
    state.ships["M01"].at = (30000, 0)
    assert known_points(known(state, "gb")) == {"british": 3, "german": 0}
    assert known_points(known(state, "de")) == {"british": 3, "german": 0}
    assert known_points(known(state, None)) == {"british": 1, "german": 0}


def test_the_raid() -> None:
    """8.7: the running gear is her own side's to know, salvos and sinkings are everybody's."""
    state = opened("acasta")
    state.torpedo_salvos, state.ships["SCH"].sheet.wounds = {"british": 1}, ["RU"]
    lost(state, "ANT")
    assert known_points(known(state, "de")) == score(state) == {"german": 2, "british": 9}
    assert known_points(known(state, "gb")) == {"german": 2, "british": 5}
    assert score_lines(known(state, "gb"))[1] == "What Scharnhorst has lost of her running gear you do not know."


# ---------------------------------------------------------------- one ship decides


def test_ships_on_which_the_game_turns() -> None:
    """8.1 to 8.3: her boxes and top speed where they are known, else what all have seen."""
    state = opened("first-salvo")
    state.ships["HOO"].sheet.marked, state.ships["HOO"].scored, state.ships["BIS"].sheet.marked = 14, 13, 9
    (german,), (british,) = score_lines(known(state, "de")), score_lines(known(state, "gb"))
    assert (
        "Bismarck has 9 of 48 boxes marked" in german and "Hood has taken 13 points that all have seen, of 44 boxes" in german
    )
    assert "Bismarck has taken 0 points" in british and "Hood has 14 of 44 boxes marked" in british
    swordfish = opened("swordfish")
    lost(swordfish, "SHE")
    assert score_lines(known(swordfish, "de")) == [
        "Now: Bismarck has 0 of 48 boxes marked, top speed 8, 2 rudders working. Sunk of those that count: Sheffield."
    ]
    assert "you do not know" in score_lines(known(swordfish, "gb"))[0]


def test_the_panel_says_it_first_and_ends_with_the_verdict() -> None:
    """Section 9: words, then a table; after the end the verdict, and no more of what might be."""
    state = hurt()
    lines = score_panel(known(state, "gb")).lines
    assert lines[0].startswith("The higher score at the end wins") and any(line.startswith("NOR") for line in lines)
    state.over, state.verdict = True, "The limit of 14 turns was reached: the British win, by 9 points to 5."
    over = "\n".join(score_panel(known(state, "gb")).lines)
    assert over.startswith(state.verdict) and "If the game ended now" not in over


def test_the_kit_has_one_score() -> None:
    """The panel is in every report, the opening's too."""
    for key in OPENINGS:
        titles = [panel.title for panel in WET_THRUST.report.panels(known(opened(key, 0), "de"))]
        assert titles.count("SCORE") == 1
