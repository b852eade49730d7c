"""The form of a game's policy, on the page that opens a game and in the game master's box: shown, and read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flask import request

from events.platform import VOTES, PolicySet
from pbem.service.context import ActRefused
from pbem.service.policy.fields import CHOICES, FIELDS, GROUPS, PolicyField
from pbem.service.policy.pace import pace_of
from pbem.service.policy.parse_policy import HOLIDAYS, VOTE, policy_from, texts_of
from pbem.service.policy.presets import PRESETS, Preset
from pbem.service.policy.words import VOTED, PolicyInWords, in_words
from pbem.web.infra.site import site
from pbem.web.infra.visitor import visitor


@dataclass(frozen=True)
class PolicyForm:
    """What the form shows: texts by the names of fields, the policy in words if they can be read, and what can be chosen."""

    values: Mapping[str, str]
    rules: PolicyInWords | None
    bots: list[str]
    zone: str
    groups: Mapping[str, tuple[str, list[PolicyField]]]
    presets: Mapping[str, Preset]
    choices: Mapping[str, Mapping[str, str]]
    votes: Mapping[str, str]

    def line(self, group: str) -> str:
        """What the group says now, in a sentence."""
        if self.rules is None:
            return ""
        clock, missing, _, deciding, watching = self.rules.lines
        return {"clock": clock, "missing": missing, "deciding": deciding, "watching": watching}[group]


def policy_form(
    policy: PolicySet, rhythm_hours: float, bots: Iterable[str], typed: Mapping[str, str] | None = None
) -> PolicyForm:
    """The form of a policy; where it was sent already, of what was typed (`typed`, if it is given, counts as that)."""
    said = replace(policy, pace=str(pace_of(policy, rhythm_hours)))
    typed = sent() if typed is None else typed
    values = {**texts_of(said), HOLIDAYS: "", **typed}
    person = visitor().person
    return PolicyForm(
        values=values,
        rules=_words(policy, rhythm_hours, typed),
        bots=list(bots),
        zone=(person and person.zone) or "UTC",
        groups={key: (title, [each for each in FIELDS.values() if each.group == key]) for key, title in GROUPS.items()},
        presets=PRESETS,
        choices=CHOICES,
        votes=VOTED,
    )


def _words(policy: PolicySet, rhythm_hours: float, typed: Mapping[str, str]) -> PolicyInWords | None:
    try:
        return in_words(policy_from(typed, policy, site().context.now().date()), rhythm_hours)
    except ActRefused:  # the page says what is wrong
        return None


def read_policy(present: PolicySet) -> PolicySet:
    """The present policy with what was sent. Raises `ActRefused`."""
    return policy_from(sent(), present, site().context.now().date())


def sent() -> dict[str, str]:
    """What was sent of the policy: of a box to tick, the last value counts."""
    names = {*FIELDS, HOLIDAYS, *(f"{VOTE}{on}" for on in VOTES)}
    return {name: values[-1] for name, values in request.form.lists() if name in names}
