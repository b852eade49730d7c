"""Is an exported game one that this service can go on with? Asked of the whole file before anything of it is written."""

from __future__ import annotations

from collections.abc import Iterable

from events.base import EVERYONE, NOBODY, Draft, Event
from events.platform import (
    AbsenceSet,
    DeadlineSet,
    ExtensionAsked,
    GameForked,
    GameOpened,
    GameReopened,
    MasterSilent,
    OutageHealed,
    PolicySet,
    SeedDrawn,
    TurnOpened,
)
from events.store import Corrupt
from events.transfer import Export, is_time
from pbem.core.dice import fair_dice
from pbem.core.game.nearest_names import known_names
from pbem.core.game.options import NoScenario
from pbem.core.state.record import Games, Record
from pbem.service.context import ActRefused, Progress, unwatched
from pbem.service.policy.check import check_values
from pbem.service.policy.pace import MAX_HOURS

HEX = frozenset("0123456789abcdef")
FARTHEST = "9000"
"""Times are reckoned with: what is added to one must still be a time."""


class Impossible(ValueError):
    """An event is one that no game of this service can hold, and why. The check of the import makes a sentence of it."""


def check_export(games: Games, export: Export, seen: Progress = unwatched) -> None:
    """Raises `Corrupt` naming the line that is wrong: an unknown game or scenario, a wrong value, or what does not fold.

    `seen` is told of each event that is done with: for progress bars.
    """
    record, known = Record(games, export.stream), frozenset[str]()
    for line, draft in zip(export.lines, export.drafts, strict=True):
        try:
            if line == export.lines[0]:
                known = _check_opening(games, draft.event)
            _check_event(draft, known, first=line == export.lines[0])
            _check_seed(record, draft.event)
            if isinstance(draft.event, TurnOpened):
                _check_shown(record)
            record.apply(draft.event, draft.audience)
            seen(1)
        except (Impossible, ActRefused, NoScenario) as e:
            raise Corrupt(f"line {line}: {e}") from e
        except Exception as e:  # of a file that somebody else wrote an event may be anything; the rules only know their own
            raise Corrupt(f"line {line}: {draft.event.type} cannot follow what stands before it ({_words(e)})") from e
    try:
        _check_shown(record)
    except Exception as e:
        raise Corrupt(f"line {export.lines[-1]}: the game as it stands then cannot be shown ({_words(e)})") from e


def _check_shown(record: Record) -> None:
    """Pages and reports ask these of every position that players look at."""
    if record.state.seats != record.ledger.seats:
        raise Impossible("its set-up does not give the players their seats")
    record.game.rules.due(record.state)
    for seat in (None, *record.ledger.seats):
        record.game.report.names(record.known(seat))


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _check_opening(games: Games, event: Event) -> frozenset[str]:
    """The ids that events of this game may be for. Raises `Impossible`, or `NoScenario`."""
    if not isinstance(event, GameOpened):
        raise Impossible(f"a game begins with game.opened, not with {event.type}")
    if event.game not in games:
        raise Impossible(f"no game {event.game!r} is played here; {known_names(event.game, games)}")
    games[event.game].scenarios.find(event.scenario)
    if not 0 <= event.rhythm_hours <= MAX_HOURS:
        raise Impossible(f"a rhythm of {event.rhythm_hours:g} hours is not 0 to {MAX_HOURS}")
    if not event.seats:
        raise Impossible("a game without seats")
    return frozenset({*event.seats, *event.seats.values(), *event.crews.values()})


def _check_event(draft: Draft, known: frozenset[str], first: bool) -> None:
    """Who may see it, and its times and spans. Raises `Impossible`."""
    event = draft.event
    if isinstance(event, GameOpened) and not first:
        raise Impossible("a game is opened once")
    if isinstance(event, GameForked):
        raise Impossible("this makes a sandbox of it, and those are not imported")
    strangers = set() if draft.audience in (EVERYONE, NOBODY) else {*draft.audience.split(",")} - known
    if strangers:
        raise Impossible(f"it is for {', '.join(sorted(strangers))!r}: {known_names(min(strangers), sorted(known))}")
    _check_spans(event)
    turn = vars(event).get("turn", 0) if event.type.startswith("game.") else 0  # in other events turns are counted by the rules
    if not 0 <= turn <= draft.turn:
        raise Impossible(f"it is about turn {turn}, in turn {draft.turn}")


def _check_spans(event: Event) -> None:
    """Its times are times, and its numbers within bounds. Raises `Impossible`, or `ActRefused` of a policy."""
    for name, text in _times(event):
        if not is_time(text):
            raise Impossible(f"{name} {text[:40]!r} is no time; write it like 2026-11-21T18:00:00.000000Z")
        if text >= FARTHEST:
            raise Impossible(f"{name} {text} is later than any game lasts")
    if isinstance(event, OutageHealed) and event.ended < event.began:
        raise Impossible(f"an outage ended {event.ended}, before it began")
    if isinstance(event, ExtensionAsked) and not 0 <= event.hours <= MAX_HOURS:
        raise Impossible(f"{event.hours:g} hours are not 0 to {MAX_HOURS}")
    if isinstance(event, PolicySet):
        check_values(event)


def _times(event: Event) -> Iterable[tuple[str, str]]:
    if isinstance(event, DeadlineSet):
        return [("due", event.due)]
    if isinstance(event, OutageHealed):
        return [("began", event.began), ("ended", event.ended)]
    if isinstance(event, MasterSilent):
        return [("since", event.since)]
    return [("until", event.until)] if isinstance(event, AbsenceSet) and event.until else []


def _check_seed(record: Record, event: Event) -> None:
    """The secret of the dice is the one whose hash was published before it. Raises `Impossible`."""
    if isinstance(event, GameOpened | GameReopened) and (len(event.seed_hash) != 64 or not HEX.issuperset(event.seed_hash)):
        raise Impossible(f"seed_hash {event.seed_hash[:70]!r} is no SHA-256 in hexadecimal")
    if isinstance(event, SeedDrawn):
        seed = bytes.fromhex(event.seed) if HEX.issuperset(event.seed) and len(event.seed) % 2 == 0 else b""
        if fair_dice.seed_hash(seed) != record.ledger.seed_hash:
            raise Impossible("the seed is not the one whose hash was published")
