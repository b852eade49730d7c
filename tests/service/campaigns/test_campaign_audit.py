"""The audit of a campaign does its acts again, and holds its reports against the logs of its battles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.service.audit.rules_diff import rules_diff
from pbem.service.audit.verify import audit
from pbem.service.campaigns.go_on import go_on
from pbem.service.context import ServiceContext
from pbem.service.turns.rollback import roll_back
from tests.kit.forgery.log import Log, Logs, places, put, read_log, written
from tests.service.builders.skirmishes import fight, skirmishes, to_battles

REPORTED = "campaign.battle_reported"


@pytest.fixture
def campaign(context: ServiceContext) -> str:
    """One whose first battle was taken over, rolled back, and taken over again."""
    made = skirmishes(context)
    first, _ = to_battles(context, made)
    fight(context, first)
    go_on(context)
    roll_back(context, first, 0, "the die was cocked", "operator")
    go_on(context)
    fight(context, first)
    go_on(context)
    return made


def forged(context: ServiceContext, campaign: str, log: Log, path: Path, with_battles: bool = True) -> list[str]:
    """What the audit finds in the campaign's log when it is this one."""
    gone: Logs = {} if with_battles else {row.stream: [] for row in context.store.battles(campaign)}
    made = written(context, campaign, log, path, gone)
    found = audit(made, campaign).broken
    made.database.close()
    return found


def changed(log: Log, kind: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Log:
    """The log with the last event of this type saying something else."""
    place = places(log, kind)[-1]
    return put(log, place, log[place].saying(**change(log[place].data)), instead_of=1)


def _healed(data: dict[str, Any]) -> dict[str, Any]:
    return {"units": {id: {**unit, "after": {}} for id, unit in data["units"].items()}}


def _other_winners(data: dict[str, Any]) -> dict[str, Any]:
    return {"winners": ["blue"] if data["winners"] == ["red"] else ["red"]}


LIES: list[tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = [
    (_healed, "is not as it had to be: units is"),
    (_other_winners, "is not as it had to be: winners is"),
    (lambda data: {"points": {"blue": 99.0, "red": 0.0}}, "is not as it had to be: points is"),
    (lambda data: {"head": "ab" * 32}, "cannot be: the log of g1 never ended with abababababababab"),
    (lambda data: {"stream": "g2"}, "cannot be: battle 1 is played as g1, not as g2"),
    (lambda data: {"stream": "", "head": "", "by": ""}, "cannot be: only a game master or the operator does this"),
    (lambda data: {"by": "operator"}, "is not as it had to be: by is 'operator'"),
]


def test_the_true_log_is_sound(context: ServiceContext, campaign: str, tmp_path: Path) -> None:
    assert forged(context, campaign, read_log(context.store, campaign), tmp_path / "true.db") == []


@pytest.mark.parametrize(("lie", "words"), LIES)
def test_a_report_that_is_not_the_battles_is_found(
    context: ServiceContext, campaign: str, tmp_path: Path, lie: Callable[[dict[str, Any]], dict[str, Any]], words: str
) -> None:
    log = changed(read_log(context.store, campaign), REPORTED, lie)
    found = forged(context, campaign, log, tmp_path / "forged.db")
    assert any(REPORTED in each and words in each for each in found), found


def test_without_the_battle_a_report_is_only_held_against_the_campaign(
    context: ServiceContext, campaign: str, tmp_path: Path
) -> None:
    log = read_log(context.store, campaign)
    assert forged(context, campaign, log, tmp_path / "alone.db", with_battles=False) == []


def test_a_game_that_is_not_the_battle_is_found(context: ServiceContext, campaign: str, tmp_path: Path) -> None:
    log = changed(read_log(context.store, campaign), "campaign.battle_opened", lambda data: {"stream": "g1"})
    found = forged(context, campaign, log, tmp_path / "forged.db")
    assert any("campaign.battle_opened cannot be: g1 is not battle 2 of c1" in each for each in found), found


def test_a_battle_that_the_campaign_did_not_end_is_found(context: ServiceContext, campaign: str, tmp_path: Path) -> None:
    """Only a battle is ended by its campaign."""
    log = read_log(context.store, campaign)
    end = next(place for place in places(log, "game.rolled_back"))
    told = put(log, end, log[end].saying(by="players"), instead_of=1)
    found = forged(context, campaign, told, tmp_path / "forged.db")
    assert any("game.rolled_back cannot be" in each for each in found), found


def test_rules_diff_plays_battle_turns_again(context: ServiceContext, campaign: str) -> None:
    for stream in (campaign, "g1"):
        found = rules_diff(context, stream)
        assert (found.different, found.unreadable) == ([], "") and found.turns == found.same > 0
