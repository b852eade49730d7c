"""Who may see what: the words of the event types are those of the rule book's table, and each means what it says there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from events.base import EVERYONE
from pbem.games.star_navy import STAR_NAVY
from pbem.games.star_navy.model.audiences import AUDIENCES, roll_audience
from tests.kit.pages import SPAN, chapter, page, rows
from tests.rulebook.star_navy.builders.battle import Battle


def test_each_event_says_what_the_rule_book_says() -> None:
    """Section 9: the first and the last column of the table of events."""
    _, *table = rows(chapter(page("rules/star_navy"), "9. Events"))
    told = {f"star_navy.{name}": cells[-1].partition(" (")[0] for cells in table for name in SPAN.findall(cells[0])}
    assert told == {event.type: event.shown_to for event in STAR_NAVY.events}


@pytest.mark.parametrize(
    ("word", "screened", "open"),
    [("all", EVERYONE, EVERYONE), ("console", "RED", EVERYONE), ("its side", "RED", "RED"), ("boarders", "BLUE", EVERYONE)],
)
def test_words(word: str, screened: str, open: str) -> None:
    """SN-16.1 to SN-16.5, SN-9.2: of an event of RED's ship, which was BLUE's when it sent its marines."""
    event: Any = SimpleNamespace(ship="BBB", side="BLUE")
    assert AUDIENCES[word](Battle().state, event) == screened
    assert AUDIENCES[word](Battle(screen="off").state, event) == open


@pytest.mark.parametrize(
    ("clause", "screened", "open"), [("SN-7.10", [EVERYONE], [EVERYONE]), ("SN-8.3", ["BLUE", "RED"], [EVERYONE])]
)
def test_dice(clause: str, screened: list[str], open: list[str]) -> None:
    """SN-16.3: a volley's dice are announced; the column of damage is read behind the screen. None are nobody's."""
    for battle, allowed in ((Battle(), screened), (Battle(screen="off"), open)):
        kinds = ["", EVERYONE, *battle.state.sides, "blue"]
        assert [kind for kind in kinds if roll_audience(battle.state, clause, kind)] == allowed
