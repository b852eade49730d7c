"""What a policy may hold: asked of every policy before it is written."""

from __future__ import annotations

from datetime import date
from typing import Any

from events.platform import VOTES, PolicySet
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
from pbem.core.game.protocol import Game
from pbem.service.context import ActRefused
from pbem.service.policy.fields import CHOICES, FIELDS
from pbem.service.policy.pace import pace_of, read_pace

MOST_DAYS_OFF = 400


def check_policy(game: Game[Any], policy: PolicySet, rhythm_hours: float) -> None:
    """Raises `ActRefused`, or `NoScenario` for a bot that the game does not have."""
    check_values(policy)
    if policy.bot and policy.bot not in game.planning.bots:
        raise NoScenario(f"{game.title} has no bot {policy.bot!r}; {known_names(policy.bot, game.planning.bots)}")
    pace = pace_of(policy, rhythm_hours)
    if not pace.runs and not policy.early:
        raise ActRefused("a turn without a deadline ends when all are ready: give the game a pace, or let it be resolved early")
    if not pace.days and policy.min_hours > pace.hours:
        raise ActRefused(f"the shortest turn, {policy.min_hours:g} hours, is longer than the pace of {pace.hours:g} hours")


def check_values(policy: PolicySet) -> None:
    """Each field by itself, whatever the game. Raises `ActRefused`."""
    for field in FIELDS.values():
        value = getattr(policy, field.name)
        if field.kind == "number" and not 0 <= value <= field.most:
            unit = f" {field.unit}" if field.unit else ""
            raise ActRefused(f"{field.name} ({_small(field.label)}) is 0 to {field.most:g}{unit}, not {value:g}")
        if field.kind == "choice" and value not in CHOICES[field.name]:
            raise ActRefused(f"{field.name} ({_small(field.label)}): {known_names(value, CHOICES[field.name])}")
    if policy.pace:
        read_pace(policy.pace)
    _check_days_off(policy.days_off)
    _check_votes(policy.votes)


def _small(label: str) -> str:
    return label[:1].lower() + label[1:]


def _check_days_off(days: list[str]) -> None:
    if len(days) > MOST_DAYS_OFF:
        raise ActRefused(f"{len(days)} days off are too many; {MOST_DAYS_OFF} is the most")
    for day in days:
        if not is_date(day):
            raise ActRefused(f"{day[:40]!r} is no date: write days off like 2026-12-24")


def is_date(text: str) -> bool:
    """Is it a day of the calendar, written like 2026-12-24?"""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_votes(votes: dict[str, int]) -> None:
    for on, part in votes.items():
        if on not in VOTES:
            raise ActRefused(f"nothing called {on[:40]!r} is voted on; {known_names(on, VOTES)}")
        if not 0 <= part <= 100:
            raise ActRefused(f"the vote on {on}: 0 to 100 per cent of the players must want it, not {part}")
