"""A place in the log at which an act begins, and what the act has to give there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice, takewhile
from typing import Any, NamedTuple

from events import codec
from events.base import Draft, Event, Head
from events.codec import UnreadableEvent
from events.platform import Actor, OrdersFiled
from events.store import Corrupt
from pbem.campaign.played import KEY
from pbem.core.state.record import Record
from pbem.core.texts.envelope import OrderSheet
from pbem.service.campaigns.battle_logs import BattleLogs
from pbem.service.context import ActRefused, parse_stamp
from pbem.service.history import ACTORS, CAMPAIGN, MASTER

Row = tuple[Any, ...]
Past = Callable[[int], Record]
"""The record as the log has it at the end of a turn."""


class Stored:
    """An event as the log holds it; its payload is read when somebody asks for it.

    What an act gives again letter by letter fits its schema; all else is to be checked.
    """

    def __init__(self, row: Row) -> None:
        self.row = row
        self.version, self.type, self.schema, self.turn = row[1:5]
        self.phase, self.rule, self.audience, self.at, self.data, digest = row[5:]
        self.head = Head(self.version, digest)

    @cached_property
    def event(self) -> Event:
        """Raises `Corrupt` for one that this program cannot read."""
        try:
            return codec.decode(self.type, self.schema, self.data)
        except UnreadableEvent as e:
            raise self._corrupt(e) from e

    def check(self) -> None:
        """Raises `Corrupt` for a payload that does not fit its schema."""
        try:
            codec.check(self.type, self.schema, codec.payload(self.data))
        except UnreadableEvent as e:
            raise self._corrupt(e) from e

    def _corrupt(self, why: UnreadableEvent) -> Corrupt:
        return Corrupt(f"turn {self.turn}, version {self.version}: {why}")

    @property
    def draft(self) -> Draft:
        """What was to be written. Raises `Corrupt`."""
        return Draft(self.event, self.turn, self.phase, self.rule, self.audience)

    def is_of(self, draft: Draft) -> bool:
        """Was this draft written here, letter by letter? An event of an older schema is compared as it is read today."""
        event, envelope = draft.event, (draft.turn, draft.phase, draft.rule, draft.audience)
        if self.type != event.type or (self.turn, self.phase, self.rule, self.audience) != envelope:
            return False
        if self.schema != event.schema:
            return self.event == event
        if self.data != codec.encode(event):
            return False
        self.__dict__["event"] = event
        return True


class Ahead:
    """The events of a log that were not looked at yet. `rows` gives them, proved against the chain."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows
        self._read: deque[Stored] = deque()

    def __getitem__(self, place: int) -> Stored | None:
        """The event `place` further on; None after the last."""
        if len(self._read) <= place:
            self._read.extend(map(Stored, islice(self._rows, place + 1 - len(self._read))))
        return self._read[place] if place < len(self._read) else None

    def __iter__(self) -> Iterator[Stored]:
        """From the next one on."""
        place = 0
        while (stored := self[place]) is not None:
            yield stored
            place += 1

    def take(self) -> Stored:
        """The next one, which is looked at now."""
        return self._read.popleft()

    def at_once(self) -> Iterator[Stored]:
        """From the next one on, as long as they are of the same time."""
        first = self[0]
        return takewhile(lambda stored: first is not None and stored.at == first.at, self)


@dataclass(frozen=True)
class Moment:
    """The record before an act, the log from there on, how earlier turns ended, and the logs of a campaign's battles."""

    record: Record
    ahead: Ahead
    past: Past
    battles: BattleLogs

    @cached_property
    def now(self) -> datetime:
        """When the act was done, as its first event says."""
        first = self.ahead[0]
        assert first is not None  # noqa: S101 (an act begins with an event)
        return parse_stamp(first.at)

    def filed(self, seat: str, bot: str) -> OrderSheet:
        """What the log says that a bot ordered: bots are not asked again."""
        sheets = (s.event.sheet for s in self.ahead.at_once() if isinstance(s.event, OrdersFiled) and s.event.seat == seat)
        return OrderSheet(next(sheets, {}))


class Act(NamedTuple):
    """What an act had to give. `after` is the record that has folded it, where a turn was played out.

    `refused` says why it could not be done though what it gives can be told: a turn that was not due.
    """

    drafts: Sequence[Draft]
    after: Record | None = None
    refused: str = ""


Reader = Callable[[Moment, Any], Act]
"""Finds what an act was done with in the events that it left, and does it again. The second argument is the first of them.

Raises what the act itself raises: it could not be done there.
"""


def check_actor(record: Record, by: Actor, or_campaign: bool = False) -> None:
    """Raises `ActRefused` unless a game master or the operator did it, or else what a campaign does by itself."""
    if or_campaign and by == CAMPAIGN and (record.ledger.campaign or record.ledger.game == KEY):
        return
    if by not in ACTORS:
        raise ActRefused("only a game master or the operator does this")
    if by == MASTER and not record.ledger.master:
        raise ActRefused("the game had no game master who could do this")
