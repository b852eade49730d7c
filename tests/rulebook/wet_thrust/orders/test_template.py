"""Section 5: whatever the order form suggests is possible: uncommented, each line parses without a problem."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pbem.games.wet_thrust import WET_THRUST
from pbem.games.wet_thrust.model.scenario import OPENINGS
from pbem.games.wet_thrust.model.state import State
from tests.kit.playing import by_bot, open_play, turns_of
from tests.rulebook.wet_thrust.builders.known import known

SEATS = ("de", "gb", "de2", "gb2")
WORDS = {form.word for form in WET_THRUST.orders.forms()}


def suggested(form: str) -> Iterator[str]:
    """The form with one suggestion uncommented, for each."""
    lines = form.splitlines()
    for number, line in enumerate(lines):
        found = re.match(r"\s*# ((\w+)\b.*)", line)
        if found and found[2] in WORDS:
            yield "\n".join([*lines[:number], found[1], *lines[number + 1 :]])


def refused(state: State) -> list[str]:
    """Problems of suggestions that nobody should have been made."""
    found = []
    for seat in WET_THRUST.rules.due(state):
        form = WET_THRUST.report.template(known(state, seat))
        for text in suggested(form):
            found += [
                str(problem)
                for problem in WET_THRUST.orders.read(state, seat, text, WET_THRUST.orders.sheet(state, seat)).problems
            ]
    return found


@pytest.mark.parametrize("key", OPENINGS)
def test_every_suggestion_is_possible(key: str) -> None:
    """In the opening and through a game of random orders, with what it breaks."""
    played = open_play(WET_THRUST, key, {}, "suggestions")
    assert list(suggested(WET_THRUST.report.template(known(played.state, "de")))), "there is something to try"
    assert refused(played.state) == []
    for _ in turns_of(played, by_bot(dict.fromkeys(SEATS, "random")), "suggestions", 7):
        assert refused(played.state) == []


def test_nothing_is_suggested_that_is_lost() -> None:
    """WT-7.2, WT-10.4: no guns without fire control, no torpedo from an empty launcher, no depth charge without a mount."""
    played = open_play(WET_THRUST, "acasta", {}, "lost")
    ship, enemy = played.state.ships["ANT"].sheet, played.state.ships["SCH"]
    before = WET_THRUST.report.template(known(played.state, "gb"))
    block = before[before.index("ANT:") : before.index("ACA:")]
    assert all(words in block for words in ("# FIRE D AT SCH", "# HOLD FIRE", "# TORP SCH WITHIN 4", "# ASW HOLD"))
    here, enemy.at = enemy.at, (300000, 300000)
    assert "# FIRE D" not in WET_THRUST.report.template(known(played.state, "gb")), "she is beyond all reach"
    enemy.at = here
    ship.lost = ["D1", "D2", *(f"AS{n}" for n in range(1, 6))]
    ship.used = {"TL1": 1, "TL2": 1}
    after = WET_THRUST.report.template(known(played.state, "gb"))
    assert "# " not in after[after.index("ANT:") : after.index("ACA:")].replace("# Antelope", "").replace("# speed", "")
