"""How often a lost connection is tried again: soon after each other, and not for long, whatever an attempt takes."""

from __future__ import annotations

import pytest

from events.database import Unreachable
from events.postgresql import session
from events.postgresql.session import Session


class Away:
    """A server that was there once; and a clock that attempts and pauses move."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = 0.0
        self.attempts: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def connected(self, url: str) -> object:
        if url == "first":
            return type("Lost", (), {"closed": True, "close": lambda self: None})()
        self.attempts.append(round(self.now, 2))
        self.now += self.seconds
        raise Unreachable("nobody takes writes")


@pytest.mark.parametrize(
    ("seconds", "attempts"),
    [
        (0.0, [0.0, 0.1, 0.5, 1.5, 2.5, 3.5, 4.5]),  # who is there says at once that it takes no writes
        (3.0, [0.0, 3.1]),  # one of them lost its power, and each attempt waits for it
    ],
)
def test_attempts_are_a_second_apart_until_patience_ends(
    seconds: float, attempts: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failover is noticed within a second of its end; whoever waits for a page is told within seven."""
    away = Away(seconds)
    monkeypatch.setattr(session, "_connected", away.connected)
    monkeypatch.setattr(session, "time", away)
    lost = Session("first")
    lost._url = "again"
    with pytest.raises(Unreachable):
        lost.execute("SELECT 1")
    assert away.attempts == attempts and away.now < 7
