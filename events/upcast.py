"""Older payloads, reshaped when read. Stored events never change; the code that reads them does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.platform.policy import PolicySet

Payload = dict[str, Any]


def _opened_without_crews(payload: Payload) -> Payload:
    """Before there were crews, every seat commanded alone."""
    return {**payload, "crews": {}}


def _policy_of_three_rules(payload: Payload) -> Payload:
    """Before the ladder, `absent` said who orders for a player who is away: standing orders, a bot, or that all wait."""
    kind, _, bot = payload["absent"].partition(":")
    policy = PolicySet(
        grace_hours=payload["grace_hours"],
        wait_days=14.0 if kind == "wait" else 0.0,
        bot=bot,
        open_seats=payload["open_seats"],
        why=payload["why"],
        by=payload.get("by", ""),
    )
    return dict(vars(policy))


def _stood_in_for_the_absent(payload: Payload) -> Payload:
    """Bots ordered for players who were away, and for nobody else."""
    return {**payload, "cause": "absent"}


# (type, schema it was written with) -> its payload one schema later
UPCASTS: dict[tuple[str, int], Callable[[Payload], Payload]] = {
    ("game.opened", 1): _opened_without_crews,
    ("game.policy_set", 1): _policy_of_three_rules,
    ("game.stood_in", 1): _stood_in_for_the_absent,
}


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
