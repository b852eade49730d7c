"""Event types by their stored names. A game's types are imported when the first of its events is read."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from events.base import REGISTRY, Event


def event_type(name: str) -> type[Event] | None:
    """The type stored under this name, which a chapter of its game's package declares; None for an unknown name."""
    if name not in REGISTRY:
        _import_chapters(name.partition(".")[0])
    return REGISTRY.get(name)


def event_types(game: str) -> tuple[type[Event], ...]:
    """Every type that a chapter of this game's package declares, in the order of their names."""
    _import_chapters(game)
    return tuple(REGISTRY[name] for name in sorted(REGISTRY) if name.startswith(f"{game}."))


def _import_chapters(game: str) -> None:
    """All modules of the package `events.GAME`, if there is one."""
    package = find_spec(f"{__package__}.{game}") if game.isidentifier() else None
    if package is not None and package.submodule_search_locations:
        for chapter in iter_modules(package.submodule_search_locations, f"{package.name}."):
            import_module(chapter.name)
