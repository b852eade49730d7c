"""Reports from a table of sentences."""

from __future__ import annotations

from events.base import Event
from pbem.core.game.panels import SUMMARY_LINES
from pbem.core.game.report_parts import GameTurns, game_turns
from pbem.core.game.sentences import Sentences


class Sailed(Event):
    def __init__(self, unit: str, far: int) -> None:
        self.unit, self.far = unit, far


class Sank(Event):
    pass


TABLE = Sentences({Sailed: "{unit} sails {far} miles."}, quiet="All is quiet.")


def test_a_sentence_is_filled_with_the_events_fields() -> None:
    """From words with names in braces or from a function; an event that is not in the table has none."""
    assert TABLE.tell(Sailed("A1", 3), None) == "A1 sails 3 miles."
    assert Sentences({Sailed: lambda event: f"{event.unit}!"}, "").tell(Sailed("A1", 3), None) == "A1!"
    assert TABLE.tell(Sank(), None) is None


def test_a_summary_is_the_end_of_what_happened() -> None:
    """At most as many lines as a summary has, and never none."""
    told = TABLE.summary([Sailed("A1", far) for far in range(20)], None)
    assert len(told) == SUMMARY_LINES and told[-1] == "A1 sails 19 miles."
    assert TABLE.summary([Sank()], None) == ["All is quiet."]


def test_what_is_minor_is_told_but_not_summarised() -> None:
    """It takes no line of what matters; a turn of nothing else is quiet."""
    table = Sentences({Sailed: "{unit} sails {far} miles.", Sank: "She sank."}, quiet="All is quiet.", minor=[Sailed])
    assert table.tell(Sailed("A1", 3), None) == "A1 sails 3 miles."
    assert table.summary([Sank(), *[Sailed("A1", far) for far in range(20)]], None) == ["She sank."]
    assert table.summary([Sailed("A1", 3)], None) == ["All is quiet."]


def test_game_turns_are_counted_in_words() -> None:
    """Before the first, between two, and after the end."""
    assert game_turns(0, 9, False) == GameTurns("", "game turn 1 of 9")
    assert game_turns(4, 9, False) == GameTurns("game turn 4 of 9", "game turn 5 of 9")
    assert game_turns(9, 9, True) == GameTurns("game turn 9 of 9", "")
