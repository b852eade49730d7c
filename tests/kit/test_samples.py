"""The kit itself: what is computed for a game that has written no samples, and how mistakes in them and in a game are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from events.base import Event
from tests.kit import samples
from tests.kit.differences import difference, falsehoods, holding, kept
from tests.kit.playing import GAMES
from tests.kit.samples import Samples


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game is without samples."""
    monkeypatch.setattr(samples, "samples_of", lambda key: Samples())
    samples.hidden.cache_clear()
    yield
    samples.hidden.cache_clear()


def test_a_game_without_a_file_has_the_defaults() -> None:
    """Its folder of tests may be missing, too."""
    assert samples.samples_of("no_such_game") == Samples()


def test_scenarios_are_computed(unwritten: None) -> None:
    """The practice scenario is shown; most units are busiest; the first that hide something are watched by their first seat."""
    assert samples.shown("sovereign_seas") == ["bellerophon-ocean"]
    assert samples.busy("sovereign_seas") == ["convoy-attack"]
    assert dict(samples.hidden("star_navy")) == {"open-space": 3, "first-blood": 3}
    assert samples.reader("star_navy") == ("open-space", "blue")


def test_a_mail_that_no_seat_can_send_is_told(unwritten: None) -> None:
    """With the page, the mail, what is wrong with it, and what to do."""
    with pytest.raises(pytest.fail.Exception, match=r"(?s)docs/orders/stingray\.md: no seat can send .*Samples\.mails"):
        samples.mails_of("stingray")


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (SimpleNamespace(), r"tests/rulebook/wet_thrust/samples\.py: write `SAMPLES = Samples"),
        (SimpleNamespace(SAMPLES=Samples(busy=("moon",))), r"samples\.py: no scenario moon; there are first-salvo, "),
    ],
)
def test_a_mistake_in_the_file_is_told(module: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which file, and what it must say."""
    monkeypatch.setattr(samples, "import_module", lambda name: module)
    samples.samples_of.cache_clear()
    with pytest.raises(pytest.fail.Exception, match=said):
        samples.samples_of("wet_thrust")
    samples.samples_of.cache_clear()


@pytest.mark.parametrize("key", list(GAMES))
def test_every_game_is_watched_for_what_it_hides(key: str) -> None:
    """A scenario that hides something is among those watched, if the game has one."""
    hiding = [scenario for scenario in GAMES[key].scenarios if samples.hides(GAMES[key], scenario)]
    assert bool(hiding) == bool(samples.hidden(key)) and set(samples.hidden(key)) <= set(hiding)


# ---------------------------------------------------------------- messages


@dataclass
class Scout:
    plot: str = ""
    wake: list[str] = field(default_factory=list)


@dataclass
class Known:
    scouts: dict[str, Scout]


class Moved(Event):
    type = "kelp.moved"

    def __init__(self, wake: list[str]) -> None:
        self.wake = wake


def test_a_path_leads_to_the_first_difference() -> None:
    """Through fields, dicts and lists; what only one has is `nothing` in the other."""
    one, other = Known({"N1": Scout("C4", ["A1"])}), Known({"N1": Scout("C4", ["A1", "A2"]), "N2": Scout()})
    assert difference(one, other) == ("scouts.N1.wake.1", "nothing", "'A2'")
    assert difference(Known({}), Known({"N2": Scout("B2")}))[:2] == ("scouts.N2", "nothing")
    assert difference(1, "1") == ("itself", "1", "'1'")


def test_what_is_known_is_part_of_the_whole() -> None:
    """Parts may be left out; a part that is otherwise, or stands elsewhere, is named by its path."""
    whole = {
        "ships": {"A": {"hex": "0101", "log": {"hull": 3}}, "B": {"hex": "0202"}},
        "shots": [{"at": 1}, {"at": 2}, {"at": 3}],
    }
    assert list(falsehoods({"ships": {"A": {"hex": "0101", "log": None}}, "shots": [{"at": 1}, {"at": 3}]}, whole)) == []
    assert list(falsehoods({"ships": {"A": {"log": {"hull": 4}}}}, whole)) == ["ships.A.log.hull"]
    assert list(falsehoods({"shots": [{"at": 2}, {"at": 1}]}, whole)) == ["shots.1"]
    assert list(falsehoods({"ships": {"C": {"hex": "0101"}}}, whole)) == ["ships.C"]


def test_a_list_that_is_kept_is_told_with_its_path() -> None:
    """Which field of which event, and where the state has it."""
    event = Moved(["A1", "A2"])
    state = Known({"N1": Scout("A2", event.wake)})
    assert holding(state, ["A1", "A2"]) == ""
    said = kept(event, {"wake": ["A1"]}, state)
    assert "apply keeps a list of the event, as scouts.N1.wake; copy it, as in `list(event.wake)`" in said
