"""Whole logs falsified: cut, spliced of two games, of other rules, options or times, and games played anew."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

from events.base import Draft
from events.platform import DeadlineSet
from pbem.core.dice import fair_dice
from pbem.core.game.options import Choice
from pbem.core.game.turn import Turn
from pbem.service.context import parse_stamp, stamp
from pbem.service.games.opening import open_turn
from pbem.service.history import RHYTHM
from tests.kit.forgery.log import Fact, Log, fact, put
from tests.kit.forgery.methods.dice import OTHER
from tests.kit.forgery.play_on import played_on
from tests.kit.forgery.tables import Table, by_rules
from tests.kit.forgery.ways import HEADS, LOOSE, NEAR, Crime, Way, ready, way_of

MASTERS = ("game.master_named", "game.policy_set", "game.seat_taken")


def ways(crime: Crime) -> Iterator[Way]:
    yield from _cut(crime)
    yield from _two_games(crime)
    yield from _versions(crime)
    yield from _options(crime)
    yield from _anew(crime)
    yield from _over(crime)


def _cut(crime: Crime) -> Iterator[Way]:
    """The end of the log is gone: a whole act of it, or a part."""
    log, turn = crime.log, crime.resolution("resolved 3")
    for name in (
        "press",
        "resolved 1",
        "away",
        "all ready 3",
        "rolled back",
        "bot seated",
        "ended",
        "reopened",
        "last announcement",
    ):
        end = crime.begin(name)
        yield way_of(f"cut before: {name}", "the log ends sooner", lambda end=end: log[:end], end - 1, NEAR, HEADS)
    left = crime.begin("bot seated") + 1
    yield way_of("cut inside: after a seat is left", "who takes it is not there", lambda: log[:left], left, NEAR, HEADS)
    inside = {
        "in the set-up": crime.find("game.seed_drawn", "opening") + 3,
        "before turn 1 is open": crime.find("game.turn_opened", "opening"),
        "after a lock": turn.begin + 1,
        "in a resolution": (turn.begin + turn.end) // 2,
        "before the turn is closed": turn.end - 1,
        "before the next turn opens": turn.end,
        "before its deadline": turn.end + 1,
        "in the giving of grace": crime.begin("grace") + 1,
        "before a position is taken up again": crime.find("game.state_restored", "rolled back"),
        "after it": crime.find("game.state_restored", "rolled back") + 1,
        "before a seed is revealed": crime.find("game.seed_revealed", "ended"),
        "in the playing of a turn again": crime.resolution("rerun").begin,
    }
    for name, end in inside.items():
        yield way_of(f"cut inside: {name}", "the log ends in the middle of an act", lambda end=end: log[:end], end)


def _two_games(crime: Crime) -> Iterator[Way]:
    """One log made of two."""
    log, other = crime.log, by_rules(crime.table.key).log
    place = crime.begin("away")
    turn = log[place].turn
    tail = tuple(_dated(each, log[place - 1].at) for each in other if each.turn >= turn)
    spliced = (*log[:place], *tail)
    yield way_of("splice: another game's end", "from the third turn on it is another game", ready(spliced), place)
    opening = next(number for number, each in enumerate(other) if each.type == "game.seat_taken")
    ours = next(number for number, each in enumerate(log) if each.type in MASTERS)
    begun = tuple(each._replace(at=log[0].at) for each in other[:opening])
    spliced = (*begun, *log[ours:])
    yield way_of("splice: another game's opening", "up to the first player it is another game", ready(spliced), opening, LOOSE)


def _dated(each: Fact, at: str) -> Fact:
    return each._replace(at=stamp(parse_stamp(at) + timedelta(hours=each.turn)))


def _versions(crime: Crime) -> Iterator[Way]:
    """Other rules than it was played by."""
    log, version = crime.log, crime.log[0].data["rules_version"]
    changed: list[tuple[str, dict[str, Any], str]] = [
        ("rules of tomorrow", {"rules_version": version + 1}, ""),
        ("rules version 0", {"rules_version": 0}, ""),
        ("another scenario", {"scenario": _other_scenario(crime)}, ""),
        ("rhythm of a week", {"rhythm_hours": 168.0}, ""),
        ("another game", {"game": "stingray" if crime.table.key != "stingray" else "star_navy"}, ""),
    ]
    if version > 1:
        changed.append(("rules of yesterday", {"rules_version": version - 1}, HEADS))
    for name, fields, needs in changed:
        made = put(log, 0, log[0].saying(**fields), instead_of=1)
        seen = LOOSE if "rhythm" in name else NEAR
        yield way_of(f"opening: {name}", "the opening says that it is played by other rules", ready(made), 0, seen, needs)
    hour = timedelta(hours=1)
    shifted = tuple(each._replace(at=stamp(parse_stamp(each.at) + hour)) for each in log)
    yield way_of("times: all an hour later", "all happened an hour later; deadlines are as they were", ready(shifted), 0, LOOSE)
    place = crime.begin("away")
    future = (*log[:place], *(each._replace(at=stamp(parse_stamp(each.at) + 24 * hour)) for each in log[place:]))
    yield way_of(
        "times: a day more before an act", "from the third turn on all happened a day later", ready(future), place, LOOSE
    )


def _other_scenario(crime: Crime) -> str:
    game = crime.table.context.games[crime.table.key]
    return next(each.key for each in game.scenarios.values() if each.key != crime.log[0].data["scenario"])


def _options(crime: Crime) -> Iterator[Way]:
    """The opening says that other options were chosen; every set-up of every game names its own."""
    log, game = crime.log, crime.table.context.games[crime.table.key]
    scenario, chosen = log[0].data["scenario"], log[0].data["options"]
    for name, choice in game.scenarios.choices(scenario).items():
        if len(choice.words) == 1:
            continue
        other = _other_choice(choice, chosen[name])
        said = put(log, 0, log[0].saying(options=chosen | {name: other}), instead_of=1)
        yield way_of(f"option {name}", "another option is said to have been chosen", ready(said), 0)


def _other_choice(choice: Choice, value: Any) -> Any:
    """Something else that an option may be."""
    if choice.words:
        return next(word for word in choice.words if word != value)
    return value + choice.step if value + choice.step <= choice.most else value - choice.step


def _setup(table: Table, opened: Fact, seed: bytes) -> list[Fact]:
    """The set-up that follows from an opening and a seed."""
    game = table.context.games[table.key]
    turn = Turn(game.rules.apply, game.rules.blank(), fair_dice.FairDice(seed, 0, ""), 0)
    turn.phase("Set-up")
    game.rules.setup(turn, opened.data["scenario"], opened.data["options"])
    return [fact(each, opened.at) for each in turn.drafts]


def _anew_from(table: Table, log: Log) -> Log:
    """The same game played anew from what its first two events say."""
    ends = next(number for number, each in enumerate(log) if each.type in MASTERS)
    setup = _setup(table, log[0], bytes.fromhex(log[1].data["seed"]))
    begun = put(log, 2, *setup, instead_of=ends - 2)
    return played_on(table, begun, 2 + len(setup))


def _anew(crime: Crime) -> Iterator[Way]:
    """The whole game is another one, and possible."""
    log, table = crime.log, crime.table
    opened = log[0].saying(seed_hash=fair_dice.seed_hash(OTHER))
    begun = put(log, 0, opened, log[1].saying(seed=OTHER.hex()), instead_of=2)
    yield way_of(
        "played anew with another seed", "the whole game, with other dice", partial(_anew_from, table, begun), 0, NEAR, HEADS
    )


def _over(crime: Crime) -> Iterator[Way]:
    """Of a game that came to its end by the rules."""
    table = by_rules(crime.table.key)
    log = table.log
    ended = len(log) - 2
    said = log[ended].data
    sides = [*dict.fromkeys(log[0].data["seats"].values())]
    others = [side for side in sides if side not in said["winners"]] or sides[:1]
    changed = {
        "other winners": {"winners": others},
        "another verdict": {"verdict": "It was close"},
        "by the master": {"by": "master"},
    }
    for name, fields in changed.items():
        made = put(log, ended, log[ended].saying(**fields), instead_of=1)
        yield way_of(f"over: {name}", "the end is not the one that the rules gave", ready(made), ended, of=table)
    yield way_of("over: no end", "the rules ended it, the log does not", lambda: log[:ended], ended, of=table)
    turn, at = log[ended].turn + 1, log[ended].at
    opened = open_turn(bytes.fromhex(log[1].data["seed"]), turn, log[0].data["seats"], log[0].data["crews"])
    due = DeadlineSet(turn, stamp(parse_stamp(at) + timedelta(hours=24)), RHYTHM, "rhythm")
    on = (*log[:ended], *(fact(each, at) for each in (opened, Draft(due, turn))))
    yield way_of("over: goes on", "the rules ended it, and the log opens another turn", ready(on), ended, of=table)
