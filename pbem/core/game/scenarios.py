"""Scenario files, whatever they hold: a folder of JSON, checked when loaded, and found by key, code or alias."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from pbem.core.game.data_file import BrokenData, read_json
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
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


def find(openings: Mapping[str, T], name: str) -> T:
    """The scenario with this key, code or alias, in any case. Raises `NoScenario`."""
    wanted = name.strip().lower()
    for opening in openings.values():
        if wanted in (opening.key, opening.code.lower(), *opening.aliases):
            return opening
    raise NoScenario(f"no scenario {name!r}; {known_names(name, openings)}")
