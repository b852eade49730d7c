"""What the report of every game keeps to: its width, its summary, its words for turns, victory and the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from events.base import Event, visible
from events.platform import Rolled
from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Panel
from tests.kit.playing import GAMES, AnyGame, Played, readers
from tests.kit.test_contract import stages, tables

MOST_LINES = 8
LONGEST_LINE = 240
SCORE = "every report has one panel SCORE: write one whose first four lines say how the game is won, with the word `win`"


def _game_of(table: tuple[str, str]) -> tuple[AnyGame, str]:
    return GAMES[table[0]], table[1]


def _wide(panels: Sequence[Panel]) -> list[str]:
    wide = [(panel.title, line) for panel in panels for line in panel.lines if len(line.rstrip()) > PANEL_WIDTH]
    return [f"{title}, {len(line)} columns: {line}" for title, line in wide]


@tables
def test_no_table_is_wider_than_a_text_report(table: tuple[str, str]) -> None:
    """Every panel, for every reader."""
    game, scenario = _game_of(table)
    for at in stages(table):
        for seat in readers(game, scenario):
            wide = _wide(game.report.panels(at.known(seat)))
            assert not wide, (
                f"a line of a panel has at most {PANEL_WIDTH} columns: `wrapped` of pbem/core/game/panels.py breaks it; {wide}"
            )


@tables
def test_a_summary_is_a_few_sentences(table: tuple[str, str]) -> None:
    """Of every turn every reader is told at least something, in at most eight sentences of a line or three."""
    game, scenario = _game_of(table)
    for number, at in enumerate(stages(table)):
        for seat, reader in readers(game, scenario).items():
            lines = game.report.summary(_seen(at, number, reader), at.known(seat))
            assert 1 <= len(lines) <= MOST_LINES, (number, seat, lines)
            for line in lines:
                assert line.strip() == line and "\n" not in line and len(line) <= LONGEST_LINE, line
                assert line.endswith((".", "!")), line


def _seen(at: Played, number: int, reader: frozenset[str]) -> list[Event]:
    """What the reader may see of a turn's events, without dice."""
    return [
        draft.event
        for draft in at.drafts
        if draft.turn == number and not isinstance(draft.event, Rolled) and visible(draft.audience, reader)
    ]


@tables
def test_turns_are_counted_in_the_same_words_everywhere(table: tuple[str, str]) -> None:
    """What is wanted next is what is told as played then; the request says it, and the map; set-up is no turn."""
    expected = ""
    for at in stages(table):
        turns, asked = at.game.rules.turns(at.state), at.game.rules.due(at.state)
        goes_on = at.game.rules.verdict(at.state) is None
        assert turns.played == ("" if expected == "set-up" else expected)
        assert bool(turns.next) == goes_on
        if turns.next != "set-up":
            assert all(turns.next in ask.what or not ask.units for ask in asked.values()), asked
            assert "set-up" not in turns.next
        picture = next(at.game.report.draw(at.known(None)))
        assert turns.played in f"{picture.title} {picture.description}"
        expected = turns.next


@tables
def test_the_score_says_how_the_game_is_won(table: tuple[str, str]) -> None:
    """In every report, the opening's too, a panel SCORE whose first lines say how the game is won."""
    game, scenario = _game_of(table)
    for at in stages(table, 3):
        for seat in readers(game, scenario):
            panels = game.report.panels(at.known(seat))
            scores = [panel for panel in panels if panel.title == "SCORE"]
            titles = ", ".join(panel.title for panel in panels) or "none"
            assert len(scores) == 1, f"{seat}: {len(scores)} panels SCORE ({titles}); {SCORE}"
            assert "win" in " ".join(scores[0].lines[:4]).lower(), f"{seat}: {scores[0].lines}; {SCORE}"


@pytest.mark.parametrize("key", list(GAMES))
def test_what_new_orders_replace_is_a_sentence(key: str) -> None:
    """For receipts."""
    words = GAMES[key].orders.replacing
    assert words[0].isupper() and words.endswith(".") and "\n" not in words and "replace" in words
