"""A tiny game with a crew: captain and co-pilot, on one side and in one ship, each file its move; red has a ship alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from events.base import EVERYONE, Event, event
from pbem.core.game.options import Options
from pbem.core.game.protocol import Seat
from pbem.core.game.turn import Turn
from pbem.core.texts.envelope import OrderSheet
from tests.gateway.builders.tiny_game import Drill, Moved, State, Waters

CREW = ("captain", "copilot")


@event("tandem.heard")
class Heard(Event):
    """The crew heard something."""

    what: str


class Tandem(Drill):
    """The captain's move counts; where they order none, the co-pilot's."""

    key = "tandem"
    title = "Tandem"
    clauses = "TA"
    events: tuple[type[Event], ...] = (Moved, Heard)
    waters = Waters("one-ship", "One Ship", "Two officers and a stranger.")
    bots: Mapping[str, Any] = {"mute": lambda known, chance: ""}
    units: Mapping[str, str] = {"captain": "B1", "copilot": "B1", "red": "R1"}

    def seats(self, scenario: str, options: Options) -> list[Seat]:
        return [*(Seat(seat, "blues", seat.title(), "b1") for seat in CREW), Seat("red", "reds", "Red")]

    def apply(self, state: State, event: Event) -> None:
        if isinstance(event, Moved):
            super().apply(state, event)

    def remarks(self, state: State, sheets: Mapping[str, OrderSheet], seat: str) -> list[str]:
        if seat not in CREW:
            raise ValueError(f"{seat} has no crew: nothing is to be remarked")
        orders = {mate: sheets[mate].units.get("B1") for mate in CREW}
        if not all(orders.values()) or orders["captain"] == orders["copilot"]:
            return []
        return [f"The captain says {orders['captain']}, the co-pilot {orders['copilot']}: B1 does what the captain says."]

    def resolve(self, turn: Turn[State], sheets: Mapping[str, OrderSheet]) -> None:
        turn.phase("Movement")
        orders = {"R1": sheets["red"].units, "B1": {**sheets["copilot"].units, **sheets["captain"].units}}
        for unit, standing in orders.items():
            for line in standing.get(unit, []):
                turn.emit(Moved(unit, int(line[-1])), "TA-1", EVERYONE)
        turn.roll(1, 6, "what the crew hears", "TA-2", "b1")
        turn.emit(Heard("a whale"), "TA-2", "b1")

    def tell(self, event: Event, known: State) -> str | None:
        return f"You hear {event.what}." if isinstance(event, Heard) else super().tell(event, known)


GAMES: Mapping[str, Any] = {"tandem": Tandem().game()}
