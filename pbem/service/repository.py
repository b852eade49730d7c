"""A game's record from the log: the nearest snapshot, the events after it, and those that are appended."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import orjson

from events.codec import encode_json
from events.platform import StateRestored
from events.store import Corrupt, Snapshot
from pbem.core.game.nearest_names import known_names
from pbem.core.game.protocol import Game
from pbem.core.game.unit_ids import natural
from pbem.core.state.knowledge import Told
from pbem.core.state.ledger_handlers import HANDLERS
from pbem.core.state.record import OldPosition, Record, UnknownGame
from pbem.service.context import NoSuchGame, ServiceContext

SNAPSHOT_EVERY = 10
LEDGER_VERSION = 10


def fold_version(game: Game[Any]) -> str:
    """The folding code's version: snapshots of another one are left aside."""
    return f"{LEDGER_VERSION}.{game.key}.{game.state_version}"


def load(context: ServiceContext, stream: str, turn: int | None = None) -> Record:
    """The record now, or as it was at the end of `turn` (0: after set-up). The chain of what is folded is checked.

    Raises:
        NoSuchGame: no such stream.
        Corrupt: the log is not what was written, or not one that this program can read.
    """
    record = context.records.take(stream) if turn is None else None
    if record is not None:
        end = context.store.head(stream)
        if end == record.head:
            return record
    if record is None or end.version <= record.head.version:  # the log no longer holds what it was folded from
        record = _from_snapshot(context, stream, turn)
    try:
        record.head = context.store.fold(stream, record.head, record.read, turn)
    except (OldPosition, UnknownGame) as e:
        raise Corrupt(f"{stream}: {e}") from e
    if not record.head.version:
        raise no_game(context, stream)
    return record


@contextmanager
def reading(context: ServiceContext, stream: str) -> Iterator[Record]:
    """The record now, for one worker alone; it is kept for the next one unless the block raises. Raises what `load` does."""
    record = load(context, stream)
    yield record
    context.records.put(record)


def no_game(context: ServiceContext, stream: str) -> NoSuchGame:
    """The error about a game that is not there: it names those that could be meant."""
    return NoSuchGame(f"there is no game {stream!r}; {known_names(stream, streams(context))}")


def streams(context: ServiceContext) -> list[str]:
    """All games, as people count: g2 before g10."""
    return sorted(context.store.streams(), key=natural)


def _from_snapshot(context: ServiceContext, stream: str, turn: int | None) -> Record:
    """The record at the nearest snapshot, or before the first event."""
    record = Record(context.games, stream, partial(_told_again, context))
    row = context.store.game(stream)
    if row is not None and row.game in context.games:
        snap = context.store.latest_snapshot(stream, fold_version(context.games[row.game]), turn)
        if snap is not None:
            record.restore(snap.head, unpacked(snap.state), lambda: unpacked(snap.known))
    return record


def _told_again(context: ServiceContext, record: Record) -> Iterator[Told]:
    """The game's events in the log from which the record was folded, since the last roll-back."""
    head = record.head.version
    back = [entry.version for entry in context.store.select(record.stream, [StateRestored], record.since, head)]
    since = max(back, default=record.since)
    for entry in context.store.read(record.stream, since, head):
        if type(entry.event) not in HANDLERS:
            yield entry.event, entry.audience


def keep_tenth(context: ServiceContext, stream: str, turn: int) -> None:
    """Every ten turns, keep the record as it was at the end of `turn`, folded from the log itself after the commit."""
    if turn % SNAPSHOT_EVERY == 0:
        keep_snapshot(context, load(context, stream, turn), turn)


def keep_snapshot(context: ServiceContext, record: Record, turn: int) -> None:
    """Keep a record that was loaded as of the end of `turn`. Of those before it every tenth stays: for looking back."""
    state, known = _packed(record.dump()), _packed(encode_json(record.knowledge.dump()))
    context.store.snapshot(record.stream, fold_version(record.game), Snapshot(turn, record.head, state, known), SNAPSHOT_EVERY)


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode(), 1)


def unpacked(packed: bytes) -> dict[str, Any]:
    """A state as `keep_snapshot` packed it."""
    unpacked: dict[str, Any] = orjson.loads(zlib.decompress(packed))
    return unpacked
