"""Panels and dry runs keep within the width of a text report, for every scenario, option and reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pbem.core.game.panels import PANEL_WIDTH
from pbem.core.game.report_parts import Panel
from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.scenario import OPENINGS
from tests.kit.playing import by_bot, chance_from, open_play, turns_of
from tests.rulebook.wet_thrust.builders.known import known

SEATS = ("de", "gb", "de2", "gb2")
OPTIONS: list[dict[str, Any]] = [{}, {"admirals": "two", "open_sheets": "on", "fc_loss_penalty": "cumulative"}]


def shown(key: str, options: dict[str, Any], turns: int) -> Iterator[Panel]:
    """All panels that anybody gets in a game's first turns, and the tables of their bot's dry run."""
    played = open_play(WET_THRUST, key, options, "width")
    for _ in turns_of(played, by_bot(dict.fromkeys(SEATS, "random")), "width", turns):
        for seat in (*played.state.seats, None):
            seen = known(played.state, seat)
            yield from WET_THRUST.report.panels(seen)
            if seat in WET_THRUST.rules.due(played.state):
                text = WET_THRUST.planning.bots["steady"](seen, chance_from("width"))
                sheet = WET_THRUST.orders.read(
                    played.state, str(seat), text, WET_THRUST.orders.sheet(played.state, str(seat))
                ).sheet
                yield from WET_THRUST.planning.preview(seen, sheet).tables


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "open"])
@pytest.mark.parametrize("key", OPENINGS)
def test_no_line_is_wider_than_a_report(key: str, options: dict[str, Any]) -> None:
    """Section 9: sheets, tables, the score, and the tables of a dry run; the opening's among them."""
    usable = {name: value for name, value in options.items() if value in WET_THRUST.scenarios.choices(key)[name].words}
    opened = open_play(WET_THRUST, key, usable, "width")
    first = [panel for seat in (*opened.state.seats, None) for panel in WET_THRUST.report.panels(known(opened.state, seat))]
    wide = {line for panel in [*first, *shown(key, usable, 5)] for line in panel.lines if len(line) > PANEL_WIDTH}
    assert wide == set()
