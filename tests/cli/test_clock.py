"""The clock: one heartbeat however many games there are, that survives faults and catches up once after downtime."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from events.platform import PolicySet, TurnClosed
from pbem.app_context import AppContext
from pbem.clock import Clock
from pbem.games import GAMES
from pbem.gateway.gateway import Gateway
from pbem.operation import readiness
from pbem.service import vacation
from pbem.service.context import ServiceContext, parse_stamp, stamp
from pbem.service.games import opening
from pbem.service.policy.pace import next_deadline
from pbem.service.repository import load
from pbem.service.turns import tick as tick_module
from pbem.service.turns.tick import tick
from pbem.settings.settings import Config, read_config
from tests.conftest import START, HandClock, repeated_entropy
from tests.stores import new_file

PATIENCE = 120.0
TINY = 0.01
DAY = 24.0
DAILY = DAY * 3600
"""The interval of a heartbeat that comes once a day: such a pause is no outage."""


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return read_config({"WARDROOM_DATA": str(tmp_path / "data")}, tmp_path / ".env")


@pytest.fixture
def app(config: Config, clock: HandClock) -> Iterator[AppContext]:
    """The whole service, its time moved by hand."""
    database = new_file(Path(config.database))
    context = ServiceContext(database, GAMES, clock, repeated_entropy(), config.secret, clock.monotonic)
    yield AppContext(config, context, Gateway(context, config.mail))
    database.close()


def open_games(app: AppContext, number: int) -> list[str]:
    """Bots' games, each due in a day, and none of them ready."""
    players = {"blue": app.person("blue@example.org").id, "red": "bot:cautious"}
    return [opening.open_game(app.context, "star_navy", "open-space", players=players, rhythm_hours=DAY) for _ in range(number)]


def closed(app: AppContext, stream: str) -> list[int]:
    return [entry.event.turn for entry in app.context.store.read(stream) if isinstance(entry.event, TurnClosed)]


def jobs(clock: Clock) -> list[Any]:
    return list(clock._scheduler.get_jobs())


def running(heartbeat: Callable[[], object], seconds: float) -> Clock:
    clock = Clock(heartbeat, seconds)
    clock.start()
    return clock


def test_many_games_are_one_job_that_no_delay_can_skip(app: AppContext) -> None:
    """Not a job a deadline: one heartbeat, never skipped for being late, never piled up, never twice at once."""
    open_games(app, 8)
    clock = running(lambda: tick(app.context), 3600)
    try:
        (job,) = jobs(clock)
        assert job.id == "heartbeat"
        assert job.misfire_grace_time is None
        assert job.coalesce is True
        assert job.max_instances == 1
        open_games(app, 4)
        assert [each.id for each in jobs(clock)] == ["heartbeat"]
    finally:
        clock.stop()


def test_the_first_heartbeat_comes_at_once(app: AppContext) -> None:
    """What is overdue does not wait for the rhythm; but nobody waits for what the first heartbeat has to do."""
    began, go_on, heartbeats = threading.Event(), threading.Event(), list[int]()

    def heartbeat() -> None:
        began.set()
        assert go_on.wait(PATIENCE)
        heartbeats.append(1)

    clock = running(heartbeat, 3600)
    assert began.wait(PATIENCE) and heartbeats == []
    go_on.set()
    clock.stop()
    assert heartbeats == [1]


def test_a_heartbeat_that_raises_is_logged_and_the_next_one_comes(caplog: pytest.LogCaptureFixture) -> None:
    """A fault in one heartbeat, the first of all or a later one, stops no other."""
    third = threading.Event()
    heartbeats: list[int] = []

    def heartbeat() -> None:
        heartbeats.append(len(heartbeats))
        if len(heartbeats) >= 3:
            third.set()
            return
        raise RuntimeError(f"fault {len(heartbeats)}")

    clock = running(heartbeat, TINY)
    try:
        assert third.wait(PATIENCE), "no third heartbeat came"
    finally:
        clock.stop()
    failed = [record for record in caplog.records if record.name == "pbem.clock" and record.levelname == "ERROR"]
    assert [str(record.exc_info[1]) for record in failed if record.exc_info] == ["fault 1", "fault 2"]


def test_a_slow_heartbeat_is_never_joined_by_another() -> None:
    """A heartbeat that takes longer than the rhythm: the next one waits until it is done."""
    inside = threading.Lock()
    overlapped, several = threading.Event(), threading.Event()
    heartbeats: list[int] = []
    pause = threading.Event()

    def heartbeat() -> None:
        if not inside.acquire(blocking=False):
            overlapped.set()
            return
        pause.wait(TINY * 5)
        heartbeats.append(1)
        if len(heartbeats) >= 4:
            several.set()
        inside.release()

    clock = running(heartbeat, TINY)
    try:
        assert several.wait(PATIENCE)
    finally:
        clock.stop()
    assert not overlapped.is_set()


def test_stop_waits_for_the_running_heartbeat() -> None:
    """After `stop` no heartbeat is under way, and none comes."""
    entered, go_on, done = threading.Event(), threading.Event(), threading.Event()
    first = iter([True])

    def heartbeat() -> None:
        if next(first, False):
            return
        entered.set()
        assert go_on.wait(PATIENCE)
        done.set()

    clock = running(heartbeat, TINY)
    assert entered.wait(PATIENCE)
    stopping = threading.Thread(target=clock.stop)
    stopping.start()
    stopping.join(TINY * 5)
    assert stopping.is_alive() and not done.is_set()
    go_on.set()
    stopping.join(PATIENCE)
    assert done.is_set() and not stopping.is_alive()
    assert not clock._scheduler.running


def test_a_heartbeat_handles_every_overdue_game_once(app: AppContext, clock: HandClock) -> None:
    """Where heartbeats are rare, one of them resolves one turn of each game, and each gets its full time again."""
    streams = open_games(app, 4)
    app.heartbeat(DAILY)
    clock.advance(2 * DAY + 5)
    assert sorted(app.heartbeat(DAILY)) == sorted((stream, 1) for stream in streams)
    assert app.heartbeat(DAILY) == []
    for stream in streams:
        assert closed(app, stream) == [1]
        row = app.context.store.game(stream)
        assert row is not None and row.due == next_deadline(clock(), PolicySet(), DAY)


def test_nothing_is_resolved_before_its_time(app: AppContext, clock: HandClock) -> None:
    """A second before the deadline nothing happens; at the deadline it does."""
    (stream,) = open_games(app, 1)
    row = app.context.store.game(stream)
    assert row is not None and row.due is not None and parse_stamp(row.due) > START
    clock.advance(DAY - 1 / 3600)
    assert app.heartbeat(DAILY) == []
    clock.advance(1 / 3600)
    assert app.heartbeat(DAILY) == [(stream, 1)]


def test_a_heartbeat_reminds_and_tells_new_games_of_a_vacation(app: AppContext, clock: HandClock) -> None:
    """Three hours before the deadline, by mail, once; a seat that is taken during a vacation is noted."""
    (stream,) = open_games(app, 1)
    blue = app.person("blue@example.org")
    app.heartbeat(DAILY)
    folder = app.config.data / "mail" / "blue@example.org" / "new"
    clock.advance(DAY - 3)
    for _ in range(2):
        app.heartbeat(DAILY)
    assert len(list(folder.iterdir())) == 2, "the report and a reminder"
    vacation.leave(app.context, blue.id, clock() + timedelta(days=9), "skiing")
    (second,) = open_games(app, 1)
    app.heartbeat(DAILY)
    absent = [load(app.context, each).ledger.absent for each in (stream, second)]
    assert absent[0] == absent[1] == {"blue": stamp(clock() + timedelta(days=9))}


def test_two_heartbeats_at_once_resolve_each_turn_once(app: AppContext, clock: HandClock) -> None:
    """The clock's thread and the mail worker's heartbeat together: no turn is resolved twice, no report queued twice."""
    streams = open_games(app, 2)
    app.heartbeat(DAILY)
    clock.advance(DAY)
    resolved: list[tuple[str, int]] = []
    faults: list[BaseException] = []

    def heartbeat() -> None:
        try:
            resolved.extend(app.heartbeat(DAILY))
        except BaseException as e:
            faults.append(e)
        finally:
            app.context.database.con.close()

    workers = [threading.Thread(target=heartbeat) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(PATIENCE)
    assert faults == []
    assert sorted(resolved) == sorted((stream, 1) for stream in streams)
    assert [closed(app, stream) for stream in streams] == [[1]] * len(streams)
    folder = app.config.data / "mail" / "blue@example.org" / "new"
    assert len(list(folder.iterdir())) == 2 * len(streams)


def test_a_heartbeat_stops_between_two_games(app: AppContext, clock: HandClock) -> None:
    """Told to stop, it finishes the game that it is at, and begins nothing more; the next heartbeat handles the rest."""
    streams = open_games(app, 3)
    app.heartbeat(DAILY)
    clock.advance(DAY)
    asked = iter([False] * 100)
    done: list[tuple[str, int]] = []

    def stop() -> bool:
        next(asked)
        return any(closed(app, stream) for stream in streams)

    done += tick(app.context, stop=stop)
    assert len(done) == 1
    assert sorted([*done, *tick(app.context)]) == sorted((stream, 1) for stream in streams)


def test_nothing_is_resolved_once_the_service_is_stopping(app: AppContext, clock: HandClock) -> None:
    """Mail that came in time may be left then, so no turn may be resolved without it."""
    streams = open_games(app, 2)
    app.heartbeat(DAILY)
    clock.advance(DAY)
    app.gateway.closing.set()
    assert app.heartbeat(DAILY) == [] and [closed(app, stream) for stream in streams] == [[], []]
    app.gateway.closing.clear()
    assert len(app.heartbeat(DAILY)) == 2


@pytest.mark.parametrize(("seconds", "says"), [(100, ""), (181, "clock: it hangs: the last game or mail was done 181 s ago")])
def test_a_busy_heartbeat_is_told_from_one_that_hangs(
    app: AppContext, clock: HandClock, monkeypatch: pytest.MonkeyPatch, seconds: float, says: str
) -> None:
    """Five games of 100 seconds each are much to do; a single one of three minutes is too much. `/readyz` is asked in each."""
    open_games(app, 5)
    app.heartbeat(DAILY)
    clock.advance(DAY)
    monkeypatch.setattr(readiness, "free_bytes", lambda _: 10**9)
    close_turn, said = tick_module.close_turn, []

    def slowly(context: ServiceContext, stream: str, turn: int) -> bool:
        clock.advance(seconds / 3600)
        said.append(app.unready())
        return close_turn(context, stream, turn)

    monkeypatch.setattr(tick_module, "close_turn", slowly)
    assert len(app.heartbeat(DAILY)) == 5
    assert len(said) == 5 and all(words.startswith(says) and bool(words) == bool(says) for words in said)
    assert app.unready() == ""


def test_a_sender_that_goes_on_does_not_speak_for_the_clock(app: AppContext, clock: HandClock) -> None:
    """Steps of another thread note no heartbeat."""
    app.heartbeat(DAILY)
    clock.advance(1)
    sender = threading.Thread(target=app.gateway.stopping)
    sender.start()
    sender.join(PATIENCE)
    assert app.unready().startswith("clock: its last beat was 3600 s ago")
