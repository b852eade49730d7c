"""Events: facts in the past tense, and the envelope each one travels in.

An event's fields hold JSON's own types only (int, float, str, bool, None, list, dict), so that encoding and decoding
are the identity and an event read back equals the event that was written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, dataclass_transform

EVERYONE = "*"
NOBODY = ""

REGISTRY: dict[str, type[Event]] = {}


class Event:
    """A fact. Subclasses are dataclasses made by `@event`; nothing may change one (mypy refuses it)."""

    type: ClassVar[str]
    schema: ClassVar[int]
    shown_to: ClassVar[str]


@dataclass_transform(frozen_default=True)
def event(name: str, schema: int = 1, to: str = "") -> Callable[[type[Any]], Any]:
    """Declare an event type under its stored name, e.g. `@event("star_navy.moved", to="all")`, at payload schema `schema`.

    `to` is who may see it at most, in a word that the game explains (`Rules.audience`); the service's own events have none.
    """

    def declare(cls: type[Any]) -> Any:
        # Frozen for the type checker, not at run time: that would double the cost of making an event,
        # and rules make seven for every order.
        made = dataclass(cls)
        made.type, made.schema, made.shown_to = name, schema, to
        if name in REGISTRY:
            raise ValueError(f"event type {name} is declared twice")
        REGISTRY[name] = made
        return made

    return declare


# With slots and no tuple, because it is made in two thirds of the time, and rules make six for every order.
@dataclass(slots=True)
class Draft:
    """An event with where, why and for whom it happened, before it is written.

    `turn` counts deadlines from 1 (0: before the first); `rule` is a clause id or ""; `audience` is `EVERYONE`, `NOBODY`
    (until the game ends) or seat, crew and side ids joined by commas.
    """

    event: Event
    turn: int = 0
    phase: str = ""
    rule: str = ""
    audience: str = EVERYONE


class Entry(NamedTuple):
    """An event as the log holds it. `at` is UTC, ISO 8601; `hash` chains it to all events before it."""

    stream: str
    version: int
    event: Event
    turn: int
    phase: str
    rule: str
    audience: str
    at: str
    hash: bytes


class Head(NamedTuple):
    """The end of a stream: its last version (0 when empty) and that version's hash."""

    version: int
    hash: bytes


def audience(*ids: str) -> str:
    """The audience made of these seat, crew and side ids, in canonical order."""
    return ",".join(sorted(set(ids)))


def visible(to: str, reader: frozenset[str]) -> bool:
    """May a reader who answers to these ids (their seat, crew and side) see what has audience `to`?"""
    return to == EVERYONE or (to != NOBODY and not reader.isdisjoint(to.split(",")))
