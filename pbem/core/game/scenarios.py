"""Scenario files, whatever they hold: a folder of JSON, checked when loaded, found by key, code or alias; and their options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pbem.core.game.data_file import BrokenData, read_json
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import Choice, NoScenario, Options, read_options
from pbem.core.game.validation import Fault


class Opening(Protocol):
    """What every scenario file has. The position is the game's own."""

    @property
    def key(self) -> str:
        """Its name in commands and addresses."""
        ...

    @property
    def code(self) -> str:
        """Its id in the rule book."""
        ...

    @property
    def title(self) -> str:
        """What lists call it."""
        ...

    @property
    def summary(self) -> str:
        """What lists say of it."""
        ...

    @property
    def aliases(self) -> Sequence[str]:
        """Other names, in small letters."""
        ...


T = TypeVar("T", bound=Opening)


def read_opening(path: Path, shape: type[T], faults: Callable[[T], Iterable[Fault]]) -> T:
    """A scenario file. Raises `BrokenData` naming file, path and reason."""
    opening = read_json(path, shape)
    for where, why in faults(opening):
        raise BrokenData(f"{path.name}: {where}: {why}")
    return opening


def read_openings(folder: Path, read: Callable[[Path], T]) -> dict[str, T]:
    """All scenario files of a folder by key, in the order of their codes. Raises `BrokenData`."""
    found = sorted((read(path) for path in folder.glob("*.json")), key=lambda opening: opening.code)
    return {opening.key: opening for opening in found}


class Scenarios(Mapping[str, T]):
    """The scenarios of a game by key. `choices` says what the options of one may be.

    `practice` is the key of the one to begin with, the first if nothing is said.
    """

    def __init__(self, openings: Mapping[str, T], choices: Callable[[T], Mapping[str, Choice]], practice: str = "") -> None:
        self._openings = openings
        self._choices = choices
        self.practice = practice or next(iter(openings))

    def __getitem__(self, key: str) -> T:
        return self._openings[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._openings)

    def __len__(self) -> int:
        return len(self._openings)

    def find(self, name: str) -> T:
        """The scenario with this key, code or alias, in any case. Raises `NoScenario`."""
        wanted = name.strip().lower()
        for opening in self.values():
            if wanted in (opening.key, opening.code.lower(), *opening.aliases):
                return opening
        raise NoScenario(f"no scenario {name!r}; {known_names(name, self)}")

    def title(self, name: str, options: Options) -> str:
        """What a game of it is called, unless it is given a name. Raises `NoScenario`."""
        return self.find(name).title

    def choices(self, name: str) -> Mapping[str, Choice]:
        """The options of a scenario: what each may be. Raises `NoScenario`."""
        return self._choices(self.find(name))

    def options(self, name: str, given: Options) -> dict[str, Any]:
        """The full set of options: `given` over the scenario's defaults. Raises `NoScenario` naming what is legal."""
        return read_options(self.choices(name), given)
