#!/usr/bin/env python3
"""Is a ship control sheet for Wet Thrust right? Checks files as the game does when it loads them.

    python tools/check_ship.py my-ship.json ...

Prints every mistake as a sentence with its path in the file, or `NAME is a good sheet`. Exit 0 when all are, 1 when one is
not, 2 without a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pbem.core.game.data_file import BrokenData, read_json
from pbem.games.wet_thrust.model.scs import SHIPS, ShipClass
from pbem.games.wet_thrust.model.ship_faults import faults


def mistakes(path: Path, others: Mapping[Path, ShipClass]) -> Iterator[str]:
    """What is wrong with one file; `others` are sheets by file, whose keys and units are taken."""
    try:
        ship = read_json(path, ShipClass)
    except OSError as e:
        yield f"cannot be read: {(e.strerror or str(e)).lower()}"
        return
    except BrokenData as e:
        yield from str(e).removeprefix(f"{path.name}: ").split("; ")
        return
    yield from (f"{where}: {why}" for where, why in faults(ship))
    for file, other in others.items():
        if file.resolve() == path.resolve():
            continue
        if other.key == ship.key:
            yield f"key: {ship.key!r} is taken by {file.name}"
        for unit in sorted(set(other.units) & set(ship.units)):
            yield f"units.{unit}: is a unit of {file.name} already"


def known(files: Iterable[Path]) -> dict[Path, ShipClass]:
    """Of these files those that have the shape of a sheet."""
    found = {}
    for path in files:
        try:
            found[path] = read_json(path, ShipClass)
        except (OSError, BrokenData):
            continue
    return found


def main(paths: list[Path], home: Path = SHIPS) -> int:
    """Print what is wrong with these files and return the exit code."""
    if not paths:
        print("name at least one ship file", file=sys.stderr)
        return 2
    others = known([*sorted(home.glob("*.json")), *paths])
    wrong = 0
    for path in paths:
        found = list(mistakes(path, others))
        wrong += bool(found)
        print("\n".join(f"{path.name}: {mistake}." for mistake in found) or f"{path.name} is a good sheet.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main([Path(word) for word in sys.argv[1:]]))
