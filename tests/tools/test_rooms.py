"""A reader can guess where a thing is: folders are small, and no room has two modules of one name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOPS = ("pbem", "events", "tests", "tools", "bench")
MOST = 14
"""Modules in a folder; a reader sees them at one glance."""


def modules(folder: Path) -> list[Path]:
    """Below it, at any depth; what the benchmarks installed is not ours."""
    return [path for path in folder.rglob("*.py") if path.name != "__init__.py" and ".venv" not in path.parts]


@pytest.mark.parametrize("top", TOPS)
def test_no_folder_holds_more_than_a_reader_sees(top: str) -> None:
    counted = Counter(path.parent.relative_to(ROOT).as_posix() for path in modules(ROOT / top))
    assert {folder: count for folder, count in counted.items() if count > MOST} == {}


ROOMS = [init.parent for parent in ("pbem", "pbem/games") for init in sorted((ROOT / parent).glob("*/__init__.py"))]


@pytest.mark.parametrize("room", [room for room in ROOMS if room.name != "games"], ids=lambda room: room.name)
def test_a_name_comes_once_in_a_room(room: Path) -> None:
    """Each game has its `state`; a second one in the same game would be another thing."""
    counted = Counter(path.stem for path in modules(room))
    assert {name: count for name, count in counted.items() if count > 1} == {}
