"""Limits that all web processes count together: a storage of the library `limits` in the service's database."""

from __future__ import annotations

import hmac
import sqlite3
import time
from typing import ClassVar

from limits.storage import MovingWindowSupport, Storage

from events.database import Connections
from pbem.operation.request_counts import Limit, count, counted_now, forget

URI = "wardroom://"


class SharedCounts(Storage, MovingWindowSupport):
    """For the strategy `moving-window` alone. `secret` makes of keys, which are addresses and names, what nobody can read."""

    STORAGE_SCHEME: ClassVar[list[str]] = ["wardroom"]  # type: ignore[misc]

    def __init__(self, uri: str, database: Connections, secret: bytes, wrap_exceptions: bool = False) -> None:
        super().__init__(uri, wrap_exceptions)
        self.database = database
        self._secret = secret

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a database raises."""
        return sqlite3.Error

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count it, if there is room."""
        return count(self.database, self._whose(key), Limit(limit, expiry), time.time(), amount)

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """When what counts now began, and how much it is."""
        now = time.time()
        number, oldest = counted_now(self.database, self._whose(key), now)
        return (now if oldest is None else oldest - expiry), number

    def get(self, key: str) -> int:
        """How much counts now."""
        return counted_now(self.database, self._whose(key), time.time())[0]

    def get_expiry(self, key: str) -> float:
        """Until when the oldest of it counts."""
        now = time.time()
        return counted_now(self.database, self._whose(key), now)[1] or now

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Windows that stand still are another strategy's."""
        raise NotImplementedError("the strategy moving-window does not ask for it")

    def check(self) -> bool:
        """Does the database answer?"""
        try:
            self.database.con.execute("SELECT 1").fetchone()
        except sqlite3.Error:
            return False
        return True

    def reset(self) -> int:
        """Nothing counts any more."""
        return forget(self.database)

    def clear(self, key: str) -> None:
        """Nothing of this key counts any more."""
        forget(self.database, self._whose(key))

    def _whose(self, key: str) -> str:
        return hmac.digest(self._secret, key.encode(), "sha256").hex()
