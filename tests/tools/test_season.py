"""A year of play with people who vanish, forget and come late, and nobody to help: every game ends, and nobody loses a turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from events.base import Event
from events.platform import (
    AbsenceSet,
    DeadlineSet,
    GameEnded,
    GamePaused,
    GameResumed,
    MasterSilent,
    OrdersAwaited,
    OutageHealed,
    SeatOpened,
    SeatTaken,
    SeatVacated,
    SitterCalled,
    SitterLeft,
    StoodIn,
)
from pbem.service.context import parse_stamp
from tools.simulation.journal import verdict
from tools.simulation.year import HOLIDAYS, OUTAGES, Year, begin_year

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Year]:
    """The whole year, played once."""
    played = begin_year(Path(tmp_path_factory.mktemp("season")))
    played.run()
    yield played
    played.story.service.context.database.close()


def events(year: Year, *kinds: type[Event]) -> list[tuple[str, Event]]:
    """(game, event) of these kinds, game by game."""
    store = year.story.service.context.store
    return [(row.stream, entry.event) for row in store.games() for entry in store.select(row.stream, kinds, 0)]


def test_all_games_end_without_a_human_hand_and_no_order_in_time_is_lost(year: Year) -> None:
    lines, failed = verdict(year)
    assert not failed, "\n".join(lines)
    assert len(events(year, GameEnded)) == 4


def test_every_step_of_the_ladder_was_taken(year: Year) -> None:
    """Excuse and grace, sitter and officer, bot and substitute: each for somebody."""
    awaited = {event.cause for _, event in events(year, OrdersAwaited) if isinstance(event, OrdersAwaited)}
    assert {"excuse", "grace", "sitter"} <= awaited
    called = [event for _, event in events(year, SitterCalled) if isinstance(event, SitterCalled)]
    assert {event.officer for event in called} == {True, False} and events(year, SitterLeft)
    assert events(year, StoodIn) and events(year, SeatVacated) and events(year, SeatOpened)
    taken = [event for _, event in events(year, SeatTaken) if isinstance(event, SeatTaken)]
    assert len(taken) > sum(len(year.story.service.context.store.seats(f"g{number}")) for number in range(1, 5))


def test_both_outages_and_the_wrong_clock_gave_their_time_back(year: Year) -> None:
    healed = [event for _, event in events(year, OutageHealed) if isinstance(event, OutageHealed)]
    for outage in OUTAGES:
        assert any(abs(parse_stamp(event.began) - outage.begin) <= timedelta(hours=1) for event in healed), outage
    clocks = [event for _, event in events(year, DeadlineSet) if isinstance(event, DeadlineSet) and event.cause == "clock"]
    assert clocks or any("clock" in event.doors for event in healed)


def test_the_slot_stays_at_its_local_time(year: Year) -> None:
    """Thursdays at 20:00 in Berlin, before, in and after summer time."""
    due = [
        parse_stamp(event.due).astimezone(BERLIN)
        for stream, event in events(year, DeadlineSet)
        if stream == "g1" and isinstance(event, DeadlineSet) and event.cause == "rhythm"
    ]
    assert {(at.weekday(), at.hour, at.minute) for at in due} == {(3, 20, 0)}
    assert len({at.utcoffset() for at in due}) == 2


def test_holidays_were_noted_in_all_games_of_the_player(year: Year) -> None:
    away = {(stream, event.seat) for stream, event in events(year, AbsenceSet) if isinstance(event, AbsenceSet) and event.until}
    assert {("g1", "a"), ("g1", "d")} <= away and len(HOLIDAYS) == 2


def test_the_players_paused_and_went_on_while_their_master_was_silent(year: Year) -> None:
    paused = [event for _, event in events(year, GamePaused, GameResumed) if isinstance(event, GamePaused | GameResumed)]
    assert [event.by for event in paused] == ["players", "players"] and events(year, MasterSilent)


def test_no_subject_tells_what_happened(year: Year) -> None:
    """A neutral subject names the game, its turn, and when orders are due."""
    verdicts = [row.verdict for row in year.story.service.context.store.games()]
    for received in year.mail.mails:
        subject = str(received.message["Subject"])
        assert not any(verdict in subject or word in subject for verdict in verdicts for word in ("win", "lose", "sunk"))


def test_nobody_is_flooded(year: Year) -> None:
    """No player gets more than six mails in any day."""
    for captain in year.captains.values():
        days = [received.at.date() for received in captain.mails]
        assert max((days.count(day) for day in set(days)), default=0) <= 6, captain.person.address
