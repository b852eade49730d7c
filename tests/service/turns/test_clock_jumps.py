"""The machine's clock was days ahead and is right again: the log's times run backwards, and deadlines are too late."""

from __future__ import annotations

import pytest

from events.platform import PolicySet
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext, stamp
from pbem.service.games import game_master
from pbem.service.history import history
from pbem.service.orders.file import file_orders
from pbem.service.policy.pace import next_deadline
from pbem.service.repository import load
from pbem.service.turns import clock_jumps
from pbem.service.turns.tick import tick
from tests.conftest import HandClock
from tests.service.builders.duel import duel

DAYS = 5 * 24.0


def jumped(context: ServiceContext, clock: HandClock) -> str:
    """A duel whose first turn was resolved while the clock was five days ahead; now it is right again."""
    stream = duel(context)
    clock.advance(DAYS)
    assert tick(context) == [(stream, 1)]
    clock.advance(-DAYS + 1)
    return stream


def test_a_jump_is_noticed(context: ServiceContext, clock: HandClock) -> None:
    """The game, when it was written to, its deadline and what that should be."""
    stream = jumped(context, clock)
    right = duel(context)
    found = {each.stream: each for each in clock_jumps.ahead(context)}
    assert right not in found and found[stream].due == load(context, stream).ledger.due > found[stream].mended
    assert found[stream].mended == next_deadline(context.now(), PolicySet(), 24)
    assert f"{stream} was written to at 2026-01-06 12:00 UTC, which is not yet" == clock_jumps.words(found[stream])


def test_a_right_clock_is_no_jump(context: ServiceContext, clock: HandClock) -> None:
    """Nor is one that was set by a minute."""
    stream = duel(context)
    clock.advance(-1 / 60)
    assert clock_jumps.ahead(context) == []
    with pytest.raises(ActRefused, match="no deadline that was counted"):
        clock_jumps.mend(context, stream)


def test_the_deadline_is_mended(context: ServiceContext, clock: HandClock) -> None:
    """A whole turn's time from now, as it had been meant; an event of the operator with its reason; once."""
    stream = jumped(context, clock)
    wanted = next_deadline(context.now(), PolicySet(), 24)
    assert clock_jumps.mend(context, stream) == load(context, stream).ledger.due == wanted
    act = history(context, stream)[-1]
    assert (act.by, act.why) == ("the operator", clock_jumps.WHY)
    assert clock_jumps.ahead(context) == []
    clock.advance(24)
    assert tick(context) == [(stream, 2)]


def test_orders_in_between_do_not_hide_it(context: ServiceContext, clock: HandClock) -> None:
    """What is written after the clock came back is of now; the deadline is still counted from a time that is not yet."""
    stream = jumped(context, clock)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    (found,) = clock_jumps.ahead(context)
    assert found.stream == stream and found.mended


def test_what_somebody_set_is_left(context: ServiceContext, clock: HandClock) -> None:
    """A game master's deadline is a time that they named: they are asked to look at it."""
    stream = duel(context)
    clock.advance(DAYS)
    game_master.set_deadline(context, stream, clock(), "by agreement")
    clock.advance(-DAYS)
    (found,) = clock_jumps.ahead(context)
    assert found.due == stamp(clock.time.replace(day=6)) and found.mended == ""
    with pytest.raises(ActRefused, match="no deadline that was counted"):
        clock_jumps.mend(context, stream)


def test_a_log_whose_times_run_backwards_is_said_and_sound(context: ServiceContext, clock: HandClock) -> None:
    """The order of a log is that of its versions: verify says where its times run backwards, and finds nothing wrong."""
    stream = jumped(context, clock)
    file_orders(context, stream, "blue", "BIS: TURN L", "m1")
    found = audit(context, stream)
    (odd,) = found.odd
    assert "is of 2026-01-01 13:00 UTC, the one before it of 2026-01-06 12:00 UTC: the clock was set back" in odd
    assert found.sound
