"""Who plays a seat: offered, taken, left, given to another."""

from __future__ import annotations

from events.platform import SeatOffered, SeatTaken, SeatVacated
from pbem.service.audit.acts.moment import Act, Moment, check_actor
from pbem.service.context import ActRefused
from pbem.service.games.seating import accepted, given, joined, offered, replaced, took_over, vacated


def invites(moment: Moment, first: SeatOffered) -> Act:
    """A person is invited."""
    check_actor(moment.record, first.by)
    return Act(offered(moment.record, first.seat, first.player, first.why, first.by))


def accepts(moment: Moment, first: SeatTaken) -> Act:
    """Who was invited takes the seat."""
    return Act(accepted(moment.record, first.seat, first.player, moment.now))


def joins(moment: Moment, first: SeatTaken) -> Act:
    """Whoever comes takes the seat."""
    return Act(joined(moment.record, first.seat, first.player, moment.now))


def takes_over(moment: Moment, first: SeatTaken) -> Act:
    """The first to answer takes a seat that was opened. How reliable they are, the log does not say."""
    return Act(took_over(moment.record, first.seat, first.player, moment.now))


def gives(moment: Moment, first: SeatOffered | SeatVacated) -> Act:
    """The seat is given to a player at once."""
    check_actor(moment.record, first.by, or_campaign=True)
    second = moment.ahead[1]
    if second is None or not isinstance(second.event, SeatTaken) or second.event.seat != first.seat:
        raise ActRefused(f"nobody was given {first.seat}")
    return Act(given(moment.record, first.seat, second.event.player, first.why, first.by, moment.now))


def replaces(moment: Moment, first: SeatVacated) -> Act:
    """The seat is taken from its player, and another is invited."""
    check_actor(moment.record, first.by)
    at_once = (stored.event for stored in moment.ahead.at_once())
    player = next((e.player for e in at_once if isinstance(e, SeatOffered) and e.seat == first.seat), "")
    if not player:
        raise ActRefused(f"nobody else was invited to {first.seat}")
    return Act(replaced(moment.record, first.seat, player, first.why, first.by, moment.now))


def vacates(moment: Moment, first: SeatVacated) -> Act:
    """The seat is taken from its player."""
    check_actor(moment.record, first.by, or_campaign=True)
    return Act(vacated(moment.record, first.seat, first.why, first.by, moment.now))
