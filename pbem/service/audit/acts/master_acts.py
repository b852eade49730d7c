"""What a game master or the operator does to a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from events.base import Draft
from events.platform import (
    AbsenceSet,
    ComasterNamed,
    DeadlineSet,
    GameEnded,
    PolicySet,
)
from pbem.service.audit.acts.moment import Act, Moment, Reader, check_actor
from pbem.service.context import ActRefused, parse_stamp
from pbem.service.games.game_master import announced, chosen, ended, ended_by, master_named, moved, paused, resumed, watched
from pbem.service.history import ACTORS
from pbem.service.ladder.absence import absence, policy_changed
from pbem.service.masters.co_masters import co_master_named, co_master_removed


def _by_hand(act: Callable[[Moment, Any], Sequence[Draft]]) -> Reader:
    """An act of a game master or the operator."""

    def reader(moment: Moment, first: Any) -> Act:
        check_actor(moment.record, first.by)
        return Act(act(moment, first))

    return reader


def _end(moment: Moment, first: GameEnded) -> Sequence[Draft]:
    return ended(moment.record, first.verdict.removeprefix(ended_by(first.by)), first.by)


def end(moment: Moment, first: GameEnded) -> Act:
    """The game is ended by hand: by the rules it ends with a resolved turn."""
    if first.by not in ACTORS:
        raise ActRefused("neither the rules nor a game master ended the game here")
    return _by_hand(_end)(moment, first)


def _absent(moment: Moment, first: AbsenceSet) -> Sequence[Draft]:
    until = parse_stamp(first.until) if first.until else None
    return absence(moment.record, first.seat, until, first.why, moment.now, first.by)


def _policy(moment: Moment, first: PolicySet) -> Sequence[Draft]:
    return policy_changed(moment.record, first, first.by)


def _decided(first: DeadlineSet) -> None:
    if first.cause != "decision":
        raise ActRefused(f"nothing that was done here sets a deadline because of {first.cause}")


def _moved(moment: Moment, first: DeadlineSet) -> Sequence[Draft]:
    _decided(first)
    return moved(moment.record, parse_stamp(first.due), first.why, first.by, moment.now)


def _chosen(moment: Moment, first: DeadlineSet) -> Sequence[Draft]:
    _decided(first)
    return chosen(moment.record, parse_stamp(first.due), first.why, first.by, moment.now)


def _co_master(moment: Moment, first: ComasterNamed) -> Sequence[Draft]:
    act = co_master_named if first.runs else co_master_removed
    return act(moment.record, first.player, first.why, first.by)


pauses = _by_hand(lambda moment, first: paused(moment.record, first.why, first.by))
resumes = _by_hand(lambda moment, first: resumed(moment.record, first.why, first.by, moment.now))
moves_deadline = _by_hand(_moved)
sets_deadline = _by_hand(_chosen)
announces = _by_hand(lambda moment, first: announced(moment.record, first.words, first.by))
names_master = _by_hand(lambda moment, first: master_named(moment.record, first.player, first.why, first.by))
names_co_master = _by_hand(_co_master)
watches = _by_hand(lambda moment, first: watched(moment.record, first.seat, first.why, first.by))
sets_absence = _by_hand(_absent)
sets_policy = _by_hand(_policy)
