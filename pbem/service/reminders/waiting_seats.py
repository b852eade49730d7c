"""The seats that wait for a person, as a reminder or a digest tells them."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from events.lists.game_list import GameRow
from events.store import Corrupt
from pbem.accounts.reminder_choices import ReminderChoices
from pbem.core.state.record import Record
from pbem.service.context import ServiceContext
from pbem.service.games.turn_status import TurnStatus, turn_status_of
from pbem.service.reminders.owing import LAST, is_wanted
from pbem.service.reminders.reminder_tables import Reminder
from pbem.service.repository import reading

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WaitingSeat:
    """A seat in the open turn, whose person has filed nothing, or (`last`) is the only one who is not ready.

    `sits_for`: it is another's seat, for whom they order.
    """

    title: str
    status: TurnStatus
    last: bool
    sits_for: bool


def still_waiting(context: ServiceContext, person: str, noted: Reminder) -> WaitingSeat | None:
    """The seat of a reminder as it is now; None when the turn or the deadline is another one, or nothing is wanted any more."""
    row = context.store.game(noted.stream)
    if row is None or row.status != "open":
        return None
    with reading(context, noted.stream) as record:
        if (record.ledger.turn, record.ledger.due) != (noted.turn, noted.due):
            return None
        return _waiting(context, record, noted.seat, person, [noted.kind])


def digest_of(context: ServiceContext, person: str) -> list[WaitingSeat]:
    """All seats that wait for a person in games of which they want a digest; the nearest deadline first.

    A game that has not begun, because seats are free, waits for others.
    """
    choices, found = ReminderChoices(context.database), []
    for game, seat, _ in context.store.played_by(person):
        if game.status == "open" and choices.in_game(person, game.stream).mode == "digest":
            found += _guarded(context, game, seat.seat, person)
    begun = [each for each in found if not each.status.free]
    return sorted(begun, key=lambda each: (each.status.due or "~", each.status.stream, each.status.seat))


def _guarded(context: ServiceContext, game: GameRow, seat: str, person: str) -> list[WaitingSeat]:
    """A game whose log is broken is in no digest; its own page says what is wrong with it."""
    try:
        with reading(context, game.stream) as record:
            found = _waiting(context, record, seat, person, ["hours", LAST])
    except Corrupt as e:
        log.error("%s is in no digest: %s", game.stream, e)
        return []
    return [found] if found else []


def _waiting(context: ServiceContext, record: Record, seat: str, person: str, kinds: list[str]) -> WaitingSeat | None:
    kind = next((kind for kind in kinds if is_wanted(record, seat, person, kind, context.now())), "")
    if not kind:
        return None
    sits_for = record.ledger.players.get(seat) != person
    return WaitingSeat(record.ledger.title, turn_status_of(context, record, seat), kind == LAST, sits_for)
