"""A game's record: the two states that one stream folds into, the service's ledger and the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from events.base import EVERYONE, Draft, Entry, Event, Head
from events.chain import GENESIS
from events.codec import encode_json
from events.platform import GameOpened, StateRestored
from events.schema import InvalidData
from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Game
from pbem.core.state import codec
from pbem.core.state.knowledge import Knowledge, Told
from pbem.core.state.ledger import Ledger
from pbem.core.state.ledger_handlers import HANDLERS

Games = Mapping[str, Game[Any]]


class UnknownGame(ValueError):
    """A log is of a game that this program does not have. Loading makes `Corrupt` of it, `verify` a finding."""


class OldPosition(ValueError):
    """A roll-back kept a position that these rules cannot read. Loading makes `Corrupt` of it, `verify` a finding."""


class Record:
    """What a stream says so far. Only its events change it.

    `again` tells the game's events of the log once more, from version `since` on.
    """

    def __init__(self, games: Games, stream: str, again: Callable[[Record], Iterable[Told]] | None = None) -> None:
        self.games = games
        self.stream = stream
        self.again = again
        self.head = Head(0, GENESIS)
        self.since = 0
        self.ledger = Ledger()
        self.game: Game[Any]
        self.state: Any = None
        self.knowledge: Knowledge

    def apply(self, event: Event, audience: str) -> None:
        """Fold one event, which was shown to this audience."""
        if self._fold(event):
            self.knowledge.tell([(event, audience)])

    def read(self, event: Event, audience: str) -> None:
        """The same of an event that the log holds."""
        if self._fold(event):
            self.knowledge.pass_over(event, audience)

    def _fold(self, event: Event) -> bool:
        """Is it an event of the game, which readers may know?"""
        handler = HANDLERS.get(type(event))
        if handler is None:
            self.game.rules.apply(self.state, event)
            return True
        handler(self.ledger, event)
        if type(event) is GameOpened:
            self._begin(event.game)
        elif type(event) is StateRestored:
            self._go_back(event)
        return False

    def note(self, drafts: Iterable[Draft]) -> None:
        """The same for a turn that was played out on the state itself: what the service and the readers make of it."""
        told: list[Told] = []
        for draft in drafts:
            handler = HANDLERS.get(type(draft.event))
            if handler is None:
                told.append((draft.event, draft.audience))
            else:
                handler(self.ledger, draft.event)
        self.knowledge.tell(told)

    def known(self, reader: str | None) -> Any:
        """What a seat (None: a spectator) knows now; after the end, and in what is laid open, everything.

        It is theirs to read, not to change.

        Raises KeyError for a seat that is not in this game. `EVERYONE` is somebody from whom nothing was ever hidden.
        """
        if reader == EVERYONE:
            return self.state
        if self.ledger.laid_open and reader in self.knowledge.readers:
            return replace(self.state, reader=reader)
        known = self.knowledge.of(reader)
        return replace(self.state, reader=reader) if self.ledger.ended else known

    def _begin(self, key: str) -> None:
        if key not in self.games:
            raise UnknownGame(f"it is a game of {key!r}, which is not played here: {known_names(key, self.games)}")
        self.game = self.games[key]
        self.state = self.game.rules.blank()
        readers = {seat: self.ledger.reader(seat) for seat in (*self.ledger.seats, None)}
        self.knowledge = Knowledge(self.game, readers, partial(self.again, self) if self.again else None)

    def _go_back(self, event: StateRestored) -> None:
        """Take up the position that a roll-back kept."""
        newest, game = self.game.state_version, self.game.key
        if event.state_version != newest:
            raise OldPosition(
                f"a roll-back kept the position of turn {event.turn} in shape {event.state_version} of {game}, and these rules"
                f" read shape {newest}: an upcaster of that position is needed"
            )
        try:
            self.state = self.game.rules.load(event.state)
        except InvalidData as e:
            raise OldPosition(f"the position that a roll-back kept of turn {event.turn} is none of {game}: {e}") from e
        self.knowledge.restore(lambda: event.known)

    def copy(self) -> Record:
        """A record of its own to play a turn on. What readers know does not go with it: nobody may be asked of it."""
        made = Record(self.games, self.stream)
        made.head, made.ledger = self.head, codec.copy(self.ledger)
        if self.ledger.game:
            made._begin(self.ledger.game)
            made.state = codec.copy(self.state)
        return made

    def take_over(self, played: Record, drafts: Iterable[Draft]) -> None:
        """Become the copy on which these drafts were played out."""
        self.ledger, self.state = played.ledger, played.state
        self.knowledge.tell((draft.event, draft.audience) for draft in drafts if type(draft.event) not in HANDLERS)

    def dump(self) -> str:
        """The whole record as canonical JSON: equal records give equal bytes."""
        return encode_json({"ledger": codec.dump(self.ledger), "state": codec.dump(self.state)})

    def restore(self, head: Head, data: dict[str, Any], known: Callable[[], Mapping[str, Any]] = dict) -> None:
        """Become what `dump` wrote when the stream ended at `head`; `known` gives what the readers knew (`Knowledge.dump`)."""
        self.head, self.since, self.ledger = head, head.version, codec.read(Ledger, data["ledger"])
        self._begin(self.ledger.game)
        self.state = codec.read(type(self.state), data["state"])
        self.knowledge.restore(known)


def replay(games: Games, stream: str, drafts: Iterable[Draft | Entry]) -> Record:
    """The record that these events fold into."""
    record = Record(games, stream)
    for draft in drafts:
        record.apply(draft.event, draft.audience)
    return record
