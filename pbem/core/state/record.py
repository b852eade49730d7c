"""A game's record: the two states that one stream folds into, the service's ledger and the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from events.base import EVERYONE, Draft, Entry, Event, Head
from events.chain import GENESIS
from events.codec import encode_json
from events.platform import GameOpened, StateRestored
from events.schema import InvalidData
from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Game
from pbem.core.state import codec
from pbem.core.state.knowledge import Knowledge
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
        self.knowledge: Knowledge

    def apply(self, event: Event, audience: str) -> None:
        """Fold one event, which was shown to this audience."""
        handler = HANDLERS.get(type(event))
        if handler is None:
            self.game.rules.apply(self.state, event)
            self._tell(event, audience)
            return
        handler(self.ledger, event)
        if type(event) is GameOpened:
            self._begin(event.game)
        elif type(event) is StateRestored:
            self._go_back(event)

    def note(self, drafts: Iterable[Draft]) -> None:
        """The same for a turn that was played out on the state itself: what the service and the readers make of it."""
        for draft in drafts:
            handler = HANDLERS.get(type(draft.event))
            if handler is None:
                self._tell(draft.event, draft.audience)
            else:
                handler(self.ledger, draft.event)

    def _tell(self, event: Event, audience: str) -> None:
        if self.game.report.view is None:
            self.knowledge.tell(event, audience)

    def known(self, reader: str | None) -> Any:
        """What a seat (None: a spectator) knows now; after the end everything. It is theirs to read, not to change.

        Raises KeyError for a seat that is not in this game. `EVERYONE` is somebody from whom nothing was ever hidden.
        """
        if self.game.report.view is not None:
            if reader != EVERYONE or self.game.rules.reveal_all is None:
                return self.game.report.view(self.state, reader)
            state = deepcopy(self.state)
            self.game.rules.reveal_all(state)
            return self.game.report.view(state, None)
        if self.ledger.ended or reader == EVERYONE:
            return self._whole(None if reader == EVERYONE else reader)
        return self.knowledge.of(reader)

    def reveal(self) -> None:
        """From here on nothing is hidden from anybody, as after the end."""
        self.ledger.ended = True
        if self.game.rules.reveal_all is not None:
            self.game.rules.reveal_all(self.state)

    def position(self, seat: str) -> Any:
        """What the orders of a seat are read against."""
        return self.state if self.game.report.view is not None else self.known(seat)

    def _whole(self, reader: str | None) -> Any:
        """The whole state, for this reader to look at as theirs."""
        return replace(self.state, reader=reader)

    def _begin(self, key: str) -> None:
        if key not in self.games:
            raise UnknownGame(f"it is a game of {key!r}, which is not played here: {known_names(key, self.games)}")
        self.game = self.games[key]
        self.state = self.game.rules.blank()
        self.knowledge = Knowledge(self.game, {seat: self.ledger.reader(seat) for seat in (*self.ledger.seats, None)})

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

    def dump(self) -> str:
        """The whole record as canonical JSON: equal records give equal bytes."""
        return encode_json({"ledger": codec.dump(self.ledger), "state": self.game.rules.dump(self.state)})

    def restore(self, head: Head, data: dict[str, Any], known: Callable[[], Mapping[str, Any]] = dict) -> None:
        """Become what `dump` wrote when the stream ended at `head`; `known` gives what the readers knew (`Knowledge.dump`)."""
        self.head, self.ledger = head, codec.read(Ledger, data["ledger"])
        self._begin(self.ledger.game)
        folded = self.game.report.view is None
        self.state = codec.read(type(self.state), data["state"]) if folded else self.game.rules.load(data["state"])
        self.knowledge.restore(known)


def replay(games: Games, stream: str, drafts: Iterable[Draft | Entry]) -> Record:
    """The record that these events fold into."""
    record = Record(games, stream)
    for draft in drafts:
        record.apply(draft.event, draft.audience)
    return record
