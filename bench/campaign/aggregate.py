"""The same campaign as an aggregate of the `eventsourcing` library, written as its users write it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

import campaign as syn


class Campaign(Aggregate):
    def __init__(self, name: str) -> None:
        self.name = name
        self.state = syn.new_state()

    @event("OrderAccepted")
    def order_accepted(self, d: dict[str, Any]) -> None:
        syn.raw_order(self.state, d)

    @event("DieRolled")
    def die_rolled(self, d: dict[str, Any]) -> None:
        syn.raw_roll(self.state, d)

    @event("UnitMoved")
    def unit_moved(self, d: dict[str, Any]) -> None:
        syn.raw_move(self.state, d)

    @event("ShotFired")
    def shot_fired(self, d: dict[str, Any]) -> None:
        syn.raw_shot(self.state, d)

    @event("DamageTaken")
    def damage_taken(self, d: dict[str, Any]) -> None:
        syn.raw_damage(self.state, d)

    @event("StatusChanged")
    def status_changed(self, d: dict[str, Any]) -> None:
        syn.raw_status(self.state, d)

    def play(self, batch: Iterable[syn.Fact]) -> None:
        for kind, d in batch:
            getattr(self, kind)(d)


class Games(Application):
    pass


def application(path: Path) -> Games:
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path), "SQLITE_LOCK_TIMEOUT": "60"}
    return Games(env=env)
