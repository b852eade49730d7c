"""The fields of a policy as people meet them: in which group, what they are called, what they mean, how much they may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbem.service.policy.pace import MAX_HOURS

Kind = Literal["text", "dates", "number", "yes", "bot", "choice", "votes"]
Unit = Literal["", "hours", "days", "turns", "%"]
GROUPS = {
    "clock": "The clock",
    "missing": "When orders are missing",
    "deciding": "Who decides",
    "watching": "Who may watch",
}
TWO_WEEKS = 14 * 24


@dataclass(frozen=True)
class PolicyField:
    """A field of `PolicySet` under its own name. A number is 0 to `most` of its unit (`whole`: no fractions)."""

    name: str
    group: str
    label: str
    hint: str
    kind: Kind
    most: float = 0.0
    unit: Unit = ""
    whole: bool = False


def _number(name: str, group: str, label: str, hint: str, size: tuple[float, Unit]) -> PolicyField:
    return PolicyField(name, group, label, hint, "number", *size, whole=size[1] in ("turns", "%", ""))


FIELDS: dict[str, PolicyField] = {
    field.name: field
    for field in (
        PolicyField(
            "pace",
            "clock",
            "Time for a turn",
            "Like 24h, 3 days, or days, a time and its zone: Mon, Thu 20:00 Europe/Berlin. 0h: no deadline.",
            "text",
        ),
        PolicyField(
            "days_off",
            "clock",
            "Days off",
            "No turn is due on these days, like 2026-12-24; with spaces between.",
            "dates",
        ),
        _number("min_hours", "clock", "The shortest turn", "A deadline nearer than that is skipped.", (MAX_HOURS, "hours")),
        _number(
            "max_hours",
            "clock",
            "The most time on top",
            "All that moves a turn's deadline, but a decision or an outage, moves it by so much. 0: no bound.",
            (MAX_HOURS, "hours"),
        ),
        PolicyField("early", "clock", "A turn is resolved as soon as all are ready", "", "yes"),
        _number("notice_hours", "clock", "Time after an outage", "So much is left then.", (TWO_WEEKS, "hours")),
        PolicyField("use_standing", "missing", "Nobody waits for a seat that has standing or advance orders", "", "yes"),
        _number("wait_days", "missing", "Wait for players who are away", "At most; 0: nobody waits.", (365, "days")),
        _number("excuses", "missing", "Excuses of each seat", "Each moves one missed deadline by itself.", (100, "")),
        _number("excuse_hours", "missing", "What an excuse gives", "", (TWO_WEEKS, "hours")),
        _number("excuse_after", "missing", "Turns on time that win one back", "0: none is won back.", (1000, "turns")),
        _number("grace_hours", "missing", "Grace", "Once a turn, when a seat has sent nothing. 0: none.", (TWO_WEEKS, "hours")),
        PolicyField("officers", "missing", "Another player of the side orders for a seat whose orders are missing", "", "yes"),
        PolicyField("sitters", "missing", "So does a sitter, whom its player has named", "", "yes"),
        _number(
            "sitter_hours",
            "missing",
            "Time for a sitter or officer",
            "So much is added to a missed deadline.",
            (TWO_WEEKS, "hours"),
        ),
        PolicyField("bot", "missing", "Bot for a seat that nobody orders for", "", "bot"),
        _number(
            "offer_after",
            "missing",
            "Missed turns in a row that cost the seat",
            "0: nobody loses it.",
            (100, "turns"),
        ),
        PolicyField("substitutes", "missing", "A free seat is offered to the substitutes; the first answer wins", "", "yes"),
        PolicyField("open_seats", "missing", "Whoever is signed in may take a free seat", "", "yes"),
        _number("reliability", "missing", "Their turns in time, at least", "0: whoever comes.", (100, "%")),
        PolicyField(
            "votes", "deciding", "Votes", "Which part of the players must want it (per cent). 0: it is not voted on.", "votes"
        ),
        _number("silent_days", "deciding", "A game master is silent after", "0: never.", (365, "days")),
        PolicyField("silent_then", "deciding", "Who decides then", "", "choice"),
        _number(
            "delay_hours",
            "watching",
            "Spectators and forums see a turn later by",
            "0: as soon as the players do.",
            (MAX_HOURS, "hours"),
        ),
        PolicyField("comments", "watching", "Who may comment in the game's thread", "", "choice"),
    )
}
"""All fields but the reason and who gave it, in the order of the forms."""
CHOICES = {
    "silent_then": {"players": "the players, by votes", "operator": "the operator"},
    "comments": {
        "everybody": "whoever is signed in",
        "players": "the players and the game master",
        "nobody": "nobody",
    },
}
