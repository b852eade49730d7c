"""Two plays of one turn held against each other: which events are only in the log, only in the new play, or changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from events.base import EVERYONE, NOBODY, Draft
from events.codec import encode_json
from events.platform import Rolled


class EventPair(NamedTuple):
    """What differs: an event as the log has it, and as it comes out now. One of them is None where there is no such event."""

    log: Draft | None
    now: Draft | None

    @property
    def shifted(self) -> bool:
        """The very same roll, which fell otherwise only because other rolls before it are more or fewer.

        Faces follow from a roll's key, and its key from its number among the turn's rolls of the same audience.
        """
        if not (self.log and self.now and _key(self.log) == _key(self.now)):
            return False
        was, now = self.log.event, self.now.event
        return isinstance(was, Rolled) and isinstance(now, Rolled) and was.number != now.number


def event_pairs(log: Sequence[Draft], now: Sequence[Draft]) -> list[EventPair]:
    """All that differs between the log and the new play of the same turn, in order."""
    if log == now:
        return []
    matcher = SequenceMatcher(None, [_key(each) for each in log], [_key(each) for each in now], autojunk=False)
    found: list[EventPair] = []
    for how, start, end, start_now, end_now in matcher.get_opcodes():
        both = log[start:end], now[start_now:end_now]
        if how == "equal":  # of rolls the keys leave the faces out
            found += [EventPair(was, again) for was, again in zip(*both, strict=True) if was.event != again.event]
        else:
            found += _paired(*both)
    return [pair for pair in found if not pair.shifted or _faces(pair.log) != _faces(pair.now)]


def _key(draft: Draft) -> tuple[object, ...]:
    """Equal for equal events. A roll is known by what it is for: its number and its faces may have moved."""
    event = draft.event
    payload = (event.purpose, event.sides, len(event.faces)) if isinstance(event, Rolled) else encode_json(vars(event))
    return event.type, draft.phase, draft.rule, draft.audience, payload


def _faces(draft: Draft | None) -> list[int]:
    return draft.event.faces if draft and isinstance(draft.event, Rolled) else []


def _paired(log: Sequence[Draft], now: Sequence[Draft]) -> Iterator[EventPair]:
    """A stretch in which nothing is equal: events of the same kind about the same thing are one event that changed."""
    partners = _partners(log, now)
    new = [place for place in range(len(now)) if place not in partners.values()]
    for place, was in enumerate(log):
        partner = partners.get(place)
        while new and partner is not None and new[0] < partner:
            yield EventPair(None, now[new.pop(0)])
        yield EventPair(was, None if partner is None else now[partner])
    yield from (EventPair(None, now[place]) for place in new)


def _partners(log: Sequence[Draft], now: Sequence[Draft]) -> dict[int, int]:
    """By the place of an event in the log the place of what became of it: of those that are free the likest."""
    counts = Counter(each.event.type for each in log), Counter(each.event.type for each in now)
    single = {name for name, count in counts[0].items() if count == counts[1][name] == 1}
    partners: dict[int, int] = {}
    free = list(range(len(now)))
    for place, was in enumerate(log):
        alike = {each: _likeness(was, now[each], single) for each in free}
        best = max(free, key=lambda each: alike[each], default=None)
        if best is not None and alike[best]:
            partners[place] = best
            free.remove(best)
    return partners


def _likeness(was: Draft, now: Draft, single: set[str]) -> int:
    """How many values are equal; 0 for another thing. An event's first field says which ship, side or roll it is about."""
    if was.event.type != now.event.type:
        return 0
    values, again = list(vars(was.event).values()), list(vars(now.event).values())
    if was.event.type not in single and values[:1] != again[:1]:
        return 0
    return 1 + [value == other for value, other in zip(values, again, strict=False)].count(True)


# ---------------------------------------------------------------- in words


def payload_words(draft: Draft) -> str:
    """`section marked: ship BIS; status READY`: of an event that no report has a sentence for."""
    return _named(draft, list(vars(draft.event).items()))


def name_words(draft: Draft) -> str:
    """`section marked: ship BIS`: the same with no more than what it is about."""
    return _named(draft, list(vars(draft.event).items())[:1])


def _named(draft: Draft, fields: Sequence[tuple[str, object]]) -> str:
    kind = draft.event.type.rpartition(".")[2].replace("_", " ")
    values = "; ".join(f"{name} {_words(value)}" for name, value in fields)
    return f"{kind}: {values}" if values else kind


def field_words(was: Draft, now: Draft) -> list[str]:
    """`hits: 2, now 3` for each value that differs, and the same of clause, phase and audience."""
    before, after = _values(was), _values(now)
    return [
        f"{name.strip()}: {_words(before.get(name))}, now {_words(after.get(name))}"
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]


def _values(draft: Draft) -> dict[str, object]:
    """The payload, and beside it what the envelope says; an event may have a field of the same name."""
    audience = {EVERYONE: "everyone", NOBODY: "nobody before the end"}.get(draft.audience, draft.audience)
    return {**vars(draft.event), " clause": draft.rule, " phase": draft.phase, " seen by": audience}


def _words(value: Any) -> str:
    """A value of JSON for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(_words, value)) or "none"
    return "none" if value is None or value == "" else str(value)
