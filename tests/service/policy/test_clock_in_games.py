"""Games under a pace of days, without an early end, and with a bound: played by the real clock, and audited."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from events.platform import DeadlineSet, PolicySet
from pbem.service.audit.verify import audit
from pbem.service.context import ActRefused, ServiceContext, parse_stamp, stamp
from pbem.service.games import game_master, seating
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.games.turn_status import turn_status
from pbem.service.history import MASTER
from pbem.service.ladder import absence
from pbem.service.orders.file import file_orders
from pbem.service.policy.pace import latest
from pbem.service.repository import load
from pbem.service.turns import rollback
from pbem.service.turns.tick import tick
from tests.conftest import START, HandClock

EVENINGS = "Mon, Thu 20:00 Europe/Berlin"
"""The tests begin on a Thursday, at noon UTC."""


def game(context: ServiceContext, **policy: object) -> str:
    """A duel of p1 and p2, run by p9."""
    settled = PolicySet(**policy, why="the game was opened")  # type: ignore[arg-type]
    setup = GameSetup({"blue": "p1", "red": "p2"}, {}, "p9", settled)
    return open_game(context, "star_navy", "first-blood", setup=setup)


def due(context: ServiceContext, stream: str) -> str:
    return load(context, stream).ledger.due[:16]


def sound(context: ServiceContext, stream: str) -> bool:
    return audit(context, stream).sound


def test_a_game_goes_from_slot_to_slot(context: ServiceContext, clock: HandClock) -> None:
    """Played for a year: every deadline but the last is a Monday or Thursday at eight in Berlin, summer and winter."""
    stream = game(context, pace=EVENINGS, days_off=["2026-01-05"])
    seen = []
    while not load(context, stream).ledger.ended and clock.time < START + timedelta(days=250):
        seen.append(due(context, stream))
        clock.time = parse_stamp(load(context, stream).ledger.due) + timedelta(seconds=20)
        assert tick(context) == [(stream, len(seen))]
    assert seen[:3] == ["2026-01-01T19:00", "2026-01-08T19:00", "2026-01-12T19:00"]
    assert {when[11:] for when in seen if "2026-04" <= when < "2026-10"} <= {"18:00"}
    assert sound(context, stream)


def test_after_an_early_end_the_next_slot_but_one_is_the_deadline(context: ServiceContext, clock: HandClock) -> None:
    """The slot of the evening was the first turn's; the second has its full time."""
    stream = game(context, pace=EVENINGS)
    for seat in ("blue", "red"):
        file_orders(context, stream, seat, "ready", seat)
    assert tick(context) == [(stream, 1)] and due(context, stream) == "2026-01-05T19:00"
    assert sound(context, stream)


def test_the_other_acts_that_set_a_deadline_use_the_pace(context: ServiceContext, clock: HandClock) -> None:
    """The last seat taken, a pause that ends, a roll-back."""
    settled = PolicySet(pace=EVENINGS, open_seats=True, why="x")
    stream = open_game(context, "star_navy", "first-blood", setup=GameSetup({"blue": "p1"}, {}, "p9", settled))
    assert due(context, stream) == ""
    seating.join(context, stream, "red", "p2")
    assert due(context, stream) == "2026-01-01T19:00"
    game_master.pause(context, stream, "a pause")
    clock.advance(30)
    assert game_master.resume(context, stream, "enough")[:16] == "2026-01-05T19:00"
    clock.time = datetime(2026, 1, 5, 19, 0, 1, tzinfo=UTC)
    assert tick(context) == [(stream, 1)]
    rollback.roll_back(context, stream, 0, "a fault")
    assert due(context, stream) == "2026-01-08T19:00"
    assert sound(context, stream)


def test_a_new_pace_holds_from_the_next_deadline_on(context: ServiceContext, clock: HandClock) -> None:
    """Nobody's present deadline is taken from them."""
    stream = game(context)
    absence.set_policy(context, stream, PolicySet(pace=EVENINGS, why="as all agreed"))
    assert due(context, stream) == stamp(START + timedelta(hours=24))[:16]
    clock.advance(24)
    assert tick(context) == [(stream, 1)] and due(context, stream) == "2026-01-05T19:00"
    assert sound(context, stream)


def test_a_game_without_early_ends_waits_for_its_deadline(context: ServiceContext, clock: HandClock) -> None:
    """All are ready and nothing is resolved; nothing says that it would be; more time may still be asked for."""
    stream = game(context, early=False)
    first = file_orders(context, stream, "blue", "BIS: TURN L\nready", "m1")
    last = file_orders(context, stream, "red", "SR1: TURN L\nready", "m2")
    assert not first.early and last.waiting == [] and last.due[:16] == "2026-01-02T12:00"
    assert tick(context) == [] and due(context, stream) == "2026-01-02T12:00"
    told = turn_status(context, stream, "red")
    assert told.otherwise == "The turn is resolved at the deadline, even if all are ready sooner. You can still change it."
    for seat in ("blue", "red"):
        file_orders(context, stream, seat, "extend 6h: a storm", f"{seat} more")
    assert due(context, stream) == "2026-01-02T18:00"
    clock.advance(30)
    assert tick(context) == [(stream, 1)]
    assert sound(context, stream)


def test_a_seat_that_is_left_ends_no_turn_either(context: ServiceContext, clock: HandClock) -> None:
    """The one who was waited for goes; the deadline stands all the same."""
    stream = game(context, early=False)
    file_orders(context, stream, "blue", "ready", "m1")
    seating.resign(context, stream, "red", "p2", "no time")
    assert due(context, stream) == "2026-01-02T12:00" and tick(context) == []
    assert sound(context, stream)


def test_players_move_a_deadline_as_far_as_the_game_lets_them(context: ServiceContext, clock: HandClock) -> None:
    """What they ask beyond the bound is cut to it; then no more is given; a decision begins anew."""
    stream = game(context, max_hours=36.0)
    for seat in ("blue", "red"):
        file_orders(context, stream, seat, "extend 2d: a storm", f"{seat} 1")
    assert due(context, stream) == "2026-01-04T00:00"
    file_orders(context, stream, "blue", "extend 2d: still", "blue 2")
    refused = file_orders(context, stream, "red", "extend 2d: still", "red 2")
    assert "the deadline has moved by 36 hours, which is the most in this game" in refused.problems[0]
    game_master.extend(context, stream, 24, "as you like", MASTER)
    bound = latest(load(context, stream))
    assert bound is not None and stamp(bound)[:16] == "2026-01-06T12:00"
    assert sound(context, stream)


def test_without_a_bound_or_a_deadline_there_is_no_latest(context: ServiceContext) -> None:
    """`latest` is None then."""
    assert latest(load(context, game(context))) is None
    assert latest(load(context, game(context, pace="0h", max_hours=24.0))) is None


def test_a_game_without_deadlines_ends_turns_when_all_are_ready(context: ServiceContext, clock: HandClock) -> None:
    """`0h`, though the opening said a day."""
    stream = game(context, pace="0h")
    assert due(context, stream) == ""
    for seat in ("blue", "red"):
        file_orders(context, stream, seat, "ready", seat)
    assert tick(context) == [(stream, 1)] and due(context, stream) == ""
    assert not [e for e in context.store.read(stream) if isinstance(e.event, DeadlineSet) and e.event.cause == "rhythm"]
    assert sound(context, stream)


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ({"pace": "0h", "early": False}, "a turn without a deadline ends when all are ready"),
        ({"pace": "24h", "min_hours": 25.0}, "the shortest turn, 25 hours, is longer than the pace of 24 hours"),
        ({"pace": "never"}, "cannot be read"),
        ({"grace_hours": 337.0}, "grace_hours (grace) is 0 to 336 hours, not 337"),
        ({"grace_hours": float("nan")}, "grace_hours (grace) is 0 to 336 hours, not nan"),
        ({"excuses": -1}, "excuses (excuses of each seat) is 0 to 100, not -1"),
        ({"reliability": 101}, "is 0 to 100 %, not 101"),
        ({"days_off": ["2026-02-30"]}, "'2026-02-30' is no date"),
        ({"days_off": ["20260201"]}, "'20260201' is no date"),
        ({"days_off": ["2026-02-01"] * 401}, "401 days off are too many; 400 is the most"),
        ({"votes": {"lunch": 50}}, "nothing called 'lunch' is voted on; there are more time, pause"),
        ({"votes": {"draw": 101}}, "the vote on draw: 0 to 100 per cent"),
        ({"silent_then": "nobody"}, "silent_then (who decides then): there are players, operator"),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(context: ServiceContext, policy: dict[str, object], said: str) -> None:
    """At the opening and later; nothing is written."""
    stream = game(context)
    with pytest.raises(ActRefused) as refused:
        game(context, **policy)
    assert said in str(refused.value)
    with pytest.raises(ActRefused) as later:
        absence.set_policy(context, stream, PolicySet(**policy, why="x"))  # type: ignore[arg-type]
    assert str(later.value) == str(refused.value)
    assert context.store.streams() == [stream] and load(context, stream).ledger.policy.why == "the game was opened"
