"""What units are called beside their ids."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.stingray.model.state import State


def names(known: State) -> Mapping[str, str]:
    """By id, of the units that this reader sees."""
    return {vessel.id: vessel.printed.title for vessel in known.vessels.values()}
