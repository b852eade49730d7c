"""What a set-up deadline decided, as far as the reader sees it, for the summary (SSL-A.2, SSL-Y.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.base import Event
from events.sovereign_seas.opening import EntryChosen, FleetTaken, PlacingVoid, ShipPlaced, StageClosed
from pbem.games.sovereign_seas.model.state import State
from pbem.games.sovereign_seas.model.tables import SIDES
from pbem.games.sovereign_seas.report.phrases import PEOPLE, guns_words
from pbem.games.sovereign_seas.report.tell import tell

DECIDED = (EntryChosen, FleetTaken, PlacingVoid, StageClosed)


def decided(events: Sequence[Event], known: State) -> Iterator[str]:
    """Sides, fleets and places; the report's words where it has a sentence of its own."""
    placed = [event.ship for event in events if isinstance(event, ShipPlaced)]
    for side in SIDES:
        if moved := [id for id in placed if known.ships[id].side == side]:
            yield f"{PEOPLE[side]} have placed {guns_words(moved)}"
    told = (tell(event, known) for event in events if isinstance(event, DECIDED))
    yield from dict.fromkeys(words for words in told if words)
