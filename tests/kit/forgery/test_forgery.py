"""Every way to falsify a game, with a hash chain that is right all the same, is found and told with version and reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.service.audit.claims import contradictions
from pbem.service.audit.verify import audit
from tests.kit.forgery.catalogue import GROUPS, PLAIN, Effort, ways_of
from tests.kit.forgery.findings import published, result
from tests.kit.forgery.play_on import played_on
from tests.kit.forgery.script import ended_by_master, long_game
from tests.kit.forgery.seals import resealed
from tests.kit.forgery.tables import SCENARIOS, Table, by_rules

SHOWN = 25
"""Ways that a failure names."""
QUICKEST = "star_navy"
GAMES = [key if key == QUICKEST else pytest.param(key, marks=pytest.mark.deep) for key in SCENARIOS]
"""A game of some hundred ways takes half a minute and more; one is enough for every day."""


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


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("key", GAMES)
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
