"""Snapshots repeat the log: is each what the log folds into?"""

from __future__ import annotations

import json

from events.base import Head
from events.codec import encode_json
from events.store import Snapshot
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext
from pbem.service.repository import fold_version, unpacked


class Copies:
    """The snapshots of a log, to be compared one after the other on the way through it."""

    def __init__(self, context: ServiceContext, stream: str) -> None:
        row = context.store.game(stream)
        game = context.games.get(row.game) if row else None
        kept = context.store.snapshots(stream, fold_version(game)) if game else []
        self._kept = sorted(kept, key=lambda snap: snap.head.version)

    def upto(self, version: int) -> bool:
        """Is there one that was made here or before, and is not compared yet?"""
        return bool(self._kept) and self._kept[0].head.version <= version

    def at(self, record: Record, turn: int) -> list[str]:
        """What is wrong with those made here, where the log is in this turn, or before."""
        wrong: list[str] = []
        while self.upto(record.head.version):
            snap = self._kept.pop(0)
            if (snap.turn, snap.head) != (turn, record.head):
                wrong.append(f"turn {snap.turn}, version {snap.head.version}: the snapshot is not of this log")
            elif not _same(snap, record):
                wrong.append(f"turn {snap.turn}, version {snap.head.version}: the snapshot is not what the log folds into")
        return wrong

    def left(self, head: Head) -> list[str]:
        """What is wrong with those that were made later than the log goes."""
        return [
            f"turn {snap.turn}, version {snap.head.version}: there is a snapshot, and the log ends at version {head.version}"
            for snap in self._kept
        ]


def _same(snap: Snapshot, record: Record) -> bool:
    knows = json.loads(encode_json(record.knowledge.dump()))
    return bool(unpacked(snap.state) == json.loads(record.dump()) and unpacked(snap.known) == knows)
