"""The SCORE panel: how each scenario is won, with its numbers, and what the score means now (section 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.games.sovereign_seas import SOVEREIGN_SEAS
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.report.score import score_panel, score_words
from tests.rulebook.sovereign_seas.builders.known import known
from tests.rulebook.sovereign_seas.builders.orders import opening


def at_sea(key: str, turn: int = 3, **options: Any) -> State:
    """A scenario after some turns, nobody hurt."""
    state = opening(key, **options)
    state = opening(key, len(state.stages), **options)
    state.turn = turn
    return state


def panel(state: State, seat: str | None = "gb") -> str:
    """The panel in one string, its white space made single blanks."""
    return " ".join(" ".join(score_panel(known(state, seat)).lines).split())


WON = {
    "fleet-engagement": (
        "The last side with a ship fit to fight wins (afloat, on the map, with a battery left; SSL-N.2).",
        "decisively with 1/2 or more of the ships it began with still fit (British 4 of 8, French 5 of 9)",
        "by a major victory with 1/4 or more (British 2 of 8, French 3 of 9), else by a marginal one.",
        "If both sides have fit ships after game turn 24, it is a draw.",
    ),
    "blockade-breakout": (
        "The French win when all British ironclads (BB1 and BC1) are sunk or off the map",
        "and not all French central battery ironclads (FC1 and FC2) are sunk, or when no British ship is left in play.",
        "The British win when FC1 and FC2 are sunk, when no French ship is left in play, or when they still keep the blockade"
        " after game turn 16.",
    ),
    "blockade-breakout-balanced": ("all British ironclads (BB1, BB2 and BC1)",),
    "convoy-attack": (
        "The British win when 4 merchantmen are sunk and no British ship is, or 5 merchantmen and one British ship.",
        "The French win when two British ships are sunk, when no British ship is left in play,",
        "or after game turn 20. Merchantmen off the map are safe.",
    ),
    "convoy-attack-balanced": ("The British win when 4 merchantmen are sunk",),
    "defense-magenta": (
        "If both have one after game turn 10, the larger share of hull circles left wins by a marginal victory.",
    ),
    "bellerophon-ocean": ("Equal shares are a draw.",),
    "cruisers": ("If both have one after game turn 12,",),
    "design-your-own": ("(British 3 of 6, French 3 of 6)", "after game turn 20, it is a draw."),
}


@pytest.mark.parametrize("key", SOVEREIGN_SEAS.scenarios)
def test_how_each_scenario_is_won(key: str) -> None:
    """Sections 8.1 to 8.7: in every report, the opening too, to players and spectators."""
    state = at_sea(key)
    for seat in (*state.seats, None):
        assert all(words in panel(state, seat) for words in WON[key]), panel(state, seat)
    first = known(opening(key), "fr")
    assert [each.title for each in SOVEREIGN_SEAS.report.panels(first)].count("SCORE") == 1


def test_what_a_fleet_score_means() -> None:
    """SSL-O1.2: who is fit, and what a victory would be worth."""
    state = at_sea("fleet-engagement")
    for id in ("BB1", "BB2", "BB3", "BB4", "BC1"):
        state.ships[id].fate = "sunk"
    assert score_words(known(state, "gb")) == (
        "Now: 3 of 8 British and 9 of 9 French ships are fit to fight; if the enemy lost their last ship now, the British would"
        " win by a major victory and the French would win decisively; after 21 more turns it would be a draw."
    )


def test_before_fleets_are_taken() -> None:
    """SSL-O6.1."""
    assert score_words(known(opening("design-your-own"), "gb")) == "Now: the fleets are not at sea yet."


def test_what_a_duel_score_means() -> None:
    """Section 8.4: shares of hull circles."""
    state = at_sea("defense-magenta")
    state.ships["FB1"].log.marked = 4
    assert score_words(known(state, "gb")) == (
        "Now: the British have 18 of 18 (100%) hull circles left, the French 9 of 13 (69%); if it stayed so, the British would"
        " win by a marginal victory after 7 more turns."
    )
    state.ships["FB1"].log.marked = 0
    assert score_words(known(state, "gb")).endswith("if it stayed so, it would be a draw after 7 more turns.")


def test_a_score_behind_hidden_logs_is_an_estimate() -> None:
    """SSL-Y.5: a circle for each hit seen, whatever it did; the own log as it is."""
    state = at_sea("defense-magenta", hidden_logs="on")
    state.ships["FB1"].log.marked, state.ships["FB1"].hits = 9, {"H": 2}
    said = score_words(known(state, "gb"))
    assert said.startswith(
        "Now, as far as hits were seen: the British have 18 of 18 (100%) hull circles left, the French 11 of 13"
    )
    assert "4 of 13" in score_words(known(state, "fr"))


def test_what_a_blockade_score_means() -> None:
    """SSL-O2.2."""
    state = at_sea("blockade-breakout")
    state.ships["BC1"].fate, state.ships["FC2"].fate = "left", "sunk"
    assert score_words(known(state, "fr")) == (
        "Now: BB1 and FC1 are in play; FC2 is sunk; BC1 is off the map; the French must still sink or drive off BB1, the"
        " British must sink FC1 or hold out; after 13 more turns the British would win."
    )


def test_what_a_convoy_score_means() -> None:
    """SSL-O3.2."""
    state = at_sea("convoy-attack", 19)
    state.ships["LM1"].fate, state.ships["SM1"].fate, state.ships["BF1"].fate = "sunk", "left", "sunk"
    assert score_words(known(state, "fr")) == (
        "Now: 1 of 8 merchantmen are sunk, 1 off the map, 6 within reach; the British have lost 1 ship and need 4 more; after 1"
        " more turn the French would win."
    )


def test_what_each_side_has_left() -> None:
    """SSL-N.2, SSL-O3.2: ships, functional ships, circles and batteries; merchantmen apart as well."""
    state = at_sea("convoy-attack")
    state.ships["LM1"].fate, state.ships["BF1"].log.marked, state.ships["BF1"].log.gone = "sunk", 3, ["M1"]
    rows = [line.split() for line in score_panel(known(state, "gb")).lines[-3:]]
    assert rows[0] == ["British", "5", "5", "0", "0", "5", "35", "of", "38", "19", "of", "20"]
    assert rows[1][:6] == ["French", "14", "13", "1", "0", "6"]
    assert rows[2] == ["merchantmen", "8", "7", "1", "0", "0", "80", "of", "96", "-"]


def test_the_verdict_comes_first_at_the_end() -> None:
    """SSL-N.1: then the table."""
    over = replace(known(at_sea("cruisers"), "gb"), over=True, verdict="The limit of 12 turns was reached: a draw.")
    assert score_panel(over).lines[0] == "The limit of 12 turns was reached: a draw."
    assert any(line.startswith("British") for line in score_panel(over).lines)
