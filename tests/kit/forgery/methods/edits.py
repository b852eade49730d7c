"""The plain ways: an event left out, doubled, moved, exchanged, or with another value in one of its columns or fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from events.base import EVERYONE, NOBODY
from pbem.service.context import parse_stamp, stamp
from tests.kit.forgery.log import Fact, put
from tests.kit.forgery.methods.values import Words, changes, is_free, is_later
from tests.kit.forgery.ways import HEADS, LOOSE, NEAR, ODD, Crime, Forgery, Sample, Way, ready

RESOLVED = (
    *("opening", "resolved", "stood in", "seat lost", "seat opened to all", "rolled back", "rerun", "reopened"),
    *("first round: set", "battle", "reported", "gone back", "over", ""),
)
"""Acts whose facts all follow from what was before: whatever is missing is missed at once."""
LEFT_OUT_FREELY = {
    ("game.policy_set", "opening"),
    ("game.seat_offered", "opening"),
    ("campaign.battle_opened", "second round: opened"),
}
LEFT_OUT_LATER = {("game.master_named", "opening"), ("game.seat_taken", "opening")}
TWICE_FREELY = {
    ("game.announced", "announcement"),
    ("game.policy_set", "policy changed"),
    ("game.policy_set", "policy of a bot"),
    ("game.policy_set", "policy of a ladder"),
    ("game.policy_set", "policy of sitters"),
    ("game.seat_offered", "invited"),
    ("game.deadline_set", "deadline set"),
    ("game.deadline_set", "resumed"),
    ("game.absence_set", "away"),
    ("campaign.score_set", "score set"),
}
TWO_ACTS = {
    ("game.seat_vacated", "replaced"),
    ("game.sitter_left", "player back"),
    ("game.sitter_left", "player back after the deadline"),
}
"""What could as well have been done in two acts: a seat is left, and then somebody is invited to it; a player is back, and then
does something.
"""
MOVED_FREELY = {
    "policy changed",
    "orders with luck",
    "orders refused",
    "orders held",
    "address misused",
    "press",
    "public press",
    "announcement",
    "watched",
    "deadline set",
    "away",
    "back",
    "policy of a bot",
    "policy of a ladder",
    "policy of sitters",
    "joined",
    "co-master named",
    "co-master removed",
    "master silent",
    "forum set",
    "forum posted",
    "forum left",
    "post shown",
    "message deleted",
    "unit added",
    "unit taken",
    "score set",
    "first round: opened",
    "second round: opened",
}
"""Acts that could as well have come after the next one."""
BY_ANYBODY = {
    ("game.deadline_set", "deadline set"),
    ("game.paused", "paused"),
    ("game.master_named", "master named"),
    ("game.policy_set", "policy changed"),
    ("game.policy_set", "policy of a bot"),
    ("game.policy_set", "policy of a ladder"),
    ("game.policy_set", "policy of sitters"),
    ("game.comaster_named", "co-master named"),
    ("game.comaster_named", "co-master removed"),
    ("game.sitter_named", "sitter named"),
    ("game.seat_offered", "invited"),
    ("game.announced", "announcement"),
    ("game.seat_watched", "watched"),
    ("game.forum_set", "forum set"),
    ("game.forum_set", "forum left"),
    ("game.post_hidden", "post hidden"),
    ("game.post_hidden", "post shown"),
    ("game.rolled_back", "rolled back"),
    ("game.resolved_now", "resolved now"),
    ("game.seat_vacated", "resigned"),
    ("game.absence_set", "away"),
    ("game.absence_set", "back"),
    ("campaign.unit_joined", "unit added"),
    ("campaign.unit_taken", "unit taken"),
    ("campaign.score_set", "score set"),
    ("campaign.battle_reported", "reported by hand"),
}
"""What the operator, too, may do in the game master's place, or either for a player."""
SECOND = timedelta(seconds=1)


def ways(crime: Crime) -> Iterator[Way]:
    """For each kind of event: all that can be done with a single one."""
    return of_samples(crime, (*crime.samples_of_service(), *crime.samples_of_game()))


def of_samples(crime: Crime, samples: Iterable[Sample]) -> Iterator[Way]:
    """All that can be done with these."""
    for sample in samples:
        yield from _one(crime, sample)
        yield from _columns(crime, sample)
        yield from _fields(crime, sample)


def _way(sample: Sample, what: str, story: str, forgery: Forgery, free: bool = False) -> Way:
    return Way(f"{what}: {sample.name}", story, ready(forgery), HEADS if free else "")


def _one(crime: Crime, sample: Sample) -> Iterator[Way]:
    log, place, each, doing = crime.log, *sample
    key, alone, after = (each.type, doing), crime.alone(place), crime.next_act(place)
    at_once = doing.startswith(RESOLVED[:-1]) or not doing
    seen = NEAR if at_once and key not in LEFT_OUT_LATER else LOOSE
    free = key in LEFT_OUT_FREELY or (alone and crime.possible(doing))
    yield _way(sample, "left out", "the event is not there", Forgery(put(log, place, instead_of=1), place, seen), free)
    twice = Forgery(put(log, place, each), place, NEAR)
    yield _way(sample, "twice", "the event comes again at once", twice, key in TWICE_FREELY)
    if after:
        late = each._replace(at=log[after.begin].at)
        moved = put(put(log, after.end, late), place, instead_of=1)
        seen = NEAR if at_once else LOOSE
        yield _way(sample, "moved", "the event comes after the next act", Forgery(moved, place, seen), doing in MOVED_FREELY)
    beside = log[place + 1] if place + 1 < crime.act(place).end else None
    if beside and beside != each:
        exchanged = Forgery(put(log, place, beside, each, instead_of=2), place)
        free = each.type == beside.type == "game.seat_taken"  # in an opening players may be named in any order
        yield _way(sample, "exchanged", "the event and the next one of its act change places", exchanged, free)


def _columns(crime: Crime, sample: Sample) -> Iterator[Way]:
    """All that an event says beside its payload."""
    each, place = sample.fact, sample.place
    nearest = crime.table.first if each.audience in (EVERYONE, NOBODY) else EVERYONE
    others: dict[str, dict[str, Any]] = {
        "audience": {"audience": NOBODY if each.audience == EVERYONE else EVERYONE},
        "other audience": {"audience": nearest if nearest != each.audience else NOBODY},
        "rule": {"rule": f"{each.rule}9" if each.rule else "XX-1"},
        "phase": {"phase": "Movement" if each.phase != "Movement" else "Orders"},
        "turn": {"turn": each.turn + 1},
    }
    for name, changed in others.items():
        if crime.log[place]._replace(**changed) != each:
            forged = put(crime.log, place, each._replace(**changed), instead_of=1)
            yield _way(sample, f"column {name}", f"its {name.split()[-1]} is another one", Forgery(forged, place))
    later = stamp(parse_stamp(each.at) + timedelta(microseconds=500))
    forged = put(crime.log, place, each._replace(at=later), instead_of=1)
    free = crime.alone(place) or (each.type, sample.doing) in TWO_ACTS
    yield _way(sample, "column time", "its time is half a millisecond later", Forgery(forged, place), free)


def _fields(crime: Crime, sample: Sample) -> Iterator[Way]:
    """Another value in each field."""
    each, key = sample.fact, (sample.fact.type, sample.doing)
    opened = crime.log[0].data["seats"]
    words = Words([*opened], [*dict.fromkeys(opened.values())])
    for name, value in changes(each, words):
        log = put(crime.log, sample.place, each.saying(**{name: value}), instead_of=1)
        stranger = each.type == "game.address_misused" and name == "by" and value not in ("", each.data["seat"])
        anybody = name == "by" and key in BY_ANYBODY and value != "player"
        free = stranger or anybody or is_free(*key, name)
        seen = LOOSE if is_later(*key, name) else NEAR
        what = f"{name} is {value}" if name == "by" else name
        yield _way(sample, f"field {what}", f"its field {name} has another value", Forgery(log, sample.place, seen), free)


def lone_acts(crime: Crime) -> Iterator[Way]:
    """The times of whole acts: between those of their neighbours, and out of their order."""
    for name in ("announcement", "grace", "resolved 2", "all ready", "accepted", "rolled back", "resumed"):
        begin = crime.begin(name)
        act = crime.act(begin)
        shifted = _shifted(crime.log[act.begin : act.end], -60 * SECOND)
        forgery = Forgery(put(crime.log, begin, *shifted, instead_of=act.size), begin)
        free = name in ("announcement", "resolved 2")
        yield Way(
            f"act a minute sooner: {name}",
            "what was done bears an earlier time",
            ready(forgery),
            HEADS if free else "",
        )
        earlier = _shifted(crime.log[act.begin : act.end], timedelta(hours=-200))
        back = Forgery(put(crime.log, begin, *earlier, instead_of=act.size), begin, ODD)
        yield Way(f"time runs back: {name}", "what was done is dated before all that was before it", ready(back))


def _shifted(facts: tuple[Fact, ...], by: timedelta) -> list[Fact]:
    return [each._replace(at=stamp(parse_stamp(each.at) + by)) for each in facts]
