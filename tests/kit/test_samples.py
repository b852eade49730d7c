"""The samples themselves: what is computed for a game that has written none, and what is said of a mistake in them."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from pbem.games import GAMES
from tests.kit import samples
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
