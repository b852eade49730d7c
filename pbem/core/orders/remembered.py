"""What canonical words say, remembered: standing and advance orders come again every turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
MOST = 4096


class Remembered(dict[K, T]):
    """What `read` makes of words that it was given before, or that somebody `keep`s: the filing of an order has both."""

    def __init__(self, read: Callable[[K], T]) -> None:
        super().__init__()
        self._read = read

    __call__ = dict.__getitem__
    """What the words say. Raises what `read` raises."""
    forget = dict.clear
    """Begin anew."""

    def __missing__(self, words: K) -> T:
        return self.keep(words, self._read(words))

    def keep(self, words: K, said: T) -> T:
        """Remember what words say; returns it."""
        if len(self) >= MOST:
            self.forget()
        self[words] = said
        return said
