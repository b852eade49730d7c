"""What is in a game's vocabulary, whether the game uses it or not."""

from __future__ import annotations

import importlib
import pkgutil

from events.base import REGISTRY, Event


def vocabulary(game: str) -> set[type[Event]]:
    """Every event type that a chapter of `events/<game>/` declares."""
    home = importlib.import_module(f"events.{game}")
    for chapter in pkgutil.iter_modules(home.__path__, f"{home.__name__}."):
        importlib.import_module(chapter.name)
    return {cls for cls in REGISTRY.values() if cls.__module__.startswith(f"{home.__name__}.")}
