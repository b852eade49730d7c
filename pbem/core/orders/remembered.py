"""What canonical words say, remembered: standing and advance orders come again every turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
MOST = 4096


class Remembered(Generic[K, T]):
    """What `read` makes of words that it was given before, or that somebody `keep`s: the filing of an order has both."""

    def __init__(self, read: Callable[[K], T]) -> None:
        self._read = read
        self._known: dict[K, T] = {}

    def __call__(self, words: K) -> T:
        """What the words say. Raises what `read` raises."""
        found = self._known.get(words)
        return self.keep(words, self._read(words)) if found is None else found

    def keep(self, words: K, said: T) -> T:
        """Remember what words say; returns it."""
        if len(self._known) >= MOST:
            self.forget()
        self._known[words] = said
        return said

    def forget(self) -> None:
        """Begin anew."""
        self._known.clear()
