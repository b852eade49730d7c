"""Another value for any field of any event, such as its schema allows; and which of them nobody can tell from the log."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from events import codec
from events.base import REGISTRY
from events.codec import UnreadableEvent
from pbem.service.context import parse_stamp, stamp
from tests.kit.forgery.log import Fact

HEX = re.compile(r"[0-9a-f]{16,}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT.*Z")

FREE = {
    ("game.opened", "opening"): "title",
    ("game.seat_taken", "opening"): "player",
    ("game.seat_taken", "joined"): "player",
    ("game.seat_taken", "taken over"): "player",
    ("game.deadline_set", "deadline set"): "due why",
    ("game.orders_filed", "orders with luck"): "source",
    ("game.orders_refused", "orders refused"): "problems source",
    ("game.orders_held", "orders held"): "why source",
    ("game.address_misused", "address misused"): "source",
    ("game.press_sent", "press"): "digest",
    ("game.press_sent", "public press"): "digest",
    ("game.ready_changed", "ready"): "source",
    ("game.extension_asked", "more time asked"): "why source",
    ("game.extension_asked", "more time granted"): "hours why source",
    ("game.vote_cast", "vote cast"): "why source",
    ("game.vote_cast", "voted pause"): "why source",
    ("game.forum_set", "forum set"): "part what why",
    ("game.forum_posted", "forum posted"): "place url",
    ("game.forum_set", "forum left"): "part why",
    ("game.post_hidden", "post hidden"): "why",
    ("game.post_hidden", "post shown"): "why",
    ("game.master_silent", "master silent"): "since",
    ("game.paused", "paused"): "why",
    ("game.ended", "ended"): "verdict",
    ("game.master_named", "opening"): "player",
    ("game.master_named", "master named"): "player why",
    ("game.comaster_named", "co-master named"): "why",
    ("game.comaster_named", "co-master removed"): "why",
    ("game.sitter_named", "sitter named"): "why",
    ("game.orders_filed", "orders of a sitter"): "source",
    ("game.orders_filed", "message deleted"): "source",
    ("game.outage_healed", "outage healed"): "why",
    ("game.seat_offered", "opening"): "player",
    ("game.seat_offered", "invited"): "why",
    ("game.seat_vacated", "resigned"): "why",
    ("game.seat_vacated", "replaced"): "why by",
    ("game.absence_set", "away"): "why",
    ("game.absence_set", "back"): "why",
    ("game.announced", "announcement"): "words",
    ("game.seat_watched", "watched"): "seat why",
    ("game.rolled_back", "rolled back"): "why",
    ("game.resolved_now", "resolved now"): "why",
    ("campaign.unit_joined", "unit added"): "why",
    ("campaign.unit_taken", "unit taken"): "why",
    ("campaign.score_set", "score set"): "why",
    ("campaign.battle_opened", "second round: opened"): "stream",
    ("campaign.battle_reported", "reported by hand"): "points verdict why",
}
"""What people chose or wrote: another value there is a possible game, so that only what was published tells."""

LATER = {
    ("game.opened", "opening"): "rhythm_hours",
    ("game.ready_changed", "ready"): "seat ready",
    ("game.extension_asked", "more time asked"): "seat hours",
    ("game.extension_asked", "more time granted"): "seat",
    ("game.vote_cast", "vote cast"): "seat",
    ("game.forum_set", "forum set"): "place",
    ("game.seat_taken", "bot seated"): "seat",
    ("game.seat_offered", "invited"): "player",
    ("game.seat_vacated", "resigned"): "seat",
    ("game.absence_set", "away"): "seat until",
    ("game.absence_set", "back"): "until",
    ("game.comaster_named", "co-master named"): "player",
    ("game.seat_offered", "opening"): "seat",
    ("game.seat_taken", "opening"): "seat",
    ("game.seat_taken", "joined"): "seat",
    ("campaign.unit_joined", "unit added"): "unit side fleet name commander lacks",
    ("campaign.points_set", "points set"): "points",
    ("campaign.score_set", "score set"): "side score",
    ("campaign.battle_opened", "first round: opened"): "stream",
}
"""What is possible by itself, until something follows that is not."""

NO_POLICY = "bot by"
"""Fields of a policy whose other value here is that of no policy."""
POLICY_LATER = {
    "opening": "",
    "policy changed": "pace votes grace_hours max_hours early excuses offer_after",
    "policy of a bot": "pace early wait_days open_seats substitutes",
    "policy of a ladder": "pace",
    "policy of sitters": "pace",
}
"""Which fields of each policy something follows from, before the next one comes. All others are what people chose."""
POSSIBLE = {"pace": "48h", "days_off": ["2026-12-24"], "votes": {"more time": 1, "pause": 1, "go on": 1, "roll back": 1}}
"""Other values of a policy that a policy may have."""


def is_free(kind: str, doing: str, name: str) -> bool:
    """Did people choose the field, so that another value is a possible game?"""
    if kind == "game.policy_set":
        return name not in f"{NO_POLICY} {POLICY_LATER[doing]}".split()
    return name in FREE.get((kind, doing), "").split()


def is_later(kind: str, doing: str, name: str) -> bool:
    """Is another value possible, until something follows that is not?"""
    later = POLICY_LATER[doing] if kind == "game.policy_set" else LATER.get((kind, doing), "")
    return name in later.split()


@dataclass(frozen=True)
class Words:
    """What texts of a game may be: its seats and its sides."""

    seats: Sequence[str]
    sides: Sequence[str]


def changes(each: Fact, words: Words) -> Iterator[tuple[str, Any]]:
    """(field, another value) for every field that can have another one. `by` has two: who else did it."""
    hints = typing.get_type_hints(REGISTRY[each.type])
    for name, value in each.data.items():
        if name == "by" and value in ("", "master", "operator", "player"):
            yield from (("by", actor) for actor in ("operator", "player", "master") if actor != value)
            continue
        possible = POSSIBLE.get(name) if each.type == "game.policy_set" else None
        made = possible or _literal(hints.get(name), value) or _other(value, words)
        if made is not None and _fits(each.saying(**{name: made})):
            yield name, made


def _fits(each: Fact) -> bool:
    try:
        codec.check(each.type, each.schema, each.data)
    except UnreadableEvent:
        return False
    return True


def _literal(hint: Any, value: Any) -> Any:
    """The next of the texts that a field may be."""
    if typing.get_origin(hint) is not typing.Literal:
        return None
    return next((other for other in typing.get_args(hint) if other != value), None)


def _other(value: Any, words: Words) -> Any:
    """Another value of the same kind; None for one that has none."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return _text(value, words)
        case list():
            return value[:-1] if value else [words.seats[0]]
        case dict() if value:
            key = next(iter(value))
            made = _other(value[key], words)
            return value | {key: made} if made is not None else {name: each for name, each in value.items() if name != key}
    return None


def _text(value: str, words: Words) -> str:
    for ids in (words.seats, words.sides):
        if value in ids:
            return ids[(ids.index(value) + 1) % len(ids)]
    if HEX.fullmatch(value):
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    if TIME.fullmatch(value):
        return stamp(parse_stamp(value) + timedelta(hours=1))
    if value.isdigit():
        return str(int(value) + 1).zfill(len(value))
    return f"{value}!"
