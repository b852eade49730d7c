"""Messages of the kit name the place of a mistake."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from events.base import Event
from pbem import games
from tests.kit.differences import difference, holding
from tests.kit.test_contract import kept, leak


@dataclass
class Scout:
    plot: str = ""
    wake: list[str] = field(default_factory=list)


@dataclass
class View:
    scouts: dict[str, Scout]


class Moved(Event):
    type = "kelp.moved"

    def __init__(self, wake: list[str]) -> None:
        self.wake = wake


def test_a_path_leads_to_the_first_difference() -> None:
    """Through fields, dicts and lists; what only one has is `nothing` in the other."""
    one, other = View({"N1": Scout("C4", ["A1"])}), View({"N1": Scout("C4", ["A1", "A2"]), "N2": Scout()})
    assert difference(one, other) == ("scouts.N1.wake.1", "nothing", "'A2'")
    assert difference(View({}), View({"N2": Scout("B2")}))[:2] == ("scouts.N2", "nothing")
    assert difference(1, "1") == ("itself", "1", "'1'")


def test_a_leak_is_told_with_its_path() -> None:
    """And with what to do."""
    said = leak("blue", View({"N1": Scout()}), View({"N1": Scout("C4")}))
    assert "the view of blue has scouts.N1.plot = 'C4', and ''" in said and "leave it out in `view`" in said


def test_a_list_that_is_kept_is_told_with_its_path() -> None:
    """Which field of which event, and where the state has it."""
    event = Moved(["A1", "A2"])
    state = View({"N1": Scout("A2", event.wake)})
    assert holding(state, ["A1", "A2"]) == ""
    said = kept(event, {"wake": ["A1"]}, state)
    assert "apply keeps a list of the event, as scouts.N1.wake; copy it, as in `list(event.wake)`" in said


@pytest.mark.parametrize("module", [SimpleNamespace(), SimpleNamespace(STINGRAY="a game")])
def test_a_game_under_another_name_is_told(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which name must be where."""
    monkeypatch.setattr(games, "import_module", lambda name: module)
    with pytest.raises(ImportError, match=r"pbem/games/stingray/__init__\.py: write `STINGRAY = Game\(key='stingray', "):
        games.GAMES["stingray"]
