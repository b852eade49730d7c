"""No line of a panel or of a preview is wider than a report, in any scenario, for any reader."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Panel
from pbem.games.stingray import STINGRAY
from pbem.games.stingray.model.scenario import OPENINGS
from pbem.games.stingray.model.state import State
from tests.kit.playing import by_bot, open_play, play_turn
from tests.rulebook.stingray.builders.known import known
from tests.rulebook.stingray.builders.one_step import FISH, state_with, vessel

BOT = next(iter(STINGRAY.planning.bots))


def too_wide(found: Iterator[Panel] | list[Panel]) -> list[str]:
    return [line for panel in found for line in (panel.title, *panel.lines) if len(line) > PANEL_WIDTH]


def pages(state: State, texts: dict[str, str]) -> Iterator[Panel]:
    """All that every reader gets in fixed-width lines."""
    for seat in (*state.seats, None):
        seen = known(state, seat)
        yield from STINGRAY.report.panels(seen)
        if seat in texts:
            sheet = STINGRAY.orders.read(known(state, seat), seat, texts[seat], STINGRAY.orders.sheet(state, seat)).sheet
            yield from STINGRAY.planning.preview(seen, sheet).tables


@pytest.mark.parametrize("crews", ["one", "two"])
@pytest.mark.parametrize("key", OPENINGS)
def test_every_page_of_a_game(key: str, crews: str) -> None:
    """Section 9: the opening and the moves after it, with orders tried, and the page of an end."""
    played = open_play(STINGRAY, key, {"crews": crews}, "width")
    orders = by_bot(dict.fromkeys(played.state.seats, BOT))
    texts: dict[str, str] = {}
    for number in range(1, 5):
        assert too_wide(pages(played.state, texts)) == []
        play_turn(played, orders, "width", number)
        texts = played.texts[-1]
    played.state.over = True
    assert too_wide(pages(played.state, {})) == []


def test_a_word_without_blanks_is_broken() -> None:
    """Section 5: a standing message may be one long word."""
    state = state_with(vessel("SR1", "1010", copilot=True), vessel("TF1", "2020"))
    state.vessels["SR1"].standing = {"captain-sr1": [f"MSG HQ: {'x' * 250}"]}
    state.vessels["TF1"].standing = {FISH: [f"MSG TF2: {'x' * 250}"]}
    assert too_wide(pages(state, {"captain-sr1": f"SR1: HALT; MSG HQ: {'y' * 200}"})) == []
