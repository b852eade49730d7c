"""A person is away from all their games at once: each game is told by the same act as of an absence in it alone."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import NamedTuple

from events.base import Draft
from events.lists.game_list import GameRow
from events.platform import Actor
from events.store import Corrupt
from pbem.accounts.vacations import Vacation, Vacations
from pbem.core.state.record import Record
from pbem.core.state.seat_titles import seat_title
from pbem.service.context import ActRefused, NoSuchGame, NoSuchSeat, ServiceContext, minute, parse_stamp, stamp
from pbem.service.decide import Decision, decide, reason
from pbem.service.history import PLAYER
from pbem.service.ladder.absence import MAX_ABSENCE, absence

BACK = "back again"

log = logging.getLogger(__name__)


class _Word(NamedTuple):
    """What a person has their games told: until when they are away (None: they are back), and why."""

    person: str
    until: datetime | None
    why: str
    by: Actor


class ToldGame(NamedTuple):
    """A seat of a person whose game was told that they are away, or back; `refused` is why it was not ("": it was)."""

    stream: str
    title: str
    seat: str
    refused: str = ""


def leave(context: ServiceContext, person: str, until: datetime, why: str, by: Actor = PLAYER) -> list[ToldGame]:
    """The person is away until then from all games, also from those that they join meanwhile. Said again it changes nothing.

    Raises `ActRefused`: the time is past or too far away, or no reason is given. What one game refuses is in the answer.
    """
    now = context.now()
    vacation = Vacation(person, _checked(now, until), reason(why))
    vacations = Vacations(context.database)
    if vacations.of_person(person, stamp(now)) != vacation:
        vacations.begin(vacation)
    return [told for game, seat in _seats(context, person) if (told := _note(context, vacation, game, seat, by))]


def come_back(context: ServiceContext, person: str, why: str = BACK, by: Actor = PLAYER) -> list[ToldGame]:
    """The person is back in all games, whether they were away by a vacation or from one game alone. Raises `ActRefused`."""
    word = _Word(person, None, reason(why), by)
    Vacations(context.database).end(person)
    return [told for game, seat in _seats(context, person) if (told := _tell(context, word, game, seat))]


def vacation_of(context: ServiceContext, person: str) -> Vacation | None:
    """Until when the person is away from all their games."""
    return Vacations(context.database).of_person(person, stamp(context.now()))


def note_new_seats(context: ServiceContext) -> list[ToldGame]:
    """Note it of the seats that persons have taken since they are away. For a beat of the clock; cheap when there are none.

    A game's trouble is logged, and stops neither the others nor the beat.
    """
    vacations, found = Vacations(context.database), []
    for vacation in vacations.under_way(stamp(context.now())):
        noted = vacations.noted(vacation.person)
        for game, seat in _seats(context, vacation.person):
            if (game.stream, seat) not in noted:
                found.append(_guarded(context, vacation, game, seat))
    return list(filter(None, found))


def _guarded(context: ServiceContext, vacation: Vacation, game: GameRow, seat: str) -> ToldGame | None:
    try:
        return _note(context, vacation, game, seat, PLAYER)
    except Exception:
        log.exception("%s could not be told that the player of %s is away; it will be tried again", game.stream, seat)
        return None


def erase(context: ServiceContext, person: str) -> None:
    """Forget that a person is away. What their games were told stays there, of nobody."""
    Vacations(context.database).erase(person)


def _checked(now: datetime, until: datetime) -> str:
    if until <= now:
        raise ActRefused(f"{minute(stamp(until))} is past")
    if until - now > MAX_ABSENCE:
        raise ActRefused(f"an absence ends within {MAX_ABSENCE.days} days; after that, leave your seats")
    return stamp(until)


def _seats(context: ServiceContext, person: str) -> list[tuple[GameRow, str]]:
    return [(game, seat.seat) for game, seat, _ in context.store.played_by(person) if game.status != "ended"]


def _note(context: ServiceContext, vacation: Vacation, game: GameRow, seat: str, by: Actor) -> ToldGame | None:
    """Tell a game that the person is away. What it refuses is not tried again."""
    told = _tell(context, _Word(vacation.person, parse_stamp(vacation.until), vacation.why, by), game, seat)
    Vacations(context.database).note(vacation.person, game.stream, seat)
    return told


def _tell(context: ServiceContext, word: _Word, game: GameRow, seat: str) -> ToldGame | None:
    """What came of it in one game; None when nobody is back who was not away."""

    def act(record: Record, now: datetime) -> Decision[bool]:
        said = record.ledger.absent.get(seat, "")
        if word.until is None and said <= stamp(now):
            return Decision([], lambda: False)
        return Decision([] if word.until and said == stamp(word.until) else _drafts(record, word, seat, now), lambda: True)

    try:
        told = decide(context, game.stream, act)
    except (ActRefused, NoSuchSeat, NoSuchGame, Corrupt) as e:
        log.warning("%s was not told that the player of %s is away or back: %s", game.stream, seat, e)
        return ToldGame(game.stream, game.title, seat, str(e))
    return ToldGame(game.stream, game.title, seat) if told else None


def _drafts(record: Record, word: _Word, seat: str, now: datetime) -> list[Draft]:
    """The events of it. Raises ActRefused."""
    if record.ledger.ended:
        raise ActRefused(f"{record.stream} is over")
    if record.ledger.players.get(seat) != word.person:
        raise ActRefused(f"{seat_title(record, seat)} of {record.stream} is somebody else's")
    return absence(record, seat, word.until, word.why, now, word.by)
