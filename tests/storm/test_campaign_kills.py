"""The service is killed again and again while bots play a campaign with two battles at once: all of it is whole, and once."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from events.base import Event
from events.campaign.battles import BattleOpened, BattleReported
from events.campaign.refit import BattleSet
from pbem.app_context import open_app_context
from pbem.campaign.conservation import Count, gained_or_lost
from pbem.service.campaigns.campaign_log import campaign_state
from pbem.service.context import ServiceContext
from pbem.service.repository import load
from pbem.settings.settings import read_config
from tests.service.builders.skirmishes import FILE, skirmishes
from tests.storm.storm import PATIENCE, Service

KILLS = int(os.environ.get("WARDROOM_CAMPAIGN_KILLS", "8"))
ROUNDS = 3
LATEST = 1.0
"""Seconds from the open port to the latest moment of a kill."""


def _endless() -> dict[str, object]:
    """The parts of the skirmishes' file by which both duels are fought in every round, and lost units are replaced."""
    nodes = [{**node, "edges": [{"to": node["id"]}]} for node in FILE["nodes"][:2]]
    sides = [{**side, "points": 100} for side in FILE["sides"]]
    refits = {"costs": {"*": 1}, "income": 20, "won": 2, "new": 1}
    return {"sides": sides, "nodes": nodes, "rounds": ROUNDS, "refits": refits}


def _is_over(service: Service) -> bool:
    return service.ask("SELECT status FROM games WHERE stream='c1'") == [("ended",)]


def _kill(service: Service, after: float) -> None:
    """One life, to its kill."""
    service.spawn()
    service.await_up()
    time.sleep(after)
    service.end(signal.SIGKILL)


def _to_its_end(service: Service) -> None:
    """The last life: until the campaign is over, and the service is told to stop."""
    service.spawn()
    service.await_up()
    end = time.monotonic() + PATIENCE
    while not _is_over(service):
        assert time.monotonic() < end, "the campaign does not end"
        time.sleep(0.05)
    assert service.end() == 0


def _times(context: ServiceContext, kind: type[Event]) -> Counter[int]:
    """How often the campaign was told so of each battle."""
    return Counter(entry.event.battle for entry in context.store.select("c1", [kind]))


def _not_accounted_for(context: ServiceContext) -> Iterator[str]:
    """What any turn of the campaign has gained or lost against the rules."""
    reports = {entry.turn: entry.event for entry in context.store.select("c1", [BattleReported])}
    for turn in range(1, load(context, "c1").ledger.closed + 1):
        before, report = Count.of(campaign_state(load(context, "c1", turn - 1))), reports.get(turn)
        assert report is None or isinstance(report, BattleReported)
        yield from gained_or_lost(before, campaign_state(load(context, "c1", turn)), report)


@pytest.mark.deep
def test_battles_are_opened_once_and_taken_over_whole_and_once(tmp_path: Path) -> None:
    """CMP-2.5, CMP-3.1: whenever the service is killed, it goes on where it was."""
    service, chance = Service(tmp_path / "data", f"maildir:{tmp_path / 'mail'}"), random.Random(7)
    app = open_app_context(read_config(service.env))
    with closing(app.context.database):
        assert skirmishes(app.context, {"blue": "bot:steady", "red": "bot:steady"}, **_endless()) == "c1"
    killed = 0
    while killed < KILLS and not _is_over(service):
        _kill(service, chance.uniform(0, LATEST))
        killed += 1
    _to_its_end(service)
    assert killed >= KILLS // 2, f"all was over after {killed} kills: there was too little to fight"
    app = open_app_context(read_config(service.env))
    with closing(app.context.database):
        store, battles = app.context.store, campaign_state(load(app.context, "c1")).battles
        played = {number for number, battle in battles.items() if battle.stream}
        assert _times(app.context, BattleSet) == Counter(battles.keys()) and len(played) >= 4
        assert _times(app.context, BattleOpened) == _times(app.context, BattleReported) == Counter(played)
        assert [(row.battle, row.stream) for row in store.battles("c1")] == [(n, battles[n].stream) for n in sorted(played)]
        assert all(row.status == "ended" for row in store.battles("c1"))
        assert list(_not_accounted_for(app.context)) == []
    verified = service.run("verify", "--json")
    assert verified.returncode == 0 and len(json.loads(verified.stdout)) == 1 + len(played)
    assert "Traceback" not in service.log.read_text(errors="replace")
