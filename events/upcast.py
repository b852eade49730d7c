"""Older payloads, reshaped when read. Stored events never change; the code that reads them does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Payload = dict[str, Any]


def _opened_without_crews(payload: Payload) -> Payload:
    """Before there were crews, every seat commanded alone."""
    return {**payload, "crews": {}}


# (type, schema it was written with) -> its payload one schema later
UPCASTS: dict[tuple[str, int], Callable[[Payload], Payload]] = {("game.opened", 1): _opened_without_crews}


class NoUpcast(ValueError):
    """A payload is of a schema that this program does not know. The codec catches it and raises `UnreadableEvent`."""


def upcast(name: str, schema: int, newest: int, payload: Payload) -> Payload:
    """`payload` of event type `name`, brought from `schema` to `newest` one step at a time."""
    while schema < newest:
        step = UPCASTS.get((name, schema))
        if step is None:
            raise NoUpcast(f"{name}: no way from schema {schema} to {schema + 1}")
        payload, schema = step(payload), schema + 1
    if schema > newest:
        raise NoUpcast(f"{name}: schema {schema} is newer than this program's {newest}")
    return payload
