"""Reports of games whose events need one sentence each: `tell` and `summary` from a table of sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.base import Event
from pbem.core.game.panels import SUMMARY_LINES


@dataclass(frozen=True, eq=False)
class Sentences:
    """By event type: the sentence with the event's fields in braces, or what makes it of the event.

    A type that is not in the table is not worth a sentence; one in `minor` is told, but not summarised. `quiet` is the summary
    of a turn in which nothing was.
    """

    table: Mapping[type[Event], str | Callable[[Any], str]]
    quiet: str
    minor: Collection[type[Event]] = ()

    def tell(self, event: Event, known: object) -> str | None:
        """The sentence about an event, which is the same for every reader who may see it."""
        found = self.table.get(type(event))
        return found.format(**vars(event)) if isinstance(found, str) else found(event) if found else None

    def summary(self, events: Sequence[Event], known: object) -> list[str]:
        """The last sentences of the turn that are not minor, as many as a summary may have."""
        told = [sentence for event in events if type(event) not in self.minor and (sentence := self.tell(event, known))]
        return told[-SUMMARY_LINES:] or [self.quiet]
