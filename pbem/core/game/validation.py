"""What is wrong with a document of the right shape (a scenario file, or a state as JSON): paths and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.schema import InvalidData
from pbem.core.geometry.hexes import on_map, parse_label

Fault = tuple[str, str]
"""A path within a document, and what is wrong there."""


def refuse(faults: Iterable[Fault]) -> None:
    """Raises `InvalidData` that names all of them, if there are any."""
    wrong = [f"{where}: {why}" for where, why in faults]
    if wrong:
        raise InvalidData("; ".join(wrong))


def hex_faults(where: str, text: str, columns: int, rows: int) -> Iterator[Fault]:
    """Is it a hex of this map?"""
    try:
        hex = parse_label(text)
    except ValueError as e:
        yield where, str(e)
        return
    if not on_map(hex, columns, rows):
        yield where, f"{text} is off the map of {columns} columns and {rows} rows"


def range_faults(where: str, value: int, most: int, least: int = 0, what: str = "") -> Iterator[Fault]:
    """Is it between these bounds? `what` says where they come from."""
    if not least <= value <= most:
        yield where, f"{value} is not {least} to {most}{what}"


def name_faults(where: str, value: str, legal: Iterable[str]) -> Iterator[Fault]:
    """Is it one of these names?"""
    names = list(legal)
    if value not in names:
        yield where, f"{value!r} is none of {', '.join(name or repr(name) for name in names) or '(nothing)'}"
