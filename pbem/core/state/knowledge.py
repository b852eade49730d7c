"""What somebody knows of a game: the state that folds from the events that they were shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from events.base import Event, visible
from pbem.core.game.protocol import Game
from pbem.core.state import codec

S = TypeVar("S")

Reader = str | None
"""A seat; None is a spectator."""
Readers = Mapping[Reader, frozenset[str]]
"""The ids that each reader answers to: their seat, crew and side."""
Told = tuple[Event, str]
"""An event of the game and its audience."""
Again = Callable[[], Iterable[Told]]
"""Tells all of them once more, from the log."""
MOST_TOLD = 5000
"""Events that wait for their readers; those before are told again when somebody else is asked for."""


def known(game: Game[S], told: Iterable[Told], reader: Reader, ids: frozenset[str]) -> S:
    """The one door to what a reader, who answers to these ids, knows after these events of the game."""
    state = game.rules.blank(reader)
    _hear(game, state, told, ids)
    return state


def _hear(game: Game[S], state: S, told: Iterable[Told], ids: frozenset[str]) -> None:
    apply = game.rules.apply
    for event, audience in told:
        if visible(audience, ids):
            apply(state, event)


def strangers(game: Game[Any], state: Any, event: Event, audience: str, readers: Readers) -> list[Reader]:
    """Who would see an event of this audience in the state before it, though the rule book hides it from them."""
    allowed = game.rules.audience(state, event)
    return [reader for reader, ids in readers.items() if visible(audience, ids) and not visible(allowed, ids)]


@dataclass
class _Listener:
    """A reader's state, and how many of the events that wait it has heard."""

    state: Any
    heard: int = 0


class Knowledge:
    """What all readers of one game know. A reader's state is made when it is first asked for, and then kept up to date.

    Without `again` there is nobody to tell anything twice: then all readers are told all.
    """

    def __init__(self, game: Game[Any], readers: Readers, again: Again | None = None) -> None:
        self.game = game
        self.readers = readers
        self.again = again
        self._told: list[Told] = []
        self._gone = 0
        self._listeners: dict[Reader, _Listener] = {}
        self._before: Callable[[], Mapping[str, Any]] = dict

    def tell(self, told: Iterable[Told]) -> None:
        """These events have happened."""
        self._told += told
        if len(self._told) >= MOST_TOLD:
            self._let_go()

    def pass_over(self, event: Event, audience: str) -> None:
        """The same of an event that the log holds: unless somebody listens it is not kept, but told again when it is needed."""
        if self._told or self._listeners or not self.again:
            self.tell([(event, audience)])
        else:
            self._gone += 1

    def of(self, reader: Reader) -> Any:
        """What this reader knows now. It is theirs to read, not to change. Raises KeyError for a seat that is not there."""
        ids, listener = self.readers[reader], self._listeners.get(reader)
        if listener is None:
            listener = self._listeners[reader] = _Listener(self._first(reader))
        _hear(self.game, listener.state, self._told[listener.heard :], ids)
        listener.heard = len(self._told)
        return listener.state

    def dump(self) -> dict[str, Any]:
        """What all readers know, as JSON by seat; a spectator's is by ""."""
        return {reader or "": codec.dump(self.of(reader)) for reader in self.readers}

    def restore(self, dumped: Callable[[], Mapping[str, Any]]) -> None:
        """From here on all know what was dumped; it is read when it is first needed."""
        self._told, self._gone, self._listeners, self._before = [], 0, {}, cache(dumped)

    def _first(self, reader: Reader) -> Any:
        before = self._before().get(reader or "")
        state = self.game.rules.blank(reader)
        if before is not None:
            state = codec.read(type(state), before)
            state.reader = reader
        if self.again and 0 < self._gone <= MOST_TOLD:
            self._recall(self.again())
        elif self.again and self._gone:
            _hear(self.game, state, islice(self.again(), self._gone), self.readers[reader])
        return state

    def _recall(self, told: Iterable[Told]) -> None:
        """Keep what was passed over, for the readers who are asked for next."""
        self._told[:0] = islice(told, self._gone)
        for listener in self._listeners.values():
            listener.heard += self._gone
        self._gone = 0

    def _let_go(self) -> None:
        """Forget what was told, when those have heard it who were asked for before."""
        for reader in self._listeners if self.again else self.readers:
            self.of(reader)
        for listener in self._listeners.values():
            listener.heard = 0
        self._gone += len(self._told)
        self._told.clear()
