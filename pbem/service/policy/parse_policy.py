"""A policy from plain words, as forms, programs and commands give them: what is not named stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from events.platform import VOTES, PolicySet
from pbem.core.game.nearest_names import known_names
from pbem.service.context import ActRefused
from pbem.service.policy.check import is_date
from pbem.service.policy.fields import FIELDS, PolicyField
from pbem.service.policy.pace import UNITS, read_pace
from pbem.service.policy.presets import PRESETS
from pbem.service.policy.public_holidays import public_holidays

PRESET, HOLIDAYS, VOTE = "preset", "holidays", "vote "
"""Names beside those of the fields: a ready-made policy to start from, whose holidays are days off, and `vote draw`."""
SPAN = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) ?(h|hours?|d|days?|w|weeks?|turns?|%|)")
YES, NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0", "")


def policy_from(given: Mapping[str, Any], present: PolicySet, today: date) -> PolicySet:
    """The present policy with what is given: texts, or values of the fields' own types. Raises `ActRefused`."""
    policy = _preset(given[PRESET], present) if given.get(PRESET) else present
    changed: dict[str, Any] = {}
    for name, value in given.items():
        if name in FIELDS:
            changed[name] = READERS[FIELDS[name].kind](FIELDS[name], value)
        elif name.startswith(VOTE):
            changed["votes"] = changed.get("votes", policy.votes) | {name.removeprefix(VOTE): _per_cent(name, value)}
        elif name not in (PRESET, HOLIDAYS):
            raise ActRefused(f"a policy has no {name[:40]!r}; {known_names(name, [*FIELDS, PRESET, HOLIDAYS])}")
    if given.get(HOLIDAYS):
        found = [day for place in re.split(r"[\s,]+", str(given[HOLIDAYS]).strip()) for day in public_holidays(place, today)]
        changed["days_off"] = sorted({*changed.get("days_off", policy.days_off), *found})
    return replace(policy, **changed)


def _preset(name: str, present: PolicySet) -> PolicySet:
    """A ready-made policy; days off stay."""
    if name not in PRESETS:
        raise ActRefused(f"there is no ready-made policy {name[:40]!r}; {known_names(name, PRESETS)}")
    return PolicySet(days_off=present.days_off, why=present.why, by=present.by, **PRESETS[name].fields)


def _text(field: PolicyField, value: Any) -> str:
    """A pace as it is written down: read and printed again. Raises `ActRefused`."""
    return str(read_pace(str(value))) if str(value).strip() else ""


def _bot(field: PolicyField, value: Any) -> str:
    clean = str(value).strip().removeprefix("bot:")
    return "" if clean == "none" else clean


def _choice(field: PolicyField, value: Any) -> str:
    return str(value).strip()


def _yes(field: PolicyField, value: Any) -> bool:
    word = str(value).strip().lower()
    if word not in (*YES, *NO):
        raise ActRefused(f"{field.name}: write yes or no, not {word[:40]!r}")
    return word in YES


class _NoNumber(ActRefused):
    """It is no number such as the field has."""

    def __init__(self, field: PolicyField, word: str) -> None:
        wanted = f"a {'whole ' if field.whole else ''}number{f' of {field.unit}' if field.unit else ''}"
        super().__init__(f"{field.name} ({field.label}): write {wanted}, not {word[:40]!r}")


def _number(field: PolicyField, value: Any) -> float:
    """`12`, `12h`, `2 days`: of the field's own unit when none is written. Raises `ActRefused`."""
    word = "" if isinstance(value, bool) else str(value).strip().lower()
    if not (found := SPAN.fullmatch(word)):
        raise _NoNumber(field, word)
    number, unit = float(found[1]), found[2][:1]
    if unit in UNITS and field.unit in ("hours", "days"):
        number = number * UNITS[unit] / UNITS[field.unit[0]]
    elif unit and unit != field.unit[:1]:
        raise _NoNumber(field, word)
    if field.whole and number != int(number):
        raise _NoNumber(field, word)
    return int(number) if field.whole else number


def _dates(field: PolicyField, value: Any) -> list[str]:
    words = re.split(r"[\s,;]+", value.strip()) if isinstance(value, str) else [str(day) for day in value]
    days = sorted({word for word in words if word})
    if wrong := next((day for day in days if not is_date(day)), ""):
        raise ActRefused(f"{wrong[:40]!r} is no date: write days off like 2026-12-24")
    return days


def _votes(field: PolicyField, value: Any) -> dict[str, int]:
    """The table of all votes: those that are not in it are as ever."""
    if not isinstance(value, Mapping):
        raise ActRefused(f"votes are a table of what is voted on and per cents; {known_names('', VOTES)}")
    return dict(VOTES) | {str(on): _per_cent(f"{VOTE}{on}", part) for on, part in value.items()}


def _per_cent(name: str, value: Any) -> int:
    try:
        return int(str(value).strip().removesuffix("%"))
    except ValueError:
        raise ActRefused(f"{name}: write per cent of the players, 0 to 100, not {str(value)[:40]!r}") from None


READERS: dict[str, Callable[[PolicyField, Any], Any]] = {
    "text": _text,
    "dates": _dates,
    "number": _number,
    "yes": _yes,
    "bot": _bot,
    "choice": _choice,
    "votes": _votes,
}
"""By the kind of a field."""


def texts_of(policy: PolicySet) -> dict[str, str]:
    """A policy as a form shows it: what `policy_from` reads back."""
    found = {name: WRITERS[field.kind](getattr(policy, name)) for name, field in FIELDS.items() if field.kind != "votes"}
    return found | {f"{VOTE}{on}": str(policy.votes.get(on, 0)) for on in VOTES}


WRITERS: dict[str, Callable[[Any], str]] = {
    "text": str,
    "dates": " ".join,
    "number": lambda value: f"{value:.10g}",
    "yes": lambda value: "yes" if value else "no",
    "bot": str,
    "choice": str,
}
"""By the kind of a field."""
