"""Every way to falsify a game, with a hash chain that is right all the same, is found and told with version and reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.base import REGISTRY
from pbem.campaign.played import KEY
from pbem.service.audit.claims import contradictions
from pbem.service.audit.verify import audit
from tests.kit.forgery.campaigns import battle_ways, pairings
from tests.kit.forgery.catalogue import GROUPS, PLAIN, Effort, ways_of
from tests.kit.forgery.findings import published, result
from tests.kit.forgery.log import written
from tests.kit.forgery.play_on import played_on
from tests.kit.forgery.script import ended_by_master, long_game
from tests.kit.forgery.seals import resealed
from tests.kit.forgery.tables import SCENARIOS, Table, by_rules, folder
from tests.kit.forgery.ways import Crime

SHOWN = 25
"""Ways that a failure names."""
QUICKEST, BATTLES = "star_navy", "battles"
EVERY_DAY = {*((QUICKEST, group) for group in GROUPS), (KEY, BATTLES)}
"""A game of some hundred ways takes half a minute and more: one is enough for every day, and what only campaigns have."""
CASES = [(key, group) for key in SCENARIOS for group in GROUPS if not group.endswith(BATTLES) or key == KEY]


def case(key: str, group: str) -> Any:
    """The parameters of a test, called after both."""
    return pytest.param(key, group, id=f"{key}-{group}", marks=[] if (key, group) in EVERY_DAY else [pytest.mark.deep])


@pytest.mark.parametrize("table", [long_game, ended_by_master, by_rules], ids=lambda table: table.__name__)
@pytest.mark.parametrize("key", SCENARIOS)
def test_a_true_log_is_sound(key: str, table: Callable[[str], Table]) -> None:
    """Nothing is broken, different or odd in what the service itself has written."""
    made = table(key)
    found = audit(made.context, made.stream)
    assert (found.broken, found.different, found.odd) == ([], [], []) and found.sound
    assert contradictions(made.context.store.read(made.stream), published(made)) == []


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_forger_forges_well(key: str) -> None:
    """A true log that is sealed or played on again is the very same: so what is found of a forged one is no slip of the kit."""
    table = long_game(key)
    assert resealed(table.log) == table.log
    assert played_on(table, table.log, 0) == table.log


def missed(key: str, effort: Effort, group: str) -> list[str]:
    """What is not found as it should be, in sentences."""
    made = [result(long_game(key), way) for way in ways_of(key, effort, [group])]
    return [f"{each.way.name} ({each.way.story}): {each.fault}; told: {each.told[:2]}" for each in made if each.fault]


@pytest.mark.parametrize(("key", "group"), [case(key, group) for key, group in CASES])
def test_every_forgery_is_found(key: str, group: str) -> None:
    """By the audit of the log alone, at the falsified act; or by published heads, where the history is possible."""
    faults = missed(key, Effort.QUICK, group)
    assert not faults, "\n".join([f"{len(faults)} ways:", *faults[:SHOWN]])


@pytest.mark.deep
@pytest.mark.parametrize("group", PLAIN)
@pytest.mark.parametrize("key", SCENARIOS)
def test_more_forgeries_are_found(key: str, group: str) -> None:
    """The same of further kinds of events and fields."""
    faults = missed(key, Effort.DEEP, group)
    assert not faults, "\n".join([f"{len(faults)} ways:", *faults[:SHOWN]])


# ---------------------------------------------------------------- campaigns


@pytest.mark.deep
def test_every_kind_of_event_of_a_campaign_is_falsified() -> None:
    """None of them is forgotten when there is a new one."""
    crime = Crime(long_game(KEY))
    sampled = {sample.fact.type for sample in (*crime.samples_of_service(), *crime.samples_of_game())}
    known = {kind for kind in REGISTRY if kind.startswith("campaign.")}
    assert known - sampled == {"campaign.sat_out"} <= {*pairings.KINDS}
    assert {"game.battle_begun", "game.force_deployed"} <= {*battle_ways.BEGINS}


def test_a_pairing_is_sound() -> None:
    """A tournament has other turns than a campaign with refits."""
    table = pairings.pairing()
    found = audit(table.context, table.stream)
    assert (found.broken, found.different, found.odd) == ([], [], []) and found.turns > 1


def test_a_battle_whose_log_is_missing_is_odd_and_breaks_nothing() -> None:
    """What the campaign was told of it is taken as it is."""
    table = by_rules(KEY)
    context = written(table.context, table.stream, table.log, folder() / "missing.db", {"g1": ()})
    found = audit(context, table.stream)
    context.database.close()
    assert found.sound
    assert found.odd == ["the log of g1, as which battle 1 was played, is not here: of it all was taken as it is told"]
