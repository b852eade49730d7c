"""Data files that come with a game (ship classes, tables, scenarios): JSON, checked when loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from events.schema import InvalidData, load

T = TypeVar("T")


class BrokenData(ValueError):
    """A data file of a game cannot be used: file, path and reason. Nobody catches it: the game cannot be imported."""


def read_json(path: Path, shape: type[T]) -> T:
    """The file as an instance of the dataclass `shape`. Raises `BrokenData`."""
    try:
        return load(shape, json.loads(path.read_text(encoding="utf-8")))
    except json.JSONDecodeError as e:
        raise BrokenData(f"{path.name}: line {e.lineno}: {e.msg}") from e
    except UnicodeDecodeError as e:
        raise BrokenData(f"{path.name}: is no text in UTF-8") from e
    except InvalidData as e:
        raise BrokenData(f"{path.name}: {e}") from e
