"""The game as it was: what is read through the store of those who do not play ends some hours ago."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from events.base import Event
from events.platform import PolicySet
from events.store import EMPTY
from pbem.service.context import RecordCache, ServiceContext, stamp
from pbem.service.decide import change, public
from pbem.service.games.game_master import announce, end, pause
from pbem.service.games.opening import GameSetup, open_game
from pbem.service.history import OPERATOR, history
from pbem.service.orders.file import file_orders
from pbem.service.released import nobody_at_once, public_view, view_until
from pbem.service.reports.replay import undone
from pbem.service.reports.turn_report import turn_report
from pbem.service.repository import load
from pbem.service.turns.close import resolve_now
from pbem.service.turns.rollback import roll_back
from tests.conftest import HandClock


@pytest.fixture
def stream(context: ServiceContext) -> str:
    """A duel that others see 48 hours later."""
    policy = PolicySet(delay_hours=48.0, why="as agreed")
    return open_game(context, "star_navy", "open-space", 0.0, setup=GameSetup({"blue": "p1", "red": "p2"}, {}, "gm", policy))


def strangers(context: ServiceContext) -> ServiceContext:
    return public_view(context, nobody_at_once, RecordCache())


def resolved(context: ServiceContext, stream: str, turns: int, clock: HandClock) -> None:
    for _ in range(turns):
        clock.advance(1)
        resolve_now(context, stream, "all is said", OPERATOR)


def test_the_opening_is_everybodys(context: ServiceContext, stream: str) -> None:
    """However new the game is; its line in the lists is that of the opening."""
    view = strangers(context)
    assert view.store.game(stream) == context.store.game(stream)
    theirs, ours = (turn_report(each, stream, 0, None) for each in (view, context))
    assert (theirs.report, theirs.scenes, theirs.proof, theirs.due) == (ours.report, ours.scenes, ours.proof, ours.due)


def test_turns_are_seen_when_their_time_has_come(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """Each by itself, as many hours after it was resolved; the lists, the history and the log itself agree."""
    resolved(context, stream, 3, clock)
    for hours, closed in ((0, 0), (45.9, 0), (46, 1), (47, 2), (48, 3)):
        clock.time = clock.time.replace(day=1, hour=15, minute=0) + timedelta(hours=hours)
        view = strangers(context)
        row = view.store.game(stream)
        assert row is not None and (row.closed, row.turn, row.status) == (closed, closed + 1, "open"), hours
        assert load(view, stream).ledger.closed == closed
        assert sum("was resolved" in act.what and "before" not in act.what for act in history(view, stream)) == closed
        assert view.store.games() == [row] == view.store.newest_games(9) == view.store.games_with_status(["open"], 9)
        *_, last = view.store.read(stream)
        assert view.store.head(stream) == load(view, stream).head == (last.version, last.hash)


def test_whoever_takes_part_sees_the_game_as_it_is(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """The same rows, the same log; and other games are not held up."""
    resolved(context, stream, 2, clock)
    other = open_game(context, "star_navy", "open-space", 0.0, players={"blue": "p1", "red": "p2"})
    resolved(context, other, 1, clock)
    view = public_view(context, lambda name: name == stream, RecordCache())
    assert view.store.games() == context.store.games() and view.store.head(stream) == context.store.head(stream)
    assert strangers(context).store.game(other) == context.store.game(other)


def test_an_end_is_not_told_before_its_time(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """The game goes on in every list, with nothing laid open."""
    resolved(context, stream, 1, clock)
    clock.advance(50)
    pause(context, stream, "a question")
    end(context, stream, "blue has won", OPERATOR)
    view = strangers(context)
    row = view.store.game(stream)
    assert row is not None and (row.status, row.verdict, row.closed) == ("open", "", 1)
    assert view.store.games_with_status(["open", "paused"], 9) == [row] and not view.store.games_with_status(["ended"], 9)
    assert not load(view, stream).ledger.ended and load(view, stream).ledger.seed
    assert not any("over" in act.what for act in history(view, stream))
    clock.advance(48)
    assert strangers(context).store.games_with_status(["ended"], 9) == context.store.games()


def test_a_roll_back_is_seen_with_its_turn(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """No turn is marked as undone before everybody may know why."""
    resolved(context, stream, 2, clock)
    clock.advance(60)
    roll_back(context, stream, 0, "an order was read wrongly", OPERATOR)
    assert undone(context, stream) and not undone(strangers(context), stream)
    clock.advance(48)
    assert undone(strangers(context), stream) == undone(context, stream)


def test_what_is_filed_and_who_is_ready_is_not_counted(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """Flags of the open turn would tell which turn is open."""
    resolved(context, stream, 1, clock)
    file_orders(context, stream, "blue", "ready", "mail-1")
    rows = strangers(context).store.seats(stream)
    assert [(row.player, row.filed, row.ready) for row in rows] == [("p1", 0, 0), ("p2", 0, 0)]


def test_an_announcement_waits_as_well(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """It may be about the turn."""
    clock.advance(1)
    announce(context, stream, "What a turn!", OPERATOR)
    assert not any(act.why == "What a turn!" for act in history(strangers(context), stream))


@pytest.mark.parametrize("check", [True, False], ids=["with its chain", "unchecked"])
def test_a_fold_ends_where_the_view_does(context: ServiceContext, stream: str, clock: HandClock, check: bool) -> None:
    """Both ways to fold a log ask for its rows by the one that the view answers."""
    resolved(context, stream, 2, clock)
    clock.advance(47.5)
    store, told = strangers(context).store, list[Event]()
    head = store.fold(stream, EMPTY, lambda event, audience: told.append(event), check=check)
    assert head == store.head(stream) and len(told) == head.version < context.store.head(stream).version


def test_nothing_is_written_through_it(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """A writer who does not see the end of the log would try for ever."""
    clock.advance(1)
    announce(context, stream, "news", OPERATOR)
    with pytest.raises(TypeError, match="as it was"):
        change(strangers(context), stream, lambda record, now: public(record, replace(record.ledger.policy, by=OPERATOR)))


def test_a_view_up_to_a_version(context: ServiceContext, stream: str, clock: HandClock) -> None:
    """For processes of their own: the same as that of a stranger, when it ends at the same turn."""
    resolved(context, stream, 2, clock)
    clock.advance(47.5)
    view = strangers(context)
    last = view.store.head_before(stream, 2).version
    same = view_until(context, lambda _: last, RecordCache())
    assert load(same, stream).ledger.closed == 1
    assert same.store.written_at(stream) == stamp(clock.time - timedelta(hours=48.5)) == view.store.written_at(stream)
    assert same.store.stale_rows(stream) == [] and context.store.stale_rows(stream) == []
