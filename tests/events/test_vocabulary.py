"""A game's event types are found by their stored names, whether the game was imported or not."""

from __future__ import annotations

import subprocess
import sys

import pytest

from events.vocabulary import event_type, event_types

SCRIPT = """
import sys
from events.vocabulary import event_type, event_types
found = event_type("star_navy.field_set")
print(found.type, "pbem" in sys.modules, "events.stingray" in sys.modules)
"""


def test_a_type_is_found_before_its_game_is_imported() -> None:
    """Exports are read and chains checked without any rules; other games' types are left alone."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["star_navy.field_set", "False", "False"]


@pytest.mark.parametrize(
    "name", ["", ".", "nothing", "star_navy", "star_navy.", "no_game.moved", "store.moved", "a b.c", "../x.y"]
)
def test_an_unknown_name_has_no_type(name: str) -> None:
    """Names come from files that anybody may have written: modules that are no game's, and what is no name, hold no types."""
    assert event_type(name) is None


def test_all_types_of_a_game() -> None:
    """Those that its chapters declare, by name, and no others'."""
    names = [cls.type for cls in event_types("star_navy")]
    assert names == sorted(names) and "star_navy.field_set" in names and all(name.startswith("star_navy.") for name in names)
    assert event_types("no_game") == ()
