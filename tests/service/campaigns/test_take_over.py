"""CMP-3.1: the end of a battle is taken over whole or not at all, and once."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest

from events.campaign.battles import BattleReported
from events.platform import TurnClosed, TurnLocked
from events.store import Head
from pbem.campaign.played import PLAYED
from pbem.core.fleets.fleet_units import Muster
from pbem.database import open_database
from pbem.service.audit.verify import audit
from pbem.service.campaigns.go_on import go_on, troubles
from pbem.service.campaigns.take_over import report_due, take_over
from pbem.service.context import ServiceContext
from pbem.service.masters.needs import needs
from pbem.service.repository import load
from tests.conftest import HandClock, repeated_entropy
from tests.service.builders.skirmishes import assert_all_sound, fight, skirmishes, state, to_battles
from tests.service.masters.test_needs import QUIET

POINTS = 20


@pytest.fixture
def fought(context: ServiceContext) -> str:
    """A campaign whose first battle has ended, and nobody has told it."""
    campaign = skirmishes(context)
    fight(context, to_battles(context, campaign)[0])
    return campaign


def test_an_end_is_one_append_that_closes_the_battle_turn(context: ServiceContext, fought: str) -> None:
    before = context.store.head(fought).version
    assert take_over(context, fought, 1)
    entries = list(context.store.read(fought, before))
    assert len({entry.at for entry in entries}) == 1
    assert [type(entry.event) for entry in entries[:2]] == [BattleReported, TurnLocked]
    assert any(isinstance(entry.event, TurnClosed) for entry in entries)
    battle = state(context, fought).battles[1]
    assert battle.over and not state(context, fought).battles[2].over
    assert set(battle.units) == {"BIS", "SR1"}
    assert_all_sound(context, fought)


def test_the_report_is_known_by_the_stream_and_head_of_the_battle(context: ServiceContext, fought: str) -> None:
    take_over(context, fought, 1)
    (entry,) = context.store.select(fought, [BattleReported])
    assert isinstance(entry.event, BattleReported)
    assert (entry.event.stream, entry.event.head) == ("g1", context.store.head("g1").hash.hex())


def test_taken_over_twice_it_is_once(context: ServiceContext, fought: str) -> None:
    assert take_over(context, fought, 1)
    head, dump = context.store.head(fought), load(context, fought).dump()
    assert not take_over(context, fought, 1)
    go_on(context)
    assert (context.store.head(fought), load(context, fought).dump()) == (head, dump)


def test_a_battle_that_goes_on_is_not_taken_over(context: ServiceContext, fought: str) -> None:
    assert not take_over(context, fought, 2)


def test_units_come_back_as_the_battle_left_them(context: ServiceContext, fought: str) -> None:
    muster = load(context, "g1").game.fleets.muster(load(context, "g1").state)  # type: ignore[union-attr]
    take_over(context, fought, 1)
    units = state(context, fought).units
    assert {id: units[id].lacks for id in ("BIS", "SR1")} == {id: muster.units[id].lacks for id in ("BIS", "SR1")}
    assert any(units[id].lacks for id in ("BIS", "SR1"))


# ---------------------------------------------------------------- killed


def another_life(path: Path, clock: HandClock) -> ServiceContext:
    """A process of its own on the same database."""
    return ServiceContext(open_database(path), PLAYED, clock, repeated_entropy(), b"a secret for tests", clock.monotonic)


def calls_of(act: Callable[[], object], last: int = sys.maxsize) -> int:
    """Do it, and die at the call of this number. Returns how many calls it made."""
    count = 0

    def counted(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1
            if count == last:
                os._exit(9)

    sys.setprofile(counted)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def in_a_life(path: Path, clock: HandClock, campaign: str, last: int) -> None:
    """A process that takes the battle over and is killed at this call."""
    child = os.fork()
    if not child:
        context = another_life(path, clock)
        calls_of(lambda: take_over(context, campaign, 1), last)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 9 << 8


def test_killed_at_any_point_it_is_whole_or_not_there(
    context: ServiceContext, fought: str, clock: HandClock, tmp_path: Path
) -> None:
    path = context.database.path
    before = context.store.head(fought)
    context.database.con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    context.database.close()
    clean = path.read_bytes()

    def at(name: str) -> Path:
        (tmp_path / name).write_bytes(clean)
        return tmp_path / name

    warm = another_life(at("warm.db"), clock)
    take_over(warm, fought, 1)
    assert audit(warm, fought).sound  # from here on what the process keeps is there, and each life makes the same calls
    warm.database.close()
    whole = another_life(at("whole.db"), clock)
    calls = calls_of(lambda: take_over(whole, fought, 1))
    after = whole.store.head(fought)
    whole.database.close()
    seen = set()
    for number in range(POINTS):
        killed = at(f"killed {number}.db")
        in_a_life(killed, clock, fought, 1 + calls * number // POINTS)
        seen.add(_outcome(another_life(killed, clock), fought, before, after))
    last = at("last.db")
    in_a_life(last, clock, fought, calls)
    seen.add(_outcome(another_life(last, clock), fought, before, after))
    assert seen == {"not there", "whole"}


def _outcome(context: ServiceContext, campaign: str, before: Head, after: Head) -> str:
    """What the log has; the next life brings it to the same end either way."""
    try:
        there = context.store.head(campaign)
        assert there in (before, after)
        take_over(context, campaign, 1)
        assert context.store.head(campaign) == after and audit(context, campaign).sound
        return "whole" if there == after else "not there"
    finally:
        context.database.close()


# ---------------------------------------------------------------- what does not fit


def with_muster(context: ServiceContext, change: Callable[[Muster], Muster]) -> None:
    """Star Navy says something else of how battles ended."""
    game = PLAYED["star_navy"]
    assert game.fleets is not None
    told = game.fleets.muster
    fleets = replace(game.fleets, muster=lambda known: change(told(known)))
    context.games = {**{key: PLAYED[key] for key in PLAYED}, "star_navy": replace(game, fleets=fleets)}
    context.records = type(context.records)()


def _without_bis(muster: Muster) -> Muster:
    return Muster({id: end for id, end in muster.units.items() if id != "BIS"}, muster.points)


def _with_another(muster: Muster) -> Muster:
    return Muster({**muster.units, "GHO": muster.units["BIS"]}, muster.points)


def _of_another_class(muster: Muster) -> Muster:
    return Muster({**muster.units, "BIS": replace(muster.units["BIS"], unit_class="DN")}, muster.points)


WRONG: list[tuple[Callable[[Muster], Muster], str]] = [
    (_without_bis, "BIS was sent to battle 1, and its end says nothing of it"),
    (_with_another, "GHO is in the end of battle 1, and nobody sent it"),
    (_of_another_class, "BIS was sent as FF, and comes back as DN"),
]


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_a_mismatch_stops_only_this_report(
    context: ServiceContext,
    fought: str,
    change: Callable[[Muster], Muster],
    words: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fight(context, "g2")
    with_muster(context, lambda muster: change(muster) if "BIS" in muster.units else muster)
    with caplog.at_level(logging.ERROR):
        go_on(context)
    assert words in caplog.text
    found = state(context, fought)
    assert not found.battles[1].over and found.battles[2].over, "the other one is taken over"
    assert found.units["BIS"].where == "battle" and found.units["BIS"].lacks == {}
    assert troubles(context, fought) == [f"Battle 1 (g1): {words}"]
    assert f"Battle 1 (g1): {words}" in [need.what for need in needs(context, fought, QUIET)]
    caplog.clear()
    go_on(context)
    assert not caplog.text, "it is told again only when something has changed"
    with_muster(context, lambda muster: muster)
    context.idle.clear()
    go_on(context)
    assert state(context, fought).battles[1].over


def test_a_corrupt_battle_stops_only_its_report(context: ServiceContext, fought: str, caplog: pytest.LogCaptureFixture) -> None:
    con = context.database.con
    con.execute("DROP TRIGGER events_no_update")
    con.execute("UPDATE events SET data=replace(data, '1', '2') WHERE stream='g1' AND type='star_navy.moved'")
    context.store.drop_snapshots()
    context.records = type(context.records)()
    fight(context, "g2")
    with caplog.at_level(logging.ERROR):
        go_on(context)
    assert "g1 version" in caplog.text
    assert not state(context, fought).battles[1].over and state(context, fought).battles[2].over
    assert any("g1 version" in need.what for need in needs(context, fought, QUIET))


def test_an_end_is_not_taken_over_in_a_paused_campaign(context: ServiceContext, fought: str) -> None:
    from pbem.service.games.game_master import pause, resume

    pause(context, fought, "the umpire is asked", "operator")
    go_on(context)
    assert not state(context, fought).battles[1].over
    resume(context, fought, "all is well", "operator")
    go_on(context)
    assert state(context, fought).battles[1].over


def test_nothing_is_reported_to_a_campaign_that_is_over(context: ServiceContext, fought: str) -> None:
    from pbem.service.games.game_master import end

    end(context, fought, "we stop", "operator")
    record = load(context, fought)
    assert report_due(context, record, 1) is None
    go_on(context)
    assert not state(context, fought).battles[1].over
    assert context.store.game("g2").status == "ended", "the other battle is void"  # type: ignore[union-attr]
