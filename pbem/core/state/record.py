"""A game's record: the two states that one stream folds into, the service's ledger and the game's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.base import Event, Head
from events.chain import GENESIS
from events.codec import encode_json
from events.platform import GameOpened, StateRestored
from events.schema import InvalidData
from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Game
from pbem.core.state.codec import dump, read
from pbem.core.state.ledger import HANDLERS, Ledger

Games = Mapping[str, Game[Any, Any]]


class UnknownGame(ValueError):
    """A log is of a game that this program does not have. Loading makes `Corrupt` of it, `verify` a finding."""


class OldPosition(ValueError):
    """A roll-back kept a position that these rules cannot read. Loading makes `Corrupt` of it, `verify` a finding."""


class Record:
    """What a stream says so far. Only `apply` changes it."""

    def __init__(self, games: Games, stream: str) -> None:
        self.games = games
        self.stream = stream
        self.head = Head(0, GENESIS)
        self.ledger = Ledger()
        self.game: Game[Any, Any]
        self.state: Any = None

    def apply(self, event: Event) -> None:
        """Fold one event."""
        handler = HANDLERS.get(type(event))
        if handler is None:
            self.game.rules.apply(self.state, event)
            return
        handler(self.ledger, event)
        if type(event) is GameOpened:
            self._begin(event.game)
        elif type(event) is StateRestored:
            self._go_back(event)

    def _begin(self, key: str) -> None:
        if key not in self.games:
            raise UnknownGame(f"it is a game of {key!r}, which is not played here: {known_names(key, self.games)}")
        self.game = self.games[key]
        self.state = self.game.rules.blank()

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

    def dump(self) -> str:
        """The whole record as canonical JSON: equal records give equal bytes."""
        return encode_json({"ledger": dump(self.ledger), "state": self.game.rules.dump(self.state)})

    def restore(self, head: Head, data: dict[str, Any]) -> None:
        """Become what `dump` wrote when the stream ended at `head`."""
        self.head, self.ledger = head, read(Ledger, data["ledger"])
        self._begin(self.ledger.game)
        self.state = self.game.rules.load(data["state"])


def replay(games: Games, stream: str, events: Iterable[Event]) -> Record:
    """The record that these events fold into."""
    record = Record(games, stream)
    for event in events:
        record.apply(event)
    return record
