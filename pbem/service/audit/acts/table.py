"""Which acts begin with which event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from events.base import Event
from events.platform import (
    AbsenceSet,
    AddressMisused,
    Announced,
    ComasterNamed,
    DeadlineSet,
    ExtensionAsked,
    GameEnded,
    GameOpened,
    GamePaused,
    GameReopened,
    GameResumed,
    MasterNamed,
    MasterSilent,
    OrdersAwaited,
    OrdersFiled,
    OrdersHeld,
    OrdersRefused,
    OutageHealed,
    PolicySet,
    PressSent,
    ReadyChanged,
    ResolvedNow,
    RolledBack,
    SeatOffered,
    SeatTaken,
    SeatVacated,
    SeatWatched,
    SitterCalled,
    SitterLeft,
    SitterNamed,
    StoodIn,
    TurnLocked,
    VoteCast,
)
from pbem.service.audit.acts import mail_acts, master_acts, outage_acts, seat_acts, sitter_acts, turn_acts, vote_acts
from pbem.service.audit.acts.first_act import opening
from pbem.service.audit.acts.moment import Reader

READERS: Mapping[type[Event], Sequence[Reader]] = {
    GameOpened: [opening],
    SeatOffered: [seat_acts.gives, seat_acts.invites],
    SeatTaken: [seat_acts.accepts, seat_acts.joins, seat_acts.takes_over],
    SeatVacated: [seat_acts.gives, seat_acts.replaces, seat_acts.vacates, mail_acts.mail],
    AbsenceSet: [master_acts.sets_absence, mail_acts.mail],
    SitterNamed: [mail_acts.mail, sitter_acts.names],
    SitterLeft: [sitter_acts.leaves, mail_acts.mail, sitter_acts.comes_back, sitter_acts.declines],
    PressSent: [mail_acts.mail],
    ExtensionAsked: [mail_acts.mail],
    OrdersFiled: [mail_acts.mail],
    OrdersRefused: [mail_acts.mail],
    ReadyChanged: [mail_acts.mail],
    VoteCast: [mail_acts.mail],
    MasterSilent: [vote_acts.falls_silent],
    OrdersHeld: [mail_acts.not_filed],
    AddressMisused: [mail_acts.not_filed],
    DeadlineSet: [master_acts.moves_deadline, master_acts.sets_deadline, outage_acts.mends_deadline],
    GamePaused: [master_acts.pauses],
    GameResumed: [master_acts.resumes],
    Announced: [master_acts.announces],
    MasterNamed: [master_acts.names_master],
    ComasterNamed: [master_acts.names_co_master],
    PolicySet: [master_acts.sets_policy],
    SeatWatched: [master_acts.watches],
    GameEnded: [master_acts.end],
    OrdersAwaited: [turn_acts.waits],
    OutageHealed: [outage_acts.heals],
    SitterCalled: [turn_acts.waits],
    StoodIn: [turn_acts.closes],
    TurnLocked: [turn_acts.closes],
    ResolvedNow: [turn_acts.closes_now],
    RolledBack: [turn_acts.goes_back],
    GameReopened: [turn_acts.reopens],
}
"""Whatever is not here comes in the middle of an act, or because of a rule."""
