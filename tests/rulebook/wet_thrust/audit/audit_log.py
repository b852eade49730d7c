"""The part of the auditor that reads the log, and knows who is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from events.base import Draft, Event
from events.platform import Rolled
from events.wet_thrust import opening, sailing
from tests.rulebook.wet_thrust.audit.audit_tables import Craft, Place, Wing

E = TypeVar("E", bound=Event)
SECRET = (opening.OrdersStood, opening.OrdersKept, sailing.OrderLapsed, sailing.PlotCut, sailing.DisengageBarred)
"""What the auditor notes where it comes: orders, and what came of them."""


class AuditFailed(AssertionError):
    """An event that the rule book does not bear out."""


class Log:
    """The events of a game, read one by one; what is on the table, and what the orders are."""

    def __init__(self, drafts: Iterable[Draft]) -> None:
        self.events = [draft.event for draft in drafts]
        self.at = 0
        self.seen: Counter[str] = Counter()
        self.turn = 0
        self.options: dict[str, Any] = {}
        self.sides: list[str] = []
        self.weather = ""
        self.ships: dict[str, Craft] = {}
        self.wings: dict[str, Wing] = {}
        self.contacts: dict[str, set[str]] = {}
        self.screens: list[tuple[list[Place], int]] = []
        self.standing: dict[str, list[str]] = {}
        self.fleet: dict[str, list[str]] = {}
        self.kept: dict[str, list[str]] = {}
        """What each ship would repeat without her bridge: her plot and fire orders of the last turn in command."""
        self.struck: list[tuple[Craft, str, str]] = []
        self.mended: list[tuple[Craft, str]] = []

    # ------------------------------------------------------------ reading

    def check(self, holds: bool, what: str) -> None:
        """The message says where in the game."""
        if not holds:
            raise AuditFailed(f"turn {self.turn}, before {self.events[self.at : self.at + 1]}: {what}")

    def peek(self) -> Event | None:
        """The next event that is not an order."""
        while self.at < len(self.events) and isinstance(self.events[self.at], SECRET):
            event = self.events[self.at]
            if isinstance(event, opening.OrdersStood) and event.unit == "FLEET":
                self.fleet[event.side] = event.lines
            elif isinstance(event, opening.OrdersStood):
                self.standing[event.unit] = event.lines
            elif isinstance(event, opening.OrdersKept):
                self.kept[event.ship] = event.lines
            self.at += 1
        return self.events[self.at] if self.at < len(self.events) else None

    def next_is(self, *kinds: type[Event]) -> bool:
        return isinstance(self.peek(), kinds)

    def next_of(self, kind_: type[E], ship: str) -> bool:
        """Is the next event one of this ship?"""
        event = self.peek()
        return isinstance(event, kind_) and vars(event).get("ship") == ship

    def rolls(self, start: str) -> bool:
        """Are the next dice for this?"""
        event = self.peek()
        return isinstance(event, Rolled) and event.purpose.startswith(start)

    def upcoming(self, kind_: type[E]) -> E:
        """The next event of this kind, wherever it is."""
        found = next((event for event in self.events[self.at :] if isinstance(event, kind_)), None)
        if found is None:
            raise AuditFailed(f"turn {self.turn}: {kind_.__name__} is due")
        return found

    def take(self, kind_: type[E]) -> E:
        """The next event, which must be of this kind."""
        event = self.peek()
        if not isinstance(event, kind_):
            raise AuditFailed(f"turn {self.turn}: {kind_.__name__} is due, not {event}")
        self.at += 1
        self.seen[kind_.__name__] += 1
        return event

    def due(self, event: Event) -> None:
        """This very event must be next."""
        found = self.take(type(event))
        if found != event:
            raise AuditFailed(f"turn {self.turn}: {event} is due, not {found}")

    def roll(self, purpose: str, dice: int, sides: int = 6) -> list[int]:
        """Section 3: of no dice there is no roll."""
        if not dice:
            return []
        found = self.take(Rolled)
        self.check((found.purpose, len(found.faces), found.sides) == (purpose, dice, sides), f"{dice} for {purpose}: {found}")
        return found.faces

    # ------------------------------------------------------------ who is there

    def afloat(self, side: str = "") -> list[Craft]:
        found = [ship for ship in self.ships.values() if ship.afloat and side in ("", ship.side)]
        return sorted(found, key=lambda ship: (self.sides.index(ship.side), ship.index))

    def enemy(self, side: str) -> str:
        return self.sides[1 - self.sides.index(side)]

    def flying(self, side: str = "") -> list[Wing]:
        found = [wing for wing in self.wings.values() if wing.place == "air" and side in ("", wing.side)]
        return sorted(found, key=lambda wing: (self.sides.index(wing.side), wing.index))

    def known(self, name: str, side: str) -> Craft | None:
        """The enemy vessel that a side means by an id or a contact."""
        return next((ship for ship in self.afloat(self.enemy(side)) if ship.named(self.turn) == name), None)
