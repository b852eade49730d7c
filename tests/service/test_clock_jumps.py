"""The machine's clock was days ahead and is right again: the log's times run backwards, and deadlines are too late."""

from __future__ import annotations

import pytest

from pbem.service.audit.verify import audit
from pbem.service.context import Refused, Room, next_deadline, stamp
from pbem.service.games import game_master
from pbem.service.games.history import chronicle
from pbem.service.orders.file import file_orders
from pbem.service.repository import load
from pbem.service.turns import clock_jumps
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.duels import duel

DAYS = 5 * 24.0


def jumped(room: Room, clock: HandClock) -> str:
    """A duel whose first turn was resolved while the clock was five days ahead; now it is right again."""
    stream = duel(room)
    clock.advance(DAYS)
    assert tick(room) == [(stream, 1)]
    clock.advance(-DAYS + 1)
    return stream


def test_a_jump_is_noticed(room: Room, clock: HandClock) -> None:
    """The game, when it was written to, its deadline and what that should be."""
    stream = jumped(room, clock)
    right = duel(room)
    found = {each.stream: each for each in clock_jumps.ahead(room)}
    assert right not in found and found[stream].due == load(room, stream).ledger.due > found[stream].mended
    assert found[stream].mended == next_deadline(room.now(), "", 24)
    assert f"{stream} was written to at 2026-01-06 12:00 UTC, which is not yet" == clock_jumps.words(found[stream])


def test_a_right_clock_is_no_jump(room: Room, clock: HandClock) -> None:
    """Nor is one that was set by a minute."""
    stream = duel(room)
    clock.advance(-1 / 60)
    assert clock_jumps.ahead(room) == []
    with pytest.raises(Refused, match="no deadline that was counted"):
        clock_jumps.mend(room, stream)


def test_the_deadline_is_mended(room: Room, clock: HandClock) -> None:
    """A whole turn's time from now, as it had been meant; an event of the operator with its reason; once."""
    stream = jumped(room, clock)
    assert clock_jumps.mend(room, stream) == load(room, stream).ledger.due == next_deadline(room.now(), "", 24)
    deed = chronicle(room, stream)[-1]
    assert (deed.by, deed.why) == ("the operator", clock_jumps.WHY)
    assert clock_jumps.ahead(room) == []
    clock.advance(24)
    assert tick(room) == [(stream, 2)]


def test_orders_in_between_do_not_hide_it(room: Room, clock: HandClock) -> None:
    """What is written after the clock came back is of now; the deadline is still counted from a time that is not yet."""
    stream = jumped(room, clock)
    file_orders(room, stream, "blue", "BIS: TURN L", "m1")
    (found,) = clock_jumps.ahead(room)
    assert found.stream == stream and found.mended


def test_what_somebody_set_is_left(room: Room, clock: HandClock) -> None:
    """A game master's deadline is a time that he named: he is asked to look at it."""
    stream = duel(room)
    clock.advance(DAYS)
    game_master.set_deadline(room, stream, clock(), "by agreement")
    clock.advance(-DAYS)
    (found,) = clock_jumps.ahead(room)
    assert found.due == stamp(clock.time.replace(day=6)) and found.mended == ""
    with pytest.raises(Refused, match="no deadline that was counted"):
        clock_jumps.mend(room, stream)


def test_a_log_whose_times_run_backwards_is_said_and_sound(room: Room, clock: HandClock) -> None:
    """The order of a log is that of its versions: verify says where its times run backwards, and finds nothing wrong."""
    stream = jumped(room, clock)
    file_orders(room, stream, "blue", "BIS: TURN L", "m1")
    found = audit(room, stream)
    (odd,) = found.odd
    assert "is of 2026-01-01 13:00 UTC, the one before it of 2026-01-06 12:00 UTC: the clock was set back" in odd
    assert found.sound
